"""What plots have in common: axes, grid, legend, and the styles of curves."""

from pegasos_edu.common.palette import ACCENT, INK, LIGHT_GREY, MINUS, PLUS, PURPLE, SKY_BLUE

GRID = {"which": "major", "color": LIGHT_GREY, "lw": 0.6}
LEGEND = {
    "loc": "upper center",
    "bbox_to_anchor": (0.5, -0.16),
    "ncols": 3,
    "frameon": False,
    "fontsize": 8,
    "markerscale": 0.7,
}
STYLES = (  # so that any two differ in colour, dashes and marker
    {"color": INK, "ls": "-", "marker": None},
    {"color": MINUS, "ls": "--", "marker": "o"},
    {"color": PLUS, "ls": "-.", "marker": "^"},
    {"color": ACCENT, "ls": ":", "marker": "s"},
    {"color": PURPLE, "ls": (0, (6, 1, 1, 1, 1, 1)), "marker": "D"},
    {"color": SKY_BLUE, "ls": (0, (1, 1)), "marker": "v"},
)


def axes_or_new(ax):
    """The axes given; new ones where there are none."""
    if ax is not None:
        return ax
    from matplotlib import pyplot  # only here: a new figure that a notebook shows by itself

    return pyplot.figure(layout="compressed").add_subplot()


def plain(text):
    """A name or a title as it stands: dollars are no maths, and no underscore in front keeps it out of a legend."""
    text = str(text).replace("$", r"\$")
    return f" {text}" if text[:1] in ("_", "") else text


def curve_styles(curves):
    """A style for each curve, the arguments of ``plot``.

    Parameters
    ----------
    curves : sized
        At most six, and at least one.

    Returns
    -------
    list of dict

    Raises
    ------
    ValueError
        For more curves than there are styles, or none.
    """
    if not 1 <= len(curves) <= len(STYLES):
        raise ValueError(
            f"curves must be 1 to {len(STYLES)}, to be told apart, got {len(curves)}; "
            "draw the others on axes of their own."
        )
    return [dict(style) for style in STYLES[: len(curves)]]
