"""Read the bytes of a hand-in from a file or from a zip. Nothing is ever unpacked onto the disk."""

import stat
import time
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

MOST = 32 * 1024**2  # bytes of a hand-in, whatever a zip promises
MANY = 50_000  # members of a zip
ENCRYPTED = 0x1  # a flag of a member
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
DAMAGED = "The zip cannot be opened. Make it again and hand it in again."


class Unreadable(Exception):  # noqa: N818  a message for the learner, no mistake of the grader
    """Say why something cannot be read, in words for the learner who handed it in."""


class Place(NamedTuple):
    """A file, or one member of a zip."""

    path: Path
    member: int | None = None  # a number, because two members may have the same name


def content(place):
    """Return the bytes of a place.

    Raises
    ------
    Unreadable
        If there are too many, or none can be read.
    """
    if place.member is None:
        return _of_file(place.path)
    try:
        with zipfile.ZipFile(place.path) as archive:
            return _of_member(archive, archive.infolist()[place.member])
    except BROKEN:
        raise Unreadable("The zip is damaged at this file. Make it again and hand it in again.") from None


def members(path):
    """Return what a zip holds, as (Place, name, time); the name of a folder ends in a slash.

    Raises
    ------
    Unreadable
        If it cannot be opened as a zip.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
    except BROKEN:
        raise Unreadable(DAMAGED) from None
    if len(infos) > MANY:
        raise Unreadable(f"The zip holds {len(infos):,} files; more than {MANY:,} are not read.")
    return [(Place(path, n), info.filename.replace("\\", "/"), info.date_time) for n, info in enumerate(infos)]


def time_of(path):
    """Return when a file was last changed, in the form that zips use; all zeros if nobody knows."""
    try:
        return tuple(time.localtime(path.lstat().st_mtime)[:6])
    except (OSError, ValueError, OverflowError):
        return (0,) * 6


def _of_file(path):
    try:
        if not path.is_file():
            raise Unreadable("This is not a file that can be read. Hand in the notebook itself.")
        with path.open("rb") as file:
            return _all_of(file)
    except OSError as error:
        raise Unreadable(f"The file cannot be read: {error.strerror}.") from None


def _of_member(archive, info):
    if info.flag_bits & ENCRYPTED:
        raise Unreadable("The file is protected by a password. Hand it in without one.")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise Unreadable("This is a link to a file. Hand in the notebook itself.")
    with archive.open(info) as file:
        return _all_of(file)


def _all_of(file):
    found = file.read(MOST + 1)
    if len(found) > MOST:
        raise Unreadable(
            f"The file is larger than {MOST // 1024**2} MiB. Clear all outputs of the notebook, save it and hand it in "
            "again."
        )
    return found
