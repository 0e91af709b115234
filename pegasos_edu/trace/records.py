"""Turn a run into the record that a player shows; JSON can hold it.

=============  ===========================================================================
``version``    the version of this format
``algorithm``  the name of the algorithm; ``title`` describes it, ``about`` gives λ, T and its options,
               ``kernel`` the formula of its kernel; ``lam`` is λ
``minimised``  the objective as a formula; ``letters`` says what each sign means, [sign, meaning]
``names``      what −1 and +1 stand for; ``loss`` is "hinge" or "log"
``python``     the lines that make the same run
``listing``    [code, pseudocode, formula, kind] for each line; a hole in a formula is
               [key, whether a negative number goes into brackets, the text for a long value];
               `listing.KINDS` lists the kinds; the listing is empty if the lines are hidden
``keys``       the names of the values; a key is an index into them
``moments``    for the set-up and each step: [line, key, value, key, value, …] for each line
``drawn``      for each step the example it drew, or the list of them
``events``     for each step "m" if it added examples, "p" if it projected
``stories``    for the set-up and each step: which examples were drawn, and what happened
``values``     the objective after each step; ``start`` is the objective before the first step,
               ``optimum`` the smallest one, ``bound`` a lower bound for every w, ``marks`` are
               round numbers in between
``picture``    what to draw: see `scenes`
=============  ===========================================================================

A value is recorded only where it changed. The value of "@f" is the objective at the line.
"""

from math import ceil, floor, log10
from typing import NamedTuple

import numpy as np

from pegasos_edu.trace.changes import NEAR, is_to_add
from pegasos_edu.trace.glossary import kernel_formula, letters, minimised, settings_in_words
from pegasos_edu.trace.lines import record
from pegasos_edu.trace.numbers import STATE, Hole, rounded
from pegasos_edu.trace.questions import comparisons
from pegasos_edu.trace.scenes import PLACE, Curves, Images, Plane
from pegasos_edu.trace.stories import describe_step, opening, summary_of

VERSION = 2
MAX_MARKS = 5
MAX_SCORES = 2_000_000  # in memory at a time
LEADING = [[1], [1, 2, 5], [*range(1, 10)], [*range(10, 100)], [*range(100, 1000)]]  # digits of round numbers


class RunFacts(NamedTuple):
    """Hold what is known about a run before its first step."""

    algorithm: str  # its name
    title: str
    lam: float
    m: int
    n_steps: int
    k: int | None
    b: float  # the bias that the run was given
    options: list  # pairs of name and text
    projects: bool
    has_bias: bool
    is_dual: bool
    loss: str
    names: list
    kernel: str  # its formula
    is_rbf: bool
    python: str
    picture: str  # the kind of the picture
    holds_w: bool  # whether the axes of the picture are the two features


def record_of(run, X, kernel=None, loss=None, optimum=None, *, names=("−1", "+1"), shape=None, python=""):
    """Run an algorithm and return the record that a player shows.

    Parameters
    ----------
    run : Run
        A run of an algorithm for labels −1 and +1.
    X : array or SciPy sparse matrix, (m, d)
        The examples, also for a kernel run.
    kernel : callable, optional
        The kernel of a kernel run.
    loss : {"hinge", "log"}, optional
        The loss in the objective; by default the loss of the run.
    optimum : callable, optional
        Takes the last step and returns the smallest value of the objective with its gap, or None.
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
        If the algorithm fails; see `record`.
    """
    loss = loss or run.loss
    scene = (Curves if kernel else Images if shape else Plane)(run, X, kernel=kernel, shape=shape)
    recording = record(run, scene.see)
    steps = recording.steps
    formula = kernel_formula(kernel) if kernel else ""
    facts = RunFacts(
        run.algorithm.__name__, recording.listing.title, run.lam, len(run.y), len(run),
        run.draws.shape[1] if run.draws.ndim == 2 else None, run.b, _options(run),
        bool(run.options.get("project")), steps[-1].has_bias, steps[-1].is_dual, loss, list(names),
        formula, "exp(−γ" in formula, python, scene.kind, scene.holds_w,
    )  # fmt: skip
    places = _places(recording.moments)
    f, margins, has_line = _judged(scene, steps, places, loss)
    states = np.array(scene.states)[places]  # w_1, …, w_{T+1}
    questions = list(comparisons(recording))
    adds = [is_to_add(answer, loss, run.y[step.drawn] * step.scored) for step, (_, answer) in zip(steps, questions)]
    changes = scene.changes(facts, steps, states[:-1], states[1:], [has_line[place] for place in places], adds)
    values = [f[place] for place in places]
    best = None if optimum is None else optimum(steps[-1])
    drawn = [step.drawn.tolist() if step.is_batch else int(step.drawn[0]) for step in steps]
    stories = [
        describe_step(summary_of(
            step, t, drawn[t - 1], facts, run.y[step.drawn], names[int(run.y[step.drawn[0]] > 0)], change, after,
            *question, run.bias(step), not np.any(step.alpha if step.is_kernel else step.w),
        ))
        for t, (step, change, after, question) in enumerate(zip(steps, changes, margins, questions), 1)
    ]  # fmt: skip
    keys = {}
    listing = [
        [*line, _pieces(recording.formulas.get(place, []), keys, scene.holds_w), kind]
        for place, (line, kind) in enumerate(zip(recording.listing.lines, recording.listing.kinds))
    ]
    moments = [[_compact(moment, keys, f) for moment in step] for step in recording.moments]
    return assembled(
        facts,
        listing,
        moments,
        list(keys),
        drawn,
        changes,
        stories,
        values[0],
        values[1:],
        None if best is None else rounded(best.value, 5),
        None if best is None else cut(best.value - best.gap),
        scene.content(facts, steps),
    )


