"""Exchange lines of an algorithm, to see what happens if one thing is done differently.

No algorithm is written twice for that: the variant is the source of the algorithm with other text in a few places,
and like an algorithm it can be run, listed, played and compiled.
"""

import inspect
import linecache
import sys
import textwrap
from hashlib import sha256


def variant(algorithm, *changes, name=None):
    """Return the algorithm with parts of its source exchanged.

    Parameters
    ----------
    algorithm : generator function
        Its source must be readable, as that of any algorithm is.
    *changes : pair of str
        Text that stands exactly once in the source of the algorithm, without the comment of its line, and what is
        put in its place; "" takes the text away. The comment stays: it says what the line should do.
    name : str, optional
        Of the variant; ``<algorithm>_variant`` if left out.

    Returns
    -------
    generator function

    Raises
    ------
    ValueError
        Where a text does not stand once in the source, or the result is no Python.
    """
    source = textwrap.dedent(inspect.getsource(algorithm))
    name = name or f"{algorithm.__name__}_variant"
    for old, new in ((f"def {algorithm.__name__}(", f"def {name}("), *changes):
        if source.count(old) != 1:
            raise ValueError(
                f"changes must name text that stands once in {algorithm.__name__}, got {old!r}, "
                f"which stands there {source.count(old)} times; take more of the line."
            )
        source = source.replace(old, new)
    return function_of(source, name, algorithm)


def function_of(source, name, algorithm):
    """Return the function that a source defines, among the names of the module from which the algorithm comes."""
    file = f"<{name} {sha256(source.encode()).hexdigest()[:8]}>"
    try:
        code = compile(source, file, "exec")
    except SyntaxError as error:
        raise ValueError(f"changes must leave Python, got {error.msg} in {error.text!r}; check them.") from None
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # where inspect looks
    names = dict(vars(sys.modules[algorithm.__module__]))
    exec(code, names)
    return names[name]
