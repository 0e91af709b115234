"""Test that steps are measured exactly: the factor of the old w, what is added, formulas, averages, and probes."""

import random

import numpy as np
import pytest
from probe_arrays import facts_of

from pegasos_edu.check.parts import measured_steps
from pegasos_edu.check.parts.averages import AVERAGES, recovered
from pegasos_edu.check.parts.candidates import COMPARISONS, margins
from pegasos_edu.check.parts.cases import whole_runs
from pegasos_edu.check.parts.conditions import Condition
from pegasos_edu.check.parts.identifying import Identification
from pegasos_edu.check.parts.linear import Model
from pegasos_edu.check.parts.measured_steps import Basis, ProbeCase, ProgramRun, steps_of
from pegasos_edu.check.parts.parting_probes import fine_probe, parting_probe, probes_of, reaching_probe
from pegasos_edu.check.parts.sizes import COUNTERS, POWERS_OF_COUNTER, POWERS_OF_LAM, Schedule, fitting, formula

CASES = [case for case in whole_runs(facts_of("hinge")) if case.m > 5]


def _random_run(case, seed, start=None, dtype=float):
    """Return a run with random factors and additions, and these numbers: pairs of A and B of the drawn example."""
    rng = random.Random(seed)
    w, done, states = np.array(start or [0.0] * len(case.X[0])), [], []
    for i in case.draws:
        factor, added = rng.uniform(0.3, 1.2), rng.choice([0.0, rng.uniform(-2, 2)])
        w = (factor * w + added * np.array(case.X[i])).astype(dtype)
        done.append((factor, added))
        states.append((w.astype(float).tolist(), 0.0))
    return ProgramRun(case, states, (list(start), 0.0) if start else None), done


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("start", [0.0, 0.7])
def test_what_a_step_multiplies_and_adds_is_measured_exactly(case, start):
    for seed in range(5):
        run, done = _random_run(case, seed, [start] * len(case.X[0]) if start else None)
        steps = steps_of(run)
        assert all(step.is_combination and not step.others for step in steps)
        known = [(step, *pair) for step, pair in zip(steps, done) if step.factor is not None]
        assert len(known) > len(steps) - 4
        assert np.allclose([step.factor for step, *_ in known], [factor for _, factor, _ in known], rtol=1e-7)
        assert np.allclose([step.added[step.drawn[0]] for step, *_ in known], [added for *_, added in known], atol=1e-7)
        assert all((step.added[step.drawn[0]] != 0) == (added != 0) for step, _, added in known)


def test_what_a_program_with_float32_multiplies_and_adds_is_measured():
    run, done = _random_run(CASES[0], 1, dtype=np.float32)
    known = [(step, *pair) for step, pair in zip(steps_of(run), done) if step.factor is not None]
    assert len(known) > 10
    assert np.allclose([step.factor for step, *_ in known], [factor for _, factor, _ in known], atol=1e-3)


@pytest.mark.parametrize(
    ("last", "rounding"),
    [
        (0.1, measured_steps.ROUNDING),
        (float(np.float32(0.1)), measured_steps.ROUNDING_OF_SINGLES),
        (np.inf, measured_steps.ROUNDING),
    ],
)
def test_the_last_state_says_whether_a_program_counts_in_float32(last, rounding):
    assert ProgramRun(CASES[0], [([0.1] * 3, 0.0), ([0.5, last, 2.0], 0.0)]).rounding == rounding


@pytest.mark.parametrize(
    ("w", "b", "is_finite"),
    [
        ([1.0, -2.0], 3.0, True),
        ([1.0, np.inf], 0.0, False),
        ([np.inf, -np.inf], 0.0, False),
        ([1.0, 2.0], np.nan, False),
    ],
)
def test_a_run_is_finite_if_every_weight_and_every_bias_is(w, b, is_finite):
    assert ProgramRun(CASES[0], [([0.0, 0.0], 0.0), (w, b), ([0.0, 0.0], 0.0)]).is_finite == is_finite


def test_a_single_step_is_no_run():
    assert CASES[0].is_run and not CASES[0].with_draws([0]).is_run


def test_nothing_is_measured_of_a_step_that_may_have_left_w():
    w = CASES[0].X[0]
    run = ProgramRun(CASES[0], [(w, 0.0), (w, 0.0), (CASES[0].X[1], 0.0)])
    run.keeps_first_of_pass = measured_steps.IF_ADDING
    assert [step.added is None for step in steps_of(run)[:2]] == [False, True]


