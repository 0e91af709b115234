"""A picture with sliders, and a picture made on demand.

Where no kernel runs, `explore` leaves one picture for each value of its first slider, to unfold.
"""

import inspect
from hashlib import sha256
from html import escape

import ipywidgets as widgets

from pegasos_edu.common.letters import letter
from pegasos_edu.common.outputs import Storable
from pegasos_edu.lessons.quiz import SUMMARY_ATTRIBUTES

LAYOUT = {"style": {"description_width": "90px"}, "layout": {"width": "420px"}}


def explore(draw, **values):
    """A picture that follows sliders, to end a notebook cell on.

    Parameters
    ----------
    draw : callable
        Takes one argument for each slider, its default being the start, and returns a `Picture`. It must
        give the same picture each time for the same values.
    **values : list of numbers or of str
        What each slider offers. Of the first one every picture is kept for readers without a kernel.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError
        Where the arguments of ``draw`` and the sliders do not match, or a default is not on offer.
    """
    start = {name: parameter.default for name, parameter in inspect.signature(draw).parameters.items()}
    if not values or set(start) != set(values):
        raise ValueError(
            f"values must offer a list for each argument of draw, {list(start)}, got {list(values)}; "
            "such as explore(draw, lam=[0.01, 0.1, 1])."
        )
    for name, offered in values.items():
        if start[name] not in list(offered):
            raise ValueError(
                f"{name} must start at one of the values on offer, {list(offered)}, got {start[name]!r}; "
                f"give draw a default, such as {name}={list(offered)[0]!r}."
            )
    return Explorer(draw, {name: list(offered) for name, offered in values.items()}, start)


class Explorer(Storable, widgets.VBox):
    """What `explore` returns: the sliders, and below them the picture.

    Attributes
    ----------
    controls : dict of str to widget
    """

    def __init__(self, draw, offered, start):
        self._draw, self._offered, self._start = draw, offered, start
        self._pictures, self._drawn = {}, {}
        self.controls = {name: _control(name, offered[name], start[name]) for name in offered}
        self._shown = widgets.HTML()
        super().__init__([*self.controls.values(), self._shown])
        self.add_class("pegasos-explorer")
        for control in self.controls.values():
            control.observe(self._show, "value")
        self._show()

    def _show(self, event=None):
        self._shown.value = self._html(tuple(control.value for control in self.controls.values()))

    def _picture(self, values):
        if values not in self._pictures:
            self._pictures[values] = self._draw(**dict(zip(self._offered, values)))
        return self._pictures[values]

    def _html(self, values):
        if values not in self._drawn:
            self._drawn[values] = self._picture(values)._repr_html_()
        return self._drawn[values]

    def _stills(self):
        """The first slider's values, each with those of all sliders; the others are at their start."""
        first, *others = self._offered
        rest = [self._start[name] for name in others]
        return {value: (value, *rest) for value in self._offered[first]}

    def __repr__(self):
        first, *others = self._offered
        sliders = ", ".join(f"{letter(name)} in {_listed(self._offered[name])}" for name in self._offered)
        stills = self._stills().items()
        told = (f"{letter(first)} = {_shown(value)}: {self._picture(values)!r}" for value, values in stills)
        return "\n".join([f"Explorer: a picture that follows {sliders}", *told])

    def other_forms(self):
        first = next(iter(self._offered))
        group = f"stills-{sha256(repr(self).encode()).hexdigest()[:8]}"
        rows = "".join(
            f'<details name="{group}"{" open" if value == self._start[first] else ""}>'
            f"<summary {SUMMARY_ATTRIBUTES}>{letter(first)} = {escape(_shown(value))}</summary>"
            f"{self._html(values)}</details>"
            for value, values in self._stills().items()
        )
        return {"text/html": f"<div>{rows}<p><i>Run the cell for sliders.</i></p></div>"}


def _control(name, offered, value):
    kind = widgets.Dropdown if isinstance(value, str) else widgets.SelectionSlider
    options = [(_shown(one), one) for one in offered]
    live = {} if kind is widgets.Dropdown else {"continuous_update": False}
    return kind(options=options, value=value, description=letter(name), **live, **LAYOUT)


def _shown(value):
    return value if isinstance(value, str) else f"{value:.4g}"


def _listed(values):
    return "[" + ", ".join(map(_shown, values)) + "]"


class OnDemand(Storable, widgets.VBox):
    """A button; pressed, it makes a picture: for what no stored page can hold, such as times on your machine.

    Parameters
    ----------
    label : str
        On the button.
    draw : callable
        Without arguments, returns a `Picture`.
    """

    def __init__(self, label, draw):
        self._label, self._draw = label, draw
        self._button = widgets.Button(description=label, layout={"width": "auto"})
        self._shown = widgets.HTML()
        self._button.on_click(self._pressed)
        super().__init__([self._button, self._shown])
        self.add_class("pegasos-on-demand")

    def _pressed(self, button):
        button.disabled = True
        self._shown.value = "<p>…</p>"
        self._shown.value = self._draw()._repr_html_()
        button.disabled = False

    def __repr__(self):
        return f"OnDemand: {self._label}"

    def other_forms(self):
        return {"text/html": f"<p><i>Run the cell, then press “{escape(self._label)}”.</i></p>"}
