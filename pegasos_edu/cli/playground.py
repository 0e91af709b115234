"""Define ``pegasos-edu playground``: write a page on which algorithms run step by step."""

import argparse
from functools import partial
from pathlib import Path

from pegasos_edu.cli.pages import show
from pegasos_edu.common.files import whole_file

DEFAULTS = {
    "algorithm": "hinge",
    "lam": 0.1,
    "T": 200,
    "seed": 0,
    "sampling": "uniform",
    "k": 5,
    "gamma": 2.0,
    "project": False,
    "raw": False,
}


def add_to(commands):
    from pegasos_edu.algorithms import ALGORITHMS
    from pegasos_edu.runs.draws import SAMPLINGS

    command = commands.add_parser("playground", help="write the interactive playground page", description=run.__doc__)
    command.add_argument(
        "data", nargs="?", metavar="DATA", help="moons, toy, digits or FILE.csv with the labels in its last column"
    )
    command.add_argument("--out", metavar="PAGE.html", help="write the page to this file and do not open it")
    command.add_argument(
        "--tours", metavar="FILE.toml", action="append", default=[], help="add your own guided tours; may be repeated"
    )
    command.add_argument("--address", metavar="URL", help="where the page will be published; links begin with URL")
    options = command.add_argument_group("options for a run of DATA")
    add = partial(options.add_argument, default=argparse.SUPPRESS)  # an option without DATA is an error
    names = ", ".join(name for name in ALGORITHMS if name not in ("regression", "multiclass"))
    add("--algorithm", choices=ALGORITHMS, metavar="ALGORITHM", help=f"{names} (default: hinge)")
    add("--lam", type=float, help="the regularisation λ (default: 0.1)")
    add("--T", type=int, help="number of steps (default: 200)")
    add("--seed", type=int, help="seed of the draws (default: 0)")
    add("--sampling", choices=SAMPLINGS, help="order of the examples (default: uniform)")
    add("--k", type=int, help="number of examples in a mini-batch (default: 5)")
    add("--gamma", type=float, help="γ of the RBF kernel (default: 2.0)")
    add("--project", action="store_true", help="project w onto the ball of radius 1/√λ")
    add("--raw", action="store_true", help="do not standardise the columns of FILE.csv")
    command.set_defaults(run=run)


def run(arguments):
    """Write the playground, a page that works offline, and open it. With DATA, write a player of one run instead."""
    options = {name: value for name, value in vars(arguments).items() if name in DEFAULTS}
    if arguments.data:
        for name in ("tours", "address"):
            if vars(arguments)[name]:
                raise ValueError(f"--{name} is only for the playground; leave DATA out.")
        page = _player(arguments, DEFAULTS | options)
    else:
        if options:
            raise ValueError(f"--{next(iter(options))} is only for a run; give its DATA, too, such as moons.")
        from pegasos_edu.lessons.tasks import writing
        from pegasos_edu.player.playground import write

        out = arguments.out or "playground.html"
        page = write(out, *arguments.tours, address=arguments.address, writing=writing())
        print(f"The playground is in {page}.")
    show(page, arguments)
    return 0


def _player(arguments, options):
    """Write the page of one run."""
    from pegasos_edu.algorithms import ALGORITHMS
    from pegasos_edu.algorithms.inputs import Batches, Gram
    from pegasos_edu.kernels import rbf
    from pegasos_edu.player.page import page
    from pegasos_edu.player.recorded import recorded
    from pegasos_edu.trace.records import summary

    algorithm = ALGORITHMS[options.pop("algorithm")]
    takes = algorithm.__annotations__.values()
    (X, y, names), lines, shape = _load(arguments.data, options.pop("raw"))
    k, gamma, project = (options.pop(name) for name in ("k", "gamma", "project"))
    if project:
        options["project"] = True
    if Batches in takes:
        options["k"] = k
    if Gram in takes:
        options["kernel"], shape = partial(rbf, gamma=gamma), None
    shown = recorded(algorithm, X, y, names=names, shape=shape, data=lines, **options)
    path = Path(arguments.out or f"play-{Path(arguments.data).stem}.html")
    with whole_file(path) as file:
        file.write(page([shown.record], shown.editor).encode())
    print(f"The player is in {path}: {summary(shown.record)}")
    return path


def _load(name, raw):
    """Return a data set, the lines of Python that load it, and the shape of its images if it holds images."""
    from pegasos_edu import datasets

    if name in ("moons", "toy", "digits"):
        if raw:
            raise ValueError(f"--raw is only for a table, got {name}; leave it out.")
        lines = f"from pegasos_edu.datasets import {name}\nX, y, names = {name}()"
        return getattr(datasets, name)(), lines, (8, 8) if name == "digits" else None
    X, y, names = datasets.csv(name)
    lines = f"from pegasos_edu.datasets import csv\nX, y, names = csv({name!r})"
    if not raw:  # a boundary through the origin separates nothing that is far from there
        from sklearn.preprocessing import StandardScaler

        X = StandardScaler().fit_transform(X)
        lines = f"from sklearn.preprocessing import StandardScaler\n{lines}\nX = StandardScaler().fit_transform(X)"
    return (X, y, names), lines, None
