"""Write the results of a class: tables, files for platforms, a page for each student, and the overview."""

import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pegasos_edu.common.files import whole_file
from pegasos_edu.misconceptions import by_id
from pegasos_edu.teaching.classroom import pages, platform_results
from pegasos_edu.teaching.classroom.names import normalised
from pegasos_edu.teaching.classroom.overrides import override, read_overrides
from pegasos_edu.teaching.classroom.students import match_roster
from pegasos_edu.teaching.classroom.tables import write_json, write_table

OF_A_STUDENT = re.compile(r".+-[0-9a-f]{8}\.(html|json)")
ONLY_FOR_PAGES = "protections", "fingerprint", "roster", "comments", "platform", "label"  # results.json lacks these


class Decided(NamedTuple):
    """Hold what the results of a class say, before anything is written."""

    results: list  # pairs of a hand-in and its result, with the overrides
    rows: list  # see `row`
    missing: list  # the students of the roster who handed in nothing
    messages: list  # for the teacher


def write(graded, out):
    """Write all results of a `grading.GradedClass`, and remove the pages of students whose hand-ins no longer exist.

    Returns a row for each student, and messages for the teacher.
    """
    out, assignment = Path(out), graded.assignment
    results, rows, missing, messages = _decide(graded, read_overrides(out / "overrides.csv", assignment))
    absent = [student["name"] for student in missing]
    _write_pages(out, assignment, results)
    _write_table(out / "results.csv", assignment, rows)
    facts = {"assignment": assignment.name, "title": assignment.title, "points": assignment.points}
    kept = [{key: value for key, value in row.items() if key not in ONLY_FOR_PAGES} for row in rows]
    write_json(out / "results.json", facts | {"hand_ins": kept, "passed_over": graded.skipped, "missing": absent})
    messages += platform_results.write(out, assignment, rows, missing, graded.roster)
    facts = {"missing": absent, "has_roster": bool(graded.roster), "messages": messages, "passed_over": graded.skipped}
    with whole_file(out / "overview.html") as file:
        file.write(pages.overview(assignment, rows, **facts))
    return rows, [f"{len(absent)} of the roster handed in nothing: {', '.join(absent)}."] * bool(absent) + messages


def _decide(graded, overrides):
    students = graded.roster["students"] if graded.roster else []
    known = match_roster(students, graded.handins)
    results, rows, used = [], [], []
    for handin in graded.handins:
        names = _names(handin, known.get(handin.id))
        of_student = [line for line in overrides if normalised(line.student) in names]
        result = override(graded.result(handin), of_student, graded.assignment)
        results.append((handin, result))
        rows.append(row(handin, result) | {"roster": known.get(handin.id)})
        used += of_student
    unused = [line for line in overrides if line not in used]
    messages = [f"overrides.csv, line {line.line}: no hand-in is from {line.student!r}." for line in unused]
    if strangers := [row["student"] for row in rows if students and not row["roster"]]:
        messages.append(f"{len(strangers)} not on the roster: {', '.join(strangers)}.")
    missing = [student for student in students if student not in known.values()]
    return Decided(results, rows, missing, messages)


def _write_pages(out, assignment, results):
    """Write a page and Gradescope's file for each student, and remove those of students who are not there any more."""
    folders = [out / "feedback", out / "gradescope"]
    for folder in folders:
        folder.mkdir(exist_ok=True)
    for handin, result in results:
        with whole_file(out / "feedback" / f"{handin.id}.html") as file:
            file.write(pages.feedback(assignment, handin, result))
        write_json(out / "gradescope" / f"{handin.id}.json", platform_results.gradescope(result))
    known = {handin.id for handin, _ in results}
    for path in (path for folder in folders for path in folder.iterdir()):
        if OF_A_STUDENT.fullmatch(path.name) and path.stem not in known:
            with suppress(OSError):
                path.unlink()


def row(handin, result):
    """Return the facts about a hand-in and its result that the tables and the overview need."""
    of_handin = "id student number platform label file".split()
    of_check = "name points out_of is_hidden message cause comment".split()
    of_result = "points out_of is_graded is_crash message problems fingerprint protections comments".split()
    reports = [check["report"] for check in result["checks"] if check["report"]]
    first = [report["named"][0] for report in reports if report["named"]]
    entries = dict.fromkeys(by_id()[name] for names in first for name in names)
    return {
        **{key: getattr(handin, key) for key in of_handin},
        **{key: result[key] for key in of_result},
        "notes": [*handin.notes, *result["notes"]],
        "misconceptions": [entry.title for entry in entries if not entry.is_convention],
        "checks": [{key: check[key] for key in of_check} for check in result["checks"]],
    }


def _names(handin, student):
    """Return all names and numbers by which overrides may call a student."""
    names = [handin.student, handin.number, handin.id]
    names += [student[key] for key in ("name", "number", "email", "login")] if student else []
    return {normalised(name) for name in names if name}


def _write_table(path, assignment, rows):
    """Write ``results.csv`` with a line for each student, and with the mark by which Excel recognises UTF-8."""
    checks = [cell.name for cell in assignment.cells if cell.points]
    lines = []
    for row in rows:
        points = {check["name"]: check["points"] for check in row["checks"]}
        cells = [row["student"], row["number"], row["points"], row["out_of"], *(points.get(name) for name in checks)]
        cells += ["yes" if row["is_graded"] else "no", "; ".join(row["misconceptions"]), row["message"]]
        lines.append([*cells, "; ".join(row["notes"]), row["file"], row["id"]])
    after = "graded", "misconceptions", "message", "notes", "file", "id"
    write_table(path, ["student", "number", "points", "out of", *checks, *after], lines, encoding="utf-8-sig")
