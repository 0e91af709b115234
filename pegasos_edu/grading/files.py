"""Programs that stand in files."""

import importlib.util
import inspect
import sys
from pathlib import Path

from pegasos_edu.grading.check import check
from pegasos_edu.grading.report import Report
from pegasos_edu.submissions.trial import Failed, Guard


def checked(path, task, name=None):
    """The report on a function or a class in a file.

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
        Where it defines nothing of that name, or several things.
    """
    path = Path(path)
    path.read_bytes()
    spec = importlib.util.spec_from_file_location(f"submission_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where inspect looks for the source of classes
    try:
        Guard(lambda file: file == str(path), [vars(module)]).call(spec.loader.exec_module, module)
    except Failed as failed:
        return Report(task, None, failed=failed)
    return check(_chosen(module, path, task, name), task)


def _chosen(module, path, task, name):
    defined = {
        key: value
        for key, value in vars(module).items()
        if (inspect.isfunction(value) or inspect.isclass(value)) and value.__module__ == module.__name__
    }
    for key in (name,) if name else (task, *(defined if len(defined) == 1 else ())):
        if key in defined:
            return defined[key]
    what = f"called {name}" if name else f"called {task}, or only one"
    raise ValueError(
        f"{path} must define a function or a class {what}, got {', '.join(defined) or 'none'}; give its name by --name."
    )
