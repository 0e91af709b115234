"""Which examples a program draws: it may do each step rightly, and still look at the wrong ones."""

import numpy as np

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading.places import line_of
from pegasos_edu.grading.report import Difference
from pegasos_edu.misconceptions import of

PASSES = 2  # over the examples, after which one that was not looked at never will be: every probe's draws hold all


def never_drawn(task, probe, trace):
    """What is wrong with the draws that a program makes by itself.

    Parameters
    ----------
    task : str
        The name of a box.
    probe : Probe
    trace : Trace

    Returns
    -------
    (tuple of Entry, Difference) or None
        The misconception, if it has a name, and what is drawn in the place of what.
    """
    m = len(probe.y)
    drawn = [i for one in trace.draws if one is not None for i in np.ravel(one).tolist()]
    missing = sorted(set(range(m)) - set(drawn))
    all_of_them = f"examples 0 to {m - 1}"
    if missing and len(drawn) >= PASSES * m and all(one is not None for one in trace.draws):
        words = f"In {len(drawn)} draws it never looks at {_listed(missing)}."
        return _entries(task, probe, missing), _difference(task, all_of_them, f"all but {_listed(missing)}", words)
    too_wide = next((one for one in trace.requests if one.served and _is_one_too_wide(one, m)), None)
    if too_wide:
        words = f"It asks for a whole number from 0 to {m}, {m} included: sooner or later there is no such example."
        return (), _difference(task, all_of_them, f"numbers from 0 to {m}", words)
    return None


def _is_one_too_wide(request, m):
    """Whether it could have got m; uniform numbers from 0 to m never are m."""
    return request.kind == "integer" and (request.low, request.high) == (0, m)


def _entries(task, probe, missing):
    """The misconception that leaves these examples out."""
    m, classes = len(probe.y), [set(np.flatnonzero(probe.y == label).tolist()) for label in np.unique(probe.y)]
    name = {(0,): "the first example never drawn", (m - 1,): "the last example never drawn"}.get(tuple(missing))
    if name is None and set(missing) in classes:
        name = "a class never drawn"
    return tuple(entry for entry in of(task) if entry.name == name)


def _difference(task, expected, got, words):
    line = line_of(ALGORITHMS[task], "choose")
    return Difference("which examples are drawn", None, None, "", expected, got, line, (words,), "choose")


def _listed(examples):
    return f"example{'s' if len(examples) > 1 else ''} {', '.join(map(str, examples))}"
