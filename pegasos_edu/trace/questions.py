"""Find how a program compares a margin, such as ``y[i] * score < 1``."""

import ast
import re

from pegasos_edu.trace.numbers import TAKEN

OF_A_MARGIN = re.compile(r"\b(y|\w*(score|margin|loss)\w*)\b")
USUAL = ["y[i] * score < 1", "y[A] * scores < 1"]  # the comparisons in Pegasos


def questions(listing):
    """Find the lines of a listing that compare a margin, a score or a label.

    Parameters
    ----------
    listing : Listing

    Returns
    -------
    dict of int to str
        The comparison as it is written, by the place of its line.
    """
    places = {number: place for place, number in enumerate(listing.numbers)}
    comparisons = {}
    for node in ast.walk(ast.parse(listing.source).body[0]):
        if isinstance(node, (ast.If, ast.Assign, ast.AugAssign)) and node.lineno in places:
            whole = node.test if isinstance(node, ast.If) else next(_compares(node), None)
            if whole is not None and OF_A_MARGIN.search(text := ast.unparse(whole)):
                comparisons[places[node.lineno]] = text
    return comparisons


def _compares(node):
    return (part for part in ast.walk(node) if isinstance(part, ast.Compare))


def comparisons(recording):
    """Yield the last comparison of a margin in each step, and its answer.

    Parameters
    ----------
    recording : Recording

    Yields
    ------
    text : str
        "" if a step compared no margin.
    answer : {"yes", "no", ""}
        "" if the same line follows either way.
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
