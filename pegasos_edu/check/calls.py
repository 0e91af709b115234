"""Choose the calls of a learner's plain function, with values in which mistakes show."""

from functools import cache

import numpy as np

from pegasos_edu.check.parts.words import brief, listed

LETTERS = {"u": "u", "v": "v", "w": "w", "beta": "β", "b": "b", "lam": "λ"}
MARGINS = np.array([-2.0, -0.5, 0.0, 0.25, 1.0, 1.5, 3.0])
FAR = np.array([-900.0, 900.0])  # where e^z overflows
_X = np.array([[1.0, 0.5], [-0.25, 2.0], [1.5, -1.0], [-1.0, -0.75], [0.5, 0.25]])
_Z = np.array([[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5]])
_Y = np.array([1, -1, 1, -1, -1])
_W, _BETA = np.array([0.75, -0.5]), np.array([0.5, -0.25, 0.75, -1.0, 0.125])


@cache
def cases(name):
    """Return the calls with which a function is tried: a description of each, and its arguments by name."""
    return {
        "hinge_loss": lambda: (("margins z", {"z": MARGINS}),),
        "log_loss": lambda: (("margins z", {"z": MARGINS}), ("margins far from 0", {"z": FAR})),
        "squared_hinge_pull": lambda: (("margins z", {"z": MARGINS}),),
        "objective": _objectives,
        "kernel_objective": _kernel_objectives,
        "subgradient": _pulls,
        "projected": _balls,
        "log_projected": _balls,
        "rbf": lambda: (
            ("rows of X and of Z", {"X": _X, "Z": _Z, "gamma": 0.7}),
            ("X and X", {"X": _X, "Z": _X, "gamma": 0.7}),
        ),
        "slack": _pairs_of_points,
    }[name]()


def _described(given):
    """Return a call, described by the numbers that it gives beside the data."""
    names = [name for name in LETTERS if name in given and (name != "b" or given[name])]
    values = [f"{LETTERS[name]} = {brief(np.asarray(given[name]).tolist())}" for name in names]
    data = [f"{len(given['y'])} examples"] if "y" in given else []
    return listed(values + data), given


def _objectives():
    data = {"X": _X, "y": _Y, "lam": 0.3, "b": 0.0}
    calls = ({"w": _W, **data}, {"w": 0 * _W, **data}, {"w": 2 * _W, **data, "lam": 2.5}, {"w": _W, **data, "b": 0.4})
    return tuple(map(_described, calls))


def _kernel_objectives():
    data = {"K": _X @ _X.T + 0.5, "y": _Y, "lam": 0.3}
    return _described({"beta": _BETA, **data}), _described({"beta": 0.2 * _BETA, **data, "lam": 2.5})


def _pulls():
    """Return calls with margins on both sides of 0 and of 1, for both labels; the last margin is exactly 1."""
    w, x = np.array([0.75, -0.5, 0.25]), np.array([1.5, -0.25, 2.0])  # ⟨w, x⟩ = 1.75
    calls = []
    for size, y in ((0.25, 1), (-0.25, -1), (-0.25, 1), (0.5, -1), (1.5, 1), (-2.0, -1)):
        words = f"a margin of {y * size * 1.75:.4g}, y = {y:+d}"
        calls.append((words, {"w": w, "x": size * x, "y": y, "lam": 0.3}))
    calls.append(("w = 0", {"w": 0 * w, "x": x, "y": -1, "lam": 0.3}))
    calls.append(("a margin of exactly 1", {"w": np.array([0.5, 0, 0]), "x": 2.0 * np.eye(3)[0], "y": 1, "lam": 2.0}))
    return tuple(calls)


def _balls():
    """Return calls with w longer and shorter than the radius, for λ on both sides of 1; the last call has w = 0.

    The radius is 1/√λ, or the smaller one for the log loss.
    """
    pairs = (
        ((3.0, -4.0, 0.0), 0.25),
        ((1.5, 1.0, -0.5), 0.25),
        ((0.5, -0.25, 0.125), 0.25),
        ((1.25, -1.5, 0.75), 0.25),
        ((0.6, 0.0, -0.8), 4.0),
        ((0.25, 0.125, 0.0), 4.0),
        ((0.0, 0.0, 0.0), 0.25),
    )
    return tuple(_described({"w": np.array(w), "lam": lam}) for w, lam in pairs)


def _pairs_of_points(n=6, m=5, d=3):
    """Return calls with random points, data and λ; no margin is exactly 1."""
    rng = np.random.Generator(np.random.PCG64(10))
    calls = []
    for _ in range(n):
        u, v = 2 * rng.normal(size=(2, d))
        X, y = rng.normal(size=(m, d)), np.where(np.arange(m) % 2, -1, 1)
        arguments = {"u": u, "v": v, "X": X, "y": y, "lam": float(rng.uniform(0.2, 3))}
        calls.append(_described(arguments))
    return tuple(calls)
