"""The catalogue: each entry makes a program that differs, has words, and does not say what another one says."""

import re
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pegasos_edu.basics.consoles import LOOK_ALIKES
from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Classes, Gram, Targets
from pegasos_edu.misconceptions import CONVENTIONS, MISCONCEPTIONS, SUBJECTS, of
from pegasos_edu.misconceptions.entries import made, tasks
from pegasos_edu.recording.lines import record
from pegasos_edu.runs import run, stack
from pegasos_edu.runs.run import signature
from pegasos_edu.submissions.tasks import TASKS

ENTRIES = MISCONCEPTIONS + CONVENTIONS
PLACES = {
    "choose", "t", "eta", "score", "condition", "shrink", "add", "project", "scale", "bias", "start", "output", "loss",
    "kernel", "labels", "curvature", "best", "bounds",
}  # fmt: skip
PAIRS = [(entry, task) for entry in ENTRIES for task in tasks(entry)]
BY_NAME = {entry.name: entry for entry in ENTRIES}

# Two names for what no steps can tell apart; all others must differ.
SAME = [
    {"the perceptron's condition", "the loss cut to a whole number"},
    {"the condition turned round", "only scores strictly on the wrong side"},
    {"labels collapsed to one", "the label of the drawn example in the sum"},
    {"the condition turned round", "a factor that stays 0"},
    {"only scores strictly on the wrong side", "a factor that stays 0"},
    {"bounds on the change, not on α", "α never stored"},
]


def _random(seed, lam, size=1.5):
    """Six examples, some entries 0, each drawn several times."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(6, 3)) * (rng.random((6, 3)) < 0.8) * size
    y = np.array([1, -1, 1, -1, -1, 1])
    return X, y, lam, np.concatenate([rng.permutation(6) for _ in range(10)])


def _built(lam):
    """With one λ or another, margins of exactly 1, in (0, 1) and in [1, t/(t − 1)), and repeats."""
    X = np.array([[0.5, 0, 0], [1, 0.25, 0], [-0.5, 1, 0.5], [0, 0, -1.0], [0.25, 0.5, 0]])
    return X, np.array([1, 1, -1, -1, 1]), lam, np.array([0, 0, 1, 0, 2, 2, 3, 4, 4, 1, 0, 3, 2, 4, 1, 1, 0, 0, 2, 3])


def _long():
    """Many rounds: a score after shrinking shows late."""
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(30, 3)), rng.choice([-1, 1], 30)
    X += y[:, None] * [1, 0.5, 0]
    return X, y, 0.05, rng.integers(30, size=600)


PROBES = [
    _random(0, 0.1),
    _random(1, 0.3),
    _random(2, 0.7),
    _random(3, 0.4, 6.0),
    *(_built(lam) for lam in (0.125, 0.25, 1.25)),
    _long(),
]


def _answers(X, y, kind):
    """The y that a box takes."""
    if kind is Targets:
        return np.round(X @ [1, -1, 0.5] + y, 2)
    return (y + 1) // 2 + (X[:, 1] > 0) if kind is Classes else y


def steps_of(program, task, probe, **options):
    """What a program leaves in each round, in one array; a program that ends early ends with NaN."""
    box = ALGORITHMS[task]
    first, of_y, of_draws, _ = signature(box)
    X, y, lam, draws = probe
    X, y = X.copy(), _answers(X, y, of_y)
    data = X @ X.T if first is Gram else X
    draws = draws[: len(draws) // 4 * 4].reshape(-1, 4) if of_draws is Batches else draws.tolist()
    with np.errstate(all="ignore"):
        steps = [_state(step) for step in program(data, y, lam, draws, **options)]
    assert np.array_equal(data, X @ X.T if first is Gram else probe[0]), "the data must stay"
    return np.array(steps + [np.full_like(steps[0], np.nan)] * (len(draws) - len(steps))).ravel()


def _state(step):
    if step.is_kernel:
        return np.array(step.alpha, dtype=float)
    return np.append(step.w, step.b if step.has_bias else 0.0)


def values_of(program, task):
    """What a function gives, in one array."""
    z = np.array([-7.0, -1.5, -1, -0.3, 0, 0.2, 0.5, 1, 1.25, 3])
    X, y, lam, _ = _random(3, 0.3)
    if task in ("hinge_loss", "log_loss", "hinge_slope", "log_slope"):
        return np.ravel(program(z))
    w = np.random.default_rng(4).normal(size=(5, 3)) * [[0], [1], [0.1], [3], [0.3]]
    if task == "subgradient":
        kink = np.array([2.0, 0, 0]), np.array([0.5, 1, -1]), 1, lam
        return np.ravel([program(*kink), *(program(one, x, label, lam) for one in w for x, label in zip(X, y))])
    if task == "projected":
        with np.errstate(invalid="ignore"):
            return np.ravel([program(one, lam) for one in 4 * w for lam in (0.1, 0.3, 4.0)])
    if task == "objective":
        given = [{"b": b, "loss": loss} for b in (0.0, 0.7) for loss in ("hinge", "log")]
        return np.concatenate(
            [np.append(program(w, X, y, lam, **more), program(w[1], X, y, lam, **more)) for more in given]
        )
    if task == "kernel_objective":
        beta = np.random.default_rng(5).normal(size=(4, 6))
        return np.append(program(beta, X @ X.T, y, lam), program(beta[0], X @ X.T, y, lam, loss="log"))
    given = {"linear": [{}], "rbf": [{"gamma": 0.5}, {"gamma": 2.0}],
             "polynomial": [{"degree": 2, "gamma": 0.5, "coef0": 2.0}, {}]}  # fmt: skip
    return np.concatenate([np.ravel(program(*data, **more)) for data in ((X,), (X[:2], X)) for more in given[task]])


def behaviour(program, task):
    """All that can be seen of a program."""
    if task not in ALGORITHMS:
        return values_of(program, task)
    given = [{}, {"b": 0.5}] if task == "biased" else [{}]
    return np.concatenate([steps_of(program, task, probe, **more) for probe in PROBES for more in given])


def differ(a, b):
    """Whether two behaviours are different beyond rounding."""
    with np.errstate(all="ignore"):
        return not np.allclose(a, b, rtol=1e-7, atol=1e-9, equal_nan=True)


@cache
def seen(entry_name, task):
    """The behaviour of an entry's program, by the name of the entry."""
    return behaviour(made(BY_NAME[entry_name], task), task)


