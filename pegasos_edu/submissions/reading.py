"""Programs of learners, read: in which shape one is written, and what it does on given draws, step by step.

submission = read(program, "hinge")
submission.shape            # "a function that runs all steps and returns w"
submission.follow(probe)    # a Trace: the draws, the states, what came back, what was asked of chance
"""

import contextlib
import copy
import importlib
import inspect
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Classes, Gram, Targets
from pegasos_edu.runs.run import signature
from pegasos_edu.submissions import handing, sources, telling
from pegasos_edu.submissions.chance import Chance, Exchange, serving
from pegasos_edu.submissions.homes import Home, plain_function
from pegasos_edu.submissions.roles import STEP_STATES, is_step, plain, role_of, step_role
from pegasos_edu.submissions.tasks import FUNCTIONS
from pegasos_edu.submissions.tracing import Tracer
from pegasos_edu.submissions.trial import SECONDS, Failed, Guard, swapped
from pegasos_edu.submissions.values import Form, Kept, Rows, array, kept, number, path, widened

_FIT = ("fit", "train", "learn", "run", "solve", "optimize", "optimise", "pegasos", "fit_model", "train_model")
_ATTRIBUTES = (
    *("w", "w_", "coef_", "weights", "weights_", "weight", "weight_", "theta", "theta_", "W", "coef", "weight_vector"),
    *("alpha", "alpha_", "alphas", "alphas_", "beta", "beta_", "a", "v"),
)
_BIASES = ("b", "b_", "bias", "bias_", "intercept_", "intercept")
_PROJECT = ("project", "projection", "projected", "useprojection", "withprojection", "doprojection", "isproject")
_SLOW = ("sklearn", "pandas", "matplotlib", "scipy", "tqdm", "IPython")
_FACTORS = ("a", "s", "scale", "c", "factor")
_AT_ONCE = ("time", "input", "exit", "recursion", "none")  # what no other form of the data would change


class Trace(NamedTuple):
    """What a program did on a probe."""

    draws: list  # an int a round, or an array of k; None where it could not be told
    states: list  # the state after each round, arrays of its own; [] where no rounds could be seen
    biases: list | None  # the bias after each round, where it keeps one
    fields: dict  # what a generator's steps say besides: name -> list
    returned: Any  # what came back: an array, or (array, bias); None for generators and functions for one step
    requests: list  # of chance.Request


class _Task(NamedTuple):
    """What a box is about."""

    name: str
    is_kernel: bool
    is_batch: bool
    has_classes: bool
    has_targets: bool
    has_bias: bool


def _task(name):
    of_X, of_y, of_draws, _ = signature(ALGORITHMS[name])
    return _Task(name, of_X is Gram, of_draws is Batches, of_y is Classes, of_y is Targets, name == "free_bias")


class _Probe(NamedTuple):
    name: str
    X: np.ndarray
    y: np.ndarray
    lam: float
    draws: np.ndarray
    b: float = 0.5


def _trial(task):
    """Data for finding out how a program is written: no two of m, d, T and k are alike, and no size a multiple."""
    rng = np.random.Generator(np.random.PCG64(4))
    X, y = rng.normal(size=(7, 3)).round(2), np.array([1, -1, 1, 1, -1, -1, 1])
    if task.has_classes:
        y = np.array([0, 1, 2, 1, 0, 2, 1])
    if task.has_targets:
        y = X[:, 0] * 2 + 0.5
    draws = np.array([2, 0, 5, 1, 3, 6, 4, 4, 0, 2, 5])
    if task.is_batch:
        draws = np.array([[2, 0], [5, 1], [3, 6], [4, 0], [1, 2], [6, 5], [0, 3], [4, 1], [2, 6], [5, 3], [1, 4]])
    return _Probe("trial", X, y, 0.3, draws)


