"""Find the hand-ins of a class in files, folders and zips, and read their bytes. Nothing is unpacked onto the disk."""

import hashlib
import os
import re
import stat
import zipfile
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pegasos_edu.teaching.classroom.exports import METADATA, NBGRADER, form_of, is_export, student_of, submitters_of
from pegasos_edu.teaching.classroom.listing import BROKEN, LINK, MARK, files_in, is_code, is_link
from pegasos_edu.teaching.classroom.students import normalised

__all__ = ["MARK", "CannotRead", "HandIn", "find_hand_ins", "order", "read_bytes"]

DOCUMENTS = {
    ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".txt", ".md", ".zip", ".rar", ".7z", ".gz", ".tar", ".r",
    ".m", ".jpg", ".jpeg", ".png", ".heic", ".pages", ".url", ".webloc", ".lnk", ".docm", ".pptx", ".ppt", ".xlsx",
}  # fmt: skip
TEST = re.compile(r"(test_.*|.*_test|conftest)\.py", re.IGNORECASE | re.DOTALL)  # how pytest names its files
LONGEST = 48  # the most letters of a name in an id
MAX_BYTES = 32 * 1024**2  # the largest hand-in
ENCRYPTED = 0x1  # the flag of an encrypted file in a zip


class CannotRead(Exception):  # noqa: N818  a message for the learner, not a mistake of the grader
    """Say why a hand-in cannot be read, in words for the learner."""


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
        found, remarks = files_in(path, leave_out)
        found, wrapper = _unwrapped(found, not path.is_dir())
        some, skipped = _select(found, os.path.abspath(path), assignment)
        if wrapper and path.is_dir():
            remarks.append(f"{wrapper}: this only folder was taken for the folder of the class")
        handins |= {one.place: one for one in some}
        others += [*skipped, *map(_printable, remarks)]
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


# Students


def _unwrapped(files, is_of_zip):
    """Remove folders that contain the whole class from all paths, because they do not name a student.

    Also returns their path. Within the only folder of a folder, the names of a platform or several folders with
    programs show a class. A zip usually holds such a folder, which is a student's own only if it holds one program.
    """
    found, around, is_class = (files, ""), [], True
    while len({file.parts[0] for file in files}) == 1 and not form_of(files):
        around.append(files[0].parts[0])
        files = [file._replace(parts=file.parts[1:]) for file in files]
        if not all(file.parts for file in files):
            break
        programs = [file.parts for file in files if is_code(file.parts[-1])]
        has_program = any(len(parts) == 1 for parts in programs)
        has_several = len({parts[0] for parts in programs}) > 1
        shows_class = has_several or (programs and not has_program) if is_of_zip else has_several and not has_program
        is_class = is_class and shows_class
        if is_class or is_export(files):
            found = files, "/".join(around)
    return found


def _select(files, root, assignment):
    """Return the hand-ins among files, and the paths of the others, some with the reason."""
    form = form_of(files)
    submitters, skipped = _submitters(files) if form == "gradescope" else ({}, [])
    groups, homes = defaultdict(list), set()
    for file in files:
        if form == "gradescope" and file.parts == (METADATA,):
            continue
        if found := student_of(file.parts, form, submitters):
            student, inside = found
            groups[student.key].append((student, file, tuple(inside)))
        else:
            homes.add("/".join(file.parts) if file.parts[0] == NBGRADER else file.parts[0])
    skipped += [f"{_printable(name)}: it lies outside the students' folders in submitted" for name in homes]
    handins = []
    for key, group in groups.items():
        chosen = set(_candidates([(file, inside) for _, file, inside in group], assignment))
        rest = [(file, inside) for _, file, inside in group if file not in chosen]
        names = [_printable(inside[-1]) + " (a link)" * (file.problem == LINK) for file, inside in rest if inside[-1]]
        also = f"also handed in, but not graded: {', '.join(names[:5])}{', …' * (len(names) > 5)}"
        for student, file, _ in group:
            if file in chosen:
                notes = (*filter(None, [student.note]), *([also] if names else ()))
                handins.append(_hand_in(key, student, file, root, notes))
        skipped += [] if chosen else [_printable("/".join(file.parts)) for file, _ in rest]
    return handins, skipped


def _submitters(files):
    """Return the names of Gradescope's submissions, and a remark if some are not known."""
    file = next((file for file in files if file.parts == (METADATA,) and not file.problem), None)
    names, is_whole = {}, False
    if file:
        with suppress(CannotRead):
            names, is_whole = submitters_of(read_bytes(file.path, file.member))
    remark = f"{METADATA}: it is missing, a link, too large or damaged, so some students are called as their folders"
    return names, [] if is_whole else [remark]


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
    """Return the files of a student that may be graded; notebooks and programs come before everything else.

    `files` holds pairs of a file and its path within the hand-in.
    """
    code = [(file, inside) for file, inside in files if is_code(inside[-1]) and not file.problem]
    code = [(file, inside) for file, inside in code if not TEST.fullmatch(inside[-1])] or code
    in_name = re.compile(rf"(?<![a-z0-9]){re.escape(assignment.lower())}(?![0-9])")
    named = [(file, inside) for file, inside in code if in_name.search("/".join(inside).lower())]
    notebooks = [(file, inside) for file, inside in named or code if ".ipynb" in inside[-1].lower()]
    problems = [one for one in files if one[0].problem]
    documents = [(file, inside) for file, inside in files if Path(inside[-1]).suffix.lower() in DOCUMENTS]
    return [file for file, _ in notebooks or named or code or problems[:1] or documents[:1]]


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
