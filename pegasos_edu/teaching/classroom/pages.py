"""Render the pages of a class from their templates: one for each student, and the overview."""

import json
import re
from collections import defaultdict
from pathlib import Path
from statistics import median

from pegasos_edu.common.html import style_of_texts, whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.common.templates import environment
from pegasos_edu.misconceptions import by_id
from pegasos_edu.player.page import STYLE as PLAYER_STYLE

BINS = 10  # the most bins of the histogram, besides the bin of full points
TEMPLATES = Path(__file__).with_name("templates")


def number(value):
    """Return a number with at most two decimals, such as 3, 2.5 or 0.33; a dash for None."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def points(got, out_of):
    """Return points in words, such as "3 of 4 points"."""
    return f"{number(got)} of {number(out_of)} {'point' if out_of == 1 else 'points'}"


def sentence(text):
    """Return a text that begins with a capital letter and ends in a full stop."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


environment(TEMPLATES).filters |= {"number": number, "points": points, "sentence": sentence}


def feedback(assignment, handin, result):
    """Return the page of a hand-in as a single file that loads nothing else."""
    title = f"{assignment.name} · {assignment.title}: {handin.student}, {points(result['points'], result['out_of'])}"
    player = next((check["player"] for check in result["checks"] if check["player"]), None)
    style, script = "", ""
    if player:
        records = json.dumps(player, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        data = f'<script type="application/json" id="records">{records}</script>'
        style, script = PLAYER_STYLE, f'{data}\n<script type="module">\n{joined(TEMPLATES / "feedback.js")}</script>'
    return _page("feedback.html", title, style, script, assignment=assignment, handin=handin, **result)


def overview(assignment, rows, **facts):
    """Return the overview of a class from the rows of `results.row`."""
    worth = sum(cell.points for cell in assignment.cells)
    graded = [row for row in rows if row["is_graded"]]
    failures = _failures(graded)
    reached = [row["points"] for row in rows if row["points"] is not None]
    facts |= {
        "worth": worth,
        "median": median(reached) if reached else None,
        "full": sum(points >= worth for points in reached),
        "lost": [row for row in rows if not row["is_graded"]],
        "bins": _bins(worth, reached),
        "checks": [_check(cell, rows) for cell in assignment.cells if cell.points],
        "known": [group for group in failures if group["says"]],
        "unknown": [group for group in failures if not group["says"]],
        "cells": _cells(graded),
        "similar": [some for some in _by(rows, lambda row: row["fingerprint"]).values() if len(some) > 1],
        "protections": list(dict.fromkeys(words for row in graded for words in row["protections"])),
    }
    title = f"{assignment.name}: {len(rows)} hand-ins"
    return _page("overview.html", title, assignment=assignment, rows=rows, **facts)


def _page(template, title, style="", script="", **values):
    """Return a page as bytes; its template treats every value as text, never as markup."""
    body = environment(TEMPLATES).get_template(template).render(values)
    styles = style_of_texts(has_face=False) + (TEMPLATES / "pages.css").read_text("utf-8") + style
    return whole_page(title, styles, f"<main>\n{body}\n</main>{script}").encode("utf-8", "replace")


# The parts of the overview


def _bins(most, reached):
    """Return (name, count) for each bin; the last bin counts hand-ins with all points."""
    n = min(BINS, most)
    edges = [round(most * k / n) for k in range(n + 1)]
    bins = [(low, high, str(low) if high - low == 1 else f"{low}–{high - 1}") for low, high in zip(edges, edges[1:])]
    bins.append((most, float("inf"), str(most)))
    return [(name, sum(low <= points < high for points in reached)) for low, high, name in bins]


def _check(cell, rows):
    checks = (check for row in rows for check in row["checks"] if check["name"] == cell.name)
    reached = [check["points"] for check in checks if check["points"] is not None]
    mean, passed = sum(reached) / len(reached) if reached else None, sum(points > 0 for points in reached)
    name = f"{cell.name} (hidden)" if cell.kind == "hidden" else cell.name
    return {"name": name, "points": cell.points, "mean": mean, "passed": passed, "failed": len(reached) - passed}


def _failures(rows):
    """Return the causes of failed checks, the most frequent first, with the checks and the students."""
    says = {entry.title: entry.says for entry in by_id().values()}
    failed = [(row, check) for row in rows for check in row["checks"] if check["cause"]]
    groups = []
    for some in _by(failed, lambda pair: re.sub(r"[-−]?\d[\d.,e]*", "0", pair[1]["cause"])).values():
        cause = some[0][1]["cause"]
        checks = dict.fromkeys(check["name"] for _, check in some)
        students = list({row["id"]: row for row, _ in some}.values())
        meaning = " ".join(says[title] for title in cause.split(" + ") if title in says)
        groups.append({"cause": cause, "says": meaning, "checks": ", ".join(checks), "rows": students})
    return sorted(groups, key=lambda group: (-len(group["rows"]), group["cause"]))


def _cells(rows):
    """Return the cells that could not run, grouped by what happened in them."""
    groups = _by([(row, problem) for row in rows for problem in row["problems"]], lambda pair: pair[1]["words"])
    return sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0]))


def _by(items, key):
    """Return items in groups, without those whose key is empty."""
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    groups.pop("", None)
    return groups
