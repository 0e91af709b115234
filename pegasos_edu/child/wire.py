"""What goes between the process of a hand-in and the one that grades it: plain values, as JSON beside raw numbers.

Nothing of it is ever executed, and nobody trusts a length: whatever comes is at most so long, so deep, of these kinds.
A message is two lengths, a text, and the bytes of its arrays. In the text, numbers, text and None stand for
themselves; everything else is an object with one key, which says what it is: {"tuple": [1, 2]}.
"""

import json
import math
import re
import struct
import time
from typing import NamedTuple

import numpy as np

MAX_TEXT, MAX_BYTES, MAX_DEPTH = 4_000_000, 64_000_000, 30
_HEAD = struct.Struct("<II")
_DTYPE = re.compile(r"<f[248]|[<|][iu][1248]|<c(8|16)|\|b1")
_NAME = re.compile(r"[A-Za-z_]\w{0,60}")


class Step(NamedTuple):
    """A NamedTuple of whatever class, by its names."""

    kind: str
    names: tuple
    values: tuple


class Sparse(NamedTuple):
    """A sparse matrix, by its rows."""

    shape: tuple
    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray


class Generator(NamedTuple):
    """A generator of random numbers: the kind of its bits, and their state."""

    state: dict


class Named(NamedTuple):
    """A function of the hand-in, by its name."""

    name: str


class Steps(NamedTuple):
    """What a generator yielded, to its end."""

    steps: list


class Broken(ValueError):  # noqa: N818  not an error of ours
    """What came is no message."""


class Late(Exception):  # noqa: N818  not an error of ours
    """Nothing came in time."""


# Values as text and bytes


def packed(value):
    """A value as text and bytes.

    Raises
    ------
    TypeError
        For a value of another kind.
    """
    pieces = []
    text = json.dumps(_tree(value, pieces, 0)).encode()
    return text, b"".join(pieces)


def _tree(value, pieces, depth):
    if depth > MAX_DEPTH:
        raise TypeError("lists within lists, too deep")
    if value is None or isinstance(value, (bool, str)):
        return value if value is None or type(value) in (bool, str) else str.__str__(value)
    if type(value) in (int, float):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return _array(value, pieces, depth)
    if isinstance(value, (int, float)):  # of a class of its own: the number itself
        return _tree((int if isinstance(value, int) else float).__pos__(value), pieces, depth)

    def trees(values):
        return [_tree(one, pieces, depth + 1) for one in values]

    if isinstance(value, (Step, Steps, Sparse, Generator, Named)):
        return {type(value).__name__: trees(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"Step": trees((type(value).__name__, tuple(value._fields), tuple(value)))}
    if isinstance(value, (list, tuple)):
        return {"list" if isinstance(value, list) else "tuple": trees(value)}
    if isinstance(value, dict):
        return {"dict": [trees(pair) for pair in value.items()]}
    if isinstance(value, np.random.Generator):
        return _tree(Generator(value.bit_generator.state), pieces, depth)
    if hasattr(value, "tocsr"):
        rows = value.tocsr()
        return _tree(Sparse(tuple(rows.shape), rows.data, rows.indices, rows.indptr), pieces, depth)
    raise TypeError(f"{type(value).__name__} is no number, text, array, list or tuple of these")


def _array(value, pieces, depth):
    value = np.asarray(value)
    if value.dtype.kind in "OUS":
        return {"texts": [list(value.shape), [_tree(one, pieces, depth + 1) for one in value.ravel().tolist()]]}
    value = np.ascontiguousarray(value, value.dtype.newbyteorder("<")).reshape(value.shape)
    if not _DTYPE.fullmatch(value.dtype.str):
        value = value.astype("<f8")
    start = sum(map(len, pieces))
    pieces.append(value.tobytes())
    return {"array": [value.dtype.str, list(value.shape), start]}


def unpacked(text, data):
    """The value of a text and bytes, whoever wrote them.

    Raises
    ------
    Broken
        Where they are not as `packed` makes them.
    """
    try:
        return _value(json.loads(text), data, 0)
    except Broken:
        raise
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError, AttributeError) as error:
        raise Broken("what came is no value") from error


