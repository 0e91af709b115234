"""A box with lines exchanged: what becomes of the algorithm if one thing is done otherwise.

No algorithm is written twice for that: the variant is the source of the box with other text in a few places,
and like a box it can be run, listed, played and compiled.
"""

import inspect
import linecache
import sys
import textwrap
from hashlib import sha256


def variant(box, *changes, name=None):
    """The box with parts of its source exchanged.

    Parameters
    ----------
    box : generator function
        Its source must be readable, as that of any box is.
    *changes : pair of str
        Text that stands exactly once in the source of the box, without the comment of its line, and what is
        put in its place; "" takes the text away. The comment stays: it says what the line should do.
    name : str, optional
        Of the variant; ``<box>_variant`` if left out.

    Returns
    -------
    generator function

    Raises
    ------
    ValueError
        Where a text does not stand once in the source, or the result is no Python.
    """
    source = textwrap.dedent(inspect.getsource(box))
    name = name or f"{box.__name__}_variant"
    for old, new in ((f"def {box.__name__}(", f"def {name}("), *changes):
        if source.count(old) != 1:
            raise ValueError(
                f"changes must name text that stands once in {box.__name__}, got {old!r}, "
                f"which stands there {source.count(old)} times; take more of the line."
            )
        source = source.replace(old, new)
    return function_of(source, name, box)


def function_of(source, name, box):
    """Return the function that a source defines, among the names of the module from which the box comes."""
    file = f"<{name} {sha256(source.encode()).hexdigest()[:8]}>"
    try:
        code = compile(source, file, "exec")
    except SyntaxError as error:
        raise ValueError(f"changes must leave Python, got {error.msg} in {error.text!r}; check them.") from None
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # where inspect looks
    names = dict(vars(sys.modules[box.__module__]))
    exec(code, names)
    return names[name]
