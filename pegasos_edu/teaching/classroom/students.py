"""Recognise students by the paths of their files, and by the roster of a class.

Moodle, Canvas, Gradescope and nbgrader name folders and files in their own ways. A roster is a CSV file: Moodle's
grading worksheet, Canvas's gradebook, or a list of names.
"""

import re
import unicodedata
from collections import defaultdict
from typing import NamedTuple

from pegasos_edu.teaching.classroom.tables import read_table

MOODLE = re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_(file|onlinetext)_?")
CANVAS = re.compile(r"(?P<student>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_(?P<name>.+)")
GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")
NBGRADER = "submitted"  # the folder that holds one folder for each student

NAME, NUMBER = ("full name", "student", "name"), ("identifier", "id", "number", "student id")
EMAIL, LOGIN = ("email address", "email", "e-mail"), ("sis login id", "login", "username")
POSSIBLE = re.compile(r"\s*(points possible|student, test)\s*", re.IGNORECASE)  # rows of Canvas that are not students


class Student(NamedTuple):
    """Describe a student by the path of a hand-in."""

    name: str
    number: str = ""  # the number of the student or of the submission on the platform
    platform: str = ""  # "moodle", "canvas", "gradescope", or "" if the path does not show it
    label: str = ""  # the name that the folder or file of a feedback page must have for the platform
    note: str = ""

    @property
    def key(self):
        """Return a key that is the same for all hand-ins of a student."""
        return f"{self.platform} {self.number}" if self.number else normalised(self.name)


def student_of(parts, submitters=None):
    """Return the student who handed in a file, given the parts of its path within the class.

    For exports of Gradescope, `submitters` maps the numbers of submissions to the names of students.
    """
    for part in parts[:-1]:
        if match := MOODLE.fullmatch(part):
            return Student(match["student"], match["number"], "moodle", part)
        if match := GRADESCOPE.fullmatch(part):
            return Student((submitters or {}).get(match["number"], part), match["number"], "gradescope")
    if match := CANVAS.fullmatch(parts[-1]):
        note = "Canvas marks it as late" if match["late"] else ""
        return Student(match["student"], match["number"], "canvas", parts[-1], note)
    if NBGRADER in parts[:-2]:
        return Student(parts[parts.index(NBGRADER) + 1])
    return Student(parts[0] if len(parts) > 1 else stem(parts[0]))


def is_of_platform(part):
    """Return whether a platform gave a folder its name: a student's folder, or the folder of all students."""
    return bool(MOODLE.fullmatch(part) or GRADESCOPE.fullmatch(part) or part == NBGRADER)


def stem(name):
    """Return the name of a file without its ending, and without an ending that a browser added."""
    return re.sub(r"(\.ipynb|\.py|\.zip)?(\.txt|\.json)?$|(?<=.)\.\w{1,5}$", "", name, flags=re.IGNORECASE) or name


def normalised(text):
    """Return a name in lower case without accents, with one blank between its words."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def submitters_of(metadata):
    """Read Gradescope's ``submission_metadata.yml``; return number of a submission -> names of its students."""
    names, number = defaultdict(list), None
    for line in metadata.splitlines():
        if match := re.match(r"submission_(\d+):", line):
            number = match[1]
        elif number and (match := re.match(r"\s*-?\s*:name:\s*(.+)", line)):
            names[number].append(match[1].strip().strip("'\"").replace("''", "'"))
    return {number: ", ".join(some) for number, some in names.items()}


# Rosters


def read_roster(path):
    """Return a roster as a dict: the headings, the students, and Canvas's row of possible points.

    A student is a dict with name, number, email, login, platform, and all cells by their headings in lower case.

    Raises
    ------
    ValueError
        If the file has no column of names.
    """
    headings, rows = read_table(path)
    students, possible = [], {}
    for cells in rows:
        name, number, email, login = (_first(cells, names) for names in (NAME, NUMBER, EMAIL, LOGIN))
        name = name or f"{_first(cells, ('first name',))} {_first(cells, ('last name', 'surname'))}".strip()
        if POSSIBLE.fullmatch(name):
            possible = possible or cells
        elif name:
            platform = "moodle" if "identifier" in cells else "canvas" if {"student", "id"} <= cells.keys() else ""
            number = re.sub(r"\D*(\d+)", r"\1", number) if platform == "moodle" else number
            student = {"name": name, "number": number, "email": email, "login": login, "platform": platform}
            students.append(student | {"cells": cells})
    if not students:
        raise ValueError(f"--roster must be a CSV file with a column {' or '.join(NAME)}, got {path}; add the column.")
    return {"headings": headings, "students": students, "possible": possible}


def _first(cells, names):
    return next((cells[name] for name in names if cells.get(name)), "")


def match_roster(students, handins):
    """Return a dict: the id of a hand-in -> the student of the roster who handed it in.

    If the hand-in and the roster come from the same platform, the student's number decides; otherwise a name, e-mail
    address or login that only one student has.
    """
    by_key = defaultdict(list)
    for student in students:
        email, login = normalised(student["email"]), normalised(student["login"])
        keys = {normalised(student["name"]), *_orders(student["name"]), email, email.split("@")[0], login} - {""}
        for key in keys | {f"{student['platform']} {student['number']}"}:
            by_key[key].append(student)
    matches = {}
    for handin in handins:
        is_numbered = handin.number and any(student["platform"] == handin.platform for student in students)
        names = [normalised(handin.student), *_orders(handin.student), f" {handin.student}"]
        keys = [f"{handin.platform} {handin.number}"] if is_numbered else names
        fitting = [by_key[key][0] for key in keys if len(by_key.get(key, ())) == 1]
        if fitting:
            matches[handin.id] = fitting[0]
    return matches


def _orders(name):
    """Return a name without blanks in three forms: unchanged, last word first (as in Canvas), and words sorted."""
    words = re.findall(r"\w+", normalised(name))
    return {"".join(order) for order in (words, words[-1:] + words[:-1], sorted(words))}
