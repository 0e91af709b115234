"""Pegasos with a kernel"""

from pegasos_edu.misconceptions.edits import KERNELS, each
from pegasos_edu.misconceptions.entries import Entry

CONDITION = "if y[i] * score < 1:"
SHRINK_ONE = "alpha[i] = (1 - eta * lam) * alpha[i]\n        "

BARE = ("score = eta * total", "score = total")

ENTRIES = (
    Entry(
        "only the drawn coefficient shrinks",
        says="It keeps coefficients in the place of counts, and shrinks the one of the drawn example only.",
        tempting="The step for w is carried over to the coefficient at hand, and it looks the same there.",
        effect="Coefficients that are not drawn keep their early, large values: w is far too long, and ruled by what "
        "was seen early. The objective is too high, mostly by far; accuracy may look fine.",
        hints=("In a round, w shrinks as a whole. Which of the coefficients must change for that?",
               "Take a coefficient whose example is not drawn for 100 rounds. What should have become of it?"),
        where="shrink",
        changes={"kernelized": (BARE, (CONDITION, SHRINK_ONE + CONDITION), ("alpha[i] += 1", "alpha[i] += eta"))},
    ),
    Entry(
        "only the drawn coefficient shrinks, and only on a violation",
        says="It keeps coefficients in the place of counts, and shrinks and adds at the drawn one where it is "
        "violated.",
        tempting="The step for w is carried over to the coefficient at hand, all of it within the condition.",
        effect="Coefficients keep their early, large values until their example is violated again: w is far too long. "
        "The objective is too high, mostly by far; accuracy may look fine.",
        hints=("In a round, w shrinks as a whole. Which of the coefficients must change for that?",
               "What happens to the coefficients in a round in which the margin is fine?"),
        where="shrink",
        changes={"kernelized": (BARE, ("alpha[i] += 1", "alpha[i] = (1 - eta * lam) * alpha[i] + eta"))},
    ),
    Entry(
        "the label of the drawn example in the sum",
        says="It multiplies each term of the sum by the label of the drawn example, not by that of its own.",
        tempting="The figure of the paper is printed so.",
        effect="The margin is the same for both labels, as y_i comes twice: all examples near anything that was added "
        "count as good, and too few are added. The objective is too high; accuracy suffers less, as w itself has the "
        "labels.",
        hints=("Which label belongs to the j-th term of the sum?",
               "Write w as a sum over the examples. Whose labels are in it, and does that depend on what is drawn "
               "next?"),
        where="kernel",
        changes={
            "kernelized": (("(alpha * y) @ K[i]", "y[i] * (alpha @ K[i])"),),
            "kernelized_cached": (("s += y[i] * K[i]", "s += K[i]"), ("eta * s[i]", "eta * y[i] * s[i]")),
        },
    ),
    Entry(
        "1/λ in the place of 1/(λ·t)",
        says="It divides the sum by λ and not by the number of rounds.",
        tempting="t is not in the sum, and λ alone looks like its weight.",
        effect="The scores grow with the counts: as soon as an example has the right sign its margin is huge, and few "
        "are ever added again. It ends near the perceptron, with too few counts for their scale.",
        hints=("Look at the size of your scores in round 10 and in round 1,000.",
               "The counts grow from round to round. What keeps w from doing so?"),
        where="scale",
        changes={
            "kernelized": (("score = eta * total", "score = total / lam"),),
            "kernelized_cached": (("score = eta * s[i]", "score = s[i] / lam"),),
            "kernelized_as_printed": (("score = total / (lam * t)", "score = total / lam"),),
        },
    ),
    Entry(
        "no labels in the sum",
        says="It sums counts times kernel values, without any label.",
        tempting="Some write the label into the coefficients; then the sum has none, but these coefficients are no "
        "counts.",
        effect="No score is ever below 0: examples of class −1 are violated for ever, and added whenever they are "
        "drawn; those of class +1 soon are never added. Accuracy is that of a guess.",
        hints=("Of which sign are the terms of your sum? Can a score become negative?",
               "A count is never negative. Where does the class of an example come in?"),
        where="kernel",
        changes={
            "kernelized": (("(alpha * y) @ K[i]", "alpha @ K[i]"),),
            "kernelized_cached": (("s += y[i] * K[i]", "s += K[i]"),),
        },
    ),
    Entry(
        "the label in the coefficients and in the sum",
        says="It adds the label to the coefficient, and multiplies by the label again in the sum.",
        tempting="Two ways to write it, counts and signed coefficients, are both right, and mixed up here.",
        effect="The two labels cancel: all examples pull to the same side. Those of class −1 are violated for ever.",
        hints=("Take an example of class −1 that was added once. With which sign does it enter the sum?",
               "Do your coefficients carry a sign already?"),
        where="kernel",
        changes=each(("kernelized", "kernelized_as_printed"), ("alpha[i] += 1", "alpha[i] += y[i]"))
        | {"kernelized_cached": (("alpha[i] += 1", "alpha[i] += y[i]"), ("s += y[i] * K[i]", "s += y[i] ** 2 * K[i]"))},
    ),
    Entry(
        "1/(λ·t) in the place of 1/(λ·(t − 1))",
        says="It divides the sum by λ·t, as the figure of the paper prints it.",
        tempting="It is printed so; the text below the figure has w with its own, earlier t.",
        effect="It is as if w were shrunk before its score is taken: margins between 1 and t/(t − 1) count as "
        "violated. Rare and rarer with time; objective and accuracy end close to the right ones.",
        hints=("In round t, how many rounds have made the counts what they are?",
               "Which step size left the w that you are about to judge: this round's, or another one's?"),
        where="scale",
        changes={
            "kernelized": (("score = eta * total", "score = total / (lam * t)"),),
            "kernelized_cached": (("score = eta * s[i]", "score = s[i] / (lam * t)"),),
        },
    ),
    Entry(
        "no scale in the score",
        says="It takes the bare sum for the score.",
        tempting="For a prediction the sign is enough, and the sum has the right one.",
        effect="λ plays no part at all: with any λ the counts are the same. Which examples are added is decided by a "
        "margin of 1 in the wrong unit, and the objective is off.",
        hints=("Change λ. Do your counts change?", "How is w made of the counts? All of it belongs to the score."),
        where="scale",
        changes={
            "kernelized": (("score = eta * total", "score = total"),),
            "kernelized_cached": (("score = eta * s[i]", "score = s[i]"),),
            "kernelized_as_printed": (("score = total / (lam * t)", "score = total"),),
        },
    ),
    Entry(
        "the sum skips the example itself",
        says="It leaves the term j = i out of the sum.",
        tempting="Comparing an example with itself looks like cheating, and other methods do leave it out.",
        effect="An example never sees what it added itself: where few others are near, it counts as violated again "
        "and again. With narrow kernels nearly all examples are added each time; with wide ones hardly anything shows.",
        hints=("Draw one example twice in a row. Has its margin become better for you?",
               "Over which j does the sum for w run? Is any left out?"),
        where="kernel",
        changes={
            "kernelized": (("(alpha * y) @ K[i]", "(alpha * y) @ K[i] - alpha[i] * y[i] * K[i, i]"),),
            "kernelized_cached": (("score = eta * s[i]", "score = eta * (s[i] - alpha[i] * y[i] * K[i, i])"),),
            "kernelized_as_printed": (("y[i] * (alpha @ K[i])", "y[i] * (alpha @ K[i] - alpha[i] * K[i, i])"),),
        },
    ),
    Entry(
        "the count set to 1",
        says="It sets the count of a violated example to 1, where it should be raised by 1.",
        tempting="α says which examples are support vectors, and that is a yes or a no.",
        effect="No example can count more than once, while the scale goes on falling: w shrinks to 0 as 1/t, and in "
        "the end all margins are violated. The objective goes back to its value at w = 0.",
        hints=("Draw one example three times, violated each time. What is its count?",
               "How often must an example that stays violated be added?"),
        where="add",
        changes=each(KERNELS, ("alpha[i] += 1", "alpha[i] = 1"))
        | {"kernelized_cached": (("alpha[i] += 1", "gain = 1 - alpha[i]\n            alpha[i] = 1"),
                                 ("s += y[i] * K[i]", "s += gain * y[i] * K[i]"))},
    ),
    Entry(
        "η in the counts and in the score",
        says="It raises the coefficient by η, and multiplies the sum by η as well.",
        tempting="The step on w adds η·y·x, so the step on its coefficient adds η, it seems.",
        effect="η counts twice: early violators have far too much weight and late ones hardly any.",
        hints=("Which weight has an example in w that was added in round 10, at round 100?",
               "All examples in the sum have the same weight at the end, whenever they were added."),
        where="add",
        changes=each(("kernelized", "kernelized_as_printed"), ("alpha[i] += 1", "alpha[i] += eta"))
        | {"kernelized_cached": (("alpha[i] += 1", "alpha[i] += eta"), ("s += y[i] * K[i]", "s += eta * y[i] * K[i]"))},
    ),
    Entry(
        "all coefficients are raised",
        says="It adds 1 to every count where the drawn example is violated.",
        tempting="An array plus a number is legal, and the index is easily lost.",
        effect="The counts stay equal: w is the sum of all y·x, with a length that the violations decide. The "
        "direction is that of the difference of the means; accuracy may be good, the objective is not.",
        hints=("How many counts have changed after the first round?", "Which of the examples was looked at?"),
        where="add",
        changes=each(("kernelized", "kernelized_as_printed"), ("alpha[i] += 1", "alpha += 1")),
    ),
    Entry(
        "only one of the kept sums is brought up to date",
        says="It adds to the kept sum of the drawn example only.",
        tempting="The count has one entry that changes, and so the sums seem to have.",
        effect="Each example sees nothing but itself: all are added until their own count is large enough. It is what "
        "an infinitely narrow kernel would do, and nothing is learned from neighbours.",
        hints=("When an example is added, for which others does the score change?",
               "Compare the kept sums with sums that are computed anew, after some rounds."),
        where="kernel", changes={"kernelized_cached": (("s += y[i] * K[i]", "s[i] += y[i] * K[i, i]"),)},
    ),
    Entry(
        "the kept sums grow in every round",
        says="It adds to the kept sums in each round, and to the count only on a violation.",
        tempting="The line that brings the sums up to date is not indented far enough.",
        effect="The scores are no longer those of the counts: margins look larger than they are, and hardly any "
        "example is added. Objective and accuracy are poor.",
        hints=("Compare the kept sums with sums that are computed anew from the counts, after some rounds.",
               "In which rounds does w change its direction? The sums go with it."),
        where="kernel", changes={"kernelized_cached": (("            s += y", "        s += y"),)},
    ),
    Entry(
        "the kept sums shrink",
        says="It shrinks the kept sums in each round, though their scale is in η already.",
        tempting="w shrinks in each round, and the sums look like its scores.",
        effect="Scores are too small, so that too many margins count as violated. The counts are too high; the "
        "objective is too high, accuracy nearly the same.",
        hints=("Compare the kept sums with sums that are computed anew from the counts, after some rounds.",
               "What does multiplying by η of the round do to the scores, from one round to the next?"),
        where="shrink",
        changes={"kernelized_cached": (("        eta = ", "        s *= 1 - 1 / t\n        eta = "),)},
    ),
)  # fmt: skip
