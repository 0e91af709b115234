"""Read the bytes of a file that was handed in, also out of a zip, which is not unpacked onto the disk."""

import stat
import zipfile
from pathlib import Path

from pegasos_edu.teaching.classroom.listing import BROKEN, LINK, is_link

MAX_BYTES = 32 * 1024**2  # the largest hand-in
ENCRYPTED = 0x1  # the flag of an encrypted file in a zip


class CannotRead(Exception):  # noqa: N818  a message for the learner, not a mistake of the grader
    """Say why a hand-in cannot be read, in words for the learner."""


def read_bytes(path, member=None):
    """Return the bytes of a file, or of a member of a zip.

    Raises
    ------
    CannotRead
        If the file is too large, or cannot be read.
    """
    path = Path(path)
    if member is not None:
        try:
            with zipfile.ZipFile(path) as archive:
                return _read_member(archive, archive.infolist()[member])
        except BROKEN:
            raise CannotRead("The zip is damaged at this file. Make it again and hand it in again.") from None
    try:
        if is_link(path):
            raise CannotRead(LINK)
        if not stat.S_ISREG(path.lstat().st_mode):
            raise CannotRead("This is not a file that can be read. Hand in the notebook itself.")
        with path.open("rb") as file:
            return _read_all(file)
    except OSError as error:
        raise CannotRead(f"The file cannot be read: {error.strerror}.") from None


def _read_member(archive, info):
    if info.flag_bits & ENCRYPTED:
        raise CannotRead("The file is protected by a password. Hand it in without one.")
    with archive.open(info) as file:
        return _read_all(file)


def _read_all(file):
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        most = MAX_BYTES // 1024**2
        raise CannotRead(
            f"The file is larger than {most} MiB. Clear all outputs, save the notebook and hand it in again."
        )
    return content
