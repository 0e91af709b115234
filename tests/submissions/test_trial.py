"""Whatever a learner's program does, it is told in words, and nothing of it stays."""

import builtins
import os
import random
import sys
import threading
import warnings

import numpy as np
import pytest
from submissions.programs_that_fail import HOSTILE, index_too_large, one_jump
from submissions.test_reading import probe

from pegasos_edu.submissions.reading import read
from pegasos_edu.submissions.trial import Failed


def _world():
    return (
        random.getstate()[1][:5], np.random.get_state()[1][:5].tolist(), dict(os.environ), os.getcwd(), np.geterr(),
        sys.getrecursionlimit(), sys.gettrace(), sys.stdout, sys.stderr, builtins.input, np.random.randint,
        random.random, np.random.default_rng, random.Random, os._exit, threading.active_count(),
    )  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_what_goes_wrong_is_told_in_words_and_everything_is_put_back(name, capsys):
    kind, program = HOSTILE[name]
    before = _world()
    with pytest.raises(Failed) as caught:
        read(program, "hinge", seconds=0.3).follow(probe("hinge"))
    assert caught.value.kind == kind
    assert str(caught.value).isascii() and len(caught.value.words) > 10
    assert _world() == before
    assert capsys.readouterr() == ("", "")


def test_the_line_is_the_learners_own():
    with pytest.raises(Failed) as caught:
        read(index_too_large, "hinge")
    assert caught.value.line.text == "w = w + X[len(y)]"
    assert "it raised IndexError: index 7 is out of bounds" in caught.value.words


def test_an_endless_loop_is_stopped_off_the_main_thread_too():
    kinds = []

    def look():
        try:
            read(one_jump, "hinge", seconds=0.2)
        except Failed as failed:
            kinds.append(failed.kind)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(600)
    assert kinds == ["time"]


def test_an_interrupt_of_the_user_passes_through():
    def interrupted(X, y, lam, T):
        raise KeyboardInterrupt

    before = _world()
    with pytest.raises(KeyboardInterrupt):
        read(interrupted, "hinge")
    assert _world() == before


def _meddling(X, y, lam, T):
    np.seterr(all="raise")
    np.random.seed(3)
    random.seed(3)
    os.environ["PEGASOS_EDU_TEST"] = "1"
    os.chdir("/")
    sys.setrecursionlimit(100_000)
    np.set_printoptions(precision=1)
    warnings.warn("look", stacklevel=1)
    sys.settrace(None)
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = random.randrange(len(y))
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    X *= 0
    y[0] = 5
    return w


def test_what_a_program_meddles_with_is_put_back_and_changed_data_are_told():
    before = _world()
    submission = read(_meddling, "hinge")
    trace = submission.follow(probe("hinge"))
    assert _world() == before
    assert len(trace.states) == 20  # though it ended the trace function
    assert "it changes X, which it was given" in submission.notes
    assert "it changes y, which it was given" in submission.notes


def _loud(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = random.randrange(len(y))
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        print(("x" * 100 + "\n") * 5_000)
    return w


def test_ten_megabytes_of_prints_are_counted_and_dropped(capsys):
    submission = read(_loud, "hinge")
    assert len(submission.follow(probe("hinge")).states) == 20
    assert any("it prints" in note for note in submission.notes)
    assert capsys.readouterr().out == ""
    assert len(submission.guard.printed.text) <= 10_000


def test_figures_do_not_pop_up():
    import matplotlib.pyplot as plt

    def draws_pictures(X, y, lam, T):
        plt.figure()
        plt.plot(y)
        plt.show()
        w = np.zeros(X.shape[1])
        for t in range(1, T + 1):
            i = random.randrange(len(y))
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    before = plt.get_fignums()
    submission = read(draws_pictures, "hinge")
    submission.follow(probe("hinge"))
    assert plt.get_fignums() == before and "it opens figures" in submission.notes


def test_a_trace_function_of_another_is_there_again():
    def other(frame, event, argument):
        return None

    old = sys.gettrace()
    sys.settrace(other)
    try:
        read(_meddling, "hinge")
        assert sys.gettrace() is other
    finally:
        sys.settrace(old)


@pytest.mark.parametrize("nothing", (None, ..., 3, np.zeros(4), "hinge", np.dot))
def test_what_is_no_program_is_told(nothing):
    with pytest.raises(Failed):
        read(nothing, "hinge")
