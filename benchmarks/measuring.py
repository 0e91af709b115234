"""Provide what the benchmarks share: the data of `updates` and `steps`, measuring in turns, and tables."""

import statistics
import time

import numpy as np
from tqdm import tqdm

from pegasos_edu import run, summed
from pegasos_edu.datasets import sparse_text
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.compiling import arrays, compiled_loop
from pegasos_edu.fast.loops import initial_step

LAM = 1e-4
SPARSE = "75 of 47,000"


def gaussian(m, d, rng):
    """Make two classes on either side of a plane."""
    X = rng.normal(size=(m, d)) / np.sqrt(d)
    return X, np.where(X @ rng.normal(size=d) >= 0, 1, -1)


def shapes(m):
    """Yield m examples in each of four shapes."""
    rng = np.random.default_rng(0)
    data = {f"d = {d}": gaussian(m, d, rng) for d in (2, 54, 784)}
    data[SPARSE] = sparse_text(m, 47_000)[:2]
    return data


def walk(algorithm, X, y, T):
    """Return the seconds per step of one run, without its checks and draws."""
    steps = run(algorithm, X, y, lam=LAM, T=T, progress=False)
    start = time.perf_counter()
    for _ in steps:
        pass
    return (time.perf_counter() - start) / T


def loop(X, y, draws):
    """Run the compiled algorithm alone."""
    step = initial_step(summed, X, y)
    notes, mean = np.empty(len(draws)), mean_of("none", step.v)
    compiled_loop(summed)(arrays(X), y, LAM, draws, np.array([len(draws)]), step, mean, notes)


def seconds(function, *values):
    """Return how long one call takes."""
    start = time.perf_counter()
    function(*values)
    return time.perf_counter() - start


def processor_seconds(function, *values):
    """Return the processor time of one call, which depends little on other work of the machine."""
    start = time.process_time()
    function(*values)
    return time.process_time() - start


def measure(tasks, rounds):
    """Return the median of `rounds` measurements of each task, taken in turns after a warm-up."""
    return {key: statistics.median(values) for key, values in in_turns(tasks, rounds).items()}


def in_turns(tasks, rounds):
    """Return `rounds` measurements of each task, taken in turns after a warm-up."""
    figures = {key: [] for key, _ in tasks}
    for number in tqdm(range(rounds + 1), unit="round"):
        for key, task in tasks:
            taken = task()
            if number:
                figures[key].append(taken)
    return figures


def table(title, columns, rows):
    """Print a table in Markdown."""
    lines = [f"| {title} | " + " | ".join(columns) + " |", "|---|" + "---:|" * len(columns)]
    lines += [f"| {name} | " + " | ".join(cells) + " |" for name, cells in rows]
    print("\n".join(lines), end="\n\n", flush=True)
