"""Make the tables of the 2011 paper: the printed numbers [MPB11 sec. 7, Tables 1 and 2] and our own."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
import sources
from machines import GOAL, errors, gaussian, linear, until_near
from sklearn.preprocessing import normalize
from tables import Column, Row, Table, share, shown

SEEDS = range(5)  # the seeds of the random splits
PASSES = {"linear": 100, "kernel": 200}  # the most passes of a run


class Printed(NamedTuple):
    """Hold the numbers that the paper prints for a data set."""

    m: int  # examples to learn from
    n: int  # examples to test on
    lam: float
    epsilon: float  # how near to the optimum an objective must be
    error: float  # the test error of Pegasos at this ε
    sdca_error: float  # the test error of SDCA
    least_error: float  # the test error of the optimum
    gamma: float | None = None


PRINTED = {
    "astro-ph": Printed(29_882, 32_487, 5e-5, 0.0275, 0.0356, 0.0349, 0.0336),
    "CCAT": Printed(781_265, 23_149, 1e-4, 0.00589, 0.0616, 0.0657, 0.0603),
    "cov1": Printed(522_911, 58_101, 1e-6, 0.0449, 0.232, 0.229, 0.226),
    "Reuters": Printed(7_770, 3_299, 1.29e-4, 0.00719, 0.0291, 0.0315, 0.0288, 1.0),
    "Adult": Printed(32_562, 16_282, 3.07e-5, 0.0445, 0.155, 0.155, 0.149, 0.05),
    "USPS": Printed(7_329, 1_969, 1.36e-4, 0.000381, 0.00457, 0.00508, 0.00457, 2.0),
    "MNIST": Printed(60_000, 10_000, 1.67e-5, 0.00144, 0.006, 0.0056, 0.0057, 0.02),
}


class Wanted(NamedTuple):
    """Describe a row of the table, which exists if a folder has its files."""

    name: str  # a key of `PRINTED`
    source: Callable  # takes the folder; returns a `Source` or None
    needs: str  # the names of these files, in words
    variant: str = ""  # what differs from the paper
    changed: Callable = lambda data: data  # takes a `Given`, and returns another
    splits: Callable = lambda data: [data]  # takes the result, and returns one or more parts for the row
    lam: Callable = lambda printed, m: printed.lam


def _unit(data):
    return data._replace(X=normalize(data.X), Z=normalize(data.Z))


def _as_usps_was(data):
    """Join both parts and split them at random, once for each seed, in the paper's proportion."""
    X, y = np.concatenate([data.X, data.Z]), np.concatenate([data.y, data.z])
    printed = PRINTED["USPS"]
    return [sources.split(X, y, printed.n / (printed.m + printed.n), seed) for seed in SEEDS]


def _adult(folder):
    if whole := sources.pair(folder, ["a9a"], ["a9a.t"]):
        return whole
    return sources.pair(folder, ["a8a"], ["a9a.t"], "a8a to learn from, a9a.t to test on")


def _named(name, *others):
    """Return the source of ``name.train`` and ``name.test``, or of one file, and the names of these files."""
    train, test = f"{name}.train", f"{name}.test"
    return (
        lambda folder: sources.pair(folder, [train], [test]) or sources.single(folder, [name, *others]),
        f"{train} and {test}, or {' or '.join([name, *others])}",
    )


SPLIT_ANEW = f"{len(SEEDS)} random splits"
USPS, MNIST = "usps and usps.t, or usps.h5 and the package h5py", "the IDX files of MNIST, or those of its test set"
LINEAR = (
    Wanted("astro-ph", *_named("astro-ph")),
    Wanted("CCAT", *_named("ccat")),
    Wanted("cov1", *_named("cov1", "covtype.libsvm.binary.scale")),
)
KERNEL = (
    Wanted("Reuters", *_named("reuters")),
    Wanted("Adult", _adult, "a9a or a8a, and a9a.t"),
    Wanted("USPS", sources.usps, USPS),
    Wanted("USPS", sources.usps, USPS, SPLIT_ANEW, splits=_as_usps_was),
    Wanted("USPS", sources.usps, USPS, "rows of length 1", _unit),
    Wanted("USPS", sources.usps, USPS, f"rows of length 1, {SPLIT_ANEW}", _unit, _as_usps_was),
    Wanted("MNIST", sources.mnist, MNIST),
    Wanted("MNIST", sources.mnist, MNIST, "λ = 1/m", lam=lambda printed, m: 1 / m),
)

COLUMNS = (
    Column("m (paper)", lambda row: _beside(row, "m")),
    Column("test (paper)", lambda row: _beside(row, "n")),
    Column("λ", shown("lam", ".3g")),
    Column("min f", lambda row: _least(row)),
    Column("ε, paper", shown("epsilon", ".3g")),
    Column("Pegasos: steps; passes", lambda row: _steps(row, "Pegasos")),
    Column("**error**", share("Pegasos error", 2)),
    Column("paper", share("paper Pegasos error", 2)),
    Column("SDCA: steps; passes", lambda row: _steps(row, "SDCA")),
    Column("**error**", share("SDCA error", 2)),
    Column("paper", share("paper SDCA error", 2)),
    Column("**at the optimum**", share("least error", 2)),
    Column("paper", share("paper least error", 2)),
)
ABOUT = (
    "The table compares Pegasos, as in the paper with the last iterate, with SDCA, whose steps are those of "
    "`dual_ascent`. Both use independent draws, no bias, and the paper's λ and ε. They start at w = 0, and stop "
    "after the first pass of m steps with f − min f ≤ ε, or after {passes} passes. “not in” means that these passes "
    "were not enough; the row then says how far f still was above min f. Errors are those on the test examples. "
)
ABOUT_LINEAR = (
    "min f is certified by its duality gap (±) if m or d is at most 5,000; otherwise it is the lowest value of a long "
    "run (“by a run”), which certifies nothing."
)
ABOUT_KERNEL = (
    "The kernel is exp(−γ·‖x − z‖²) with the paper's γ: 1, 0.05, 2 and 0.02. min f is certified by its duality gap "
    "(±), by a dual ascent that reads K row by row; f − min f is measured from the lower end of this interval. The "
    "data are not the paper's own copies: if m differs, min f differs, and other things may differ, too. The paper's "
    "λ is 1/m for its own m. Adult keeps that λ here, although its m differs; MNIST is also run with λ = 1/m for the "
    "m that it has here. Pixels are numbers from 0 to 1. The paper does not say how the rows of USPS were scaled, so "
    "USPS is also run with rows of length 1. It does not say, either, how USPS was split: its 7,329 + 1,969 examples "
    "are as many as the 7,291 + 2,007 of the usual split, so the same digits may have been split again. The rows "
    f"with “{SPLIT_ANEW}” do that, and show the median, with the range in brackets."
)


