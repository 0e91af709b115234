"""What a class handed in: found in files, folders and zips, each with a name of its own that stays."""

import hashlib
import os
import re
import unicodedata
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pegasos_edu.classroom.places import Place, Unreadable, content, members
from pegasos_edu.classroom.students import NBGRADER, is_of_platform, student_of, submitters_of

MARK = ".pegasos-results"  # in a folder of results, which is never one of hand-ins
METADATA = "submission_metadata.yml"
LEFT_BEHIND = {"__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"}  # by systems; what begins with a dot, too
DOCUMENTS = {
    ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".txt", ".md", ".zip", ".rar", ".7z", ".gz", ".tar", ".r",
    ".m", ".jpg", ".jpeg", ".png", ".heic", ".pages", ".url", ".webloc", ".lnk", ".docm", ".pptx", ".ppt", ".xlsx",
}  # fmt: skip
DEEPEST = 2  # zips within each other
LONGEST = 48  # letters of a name that become part of an id, and folders of a path in a zip


class Entry(NamedTuple):
    """A file that was found."""

    parts: tuple  # of its path within the class
    place: Place
    problem: str = ""


class HandIn(NamedTuple):
    """What is graded as one piece of work."""

    id: str  # fit for the name of a file; it depends on nothing but the path
    student: str
    number: str
    file: str  # its path within the class
    place: Place
    problem: str = ""  # why it cannot be read, where the path says so already
    notes: tuple = ()


def found(files, assignment, leave=None):
    """All that was handed in.

    Parameters
    ----------
    files : sequence of path
        Notebooks, Python files, zips and folders.
    assignment : str
        Its name: where a student handed in several files, those that have it in their path count.
    leave : path, optional
        A folder that is left out, with all in it.

    Returns
    -------
    (list of HandIn, list of str)
        In the order of their students, and the paths of files that are no hand-ins.

    Raises
    ------
    ValueError
        Where nothing was handed in.
    FileNotFoundError
        Where one of `files` does not exist.
    """
    leave = leave and Path(leave).resolve()
    handins, passed_over = [], []
    for path in dict.fromkeys(map(os.fspath, files)):
        entries = _entries(Path(path), leave)
        some, others = _handins(entries, assignment)
        handins += some
        passed_over += others
    if not handins:
        raise ValueError(
            f"FILES must hold notebooks or .py files, got none in {', '.join(map(str, files))}; give the folder or the "
            "zip that the class's hand-ins are in."
        )
    handins = list({(one.place.path.resolve(), one.place.members): one for one in handins}.values())
    return sorted(_with_ids(handins), key=lambda one: (one.student.casefold(), one.id)), sorted(set(passed_over))


# Files


def _entries(path, leave):
    """Each file that an argument leads to, but for what systems left behind."""
    if not path.exists():
        raise FileNotFoundError(f"FILES must exist, got {path}, which does not; give its path as it is.")
    if path.is_dir():
        entries = list(_in_folder(path, leave))
    elif path.suffix.lower() == ".zip":
        try:
            entries = list(_in_zip((), Place(path), 1))
        except Unreadable as unreadable:
            raise ValueError(f"{path} must be a zip that can be opened. {unreadable}") from None
    else:
        return [Entry((path.name,), Place(path))]
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
        for name in [name for name in folders if (here / name).is_symlink()] + sorted(names):
            if _is_left_behind(name):
                continue
            path = here / name
            if path.is_symlink() and not path.resolve().is_relative_to(inside):
                words = "This is a link that leads out of the folder of the class; hand in the file itself."
                yield Entry((*parts, name), Place(path), words)
            elif path.is_dir():
                continue
            elif path.suffix.lower() == ".zip":
                yield from _in_inner_zip((*parts, name), Place(path), 1)
            else:
                yield Entry((*parts, name), Place(path))
        if parts and not folders and not any(not _is_left_behind(name) for name in names):
            yield Entry((*parts, ""), Place(here), "The folder is empty: nothing was handed in.")


def _in_zip(parts, place, depth):
    found = members(place)
    paths = [_parts(name) for _, name in found]
    filled = {path[:n] for path in paths for n in range(len(path))}
    for (one, name), path in zip(found, paths):
        if not path or any(map(_is_left_behind, path)):
            continue
        if name.endswith("/"):
            if path not in filled:
                yield Entry((*parts, *path, ""), one, "The folder is empty: nothing was handed in.")
        elif path[-1].lower().endswith(".zip"):
            yield from _in_inner_zip((*parts, *path), one, depth + 1)
        else:
            yield Entry((*parts, *path), one)


