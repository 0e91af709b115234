"""Conventions that are right in themselves"""

from functools import partial

import numpy as np

from pegasos_edu.boxes import free_bias
from pegasos_edu.boxes.inputs import Classes, Indices, Rows
from pegasos_edu.boxes.rows import add, dot
from pegasos_edu.boxes.steps import MulticlassStep
from pegasos_edu.boxes.variants import variant
from pegasos_edu.misconceptions.edits import (
    ALONE,
    BATCHED,
    DRAWING,
    KERNELS,
    SHRUNK,
    START,
    STEPPING,
    asked,
    each,
    looking,
    sized,
)
from pegasos_edu.misconceptions.entries import Entry

PROJECTING = ("hinge", "logistic", *BATCHED, "scaled")
COLUMN = (("b = b + eta * y[i]", "b = (1 - eta * lam) * b + eta * y[i]"),
          (f"w = {ALONE}", "w, b = (1 - eta * lam) * w, (1 - eta * lam) * b  "))  # fmt: skip
Convention = partial(Entry, is_convention=True)


def _one_versus_rest(X: Rows, y: Classes, lam, draws: Indices):
    """`multiclass` as one hinge for each class, against all the others."""
    v, eta = np.zeros((y.max() + 1, X.shape[1])), 0.0
    for t, i in enumerate(draws, 1):
        scores = eta * dot(v, X, i)
        eta = 1 / (lam * t)
        for r, score in enumerate(scores):
            label = 1 if y[i] == r else -1
            if label * score < 1:
                add(v[r], label, X, i)
        yield MulticlassStep(t, i, eta, scores, v)


def _every_rival(X: Rows, y: Classes, lam, draws: Indices):
    """`multiclass` with the sum over the rivals in the place of the largest of them."""
    v, eta = np.zeros((y.max() + 1, X.shape[1])), 0.0
    for t, i in enumerate(draws, 1):
        scores = eta * dot(v, X, i)
        eta = 1 / (lam * t)
        for r in range(len(v)):
            if r != y[i] and scores[y[i]] - scores[r] < 1:
                add(v[r], -1, X, i)
                add(v[y[i]], 1, X, i)
        yield MulticlassStep(t, i, eta, scores, v)


