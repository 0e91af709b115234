"""Each misconception of the catalogue is named, on each algorithm, however a program that has it is written."""

import numpy as np
import pytest
from wrong_programs import as_generator, as_last_state, as_step, has_column, respelled, respelled_again

from pegasos_edu.check import check
from pegasos_edu.misconceptions import ASKED, entries, task, wrong_program

# Where margins are 1 but for rounding, another spelling is another program.
DECIDED_BY_ROUNDING = {
    ("hinge", "same-draw-in-every-step", respelled_again),
    ("minibatch", "sum-over-batch", respelled_again),
    ("minibatch", "cut-entry-by-entry", respelled_again),
}


def _ways(name, entry):
    if entry.fits("all"):
        yield from (as_generator, respelled, respelled_again)
    if task(name).is_algorithm and entry.fits("all"):
        yield as_last_state
    if task(name).is_algorithm and entry.fits("step") and not has_column(name, entry.id):
        yield as_step


def _wrong_programs():
    """Every misconception in every way; most are left to `python -m pytest -m slow`, of `hinge` all but one way."""
    for name in ASKED:
        for n, entry in enumerate(one for one in entries(name) if not one.is_convention):
            ways = [way for way in _ways(name, entry) if (name, entry.id, way) not in DECIDED_BY_ROUNDING]
            for place, way in enumerate(ways):
                often = place == n % len(ways) and (name == "hinge" or n % 6 == 0)
                marks = () if often else pytest.mark.slow
                yield pytest.param(name, entry.id, way, marks=marks, id=f"{name}-{entry.id}-{way.__name__}")


@pytest.mark.parametrize(("name", "identifier", "way"), [*_wrong_programs()])
def test_a_misconception_is_named(name, identifier, way):
    report = check(way(name, identifier), name)
    assert [[one.id for one in found] for found in report.named] == [[identifier]], report


# Pairs that are another program of the catalogue: half the step size is a convention, for one.
ANOTHER_PROGRAM = {
    ("step-size-halved", "shrinks-by-one-minus-eta"),
    ("shrinks-after-adding", "only-the-first-step"),
    ("draws-ignored", "labels-zero-and-one"),
    ("kept-length-with-unshrunk-score", "step-size-without-lambda"),
}


def _fitting(name):
    return [one for one in entries(name) if not one.is_convention and one.fits("all") and not one.column]


def _pairs(name):
    """Two mistakes of different parts; each mistake is in one pair at least."""
    found = _fitting(name)
    for n, entry in enumerate(found):
        others = (found[(n + k) % len(found)] for k in range(7, len(found)))
        other = next((one for one in others if one.part != entry.part and _goes_with(name, entry, one)), None)
        if other and (entry.id, other.id) not in ANOTHER_PROGRAM:
            yield entry.id, other.id


def _goes_with(name, entry, other):
    """Whether both can be put together, and each still changes what the other leaves."""
    try:
        states = [_states(name, *chosen) for chosen in ((entry.id, other.id), (entry.id,), (other.id,), ())]
    except ValueError:
        return False
    both, *others = states
    return both is not None and not any(_alike(both, one) for one in others)


def _states(name, *identifiers):
    """What a program leaves on random data; None if it fails, or if something is no number."""
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(9, 3)), np.where(rng.random(9) < 0.5, 1, -1)
    draws = rng.integers(9, size=(25, 2)) if task(name).is_batch else rng.integers(9, size=25).tolist()
    program = wrong_program(name, *identifiers) if identifiers else task(name).reference
    try:
        with np.errstate(all="ignore"):
            found = [np.array(step.alpha if step.is_kernel else step.w, dtype=float)
                     for step in program(X @ X.T if task(name).step.is_kernel else X, y, 0.2, draws)]  # fmt: skip
    except (ArithmeticError, IndexError, UnboundLocalError):
        return None
    return found if all(np.isfinite(one).all() for one in found) else None


def _alike(a, b):
    return b is not None and len(a) == len(b) and all(map(np.allclose, a, b))


def _wrong_pairs():
    for name in ("hinge", "minibatch", "kernelized", "free_bias", "logistic", "scaled"):
        for n, pair in enumerate(_pairs(name)):
            marks = () if n % 40 == 0 else pytest.mark.slow
            yield pytest.param(name, pair, marks=marks, id=f"{name}-{'-and-'.join(pair)}")


@pytest.mark.parametrize(("name", "pair"), [*_wrong_pairs()])
def test_two_mistakes_are_both_named(name, pair):
    report = check(as_generator(name, *pair), name)
    assert set(pair) in [{one.id for one in found} for found in report.named], report
