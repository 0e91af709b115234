"""Find what a class handed in, in files, folders and zips, and whose each file is."""

import hashlib
import os
import re
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pegasos_edu.teaching.classroom.places import Place, Unreadable, content, members, time_of
from pegasos_edu.teaching.classroom.students import NBGRADER, is_of_platform, plain, student_of, submitters_of

MARK = ".pegasos-results"  # in a folder of results, which never holds hand-ins
METADATA = "submission_metadata.yml"
LEFT_BEHIND = {"__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"}  # by systems, like what begins with a dot
DOCUMENTS = {
    ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".txt", ".md", ".zip", ".rar", ".7z", ".gz", ".tar", ".r",
    ".m", ".jpg", ".jpeg", ".png", ".heic", ".pages", ".url", ".webloc", ".lnk", ".docm", ".pptx", ".ppt", ".xlsx",
}  # fmt: skip
LONGEST = 48  # letters of a name that become part of an id, and folders of a path in a zip


class Entry(NamedTuple):
    """A file that was found."""

    parts: tuple  # of its path within the class
    place: Place
    when: tuple = ()  # year, month, day, hour, minute, second
    problem: str = ""


class HandIn(NamedTuple):
    """A file that is graded."""

    id: str  # of the student, fit for the name of a file
    student: str
    number: str
    platform: str
    label: str  # as `Student.label`
    file: str  # its path within the class
    place: Place
    when: tuple
    root: str  # the folder, zip or file that was given, in which it was found
    problem: str = ""  # why it cannot be read, if the path says so already
    notes: tuple = ()


def found(files, assignment, leave=None):
    """Return all that was handed in, and the paths of files that are not hand-ins.

    Hand-ins come in the order of their students; of one student the latest is last. If a student handed in several
    files, those with the name of the assignment in their path are preferred. The folder `leave` is left out.

    Raises
    ------
    ValueError, FileNotFoundError
        If nothing was handed in, or one of `files` does not exist.
    """
    leave = leave and Path(leave).resolve()
    handins, others = {}, []
    for path in dict.fromkeys(map(Path, files)):
        root = os.path.abspath(path)
        some, passed_over = _handins(_entries(path, leave), root, assignment)
        handins |= {(os.path.abspath(one.place.path), one.place.member): one for one in some}
        others += passed_over
    if not handins:
        raise ValueError(
            f"FILES must hold notebooks or .py files, got none in {', '.join(map(str, files))}; give the folder or the "
            "zip that the class's hand-ins are in."
        )
    return sorted(handins.values(), key=order), sorted(set(others))


def order(handin):
    """Sort by student, then by time; files of the same second by their names, in which 10 comes after 9."""
    natural = [(text, len(digits), digits) for text, digits in re.findall(r"(\D*)(\d*)", plain(handin.file))]
    return plain(handin.student), handin.id, handin.when, natural, handin.file


# Files


def _entries(path, leave):
    """Return each file that an argument leads to, without what systems left behind."""
    if not path.exists():
        raise FileNotFoundError(f"FILES must exist, got {path}, which does not; check its spelling.")
    if path.is_dir():
        entries = list(_in_folder(path, leave))
    elif path.suffix.lower() == ".zip":
        try:
            entries = list(_in_zip(path))
        except Unreadable as unreadable:
            raise ValueError(f"{path} must be a zip that can be opened. {unreadable}") from None
    else:
        return [Entry((path.name,), Place(path), time_of(path))]
    submitted = [entry for entry in entries if NBGRADER in entry.parts[:-2]]
    return submitted or _unwrapped(entries, not path.is_dir())


def _in_folder(root, leave):
    inside = root.resolve()
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        if here.resolve() == leave or (here / MARK).exists():
            folders[:] = []
            continue
        folders[:] = sorted(name for name in folders if not _is_left_behind(name))
        parts = here.relative_to(root).parts
        links = [name for name in folders if (here / name).is_symlink()]
        for name in links + sorted(name for name in names if not _is_left_behind(name)):
            path = here / name
            yield Entry((*parts, name), Place(path), time_of(path), _problem_of_link(path, inside))
        if parts and not folders and all(map(_is_left_behind, names)):
            yield Entry((*parts, ""), Place(here), time_of(here), "The folder is empty: nothing was handed in.")


def _problem_of_link(path, inside):
    """Return why a link is not followed; "" for anything else."""
    if not path.is_symlink():
        return ""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):  # RuntimeError for a loop, up to Python 3.12
        return "This link leads nowhere, or to itself, so there is no file to read. Hand in the file itself."
    if not target.is_relative_to(inside):
        return "This link leads out of the folder of the class. Hand in the file itself."
    return "This is a link to a folder. Hand in the file itself." if target.is_dir() else ""


