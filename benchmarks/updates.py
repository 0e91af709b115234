"""Measure the nanoseconds of an update, alone and in a whole fit."""

from functools import partial

from measuring import LAM, loop, measure, seconds, shapes, table, walk
from sklearn.linear_model import SGDClassifier

from pegasos_edu import summed
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.runs.draws import make_draws

EPOCHS, M = 10, 20_000
SETTINGS = {"lam": LAM, "max_iter": EPOCHS, "tol": None, "compile": True}
PLAIN = {**SETTINGS, "bias": "none", "average": "none"}
SGD = {"alpha": LAM, "max_iter": EPOCHS, "tol": None, "random_state": 0}
MODELS = {
    "fit, i.i.d.": PegasosClassifier(**PLAIN, sampling="uniform"),
    "fit, epochs": PegasosClassifier(**PLAIN),
    "fit, epochs, bias": PegasosClassifier(**PLAIN | {"bias": "augmented"}),
    "fit, epochs, tail average": PegasosClassifier(**PLAIN | {"average": "tail"}),
    "fit, epochs, tail average, bias": PegasosClassifier(**SETTINGS),
    "SGDClassifier": SGDClassifier(**SGD, fit_intercept=False),
    "SGDClassifier, intercept": SGDClassifier(**SGD),
    "SGDClassifier, average": SGDClassifier(**SGD, fit_intercept=False, average=True),
}
RATIOS = {
    "compiled algorithm, i.i.d. / SGDClassifier": ("compiled algorithm, i.i.d.", "SGDClassifier"),
    "compiled algorithm, epochs / SGDClassifier": ("compiled algorithm, epochs", "SGDClassifier"),
    "fit, i.i.d. / SGDClassifier": ("fit, i.i.d.", "SGDClassifier"),
    "fit, epochs / SGDClassifier": ("fit, epochs", "SGDClassifier"),
    "both with bias": ("fit, epochs, bias", "SGDClassifier, intercept"),
    "both with average": ("fit, epochs, tail average", "SGDClassifier, average"),
}


def tasks(X, y):
    """Return the name of each row and a function that measures the seconds of an update once."""
    m, T = M, EPOCHS * M
    floats = y.astype(float)
    for name, sampling in (("compiled algorithm, i.i.d.", "uniform"), ("compiled algorithm, epochs", "epochs")):
        draws = make_draws(sampling, m, T, seed=0)
        yield name, lambda draws=draws: seconds(loop, X, floats, draws) / T
    for name, model in MODELS.items():
        yield name, lambda model=model: seconds(model.fit, X, y) / T
    yield "summed in plain Python", partial(walk, summed, X, y, M)


def main(rounds, folder):
    data = shapes(M)
    medians = {column: measure(list(tasks(X, y)), rounds) for column, (X, y) in data.items()}
    names = list(next(iter(medians.values())))
    rows = [(name, [f"{1e9 * of[name]:.1f}" for of in medians.values()]) for name in names]
    for name, (ours, theirs) in RATIOS.items():
        rows.append((f"**{name}**", [f"{of[ours] / of[theirs]:.2f}" for of in medians.values()]))
    table(f"ns an update, m = {M:,}, {EPOCHS} epochs", list(data), rows)
