"""Read one hand-in, run it apart from everything else, and score it; the result is plain data."""

import warnings

from pegasos_edu.teaching.classroom.choosing import chosen
from pegasos_edu.teaching.classroom.places import Unreadable
from pegasos_edu.teaching.classroom.programs import program
from pegasos_edu.teaching.classroom.similar import fingerprint
from pegasos_edu.teaching.sandbox import opened, protections
from pegasos_edu.teaching.scoring import score

LONGEST = 4000  # characters of what a program printed that are shown
TO_BE_READ = "Your teacher reads this answer and gives the points."


def marked(content, name, assignment):
    """Return the result of a hand-in as plain data, from the bytes and the name of its file.

    It says whether the hand-in could be read, the points, what is said about all of it and about each check, and holds
    the records of a player if the steps differ.
    """
    try:
        read = program(content, name)
    except Unreadable as unreadable:
        return unread(str(unreadable), assignment)
    sources, notes = chosen(read.cells, assignment)
    with opened(sources) as running, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they would be about numbers of a learner's program
        checks = _checks(score(assignment, running.proxies(), running.put_in))
        own = len(sources) - len(read.cells)  # of the sources, so many are not the learner's
        problems = [_problem(read, number and number - own, failed) for number, failed in running.problems]
    return unread("", assignment) | {
        "is_graded": True,
        "points": sum(check["points"] for check in checks),
        "checks": checks + [blank(cell, TO_BE_READ) for cell in questions(assignment)],
        "notes": [*read.notes, *notes],
        "problems": problems,
        "printed": _cut(running.printed),
        "fingerprint": fingerprint(sources, assignment),
        "protections": [f"{'Yes' if holds else 'No'}: {words}." for holds, words in protections()],
    }


def unread(words, assignment):
    """Return the result of a file that could not be graded."""
    return {
        "is_graded": False,
        "is_crash": False,
        "message": words,
        "points": 0,
        "out_of": sum(cell.points for cell in assignment.cells),
        "checks": [],
        "notes": [],
        "problems": [],
        "printed": "",
        "fingerprint": "",
        "protections": [],
    }


def questions(assignment):
    """Return the questions in words that give points."""
    return [cell for cell in assignment.cells if cell.kind == "manual" and cell.points]


def blank(cell, message=""):
    """Return a check, or a question in words, that nobody has scored."""
    about = {"name": cell.name, "points": None, "out_of": cell.points, "message": message, "cause": "", "comment": ""}
    return about | {"is_hidden": cell.kind == "hidden", "report": None, "player": None}


def _problem(read, number, failed):
    """Return where a cell could not run, as a learner finds it again, and why."""
    line = failed.line
    at = f"line {line.number}" if line else "a line"
    if number is not None and read.is_notebook:
        at = f"code cell {number}" + (f", line {line.number}" if line else "")
    elif number is None:
        at = "the whole program"
    return {"at": at, "words": failed.words, "line": line.text if line else ""}


def _checks(scores):
    """Return what is said about each check: the same mistake is described once, and a single player shows it."""
    checks, said, player = [], {}, None
    for scored in scores:
        report = scored.report
        told = _told(report) if report else None
        if told and (names := str(told["named"])) in said:
            told |= {"facts": [["As above", f"What is said at “{said[names]}” holds here, too."]], "hints": []}
        elif told and told["named"]:
            said[names] = scored.check.name
        played = None if player or not report else _played(report)
        player = player or played
        message = report.verdict if report else scored.message or "All that this check asks for holds."
        about = {"points": scored.points, "cause": "" if scored.points else _cause(report, message)}
        checks.append(blank(scored.check, message) | about | {"report": told, "player": played})
    return checks


def _cause(report, message):
    """Return why a check failed, in the words by which a class is grouped."""
    mistakes = [entry.title for entry in next(iter(report.named), ()) if not entry.is_convention] if report else []
    if mistakes:
        return " + ".join(mistakes)
    return " ".join(report.difference.words) or message if report and report.difference else message


def _told(report):
    """Return what a page shows of a report: never the right line, because the work may be handed in again."""
    mistakes = [entry for entry in next(iter(report.named), ()) if not entry.is_convention]
    facts = [*report.facts(), *(fact for entry in mistakes for fact in _facts(entry))]
    return {"facts": [list(fact) for fact in facts], "named": report.to_dict()["named"], "hints": list(report.hints)}


def _facts(entry):
    yield entry.heading, entry.says
    yield "Why it is tempting", entry.tempting
    yield "Effect", entry.effect


def _played(report):
    """Return the records of a player and the moment to begin with, or None if there is nothing to play."""
    try:
        view = report.play().view
    except Exception:  # what a program left may be anything; the words are there without a picture
        return None
    return {"records": view.records, "moment": view.moment}


def _cut(printed):
    if len(printed) <= LONGEST:
        return printed
    return f"{printed[:LONGEST]}\n… and {len(printed) - LONGEST:,} characters more"