def _in_zip(path):
    found = [(place, when, name.endswith("/"), _parts(name)) for place, name, when in members(path)]
    filled = {parts[:n] for *_, parts in found for n in range(len(parts))}
    for place, when, is_folder, parts in found:
        if not parts or any(map(_is_left_behind, parts)) or (is_folder and parts in filled):
            continue
        problem = "The folder is empty: nothing was handed in." if is_folder else ""
        yield Entry((*parts, "") if is_folder else parts, place, when, problem)


def _parts(name):
    """Return the path of a member of a zip, without what would lead out of it."""
    return tuple(part for part in PurePosixPath(name).parts if part not in ("/", "..", "."))[-LONGEST:]


def _is_left_behind(name):
    is_hidden = name.startswith(".") and (name.startswith("._") or not _is_code(name[1:]))
    return is_hidden or name in LEFT_BEHIND


def _unwrapped(entries, is_of_zip):
    """Leave out a folder around all of a class, which says nothing about the students; a zip may have one, too."""
    while len({entry.parts[0] for entry in entries}) == 1 and not is_of_platform(entries[0].parts[0]):
        inner = [entry.parts[1:] for entry in entries]
        is_class = is_of_zip and sum(bool(parts) and _is_code(parts[-1]) for parts in inner) > 1
        if not all(inner) or not (is_class or any(len(parts) > 1 for parts in inner)):
            break
        entries = [entry._replace(parts=parts) for entry, parts in zip(entries, inner)]
    return entries


# Hand-ins


def _handins(entries, root, assignment):
    """Return the files of each student that are candidates, and the paths of the others."""
    metadata = [entry for entry in entries if entry.parts[-1] == METADATA]
    submitters = {}
    for entry in metadata:
        submitters |= submitters_of(content(entry.place).decode("utf-8", "replace"))
    groups = defaultdict(list)
    for entry in entries:
        if entry not in metadata:
            student = student_of(entry.parts, submitters)
            groups[student.key].append((student, entry))
    handins, passed_over = [], []
    for key, group in groups.items():
        chosen = set(_chosen([entry for _, entry in group], assignment))
        rest = [entry for _, entry in group if entry not in chosen]
        named = [_shown(entry.parts[-1]) for entry in rest if entry.parts[-1]]
        also = [f"also handed in, and not looked at: {', '.join(named[:5])}{', …' * (len(named) > 5)}"]
        for student, entry in group:
            if entry in chosen:
                notes = (*filter(None, [student.note]), *(also if named else ()))
                handins.append(_handin(key, student, entry, root, notes))
        passed_over += [] if chosen else [_shown("/".join(entry.parts)) for entry in rest]
    return handins, passed_over


def _handin(key, student, entry, root, notes):
    slug = re.sub(r"[^a-z0-9]+", "-", plain(student.name).encode("ascii", "ignore").decode()).strip("-")[:LONGEST]
    digest = hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return HandIn(
        f"{slug.strip('-') or 'hand-in'}-{digest}",
        _shown(student.name),
        student.number,
        student.platform,
        _shown(student.label),
        _shown("/".join(entry.parts)),
        entry.place,
        entry.when,
        root,
        entry.problem,
        notes,
    )


def _chosen(group, assignment):
    """Return the files of a student that may be graded: programs before all else."""
    code = [entry for entry in group if _is_code(entry.parts[-1]) and not entry.problem]
    in_name = re.compile(rf"(?<![a-z0-9]){re.escape(assignment.lower())}(?![0-9])")
    named = [entry for entry in code if in_name.search("/".join(entry.parts[1:] or entry.parts).lower())]
    notebooks = [entry for entry in named or code if ".ipynb" in entry.parts[-1].lower()]
    problems = [entry for entry in group if entry.problem]
    documents = [entry for entry in group if Path(entry.parts[-1]).suffix.lower() in DOCUMENTS]
    return notebooks or named or code or problems[:1] or documents[:1]


def _is_code(name):
    """Whether a file is a notebook or a program; browsers save some as .ipynb.txt or .ipynb.json."""
    return bool(re.search(r".\.(ipynb|py)(\.txt|\.json)?$", name, re.IGNORECASE | re.DOTALL))


def _shown(text):
    """Return a name that any page and table can hold: without control characters and halves of letters."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in whole)