def alike(task):
    """The pairs of names that have the same behaviour on a task."""
    names = [entry.name for entry in of(task)]
    return [{a, b} for a, b in combinations(names, 2) if not differ(seen(a, task), seen(b, task))]


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "task"), PAIRS, ids=lambda one: getattr(one, "name", one))
def test_each_entry_makes_a_program_that_differs(entry, task):
    assert differ(seen(entry.name, task), behaviour(TASKS[task], task))


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS)
def test_no_two_entries_of_a_task_are_the_same_unless_that_is_known(task):
    assert [pair for pair in alike(task) if pair not in SAME] == []


def test_what_is_known_to_be_the_same_is_so_somewhere():
    found = [pair for task in TASKS for pair in alike(task)]
    assert all(pair in found for pair in SAME)


def test_all_tasks_have_entries_and_all_entries_tasks():
    assert len(MISCONCEPTIONS) >= 60 and all(of(task) for task in TASKS)
    assert all(tasks(entry) and set(tasks(entry)) <= TASKS.keys() for entry in ENTRIES)
    assert not any(entry.is_convention for entry in MISCONCEPTIONS) and all(
        entry.is_convention for entry in CONVENTIONS
    )
    assert of("hinge")[-1] in CONVENTIONS


def test_names_are_unique():
    assert len(BY_NAME) == len(ENTRIES) and "Conventions" not in SUBJECTS


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_words_are_whole_sentences_in_letters_that_every_console_can_show(entry):
    first, second = entry.hints
    for text in (entry.says, entry.tempting, entry.effect, first, second):
        assert re.fullmatch(r"\S.{9,}[.?]", text) and "  " not in text
        assert all(letter.isascii() or letter in LOOK_ALIKES for letter in text), text
    assert entry.says.startswith(("It ", "In ", "When ")) and first.endswith(("?", ".")) and first != second
    assert entry.name[0] not in " ." and not entry.name.endswith(".") and "|" not in entry.name
    assert entry.where in PLACES


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_hints_do_not_give_the_line_away(entry):
    for pairs in entry.changes.values():
        for pair in pairs:
            for text in map(_plain, pair):
                assert len(text) < 4 or not any(text in _plain(hint) for hint in entry.hints)


