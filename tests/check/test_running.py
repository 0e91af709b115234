"""Test that every failure of a learner's program is described in words, and that the program changes nothing else."""

import builtins
import random
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from pegasos_edu.check import check
from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.calling.programs import LocalProgram, is_theirs
from pegasos_edu.check.calling.running import Borrowed, Prints, run


def world():
    """Return what one program could change for the next program."""
    return (
        random.getstate()[1][:5], np.random.get_state()[1][:5].tolist(), np.geterr(), sys.stdout, sys.stderr,
        builtins.input, warnings.filters[:], threading.active_count(),
    )  # fmt: skip


def one_jump():
    while True:
        pass


def catches_everything():
    end = time.process_time() + 0.5
    while time.process_time() < end:
        try:
            while True:
                np.zeros(3)
        except BaseException:
            time.sleep(0.001)


def recursion():
    return recursion()


def index_too_large():
    return np.zeros(3)[7]


class _Odd(BaseException):
    def __str__(self):
        raise ValueError("no words")


def odd_exception():
    raise _Odd


def exits():
    sys.exit(3)


def asks():
    return input("how many? ")


def borrows():
    raise Borrowed("hinge of pegasos_edu")


def to_do():
    raise NotImplementedError("to be written")


FAILS = {one_jump: "time", catches_everything: "time", recursion: "exception", index_too_large: "exception",
         odd_exception: "exception", exits: "exit", asks: "input", borrows: "borrowed",
         to_do: "unwritten"}  # fmt: skip


@pytest.mark.parametrize("program", FAILS, ids=lambda program: program.__name__)
def test_a_failure_is_told_in_words_and_everything_is_put_back(program, capsys):
    before = world()
    with pytest.raises(Failed) as caught:
        run(program, is_theirs=is_theirs, seconds=0.1)
    assert caught.value.kind == FAILS[program] and caught.value.words
    assert world() == before and capsys.readouterr() == ("", "")


def test_the_line_is_the_learners_own():
    (outcome,) = LocalProgram(index_too_large).call(lambda _: [{}])
    assert outcome.failed.line.text == "return np.zeros(3)[7]"
    assert outcome.failed.words == "IndexError: index 7 is out of bounds for axis 0 with size 3"

    def within_numpy():
        return np.linalg.inv(np.zeros((2, 2)))

    (outcome,) = LocalProgram(within_numpy).call(lambda _: [{}])
    assert outcome.failed.line.text == "return np.linalg.inv(np.zeros((2, 2)))"


def test_an_endless_loop_is_stopped_off_the_main_thread_too():
    seen = []
    thread = threading.Thread(target=lambda: seen.extend(LocalProgram(one_jump, 0.2).call(lambda _: [{}])))
    thread.start()
    thread.join(600)
    assert [outcome.failed.kind for outcome in seen] == ["time"]


def test_without_threads_a_report_is_the_same_and_can_be_played(monkeypatch):
    def right(w, x, y, eta, lam):
        return (1 - eta * lam) * w + (y * (w @ x) < 1) * eta * y * x

    def wrong(w, x, y, eta, lam):
        return (1 - eta * lam) * w + (y * (w @ x) < 1) * eta * x

    def unwritten(w, x, y, eta, lam):
        raise RuntimeError("not yet")

    with_threads = [str(check(step, "hinge")) for step in (right, wrong, unwritten)]

    def start(_):
        raise RuntimeError("can't start new thread")  # as in Pyodide

    monkeypatch.setattr(threading.Thread, "start", start)
    reports = [check(step, "hinge") for step in (right, wrong, unwritten)]
    assert [str(report) for report in reports] == with_threads and reports[0].passed
    assert repr(reports[1].play()).startswith("Comparison: ")


def test_an_interrupt_of_the_user_passes_through():
    def interrupted(w, x, y, eta, lam):
        raise KeyboardInterrupt

    before = world()
    with pytest.raises(KeyboardInterrupt):
        check(interrupted, "hinge")
    assert world() == before


def test_a_program_neither_prints_nor_warns_nor_seeds_nor_opens_figures(capsys):
    import matplotlib.pyplot as plt

    def loud(w, x, y, eta, lam):
        print("x" * 100_000)
        warnings.warn("look", stacklevel=1)
        np.random.seed(3)
        random.seed(3)
        plt.figure()
        np.float64(1) / 0
        return (1 - eta * lam) * w + (y * (w @ x) < 1) * eta * y * x

    before, figures = world(), plt.get_fignums()
    with warnings.catch_warnings(record=True) as caught:
        assert check(loud, "hinge").passed
    assert world() == before and plt.get_fignums() == figures
    assert capsys.readouterr() == ("", "") and not caught


def test_the_beginning_of_what_is_printed_can_be_kept():
    prints = Prints()
    run(lambda: [print("x" * 99) for _ in range(1_000)], is_theirs=is_theirs, prints=prints)
    assert prints.text.startswith("x" * 99 + "\n") and len(prints.text) == 10_000


def test_calls_can_depend_on_what_came_of_the_last_and_end_with_the_first_that_fails():
    def counted(n):
        return 1 / (3 - n)

    def calls(outcomes):
        for _ in range(9):
            yield {"n": len(outcomes)}

    outcomes = LocalProgram(counted).call(calls)
    assert [float(outcome.value) for outcome in outcomes[:-1]] == [1 / 3, 1 / 2, 1] and len(outcomes) == 4
    assert outcomes[-1].failed.words.startswith("ZeroDivisionError")


def test_arguments_that_a_program_changes_are_named_and_stay_as_they_were():
    def careless(w, x):
        w[0] = 7
        return w + x

    w = np.zeros(2)
    (outcome,) = LocalProgram(careless).call(lambda _: [{"w": w, "x": np.ones(2)}])
    assert outcome.changed == ("w",) and not w.any()


class Model:
    def __init__(self, lam, epochs=3):
        self.lam = lam

    def fit(self, X, y):
        self.w_ = np.zeros(X.shape[1])
        for t, i in enumerate(self.draws, 1):
            hit = y[i] * (self.w_ @ X[i]) < 1
            self.w_ = (1 - 1 / t) * self.w_ + hit * y[i] * X[i] / (self.lam * t)


def test_a_class_that_reads_the_draws_is_checked_even_without_a_source():
    typed = type("Model", (), {name: vars(Model)[name] for name in ("__init__", "fit")})
    typed.__module__ = "__main__"  # this happens for a class in a notebook, which has no source
    assert check(Model, "hinge").passed and check(typed, "hinge").passed