def _value(tree, data, depth):
    if depth > 2 * MAX_DEPTH:
        raise Broken("too deep")
    if tree is None or isinstance(tree, (bool, int, float, str)):
        return tree
    if not isinstance(tree, dict) or len(tree) != 1:
        raise Broken("no value")
    ((kind, parts),) = tree.items()
    if not isinstance(parts, list):
        raise Broken("no parts")
    if kind == "array":
        return _numbers(data, *parts)
    if kind == "texts":
        shape, values = parts
        return _texts(shape, [_value(one, data, depth + 1) for one in values])
    if kind == "dict":
        return {_key(_value(key, data, depth + 1)): _value(one, data, depth + 1) for key, one in parts}
    values = [_value(one, data, depth + 1) for one in parts]
    if kind in ("list", "tuple"):
        return values if kind == "list" else tuple(values)
    made = {"Step": _step, "Steps": _steps, "Sparse": Sparse, "Generator": Generator, "Named": Named}[kind]
    return made(*values)


def _key(key):
    if key is not None and not isinstance(key, (bool, int, float, str)):
        raise Broken("no key")
    return key


def _numbers(data, dtype, shape, start):
    if not _DTYPE.fullmatch(dtype) or len(shape) > 8 or not all(type(n) is int and n >= 0 for n in shape):
        raise Broken("no array")
    kind, size = np.dtype(dtype), math.prod(shape)
    if type(start) is not int or not 0 <= start <= start + size * kind.itemsize <= len(data):
        raise Broken("an array of other bytes than came")
    if kind.kind == "b":
        return (np.frombuffer(data, np.uint8, size, start) != 0).reshape(shape)[()]
    return np.frombuffer(data, kind, size, start).reshape(shape).copy()[()]


def _texts(shape, values):
    found = np.empty(len(values), dtype=object)
    found[:] = values
    is_text = all(isinstance(one, str) and len(one) < 1_000 for one in values)
    return (found.astype(str) if is_text else found).reshape(shape)


def _step(kind, names, values):
    names_fit = isinstance(names, tuple) and all(isinstance(name, str) and _NAME.fullmatch(name) for name in names)
    if not names_fit or not isinstance(values, tuple) or len(names) != len(values) or len(names) > 50:
        raise Broken("no step")
    return Step(str(kind)[:60], names, values)


def _steps(steps):
    if not isinstance(steps, list):
        raise Broken("no steps")
    return Steps(steps)


# Messages


def send(line, value):
    """Send a value through a socket."""
    text, data = packed(value)
    if len(text) > MAX_TEXT or len(data) > MAX_BYTES:
        raise TypeError("more numbers than can be looked at")
    line.sendall(_HEAD.pack(len(text), len(data)) + text + data)


def receive(line, until=None):
    """The next value of a socket; None as the answer where the other end is closed.

    Raises
    ------
    Late
        Where it is not there at this time of the monotonic clock.
    Broken
        Where it is no value.
    EOFError
        Where there is no other end any more.
    """
    lengths = _HEAD.unpack(_exactly(line, _HEAD.size, until))
    if lengths[0] > MAX_TEXT or lengths[1] > MAX_BYTES:
        raise Broken("too long")
    text, data = (_exactly(line, length, until) for length in lengths)
    return unpacked(text, data)


def _exactly(line, length, until):
    """So many bytes; they are kept as they come, so that a length that is a lie costs nothing."""
    found = bytearray()
    while len(found) < length:
        if until is not None:
            rest = until - time.monotonic()
            if rest <= 0:
                raise Late
            line.settimeout(rest)
        try:
            piece = line.recv(min(length - len(found), 1 << 20))
        except TimeoutError:
            raise Late from None
        except OSError:
            raise EOFError from None
        if not piece:
            raise EOFError
        found += piece
    return bytes(found)
