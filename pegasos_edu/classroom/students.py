"""Whose a file is: as Moodle, Canvas, Gradescope, nbgrader and plain folders tell it by its path."""

import re
from typing import NamedTuple

MOODLE = re.compile(r"(?P<student>.+)_(?P<number>\d+)_assignsubmission_(file|onlinetext)_?")
CANVAS = re.compile(r"(?P<student>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_(?P<name>.+)")
GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")
NBGRADER = "submitted"  # its folder, which holds one of each student


class Student(NamedTuple):
    """Who handed something in."""

    name: str
    number: str = ""  # by which the platform knows them, or knows what was handed in
    note: str = ""


def student_of(parts, submitters=None):
    """Who handed in a file.

    Parameters
    ----------
    parts : tuple of str
        Its path within the class, the name of the file last.
    submitters : dict, optional
        Of Gradescope: the number of a submission -> the name of who made it.

    Returns
    -------
    Student
    """
    for part in parts[:-1]:
        if found := MOODLE.fullmatch(part):
            return Student(found["student"], found["number"])
        if found := GRADESCOPE.fullmatch(part):
            return Student((submitters or {}).get(found["number"], part), found["number"])
    if found := CANVAS.fullmatch(parts[-1]):
        return Student(found["student"], found["number"], "Canvas says LATE" if found["late"] else "")
    if NBGRADER in parts[:-2]:
        return Student(parts[parts.index(NBGRADER) + 1])
    return Student(parts[0] if len(parts) > 1 else stem(parts[0]))


def is_of_platform(part):
    """Whether a folder's name says whose it is, or that those of students are in it."""
    return bool(MOODLE.fullmatch(part) or GRADESCOPE.fullmatch(part) or part == NBGRADER)


def stem(name):
    """The name of a file without what it ends on; without what browsers put behind that, too."""
    return re.sub(r"(\.ipynb|\.py|\.zip)?(\.txt|\.json)?$|(?<=.)\.\w{1,5}$", "", name, flags=re.IGNORECASE) or name


def submitters_of(metadata):
    """Who made which submission, by Gradescope's ``submission_metadata.yml``.

    Parameters
    ----------
    metadata : str

    Returns
    -------
    dict
        The number of a submission -> the names, joined where it was made by a group.
    """
    found, number = {}, None
    for line in metadata.splitlines():
        if begun := re.match(r"submission_(\d+):", line):
            number = begun[1]
        elif number and (name := re.match(r"\s*-?\s*:name:\s*(.+)", line)):
            found.setdefault(number, []).append(name[1].strip().strip("'\"").replace("''", "'"))
    return {number: ", ".join(names) for number, names in found.items()}
