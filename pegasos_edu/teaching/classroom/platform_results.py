"""Give results the formats of Moodle, Canvas and Gradescope: tables of points, and zips of feedback pages.

Moodle's offline grading worksheet must have columns that are called Identifier, Grade and "Last modified (grade)" in
the language of the teacher; Identifier is "Participant " in this language and the number in the name of a student's
folder. Moodle changes nothing for a student whose Grade is blank, or whose grade was changed after "Last modified
(grade)". It reads the column Feedback comments if this feedback type is switched on. All other columns are for people.

Canvas's gradebook begins with the columns Student, ID and Section; SIS User ID and SIS Login ID may stand between them.
Canvas finds a student by ID, otherwise by the SIS columns, otherwise by name. It finds an assignment by the heading of
its column, "Title (number)" or the title. The row "Points Possible" and further columns are optional.

In zips of feedback, Moodle reads files from folders called NAME_NUMBER_assignsubmission_file_. Canvas reads files with
the names that it gave to the hand-ins, NAME_NUMBER_NUMBER_FILE, which hold the numbers of student and file.
"""

import io
import re
import zipfile

from pegasos_edu.teaching.classroom.tables import as_table

MOODLE = (
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
    "Last modified (submission)",
    "Last modified (grade)",
    "Feedback comments",
)
CANVAS = "Student", "ID", "SIS User ID", "SIS Login ID", "Section"
NEVER = "-"  # how Moodle writes that there is no date
ENGLISH = (
    "moodle.csv has English titles: set Moodle to English while you upload it, or give Moodle's own grading worksheet "
    "with --roster and get it back filled in."
)


def files_for_platforms(assignment, rows, missing, roster, pages):
    """Return the files for each platform of the class or its roster, name -> bytes, and messages for the teacher.

    `rows` come from `results.row`; `missing` holds the students of the roster without a hand-in; `pages` holds the page
    of each hand-in by its id.
    """
    files, messages = {}, []
    absent = [
        {"student": student["name"], "roster": student, "id": "", "platform": "", "points": None} for student in missing
    ]
    for name, table in (("moodle", moodle), ("canvas", canvas)):
        known = [row for row in (*rows, *absent) if _number(row, name).isdecimal() and _is_own(row, name, rows, roster)]
        named = {_page_name(row, name, assignment): pages[row["id"]] for row in rows}
        if known:
            heads, lines, *separator = table(assignment, known, roster)
            files[f"{name}.csv"] = as_table(heads, lines, *separator)
            if unknown := [row["student"] for row in (*rows, *absent) if row not in known]:
                title = name.title()
                messages.append(f"{name}.csv leaves out {', '.join(unknown)}: the numbers in {title} are not known.")
            if name == "moodle" and not _worksheet(roster):
                messages.append(ENGLISH)
        if known or any(named):
            files[f"{name}-feedback.zip"] = _zipped(named)
    return files, messages


def _worksheet(roster):
    """Return the columns of Moodle's worksheet, if the roster is one."""
    sheet = (roster or {}).get("worksheet")
    return sheet if sheet and sheet["grade"] else None


def _number(row, platform):
    """Return the number of a student on a platform; "" if the number is not known."""
    student = row["roster"]
    if student and student["platform"] == platform:
        return student["number"]
    return row["number"] if row["platform"] == platform else ""


def _is_own(row, platform, rows, roster):
    """Return whether the number of a hand-in is that of its student.

    Moodle numbers teams, and the students of each assignment, on their own. So if a student is not on the roster, the
    number must not belong to somebody else there, and other hand-ins must have the numbers of the roster.
    """
    if row["roster"]:
        return True
    numbers = {
        student["number"] for student in (roster["students"] if roster else ()) if student["platform"] == platform
    }
    fits = platform != "moodle" or any(row["roster"] and row["number"] == row["roster"]["number"] for row in rows)
    return not numbers or (fits and row["number"] not in numbers)


