"""What if it were done otherwise: the misconceptions that the page offers, and what an address calls them."""

import re

from pegasos_edu.live.edits import CHOSEN, edits

OF_TOURS = {"hinge": ("only scores strictly on the wrong side", "always brought to the length 1/√λ")}


def offered():
    """The misconceptions offered, by box and by a short name that an address can hold.

    Returns
    -------
    dict of str to dict of str to Edit
    """
    found = {}
    for edit in edits({box: (*names, *OF_TOURS.get(box, ())) for box, names in CHOSEN.items()}):
        found.setdefault(edit.task, {})[short(edit.entry.name)] = edit
    return found


def short(name):
    """A name in small letters, digits and hyphens: that of "shrinks by 1 − λ" is shrinks-by-1-lambda."""
    for sign, word in (("√", "sqrt-"), ("λ", "lambda"), ("η", "eta"), ("α", "alpha"), ("'", "")):
        name = name.replace(sign, word)
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
