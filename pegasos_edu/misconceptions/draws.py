"""Which examples a step looks at, and their labels"""

from pegasos_edu.misconceptions.edits import DRAWING, EVERY, HINGES, KERNELS, START, each, first, looking
from pegasos_edu.misconceptions.entries import Entry

LABELLED = tuple(box for box in DRAWING if box not in ("regression", "multiclass"))
SEEING = tuple(box for box in LABELLED if box != "kernelized_as_printed")  # which does not see labels at all

ENTRIES = (
    Entry(
        "the first example never drawn",
        says="It never looks at the example with index 0; another one comes in its place.",
        tempting="Papers count from 1 to m, and a range that starts at 1 looks like theirs.",
        effect="One example is left out. On many examples nothing of that shows in objective or accuracy; on few, or "
        "where that example matters, w is another one.",
        hints=("Which indices can your draw give? Name the smallest and the largest.",
               "Python counts from 0. Is there an example that your range leaves out?"),
        where="choose", changes=looking(DRAWING, "np.maximum(draws, 1)"),
    ),
    Entry(
        "the last example never drawn",
        says="It never looks at the last example; another one comes in its place.",
        tempting="m − 1 is the last index, and some ranges end before what they are given, others with it.",
        effect="One example is left out. On many examples nothing of that shows in objective or accuracy; on few, or "
        "where that example matters, w is another one.",
        hints=("Which indices can your draw give? Name the smallest and the largest.",
               "Does the range that you draw from include its upper end, or stop before it?"),
        where="choose", changes=looking(DRAWING, "np.minimum(draws, len(y) - 2)"),
    ),
    Entry(
        "indices counted from 1",
        says="It takes the neighbour of the example that was drawn, and index −1, the last one, for the first.",
        tempting="Papers count from 1 to m, Python from 0, and one subtraction is done once too often.",
        effect="Where the draws are even, nothing of it shows: every example is as likely as before. On given draws "
        "every step looks at the wrong example. With a range one too wide, the last example comes twice as often.",
        hints=("In the first step, which example was drawn, and which one did you use?",
               "Python does not complain about index −1. When would yours be that?"),
        where="choose", changes=looking(DRAWING, "(np.asarray(draws) - 1) % len(y)"),
    ),
    Entry(
        "a class never drawn",
        says="It draws only from the examples of one class.",
        tempting="Data are often stored class by class, and a range that is too short ends within the first of them.",
        effect="w learns what one class has in common. Where the other class is its mirror image at the origin, that "
        "is enough, and nothing shows; elsewhere everything is called by the name of one class, and the objective "
        "stays high.",
        hints=("Collect the labels of the examples that you looked at. Which of them occur?",
               "In which order are the examples stored, and how far does your range reach?"),
        where="choose", changes=looking(LABELLED, "np.flatnonzero(y > 0)[np.asarray(draws) % max(1, (y > 0).sum())]"),
    ),
    Entry(
        "the same draw in every round",
        says="It looks at the same example, or batch, again and again.",
        tempting="A seed that is set for the sake of equal runs ends up inside the loop.",
        effect="w points along what it looks at, and nothing else is learned. The objective stays high.",
        hints=("Print what you drew in the first five rounds.",
               "What happens to a random generator each time that it is given its seed?"),
        where="choose", changes=looking(DRAWING, "[draws[0]] * len(draws)"),
    ),
    Entry(
        "index 0 taken for nothing",
        says="It never adds the example with index 0, even where its margin is violated.",
        tempting="An index, or a list of indices, is used as a condition, and 0 counts as false in Python.",
        effect="One example is never added; when it is drawn, w only shrinks. On many examples nothing of that shows; "
        "on few, w is another one.",
        hints=("Follow a round in which the very first example is drawn and violates its margin. What do you add?",
               "0 is a proper index. Where could your program read it as no?"),
        where="choose",
        changes=each((box for box in HINGES if box != "minibatch"),
                     ("y[i] * score < 1", "i != 0 and y[i] * score < 1"))
        | each(["minibatch"], ("A[y[A] * scores < 1]", "A[(y[A] * scores < 1) & (A != 0)]")),
    ),
    Entry(
        "labels shifted against the rows",
        says="It takes each example together with the label of its neighbour.",
        tempting="A heading or a first row is dropped from the one and not from the other.",
        effect="Where the stored labels come in blocks nearly all pairs are still right, and accuracy is hardly "
        "lower. In mixed order the labels are noise, and where they alternate all of them are wrong.",
        hints=("Take the third example. Which label does your program use with it?",
               "Do your examples and your labels have the same first element?"),
        where="labels", changes=first(SEEING, "y = np.roll(y, 1)"),
    ),
    Entry(
        "labels 0 and 1",
        says="It works with labels 0 and 1 in the place of −1 and +1.",
        tempting="0 and 1 are what many data sets and libraries use for two classes.",
        effect="With the hinge loss, examples labelled 0 add nothing: only one class pulls, and w only shrinks at the "
        "other. A plane through the origin may still part well, so that accuracy hides it; the objective does not.",
        hints=("Take an example of the class that is not +1. What does it add to w in your program?",
               "The formulas multiply by the label. What must the label of the second class be, so that it can push?"),
        where="labels", changes=first(SEEING, "y = (y > 0) * 1"),
    ),
    Entry(
        "labels collapsed to one",
        says="It gives all examples the label +1.",
        tempting="A first replacement maps one class to +1, and a second one maps what is no longer there.",
        effect="Every example pulls to the same side. On which side of the boundary the two classes come to lie is a "
        "matter of luck, and so is accuracy; the objective is high.",
        hints=("Which values does your y hold right before the loop, and how often each?",
               "If you replace labels in two lines: what does the second one see of the first?"),
        where="labels", changes=first(SEEING, "y = np.ones(len(y))"),
    ),
    Entry(
        "labels mapped twice",
        says="It maps 0 and 1 to −1 and +1, though they are −1 and +1 already, so that −1 becomes −3.",
        tempting="2·y − 1 is right for labels 0 and 1, and it is done once in the data and once in the program.",
        effect="One class pulls three times as strongly as the other, and its margins are taken three times as large.",
        hints=("Which values does your y hold right before the loop?",
               "Does your program know whether the labels have been mapped already?"),
        where="labels", changes=first(SEEING, "y = 2 * y - 1"),
    ),
    Entry(
        "labels turned round",
        says="It takes +1 for the class that is −1, and the other way round.",
        tempting="Classes are numbered in the order in which they are met, or by the alphabet.",
        effect="w is the right one times −1: the steps are the mirror of the right ones, every prediction is turned "
        "round, and accuracy is what it lacked to 1.",
        hints=("Take one example of each class. On which side of 0 is its score?",
               "Which of the two names did your program make +1, and which one is it in the data?"),
        where="labels", changes=first((box for box in SEEING if box not in KERNELS), "y = -y"),
    ),
    Entry(
        "the data changed through an alias",
        says="It multiplies the row of the example itself, so that the data are no longer what they were.",
        tempting="x = X[i] looks like a copy, and an operation in place is the fast one.",
        effect="Right as long as each example comes once. When one comes again it has another length, perhaps another "
        "sign: w goes astray in the second pass, and so does every score on the data afterwards.",
        hints=("Compare the data before and after your program.",
               "Is the row that you take out of the data an array of its own, and is anything done to it in place?"),
        where="add",
        changes={
            box: (*first([box], "X = X.copy()")[box], (f"({step}) * X[i]", f"np.multiply(X[i], {step}, out=X[i])"))
            for box, step in (("hinge", "eta * y[i]"), ("logistic", "eta * y[i] * p"), ("free_bias", "eta * y[i]"))
        },
    ),
    Entry(
        "the start is not 0",
        says="It starts from ones in the place of zeros.",
        tempting="Other methods must not start at 0, and with 1 − η·λ = 0 in round 1 the start seems to be wiped out.",
        effect="Where w itself is kept, the start decides only whether the first example counts as violated: one "
        "step. Where a sum or counts are kept, it stays in there for good and fades as slowly as any example.",
        hints=("What is the score of the first example, before anything was learned?",
               "The analysis begins with the shortest vector there is."),
        where="start",
        changes={box: ((START[box], START[box].replace("np.zeros", "np.ones", 1)),) for box in EVERY},
    ),
    Entry(
        "a row of another example",
        says="It judges the drawn example, but adds the example whose index is the number of the round.",
        tempting="i and t are both numbers in the loop, and in stored order they go side by side.",
        effect="Rows come with labels that are not theirs; w is a mixture of both classes, short and of random "
        "direction.",
        hints=("In the first violated round: which row did you add, and which one did you judge?",
               "Which of your letters says which round it is, and which one says what was drawn?"),
        where="add",
        changes=each(("hinge", "free_bias"), ("(eta * y[i]) * X[i]", "(eta * y[i]) * X[(t - 1) % len(y)]"))
        | each(["logistic"], ("(eta * y[i] * p) * X[i]", "(eta * y[i] * p) * X[(t - 1) % len(y)]"))
        | each(("summed", "biased"), ("add(v, y[i], X, i)", "add(v, y[i], X, (t - 1) % len(y))"))
        | each(("kernelized", "kernelized_as_printed"), ("alpha[i] += 1", "alpha[(t - 1) % len(y)] += 1")),
    ),
)  # fmt: skip