def read(submission, task, order=None, seconds=SECONDS):
    """Find out in which shape a program is written.

    Parameters
    ----------
    submission : callable
        A generator (X, y, lam, draws) that yields a step in each round; a function for one step; a function that runs
        all steps; a class with ``fit``, or an object of one; for losses, objectives and kernels a function.
    task : str
        The name of a box, of a loss, an objective or a kernel.
    order : sequence of str, optional
        What its parameters are, one after the other, where their names do not say it: ("w", "x", "y", "eta", "lam")
        for one step, with "t" in the place of "eta", "X" for all data; ("X", "y", "lam", "T") for all steps, with
        "k", "draws", "rng", "passes" and others.
    seconds : float
        How long one call may take.

    Returns
    -------
    Submission

    Raises
    ------
    Failed
        Where it is no such program, or does not get through a short trial.
    ValueError
        Where there is no such task.
    """
    if task in FUNCTIONS:
        return _checked_callable(submission) and _Plain(submission, task, seconds)
    if task not in ALGORITHMS:
        names = ", ".join([*ALGORITHMS, *FUNCTIONS])
        raise ValueError(f"task must be the name of a box or a function, got {task!r}; take one of {names}.")
    _checked_callable(submission)
    kind = _kind(submission, order)
    found = kind(submission, _task(task), order, seconds)
    found.try_out()
    return found


def _checked_callable(submission):
    if submission is None or submission is Ellipsis:
        raise Failed("none", "there is nothing here yet; give a function or a class")
    if not callable(submission) and _fit_of(submission) is None:
        raise Failed("shape", f"it is {_kind_of(submission)}; give a function or a class, without calling it")
    return True


def _kind_of(value):
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _kind(submission, order):
    if _fit_of(submission) is not None:
        return _Class
    if isinstance(submission, type):
        raise Failed("shape", f"class {submission.__name__} has no method fit; give it one, or say train")
    function = plain_function(submission)
    if function is None:
        raise Failed("shape", "it is written in no Python that could be watched; give a function of your own")
    if inspect.isgeneratorfunction(function):
        return _Generator
    names = list(order or inspect.signature(submission).parameters)
    return _Step if is_step(names) else _Whole


def _fit_of(submission):
    """The name of its method that learns."""
    return next((name for name in _FIT if inspect.isroutine(getattr(submission, name, None))), None)


