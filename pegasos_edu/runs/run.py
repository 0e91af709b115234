"""Run an algorithm: `run` checks all arguments and returns the steps."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pegasos_edu.algorithms.inputs import Batches, Classes, Gram, Outcomes, Rows, Targets
from pegasos_edu.common.progress import bar
from pegasos_edu.common.validation import (
    check_bool,
    check_choice,
    check_class_numbers,
    check_draws,
    check_gram,
    check_labels,
    check_lam,
    check_matrix,
    check_not_negative,
    check_number,
    check_range,
    check_seed,
    check_size,
    check_steps,
    check_targets,
)
from pegasos_edu.runs.draws import SAMPLINGS, make_draws

LOSS_OF = {Outcomes: "log", Targets: "insensitive", Classes: "multiclass"}


@dataclass(frozen=True, repr=False, eq=False)
class Run:
    """Hold an algorithm and its checked inputs. Every iteration runs it from the start and yields the same steps.

    The steps of an iteration may share arrays that the algorithm changes in place (α, v). To keep one step, use
    ``copied(step)``; to keep many steps, use `stack` or `snapshots`.
    """

    algorithm: Callable
    X: Any  # (m, d) examples; for a kernel algorithm the (m, m) Gram matrix
    y: np.ndarray  # (m,) labels
    lam: float
    draws: np.ndarray  # (T,) or (T, k)
    options: dict = field(default_factory=dict)
    progress: bool | None = None

    @cached_property
    def loss(self):
        """Return the loss that the algorithm lowers: "hinge", "log", "insensitive" or "multiclass"."""
        return loss_of(self.algorithm)

    @cached_property
    def is_kernel_run(self):
        """Return whether X is a Gram matrix, so that the steps hold counts α instead of w."""
        return signature(self.algorithm)[0] is Gram

    @cached_property
    def b(self):
        """Return the option b, the bias given to the algorithm; 0 if there is none."""
        return float((signature(self.algorithm)[3] | self.options).get("b", 0.0))

    def bias(self, step):
        """Return b_{t+1}, the bias in a step; if the step has none, return the option b."""
        return step.b if step.has_bias else self.b

    def __len__(self):
        return len(self.draws)

    def __iter__(self):
        # A single index becomes a plain int, which is printed as 7 instead of np.int64(7), and is faster.
        draws = self.draws if self.draws.ndim == 2 else self.draws.tolist()
        steps = self.algorithm(self.X, self.y, self.lam, draws, **self.options)
        return iter(bar(steps, len(self), "step", self.progress))

    def __repr__(self):
        m, d = self.X.shape
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        name = getattr(self.algorithm, "__name__", repr(self.algorithm))
        return f"Run({name}, m={m}, d={d}, lam={self.lam:.6g}, T={len(self)}{options})"


def run(algorithm, X, y, *, lam, T=None, seed=0, sampling="uniform", k=None, draws=None, progress=None, **options):
    """Check all arguments, make the draws, and return the steps.

    Parameters
    ----------
    algorithm : generator function
        One of ``ALGORITHMS.values()``, or your own function of the same shape. The annotations of its
        parameters say which X, y and draws it takes (`pegasos_edu.algorithms.inputs`); without annotations it
        takes a dense X, labels and one example for each step.
    X : array, (m, d)
        The examples. Algorithms that take `Rows`, such as `scaled` and `summed`, also accept a SciPy sparse
        matrix; kernel algorithms take the Gram matrix, (m, m).
    y : array, (m,), of −1 and +1
        Numbers for `regression`, class numbers 0, 1, ... for `multiclass`.
    lam : float, > 0
        The regularisation λ.
    T : int, optional
        Number of steps; 1,000 if neither T nor draws is given.
    seed : int
        The same seed gives the same run.
    sampling : {"uniform", "epochs", "permutation", "cyclic"}
        The order of the examples: drawn with replacement, reshuffled in each pass, one random order repeated,
        or the stored order repeated.
    k : int, optional
        The number of examples in a mini-batch, by default 1; only for algorithms on mini-batches.
    draws : sequence of int, (T,) or (T, k), optional
        The examples to draw, counted from 0. Then seed and sampling have no effect, and T, if given, must be their
        number.
    progress : bool, optional
        Whether to show a progress bar. By default only a run of 100,000 steps or more that lasts longer than a
        second shows one.
    **options
        The options of the algorithm, such as ``project=True``.

    Returns
    -------
    Run
        It can be iterated over as often as you like, and yields T steps each time.

    Raises
    ------
    ValueError
        Before the first step, if an argument is not as described.
    """
    first, of_y, of_draws, allowed = signature(algorithm)
    X, y = _checked(X, y, first, of_y)
    lam, m = check_lam(lam), len(y)
    k = _checked_batch_size(algorithm, of_draws, k, m)
    draws = _draws(draws, m, T, seed, sampling, of_draws is Batches, k, progress)
    check_range(X, lam, draws.size, gram=first is Gram)
    options = {name: _checked_option(algorithm, name, value, allowed) for name, value in options.items()}
    if progress is not None:
        check_bool("progress", progress)
    return Run(algorithm, X, y, lam, draws, options, progress)


def _checked(X, y, of_X, of_y):
    """Return X and y in the form that the algorithm takes."""
    if of_X is Gram:
        return check_gram(X, y)
    check = {Targets: check_targets, Classes: check_class_numbers}.get(of_y, check_labels)
    X = check_matrix("X", X, sparse=of_X is Rows)
    return X, check(y, X.shape[0])


def signature(algorithm):
    """Return the kinds of X, y and draws that an algorithm takes, and its options with their defaults."""
    if not inspect.isgeneratorfunction(inspect.unwrap(algorithm)) or not hasattr(algorithm, "__name__"):
        raise ValueError(
            f"algorithm must be a generator function algorithm(X, y, lam, draws), got {algorithm!r}; take one of "
            "pegasos_edu.ALGORITHMS.values(), or a function of your own that yields each step; pass options to run."
        )
    parameters = list(inspect.signature(algorithm, eval_str=True).parameters.values())
    if len(parameters) < 4:
        raise ValueError(
            f"algorithm must take X, y, lam and draws, in this order, got {algorithm.__name__}"
            f"({', '.join(p.name for p in parameters)}); add what is missing."
        )
    first, of_y, _, of_draws = (p.annotation for p in parameters[:4])
    return first, of_y, of_draws, {p.name: p.default for p in parameters[4:]}


def loss_of(algorithm):
    """Return the name of the loss that an algorithm lowers; the annotation of its y holds it."""
    return LOSS_OF.get(signature(algorithm)[1], "hinge")


def _checked_batch_size(algorithm, of_draws, k, m):
    if k is None:
        return None
    if of_draws is not Batches:
        raise ValueError(
            f"k is the size of a mini-batch, got k={k!r} for {algorithm.__name__}, which draws one "
            "example a step; leave k out, or take minibatch."
        )
    if check_size("k", k) > m:
        raise ValueError(f"k must be at most the number of examples, {m}, got {k}; give k={m} for all of them.")
    return int(k)


def _draws(draws, m, T, seed, sampling, batches, k, progress):
    check_choice("sampling", sampling, SAMPLINGS)
    check_seed(seed)
    if draws is None:
        T = check_steps(1000 if T is None else T, k or 1)
        return make_draws(sampling, m, T, seed, (k or 1) if batches else None, progress)
    draws = check_draws(draws, m, batches, k)
    if T is not None and check_size("T", T) != len(draws):
        raise ValueError(f"T must be the number of draws, {len(draws)}, when draws are given, got {T}; leave T out.")
    return draws


def _checked_option(algorithm, name, value, allowed):
    if name not in allowed:
        takes = f"its options are {', '.join(allowed)}" if allowed else "it has no options"
        raise ValueError(f"{name} is not an option of {algorithm.__name__}: {takes}; leave {name} out.")
    if isinstance(allowed[name], bool):
        return check_bool(name, value)
    if name == "epsilon":
        return check_not_negative(name, value, "it is an error that costs nothing")
    return check_number(name, value) if isinstance(allowed[name], float) else value
