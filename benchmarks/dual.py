"""Count passes and measure times of `dual_ascent` and LinearSVC to within 1 % and 0.1 % of the certified optimum."""

from functools import partial
from itertools import product

from measuring import measure, seconds, table
from samples import MADE, least, sample
from to_optimum import LAMS, DualAscent, enough, linear_svc
from tqdm import tqdm

GAPS = (0.01, 0.001)
PATIENT = 20  # seconds of one fit after which no more passes are tried
SOLVERS = {"dual_ascent": DualAscent, "LinearSVC": linear_svc}


def race(X, y, lam, f, rounds):
    """Return the label and the cells of each row for one problem."""
    epochs = {name: enough(solver, X, y, lam, f, GAPS, PATIENT) for name, solver in SOLVERS.items()}
    tasks = [
        ((name, gap), partial(seconds, SOLVERS[name](lam, len(y), n, 0).fit, X, y))
        for name, found in epochs.items()
        for gap, n in found.items()
    ]
    medians = measure(tasks, rounds)
    for gap in GAPS:
        passed = [f"{epochs[name][gap]}" if gap in epochs[name] else "-" for name in SOLVERS]
        times = [medians.get((name, gap)) for name in SOLVERS]
        yield gap, [*passed, f"{times[0] / times[1]:.2f}" if all(times) else "-"]


def main(rounds, folder):
    rows = []
    for name, lam in tqdm(list(product(MADE, LAMS)), desc="dual"):
        title, X, y = sample(name, folder)
        found = race(X, y, lam, least(name, folder, lam), rounds)
        rows += [(f"{title}, λ = {lam:g}, {gap:.1%}", cells) for gap, cells in found]
    table("to the optimum", ["passes: dual_ascent", "LinearSVC", "**time, dual_ascent / LinearSVC**"], rows)
