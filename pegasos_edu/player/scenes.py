"""What a player draws of a run: points and a line, points and a curve, or images.

A scene says what the weights are at a line (``see``), which events the steps were, what the objective
became, and what the picture holds (``content``).
"""

from base64 import b64encode

import numpy as np

from pegasos_edu.losses import objective_of_scores
from pegasos_edu.recording.numbers import STATE, rounded, shown
from pegasos_edu.runs.reading import last

MAX_POINTS = 1_000  # that are drawn, and examples of a kernel run
POWER_ITERATIONS = 30  # for the direction in which the data spread most
MAX_GRID_SIZE = 33  # lines on a side of the grid on which a curve is found
MAX_GRID_BYTES = 300_000  # of all kernel columns; more columns get a coarser grid
MIN_GRID_SIZE = 21


class _Linear:
    """What is the same of all runs whose steps answer ``.w``."""

    def __init__(self, run, X, **_):
        self.run, self.X, self.y = run, X, run.y

    def states(self, steps):
        return np.array([step.w for step in steps], dtype=float)

    def scores(self, steps, w):
        return (self.X @ w.T).T + np.array([[self.run.bias(step)] for step in steps])

    def objective(self, w, scores, loss):
        return objective_of_scores((w * w).sum(axis=1), scores, self.y, self.run.lam, loss)

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


class Plane(_Linear):
    """Points in the plane, and w in it; data of more dimensions are seen along w and across it."""

    def __init__(self, run, X, **_):
        super().__init__(run, X)
        self.holds_w = X.shape[1] == 2
        self.basis = np.eye(2) if self.holds_w else _basis(run, X)

    def see(self, step):
        bias = {"@b": shown(step.b)} if step.has_bias else {}
        return {STATE: shown(step.w @ self.basis), **bias}

    def legend(self, minus, plus):
        rings = ["○ margin < 1"] if self.holds_w else []
        return [f"● {minus}", f"▲ {plus}", "◎ just drawn", *rings, "— score 0", "- - score ±1", "··· before this step"]

    def content(self, steps, drawn):
        kept = _examples_to_draw(len(self.y), drawn)
        points = self.X[kept] @ self.basis
        extent = 1.2 * max(np.abs(points).max(), 1e-9)
        captions = [] if self.holds_w else [_caption(self.X.shape[1])]
        return {
            "kind": "plane",
            **_points(points, self.y, kept, captions),
            "centre": [0, 0],
            "half": rounded(extent),
            "b": self.run.b,
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
    for _ in range(POWER_ITERATIONS):
        second = _unit(second - (second @ first) * first)
        spread = X @ second - mean @ second
        second = X.T @ spread - mean * spread.sum()
    second = _unit(second - (second @ first) * first)
    return np.column_stack([first, second * np.sign(second[np.abs(second).argmax()])])


def _unit(v):
    size = np.linalg.norm(v)
    return v / size if size > 0 else (np.arange(len(v)) == 0).astype(float)


def _examples_to_draw(m, drawn):
    """The examples to draw: all, or those that the run drew and others spread evenly over the rest."""
    if m <= MAX_POINTS:
        return np.arange(m)
    used = _spread(np.unique(np.hstack([np.ravel(which) for which in drawn])), MAX_POINTS)
    return np.sort(np.concatenate([used, _spread(np.setdiff1d(np.arange(m), used), MAX_POINTS - len(used))]))


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


class Curves:
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

    def scores(self, steps, beta):
        return beta @ self.run.X

    def objective(self, beta, scores, loss):
        return objective_of_scores((beta * scores).sum(axis=1), scores, self.y, self.run.lam, loss)

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
        side = int(np.clip(np.sqrt(MAX_GRID_BYTES / 2 / max(1, len(added))), MIN_GRID_SIZE, MAX_GRID_SIZE))
        lines = (np.linspace(c - half, c + half, side) for c in centre)
        grid = np.column_stack([axis.ravel() for axis in np.meshgrid(*lines)])
        columns = self.kernel(grid, self.X[added])
        return {
            "kind": "plane",
            **_points(self.X, self.y, np.arange(len(self.y)), []),
            "centre": [rounded(c, 6) for c in centre],
            "half": rounded(half, 6),
            "b": 0,
            "exact": True,
            "ball": None,
            "caption": "",
            "side": side,
            "columns": {int(j): packed(column, np.int16) for j, column in zip(added, columns.T)},
        }


class Images(_Linear):
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
