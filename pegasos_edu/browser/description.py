"""Describe an algorithm for a page: its listing with formulas, its name and its kind."""

from pegasos_edu.algorithms.inputs import Batches, Gram
from pegasos_edu.runs.run import loss_of, signature
from pegasos_edu.trace.numbers import Hole
from pegasos_edu.trace.questions import questions


def describe(key, algorithm, written, like=None):
    """Return the facts about an algorithm that a page needs, for JSON.

    Parameters
    ----------
    key : str
        The name of the algorithm in the page.
    algorithm : generator function
    written : TranslatedAlgorithm
    like : dict, optional
        The description of a similar algorithm; in ``listing`` a line that both have is replaced by its number.

    Returns
    -------
    dict
    """
    of_X, _, of_draws, options = signature(algorithm)
    listing, kind = written.listing, written.kind
    lines = [
        [*line, [_piece(piece) for piece in written.formulas.get(place, [])], line_kind]
        for place, (line, line_kind) in enumerate(zip(listing.lines, listing.kinds))
    ]
    known = like["listing"] if like else []
    return {
        "key": key,
        "name": algorithm.__name__,
        "title": listing.title,
        "like": like["key"] if like else None,
        "listing": [known.index(line) if line in known else line for line in lines],
        "loop": written.loop,
        "asks": [[place, text] for place, text in questions(listing).items()],
        "options": list(options),
        "loss": loss_of(algorithm),
        "kept": kind.kept.names,
        "is_kernel": of_X is Gram,
        "is_batch": of_draws is Batches,
        "is_dual": kind.is_dual,
        "has_bias": kind.has_bias,
    }


def _piece(piece):
    """Return a text unchanged, and a hole as a list: its key, whether negative numbers get brackets, its other text."""
    return [piece.key, int(piece.operand), piece.otherwise] if isinstance(piece, Hole) else piece
