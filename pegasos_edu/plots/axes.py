"""Provide axes, a grid, a legend and the styles of curves for all plots."""

import re

import numpy as np

from pegasos_edu.common.palette import ACCENT, INK, LIGHT_GREY, MINUS, PLUS, PURPLE, SKY_BLUE

GRID = {"which": "major", "color": LIGHT_GREY, "lw": 0.6}
ENTRY, LETTER = 50, 5.5  # points: what an entry of a legend needs besides its letters, and one of its letters
STYLES = (  # any two differ in colour, dashes and marker
    {"color": INK, "ls": "-", "marker": None},
    {"color": MINUS, "ls": "--", "marker": "o"},
    {"color": PLUS, "ls": "-.", "marker": "^"},
    {"color": ACCENT, "ls": ":", "marker": "s"},
    {"color": PURPLE, "ls": (0, (6, 1, 1, 1, 1, 1)), "marker": "D"},
    {"color": SKY_BLUE, "ls": (0, (1, 1)), "marker": "v"},
)


def axes_or_new(ax):
    """Return the axes, or new ones for None."""
    from matplotlib import pyplot  # only here, because a notebook shows the figures of pyplot by itself

    return pyplot.figure(layout="compressed").add_subplot() if ax is None else ax


def legend_below(ax, *others):
    """Put one legend below the figure, for these axes, all panels without a legend of their own, and other artists.

    It never covers what is drawn: a figure without a layout gets one that leaves room for it.
    """
    if ax.get_legend():  # which would cover a part of a curve
        ax.get_legend().remove()
    figure = ax.figure
    if figure.get_layout_engine() is None:
        figure.set_layout_engine("compressed")
    for legend in figure.legends:
        legend.remove()
    handles = []
    for panel in figure.axes:
        if panel.get_legend() is None:
            known = {handle.get_label() for handle in handles}
            handles += [handle for handle in panel.get_legend_handles_labels()[0] if handle.get_label() not in known]
    handles += others
    columns = _columns([handle.get_label() for handle in handles], 72 * figure.get_figwidth())
    figure.legend(handles=handles, loc="outside lower center", ncols=columns, frameon=False)


def _columns(labels, room):
    """Return how many columns of a legend fit into so many points; the entries go down the columns."""
    needs = [ENTRY + LETTER * len(re.sub(r"[\\${}^]", "", label)) for label in labels]
    for n in range(len(needs), 1, -1):
        if sum(max(part) for part in np.array_split(needs, n)) <= room:
            return n
    return 1


def literal(text):
    """Return a name that Matplotlib shows unchanged: it reads no formula between dollars, and does not hide _names."""
    text = str(text).replace("$", r"\$")
    return f" {text}" if text[:1] in ("_", "") else text


def curve_styles(curves):
    """Return the arguments of ``plot`` for each curve.

    Raises
    ------
    ValueError
        If there are more curves than styles, or no curve.
    """
    if not 1 <= len(curves) <= len(STYLES):
        raise ValueError(
            f"curves must be 1 to {len(STYLES)}, the number of styles, got {len(curves)}; use other axes for the rest."
        )
    return [dict(style) for style in STYLES[: len(curves)]]