class Submission:
    """A program of a learner's that has been read.

    Attributes
    ----------
    shape : str
        What it was read as, in words.
    notes : list of str
        What was noticed.
    """

    def __init__(self, program, task, order, seconds):
        self.program, self.task, self.order = program, task, order
        self.home = Home(program)
        self.guard = Guard(self.home.is_theirs, self.home.namespaces, seconds)
        self.exchange, self.notes, self.shape = Exchange(), [], ""
        self.orders_by_round = self.counts_passes = None
        self.C_is_lam, self.form_of_data, self.gives_gram = False, None, task.is_kernel
        self.project = False  # what its option to project gets, where it has one
        self.constant = None  # the end of w at which the weight of a constant column stands: 0 or -1
        self.guard.call(_load, self.home.names)
        for name in self.home.uses:
            self._note(f"it imports {name}, which makes steps itself")

    def _note(self, words):
        if words not in self.notes:
            self.notes.append(words)

    def follow(self, probe):
        """What the program does on a probe.

        Parameters
        ----------
        probe : Probe
            Something with X, y, lam and draws.

        Returns
        -------
        Trace

        Raises
        ------
        Failed
            Where it does not get through.
        """
        return self._follow(probe)[0]

    @property
    def can_project(self):
        """Whether it has an option to project."""
        return bool(self._names_of(_PROJECT))

    @property
    def takes_draws(self):
        """Whether the draws are given to it."""
        return "draws" in self._roles_known()

    def _names_of(self, spelt):
        parameters = [] if isinstance(self, _Class) else inspect.signature(self.program).parameters
        return [name for name in parameters if plain(name) in spelt]

    def _options(self, b):
        """What parameters get that are options of a box."""
        found = dict.fromkeys(self._names_of(_PROJECT), self.project)
        if self.task.name == "biased":
            found |= dict.fromkeys(self._names_of(("b", "bias")), b)
        return found

    def encodes_labels(self):
        """The pairs of labels other than -1 and +1 with which it does the same: of (0, 1) and ("a", "b")."""
        probe = _trial(self.task)
        expected, pairs = self.follow(probe), []
        for pair in ((0, 1), ("a", "b")):
            try:
                trace = self.follow(probe._replace(y=np.array(pair)[(probe.y > 0).astype(int)]))
            except Failed:
                continue
            if _alike(trace.states or [trace.returned], expected.states or [expected.returned]):
                pairs.append(pair)
        return pairs

    def try_out(self):
        """Find a form of the data with which the program gets through; and what it counts."""
        probe, failures = _trial(self.task), []
        for gives_gram, form in self._ways():
            self.gives_gram, self.form_of_data, self.lines = gives_gram, form, 0
            try:
                trace, seen = self._follow(probe)
            except Failed as failed:
                if failed.kind in _AT_ONCE:
                    raise
                failures.append((self.lines, failed))
                continue
            self._settle(probe, trace, seen)
            return
        raise max(failures, key=lambda pair: pair[0])[1]

    def _ways(self):
        """Gram matrix or examples, and the forms of the data, in the order in which they are tried."""
        kinds = handing.forms(set() if self.task.is_kernel else self.home.names, "y" in self._roles_known())
        if not self.task.is_kernel:
            return [(False, form) for form in kinds]
        known = self._roles_known()
        raw_first = "K" not in known and "X" in known
        return [(gram, form) for gram in (not raw_first, raw_first) for form in kinds[:2]]

    def _roles_known(self):
        return {"X", "y"}

    def _settle(self, probe, trace, seen):
        """What the trial tells about the program."""

    def _data(self, probe, y=None):
        X = probe.X @ probe.X.T if self.gives_gram else probe.X
        return self.form_of_data(np.array(X, dtype=float), np.array(probe.y if y is None else y))

    def _form(self, probe):
        """What a state looks like."""
        m, d = probe.X.shape
        if self.task.is_kernel:
            return Form((m,), list(range(m)), False)
        shape = (int(np.max(probe.y)) + 1, d) if self.task.has_classes else (d,)
        return Form(shape, self._data(probe).features, self.task.has_bias)

    def _chance(self, probe, clock=lambda: 0):
        return Chance(probe.draws, len(probe.y), bool(self.orders_by_round), clock)

    def _call(self, chance, function, *args, within=(), namespaces=(), **kwargs):
        """A guarded call, with the chance serving."""
        spaces = [*self.home.namespaces, *namespaces]
        served = serving(chance, self.exchange, spaces, self.home.cells)
        lines, figures = self.guard.printed.lines, self.guard.figures
        value = self.guard.call(function, *args, within=[served, *within], **kwargs)
        if self.guard.printed.lines > lines and not any(" lines" in note for note in self.notes):
            self._note(f"it prints {self.guard.printed.lines - lines} lines on a small example")
        if self.guard.figures > figures:
            self._note("it opens figures")
        return value

    def _note_changes(self, before, after):
        for what, one, other in (("X", before.X, after.X), ("y", before.y, after.y)):
            if not handing.same(one, other):
                self._note(f"it changes {what}, which it was given")

    def _note_numbers(self, states):
        bad = next((t for t, state in enumerate(states, 1) if not np.all(np.isfinite(state))), None)
        if bad is not None:
            self._note(f"its state holds numbers that are not finite, from round {bad} on")


def _load(names):
    """Load what the program will: that takes long and counts for no call, and what is loaded can be silenced."""
    for name in names:
        if name.split(".")[0] in _SLOW and " " not in name:
            with contextlib.suppress(ImportError):  # the program itself will say so, or it is only a word
                importlib.import_module(name)


def _alike(states, others):
    if len(states) != len(others):
        return False
    return all(np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-9) for a, b in zip(states, others))


