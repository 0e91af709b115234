"""Read the points and comments that a teacher sets in ``overrides.csv``; grading never changes this file."""

import re
from typing import NamedTuple

from pegasos_edu.teaching.classroom.marking import blank
from pegasos_edu.teaching.classroom.names import normalised
from pegasos_edu.teaching.classroom.tables import read

COLUMNS = "student", "check", "points", "comment"
HEADINGS = (",".join(COLUMNS) + "\n").encode()  # the file before a teacher writes into it
TOTAL = "total"
POINTS = re.compile(r"[0-9]{1,6}([.,][0-9]{1,6})?")


class Override(NamedTuple):
    """Hold a line of the file."""

    line: int
    student: str  # a name, a number or an id
    check: str  # the name of a check or of a question in words, or "total"
    points: float | None  # None if the line only comments
    comment: str


def read_overrides(path, assignment):
    """Return the overrides of a file; none if the file does not exist.

    Raises
    ------
    ValueError
        If the file is no table with these columns, a line does not name a student and a check of the assignment, or its
        points are not a number from 0 to the points of the assignment.
    """
    if not path.exists():
        return []
    known = {normalised(name): name for name in (TOTAL, *(cell.name for cell in assignment.cells if cell.name))}
    table, overrides = read(path, COLUMNS[:3], COLUMNS[3:]), []
    for line, row in zip(table.lines, table.rows):
        student, check, points, comment = (row.get(name, "") for name in COLUMNS)
        if not student:
            words = ", ".join(filter(None, row.values()))
            raise ValueError(
                f"{path}, line {line}: student must be a name or a number, got none beside {words}; add it."
            )
        if normalised(check) not in known:
            wanted = ", ".join(known.values())
            raise ValueError(f"{path}, line {line}: check must be one of {wanted}, got {check!r}; correct the line.")
        number = _number(path, line, points, assignment.points) if points else None
        overrides.append(Override(line, student, known[normalised(check)], number, comment))
    return overrides


def _number(path, line, text, most):
    """Return points, which are written with digits and at most one decimal point or comma."""
    points = float(text.replace(",", ".")) if POINTS.fullmatch(text) else -1.0
    if not 0 <= points <= most:
        raise ValueError(
            f"{path}, line {line}: points must be a number from 0 to {most}, such as 2 or 2.5, got {text!r}; "
            "correct the line."
        )
    return points


def override(result, overrides, assignment):
    """Apply the overrides of a student to a result; without any points, its sum is None."""
    checks = {check["name"]: dict(check) for check in result["checks"]}
    cells = {cell.name: cell for cell in assignment.cells if cell.name}
    total, comments = None, []
    for line in overrides:
        if line.check == TOTAL:
            total = total if line.points is None else line.points
            comments += [line.comment] * bool(line.comment)
            continue
        check = checks.setdefault(line.check, blank(cells[line.check]))
        check["comment"] = line.comment
        if line.points is not None:
            check |= {"points": line.points, "cause": ""}
    scored = [check["points"] for check in checks.values() if check["points"] is not None]
    points = total if total is not None else sum(scored) if scored else None
    return result | {"checks": list(checks.values()), "points": points, "comments": comments}
