"""Who is in the class: a CSV file, such as Moodle's grading worksheet, Canvas's gradebook or a list of names."""

import re
from collections import defaultdict

from pegasos_edu.teaching.classroom.students import plain
from pegasos_edu.teaching.classroom.tables import read_table

NAME, NUMBER = ("full name", "student", "name"), ("identifier", "id", "number", "student id")
EMAIL, LOGIN = ("email address", "email", "e-mail"), ("sis login id", "login", "username")
NOBODY = re.compile(r"\s*(points possible|student, test)\s*", re.IGNORECASE)  # rows of Canvas that are no students


def read(path):
    """Return the headings of a file, its students, and the points that Canvas says can be had.

    A student is a dict: name, number, email, login, platform, and all cells by their headings in small letters.

    Raises
    ------
    ValueError
        If it has no column of names.
    """
    headings, rows = read_table(path)
    students, possible = [], {}
    for cells in rows:
        name, number, email, login = (_first(cells, names) for names in (NAME, NUMBER, EMAIL, LOGIN))
        name = name or " ".join(filter(None, (_first(cells, ("first name",)), _first(cells, ("last name", "surname")))))
        if NOBODY.fullmatch(name):
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


def matched(students, handins):
    """Return which of the students of a roster each hand-in belongs to, by the id of the hand-in.

    A number decides if the hand-in comes from the platform of the roster; else names, e-mail addresses and logins that
    only one student has.
    """
    by_key = defaultdict(list)
    for student in students:
        for key in _keys(student):
            by_key[key].append(student)
    found = {}
    for handin in handins:
        number = f"{handin.platform} {handin.number}"
        is_numbered = handin.number and any(student["platform"] == handin.platform for student in students)
        keys = [number] if is_numbered else [plain(handin.student), *_orders(handin.student), f" {handin.student}"]
        fitting = [by_key[key][0] for key in keys if len(by_key.get(key, ())) == 1]
        if fitting:
            found[handin.id] = fitting[0]
    return found


def _keys(student):
    """Return all under which a hand-in may come: names in any order, addresses, logins, numbers."""
    email, login = plain(student["email"]), plain(student["login"])
    keys = {plain(student["name"]), *_orders(student["name"]), email, email.split("@")[0], login}
    return (keys | {f"{student['platform']} {student['number']}"}) - {""}


def _orders(name):
    """Return a name without blanks as it is, with its last word first (as Canvas has it), and with its words sorted."""
    words = re.findall(r"\w+", plain(name))
    return {"".join(order) for order in (words, words[-1:] + words[:-1], sorted(words))}
