"""Read one hand-in, run it in a process of its own, and score it; the result is plain data."""

import warnings
from contextlib import contextmanager

from pegasos_edu.check.sandbox import opened
from pegasos_edu.teaching.classroom.file_bytes import CannotRead
from pegasos_edu.teaching.classroom.programs import fingerprint, read_code, sources_to_run
from pegasos_edu.teaching.scoring import Scored, functions, scores

LONGEST = 4000  # the most characters of a program's output that are shown
TO_BE_READ = "Your teacher reads this answer and gives the points."


def mark(content, name, assignment, passed=()):
    """Yield the parts of the result of a hand-in as plain data, from the bytes and the name of its file.

    The first part says whether the hand-in could be read. Then comes the result of each check, and at the end what
    concerns the whole hand-in. `passed` says for the first checks whether they passed; these are not run again.
    """
    try:
        code = read_code(content, name)
    except CannotRead as error:
        yield unread(str(error), assignment)
        return
    yield unread("", assignment) | {"is_graded": True}
    sources, notes = sources_to_run(code.cells, assignment)
    known = {check: Scored(check, check.points * done, "") for check, done in zip(assignment.checks, passed)}
    with opened(sources) as sandbox, warnings.catch_warnings(action="ignore"):  # about the learner's numbers
        put_in = putting_in(sandbox, assignment)
        yield from _checks(scores(assignment, sandbox.functions(assignment.written), put_in, known))
        given = len(sources) - len(code.cells)  # the number of sources that the learner did not write
        problems = [_problem(code, number and number - given, failed) for number, failed in sandbox.problems]
        printed = sandbox.printed
    rest = f"\n… and {len(printed) - LONGEST:,} characters more" if len(printed) > LONGEST else ""
    yield {
        "notes": [*code.notes, *notes],
        "problems": problems,
        "printed": printed[:LONGEST] + rest,
        "fingerprint": fingerprint(sources, assignment),
    }


def putting_in(sandbox, assignment):
    """Return a function that replaces functions of a hand-in by those of the solution; see `scoring.score`."""

    @contextmanager
    def put_in(names):
        solution = functions(assignment, "solution") if names else {}
        sandbox.put_in({name: solution[name] for name in names})
        yield

    return put_in


def unread(message, assignment):
    """Return the result of a file that could not be graded."""
    result = dict.fromkeys(("checks", "notes", "problems", "protections"), [])
    result |= {"is_graded": False, "is_crash": False, "message": message, "printed": "", "fingerprint": ""}
    return result | {"points": 0, "out_of": sum(cell.points for cell in assignment.cells)}


def blank(cell, message=""):
    """Return the result of a check, or of a question in words, without points."""
    facts = {"name": cell.name, "points": None, "out_of": cell.points, "message": message, "cause": "", "comment": ""}
    return facts | {"is_hidden": cell.kind == "hidden", "report": None, "player": None}


def _problem(code, number, failed):
    """Return why a cell could not run, and which cell and line it was."""
    line = failed.line
    if number is None:
        at = "the whole program"
    elif code.is_notebook:
        at = f"code cell {number}" + (f", line {line.number}" if line else "")
    else:
        at = f"line {line.number}" if line else "a line"
    return {"at": at, "words": failed.words, "line": line.text if line else ""}


def _checks(results):
    """Yield the result of each check; a repeated mistake is described only once, and only one check has a player."""
    described, player = {}, None
    for scored in results:
        report, words, played = scored.report, None, None
        if report:
            words = _words(report)
            if (names := str(words["named"])) in described:
                words |= {"facts": [["As above", f"See “{described[names]}”."]], "hints": []}
            elif words["named"]:
                described[names] = scored.check.name
            played = None if player else _player_of(report)
            player = player or played
        message = report.verdict if report else scored.message or "Everything that this check tests is right."
        facts = {"points": scored.points, "cause": "" if scored.points else _cause(report, message)}
        yield blank(scored.check, message) | facts | {"report": words, "player": played}


def _cause(report, message):
    """Return why a check failed; hand-ins with the same text form a group in the overview."""
    if titles := [entry.title for entry in _mistakes(report)] if report else []:
        return " + ".join(titles)
    return " ".join(report.difference.words) or message if report and report.difference else message


def _mistakes(report):
    return [entry for entry in next(iter(report.named), ()) if not entry.is_convention]


def _words(report):
    """Return the parts of a report for a page, without the right line, because learners may hand in again."""
    facts = report.facts()
    for entry in _mistakes(report):
        facts += [(entry.heading, entry.says), ("Why it is tempting", entry.tempting), ("Effect", entry.effect)]
    return {"facts": [list(fact) for fact in facts], "named": report.to_dict()["named"], "hints": list(report.hints)}


def _player_of(report):
    """Return the records of a player and the moment at which it begins; None if there is nothing to show."""
    from pegasos_edu.check.pictures import scene_of  # takes long to load, and only a wrong program needs it

    try:
        scene = scene_of(report)
        return {"records": scene.records(scene.runs()), "moment": scene.moment}
    except Exception:  # a program may return anything; without a player, the text is still shown
        return None
