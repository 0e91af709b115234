"""Read the points and comments that a teacher sets in ``overrides.csv``; grading never changes this file."""

from typing import NamedTuple

from pegasos_edu.common.files import whole_file
from pegasos_edu.teaching.classroom.marking import blank
from pegasos_edu.teaching.classroom.students import normalised
from pegasos_edu.teaching.classroom.tables import read_table

COLUMNS = "student", "check", "points", "comment"
TOTAL = "total"


class Override(NamedTuple):
    """Hold a line of the file."""

    line: int
    student: str  # a name, a number or an id
    check: str  # the name of a check or of a question in words, or "total"
    points: float | None  # None if the line only comments
    comment: str


def read_overrides(path, assignment):
    """Return the overrides of a file; if the file does not exist, make one with only the headings.

    Raises
    ------
    ValueError
        If a line does not name a check of the assignment, or gives points that are not a number.
    """
    if not path.exists():
        with whole_file(path) as file:
            file.write((",".join(COLUMNS) + "\n").encode())
    known = {normalised(name): name for name in (TOTAL, *(cell.name for cell in assignment.cells if cell.name))}
    overrides = []
    for line, row in enumerate(read_table(path)[1], 2):
        student, check, points, comment = (row.get(name, "") for name in COLUMNS)
        if not student and not points:
            continue
        if normalised(check) not in known:
            wanted = ", ".join(known.values())
            raise ValueError(f"{path}, line {line}: check must be one of {wanted}, got {check!r}; correct the line.")
        number = _number(path, line, points) if points else None
        overrides.append(Override(line, student, known[normalised(check)], number, comment))
    return overrides


def _number(path, line, text):
    try:
        points = float(text.replace(",", "."))
    except ValueError:
        points = -1.0
    if not 0 <= points < float("inf"):
        raise ValueError(f"{path}, line {line}: points must be a number from 0 on, got {text!r}; correct the line.")
    return points


def override(result, overrides, assignment):
    """Apply the overrides of a student to a result; without any points, its sum is None."""
    checks = {check["name"]: dict(check) for check in result["checks"]}
    cells = {cell.name: cell for cell in assignment.cells if cell.name}
    total, comments = None, []
    for one in overrides:
        if one.check == TOTAL:
            total = total if one.points is None else one.points
            comments += [one.comment] * bool(one.comment)
            continue
        check = checks.setdefault(one.check, blank(cells[one.check]))
        check["comment"] = one.comment
        if one.points is not None:
            check |= {"points": one.points, "cause": ""}
    scored = [check["points"] for check in checks.values() if check["points"] is not None]
    points = total if total is not None else sum(scored) if scored else None
    return result | {"checks": list(checks.values()), "points": points, "comments": comments}
