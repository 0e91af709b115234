"""The subgradient of one example"""

from pegasos_edu.misconceptions.entries import Entry

CONDITION, PULL, REST = "if y * (w @ x) < 1:", "return lam * w - y * x", "return lam * w  "


def _both(term):
    """Another penalty's part, with the loss's and without."""
    return {"subgradient": ((PULL, f"return {term} - y * x"), (REST, f"return {term}  "))}


def _asked(condition):
    """Another condition."""
    return {"subgradient": ((CONDITION, f"if {condition}:"),)}


def _pulled(term):
    """Another part of the loss."""
    return {"subgradient": ((PULL, f"return lam * w {term}"),)}


ENTRIES = (
    Entry(
        "the penalty left out of the subgradient",
        says="It gives the part of the loss alone, without λ·w.",
        tempting="The loss is what is to be made small, and the penalty does not know of the example.",
        effect="A step with it never shrinks w: what was added once stays for ever, and w becomes far too long.",
        hints=("For an example with a margin of 5, what do you give? At which w is f lowest, if no example pulls?",
               "The objective has two terms. What does the one without the example change by, if w changes?"),
        where="shrink", changes=_both("0 * w"),
    ),
    Entry(
        "the penalty only where the margin is violated",
        says="It gives 0 where the margin is fine, and λ·w − y·x elsewhere.",
        tempting="Where the hinge is flat nothing seems to be left, and both terms stand behind the condition.",
        effect="Steps shrink w only where they also add, so that w is too long. Accuracy hardly suffers; the "
        "objective is too high, the more the smaller λ is.",
        hints=("What do you give for an example whose margin is fine?",
               "The condition belongs to the loss. Does the penalty know of margins?"),
        where="shrink", changes={"subgradient": ((REST, "return 0 * w  "),)},
    ),
    Entry(
        "the loss pulls at every margin",
        says="It gives λ·w − y·x whether the margin is violated or not.",
        tempting="The slope of 1 − z is −1, and the maximum with 0 looks like a detail.",
        effect="Examples with a fine margin pull as well: w becomes the mean of all y·x, divided by λ, which is far "
        "too long. Accuracy may be good all the same.",
        hints=("How steep is the hinge at margin 3?", "Which part of the hinge is flat, and what is its slope there?"),
        where="condition", changes=_asked("y * y > 0"),
    ),
    Entry(
        "the slope of the loss turned round",
        says="It gives λ·w + y·x where the margin is violated.",
        tempting="A step adds y·x, with a plus; that it goes against the subgradient is not seen there.",
        effect="A step against it makes the margin of its example worse: the objective rises far above its value at "
        "w = 0.",
        hints=("If w moves along y·x, does the margin rise or fall? And the loss?",
               "Which sign has the slope of 1 − z? And by which factor does the chain rule multiply it?"),
        where="add", changes=_pulled("+ y * x"),
    ),
    Entry(
        "the step in the place of the subgradient",
        says="It gives the subgradient with its sign turned, y·x − λ·w.",
        tempting="That is the direction in which the step goes, and the one of which one thinks.",
        effect="A step goes against what it is given, and with this one it climbs: w grows without end.",
        hints=("Along what you give: does the objective rise or fall?",
               "Descent subtracts. Has your function done that already?"),
        where="add",
        changes={"subgradient": ((PULL, "return y * x - lam * w"), (REST, "return -lam * w  "))},
    ),
    Entry(
        "the label left out of the pull",
        says="It gives λ·w − x where the margin is violated, without the label.",
        tempting="The label is in the condition already, and x is what the score is made of.",
        effect="All examples pull to the same side: those of class −1 move w so that their own margin becomes worse.",
        hints=("Take an example with label −1. Should w move towards it, or away from it?",
               "The margin is y·⟨w, x⟩. By which two factors is w multiplied in it?"),
        where="add", changes=_pulled("- x"),
    ),
    Entry(
        "the score asked in the place of the margin",
        says="It asks whether ⟨w, x⟩ is below 1, without the label.",
        tempting="The score is what is computed, and the y before it is small in print.",
        effect="Examples of class +1 are treated rightly; those of class −1 pull however good their margin is, and w "
        "becomes too long.",
        hints=("Take an example with label −1 and score −5. Does it pull, in your program?",
               "For which of the two classes does your condition ask the right thing?"),
        where="condition", changes=_asked("w @ x < 1"),
    ),
    Entry(
        "the loss pulls on the wrong side only",
        says="It lets the loss pull where the margin is 0 or below, and not between 0 and 1.",
        tempting="An example on the right side seems to be learned; this is the condition of the perceptron.",
        effect="No room is made around the boundary, and w is too short. Accuracy is often as good; the objective is "
        "too high.",
        hints=("What does the hinge cost at margin 0.5, and how steep is it there?", "At which margin is its kink?"),
        where="condition", changes=_asked("y * (w @ x) <= 0"),
    ),
    Entry(
        "the loss pulls below margin 0 only",
        says="It lets the loss pull where the margin is below 0, and not at 0 or above.",
        tempting="A wrong prediction is one with the wrong sign, and 0 has no sign.",
        effect="At w = 0 all margins are 0 and nothing pulls: steps with it leave w at 0 for ever.",
        hints=("What do you give at w = 0?", "What does the hinge cost at margin 0, and how steep is it there?"),
        where="condition", changes=_asked("y * (w @ x) < 0"),
    ),
    Entry(
        "the kink seen from the other side",
        says="It lets the loss pull where the margin is above 1, and not where it is violated.",
        tempting="One thinks of the case that is fine first, and writes the other one's slope behind it.",
        effect="At w = 0 no margin is above 1 and nothing pulls: steps with it leave w at 0 for ever.",
        hints=("What do you give at w = 0?", "On which side of its kink is the hinge flat?"),
        where="condition", changes=_asked("y * (w @ x) > 1"),
    ),
    Entry(
        "half of λ·w",
        says="It gives λ/2·w for the penalty.",
        tempting="The objective has λ/2, and the square goes away together with the root of the length.",
        effect="It is the subgradient for half the λ. Steps of the size 1/(λ·t) shrink w too little, and w is too "
        "long.",
        hints=("What is the derivative of λ/2·s² for a number s?", "What is the half of the objective there for?"),
        where="shrink", changes=_both("lam / 2 * w"),
    ),
    Entry(
        "twice λ·w",
        says="It gives 2·λ·w for the penalty.",
        tempting="The derivative of a square has a factor of 2, and the half before it is forgotten.",
        effect="It is the subgradient for twice the λ. Steps of the size 1/(λ·t) shrink w too much, and in round 1 "
        "they turn it round.",
        hints=("What is the derivative of λ/2·s² for a number s?", "Which factor stands before the square?"),
        where="shrink", changes=_both("2 * lam * w"),
    ),
    Entry(
        "λ left out of the subgradient",
        says="It gives w for the penalty, without λ.",
        tempting="The derivative of a half square is w, and λ is in the step size already.",
        effect="With a small λ a step of the size 1/(λ·t) takes away many times w: it turns round and grows in the "
        "first rounds. Later w is far too short.",
        hints=("Make λ ten times as large. What of your subgradient changes?",
               "Is λ a factor of the penalty? Then where is it in its derivative?"),
        where="shrink", changes=_both("w"),
    ),
    Entry(
        "the pull grows with the loss",
        says="It multiplies y·x by the loss, 1 − z.",
        tempting="A worse margin seems to need a stronger pull.",
        effect="This is half the slope of the squared hinge: bad margins pull far more, and the optimum is another "
        "one. Early steps may run away.",
        hints=("How steep is the hinge at margin −5, and at margin 0?", "What slope does a straight line have?"),
        where="add", changes=_pulled("- (1 - y * (w @ x)) * y * x"),
    ),
    Entry(
        "the example left out of the pull",
        says="It takes the number y from every entry, where y·x should be.",
        tempting="A number and a vector can be subtracted in NumPy, so that nobody complains about what is missing.",
        effect="All entries of w are pulled alike: only one direction can be learned, and it is no choice of the "
        "data.",
        hints=("What of the example is in your pull, beside its label?",
               "In which direction must w move, so that the score on this example changes most?"),
        where="add", changes=_pulled("- y"),
    ),
    Entry(
        "the length in the place of w",
        says="It gives the number λ·‖w‖ for the penalty, in every entry.",
        tempting="The penalty is made of the length of w, and its derivative seems to be so too.",
        effect="Steps do not go against w but along one diagonal, whatever w is: the penalty is not made smaller by "
        "them.",
        hints=("The penalty falls fastest along which direction?",
               "The derivative by a vector has an entry for each entry of it. Are yours different?"),
        where="shrink", changes=_both("lam * norm(w) * np.ones(len(w))"),
    ),
)  # fmt: skip
