"""Draw Spot the bug: curves as SVG, a page with several rounds and a score, and the output of a notebook cell."""

import html
import json
from base64 import b64encode
from pathlib import Path

import numpy as np

from pegasos_edu.common.html import whole_page
from pegasos_edu.common.palette import css
from pegasos_edu.common.scripts import joined

HERE = Path(__file__).parent
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 340, 210, 42, 10, 26, 34  # of a panel, and around its curves
ROWS = 12  # of the table of numbers
CELL = "text-align: right; padding: 1px 10px; font-variant-numeric: tabular-nums"
QUESTION = "What is wrong with the second program?"
LEVELS = {
    1: "Level 1: everything is shown, including the lines of the wrong program. The pseudocode next to a line still "
    "says what the line should do.",
    2: "Level 2: the lines of the wrong program are hidden. Its picture and its numbers are shown.",
    3: "Level 3: both programs and their pictures are hidden. Only the objective and the accuracy after each step are "
    "shown.",
}
HINT = "Both programs use the same data and the same draws. The first one is right, and the second one has a bug."


# Curves


def curves(spot):
    """Return the objective and the accuracy of both programs as curves, and as a table of numbers."""
    right, wrong = spot.curves
    low, high = (np.log10(edge([right.f.min(), right.f.max(), wrong.f.min(), wrong.f.max()])) for edge in (min, max))
    low, high = low - 0.05, max(high + 0.05, low + 0.3)
    marks = [(np.log10(mark), f"{mark:g}") for mark in _round_numbers(10**low, 10**high)]
    f = _panel("Objective f, on a log scale", np.log10(right.f), np.log10(wrong.f), low, high, marks)
    marks = [(share, f"{100 * share:.0f} %") for share in (0, 0.25, 0.5, 0.75, 1)]
    accuracy = _panel("Accuracy", right.accuracy, wrong.accuracy, 0, 1.03, marks)
    return (
        f'<div style="display: flex; flex-wrap: wrap; gap: 8px 24px">{f}{accuracy}</div>'
        '<div style="font-size: 0.9em">The solid lines show the right program, the dashed lines the wrong one.</div>'
        f"{_table(right, wrong)}"
    )


