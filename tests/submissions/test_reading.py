"""Programs of learners are read in whatever shape they are written, and followed step by step."""

from typing import NamedTuple

import numpy as np
import pytest
from submissions.right_programs import PANDAS_PROGRAMS, PROGRAMS

from pegasos_edu import ALGORITHMS
from pegasos_edu.submissions.reading import read


class Probe(NamedTuple):
    name: str
    X: np.ndarray
    y: np.ndarray
    lam: float
    draws: np.ndarray


def probe(task, T=20, seed=0):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(8, 4)).round(3), np.array([1, -1, 1, 1, -1, -1, 1, -1])
    draws = rng.integers(8, size=T)
    if task == "minibatch":
        draws = np.array([rng.choice(8, 3, replace=False) for _ in range(T)])
    return Probe("some", X, y, 0.2, draws)


def expected(task, data, draws):
    X = data.X @ data.X.T if "kernel" in task else data.X
    steps = ALGORITHMS[task](X, data.y, data.lam, np.array(draws) if task != "minibatch" else draws)
    return [np.copy(step.alpha if "kernel" in task else step.w) for step in steps]


@pytest.mark.parametrize("name", PROGRAMS)
def test_right_programs_make_the_steps_of_the_box_on_the_draws_that_they_are_told_to_have_looked_at(name):
    task, program = PROGRAMS[name]
    data = probe(task)
    trace = read(program, task).follow(data)
    assert None not in [None if one is None else 0 for one in trace.draws]
    assert len(trace.states) == len(trace.draws) >= len(data.draws)
    tolerance = 1e-5 if "single" in name else 1e-9
    for state, other in zip(trace.states, expected(task, data, trace.draws)):
        np.testing.assert_allclose(state, other, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", PANDAS_PROGRAMS)
def test_programs_for_frames_get_frames(name):
    pytest.importorskip("pandas")
    task, program = PANDAS_PROGRAMS[name]
    data = probe(task)
    trace = read(program, task).follow(data)
    assert len(trace.states) >= len(data.draws)
    np.testing.assert_allclose(trace.states, expected(task, data, trace.draws), rtol=1e-9, atol=1e-9)


def test_rounds_are_as_many_as_there_were():
    def too_few(X, y, lam, T):
        w = np.zeros(X.shape[1])
        for t in range(1, T):
            i = np.random.randint(len(y))
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    def passes(X, y, lam, n_iter):
        w = np.zeros(X.shape[1])
        for t in range(1, n_iter + 1):
            for i in range(len(y)):
                w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    submission = read(too_few, "hinge")
    assert len(submission.follow(probe("hinge")).states) == 19
    assert "it makes 10 steps for T = 11" in submission.notes
    submission = read(passes, "hinge")
    assert len(submission.follow(probe("hinge")).states) == 24 and submission.counts_passes
    assert submission.follow(probe("hinge")).draws[:10] == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]


def test_what_was_asked_for_is_noted_with_its_round():
    def never_the_first(X, y, lam, T):
        w = np.random.randn(X.shape[1])
        for t in range(1, T + 1):
            i = np.random.randint(1, len(y))
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    start, *requests = read(never_the_first, "hinge").follow(probe("hinge")).requests
    assert (start.kind, start.size, start.round) == ("other", (4,), 0)
    assert {(one.kind, one.low, one.high) for one in requests} == {("integer", 1, 7)}
    assert [one.round for one in requests] == list(range(1, 21))


def test_a_constant_column_is_a_bias_at_the_end_where_it_stands():
    def column(X, y, lam, T, first=True):
        ones = np.ones((len(y), 1))
        X = np.hstack([ones, X] if first else [X, ones])
        w = np.zeros(X.shape[1])
        for t in range(1, T + 1):
            i = np.random.randint(len(y))
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    def at_the_end(X, y, lam, T):
        return column(X, y, lam, T, first=False)

    data = probe("hinge")
    traces = [read(program, "hinge").follow(data) for program in (column, at_the_end)]
    for trace in traces:
        assert trace.draws == data.draws.tolist()
        np.testing.assert_allclose(trace.states[0], data.y[7] * data.X[7] / data.lam)
        assert trace.biases[0] == pytest.approx(data.y[7] / data.lam)
        assert trace.returned[0].shape == (4,)


