"""All that a player needs of a run, as one compact record that JSON can hold.

=============  ===========================================================================
``version``    of this form
``box``        its name; ``title`` says what it is, ``about`` names λ, T and its options
``python``     the lines that make the same run
``listing``    [code, pseudocode, formula] a line; a hole in a formula is
               [key, whether a negative number goes into brackets, what stands for too much]
``keys``       the names of the values; a key is an index into them
``moments``    for each step, the set-up first: [line, key, value, key, value, …] a line
``drawn``      for each step the example it drew, or the list of them
``events``     for each step "m" if w did more than shrink, "p" if it was pulled back onto the ball
``stories``    before the first step, and in each step: who was looked at, and what happened
``values``     for each step the objective that it left; ``optimum`` the smallest one,
               ``marks`` round numbers in between,
               ``ticks`` what those along the axis mean
``picture``    what to draw, see `scenes`
=============  ===========================================================================

A value stands in the record only where it changed.
"""

from functools import partial

import numpy as np

from pegasos_edu.player.scenes import Curves, Images, Plane
from pegasos_edu.player.stories import START, drawn_in, story
from pegasos_edu.recording.lines import record
from pegasos_edu.recording.numbers import STATE, Hole, rounded

VERSION = 1


def record_of(run, X, kernel=None, loss=None, optimum=None, *, names=("−1", "+1"), shape=None, python=""):
    """Run a box and keep what a player shows.

    Parameters
    ----------
    run : Run
        Of a box for labels −1 and +1.
    X : array or SciPy sparse matrix, (m, d)
        The examples, also for a kernel run.
    kernel : callable, optional
        Of a kernel run.
    loss : {"hinge", "log"}, optional
        In the objective; that of the run if left out.
    optimum : callable, optional
        Given the last step, the smallest value of the objective, or None.
    names : pair of str
        What −1 and +1 stand for.
    shape : pair of int, optional
        Rows and columns of examples that are images.
    python : str
        The lines that make the same run.

    Returns
    -------
    dict

    Raises
    ------
    RuntimeError
        Where the box fails, as `record` does.
    """
    loss = loss or run.loss
    kind = Curves if kernel else Images if shape else Plane
    picture = kind(run, X, kernel=kernel, shape=shape)
    recording = record(run, picture.see)
    steps = recording.steps
    keys = {}
    moments = [[_compact(moment, keys) for moment in step] for step in recording.moments]
    states = picture.states(steps)
    scores = picture.scores(steps, states)  # (T, m), of w_{t+1}
    drawn = [drawn_in(step) for step in steps]
    events = ["m" * m + "p" * p for m, p in zip(picture.moved(steps, states), picture.projected(states))]
    values = [rounded(value, 5) for value in picture.objective(states, scores, loss)]
    best = None if optimum is None else optimum(steps[-1])
    best = None if best is None else rounded(best, 5)
    tell = partial(story, run.y, names, loss, run.lam**-0.5)
    return {
        "version": VERSION,
        "box": run.box.__name__,
        "title": recording.listing.title,
        "about": _about(run),
        "python": python,
        "listing": [
            [*line, _pieces(recording.formulas.get(place, []), keys, picture.holds_w)]
            for place, line in enumerate(recording.listing.lines)
        ],
        "keys": list(keys),
        "moments": moments,
        "drawn": drawn,
        "events": events,
        "stories": [START, *map(tell, range(1, len(steps) + 1), steps, map(run.bias, steps), events, scores)],
        "values": values,
        "optimum": best,
        "ticks": "╷ w moved   │ projected" if run.options.get("project") else "╷ w moved",
        "marks": _marks(values if best is None else [*values, best]),
        "picture": {**picture.content(steps, drawn), "names": list(names), "legend": picture.legend(*names)},
    }


def summary(record):
    """What a record shows, in a line."""
    moved, projected = (sum(kind in event for event in record["events"]) for kind in "mp")
    ball = f", {projected} projected" if projected else ""
    best = "" if record["optimum"] is None else f", optimum {record['optimum']:.4g}"
    return (
        f"{record['box']}, {record['about']}: {moved} of {len(record['drawn'])} steps moved w{ball}; "
        f"objective {record['values'][-1]:.4g}{best}"
    )


def last_weights(record):
    """The last w of a record, in its plane."""
    key = record["keys"].index(STATE)
    entries = [entry for step in record["moments"] for entry in step]
    return [entry[n + 1] for entry in entries for n in range(1, len(entry), 2) if entry[n] == key][-1]


def _compact(moment, keys):
    entry = [moment.line]
    for key, value in moment.changes.items():
        entry += [keys.setdefault(key, len(keys)), value]
    return entry


def _pieces(pieces, keys, holds_w):
    """A formula with its holes as keys; that of the output line only where w is kept as numbers."""
    if not holds_w and any(isinstance(piece, Hole) and piece.key == STATE for piece in pieces):
        return []
    return [_hole(piece, keys) if isinstance(piece, Hole) else piece for piece in pieces]


def _hole(hole, keys):
    return [keys.setdefault(hole.key, len(keys)), int(hole.operand), hole.otherwise]


def _about(run):
    options = "".join(f", {name} = {value}" for name, value in run.options.items())
    k = f", k = {run.draws.shape[1]}" if run.draws.ndim == 2 else ""
    return f"λ = {run.lam:.4g}, T = {len(run)}{k}{options}"


def _marks(values):
    """1, 2, 5, 10 and so on between the values; where these are many, 1, 10, 100."""
    low, high = np.log10([min(values), max(values)])
    decades = range(int(np.floor(low)) - 1, int(np.ceil(high)) + 1)
    fine = [float(f"{n}e{decade}") for decade in decades for n in (1, 2, 5)]
    inside = [mark for mark in fine if low - 0.05 < np.log10(mark) < high + 0.05]
    coarse = [mark for mark in inside if f"{mark:e}".startswith("1.")]
    return [rounded(mark) for mark in (inside if len(inside) < 6 else coarse)]
