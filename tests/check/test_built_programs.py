"""Test that the program which is built from measured parts leaves the states of the learner's own program."""

import inspect
import random
import re

import numpy as np
import pytest
from drawn_programs import drawn, program_of
from wrong_programs import as_generator

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.check import check, pictures
from pegasos_edu.check.formulas import Unwritable, in_eta, python_of, size
from pegasos_edu.check.parts import candidates
from pegasos_edu.check.parts.measured_steps import ProbeCase, ProgramRun, Step
from pegasos_edu.check.parts.sizes import COUNTERS, Size, T, WholeNumber
from pegasos_edu.datasets import moons
from pegasos_edu.misconceptions import entries, wrong_program
from pegasos_edu.runs.draws import make_draws

X, Y, _ = moons(m=60)
LAM, STEPS = 0.05, 60
TASKS = "hinge", "free_bias", "logistic", "minibatch", "scaled", "kernelized"


def draws_for(task):
    return make_draws("uniform", len(Y), STEPS, 0, 4 if task.is_batch else None)


def states_of(program, model):
    """Return the states of a built program, in the form in which the learner's program stores them."""
    task = model.task
    if not task.is_kernel:
        of_batch = task.is_batch and task.has_bias
        return pictures._states(
            program, np.column_stack([X, np.ones(len(Y))]) if of_batch else X, Y, LAM, draws_for(task)
        )
    states = []
    for step in program(X @ X.T, Y, LAM, draws_for(task).tolist()):
        alpha = step.alpha * step.eta if model.change.is_of_coefficients else step.alpha.copy()
        states.append(alpha * Y if model.has_labels else alpha)
    return states


def agree(mine, direct):
    return len(mine) > STEPS / 2 and pictures._first_difference(direct, mine) is None


# Single mistakes of the catalogue, in random conventions


def _programs(name):
    """Yield each mistake of a task in two random sets of conventions that can be combined with it."""
    possible = [entry for entry in entries(name) if entry.is_convention and entry.edits_for(name)]
    conventions = [entry.id for entry in possible if not (entry.column or entry.keeps)]
    for entry in entries(name):
        if entry.is_convention or entry.column:
            continue
        for n in range(2):
            rng = random.Random(f"{name} {entry.id} {n}")
            for size_of_set in (rng.choice([1, 2]), 1, 1, 0):
                chosen = rng.sample(conventions, size_of_set)
                try:
                    yield entry.id, chosen, wrong_program(name, entry.id, *chosen)
                    break
                except ValueError:  # the edits cannot be combined
                    continue


@pytest.mark.slow
@pytest.mark.parametrize("name", TASKS)
def test_each_mistake_in_two_sets_of_conventions_is_built_as_it_was_written(name):
    compared, others = 0, []
    for identifier, conventions, program in _programs(name):
        report = check(as_generator(name, identifier, *conventions), name)
        judgement = report.judgement
        if report.passed or not judgement or not judgement.is_explained or judgement.alternatives:
            continue
        compared += 1
        try:
            wrong = pictures.built_pair(judgement)[1]
        except Unwritable as problem:
            others.append((identifier, conventions, str(problem)))
            continue
        model = judgement.identification.model
        direct = pictures._states(program, X @ X.T if model.task.is_kernel else X, Y, LAM, draws_for(model.task))
        if not agree(states_of(wrong, model), direct[:STEPS]):
            others.append((identifier, conventions))
    assert compared > 40 and len(others) <= 0.03 * compared, others


# Drawn programs


def _drawn_reports():
    """Yield the source of wrong drawn programs, and the report on them, if the parts explain all their steps."""
    for seed in range(1000):
        program = drawn(seed)
        if program.passes:
            continue
        report = check(program_of(program.source, program.name), program.task)
        judgement = report.judgement
        if judgement.is_explained and judgement.mistakes and all(part.part != "start" for part in judgement.findings):
            yield program.source, report


def _own_states(report):
    """Return the states that the learner's program leaves on two moons."""
    observation, model, y = report.observation, report.judgement.identification.model, [float(label) for label in Y]
    facts, gives_eta = model.task, getattr(model, "is_given_eta", False)
    draws = draws_for(facts).tolist()
    case = ProbeCase("moons", X.tolist(), y, LAM, draws, gives_eta=gives_eta, is_kernel=facts.is_kernel)
    run = observation.more(case, None) if observation.kind == "all" else _chained(observation, case)
    return [np.array(w + [b] if facts.has_bias else w) for w, b in run.states]


def _chained(observation, case):
    """Return the run of a program of one step."""
    state, states = ([0.0] * (case.m if case.is_kernel else len(case.X[0])), 0.0), []
    for t, drawn_ones in enumerate(case.draws, 1):
        step = ProbeCase("moons", case.X, case.y, LAM, [drawn_ones], t, case.gives_eta, case.is_kernel)
        state = observation.more(step, state).states[0]
        states.append(state)
    return ProgramRun(case, states)


def test_drawn_programs_are_built_as_they_were_written():
    compared, others = 0, []
    for source, report in _drawn_reports():
        judgement = report.judgement
        try:
            wrong = pictures.built_pair(judgement)[1]
        except Unwritable as problem:
            others.append(f"{source}\n{problem}")
        else:
            model = judgement.identification.model
            if not agree(states_of(wrong, model), _own_states(report)):
                others.append(f"{source}\n{inspect.getsource(wrong)}")
        compared += 1
        if compared == 30:
            break
    assert len(others) <= 2, "\n\n".join(others)


