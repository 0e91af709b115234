"""What the pages of a class share: their frame, numbers, lists and tables."""

import html
from pathlib import Path

from pegasos_edu.basics.html import whole_page
from pegasos_edu.basics.palette import css

STYLE = css() + Path(__file__).with_name("pages.css").read_text("utf-8")


def text(value):
    """A text as HTML: whatever it holds, it is no markup."""
    return html.escape(str(value))


def page(title, body, style="", script=""):
    """A whole page.

    Parameters
    ----------
    title : str
        As text.
    body, script : str
        As HTML.
    style : str
        Further rules of CSS.

    Returns
    -------
    bytes
    """
    return whole_page(text(title), STYLE + style, f"<main>\n{body}\n</main>{script}").encode("utf-8", "replace")


def number(value):
    """A number as it is read: 3, 2.5, 0.33."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def points(got, out_of):
    """So many points of so many, in words."""
    return f"{number(got)} of {number(out_of)} {'point' if out_of == 1 else 'points'}"


def listed(items):
    """A list of texts; nothing where there is none."""
    return f"<ul>{''.join(f'<li>{text(item)}</li>' for item in items)}</ul>" if items else ""


def table(caption, heads, rows):
    """A table that scrolls by itself where it is wider than the page.

    Parameters
    ----------
    caption : str
        As text.
    heads : sequence of str
        As text.
    rows : sequence of sequences of str
        As HTML; the first cell of each is its head.

    Returns
    -------
    str
    """
    head = "".join(f'<th scope="col">{text(one)}</th>' for one in heads)
    lines = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    )
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{text(caption)}"><table><caption>{text(caption)}'
        f"</caption><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>"
    )
