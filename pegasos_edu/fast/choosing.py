"""Plain Python or Numba: what a fit is walked with, and when loading Numba pays."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms.rows import Augmented
from pegasos_edu.common.warning import warn
from pegasos_edu.fast.compiling import arrays, compiled_loop, compiled_scores, compiled_shuffled, is_installed
from pegasos_edu.fast.loops import looped
from pegasos_edu.fast.pieces import Pieces
from pegasos_edu.runs.draws import shuffled

LOADING = 0.7  # seconds to load Numba and an algorithm that is kept on disk
FIRST_GUESS = 3e-6  # seconds of a step in plain Python, before any was taken
LONG = 10.0  # seconds in plain Python from which on a word about Numba is due


class Gear(NamedTuple):
    """How an algorithm is walked: its loop, orders and scores, plain or compiled, which agree to rounding (see
    `compiled`)."""

    walk: Callable  # as `looped`
    shuffled: Callable  # as that of the draws
    scores: Callable  # of w (d,) or (n, d), and X: ⟨w, x_i⟩ of all rows, (m,) or (m, n)


class Chooser:
    """The gear of one fit; it may change on the way, as the result does not depend on it but for rounding.

    Parameters
    ----------
    algorithm, X
        What is walked.
    compile : {"auto", True, False}
    steps : int
        That will be taken at least, as far as is known.
    """

    def __init__(self, algorithm, X, compile, steps):
        self.algorithm, self.X, self.compile, self.steps = algorithm, X, compile, steps
        self.each, self.taken = FIRST_GUESS, 0.0  # seconds of a step in plain Python, and of all so far
        self.pieces = Pieces()

    @property
    def ahead(self):
        """Seconds in plain Python of the steps that are still to come, as far as is known."""
        return self.each * self.steps

    def gear(self):
        """What the next steps are best walked with."""
        if self.compile is True or (self.compile == "auto" and _pays(self.algorithm, self.X, self.ahead)):
            gear = _compiled(self.algorithm, self.compile)
            if gear is not None:
                _known.add(_kind(self.algorithm, self.X))
                return gear
        if self.compile == "auto" and self.ahead + self.taken > LONG and not is_installed():
            _advise()
        return plain(self.algorithm)

    def walk(self, gear):
        """The loop of a gear, which Ctrl-C ends at once, or nearly so."""
        return gear.walk if gear is plain(self.algorithm) else self.pieces.of(gear.walk)

    def walked(self, gear, steps, seconds):
        """Keep count of what was walked, and how long that took in plain Python: in this fit and in this process."""
        self.steps = max(0, self.steps - steps)
        if gear is plain(self.algorithm):
            self.each, self.taken = seconds / steps, self.taken + seconds
            _process["seconds"] += seconds


_process = {"seconds": 0.0}  # walked in plain Python since Python started
_known = set()  # algorithms, and kinds of rows, that were compiled or loaded in this process


def _pays(algorithm, X, ahead):
    """Whether loading Numba costs less than it saves: nothing where it is loaded; else what was or will be walked."""
    if _kind(algorithm, X) in _known:
        return True
    return is_installed() and _process["seconds"] + ahead > LOADING


def _kind(algorithm, X):
    """What Numba compiles an algorithm for."""
    rows = X.rows if isinstance(X, Augmented) else X
    index = getattr(rows, "indices", None)
    return algorithm, type(X), type(rows), rows.dtype, None if index is None else index.dtype


@cache
def plain(algorithm):
    """The algorithm in plain Python."""
    return Gear(looped(algorithm), shuffled, scores)


def scores(w, X):
    """⟨w, x_i⟩ of all rows, (m,), or (m, n) for w of shape (n, d)."""
    if isinstance(X, Augmented):
        return scores(w[..., :-1], X.rows) + X.scale * w[..., -1]
    return X @ w.T


def _compiled(algorithm, compile):
    """The algorithm through Numba; where that does not work, None, and a warning unless it was asked for."""
    try:
        return through_numba(algorithm)
    except ImportError as error:  # such as a Numba that is older than the installed NumPy
        if compile is True:
            raise
        warn(f"{error} This fit goes on in plain Python.", RuntimeWarning)
        return None


@cache
def through_numba(algorithm):
    """The algorithm compiled."""
    loop, score = compiled_loop(algorithm), compiled_scores()

    def walk(X, y, lam, draws, *others):
        return loop(arrays(X), y, lam, np.asarray(draws), *others)

    def scored(w, X):
        rows = arrays(X)
        return score(w, rows) if w.ndim == 1 else np.stack([score(of_class, rows) for of_class in w], axis=1)

    return Gear(walk, compiled_shuffled(), scored)


@cache
def _advise():
    """Said once."""
    warn(
        "This fit takes more than 10 seconds in plain Python; run python -m pip install numba to make it much faster.",
        UserWarning,
    )