def _panel(title, right, wrong, low, high, marks):
    """Draw two curves against the steps."""
    T = len(right)

    def x(t):
        return LEFT + (WIDTH - LEFT - RIGHT) * t / T

    def y(value):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    def curve(values, style):
        points = " ".join(f"{x(t):.1f},{y(value):.1f}" for t, value in enumerate(values, 1))
        return f'<polyline points="{points}" fill="none" stroke="currentColor" {style}/>'

    grid = "".join(
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="currentColor" '
        f'stroke-opacity="0.25"/><text x="{LEFT - 5}" y="{y(value) + 4:.1f}" text-anchor="end">{text}</text>'
        for value, text in marks
    )
    steps = "".join(
        f'<text x="{x(t):.1f}" y="{HEIGHT - 18}" text-anchor="middle">{t}</text>' for t in range(0, T + 1, T // 4)
    )
    said = f"{title}, of the right program and of the wrong one after each of {T} steps. A table below has the numbers."
    both = curve(right, 'stroke-width="1.3"') + curve(wrong, 'stroke-width="2.6" stroke-dasharray="7 4"')
    return (
        f'<svg role="img" aria-label="{said}" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="12" fill="currentColor" '
        'style="flex: 1 1 300px; max-width: 480px; min-width: 0">'
        f'<text x="{LEFT}" y="14" font-weight="bold">{title}</text>{grid}{steps}'
        f'<text x="{(LEFT + WIDTH) / 2:.0f}" y="{HEIGHT - 3}" text-anchor="middle">step</text>'
        f"{both}</svg>"
    )


def _round_numbers(low, high):
    """Return round numbers between two others: powers of 10, or with 2 and 5, or with all digits if those are few."""
    decades = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    for leading in ((1,), (1, 2, 5), range(1, 10)):
        marks = [n * 10.0**decade for decade in decades for n in leading if low <= n * 10.0**decade <= high]
        if len(marks) > 2:
            break
    return [mark for n, mark in enumerate(marks) if n == 0 or mark / marks[n - 1] > (high / low) ** 0.1]  # with room


def _table(right, wrong):
    """Return the numbers of the first few steps, and of others that are spread evenly."""
    T = len(right.f)
    rows = "".join(
        f'<tr><th scope="row" style="{CELL}">{t}</th>'
        + "".join(f'<td style="{CELL}">{text}</td>' for text in _texts(right, wrong, t))
        + "</tr>"
        for t in sorted({1, 2, 3, *np.linspace(T // ROWS, T, ROWS).astype(int).tolist()})
    )
    heads = "step", "f, right", "f, wrong", "accuracy, right", "accuracy, wrong"
    head = "".join(f'<th scope="col" style="{CELL}">{text}</th>' for text in heads)
    return (
        '<details style="overflow-x: auto"><summary data-lm-suppress-shortcuts="true" style="cursor: pointer">'
        f"Show the numbers</summary><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def _texts(right, wrong, t):
    f = (f"{one.f[t - 1]:.3g}" for one in (right, wrong))
    return [*f, *(f"{100 * one.accuracy[t - 1]:.0f} %" for one in (right, wrong))]


# In a notebook


def in_notebook(spot):
    """Return the programs and the question as HTML that needs neither a script nor a kernel."""
    from pegasos_edu.lessons.quiz import Quiz

    both = spot.shown()
    shown = curves(spot) if both is None else both._repr_mimebundle_()["text/html"]
    feedback = {choice.title: " ".join(f"{head}: {text}" for head, text in choice.facts) for choice in spot.choices}
    asked = f"{QUESTION} (Level {spot.level}: {spot.setting}.)"  # browsers keep one choice of a question open
    answer = next(choice.title for choice in spot.choices if choice.id == spot.answer)
    quiz = Quiz(asked, feedback, answer, expected=answer)
    lead = f"<p><b>Spot the bug: {html.escape(spot.setting)}.</b> {HINT} {LEVELS[spot.level]}</p>"
    return f'<div class="pegasos-spot">{lead}{shown}{quiz._repr_html_()}</div>'


# As a page


def page(spots, of_site=None):
    """Return all rounds as one HTML file that loads nothing else."""
    from pegasos_edu.player.page import STYLE

    style = (HERE / "spot.css").read_text("utf-8")
    rounds = "\n".join(_section(n, spot, len(spots)) for n, spot in enumerate(spots, 1))
    content = _json([spot.records() for spot in spots])
    solutions = b64encode(_json([spot.solution() for spot in spots]).encode()).decode("ascii")
    body = (
        f"<main>\n<h1>Spot the bug</h1>\n<p>{HINT} Find the bug.</p>\n"
        "<noscript>This page needs JavaScript.</noscript>\n"
        f'{rounds}\n<nav aria-label="Rounds"><button type="button" id="before">◀ Previous round</button>\n'
        '<output id="score" aria-live="polite"></output>\n<button type="button" id="next">Next round ▶</button></nav>\n'
        f'</main>\n<script type="application/json" id="records">{content}</script>\n'
        f'<script type="text/plain" id="solutions">{solutions}</script>\n'
        f'<script type="module">\n{joined(HERE / "spot.js")}</script>'
    )
    return whole_page("Spot the bug", f"{css()}{STYLE}{style}", body, of_site)


def _section(n, spot, count):
    """Return one round: the programs and the question. The script adds the words about an answer."""
    choices = "\n".join(
        f'<label><input type="radio" name="choice-{n}" value="{place}"> <span>{html.escape(one.title)}</span></label>'
        for place, one in enumerate(spot.choices)
    )
    return (
        f'<section class="round" aria-labelledby="round-{n}" hidden>\n'
        f'<h2 id="round-{n}" tabindex="-1">Round {n} of {count}: {html.escape(spot.setting)}</h2>\n'
        f'<p>{LEVELS[spot.level]}</p>\n{curves(spot) if spot.level == 3 else ""}<div class="shown"></div>\n'
        f"<form><fieldset><legend>{QUESTION}</legend>\n{choices}\n</fieldset>\n"
        '<button type="submit">Check</button> <button type="button" class="tell">Show the answer</button></form>\n'
        '<div class="verdict" role="status"></div>\n'
        '<button type="button" class="uncover" hidden>'
        f"Show step {spot.first} of both programs with all lines</button>\n"
        "</section>"
    )


def _json(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
