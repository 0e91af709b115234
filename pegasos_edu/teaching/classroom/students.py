"""Read the roster of a class, and find the student of each hand-in on it.

A roster is a CSV file: Moodle's grading worksheet in any language, Canvas's gradebook, GitHub Classroom's roster, or a
list of names.
"""

import re
from collections import Counter, defaultdict

from pegasos_edu.teaching.classroom.names import normalised
from pegasos_edu.teaching.classroom.tables import read

NAME, NUMBER = ("full name", "student", "name"), ("identifier", "id", "number", "student id")
EMAIL, LOGIN = ("email address", "email", "e-mail"), ("sis login id", "login", "username", "github_username")
POSSIBLE = re.compile(r"\s*points possible\s*", re.IGNORECASE)  # the row of Canvas below its titles
TEST_STUDENT = "student, test", "test student"  # the student that Canvas adds for teachers
IDENTIFIER = re.compile(r"([^\W\d_]\D{2,})(\d+)")  # in Moodle: "Participant 12", "Teilnehmer/in12"


def read_roster(path):
    """Return a roster as a dict: the headings, the students, Canvas's row of possible points, and Moodle's worksheet.

    A student is a dict with name, number, email, login, platform, and all cells by their headings in lower case.

    Raises
    ------
    ValueError
        If the file has no column of names.
    """
    headings, rows, _, separator = read(path)
    keys = [head.casefold() for head in headings]
    sheet = _worksheet(keys, rows, separator)
    is_canvas = {"student", "id"} <= {*keys} or {"last name", "id", "section"} <= {*keys}
    platform = "moodle" if sheet else "canvas" if is_canvas else ""
    emails = [*EMAIL, *(key for key in keys if _all(re.compile(r"\S+@\S+"), rows, key))]
    students, possible = [], {}
    for cells in rows:
        name = _first(cells, (sheet["name"], sheet["identifier"]) if sheet else NAME)
        name = name or f"{_first(cells, ('first name',))} {_first(cells, ('last name', 'surname'))}".strip()
        name = name or (cells.get("identifier", "") if "github_username" in cells else "")
        if POSSIBLE.fullmatch(name):
            possible = possible or cells
        elif name and not (is_canvas and normalised(name) in TEST_STUDENT):
            number = IDENTIFIER.fullmatch(cells[sheet["identifier"]])[2] if sheet else _first(cells, NUMBER)
            student = {"name": name, "number": number, "email": _first(cells, emails), "login": _first(cells, LOGIN)}
            students.append(student | {"platform": platform, "cells": cells})
    if not students:
        raise ValueError(
            f"--roster must be a CSV file with a column {' or '.join(NAME)} or be Moodle's worksheet, got {path}; "
            "add the column."
        )
    return {"headings": headings, "students": students, "possible": possible, "worksheet": sheet}


def _first(cells, names):
    return next((cells[name] for name in names if cells.get(name)), "")


def _all(form, rows, key):
    """Return whether all cells of a column have a form, apart from empty ones; at least one is not empty."""
    cells = [cells[key] for cells in rows if cells.get(key)]
    return bool(cells) and all(map(form.fullmatch, cells))


def _worksheet(keys, rows, separator):
    """Return the columns of Moodle's grading worksheet, or None for another table.

    The titles depend on the language, so columns are known by their place and content: the first one holds a word and
    a number, the grade stands beside the same maximum in each line, and the comments are last. A worksheet without
    names has only texts that repeat between the identifier and the grade.
    """
    if not rows or not _all(IDENTIFIER, rows, keys[0]) or not all(cells.get(keys[0]) for cells in rows):
        return None
    words = {IDENTIFIER.fullmatch(cells[keys[0]])[1] for cells in rows}
    pairs = [n for n in range(2, len(keys) - 1) if _is_grade(rows, *keys[n : n + 2])]
    word = words.pop()
    is_english = keys[0] == "identifier" and normalised(word) == "participant"
    if words or not (pairs or is_english):
        return None
    grade = pairs[-1] if pairs else keys.index("grade") if "grade" in keys else 0
    names = {cells.get(keys[1], "") for cells in rows} if grade > 2 else {}
    is_name = "full name" in keys[1:2] or 2 * len(names) > len(rows)
    last = keys[-1]
    is_comment = last == "feedback comments" or (
        len(keys) - 1 >= grade + 4 and not all(cells.get(last) for cells in rows)
    )
    return {
        "identifier": keys[0],
        "word": word,  # stands before the number, such as "Participant "
        "name": keys[1] if is_name else "",
        "grade": keys[grade] if grade else "",
        "maximum": keys[grade + 1] if pairs else "",
        "comments": last if is_comment and grade else "",
        "separator": separator,
    }


