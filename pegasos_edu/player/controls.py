"""Make widgets that change a run, if only the kernel of the notebook can make the run."""

import math

import ipywidgets as widgets

from pegasos_edu.common.greek_letters import letter
from pegasos_edu.player.fields import run_fields

LAYOUT = {"style": {"description_width": "90px"}, "layout": {"width": "300px"}}


def controls(algorithms, settings, change):
    """Return a widget for each setting of a run, by name; `change` is called with a name and its new value."""
    values = {"k": 1} | {name: value for name, value in settings.items() if value is not None}  # the defaults of `run`
    fields = run_fields(algorithms)
    fields = {name: _control(name, field, values.get(name, field["first"])) for name, field in fields.items()}
    if len(algorithms) > 1:
        names = [(algorithm.__name__, algorithm) for algorithm in algorithms]
        menu = widgets.Dropdown(options=names, value=settings["algorithm"], description="algorithm", **LAYOUT)
        fields = {"algorithm": menu} | fields
    for name, control in fields.items():
        control.observe(lambda event, name=name: change(name, event["new"]), "value")
    return fields


def _control(name, field, value):
    """Return the widget of a field; its limits include the value."""
    described = {"description": letter(name), **LAYOUT}
    if "of" in field:
        options = [(text, key) for key, text in field["of"].items()]
        return widgets.Dropdown(options=options, value=value, **described)
    if "low" not in field:
        return widgets.Checkbox(value, **described)
    low, high = min(field["low"], value), max(field["high"], value)
    if field.get("isWhole"):
        return widgets.BoundedIntText(value, min=low, max=high, **described)
    if low > 0:  # use a log scale, as for λ
        scale = {"min": math.floor(math.log10(low)), "max": math.ceil(math.log10(high)), "step": 0.1}
        return widgets.FloatLogSlider(value, **scale, continuous_update=False, readout_format=".2g", **described)
    return widgets.BoundedFloatText(value, min=low, max=high, **described)
