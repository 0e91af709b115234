"""Send plain values between the process of a hand-in and the one that grades it: JSON, and arrays as .npy files.

A message is two lengths, a text and bytes. The text is JSON: numbers, strings, null and lists stand for themselves, and
any other value is an object with one key that names its kind, such as {"tuple": [1, 2]}. The bytes hold its arrays in
the order of the text, each as a .npy file without pickle. Nothing is executed and no length is trusted, since the other
side may have made up the message.
"""

import io
import json
import math
import re
import struct
from collections import namedtuple
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms.steps import STEPS
from pegasos_edu.check.programs import Unreadable

MAX_TEXT, MAX_BYTES, MAX_DEPTH = 2_000_000, 16_000_000, 30
_HEAD = struct.Struct("<II")
_DTYPE = re.compile(r"<f[248]|[<|][iu][1248]|<c(8|16)|\|b1|<U\d{1,4}")
_BITS = "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"  # of NumPy's generators
_STEPS = {kind.__name__: kind for kind in (*STEPS, Unreadable)}


class Named(NamedTuple):
    """A function of the hand-in, by its name."""

    name: str


class Steps(NamedTuple):
    """What a generator yielded; it arrives as an iterator."""

    steps: list


class Broken(ValueError):  # noqa: N818  not an error of ours
    """A message is not as `packed` makes them."""


# Values as text and bytes


def packed(value):
    """Return a value as text and bytes.

    Raises
    ------
    TypeError
        For a value of another kind, or one that is too large.
    """
    arrays = io.BytesIO()
    try:
        text = json.dumps(_tree(value, arrays, 0)).encode()
    except ValueError as error:  # a number of more than 4,300 digits
        raise TypeError(str(error)) from None
    if len(text) > MAX_TEXT or arrays.tell() > MAX_BYTES:
        raise TypeError(f"it is larger than {MAX_BYTES // 10**6} MB, or has too many parts")
    return text, arrays.getvalue()


def _tree(value, arrays, depth):
    if depth > MAX_DEPTH:
        raise TypeError("lists within lists, too deep")
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        _write(arrays, np.asarray(value))
        return {"array": []}
    for kind in (str, int, float):
        if isinstance(value, kind):  # of a class of its own: the number or the text itself
            return kind.__str__(value) if kind is str else kind.__pos__(value)
    kind, parts = _parts(value)
    trees = [_tree(one, arrays, depth + 1) for one in parts]
    return {kind: trees} if kind else trees


def _parts(value):
    """The kind of a value, "" for a list, and the parts that make it."""
    if isinstance(value, Named):
        return "named", value
    if isinstance(value, Steps):
        return "steps", value.steps
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return "step", (type(value).__name__, list(value._fields), list(value))
    if isinstance(value, (list, tuple)):
        return "" if isinstance(value, list) else "tuple", value
    if isinstance(value, dict):
        return "dict", [list(pair) for pair in value.items()]
    if isinstance(value, np.random.Generator):
        return "generator", (value.bit_generator.state,)
    if hasattr(value, "tocsr"):
        rows = value.tocsr()
        return "sparse", (list(rows.shape), rows.data, rows.indices, rows.indptr)
    raise TypeError(f"{type(value).__name__} is not a number, a text, an array, or a list or tuple of these")


def _write(arrays, value):
    """Append an array as a .npy file."""
    if value.dtype.kind in "OSMmV":
        raise TypeError(f"an array of {value.dtype} does not hold numbers")
    value = np.ascontiguousarray(value, value.dtype.newbyteorder("<")).reshape(value.shape)
    if not _DTYPE.fullmatch(value.dtype.str):
        value = value.astype("<f8")  # from longer floats
    if arrays.tell() + value.nbytes > MAX_BYTES:
        raise TypeError(f"its arrays are larger than {MAX_BYTES // 10**6} MB")
    arrays.write(_header(value.shape, value.dtype))
    arrays.write(value.tobytes())


@lru_cache
def _header(shape, dtype):
    file = io.BytesIO()
    about = {"descr": dtype.str, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, about)
    return file.getvalue()


