"""Test an assignment in which learners hand in data that show that a program is wrong."""

import pytest
from small_master import written

from pegasos_edu.check.sandbox import opened
from pegasos_edu.check.sandbox.limits import LIMITS
from pegasos_edu.teaching.assignment_page import assignment_page
from pegasos_edu.teaching.building import build
from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.scoring import score

HEAD = "# B8 · Expose it\n\n**3 points, 10 minutes.** You need lesson 05."
GIVEN = "from pegasos_edu.check import expose"
WRITE = """def data():
    # BEGIN SOLUTION
    X = [[1], [-1]]
    return X, [1, 1], 0.5, [[0], [0, 1]]
    # END SOLUTION"""
CHECK = '# CHECK the program is wrong: 2 points\nreport = expose("05", data())\nassert report.passed, report'
SMALL = '# CHECK small data: 1 point\nreport = expose("05", data())\nassert report.is_small, report.how_small'
LARGER = "return [[1], [-1], [3]], [1, 1, 1], 0.5, [[0], [0, 1]]"
HAND_INS = {
    "return np.array([[1.0], [-1.0]]), np.ones(2), 0.5, np.array([[0, 0], [0, 1]])": [2, 0],
    "return [[1], [-1]], (1, 1), np.float64(0.5), ([0], [0, 1])": [2, 1],
    LARGER: [2, 0],
    "return [[1]], [1], 0.5, [[0], [0]]": [0, 0],
    "return [[np.nan]], [1], 0.5, [[0]]": [0, 0],
    "return [[1]], [1], 0.5, [[7]]": [0, 0],
    "return 'X', 'y', 'lam', 'draws'": [0, 0],
    "return {'X': 1}": [0, 0],
    "return None": [0, 0],
    "while True: pass": [0, 0],
    "return np.zeros((1000, 1000)), 1, 1, 1": [0, 0],
    "class Odd(float):\n        __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True\n"
    "    return [[Odd('nan')]], [1], Odd(-1), [[0]]": [0, 0],
}


@pytest.fixture(scope="module")
def master(tmp_path_factory):
    """Return the assignment."""
    return read_master(written(tmp_path_factory.mktemp("b8") / "b8.ipynb", HEAD, GIVEN, WRITE, CHECK, SMALL))


@pytest.mark.parametrize("body", HAND_INS)
def test_data_get_points_if_they_show_the_difference_and_more_if_they_are_small(body, master):
    cells = ["import numpy as np", GIVEN, f"def data():\n    {body}", "expose('05', data())"]
    with opened(cells, LIMITS._replace(seconds=0.5, cell_seconds=3.0)) as running:
        results = score(master, running.functions(master.written))
    assert [result.points for result in results] == HAND_INS[body]
    assert all(result.passed or result.message for result in results)


def test_the_report_reaches_the_learner(master):
    results = score(master, {"data": lambda: ([[1], [-1], [3]], [1, 1, 1], 0.5, [[0], [0, 1]])})
    assert (
        results[1].message
        == "Your data hold 3 examples, 1 feature and 2 steps. Without example 2 the difference remains"
    )
    results = score(master, {"data": lambda: ([[1]], [1], 0.5, [[0], [0]])})
    assert results[0].report is not None and "Each batch holds one example only." in results[0].message


def test_the_master_can_be_built_and_becomes_a_page(master, tmp_path):
    folder, doubts = build(master.path, tmp_path)
    assert doubts == [] and (folder / "student" / "B8.ipynb").exists()
    assert '"05"' in assignment_page(master)
