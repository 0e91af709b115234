"""Define ``pegasos-edu check``: compare a program in a file with the reference algorithm."""

import argparse
import sys
from importlib.util import decode_source
from pathlib import Path


def add_to(commands):
    command = commands.add_parser(
        "check", help="compare a program with the reference algorithm", description=run.__doc__
    )
    command.add_argument("file", metavar="FILE", help="the Python file that holds the program")
    command.add_argument("task", metavar="TASK", help="what it computes, such as hinge, kernelized or log_loss")
    command.add_argument(
        "--function",
        metavar="NAME",
        help="the function or class to check (default: the one named after the task, or the only one)",
    )
    command.add_argument(
        "--seconds", type=_seconds, default=5.0, metavar="S", help="time limit in seconds (default: 5)"
    )
    command.add_argument("--hints", type=int, default=0, metavar="N", help="print the first N hints")
    command.add_argument("--explain", action="store_true", help="explain the mistake, with the line of the algorithm")
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.set_defaults(run=run)


def _seconds(text):
    if not 0 < float(text) <= 3600:
        raise argparse.ArgumentTypeError(f"must be above 0 and at most 3600, got {text}")
    return float(text)


def run(arguments):
    """Measure the parts of a program in a file; name its conventions, its mistakes, and the first step that differs.

    The file runs in a process of its own, in an empty folder, so it cannot read other files. The exit status is 0 if
    the program is right, 1 if the program is wrong, and 2 if the command is wrong.
    """
    try:
        report = check_file(arguments.file, arguments.task, arguments.function, arguments.seconds)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(report.to_json() if arguments.json else report.to_text(f"--hints {arguments.hints + 1}", "--explain"))
    for _ in range(min(arguments.hints, len(report.hints))):
        print(report.hint())
    if arguments.explain:
        print(report.explain())
    return 0 if report.passed else 1


def check_file(path, task, name=None, seconds=5.0):
    """Run a file in a process of its own, as for a hand-in, and return the report on a function or a class.

    Parameters
    ----------
    path : str or Path
        A Python file.
    task : str
        The task; see `pegasos_edu.check.check`.
    name : str, optional
        The function or class; by default the one with the name of the task, or the only one in the file.
    seconds : float
        The time limit.

    Returns
    -------
    Report

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not a Python file, does not define `name`, or defines several functions and `name` is not given.
    """
    from pegasos_edu.check import Report, check
    from pegasos_edu.check.sandbox import LIMITS, opened

    source = _source(Path(path))
    most = max(LIMITS.total_seconds, 12 * seconds)
    limits = LIMITS._replace(seconds=seconds, cell_seconds=max(LIMITS.cell_seconds, seconds), total_seconds=most)
    with opened([source], limits) as program:
        if program.problems:
            (_, failed), *_ = program.problems
            report = Report(task, failed=failed)
        else:
            report = check(program[_defined(program.names, path, task, name)], task)
    if report.failed and report.failed.kind == "time":
        report.notes += (f"If it only needs more time, give it more: --seconds {4 * seconds:g}.",)
    return report


def _source(path):
    if path.suffix != ".py":
        raise ValueError(f"FILE must be a Python program, with a name that ends in .py, got {path}.")
    try:
        return decode_source(path.read_bytes())
    except (SyntaxError, UnicodeError) as error:
        raise ValueError(f"{path} must be text in UTF-8, got something else ({error}); save it as UTF-8.") from None


def _defined(names, path, task, name):
    """Return the name of the function or class to check."""
    defined = [key for key, kind in names.items() if kind != "value"]
    for key in (name,) if name else (task, *(defined if len(defined) == 1 else ())):
        if key in defined:
            return key
    what = f"called {name}" if name else f"called {task}, or only one"
    raise ValueError(
        f"{path} must define a function or a class {what}, got {', '.join(defined) or 'none'}; name it with --function."
    )
