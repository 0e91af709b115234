"""Compute the picture of a run: points and a line, points and a curve, or images.

A scene records the weights at each line (``see``) and keeps each new state of them. From the states it computes the
scores, the objective, the changes that the steps made, and the content of the picture.
"""

from base64 import b64encode
from math import sqrt

import numpy as np
from numpy.linalg import norm

from pegasos_edu.losses import objective_of_scores
from pegasos_edu.runs.reading import last
from pegasos_edu.trace.changes import kernel_change, linear_change
from pegasos_edu.trace.glossary import axes, caption
from pegasos_edu.trace.numbers import STATE, as_recorded, rounded

ROOM = 1.1  # the plane reaches so many times as far as the points
MAX_POINTS = 1_000  # in a picture, and examples of a kernel run
POWER_ITERATIONS = 30  # for the direction in which the data spread most
MIN_GRID_SIZE, MAX_GRID_SIZE = 21, 33  # lines on a side of the grid on which a curve is computed
MAX_COLUMN_BYTES = 300_000  # of all kernel columns; more columns get a coarser grid
MAX_TIMES = 300.0  # the logarithm of the largest ratio in a kernel column
PLACE = "@f"  # the key of the state at a line; the value is its place among all states


class _Scene:
    """Hold what all pictures need: the states of the weights, beginning with w = 0."""

    def __init__(self, run, X, zero):
        self.run, self.X, self.y = run, X, run.y
        self.states = [zero]

    def see(self, step):
        """Return the values to record at a line, and the place of its state."""
        values, state = self.values(step), self.state(step)
        if state.shape != self.states[0].shape:
            raise ValueError("there is no w yet in the middle of the set-up")
        if not np.array_equal(state, self.states[-1]):
            self.states.append(state)
        return values | {PLACE: len(self.states) - 1}


class _Linear(_Scene):
    """Provide what runs with ``step.w`` share; their state is w followed by b."""

    def __init__(self, run, X, **_):
        super().__init__(run, X, np.append(np.zeros(X.shape[1]), run.b))

    def state(self, step):
        return np.append(np.asarray(step.w, dtype=float), self.run.bias(step))

    def scores(self, states):
        return (self.X @ states[:, :-1].T).T + states[:, -1:]

    def objective(self, states, scores, loss):
        squares = (states[:, :-1] ** 2).sum(axis=1)
        return objective_of_scores(squares, scores, self.y, self.run.lam, loss)

    def changes(self, facts, steps, before, after, has_line, adds):
        """Return what each step did to the weights.

        Parameters
        ----------
        facts : RunFacts
        steps : list of steps
        before, after : arrays (T, d + 1)
            The states.
        has_line : sequence of bool
            Whether a boundary separates examples in each state; not needed here, because every w except 0 has a
            boundary.
        adds : sequence of bool
            What `is_to_add` returned for each step.

        Returns
        -------
        list of Change
        """
        return [
            linear_change(
                step, facts, _rows(self.X, step.drawn), self.y[step.drawn], add, old[:-1], new[:-1], old[-1], new[-1]
            )
            for step, add, old, new in zip(steps, adds, before, after)
        ]


class Plane(_Linear):
    """Draw points and a line in the plane; data of more dimensions are projected onto w and a direction across it."""

    kind = "plane"

    def __init__(self, run, X, **_):
        super().__init__(run, X)
        self.holds_w = X.shape[1] == 2
        self.basis = np.eye(2) if self.holds_w else np.column_stack(basis_of(X, last(run).w))

    def values(self, step):
        bias = {"@b": as_recorded(step.b)} if step.has_bias else {}
        return {STATE: as_recorded(step.w @ self.basis), **bias}

    def content(self, facts, steps):
        chosen = _examples_to_draw(len(self.y), steps)
        points = (self.X[chosen] @ self.basis).ravel()
        indices = None if len(chosen) == len(self.y) else chosen.tolist()
        return plane_content(facts, self.X.shape[1], points, self.y[chosen], indices)


