"""Never import from the current folder when this package runs as a program: hand-ins may lie there.

`python -m` and `python -c` put the current folder first in `sys.path`; an empty entry of PYTHONPATH adds it as well.
A file there that is called like a module, such as ``numpy.py``, would be imported instead of the module. This file
itself imports only what Python has imported when it starts.
"""

import os
import sys

_HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # the folder of the package


def is_program():
    """Return whether Python was started to run this package: by its script, by -m, or by -c with its command line."""
    how, *others = getattr(sys, "argv", None) or [""]
    what = "".join(sys.orig_argv[: len(sys.orig_argv) - len(others)][-1:])  # what stands before the other arguments
    if how == "-m":  # Python is still looking for the module
        return what.partition(".")[0].endswith("pegasos_edu")
    if how == "-c":
        return "pegasos_edu.cli" in what or "pegasos_edu.teaching" in what
    return os.path.basename(how).startswith("pegasos-edu")


def leave_out():
    """Remove the current folder from `sys.path`, unless the package itself is there; return the entries before that."""
    before = list(sys.path)
    if not _is_current(_HOME):
        sys.path[:] = [entry for entry in before if not _is_current(entry)]
    return before


def _is_current(folder):
    try:
        return os.path.samefile(folder or os.curdir, os.curdir)
    except OSError:  # such as a zip file, or a folder that does not exist
        return False
