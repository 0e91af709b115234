"""The scale factor, w = a·v"""

from pegasos_edu.misconceptions.entries import Entry

SCORE = "score = a * dot(v, X, i)"

ENTRIES = (
    Entry(
        "the score without the scale factor",
        says="It takes the score with v, where w = a·v.",
        tempting="v is the array that is there; its factor is easily forgotten for a moment.",
        effect="v grows as t·w, and the scores with it: soon all margins that have the right sign count as good. It "
        "ends as something like the perceptron, often with good accuracy and too high an objective.",
        hints=("Compare your score with that of the full vector, in round 5.",
               "Which two parts make w, and which of them are in your score?"),
        where="scale", changes={"scaled": ((SCORE, "score = dot(v, X, i)"),)},
    ),
    Entry(
        "the new term over the old scale factor",
        says="It divides what it adds to v by the factor as it was before this round's shrinking.",
        tempting="The factor is brought up to date at the end of the round, where it is needed for the next.",
        effect="The addition is shrunk together with the rest: it is too short by 1 − 1/t. That matters in round 2 "
        "and hardly in round 100; objective and accuracy end close to the right ones.",
        hints=("After a round with a violation, by how much did w really move along the example?",
               "v + c·x is multiplied by the factor afterwards. By which value of it, and by which did you divide?"),
        where="scale",
        changes={"scaled": (("if t > 1:", "old = a\n        if t > 1:"), ("eta * y[i] / a", "eta * y[i] / old"))},
    ),
    Entry(
        "the new term not divided by the scale factor",
        says="It adds η·y·x to v, where w = a·v.",
        tempting="η·y·x is what the formula adds, only that it adds it to w.",
        effect="What is added counts a times too little, and a falls as 1/t: after a few rounds nothing moves w any "
        "more. The first violators decide.",
        hints=("By how much does w move if you add η·y·x to v?",
               "What must be added to v, so that a·v moves by η·y·x?"),
        where="scale", changes={"scaled": (("eta * y[i] / a", "eta * y[i]"),)},
    ),
    Entry(
        "the addition dropped at the reset",
        says="In round 1, where the factor would become 0, it puts v and a back and goes on to round 2.",
        tempting="The reset is written as a case of its own, and it does all that the round needs, it seems.",
        effect="The first example is lost, and one step with it. Later steps are nearly the right ones; objective and "
        "accuracy end close to them.",
        hints=("What is w after round 1, in your program and by the formula?",
               "In the round of the reset, does the example still get what it would get in any other round?"),
        where="scale", changes={"scaled": (("if y[i] * score < 1:", "if t > 1 and y[i] * score < 1:"),)},
    ),
    Entry(
        "a floor under the scale factor",
        says="It replaces a factor of 0 by a tiny number, and every smaller one after it too.",
        tempting="A tiny number in the place of 0 is a common cure for divisions by zero.",
        effect="The factor starts at the floor and can never shrink: nothing shrinks any more, and early steps keep "
        "their full length. w is too long, the objective too high.",
        hints=("Print the factor for the first five rounds. Does it change?",
               "In round 1 the factor becomes 0. Instead of a tiny number, what could v and the factor be there?"),
        where="scale",
        changes={"scaled": (("if t > 1:", "if t > 0:"), ("(1 - eta * lam) * a", "max((1 - eta * lam) * a, 1e-9)"))},
    ),
    Entry(
        "no repair in round 1",
        says="It divides by the factor in round 1, where 1 − η·λ has made it 0.",
        tempting="So it is described, and on paper a product of the factor and of the vector is what it should be.",
        effect="With most λ no entry of w is a number from round 1 on. With some, rounding leaves a factor of 1e-16 "
        "in the place of 0: such a program passes a test with one λ and fails with the next.",
        hints=("Which value has the factor in round 1, after it has shrunk? And what do you divide by?",
               "w is 0 before round 1. Need anything be shrunk there?"),
        where="scale", changes={"scaled": (("if t > 1:", "if t > 0:"),)},
    ),
    Entry(
        "a factor that stays 0",
        says="In round 1 its factor becomes 0, and where the factor is 0 it adds nothing.",
        tempting="A condition before the division keeps the error away, and the program runs.",
        effect="A factor of 0 stays 0 however often it is multiplied: w is 0 for ever, and the objective 1.",
        hints=("Which value has the factor after round 1, and after round 2?",
               "What must the factor and the vector be after round 1, so that their product is what it should be?"),
        where="scale",
        changes={"scaled": (("if t > 1:", "if t > 0:"), ("eta * y[i] / a", "eta * y[i] / a if a > 1e-12 else 0.0"),
                            ("if a < 1e-9:", "if 1e-12 < a < 1e-9:"))},
    ),
    Entry(
        "shrunk in the factor and in the vector",
        says="It shrinks a, and v as well.",
        tempting="The line that shrinks the vector stays there when the factor is brought in.",
        effect="w shrinks twice in each round: it is too short, and late examples count more than early ones. The "
        "objective is too high, accuracy nearly the same.",
        hints=("In a round without violation, by how much does w shrink in all?",
               "The factor is there so that the long vector need not be touched. Is it?"),
        where="scale",
        changes={"scaled": (("a = (1 - eta * lam) * a", "a, v = (1 - eta * lam) * a, (1 - eta * lam) * v"),)},
    ),
    Entry(
        "the factor put back without the vector",
        says="When the factor has become small it is put back to 1, and v is left as it is.",
        tempting="Only the factor threatens to underflow, so only the factor seems to need care.",
        effect="At that moment w becomes many times longer, out of nothing. The objective jumps, and comes down again "
        "until the next time.",
        hints=("How long is w right before the factor is put back, and right after?",
               "Putting the factor back must not change w. What has to take over its value?"),
        where="scale", changes={"scaled": (("a < 1e-9", "a < 0.1"), ("v, a = a * v, 1.0", "a = 1.0"))},
    ),
    Entry(
        "v given out in the place of a·v",
        says="It gives out the vector that it keeps, without its factor.",
        tempting="For a prediction the length does not matter, and v is the array that is there.",
        effect="Direction and accuracy are right. The length is not that of w, and the objective is that of another "
        "vector, the further off the longer the run.",
        hints=("Is what you give out w, or a part of it?", "For which value of the factor would your output be right?"),
        where="output", changes={"scaled": (("score, a, nu, v)", "score, 1.0, nu, v)"),)},
    ),
)  # fmt: skip
