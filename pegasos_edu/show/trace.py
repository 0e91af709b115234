"""All that a player needs of a run, as one compact record that JSON can hold.

=============  ===========================================================================
``version``    of this form
``box``        its name; ``title`` says what it is, ``about`` names λ, T and its options
``python``     the lines that make the same run
``listing``    [code, pseudocode, formula] a line; holes in a formula are [key] or [key, 1]
``keys``       the names of the values; a key is an index into them
``moments``    for each step, the set-up first: [line, key, value, key, value, …] a line
``drawn``      for each step the example it drew, or the list of them
``events``     for each step "m" if w did more than shrink, "p" if it was pulled back onto the ball
``stories``    before the first step, and in each step: who was looked at, and what happened
``values``     for each step the objective that it left; ``optimum`` the smallest one,
               ``marks`` round numbers in between,
               ``ticks`` what those along the axis mean
``picture``    what to draw, see `_Plane`, `_Curves` and `_Images`
=============  ===========================================================================

A value stands in the record only where it changed.
"""

from base64 import b64encode
from functools import partial

import numpy as np

from pegasos_edu.losses import LOSSES, kernel_objective
from pegasos_edu.runs import last
from pegasos_edu.show.lines import record
from pegasos_edu.show.numbers import STATE, Hole, beside_one, rounded, shown

VERSION = 1
MOST_POINTS = 1_000  # that are drawn, and examples of a kernel run
POWERS = 30  # power iterations for the direction in which the data spread most
GRID = 33  # lines on a side of the grid on which a curve is found
GRID_BYTES = 300_000  # of all kernel columns; more columns get a coarser grid
COARSEST = 21
START = ["Start.", "No example has been looked at: w = 0, every score is 0, and there is no boundary yet."]


