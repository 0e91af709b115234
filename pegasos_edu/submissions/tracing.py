"""A learner's program watched from outside: what its variables hold at the end of each round of each loop.

The program is not edited. Python's own trace function tells of each of its lines; where a round of a loop ends, what
could be the state is written down: what the function gives back in the end, evaluated there, its variables, and the
attributes of its object. Afterwards, with what came back in hand, `rounds_of` finds which loop made the steps and
which of these held the state.
"""

import sys
from collections import deque
from contextlib import contextmanager
from types import CodeType
from typing import NamedTuple

import numpy as np

from pegasos_edu.submissions import sources
from pegasos_edu.submissions.values import Kept, array, kept

MAX_ROUNDS = 4_000  # of all loops together that are written down
_KINDS = (np.ndarray, list, dict, tuple, int, float, np.number)
_ATTRIBUTES = 40


class _Round:
    """One round of a loop."""

    __slots__ = ("loop", "number", "parent", "start", "end", "lines", "left", "values")

    def __init__(self, loop, number, parent, start):
        self.loop, self.number, self.parent, self.start = loop, number, parent, start
        self.end, self.lines, self.left, self.values = None, 0, False, {}


class Tracer:
    """The trace function, and what it has written down.

    Parameters
    ----------
    is_theirs : callable
        Whether a file is the learner's.
    rows : values.Rows
        To tell which example a value is.
    labels : array
    handed : list
        The data that were handed to the program, which are no state.
    """

    def __init__(self, is_theirs, rows, labels, handed):
        self.is_theirs, self.rows, self.labels = is_theirs, rows, labels
        self.handed = {id(one) for one in handed}
        self.clock, self.rounds, self.looks = 0, {}, []
        self._plans, self._frames, self._written = {}, {}, 0

    @contextmanager
    def watching(self):
        """Trace what is called within."""
        before = sys.gettrace()
        sys.settrace(self._on_call)
        try:
            yield
        finally:
            sys.settrace(before)
            self._frames.clear()

    @property
    def is_full(self):
        """Whether enough is written down."""
        return self._written > MAX_ROUNDS

    def now(self):
        """The number of lines that were executed."""
        return self.clock

    def _on_call(self, frame, event, argument):
        code = frame.f_code
        if code not in self._plans:
            self._plans[code] = sources.plan_of(code) if self.is_theirs(code.co_filename) else None
        plan = self._plans[code]
        if plan is None:
            return None
        if frame not in self._frames:
            self._frames[frame] = _Frame(self, plan, frame)
        return self._frames[frame].on_event

    def parent(self, frame):
        """The round within which a frame runs: the innermost of those who called it."""
        while frame is not None:
            known = self._frames.get(frame)
            if known and known.open:
                return known.open[-1]
            frame = frame.f_back

    def begun(self, key, frame, within):
        """A new round of a loop."""
        rounds = self.rounds.setdefault(key, [])
        one = _Round(key, len(rounds) + 1, within or self.parent(frame.f_back), self.clock)
        rounds.append(one)
        self._written += 1
        return one

    def ended(self, frame):
        """The frame is done."""
        self._frames.pop(frame, None)

    def look(self, frame, looks, clock, late):
        """Note which examples a line takes out of something, before it runs, or late: after it."""
        for key, code, index, whole, is_late in looks:
            if is_late is not late:
                continue
            try:
                value = eval(code, frame.f_globals, frame.f_locals)
                found = () if isinstance(value, (int, float, np.number)) else self.rows.find(value)
                if not found and index is not None and self._is_of_labels(value, whole, frame):
                    found, key = (int(eval(index, frame.f_globals, frame.f_locals)),), (*key, "label")
            except Exception:  # the line itself will say so, if it gets there
                continue
            if found:
                self.looks.append((clock, key, found))

    def _is_of_labels(self, value, whole, frame):
        """Whether a value is a label taken out of the labels as they were handed over."""
        if not isinstance(value, (int, float, np.number)):
            return False
        labels = array(eval(whole, frame.f_globals, frame.f_locals))
        return labels is not None and np.array_equal(labels, self.labels)


