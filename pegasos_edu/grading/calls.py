"""Functions of learners, for no whole step: called with values in which mistakes show, beside those of ours."""

import inspect
from functools import cache

import numpy as np

from pegasos_edu.grading.places import line_of
from pegasos_edu.grading.report import Difference, Report
from pegasos_edu.grading.transitions import brief
from pegasos_edu.grading.walks import same
from pegasos_edu.misconceptions import of
from pegasos_edu.misconceptions.entries import made
from pegasos_edu.submissions.tasks import FUNCTIONS
from pegasos_edu.submissions.trial import Failed

RTOL = 1e-6
NAUGHT = "w = 0"
MARGINS = np.array([-2.0, -0.5, 0.0, 0.25, 1.0, 1.5, 3.0])
FAR = np.array([-900.0, 900.0])  # where e^z overflows
_X = np.array([[1.0, 0.5], [-0.25, 2.0], [1.5, -1.0], [-1.0, -0.75], [0.5, 0.25]])
_Z = np.array([[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5]])
_Y = np.array([1, -1, 1, -1, -1])
_W, _BETA = np.array([0.75, -0.5]), np.array([0.5, -0.25, 0.75, -1.0, 0.125])
# What a parameter may be called, for the roles of the package's functions.
NAMES = {
    "w": ("w", "theta", "weights", "weight", "coef"),
    "beta": ("beta", "alpha", "coef", "c"),
    "X": ("X", "x", "data", "xs"),
    "x": ("x", "X", "xi", "x_i", "example", "row"),
    "K": ("K", "k", "gram", "G"),
    "y": ("y", "labels", "Y", "t", "target", "targets", "ys"),
    "lam": ("lam", "lambda_", "lmbda", "l", "lamda", "reg", "lambd", "λ", "alpha_reg"),
    "b": ("b", "bias", "intercept"),
}


@cache
def cases(task):
    """The calls that a function is tried with: what is said of each, and its arguments by name."""
    if task in ("hinge_loss", "hinge_slope"):
        return (("margins z", {"z": MARGINS}),)
    if task in ("log_loss", "log_slope"):
        return (("margins z", {"z": MARGINS}), ("margins far from 0", {"z": FAR}))
    if task == "objective":
        return (
            ("w that violates some margins", {"w": _W, "X": _X, "y": _Y, "lam": 0.3}),
            ("w = 0", {"w": 0 * _W, "X": _X, "y": _Y, "lam": 0.3}),
            ("a bias b = 0.4", {"w": _W, "X": _X, "y": _Y, "lam": 0.3, "b": 0.4}),
        )
    if task == "subgradient":
        return _pulls()
    if task == "projected":
        return _balls()
    if task == "kernel_objective":
        given = {"K": _X @ _X.T + 0.5, "y": _Y, "lam": 0.3}
        return (("β of five examples", {"beta": _BETA, **given}), ("a smaller β", {"beta": 0.2 * _BETA, **given}))
    options = {"linear": {}, "polynomial": {"degree": 3, "gamma": 0.5, "coef0": 2.0}, "rbf": {"gamma": 0.7}}[task]
    return (("rows of X and of Z", {"X": _X, "Z": _Z, **options}), ("X and X", {"X": _X, "Z": _X, **options}))


def _pulls():
    """Margins on both sides of 0 and of 1, for both labels; at last the kink."""
    w, x = np.array([0.75, -0.5, 0.25]), np.array([1.5, -0.25, 2.0])  # of score 1.75
    known = ((0.25, 1), (-0.25, -1), (-0.25, 1), (0.5, -1), (1.5, 1), (-2.0, -1))
    found = []
    for size, y in known:
        z = y * size * float(w @ x)
        found.append((f"a margin of {brief(z)}, y = {brief(y)}", {"w": w, "x": size * x, "y": y, "lam": 0.3}))
    found.append(("w = 0", {"w": 0 * w, "x": x, "y": -1, "lam": 0.3}))
    found.append(("a margin of exactly 1", {"w": np.array([0.5, 0, 0]), "x": 2.0 * np.eye(3)[0], "y": 1, "lam": 2.0}))
    return tuple(found)


