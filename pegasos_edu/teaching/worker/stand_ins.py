"""What a hand-in gets in the place of this package: data, losses and kernels, and empty names for all that makes steps.

The modules that hold the algorithms, and what is made of them, are never loaded here: their names stand for nothing. To
call one while a cell runs gives nothing back, as the cells of an assignment may draw pictures of an algorithm; to call
one while a program is looked at is told.
"""

import importlib.abc
import importlib.machinery
import sys
import types
from importlib.util import spec_from_file_location
from pathlib import Path

PACKAGE = "pegasos_edu"
_REAL = (
    *("teaching.worker", "common", "losses", "kernels", "datasets"),
    *(
        "algorithms.inputs",
        "algorithms.rows",
        "algorithms.steps",
    ),  # what an algorithm takes and yields, and what it does with a row
    *("check.classes", "check.failures", "check.programs", "check.running", "check.unwritten"),  # to call programs
)
# They make no steps.
_QUIET = ("common", "check", "lessons", "teaching", "player", "trace", "runs", "plots", "cli")
_SOLVERS = ("sklearn.svm", "sklearn.linear_model", "sklearn.neural_network")


_OF_OTHERS = ("py_func", "tocsr", "toarray", "to_numpy")  # by which others are told


class _Looking:
    is_on = False  # whether a program is looked at, and no cell run


LOOKING = _Looking()


def _is_within(name, rooms):
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def is_real(module):
    """Whether a module of this package, or of scikit-learn, is what it is elsewhere."""
    if module == PACKAGE:
        return True
    inner = module.removeprefix(f"{PACKAGE}.")
    if inner == module:
        return not _is_within(module, _SOLVERS)
    return _is_within(inner, _REAL)


class StandIn:
    """A name of the package with nothing behind it."""

    def __init__(self, name):
        self.__name__ = self.__qualname__ = name.rsplit(".", 1)[-1]
        self.__module__ = name.rpartition(".")[0]

    def __call__(self, *_, **__):
        name = f"{self.__module__}.{self.__name__}"
        if LOOKING.is_on and not _is_within(name.removeprefix(f"{PACKAGE}."), _QUIET):
            from pegasos_edu.check.running import Borrowed  # there is no package yet when this file is loaded

            raise Borrowed(f"{self.__name__} of {name.split('.')[0]}")
        return self

    def __getattr__(self, name):
        if name.startswith("__") or name in _OF_OTHERS:
            raise AttributeError(name)
        return self

    def __repr__(self):
        return f"<{self.__name__}: not there while a hand-in is graded>"

    def __format__(self, _):
        return repr(self)

    def __mro_entries__(self, _):
        return (_Nothing,)

    def __iter__(self):
        return iter(())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def __float__(self):
        return float("nan")

    def __getitem__(self, key):
        return StandIn(f"{self.__module__}.{key}") if isinstance(key, str) else self

    def _itself(self, *_):
        return self

    def _true(self, *_):
        return True

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _itself
    __matmul__ = __rmatmul__ = __pow__ = __neg__ = __abs__ = __or__ = __ror__ = _itself
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = _true


class _Nothing:
    """What a class is made of that is made of a stand-in."""


class _Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(f"{self.__name__}.{name}")


class _Loader(importlib.abc.Loader):
    def create_module(self, spec):
        return _Module(spec.name)

    def exec_module(self, module):
        """Nothing is executed."""


class Finder(importlib.abc.MetaPathFinder):
    """Finds this package where this file stands, and stand-ins for modules that are not to be loaded."""

    def find_spec(self, name, path=None, target=None):
        if name == PACKAGE:
            folder = Path(__file__).parents[2]
            return spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
        if name.split(".")[0] not in (PACKAGE, "sklearn") or is_real(name):
            return None
        spec = importlib.machinery.ModuleSpec(name, _Loader(), is_package=True)
        parent = sys.modules.get(name.rpartition(".")[0])
        last = name.rpartition(".")[2]
        spec.submodule_search_locations = [f"{folder}/{last}" for folder in getattr(parent, "__path__", ())]
        return spec


def install():
    """From now on there are stand-ins."""
    sys.meta_path.insert(0, Finder())
