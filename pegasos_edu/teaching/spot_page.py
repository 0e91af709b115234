"""Show Spot the bug as the output of a notebook cell, or as a page with several rounds and a score."""

import json
from base64 import b64encode
from pathlib import Path

import numpy as np
from markupsafe import Markup

from pegasos_edu.common.html import style_of_texts, whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.common.templates import template

TEMPLATES = Path(__file__).with_name("templates")
WIDTH, TOP, HEIGHT, LEFT = 288, 26, 150, 42  # size and place of the curves in a panel
ROWS = 12  # the number of rows in the table of numbers
QUESTION = "A is right. What is wrong with B?"
LEVELS = {1: "all is shown", 2: "the lines of B are hidden", 3: "only f and the accuracy are shown"}
GIVEN = """
from math import exp, log, sqrt
from numpy.linalg import norm
def dot(v, X, i): return v.dot(X[i])
def dots(w, X, A): return X[A] @ w
def square(X, i): return X[i].dot(X[i])
def combine(c, X, A): return c @ X[A]
def add(v, c, X, i): v += c * X[i]
"""  # the functions that the algorithms use, for a page


def _form(name, *values):
    return Markup(getattr(template(__file__, "spot.html").module, name)(*values))


def curves(spot):
    """Return the objective and the accuracy of both programs as curves, and as a table of numbers."""
    right, wrong = spot.curves
    T, logs = len(right.f), [np.log10(right.f), np.log10(wrong.f)]
    low = np.min(logs) - 0.05
    high = max(np.max(logs) + 0.05, low + 0.3)
    marks = [(np.log10(mark), f"{mark:g}") for mark in _round_numbers(10**low, 10**high)]
    shares = [(share, f"{100 * share:.0f} %") for share in (0, 0.25, 0.5, 0.75, 1)]
    panels = [
        _panel("Objective f, on a log scale", *logs, low, high, marks),
        _panel("Accuracy", right.accuracy, wrong.accuracy, 0, 1.03, shares),
    ]
    rows = [
        [
            t,
            *(f"{curve.f[t - 1]:.3g}" for curve in spot.curves),
            *(f"{100 * curve.accuracy[t - 1]:.0f} %" for curve in spot.curves),
        ]
        for t in sorted({1, 2, 3, *np.linspace(T // ROWS, T, ROWS).astype(int).tolist()})
    ]
    return _form("curves", panels, ("step", "f of A", "f of B", "accuracy of A", "accuracy of B"), rows)


def _panel(title, right, wrong, low, high, marks):
    """Return two curves against the steps in the coordinates of their panel."""
    T = len(right)

    def x(t):
        return round(LEFT + WIDTH * t / T, 1)

    def y(value):
        return round(float(TOP + HEIGHT * (high - value) / (high - low)), 1)

    points = [" ".join(f"{x(t)},{y(value)}" for t, value in enumerate(values, 1)) for values in (right, wrong)]
    steps = [(x(t), t) for t in range(0, T + 1, T // 4)]
    marks = [(y(value), text) for value, text in marks]
    return {"title": title, "marks": marks, "steps": steps, "right": points[0], "wrong": points[1]}


def _round_numbers(low, high):
    """Return round numbers in a range: powers of 10, or also 2 and 5 times these, or with any first digit."""
    decades = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    for leading in ((1,), (1, 2, 5), range(1, 10)):
        marks = [n * 10.0**decade for decade in decades for n in leading if low <= n * 10.0**decade <= high]
        if len(marks) > 2:
            break
    return [mark for n, mark in enumerate(marks) if n == 0 or mark / marks[n - 1] > (high / low) ** 0.1]  # not close


def in_notebook(spot):
    """Return the programs and the question as HTML that needs neither a script nor a kernel."""
    from pegasos_edu.lessons.quiz import Quiz

    both = spot.comparison()
    shown = curves(spot) if both is None else both._repr_mimebundle_()["text/html"]
    feedback = {choice.title: " ".join(f"{head}: {text}" for head, text in choice.facts) for choice in spot.choices}
    question = f"{QUESTION} (Level {spot.level}: {spot.setting}.)"  # browsers open one choice of a question at a time
    answer = next(choice.title for choice in spot.choices if choice.id == spot.answer)
    quiz = Quiz(question, feedback, answer, expected=answer)
    return str(_form("notebook", spot, LEVELS[spot.level], Markup(shown), Markup(quiz._repr_html_())))


def page(spots, of_site=None, shared=""):
    """Return all rounds as one HTML file that loads nothing else but the script at the address `shared`, if any."""
    from pegasos_edu.lessons import write
    from pegasos_edu.player.page import STYLE

    drawn = [curves(spot) if spot.level == 3 else "" for spot in spots]
    records = Markup(_json([spot.records() for spot in spots]))
    solutions = b64encode(_json([spot.solution() for spot in spots]).encode()).decode("ascii")
    body = _form("page", spots, LEVELS, QUESTION, drawn, records, solutions, shared)
    if sources := [source for spot in spots if (source := spot.to_mend())]:
        body += Markup(write.parts(sources, shared, given=GIVEN))
    body += Markup(f'<script type="module">\n{joined(TEMPLATES / "spot.js")}</script>')
    style = f"{style_of_texts()}{STYLE}{write.STYLE}{(TEMPLATES / 'spot.css').read_text('utf-8')}"
    return whole_page("Spot the bug", style, body, of_site)


def _json(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
