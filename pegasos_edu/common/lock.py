"""Let only one process at a time work in a folder."""

import os
import socket
from contextlib import contextmanager, suppress
from pathlib import Path

LOCK = ".in-use"
_FAR = 1 << 20  # on Windows nobody else can read a locked byte, so a byte far behind the text is locked
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)  # a link could lead to a file that somebody needs


@contextmanager
def alone_in(folder):
    """Make a folder if it is missing, and keep other processes that ask for it out until the block ends.

    The system holds the lock, so it ends with this process, whatever ends it. A new folder that is empty after the
    block is removed. Nothing is locked on a disk that knows no locks.

    Raises
    ------
    ValueError
        If another process works in the folder.
    OSError
        If the folder cannot be made or written to.
    """
    folder = Path(folder)
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        held = _locked(folder / LOCK)
        try:
            yield
        finally:
            with suppress(OSError):  # on Windows an open file cannot be removed; it may stay, as it locks nothing
                (folder / LOCK).unlink()
            os.close(held)
    finally:
        if is_new:
            with suppress(OSError):
                folder.rmdir()


def _locked(path):
    """Return the number of the open lock file, which then names this process."""
    while True:
        held = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINKS, 0o666)
        try:
            if not _lock(held):
                owner = os.read(held, 200).decode("utf-8", "replace") or "which is just starting"
                raise ValueError(
                    f"{path.parent} is in use by another run, {owner}; wait until it ends, or name another folder."
                )
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(held), os.stat(path)):
                    os.ftruncate(held, 0)
                    os.write(held, f"process {os.getpid()} on {socket.gethostname()}".encode())
                    return held
        except BaseException:
            os.close(held)
            raise
        os.close(held)  # the run before has removed the file in the meantime


def _lock(number):
    """Lock an open file until it is closed; return False if another process has locked it."""
    try:
        if os.name == "nt":
            import msvcrt

            os.lseek(number, _FAR, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # this disk knows no locks
        return True
    finally:
        os.lseek(number, 0, os.SEEK_SET)
    return True
