"""Show a picture with sliders, or a picture on demand.

For readers without a kernel, `explore` stores a picture for each value of its first slider; pages show these.
"""

import inspect
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import anywidget
import traitlets

from pegasos_edu.common.greek_letters import letter
from pegasos_edu.common.outputs import Storable
from pegasos_edu.common.scripts import joined
from pegasos_edu.common.templates import template

HERE = Path(__file__).parent


class _Drawn(Storable, anywidget.AnyWidget):
    """Show a picture that the kernel draws."""

    _esm, _css = joined(HERE / "explore_widget.js"), (HERE / "widgets.css").read_text("utf-8")
    picture, label = traitlets.Unicode().tag(sync=True), traitlets.Unicode().tag(sync=True)
    texts, chosen = traitlets.List().tag(sync=True), traitlets.List().tag(sync=True)
    pressed, drawn = traitlets.Int().tag(sync=True), traitlets.Int().tag(sync=True)


def explore(draw, **values):
    """Show a picture that follows sliders; a notebook cell should end with this call.

    Parameters
    ----------
    draw : callable
        Takes one argument for each slider, with the start as its default, and returns a `Picture`. The same values
        must give the same picture.
    **values : list of numbers or of str
        The values of each slider. For readers without a kernel, a picture for each value of the first slider is stored.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError
        If the arguments of ``draw`` and the sliders do not match, or a default is not one of the values.
    """
    start = {name: parameter.default for name, parameter in inspect.signature(draw).parameters.items()}
    if not values or set(start) != set(values):
        raise ValueError(
            f"values must offer a list for each argument of draw, {list(start)}, got {list(values)}; "
            "write, for example, explore(draw, lam=[0.01, 0.1, 1])."
        )
    for name, offered in values.items():
        if start[name] not in list(offered):
            raise ValueError(
                f"{name} must start at one of its values, {list(offered)}, got {start[name]!r}; "
                f"give draw a default, such as {name}={list(offered)[0]!r}."
            )
    return Explorer(draw, {name: list(offered) for name, offered in values.items()}, start)


class Explorer(_Drawn):
    """Show sliders with the picture below them; `explore` returns an instance.

    Attributes
    ----------
    chosen : list of int
        The place of each slider: the number of its value in the list of values, from 0.
    picture : str
        The picture of these values, as HTML.
    """

    def __init__(self, draw, offered, start):
        self._offered, self._start = offered, start
        self._picture = cache(lambda *values: draw(**dict(zip(offered, values))))
        self._html = cache(lambda *values: self._picture(*values)._repr_html_())
        texts = [[_said(name, value) for value in values] for name, values in offered.items()]
        super().__init__(texts=texts, chosen=[values.index(start[name]) for name, values in offered.items()])

    @traitlets.observe("chosen")
    def _show(self, change):
        self.picture = self._html(*(values[n] for values, n in zip(self._offered.values(), change["new"])))

    def _stills(self):
        """Yield each value of the first slider as text, and the values of all sliders; the others stay at the start."""
        first, *others = self._offered
        for value in self._offered[first]:
            yield _said(first, value), (value, *(self._start[name] for name in others))

    def __repr__(self):
        sliders = (f"{letter(name)} in [{', '.join(map(_text, values))}]" for name, values in self._offered.items())
        stills = (f"{title}: {self._picture(*values)!r}" for title, values in self._stills())
        return "\n".join([f"Explorer: a picture that follows {', '.join(sliders)}", *stills])

    def other_forms(self):
        group = f"stills-{sha256(repr(self).encode()).hexdigest()[:8]}"
        start = tuple(self._start[name] for name in self._offered)
        stills = [(title, self._html(*values), values == start) for title, values in self._stills()]
        others = [letter(name) for name in list(self._offered)[1:]]
        written = template(__file__, "stills.cell.html").render(group=group, stills=stills, others=others)
        return {"text/html": written}


def _said(name, value):
    return f"{letter(name)} = {_text(value)}"


def _text(value):
    return value if isinstance(value, str) else f"{value:.4g}"


class OnDemand(_Drawn):
    """Make a picture when a button is pressed, for content that no page can store, such as times on your machine.

    Parameters
    ----------
    label : str
        The text of the button.
    draw : callable
        Takes no arguments, and returns a `Picture`.
    """

    def __init__(self, label, draw):
        self._draw = draw
        super().__init__(label=label)

    @traitlets.observe("pressed")
    def _show(self, change):
        self.picture = self._draw()._repr_html_()
        self.drawn = change["new"]

    def __repr__(self):
        return f"OnDemand: {self.label}"

    def other_forms(self):
        return {"text/html": f"<p><i>In the notebook, a button does this: {escape(self.label)}.</i></p>"}
