"""Mini-batches"""

import numpy as np

from pegasos_edu.boxes.inputs import Batches, Rows
from pegasos_edu.boxes.rows import dots
from pegasos_edu.boxes.steps import BatchStep
from pegasos_edu.misconceptions.edits import BATCHED, SHRUNK, START, each, looking
from pegasos_edu.misconceptions.entries import Entry


def _moving(X: Rows, y, lam, draws: Batches, project=False):
    """`minibatch` in which w moves from one example of a batch to the next."""
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        scores, eta = dots(w, X, A), 1 / (lam * t)
        w = (1 - eta * lam) * w
        for i in A:
            if y[i] * (w @ X[i]) < 1:
                w = w + eta / len(A) * y[i] * X[i]
        yield BatchStep(t, A, eta, scores, w)


ENTRIES = (
    Entry(
        "divided by the number of violators",
        says="It divides the sum by the number of violators, not by the size of the batch.",
        tempting="The sum runs over the violators, so their mean seems to be meant.",
        effect="The fewer violators a batch has, the more each of them counts: as soon as most margins are good, the "
        "steps are far too long. The objective stays too high; without violators there is a division by 0.",
        hints=("Take a batch with a single violator. How far does w move, and how far should it?",
               "The loss is a mean over the batch. How many zeros are in that mean?"),
        where="add", changes=each(["minibatch"], ("(eta / len(A)) * total", "(eta / max(1, len(violators))) * total")),
    ),
    Entry(
        "the sum in the place of the mean",
        says="It adds the sum over the batch with the full step size, divided by nothing.",
        tempting="Each example of the batch is treated as Pegasos treats one example.",
        effect="w is as many times too long as there are examples in the batch, until more margins are good: w solves "
        "a problem with less regularisation, and the objective stays too high.",
        hints=("Draw a batch of k copies of one example. Is your step the same as for that example alone?",
               "The objective has the mean of the losses. Where is that mean in your step?"),
        where="add", changes=each(BATCHED, ("(eta / len(A)) * total", "eta * total")),
    ),
    Entry(
        "divided by the number of all examples",
        says="It divides the sum over the batch by m, the size of the whole data set.",
        tempting="The objective has 1/m before its sum.",
        effect="The steps are m/k times too short, as if λ were as many times larger: w stays short, most margins "
        "stay violated, the objective is near its value at 0. Accuracy hides it.",
        hints=("How many terms has your sum, and by what do you divide it?",
               "The mean over the batch stands for the mean over all. Which number makes it a mean?"),
        where="add", changes=each(BATCHED, ("(eta / len(A)) * total", "(eta / len(y)) * total")),
    ),
    Entry(
        "the shrinking divided by k as well",
        says="It shrinks w by η·λ/k only, as if the penalty were part of each example's share.",
        tempting="The bracket of the gradient is divided by k as a whole.",
        effect="w keeps too much of its early, long steps, and fades only slowly. It is too long for a very long time.",
        hints=("By how much does w shrink in a round in which no margin is violated?",
               "The penalty stands once in the objective, outside of the mean."),
        where="shrink", changes=each(BATCHED, (SHRUNK, "(1 - eta * lam / len(A)) * w + (")),
    ),
    Entry(
        "shrinks once for each example",
        says="It shrinks w k times in a round, once for each example of the batch.",
        tempting="A loop over the batch holds the whole step, with its shrinking.",
        effect="w loses far too much in each round and is too short, and the last batches count most. The objective "
        "is too high, accuracy nearly the same.",
        hints=("How often does your program make w shorter in one round?",
               "A batch is one step. What belongs into the loop over its examples, and what does not?"),
        where="shrink", changes=each(BATCHED, (SHRUNK, "(1 - eta * lam) ** len(A) * w + (")),
    ),
    Entry(
        "a list that is never emptied",
        says="It collects the violators of all rounds in one list and adds them all, again in each round.",
        tempting="The empty list is made before the loop, as are all the other things at the start.",
        effect="Every violator is added again in all later rounds: the sum grows with t and w never settles. The "
        "objective rises, accuracy may be fine.",
        hints=("How many violators does your round 10 add? How many can a batch have?",
               "Which of the things that you make before the loop belong to a single round?"),
        where="choose",
        changes=each(["minibatch"], (START["minibatch"], "w, violators = np.zeros(X.shape[1]), np.zeros(0, dtype=int)"),
                     ("A[y[A] * scores < 1]", "np.append(violators, A[y[A] * scores < 1])")),
    ),
    Entry(
        "a mask used as numbers",
        says="It uses the mask of the violators as indices: 0 for no, 1 for yes.",
        tempting="A mask that went through a list or through arithmetic is no mask any more, and nobody complains.",
        effect="In each round the first two examples of the batch stand in for all: the first once for each good "
        "margin, the second once for each violated one. Good examples are added, violated ones are not.",
        hints=("How many rows does your program add in a round: as many as there are violators?",
               "What is the type of that by which you pick the violators, and what does NumPy do with it?"),
        where="condition", changes=each(["minibatch"], ("A[y[A] * scores < 1]", "A[(y[A] * scores < 1).astype(int)]")),
    ),
    Entry(
        "the first batch dropped",
        says="It draws a batch that it never uses, and begins with the second.",
        tempting="A first draw before the loop sets up the shapes, and the loop draws anew.",
        effect="One batch less is seen. On random batches nothing of that shows; on given ones every step is another.",
        hints=("Which batch does your first step look at?", "How often do you draw before w moves for the first time?"),
        where="choose", changes=looking(BATCHED, "np.roll(draws, -1, axis=0)"),
    ),
    Entry(
        "a slice in the place of a sample",
        says="It takes the examples that follow the first one drawn, fewer at the end of the data.",
        tempting="A slice is the short way to k rows.",
        effect="Neighbours come together, and the last batch may have fewer examples. In shuffled data that hardly "
        "shows; in sorted data a batch holds one class only, and the steps become noisy.",
        hints=("Which examples can be in one batch with the first one of the data?",
               "Print the indices of a batch. Are they spread over the data?"),
        where="choose",
        changes=each(["minibatch"], ("enumerate(draws, 1):", "enumerate(draws, 1):\n"
                                     "        A = np.arange(A[0], min(A[0] + len(A), len(y)))")),
    ),
    Entry(
        "the sum is written over",
        says="It adds the last violator of the batch only.",
        tempting="In the loop over the batch, = stands where += is needed, and with k = 1 that is the same.",
        effect="All violators but one are lost, and what is left is divided by k: w is too short, most margins stay "
        "violated. Accuracy may hide it.",
        hints=("Take a batch with two violators. Are both in your sum?",
               "Follow the sum through the loop over the batch, from one example to the next."),
        where="add",
        changes=each(["minibatch"], ("combine(y[violators], X, violators)",
                                     "combine(y[violators[-1:]], X, violators[-1:])")),
    ),
    Entry(
        "only the first example of a batch is judged",
        says="It adds the whole batch if the first example of it violates its margin, and else nothing.",
        tempting="A condition on a whole array is an error, and one entry of it is not.",
        effect="Good examples are added and violated ones left out. The mistakes partly cancel in the mean; the steps "
        "are noisy, and the objective stays too high.",
        hints=("Take a batch with good and violated margins. Which of its examples do you add?",
               "Each example has a margin of its own."),
        where="condition",
        changes=each(["minibatch"], ("A[y[A] * scores < 1]", "A[np.repeat(y[A[0]] * scores[0] < 1, len(A))]")),
    ),
    Entry(
        "w moves within the batch",
        says="It moves w after each example of the batch, and judges the next one by the w just moved.",
        tempting="One loop over the batch that judges and adds is shorter than two.",
        effect="Examples alike to one that was just added are no longer violated: fewer are added than should be. The "
        "objective ends close to the right one, a little off in the early rounds.",
        hints=("With which w do you judge the second example of a batch?",
               "All margins of a batch are taken at the same w. Is yours the same until the batch is done?"),
        where="score", programs={"minibatch": _moving},
    ),
)  # fmt: skip