def trace(run, X, kernel=None, loss="hinge", optimum=None, *, names=("−1", "+1"), shape=None, python=""):
    """Run a box and keep what a player shows.

    Parameters
    ----------
    run : Run
        Of a box for labels −1 and +1.
    X : array or SciPy sparse matrix, (m, d)
        The examples, also for a kernel run.
    kernel : callable, optional
        Of a kernel run.
    loss : {"hinge", "log"}
        In the objective.
    optimum : float, optional
        The smallest value of the objective.
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
    kind = _Curves if kernel else _Images if shape else _Plane
    picture = kind(run, X, kernel=kernel, shape=shape)
    recording = record(run, picture.see)
    steps = recording.steps
    keys = {}
    moments = [[_compact(moment, keys) for moment in step] for step in recording.moments]
    states = picture.states(steps)
    scores = picture.scores(states)  # (T, m), of w_{t+1}
    drawn = [_drawn(step) for step in steps]
    events = ["m" * m + "p" * p for m, p in zip(picture.moved(steps, states), picture.projected(states))]
    values = [rounded(value, 5) for value in picture.objective(states, scores, loss)]
    optimum = None if optimum is None else rounded(optimum, 5)
    story = partial(_story, run.y, names, loss, run.lam**-0.5)
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
        "stories": [START, *map(story, range(1, len(steps) + 1), steps, events, scores)],
        "values": values,
        "optimum": optimum,
        "ticks": "╷ w moved   │ projected" if run.options.get("project") else "╷ w moved",
        "marks": _marks(values if optimum is None else [*values, optimum]),
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


def _drawn(step):
    return [int(i) for i in step.A] if hasattr(step, "A") else int(step.i)


def _marks(values):
    """1, 2, 5, 10 and so on between the values; where these are many, 1, 10, 100."""
    low, high = np.log10([min(values), max(values)])
    decades = range(int(np.floor(low)) - 1, int(np.ceil(high)) + 1)
    fine = [float(f"{n}e{decade}") for decade in decades for n in (1, 2, 5)]
    inside = [mark for mark in fine if low - 0.05 < np.log10(mark) < high + 0.05]
    coarse = [mark for mark in inside if f"{mark:e}".startswith("1.")]
    return [rounded(mark) for mark in (inside if len(inside) < 6 else coarse)]


def _story(y, names, loss, ball, t, step, event, after):
    """Why the boundary moved in a step, or did not."""
    drawn = _drawn(step)
    many = isinstance(drawn, list)
    who = f"{len(drawn)} examples" if many else f"example {drawn} ({names[int(y[drawn] > 0)]})"
    before, after = y[drawn] * (step.scores if many else step.score), y[drawn] * after[drawn]
    what = (_of_many if many else _of_one)(y[drawn], before, after, event, loss)
    if "p" in event:
        what += f" Then w was longer than 1/√λ = {ball:.3g}, and was pulled back onto the ball."
    return [f"Step {t} looks at {who}.", what]


def _of_one(y, before, after, event, loss):
    said = f"Its margin y·score is {_brief(before)}, "
    if loss == "log":
        said += "and the log loss pulls at any margin: "
    else:
        said += "below 1: " if before < 1 else "not below 1: "
        said += "yet " if (before < 1) != ("m" in event) else ""
    to = "towards" if (after > before) == (y > 0) else "away from"
    return said + (
        f"w moves {to} it, and its margin becomes {_brief(after)}." if "m" in event else _rests(before, after)
    )


def _of_many(y, before, after, event, loss):
    if loss == "log":
        said = f"Their mean margin is {_brief(before.mean())}, and the log loss pulls at all: "
        end = f"w moves, and their mean margin becomes {_brief(after.mean())}."
    else:
        count, left = int(np.sum(before < 1)), int(np.sum(after < 1))
        said = f"{count or 'None'} of them {'have' if count > 1 else 'has'} a margin below 1: "
        end = f"w moves, and now {left or 'none'} of them {'have' if left > 1 else 'has'} one."
    return said + (end if "m" in event else _rests(before, after))


def _rests(before, after):
    """What a step without an addition did; shrinking changes a margin unless it is 0."""
    if np.allclose(before, after, rtol=1e-9, atol=0) and np.any(before):
        return "w stays as it is."
    return "w only shrinks, so the boundary stands still, and the margin band widens."


def _brief(value):
    """Three digits, more where it would round to a margin of 1 that it is not."""
    text = beside_one(float(value)) or (f"{value:.0f}" if 1e3 <= abs(value) < 1e6 else f"{value:.3g}")
    return (str(rounded(float(value))) if text in ("1", "-1") else text).replace("-", "−")


class _Linear:
    """What is the same of all runs whose steps answer ``.w``; b is that of the box `biased`, else 0."""

    def __init__(self, run, X, **_):
        self.run, self.X, self.y = run, X, run.y
        self.b = float(run.options.get("b", 0.0))

    def states(self, steps):
        return np.array([step.w for step in steps], dtype=float)

    def scores(self, w):
        return (self.X @ w.T).T + self.b

    def objective(self, w, scores, loss):
        return self.run.lam / 2 * (w * w).sum(axis=1) + LOSSES[loss].value(self.y * scores).mean(axis=1)

    def moved(self, steps, w):
        """Whether w_{t+1} is other than c·w_t with 0 ≤ c ≤ 1."""
        before = np.vstack([np.zeros_like(w[:1]), w[:-1]])
        squares = (before * before).sum(axis=1)
        c = np.clip(np.divide((w * before).sum(axis=1), squares, where=squares > 0, out=squares * 0), 0, 1)
        rest = np.abs(w - c[:, None] * before).max(axis=1)
        return (rest > 1e-9 * np.abs(np.hstack([w, before])).max(axis=1)).tolist()

    def projected(self, w):
        """Whether ‖w_{t+1}‖ is 1/√λ, which nothing but the projection makes it."""
        on_ball = np.abs(np.linalg.norm(w, axis=1) * np.sqrt(self.run.lam) - 1) < 1e-9
        return (on_ball & bool(self.run.options.get("project", False))).tolist()


class _Plane(_Linear):
    """Points in the plane, and w in it; data of more dimensions are seen along w and across it."""

    def __init__(self, run, X, **_):
        super().__init__(run, X)
        self.holds_w = X.shape[1] == 2
        self.basis = np.eye(2) if self.holds_w else _basis(run, X)

    def see(self, step):
        return {STATE: shown(step.w @ self.basis)}

    def legend(self, minus, plus):
        rings = ["○ margin < 1"] if self.holds_w else []
        return [f"● {minus}", f"▲ {plus}", "◎ just drawn", *rings, "— score 0", "- - score ±1", "··· before this step"]

    def content(self, steps, drawn):
        kept = _kept(len(self.y), drawn)
        points = self.X[kept] @ self.basis
        extent = 1.2 * max(np.abs(points).max(), 1e-9)
        captions = [] if self.holds_w else [_caption(self.X.shape[1])]
        axes = ["x₁", "x₂"] if self.holds_w else ["along the last w", "across it"]
        return {
            "kind": "plane",
            **_points(points, self.y, kept, captions),
            "centre": [0, 0],
            "half": rounded(extent),
            "axes": axes,
            "b": self.b,
            "exact": self.holds_w,
            "ball": rounded(self.run.lam**-0.5) if self.run.options.get("project") else None,
            "caption": " ".join(captions),
        }


def _caption(d):
    if d == 1:
        return "One feature: the points lie on a line."
    return (
        f"{d} features, seen in a plane: along the last w, and across it where the data spread most. "
        "The line is exact for points in this plane; the numbers always are."
    )


def _basis(run, X):
    """(d, 2): the direction of the last w, and the one orthogonal to it in which the data spread most."""
    first = _unit(np.asarray(last(run).w, dtype=float))
    if len(first) == 1:
        return np.array([[1.0, 0.0]])
    mean = np.asarray(X.mean(axis=0)).ravel()
    second = 1 + np.arange(len(first)) / len(first)
    for _ in range(POWERS):
        second = _unit(second - (second @ first) * first)
        spread = X @ second - mean @ second
        second = X.T @ spread - mean * spread.sum()
    second = _unit(second - (second @ first) * first)
    return np.column_stack([first, second * np.sign(second[np.abs(second).argmax()])])


def _unit(v):
    size = np.linalg.norm(v)
    return v / size if size > 0 else (np.arange(len(v)) == 0).astype(float)


def _kept(m, drawn):
    """The examples to draw: all, or those that the run drew and others spread evenly over the rest."""
    if m <= MOST_POINTS:
        return np.arange(m)
    used = _spread(np.unique(np.hstack([np.ravel(which) for which in drawn])), MOST_POINTS)
    return np.sort(np.concatenate([used, _spread(np.setdiff1d(np.arange(m), used), MOST_POINTS - len(used))]))


def _spread(indices, count):
    return indices if len(indices) <= count else indices[np.linspace(0, len(indices) - 1, count).astype(int)]


def _points(points, y, kept, captions):
    if len(kept) < len(y):
        captions.append(f"{len(kept):,} of {len(y):,} examples are in the picture.")
    return {
        "points": [rounded(value) for value in points.ravel()],
        "labels": "".join("+" if label > 0 else "−" for label in y[kept]),
        "indices": None if len(kept) == len(y) else kept.tolist(),
    }


class _Curves:
    """Points in the plane, and the curve of a kernel run: Σ_j η·α_j·y_j·K(x_j, ·) on a grid.

    The grid holds one column of two bytes for each example that was ever added.
    """

    holds_w = False

    def __init__(self, run, X, kernel, **_):
        self.run, self.X, self.y, self.kernel = run, X, run.y, kernel
        self.counts = np.zeros(len(self.y))

    def see(self, step):
        values = {"@η": rounded(step.eta)}
        for j in np.flatnonzero(step.alpha != self.counts):
            values[f"α[{j}]"] = rounded(step.alpha[j])
        self.counts = step.alpha.copy()
        return values

    def states(self, steps):
        return np.array([step.beta(self.y) for step in steps])

    def scores(self, beta):
        return beta @ self.run.X

    def objective(self, beta, scores, loss):
        return kernel_objective(beta, self.run.X, self.y, self.run.lam, loss)

    def moved(self, steps, beta):
        alpha = np.array([step.alpha for step in steps])
        return (np.diff(alpha, axis=0, prepend=0) != 0).any(axis=1).tolist()

    def projected(self, beta):
        return [False] * len(beta)

    def legend(self, minus, plus):
        return [f"● {minus}", f"▲ {plus}", "◎ just drawn", "○ added (α > 0)", "— score 0", "- - score ±1"]

    def content(self, steps, drawn):
        low, high = self.X.min(axis=0), self.X.max(axis=0)
        centre = (low + high) / 2
        half = 1.2 * max(np.abs(self.X - centre).max(), 1e-9)
        added = np.flatnonzero(np.any([step.alpha != 0 for step in steps], axis=0))
        side = int(np.clip(np.sqrt(GRID_BYTES / 2 / max(1, len(added))), COARSEST, GRID))
        lines = (np.linspace(c - half, c + half, side) for c in centre)
        grid = np.column_stack([axis.ravel() for axis in np.meshgrid(*lines)])
        columns = self.kernel(grid, self.X[added])
        return {
            "kind": "plane",
            **_points(self.X, self.y, np.arange(len(self.y)), []),
            "centre": [rounded(c, 6) for c in centre],
            "half": rounded(half, 6),
            "axes": ["x₁", "x₂"],
            "b": 0,
            "exact": True,
            "ball": None,
            "caption": "",
            "side": side,
            "columns": {int(j): packed(column, np.int16) for j, column in zip(added, columns.T)},
        }


class _Images(_Linear):
    """The example as an image, and w before and after."""

    holds_w = False

    def __init__(self, run, X, shape, **_):
        super().__init__(run, X)
        self.shape = shape

    def see(self, step):
        return {STATE: packed(step.w)}

    def legend(self, minus, plus):
        return [f"− speaks for {minus}", f"+ speaks for {plus}"]

    def content(self, steps, drawn):
        used = np.unique(np.hstack([np.ravel(which) for which in drawn]))
        return {
            "kind": "images",
            "shape": [int(n) for n in self.shape],
            "images": {int(i): packed(_row(self.X, i)) for i in used},
            "labels": "".join("+" if label > 0 else "−" for label in self.y),
            "caption": "",
        }


def _row(X, i):
    return X[[i]].toarray().ravel() if hasattr(X, "toarray") else X[i]


def packed(values, kind=np.int8):
    """The largest size, and a whole number n for each value, which is size·(n/n_max)³, in base 64.

    The cube keeps small values apart from 0: far from all examples they still have a sign.
    """
    size, top = np.abs(values).max() or 1.0, np.iinfo(kind).max
    content = np.round(np.cbrt(values / size) * top).astype(np.dtype(kind).newbyteorder("<"))
    return f"{size:.6g} {b64encode(content.tobytes()).decode('ascii')}"
