"""Let a page change runs in the browser: decide whether this is possible, and translate states to and from Python."""

import inspect
from functools import partial

import numpy as np

from pegasos_edu import kernels
from pegasos_edu.algorithms.inputs import Gram
from pegasos_edu.browser.engine import played
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.fields import (
    FIRST,
    KERNELS,
    ORDERS,
    RANGES,
    bug_field,
    data_of,
    modules_and_algorithms,
    own_settings,
    run_fields,
    takes,
)
from pegasos_edu.player.python_lines import lines_of_data
from pegasos_edu.runs.run import signature

MAX_EXAMPLES = {False: 500, True: 400}  # False: linear algorithms, True: kernel algorithms
LARGEST = 1e6  # the largest entry of X; for larger entries, page and NumPy may overflow at different places
OF_KERNELS = {"gamma": 1.0, "degree": 3, "coef0": 1.0}  # the parameters of kernels, with their defaults
OF_ALL = {"lam", "T", "seed", "sampling", "draws"}  # the settings that every algorithm takes


class Editor:
    """Hold one or more runs on the same points, side by side, that a page can change.

    Parameters
    ----------
    algorithms : list of generator functions
        The algorithms to choose from; if there are several runs, their algorithms.
    experiment : Experiment
    *states : dict
        The settings of each run in the form of the page: see `state_of`.
    """

    def __init__(self, algorithms, experiment, *states):
        self.algorithms, self.experiment, self.states = algorithms, experiment, states
        names = dict.fromkeys(algorithm.__name__ for algorithm in algorithms)
        self._modules, self._of_algorithms = modules_and_algorithms(*names)

    def script(self, path):
        """Return the script of a page or a notebook that makes the runs."""
        return joined(path, self._modules)

    @classmethod
    def of_run(cls, experiment, settings):
        """Return the editor of a run, or None if only Python can make the run.

        The browser makes runs of the package's algorithms on points in the plane, with a kernel of the package.
        """
        algorithms = experiment.algorithms
        of_kernel = any(signature(algorithm)[0] is Gram for algorithm in algorithms)
        is_possible = (
            {*algorithms, settings["algorithm"]} <= {*played().values()}
            and settings["algorithm"] in algorithms
            and _fits(settings, algorithms)
            and _is_plane(experiment, MAX_EXAMPLES[of_kernel])
            and experiment.loss is None
            and (_parts(experiment.kernel) is not None or not of_kernel)
        )
        return cls(algorithms, experiment, state_of(settings, experiment.kernel)) if is_possible else None

    @classmethod
    def of_several(cls, editors):
        """Return the editor of several runs, or None if one of them has no editor or their points differ."""
        if None in editors:
            return None
        first, *others = (editor.experiment for editor in editors)
        same = ("X", "y", "names")
        if not all(np.array_equal(getattr(first, name), getattr(other, name)) for other in others for name in same):
            return None
        states = [state for editor in editors for state in editor.states]
        algorithms = [
            algorithm
            for editor in editors
            for algorithm in editor.algorithms
            if algorithm.__name__ in {state["algorithm"] for state in states}
        ]
        return cls(list(dict.fromkeys(algorithms)), first, *states)

    def facts(self):
        """Return the facts of the page, for JSON."""
        first, *_ = self.states
        same = {name: value for name, value in first.items() if all(state.get(name) == value for state in self.states)}
        start = {"step": 0, "algorithm": first["algorithm"]} | same
        apart = [{name: value for name, value in state.items() if name not in same} for state in self.states]
        shown = self.experiment
        lines = [*lines_of_data(shown.X, shown.y, shown.data), f"names = {shown.names!r}"]
        fields = {"data": {"first": "given", "of": {"given": "as given", "own": "moved by hand"}}}
        fields |= run_fields(self.algorithms, FIRST | start) | bug_field(self._of_algorithms["algorithms"])
        return self._of_algorithms | {
            "fields": {name: field for name, field in fields.items() if not any(name in given for given in apart)},
            "data": {"given": data_of(shown.X, shown.y, list(shown.names), lines)},
            "start": start,
            "apart": apart,
        }


def state_of(settings, kernel):
    """Return the settings of a run in the form of the page."""
    options = takes(settings["algorithm"])["options"]
    state = {"algorithm": settings["algorithm"].__name__, "draws": None, **options}
    known = {*FIRST, *options}
    state |= {name: value for name, value in settings.items() if value is not None and name in known}
    state |= _parts(kernel) or {}
    if settings.get("draws") is not None:
        state["draws"] = np.asarray(settings["draws"]).tolist()
    return state


def from_state(state, first, settings):
    """Return the experiment and the settings of a state that the page sends back.

    `first` is the experiment before any point was moved; `settings` are those before the change.
    """
    experiment, kernel, points = first, first.kernel, state.get("points")
    if kernel is not None and _parts(kernel) != {name: state[name] for name in _parts(kernel)}:
        kernel = _kernel(state)
    if points:
        experiment = first.moved(np.reshape(points["places"], (-1, 2)), points["labels"], kernel)
    elif kernel is not first.kernel:
        experiment = first.moved(first.X, first.y, kernel)
    algorithm = next(algorithm for algorithm in first.algorithms if algorithm.__name__ == state["algorithm"])
    names = (OF_ALL | own_settings(algorithm)) & state.keys()
    return experiment, settings | {"algorithm": algorithm} | {name: state[name] for name in names}


def _is_plane(experiment, most):
    """Return whether the examples are points in the plane, and not too many."""
    X = experiment.X
    is_plane = isinstance(X, np.ndarray) and X.shape[1] == 2 and experiment.shape is None
    return is_plane and len(X) <= most and np.abs(X).max() <= LARGEST


def _fits(settings, algorithms):
    """Return whether the page offers all these settings."""
    known = {*FIRST, *(name for algorithm in algorithms for name in own_settings(algorithm)), "algorithm", "draws"}
    seed, others = settings.get("seed"), settings.keys() - known
    is_seed = isinstance(seed, (int, np.integer)) and 0 <= seed <= RANGES["seed"]["high"]
    return is_seed and not others and settings.get("sampling", FIRST["sampling"]) in ORDERS


def _parts(kernel):
    """Return the name and the parameters of a kernel, or None for one that is not in the package."""
    function, given = kernel, {}
    if isinstance(kernel, partial) and not kernel.args:
        function, given = kernel.func, kernel.keywords
    name = next((name for name in KERNELS if getattr(kernels, name) is function), None)
    return None if name is None or given.keys() - OF_KERNELS else {"kernel": name} | OF_KERNELS | given


def _kernel(state):
    """Return the kernel of a state in the form that `play` takes."""
    function = getattr(kernels, state["kernel"])
    given = {name: state[name] for name in inspect.signature(function).parameters if name in OF_KERNELS}
    return partial(function, **given) if given else function
