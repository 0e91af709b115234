"""Render the pages of a class from their templates: one for each student, and the overview."""

import json
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pegasos_edu.common.html import whole_page
from pegasos_edu.common.palette import css
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.page import STYLE as PLAYER_STYLE
from pegasos_edu.teaching.classroom.overview import summary

TEMPLATES = Path(__file__).with_name("templates")
_LOADER = FileSystemLoader(TEMPLATES)
_PAGES = Environment(loader=_LOADER, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def number(value):
    """Return a number as people write it: 3, 2.5, 0.33; a dash for none."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def points(got, out_of):
    """Return points in words: 3 of 4 points."""
    return f"{number(got)} of {number(out_of)} {'point' if out_of == 1 else 'points'}"


def sentence(text):
    """Return a text that begins with a capital letter and ends in a full stop."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


_PAGES.filters |= {"number": number, "points": points, "sentence": sentence}


def _page(template, title, style="", script="", **values):
    """Return a page as bytes; its template takes everything for text, and never for markup."""
    body = _PAGES.get_template(template).render(values)
    title = str(_PAGES.from_string("{{ title }}").render(title=title))
    styles = css() + (TEMPLATES / "pages.css").read_text("utf-8") + style
    return whole_page(title, styles, f"<main>\n{body}\n</main>{script}").encode("utf-8", "replace")


def overview(assignment, rows, **values):
    """Return the overview of a class; the values are those of `overview.summary` that are not made of the rows."""
    title = f"{assignment.name}: {len(rows)} hand-ins"
    return _page("overview.html", title, assignment=assignment, rows=rows, **summary(assignment, rows), **values)


def feedback(assignment, handin, result):
    """Return the page of a hand-in, a single file that asks for nothing else."""
    got = points(result["points"], result["out_of"])
    title = f"{assignment.name} · {assignment.title}: {handin.student}, {got}"
    player = next((check["player"] for check in result["checks"] if check["player"]), None)
    style, script = (PLAYER_STYLE, _script(player)) if player else ("", "")
    return _page("feedback.html", title, style, script, assignment=assignment, handin=handin, **result)


def _script(player):
    records = json.dumps(player, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    data = f'<script type="application/json" id="records">{records}</script>'
    return f'{data}\n<script type="module">\n{joined(TEMPLATES / "feedback.js")}</script>'
