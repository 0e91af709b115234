"""The results of a class as files: tables, a page for each hand-in, and the overview."""

import re
from contextlib import suppress
from pathlib import Path

from pegasos_edu.basics.files import whole_file
from pegasos_edu.classroom.feedback import feedback
from pegasos_edu.classroom.overview import overview
from pegasos_edu.classroom.tables import gradescope, summary, write_json, write_table

MADE = re.compile(r".+-[0-9a-f]{8}\.(html|json)")


def write(graded, out):
    """Write all that is said of a class; pages of hand-ins that are no longer there go.

    Parameters
    ----------
    graded : work.Class
    out : path
        A folder.

    Returns
    -------
    list of dict
        The rows of ``results.json``.
    """
    out, assignment, rows = Path(out), graded.assignment, []
    pages, forms = out / "feedback", out / "gradescope"
    for folder in (pages, forms):
        folder.mkdir(exist_ok=True)
    for handin, result, digest in ((done.handin, done.result(), done.digest) for done in graded.done):
        with whole_file(pages / f"{handin.id}.html") as file:
            file.write(feedback(assignment, handin, result))
        write_json(forms / f"{handin.id}.json", gradescope(handin, result))
        rows.append(summary(handin, result) | {"digest": digest, "protections": result["protections"]})
    ids = {row["id"] for row in rows}
    for path in (*pages.iterdir(), *forms.iterdir()):
        if MADE.fullmatch(path.name) and path.stem not in ids:
            with suppress(OSError):
                path.unlink()
    write_table(out / "results.csv", assignment, rows)
    about = {"assignment": assignment.name, "title": assignment.title, "points": assignment.points}
    told = [{key: value for key, value in row.items() if key not in ("digest", "protections")} for row in rows]
    write_json(out / "results.json", about | {"hand_ins": told, "passed_over": graded.passed_over})
    with whole_file(out / "overview.html") as file:
        file.write(overview(assignment, rows, graded.passed_over))
    return rows
