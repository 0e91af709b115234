"""Draw both parts of f(w) − f* against the steps, for each position of three switches.

The page needs no kernel, and no script but the one that fits its frame: all curves are in it, and rules of CSS show
those of the chosen switches.
"""

import json
from functools import cache
from itertools import product
from math import floor, log10

import numpy as np

from pegasos_edu.common import palette
from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.lessons.start_or_noise.measuring import AVERAGES, FLOOR, PROBLEMS, STORED
from pegasos_edu.player.page import HERE, NOT_LIGHT, frame
from pegasos_edu.plots.pictures import Picture, figure

PARTS = {"differing": "what differs", "shared": "what all runs share"}
TOLD = 10, 100, 3000  # the table gives numbers at the measured steps next to these
STYLE = (STORED.parent / "page.css").read_text("utf-8")
SCRIPT = joined(HERE / "js" / "framed_page.js")
SWITCHES = {  # name -> its title, and its positions with their labels
    "k": ("images in a step, k", {}),
    "ball": ("projection onto the ball", {"free": "no", "ball": "yes"}),
    "average": ("what is kept", {"last": "the last w", "all": "mean of all", "half": "mean of the last half"}),
}


def start_or_noise(lam=0.1, k=1, ball=False, average="last"):
    """Show both parts of f(w) − f* on the digits 3 and 8; a notebook cell should end with this call.

    Parameters
    ----------
    lam : {0.1, 0.001}
        With 0.001 only k = 1 was measured.
    k : {1, 10, 100}
        The first position of the switch for the size of the batches.
    ball : bool
        That for the projection.
    average : {"last", "all", "half"}
        That for what is kept.

    Returns
    -------
    StartOrNoise

    Raises
    ------
    ValueError
        If nothing was measured for these values.
    """
    state = f"{k} {'ball' if ball else 'free'} {average}"
    measured = [f"{k} {ball} {average}" for k, ball, average in _states(f"{lam:g}")] if f"{lam:g}" in PROBLEMS else []
    if state not in measured:
        raise ValueError(
            f"lam, k, ball and average must be measured, got {lam}, {k}, {ball}, {average!r}; "
            "see the docstring for what was."
        )
    return StartOrNoise(f"{lam:g}", state)


@cache
def _stored():
    return json.loads(STORED.read_text("utf-8"))


def _states(lam):
    batches, balls = PROBLEMS[lam]
    return product(batches, ["ball" if ball else "free" for ball in balls], AVERAGES)


