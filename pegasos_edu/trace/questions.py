"""What a program asks of a margin: the comparison of a line, such as ``y[i] * score < 1``."""

import ast
import re

from pegasos_edu.trace.numbers import TAKEN

OF_A_MARGIN = re.compile(r"\b(y|\w*(score|margin|loss)\w*)\b")
USUAL = ["y[i] * score < 1", "y[A] * scores < 1"]  # of Pegasos


def questions(listing):
    """Find the lines of a listing that compare a margin, or what it is made of.

    Parameters
    ----------
    listing : Listing

    Returns
    -------
    dict of int to str
        For the place of each such line the comparison, as it is written.
    """
    places = {number: place for place, number in enumerate(listing.numbers)}
    found = {}
    for node in ast.walk(ast.parse(listing.source).body[0]):
        if isinstance(node, (ast.If, ast.Assign, ast.AugAssign)) and node.lineno in places:
            whole = node.test if isinstance(node, ast.If) else next(_comparisons(node), None)
            if whole is not None and OF_A_MARGIN.search(text := ast.unparse(whole)):
                found[places[node.lineno]] = text
    return found


def _comparisons(node):
    return (part for part in ast.walk(node) if isinstance(part, ast.Compare))


def asked(recording):
    """Tell what each step asked last, and what the answer was.

    Parameters
    ----------
    recording : Recording

    Yields
    ------
    text : str
        "" where a step compared no margin.
    answer : {"yes", "no", ""}
        "" where the line goes on either way.
    """
    known, taken = questions(recording.listing), None
    for number, moments in enumerate(recording.moments):
        text, answer = "", ""
        for moment in moments:
            taken = moment.changes.get(TAKEN, taken)
            if moment.line in known:
                text = known[moment.line]
                answer = (taken or "") if recording.listing.kinds[moment.line] == "question" else ""
        if number:
            yield text, answer
