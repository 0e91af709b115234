"""Write formulas as MathML, which browsers draw without a script and offline, or as text that survives everywhere.

A notebook stores the text, and beside it the formula in LaTeX; a page or a live widget makes MathML of it.
"""

import html
import re
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring, tostring

from latex2mathml.converter import convert_to_element

from pegasos_edu.lessons.flat_formulas import flat

PIECES = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?P=ticks)|\$\$(?P<block>.+?)\$\$"
    r"|\$(?P<inline>[^\s$](?:[^$\n]*[^\s$])?)\$(?P<stop>[.,;:?!)]*)",
    re.DOTALL,
)

SIGN = re.compile(r"&amp;(#x?[0-9a-fA-F]+;)")  # the form in which the converter writes signs
SPACING = {"‖": {"stretchy": "false", "lspace": "0", "rspace": "0"}, "…": {"lspace": "0", "rspace": "0"}}
CLOSING = set(")]}⟩‖|!")  # a sign after them adds or subtracts
STORED = re.compile(r'<span data-(inline|block)="([^"]*)">.*?</span>([.,;:?!)]*)')  # no dollars: others read them, too
MATH = re.compile(r'<math\b([^>]*?) xmlns="[^"]*"(.*?</math>)', re.DOTALL)
STRUT = {"width": "0", "height": "0.8em", "depth": "0.2em"}
OF_A_PAGE = {"href", "style", "class", "id"}  # no formula needs these attributes, which could change a page


def mathml(tex, display="inline"):
    """Return a formula in LaTeX, without dollar signs, as a <math> element.

    Parameters
    ----------
    tex : str
    display : {"inline", "block"}

    Raises
    ------
    ValueError
        If the formula is invalid.
    """
    tree = _tree(tex, display)
    text = SIGN.sub(r"&\1", tostring(tree, encoding="unicode"))  # the converter's own function would let tags through
    if foreign := OF_A_PAGE & {name for element in tree.iter() for name in element.attrib}:
        raise ValueError(f"tex must be a formula in LaTeX, got {min(foreign)} in {tex!r}; leave links and styles out.")
    if unknown := re.search(r"\\[^\s<]+", text):
        raise ValueError(f"tex must be a formula in LaTeX, got {unknown[0]} in {tex!r}; use a command of plain LaTeX.")
    return text.replace("<math", '<math tabindex="0"', 1) if display == "block" else text  # the keyboard can scroll it


def _tree(tex, display):
    try:
        tree = convert_to_element(tex.strip(), display=display)
    except Exception as error:  # the parser raises many classes of errors
        reason = f"{type(error).__name__} {error}".strip()
        raise ValueError(f"tex must be a formula in LaTeX, got {tex!r} ({reason}); check its braces.") from None
    _tidy(tree)
    return tree


def _tidy(tree):
    """Give bars, dots and roots the size and the spacing of LaTeX, since browsers differ."""
    for root in tree.iter("msqrt"):
        root.insert(0, Element("mspace", STRUT))  # otherwise the sign of a root hangs below the line
    for name in tree.iter("mi"):
        if _text(name) == "·":  # older converters treat the dot as a name
            name.tag = "mo"
    for sign in tree.iter("mo"):
        text = _text(sign)
        if text == "¯":
            sign.text = "‾"  # this bar stretches
        elif sign.get("stretchy") != "true":
            sign.attrib |= SPACING.get(text, {})
    for before, sign in (pair for element in tree.iter() for pair in pairwise(element)):
        if before.tag == sign.tag == "mo" and _text(sign) in "+−±" and _text(before) not in CLOSING:
            sign.set("form", "prefix")  # without the space of a sum: y = +1


def _text(element):
    return html.unescape(element.text or "")


def with_mathml(text):
    """Return a text, such as Markdown, with $…$ and $$…$$ as MathML; keep dollars in `code`."""
    return PIECES.sub(lambda piece: piece[0] if piece["code"] else _formula(piece), text)


def marked_up(text):
    """Return a plain sentence as HTML for a notebook to store, with `code` as <code>, and everything else escaped.

    Each formula, $…$ or $$…$$, is text in which a reader finds its fractions, powers and indices even if a program
    removes all tags. `with_drawn` turns it into MathML.
    """
    parts, end = [], 0
    for piece in PIECES.finditer(text):
        code = f"<code>{html.escape(piece['code'])}</code>" if piece["code"] else _stored(piece)
        parts += [html.escape(text[end : piece.start()]), code]
        end = piece.end()
    return "".join([*parts, html.escape(text[end:])])


def with_drawn(markup):
    """Return HTML in which the formulas of `marked_up` are MathML."""

    def drawn(match):
        kind, tex, stop = match.groups()
        dollars = "$$" if kind == "block" else "$"
        return with_mathml(f"{dollars}{html.unescape(tex)}{dollars}{stop}")

    return STORED.sub(drawn, markup)


def with_flat(markup):
    """Return HTML in which the formulas of `mathml` are on one line, before its tags are removed."""
    return MATH.sub(lambda match: flat(fromstring(f"<math{match[1]}{match[2]}")), markup)


def _stored(piece):
    kind = "block" if piece["block"] else "inline"
    mathml(piece[kind])  # refuses what no page could draw
    text = flat(_tree(piece[kind], kind))
    return f'<span data-{kind}="{html.escape(piece[kind])}">{text}</span>{piece["stop"] or ""}'


def _formula(piece):
    if piece["block"]:
        return mathml(piece["block"], "block")
    formula = mathml(piece["inline"])
    return f'<span style="white-space: nowrap">{formula}{piece["stop"]}</span>' if piece["stop"] else formula
