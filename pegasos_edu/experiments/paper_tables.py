"""The tables of the 2011 paper: what it prints of its data sets [MPB11 sec. 7, Tables 1 and 2], beside runs of ours."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from sklearn.preprocessing import normalize

from pegasos_edu.experiments import given
from pegasos_edu.experiments.machines import GOAL, errors, gaussian, linear, until_near
from pegasos_edu.experiments.tables import Column, Row, Table, share, shown

PASSES = {"linear": 100, "kernel": 200}  # at most


class Printed(NamedTuple):
    """What the paper prints of a data set."""

    m: int  # examples to learn from
    lam: float
    epsilon: float  # how near to the optimum an objective must be
    error: float  # of Pegasos then, on its test set
    least_error: float  # at the optimum
    gamma: float | None = None


PRINTED = {
    "astro-ph": Printed(29_882, 5e-5, 0.0275, 0.0356, 0.0336),
    "CCAT": Printed(781_265, 1e-4, 0.00589, 0.0616, 0.0603),
    "cov1": Printed(522_911, 1e-6, 0.0449, 0.232, 0.226),
    "Reuters": Printed(7_770, 1.29e-4, 0.00719, 0.0291, 0.0288, 1.0),
    "Adult": Printed(32_562, 3.07e-5, 0.0445, 0.155, 0.149, 0.05),
    "USPS": Printed(7_329, 1.36e-4, 0.000381, 0.00457, 0.00457, 2.0),
    "MNIST": Printed(60_000, 1.67e-5, 0.00144, 0.006, 0.0057, 0.02),
}


class Wanted(NamedTuple):
    """A row that there is where a folder has its files."""

    name: str  # of `PRINTED`
    source: Callable  # of the folder: a `Source` or None
    needs: str  # which files these are
    variant: str = ""  # what is done otherwise
    changed: Callable = lambda data: data  # of the `Given`
    lam: Callable = lambda printed, m: printed.lam


def _unit(data):
    return data._replace(X=normalize(data.X), Z=normalize(data.Z))


def _adult(folder):
    if whole := given.pair(folder, ["a9a"], ["a9a.t"]):
        return whole
    return given.pair(folder, ["a8a"], ["a9a.t"], "a8a to learn from, a9a.t to test on")


def _named(name, *others):
    """The source of ``name.train`` and ``name.test``, or of one file, and what these are called."""
    train, test = f"{name}.train", f"{name}.test"
    return (
        lambda folder: given.pair(folder, [train], [test]) or given.single(folder, [name, *others]),
        f"{train} and {test}, or {' or '.join([name, *others])}",
    )


USPS, MNIST = "usps and usps.t, or usps.h5 and the package h5py", "the IDX files of MNIST, or those of its test set"
LINEAR = (
    Wanted("astro-ph", *_named("astro-ph")),
    Wanted("CCAT", *_named("ccat")),
    Wanted("cov1", *_named("cov1", "covtype.libsvm.binary.scale")),
)
KERNEL = (
    Wanted("Reuters", *_named("reuters")),
    Wanted("Adult", _adult, "a9a or a8a, and a9a.t"),
    Wanted("USPS", given.usps, USPS),
    Wanted("USPS", given.usps, USPS, "rows of length 1", _unit),
    Wanted("MNIST", given.mnist, MNIST),
    Wanted("MNIST", given.mnist, MNIST, "λ = 1/m", lam=lambda printed, m: 1 / m),
)

COLUMNS = (
    Column("m (paper)", lambda found: f"{found['m']:,} ({found['paper m']:,})"),
    Column("λ", shown("lam", ".3g")),
    Column("min f", lambda found: _least(found)),
    Column("steps (passes)", lambda found: _steps(found)),
    Column("f − min f ≤", shown("gap", ".2g")),
    Column("ε, paper", shown("epsilon", ".3g")),
    Column("**error**", share("error", 2)),
    Column("paper", share("paper error", 2)),
    Column("**at the optimum**", share("least error", 2)),
    Column("paper", share("paper least error", 2)),
)
ABOUT = (
    "Pegasos as in the paper: independent draws, the last iterate, no bias, its λ, from w = 0 until f − min f ≤ ε, the "
    "paper's ε, looked at after each pass of m steps, or to {passes} passes. "
)
ABOUT_LINEAR = (
    "min f is certified by its duality gap (±) where m or d is at most 5,000; elsewhere it is the lowest value of a "
    "long run (“by a run”), of which nothing is certain."
)
ABOUT_KERNEL = (
    "The kernel is exp(−γ·‖x − z‖²) with the paper's γ: 1, 0.05, 2 and 0.02. min f is certified by its duality gap "
    "(±), from a dual ascent that asks for K row by row; f − min f is counted from the lower end. The data are not the "
    "paper's own copies: where m differs, so may all else, and min f does. Pixels are numbers from 0 to 1. USPS is run "
    "a second time with rows of length 1, as the paper does not say how its rows were scaled; and MNIST with λ = 1/m, "
    "which the paper's λ is for its own m."
)


def _steps(found):
    return f"{'' if found['near'] else 'not in '}{found['steps']:,} ({found['passes']})"


def _least(found):
    value = f"{found['least']:.5f}"
    return f"{value}, by a run" if found["certificate"] is None else f"{value} ± {found['certificate']:.1g}"


def paper_tables(folder):
    """The tables of linear and of Gaussian machines, with a row for each set whose files are in the folder.

    Parameters
    ----------
    folder : path, or None

    Returns
    -------
    list of Table
    """
    return [
        _table("linear", "Linear machines [MPB11 Table 1]", ABOUT_LINEAR, LINEAR, folder),
        _table("kernel", "Gaussian machines [MPB11 Table 2]", ABOUT_KERNEL, KERNEL, folder),
    ]


def _table(slug, title, about, wanted, folder):
    rows, missing = [], {}
    for one in wanted:
        source = one.source(folder) if folder else None
        if source is None:
            missing[one.name] = f"{one.name} ({one.needs})"
        else:
            rows.append(_row(one, source, PASSES[slug]))
    return Table(slug, title, ABOUT.format(passes=PASSES[slug]) + about, COLUMNS, rows, list(missing.values()))


def _row(wanted, source, passes):
    printed = PRINTED[wanted.name]
    name = ", ".join(filter(None, [wanted.name, wanted.variant, source.note]))
    made_of = printed._asdict() | {"passes": passes, "variant": wanted.variant, "goal": GOAL}
    return Row(name, made_of, source.files, lambda tell: _made(wanted, source, passes, tell))


def _made(wanted, source, passes, tell):
    """The numbers of a row."""
    tell("reading")
    printed, data = PRINTED[wanted.name], wanted.changed(source.read())
    m = data.X.shape[0]
    lam = wanted.lam(printed, m)
    machine = linear(data, lam) if printed.gamma is None else gaussian(_dense(data), lam, printed.gamma)
    least = machine.least(printed.epsilon, tell)
    reached = until_near(machine, least, printed.epsilon, passes, tell=tell)
    error, least_error = errors(machine, data.z, reached.weights, least.weights)
    return {
        "m": m, "n": len(data.z), "paper m": printed.m, "lam": lam,
        "least": least.value, "certificate": least.gap, "epsilon": printed.epsilon,
        "steps": reached.steps, "passes": reached.passes, "near": reached.is_near, "gap": reached.gap,
        "error": error, "paper error": printed.error,
        "least error": least_error, "paper least error": printed.least_error,
    }  # fmt: skip


DENSE = 5_000  # columns up to which rows are unpacked: kernels of dense rows take less time


def _dense(data):
    if isinstance(data.X, np.ndarray) or data.X.shape[1] > DENSE:
        return data
    return data._replace(X=data.X.toarray().astype(np.float32), Z=data.Z.toarray().astype(np.float32))
