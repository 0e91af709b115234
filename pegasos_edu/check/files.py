"""Programs that stand in files."""

from importlib.util import decode_source
from pathlib import Path

from pegasos_edu.grading.check import check
from pegasos_edu.grading.report import Report
from pegasos_edu.grading.sandbox import opened
from pegasos_edu.submissions.trial import Failed


def checked(path, task, name=None):
    """Return the report on a function or a class in a file.

    The file runs as a hand-in does, in a process of its own (see ``grading/sandbox``).

    Parameters
    ----------
    path : str or Path
        Of a file of Python; it is run.
    task : str
        As for `check`.
    name : str, optional
        What to check; if left out, what is called as the task is, or else the only thing that the file defines.

    Returns
    -------
    Report

    Raises
    ------
    OSError
        Where the file cannot be read.
    ValueError
        Where it is not a file of Python, or defines nothing of that name, or several things.
    """
    path = Path(path)
    if path.suffix != ".py":
        raise ValueError(f"The file must be a Python program, with a name that ends in .py, got {path}.")
    try:
        source = decode_source(path.read_bytes())
    except (SyntaxError, UnicodeError) as error:
        raise ValueError(f"{path} must be text in UTF-8, got something else ({error}); save it as UTF-8.") from None
    with opened([source]) as program:
        for _, words, line in program.problems:
            return Report(task, None, failed=Failed("exception", words, line))
        return check(program[_chosen(program, path, task, name)], task)


def _chosen(program, path, task, name):
    defined = [key for key, kind in program.names.items() if kind in ("function", "class")]
    for key in (name,) if name else (task, *(defined if len(defined) == 1 else ())):
        if key in defined:
            return key
    what = f"called {name}" if name else f"called {task}, or only one"
    raise ValueError(
        f"{path} must define a function or a class {what}, got {', '.join(defined) or 'none'}; give its name by --name."
    )
