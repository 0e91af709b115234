"""Where a learner's program lives: its files, its globals, and what it uses of this package."""

import functools
import inspect
import sysconfig
import types
from pathlib import Path

_PACKAGE = "pegasos_edu"
_FREE = (
    "boxes.steps",
    "boxes.rows",
    "boxes.inputs",
    "basics",
    "losses",
    "kernels",
    "datasets",
)  # no steps are made there
_ELSEWHERE = tuple(
    {*(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")), str(Path(__file__).parents[1])}
)
_MOST = 300  # functions


class Home:
    """The surroundings of a program.

    Attributes
    ----------
    namespaces : list of dict
        The globals of its functions, those in other files of the learner's too.
    cells : list of cell
        Of its closures.
    names : set of str
        All names and texts that its code holds.
    takes : list of str
        The modules of this package from which it takes something.
    uses : list of str
        Those of them that make steps.
    """

    def __init__(self, submission):
        self.files, self.namespaces, self.cells = set(), [], []
        self.names, self.takes = set(), []
        self._seen, self._todo = set(), [submission]
        while self._todo:
            self._visit(self._todo.pop())

    @property
    def uses(self):
        return [module for module in self.takes if not is_of(module, _FREE)]

    def is_theirs(self, file):
        """Whether a file, as code objects name it, is the learner's."""
        return file in self.files

    def _visit(self, one):
        if id(one) in self._seen or len(self._seen) > _MOST:
            return
        self._seen.add(id(one))
        if isinstance(one, type):
            self._todo += [part for kind in one.__mro__ for part in vars(kind).values() if _is_code(part)]
            self._todo += [kind for kind in one.__mro__[1:] if kind is not object]
            return
        function = plain_function(one)
        if function is None:
            return
        code = function.__code__
        if self.files and code.co_filename not in self.files and _is_elsewhere(code.co_filename):
            return  # the program itself may come from anywhere
        self.files.add(code.co_filename)
        if not any(names is function.__globals__ for names in self.namespaces):
            self.namespaces.append(function.__globals__)
        self.cells += [cell for cell in function.__closure__ or () if _has_content(cell)]
        self._read(code, function.__globals__)
        self._todo += [cell.cell_contents for cell in function.__closure__ or () if _has_content(cell)]

    def _read(self, code, names):
        """The names of a code object and of those within it, and the functions that they stand for."""
        texts = [text for text in code.co_consts if isinstance(text, str)]
        self.names.update(code.co_names, texts)
        self._note([text for text in (*code.co_names, *texts) if text.split(".")[0] == _PACKAGE and " " not in text])
        for name in code.co_names:
            if name in names:
                self._use(names[name])
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                self._read(inner, names)

    def _use(self, value):
        is_module = isinstance(value, types.ModuleType)
        home = value.__name__ if is_module else getattr(value, "__module__", None)
        if isinstance(home, str) and home.split(".")[0] == _PACKAGE:
            self._note([home])
        elif is_module and not _is_elsewhere(getattr(value, "__file__", None)):
            self._todo += [part for part in vars(value).values() if _is_code(part)]
        elif _is_code(value):
            self._todo.append(value)
        elif isinstance(value, (dict, list, tuple)):
            for part in list(value.values() if isinstance(value, dict) else value)[:50]:
                if callable(part):
                    self._use(part)

    def _note(self, modules):
        self.takes += [module for module in dict.fromkeys(modules) if module not in self.takes]


def is_of(module, rooms):
    """Whether a module of this package, by its full name, stands in one of some rooms, such as ("boxes.rows",)."""
    return module.removeprefix(_PACKAGE).removeprefix(".").startswith(rooms)


def _is_code(value):
    return isinstance(value, (type, types.FunctionType, types.MethodType, staticmethod, classmethod, functools.partial))


def _is_elsewhere(file):
    return file is None or file.startswith(_ELSEWHERE) or file.startswith("<frozen")


def _has_content(cell):
    try:
        return cell.cell_contents is not None
    except ValueError:  # not filled yet
        return False


def plain_function(value):
    """The function with code of its own that a callable leads to; None where there is none."""
    while True:
        if isinstance(value, functools.partial):
            value = value.func
        elif isinstance(value, (types.MethodType, staticmethod, classmethod)):
            value = value.__func__
        elif not isinstance(value, types.FunctionType) and hasattr(value, "py_func"):  # as Numba compiles it
            value = value.py_func
        elif hasattr(value, "__wrapped__"):
            value = inspect.unwrap(value)
        elif isinstance(value, types.FunctionType):
            return value
        elif not isinstance(value, type) and callable(value) and isinstance(type(value).__call__, types.FunctionType):
            value = type(value).__call__
        else:
            return None