# Steps that treat the features apart in which the drawn example is 0

SPARSE = [1.0, -2.0, 0.5, 3.0, 0.0, 0.0, 0.0]
BEFORE = [0.3, 0.2, -0.7, 0.4, 1.0, -2.0, 0.5]


def _touched(elsewhere, off=0.0):
    """Return the step from BEFORE to 0.9·w + 0.25·x where x is not 0, and to some multiples of w where it is."""
    case = ProbeCase("sparse", [SPARSE, [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 4.0]], [1.0, -1.0], 0.1, [0])
    after = [0.9 * a + 0.25 * x + off for a, x in zip(BEFORE[:4], SPARSE)]
    after += [factor * a for factor, a in zip(elsewhere, BEFORE[4:])]
    (step,) = steps_of(ProgramRun(case, [(after, 0.0)], (BEFORE, 0.0)))
    return step


@pytest.mark.parametrize("elsewhere", [[1.0, 1.0, 1.0], [0.5, 0.5, 0.5], [1.0, 1.0 + 5e-7, 1.0]])
def test_a_step_that_leaves_the_other_features_alone_is_measured_in_both_parts(elsewhere):
    step = _touched(elsewhere)
    assert [step.factor, step.factor_elsewhere] == pytest.approx([0.9, elsewhere[0]])
    assert step.added == pytest.approx([0.25, 0.0])


@pytest.mark.parametrize(("elsewhere", "off"), [([1.0, 1.0, 1.1], 0.0), ([1.0, 1.0, 1.0], 0.01)])
def test_a_step_of_which_a_part_has_several_factors_is_not_measured_in_two_parts(elsewhere, off):
    step = _touched(elsewhere, off)
    assert step.factor_elsewhere is None and not step.is_combination


def _mixtures(case):
    """Return the run of a program whose w is another mixture of all examples after each step."""
    rng = np.random.default_rng(5)
    return ProgramRun(case, [((rng.normal(size=case.m) @ np.array(case.X)).tolist(), 0.0) for _ in case.draws])


def test_steps_that_no_factor_of_w_explains_are_contradictory():
    steps = steps_of(_mixtures(CASES[0]))
    assert np.mean([step.is_contradictory for step in steps]) > 0.9
    assert not any(step.is_contradictory for step in steps_of(_random_run(CASES[0], 3)[0]))


def test_contradictory_steps_have_no_parts():
    identification = Identification(facts_of("hinge"), [_mixtures(case) for case in CASES], False).identified()
    assert identification.findings == [] and identification.off == identification.steps


def test_an_addition_of_another_example_is_measured():
    case = CASES[0]
    states = [((np.array(case.X[0]) + 2.0 * np.array(case.X[4])).tolist(), 0.0)]
    (step,) = steps_of(ProgramRun(case, states))
    assert step.others == [4] and step.added[4] == pytest.approx(2.0)


def test_what_is_no_combination_is_told_from_one():
    case = CASES[0]
    states = [([1.0] * len(case.X[0]), 0.0)]
    assert not steps_of(ProgramRun(case, states))[0].is_combination


def test_coordinates_give_a_vector_back_and_the_distance_of_any_other():
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(5, 9)) * [[1], [100], [0.01], [1], [3]]
    c, across = rng.normal(size=5), np.linalg.svd(rows)[2][-1]
    again, distance = Basis(rows.tolist()).coordinates((c @ rows + 0.25 * across).tolist())
    assert np.allclose(again, c) and distance == pytest.approx(0.25)


# Formulas


def _steps():
    """Return the steps of runs with additions in some steps, so that no two counters agree."""
    return [step for n, case in enumerate(CASES) for step in steps_of(_random_run(case, n)[0])]


def _values(formula_of):
    return [(step, formula_of(step)) for step in _steps()]


@pytest.mark.parametrize("counter", COUNTERS, ids=lambda counter: counter.key)
def test_each_formula_in_lambda_and_a_counter_is_recovered(counter):
    for b in POWERS_OF_COUNTER:
        for a in POWERS_OF_LAM:
            if counter.key == "t-1" and b > 0:
                continue  # 0 in the first step
            values = _values(lambda step, a=a, b=b: 0.37 * step.lam**a * counter.value(step) ** b)
            formula = fitting(values)
            assert np.allclose([formula(step) for step, _ in values], [value for _, value in values], rtol=1e-3)
            assert (formula.a, formula.b) == (a, b) or counter.key in ("jumps", "examples")


