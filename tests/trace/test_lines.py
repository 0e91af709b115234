"""Test the record of a running algorithm: its lines, values and steps, and what a learner's algorithm may do wrong."""

import sys
from collections import deque
from functools import wraps

import numpy as np
import pytest
from conftest import answers

from pegasos_edu import ALGORITHMS, hinge, run
from pegasos_edu.algorithms.inputs import Batches, Gram
from pegasos_edu.algorithms.step_types import LinearStep
from pegasos_edu.fast.compiling import compiled
from pegasos_edu.kernels import rbf
from pegasos_edu.trace.lines import MAX_LINES, record
from pegasos_edu.trace.numbers import STATE

X2, Y2 = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])
EVERY = [(algorithm, False) for algorithm in ALGORITHMS.values()]
EVERY += [(algorithm, True) for algorithm, _ in EVERY if "project" in algorithm.__code__.co_varnames]


def recorded(algorithm, project=False, T=40, seed=0):
    """Return a run of any algorithm on 30 noisy examples."""
    rng = np.random.default_rng(seed)
    X, takes = rng.normal(size=(30, 3)), algorithm.__annotations__.values()
    y = answers(algorithm, np.where(X[:, 0] + rng.normal(size=30) > 0, 1, -1))
    options = ({"k": 4} if Batches in takes else {}) | ({"project": True} if project else {})
    return run(algorithm, rbf(X, gamma=0.5) if Gram in takes else X, y, lam=0.1, T=T, **options)


@pytest.mark.parametrize(("algorithm", "project"), EVERY, ids=lambda value: getattr(value, "__name__", value))
def test_the_record_holds_the_steps_of_the_run_and_its_lines_in_order(algorithm, project):
    steps = recorded(algorithm, project)
    recording = record(steps)
    assert len(recording.steps) == len(steps) == len(recording.moments) - 1
    for left, right in zip(recording.steps, steps):
        assert all(np.array_equal(a, b) for a, b in zip(left, right))
    codes = [line.code.strip() for line in recording.listing.lines]
    (setup,) = recording.moments[0]
    assert codes[setup.line].split(" = ")[0] in recording.listing.source
    for moments in recording.moments[1:]:
        places = [moment.line for moment in moments]
        assert places == sorted(places) and len(set(places)) == len(places)
        assert codes[places[0]].startswith("for t, ") and codes[places[-1]].startswith("yield ")


def values_after(recording, step, line_starts):
    """Return all values after the line that starts like this has run in a step."""
    values = {}
    for number, moments in enumerate(recording.moments[: step + 1]):
        for moment in moments:
            values |= moment.changes
            if number == step and recording.listing.lines[moment.line].code.strip().startswith(line_starts):
                return values
    raise AssertionError(f"{line_starts} did not run in step {step}")


def test_the_numbers_are_those_of_three_steps_worked_by_hand():
    recording = record(run(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0]))
    second = values_after(recording, 2, "w = (1 - eta * lam) * w + (eta * y[i])")
    assert (second["t′"], second["i′"], second["eta"], second["y[i] * score"]) == (2, 1, 1, -8)
    assert second["w"] == [2, 4] and second["X[i]"] == [2, 1] and second["w′"] == second[STATE] == [-1, 1]
    third = values_after(recording, 3, "if y[i] * score < 1")
    assert third["→"] == "no" and third["y[i] * score"] == 1 and third[STATE] == [-1, 1]
    lines = [recording.listing.lines[moment.line].code.strip() for moment in recording.moments[3]]
    assert lines[3:5] == ["if y[i] * score < 1:", "w = (1 - eta * lam) * w"]


@pytest.mark.parametrize("name", ["hinge", "scaled", "summed"])
def test_the_weights_between_lines_are_what_the_algorithm_would_yield_there(name):
    """Check that at each line of a step w follows from the values that the record holds at this line."""
    recording = record(run(ALGORITHMS[name], X2, Y2, lam=0.5, draws=[0, 1, 0, 1]))
    form = {
        "hinge": lambda at: np.array(at["w"]),
        "scaled": lambda at: at["a"] * np.array(at["v"]),
        "summed": lambda at: at["eta"] * np.array(at["v"]),
    }[name]
    values, checked = {}, 0
    for moment in (moment for moments in recording.moments for moment in moments):
        values |= moment.changes
        now = {key: values.get(f"{key}′", values.get(key)) for key in ("w", "a", "v", "eta")}
        if STATE in values:
            assert np.allclose(values[STATE], form(now), rtol=1e-3)
            checked += 1
    assert checked > 20


