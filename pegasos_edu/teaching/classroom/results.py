"""Write the results of a class: tables, files for platforms, a page for each student, and the overview."""

import re
from contextlib import suppress
from pathlib import Path

from pegasos_edu.common.files import whole_file
from pegasos_edu.misconceptions import by_id
from pegasos_edu.teaching.classroom import pages, platform_results
from pegasos_edu.teaching.classroom.grading import OVERRIDES
from pegasos_edu.teaching.classroom.names import normalised
from pegasos_edu.teaching.classroom.overrides import HEADINGS, override, read_overrides
from pegasos_edu.teaching.classroom.students import match_roster
from pegasos_edu.teaching.classroom.tables import as_json, as_table

OF_A_STUDENT = re.compile(r".+-[0-9a-f]{8}\.(html|json)")
ONLY_FOR_PAGES = "protections", "fingerprint", "roster", "comments", "platform", "label"  # results.json lacks these


def write(graded, out):
    """Write all results of a `grading.GradedClass`, and remove the pages of students whose hand-ins no longer exist.

    Returns a row for each student, and messages for the teacher.
    """
    path = Path(out) / OVERRIDES
    rows, messages, files = decide(graded, read_overrides(path, graded.assignment))
    _write_files(Path(out), files if path.exists() else {OVERRIDES: HEADINGS, **files})
    return rows, messages


def decide(graded, overrides):
    """Return a row for each student, messages for the teacher, and the files: path in the results -> bytes."""
    assignment, roster = graded.assignment, graded.roster
    students = roster["students"] if roster else []
    known = match_roster(students, graded.handins)
    rows, feedback, files, used = [], {}, {}, []
    for handin in graded.handins:
        names = _names(handin, known.get(handin.id))
        of_student = [line for line in overrides if normalised(line.student) in names]
        used += of_student
        result = override(graded.result(handin), of_student, assignment)
        rows.append(row(handin, result) | {"roster": known.get(handin.id)})
        feedback[handin.id] = pages.feedback(assignment, handin, result)
        files[f"gradescope/{handin.id}.json"] = as_json(platform_results.gradescope(result))
    missing = [student for student in students if student not in known.values()]
    for_platforms, remarks = platform_results.files_for_platforms(assignment, rows, missing, roster, feedback)
    unused = [line for line in overrides if line not in used]
    messages = [f"overrides.csv, line {line.line}: no hand-in is from {line.student!r}." for line in unused]
    if strangers := [row["student"] for row in rows if students and not row["roster"]]:
        messages.append(f"{len(strangers)} not on the roster: {', '.join(strangers)}.")
    messages += remarks
    absent = [student["name"] for student in missing]
    files |= {f"feedback/{name}.html": page for name, page in feedback.items()} | for_platforms
    files |= _of_class(graded, rows, absent, messages)
    nothing = [f"{len(absent)} of the roster handed in nothing: {', '.join(absent)}."] if absent else []
    return rows, nothing + messages, files


def _of_class(graded, rows, absent, messages):
    """Return the files about the whole class."""
    assignment, skipped = graded.assignment, graded.skipped
    facts = {"assignment": assignment.name, "title": assignment.title, "points": assignment.points}
    kept = [{key: value for key, value in row.items() if key not in ONLY_FOR_PAGES} for row in rows]
    told = {"missing": absent, "has_roster": bool(graded.roster), "messages": messages, "passed_over": skipped}
    return {
        "results.csv": _table(assignment, rows),
        "results.json": as_json(facts | {"hand_ins": kept, "passed_over": skipped, "missing": absent}),
        "overview.html": pages.overview(assignment, rows, **told),
    }


def _write_files(out, files):
    """Write files into a folder of results, and remove those of students who are not there any more."""
    for name, content in files.items():
        (out / name).parent.mkdir(exist_ok=True)
        with whole_file(out / name) as file:
            file.write(content)
    for path in [*out.glob("feedback/*"), *out.glob("gradescope/*")]:
        if OF_A_STUDENT.fullmatch(path.name) and path.relative_to(out).as_posix() not in files:
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


def _table(assignment, rows):
    """Return ``results.csv`` with a line for each student, and with the mark by which Excel recognises UTF-8."""
    checks = [cell.name for cell in assignment.cells if cell.points]
    lines = []
    for row in rows:
        points = {check["name"]: check["points"] for check in row["checks"]}
        cells = [row["student"], row["number"], row["points"], row["out_of"], *(points.get(name) for name in checks)]
        cells += ["yes" if row["is_graded"] else "no", "; ".join(row["misconceptions"]), row["message"]]
        lines.append([*cells, "; ".join(row["notes"]), row["file"], row["id"]])
    after = "graded", "misconceptions", "message", "notes", "file", "id"
    return as_table(["student", "number", "points", "out of", *checks, *after], lines, encoding="utf-8-sig")