def _in_inner_zip(parts, place, depth):
    """What a student's own zip holds, as if it were a folder."""
    if depth > DEEPEST:
        yield Entry(parts, place, "This is a zip within a zip within a zip; hand in the notebook itself.")
        return
    try:
        entries = list(_in_zip((*parts[:-1], parts[-1][: -len(".zip")] or parts[-1]), place, depth))
    except Unreadable as unreadable:
        entries = [Entry(parts, place, str(unreadable))]
    yield from entries or [Entry(parts, place, "The zip is empty: nothing was handed in.")]


def _parts(name):
    """The path of a member of a zip, from which nothing leads out."""
    return tuple(part for part in PurePosixPath(name).parts if part not in ("/", "..", "."))[-LONGEST:]


def _is_left_behind(name):
    is_hidden = name.startswith(".") and (name.startswith("._") or not _is_code(name[1:]))
    return is_hidden or name in LEFT_BEHIND


def _unwrapped(entries, is_of_zip):
    """Without the folder around all of a class, which says nothing of the students; a zip may have one, too."""
    while len({entry.parts[0] for entry in entries}) == 1 and not is_of_platform(entries[0].parts[0]):
        inner = [entry.parts[1:] for entry in entries]
        is_class = is_of_zip and sum(bool(parts) and _is_code(parts[-1]) for parts in inner) > 1
        if not all(inner) or not (is_class or any(len(parts) > 1 for parts in inner)):
            break
        entries = [entry._replace(parts=parts) for entry, parts in zip(entries, inner)]
    return entries


# Hand-ins


def _handins(entries, assignment):
    """The work of each student, and the paths of what is none."""
    metadata = [entry for entry in entries if entry.parts[-1] == METADATA]
    submitters = {}
    for entry in metadata:
        submitters |= submitters_of(content(entry.place).decode("utf-8", "replace"))
    groups = defaultdict(list)
    for entry in entries:
        if entry not in metadata:
            groups[student_of(entry.parts, submitters)].append(entry)
    handins, passed_over = [], []
    for student, group in groups.items():
        chosen, others = _chosen(group, assignment)
        named = tuple(_shown(entry.parts[-1]) for entry in others if entry.parts[-1])
        notes = [student.note] if student.note else []
        if chosen and others and named:
            notes.append(f"handed in as well, and not looked at: {', '.join(named[:5])}{', …' * (len(named) > 5)}")
        if len(chosen) > 1:
            notes.append(f"{len(chosen)} files were handed in: each is graded")
        name, number = _shown(student.name), student.number
        handins += [
            HandIn("", name, number, _shown("/".join(one.parts)), one.place, one.problem, tuple(notes))
            for one in chosen
        ]
        passed_over += [] if chosen else [_shown("/".join(entry.parts)) for entry in others]
    return handins, passed_over


def _chosen(group, assignment):
    """Of the files of a student those that are graded, and the others: programs before all else."""
    code = [entry for entry in group if _is_code(entry.parts[-1]) and not entry.problem]
    in_name = re.compile(rf"(?<![a-z0-9]){re.escape(assignment.lower())}(?![0-9])")
    named = [entry for entry in code if in_name.search("/".join(entry.parts[1:] or entry.parts).lower())]
    notebooks = [entry for entry in named or code if ".ipynb" in entry.parts[-1].lower()]
    problems = [entry for entry in group if entry.problem]
    documents = [entry for entry in group if Path(entry.parts[-1]).suffix.lower() in DOCUMENTS]
    chosen = notebooks or named or code or problems[:1] or documents[:1]
    return chosen, [entry for entry in group if entry not in chosen]


def _is_code(name):
    """Whether a file is a notebook or a program; browsers save some as .ipynb.txt or .ipynb.json."""
    return bool(re.search(r".\.(ipynb|py)(\.txt|\.json)?$", name, re.IGNORECASE | re.DOTALL))


def _shown(text):
    """A name that any page and table can hold: no signs that steer, no halves of letters."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in whole)


# Ids


def _with_ids(handins):
    """Each with an id; where one path was found in several places, it begins farther up, until all are distinct."""
    by_path = defaultdict(list)
    for handin in handins:
        by_path[handin.file].append(handin)
    for path, same in by_path.items():
        same.sort(key=lambda one: (str(one.place.path.resolve()), one.place.members))
        for handin, told in zip(same, _told_apart(path, same)):
            yield handin._replace(id=_id(handin.student, told))


def _told_apart(path, same):
    if len(same) == 1:
        return [path]
    parents = [one.place.path.resolve().parts for one in same]
    for n in range(1, max(map(len, parents)) + 1):
        tails = ["/".join(parts[-n:]) for parts in parents]
        if len(set(tails)) == len(tails):
            return [f"{path}\n{tail}" for tail in tails]
    return [f"{path}\n{number}" for number in range(len(same))]  # of one zip, by their order in it


def _id(student, told):
    plain = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-") or "hand-in"
    return f"{slug}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