def test_a_compiled_algorithm_is_recorded_from_its_source():
    plain, fast = (record(run(algorithm, X2, Y2, lam=0.5, T=5)) for algorithm in (hinge, compiled(hinge)))
    assert plain.moments == fast.moments


def test_no_trace_function_stays_whatever_happens():
    def mine(frame, event, argument):
        return None

    before = sys.gettrace()
    sys.settrace(mine)
    try:
        record(run(hinge, X2, Y2, lam=0.5, T=3))
        assert sys.gettrace() is mine
        with pytest.raises(RuntimeError):
            record(run(raises, X2, Y2, lam=0.5, T=3))
        assert sys.gettrace() is mine
    finally:
        sys.settrace(before)


# What a learner may write


def raises(X, y, lam, draws):
    """No pseudocode."""
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        if t == 2:
            w = w + undefined  # noqa: F821
        yield LinearStep(t, i, 1.0, w @ X[i], w)


def spins_and_catches(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        while w[0] < np.inf:
            try:
                forever()
            except Exception:
                w = w * 1
        yield LinearStep(t, i, 1.0, 0.0, w)


def forever():
    while True:
        pass


def goes_on(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    while True:
        yield LinearStep(1, 0, 1.0, 0.0, w)


def stops_early(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        if t > 1:
            return
        yield LinearStep(t, i, 1.0, 0.0, w)


def yields_w(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for _ in draws:
        yield w


def divides_by_zero(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        with np.errstate(invalid="ignore"):
            w = w / 0.0
        yield LinearStep(t, i, 1.0, 0.0, w)


def test_an_algorithm_without_source_is_refused_in_words():
    namespace = {"LinearStep": LinearStep}
    exec("def hidden(X, y, lam, draws):\n    for t, i in enumerate(draws, 1):\n        yield 1", namespace)
    with pytest.raises(ValueError, match="algorithm must have a source that can be read, got hidden without"):
        record(run(namespace["hidden"], X2, Y2, lam=0.5, T=2))


def sums_in_a_loop(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        score = 0.0
        for n in range(300):
            score = score + w[n % 2] * X[i][n % 2] / 150
        w = w + y[i] * X[i]
        yield LinearStep(t, i, 1.0, score, w)


def test_a_step_of_many_lines_keeps_the_first_and_the_last():
    recording = record(run(sums_in_a_loop, X2, Y2, lam=0.5, T=2))
    last = recording.moments[2]
    assert len(last) <= MAX_LINES + 1
    assert recording.listing.lines[last[-1].line].code.strip().startswith("yield ")
    values = {}
    deque((values.update(moment.changes) for moments in recording.moments for moment in moments), maxlen=0)
    assert values[STATE] == recording.steps[-1].w.tolist()


def leaves(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        if t == 2:
            sys.exit(1)
        yield LinearStep(t, i, 1.0, 0.0, w)


def draws_outside(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, _ in enumerate(draws, 1):
        yield LinearStep(t, 99, 1.0, 0.0, w)


def scores_all(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        yield LinearStep(t, i, 1.0, X @ w, w)


def keeps_a_list(X, y, lam, draws):
    w = [0.0, 0.0]
    for t, i in enumerate(draws, 1):
        w[0] += 1
        yield LinearStep(t, i, 1.0, 0.0, w)


@pytest.mark.parametrize(
    ("algorithm", "words"),
    [
        (raises, "got NameError: name 'undefined' is not defined .in step 2, line 5 .*: w = w . undefined"),
        (spins_and_catches, "ran for more than 0.2 seconds .in step 1, line 6 .*: forever()"),
        (goes_on, "went on after the last of 3 draws"),
        (stops_early, "stopped after 1 of 3 draws"),
        (leaves, "got SystemExit: 1 .in step 2, line 5"),
        (yields_w, r"yielded array.*, not a step such as LinearStep.* \(in step 1, line 4 .*: yield w"),
        (keeps_a_list, "yielded LinearStep.*not a step such as LinearStep.*with arrays of the right size"),
        (divides_by_zero, "yielded a step whose w is array.*nan.*, not finite numbers .in step 1"),
        (draws_outside, "yielded a step whose example is 99, not an index from 0 to 1"),
        (scores_all, "yielded a step whose score is not one number"),
    ],
)
def test_an_error_of_an_algorithm_is_reported_with_its_line(algorithm, words):
    with pytest.raises(RuntimeError, match=f"{algorithm.__name__} must yield one step for each draw, but it {words}"):
        record(run(algorithm, X2, Y2, lam=0.5, T=3), seconds=0.2)
    assert sys.gettrace() is None


# fmt: off
def on_few_lines(X, y, lam, draws):
    w = np.zeros(
        X.shape[1]
    )
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam *
                   t)
        if y[i] * (
            w @ X[i]
        ) < 1:
            w = (1 - eta * lam) * w + eta * y[i] * X[i]
        eta = eta * 2; t = t * 1  # noqa: E702
        yield LinearStep(
            t,
            i, eta, 0.0, w,
        )
# fmt: on


def test_statements_over_several_lines_are_one_and_several_on_a_line_show_no_formula():
    recording = record(run(on_few_lines, X2, Y2, lam=0.5, draws=[0, 0]))
    shown = [recording.formulas[moment.line] for moment in recording.moments[2]]
    lines = [recording.listing.lines[moment.line].code.strip() for moment in recording.moments[2]]
    assert [line[:8] for line in lines].count("eta = 1 ") == 1 and lines[-1].startswith("yield ")
    assert values_after(recording, 2, "eta = 1")["eta′"] == 1
    assert [] in shown and len(set(lines)) == len(lines)


def doubled(algorithm):
    """Decorate an algorithm so that its steps change."""

    @wraps(algorithm)
    def outer(X, y, lam, draws):
        for step in algorithm(X, y, lam, draws):
            yield step._replace(w=2 * step.w)

    return outer


def bare(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = w + X[i]
        yield LinearStep(t, i, 1.0, 0.0, w)


def test_a_decorated_algorithm_is_recorded():
    steps = run(doubled(bare), X2, Y2, lam=0.5, T=4)
    assert [step.w.tolist() for step in record(steps).steps] == [step.w.tolist() for step in steps]


def norm(v):
    """Compute a norm and count the calls; this stands for a function that a learner wrote."""
    norm.calls += 1
    return float(np.sqrt(v @ v))


def with_a_norm_of_its_own(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        if norm(w) > 1:
            w = 0.5 * w
        w = w + X[i]
        yield LinearStep(t, i, 1.0, 0.0, w)


def test_recording_calls_no_function_of_the_learner():
    norm.calls = 0
    record(run(with_a_norm_of_its_own, X2, Y2, lam=0.5, T=5))
    assert norm.calls == 5


def in_a_with(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    with np.errstate(all="ignore"):
        for t, i in enumerate(draws, 1):
            w = w + X[i]
            yield LinearStep(t, i, 1.0, 0.0, w)


def in_a_try_after_a_function(X, y, lam, draws):
    def each():
        for t in range(len(draws)):
            yield t + 1, draws[t]

    w = np.zeros(X.shape[1])
    try:
        for t, i in each():
            w = w + X[i]
            yield LinearStep(t, i, 1.0, 0.0, w)
    finally:
        w = None


def in_a_while(X, y, lam, draws):
    w, t = np.zeros(X.shape[1]), 0
    while t < len(draws):
        i, t = draws[t], t + 1
        w = w + X[i]
        yield LinearStep(t, i, 1.0, 0.0, w)


@pytest.mark.parametrize(
    "algorithm",
    [in_a_with, in_a_try_after_a_function, in_a_while, doubled(in_a_with)],
)
def test_a_loop_may_stand_in_other_statements(algorithm):
    steps = run(algorithm, X2, Y2, lam=0.5, T=4)
    recording = record(steps)
    codes = [[recording.listing.lines[moment.line].code.strip() for moment in step] for step in recording.moments]
    assert codes[0][0].startswith(("w", "def")) and not any("+ X[i]" in code for code in codes[0])
    assert all(step[0].startswith(("for", "while")) and step[-1].startswith("yield") for step in codes[1:])
    assert [step.w.tolist() for step in recording.steps] == [step.w.tolist() for step in steps]


def from_another(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for part in (draws[:1], draws[1:]):
        w = yield from bare(X + w, y, lam, part)


def one_by_one(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    yield LinearStep(1, draws[0], 1.0, 0.0, w)
    yield LinearStep(2, draws[1], 1.0, 0.0, w)
    yield LinearStep(3, draws[2], 1.0, 0.0, w)


@pytest.mark.parametrize("algorithm", [from_another, one_by_one])
def test_an_algorithm_of_another_shape_is_refused(algorithm):
    words = f"algorithm must set up its weights and then .* got {algorithm.__name__} with no loop with a yield in it"
    with pytest.raises(ValueError, match=words):
        record(run(algorithm, X2, Y2, lam=0.5, T=3))