@pytest.mark.parametrize("n", [3, 7, 100, 0.5])
def test_a_counter_that_starts_later_is_recovered(n):
    formula = fitting(_values(lambda step: 1 / (step.lam * (step.t + n))))
    assert (formula.a, formula.b, formula.c) == (-1, -1, 1) and f"(t + {n})" in formula.words


@pytest.mark.parametrize(("eta", "words"), [
    (lambda step: 1 / (step.lam * step.t + 1), "1/(λ·t + 1)"),
    (lambda step: 1 / (1 + 0.1 * step.t), "1/(1 + 0.1·t)"),
    (lambda step: 1 / (2 + 3 * step.lam * step.t), "1/(3·λ·t + 2)"),
])  # fmt: skip
def test_a_schedule_is_recovered(eta, words):
    formula = fitting(_values(eta))
    assert isinstance(formula, Schedule) and formula.words == words


def test_a_step_size_rounded_down_is_recovered():
    formula = fitting(_values(lambda step: float(1 // (step.lam * step.t))))
    assert formula.entries == ("step-size-whole-number",)


def test_no_formula_fits_random_numbers():
    rng = random.Random(3)
    assert fitting(_values(lambda step: rng.uniform(0.5, 2))) is None


@pytest.mark.parametrize(("c", "powers", "words"), [
    (1.0, [("λ", -1), ("t", -1)], "1/(λ·t)"), (0.5, [("λ", 0), ("t", -0.5)], "0.5/√t"), (1.0, [("λ", 1)], "λ"),
    (2.0, [("λ", -2), ("t", 1)], "2·t/λ²"), (0.1, [("λ", 0), ("t", 0)], "0.1"),
])  # fmt: skip
def test_a_formula_is_written_as_in_a_book(c, powers, words):
    assert formula(c, powers) == words


# Averages


@pytest.mark.parametrize("average", AVERAGES, ids=lambda average: f"{average.entry} {average.first(5)}")
def test_the_weights_behind_an_average_are_recovered(average):
    case = CASES[0]
    run, _ = _random_run(case, 4)
    known = [np.array(run.start[0]), *(np.array(w) for w, _ in run.states)]
    states = []
    for n in range(1, len(known)):
        numbers = range(average.first(n), average.last(n) + 1)
        total = sum(average.weight(i) * known[i] for i in numbers)
        states.append((np.array(total / (1 if average.is_sum else sum(map(average.weight, numbers)))).tolist(), 0.0))
    behind = recovered(ProgramRun(case, states), average)
    assert len(behind.states) >= len(states) // 2 - 1
    for (w, _), right in zip(behind.states, known[1:]):
        assert np.allclose(w, right, atol=1e-6)


# Probes for one program


def _model(name):
    """Return the model of a right program, and the case that probes begin with."""
    task = facts_of(name)
    return Model(task, False, False), whole_runs(task)[0]


def _rivals(name):
    """Return models with other margins, and with other comparisons of the right one."""
    model, _ = _model(name)
    other = [Condition(margin) for _, margin in margins(model.task.has_bias, has_own_labels=False)]
    return [model.deciding_by(c) for c in other + [Condition(comparison=c) for c in COMPARISONS]]


def _added(model, step):
    return sorted(i for i, _ in model.additions(step))


@pytest.mark.parametrize("name", ["hinge", "minibatch", "free_bias"])
def test_after_a_parting_probe_two_conditions_decide_differently(name):
    model, case = _model(name)
    pairs = [(rival, parting_probe(model, rival, list(probes_of(model, case)))) for rival in _rivals(name)]
    parted = [(rival, probe.step) for rival, probe in pairs if probe]
    assert len(parted) >= 5
    assert all(_added(model, step) != _added(rival, step) for rival, step in parted)


def test_a_fine_probe_violates_no_margin():
    model, case = _model("hinge")
    assert _added(model, fine_probe(model, [], case).step) == []


def test_a_reaching_probe_leaves_every_ball():
    model, case = _model("hinge")
    step = reaching_probe(model, [], case).step
    assert np.linalg.norm(model.moment(step).w) > max(1 / case.lam**0.5, 2 / case.lam)
