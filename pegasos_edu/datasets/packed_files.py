"""Open files of data, packed (gzip, bz2, xz, zip) or not, and explain what is wrong with them."""

import bz2
import codecs
import csv
import errno
import gzip
import io
import lzma
import struct
import zlib
from contextlib import contextmanager
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from pegasos_edu.common.file_kinds import HEAD, kind_of

LEAST_LIMIT = 1 << 28  # bytes; a file may always hold as many
MOST_RATIO = 64  # texts shrink to a tenth or a thirtieth; only files made to fill the memory shrink further
BESIDE = "__MACOSX/"  # macOS adds this folder to its archives


class FormError(ValueError):
    """Say in whole sentences what is wrong with a file."""


def existing(path):
    """Return the path of a file or folder that exists."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"{path} must exist, got nothing there; check the name and the folder.")
    return path


def file_at(path):
    """Return the path of a file that exists; a folder that holds one file and nothing else stands for this file.

    Programs that unpack archives make such folders, with the name of the file.
    """
    path = existing(path)
    if not path.is_dir():
        return path
    files = sorted(entry for entry in path.iterdir() if not entry.name.startswith("."))
    if len(files) == 1 and files[0].is_file():
        return files[0]
    names = f", such as {files[0]}" if files else ""
    raise FormError(f"{path} must be a file, got a folder; name one file in it{names}.")


DAMAGE = (ValueError, TypeError, IndexError, KeyError, EOFError, NotImplementedError, OSError, OverflowError)
DAMAGE += (MemoryError,)  # for an array whose length is damaged
DAMAGE += (csv.Error, zlib.error, lzma.LZMAError, struct.error, BadZipFile)


@contextmanager
def whole(path, must, advice):
    """Turn errors from reading a damaged file, or a file of another form, into a ValueError that explains them."""
    try:
        yield
    except FormError:
        raise
    except DAMAGE as error:
        number = getattr(error, "errno", None)
        if number not in (None, errno.EINVAL):  # an error of the disk, or missing permissions; damage leads to EINVAL
            words = f"the file must be readable, got “{error.strerror}”; check that you may read it"
            raise OSError(number, words, str(path)) from None
        raise ValueError(f"{path} must {must}, got something else ({str(error)[:90]}); {advice}.") from None


@contextmanager
def unpacked(path, must, advice, most=None):
    """Yield a stream of the bytes in a file, which may be packed; errors while it is read are explained.

    Parameters
    ----------
    path : path of the file; its first bytes decide how it is packed, not its name
    must, advice : str
        What the file must be, and what to do otherwise.
    most : int, optional
        The most bytes that the stream may hold. If left out, it may hold 256 MiB or 64 times the size of the file.
    """
    path = file_at(path)
    with whole(path, must, advice), open(path, "rb") as file:
        most = most or limit_of(path)
        _, unpack = _kind(file)
        with io.BufferedReader(_Limited(unpack(file) if unpack else file, path, most)) as stream:
            if kind := _kind(stream)[0]:
                raise FormError(f"{path} must {must}, got {kind}; unpack or export it first.")
            yield stream


def limit_of(path):
    """Return the most bytes that a file may unpack to."""
    return max(LEAST_LIMIT, MOST_RATIO * path.stat().st_size)


def too_large(path, most):
    """Return the error about a file that holds more than it may."""
    return FormError(f"{path} must hold at most {most >> 20} MiB, got more; check that it is the right file.")


class _Limited(io.RawIOBase):
    """Pass the bytes of a stream on, up to a limit."""

    def __init__(self, stream, path, most):
        self.stream, self.path, self.most, self.left = stream, path, most, most

    def readable(self):
        return True

    def readinto(self, buffer):
        content = self.stream.read(min(len(buffer), 1 << 20))
        self.left -= len(content)
        if self.left < 0:
            raise too_large(self.path, self.most)
        buffer[: len(content)] = content
        return len(content)


def _member(file):
    """Return a stream of the only file in a zip archive."""
    archive = ZipFile(file)
    names = [entry for entry in archive.infolist() if not entry.is_dir() and not entry.filename.startswith(BESIDE)]
    if any(entry.filename in ("[Content_Types].xml", "mimetype") for entry in names):
        raise FormError(f"{file.name} must be a file of data, got a spreadsheet or document; export it as CSV.")
    if len(names) != 1:
        raise FormError(
            f"{file.name} must hold one file as an archive, got {len(names)}; unpack it and name one of them."
        )
    if names[0].flag_bits & 1:
        raise FormError(f"{file.name} must be an archive without a password, got one with; unpack it first.")
    return archive.open(names[0])


UNPACK = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ\x00": lzma.open, b"PK\x03\x04": _member}


def _kind(stream):
    """Return what a stream holds if that is neither text nor an IDX file, and the function that unpacks it."""
    kind = kind_of(head := stream.peek(HEAD))
    return kind, next((unpack for start, unpack in UNPACK.items() if kind and head.startswith(start)), None)


def encoding_of(stream):
    """Return the encoding of a stream of text, by its byte order mark; without a mark it is UTF-8."""
    head = stream.peek(2)[:2]
    return "utf-16" if head in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
