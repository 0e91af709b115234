"""Find the hand-ins of a class: list the files, find the student of each, and choose what is graded."""

import hashlib
import os
import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from pegasos_edu.teaching.classroom.exports import owned
from pegasos_edu.teaching.classroom.listing import LINK, files_in, is_code
from pegasos_edu.teaching.classroom.names import normalised, printable

DOCUMENTS = {
    ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".txt", ".md", ".zip", ".rar", ".7z", ".gz", ".tar", ".r",
    ".m", ".jpg", ".jpeg", ".png", ".heic", ".pages", ".url", ".webloc", ".lnk", ".docm", ".pptx", ".ppt", ".xlsx",
}  # fmt: skip
TEST = re.compile(r"(test_.*|.*_test|conftest)\.py", re.IGNORECASE | re.DOTALL)  # how pytest names its files
LONGEST = 48  # the most letters of a name in an id


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
    listed = {path: files_in(path, leave_out) for path in map(Path, files)}
    named = {path: owned(those, is_folder=path.is_dir()) for path, (those, _) in listed.items()}
    handins, others = {}, []
    for path, (of_students, remarks) in named.items():
        chosen, skipped = _chosen(of_students, os.path.abspath(path), assignment)
        handins |= {handin.place: handin for handin in chosen}
        others += [*skipped, *map(printable, [*remarks, *listed[path][1]])]
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


def _chosen(of_students, root, assignment):
    """Return the hand-ins among the files of students, and the paths of files of students without a hand-in."""
    groups = defaultdict(list)
    for entry in of_students:
        groups[entry.student.key].append(entry)
    handins, skipped = [], []
    for group in groups.values():
        chosen = _candidates(group, assignment)
        rest = [entry for entry in group if entry not in chosen]
        names = [printable(entry.name) + " (a link)" * (entry.file.problem == LINK) for entry in rest if entry.name]
        also = f"also handed in, but not graded: {', '.join(names[:5])}{', …' * (len(names) > 5)}"
        handins += [_hand_in(entry, root, [also] if names else []) for entry in chosen]
        skipped += [] if chosen else [printable("/".join(entry.file.parts)) for entry in rest]
    return handins, skipped


def _candidates(files, assignment):
    """Return the files of a student that may be graded; notebooks and programs come before everything else."""
    code = [entry for entry in files if is_code(entry.name) and not entry.file.problem]
    code = [entry for entry in code if not TEST.fullmatch(entry.name)] or code
    in_name = re.compile(rf"(?<![a-z0-9]){re.escape(assignment.lower())}(?![0-9])")
    named = [entry for entry in code if in_name.search("/".join(entry.inside).lower())]
    notebooks = [entry for entry in named or code if ".ipynb" in entry.name.lower()]
    problems = [entry for entry in files if entry.file.problem]
    documents = [entry for entry in files if Path(entry.name).suffix.lower() in DOCUMENTS]
    return notebooks or named or code or problems[:1] or documents[:1]


def _hand_in(entry, root, notes):
    file, student, _ = entry
    slug = re.sub(r"[^a-z0-9]+", "-", normalised(student.name).encode("ascii", "ignore").decode()).strip("-")[:LONGEST]
    digest = hashlib.sha256(student.key.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return HandIn(
        id=f"{slug.strip('-') or 'hand-in'}-{digest}",
        student=printable(student.name),
        number=student.number,
        platform=student.platform,
        label=printable(student.label),
        file=printable("/".join(file.parts)),
        path=os.path.abspath(file.path),
        member=file.member,
        when=file.when,
        root=root,
        problem=file.problem,
        notes=(*filter(None, [student.note]), *notes),
    )
