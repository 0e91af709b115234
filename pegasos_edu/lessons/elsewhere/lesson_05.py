"""Claims of lesson 05: what a larger batch changes, for the same number of steps and for the same number of draws."""

import numpy as np

from pegasos_edu.algorithms import hinge, minibatch
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import WIDE, data_set
from pegasos_edu.runs import run, snapshots
from pegasos_edu.theory.subgradients import variance_factor

LAMS = (0.1, 0.01)
UNDIVIDED = variant(minibatch, ("eta / len(A)", "eta"), name="undivided")
BY_VIOLATORS = variant(minibatch, ("eta / len(A)", "eta / max(1, len(violators))"), name="by_violators")
PROGRAMS = minibatch, BY_VIOLATORS, UNDIVIDED


def _means(data, lam, seeds, steps, k):
    """Return for each seed the mean of f − f* over some steps of a run with batches of k."""
    algorithm, batch = (minibatch, {"k": k}) if k > 1 else (hinge, {})
    given = {"lam": lam, "T": int(steps[-1]), **batch}
    runs = (run(algorithm, data.X, data.y, seed=seed, **given) for seed in seeds)
    means = [data.above(snapshots(run, at=steps).w, lam).mean() for run in runs]
    return np.maximum(means, 1e-12)  # a run may reach f* itself


def _likeness(ratio):
    """Return a ratio, or one over it, whichever is smaller: 1 if two numbers are alike."""
    return np.minimum(ratio, 1 / ratio)


@claim(
    "05/same-steps",
    "Over the steps 210 to 400, batches of 8 come as many times nearer to f* as their variance is smaller, up to a "
    "factor between 0.4 and 2.5",
    lams=LAMS,
    least=0.4,
    shown="{:g} of it",
)
def same_steps(data, lam, seeds):
    steps, smaller = np.arange(210, 401, 10), 1 / variance_factor(len(data), 8)
    return _likeness(_means(data, lam, seeds, steps, 1) / _means(data, lam, seeds, steps, 8) / smaller)


def _are_steps_long(name, lam):
    """Return whether classes have examples that are alike, and one step changes a typical margin by more than 1.

    An added example changes its own margin by η·‖x‖² = ‖x‖²/(λt), here until step 40.
    """
    return name != WIDE and np.mean(np.sum(data_set(name).X ** 2, axis=1)) / (lam * 40) > 1


@claim(
    "05/farther-at-first",
    "Over the steps 10 to 40, batches of 8 are farther from f* than single examples after the same number of draws",
    lams=LAMS,
    condition=_are_steps_long,
)
def farther_at_first(data, lam, seeds):
    steps = np.arange(10, 41, 3)
    return _means(data, lam, seeds, steps, 8) / _means(data, lam, seeds, 8 * steps, 1)


@claim(
    "05/same-draws",
    "Over the steps 300 to 600, batches of 8 are as far from f* as single examples after the same number of draws, up "
    "to a factor of 2.5",
    lams=LAMS,
    least=0.4,
    shown="{:g} of it",
)
def same_draws(data, lam, seeds):
    steps = np.arange(300, 601, 20)
    return _likeness(_means(data, lam, seeds, steps, 8) / _means(data, lam, seeds, 8 * steps, 1))


@claim(
    "05/all-examples",
    "Over the steps 300 to 600, all examples in each step come more than twice as near to f* as batches of 8",
    lams=LAMS,
    least=2.0,
)
def all_examples(data, lam, seeds):
    steps = np.arange(300, 601, 20)
    return _means(data, lam, seeds, steps, 8) / _means(data, lam, [0], steps, len(data))


def _does_a_batch_hold_back(name, lam):
    """Return whether some examples of a batch do not violate their margins: else their number is k."""
    return (name, lam) != (WIDE, 0.1)


@claim(
    "05/accuracy-hides",
    "With batches of 17, both wrong programs are at most 3 points less accurate, and more than twice as far from f*",
    lams=LAMS,
    least=2.0,
    condition=_does_a_batch_hold_back,
)
def accuracy_hides(data, lam, seeds):
    def farther(seed):
        runs = (run(program, data.X, data.y, lam=lam, T=300, k=17, seed=seed) for program in PROGRAMS)
        w = [snapshots(run, at=range(205, 301, 5)).w for run in runs]
        right, *wrong = [np.mean(data.y * (data.X @ weights[-1]) > 0) for weights in w]
        f, *f_wrong = [data.above(weights, lam).mean() for weights in w]
        return min(f_wrong) / f if min(wrong) >= right - 0.03 else 0.0

    return [farther(seed) for seed in seeds]
