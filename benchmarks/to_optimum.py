"""Seconds to within 1 % and 0.1 % of the certified optimum, no bias anywhere."""

from functools import partial
from itertools import product

from measuring import measure, seconds, table
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
LONGEST = 3  # seconds of one fit after which no more epochs are tried


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
    "Pegasos": pegasos,
    "SGD": sgd,
    "SGD, average": averaged,
    "SGD, average from half-way": averaged_from_half_way,
    "LinearSVC": linear_svc,
}


def enough(solver, X, y, lam, f, longest=LONGEST):
    """For each gap that is reached, the fewest epochs after which the weights of all seeds are within it."""
    found = {}
    solver(lam, len(y), 1, 0).fit(X, y)  # loads what it runs on, or compiles it
    for epochs in GRID:
        worst, taken = 0, 0
        for seed in SEEDS:
            model = solver(lam, len(y), epochs, seed)
            taken = max(taken, seconds(model.fit, X, y))
            worst = max(worst, objective(model.coef_[0], X, y, lam) / f - 1)
            if worst > GAPS[0]:
                break
        found |= {gap: epochs for gap in GAPS if worst <= gap and gap not in found}
        if len(found) == len(GAPS) or taken > longest:
            break
    return found


def cells(gap, epochs, medians):
    """Milliseconds and epochs of each solver, and the two ratios."""
    times = {name: medians[name, gap] for name in SOLVERS if (name, gap) in medians}
    for name in SOLVERS:
        yield f"{1e3 * times[name]:.1f} ({epochs[name][gap]})" if name in times else "-"
    sgds = [time for name, time in times.items() if name.startswith("SGD")]
    for others in (sgds, [times[name] for name in ["LinearSVC"] if name in times]):
        yield f"{times['Pegasos'] / min(others):.2f}" if others and "Pegasos" in times else "-"


def race(X, y, lam, f, rounds):
    """Label and cells of each row for one problem."""
    epochs = {name: enough(solver, X, y, lam, f) for name, solver in SOLVERS.items()}
    tasks = [
        ((name, gap), partial(seconds, SOLVERS[name](lam, len(y), n, 0).fit, X, y))
        for name, found in epochs.items()
        for gap, n in found.items()
    ]
    medians = measure(tasks, rounds)
    return [(gap, list(cells(gap, epochs, medians))) for gap in GAPS if any(gap in found for found in epochs.values())]


def main(rounds, folder):
    rows = []
    for name, lam in tqdm(list(product(MADE, LAMS)), desc="optimum"):
        title, X, y = sample(name, folder)
        for gap, found in race(X, y, lam, least(name, folder, lam), rounds):
            rows.append((f"{title}, λ = {lam:g}, {gap:.1%}", found))
    table("ms (epochs) to the optimum", [*SOLVERS, "Pegasos / best SGD", "Pegasos / LinearSVC"], rows)
