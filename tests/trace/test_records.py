"""Test the form of the records of all algorithms; the player's script contains no algorithm and relies on this form."""

import json
from functools import partial

import pytest
from conftest import PROJECTING, of_batches

from pegasos_edu import ALGORITHMS
from pegasos_edu.algorithms.inputs import Classes, Gram, Targets
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import linear, rbf
from pegasos_edu.misconceptions import wrong_program
from pegasos_edu.player import play

PLAYED = [
    algorithm for algorithm in ALGORITHMS.values() if not {Targets, Classes} & set(algorithm.__annotations__.values())
]
CASES = [(algorithm, False) for algorithm in PLAYED] + [(algorithm, True) for algorithm in PROJECTING]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0].__name__ + ", projected" * case[1])
def record(request):
    """Return the record of 12 steps of each algorithm in turn, as a page holds it."""
    algorithm, project = request.param
    X, y, names = moons()
    options = of_batches(algorithm) | ({"project": True} if project else {})
    options |= {"kernel": partial(rbf, gamma=2.0)} if Gram in algorithm.__annotations__.values() else {}
    return json.loads(json.dumps(play(algorithm, X, y, lam=0.05, T=12, names=names, **options).records[0]))


def followed(record):
    """Yield each line in the order in which the script runs through them: the step, the line, and all values then."""
    values = {}
    for step, entries in enumerate(record["moments"]):
        for line, *changes in entries:
            assert len(changes) % 2 == 0
            values |= {record["keys"][key]: value for key, value in zip(changes[::2], changes[1::2])}
            yield step, line, values


def is_shown(value):
    """Return whether the script can write a value: a number, a text, None, or a list of these."""
    if isinstance(value, list):
        return all(map(is_shown, value))
    return value is None or (isinstance(value, int | float | str) and not isinstance(value, bool))


def test_every_value_has_a_key_and_can_be_shown(record):
    seen = 0
    for _, line, values in followed(record):
        assert record["listing"][line][0], "a remark does not run"
        assert all(map(is_shown, values.values()))
        seen += 1
    assert seen > 50 and set(values) <= set(record["keys"]) == {*record["keys"]}


def test_every_number_of_a_line_is_known_when_it_has_run(record):
    known, filled = set(), 0
    for _, line, values in followed(record):
        known |= set(values)
        for piece in record["listing"][line][2]:
            if isinstance(piece, str):
                continue
            key, operand, otherwise = piece
            assert operand in (0, 1) and isinstance(otherwise, str)
            assert record["keys"][key] in known or otherwise, record["listing"][line]
            filled += values.get(record["keys"][key]) is not None
    assert filled > 50


def test_each_step_ends_on_another_picture(record):
    drawn = {}
    for step, _, values in followed(record):
        drawn[step] = json.dumps([values.get(key) for key in record["keys"] if key[0] in "@α"])
    assert len(drawn) == 13 and all(drawn[n] != drawn[n + 1] for n in range(12))


def test_each_step_goes_through_its_lines_from_the_draw_to_the_output(record):
    codes = [code.strip() for code, *_ in record["listing"]]
    for step, entries in enumerate(record["moments"]):
        lines = [line for line, *_ in entries]
        assert lines == sorted(set(lines))
        assert not step or (codes[lines[0]].startswith("for ") and codes[lines[-1]].startswith("yield "))
    assert len(record["stories"]) == 13 == len({who + what for who, what in record["stories"]})


def test_a_run_with_a_kernel_that_adds_nothing_has_no_columns():
    X, y, _ = moons(m=10)
    record = play(wrong_program("kernelized", "nothing-is-added"), X, y, lam=0.05, T=3, kernel=linear).records[0]
    assert record["picture"]["columns"] == {}
