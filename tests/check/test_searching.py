"""Test the search for single mistakes of the catalogue, and that it takes over what a program has of its own."""

import numpy as np
import pytest

from pegasos_edu.check.calls import cases as calls_of
from pegasos_edu.check.known import knowledge, known
from pegasos_edu.check.parts import cases
from pegasos_edu.check.parts.measured_steps import ProgramRun
from pegasos_edu.check.parts.searching import OWN_SIZE, CallSearch, RunSearch
from pegasos_edu.misconceptions import ASKED, task

ALGORITHMS = [name for name in ASKED if task(name).is_algorithm]
FUNCTIONS = [name for name in ASKED if not task(name).is_algorithm]


def run_of(name, case, *chosen, size=None, start=None):
    """Return the run of the known program with some entries."""
    programs, draws = known(name), np.array(case.draws) if task(name).is_batch else case.draws
    programs.own_size.case, programs.own_size.size = case, size
    X = np.array(case.gram if programs.is_kernel else case.X)
    given = {"w": np.array(start[0])} if start else {}
    steps = programs.switched(X, np.array(case.y), case.lam, draws, on=programs.flags(chosen), start=given)
    states = []
    try:
        for step in steps:
            w, b = step.alpha if programs.is_kernel else step.w, step.b if programs.has_bias else 0.0
            states.append((w.tolist(), float(b)))
    except ArithmeticError:
        return ProgramRun(case, states, start, ended=True)
    return ProgramRun(case, states, start)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_each_mistake_of_an_algorithm_is_found_by_its_states(name):
    programs, chosen = known(name), cases.whole_runs(knowledge(name).facts)
    for entry in [entry for entry in programs.singles() if entry not in programs.columns][::5]:
        with np.errstate(all="ignore"):
            runs = [run_of(name, case, entry) for case in chosen]
            if all(run.states for run in runs):
                assert (entry,) in RunSearch(programs, runs, False, programs.has_bias).wrong(), entry


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_mistake_of_a_function_is_found_by_its_values(name):
    programs = known(name)
    calls = knowledge(name).calls
    for entry in programs.singles():
        with np.errstate(all="ignore"):
            values = [programs.switched(on=programs.flags([entry]), **given) for _, given in calls_of(name)]
            values = [value.tolist() if isinstance(value, np.ndarray) else value for value in values]
            if all(np.isfinite(value).all() for value in values):
                assert (entry,) in CallSearch(programs, [given for _, given in calls], values).wrong(), entry


def test_a_mistake_is_found_beside_a_step_size_that_no_entry_has():
    constant = lambda step: 0.17  # noqa: E731
    cases_of_hinge = cases.whole_runs(knowledge("hinge").facts)
    runs = [run_of("hinge", case, "long-w-to-length-one", OWN_SIZE, size=constant) for case in cases_of_hinge]
    search = RunSearch(known("hinge"), runs, False, size=constant)
    assert search.wrong([OWN_SIZE]) == [("long-w-to-length-one", OWN_SIZE)]
    assert search.wrong() == []
    search.take_size(lambda step: 0.18)
    assert search.wrong([OWN_SIZE]) == []


def test_a_start_of_a_program_is_taken_over():
    case = cases.whole_runs(knowledge("hinge").facts)[0]
    run = run_of("hinge", case, "nothing-shrinks", start=([0.25] * len(case.X[0]), 0.0))
    assert RunSearch(known("hinge"), [run], False).wrong() == [("nothing-shrinks",)]
    assert RunSearch(known("hinge"), [ProgramRun(case, run.states)], False).wrong() == []


def test_a_mistake_is_found_beside_a_bias_that_is_the_weight_of_a_column():
    case, programs, chosen = cases.whole_runs(knowledge("hinge").facts)[0], known("hinge"), ["bias-as-a-column"]
    X = np.column_stack([case.X, np.ones(len(case.X))])
    on = programs.flags(["nothing-shrinks", *chosen])
    steps = programs.switched(X, np.array(case.y), case.lam, case.draws, on=on, start={})
    run = ProgramRun(case, [(step.w[:-1].tolist(), float(step.w[-1])) for step in steps])
    assert RunSearch(programs, [run], False, True).wrong(chosen) == [("nothing-shrinks", *chosen)]


@pytest.mark.parametrize("factor", [lambda eta, y: y, lambda eta, y: eta * y, lambda eta, y: eta])
def test_the_right_program_stores_what_a_program_with_a_kernel_stores(factor):
    case = cases.whole_runs(knowledge("kernelized").facts)[0]
    states = [
        ([a * factor(1 / (case.lam * t), y) for a, y in zip(alpha, case.y)], b)
        for t, (alpha, b) in enumerate(run_of("kernelized", case).states, 1)
    ]
    search = RunSearch(known("kernelized"), [ProgramRun(case, states)], False)
    assert search.right() == [()]
    np.testing.assert_allclose([a for a, _ in search.runs_of(())[0].states], [a for a, _ in states], rtol=1e-12)


@pytest.mark.parametrize(("off", "agrees"), [(5e-6, True), (-5e-6, True), (2e-5, False), (-2e-5, False)])
def test_states_agree_to_five_digits_and_not_to_four(off, agrees):
    """Change only the last state, and there the largest weight or the bias."""
    case = cases.whole_runs(knowledge("free_bias").facts)[0]
    run = run_of("free_bias", case)
    w, b = run.states[-1]
    largest = max(range(len(w)), key=lambda n: abs(w[n]))
    for last in (([a * (1 + off * (n == largest)) for n, a in enumerate(w)], b), (w, b * (1 + off))):
        changed = ProgramRun(case, [*run.states[:-1], last], run.start)
        assert bool(RunSearch(known("free_bias"), [changed], False, True).right()) == agrees
