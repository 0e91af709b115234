"""Describe the settings of the playground, and check settings in files of tours."""

from functools import cache, partial

from pegasos_edu.browser.edits import edits
from pegasos_edu.browser.engine import played
from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets import blobs, circles, moons, toy, xor
from pegasos_edu.player.fields import RANGES, run_fields
from pegasos_edu.trace.listing import Listing

DATA = {
    "toy": ("two clouds", toy),
    "moons": ("moons", moons),
    "blobs": ("blobs off the origin", partial(blobs, offset=3.0)),
    "circles": ("circles", circles),
    "xor": ("four corners (xor)", xor),
}
MAX_STEPS = 5000


def fields():
    """Return for each setting of the page its first value, and its choices or limits."""
    algorithms = played()
    data = {name: text for name, (text, _) in DATA.items()} | {"own": "your own points"}
    menu = {name: f"{name}: {_short_title(algorithm)}" for name, algorithm in algorithms.items()}
    return {
        "data": {"first": "toy", "of": data},
        **run_fields(algorithms.values(), {"lam": 0.05}),  # also with a kernel, scores reach −1 and 1 on every data set
        "algorithm": {"first": next(iter(menu)), "of": menu},
        "T": {"first": 200, **RANGES["T"], "high": MAX_STEPS},
        "whatif": {"first": ""},  # the identifier of a misconception
    }


@cache
def _short_title(algorithm):
    """Return the title of an algorithm up to its source or a colon."""
    return Listing(algorithm).title.split(" [")[0].split(":")[0].rstrip(".")


@cache
def dataset(name):
    """Return a data set of the page."""
    return DATA[name][1]()


def check_table(table, form, place, optional=()):
    """Check that a table has exactly the entries of a form, with allowed values; the ValueError names the place.

    For each name, the form holds a function that tests the value, and a text that says which values are allowed.
    """
    if not isinstance(table, dict):
        raise ValueError(f"{place} must be a table, got {excerpt(table)}; write {{name = value}}.")
    if missing := [name for name in form if name not in table and name not in optional]:
        raise ValueError(f"{place} must hold {missing[0]}, got none; add it.")
    for name, value in table.items():
        if name not in form:
            raise ValueError(f"{place} must hold {', '.join(form)} only, got {excerpt(name)}; remove it.")
        fits, words = form[name]
        if not fits(value):
            raise ValueError(f"{place}.{name} must be {words}, got {excerpt(value)}; change it.")


def check_settings(settings, place):
    """Check settings that are written in a tour: those of `fields`, and ``step``."""
    known = fields() | {"step": {"low": 0, "high": MAX_STEPS, "isWhole": True}}
    known["data"] = {"of": {name: name for name in DATA}}
    check_table(settings, {name: _allowed(field) for name, field in known.items()}, place, optional=known)


def check_bug(settings, place):
    """Check that the page offers the bug of a state for its algorithm; `settings` differ from the first ones."""
    algorithm, bug = (settings.get(name, fields()[name]["first"]) for name in ("algorithm", "whatif"))
    known = [edit.entry.id for edit in edits([algorithm])]
    if bug not in ["", *known]:
        others = f"one of {', '.join(known)}" if known else "left out"
        raise ValueError(
            f"{place}.whatif must be {others} for the algorithm {algorithm}, got {excerpt(bug)}; change it."
        )


def _allowed(field):
    """Return a function that tests a value, and the allowed values in words."""
    if "of" in field:
        return lambda value: isinstance(value, str) and value in field["of"], f"one of {', '.join(field['of'])}"
    if "low" not in field:
        kind = type(field["first"])
        return lambda value: isinstance(value, kind), {bool: "true or false", str: "a text"}[kind]
    low, high = field["low"], field["high"]
    kinds, words = ((int,), "a whole number") if field.get("isWhole") else ((int, float), "a number")
    return lambda value: type(value) in kinds and low <= value <= high, f"{words} from {low:g} to {high:g}"
