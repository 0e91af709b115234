"""What a player draws of a run: points and a line, points and a curve, or images.

A scene says what the weights are at a line (``see``), what each step changed of them (``changes``),
what scores and objective the states of the weights have, and what the picture holds (``content``).
"""

from base64 import b64encode

import numpy as np

from pegasos_edu.losses import LOSSES, objective_of_scores
from pegasos_edu.runs.reading import last
from pegasos_edu.trace.glossary import axes, caption
from pegasos_edu.trace.numbers import STATE, rounded, shown
from pegasos_edu.trace.stories import Change, whole_part

MAX_POINTS = 1_000  # that are drawn, and examples of a kernel run
POWER_ITERATIONS = 30  # for the direction in which the data spread most
MAX_GRID_SIZE = 33  # lines on a side of the grid on which a curve is found
MAX_COLUMN_BYTES = 300_000  # of all kernel columns; more columns get a coarser grid
MIN_GRID_SIZE = 21
MAX_TIMES = 300.0  # e, that is, between the largest and the smallest value of a kernel column
NEAR, ALIKE = 1e-9, 1e-6  # in units of the longer w: what rounding makes of it, and what is the same to the eye
PLACE = "@f"  # of the state at a line, among all that the weights were in; from it follows f there


class _Scene:
    """What is the same of all runs: the states that w was in, each kept once for as long as it lasted.

    The first is that of w = 0, for algorithms of which nothing can be seen before they yield a step.
    """

    def __init__(self, run, X, zero):
        self.run, self.X, self.y = run, X, run.y
        self.states = [zero]

    def see(self, step):
        """The values to keep at a line, and the place of its state."""
        values, state = self.values(step), self.state(step)
        if state.shape != self.states[0].shape:
            raise ValueError("in the middle of the set-up there is no w yet")
        if not np.array_equal(state, self.states[-1]):
            self.states.append(state)
        return values | {PLACE: len(self.states) - 1}


class _Linear(_Scene):
    """What is the same of all runs whose steps answer ``.w``; their state is w, and after it b."""

    def __init__(self, run, X, **_):
        super().__init__(run, X, np.append(np.zeros(X.shape[1]), run.b))

    def state(self, step):
        return np.append(np.asarray(step.w, dtype=float), self.run.bias(step))

    def scores(self, states):
        return (self.X @ states[:, :-1].T).T + states[:, -1:]

    def objective(self, states, scores, loss):
        squares = (states[:, :-1] ** 2).sum(axis=1)
        return objective_of_scores(squares, scores, self.y, self.run.lam, loss)

    def changes(self, steps, before, after, parted, met, loss):
        """What each step did to the weights.

        Parameters
        ----------
        steps : list of steps
        before, after : arrays (T, d + 1)
            The states.
        parted : sequence of bool
            Not looked at: any w but 0 has a boundary.
        met : sequence of bool
            Whether a step went on to add something, as far as its lines say so.
        loss : {"hinge", "log"}

        Returns
        -------
        list of Change
        """
        return [self._change(*one, loss) for one in zip(steps, before, after, met)]

    def _change(self, step, before, after, is_met, loss):
        old, new = before[:-1], after[:-1]
        factor, is_multiple = _factor(old, new)
        kept = 1.0 if step.is_dual else 1 - self.run.lam * step.eta
        projected, whole = self._is_projected(new), whole_part(step, self.run, loss)
        added, is_along = (0.0, False) if step.is_batch else self._added(step, old, new, kept, projected, whole)
        is_whole = is_along and abs(added - whole) <= ALIKE * abs(whole)
        adds = is_met or step.is_dual or is_whole or not is_multiple
        rest = new - (kept if is_multiple or step.is_dual else min(max(factor, 0), 1)) * old
        moved = adds and np.abs(rest).max() > NEAR * max(np.abs(old).max(), np.abs(new).max())
        return Change(
            self._gain(step, rest, loss) if moved else 0, projected, factor, added, is_along,
            bool(old.any()), bool(new.any()), not _factor(before, after)[1], bool(before[-1] == after[-1]),
        )  # fmt: skip

    def _gain(self, step, rest, loss):
        """1 where the rest points to where the loss of the examples drawn falls, −1 where it points away from there."""
        y = self.y[step.drawn]
        pull = -LOSSES[loss].slope(y * step.scored)
        if not pull.any():
            pull += 1
        return -1 if (pull * y) @ (self.X[step.drawn] @ rest) < 0 else 1

    def _added(self, step, old, new, kept, projected, whole):
        """g, where w_{t+1} is c·w_t + g·x with the c that shrinks w, or with 1; and whether it is."""
        x = _row(self.X, step.drawn[0])
        if projected:
            sum_of_both = kept * old + whole * x
            is_longer = np.linalg.norm(sum_of_both) * np.sqrt(self.run.lam) >= 1 - NEAR
            c, is_multiple = _factor(sum_of_both, new)
            return whole, bool(is_longer and is_multiple and c > 0)
        square = x @ x
        found = []
        for c in (kept, 1.0):
            rest = new - c * old
            g = float(rest @ x / square) if square > 0 else 0.0
            if np.abs(rest - g * x).max() <= ALIKE * max(np.abs(old).max(), np.abs(new).max()):
                found.append(g)
        return min(found, key=lambda g: abs(g - whole), default=0.0), bool(found)

    def _is_projected(self, w):
        """Whether ‖w_{t+1}‖ is 1/√λ, which nothing but the projection makes it."""
        on_ball = abs(np.linalg.norm(w) * np.sqrt(self.run.lam) - 1) < NEAR
        return bool(on_ball and self.run.options.get("project", False))