def test_a_combination_without_an_entry_has_readable_lines():
    def train(X, y, lam, draws):
        w, b = np.zeros(X.shape[1]), 0.0
        for i in draws:
            violated = y[i] * (w @ X[i] + b) < 1
            w = (1 - 0.1 * lam) * w
            if violated:
                w, b = w + 0.1 * y[i] * X[i], b + 0.1 * y[i]
            w = min(1, 1 / (lam**0.5 * max(np.linalg.norm(w), 1e-9))) * w
        return w, b

    right, wrong = [inspect.getsource(program) for program in pictures.built_pair(check(train, "hinge").judgement)]
    assert "eta = 0.1 " in wrong and "eta = 1 / (lam * t)" in right
    for source in (right, wrong):
        assert "score = w @ X[i] + b" in source and "b = b + eta * y[i]" in source
        assert "w = min(1, 1 / sqrt(lam) / norm(w)) * w" in source
    changed = [(line, other) for line, other in zip(right.split("\n"), wrong.split("\n"), strict=True) if line != other]
    assert len(changed) == 2  # the name of the function, and η


def test_lines_that_follow_a_convention_have_no_pseudocode():
    report = check(wrong_program("free_bias", "adds-always", "bias-as-a-column"), "free_bias")
    right, wrong = [inspect.getsource(program) for program in pictures.built_pair(report.judgement)]
    for source in (right, wrong):
        assert "b = (1 - eta * lam) * b + eta * y[i]\n" in source
        assert "CAUTION: nothing shrinks b" not in source and "#   η = 1 / (λ·t)" in source
    assert re.search("if True: +#   if y·score < 1", wrong)


def test_a_program_without_mistakes_is_the_algorithm_itself():
    def step(w, x, y, eta, lam):
        return (1 - eta * lam) * w + (2 * eta * y * x if y * (w @ x) < 1 else 0)

    right, wrong = pictures.built_pair(check(step, "hinge").judgement)
    assert right is ALGORITHMS["hinge"] and "(2 * eta * y[i]) * X[i]" in inspect.getsource(wrong)


def test_the_program_beside_a_wrong_one_is_right_in_the_same_conventions():
    compared, wrong = 0, []
    for source, report in _drawn_reports():
        facts = report.judgement.identification.task
        if (facts.is_batch and facts.has_bias) or (facts.is_kernel and facts.has_bias):
            continue
        try:
            right = pictures.built_pair(report.judgement)[0]
        except Unwritable:
            continue
        if not check(right, report.task).passed:
            wrong.append(f"{source}\n{inspect.getsource(right)}")
        compared += 1
        if compared == 20:
            break
    assert len(wrong) <= 1, "\n\n".join(wrong)


# Formulas


@pytest.mark.parametrize(
    ("words", "python"),
    [
        ("1 − 2·η·λ", "1 - 2 * eta * lam"),
        ("(1 − η·λ)^k", "(1 - eta * lam) ** len(A)"),
        ("1/√(2·λ)", "1 / sqrt(2 * lam)"),
        ("1 − η·λ²", "1 - eta * lam ** 2"),
        ("1 − η·λ/m", "1 - eta * lam / len(y)"),
    ],
)
def test_a_formula_in_words_becomes_python(words, python):
    assert python_of(words) == python


@pytest.mark.parametrize(
    ("formula", "python"),
    [
        (Size(0.1, 0, T, 0), "0.1"),
        (Size(1.0, -1, COUNTERS[1], -1), "1 / (lam * (t + 1))"),
        (Size(0.5, 0, T, -0.5), "0.5 / sqrt(t)"),
        (Size(2.0, 1, T, 1), "2 * lam * t"),
        (WholeNumber(COUNTERS[1]), "1 // (lam * (t + 1))"),
    ],
)
def test_a_step_size_becomes_python(formula, python):
    assert size(formula) == python


def test_a_factor_is_written_as_a_power_of_the_step_size():
    of_eta = Size(1.0, -1, T, -1)
    factors = Size(1.0, 0, T, 0), Size(0.7, -1, T, -1), Size(1.0, -2, T, -2), Size(1.0, 0, T, -1)
    assert [in_eta(factor, of_eta) for factor in factors] == ["1", "0.7 * eta", "eta ** 2", "lam * eta"]


@pytest.mark.parametrize("rows", [candidates.KEEPS, candidates.RADII])
def test_the_words_of_each_factor_and_of_each_radius_are_its_formula(rows):
    case = ProbeCase("", [[1.0]] * 12, [1.0] * 12, 0.3, [[0, 1, 2, 3]])
    for row in rows:
        names = {"eta": 0.7, "lam": 0.3, "t": 5, "A": range(4), "y": range(12), "sqrt": np.sqrt}
        step = Step(case, 5, [0, 1, 2, 3], ([0.0], 0.0), ([0.0], 0.0))
        value = row[1](0.3) if rows is candidates.RADII else row[1](step, 0.7, True)
        assert eval(python_of(row[2]), names) == pytest.approx(value), row[2]


def test_each_candidate_that_has_python_can_be_written():
    texts = {
        "moved": "m",
        "plain": "m",
        "without_eta": "m",
        "unlabelled": "m",
        "always": "m",
        "added": "m",
        "by_new_w": "m",
    }
    for rows, words in (
        (candidates.MOVES, texts),
        (candidates.STAYS, {"keep": "k"}),
        (candidates.WEIGHTS, {"z": "z"}),
        (candidates.PICKS, {"z": "z"}),
        (candidates.RULES, {"r": "r", "n": "n"}),
    ):
        for row in rows:
            compile(row[3].format(**words) or "None", row[2], "eval")
    for row in candidates.DIVISORS:
        compile(row[3].format("eta"), row[2], "eval")
