"""Sliders and algorithms that change the run of a player."""

from functools import partial

import ipywidgets as widgets
import numpy as np

from pegasos_edu.algorithms.inputs import Batches
from pegasos_edu.player.fields import MAX_STEPS
from pegasos_edu.runs.draws import SAMPLINGS
from pegasos_edu.runs.run import signature

LAYOUT = {"style": {"description_width": "90px"}, "layout": {"width": "300px"}}


def controls(algorithms, settings, m, change):
    """The controls of what the algorithms take, by name.

    Parameters
    ----------
    algorithms : list of generator functions
    settings : dict
        What they show at first.
    m : int
        Number of examples.
    change : callable
        Called with the name of a setting and its new value.

    Returns
    -------
    dict of str to widget
    """
    takes = [signature(algorithm) for algorithm in algorithms]
    names = {"lam", "T", "seed", "sampling"}
    names |= {"algorithm"} if len(algorithms) > 1 else set()
    names |= {"k"} if any(of_draws is Batches for _, _, of_draws, _ in takes) else set()
    names |= {"project"} if any("project" in options for *_, options in takes) else set()
    made = {name: make(algorithms, settings, m) for name, make in MAKERS.items() if name in names}
    for name, control in made.items():
        control.observe(partial(_changed, change, name), "value")
    return made


def _changed(change, name, event):
    change(name, event["new"])


def _algorithm(algorithms, settings, m):
    options = [(algorithm.__name__, algorithm) for algorithm in algorithms]
    return widgets.Dropdown(options=options, value=settings["algorithm"], description="algorithm", **LAYOUT)


def _lam(algorithms, settings, m):
    low = min(-5, np.floor(np.log10(settings["lam"])))
    high = max(1, np.ceil(np.log10(settings["lam"])))
    slider = partial(widgets.FloatLogSlider, min=low, max=high, step=0.1, continuous_update=False)
    return slider(settings["lam"], description="λ", readout_format=".2g", **LAYOUT)


def _whole(name, default, low, high):
    def make(algorithms, settings, m):
        value = settings.get(name)
        bounds = {"min": low, "max": high or m}
        return widgets.BoundedIntText(default if value is None else value, description=name, **bounds, **LAYOUT)

    return make


def _sampling(algorithms, settings, m):
    value = settings.get("sampling", "uniform")
    return widgets.Dropdown(options=list(SAMPLINGS), value=value, description="sampling", **LAYOUT)


def _project(algorithms, settings, m):
    return widgets.Checkbox(settings.get("project", False), description="project onto the ball", **LAYOUT)


MAKERS = {
    "algorithm": _algorithm,
    "lam": _lam,
    "T": _whole("T", 200, 1, MAX_STEPS),
    "k": _whole("k", 1, 1, None),
    "seed": _whole("seed", 0, 0, 2**31 - 1),
    "sampling": _sampling,
    "project": _project,
}