def moodle(assignment, rows, roster):
    """Return the headings and lines of Moodle's offline grading worksheet, and the separator of their cells.

    Moodle finds columns by their titles in the language of the teacher, so its own worksheet is filled in.
    """
    sheet, maximum = _worksheet(roster), sum(cell.points for cell in assignment.cells)
    if not sheet:
        return MOODLE, [_in_english(row, maximum) for row in rows], ","
    has_comma = any("," in student["cells"].get(sheet["maximum"], "") for student in roster["students"])
    lines = []
    for row in rows:
        number = f"{sheet['word']}{_number(row, 'moodle')}"
        cells = (
            row["roster"]["cells"] if row["roster"] else {sheet["identifier"]: number, sheet["name"]: row["student"]}
        )
        points = "" if row["points"] is None else f"{row['points']:g}"
        cells = cells | {sheet["grade"]: points.replace(".", ",") if has_comma else points}
        cells |= {sheet["comments"]: _comments(row)} if row["id"] else {}
        lines.append([cells.get(head.casefold(), "") for head in roster["headings"]])
    return roster["headings"], lines, sheet["separator"]


def _in_english(row, maximum):
    cells = row["roster"]["cells"] if row["roster"] else {}
    status = cells.get("status") or ("Submitted for grading" if row["id"] else "No submission")
    points = row["points"] if row["points"] is not None else ""
    email = row["roster"]["email"] if row["roster"] else ""
    number, name = f"Participant {_number(row, 'moodle')}", cells.get("full name", row["student"])
    return [number, name, email, status, points, maximum, NEVER, NEVER, _comments(row) if row["id"] else ""]


def _comments(row):
    """Return the points of each check and the teacher's comments, but no text from a hand-in."""
    points = [f"{check['name']}: {check['points'] or 0:g} of {check['out_of']:g}" for check in row["checks"]]
    comments = [check["comment"] for check in row["checks"] if check["comment"]]
    return ". ".join(["; ".join(points), *comments, *row["comments"]]).strip(". ")


def canvas(assignment, rows, roster):
    """Return the headings and lines of Canvas's gradebook."""
    in_name = re.compile(rf"(?<![a-z0-9]){re.escape(assignment.name)}(?![a-z0-9])", re.IGNORECASE)
    columns = [head for head in (roster["headings"] if roster else ()) if head not in CANVAS and in_name.search(head)]
    column = columns[0] if len(columns) == 1 else assignment.name
    possible = roster["possible"].get(column.casefold()) if roster else None
    lines = [["Points Possible", "", "", "", "", possible or sum(cell.points for cell in assignment.cells)]]
    for row in rows:
        cells = row["roster"]["cells"] if row["roster"] else {}
        fixed = [cells.get(name.casefold(), "") for name in CANVAS[2:]]
        points = row["points"] if row["points"] is not None else ""
        lines.append([cells.get("student", row["student"]), _number(row, "canvas"), *fixed, points])
    return [*CANVAS, column], lines


def gradescope(result):
    """Return a result in the form of Gradescope's ``results.json``."""
    tests = [
        {
            "name": check["name"],
            "score": check["points"] or 0,
            "max_score": check["out_of"],
            "output": _output(check),
            "visibility": "after_published" if check["is_hidden"] else "visible",
        }
        for check in result["checks"]
    ]
    problems = [f"{problem['at']}: {problem['words']}" for problem in result["problems"]]
    notes = [result["message"], *result["comments"], *problems, *result["notes"]]
    output = "\n".join(note for note in notes if note)
    return {"score": result["points"] or 0, "output": output, "visibility": "visible", "tests": tests}


def _output(check):
    """Return the message, facts and hints about a check as text."""
    report = check["report"] or {"facts": [], "hints": []}
    facts = [f"{head}: {text}" for head, text in report["facts"]]
    lines = [check["message"], check["comment"], *facts, *(f"Hint: {hint}" for hint in report["hints"])]
    return "\n".join(line for line in lines if line)


def _page_name(row, platform, assignment):
    """Return the path of a page in the zip; "" if the platform could not recognise its student."""
    if platform == "canvas":
        return f"{row['label']}.html" if row["platform"] == "canvas" else ""
    number = row["number"] if row["platform"] == "moodle" else _number(row, platform)
    name = re.sub(r"[_/\\]", " ", row["student"])
    return f"{name}_{number}_assignsubmission_file_/{assignment.name}-feedback.html" if number else ""


def _zipped(pages):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, page in pages.items():
            if name:
                archive.writestr(zipfile.ZipInfo(name), page, zipfile.ZIP_DEFLATED)
    return whole.getvalue()
