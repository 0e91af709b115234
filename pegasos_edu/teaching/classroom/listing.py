"""List the files of a class in a folder or a zip. Nothing is unpacked onto the disk, and no link is followed."""

import os
import re
import stat
import struct
import time
import unicodedata
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import NamedTuple

MARK = ".pegasos-results"  # a folder with this name lies in a folder of results
LEFT_BEHIND = {"__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"}  # operating systems leave these
DEEPEST = 48  # the most parts of a path in a zip
MAX_MEMBERS = 50_000  # the most files in a zip
UTF_8 = 0x800  # the flag of a name in UTF-8 in a zip
UNICODE_PATH = 0x7075  # an extra field of Info-ZIP that holds a name in UTF-8
JUNCTION = 0xA0000003  # the tag of a folder on Windows that leads to another one
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
EMPTY = "The folder is empty, so nothing was handed in."
CLOSED = "The folder cannot be opened. Hand in the file again."
LINK = "This is a link, and links are not followed. Hand in the file itself."


class File(NamedTuple):
    """Describe a file in a folder or in a zip."""

    parts: tuple  # the parts of its path within the class; the last one is "" for an empty folder
    path: Path  # the path of the file, or of the zip
    member: int | None = None  # its number in the zip, where two files may have the same name
    when: tuple = ()  # year, month, day, hour, minute, second
    problem: str = ""


def files_in(path, leave_out=None):
    """Return the files in a file, folder or zip, without those that systems leave behind, and remarks on the others.

    A student's folder is listed even if it holds nothing. The folder `leave_out` is not searched.
    """
    if not path.exists():
        raise FileNotFoundError(f"FILES must exist, got {path}, which does not; check its spelling.")
    if path.is_dir():
        return _without_results(list(_in_folder(path, leave_out)), path)
    if path.suffix.lower() == ".zip":
        return _in_zip(path)
    return [_file((path.name,), path)], []


def is_code(name):
    """Return whether a file is a notebook or a program; browsers save some notebooks as .ipynb.txt or .ipynb.json."""
    return bool(re.search(r".\.(ipynb|py)(\.txt|\.json)?$", name, re.IGNORECASE | re.DOTALL))


def is_link(path):
    """Return whether a path is a symbolic link, or a junction on Windows."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return False
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == JUNCTION


def _file(parts, path, problem=""):
    """Return a file on the disk; letters that macOS stores in two pieces become one letter."""
    parts = tuple(unicodedata.normalize("NFC", part) for part in parts)
    try:
        when = tuple(time.localtime(os.lstat(path).st_mtime)[:6])
    except (OSError, ValueError, OverflowError):
        when = (0,) * 6
    return File(parts, path, None, when, problem or (LINK if is_link(path) else ""))


def _in_folder(root, leave_out):
    closed = []
    for folder, folders, names in os.walk(root, onerror=closed.append):
        here = Path(folder)
        if leave_out and here.resolve() == leave_out:
            folders[:] = []
            continue
        parts = here.relative_to(root).parts
        links = {name for name in folders if is_link(here / name)}
        listed = [name for name in sorted({*links, *names}) if not _is_left_behind(name)]
        folders[:] = sorted(name for name in {*folders} - links if not _is_left_behind(name))
        yield from (_file((*parts, name), here / name) for name in listed)
        if parts and not listed and not folders:
            yield _file((*parts, ""), here, EMPTY)
    for error in closed:
        here = Path(error.filename)
        if here == root:
            raise error
        yield _file((*here.relative_to(root).parts, ""), here, CLOSED)


def _without_results(files, root):
    """Remove folders of results, which hold no program; a student's folder does not become one by a name in it."""
    programs = {file.parts[0] for file in files if is_code(file.parts[-1])}
    results = {path.parent.name for path in root.glob(f"*/{MARK}")} - programs
    if (root / MARK).exists() and not programs:
        results = {file.parts[0] for file in files}
    files = [file for file in files if file.parts[0] not in results]
    return files, [f"{name}: it holds results of an earlier run" for name in sorted(results)]


def _in_zip(path):
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
    except BROKEN:
        raise ValueError(f"{path} must be a zip that can be opened, got a damaged one; make it again.") from None
    if len(infos) > MAX_MEMBERS:
        raise ValueError(f"{path} must hold at most {MAX_MEMBERS:,} files, got {len(infos):,}; grade it in parts.")
    names, guessed = zip(*map(_name_of, infos)) if infos else ((), ())
    files, folders, filled = [], {}, set()
    for number, (info, name) in enumerate(zip(infos, names)):
        if not (parts := _parts(name)):
            continue
        deepest = len(parts) if name.endswith("/") else len(parts) - 1
        visible = next((n for n, part in enumerate(parts) if _is_left_behind(part)), len(parts))
        folders |= {parts[:n]: number for n in range(1, min(deepest, visible) + 1)}
        if deepest < len(parts) == visible:
            problem = LINK if stat.S_ISLNK(info.external_attr >> 16) else ""
            files.append(File(parts, path, number, info.date_time, problem))
            filled |= {parts[:n] for n in range(len(parts))}
    for parts in sorted(folders, key=len, reverse=True):
        if parts not in filled:
            number = folders[parts]
            files.append(File((*parts, ""), path, number, infos[number].date_time, EMPTY))
            filled |= {parts[:n] for n in range(len(parts))}
    unsure = [name for name, is_guess in zip(names, guessed) if is_guess][:1]
    return files, [f"{path}: names such as {name} are not in Unicode, so some letters may be wrong" for name in unsure]


def _name_of(info):
    """Return the name of a file in a zip, and whether its encoding had to be guessed.

    The flag for UTF-8 is not set by macOS, which writes UTF-8 all the same, by older programs, which may add the name
    in UTF-8 as an extra field, and by Windows, which writes the code page of its language. Chinese, Japanese and
    Cyrillic code pages cannot be told apart.
    """
    name, is_guess = info.filename, False
    if not info.flag_bits & UTF_8:
        raw = info.orig_filename.encode("cp437")
        try:
            name = _unicode_path(info.extra, raw) or raw.decode("utf-8")
        except UnicodeDecodeError:
            pages = raw.decode("cp437"), raw.decode("cp850")
            name, is_guess = max(pages, key=_letters), True
    return unicodedata.normalize("NFC", name.partition("\0")[0].replace("\\", "/")), is_guess


def _letters(name):
    return sum("LATIN" in unicodedata.name(letter, "") for letter in name)


def _unicode_path(extra, raw):
    """Return the name in the extra field of Info-ZIP, if it was written for this name; otherwise ""."""
    while len(extra) >= 4:
        kind, size = struct.unpack("<HH", extra[:4])
        if kind == UNICODE_PATH and extra[4:9] == struct.pack("<BL", 1, zlib.crc32(raw)):
            return extra[9 : 4 + size].decode("utf-8")
        extra = extra[4 + size :]
    return ""


def _parts(name):
    """Return the parts of a path in a zip; of a path that is too deep, parts in its middle are left out."""
    parts = tuple(part for part in PurePosixPath(name).parts if part not in ("/", "//", ".."))
    return parts if len(parts) <= DEEPEST else (*parts[: DEEPEST - 1], parts[-1])


def _is_left_behind(name):
    is_hidden = name.startswith(".") and (name.startswith("._") or not is_code(name[1:]))
    return is_hidden or name in LEFT_BEHIND