class _Generator(Submission):
    """A generator that yields a step in each round."""

    def _roles(self):
        parameters = list(inspect.signature(self.program).parameters)
        known = handing.roles(self.program, self.task.is_kernel, self.order) if self.order or _told(parameters) else {}
        return known or dict(zip(parameters, ("K" if self.task.is_kernel else "X", "y", "lam", "draws")))

    def _roles_known(self):
        return set(self._roles().values())

    def _follow(self, probe):
        before, after = self._data(probe), self._data(probe)
        chance, form = self._chance(probe), self._form(probe)
        values = handing.values(probe, self.home.names, False, False)
        kwargs = _arguments(self._roles(), values, after, self.gives_gram) | self._options(values.b)
        steps = []

        def walk():
            for number_, step in enumerate(itertools.islice(self.program(**kwargs), len(probe.draws) + 1), 1):
                chance_round[0] = number_
                steps.append(self._step(step, form, number_))

        chance_round = [0]
        chance.clock = lambda: chance_round[0]
        self._call(chance, walk)
        self.lines = len(steps)
        self._note_changes(before, after)
        if not steps:
            raise Failed("none", "it yielded no step: each round must end on a yield")
        if len(steps) > len(probe.draws) and "draws" in self._roles().values():
            self._note("it goes on after the last of the draws")
            steps.pop()
        self.shape = "a generator that yields a step in each round"
        return self._trace(probe, chance, steps[: len(probe.draws)]), None

    def _step(self, step, form, round):
        """State and fields of a step, as copies: a generator may go on changing its arrays."""
        fields = {name: copy.deepcopy(value) for name, value in telling.fields_of(step).items()}
        names = ("alpha", "alphas", "a", "w") if self.task.is_kernel else ("w", "weights", "v")
        found = next((kept(fields[name], form) for name in names if kept(fields.get(name), form)), None)
        if "w" not in fields and hasattr(step, "w") and not self.task.is_kernel:
            found = kept(step.w, form)
        found = found or kept(_without_counts(copy.deepcopy(step)), form)
        if found is None:
            raise Failed("shape", f"in round {round} it yielded {_said(step)}, where {_expected(form)} should be")
        bias = number(fields.get("b", fields.get("bias")))
        return Kept(found.vector, found.bias if bias is None else bias), fields

    def _trace(self, probe, chance, steps):
        states = [state.vector for state, _ in steps]
        self._note_numbers(states)
        biases = [state.bias for state, _ in steps] if steps[0][0].bias is not None else None
        names = [name for name in steps[0][1] if all(name in fields for _, fields in steps)]
        fields = {name: [fields[name] for _, fields in steps] for name in names}
        requests = [request._replace(round=request.clock + 1) for request in chance.requests]
        draws = telling.draws_of_steps(fields, requests, probe.draws, len(steps))
        return Trace(draws, states, biases, fields, None, requests)


def _without_counts(step):
    """A tuple without the whole numbers before the state: the round, the example."""
    if not isinstance(step, tuple):
        return step
    return tuple(itertools.dropwhile(lambda part: isinstance(part, (int, np.integer)), step))


def _told(names):
    return {"X", "y", "lam"} <= {role_of(name) for name in names} | ({"X"} if "K" in names else set())


def _said(value):
    found = array(value) if not isinstance(value, (str, dict)) else None
    if found is not None and found.shape != (1,):
        return f"an array of shape {found.shape}"
    text = repr(value)
    return text if len(text) < 80 else _kind_of(value)


def _expected(form):
    return f"an array of shape {form.shape}"


def _arguments(roles, values, data, gives_gram):
    """The keyword arguments of a call."""
    has_labels = "y" in roles.values()
    data = data if has_labels else data._replace(X=data.pairs)
    roles = {name: "X" if role == "K" else role for name, role in roles.items() if role is not None}
    return {name: values.of(role, data) for name, role in roles.items()}


