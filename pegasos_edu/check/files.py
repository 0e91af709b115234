"""Check programs in files."""

from importlib.util import decode_source
from pathlib import Path

from pegasos_edu.check.check import check
from pegasos_edu.check.report import Report
from pegasos_edu.check.running import SECONDS
from pegasos_edu.teaching.sandbox import LIMITS, opened


def check_file(path, task, name=None, seconds=SECONDS):
    """Return the report on a function or a class in a file, which runs in a process of its own as a hand-in does.

    Parameters
    ----------
    path : str or Path
        Of a Python file.
    task : str
        As for `check`.
    name : str, optional
        What to check; by default what has the name of the task, or else the only function in the file.
    seconds : float
        How long it may compute.

    Returns
    -------
    Report

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not a Python file, or defines nothing with that name, or several things.
    """
    path = Path(path)
    if path.suffix != ".py":
        raise ValueError(f"FILE must be a Python program, with a name that ends in .py, got {path}.")
    try:
        source = decode_source(path.read_bytes())
    except (SyntaxError, UnicodeError) as error:
        raise ValueError(f"{path} must be text in UTF-8, got something else ({error}); save it as UTF-8.") from None
    most = max(LIMITS.total_seconds, 12 * seconds)
    limits = LIMITS._replace(seconds=seconds, cell_seconds=max(LIMITS.cell_seconds, seconds), total_seconds=most)
    with opened([source], limits) as program:
        if program.problems:
            (_, failed), *_ = program.problems
            report = Report(task, failed=failed)
        else:
            report = check(program[_chosen(program.names, path, task, name)], task)
    if report.failed and report.failed.kind == "time":
        report.notes += (f"If it only needs more time, give it more: --seconds {4 * seconds:g}.",)
    return report


def _chosen(names, path, task, name):
    defined = [key for key, kind in names.items() if kind != "value"]
    for key in (name,) if name else (task, *(defined if len(defined) == 1 else ())):
        if key in defined:
            return key
    what = f"called {name}" if name else f"called {task}, or only one"
    raise ValueError(
        f"{path} must define a function or a class {what}, got {', '.join(defined) or 'none'}; name it with --function."
    )