CONVENTIONS = (
    Convention(
        "η = 1/√t",
        says="It takes the step size 1/√t, without λ, as one course's text does.",
        tempting="This schedule needs no strong convexity, and is safe for any convex objective.",
        effect="The steps are shorter at first and longer later, and the start fades more slowly. It reaches the same "
        "optimum, in more rounds; where η·λ is far above 1 in the first rounds it needs many.",
        hints=("How is your step size made, and how is the paper's?", "Which quantities are in your η?"),
        where="eta", changes=sized(("hinge", "logistic", *BATCHED, "scaled", "free_bias"), "1 / sqrt(t)"),
    ),
    Convention(
        "t starts at 2",
        says="It takes 1/(λ·(t + 1)) for the step size, so that 1 − η·λ is never 0.",
        tempting="One course's text offers it, to avoid a scale factor of 0.",
        effect="Another sequence of the same quality: each w is t/(t + 1) times as long or so, and the difference "
        "fades.",
        hints=("What is your η in round 1?", "From which number do you count rounds?"),
        where="t", changes=sized((box for box in STEPPING if box not in KERNELS), "1 / (lam * (t + 1))"),
    ),
    Convention(
        "t starts at 3",
        says="It takes 1/(λ·(t + 2)) for the step size.",
        tempting="A start at 2, and the counter is raised before it is used.",
        effect="Another sequence of the same quality: the first steps are shorter, and the difference fades.",
        hints=("What is your η in round 1?", "From which number do you count rounds?"),
        where="t", changes=sized(STEPPING, "1 / (lam * (t + 2))"),
    ),
    Convention(
        "η = 2/(λ·(t + 1))",
        says="It takes steps of nearly twice the size, as other analyses do.",
        tempting="With an average in which late rounds count more, it comes without a logarithm in its bound.",
        effect="The last w is noisier, and an average of late rounds as good or better. It reaches the same optimum.",
        hints=("How is your step size made, and how is the paper's?",
               "By which factor are the two different for large t?"),
        where="eta", changes=sized(("hinge", "logistic", *BATCHED, "free_bias"), "2 / (lam * (t + 1))"),
    ),
    Convention(
        "the penalty λ·‖w‖², without the half",
        says="It takes the objective with λ·‖w‖²: η = 1/(2·λ·t), and 1 − 2·η·λ to shrink.",
        tempting="Some texts write the penalty so.",
        effect="It is Pegasos for twice the λ: w is half as long, or less. Right for its own objective.",
        hints=("Which objective does your program lower?", "Compare your w with that for 2·λ."),
        where="eta",
        changes=each(["hinge"], ("eta = 1 / (lam * t)", "eta = 1 / (2 * lam * t)"),
                     (SHRUNK, "(1 - 2 * eta * lam) * w + ("), (ALONE, "(1 - 2 * eta * lam) * w  "))
        | each(("logistic", *BATCHED), ("eta = 1 / (lam * t)", "eta = 1 / (2 * lam * t)"),
               (SHRUNK, "(1 - 2 * eta * lam) * w + (")),
    ),
    Convention(
        "≤ at the margin",
        says="It steps at a margin of exactly 1 too.",
        tempting="At the kink of the hinge any slope between both is a subgradient, and one course's rule has ≤.",
        effect="It differs where a margin is exactly 1, which on measured data hardly ever happens. Both are right.",
        hints=("What does your program do at a margin of exactly 1?", "Look at the sign of comparison."),
        where="condition", changes=asked("y[i] * score <= 1", "y[A] * scores <= 1"),
    ),
    Convention(
        "the projection",
        says="It projects w onto the ball of radius 1/√λ after each round.",
        tempting="The first paper on Pegasos has it always, the later one as an option.",
        effect="The first steps are kept short. After some rounds w is within the ball by itself; it reaches the same "
        "optimum.",
        hints=("What happens to w at the end of your round?", "How long can your w be?"),
        where="project", changes=each(PROJECTING, ("project=False", "project=True")),
    ),
    Convention(
        "the average given out",
        says="It gives out the mean of all w so far, those that the rounds have left.",
        tempting="The bounds hold for the average.",
        effect="Smoother than the last w, and behind it for long, as the wild first rounds are in it.",
        hints=("What is the last thing you do with w?", "Is your output what the last step left?"),
        where="output",
        changes=each(("hinge", "logistic"), (START["hinge"], "w, mean = np.zeros(X.shape[1]), 0.0"),
                     ("yield LinearStep(t, i, eta, score, w)",
                      "mean = mean + (w - mean) / t\n        yield LinearStep(t, i, eta, score, mean)"))
        | each(BATCHED, (START["minibatch"], "w, mean = np.zeros(X.shape[1]), 0.0"),
               ("yield BatchStep(t, A, eta, scores, w)",
                "mean = mean + (w - mean) / t\n        yield BatchStep(t, A, eta, scores, mean)")),
    ),
    Convention(
        "the average with the start in it",
        says="It gives out the mean of w before each round, from the first w, 0, to the last but one.",
        tempting="This is the average of the paper's bound.",
        effect="Smoother than the last w, and behind it for long, as the wild first rounds are in it.",
        hints=("What is the last thing you do with w?", "Which w is the first in your mean?"),
        where="output",
        changes=each(("hinge", "logistic"), (START["hinge"], "w, mean = np.zeros(X.shape[1]), 0.0"),
                     ("score = w @ X[i]", "mean = mean + (w - mean) / t\n        score = w @ X[i]"),
                     ("eta, score, w)", "eta, score, mean)"))
        | each(BATCHED, (START["minibatch"], "w, mean = np.zeros(X.shape[1]), 0.0"),
               ("scores = dots(w, X, A)", "mean = mean + (w - mean) / t\n        scores = dots(w, X, A)"),
               ("eta, scores, w)", "eta, scores, mean)")),
    ),
    Convention(
        "one round less",
        says="It does T − 1 rounds.",
        tempting="A range from 1 to T ends before T.",
        effect="All steps are the right ones; the last is not done.",
        hints=("How often does w change for T = 2?", "Where does your range end?"),
        where="t", changes=looking(DRAWING, "draws[:-1]"),
    ),
    Convention(
        "a free bias beside w",
        says="It learns a bias that is not shrunk, beside w.",
        tempting="Classes need not lie on two sides of the origin, and a free bias is one of the paper's ways.",
        effect="Another algorithm, that of the box free_bias: the first steps throw b far out, and nothing draws it "
        "back.",
        hints=("What else does your program learn beside w?", "Is the score of an example more than w·x?"),
        where="bias",
        programs={"hinge": free_bias},
    ),
    Convention(
        "the bias as a constant column",
        says="It learns a bias that shrinks as w does: the weight of a column of ones.",
        tempting="One more feature that is always 1 needs no change of the algorithm.",
        effect="Another objective, with λ/2·(‖w‖² + b²); its optimum has a smaller b. The paper's first way.",
        hints=("What else does your program learn beside w?", "Does your bias shrink?"),
        where="bias",
        programs={"hinge": variant(free_bias, *COLUMN, name="constant_column")},
    ),
    Convention(
        "the slips of the figure mended",
        says="It has y_j in the sum, and 1/(λ·(t − 1)) before it.",
        tempting="The text of the paper says so, and the figure contradicts it.",
        effect="This is the box kernelized, and it is what one should use.",
        hints=("Which label stands in your sum?", "Compare the figure with the text below it."),
        where="kernel",
        changes={"kernelized_as_printed": (("y[i] * (alpha @ K[i])", "(alpha * y) @ K[i]"),
                                           ("score = total / (lam * t)", "score = total / (lam * max(1, t - 1))"))},
    ),
    Convention(
        "the label of the figure mended",
        says="It has y_j in the sum, and the printed 1/(λ·t) before it.",
        tempting="That the label is a slip is well known, that the other is one hardly.",
        effect="Margins between 1 and t/(t − 1) count as violated; else this is the box kernelized.",
        hints=("Which label stands in your sum?", "Compare the figure with the text below it."),
        where="kernel", changes={"kernelized_as_printed": (("y[i] * (alpha @ K[i])", "(alpha * y) @ K[i]"),)},
    ),
    Convention(
        "signed counts",
        says="It keeps α_j·y_j in the place of α_j, and no labels in the sum.",
        tempting="The label of an example never changes, so that it can be put into its coefficient once.",
        effect="The same w in every round, told otherwise.",
        hints=("Which sign have your coefficients?", "Where do labels enter?"),
        where="kernel",
        changes={
            "kernelized": (("(alpha * y) @ K[i]", "alpha @ K[i]"), ("alpha[i] += 1", "alpha[i] += y[i]")),
            "kernelized_cached": (("alpha[i] += 1", "alpha[i] += y[i]"),),
        },
    ),
    Convention(
        "coefficients that shrink",
        says="It keeps η·α in the place of the counts α, and shrinks all of them in each round.",
        tempting="These coefficients are those of w, and the step on w holds for them as it is.",
        effect="The same w in every round, told otherwise; each round touches all coefficients.",
        hints=("What do your coefficients stand for: counts, or weights?", "What happens to them where all is fine?"),
        where="kernel",
        changes={"kernelized": (("score = eta * total", "score = total"), ("alpha[i] += 1", "alpha[i] += eta"),
                                ("if y[i] * score < 1:", "alpha *= 1 - 1 / t\n        if y[i] * score < 1:"))},
    ),
    Convention(
        "one class against the rest",
        says="It trains a hinge for each class against all others, side by side.",
        tempting="It needs nothing beyond two classes, and each row can be trained on its own.",
        effect="Another objective, and mostly similar predictions.",
        hints=("How many rows does one example move?", "What is the loss of an example in your program?"),
        where="loss", programs={"multiclass": _one_versus_rest},
    ),
    Convention(
        "every rival within the margin",
        says="It moves against every class that is not far enough behind, not against the strongest only.",
        tempting="Another well-known loss for several classes is the sum over the rivals.",
        effect="Another objective, and mostly similar predictions.",
        hints=("How many rows does one example move?", "Is your loss a maximum over the classes, or a sum?"),
        where="loss", programs={"multiclass": _every_rival},
    ),
    Convention(
        "one subgradient more at the kink",
        says="It gives −1 at a margin of exactly 1.",
        tempting="At the kink any slope between −1 and 0 is a subgradient.",
        effect="Only margins of exactly 1 are treated otherwise. Both are right.",
        hints=("What is your slope at exactly 1?", "Look at the sign of comparison."),
        where="loss", changes={"hinge_slope": (("< 1.0", "<= 1.0"),)},
    ),
    Convention(
        "a pull at the kink too",
        says="It takes −y·x for the loss at a margin of exactly 1 too.",
        tempting="At the kink any slope between −1 and 0 is a subgradient, and one course's rule has ≤.",
        effect="Only margins of exactly 1 are treated otherwise. Both are right.",
        hints=("What do you give at a margin of exactly 1?", "Look at the sign of comparison."),
        where="condition", changes={"subgradient": (("(w @ x) < 1", "(w @ x) <= 1"),)},
    ),
    Convention(
        "the log loss in bits",
        says="It takes the logarithm to the base 2, so that the loss is 1 at margin 0.",
        tempting="Then it lies above the count of errors, as the hinge does.",
        effect="All losses are 1.44 times as large. The objective with it is another one, as if λ were smaller.",
        hints=("What is your loss at margin 0?", "To which base is your logarithm?"),
        where="loss",
        changes={"log_loss": (("return np.logaddexp(0.0, -np.asarray(z, dtype=float))",
                               "return np.logaddexp(0.0, -np.asarray(z, dtype=float)) / np.log(2)"),)},
    ),
    Convention(
        "a constant feature in the linear kernel",
        says="It takes ⟨x, z⟩ + 1.",
        tempting="A column of ones gives a bias, also where only inner products are computed.",
        effect="It is the linear kernel with one more feature: w has a bias, which is penalised.",
        hints=("What is your kernel of two points at right angles?", "Is anything added?"),
        where="kernel", changes={"linear": (("_finite(X @ Z.T, X, Z)", "_finite(X @ Z.T, X, Z) + 1"),)},
    ),
)  # fmt: skip