class _Frame:
    """A running function of the learner's."""

    def __init__(self, tracer, plan, frame):
        self.tracer, self.plan, self.open = tracer, plan, []
        self.code = frame.f_code
        self.looked, self.pending = (None, None), None

    def on_event(self, frame, event, argument):
        if self.tracer.is_full:
            frame.f_trace = None
            sys.settrace(None)
            return None
        if self.pending:
            self.tracer.look(frame, *self.pending, late=True)
            self.pending = None
        if event == "line":
            self.tracer.clock += 1
            line = frame.f_lineno
            if self.open or line in self.plan.loops:
                self._move(frame, line)
            looks = self.plan.looks.get(line)
            if looks:
                self.tracer.look(frame, looks, self.tracer.clock, late=False)
                self.pending = (looks, self.tracer.clock)
        elif event == "return" and not self.plan.is_generator:
            self.tracer.clock += 1
            while self.open:
                self._end(frame, left=True)
            self.tracer.ended(frame)
        return self.on_event

    def _move(self, frame, line):
        while self.open:
            loop = self.plan.loops[self.open[-1].loop[1]]
            if loop.first <= line <= loop.last:
                break
            self._end(frame, left=True)
        loop = self.plan.loops.get(line)
        if loop is None:
            if self.open:
                self.open[-1].lines += 1
            return
        while any(one.loop[1] == line for one in self.open):
            self._end(frame, left=False)
        within = self.open[-1] if self.open else None
        self.open.append(self.tracer.begun((self.code, line), frame, within))

    def _end(self, frame, left):
        one = self.open.pop()
        one.left, one.end = left, self.tracer.clock
        if left and not one.lines and self.plan.loops[one.loop[1]].is_for:
            return  # nothing was left to loop over
        when, values = self.looked
        if when != self.tracer.clock:
            values = self._seen(frame)
            self.looked = self.tracer.clock, values
        one.values = values | self._given(frame, one.number)

    def _seen(self, frame):
        """Copies of all variables, and attributes of the object, that could be a state or an example."""
        seen = {}
        names = dict(frame.f_locals)
        owner = names.get("self")
        if owner is not None and hasattr(owner, "__dict__"):
            names |= {f"self.{name}": value for name, value in list(vars(owner).items())[:_ATTRIBUTES]}
        for name, value in names.items():
            is_one = isinstance(value, _KINDS) or hasattr(value, "to_numpy")
            if is_one and id(value) not in self.tracer.handed:
                seen[name] = _copied(value)
        return seen

    def _given(self, frame, number):
        """What would be given back now."""
        values, names = {}, None
        for label, code, parts in self.plan.given:
            names = names or {**frame.f_locals, sources.ROUNDS: number}
            try:
                value = eval(code, *_spaces(code, frame.f_globals, names))
            except Exception:  # a name that has no value yet
                continue
            if isinstance(value, _KINDS) or hasattr(value, "toarray") or hasattr(value, "to_numpy"):
                values["=" + label] = _copied(value)
                if parts:
                    values["=" + label] = _Parts(values["=" + label], parts)
        return values


def _spaces(code, names_of_module, names):
    """Where code looks for names; a comprehension in it looks for all of them in the first place only."""
    has_comprehension = any(isinstance(part, CodeType) for part in code.co_consts)
    return ({**names_of_module, **names},) if has_comprehension else (names_of_module, names)


class _Parts(NamedTuple):
    """A tuple that is given back, and the names of its parts."""

    value: object
    names: tuple