def _plain(text):
    """Without spaces, and with names for letters."""
    return re.sub(r"\s", "", "".join(LOOK_ALIKES.get(letter, letter) for letter in text))


@pytest.mark.parametrize(
    ("entry", "task"), [pair for pair in PAIRS if pair[1] in ALGORITHMS], ids=lambda one: getattr(one, "name", one)
)
def test_a_program_takes_what_the_box_takes(entry, task):
    assert signature(made(entry, task))[:3] == signature(ALGORITHMS[task])[:3]


@pytest.mark.parametrize(
    "entry", [entry for entry in of("hinge") if entry.name != "one round less"], ids=lambda entry: entry.name
)
def test_the_player_can_follow_a_program(entry):
    X, y, lam, draws = _random(0, 0.1)
    recording = record(run(made(entry, "hinge"), X, y, lam=lam, draws=draws[:12]))
    assert len(recording.steps) == 12


def test_a_made_program_can_be_run_like_a_box():
    X, y, _, _ = _random(0, 0.1)
    entry = BY_NAME["shrinks only on a violation"]
    right, wrong = (stack(run(box, X, y, lam=0.1, T=50)) for box in (ALGORITHMS["hinge"], made(entry, "hinge")))
    assert not np.allclose(right.w[-1], wrong.w[-1]) and made(entry, "hinge") is made(entry, "hinge")


# Relations that single entries must hold to, beside being different


def steps(name, box, T=200, lam=0.1):
    """The steps of the program of an entry, and those of the box."""
    X, y, _, _ = _long()
    return [stack(run(program, X, y, lam=lam, T=T)) for program in (made(BY_NAME[name], box), ALGORITHMS[box])]


def test_a_program_that_turns_labels_round_has_the_mirror_of_w():
    wrong, right = steps("labels turned round", "hinge")
    assert np.allclose(wrong.w, -right.w)


@pytest.mark.parametrize("name", ["the condition turned round", "only scores strictly on the wrong side"])
def test_some_conditions_leave_w_at_0(name):
    assert not steps(name, "hinge")[0].w.any()


def test_t_restarts_after_each_pass():
    wrong, right = steps("t restarts in each pass", "hinge")
    assert np.array_equal(wrong.w[:30], right.w[:30])
    assert np.array_equal(wrong.t, 1 + np.arange(200) % 30)


def test_without_the_half_it_is_pegasos_for_twice_the_penalty():
    wrong, _ = steps("the penalty λ·‖w‖², without the half", "hinge", lam=0.1)
    assert np.allclose(wrong.w, steps("≤ at the margin", "hinge", lam=0.2)[1].w)


@pytest.mark.parametrize("name", ["signed counts", "coefficients that shrink"])
def test_some_conventions_tell_the_same_otherwise(name):
    X, y, lam, draws = _random(0, 0.1)
    wrong, right = (
        stack(run(box, X @ X.T, y, lam=lam, draws=draws))
        for box in (made(BY_NAME[name], "kernelized"), TASKS["kernelized"])
    )
    beta = wrong.eta[:, None] * wrong.alpha if name == "signed counts" else wrong.alpha * y
    assert np.allclose(beta, right.beta(y))


def test_the_mended_figure_is_the_box_kernelized():
    X, y, lam, draws = _random(0, 0.1)
    mended = made(BY_NAME["the slips of the figure mended"], "kernelized_as_printed")
    both = (stack(run(box, X @ X.T, y, lam=lam, draws=draws)).alpha for box in (mended, TASKS["kernelized"]))
    assert np.array_equal(*both)
