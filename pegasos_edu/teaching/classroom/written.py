"""Write the results of a class: tables, files for platforms, a page for each student, and the overview."""

import re
from contextlib import suppress
from pathlib import Path

from pegasos_edu.common.files import whole_file
from pegasos_edu.misconceptions import by_id
from pegasos_edu.teaching.classroom import overrides, pages, platforms, roster, tables
from pegasos_edu.teaching.classroom.students import plain

MADE = re.compile(r".+-[0-9a-f]{8}\.(html|json)")
OF_A_PAGE = "protections", "fingerprint", "roster", "comments", "platform", "label"  # not in results.json


def write(graded, out):
    """Write all results of a `work.Class`; pages of students whose hand-ins are gone are removed.

    Returns a row for each student, and what to tell the teacher.
    """
    out, assignment, rows = Path(out), graded.assignment, []
    students = graded.roster["students"] if graded.roster else []
    known = roster.matched(students, [done.handin for done in graded.done])
    changes = overrides.read(out / "overrides.csv", assignment)
    forms = {name: out / name for name in ("feedback", "gradescope")}
    for folder in forms.values():
        folder.mkdir(exist_ok=True)
    unused = list(changes)
    for done in graded.done:
        own = [one for one in changes if plain(one.student) in _names(done.handin, known.get(done.handin.id))]
        unused = [one for one in unused if one not in own]
        result = overrides.applied(done.result(), own, assignment)
        with whole_file(forms["feedback"] / f"{done.handin.id}.html") as file:
            file.write(pages.feedback(assignment, done.handin, result))
        tables.write_json(forms["gradescope"] / f"{done.handin.id}.json", tables.gradescope(result))
        rows.append(row(done.handin, result) | {"roster": known.get(done.handin.id)})
    _remove_others(forms.values(), {one["id"] for one in rows})
    missing = [student for student in students if student not in known.values()]
    messages = [f"overrides.csv, line {one.line}: no hand-in is from {one.student!r}." for one in unused]
    if strangers := [one["student"] for one in rows if students and not one["roster"]]:
        messages.append(f"{len(strangers)} not on the roster: {', '.join(strangers)}.")
    tables.write_results(out / "results.csv", assignment, rows)
    about = {"assignment": assignment.name, "title": assignment.title, "points": assignment.points}
    told = [{key: value for key, value in one.items() if key not in OF_A_PAGE} for one in rows]
    absent = [student["name"] for student in missing]
    content = about | {"hand_ins": told, "passed_over": graded.passed_over, "missing": absent}
    tables.write_json(out / "results.json", content)
    messages += platforms.write(out, assignment, rows, missing, graded.roster)
    has_roster = bool(students)
    with whole_file(out / "overview.html") as file:
        told = {"missing": absent, "has_roster": has_roster, "messages": messages, "passed_over": graded.passed_over}
        file.write(pages.overview(assignment, rows, **told))
    return rows, [f"{len(absent)} of the roster handed in nothing: {', '.join(absent)}."] * bool(absent) + messages


def row(handin, result):
    """Return what tables and the overview need of a hand-in and its result."""
    of_check = "name", "points", "out_of", "is_hidden", "message", "cause", "comment"
    checks = [{key: check[key] for key in of_check} for check in result["checks"]]
    about = {key: getattr(handin, key) for key in ("id", "student", "number", "platform", "label", "file")}
    same = "points", "out_of", "is_graded", "is_crash", "message", "problems", "fingerprint", "protections", "comments"
    notes = [*handin.notes, *result["notes"]]
    named = {"notes": notes, "misconceptions": _misconceptions(result), "checks": checks}
    return about | {key: result[key] for key in same} | named


def _misconceptions(result):
    """Return the titles of all misconceptions that were met, each once, the most likely of each check."""
    named = (check["report"]["named"][:1] for check in result["checks"] if check["report"])
    met = dict.fromkeys(by_id()[name] for first in named for entries in first for name in entries)
    return [entry.title for entry in met if not entry.is_convention]


def _names(handin, student):
    """Return all by which overrides may call a student."""
    names = [handin.student, handin.number, handin.id]
    names += [student[key] for key in ("name", "number", "email", "login")] if student else []
    return {plain(name) for name in names if name}


def _remove_others(folders, ids):
    for path in (path for folder in folders for path in folder.iterdir()):
        if MADE.fullmatch(path.name) and path.stem not in ids:
            with suppress(OSError):
                path.unlink()
