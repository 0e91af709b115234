"""Find out from which modules of this package a function takes something."""

import functools
import inspect
import types

from pegasos_edu.check.programs import is_theirs

_PACKAGE = "pegasos_edu"


def modules_used(function):
    """Return the modules of this package that a function, or anything of the same author that it uses, takes from."""
    todo, seen, used = [function], [], {}
    while todo:
        one = todo.pop()
        if any(one is other for other in seen):
            continue
        seen.append(one)
        home = _home(one)
        if isinstance(home, str) and home.split(".")[0] == _PACKAGE:
            used[home] = None
        elif isinstance(one, types.CodeType):
            texts = (text for text in (*one.co_names, *one.co_consts) if isinstance(text, str))
            used |= dict.fromkeys(text for text in texts if text.split(".")[0] == _PACKAGE and " " not in text)
            todo += [part for part in one.co_consts if isinstance(part, types.CodeType)]
        else:
            todo += _inside(one)
    return list(used)


def _home(value):
    if isinstance(value, types.ModuleType):
        return value.__name__
    return getattr(inspect.unwrap(value) if callable(value) else value, "__module__", None)


def _inside(value):
    """What a function, a class or a container of a learner's holds."""
    if isinstance(value, (dict, list, tuple)):
        return [one for one in (value.values() if isinstance(value, dict) else value) if callable(one)]
    if isinstance(value, functools.partial):
        return [value.func]
    if isinstance(value, type):
        return [] if value.__module__ == "builtins" else [*vars(value).values(), *value.__bases__]
    code = getattr(value, "__code__", None)
    if code is None or not is_theirs(code.co_filename):
        return []
    names = {name for one in _codes(code) for name in one.co_names}
    held = [value.__globals__[name] for name in names if name in value.__globals__]
    return [code, *held, *(cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell))]


def _codes(code):
    """A code object and those within it."""
    return [code, *(one for part in code.co_consts if isinstance(part, types.CodeType) for one in _codes(part))]


def _is_filled(cell):
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
