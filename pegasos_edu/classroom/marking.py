"""One hand-in: read, run apart from everything else, and scored; the result is plain data."""

import warnings

from pegasos_edu.classroom.choosing import chosen
from pegasos_edu.classroom.places import Unreadable
from pegasos_edu.classroom.programs import program
from pegasos_edu.grading.sandbox import opened, protections
from pegasos_edu.grading.scoring import score

LONGEST = 4000  # letters of what a program printed that are shown


def marked(content, name, assignment):
    """What a hand-in is worth, and what is to be said of it.

    Parameters
    ----------
    content : bytes
        Of the file.
    name : str
        Of the file.
    assignment : Assignment

    Returns
    -------
    dict
        Plain data: whether it could be read, the points, what is said of all of it and of each check, and the records
        of a player where the steps differ.
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
    return {
        "is_graded": True,
        "message": "",
        "points": sum(check["points"] for check in checks),
        "out_of": assignment.points,
        "checks": checks,
        "notes": [*read.notes, *notes],
        "problems": problems,
        "printed": _cut(running.printed),
        "protections": [f"{'Yes' if holds else 'No'}: {words}." for holds, words in protections()],
    }


def unread(words, assignment):
    """The result of what could not be graded."""
    return {
        "is_graded": False,
        "message": words,
        "points": 0,
        "out_of": assignment.points,
        "checks": [],
        "notes": [],
        "problems": [],
        "printed": "",
        "protections": [],
    }


def _problem(read, number, failed):
    """What went wrong in a cell, and where, as a learner finds it again."""
    line = failed.line
    at = f"Line {line.number}" if line else "A line"
    if number is not None and read.is_notebook:
        at = f"Cell of code {number}" + (f", line {line.number}" if line else "")
    elif number is None:
        at = "All of it"
    return f"{at}: {failed.words}{f' ({line.text})' if line and line.text else ''}"


def _checks(scores):
    """What is said of each check; of what was said before, where; and one player, at the first difference."""
    checks, said, player = [], {}, None
    for scored in scores:
        check, report = scored.check, scored.report
        told = _told(report) if report else None
        if told and (names := str(told["named"])) in said:
            told |= {"facts": [["As above", f"What is said at “{said[names]}” holds here, too."]], "hints": []}
        elif told and told["named"]:
            said[names] = check.name
        played = None if player or not report else _played(report)
        player = player or played
        checks.append(
            {
                "name": check.name,
                "points": scored.points,
                "out_of": check.points,
                "is_hidden": check.kind == "hidden",
                "message": report.verdict if report else scored.message or "All that it asks for holds.",
                "report": told,
                "player": played,
            }
        )
    return checks


def _told(report):
    """What a page shows of a report: never the line that is right, as the work may be handed in again."""
    mistakes = [entry for entry in next(iter(report.named), ()) if not entry.is_convention]
    facts = [*report.facts(), *(fact for entry in mistakes for fact in _facts(entry))]
    return {"facts": [list(fact) for fact in facts], "named": report.to_dict()["named"], "hints": list(report.hints)}


def _facts(entry):
    yield entry.heading, entry.says
    yield "Why it is tempting", entry.tempting
    yield "What comes of it", entry.effect


def _played(report):
    """The records of a player, and the moment to begin with; None where there is nothing to play."""
    try:
        view = report.play().view
    except Exception:  # what a program left may be anything; the words are there without a picture
        return None
    return {"records": view.records, "moment": view.moment}


def _cut(printed):
    return printed if len(printed) <= LONGEST else f"{printed[:LONGEST]}\n… and {len(printed) - LONGEST:,} letters more"
