"""Replace parts of an algorithm, to see what happens if one thing is done differently.

A variant is the source of the algorithm with other text in a few places. Like any algorithm, it can be run, listed,
played and compiled.
"""

import inspect
import linecache
import sys
import textwrap
from hashlib import sha256


def variant(algorithm, *changes, name=None):
    """Return the algorithm with parts of its source replaced.

    Parameters
    ----------
    algorithm : generator function
        Python must be able to read its source.
    *changes : pair of str
        Text that occurs exactly once in the source of the algorithm, and the text that replaces it; "" deletes it.
        The comment of a line is not part of either text: it stays, because it says what the line should do.
    name : str, optional
        The name of the variant; by default ``<algorithm>_variant``.

    Returns
    -------
    generator function

    Raises
    ------
    ValueError
        If a text does not occur exactly once in the source, or the result is not valid Python.
    """
    source = textwrap.dedent(inspect.getsource(algorithm))
    name = name or f"{algorithm.__name__}_variant"
    for old, new in ((f"def {algorithm.__name__}(", f"def {name}("), *changes):
        if source.count(old) != 1:
            raise ValueError(
                f"changes must name text that occurs once in {algorithm.__name__}, got {old!r}, "
                f"which occurs {source.count(old)} times; copy enough of the line."
            )
        source = source.replace(old, new)
    return function_of(source, name, algorithm)


def function_of(source, name, algorithm):
    """Return the function that a source defines; it can use all names of the algorithm's module."""
    file = f"<{name} {sha256(source.encode()).hexdigest()[:8]}>"
    try:
        code = compile(source, file, "exec")
    except SyntaxError as error:
        raise ValueError(f"changes must leave valid Python, got {error.msg} in {error.text!r}; check them.") from None
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # inspect reads it from here
    names = dict(vars(sys.modules[algorithm.__module__]))
    exec(code, names)
    return names[name]
