"""The command line: ``pegasos-edu lab`` and ``pegasos-edu figures``."""

import argparse
import sys
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


def parser():
    """The options of both commands."""
    top = argparse.ArgumentParser(prog="pegasos-edu", description="Pegasos to read, to run and to watch.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "lab",
        help="open the course in JupyterLab",
        description=lab.__doc__ + " Other options go to JupyterLab as they are, such as --no-browser or --port=8899.",
    )
    command.set_defaults(run=lab)
    command = commands.add_parser("figures", help="render every picture of figures/", description=figures.__doc__)
    command.add_argument("--folder", default="figures", help="where to put them (default: %(default)s)")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=figures)
    return top


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
