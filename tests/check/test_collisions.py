"""Test that any two misconceptions differ on the probes, and that this does not depend on rounding."""

from itertools import combinations

import numpy as np
import pytest
from conftest import mostly_slow
from probe_arrays import EDGE, probes, states

from pegasos_edu.check.calls import cases as calls
from pegasos_edu.check.known import known
from pegasos_edu.check.parts.searching import TOLERANCE
from pegasos_edu.misconceptions import ASKED, entries, task

ALGORITHMS = [name for name in ASKED if task(name).is_algorithm]
FUNCTIONS = [name for name in ASKED if not task(name).is_algorithm]
JUDGING = [name for name in ALGORITHMS if name not in ("logistic", "dual_ascent")]  # their steps test a condition


def _walk(name, case, entry=None):
    """Yield the steps of the program with one entry, until it raises an error."""
    programs = known(name)
    on = programs.flags([entry.id] if entry else [])
    if entry and entry.column and not task(name).step.has_bias:
        case = case.column
    X = case.X @ case.X.T if task(name).step.is_kernel else case.X.copy()
    draws = case.draws if task(name).is_batch else case.draws.tolist()
    start = {key: np.array(value, dtype=float) for key, value in case.start.items()}
    try:
        yield from programs.switched(X, case.y.copy(), case.lam, draws, on=on, first=case.first, start=start)
    except (ArithmeticError, IndexError, ValueError) as error:
        yield error


def _state(step):
    if isinstance(step, Exception):
        return np.full(1, float(len(type(step).__name__)))
    if step.is_kernel:
        return step.alpha.copy()
    return np.append(step.w, step.b) if step.has_bias else np.array(step.w)


def _behaviour(name, entry, shape):
    cases = probes(name) if shape == "all" else (*states(name), *probes(name))
    with np.errstate(all="ignore"):
        return [_state(step) for case in cases for step in _walk(name, case, entry)]


def _values(name, entry):
    programs = known(name)
    on = programs.flags([entry.id] if entry else [])
    return [_called(programs.switched, arguments | {"on": on}) for _, arguments in calls(name)]


def _called(function, arguments):
    """Return the value of a formula as an array; NaN if it cannot be computed."""
    with np.errstate(all="ignore"):
        try:
            return np.asarray(function(**arguments), dtype=float)
        except (ArithmeticError, ValueError, TypeError):
            return np.array(np.nan)


def _same(a, b):
    """Return whether two states are equal, up to rounding; infinity and NaN count as equal."""
    if a.shape != b.shape or not (np.isfinite(a).all() and np.isfinite(b).all()):
        return a.shape == b.shape and not (np.isfinite(a).all() or np.isfinite(b).all())
    return bool((np.abs(a - b) <= TOLERANCE * max(1.0, np.abs(b).max(initial=0.0))).all())


def _alike(a, b):
    return len(a) == len(b) and all(map(_same, a, b))


@pytest.mark.parametrize("shape", mostly_slow(["all", "step"], "all"))
@pytest.mark.parametrize("name", ALGORITHMS)
def test_no_two_misconceptions_of_an_algorithm_do_the_same(name, shape):
    mistakes = [entry for entry in entries(name) if not entry.is_convention and entry.fits(shape)]
    mistakes = [e for e in mistakes if shape == "all" or not e.column]  # a program of one step gets no column of ones
    behaviours = {entry.id: _behaviour(name, entry, shape) for entry in mistakes}
    behaviours["right"] = _behaviour(name, None, shape)
    alike = [pair for pair in combinations(behaviours, 2) if _alike(*(behaviours[identifier] for identifier in pair))]
    assert not alike


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_two_misconceptions_of_a_function_do_the_same(name):
    values = {entry.id: _values(name, entry) for entry in entries(name) if not entry.is_convention}
    values["right"] = _values(name, None)
    assert not [pair for pair in combinations(values, 2) if _alike(*(values[identifier] for identifier in pair))]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_no_misconception_is_a_convention(name):
    conventions = [(e.id, _behaviour(name, e, "all")) for e in entries(name) if e.is_convention and e.edits_for(name)]
    mistakes = [(e.id, _behaviour(name, e, "all")) for e in entries(name) if not e.is_convention]
    assert not [(a, b) for a, of_a in conventions for b, of_b in mistakes if _alike(of_a, of_b)]


@pytest.mark.parametrize("name", JUDGING)
def test_no_margin_is_1_but_for_rounding(name):
    """Check this because otherwise the last digit would decide whether a right program adds the example."""
    for entry in (None, *(entry for entry in entries(name) if entry.is_convention)):
        for case in probes(name):
            for step in _walk(name, case, entry):
                off = np.abs(np.ravel(case.y[step.drawn] * step.scored) - 1)
                assert not ((off > 0) & (off < 1e-5)).any(), (entry and entry.id, case.name, step.t)


@pytest.mark.parametrize("name", ["hinge", "minibatch", "scaled", "kernelized"])
def test_a_probe_has_a_margin_of_exactly_1(name):
    (case,) = (case for case in probes(name) if case.name == EDGE)
    assert any((np.ravel(case.y[step.drawn] * step.scored) == 1).any() for step in _walk(name, case))


# The events that must occur in the first probe for the hinge loss: functions of the margins, of t and of the draws.
EVENTS = {
    "a margin that shrinking would take below 1": lambda z, t, i: (z >= 1) & (z * (t - 1) < t),
    "a violation with a positive margin": lambda z, t, i: (z > 0) & (z < 1),
    "a wrong side": lambda z, t, i: z < 0,
    "no violation": lambda z, t, i: z >= 1,
    "example 0 violating late": lambda z, t, i: (i == 0) & (z < 1) & (t > 1),
    "an example that violates again": lambda z, t, i: np.array(
        [z[n] < 1 and any(i[p] == i[n] and z[p] < 1 for p in range(n)) for n in range(len(z))]
    ),
}


@pytest.mark.parametrize("event", EVENTS)
def test_the_probes_hold_what_they_should(event):
    first = probes("hinge")[0]
    steps = list(_walk("hinge", first))
    z = np.array([first.y[step.i] * step.score for step in steps])
    t, i = np.array([step.t for step in steps]), np.array([step.i for step in steps])
    assert EVENTS[event](z, t, i).any()


@pytest.mark.parametrize("name", ALGORITHMS)
def test_no_probe_has_as_many_draws_as_entries_or_examples(name):
    """Check this because otherwise a list of losses could be taken for w, or the labels for α."""
    first = probes(name)[0]
    assert len({len(first.draws), *first.X.shape, first.X.shape[1] + 1}) == 4