class _Step(Submission):
    """A function for one step."""

    def _roles(self):
        parameters = list(inspect.signature(self.program).parameters.values())
        if self.order:
            return dict(zip((one.name for one in parameters), self.order))
        roles = {one.name: step_role(one.name) for one in parameters}
        unknown = [one.name for one in parameters if roles[one.name] is None and one.default is one.empty]
        if unknown:
            raise Failed(
                "shape",
                f"its parameter {unknown[0]} has a name from which it cannot be told what to give; say what its "
                'parameters are, such as order=("w", "x", "y", "eta", "lam")',
            )
        roles = {name: role for name, role in roles.items() if role}
        if "i" in roles.values():  # then it looks itself for the example
            roles = {name: {"x": "X", "y": "Y"}.get(role, role) for name, role in roles.items()}
        return roles

    def _follow(self, probe):
        data, form, roles = self._data(probe), self._form(probe), self._roles()
        size = form.shape
        state = {"w": np.zeros(size), "b": 0.0, "a": 1.0, "v": np.zeros(size)}
        if not isinstance(data.X, np.ndarray):
            state |= dict.fromkeys("wv", {} if data.features else [0.0] * form.size)
        state = {role: copy.copy(state[role]) for role in roles.values() if role in STEP_STATES}
        states, chance = [], self._chance(probe)

        def walk():
            for t, drawn in enumerate(np.asarray(probe.draws), 1):
                self.lines = t
                states.append(self._one(state, roles, data, form, probe, t, drawn))

        self._call(chance, walk)
        if all(not np.any(one.vector) for one in states) and not self.returns:
            raise Failed("none", "it returned None and left w as it was: it must return the new w")
        self._note_changes(self._data(probe), data)
        with_eta = "the step size" if "eta" in roles.values() else "the round t"
        self.shape = f"a function for one step, which takes {with_eta}"
        self._note_numbers([one.vector for one in states])
        biases = [one.bias for one in states] if "b" in state else None
        draws = list(np.asarray(probe.draws)) if self.task.is_batch else np.asarray(probe.draws).tolist()
        vectors = [one.vector for one in states]
        return Trace(draws, vectors, biases, {}, None, chance.requests), None

    returns = False  # anything but None

    def _one(self, state, roles, data, form, probe, t, drawn):
        """Make one step, with arrays of its own for it to change, and put the new state in the place of the old."""
        many = isinstance(data.X, np.ndarray)
        take = (lambda rows: rows[drawn]) if many or not np.ndim(drawn) else lambda rows: [rows[i] for i in drawn]
        given = {"x": take(data.X), "y": take(data.y), "X": data.X, "K": data.X, "Y": data.y, "i": drawn, "t": t}
        given |= {"eta": 1 / (probe.lam * t), "lam": probe.lam} | state
        if not np.ndim(drawn):
            given |= {"i": int(drawn), "y": given["y"].item() if hasattr(given["y"], "item") else given["y"]}
        given["x"] = copy.copy(given["x"])
        if isinstance(given.get("y"), list):
            given["y"] = list(given["y"])
        result = self.program(**{name: given[role] for name, role in roles.items()})
        if result is not None:
            self.returns = True
            self._put(state, result, form, t)
        return _whole_state(state, form)

    def _put(self, state, result, form, t):
        names = list(state)
        if len(names) > 1 and isinstance(result, (tuple, list)) and len(result) == len(names):
            state.update(zip(names, result))
        else:
            result = result[0] if isinstance(result, tuple) and len(result) else result
            vector = next(name for name in names if name in "wv")
            state[vector] = result
        found = _whole_state(state, form)
        if found is None:
            raise Failed("shape", f"in round {t} it returned {_said(result)}, where {_expected(form)} should be")


def _whole_state(state, form):
    found = kept(state.get("w", state.get("v")), form)
    if found is None:
        return None
    factor = number(state["a"]) if "a" in state and "v" in state else 1.0
    bias = number(state["b"]) if "b" in state else None
    if factor is None:
        return None
    return Kept(found.vector if factor == 1.0 else factor * found.vector, bias)