def _is_grade(rows, grade, maximum):
    """Return whether a column holds grades or nothing, and the next one the same maximum in each line."""
    most = {_number(cells.get(maximum, "")) for cells in rows}
    if len(most) > 1 or not (highest := most.pop()):
        return False
    grades = [_number(cells[grade]) for cells in rows if cells.get(grade, "-") not in ("", "-")]
    return None not in grades and max(grades, default=0) <= highest


def _number(text):
    return float(text.replace(",", ".")) if re.fullmatch(r"\d{1,9}([.,]\d{1,9})?", text) else None


def match_roster(students, handins):
    """Return a dict: the id of a hand-in -> the student of the roster who handed it in.

    If the hand-in and the roster come from the same platform, the student's number decides; otherwise a name, e-mail
    address or login that only one student has. Repositories of GitHub Classroom are named ASSIGNMENT-LOGIN.
    """
    by_key, logins = defaultdict(list), defaultdict(list)
    for student in students:
        email, login = normalised(student["email"]), normalised(student["login"])
        keys = {normalised(student["name"]), *_orders(student["name"]), email, email.split("@")[0], login} - {""}
        for key in keys | {f"{student['platform']} {student['number']}"}:
            by_key[key].append(student)
        logins[login].append(student)
    trusted = {name for name in ("canvas", "moodle") if _fit(name, students, by_key, handins)}
    slug = _slug(logins.keys() - {""}, handins)
    matches = {}
    for handin in handins:
        if handin.number and handin.platform in trusted:
            candidates = [by_key.get(f"{handin.platform} {handin.number}", ())]
        else:
            names = [normalised(handin.student), *_orders(handin.student), f" {handin.student}"]
            candidates = [by_key.get(name, ()) for name in names]
            candidates.append(logins.get(names[0].removeprefix(slug), ()) if slug else ())
        if fitting := [some[0] for some in candidates if len(some) == 1]:
            matches[handin.id] = fitting[0]
    return matches


def _fit(platform, students, by_key, handins):
    """Return whether a roster of a platform and the hand-ins number students in the same way.

    Moodle numbers the students of each assignment anew, and teams on their own, so most names must fit, too. If Moodle
    hides the names, all hand-ins have the same one.
    """
    is_from_there = any(student["platform"] == platform for student in students)
    if platform == "canvas" or not is_from_there:
        return is_from_there
    some = [handin for handin in handins if handin.platform == platform and handin.number]
    if len(some) > 1 and len({handin.student for handin in some}) == 1:
        return True
    pairs = [(handin, student) for handin in some for student in by_key.get(f"{platform} {handin.number}", ())]
    orders = [_orders(handin.student) | _orders(f"{handin.student} {handin.number}") for handin, _ in pairs]
    fitting = sum(bool(names & _orders(student["name"])) for names, (_, student) in zip(orders, pairs))
    return 0 < len(pairs) <= 2 * fitting


def _slug(logins, handins):
    """Return what most names of repositories have before a login, such as "a2-"; "" if no name ends in a login."""
    names = [normalised(handin.student) for handin in handins if not handin.platform]
    starts = Counter(name.removesuffix(login) for login in logins for name in names if name.endswith(f"-{login}"))
    return max(sorted(starts, key=len), key=starts.get, default="")


def _orders(name):
    """Return a name without blanks in three forms: unchanged, last word first (as in Canvas), and words sorted."""
    words = re.findall(r"\w+", normalised(name))
    return {"".join(order) for order in (words, words[-1:] + words[:-1], sorted(words))} - {""}