def _factor(old, new):
    """c, and whether new is c·old; 1 where old is 0."""
    square = old @ old
    c = float(new @ old / square) if square > 0 else 1.0
    longest = max(np.abs(old).max(), np.abs(new).max())
    return c, bool(np.abs(new - c * old).max() <= NEAR * longest)


class Plane(_Linear):
    """Points in the plane, and w in it; data of more dimensions are seen along w and across it."""

    seen = "plane"

    def __init__(self, run, X, **_):
        super().__init__(run, X)
        self.holds_w = X.shape[1] == 2
        self.basis = np.eye(2) if self.holds_w else _basis(run, X)

    def values(self, step):
        bias = {"@b": shown(step.b)} if step.has_bias else {}
        return {STATE: shown(step.w @ self.basis), **bias}

    def content(self, steps):
        kept = _examples_to_draw(len(self.y), steps)
        points = self.X[kept] @ self.basis
        extent = 1.2 * max(np.abs(points).max(), 1e-9)
        return {
            **_points(points, self.y, kept),
            "centre": [0, 0],
            "half": rounded(extent),
            "b": self.run.b,
            "exact": self.holds_w,
            "ball": rounded(self.run.lam**-0.5) if self.run.options.get("project") else None,
            "axes": axes(self.holds_w),
            "caption": caption(self.X.shape[1], len(kept), len(self.y)),
        }


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


def _examples_to_draw(m, steps):
    """The examples to draw: all, or those that the run drew and others spread evenly over the rest."""
    if m <= MAX_POINTS:
        return np.arange(m)
    used = _spread(_drawn(steps), MAX_POINTS)
    return np.sort(np.concatenate([used, _spread(np.setdiff1d(np.arange(m), used), MAX_POINTS - len(used))]))


def _drawn(steps):
    return np.unique(np.hstack([step.drawn for step in steps]))


def _spread(indices, count):
    return indices if len(indices) <= count else indices[np.linspace(0, len(indices) - 1, count).astype(int)]


def _points(points, y, kept):
    return {
        "points": [rounded(value) for value in points.ravel()],
        "labels": "".join("+" if label > 0 else "−" for label in y[kept]),
        "indices": None if len(kept) == len(y) else kept.tolist(),
    }