def _copied(value):
    value = value.to_numpy() if hasattr(value, "to_numpy") else value
    if isinstance(value, np.ndarray):
        return value.copy() if value.size < 20_000 else None
    if isinstance(value, dict):
        return {name: _copied(part) for name, part in value.items()} if len(value) < 2_000 else None
    if isinstance(value, (list, tuple)):
        if len(value) > 2_000:
            return None
        is_flat = all(isinstance(part, (int, float, str)) for part in value)
        return type(value)(value) if is_flat and type(value) in (list, tuple) else _parts_copied(value)
    return value


def _parts_copied(value):
    parts = [_copied(part) for part in value]
    return tuple(parts) if isinstance(value, tuple) else parts


class Found(NamedTuple):
    """The loop that makes the steps, and the state at the end of each of its rounds."""

    rounds: list  # of _Round
    states: list  # of Kept
    name: str  # what held it
    is_certain: bool  # whether its last value came back


def rounds_of(tracer, returned, form, T, k, is_of_examples):
    """The rounds of a program and their states, or None where no loop of it can be seen to make steps.

    Parameters
    ----------
    tracer : Tracer
    returned : Kept or None
        What came back in the end.
    form : values.Form
    T, k : int
        Rounds that were asked for, and examples in a mini-batch.
    is_of_examples : bool
        Whether each number of the state belongs to an example, so that a step changes only one of them.
    """
    found = {}
    for key, rounds in tracer.rounds.items():
        one = _state_of(_real(rounds), returned, form)
        if one is not None and _changes(one.states):
            found[key] = one
    if not found:
        return None
    if any(one.is_certain for one in found.values()):
        found = {key: one for key, one in found.items() if one.is_certain}
    inside = {key: _parent_keys(one.rounds) & set(found) for key, one in found.items()}
    key = min(found, key=lambda key: (len(inside[key]), -len(found[key].rounds)))
    while True:
        inner = [
            one for one in found if key in inside[one] and _makes_steps(found, key, one, form, T, k, is_of_examples)
        ]
        if not inner:
            return found[key]
        key = min(inner, key=lambda one: len(inside[one]))


def _real(rounds):
    """Without the rounds that only found out that there are no more."""
    done = [one for one in rounds if one.end is not None and one.values]
    usual = min((one.lines for one in done if not one.left), default=0)
    return [one for one in done if not (one.left and one.lines < usual)]


def _parent_keys(rounds):
    keys, one = set(), rounds[0].parent
    while one is not None:
        keys.add(one.loop)
        one = one.parent
    return keys


def _changes(states):
    """Whether the state moves: from round to round, or away from 0 in the only one."""
    if len(states) == 1:
        return bool(np.any(states[0].vector))
    return any(not np.array_equal(a.vector, b.vector) for a, b in zip(states, states[1:]))


def _makes_steps(found, outer, inner, form, T, k, is_of_examples):
    """Whether the rounds of the inner loop are the steps, and not parts of a step of the outer one."""
    within, around = found[inner], found[outer]
    n, N = len(within.rounds), len(around.rounds)
    if n <= N:
        return False
    if k > 1 and n <= k * N and N >= T - 1:  # over the examples of a batch
        return False
    pairs = zip(within.rounds, within.rounds[1:], within.states, within.states[1:])
    changed = [np.sum(a.vector != b.vector) for one, two, a, b in pairs if one.parent is two.parent]
    return max(changed, default=0) > (0 if is_of_examples else min(1, form.size - 1))


def _state_of(rounds, returned, form):
    """The state at the end of each round: what would be given back, or what held in the end what came back."""
    if not rounds:
        return None
    last = rounds[-1].values
    names = [name for name in last if sum(name in one.values for one in rounds) >= len(rounds) - 1]
    histories = {name: _history(rounds, name, form) for name in names if _kept(last[name], form) is not None}
    histories = {name: states for name, states in histories.items() if states}
    certain = [name for name, states in histories.items() if _same(states[-1], returned)]
    certain.sort(key=lambda name: (name[0] != "=", sources.ROUNDS not in name))
    for name in certain:
        iterates = _averaged(name, histories)
        return Found(rounds, histories[iterates or name], iterates or name, True)
    usual = [name for name in histories if _is_usual(name) and _changes(histories[name])]
    averaged = [name for name in usual if returned is not None and _is_mean(histories[name], returned.vector)]
    for name in [*averaged, *usual]:
        return Found(rounds, histories[name], name, name in averaged)
    return None


