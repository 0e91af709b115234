"""List claims of the paper of 2011 (the authors' manuscript of 26 pages) from its section on kernels."""

import numpy as np

from pegasos_edu.algorithms import hinge, kernelized
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.claims.claims import Finding
from pegasos_edu.claims.measuring import LAM, accuracy, end, gram, rounded
from pegasos_edu.claims.mpb11_analysis import SOURCE
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import linear
from pegasos_edu.losses import kernel_objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import kernel_optimum

WITH_ITS_FACTOR = variant(kernelized, ("score = eta * total", "score = total / (lam * t)"), name="with_its_factor")
WITH_ITS_LABEL = variant(kernelized, ("(alpha * y) @ K[i]", "y[i] * (alpha @ K[i])"), name="with_its_label")
BOTH = (kernelized, WITH_ITS_FACTOR)
claim, wording = SOURCE.claim, SOURCE.wording

wording(
    "kernel-index", "Figure 3", "“Choose” i_t ∈ {0, …, |S|} “uniformly at random.”",
    "the index of an example is one of 0, …, |S|",
    "wrong", "These are |S| + 1 values. It is one of 1, …, |S|, or of 0, …, |S| − 1 in Python.",
)  # fmt: skip


@claim(
    "kernel-label", "Figure 3", "y_{i_t}·1/(λt)·Σ_j α_t[j]·y_{i_t}·K(x_{i_t}, x_j) < 1",
    "the label in the sum over j is that of the drawn example",
    "wrong", "It is y_j, that of example j. As printed, the labels of the other examples play no part: the objective "
    "ends far too high, which accuracy may hide.",
)  # fmt: skip
def kernel_label(full):
    """Measure f and the accuracy with both labels, for λ = 0.001."""
    (X, y, _), lam, T = moons(400 if full else 200), 0.001, 20_000 if full else 3000
    K, numbers = gram(X, gamma=2.0), {}
    ends = [end(algorithm, K, y, lam=lam, T=T).beta(y) for algorithm in (kernelized, WITH_ITS_LABEL)]
    numbers["f with y_j and as printed"] = [kernel_objective(beta, K, y, lam) for beta in ends]
    numbers["accuracy"] = [accuracy(K @ beta, y) for beta in ends]
    numbers["smallest f"] = kernel_optimum(K, y, lam).value
    right, printed = numbers["f with y_j and as printed"]
    return Finding(numbers, right < numbers["smallest f"] + 0.05 and printed > 2 * right)


@claim(
    "kernel-factor", "Figure 3", "y_{i_t}·1/(λt)·Σ_j α_t[j]·y_{i_t}·K(x_{i_t}, x_j) < 1",
    "in step t the sum is divided by λt",
    "wrong", "It must be divided by λ(t − 1), as the text below defines w_t; in step 1 the score is 0. With λt it is "
    "another algorithm, with steps of 1/(λ(t + 1)), which ends about as near to the optimum.",
)  # fmt: skip
def kernel_factor(full):
    """Compare the decisions with Figure 1 for a linear kernel, and the final objectives of both runs for two λ."""
    (X, y, _), lams, T = moons(), (0.1, 0.01), 20_000 if full else 2000
    K, differ, above = linear(X), [], []
    for lam in lams:
        plain, best = stack(run(hinge, X, y, lam=lam, T=T)), kernel_optimum(K, y, lam).value
        for algorithm in BOTH:
            steps = stack(run(algorithm, K, y, lam=lam, T=T))
            differ.append(int(np.sum((y[steps.i] * steps.score < 1) != (y[plain.i] * plain.score < 1))))
            above.append(float(kernel_objective(steps.alpha[-1] * y / (lam * T), K, y, lam) - best))
    numbers = {
        "λ": list(lams),
        f"decisions unlike Figure 1's, of {T:,}, with λ(t − 1)": differ[::2],
        "with λt": differ[1::2],
    }
    numbers |= {"f − f* with λ(t − 1)": above[::2], "f − f* with λt": above[1::2]}
    return Finding(numbers, max(differ[::2]) == 0 < max(differ[1::2]) and max(above) < 0.03)


@claim(
    "kernel-sum", "section 4, the display below Figure 3",
    "w_{t+1} = 1/(λt)·Σ_i 1[y_{i_t}⟨w_t, φ(x_{i_t})⟩ < 1]·y_{i_t}·φ(x_{i_t})",
    "w_{t+1} is a sum over i of terms with the index t",
    "wrong", "The sum goes over the steps s = 1, …, t, each with its own example i_s and its own w_s.",
)  # fmt: skip
def kernel_sum(full):
    """Compare w after t steps with both sums."""
    (X, y, _), t = moons(), 2000 if full else 100
    steps = stack(run(hinge, X, y, lam=LAM, T=t))
    added = ((y[steps.i] * steps.score < 1) * y[steps.i])[:, None] * X[steps.i]
    off = float(np.abs(added.sum(axis=0) / (LAM * t) - steps.w[-1]).max())
    printed = float(np.abs(t * added[-1] / (LAM * t) - steps.w[-1]).max())
    return Finding(
        {"sum over steps, off by": rounded(off), "as printed, off by": printed}, off < 1e-9 and printed > 0.1
    )
