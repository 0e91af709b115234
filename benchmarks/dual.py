"""Count passes and measure times of `dual_ascent` and LinearSVC to within 1 % and 0.1 % of the certified optimum."""

from functools import partial
from itertools import product

import numpy as np
from measuring import measure, seconds, table
from samples import MADE, least, sample
from to_optimum import GAPS, LAMS, enough, hinge
from tqdm import tqdm

from pegasos_edu import dual_ascent
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.backends import numba_backend
from pegasos_edu.fast.loops import initial_step, notes_for
from pegasos_edu.runs.draws import passes

PATIENT = 2  # seconds of one fit after which no more passes are tried


class DualAscent:
    """Run the compiled algorithm over whole passes in new orders; its time includes the draws, as in LinearSVC."""

    def __init__(self, lam, m, epochs, seed):
        self.lam, self.epochs, self.seed = lam, epochs, seed

    def fit(self, X, y):
        code = numba_backend(dual_ascent)
        step = initial_step(dual_ascent, X, y)
        mean, orders = mean_of("none", step.w), passes("epochs", len(y), self.seed, shuffled=code.shuffled)
        for _, order in zip(range(self.epochs), orders):
            notes = notes_for(step, order)
            step = code.loop(X, y, self.lam, order, np.array([len(order)]), step, mean, notes)
        self.coef_ = step.w[None]
        return self


def race(X, y, lam, f, rounds):
    """Return the label and the cells of each row for one problem."""
    problem = hinge(X, y, lam, f)
    solvers = {
        "dual_ascent": partial(DualAscent, lam, len(y)),
        "LinearSVC": problem.solvers["LIBLINEAR"][0],
    }
    passed = {name: enough(make, problem, GAPS, PATIENT) for name, make in solvers.items()}
    tasks = [
        ((name, gap), partial(seconds, solvers[name](n, 0).fit, X, y))
        for name, gaps in passed.items()
        for gap, (n, _) in gaps.items()
    ]
    medians = measure(tasks, rounds)
    for gap in GAPS:
        times = [medians.get((name, gap)) for name in solvers]
        cells = [str(gaps[gap].passes) if gap in gaps else "–" for gaps in passed.values()]
        yield gap, [*cells, f"{times[0] / times[1]:.2f}" if all(times) else "–"]


def main(rounds, folder):
    rows = []
    for name, lam in tqdm(list(product(MADE, LAMS)), desc="dual"):
        title, X, y = sample(name, folder)
        times = race(X, y, lam, least(name, folder, lam), rounds)
        rows += [(f"{title}, λ = {lam:g}, {gap:.1%}", cells) for gap, cells in times]
    table("to the optimum", ["passes: dual_ascent", "LinearSVC", "**time, dual_ascent / LinearSVC**"], rows)