def _history(rounds, name, form):
    states, before = deque(), None
    for one in reversed(rounds):  # where a name has no value yet, in the first round
        value = _kept(one.values.get(name), form)
        before = value if value is not None else before
        states.appendleft(before)
    return list(states)


def _kept(value, form):
    if isinstance(value, _Parts):
        return kept(value.value, form, value.names)
    return kept(value, form)


def _same(state, returned):
    if returned is None or state is None or state.vector.shape != returned.vector.shape:
        return False
    return bool(np.allclose(state.vector, returned.vector, rtol=1e-6, atol=1e-12, equal_nan=True))


def _averaged(name, histories):
    """The name of what the history of this name is the running average of, or None."""
    ends = histories[name][-1].vector
    for other, states in histories.items():
        if other != name and _is_usual(other) and _changes(states) and not _same(states[-1], Kept(ends)):
            if len(states) > 2 and _is_mean(states, ends):
                return other
    return None


def _is_mean(states, value):
    """Whether a value is the mean of the states, of those before each step, or of a last part of them."""
    stack = np.array([state.vector for state in states])
    sums = np.cumsum(stack[::-1], axis=0)
    counts = np.arange(1, len(stack) + 1).reshape(-1, *[1] * (stack.ndim - 1))
    means = (sums / counts)[len(stack) // 4 + 1 :]
    before = np.array([(sums[-1] - stack[-1]) / len(stack), sums[-1] / (len(stack) + 1)])
    close = np.isclose(np.concatenate([means, before]), value, rtol=1e-6, atol=1e-12)
    return bool(close.reshape(len(close), -1).all(axis=1).any())


def _is_usual(name):
    plain = name.removeprefix("=").split(".")[-1].strip("_").lower()
    return plain in {
        "w",
        "weights",
        "weight",
        "theta",
        "coef",
        "alpha",
        "alphas",
        "beta",
        "wt",
        "v",
        "a",
        "w_t",
        "wvec",
    }


def looked_at(tracer, rounds, k):
    """Which examples each round looked at, by what it took out of lists and arrays, or held; None if it is not told.

    Returns
    -------
    list of tuples of int, one a round
    """
    streams = {}
    starts = np.array([one.start for one in rounds])
    for clock, key, found in tracer.looks:
        place = int(np.searchsorted(starts, clock, side="right")) - 1
        if place >= 0 and clock <= rounds[place].end:
            streams.setdefault(key, [{} for _ in rounds])[place].update(dict.fromkeys(found))
    of_rows = [[tuple(one) for one in stream] for key, stream in streams.items() if len(key) == 2]
    of_labels = [[tuple(one) for one in stream] for key, stream in streams.items() if len(key) > 2]
    return _fullest([*of_rows, *_held(tracer, rounds)], k) or _fullest(of_labels, k)


def _fullest(streams, k):
    """The stream that has k examples in each round, or else in most of them; None if there is none."""
    whole = [stream for stream in streams if all(len(one) == k for one in stream)]
    part = [stream for stream in streams if sum(len(one) == k for one in stream) > len(stream) // 2]
    part = [stream for stream in part if all(len(one) <= k for one in stream)]
    return max(whole or part, key=lambda stream: len(set(stream)), default=None)


def _held(tracer, rounds):
    """Examples that stand in variables at the end of each round."""
    names = [name for name in rounds[-1].values if name[0] != "="]
    for name in names:
        if isinstance(rounds[0].values.get(name, 0), (int, float, np.number)):
            continue
        yield [tracer.rows.find(one.values[name]) if one.values.get(name) is not None else () for one in rounds]
