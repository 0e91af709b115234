"""Run dual ascent on the examples whose α can still change, until the duality gap is small.

The algorithm is `pegasos_edu.algorithms.dual_ascent`; this module only chooses its draws. When the examples that are
still drawn seem to leave a small gap, the gap is computed from all examples; if it is too large, all are drawn again.
The result is a mean of the weights, as in the theorems of the source of the algorithm.
"""

from dataclasses import replace

import numpy as np

from pegasos_edu.common.progress import bar

FEWEST_STEPS = 2_000  # in one call: short passes are made several at a time, in one order

# The gap is first computed from all examples when it seems to be at most HOPE times the tolerance, because the mean of
# the weights has about half the gap that they have during a pass; without a tolerance, at FIRST_GOAL·f.
HOPE, FIRST_GOAL = 2, 0.01


def ascended(solver):
    """Return the descents, the number of steps and passes, and the values of a fit by dual ascent."""
    m, ascents = solver.X.shape[0], [Ascent(solver, n) for n in range(len(solver.targets))]
    for ascent in ascents:
        for _ in bar(ascent.epochs(), solver.max_iter, "epoch", bool(solver.verbose)):
            pass
    t = max(ascent.descent.step.t for ascent in ascents)
    return tuple(ascent.descent for ascent in ascents), t, -(-t // m), tuple(ascent.values for ascent in ascents)


class Ascent:
    """Run the steps for one target."""

    def __init__(self, solver, n):
        fewer = replace(solver, moments=lambda X, size, steps: solver.moments(X, 4 * size, steps))
        self.solver, self.n, self.y = fewer, n, solver.targets[n]  # for short rows, a mean takes as long as the steps
        self.descent = solver.start(n)
        self.rng = np.random.default_rng(solver.seed)
        self.tol = solver.tol or 0.0
        self.goal = HOPE * self.tol or FIRST_GOAL
        self._draw_all()

    def _draw_all(self):
        """Draw all examples in the next pass."""
        self.active, self.limits = np.arange(len(self.y)), (-np.inf, np.inf)

    def epochs(self):
        """Take the steps; yield when m of them are done, and at the end."""
        m, solver, shown, is_last = len(self.y), self.solver, 0, False
        most = solver.max_iter * m
        while not is_last:
            code = solver.backend(max(0, solver.expected_steps - self.descent.step.t))
            kept, limits, gap = self._pass(code, most)
            bound = self._bound()
            self.active, self.limits = kept, limits
            is_last = self.descent.step.t == most
            if is_last or gap / m <= self.goal * (bound + gap / m):
                self._measure(code)
                is_last = is_last or solver.is_near(*self.values)
                if self.goal <= self.tol or not self.tol:  # a failure at the first goal may be only too much hope
                    self._draw_all()
                self.goal = max(self.tol, self.goal / 10)
            done = -(-self.descent.step.t // m) if is_last else self.descent.step.t // m
            yield from range(shown, done)
            shown = done

    def _pass(self, code, most):
        """Draw the active examples, each once or more often; return what `shrink` finds in the last pass."""
        n, t = len(self.active), self.descent.step.t
        order = self.active[code.shuffled(self.rng.random(n))]
        draws = np.tile(order, max(1, FEWEST_STEPS // n))[: most - t]
        ends = self.solver.ends_of(self.descent, [draws])
        step, notes = self.solver.run(code, self.descent, self.n, draws, ends)
        self.descent, kept = self.descent._replace(step=step), np.empty_like(draws[-n:])
        n_kept, low, high, gap = code.shrink(draws[-n:], self.y, step.alpha, notes[-n:], *self.limits, kept)
        limits = (low if low < 0 else -np.inf, high if high > 0 else np.inf)
        return kept[:n_kept] if n_kept else self.active, limits, gap

    def _bound(self):
        """Return D(α)."""
        w, alpha = self.descent.step.w, self.descent.step.alpha
        return abs(alpha).mean() - self.solver.lam / 2 * np.square(w).sum()

    def _measure(self, code):
        """Compute f and its lower bound after removing the rounding errors of the steps from w(α)."""
        step = self.descent.step
        w = self.solver.combined(step.alpha)
        self.descent = self.descent._replace(step=step._replace(w=w))
        self.values = self.solver.objective(self.descent, self.y, code), self._bound()
