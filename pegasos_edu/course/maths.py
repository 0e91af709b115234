"""Formulas as MathML, which browsers draw by themselves: in outputs, in exported pages, on slides, offline."""

import html
import re

from latex2mathml.converter import convert

PIECES = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?P=ticks)|\$\$(?P<block>.+?)\$\$"
    r"|\$(?P<inline>[^\s$](?:[^$\n]*[^\s$])?)\$(?P<stop>[.,;:?!)]*)",
    re.DOTALL,
)


def mathml(tex, display="inline"):
    """A formula in LaTeX as a <math> element.

    Parameters
    ----------
    tex : str
        Without dollar signs.
    display : {"inline", "block"}

    Returns
    -------
    str

    Raises
    ------
    ValueError
        Where it is no formula.
    """
    try:
        made = convert(tex.strip(), display=display)
    except Exception as error:  # the parser has a class of its own for each mistake, and raises IndexError as well
        reason = f"{type(error).__name__} {error}".strip()
        raise ValueError(f"tex must be a formula in LaTeX, got {tex!r} ({reason}); check its braces.") from None
    if unknown := re.search(r"\\[^\s<]+", made):
        raise ValueError(f"tex must be a formula in LaTeX, got {unknown[0]} in {tex!r}; take a command of plain LaTeX.")
    return made


def with_mathml(text):
    """The text (markdown, say) with $…$ and $$…$$ as MathML, all else as it is; dollars in `code` are no formula."""
    return PIECES.sub(lambda piece: piece[0] if piece["code"] else _formula(piece), text)


def marked_up(text):
    """A plain sentence as HTML: $…$ and $$…$$ as MathML, `code` as <code>, nothing else has a meaning."""
    parts, end = [], 0
    for piece in PIECES.finditer(text):
        code = f"<code>{html.escape(piece['code'])}</code>" if piece["code"] else _formula(piece)
        parts += [html.escape(text[end : piece.start()]), code]
        end = piece.end()
    return "".join([*parts, html.escape(text[end:])])


def _formula(piece):
    if piece["block"]:
        return mathml(piece["block"], "block")
    made = mathml(piece["inline"])
    return f'<span style="white-space: nowrap">{made}{piece["stop"]}</span>' if piece["stop"] else made