class _Whole(Submission):
    """A function that runs all steps."""

    def _roles(self):
        return handing.roles(self.program, self.task.is_kernel, self.order)

    def _roles_known(self):
        return set(self._roles().values())

    def _values(self, probe):
        return handing.values(probe, self.home.names, self.counts_passes, self.C_is_lam)

    def _prepare(self, values, data):
        """What to call, with which arguments; and the namespaces of objects that are in it."""
        kwargs = _arguments(self._roles(), values, data, self.gives_gram) | self._options(values.b)
        return (lambda: self.program(**kwargs)), []

    def _result(self, value, form):
        """What came back: a state, a path of them, or both; with the value of what may be wide."""
        return _returned(value, form, self._return_names(value))

    def _return_names(self, value):
        plan = sources.plan_of(plain_function(self.program).__code__)
        parts = (
            [names for _, _, names in plan.given if isinstance(value, tuple) and len(names) == len(value)]
            if plan
            else []
        )
        return parts[0] if parts else ()

    def _globals(self, values):
        """Numbers that the program takes from its globals, where no parameter has them."""
        known = self._roles_known()
        for names in self.home.namespaces:
            new = {}
            for name in self.home.names & set(names):
                role = role_of(name)
                is_number = isinstance(names[name], (int, float)) and not isinstance(names[name], bool)
                if is_number and role in ("lam", "T", "passes", "k") and role not in known:
                    new[name] = getattr(values, role)
            yield names, new

    def _once(self, probe, trace=True):
        """One run: what came back, the tracer, and the requests."""
        before, after = self._data(probe), self._data(probe)
        rows = Rows(probe.X @ probe.X.T if self.gives_gram else probe.X, after.features)
        values = self._values(probe)
        tracer = Tracer(self.home.is_theirs, rows, array(probe.y), [after.X, after.y, after.pairs])
        chance = self._chance(probe, tracer.now)
        function, spaces = self._prepare(values, after)
        watch = [tracer.watching()] if trace else []
        within = [swapped(list(self._globals(values))), *watch]
        try:
            value = self._call(chance, function, within=within, namespaces=spaces)
        finally:
            self.lines = tracer.clock
        self._note_changes(before, after)
        return value, tracer, chance.requests

    def _follow(self, probe):
        value, tracer, requests = self._once(probe)
        if isinstance(value, Iterator):
            raise Failed("shape", "it returned an iterator, where the state should be; return w itself")
        form, failed = self._form(probe), None
        try:
            result = self._result(value, form)
        except Failed as error:
            if error.kind != "shape":
                raise
            result, failed = _Returned(None), error  # losses, perhaps: its variables may tell
        wide = result.wide
        if wide is not None:
            form = form._replace(shape=(*form.shape[:-1], form.size + 1))
        seen = telling.Seen(tracer, result, form, self.task, probe, requests)
        found = seen.found
        if failed is not None:
            if found is None:
                raise failed
            self._note(f"it does not return w; its steps were read from its variable {found.name}")
        elif found is None and not np.all(np.isfinite(result.state.vector)):
            raise Failed("numbers", "it returned numbers that are not finite")
        elif (found is None or not found.is_certain) and result.path is None:
            trace = self._by_prefixes(probe, result, requests)
            if trace is not None:
                return trace, None
        trace = self._split(seen.trace(Trace, given_draws="draws" in self._roles_known()), wide is not None)
        self._note_numbers(trace.states)
        self.shape = self._words(result, seen)
        return trace, seen

    def _words(self, result, seen):
        if result.path is not None:
            return "a function that runs all steps and returns w after each of them"
        if result.state is None:
            return "a function that runs all steps and does not return w"
        if seen.is_average:
            return "a function that runs all steps and returns an average of w"
        what = "alpha" if self.task.is_kernel else "w"
        more = " and b" if result.state.bias is not None or result.wide is not None else ""
        return f"a function that runs all steps and returns the last {what}{more}"

    def _split(self, trace, is_wide):
        """A weight of a constant column is a bias."""
        if not is_wide:
            return trace
        end = -1 if self.constant is None else self.constant
        rest = slice(None, -1) if end == -1 else slice(1, None)
        returned = trace.returned[0] if isinstance(trace.returned, tuple) else trace.returned
        states = [state[..., rest] for state in trace.states]
        biases = [float(state[end]) for state in trace.states]
        return trace._replace(states=states, biases=biases, returned=(returned[..., rest], float(returned[end])))

    def _by_prefixes(self, probe, result, requests):
        """The states as what comes back from runs of 1, 2, … steps, where the rounds could not be watched."""
        roles = self._roles_known()
        if not roles & {"T", "draws"} or self.counts_passes:
            return None
        states, lengths = [], []
        for n in range(1, len(probe.draws) + 1):
            value, _, asked = self._once(probe._replace(draws=probe.draws[:n]), trace=False)
            states.append(self._result(value, self._form(probe)).state)
            lengths.append(len(asked))
        if any(a.vector.shape != b.vector.shape for a, b in zip(states, states[1:])):
            return None
        self._note("its loop could not be watched; its steps are told from runs of 1, 2, ... steps")
        self.shape = "a function that runs all steps and returns the last w"
        biases = [one.bias for one in states] if states[0].bias is not None else None
        requests = telling.by_lengths(requests, lengths)
        draws = telling.draws_of_requests(requests, len(states), np.asarray(probe.draws), "draws" in roles)
        returned = telling.as_returned(result)
        return self._split(
            Trace(draws, [one.vector for one in states], biases, {}, returned, requests), result.wide is not None
        )

    def _settle(self, probe, trace, seen):
        n, m = len(trace.states), len(probe.y)
        T = len(probe.draws)
        orders = sum(request.kind == "order" and len(request.served) == m for request in trace.requests)
        again = False
        if orders > 2 and orders >= n - 1:
            self.orders_by_round = again = True
        again = self._settle_count(n, T, self._values(probe)) or again
        if "C" in self._roles_known():
            again = self._settle_C(probe, trace) or again
        if seen is not None and seen.form.shape[-1] == probe.X.shape[1] + 1 and not self.task.is_kernel:
            self._settle_constant(probe, trace)
        if again:
            self._follow(probe)

    def _settle_count(self, n, T, values):
        """Whether what it takes for the number of steps counts passes, or the other way round."""
        roles = self._roles_known()
        if n == 0 or not roles & {"T", "passes"} or self.counts_passes is not None:
            return False
        per_pass = {values.m, values.m // values.k, -(-values.m // values.k)}
        if "T" in roles and "passes" not in roles:
            self.counts_passes = any(n == T * size for size in per_pass)
            if self.counts_passes:
                self._note(f"its number of steps counts passes over the data: it makes {n} steps for T = {T}")
            elif n in (T - 1, T + 1):
                self._note(f"it makes {n} steps for T = {T}")
            return self.counts_passes
        if "passes" in roles and n == values.passes:
            self.counts_passes = False
            return True
        return False

    def _settle_C(self, probe, trace):
        """Whether C is 1/(lam m), or lam itself: by the size of the first step."""
        if _first_step(probe, trace):
            self._note("it takes C, which was read as 1/(lam*m)")
            return False
        self.C_is_lam = True
        try:
            is_lam = _first_step(probe, self._follow(probe)[0])
        except Failed:
            is_lam = False
        self.C_is_lam = is_lam
        self._note("it takes C, which was read as " + ("lam" if is_lam else "1/(lam*m)"))
        return is_lam

    def _settle_constant(self, probe, trace):
        """At which end the weight of a constant column stands: the rest of the first step lies along an example."""
        if not trace.states:
            return
        wide = np.append(trace.states[0], trace.biases[0])
        aligned = {end: max(abs(np.corrcoef(row, part)[0, 1]) for row in probe.X) for end, part in
                   ((-1, wide[:-1]), (0, wide[1:]))}  # fmt: skip
        self.constant = 0 if aligned[0] > aligned[-1] + 1e-6 else -1


def _first_step(probe, trace):
    if not trace.states:
        return True
    expected = [y * x / probe.lam for x, y in zip(probe.X, probe.y)]
    return any(np.allclose(trace.states[0], one, rtol=1e-4) for one in expected)


class _Returned(NamedTuple):
    """What came back, taken apart."""

    state: Kept | None
    path: np.ndarray | None = None
    wide: np.ndarray | None = None


def _returned(value, form, names):
    if value is None:
        raise Failed("none", "it returned None: it is not written yet, or its return is missing")
    if value is NotImplemented or value is Ellipsis:
        raise Failed("none", "it is not written yet")
    found = kept(value, form, names)
    if found is not None:
        return _Returned(found)
    parts = [value, *value] if isinstance(value, tuple) else [value]
    for part in parts:
        states = path(part, form)
        if states is not None:
            return _Returned(Kept(states[-1]), states)
    for part in parts:
        wide = widened(part, form)
        if wide is not None:
            return _Returned(Kept(wide), None, wide)
    found = _of_attributes(value, form)
    if found is not None:
        return found
    raise Failed("shape", f"it returned {_said(value)}, where {_expected(form)} should be")


def _of_attributes(owner, form):
    """The state in the attributes of an object."""
    names = [name for name in (*_ATTRIBUTES, *getattr(owner, "__dict__", {})) if name not in ("X", "y", "x", "Y")]
    values = {name: getattr(owner, name, None) for name in dict.fromkeys(names)}
    values = {name: value for name, value in values.items() if value is not None and not inspect.isroutine(value)}
    biases = (number(values.get(name)) for name in _BIASES)
    bias = next((value for value in biases if value is not None), None)
    for name, value in values.items():
        found = kept(value, form)
        if found is not None:
            if name == "v":
                factor = next((number(values[one]) for one in _FACTORS if number(values.get(one)) is not None), 1.0)
                found = Kept(factor * found.vector)
            return _Returned(Kept(found.vector, bias if found.bias is None else found.bias))
    for value in values.values():
        wide = widened(value, form)
        if wide is not None:
            return _Returned(Kept(wide), None, wide)
    return None


class _Class(_Whole):
    """A class with fit, or an object of one."""

    def __init__(self, program, task, order, seconds):
        super().__init__(program, task, order, seconds)
        self.is_object = not isinstance(program, type)
        self.kind = type(program) if self.is_object else program
        self.home = Home(self.kind)
        self.guard = Guard(self.home.is_theirs, self.home.namespaces, seconds)
        self.fit = _fit_of(program)

    def _roles_of_fit(self):
        method = getattr(self.program, self.fit)
        if self.is_object or isinstance(inspect.getattr_static(self.kind, self.fit), (staticmethod, classmethod)):
            return handing.roles(method, self.task.is_kernel, self.order)
        return handing.roles(method.__get__(object()), self.task.is_kernel, self.order)

    def _roles_of_new(self):
        if self.is_object or self.kind.__init__ is object.__init__:
            return {}
        return handing.roles(self.kind, self.task.is_kernel)

    def _roles(self):
        return self._roles_of_new() | self._roles_of_fit()

    def _prepare(self, values, data):
        fit, new = self._roles_of_fit(), self._roles_of_new()
        if self.is_object:
            one = copy.deepcopy(self.program)
            spaces = [vars(one)] if hasattr(one, "__dict__") else []
        else:
            one, spaces = None, []
        in_both = data if "y" in {*fit.values(), *new.values()} else data._replace(X=data.pairs)

        def call():
            owner = self.kind(**_named(new, values, in_both)) if one is None else one
            self._set(owner, values)
            returned = getattr(owner, self.fit)(**_named(fit, values, in_both))
            return owner, returned

        return call, spaces

    def _set(self, owner, values):
        """Settings that stand in attributes, and that no parameter sets."""
        known = self._roles_known()
        names = {name for kind in type(owner).__mro__[:-1] for name in vars(kind)} | set(getattr(owner, "__dict__", {}))
        for name in names:
            role, value = role_of(name), getattr(owner, name, None)
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if role in ("lam", "T", "passes", "k") and is_number and (role not in known or self.is_object):
                setattr(owner, name, getattr(values, role))

    def _result(self, value, form):
        owner, returned = value
        found = _of_attributes(owner, form)
        if found is not None:
            return found
        if returned is None or returned is owner:
            what = "alpha" if self.task.is_kernel else "w or coef_"
            raise Failed("none", f"after {self.fit} its object holds no {what} of shape {form.shape}")
        return _returned(returned, form, ())

    def _words(self, result, seen):
        return f"a class with {self.fit}" + (", which keeps an average of w" if seen.is_average else "")


def _named(roles, values, data):
    """The keyword arguments of a method or constructor."""
    return {name: values.of("X" if role == "K" else role, data) for name, role in roles.items() if role is not None}


class _Plain(Submission):
    """A loss, an objective or a kernel."""

    def __init__(self, program, task, seconds):
        self.program, self.task = program, task
        self.home = Home(program)
        self.guard = Guard(self.home.is_theirs, self.home.namespaces, seconds)
        self.exchange, self.notes = Exchange(), []
        names = ", ".join(inspect.signature(program).parameters) if plain_function(program) else "..."
        self.shape = f"a function of {names}"
        for name in Home(program).uses:
            self._note(f"it imports {name}")

    def call(self, *args, **kwargs):
        """What the function returns for copies of these arguments.

        Raises
        ------
        Failed
            Where it does not get through, or returns None.
        """
        given = [copy.deepcopy(one) for one in args]
        chance = Chance([0], 1)
        value = self._call(chance, self.program, *given, **copy.deepcopy(kwargs))
        for place, (one, other) in enumerate(zip(args, given), 1):
            if not handing.same(one, other):
                self._note(f"it changes its argument number {place}")
        if value is None:
            raise Failed("none", "it returned None: it is not written yet, or its return is missing")
        return value

    def follow(self, probe):
        raise TypeError("a function has no steps to follow; use call")
