"""Write files completely or not at all, and read files up to a limit."""

import io
import os
import secrets
import shutil
from contextlib import contextmanager
from pathlib import Path

_TO_DO = "; close the file in other programs, such as a spreadsheet, and check that you may write to its folder"


@contextmanager
def whole_file(path):
    """Yield a buffer of bytes that becomes the file if the block ends without an error; otherwise nothing changes.

    An older file keeps its permissions, and a symbolic link still leads to its file. If several programs write at once,
    the last one wins.

    Raises
    ------
    FileNotFoundError
        If the folder of `path` does not exist.
    OSError
        If the file cannot be written, such as on a full disk, or on Windows while a spreadsheet has it open.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path.parent} must be a folder to write {path.name} into, got none; create it.")
    buffer = io.BytesIO()
    yield buffer
    try:
        _write(path, buffer.getbuffer())
    except OSError as error:  # the error names the wanted file, not the temporary one
        advice = _TO_DO if isinstance(error, PermissionError) else ""
        raise OSError(error.errno, f"{error.strerror}{advice}", str(path)) from None


def _write(path, content):
    if path.exists() and not path.is_file():  # a device, such as /dev/null, is written to and never replaced
        path.write_bytes(content)
        return
    path = Path(os.path.realpath(path))
    part = path.with_name(f".{secrets.token_hex(8)}.part")  # a name that no other file has or had
    try:
        with open(part, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # some disks say only here that they are full
        if path.exists():
            shutil.copymode(path, part)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def replace_folder(folder, new, old):
    """Rename `folder` to `old` and `new` to `folder`; if that fails, undo it."""
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise


def limited(path, most):
    """Return the bytes of a file. It may hold at most `most` bytes.

    Raises
    ------
    ValueError
        If it holds more, like /dev/zero, which has no end.
    """
    with open(path, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"{path} must hold at most {most >> 20} MiB, got more; check that it is the right file.")
    return content
