"""Nanoseconds an update, the fit as a whole included."""

from functools import partial

from measuring import LAM, measure, seconds, shapes, table, walk
from sklearn.linear_model import SGDClassifier

from pegasos_edu import summed
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.fast.compiling import compiled_loop
from pegasos_edu.fast.loops import before
from pegasos_edu.runs.draws import make_draws

EPOCHS = 200
SETTINGS = {"lam": LAM, "max_iter": EPOCHS, "compile": True}
PLAIN = {**SETTINGS, "bias": "none", "average": "none"}
MODELS = {
    "fit, i.i.d.": PegasosClassifier(**PLAIN, sampling="uniform"),
    "fit, epochs": PegasosClassifier(**PLAIN),
    "fit, epochs, tail average": PegasosClassifier(**PLAIN | {"average": "tail"}),
    "fit, epochs, tail average, bias": PegasosClassifier(**SETTINGS),
    "SGDClassifier": SGDClassifier(alpha=LAM, fit_intercept=False, max_iter=EPOCHS, tol=None, random_state=0),
    "SGDClassifier, average": SGDClassifier(
        alpha=LAM, fit_intercept=False, max_iter=EPOCHS, tol=None, random_state=0, average=True
    ),
}
RATIOS = {
    "compiled box, i.i.d. / SGDClassifier": ("compiled box, i.i.d.", "SGDClassifier"),
    "compiled box, epochs / SGDClassifier": ("compiled box, epochs", "SGDClassifier"),
    "fit, i.i.d. / SGDClassifier": ("fit, i.i.d.", "SGDClassifier"),
    "fit, epochs / SGDClassifier": ("fit, epochs", "SGDClassifier"),
    "both with average": ("fit, epochs, tail average", "SGDClassifier, average"),
}


def loop(X, y, draws):
    """The compiled box alone."""
    compiled_loop(summed)(X, y, LAM, draws, before(summed, X, y))


def tasks(X, y):
    """The name of each row, and a function that measures seconds an update once."""
    m, T = len(y), EPOCHS * len(y)
    floats = y.astype(float)
    for name, sampling in (("compiled box, i.i.d.", "uniform"), ("compiled box, epochs", "epochs")):
        draws = make_draws(sampling, m, T, seed=0)
        yield name, lambda draws=draws: seconds(loop, X, floats, draws) / T
    for name, model in MODELS.items():
        yield name, lambda model=model: seconds(model.fit, X, y) / T
    yield "summed in plain Python", partial(walk, summed, X, y, T)


def main(rounds, folder):
    data = shapes()
    medians = {column: measure(list(tasks(X, y)), rounds) for column, (X, y) in data.items()}
    names = list(next(iter(medians.values())))
    rows = [(name, [f"{1e9 * of[name]:.1f}" for of in medians.values()]) for name in names]
    for name, (ours, theirs) in RATIOS.items():
        rows.append((f"**{name}**", [f"{of[ours] / of[theirs]:.2f}" for of in medians.values()]))
    table("ns an update, m = 1,000", list(data), rows)