def _beside(row, name):
    """Return our number with the paper's in brackets."""
    return f"{shown(name, ',d')(row)} ({shown(f'paper {name}', ',d')(row)})"


def _steps(row, method):
    """Return steps and passes; for a method that did not come close, how far above min f it stayed."""
    taken = f"{shown(f'{method} steps', ',.0f')(row)}; {shown(f'{method} passes', '.0f')(row)}"
    if all(row[f"{method} near"]):
        return taken
    return f"not in {taken}: {shown(f'{method} gap', '.2g')(row)} above"


def _least(row):
    value = shown("least", ".5f")(row)
    return f"{value}, by a run" if None in row["certificate"] else f"{value} ± {max(row['certificate']):.1g}"


def paper_tables(folder):
    """Return the tables of linear and of Gaussian machines, with a row for each set whose files are in the folder.

    Parameters
    ----------
    folder : path, or None

    Returns
    -------
    list of Table
    """
    return [
        _table("linear", "Table 1", "linear", ABOUT_LINEAR, LINEAR, folder),
        _table("kernel", "Table 2", "Gaussian", ABOUT_KERNEL, KERNEL, folder),
    ]


def _table(slug, number, kind, described, wanted, folder):
    rows, there, missing = [], {}, {}
    for data in wanted:
        source = data.source(folder) if folder else None
        if source is None:
            missing[data.name] = f"{data.name} ({data.needs})"
        else:
            there[data.name] = True
            rows.append(_row(data, source, PASSES[slug]))
    summary = _summary(f"{number} of the 2011 paper ({kind} machines)", list(there), list(missing))
    title, described = f"{kind.capitalize()} machines [MPB11 {number}]", ABOUT.format(passes=PASSES[slug]) + described
    return Table(slug, title, described, COLUMNS, rows, list(missing.values()), summary)


def _summary(table, there, missing):
    """Say which rows and columns of a table of the paper are reproduced, which are not, and why."""
    if not there:
        return f"{table} has no row, because the files of {_listed(missing)} are not in the folder."
    without = f", without {_listed(missing)}, whose files are not in the folder" if missing else ""
    return (
        f"{table} is reproduced for {_listed(there)}{without}. Its columns are those of Pegasos and SDCA, with steps "
        "instead of times, because times depend on the machine; the other solvers are not part of the package."
    )


def _listed(names):
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _row(wanted, source, passes):
    printed = PRINTED[wanted.name]
    name = ", ".join(filter(None, [wanted.name, wanted.variant, source.note]))
    made_of = printed._asdict() | {"passes": passes, "variant": wanted.variant, "goal": GOAL}
    return Row(name, made_of, source.files, lambda tell: _made(wanted, source, passes, tell))


def _made(wanted, source, passes, tell):
    """Return the numbers of a row, each as a list with one value for each split."""
    tell("reading")
    printed = PRINTED[wanted.name]
    of_splits = [_of_split(data, wanted, passes, tell) for data in wanted.splits(wanted.changed(source.read()))]
    row = {name: [split[name] for split in of_splits] for name in of_splits[0]}
    return row | {
        "paper m": printed.m,
        "paper n": printed.n,
        "epsilon": printed.epsilon,
        "paper Pegasos error": printed.error,
        "paper SDCA error": printed.sdca_error,
        "paper least error": printed.least_error,
    }


def _of_split(data, wanted, passes, tell):
    printed, m = PRINTED[wanted.name], data.X.shape[0]
    lam = wanted.lam(printed, m)
    machine = linear(data, lam) if printed.gamma is None else gaussian(_dense(data), lam, printed.gamma)
    least = machine.least(printed.epsilon, tell)
    row = {"m": m, "n": len(data.z), "lam": lam, "least": least.value, "certificate": least.gap}
    (row["least error"],) = errors(machine, data.z, least.weights)
    for name, method in (("Pegasos", machine.pegasos), ("SDCA", machine.sdca)):
        reached = until_near(method(0), m, least, printed.epsilon, passes, partial(_tell_of, tell, name))
        (error,) = errors(machine, data.z, reached.weights)
        row |= {
            f"{name} steps": reached.steps,
            f"{name} passes": reached.passes,
            f"{name} near": reached.is_near,
            f"{name} gap": reached.gap,
            f"{name} error": error,
        }
    return row


def _tell_of(tell, name, words):
    tell(f"{name}, {words}")


DENSE = 5_000  # columns up to which rows are unpacked: kernels of dense rows take less time


def _dense(data):
    if isinstance(data.X, np.ndarray) or data.X.shape[1] > DENSE:
        return data
    return data._replace(X=data.X.toarray().astype(np.float32), Z=data.Z.toarray().astype(np.float32))
