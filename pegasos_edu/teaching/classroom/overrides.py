"""Points and comments that a teacher sets in ``overrides.csv``, which grading reads and never writes over."""

from typing import NamedTuple

from pegasos_edu.common.files import whole_file
from pegasos_edu.teaching.classroom.marking import blank
from pegasos_edu.teaching.classroom.students import plain
from pegasos_edu.teaching.classroom.tables import read_table

COLUMNS = "student", "check", "points", "comment"
TOTAL = "total"


class Override(NamedTuple):
    """A line of the file."""

    line: int
    student: str  # a name, a number or an id
    check: str  # the name of a check or of a question in words, or "total"
    points: float | None  # None for a comment alone
    comment: str


def read(path, assignment):
    """Return the overrides of a file; if there is none, make one with its headings alone.

    Raises
    ------
    ValueError
        If a line names no check of the assignment, or its points are not a number.
    """
    if not path.exists():
        with whole_file(path) as file:
            file.write((",".join(COLUMNS) + "\n").encode())
    found = []
    for line, row in enumerate(read_table(path)[1], 2):
        student, check, points, comment = (row.get(name, "") for name in COLUMNS)
        if student or points:
            found.append(Override(line, student, _check(path, line, check, assignment), None, comment))
        if points:
            found[-1] = found[-1]._replace(points=_number(path, line, points))
    return found


def _check(path, line, name, assignment):
    known = [TOTAL, *(cell.name for cell in assignment.cells if cell.name)]
    if fitting := [one for one in known if plain(one) == plain(name)]:
        return fitting[0]
    raise ValueError(f"{path}, line {line}: check must be one of {', '.join(known)}, got {name!r}; correct the line.")


def _number(path, line, text):
    try:
        points = float(text.replace(",", "."))
    except ValueError:
        points = -1.0
    if not 0 <= points < float("inf"):
        raise ValueError(f"{path}, line {line}: points must be a number from 0 on, got {text!r}; correct the line.")
    return points


def applied(result, overrides, assignment):
    """Return a result with the overrides of its student; its points are None if nobody has given any."""
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
    got = [check["points"] for check in checks.values() if check["points"] is not None]
    points = total if total is not None else sum(got) if got else None
    return result | {"checks": list(checks.values()), "points": points, "comments": comments}
