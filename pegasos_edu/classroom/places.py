"""Where the bytes of a hand-in are: in a file, or within a zip. Nothing is ever unpacked onto the disk."""

import io
import stat
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

MOST = 128 * 1024**2  # bytes of a hand-in; what a zip promises is not believed
MANY = 50_000  # members of a zip
ENCRYPTED = 0x1  # a flag of a member
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


class Unreadable(Exception):  # noqa: N818  not an error of ours
    """Why something cannot be read, in words for who handed it in."""


class Place(NamedTuple):
    """A file, or what is found in it by opening one zip after the other."""

    path: Path
    members: tuple = ()  # by their numbers, as two may have one name


def content(place):
    """The bytes of a place.

    Parameters
    ----------
    place : Place

    Returns
    -------
    bytes

    Raises
    ------
    Unreadable
        Where there are too many, or none are to be had.
    """
    if not place.members:
        return _of_file(place.path)
    with _opened(Place(place.path, place.members[:-1])) as archive:
        return _of_member(archive, archive.infolist()[place.members[-1]])


def members(place):
    """What a zip holds.

    Parameters
    ----------
    place : Place

    Returns
    -------
    list of (Place, str)
        Each file or folder, with its path as the zip has it; that of a folder ends on a slash.

    Raises
    ------
    Unreadable
        Where it cannot be opened as a zip.
    """
    with _opened(place) as archive:
        infos = archive.infolist()
    if len(infos) > MANY:
        raise Unreadable(f"The zip holds {len(infos):,} files; more than {MANY:,} are not read.")
    return [
        (Place(place.path, (*place.members, number)), info.filename.replace("\\", "/"))
        for number, info in enumerate(infos)
    ]


def _of_file(path):
    try:
        if not path.is_file():
            raise Unreadable("This is no file that can be read; hand in the notebook itself.")
        with path.open("rb") as file:
            return _all_of(file)
    except OSError as error:
        raise Unreadable(f"The file cannot be read: {error.strerror}.") from None


def _of_member(archive, info):
    if info.flag_bits & ENCRYPTED:
        raise Unreadable("The file is protected by a password; hand it in without one.")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise Unreadable("This is a link to a file, not the file; hand in the notebook itself.")
    try:
        with archive.open(info) as file:
            return _all_of(file)
    except BROKEN:
        raise Unreadable("The zip is damaged at this file; make it anew, and hand it in again.") from None


def _all_of(file):
    found = file.read(MOST + 1)
    if len(found) > MOST:
        raise Unreadable(
            f"The file is larger than {MOST // 1024**2} MiB; clear all outputs of the notebook, save it, and hand it "
            "in again."
        )
    return found


@contextmanager
def _opened(place):
    """The zip at a place."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content(place)) if place.members else place.path)
    except BROKEN:
        raise Unreadable("The zip cannot be opened; make it anew, and hand it in again.") from None
    with archive:
        yield archive
