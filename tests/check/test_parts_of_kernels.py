"""Test that the parts of programs with a kernel are identified from the states that they leave."""

import copy

import numpy as np
import pytest
from wrong_programs import as_generator, as_step

from pegasos_edu.check.parts.cases import chosen_states, whole_runs
from pegasos_edu.check.parts.findings import PARTS
from pegasos_edu.check.parts.identifying_kernel import KernelIdentification
from pegasos_edu.check.parts.judging import judged
from pegasos_edu.check.parts.measured_steps import ProgramRun
from pegasos_edu.check.parts.parting_probes_kernel import parting_case
from pegasos_edu.check.parts.tasks import Task
from pegasos_edu.misconceptions import by_id, entries

SAME = {"t-from-3": {"t-from-2", "factor-of-the-figure"}}  # both put 1/(λ·(t + 1)) before the sum of counts
CONVENTIONS = [entry.id for entry in by_id().values() if entry.is_convention]


def _run(program, case):
    """Return the run of a program that yields α, or α and b, in a case."""
    X, y = np.array(case.X), np.array(case.y)
    states = [copy.deepcopy(state) for state in program(X @ X.T, y, case.lam, case.draws)]
    pairs = [state if type(state) is tuple else (state, 0.0) for state in states]
    return ProgramRun(case, [([float(a) for a in alpha], float(b)) for alpha, b in pairs])


def _identified(program, has_bias=False, more=()):
    task = Task("kernelized", is_kernel=True, has_bias=has_bias, conventions=CONVENTIONS)
    runs = [_run(program, case) for case in [*whole_runs(task), *more]]
    return KernelIdentification(task, runs, False).identified()


def _identified_step(step):
    task = Task("kernelized", is_kernel=True, conventions=CONVENTIONS)
    runs = []
    for state in chosen_states(task):
        case, X = state.case, np.array(state.case.X)
        after = step(np.array(state.w), X @ X.T, np.array(case.y), case.draws[0], case.first, case.lam)
        runs.append(ProgramRun(case, [([float(a) for a in after], 0.0)], (state.w, 0.0)))
    return KernelIdentification(task, runs, True).identified()


def _alphas(name, *identifiers):
    program = as_generator(name, *identifiers)
    return lambda K, y, lam, draws: (step.alpha.copy() for step in program(K, y, lam, draws))


def _entries(identification):
    """Return the entries of all findings; at the margin of a wrong program rounding decides, which is not told."""
    identifiers = {entry for finding in identification.findings for entry in finding.entries}
    return identifiers if len(identifiers) < 2 else identifiers - {"at-the-margin-too"}


def coefficients(K, y, lam, draws, first=1, size=None, keeps=True, has_bias=False, has_labels=True):
    """Yield the coefficients of w that shrink, and the bias."""
    alpha, b = np.zeros(len(y)), 0.0
    for t, i in enumerate(draws, first):
        eta = size or 1 / (lam * t)
        score = (alpha if has_labels else alpha * y) @ K[i] + b
        alpha = (1 - eta * lam) * alpha if keeps else alpha
        if y[i] * score < 1:
            alpha[i] += eta * (y[i] if has_labels else 1)
            b += eta * y[i] if has_bias else 0.0
        yield (alpha.copy(), b) if has_bias else alpha.copy()


def counts(K, y, lam, draws, factor, threshold=1.0, keeps_count=True, with_label=lambda y, i: y, size_of_b=None):
    """Yield counts, and a bias if it has a step size: the score is the sum times a factor of λ and the step from 0."""
    alpha, b = np.zeros(len(y)), 0.0
    for n, i in enumerate(draws):
        alpha[i] = alpha[i] if keeps_count else 0.0
        if y[i] * ((alpha * with_label(y, i)) @ K[i] * factor(lam, n, len(y)) + b) < threshold:
            alpha[i] += 1
            b += y[i] * size_of_b(lam, n, len(y)) if size_of_b else 0.0
        yield (alpha.copy(), b) if size_of_b else alpha.copy()