def _places(moments):
    """Return the place of the state of the weights after the set-up, and after each step."""
    place, places = 0, []
    for step in moments:
        for moment in step:
            place = moment.changes.get(PLACE, place)
        places.append(place)
    return places


def _judged(scene, steps, places, loss):
    """Return three lists: the objective in each state, the margins of the examples of each step after that step, and
    whether each state has scores on both sides of 0."""
    states, rows = np.array(scene.states), max(1, MAX_SCORES // len(scene.y))
    f, margins, has_line, step = [], [], [], 0
    for start in range(0, len(states), rows):
        part = states[start : start + rows]
        scores = scene.scores(part)
        f += scene.objective(part, scores, loss).tolist()
        has_line += ((scores < -NEAR).any(axis=1) & (scores > NEAR).any(axis=1)).tolist()
        while step < len(steps) and places[step + 1] < start + rows:
            drawn = steps[step].drawn
            margins.append(scene.y[drawn] * scores[places[step + 1] - start][drawn])
            step += 1
    return [rounded(value, 5) for value in f], margins, has_line


def summary(record):
    """Return a line of text that says what a record shows."""
    moved, projected = (sum(kind in event for event in record["events"]) for kind in "mp")
    ball = f", {projected} projected" if projected else ""
    best = "" if record["optimum"] is None else f", optimum {record['optimum']:.4g}"
    return (
        f"{record['algorithm']}, {record['about']}: {moved} of {len(record['drawn'])} steps added an example{ball}; "
        f"objective {record['values'][-1]:.4g}{best}"
    )


def last_weights(record):
    """Return the last w of a record, in its plane."""
    key = record["keys"].index(STATE)
    entries = [entry for step in record["moments"] for entry in step]
    return [entry[n + 1] for entry in entries for n in range(1, len(entry), 2) if entry[n] == key][-1]


def _compact(moment, keys, f):
    entry = [moment.line]
    for key, value in moment.changes.items():
        entry += [keys.setdefault(key, len(keys)), f[value] if key == PLACE else value]
    return entry


def _pieces(pieces, keys, holds_w):
    """Return a formula with its holes as keys; the formula of the output line is empty unless w is recorded."""
    if not holds_w and any(isinstance(piece, Hole) and piece.key == STATE for piece in pieces):
        return []
    return [_hole(piece, keys) if isinstance(piece, Hole) else piece for piece in pieces]


def _hole(hole, keys):
    return [keys.setdefault(hole.key, len(keys)), int(hole.operand), hole.otherwise]


def _options(run):
    return [[name, str(value) if isinstance(value, bool) else f"{value:.4g}"] for name, value in run.options.items()]


# What follows is written in the small language of `browser/language.py`: a page makes its records with it.


def assembled(run, listing, moments, keys, drawn, changes, stories, start, values, best, bound, picture):
    """Return the record of a run from its `RunFacts` and from the parts that describe its steps.

    start is the first value of the objective, best is the smallest value or None, bound is a lower bound.
    """
    return {
        "version": VERSION,
        "algorithm": run.algorithm,
        "title": run.title,
        "about": settings_in_words(run.lam, run.n_steps, run.k, run.options),
        "kernel": run.kernel,
        "minimised": minimised(run.loss, run.has_bias),
        "lam": run.lam,
        "letters": letters(run, best, bound),
        "names": run.names,
        "loss": run.loss,
        "python": run.python,
        "listing": listing,
        "moments": moments,
        "keys": keys,
        "drawn": drawn,
        "events": [("m" if change.adds else "") + ("p" if change.projected else "") for change in changes],
        "stories": [opening(run.picture, run.b, start), *stories],
        "start": start,
        "values": values,
        "optimum": best,
        "bound": bound,
        "marks": _marks([start, *values] if best is None else [start, *values, best]),
        "picture": {"kind": run.picture, **picture},
    }


def cut(value):
    """Return a positive number with four digits, rounded down."""
    scale = 10.0 ** (3 - floor(log10(value)))
    return floor(value * scale + 1e-6) / scale


def _marks(values):
    """Return round numbers between the values, if possible at least three: 1, 10, 100; 1, 2, 5; or all multiples."""
    low, high = min(values), max(values)
    decades = range(floor(log10(low)) - 1, ceil(log10(high)) + 1)
    for digits in LEADING:
        marks = [float(f"{n}e{decade - len(str(n)) + 1}") for decade in decades for n in digits]
        inside = [mark for mark in marks if 0.9 * low < mark and mark < 1.1 * high]
        if len(inside) > 2:
            break
    every = max(1, ceil(len(inside) / MAX_MARKS))
    return [rounded(inside[n * every]) for n in range(0, ceil(len(inside) / every))]