class StartOrNoise(Printable):
    """Show the two parts; `start_or_noise` returns an instance."""

    def __init__(self, lam, state):
        self.lam, self.state = lam, state
        self.moments, self.curves = np.array(_stored()["moments"]), _stored()[lam]
        self.base = next(iter(self.curves))
        self.told = [int(np.argmin(np.abs(self.moments - t))) for t in TOLD]
        values = [
            value for pair in self.curves.values() for part in PARTS for value in self._visible(pair, part) if value
        ]
        self.low, self.high = floor(log10(min(values))), floor(log10(max(values))) + 1

    def _visible(self, pair, part):
        """Return the values of a part; None where the noise of a mean of 500 runs hides it."""
        limits = [0.0] * len(self.moments) if part == "differing" else [v / FLOOR for v in pair["differing"]]
        return [value if value > limit else None for value, limit in zip(pair[part], limits)]

    # The numbers

    def numbers(self, state):
        """Return rows of a label and of a text for each step of `TOLD`: values, or factors beside the first state."""
        pair, base = self.curves[state], self.curves[self.base]
        rows = {label: [self._number(pair, base, part, n, state) for n in self.told] for part, label in PARTS.items()}
        sums = [(_sum(pair, n), _sum(base, n)) for n in self.told]
        rows["the sum, f − f*"] = [_short(p) if state == self.base else f"× {_short(p / q)}" for p, q in sums]
        return rows

    def _number(self, pair, base, part, n, state):
        height, first = self._visible(pair, part)[n], self._visible(base, part)[n]
        if height is None or first is None:
            return "too small to measure"
        return _short(height) if state == self.base else f"× {_short(height / first)}"

    def words(self, state):
        """Return what a state changes in the first one; what the first one is, for the first one itself."""
        k, ball, average = state.split()
        changes = [f"{k} images in a step"] * (k != "1")
        changes += ["projection onto the ball"] * (ball == "ball")
        changes += [SWITCHES["average"][1][average]] * (average != "last")
        return ", ".join(changes) or "one image in a step, no ball, the last w"

    # The forms

    def __repr__(self):
        lines = [
            f"StartOrNoise: what all runs share, and what differs; digits 3 and 8, λ = {self.lam}, "
            f"{_stored()['seeds']} seeds"
        ]
        for state in self.curves:
            told = "; ".join(f"{label} {', '.join(texts)}" for label, texts in self.numbers(state).items())
            lines.append(f"  {self.words(state)}: {told}")
        return "\n".join(lines)

    def _repr_html_(self):
        return frame(self.page(), self.still(), height=560)

    def still(self):
        """Return the two parts of the first moment as a picture, for readers without scripts."""
        fig, ax = figure(width=4.4, height=2.8)
        for part, label in PARTS.items():
            values = np.array(self._visible(self.curves[self.state], part), dtype=float)
            ax.plot(self.moments, values, lw=2, ls="-" if part == "differing" else "--", label=label)
        ax.set(xscale="log", yscale="log", xlabel="step $t$", ylabel="part of $f-f^*$")
        ax.legend()
        return Picture(fig, f"The two parts of f − f* against the steps: {self.words(self.state)}, λ = {self.lam}.")

    def page(self):
        """Return the page with the switches."""
        shown = "\n".join(self._rule(state) for state in self.curves)
        rules = palette.css("body", NOT_LIGHT, palette.DARK) + STYLE + shown
        states = "".join(self._state(state) for state in self.curves)
        body = (
            f'<main><h1>f − f* of a run has two parts</h1><p class="where">Digits 3 and 8, λ = {self.lam}, '
            f"{_stored()['seeds']} runs. Both axes are logarithmic.</p>\n"
            f'<div class="plot">{self._axes()}{states}</div>\n<div class="switches">{self._switches()}</div>\n'
            f'<div class="told" tabindex=0>{"".join(map(self._table, self.curves))}</div>\n'
            "<p class=note><b>What all runs share</b> is f of the mean w of all runs, minus f*: more runs would not "
            "remove it. <b>What differs</b> is what a single run has above that, in the mean.</p></main>\n"
            f"<script type=module>\n{SCRIPT}\ndressFrame(document.querySelector('main'));\n</script>"
        )
        return whole_page("What all runs share, and what differs", rules, body)

    def _rule(self, state):
        """Return the rule of CSS that shows a state when its switches are chosen."""
        k, ball, average = state.split()
        chosen = "".join(f":has(#{name}-{value}:checked)" for name, value in zip(SWITCHES, (k, ball, average)))
        return f'main{chosen} [data-state="{state}"] {{ display: block }}'

    def _switches(self):
        first = dict(zip(SWITCHES, self.state.split()))
        fields = []
        for name, (title, labels) in SWITCHES.items():
            values = labels or {str(k): str(k) for k in PROBLEMS[self.lam][0]}
            if len(values) > 1:
                inputs = "".join(
                    f"<label><input type=radio name={name} id={name}-{value}{' checked' * (value == first[name])}>"
                    f"<span>{label}</span></label>"
                    for value, label in values.items()
                )
                fields.append(f"<fieldset><legend>{title}</legend>{inputs}</fieldset>")
            else:
                fields.append(f"<input type=radio hidden id={name}-{first[name]} checked>")
        return "".join(fields)

    def _x(self, t):
        return 100 * log10(t) / log10(self.moments[-1])

    def _y(self, value):
        return 100 * (self.high - log10(value)) / (self.high - self.low)

    def _axes(self):
        ups = "".join(
            f'<span class=up style="top: {self._y(10.0**n):.1f}%">{_power(n)}</span>'
            for n in range(self.low, self.high)
        )
        acrosses = "".join(
            f'<span class=across style="left: {self._x(t):.1f}%">{"step " * (t == 1)}{t:,}</span>'
            for t in (1, 10, 100, 1000)
        )
        return ups + acrosses

    def _state(self, state):
        curves = "".join(self._path(state, part, part) for part in PARTS)
        without = (
            "".join(self._path(self.base, part, f"{part} without") for part in PARTS) if state != self.base else ""
        )
        names = "".join(self._name(state, part, label) for part, label in PARTS.items())
        return (
            f'<div data-state="{state}"><svg viewBox="0 0 100 100" preserveAspectRatio=none aria-hidden=true>'
            f"{without}{curves}</svg>{names}</div>"
        )

    def _path(self, state, part, kind):
        d, pen = "", "M"
        for t, value in zip(self.moments, self._visible(self.curves[state], part)):
            if value is None:
                pen = "M"
            else:
                d, pen = f"{d}{pen}{self._x(t):.1f} {self._y(value):.1f}", "L"
        return f'<path class="{kind}" d="{d}"/>'

    def _name(self, state, part, label):
        """Return the name of a curve: right of it and above both lines, or left of it and below, because they fall."""
        outer = max if part == "differing" else min
        visible = [self._visible(self.curves[shown], part) for shown in (state, self.base)]
        drawn = [n for n, pair in enumerate(zip(visible[0], visible[0][1:])) if None not in pair]  # lines begin here
        n = next(n for n in drawn if self.moments[n] >= 40)
        height = outer(values[n] for values in visible if values[n] is not None)
        place = f"left: {self._x(self.moments[n]):.1f}%; top: {self._y(height):.1f}%"
        return f'<span class="name {part}" style="{place}">{label}</span>'

    def _table(self, state):
        head = "".join(f"<th scope=col>step {self.moments[n]:,}</th>" for n in self.told)
        rows = "".join(
            f"<tr><th scope=row>{label}</th>{''.join(f'<td>{text}</td>' for text in texts)}</tr>"
            for label, texts in self.numbers(state).items()
        )
        beside = "" if state == self.base else f": beside {self.words(self.base)} (dotted)"
        caption = f"{self.words(state)}{beside}"
        return (
            f'<div data-state="{state}"><table><caption>{caption[0].upper()}{caption[1:]}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )


def _power(n):
    return f"{10.0**n:,g}" if n > -4 else f"10<sup>−{-n}</sup>"


def _sum(pair, n):
    return sum(pair[part][n] for part in PARTS)


def _short(value):
    """Return a number in two digits."""
    return f"{float(f'{value:.2g}'):g}"
