"""Send plain values between the process of a hand-in and the grader: JSON, and arrays as .npy files.

A message holds two lengths, a text and bytes. The text is JSON: numbers, strings, null and lists stand for themselves,
and any other value is an object with one key that names its kind, such as {"tuple": [1, 2]}. The bytes hold the arrays
in the order of the text, each as a .npy file without pickle. The reader executes nothing and trusts no length, since a
hostile program may have written the message.

What comes from a hand-in is a value of one of the kinds `VALUES`: a number, a text, a dense array, and lists, tuples,
dictionaries and steps of these. The grader may also send the kinds `GIVEN`, which only the process of a hand-in reads.
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

from pegasos_edu.algorithms.step_types import STEPS
from pegasos_edu.check.calling.programs import Unreadable

MAX_TEXT, MAX_BYTES, MAX_DEPTH, MAX_DIMENSIONS = 2_000_000, 16_000_000, 30, 8
_LENGTHS = struct.Struct("<II")
_DTYPE = re.compile(r"<f[248]|[<|][iu][1248]|<c(8|16)|\|b1|<U\d{1,4}")
_BITS = "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"  # NumPy's bit generators
_STEPS = {kind.__name__: kind for kind in (*STEPS, Unreadable)}


class Named(NamedTuple):
    """Name a function of the hand-in."""

    name: str


class Steps(NamedTuple):
    """Hold the steps of a generator, which arrive as an iterator."""

    steps: list


class MessageError(ValueError):
    """Report a message that `packed` cannot have made."""


def packed(value, kinds):
    """Return a value as text and bytes; raise TypeError if it is not of the given kinds, or is too large."""
    arrays = io.BytesIO()
    try:
        text = json.dumps(_tree(value, arrays, kinds, 0)).encode()
    except ValueError as error:  # a number of more than 4,300 digits
        raise TypeError(str(error)) from None
    if len(text) > MAX_TEXT or arrays.tell() > MAX_BYTES:
        raise TypeError(f"it is larger than {MAX_BYTES // 10**6} MB, or has too many parts")
    return text, arrays.getvalue()


def _tree(value, arrays, kinds, depth):
    if depth > MAX_DEPTH:
        raise TypeError("its lists are nested too deeply")
    if value is None or type(value) in (bool, int, float, str):
        return value
    if hasattr(value, "toarray") and "sparse" not in kinds:
        value = _dense(value)
    if isinstance(value, (np.ndarray, np.generic)):
        _write_array(arrays, np.asarray(value))
        return {"array": []}
    for kind in (str, int, float):
        if isinstance(value, kind):  # an instance of a subclass is sent as a plain number or text
            return kind.__str__(value) if kind is str else kind.__pos__(value)
    kind, parts = _parts(value)
    if kind and kind not in kinds:
        raise _refusal(value)
    trees = [_tree(part, arrays, kinds, depth + 1) for part in parts]
    return {kind: trees} if kind else trees


def _dense(value):
    if 8 * math.prod(value.shape) > MAX_BYTES:
        raise TypeError(f"with its zeros it is larger than {MAX_BYTES // 10**6} MB")
    return value.toarray()


def _parts(value):
    """Return the kind of a value ("" for a list) and its parts."""
    if isinstance(value, Named):
        return "named", value
    if isinstance(value, Steps):
        return "steps", value.steps
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return "step", (type(value).__name__, list(value._fields), list(value))
    if isinstance(value, (list, tuple)):
        return "" if isinstance(value, list) else "tuple", value
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return "dict", [list(pair) for pair in value.items()]
    if isinstance(value, np.random.Generator):
        return "generator", (value.bit_generator.state,)
    if hasattr(value, "tocsr"):
        rows = value.tocsr()
        return "sparse", (list(rows.shape), rows.data, rows.indices, rows.indptr)
    raise _refusal(value)


def _refusal(value):
    words = "is not a number, a text, an array, or a list or tuple of these"
    return TypeError(f"{type(value).__name__} {words}")


def _write_array(arrays, value):
    if value.dtype.kind in "OSMmV":
        raise TypeError(f"an array of {value.dtype} does not hold numbers")
    if value.ndim > MAX_DIMENSIONS:
        raise TypeError(f"it has {value.ndim} dimensions")
    value = np.ascontiguousarray(value, value.dtype.newbyteorder("<")).reshape(value.shape)
    if not _DTYPE.fullmatch(value.dtype.str):
        value = value.astype("<f8")  # for floats of more than 64 bits
    if arrays.tell() + value.nbytes > MAX_BYTES:
        raise TypeError(f"its arrays are larger than {MAX_BYTES // 10**6} MB")
    arrays.write(_header(value.shape, value.dtype))
    arrays.write(value.tobytes())


@lru_cache
def _header(shape, dtype):
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": dtype.str, "fortran_order": False, "shape": shape})
    return file.getvalue()


def unpacked(text, data, kinds):
    """Return the value of a text and bytes, which may hold the given kinds of values.

    Raises
    ------
    MessageError
        If `packed` cannot have made the message from such values.
    """
    try:
        return _value(json.loads(text), io.BytesIO(data), kinds, 0)
    except Exception as error:  # Python's and NumPy's readers raise errors of many kinds
        raise MessageError("the message cannot be read") from error


def _value(tree, arrays, kinds, depth):
    if depth > 2 * MAX_DEPTH:
        raise MessageError("too deep")
    if not isinstance(tree, (dict, list)):
        return tree
    if tree == {"array": []}:
        return _read_array(arrays)
    ((kind, trees),) = [("", tree)] if isinstance(tree, list) else tree.items()
    parts = [_value(part, arrays, kinds, depth + 1) for part in trees]
    return kinds[kind](parts) if kind else parts


def _read_array(arrays):
    """Return the next array; check its shape and type before memory is allocated for it."""
    start = arrays.read(10)
    shape, dtype = _shape_and_dtype(start + arrays.read(int.from_bytes(start[8:], "little")))
    size = math.prod(shape) * dtype.itemsize
    data = bytearray(arrays.read(size))
    if len(data) != size:
        raise MessageError("an array of another length")
    array = np.ndarray(shape, np.uint8 if dtype.kind == "b" else dtype, data)
    if dtype.kind == "U":
        array.tolist()  # raises an error for invalid characters
    return (array != 0 if dtype.kind == "b" else array)[()]


@lru_cache
def _shape_and_dtype(header):
    file = io.BytesIO(header)
    if np.lib.format.read_magic(file) != (1, 0):
        raise MessageError("not an array")
    shape, _, dtype = np.lib.format.read_array_header_1_0(file)
    if not _DTYPE.fullmatch(dtype.str) or len(shape) > MAX_DIMENSIONS or min(shape, default=0) < 0:
        raise MessageError("not an array of numbers")
    return shape, dtype


def _step(parts):
    name, fields, values = parts
    kind = _STEPS.get(name)
    if kind is None or list(kind._fields) != fields:
        kind = _tuple_class(*fields[:50])
    return kind(*values)


@lru_cache
def _tuple_class(*fields):
    return namedtuple("Step", fields, rename=True)


def _dict(parts):
    if not all(isinstance(key, str) for key, _ in parts):
        raise MessageError("a name that is not a text")
    return dict(parts)


def _sparse(parts):
    from scipy.sparse import csr_array

    shape, *arrays = parts
    return csr_array(tuple(arrays), shape=tuple(shape))


def _generator(parts):
    (state,) = parts
    bits = getattr(np.random, state["bit_generator"] if state["bit_generator"] in _BITS else "")()
    bits.state = state
    return np.random.Generator(bits)


VALUES = {"tuple": tuple, "dict": _dict, "step": _step, "steps": iter}
GIVEN = VALUES | {"sparse": _sparse, "generator": _generator, "named": lambda parts: Named(*parts)}


def send(line, value, kinds):
    """Send a value of the given kinds through a socket."""
    text, data = packed(value, kinds)
    line.sendall(_LENGTHS.pack(len(text), len(data)) + text + data)


def receive(line, kinds, check_time=lambda: None):
    """Return the next value of a socket, which may hold the given kinds of values.

    `check_time` is called repeatedly until the message is complete, and may raise an error to end the wait. Raises
    `MessageError` for an invalid message, and EOFError if the other end is closed.
    """
    lengths = _LENGTHS.unpack(_read(line, _LENGTHS.size, check_time))
    if lengths[0] > MAX_TEXT or lengths[1] > MAX_BYTES:
        raise MessageError("too long")
    text, data = (_read(line, length, check_time) for length in lengths)
    return unpacked(text, data, kinds)


def _read(line, length, check_time):
    """Return `length` bytes. Memory grows only as they arrive, so a false length does no harm."""
    content = bytearray()
    while len(content) < length:
        check_time()
        try:
            piece = line.recv(min(length - len(content), 1 << 20))
        except TimeoutError:
            continue
        except OSError:
            raise EOFError from None
        if not piece:
            raise EOFError
        content += piece
    return bytes(content)