def over(lam, u):
    return 1 / (lam * u) if u else 0.0


def right_factor(lam, n, m):
    return over(lam, n)


def figure(lam, n, m):
    return over(lam, n + 1)


def _judged(program):
    task = Task("kernelized", is_kernel=True, conventions=CONVENTIONS)
    runs = [_run(program, case) for case in whole_runs(task)]
    return judged(task, runs, False, lambda case, start: _run(program, case), lambda judgement: ([], []))


def _parted(program):
    """Return the identification after cases that part its rivals."""
    return _judged(program).identification


def _told(identification):
    return " ".join(f"{finding.says}; {finding.right}." for finding in identification.findings)


def counts_over_lambda(K, y, lam, draws):
    """Yield the counts divided by λ, which is right if the sum is divided by t − 1 alone."""
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws):
        if y[i] * ((alpha * y) @ K[i]) / max(t, 1) < 1:
            alpha[i] += 1 / lam
        yield alpha.copy()


@pytest.mark.parametrize(
    "entry", [entry for entry in entries("kernelized") if entry.edits_for("kernelized") and entry.fits("all")]
)
def test_a_program_that_follows_from_its_parts_has_the_part_of_its_entry(entry):
    parts = _identified(_alphas("kernelized", entry.id))
    assert parts.off or _entries(parts) == SAME.get(entry.id, {entry.id})


def test_nearly_all_programs_of_the_catalogue_follow_from_their_parts():
    kernel_entries = [entry for entry in entries("kernelized") if entry.edits_for("kernelized") and entry.fits("all")]
    off = [
        entry
        for entry in kernel_entries
        if entry.part not in ("draws", "start") and _identified(_alphas("kernelized", entry.id)).off
    ]
    assert not off


@pytest.mark.parametrize("entry", [entry for entry in entries("kernelized") if entry.fits("step")])
def test_one_step_has_the_part_of_its_entry(entry):
    parts = _identified_step(as_step("kernelized", entry.id))
    assert not parts.off
    assert _entries(parts) == {entry.id}


def test_a_right_program_has_no_findings():
    parts = _identified(_alphas("kernelized"))
    assert not (parts.off or parts.findings or parts.rivals)


def test_a_factor_of_the_numbers_makes_no_difference():
    parts = _identified(counts_over_lambda)
    assert not (parts.off or parts.findings)
    assert parts.first_off() is None


def test_signed_coefficients_with_t_from_2_are_right():
    parts = _identified(lambda *data: coefficients(*data, first=2))
    assert not parts.off
    assert parts.first_off() is None
    assert _entries(parts) == {"signed-counts", "coefficients-that-shrink", "t-from-2"}


def test_a_mistake_beside_a_free_bias_keeps_the_bias_right():
    parts = _identified(lambda *data: coefficients(*data, keeps=False, has_bias=True, has_labels=False), has_bias=True)
    assert not parts.off
    assert _entries(parts) == {"coefficients-never-shrink", "free-bias"}


def test_a_mistake_in_a_convention_first_shows_where_it_differs_in_this_convention():
    parts = _identified(_alphas("kernelized", "count-cleared-when-drawn", "factor-of-the-figure"))
    assert _entries(parts) == {"count-cleared-when-drawn", "factor-of-the-figure"}
    step = parts.first_off()
    assert step.before[step.drawn[0]] > 0  # the first count that is cleared