def unpacked(text, data):
    """Return the value of a text and bytes, whoever wrote them.

    Raises
    ------
    Broken
        If they are not as `packed` makes them.
    """
    try:
        return _value(json.loads(text), io.BytesIO(data), 0)
    except Exception as error:  # Python's and NumPy's readers have many for what they cannot read
        raise Broken("the message cannot be read") from error


def _value(tree, arrays, depth):
    if depth > 2 * MAX_DEPTH:
        raise Broken("too deep")
    if not isinstance(tree, (dict, list)):
        return tree
    if tree == {"array": []}:
        return _read(arrays)
    ((kind, trees),) = [("", tree)] if isinstance(tree, list) else tree.items()
    parts = [_value(one, arrays, depth + 1) for one in trees]
    return _MADE[kind](parts) if kind else parts


def _read(arrays):
    """The next array; its shape and kind are looked at before anything is made of them."""
    start = arrays.read(10)
    shape, dtype = _about(start + arrays.read(int.from_bytes(start[8:], "little")))
    size = math.prod(shape) * dtype.itemsize
    data = bytearray(arrays.read(size))
    if len(data) != size:
        raise Broken("an array of other bytes than came")
    found = np.ndarray(shape, np.uint8 if dtype.kind == "b" else dtype, data)
    if dtype.kind == "U":
        found.tolist()  # it refuses characters that do not exist
    return (found != 0 if dtype.kind == "b" else found)[()]


@lru_cache
def _about(header):
    file = io.BytesIO(header)
    if np.lib.format.read_magic(file) != (1, 0):
        raise Broken("no array")
    shape, _, dtype = np.lib.format.read_array_header_1_0(file)
    if not _DTYPE.fullmatch(dtype.str) or len(shape) > 8 or min(shape, default=0) < 0:
        raise Broken("no array of numbers")
    return shape, dtype


def _step(parts):
    name, fields, values = parts
    kind = _STEPS.get(name)
    if kind is None or list(kind._fields) != fields:
        kind = _tuple_of(*fields[:50])
    return kind(*values)


@lru_cache
def _tuple_of(*fields):
    return namedtuple("Step", fields, rename=True)


def _sparse(parts):
    from scipy.sparse import csr_array

    shape, *arrays = parts
    found = csr_array(tuple(arrays), shape=tuple(shape))
    found.check_format(full_check=True)
    return found


def _generator(parts):
    (state,) = parts
    bits = getattr(np.random, state["bit_generator"] if state["bit_generator"] in _BITS else "")()
    bits.state = state
    return np.random.Generator(bits)


_MADE = {"tuple": tuple, "dict": dict, "step": _step, "steps": iter, "sparse": _sparse, "generator": _generator,
         "named": lambda parts: Named(*parts)}  # fmt: skip


# Messages


def send(line, value):
    """Send a value through a socket."""
    text, data = packed(value)
    line.sendall(_HEAD.pack(len(text), len(data)) + text + data)


def receive(line, wait=None):
    """Return the next value of a socket.

    Parameters
    ----------
    line : socket
    wait : callable, optional
        It is called again and again until the message is there, and ends the waiting by what it raises.

    Raises
    ------
    Broken
        If what came is not a message.
    EOFError
        If the other end is closed.
    """
    lengths = _HEAD.unpack(_exactly(line, _HEAD.size, wait))
    if lengths[0] > MAX_TEXT or lengths[1] > MAX_BYTES:
        raise Broken("too long")
    text, data = (_exactly(line, length, wait) for length in lengths)
    return unpacked(text, data)


def _exactly(line, length, wait):
    """So many bytes; they are kept as they come, so that a false length costs nothing."""
    found = bytearray()
    while len(found) < length:
        if wait is not None:
            wait()
        try:
            piece = line.recv(min(length - len(found), 1 << 20))
        except TimeoutError:
            continue
        except OSError:
            raise EOFError from None
        if not piece:
            raise EOFError
        found += piece
    return bytes(found)
