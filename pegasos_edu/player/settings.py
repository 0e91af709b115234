"""Describe the settings of the playground: their names, and the values that each may have."""

from functools import cache, partial

from pegasos_edu.browser.edits import edits
from pegasos_edu.browser.script import played
from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets import blobs, circles, moons, toy, xor
from pegasos_edu.player.fields import FIRST, KERNELS, ORDERS, RANGES, option_fields

DATA = {
    "toy": ("two clouds (linearly separable)", toy),
    "moons": ("moons", moons),
    "blobs": ("blobs, off the origin", partial(blobs, offset=3.0)),
    "circles": ("circles", circles),
    "xor": ("four corners (xor)", xor),
}
NAMES = {
    "hinge": "hinge: Pegasos (hinge loss)",
    "logistic": "logistic: for the log loss",
    "minibatch": "minibatch: k examples a step",
    "scaled": "scaled: w = a·v",
    "summed": "summed: w = v/(λ·t)",
    "kernelized": "kernelized: with a kernel",
    "kernelized_cached": "kernelized_cached: keeps the sums",
    "kernelized_as_printed": "kernelized_as_printed: with misprints",
    "summed_logistic": "summed_logistic: log loss, w = v/(λ·t)",
    "logistic_minibatch": "logistic_minibatch: k a step",
    "biased": "biased: with a given bias",
    "free_bias": "free_bias: learns a bias",
    "dual_ascent": "dual_ascent: a later method",
}  # in the menu; an algorithm that is missing here has its own name there
MAX_STEPS = 5000


def fields():
    """Return what can be set on the page, by name: the first value, and the choices or the limits."""
    return {
        "data": {"first": "toy", "of": {**{name: said for name, (said, _) in DATA.items()}, "own": "your own points"}},
        "algorithm": {"first": "hinge", "of": {name: NAMES.get(name, name) for name in played()}},
        "kernel": {"first": FIRST["kernel"], "of": KERNELS},
        "sampling": {"first": FIRST["sampling"], "of": ORDERS},
        **option_fields(played().values()),
        **{name: {"first": FIRST[name], **limits} for name, limits in RANGES.items()},
        "T": {"first": FIRST["T"], **RANGES["T"], "high": MAX_STEPS},
        "lam": {"first": 0.05, **RANGES["lam"]},  # with a kernel, too, scores reach −1 and 1 on all of the data
        "whatif": {"first": ""},  # the identifier of a misconception
    }


@cache
def dataset(name):
    """Return a data set of the page."""
    return DATA[name][1]()


def check(settings, place):
    """Check settings that somebody wrote down, such as a teacher in a tour.

    Parameters
    ----------
    settings : dict
        By name, those of `fields` and ``step``.
    place : str
        Where they stand, for the error.

    Raises
    ------
    ValueError
        For an unknown name, and for a value that is not allowed.
    """
    if not isinstance(settings, dict):
        raise ValueError(f"{place} must be a table of settings, got {excerpt(settings)}; such as {{lam = 0.1}}.")
    known = fields() | {"step": {"low": 0, "high": MAX_STEPS, "isWhole": True}}
    for name, value in settings.items():
        if name not in known:
            raise ValueError(f"{place} must name settings, {', '.join(known)}, got {excerpt(name)}; leave it out.")
        if not (fits := _allowed(known[name]))[0](value) or (name == "data" and value == "own"):
            raise ValueError(f"{place}.{name} must be {fits[1]}, got {excerpt(value)}; change it.")


def check_misconception(settings, place):
    """Check that the misconception of a state is one that the page has for its algorithm.

    Parameters
    ----------
    settings : dict
        By name, as for `check`, with all that differs from the first settings.
    place : str
        Where ``whatif`` stands, for the error.

    Raises
    ------
    ValueError
    """
    algorithm, identifier = (settings.get(name, fields()[name]["first"]) for name in ("algorithm", "whatif"))
    known = ["", *(edit.entry.id for edit in edits([algorithm]))]
    if identifier not in known:
        others = f"one of {', '.join(known[1:])}" if known[1:] else "left out"
        raise ValueError(
            f"{place}.whatif must be {others} for the algorithm {algorithm}, got {excerpt(identifier)}; change it."
        )


def _allowed(field):
    """Return a function that tests a value, and the allowed values in words."""
    if "of" in field:
        return lambda value: isinstance(value, str) and value in field["of"], f"one of {', '.join(field['of'])}"
    if "low" not in field:
        kind = type(field["first"])
        return lambda value: isinstance(value, kind), {bool: "true or false", str: "a text"}[kind]
    kinds, said = ((int,), "a whole number") if field.get("isWhole") else ((int, float), "a number")

    def fits(value):
        return isinstance(value, kinds) and not isinstance(value, bool) and field["low"] <= value <= field["high"]

    return fits, f"{said} from {field['low']:g} to {field['high']:g}"