def _examples_to_draw(m, steps):
    """Return the examples to show: all, or those that the run drew and others spread evenly over the rest."""
    if m <= MAX_POINTS:
        return np.arange(m)
    used = _spread(_drawn(steps), MAX_POINTS)
    return np.sort(np.concatenate([used, _spread(np.setdiff1d(np.arange(m), used), MAX_POINTS - len(used))]))


def _drawn(steps):
    return np.unique(np.hstack([step.drawn for step in steps]))


def _spread(indices, count):
    return indices if len(indices) <= count else indices[np.linspace(0, len(indices) - 1, count).astype(int)]


class Curves(_Scene):
    """Draw points in the plane and the curve of a kernel run, Σ_j η·α_j·y_j·K(x_j, ·) on a grid.

    Each example that was added has a column: its kernel with the grid points and, if there is room, with the examples.
    The state is β.
    """

    holds_w, kind = False, "curves"

    def __init__(self, run, X, kernel, **_):
        super().__init__(run, X, np.zeros(len(run.y)))
        self.kernel, self.counts = kernel, np.zeros(len(self.y))

    def values(self, step):
        values = {"@η": rounded(step.eta)}
        for j in np.flatnonzero(step.alpha != self.counts):
            values[f"α[{j}]"] = rounded(step.alpha[j])
        self.counts = step.alpha.copy()
        return values

    def state(self, step):
        return step.beta(self.y)

    def scores(self, states):
        return states @ self.run.X

    def objective(self, states, scores, loss):
        return objective_of_scores((states * scores).sum(axis=1), scores, self.y, self.run.lam, loss)

    def changes(self, facts, steps, before, after, has_line, adds):
        """Return what each step did; it added something if an α changed, and a boundary must separate examples."""
        grown = np.diff([step.alpha for step in steps], axis=0, prepend=0)
        of_drawn = grown[np.arange(len(steps)), [step.i for step in steps]]
        rows = zip(of_drawn, grown.any(axis=1), before, after, has_line[:-1], has_line[1:])
        return [kernel_change(*row) for row in rows]

    def content(self, facts, steps):
        low, high = self.X.min(axis=0), self.X.max(axis=0)
        centre = (low + high) / 2
        half = ROOM * max(np.abs(self.X - centre).max(), 1e-9)
        added = np.flatnonzero(np.any([step.alpha != 0 for step in steps], axis=0))
        side, with_examples = grid_of(len(self.y), len(added))
        lines = (np.linspace(c - half, c + half, side) for c in centre)
        grid = np.column_stack([axis.ravel() for axis in np.meshgrid(*lines)])
        places = np.vstack([grid, self.X]) if with_examples else grid
        columns = self.kernel(places, self.X[added]) if len(added) else np.empty((len(places), 0))
        packed = {int(j): packed_by_logarithm(column) for j, column in zip(added, columns.T)}
        return curve_content(self.X.ravel(), self.y, centre, half, side, with_examples, packed)


class Images(_Linear):
    """Show three images: the drawn example, and w before and after the step."""

    holds_w, kind = False, "images"

    def __init__(self, run, X, shape, **_):
        super().__init__(run, X)
        self.shape = shape

    def values(self, step):
        return {STATE: packed(step.w)}

    def content(self, facts, steps):
        used = _drawn(steps)
        return {
            "shape": [int(n) for n in self.shape],
            "images": {int(i): packed(_rows(self.X, [i])[0]) for i in used},
            "labels": _signs(self.y),
            "caption": "The change is w now minus w before; these three images share one scale. "
            f"− is evidence for {facts.names[0]}, + for {facts.names[1]}.",
        }


def _rows(X, indices):
    return X[indices].toarray() if hasattr(X, "toarray") else X[indices]


