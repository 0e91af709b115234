"""Find the hand-ins of a class in files, folders and zips, and read their bytes. Nothing is unpacked onto the disk."""

import hashlib
import os
import re
import stat
import time
import zipfile
import zlib
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pegasos_edu.teaching.classroom.students import NBGRADER, is_of_platform, normalised, student_of, submitters_of

MARK = ".pegasos-results"  # a folder that contains this file holds results, not hand-ins
METADATA = "submission_metadata.yml"
LEFT_BEHIND = {"__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"}  # operating systems leave these
DOCUMENTS = {
    ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".txt", ".md", ".zip", ".rar", ".7z", ".gz", ".tar", ".r",
    ".m", ".jpg", ".jpeg", ".png", ".heic", ".pages", ".url", ".webloc", ".lnk", ".docm", ".pptx", ".ppt", ".xlsx",
}  # fmt: skip
LONGEST = 48  # the most letters of a name in an id, and the most parts of a path in a zip
MAX_BYTES = 32 * 1024**2  # the largest hand-in
MAX_MEMBERS = 50_000  # the most files in a zip
ENCRYPTED = 0x1  # the flag of an encrypted file in a zip
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
EMPTY = "The folder is empty, so nothing was handed in."


class CannotRead(Exception):  # noqa: N818  a message for the learner, not a mistake of the grader
    """Say why a hand-in cannot be read, in words for the learner."""


class File(NamedTuple):
    """Describe a file in a folder or in a zip."""

    parts: tuple  # the parts of its path within the class
    path: Path  # the path of the file, or of the zip
    member: int | None = None  # its number in the zip, where two files may have the same name
    when: tuple = ()  # year, month, day, hour, minute, second
    problem: str = ""


class HandIn(NamedTuple):
    """Describe a file that is graded."""

    id: str  # identifies the student; also a part of file names
    student: str
    number: str
    platform: str
    label: str  # see `Student.label`
    file: str  # its path within the class
    path: str  # the path of the file, or of the zip
    member: int | None = None
    when: tuple = ()
    root: str = ""  # the folder, zip or file in which it was found
    problem: str = ""  # why it cannot be read, if the path already shows this
    notes: tuple = ()
    result: str = ""  # the name of the file with its result; "" until it is graded

    @property
    def place(self):
        """Return a unique key of the hand-in: its path, and its number in a zip."""
        return self.path, self.member


def find_hand_ins(files, assignment, leave_out=None):
    """Return all hand-ins, and the paths of files that are not hand-ins.

    Hand-ins are sorted by student, and those of one student by time. If a student handed in several files, files with
    the name of the assignment in their path are preferred. The folder `leave_out` is not searched.

    Raises
    ------
    ValueError, FileNotFoundError
        If nothing was handed in, or one of `files` does not exist.
    """
    leave_out = leave_out and Path(leave_out).resolve()
    handins, others = {}, []
    for path in dict.fromkeys(map(Path, files)):
        some, skipped = _select(_files(path, leave_out), os.path.abspath(path), assignment)
        handins |= {one.place: one for one in some}
        others += skipped
    if not handins:
        raise ValueError(
            f"FILES must hold notebooks or .py files, got none in {', '.join(map(str, files))}; give the folder or the "
            "zip with the hand-ins of the class."
        )
    return sorted(handins.values(), key=order), sorted(set(others))


def order(handin):
    """Return the key for sorting by student, then by time, then by file name, with 9 before 10."""
    natural = [(text, len(digits), digits) for text, digits in re.findall(r"(\D*)(\d*)", normalised(handin.file))]
    return normalised(handin.student), handin.id, handin.when, natural, handin.file


# Files


def _files(path, leave_out):
    """Return the files in a file, folder or zip, without those that operating systems leave behind."""
    if not path.exists():
        raise FileNotFoundError(f"FILES must exist, got {path}, which does not; check its spelling.")
    if path.is_dir():
        files = list(_in_folder(path, leave_out))
    elif path.suffix.lower() == ".zip":
        files = list(_in_zip(path))
    else:
        return [File((path.name,), path, when=_time_of(path))]
    submitted = [file for file in files if NBGRADER in file.parts[:-2]]
    return submitted or _unwrapped(files, not path.is_dir())


def _in_folder(root, leave_out):
    inside = root.resolve()
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        if here.resolve() == leave_out or (here / MARK).exists():
            folders[:] = []
            continue
        folders[:] = sorted(name for name in folders if not _is_left_behind(name))
        parts = here.relative_to(root).parts
        links = [name for name in folders if (here / name).is_symlink()]
        for name in links + sorted(name for name in names if not _is_left_behind(name)):
            path = here / name
            yield File((*parts, name), path, None, _time_of(path), _problem_of_link(path, inside))
        if parts and not folders and all(map(_is_left_behind, names)):
            yield File((*parts, ""), here, None, _time_of(here), EMPTY)


def _time_of(path):
    """Return when a file was last changed, in the form that zips use; zeros if the system does not know."""
    try:
        return tuple(time.localtime(path.lstat().st_mtime)[:6])
    except (OSError, ValueError, OverflowError):
        return (0,) * 6