def _balls():
    """Longer than the radius and shorter, for λ on both sides of 1; at last w = 0."""
    of = {"a long w": ((3.0, -4.0, 0.0), 0.25), "a w within the ball": ((1.5, 1.0, -0.5), 0.25),
          "a short w": ((0.5, -0.25, 0.125), 0.25), "a long w and λ = 4": ((0.6, 0.0, -0.8), 4.0),
          "a w within the ball and λ = 4": ((0.25, 0.125, 0.0), 4.0), NAUGHT: ((0.0, 0.0, 0.0), 0.25)}  # fmt: skip
    return tuple((words, {"w": np.array(w), "lam": lam}) for words, (w, lam) in of.items())


def check_function(read_as, task, submission):
    """The report on a loss, an objective or a kernel.

    Raises
    ------
    Failed
        Where the submission does not get through.
    """
    takes = _parameters(submission)
    given = [case for case in cases(task) if "b" not in case[1] or set(takes) & set(NAMES["b"])]
    way = _way(read_as, task, submission, given[0][1])
    got = [_called(way, read_as, *case) for case in given]
    about = {"read_as": f"{read_as.shape}, {way.words}", "notes": tuple(read_as.notes)}
    if _agree(got, FUNCTIONS[task], given):
        return Report(task, submission, **about, passed=True)
    meant = _filled(got)
    found = [entry for entry in of(task) if _agree(meant, made(entry, task), given)]
    if not found and given[-1][0] == NAUGHT:  # with another mistake nothing need be said of a division by 0
        found = [entry for entry in of(task) if _agree(meant[:-1], made(entry, task), given[:-1])]
    conventions = tuple(entry for entry in found if entry.is_convention)
    if conventions:
        return Report(task, submission, **about, passed=True, conventions=(conventions[:1], ()))
    place = found[0].where if found else "loss"
    difference = _first_difference(task, got, given, place)
    named = tuple((entry,) for entry in found)
    return Report(task, submission, **about, named=named, difference=difference, program=found and made(found[0], task))


def _called(way, read_as, words, arguments):
    """What is returned for a case; where it does not get through, which one that was."""
    try:
        return _value(way(read_as, arguments))
    except Failed as failed:
        raise Failed(failed.kind, f"{failed.words}, for {words}", failed.line) from None


def _agree(got, function, given):
    expected = [_of(function, arguments) for _, arguments in given]
    return all(_same(value, right) for value, right in zip(got, expected))


def _filled(got):
    """What is meant where a single number, such as 0, stands for an array that holds it everywhere."""
    shape = max((value.shape for value in got), key=len)
    return [np.full(shape, value) if value.shape == () else value for value in got]


def _of(function, arguments):
    with np.errstate(all="ignore"):
        try:
            return np.asarray(function(**arguments), dtype=float)
        except (ArithmeticError, ValueError, TypeError):
            return np.array(np.nan)


def _same(a, b):
    return (
        a.shape == b.shape
        and np.array_equal(np.isfinite(a), np.isfinite(b))
        and all(
            same(x, y, RTOL)
            for x, y in zip(np.ravel(a)[np.isfinite(np.ravel(a))], np.ravel(b)[np.isfinite(np.ravel(b))])
        )
    )


def _value(value):
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise Failed("shape", f"it returned {type(value).__name__}; return a number, or an array of numbers") from None


def _first_difference(task, got, given, place):
    """The first case that differs; of an array the first entry."""
    for value, (words, arguments) in zip(got, given):
        expected = _of(FUNCTIONS[task], arguments)
        if _same(value, expected):
            continue
        line = line_of(FUNCTIONS[task], place) or line_of(FUNCTIONS[task], "loss")
        if value.shape != expected.shape or expected.ndim == 0 or "w" in arguments:
            shapes = () if value.shape == expected.shape else (f"Its shape is {value.shape}, not {expected.shape}.",)
            return Difference(words, None, None, "", expected, value, line, shapes, "loss")
        where = next(place for place in np.ndindex(expected.shape) if not _same(value[place], expected[place]))
        at = _told(arguments, where)
        return Difference(words, None, None, f"for {at}", expected[where], value[where], line, (), "loss")
    return None