def packed(values):
    """Pack values as text: the largest size, then in base 64 a whole number n for each value.

    The value is about size·(n/127)³. The cube keeps small values different from 0.
    """
    size = np.abs(values).max() or 1.0
    return f"{size:.6g} {_base64(np.cbrt(values / size) * 127, np.int8)}"


def packed_by_logarithm(values):
    """Pack values on a logarithmic scale, because far from all examples only the ratio of tiny kernels matters.

    The text holds the largest size, the logarithm r of its ratio to the smallest one, and in base 64 a whole number n
    for each value: n > 0 stands for size·e^(r·(n/32767 − 1)), −n for the same value with a minus sign, and 0 for 0 and
    for all smaller values.
    """
    sizes = np.abs(values)
    size = sizes.max() or 1.0
    smallest = sizes[sizes > 0].min(initial=size)
    times = min(max(np.log(size) - np.log(smallest), 1.0), MAX_TIMES)  # the ratio itself may overflow
    with np.errstate(divide="ignore"):
        part = 1 + np.log(sizes / size) / times
    content = np.sign(values) * np.where(part > -1e-9, np.maximum(32767 * part, 1), 0)
    return f"{size:.6g} {times:.6g} {_base64(content, np.int16)}"


def _base64(values, kind):
    return b64encode(np.round(values).astype(np.dtype(kind).newbyteorder("<")).tobytes()).decode("ascii")


# What follows is written in the small language of `browser/language.py`: a page computes its pictures with it.


def basis_of(X, w):
    """Return the direction of w, and the direction orthogonal to w in which the data spread most."""
    first = _unit(w)
    if len(first) == 1:
        return [[1.0], [0.0]]
    m = X.shape[0]
    mean = X.T @ np.full(m, 1 / m)
    second = 1 + np.arange(len(first)) / len(first)
    for _ in range(POWER_ITERATIONS):
        second = _unit(second - (second @ first) * first)
        spread = X @ second - mean @ second
        second = X.T @ spread - spread.sum() * mean
    second = _unit(second - (second @ first) * first)
    return [first, np.sign(second[np.argmax(np.abs(second))]) * second]


def _unit(v):
    size = norm(v)
    return v / size if size > 0 else np.where(np.arange(len(v)) == 0, 1.0, 0.0)


def plane_content(run, d, points, y, indices):
    """Return the content of a picture of d features in the plane.

    points holds the coordinates of the examples shown, y their labels, indices their numbers or None for all.
    """
    return {
        "points": [rounded(value) for value in points],
        "labels": _signs(y),
        "indices": indices,
        "centre": [0, 0],
        "half": rounded(ROOM * max(np.abs(points).max(), 1e-9)),
        "b": run.b,
        "exact": run.holds_w,
        "ball": rounded(1 / sqrt(run.lam)) if run.projects else None,
        "axes": axes(run.holds_w),
        "caption": caption(d, len(y), run.m),
    }


def curve_content(points, y, centre, half, side, with_examples, columns):
    """Return the content of the picture of a kernel run, with a column of the kernel for each example added."""
    return {
        "points": [rounded(value) for value in points],
        "labels": _signs(y),
        "indices": None,
        "centre": [rounded(value, 6) for value in centre],
        "half": rounded(half, 6),
        "b": 0,
        "exact": with_examples,
        "ball": None,
        "axes": axes(True),
        "caption": "",
        "side": side,
        "columns": columns,
    }


def grid_of(m, columns):
    """Return the number of grid lines on a side, and whether the columns have room for the m examples too."""
    room = MAX_COLUMN_BYTES / 2 / max(1, columns)  # values in a column
    with_examples = room - m >= MIN_GRID_SIZE**2
    free = room - m if with_examples else room
    return int(min(max(sqrt(free), MIN_GRID_SIZE), MAX_GRID_SIZE)), with_examples


def _signs(y):
    return "".join(["+" if label > 0 else "−" for label in y])