def _problem_of_link(path, inside):
    """Return why a link is not followed; "" for anything else."""
    if not path.is_symlink():
        return ""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):  # up to Python 3.12, a loop of links raises RuntimeError
        return "This link leads nowhere, or to itself, so there is no file to read. Hand in the file itself."
    if not target.is_relative_to(inside):
        return "This link leads out of the folder of the class. Hand in the file itself."
    return "This is a link to a folder. Hand in the file itself." if target.is_dir() else ""


def _in_zip(path):
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
    except BROKEN:
        raise ValueError(f"{path} must be a zip that can be opened, got a damaged one; make it again.") from None
    if len(infos) > MAX_MEMBERS:
        raise ValueError(f"{path} must hold at most {MAX_MEMBERS:,} files, got {len(infos):,}; grade it in parts.")
    names = [info.filename.replace("\\", "/") for info in infos]
    paths = [tuple(part for part in PurePosixPath(name).parts if part not in ("/", ".."))[-LONGEST:] for name in names]
    filled = {parts[:n] for parts in paths for n in range(len(parts))}
    for number, (info, name, parts) in enumerate(zip(infos, names, paths)):
        is_folder = name.endswith("/")
        if not parts or any(map(_is_left_behind, parts)) or (is_folder and parts in filled):
            continue
        yield File((*parts, "") if is_folder else parts, path, number, info.date_time, EMPTY if is_folder else "")


def _is_left_behind(name):
    is_hidden = name.startswith(".") and (name.startswith("._") or not _is_code(name[1:]))
    return is_hidden or name in LEFT_BEHIND


def _unwrapped(files, is_of_zip):
    """Remove a folder that contains the whole class from all paths, because it does not name a student."""
    while len({file.parts[0] for file in files}) == 1 and not is_of_platform(files[0].parts[0]):
        inner = [file.parts[1:] for file in files]
        is_class = is_of_zip and sum(bool(parts) and _is_code(parts[-1]) for parts in inner) > 1
        if not all(inner) or not (is_class or any(len(parts) > 1 for parts in inner)):
            break
        files = [file._replace(parts=parts) for file, parts in zip(files, inner)]
    return files


# Hand-ins


def _select(files, root, assignment):
    """Return the hand-ins among files, and the paths of the others."""
    metadata = [file for file in files if file.parts[-1] == METADATA]
    submitters = {}
    for file in metadata:
        submitters |= submitters_of(read_bytes(file.path, file.member).decode("utf-8", "replace"))
    groups = defaultdict(list)
    for file in files:
        if file not in metadata:
            student = student_of(file.parts, submitters)
            groups[student.key].append((student, file))
    handins, skipped = [], []
    for key, group in groups.items():
        chosen = set(_candidates([file for _, file in group], assignment))
        rest = [file for _, file in group if file not in chosen]
        names = [_printable(file.parts[-1]) for file in rest if file.parts[-1]]
        also = f"also handed in, but not graded: {', '.join(names[:5])}{', …' * (len(names) > 5)}"
        for student, file in group:
            if file in chosen:
                notes = (*filter(None, [student.note]), *([also] if names else ()))
                handins.append(_hand_in(key, student, file, root, notes))
        skipped += [] if chosen else [_printable("/".join(file.parts)) for file in rest]
    return handins, skipped


def _hand_in(key, student, file, root, notes):
    slug = re.sub(r"[^a-z0-9]+", "-", normalised(student.name).encode("ascii", "ignore").decode()).strip("-")[:LONGEST]
    digest = hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return HandIn(
        id=f"{slug.strip('-') or 'hand-in'}-{digest}",
        student=_printable(student.name),
        number=student.number,
        platform=student.platform,
        label=_printable(student.label),
        file=_printable("/".join(file.parts)),
        path=os.path.abspath(file.path),
        member=file.member,
        when=file.when,
        root=root,
        problem=file.problem,
        notes=notes,
    )


def _candidates(files, assignment):
    """Return the files of a student that may be graded; notebooks and programs come before everything else."""
    code = [file for file in files if _is_code(file.parts[-1]) and not file.problem]
    in_name = re.compile(rf"(?<![a-z0-9]){re.escape(assignment.lower())}(?![0-9])")
    named = [file for file in code if in_name.search("/".join(file.parts[1:] or file.parts).lower())]
    notebooks = [file for file in named or code if ".ipynb" in file.parts[-1].lower()]
    problems = [file for file in files if file.problem]
    documents = [file for file in files if Path(file.parts[-1]).suffix.lower() in DOCUMENTS]
    return notebooks or named or code or problems[:1] or documents[:1]


def _is_code(name):
    """Return whether a file is a notebook or a program; browsers save some notebooks as .ipynb.txt or .ipynb.json."""
    return bool(re.search(r".\.(ipynb|py)(\.txt|\.json)?$", name, re.IGNORECASE | re.DOTALL))


def _printable(text):
    """Return a name without control characters and broken characters, which any page and table can hold."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in whole)


# Bytes


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
        if not path.is_file():
            raise CannotRead("This is not a file that can be read. Hand in the notebook itself.")
        with path.open("rb") as file:
            return _read_all(file)
    except OSError as error:
        raise CannotRead(f"The file cannot be read: {error.strerror}.") from None


def _read_member(archive, info):
    if info.flag_bits & ENCRYPTED:
        raise CannotRead("The file is protected by a password. Hand it in without one.")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise CannotRead("This is a link to a file. Hand in the notebook itself.")
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
