"""Draw curves and hold data that several lessons show."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb

from pegasos_edu.common.palette import ACCENT
from pegasos_edu.datasets import breast_cancer
from pegasos_edu.plots.axes import GRID, curve_styles
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plots import objective_curves


def patients():
    """Return the 57 known patients of lesson 01, with two features: X, y and the names of the classes."""
    whole = breast_cancer()
    return whole.X[::10, [20, 26]], whole.y[::10], whole.names


def finish(ax, **settings):
    """Set labels and scales, and add the grid and a legend."""
    ax.set(**settings)
    ax.grid(**GRID)
    ax.legend()


def value_curves(x, curves, *, levels=None, xlabel, ylabel, logarithmic="", ax):
    """Draw curves against a setting such as λ, and horizontal lines at `levels`; return all lines in this order.

    `logarithmic` names the axes with a logarithmic scale: "", "x", "y" or "xy".
    """
    styles = curve_styles(curves)
    lines = [
        ax.plot(x, values, **style, lw=1.8, ms=4, markevery=0.12, label=label)[0]
        for style, (label, values) in zip(styles, curves.items())
    ]
    for label, height in (levels or {}).items():
        lines.append(ax.axhline(height, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=label))
    finish(ax, **{f"{axis}scale": "log" for axis in logarithmic}, xlabel=xlabel, ylabel=ylabel)
    return lines


def seed_curves(t, curves, *, optimum=None, ylabel="above the optimum", xlabel="step $t$", ax):
    """Draw several runs of each program faintly on logarithmic axes, and their median in bold.

    `curves` maps a label to an array (runs, n). Return the medians, then the line of the optimum if there is one.
    """
    medians = {name: np.median(values, axis=0) for name, values in curves.items()}
    lines = objective_curves(t, medians, optimum=optimum, ylabel=ylabel, ax=ax)
    for line, values in zip(lines, curves.values()):
        line.set(lw=2.4, zorder=3)
        if len(values) > 1:
            ax.plot(t, np.transpose(values), color=line.get_color(), lw=0.7, alpha=0.35, zorder=1, label="_")
    if np.max(t) < 100:  # the axis would show too few powers of ten
        ticks = [n for n in (1, 2, 5, 10, 20, 50) if np.min(t) <= n <= np.max(t)]
        ax.set_xticks(ticks, [str(n) for n in ticks])
        ax.set_xticks([], minor=True)
    ax.set_xlabel(xlabel)
    return lines


def seed_figure(x, curves, *, xlabel="step $t$", ylabel="$f(w)-f^*$"):
    """Return a figure with several seeds of each program on logarithmic axes: seeds faint, medians bold.

    `curves` maps a label to an array (seeds, n). `x` is an array (n,), or one for each label. The faint lines have one
    flat colour, so that the file of the picture is small.
    """
    styles, (fig, ax) = curve_styles(curves), figure(width=5.6, height=3.8)
    for style, (label, values) in zip(styles, curves.items()):
        at, values = np.asarray(x[label] if isinstance(x, dict) else x), np.asarray(values, dtype=float)
        faint = [np.column_stack([at, row]) for row in values] if len(values) > 1 else []
        tint = 1 - 0.4 * (1 - np.array(to_rgb(style["color"])))
        ax.add_collection(LineCollection(faint, colors=[tint], linewidths=0.6, antialiaseds=False, zorder=1))
        ax.plot(at, np.median(values, axis=0), **style, lw=1.8, ms=5, markevery=0.12, zorder=2, label=label)
    ax.set(xscale="log", yscale="log", xlabel=xlabel, ylabel=ylabel)
    ax.autoscale_view()
    ax.grid(**GRID)
    ax.legend()
    return fig
