"""Put stand-ins in the place of most of this package, in the process in which hand-ins run.

The process never loads the algorithms, or any module that uses them: a stand-in replaces each of their names. While a
cell runs, a call of a stand-in does nothing, because cells of an assignment may draw pictures of an algorithm. While a
program is checked, the call raises `Borrowed`.
"""

import importlib.abc
import importlib.machinery
import sys
import types
from importlib.util import spec_from_file_location
from pathlib import Path

PACKAGE = "pegasos_edu"
FOLDER = Path(__file__).resolve().parents[2]
# Hand-ins get these modules: data, the inputs and steps of algorithms, and the calls of programs.
REAL = (
    "algorithms.inputs",
    "algorithms.rows",
    "algorithms.step_types",
    "check.calling",
    "check.worker",
    "common",
    "datasets",
)
# Stand-ins for these modules may be called even while a program is checked.
_HARMLESS = ("common", "check", "lessons", "teaching", "player", "trace", "runs", "plots", "cli")
_SOLVERS = ("sklearn.svm", "sklearn.linear_model", "sklearn.neural_network")
_FORMATS = ("py_func", "tocsr", "toarray", "to_numpy")  # attributes by which libraries recognise functions and arrays


class Checking:
    """Record that a program is being checked; otherwise a cell is running."""

    is_on = False

    def __enter__(self):
        Checking.is_on = True

    def __exit__(self, *_):
        Checking.is_on = False


def _is_within(name, modules):
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def is_real(module):
    """Return whether hand-ins get the real module of this package or of scikit-learn, not a stand-in."""
    if module == PACKAGE:
        return True
    inner = module.removeprefix(f"{PACKAGE}.")
    return not _is_within(module, _SOLVERS) if inner == module else _is_within(inner, REAL)


class StandIn:
    """Stand in for a name of the package, without its content."""

    def __init__(self, name):
        self.__name__ = self.__qualname__ = name.rsplit(".", 1)[-1]
        self.__module__ = name.rpartition(".")[0]

    def __call__(self, *_, **__):
        name = f"{self.__module__}.{self.__name__}"
        if Checking.is_on and not _is_within(name.removeprefix(f"{PACKAGE}."), _HARMLESS):
            from pegasos_edu.check.calling.running import Borrowed  # not importable yet when this file is loaded

            raise Borrowed(f"{self.__name__} of {name.split('.')[0]}")
        return self

    def __getattr__(self, name):
        if name.startswith("__") or name in _FORMATS:
            raise AttributeError(name)
        return self

    def __getitem__(self, key):
        return StandIn(f"{self.__module__}.{key}") if isinstance(key, str) else self

    def __repr__(self):
        return f"<{self.__name__}: not available while a hand-in is graded>"

    def __format__(self, _):
        return repr(self)

    def __mro_entries__(self, _):
        return ()

    def __iter__(self):
        return iter(())

    def __exit__(self, *_):
        return None

    def __float__(self):
        return float("nan")

    def _itself(self, *_):
        return self

    def _true(self, *_):
        return True

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _itself
    __matmul__ = __rmatmul__ = __pow__ = __neg__ = __abs__ = __round__ = __or__ = __ror__ = __enter__ = _itself
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = _true


class _Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(f"{self.__name__}.{name}")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Find this package in the folder of this file, and stand-ins for modules that are not real."""

    def find_spec(self, name, path=None, target=None):
        if name == PACKAGE:
            return spec_from_file_location(name, FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)])
        if name.split(".")[0] not in (PACKAGE, "sklearn") or is_real(name):
            return None
        spec = importlib.machinery.ModuleSpec(name, self, is_package=True)
        parent, _, last = name.rpartition(".")
        folders = getattr(sys.modules.get(parent), "__path__", ())
        spec.submodule_search_locations = [f"{folder}/{last}" for folder in folders]
        return spec

    def create_module(self, spec):
        return _Module(spec.name)

    def exec_module(self, module):
        """Execute nothing."""
