"""An inequality that a learner writes as a test: by how much one side exceeds the other, at points that are drawn."""

import numpy as np

from pegasos_edu.grading.report import Difference, Report
from pegasos_edu.losses import objective
from pegasos_edu.submissions.afar import Afar
from pegasos_edu.submissions.functions import Plain
from pegasos_edu.submissions.trial import SECONDS, Failed
from pegasos_edu.submissions.unwritten import hole_of
from pegasos_edu.theory import bounds, subgradient

NAME, RTOL = "the slack of strong convexity", 1e-6


def _cases(n=6, m=5, d=3):
    """Points, data and λ, drawn: no margin is at its kink."""
    rng = np.random.default_rng(10)
    for _ in range(n):
        X, y = rng.normal(size=(m, d)), np.where(np.arange(m) % 2, -1, 1)
        yield (*2 * rng.normal(size=(2, d)), X, y, float(rng.uniform(0.2, 3)))


def _parts(u, v, X, y, lam):
    """f(u) − f(v), ⟨u − v, g⟩ and λ/2·‖u − v‖²."""
    rise = float(objective(u, X, y, lam) - objective(v, X, y, lam))
    return rise, float((u - v) @ subgradient(v, X, y, lam)), bounds.strong_convexity(u, v, lam)


def _slack(u, v, X, y, lam):
    rise, line, square = _parts(u, v, X, y, lam)
    return rise - line - square


def _unsquared(u, v, X, y, lam):
    rise, line, _ = _parts(u, v, X, y, lam)
    return rise - line - lam / 2 * float(np.linalg.norm(u - v))


# What is written in its place, and what to say of it; each from the three parts where that will do.
MEANT = {
    "It leaves the square out: that f lies above its tangents holds of every convex function.": lambda a, b, c: a - b,
    "The square has no half before it: it is twice as large as what is proved.": lambda a, b, c: a - b - 2 * c,
    "The square is added; it is to be taken off, as f must lie above it too.": lambda a, b, c: a - b + c,
    "The tangent's rise is added; it is to be taken off.": lambda a, b, c: a + b - c,
    "The tangent does not rise: the product of u − v and the subgradient is missing.": lambda a, b, c: a - c,
    "It is turned round: what should be at least 0 is at most 0.": lambda a, b, c: b + c - a,
}
ELSEWHERE = {
    "u and v have changed their places: the tangent touches f at v.": lambda u, v, *data: _slack(v, u, *data),
    "The subgradient is taken at u; the tangent touches f at v.": lambda u, v, *data: (
        _parts(u, v, *data)[0] + _parts(v, u, *data)[1] - _parts(u, v, *data)[2]
    ),
    "The length of u − v is not squared.": _unsquared,
    "λ is missing before the square.": lambda u, v, X, y, lam: (
        _slack(u, v, X, y, lam) + (lam - 1) / 2 * float((u - v) @ (u - v))
    ),
}


def check_slack(submission, *, seconds=SECONDS):
    """Say whether a function gives f(u) − f(v) − ⟨u − v, g⟩ − λ/2·‖u − v‖², g the subgradient of f at v.

    Parameters
    ----------
    submission : callable
        ``slack(u, v, X, y, lam)``, which returns a number.
    seconds : float
        How long one call of it may take.

    Returns
    -------
    Report
        Where a ``...`` stands for what is still to be written, it says that and nothing else.

    Raises
    ------
    ValueError
        Where the submission is no function.
    """
    if not callable(submission):
        raise ValueError(f"submission must be a function (u, v, X, y, lam), got {submission!r}; give its name alone.")
    try:
        if hole := hole_of(submission):
            return Report(NAME, submission, failed=Failed("unwritten", hole.words))
        is_afar = isinstance(submission, Afar)
        plain = submission.read(NAME, None, None, seconds) if is_afar else Plain(submission, seconds)
    except Failed as failed:  # of a program in another process
        return Report(NAME, submission, failed=failed)
    cases = list(_cases())
    try:
        got = [_number(plain.call(*case)) for case in cases]
    except Failed as failed:
        return Report(NAME, submission, read_as=plain.shape, failed=failed)
    notes = tuple(note for note in plain.notes if not note.startswith("it imports "))  # f and g are there to be used
    about = {"read_as": plain.shape, "notes": notes}
    if _fits(_slack, got, cases):
        return Report(NAME, submission, **about, passed=True)
    known = tuple(words for words, function in _known().items() if _fits(function, got, cases))
    value, case = next((value, case) for value, case in zip(got, cases) if not _same(value, _slack(*case)))
    first = Difference("two points that are drawn", None, None, "", _slack(*case), value, None, (), None)
    return Report(NAME, submission, **about, difference=first, judged=known[:1])


def _known():
    return {words: lambda *case, of=of: of(*_parts(*case)) for words, of in MEANT.items()} | ELSEWHERE


def _fits(function, got, cases):
    return all(_same(value, function(*case)) for value, case in zip(got, cases))


def _same(value, expected):
    return bool(abs(value - expected) <= RTOL * (1 + abs(expected)))


def _number(value):
    """A single number."""
    array = np.asarray(value)
    if array.size != 1 or array.dtype.kind not in "iuf":
        raise Failed("shape", f"it returned {type(value).__name__} of shape {array.shape}; return a single number")
    return float(array.reshape(()))
