"""Coordinate ascent on the dual"""

from pegasos_edu.misconceptions.entries import Entry

Q, BEST = "square(X, i) / (lam * X.shape[0])", "(1 - y[i] * score) / q + alpha[i] * y[i]"
DELTA, KEEP = "y[i] * max(0, min(1, best)) - alpha[i]", "alpha[i] += delta"
SHARE = "delta / (lam * X.shape[0])"


def _dual(*pairs):
    return {"dual_ascent": pairs}


ENTRIES = (
    Entry(
        "α without bounds",
        says="It moves α to where the parabola is largest, below 0 or above 1 too.",
        tempting="The closed form looks complete with the division, and the rest of the line like a guard.",
        effect="It solves another problem: every margin is to be exactly 1. Easy examples are pulled back, and "
        "outliers pull without limit; with more examples than features it cannot be had, and α wanders without end.",
        hints=("What are the smallest and the largest α at the end, with the labels put in?",
               "How strongly may a single example pull at w, however wrong it is?"),
        where="bounds", changes=_dual((DELTA, "y[i] * best - alpha[i]")),
    ),
    Entry(
        "α cut at 0 only",
        says="It keeps α from changing its sign, but lets it grow beyond 1.",
        tempting="Multipliers are not negative: that bound is in every book, and the other comes with the slack.",
        effect="This is the hard margin: no example may violate it, whatever that costs. Where the classes can be "
        "parted, f ends somewhat high; where they cannot, α of the noisy examples grows and grows.",
        hints=("Take an example on the wrong side for good. Where does its α stop?",
               "The slope of the hinge is between two numbers. Which ones?"),
        where="bounds", changes=_dual((DELTA, "y[i] * max(0, best) - alpha[i]")),
    ),
    Entry(
        "α cut at 1 only",
        says="It keeps α from growing beyond 1, but lets it change its sign.",
        tempting="The bound from the slack is the one that the soft margin adds, and the other is taken for granted.",
        effect="Examples with a margin above 1 are pulled back to it, against their own label: the larger a margin, "
        "the stronger the pull. The objective stays far above its minimum.",
        hints=("What does your program do with an example whose margin is 5?",
               "Which examples should have no influence on w at all?"),
        where="bounds", changes=_dual((DELTA, "y[i] * min(1, best) - alpha[i]")),
    ),
    Entry(
        "bounds on the change, not on α",
        says="It cuts the change of α to between 0 and 1, and not α itself.",
        tempting="The step is the new thing in the line, and it is the step that should not be too large.",
        effect="α can never fall again, and sums of several changes go beyond 1: what one early step has added stays "
        "for good, and w grows too long.",
        hints=("Can an α become smaller in your program?", "To which quantity do the bounds belong, by the dual?"),
        where="bounds", changes=_dual((DELTA, "y[i] * max(0, min(1, best - alpha[i] * y[i]))")),
    ),
    Entry(
        "the old α left out",
        says="It takes for the best α what would be the best change of it.",
        tempting="The new value is computed, cut and stored; that the division gives a change is easily overlooked.",
        effect="At a margin of 1 α is thrown back to 0, and comes back the next time: it and w go to and fro.",
        hints=("Visit the same example twice in a row. Does the second visit change anything?",
               "Is what the division gives a place for α, or a distance?"),
        where="best", changes=_dual((BEST, "(1 - y[i] * score) / q")),
    ),
    Entry(
        "α never stored",
        says="It moves w, but leaves α at 0.",
        tempting="w is what one wants in the end, and α looks like a helper of one line.",
        effect="As every visit believes to be the first, examples are added again and again and none is ever taken "
        "back: w is too long, and nothing bounds the pull of an example.",
        hints=("What is α after a pass?", "How much of an example is in w already, when you come back to it?"),
        where="add", changes=_dual((KEEP, "alpha[i] += 0 * delta")),
    ),
    Entry(
        "w left behind",
        says="It moves α, but never w along with it.",
        tempting="α is the variable of the dual, and w can be computed from it when all is done.",
        effect="All scores stay 0, so that every α goes to the same place for its length of x, and nobody learns from "
        "anybody. The w that is given out is 0.",
        hints=("What is the score of the second example?", "Which w do the margins of later rounds see?"),
        where="add", changes=_dual((SHARE, f"0 * {SHARE}")),
    ),
    Entry(
        "α added to w, not its change",
        says="It adds the whole new α·x to w, also on later visits.",
        tempting="w is the sum of α·x, and so α·x is added.",
        effect="The first visit to an example is right, for α was 0. From the second pass on w holds examples several "
        "times, and is not the sum that its α say.",
        hints=("Compare w with the sum made of your α, after two passes.",
               "What of the example is in w already, when you come back to it?"),
        where="add", changes=_dual((SHARE, "alpha[i] / (lam * X.shape[0])")),
    ),
    Entry(
        "λ without m",
        says="It has λ where λ·m should stand, in both places.",
        tempting="In one text the losses are summed, in the other their mean is taken; the λ is called the same.",
        effect="It is right for another λ, m times smaller: w is longer, the fit closer, and passes to the end many "
        "more. The objective for the λ that was given ends high, and accuracy on the data themselves hides it.",
        hints=("Run it on every example twice over. Should w change?",
               "Is your loss a sum over the examples, or a mean?"),
        where="curvature", changes=_dual((Q, "square(X, i) / lam"), (SHARE, "delta / lam")),
    ),
    Entry(
        "m left out where w moves",
        says="It divides by λ·m to find α, and by λ to move w.",
        tempting="Both lines are written at different times, each after another text.",
        effect="w is m times as long as its α say: the next margins are huge, α falls back, and w is thrown about.",
        hints=("Right after a step on an example with α between its bounds: what is its margin?",
               "Compare w with the sum made of your α."),
        where="add", changes=_dual((SHARE, "delta / lam")),
    ),
    Entry(
        "m left out where α is found",
        says="It divides by λ to find α, and by λ·m to move w.",
        tempting="Both lines are written at different times, each after another text.",
        effect="Every step is m times too short. It never overshoots and ends in the right place, but far later: after "
        "a few passes it has hardly begun.",
        hints=("Right after a step on an example with α between its bounds: what is its margin?",
               "By how much does the score of an example grow, if its α grows by 0.1?"),
        where="curvature", changes=_dual((Q, "square(X, i) / lam")),
    ),
    Entry(
        "the norm not squared",
        says="It divides by the length of x, and not by its square.",
        tempting="A function for the norm is at hand, and for examples of length 1 there is no difference.",
        effect="Steps are too long for examples longer than 1, and too short for shorter ones. It comes to the same "
        "end, later, while none is longer than 2; for such each step overshoots by more than it gains.",
        hints=("Right after a step on an example with α between its bounds: what is its margin?",
               "If x is twice as long: how much more does its own score change with its α?"),
        where="curvature", changes=_dual((Q, "np.sqrt(square(X, i)) / (lam * X.shape[0])")),
    ),
    Entry(
        "the length of x left out",
        says="It takes every example to be of length 1.",
        tempting="Texts often assume that examples are normalised, and then no norm stands in the formula.",
        effect="On examples of length 1 nothing. Shorter ones move too slowly, longer ones too far, and above a length "
        "of √2 each step overshoots by more than it gains: the objective does not settle.",
        hints=("Right after a step on an example with α between its bounds: what is its margin?",
               "Multiply all data by 2. Which numbers of a step should change?"),
        where="curvature", changes=_dual((Q, "1 / (lam * X.shape[0])")),
    ),
    Entry(
        "the margin without the label in the dual step",
        says="It compares the score with 1, whatever the label is.",
        tempting="The score is the number at hand, and the label comes in with the next factor anyway.",
        effect="Examples of class −1 are judged by the wrong sign: those on the right side get the largest α, and "
        "those on the wrong side none.",
        hints=("Take an example of class −1 with a score of −3. Is it fine, and what does your program do?",
               "What is the margin made of?"),
        where="best", changes=_dual((BEST, "(1 - score) / q + alpha[i] * y[i]")),
    ),
    Entry(
        "the label left out where w moves along",
        says="It keeps α without signs, and moves w by α·x without the label.",
        tempting="One text keeps α with the label in it, the other without, and the line for w is copied.",
        effect="Every example is added as if it were of class +1: those of class −1 are pulled to the wrong side, "
        "the harder the worse they stand.",
        hints=("Take a step on an example of class −1. Does its score rise or fall?",
               "Where does the label enter your program: in α, or beside it?"),
        where="add", changes=_dual((BEST, "(1 - y[i] * score) / q + alpha[i]"),
                                   (DELTA, "max(0, min(1, best)) - alpha[i]")),
    ),
    Entry(
        "the sign of α forgotten",
        says="It keeps α with the label in it, but adds it to the change as if it had no sign.",
        tempting="One text keeps α with the label in it, the other without; in the first pass both are the same.",
        effect="Examples of class +1 are right. For class −1 the old α counts against itself: it falls at the second "
        "visit and comes back at the third, and w never settles.",
        hints=("Visit an example of class −1 twice in a row. Does the second visit change anything?",
               "Which values can your α take, for each of the two classes?"),
        where="best", changes=_dual((BEST, "(1 - y[i] * score) / q + alpha[i]")),
    ),
    Entry(
        "no step above the margin",
        says="It leaves α alone where the margin is not violated.",
        tempting="In Pegasos such an example is not added, and the condition is brought along.",
        effect="What an early step has given too much is never taken back: α only grows. The objective ends above its "
        "minimum, by little on easy data, and the gap never comes to 0.",
        hints=("Can an α become smaller in your program?",
               "An example has α > 0, and its margin has become 2. Should it still hold w?"),
        where="bounds", changes=_dual((DELTA, f"({DELTA}) * (y[i] * score < 1)")),
    ),
    Entry(
        "w shrinks as in Pegasos",
        says="It multiplies w by 1 − 1/t in each round, before it adds.",
        tempting="The penalty made w shrink in Pegasos, and it is the same penalty.",
        effect="w is no longer the sum that its α say. Margins fall, and more and more α run to their bound; the "
        "objective comes down at first, and then it rises.",
        hints=("Compare w with the sum made of your α, after a pass.",
               "Which quantity is the penalty already in, before any step is made?"),
        where="add",
        changes=_dual(("add(w, delta", "w *= 1 - 1 / t\n        add(w, delta")),
    ),
    Entry(
        "two scales of α mixed",
        says="It bounds α by 1/(λ·m), but moves w as if the bound were 1.",
        tempting="In LinearSVC's scale the bound is C, and C = 1/(λ·m): the formulas of two texts are mixed.",
        effect="Where λ·m is above 1, hardly any α can grow, and w stays short; where it is below 1, single "
        "examples pull too strongly. Only at λ·m = 1 it is right.",
        hints=("What is the largest α in your program, and what is the largest slope of the hinge?",
               "Write w as a sum over your α. Which factor stands before it?"),
        where="bounds", changes=_dual((DELTA, "y[i] * max(0, min(1 / (lam * X.shape[0]), best)) - alpha[i]")),
    ),
    Entry(
        "w does not start where α does",
        says="It starts with ones in w, and with zeros in α.",
        tempting="Other methods must not start at 0, and one start looks as good as another.",
        effect="w is w(α) plus what it started with, for ever: nothing shrinks it. It ends at the minimum of another "
        "objective, one that draws w to the start in the place of 0.",
        hints=("Compare w with the sum made of your α, before the first step.",
               "Which step of yours could take the start out of w again?"),
        where="start", changes=_dual(("w, alpha = np.zeros", "w, alpha = np.ones")),
    ),
)  # fmt: skip