def test_parameters_of_any_name_are_told_by_an_order():
    def step(p, q, r, s, u):
        return (1 - s * u) * p + (s * r * q if r * (p @ q) < 1 else 0)

    data = probe("hinge")
    trace = read(step, "hinge", order=("w", "x", "y", "eta", "lam")).follow(data)
    np.testing.assert_allclose(trace.states, expected("hinge", data, data.draws), rtol=1e-9)


def test_labels_encoded_inside_are_found():
    assert read(PROGRAMS["homework"][1], "hinge").encodes_labels() == [(0, 1)]
    assert read(PROGRAMS["likescikitlearn"][1], "hinge").encodes_labels() == [(0, 1), ("a", "b")]
    assert read(PROGRAMS["rebinding"][1], "hinge").encodes_labels() == []


def test_an_object_is_as_good_as_its_class_and_stays_as_it_is():
    made = PROGRAMS["homework"][1](lam=3.0, n_iters=5)
    data = probe("hinge")
    trace = read(made, "hinge").follow(data)
    np.testing.assert_allclose(trace.states, expected("hinge", data, data.draws), rtol=1e-9)
    assert (made.lam, made.n_iters, made.w) == (3.0, 5, None)


def test_use_of_the_boxes_is_noted():
    def borrowed(X, y, lam, draws):
        from pegasos_edu import hinge

        return [step.w for step in hinge(X, y, lam, draws)][-1]

    def through_the_table(X, y, lam, draws):
        for step in ALGORITHMS["hinge"](X, y, lam, draws):
            w = step.w
        return w

    for program in (borrowed, through_the_table):
        assert any("pegasos_edu" in note for note in read(program, "hinge").notes)
    assert not any("pegasos_edu" in note for note in read(PROGRAMS["rebinding"][1], "hinge").notes)


@pytest.mark.parametrize("task", ALGORITHMS)
def test_the_boxes_themselves_are_followed(task):
    data = probe("minibatch" if "minibatch" in task else task)
    if task == "multiclass":
        data = data._replace(y=np.array([0, 1, 2, 0, 1, 2, 2, 1]))
    trace = read(ALGORITHMS[task], task).follow(data)
    np.testing.assert_array_equal(trace.draws, data.draws)
    np.testing.assert_array_equal(trace.states, expected(task, data, data.draws))
    assert trace.fields["t"] == list(range(1, 21)) and trace.returned is None


def test_functions_are_called_with_copies():
    def hinge_loss(z):
        z *= -1
        return np.maximum(0, 1 + z)

    z = np.array([0.5, 2.0])
    submission = read(hinge_loss, "hinge_loss")
    np.testing.assert_array_equal(submission.call(z), [0.5, 0])
    assert z.tolist() == [0.5, 2.0] and submission.notes == ["it changes its argument number 1"]


def test_a_task_must_exist():
    with pytest.raises(ValueError, match="task must be the name of a box or a function"):
        read(PROGRAMS["rebinding"][1], "hing")


@pytest.mark.parametrize("C_is_lam", (True, False))
def test_C_is_lam_or_its_counterpart_by_the_size_of_the_first_step(C_is_lam):
    def program(X, y, C, T):
        lam, w = C if C_is_lam else 1 / (C * len(y)), np.zeros(X.shape[1])
        for t in range(1, T + 1):
            i = np.random.randint(len(y))
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    data = probe("hinge")
    trace = read(program, "hinge").follow(data)
    np.testing.assert_allclose(trace.states, expected("hinge", data, data.draws), rtol=1e-9)
