"""All that a player needs of a run, as one compact record that JSON can hold.

=============  ===========================================================================
``version``    of this form
``algorithm``        its name; ``title`` says what it is, ``about`` names λ, T and its options,
               ``kernel`` the formula of its kernel
``minimised``  the objective as a formula; ``letters`` says what each sign means, [sign, meaning]
``names``      what −1 and +1 stand for; ``loss`` is "hinge" or "log"
``python``     the lines that make the same run
``listing``    [code, pseudocode, formula, kind] a line; a hole in a formula is
               [key, whether a negative number goes into brackets, what stands for too much];
               of what kind a line is, `listing.KINDS` says; empty where the lines are hidden
``keys``       the names of the values; a key is an index into them
``moments``    for each step, the set-up first: [line, key, value, key, value, …] a line
``drawn``      for each step the example it drew, or the list of them
``events``     for each step "m" if w did more than shrink, "p" if it was pulled back onto the ball;
               ``ticks`` what the marks below these steps mean
``stories``    before the first step, and in each step: who was looked at, and what happened
``values``     for each step the objective that it left; ``start`` that before the first,
               ``optimum`` the smallest one, ``marks`` round numbers in between
``picture``    what to draw, see `scenes`
=============  ===========================================================================

A value stands in the record only where it changed. That of "@f" is the objective at the line.
"""

import numpy as np

from pegasos_edu.trace.glossary import about, kernel_formula, legend, letters, minimised, ticks
from pegasos_edu.trace.lines import record
from pegasos_edu.trace.numbers import STATE, Hole, rounded
from pegasos_edu.trace.questions import USUAL, asked
from pegasos_edu.trace.scenes import NEAR, PLACE, Curves, Images, Plane
from pegasos_edu.trace.stories import drawn_in, opening, tale, told

VERSION = 2
MAX_MARKS = 5
MAX_SCORES = 2_000_000  # that are held at a time


def record_of(run, X, kernel=None, loss=None, optimum=None, *, names=("−1", "+1"), shape=None, python=""):
    """Run an algorithm and keep what a player shows.

    Parameters
    ----------
    run : Run
        Of an algorithm for labels −1 and +1.
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
        Where the algorithm fails, as `record` does.
    """
    loss = loss or run.loss
    kind = Curves if kernel else Images if shape else Plane
    picture = kind(run, X, kernel=kernel, shape=shape)
    recording = record(run, picture.see)
    steps = recording.steps
    places = _places(recording.moments)
    f, margins, parted = _judged(picture, steps, places, loss)
    states = np.array(picture.states)[places]  # w_1, …, w_{T+1}
    said = list(asked(recording))
    met = [_is_met(step, run, loss, *one) for step, one in zip(steps, said)]
    changes = picture.changes(steps, states[:-1], states[1:], [parted[place] for place in places], met, loss)
    values = [f[place] for place in places]
    best = None if optimum is None else optimum(steps[-1])
    best = None if best is None else rounded(best, 5)
    has_b, project = steps[-1].has_bias, bool(run.options.get("project"))
    formula = kernel_formula(kernel) if kernel else ""
    rings, is_rbf = picture.seen == "plane" and picture.holds_w, "exp(−γ" in formula
    tales = (
        tale(step, t, run, names, loss, picture.seen, *seen)
        for t, (step, *seen) in enumerate(zip(steps, changes, margins, said), 1)
    )
    keys = {}
    return {
        "version": VERSION,
        "algorithm": run.algorithm.__name__,
        "title": recording.listing.title,
        "about": _about(run),
        "kernel": formula,
        "minimised": minimised(loss, has_b),
        "letters": letters(
            loss, picture.seen, names, run.lam, best, steps[-1].is_dual, bool(has_b or run.b), project, rings, is_rbf
        ),
        "names": list(names),
        "loss": loss,
        "python": python,
        "listing": [
            [*line, _pieces(recording.formulas.get(place, []), keys, picture.holds_w), line_kind]
            for place, (line, line_kind) in enumerate(zip(recording.listing.lines, recording.listing.kinds))
        ],
        "moments": [[_compact(moment, keys, f) for moment in step] for step in recording.moments],
        "keys": list(keys),
        "drawn": [drawn_in(step) for step in steps],
        "events": ["m" * bool(change.gain) + "p" * change.projected for change in changes],
        "stories": [opening(picture.seen, run.b, values[0]), *map(told, tales)],
        "start": values[0],
        "values": values[1:],
        "optimum": best,
        "ticks": ticks(picture.seen, project),
        "marks": _marks(values if best is None else [*values, best]),
        "picture": {
            "kind": picture.seen,
            **picture.content(steps),
            "legend": legend(picture.seen, picture.holds_w, names),
        },
    }


