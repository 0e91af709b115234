"""Players that are changed in the browser, with no kernel: whether that is possible, and what goes there and back."""

import inspect
from functools import partial

import numpy as np

from pegasos_edu import kernels
from pegasos_edu.algorithms.inputs import Gram
from pegasos_edu.browser.script import PLAYED
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.changing import FIRST, KERNELS, ORDERS, RANGES, data_of, modules_and_algorithms, takes, what_if
from pegasos_edu.player.page import BENCH_JS
from pegasos_edu.player.reproduce import lines_of_data
from pegasos_edu.runs.run import signature

MAX_EXAMPLES = {False: 500, True: 400}  # of linear algorithms, and with a kernel
LARGEST = 1e6  # in X; beyond it the page and NumPy may run into other limits
OF_KERNELS = {"gamma": 1.0, "degree": 3, "coef0": 1.0}  # what kernels take, when left out
FOLLOWED = {"lam", "T", "seed", "sampling", "k", "project", "b", "draws"}  # settings that a page gives back


class Bench:
    """One or more runs on the same points, beside each other.

    Parameters
    ----------
    algorithms : list of generator functions
        That the learner chooses from; those of the runs, where they are several.
    subject : Subject
    *states : dict
        The settings of each run, as the page has them: see `state_of`.
    """

    def __init__(self, algorithms, subject, *states):
        self.algorithms, self.subject, self.states = algorithms, subject, states
        names = dict.fromkeys(algorithm.__name__ for algorithm in algorithms)
        modules, self._of_algorithms = modules_and_algorithms(*names)
        self.script = joined(BENCH_JS, modules)

    @classmethod
    def of(cls, algorithms, subject, settings):
        """That of a run; None where only Python can make it.

        The browser makes runs of the package's algorithms on points in the plane, with a kernel of the package.
        """
        of_kernel = any(signature(algorithm)[0] is Gram for algorithm in algorithms)
        is_possible = (
            all(algorithm in PLAYED for algorithm in algorithms)
            and settings["algorithm"] in algorithms
            and _fits(settings)
            and _is_plane(subject, MAX_EXAMPLES[of_kernel])
            and subject.loss is None
            and (_parts(subject.kernel) is not None or not of_kernel)
        )
        return cls(algorithms, subject, state_of(settings, subject.kernel)) if is_possible else None

    @classmethod
    def beside(cls, benches):
        """That of several; None where their points differ, or one of them is None."""
        if None in benches:
            return None
        first, *others = (bench.subject for bench in benches)
        same = ("X", "y", "names")
        if not all(np.array_equal(getattr(first, name), getattr(one, name)) for one in others for name in same):
            return None
        states = [state for bench in benches for state in bench.states]
        algorithms = [
            algorithm
            for bench in benches
            for algorithm in bench.algorithms
            if algorithm.__name__ in {one["algorithm"] for one in states}
        ]
        return cls(list(dict.fromkeys(algorithms)), first, *states)

    def facts(self):
        """What the page is told, for JSON."""
        first, *_ = self.states
        same = {name: value for name, value in first.items() if all(one.get(name) == value for one in self.states)}
        start = {"step": 0, "algorithm": first["algorithm"]} | same
        apart = [{name: value for name, value in one.items() if name not in same} for one in self.states]
        subject, names = self.subject, list(self.subject.names)
        lines = [*lines_of_data(subject.X, subject.y, subject.data), f"names = {subject.names!r}"]
        return self._of_algorithms | {
            "fields": _fields(self.algorithms, FIRST | start, {name for one in apart for name in one})
            | what_if(self._of_algorithms["algorithms"]),
            "data": {"given": data_of(subject.X, subject.y, names, lines)},
            "start": start,
            "apart": apart,
        }


def state_of(settings, kernel):
    """The settings of a run as the page has them."""
    state = {"algorithm": settings["algorithm"].__name__, "draws": None}
    state |= {name: value for name, value in settings.items() if value is not None and name in FIRST}
    state |= _parts(kernel) or {}
    if settings.get("draws") is not None:
        state["draws"] = np.asarray(settings["draws"]).tolist()
    return state


def followed(state, algorithms, given, settings):
    """The subject and the settings of a state that the page gives back.

    Parameters
    ----------
    state : dict
    algorithms : list of generator functions
    given : Subject
        As it was before anything was moved.
    settings : dict
        Those before.
    """
    kernel, points = given.kernel, state.get("points")
    if kernel is not None and _parts(kernel) != {name: state[name] for name in _parts(kernel)}:
        kernel = _kernel(state)
    if points:
        given = given.moved(np.reshape(points["places"], (-1, 2)), points["labels"], kernel)
    elif kernel is not given.kernel:
        given = given.moved(given.X, given.y, kernel)
    algorithm = next(algorithm for algorithm in algorithms if algorithm.__name__ == state["algorithm"])
    return given, settings | {"algorithm": algorithm} | {name: state[name] for name in FOLLOWED & state.keys()}


def _is_plane(subject, most):
    """Whether the examples are points that can be moved, and not too many."""
    X = subject.X
    is_plane = isinstance(X, np.ndarray) and X.shape[1] == 2 and subject.shape is None
    return is_plane and len(X) <= most and np.abs(X).max() <= LARGEST


def _fits(settings):
    """Whether the page has all these settings."""
    seed, others = settings.get("seed"), settings.keys() - {*FIRST, "algorithm", "draws"}
    is_seed = isinstance(seed, (int, np.integer)) and 0 <= seed <= RANGES["seed"]["high"]
    return is_seed and not others and settings.get("sampling", FIRST["sampling"]) in ORDERS


def _parts(kernel):
    """The name of a kernel, and what it is given; None for one that is not of the package."""
    function, given = kernel, {}
    if isinstance(kernel, partial) and not kernel.args:
        function, given = kernel.func, kernel.keywords
    name = next((name for name in KERNELS if getattr(kernels, name) is function), None)
    return None if name is None or given.keys() - OF_KERNELS else {"kernel": name} | OF_KERNELS | given


def _kernel(state):
    """The kernel of a state, as `play` takes it."""
    function = getattr(kernels, state["kernel"])
    given = {name: state[name] for name in inspect.signature(function).parameters if name in OF_KERNELS}
    return partial(function, **given) if given else function


def _fields(algorithms, first, apart):
    """What can be set: what the algorithms take, and what does not tell the runs apart."""
    kinds = [takes(algorithm) for algorithm in algorithms]
    names = {"data", "algorithm", "lam", "T", "seed", "sampling"}
    names |= {name for kind in kinds for name, taken in kind.items() if taken}
    names |= {"gamma"} if "kernel" in names else set()
    fields = {
        "data": {"first": "given", "of": {"given": "as given", "own": "moved by hand"}},
        "algorithm": {
            "first": first["algorithm"],
            "of": {algorithm.__name__: algorithm.__name__ for algorithm in algorithms},
        },
        "kernel": {"first": first["kernel"], "of": KERNELS},
        "sampling": {"first": first["sampling"], "of": ORDERS},
        "project": {"first": first["project"]},
        **{name: {"first": first[name], **_reaching(limits, first[name])} for name, limits in RANGES.items()},
    }
    return {name: field for name, field in fields.items() if name in names - apart}


def _reaching(limits, value):
    """Limits within which the value is."""
    return limits | {"low": min(limits["low"], value), "high": max(limits["high"], value)}
