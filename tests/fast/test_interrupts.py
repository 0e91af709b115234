"""Test Ctrl-C in compiled code and in the compiler: the process survives, and the estimator stays as it was."""

import subprocess
import sys

INTERRUPTED = """
import signal, threading, warnings
import numpy as np
from pegasos_edu import compiled, last, run, summed
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier

warnings.simplefilter("ignore")
signal.signal(signal.SIGINT, signal.default_int_handler)  # the program that started the tests may ignore it
X = np.random.default_rng(0).normal(size=(2000, 20))
y = np.where(X[:, 0] > 0, 1, -1)

def interrupted(work):
    try:
        threading.Timer(0.1 * np.random.default_rng().random(), signal.raise_signal, [signal.SIGINT]).start()
        work()
    except KeyboardInterrupt:
        return True

for model in (PegasosClassifier(lam=0.1), KernelPegasosClassifier(lam=0.1)):
    model.set_params(max_iter=2, tol=None, compile=True).fit(X, y).set_params(max_iter=10**9)
    before = dict(vars(model))
    for _ in range(4):
        print(interrupted(lambda: model.fit(X[:1500], y[:1500] + 7)), vars(model) == before)
for _ in range(4):
    print(interrupted(lambda: last(run(compiled(summed), X, y, lam=0.1, T=10**7, progress=False))), True)
"""


def test_ctrl_c_ends_compiled_work_and_nothing_else():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=1200)
    assert done.stdout.splitlines() == ["True True"] * 12 and done.returncode == 0, done.stderr


def test_ctrl_c_while_numba_compiles_waits_for_it_and_is_not_lost(tmp_path):
    code = """
import signal
import numpy as np

signal.signal(signal.SIGINT, signal.default_int_handler)
from numba.core.codegen import JITCodeLibrary
from pegasos_edu.fast.compiling import compiled_shuffled

def compiled(kind, *values, hook=JITCodeLibrary._object_compiled_hook.__func__):
    signal.raise_signal(signal.SIGINT)
    hook(kind, *values)

JITCodeLibrary._object_compiled_hook = classmethod(compiled)  # LLVM calls it, and loses exceptions that it raises
shuffled = compiled_shuffled()
try:
    shuffled(np.zeros(3))
except KeyboardInterrupt:
    print("interrupted", signal.getsignal(signal.SIGINT) is signal.default_int_handler)
print(shuffled(np.zeros(3)))
"""
    environment = {"PATH": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout == "interrupted True\n[1 2 0]\n", done.stderr
