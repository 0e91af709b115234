"""Measure the processor time to within 1 % and 0.1 % of the optimum, without bias, on one thread.

PegasosClassifier(solver="dual") stops by its own proof, with the gap as its tolerance. All others know no gap: they
make the fewest passes of GRID after which the weights of three seeds are near the certified optimum.
"""

from functools import partial
from itertools import product
from statistics import geometric_mean, median

from measuring import in_turns, processor_seconds, table
from samples import MADE, least, sample
from sklearn.linear_model import SGDClassifier
from sklearn.svm import LinearSVC
from tqdm import tqdm

from pegasos_edu import C_from_lam, objective
from pegasos_edu.estimators import PegasosClassifier

LAMS = (1e-2, 1e-3, 1e-4)
GAPS = (0.01, 0.001)
GRID = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256)
SEEDS = (0, 1, 2)
LONGEST = 2  # seconds of one fit after which no more epochs are tried


def pegasos(lam, m, epochs, seed):
    settings = {"max_iter": epochs, "tol": None}
    return PegasosClassifier(lam=lam, bias="none", random_state=seed, compile=True, **settings)


def certified(lam, gap, seed):
    settings = {"solver": "dual", "tol": gap, "max_iter": 10_000}
    return PegasosClassifier(lam=lam, bias="none", random_state=seed, compile=True, **settings)


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
    "steps of Pegasos": [pegasos],
    "SGD": [sgd, averaged, averaged_from_half_way],  # the fastest of them counts
    "LinearSVC": [linear_svc],
}
OURS = "dual ascent, certified"


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
    """Return for each gap a dict: a solver that reaches it -> its passes, and its times, taken in turns."""
    epochs = {solver: enough(solver, X, y, lam, f, GAPS) for some in SOLVERS.values() for solver in some}
    tasks = [
        ((solver, gap), partial(processor_seconds, solver(lam, len(y), n, 0).fit, X, y))
        for solver, found in epochs.items()
        for gap, n in found.items()
    ]
    models = {gap: certified(lam, gap, 0) for gap in GAPS}
    tasks += [((OURS, gap), partial(processor_seconds, model.fit, X, y)) for gap, model in models.items()]
    times = in_turns(tasks, rounds)
    for gap in GAPS:
        best = {OURS: (models[gap].n_iter_, times[OURS, gap])}
        for name, some in SOLVERS.items():
            if reached := [solver for solver in some if gap in epochs[solver]]:
                solver = min(reached, key=lambda one: median(times[one, gap]))
                best[name] = epochs[solver][gap], times[solver, gap]
        yield gap, best


def ratio(found, other):
    """Return the median of the ratios of our time within each round; None if the other does not come close."""
    if other not in found:
        return None
    return median(mine / theirs for mine, theirs in zip(found[OURS][1], found[other][1]))


def cells(found):
    """Return the milliseconds and passes of each solver, and the ratios; a cell in which we are behind is marked."""
    for name in (OURS, *SOLVERS):
        yield f"{1e3 * median(found[name][1]):.1f} ({found[name][0]})" if name in found else "–"
    for name in SOLVERS:
        value = ratio(found, name)
        yield "–" if value is None else f"{value:.2f}" + " **behind**" * (value > 1)


def means(found):
    """Return the geometric means of the ratios, each over the rows that have it."""
    for name in SOLVERS:
        known = [value for value in (ratio(one, name) for one in found) if value]
        yield f"{geometric_mean(known):.2f}" if known else "–"


def main(rounds, folder):
    rows = {}
    for name, lam in tqdm(list(product(MADE, (*LAMS, None))), desc="optimum"):
        title, X, y = sample(name, folder)
        value = lam or 1 / len(y)
        label = f"{title}, λ = {f'{lam:g}' if lam else '1/m'}"
        for gap, found in race(X, y, value, least(name, folder, value), rounds):
            rows[f"{label}, {gap:.1%}"] = found
    written = [(label, list(cells(found))) for label, found in rows.items()]
    written.append(("geometric mean", [*[""] * (1 + len(SOLVERS)), *means(rows.values())]))
    columns = [OURS, *SOLVERS, *(f"default / {name}" for name in SOLVERS)]
    table("ms (passes) to the gap", columns, written)
