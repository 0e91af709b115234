"""Programs of learners are read in whatever shape they are written, and followed step by step."""

from typing import NamedTuple

import numpy as np
import pytest
from grading.right_programs import PROGRAMS

from pegasos_edu import ALGORITHMS
from pegasos_edu.grading.submissions import read


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
