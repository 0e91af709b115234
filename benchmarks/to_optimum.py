"""Measure the processor time to within 1 % of the certified optimum, without bias, on one thread."""

from functools import partial
from itertools import product
from statistics import geometric_mean, median

import numpy as np
from measuring import in_turns, processor_seconds, table
from samples import MADE, least, sample
from sklearn.linear_model import SGDClassifier
from sklearn.svm import LinearSVC
from tqdm import tqdm

from pegasos_edu import C_from_lam, dual_ascent, objective
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.backends import numba_backend
from pegasos_edu.fast.loops import initial_step
from pegasos_edu.runs.draws import passes

LAMS = (1e-2, 1e-3, 1e-4)
GAP = 0.01
GRID = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256)
SEEDS = (0, 1, 2)
LONGEST = 2  # seconds of one fit after which no more epochs are tried


class DualAscent:
    """Run the compiled algorithm over whole passes in new orders; its time includes the draws, as in LinearSVC."""

    def __init__(self, lam, m, epochs, seed):
        self.lam, self.epochs, self.seed = lam, epochs, seed

    def fit(self, X, y):
        code = numba_backend(dual_ascent)
        step = initial_step(dual_ascent, X, y)
        mean, orders = mean_of("none", step.w), passes("epochs", len(y), self.seed, shuffled=code.shuffled)
        for _, order in zip(range(self.epochs), orders):
            step = code.loop(X, y, self.lam, order, np.array([len(order)]), step, mean)
        self.coef_ = step.w[None]
        return self


def pegasos(lam, m, epochs, seed):
    return PegasosClassifier(lam=lam, bias="none", max_iter=epochs, tol=None, random_state=seed, compile=True)


def sgd(lam, m, epochs, seed, average=False):
    return SGDClassifier(alpha=lam, fit_intercept=False, max_iter=epochs, tol=None, random_state=seed, average=average)


def averaged(lam, m, epochs, seed):
    return sgd(lam, m, epochs, seed, average=True)


def averaged_from_half_way(lam, m, epochs, seed):
    return sgd(lam, m, epochs, seed, average=epochs * m // 2)


def linear_svc(lam, m, epochs, seed):
    C = C_from_lam(lam, m)
    return LinearSVC(C=C, loss="hinge", fit_intercept=False, tol=1e-12, max_iter=epochs, random_state=seed)


SOLVERS = {
    "Pegasos": [pegasos],
    "dual_ascent": [DualAscent],
    "SGD": [sgd, averaged, averaged_from_half_way],  # the fastest of them counts
    "LinearSVC": [linear_svc],
}
RATIOS = [("Pegasos", "SGD"), ("Pegasos", "LinearSVC"), ("dual_ascent", "LinearSVC")]


def enough(solver, X, y, lam, f, gaps, longest=LONGEST):
    """Return a dict: a gap that is reached -> the fewest epochs after which the weights of all seeds are within it."""
    found = {}
    solver(lam, len(y), 1, 0).fit(X, y)  # loads or compiles its code
    for epochs in GRID:
        worst, taken = 0, 0
        for seed in SEEDS:
            model = solver(lam, len(y), epochs, seed)
            taken = max(taken, processor_seconds(model.fit, X, y))
            worst = max(worst, objective(model.coef_[0], X, y, lam) / f - 1)
            if worst > max(gaps):
                break
        found |= {gap: epochs for gap in gaps if worst <= gap and gap not in found}
        if len(found) == len(gaps) or taken > longest:
            break
    return found


def race(X, y, lam, f, rounds):
    """Return the passes of each solver that comes close, and its times, taken in turns."""
    solvers = [solver for some in SOLVERS.values() for solver in some]
    epochs = {solver: enough(solver, X, y, lam, f, [GAP]).get(GAP) for solver in solvers}
    near = {solver: n for solver, n in epochs.items() if n}
    tasks = [(one, partial(processor_seconds, one(lam, len(y), n, 0).fit, X, y)) for one, n in near.items()]
    times = in_turns(tasks, rounds)
    best = {}
    for name, some in SOLVERS.items():
        if reached := [solver for solver in some if solver in near]:
            solver = min(reached, key=lambda one: median(times[one]))
            best[name] = near[solver], times[solver]
    return best


def ratio(found, ours, other):
    """Return the median of the ratios within each round; None if one of them does not come close."""
    if ours in found and other in found:
        return median(mine / theirs for mine, theirs in zip(found[ours][1], found[other][1]))
    return None


def cells(found):
    """Return the milliseconds and passes of each solver, and the ratios."""
    for name in SOLVERS:
        yield f"{1e3 * median(found[name][1]):.1f} ({found[name][0]})" if name in found else "–"
    for pair in RATIOS:
        value = ratio(found, *pair)
        yield "–" if value is None else f"{value:.2f}"


def means(found):
    """Return the geometric means of the ratios, each over the rows that have it."""
    for pair in RATIOS:
        known = [value for value in (ratio(one, *pair) for one in found) if value]
        yield f"{geometric_mean(known):.2f}" if known else "–"


def main(rounds, folder):
    rows = {}
    for name, lam in tqdm(list(product(MADE, LAMS)), desc="optimum"):
        title, X, y = sample(name, folder)
        rows[f"{title}, λ = {lam:g}"] = race(X, y, lam, least(name, folder, lam), rounds)
    written = [(label, list(cells(found))) for label, found in rows.items()]
    written.append(("geometric mean", [*[""] * len(SOLVERS), *means(rows.values())]))
    columns = [*SOLVERS, *(f"**{ours} / {other}**" for ours, other in RATIOS)]
    table("ms (passes) to within 1 % of f*", columns, written)
