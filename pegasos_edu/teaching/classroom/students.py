"""Tell from its path whose a file is: as Moodle, Canvas, Gradescope, nbgrader and plain folders name it."""

import re
import unicodedata
from typing import NamedTuple

MOODLE = re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_(file|onlinetext)_?")
CANVAS = re.compile(r"(?P<student>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_(?P<name>.+)")
GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")
NBGRADER = "submitted"  # the folder that holds one folder for each student


class Student(NamedTuple):
    """A student, as the path of a hand-in names them."""

    name: str
    number: str = ""  # by which the platform knows the student, or the submission
    platform: str = ""  # "moodle", "canvas", "gradescope", or "" where the path does not tell
    label: str = ""  # the name of the folder or file under which the platform takes a page back
    note: str = ""

    @property
    def key(self):
        """What makes two hand-ins those of the same student."""
        return f"{self.platform} {self.number}" if self.number else plain(self.name)


def student_of(parts, submitters=None):
    """Return who handed in a file, by its path within the class.

    `submitters` holds the names of students by the numbers of their submissions, for exports of Gradescope.
    """
    for part in parts[:-1]:
        if found := MOODLE.fullmatch(part):
            return Student(found["student"], found["number"], "moodle", part)
        if found := GRADESCOPE.fullmatch(part):
            return Student((submitters or {}).get(found["number"], part), found["number"], "gradescope")
    if found := CANVAS.fullmatch(parts[-1]):
        note = "Canvas marks it as late" if found["late"] else ""
        return Student(found["student"], found["number"], "canvas", parts[-1], note)
    if NBGRADER in parts[:-2]:
        return Student(parts[parts.index(NBGRADER) + 1])
    return Student(parts[0] if len(parts) > 1 else stem(parts[0]))


def is_of_platform(part):
    """Whether the name of a folder says whose it is, or that it holds the folders of students."""
    return bool(MOODLE.fullmatch(part) or GRADESCOPE.fullmatch(part) or part == NBGRADER)


def stem(name):
    """Return the name of a file without its ending, and without what browsers put behind that."""
    return re.sub(r"(\.ipynb|\.py|\.zip)?(\.txt|\.json)?$|(?<=.)\.\w{1,5}$", "", name, flags=re.IGNORECASE) or name


def plain(text):
    """Return a name in small letters without accents, one blank between its words."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def submitters_of(metadata):
    """Return the names of the students of each submission, from Gradescope's ``submission_metadata.yml``."""
    found, number = {}, None
    for line in metadata.splitlines():
        if begun := re.match(r"submission_(\d+):", line):
            number = begun[1]
        elif number and (name := re.match(r"\s*-?\s*:name:\s*(.+)", line)):
            found.setdefault(number, []).append(name[1].strip().strip("'\"").replace("''", "'"))
    return {number: ", ".join(names) for number, names in found.items()}
