"""What is printed otherwise than meant in the kernel section of the paper of 2011, in the authors' manuscript."""

import numpy as np

from pegasos_edu.boxes import hinge, kernelized
from pegasos_edu.boxes.variants import variant
from pegasos_edu.datasets import moons
from pegasos_edu.experiments.claims import Shown
from pegasos_edu.experiments.measuring import LAM, accuracy, end, gram, rounded
from pegasos_edu.experiments.mpb11 import SOURCE
from pegasos_edu.kernels import linear
from pegasos_edu.losses import hinge_loss, kernel_objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import kernel_optimum

WITH_ITS_FACTOR = variant(kernelized, ("score = eta * total", "score = total / (lam * t)"), name="with_its_factor")
WITH_ITS_LABEL = variant(kernelized, ("(alpha * y) @ K[i]", "y[i] * (alpha @ K[i])"), name="with_its_label")
BOTH = (kernelized, WITH_ITS_FACTOR)
claim = SOURCE.claim


@claim(
    "kernel-index", "Figure 3", "i_t is chosen from {0, …, |S|}",
    "wrong", "These are |S| + 1 values: from {1, …, |S|}, or {0, …, |S| − 1} in Python.",
)  # fmt: skip
def kernel_index(full):
    """How often such a draw is no example, and what Python says then."""
    m, n = 9, 100_000 if full else 10_000
    beyond = float(np.mean(np.random.default_rng(0).integers(0, m, size=n, endpoint=True) == m))
    try:
        np.arange(m)[m]
    except IndexError as error:
        said = str(error)
    return Shown({"share that is no example, of 9": beyond, "Python": said}, abs(beyond - 1 / (m + 1)) < 0.01)


@claim(
    "kernel-label", "Figure 3", "the sum over j has the factor y of the drawn example, α_t[j]·y_{i_t}·K",
    "wrong", "It is y_j. As printed, labels of the others play no part: the objective ends far too high, which "
    "accuracy may hide.",
)  # fmt: skip
def kernel_label(full):
    """f and accuracy with both labels, λ = 0.001."""
    (X, y, _), lam, T = moons(400 if full else 200), 0.001, 20_000 if full else 3000
    K, found = gram(X, gamma=2.0), {}
    ends = [end(box, K, y, lam=lam, T=T).beta(y) for box in (kernelized, WITH_ITS_LABEL)]
    found["f with y_j and as printed"] = [kernel_objective(beta, K, y, lam) for beta in ends]
    found["accuracy"] = [accuracy(K @ beta, y) for beta in ends]
    found["smallest f"] = kernel_optimum(K, y, lam).value
    right, printed = found["f with y_j and as printed"]
    return Shown(found, right < found["smallest f"] + 0.05 and printed > 2 * right)


@claim(
    "kernel-factor", "Figure 3", "in step t the sum is divided by λt",
    "wrong", "By λ(t − 1), as the text below defines w_t; in step 1 the score is 0. With λt it is another sequence, "
    "that of steps 1/(λ(t + 1)), which ends about as near.",
)  # fmt: skip
def kernel_factor(full):
    """Decisions beside those of Figure 1, with a linear kernel; and where both end."""
    X, y, _ = moons()
    K, T = linear(X), 20_000 if full else 2000
    plain = stack(run(hinge, X, y, lam=LAM, T=T))
    decided = [stack(run(box, K, y, lam=LAM, T=T)) for box in BOTH]
    differ = [int(np.sum((y[one.i] * one.score < 1) != (y[plain.i] * plain.score < 1))) for one in decided]
    best = kernel_optimum(K, y, LAM).value
    above = [float(kernel_objective(end(box, K, y, lam=LAM, T=T).beta(y), K, y, LAM) - best) for box in BOTH]
    found = {f"decisions unlike Figure 1's, of {T:,}, with λ(t − 1) and λt": differ, "f − f*": above}
    return Shown(found, differ[0] == 0 < differ[1] and max(above) < 0.02)


@claim(
    "kernel-sum", "the display below Figure 3", "the sum over i has a summand with the index t",
    "wrong", "The sum goes over the rounds s up to t: 1[y·⟨w_s, φ(x)⟩ < 1]·y·φ(x), each with its own example i_s.",
)  # fmt: skip
def kernel_sum(full):
    """w after t steps beside both sums."""
    (X, y, _), t = moons(), 2000 if full else 100
    made = stack(run(hinge, X, y, lam=LAM, T=t))
    added = ((y[made.i] * made.score < 1) * y[made.i])[:, None] * X[made.i]
    rounds = float(np.abs(added.sum(axis=0) / (LAM * t) - made.w[-1]).max())
    printed = float(np.abs(len(y) * added[-1] / (LAM * t) - made.w[-1]).max())
    return Shown(
        {"sum over rounds, off by": rounded(rounds), "as printed, off by": printed}, rounds < 1e-9 and printed > 0.1
    )


@claim(
    "equation-25", "equation (25)", "J(b) is the minimum over w of the mean loss",
    "wrong", "Of the penalty and the mean loss, as the text around it needs.",
)  # fmt: skip
def equation_25(full):
    """Longer and longer w on separable examples: without the penalty the minimum is not reached."""
    X, y = np.array([[1.0], [-1.0], [2.0]]), np.array([1, -1, 1])
    losses = [float(hinge_loss(y * (X @ [length])).mean()) for length in (0.5, 1.0, 100.0)]
    values = [loss + 0.05 * length**2 for loss, length in zip(losses, (0.5, 1.0, 100.0))]
    found = {"‖w‖": [0.5, 1.0, 100.0], "mean loss": losses, "with the penalty, λ = 0.1": values}
    return Shown(found, losses[1] == losses[2] == 0 and values[1] < values[2])


@claim(
    "table-2", "the caption of Table 2", "the table is of linear problems",
    "wrong", "Of problems with a Gaussian kernel: each row has its γ, which a linear kernel has not.",
)  # fmt: skip
def table_2(full):
    """What γ changes: the smallest objective, for two γ of that table."""
    X, y, _ = moons(60)
    best = [kernel_optimum(gram(X, gamma=gamma), y, LAM).value for gamma in (0.05, 2.0)]
    return Shown({"smallest f for γ = 0.05 and 2": best}, best[0] > 1.2 * best[1])