@pytest.mark.parametrize(
    ("entry", "counter"),
    [
        ("counter-restarts", lambda n, m: n % m),
        ("counter-of-passes", lambda n, m: n // m),
        ("first-step-size-twice", lambda n, m: max(1, n) - 1),
    ],
)
def test_a_wrong_counter_is_told_if_the_factor_is_computed_from_it(entry, counter):
    parts = _identified(lambda *data: counts(*data, factor=lambda lam, n, m: over(lam, counter(n, m))))
    assert not parts.off
    assert _entries(parts) == {entry}


@pytest.mark.parametrize(("factor", "conventions"), [(right_factor, set()), (figure, {"factor-of-the-figure"})])
def test_a_threshold_of_its_own_is_told_once(factor, conventions):
    parts = _parted(lambda *data: counts(*data, factor=factor, threshold=0.5))
    assert not parts.off
    assert _entries(parts) == {"condition", *conventions}
    assert "the margin is below about 0.5, or 2 times the margin below 1" in _told(parts)


def test_a_program_with_twice_the_penalty_may_compare_with_two_as_well():
    parts = _identified(lambda *data: counts(*data, factor=right_factor, threshold=2))
    assert _entries(parts) == {"objective-without-the-half"}
    assert "compared with 2" in parts.notes[0]


def test_one_step_with_a_threshold_of_two_follows_no_convention():
    def step(alpha, K, y, i, t, lam):
        margin = y[i] * ((alpha * y) @ K[i] / (lam * (t - 1)) if t > 1 else 0)
        return alpha + (np.arange(len(y)) == i) * (margin < 2)

    parts = _identified_step(step)
    assert not parts.off
    assert _entries(parts) == {"condition"}


def test_one_step_may_reverse_the_condition_and_forget_the_label():
    def step(alpha, K, y, i, t, lam):
        score = (alpha * y) @ K[i] / (lam * (t - 1)) if t > 1 else 0
        return alpha + (np.arange(len(y)) == i) * (score > 1)

    parts = _identified_step(step)
    assert not parts.off
    assert _entries(parts) == {"condition-reversed", "condition-without-label"}


def test_a_case_parts_a_count_that_is_cleared_from_one_that_is_set_to_1():
    def program(*data):
        return counts(*data, factor=right_factor, keeps_count=False, with_label=lambda y, i: y[i])

    parts = _parted(program)
    assert not parts.off
    assert _entries(parts) == {"count-cleared-when-drawn", "label-of-the-drawn-example"}


def test_a_margin_of_1_is_only_told_if_all_steps_follow():
    parts = _identified(lambda *data: counts(*data, factor=lambda lam, n, m: np.sin(n), threshold=1 + 1e-9))
    assert parts.off
    assert "at-the-margin-too" not in _entries(parts)


def test_the_right_factor_is_that_of_the_programs_own_convention():
    parts = _identified(lambda *data: counts(*data, factor=lambda lam, n, m: over(lam, n % m + 1)))
    assert _entries(parts) == {"counter-restarts", "factor-of-the-figure"}
    assert "1/(λ·(place in the pass)); 1/(λ·t) is right" in _told(parts)


@pytest.mark.parametrize("factor", [lambda lam, n, m: 1 / m, lambda lam, n, m: over(lam, n) / m])
def test_a_mean_instead_of_a_sum_is_told(factor):
    parts = _parted(lambda *data: counts(*data, factor=factor))
    assert not parts.off
    assert "the factor before the sum is 1/" in _told(parts)
    assert "m" in parts.model.factor.words


def test_the_convention_of_a_wrong_factor_stands_beside_it_in_one_finding():
    parts = _parted(lambda *data: counts(*data, factor=lambda lam, n, m: 1 / (n + 1)))
    assert [f.entries for f in parts.findings] == [("step-size-without-lambda", "factor-of-the-figure")]


@pytest.mark.parametrize(
    ("program", "parts"),
    [
        (lambda *data: counts(*data, factor=right_factor), set()),
        (lambda *data: counts(*data, factor=right_factor, threshold=1e9), {"score", "labels"}),
        (lambda *data: counts(*data, factor=right_factor, threshold=1e-9), {"score"}),
    ],
    ids=["margins below 1", "every margin", "negative margins"],
)
def test_parts_that_no_step_shows_are_not_measured(program, parts):
    assert _identified(program).unmeasured - {"step size", "shrinking"} == parts


@pytest.mark.parametrize(
    ("program", "has_eta"), [(lambda *data: counts(*data, factor=right_factor), False), (coefficients, True)]
)
def test_only_a_program_of_coefficients_has_a_step_size_and_shrinks(program, has_eta):
    assert {"step size", "shrinking"}.isdisjoint(_identified(program).unmeasured) is has_eta


def test_of_a_program_that_adds_nothing_only_the_start_is_measured():
    parts = _identified(lambda *data: counts(*data, factor=right_factor, threshold=-1))
    assert [part for part in PARTS if part not in parts.unmeasured] == ["start"]


def test_the_step_size_of_b_is_told_where_the_score_does_not_show_it():
    def program(*data):
        return counts(*data, factor=right_factor, size_of_b=lambda lam, n, m: over(lam, n % m + 1))

    parts = _identified(program, has_bias=True)
    assert not parts.off
    assert _entries(parts) == {"counter-restarts", "free-bias"}


def test_a_bias_with_the_wrong_sign_first_shows_in_the_first_step_that_adds():
    parts = _identified(
        lambda *data: counts(*data, factor=right_factor, size_of_b=lambda lam, n, m: -over(lam, n + 1)), has_bias=True
    )
    assert not parts.off
    assert _entries(parts) == {"bias-with-the-wrong-sign", "free-bias"}
    assert parts.first_off() is parts.steps[0]


def test_a_case_parts_two_scores_that_decide_all_steps_alike():
    def program(*data):
        return coefficients(*data, size=0.02, has_labels=False)

    parts = _identified(program)
    assert parts.rivals
    more = []
    while parts.rivals:
        more.append(parting_case(parts.model, parts.rivals[0], len(parts.steps)))
        rivals, parts = len(parts.rivals), _identified(program, more=more)
        assert len(parts.rivals) < rivals
    assert _entries(parts) == {"step-size-constant", "coefficients-that-shrink"}


def averaged(program):
    """Return a program that yields means of what a program has yielded."""
    return lambda *data: (np.mean(past, axis=0) for past in _all_so_far(program(*data)))


def _all_so_far(states):
    past = []
    for state in states:
        past.append(state)
        yield past


def with_ones(program):
    """Return a program that adds 1 to the kernel first."""
    return lambda K, *data: program(K + 1, *data)


def right_counts(*data):
    return counts(*data, factor=right_factor)


def hiding_its_bias(*data):
    return (alpha for alpha, _ in coefficients(*data, has_bias=True))


@pytest.mark.parametrize(
    ("program", "entries"),
    [
        (averaged(coefficients), {"signed-counts", "coefficients-that-shrink", "average"}),
        (averaged(right_counts), {"average-weighted-by-the-step"}),
        (with_ones(coefficients), {"signed-counts", "coefficients-that-shrink", "bias-as-a-column"}),
        (with_ones(right_counts), {"bias-as-a-column"}),
        (hiding_its_bias, {"signed-counts", "coefficients-that-shrink", "free-bias"}),
    ],
    ids=["mean coefficients", "mean counts", "coefficients and K + 1", "counts and K + 1", "hidden bias"],
)
def test_averages_and_hidden_biases_are_conventions(program, entries):
    judgement = _judged(program)
    assert judgement.passed
    assert _entries(judgement) == entries


def test_what_nothing_explains_is_compared_with_the_form_of_its_numbers():
    parts = _identified(lambda *data: (alpha * (1 + (step > 5)) for step, alpha in enumerate(coefficients(*data))))
    assert parts.off
    assert _entries(parts) == {"signed-counts"}
    assert parts.first_off().t == 7


@pytest.mark.parametrize("factor", [lambda lam, n, m: over(lam, 2 * n + 1), lambda lam, n, m: 1 / (lam + n + 1)])
def test_a_factor_that_is_nearly_a_known_one_is_no_threshold(factor):
    assert _parted(lambda *data: counts(*data, factor=factor)).off


@pytest.mark.parametrize(
    ("others", "words"), [((1,), "α of example 1 is not 0"), ((1, 2), "α of examples 1 and 2 is not 0")]
)
def test_the_first_difference_says_which_other_examples_changed(others, words):
    def program(K, y, lam, draws):
        alpha = np.zeros(len(y))
        for _ in draws:
            alpha[[0, *others]] += 1
            yield alpha.copy()

    assert words in _judged(program).difference()
