"""Start further processes of Python that import nothing from the current folder."""

import os
import sys
from contextlib import contextmanager

from pegasos_edu.common.current_folder import leave_out


@contextmanager
def safe_imports():
    """Leave the current folder out of the imports of this process, and of all processes that it starts meanwhile.

    `multiprocessing` starts its processes by ``python -c``, which looks into the current folder, unless PYTHONSAFEPATH
    is set, and then hands them the `sys.path` of this process.
    """
    path, environment = leave_out(), {name: os.environ.get(name) for name in ("PYTHONSAFEPATH", "PYTHONPATH")}
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ.pop("PYTHONPATH", None)  # it may hold the current folder, too
    try:
        yield
    finally:
        sys.path[:] = path
        for name, value in environment.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
