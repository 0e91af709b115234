"""A program that has been read, whatever its shape; and what it does on given draws."""

import contextlib
import importlib
import inspect
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.submissions import handing
from pegasos_edu.submissions.chance import Chance, Exchange, serving
from pegasos_edu.submissions.homes import Home
from pegasos_edu.submissions.roles import plain
from pegasos_edu.submissions.trial import Failed, Guard
from pegasos_edu.submissions.values import Form, array

_PROJECT = ("project", "projection", "projected", "useprojection", "withprojection", "doprojection", "isproject")
_SLOW = ("sklearn", "pandas", "matplotlib", "scipy", "tqdm", "IPython")
# What no other form of the data would change.
_AT_ONCE = ("time", "input", "exit", "recursion", "none", "unwritten", "borrowed")


class Trace(NamedTuple):
    """What a program did on a probe."""

    draws: list  # an int a round, or an array of k; None where it could not be told
    states: list  # the state after each round, arrays of its own; [] where no rounds could be seen
    biases: list | None  # the bias after each round, where it keeps one
    fields: dict  # what a generator's steps say besides: name -> list
    returned: Any  # what came back: an array, or (array, bias); None for generators and functions for one step
    requests: list  # of chance.Request


class Task(NamedTuple):
    """What a box is about."""

    name: str
    is_kernel: bool
    is_batch: bool
    has_classes: bool
    has_targets: bool
    has_bias: bool
    is_dual: bool


class _Probe(NamedTuple):
    name: str
    X: np.ndarray
    y: np.ndarray
    lam: float
    draws: np.ndarray
    b: float = 0.5


def trial_data(task):
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


def kind_of(value):
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


class Submission:
    """A program of a learner's that has been read.

    Attributes
    ----------
    shape : str
        What it was read as, in words.
    notes : list of str
        What was noticed.
    """

    takes_options = True  # as a function does, beside data and λ

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
        parameters = inspect.signature(self.program).parameters if self.takes_options else []
        return [name for name in parameters if plain(name) in spelt]

    def _options(self, b):
        """What parameters get that are options of a box."""
        found = dict.fromkeys(self._names_of(_PROJECT), self.project)
        if self.task.name == "biased":
            found |= dict.fromkeys(self._names_of(("b", "bias")), b)
        return found

    def encodes_labels(self):
        """The pairs of labels other than -1 and +1 with which it does the same: of (0, 1) and ("a", "b")."""
        probe = trial_data(self.task)
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
        probe, failures = trial_data(self.task), []
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


def in_words(value):
    found = array(value) if not isinstance(value, (str, dict)) else None
    if found is not None and found.shape != (1,):
        return f"an array of shape {found.shape}"
    text = repr(value)
    return text if len(text) < 80 else kind_of(value)


def form_in_words(form):
    return f"an array of shape {form.shape}"


def arguments_of(roles, values, data, gives_gram):
    """The keyword arguments of a call."""
    has_labels = "y" in roles.values()
    data = data if has_labels else data._replace(X=data.pairs)
    roles = {name: "X" if role == "K" else role for name, role in roles.items() if role is not None}
    return {name: values.of(role, data) for name, role in roles.items()}
