"""Measure the peak of memory while a model is fitted, each in a new process (Linux).

``arrays`` is the peak of the memory that Python and NumPy request, by tracemalloc; ``process`` is the peak of the whole
process, native code included, minus its memory just before the fit. Seconds are for a single fit.
"""

import subprocess
import sys
import tempfile
import time
import tracemalloc
import warnings
from pathlib import Path

import numpy as np
from measuring import table
from scipy import sparse
from sklearn.datasets import make_moons
from sklearn.linear_model import SGDClassifier
from sklearn.svm import LinearSVC
from tqdm import tqdm

from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier

M, NNZ, COLUMNS = 20_000, 75, 100_000
EPOCHS = 3
MODELS = {
    "Pegasos": PegasosClassifier(bias="none", max_iter=EPOCHS, tol=None, compile=True),
    "Pegasos, bias": PegasosClassifier(max_iter=EPOCHS, tol=None, compile=True),
    "SGD": SGDClassifier(alpha=1 / M, max_iter=EPOCHS, tol=None),
    "SGD, average": SGDClassifier(alpha=1 / M, max_iter=EPOCHS, tol=None, average=True),
    "LinearSVC": LinearSVC(loss="hinge", max_iter=EPOCHS),
    "kernel": KernelPegasosClassifier(gamma=10.0, max_iter=1, cache_size=200),
}
LINEAR = [name for name in MODELS if name != "kernel"]


def problems():
    """Yield title, models, number of weights, and arrays; read from disk later, because making them raises the peak."""
    rng = np.random.default_rng(0)
    dense, y = rng.normal(size=(M, 500)), np.arange(M) % 2
    yield "dense 20,000 × 500, float64", LINEAR, 500, {"X": dense, "y": y}
    yield "dense 20,000 × 500, float32", LINEAR, 500, {"X": dense.astype(np.float32), "y": y}
    words = (np.arange(NNZ) * (COLUMNS // NNZ) + rng.integers(COLUMNS // NNZ, size=(M, NNZ))).astype(np.int32)
    indptr = np.arange(M + 1, dtype=np.int32) * NNZ
    arrays = {"data": rng.random(M * NNZ), "indices": words.ravel(), "indptr": indptr, "y": y}
    yield f"CSR 20,000 × 100,000, {NNZ} non-zeros a row", LINEAR, COLUMNS, arrays
    moons = dict(zip("Xy", make_moons(50_000, noise=0.3, random_state=0)))
    yield "moons, m = 50,000, one epoch, 200 MB for the kernel", ["kernel"], 50_000, moons


def read(folder):
    """Return X and y as they were saved."""
    arrays = {path.stem: np.load(path) for path in Path(folder).glob("*.npy")}
    if "X" in arrays:
        return arrays["X"], arrays["y"]
    csr = arrays["data"], arrays["indices"], arrays["indptr"]
    return sparse.csr_matrix(csr, shape=(M, COLUMNS)), arrays["y"]


def status(field):
    """Return a field of Linux about the memory of this process, in bytes."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(field))
    return 1024 * int(line.split()[1])


def arrays_peak(fit):
    """Return the peak of the memory that Python and NumPy request."""
    tracemalloc.start()
    fit()
    return tracemalloc.get_traced_memory()[1]


def process_peak(fit):
    """Return the peak of the process above its present memory."""
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak; that of getrusage would include the parent process
    before = status("VmRSS")
    fit()
    return status("VmHWM") - before


PEAKS = {"arrays": arrays_peak, "process": process_peak}


def child(name, folder, kind):
    """Print the seconds and the peak of one fit, after a small fit that loads all code."""
    warnings.simplefilter("ignore")
    X, y = read(folder)
    MODELS[name].fit(X[:100], y[:100])
    start = time.perf_counter()
    peak = PEAKS[kind](lambda: MODELS[name].fit(X, y))
    print(time.perf_counter() - start, peak)


def measured(name, folder, kind):
    """Return (seconds, bytes), measured in a new process."""
    answer = subprocess.run([sys.executable, __file__, name, folder, kind], capture_output=True, text=True, check=True)
    return map(float, answer.stdout.split())


def row(name, folder, size, width):
    """Return the cells of the table for one model."""
    _, arrays = measured(name, folder, "arrays")
    taken, process = measured(name, folder, "process")
    cells = [f"{taken:.2f}", f"{arrays / 1e6:.2f}", f"{process / 1e6:.2f}"]
    return [*cells, f"{arrays / width:.1f}", f"{arrays / size:.3f}", f"{process / size:.3f}"]


def main(rounds, folder):
    if not Path("/proc/self/clear_refs").exists():
        print("memory: left out, because only Linux shows in /proc how much memory a process has.")
        return
    columns = ["s", "arrays, MB", "process, MB", "arrays / weights", "arrays / X", "process / X"]
    for title, models, weights, arrays in tqdm(problems(), total=4, desc="memory"):
        size = sum(values.nbytes for name, values in arrays.items() if name != "y")
        width = 8 * weights
        with tempfile.TemporaryDirectory() as place:
            for name, values in arrays.items():
                np.save(Path(place, name), values)
            rows = [(name, row(name, place, size, width)) for name in models]
        table(f"{title}: X = {size / 1e6:.2f} MB, weights = {width / 1e6:.3f} MB", columns, rows)


if __name__ == "__main__":
    child(*sys.argv[1:])
