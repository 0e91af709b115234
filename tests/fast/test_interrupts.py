"""Ctrl-C while machine code runs or is made: the process lives, and what was to be fitted is as it was before."""

import os
import subprocess
import sys
import traceback
from threading import Thread, current_thread, main_thread

import numpy as np
import pytest
from conftest import SETS, of_batches

from pegasos_edu import hinge, minibatch, run, scaled, summed
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.compiling import _apart, compiled_loop
from pegasos_edu.fast.loops import before
from pegasos_edu.fast.pieces import FIRST, Pieces

INTERRUPTED = """
import signal, threading, warnings
import numpy as np
from pegasos_edu import compiled, last, run, summed
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier

warnings.simplefilter("ignore")
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may have had it ignored
X = np.random.default_rng(0).normal(size=(2000, 20))
y = np.where(X[:, 0] > 0, 1, -1)

def interrupted(work):
    try:
        threading.Timer(0.1 * np.random.default_rng().random(), signal.raise_signal, [signal.SIGINT]).start()
        work()
    except KeyboardInterrupt:
        return True

models = [PegasosClassifier(lam=0.1), PegasosClassifier(lam=0.1, batch_size=5), KernelPegasosClassifier(lam=0.1)]
for model in models:
    model.set_params(max_iter=2, tol=None, compile=True).fit(X, y).set_params(max_iter=10**9)
    before = dict(vars(model))
    for _ in range(8):
        print(interrupted(lambda: model.fit(X[:1500], y[:1500] + 7)), vars(model) == before)
for _ in range(8):
    print(interrupted(lambda: last(run(compiled(summed), X, y, lam=0.1, T=10**7, progress=False))), True)
"""


def test_ctrl_c_ends_compiled_work_and_nothing_else():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=1200)
    assert done.stdout.splitlines() == ["True True"] * 32 and done.returncode == 0, done.stderr


def test_ctrl_c_while_it_compiles_ends_in_keyboard_interrupt_and_the_next_call_works(tmp_path):
    code = """
import signal
import numpy as np

signal.signal(signal.SIGINT, signal.default_int_handler)
from numba.core.codegen import JITCodeLibrary
from pegasos_edu.fast.compiling import compiled_shuffled

def compiled(kind, *values, hook=JITCodeLibrary._object_compiled_hook.__func__):
    signal.raise_signal(signal.SIGINT)
    hook(kind, *values)

JITCodeLibrary._object_compiled_hook = classmethod(compiled)  # called by LLVM, which goes on whatever is raised in it
shuffled = compiled_shuffled()
try:
    shuffled(np.zeros(3))
except KeyboardInterrupt:
    print("interrupted")
print(shuffled(np.zeros(3)))
"""
    environment = {"PATH": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout == "interrupted\n[1 2 0]\n", done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal to a thread")
def test_what_is_compiled_after_ctrl_c_does_not_keep_python_from_ending(tmp_path):
    code = """
import signal, threading
import numpy as np

signal.signal(signal.SIGINT, signal.default_int_handler)
from numba.core import event
from pegasos_edu.fast.compiling import _ending, compiled_shuffled

class Interrupt(event.Listener):
    def on_start(self, _):
        if not _ending.is_set():
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            _ending.wait(60)

    def on_end(self, _):
        pass

event.register("numba:run_pass", Interrupt())
try:
    compiled_shuffled()(np.zeros(3))
except KeyboardInterrupt:
    print("interrupted")
"""
    environment = {"PATH": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=1200)
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)
    assert not list(tmp_path.rglob("*.nb?")), "nobody waited until all was compiled"


@pytest.mark.parametrize("algorithm", [hinge, minibatch, scaled, summed])
@pytest.mark.parametrize("most_draws", [1, 7, 64, 1_000])
def test_in_short_calls_a_loop_takes_the_very_steps_that_it_takes_in_one(algorithm, most_draws):
    class Steady(Pieces):
        most = property(lambda self: most_draws, lambda self, value: None)

    X, y = SETS["noisy in 20 dimensions"]
    draws = run(algorithm, X, y, lam=0.037, T=150, **of_batches(algorithm)).draws
    ends, loop, left = np.array([40, 50, 150]), compiled_loop(algorithm), []
    for walk in (loop, Steady().of(loop)):
        step = before(algorithm, X, y)
        mean = mean_of("tail", step.kept[1])
        left += [walk(X, y.astype(float), 0.037, draws, ends, step, mean), mean]
    step, mean, other, pieced = left
    assert all(np.array_equal(a, b) for a, b in zip([*step, *mean], [*other, *pieced], strict=True))


def test_calls_become_as_long_as_a_tenth_of_a_second(monkeypatch):
    clock, taken = iter(np.arange(0, 100, 0.5)), []
    monkeypatch.setattr("pegasos_edu.fast.pieces.perf_counter", lambda: next(clock))

    def loop(X, y, lam, draws, ends, step, mean):
        taken.append(len(draws))

    wide, draws = np.zeros((1, FIRST // 1_000)), np.zeros(1_300)
    Pieces().of(loop)(wide, None, 1, draws, np.array([1_300]), None, mean_of("none", np.zeros(1)))
    assert taken == [1_000, 200, 40, 8] + [1] * 52


def test_work_apart_keeps_its_errors_and_is_no_detour_within_another_thread():
    def failing():
        raise ValueError("of its own")

    with pytest.raises(ValueError, match="of its own") as error:
        _apart(failing)
    assert "in failing" in "".join(traceback.format_tb(error.tb))
    assert _apart(current_thread) is not main_thread()
    found = []
    thread = Thread(target=lambda: found.append(_apart(current_thread)))
    thread.start()
    thread.join()
    assert found == [thread]
