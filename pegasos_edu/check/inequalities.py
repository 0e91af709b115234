"""Check an inequality that a learner writes as a function of how much one side exceeds the other."""

import numpy as np

from pegasos_edu.check.differences import FirstDifference
from pegasos_edu.check.failures import Failed
from pegasos_edu.check.programs import LocalProgram, Program
from pegasos_edu.check.report import Report, changed_in_place
from pegasos_edu.check.running import SECONDS
from pegasos_edu.check.shapes import wrong_value
from pegasos_edu.losses import objective
from pegasos_edu.theory import bounds, subgradient

NAME, RTOL = "the slack of strong convexity", 1e-6


def _cases(n=6, m=5, d=3):
    """Draw points, data and λ; no margin is at its kink."""
    rng = np.random.default_rng(10)
    for _ in range(n):
        u, v = 2 * rng.normal(size=(2, d))
        X, y = rng.normal(size=(m, d)), np.where(np.arange(m) % 2, -1, 1)
        yield {"u": u, "v": v, "X": X, "y": y, "lam": float(rng.uniform(0.2, 3))}


def _parts(u, v, X, y, lam):
    """f(u) − f(v), ⟨u − v, g⟩ and λ/2·‖u − v‖²."""
    rise = float(objective(u, X, y, lam) - objective(v, X, y, lam))
    return rise, float((u - v) @ subgradient(v, X, y, lam)), bounds.strong_convexity(u, v, lam)


def _sum(*factors):
    """Return the function that adds the parts, each with its factor."""
    return lambda *case: float(np.dot(factors, _parts(*case)))


_slack = _sum(1, -1, -1)


def _with_subgradient_at_u(u, v, *data):
    (rise, _, square), (_, tangent, _) = _parts(u, v, *data), _parts(v, u, *data)
    return rise + tangent - square


# What learners write instead, and what a report says about it.
SLIPS = {
    "It leaves out the square: every convex function lies above its tangents.": _sum(1, -1, 0),
    "The square has no half before it, so it is twice as large as in the proof.": _sum(1, -1, -2),
    "The square is added; subtract it, since f must lie above the square too.": _sum(1, -1, 1),
    "The rise of the tangent is added; subtract it.": _sum(1, 1, -1),
    "The tangent does not rise: the product of u − v and the subgradient is missing.": _sum(1, 0, -1),
    "The sign is wrong: what should be at least 0 is at most 0.": _sum(-1, 1, 1),
    "u and v are exchanged: the tangent touches f at v.": lambda u, v, *data: _slack(v, u, *data),
    "The subgradient is taken at u; the tangent touches f at v.": _with_subgradient_at_u,
    "The length of u − v is not squared.":
        lambda u, v, *data: _sum(1, -1, 0)(u, v, *data) - data[-1] / 2 * float(np.linalg.norm(u - v)),
    "λ is missing before the square.":
        lambda u, v, *data: _sum(1, -1, 0)(u, v, *data) - float((u - v) @ (u - v)) / 2,
}  # fmt: skip


def check_slack(submission, *, seconds=SECONDS):
    """Check whether a function returns f(u) − f(v) − ⟨u − v, g⟩ − λ/2·‖u − v‖², with g the subgradient of f at v.

    Parameters
    ----------
    submission : callable
        ``slack(u, v, X, y, lam)``, which returns a number.
    seconds : float
        How long it may compute.

    Returns
    -------
    Report
        It says so if something is still to be written.

    Raises
    ------
    ValueError
        If the submission cannot be called.
    """
    if not callable(submission):
        raise ValueError(f"submission must be a function (u, v, X, y, lam), got {submission!r}; pass it by its name.")
    program = submission if isinstance(submission, Program) else LocalProgram(submission, seconds)
    cases = list(_cases())
    try:
        if missing := program.missing():
            raise Failed("unwritten", missing)
        outcomes = program.call(lambda _: (_named(case, program) for case in cases))
        got = [_number(outcome) for outcome in outcomes]
    except Failed as failed:
        return Report(NAME, failed=failed)
    notes = changed_in_place(name for outcome in outcomes for name in outcome.changed)
    if _fits(_slack, got):
        return Report(NAME, True, notes=notes)
    words = tuple(words for words, slip in SLIPS.items() if _fits(slip, got))[:1]
    value, expected = next(pair for pair in zip(got, _values(_slack)) if not _same(*pair))
    return Report(
        NAME, difference=FirstDifference("two drawn points", None, None, "", expected, value, words), notes=notes
    )


def _named(case, program):
    """The arguments of a call by the names of the program's parameters, in their order."""
    names = [one.name for one in program.parameters]
    return dict(zip(names, case.values(), strict=True)) if len(names) == len(case) else case


def _values(function):
    return [function(*case.values()) for case in _cases()]


def _fits(function, got):
    return all(map(_same, got, _values(function)))


def _same(value, expected):
    return bool(abs(value - expected) <= RTOL * (1 + abs(expected)))


def _number(outcome):
    if outcome.failed:
        raise outcome.failed
    if not isinstance(outcome.value, np.ndarray) or outcome.value.size != 1:
        raise wrong_value(outcome.value, "a single number")
    return float(outcome.value.reshape(()))