def _told(arguments, where):
    """The margin, or the two examples, at which values differ."""
    if "z" in arguments:
        return f"z = {brief(arguments['z'][where])}"
    row, column = where
    return f"x = {brief(arguments['X'][row])} and z = {brief(arguments['Z'][column])}"


# In which way the function is called


class _Way:
    """A way to hand over the arguments, and how it is told."""

    def __init__(self, words, call):
        self.words, self.call = words, call

    def __call__(self, read_as, arguments):
        return self.call(read_as, arguments)


def _way(read_as, task, submission, arguments):
    """The first way in which the function returns what has the right shape."""
    expected, failures = np.shape(_of(FUNCTIONS[task], arguments)), []
    for way in _ways(task, submission):
        try:
            value = _value(way(read_as, arguments))
        except Failed as failed:
            failures.append(failed)
            if failed.kind in ("time", "input", "exit", "none", "recursion"):
                raise
            continue
        if value.shape == expected:
            return way
        failures.append(Failed("shape", f"it returned {_shaped(value.shape)}, where {_shaped(expected)} should be"))
    raise failures[0]


def _shaped(shape):
    return f"an array of shape {shape}" if shape else "a single number"


def _ways(task, submission):
    if "loss" in task or "slope" in task:
        return _of_margins(submission)
    if task in ("subgradient", "projected"):
        words = "called with one example" if task == "subgradient" else "called with w and lam"
        return [_Way(words, lambda read_as, given: read_as.call(**_named(submission, given)))]
    if "objective" in task:
        return [_Way("called with all examples", lambda read_as, given: read_as.call(**_named(submission, given)))]
    return _of_pairs(submission)


def _parameters(submission):
    try:
        parameters = inspect.signature(submission).parameters.values()
    except (TypeError, ValueError):
        return []
    return [one.name for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]


def _of_margins(submission):
    """Of the margin, of label and score, or of w, x and y; all at once or one by one."""
    number = len(_parameters(submission))

    def values(z):
        signs = np.where(np.arange(len(z)) % 2 == 0, 1.0, -1.0)
        return {1: (z,), 2: (signs, signs * z), 3: (None, None, None)}.get(number, (z,))

    def at_once(read_as, given):
        return read_as.call(*values(given["z"]))

    def one_by_one(read_as, given):
        return [read_as.call(*(float(one) for one in ones)) for ones in zip(*values(given["z"]))]

    def of_vectors(read_as, given):
        w = np.array([1.0, 0.0])
        return [
            read_as.call(w, np.array([sign * z, 0.5]), sign) for z, sign in zip(given["z"], [1, -1] * len(given["z"]))
        ]

    names = {1: "of the margin z", 2: "of the label and the score"}.get(number, "of the margin z")
    if number == 3:
        return [_Way("called as (w, x, y)", of_vectors)]
    return [_Way(f"{names}, all at once", at_once), _Way(f"{names}, one by one", one_by_one)]


def _named(submission, given):
    """The arguments under the names that the function has for them; by their place where a name says nothing."""
    names = _parameters(submission)
    found = {name: role for name in names for role in given if name in NAMES[role]}
    if len(set(found.values())) < len(given):
        found = dict(zip(names, given))
    return {name: given[role] for name, role in found.items()}


def _of_pairs(submission):
    """Of two matrices, or of two examples."""
    names = _parameters(submission)  # of the options too

    def options(given):
        extra = {name: value for name, value in given.items() if name not in ("X", "Z")}
        known = {name: value for name, value in extra.items() if name in names}
        if "gamma" in extra and "gamma" not in names:
            for name in ("sigma", "width", "bandwidth", "s"):
                if name in names:
                    known[name] = float(np.sqrt(1 / (2 * extra["gamma"])))
            if not known and len(names) > 2:
                known[names[2]] = extra["gamma"]
        for role, spelt in (("degree", ("d", "p", "deg", "power")), ("coef0", ("c", "c0", "r", "coef"))):
            known |= {name: extra[role] for name in spelt if role in extra and name in names}
        return known

    def matrices(read_as, given):
        return read_as.call(given["X"], given["Z"], **options(given))

    def pairs(read_as, given):
        return [[read_as.call(x, z, **options(given)) for z in given["Z"]] for x in given["X"]]

    return [_Way("of two matrices", matrices), _Way("of two examples", pairs)]