class Curves(_Scene):
    """Points in the plane, and the curve of a kernel run: Σ_j η·α_j·y_j·K(x_j, ·) on a grid.

    A column for each example that was ever added holds its kernel on the grid and, where that leaves room
    for a grid, at the examples. The state is β.
    """

    holds_w, seen = False, "curves"

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

    def changes(self, steps, before, after, parted, met, loss):
        """As of w; here something is added where some α grows, and there is a boundary where it parts examples."""
        alpha = np.array([step.alpha for step in steps])
        gains = np.sign(np.diff(alpha, axis=0, prepend=0).sum(axis=1)).astype(int).tolist()
        ways = [_factor(*both) for both in zip(before, after)]
        return [
            Change(gain, False, factor, 0.0, False, had, has, not is_same, True)
            for gain, (factor, is_same), had, has in zip(gains, ways, parted[:-1], parted[1:])
        ]

    def content(self, steps):
        low, high = self.X.min(axis=0), self.X.max(axis=0)
        centre = (low + high) / 2
        half = 1.2 * max(np.abs(self.X - centre).max(), 1e-9)
        added = np.flatnonzero(np.any([step.alpha != 0 for step in steps], axis=0))
        room = MAX_COLUMN_BYTES / 2 / max(1, len(added))  # values in a column
        with_examples = room - len(self.y) >= MIN_GRID_SIZE**2
        side = int(np.clip(np.sqrt(room - len(self.y) * with_examples), MIN_GRID_SIZE, MAX_GRID_SIZE))
        lines = (np.linspace(c - half, c + half, side) for c in centre)
        grid = np.column_stack([axis.ravel() for axis in np.meshgrid(*lines)])
        places = np.vstack([grid, self.X]) if with_examples else grid
        columns = self.kernel(places, self.X[added]) if len(added) else np.empty((len(places), 0))
        return {
            **_points(self.X, self.y, np.arange(len(self.y))),
            "centre": [rounded(c, 6) for c in centre],
            "half": rounded(half, 6),
            "b": 0,
            "exact": with_examples,
            "ball": None,
            "axes": axes(True),
            "caption": "",
            "side": side,
            "columns": {int(j): packed_by_logarithm(column) for j, column in zip(added, columns.T)},
        }


class Images(_Linear):
    """The example as an image, and w before and after."""

    holds_w, seen = False, "images"

    def __init__(self, run, X, shape, **_):
        super().__init__(run, X)
        self.shape = shape

    def values(self, step):
        return {STATE: packed(step.w)}

    def content(self, steps):
        used = _drawn(steps)
        return {
            "shape": [int(n) for n in self.shape],
            "images": {int(i): packed(_row(self.X, i)) for i in used},
            "labels": "".join("+" if label > 0 else "−" for label in self.y),
            "caption": "The change is w now − w before, and the three share one scale. The example is in ink.",
        }


def _row(X, i):
    return X[[i]].toarray().ravel() if hasattr(X, "toarray") else X[i]


def packed(values):
    """The largest size, and a whole number n for each value, which is size·(n/127)³, in base 64.

    The cube keeps small values apart from 0.
    """
    size = np.abs(values).max() or 1.0
    return f"{size:.6g} {_base64(np.cbrt(values / size) * 127, np.int8)}"


def packed_by_logarithm(values):
    """The largest size, how many times e the smallest goes into it, r, and for each value a whole number.

    n stands for size·e^(r·(n/32767 − 1)), −n for as much below 0, and 0 for 0 or what is smaller yet. Far from
    all examples kernels are tiny, and it is their ratio that says where the boundary runs.
    """
    sizes = np.abs(values)
    size = sizes.max() or 1.0
    smallest = sizes[sizes > 0].min(initial=size)
    times = min(max(np.log(size / smallest), 1.0), MAX_TIMES)
    with np.errstate(divide="ignore"):
        part = 1 + np.log(sizes / size) / times
    content = np.sign(values) * np.where(part > -1e-9, np.maximum(32767 * part, 1), 0)
    return f"{size:.6g} {times:.6g} {_base64(content, np.int16)}"


def _base64(values, kind):
    return b64encode(np.round(values).astype(np.dtype(kind).newbyteorder("<")).tobytes()).decode("ascii")
