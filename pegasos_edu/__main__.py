"""The command line: ``pegasos-edu lab``, ``play``, ``lessons`` and ``figures``."""

import argparse
import sys
from functools import partial
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
WELCOME = "lessons/00_welcome.ipynb"


def lab(arguments):
    """Open the course in JupyterLab; it runs until it is stopped with Ctrl-C."""
    if not (NOTEBOOKS / WELCOME).is_file():
        sys.exit(
            f"pegasos-edu lab: {NOTEBOOKS} must hold the course, got nothing there; "
            "run it from a clone of the project installed with: python -m pip install -e ."
        )
    from jupyterlab.labapp import LabApp

    options = [f"--ServerApp.root_dir={NOTEBOOKS}", f"--LabApp.default_url=/lab/tree/{WELCOME}"]
    LabApp.launch_instance([*options, *arguments.rest])
    return 0


def figures(arguments):
    """Render every picture into a folder."""
    from tqdm import tqdm

    from pegasos_edu.figures import FIGURES

    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tqdm(FIGURES.items(), unit="picture", disable=arguments.quiet) as pictures:
        for name, make in pictures:
            pictures.set_postfix_str(name)
            make(folder / name)
    return 0


def play(arguments):
    """Make a page with the step player, one file that needs no network, and open it."""
    import webbrowser

    import pegasos_edu.show as show
    from pegasos_edu.algorithms import ALGORITHMS
    from pegasos_edu.inputs import Batches, Gram
    from pegasos_edu.kernels import rbf

    box = ALGORITHMS[arguments.box]
    takes = box.__annotations__.values()
    (X, y, names), lines, shape = _data(arguments.data)
    options = {name: getattr(arguments, name) for name in ("T", "seed", "sampling")}
    options |= {"project": True} if arguments.project else {}
    options |= {"k": arguments.k} if Batches in takes else {}
    if Gram in takes:
        options, shape = options | {"kernel": partial(rbf, gamma=arguments.gamma)}, None
    player = show.play(box, X, y, lam=arguments.lam, names=names, shape=shape, data=lines, **options)
    path = player.to_html(arguments.out or f"play-{Path(arguments.data).stem}.html")
    print(f"{path} holds the player: {player!r}")
    if not arguments.out:
        webbrowser.open(path.resolve().as_uri())
    return 0


def _data(name):
    """The data of a name or of a CSV file, the lines that make them, and the shape of images."""
    import pegasos_edu.datasets as datasets

    if name in ("moons", "toy", "digits"):
        lines = f"from pegasos_edu.datasets import {name}\nX, y, names = {name}()"
        return getattr(datasets, name)(), lines, (8, 8) if name == "digits" else None
    lines = f"from pegasos_edu.datasets import csv\nX, y, names = csv({name!r})"
    return datasets.csv(name), lines, None


def lessons(arguments):
    """List the lessons; with --execute run them and store what they show, the same on every run."""
    from pegasos_edu.notebooks import refresh

    for path in sorted((NOTEBOOKS / "lessons").glob("*.ipynb")):
        print(path.relative_to(NOTEBOOKS))
        if arguments.execute:
            refresh(path)
    return 0


def parser():
    """The options of all commands."""
    top = argparse.ArgumentParser(prog="pegasos-edu", description="Pegasos to read, to run and to watch.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "lab",
        help="open the course in JupyterLab",
        description=lab.__doc__ + " Other options go to JupyterLab as they are, such as --no-browser or --port=8899.",
    )
    command.set_defaults(run=lab)
    _add_play(commands)
    command = commands.add_parser("lessons", help="list the lessons, or run them", description=lessons.__doc__)
    command.add_argument("--execute", action="store_true", help="run them and store what they show")
    command.set_defaults(run=lessons)
    command = commands.add_parser("figures", help="render every picture of figures/", description=figures.__doc__)
    command.add_argument("--folder", default="figures", help="where to put them (default: %(default)s)")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=figures)
    return top


def _add_play(commands):
    from pegasos_edu.algorithms import ALGORITHMS
    from pegasos_edu.draws import SAMPLINGS

    command = commands.add_parser("play", help="make a page that steps through a run", description=play.__doc__)
    command.add_argument(
        "data", metavar="moons|toy|digits|FILE.csv", help="a CSV file holds its labels in the last column"
    )
    boxes = ", ".join(name for name in ALGORITHMS if name not in ("regression", "multiclass"))
    command.add_argument("--box", default="hinge", choices=ALGORITHMS, metavar="BOX", help=f"{boxes} (default: hinge)")
    command.add_argument("--lam", type=float, default=0.1, help="the regularisation λ (default: %(default)s)")
    command.add_argument("--T", type=int, default=200, help="number of steps (default: %(default)s)")
    command.add_argument("--seed", type=int, default=0, help="of the draws (default: %(default)s)")
    command.add_argument("--sampling", default="uniform", choices=SAMPLINGS, help="(default: %(default)s)")
    command.add_argument("--k", type=int, default=5, help="examples in a mini-batch (default: %(default)s)")
    command.add_argument("--gamma", type=float, default=2.0, help="of the RBF kernel (default: %(default)s)")
    command.add_argument("--project", action="store_true", help="project onto the ball")
    command.add_argument("--out", metavar="PAGE.html", help="write it there, and do not open it")
    command.set_defaults(run=play)


def main(argv=None):
    """Run a command; its exit code."""
    top = parser()
    arguments, arguments.rest = top.parse_known_args(argv)
    if arguments.rest and arguments.run is not lab:
        top.error(f"unrecognized arguments: {' '.join(arguments.rest)}")
    try:
        return arguments.run(arguments)
    except (ValueError, OSError) as error:
        sys.exit(f"pegasos-edu: {error}")


if __name__ == "__main__":
    sys.exit(main())