def _places(moments):
    """Which of its states the weights were in after the set-up, and after each step."""
    place, places = 0, []
    for step in moments:
        for moment in step:
            place = moment.changes.get(PLACE, place)
        places.append(place)
    return places


def _judged(picture, steps, places, loss):
    """The objective in each state, after each step the margins of the examples that it drew, and for each state
    whether there are scores on both sides of 0."""
    states, rows = np.array(picture.states), max(1, MAX_SCORES // len(picture.y))
    f, margins, parted, step = [], [], [], 0
    for start in range(0, len(states), rows):
        part = states[start : start + rows]
        scores = picture.scores(part)
        f += picture.objective(part, scores, loss).tolist()
        parted += ((scores < -NEAR).any(axis=1) & (scores > NEAR).any(axis=1)).tolist()
        while step < len(steps) and places[step + 1] < start + rows:
            drawn = steps[step].drawn
            margins.append(picture.y[drawn] * scores[places[step + 1] - start][drawn])
            step += 1
    return [rounded(value, 5) for value in f], margins, parted


def _is_met(step, run, loss, text, answer):
    """Whether the lines of a step say that it goes on to add something."""
    if text in USUAL:
        return answer == "yes" or (not answer and bool(np.any(run.y[step.drawn] * step.scored < 1)))
    return loss == "log" and not text


def summary(record):
    """What a record shows, in a line."""
    moved, projected = (sum(kind in event for event in record["events"]) for kind in "mp")
    ball = f", {projected} projected" if projected else ""
    best = "" if record["optimum"] is None else f", optimum {record['optimum']:.4g}"
    return (
        f"{record['algorithm']}, {record['about']}: {moved} of {len(record['drawn'])} steps added an example{ball}; "
        f"objective {record['values'][-1]:.4g}{best}"
    )


def last_weights(record):
    """The last w of a record, in its plane."""
    key = record["keys"].index(STATE)
    entries = [entry for step in record["moments"] for entry in step]
    return [entry[n + 1] for entry in entries for n in range(1, len(entry), 2) if entry[n] == key][-1]


def _compact(moment, keys, f):
    entry = [moment.line]
    for key, value in moment.changes.items():
        entry += [keys.setdefault(key, len(keys)), f[value] if key == PLACE else value]
    return entry


def _pieces(pieces, keys, holds_w):
    """A formula with its holes as keys; that of the output line only where w is kept as numbers."""
    if not holds_w and any(isinstance(piece, Hole) and piece.key == STATE for piece in pieces):
        return []
    return [_hole(piece, keys) if isinstance(piece, Hole) else piece for piece in pieces]


def _hole(hole, keys):
    return [keys.setdefault(hole.key, len(keys)), int(hole.operand), hole.otherwise]


def _about(run):
    options = [[name, str(value) if isinstance(value, bool) else f"{value:.4g}"] for name, value in run.options.items()]
    return about(run.lam, len(run), run.draws.shape[1] if run.draws.ndim == 2 else None, options)


def _marks(values):
    """Round numbers between the values, two at least where that is possible: 1, 10, 100; 1, 2, 5; or all multiples."""
    low, high = min(values), max(values)
    decades = range(int(np.floor(np.log10(low))) - 1, int(np.ceil(np.log10(high))) + 1)
    leading = [(1,), (1, 2, 5), range(1, 10), range(10, 100), range(100, 1000)]
    for numbers in leading:
        marks = sorted({float(f"{n}e{decade - len(str(n)) + 1}") for decade in decades for n in numbers})
        inside = [mark for mark in marks if 0.9 * low < mark < 1.1 * high]
        if len(inside) > 2:
            break
    return [rounded(mark) for mark in inside[:: -(-len(inside) // MAX_MARKS) or 1]]
