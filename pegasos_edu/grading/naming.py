"""Which known program does what a submission does: the right one, one of another convention, or a misconception."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading.walks import forms, is_kernel, parting, walk
from pegasos_edu.misconceptions import of
from pegasos_edu.misconceptions.entries import joined, made, tasks
from pegasos_edu.runs.run import signature


class Seen(NamedTuple):
    """What a submission did on a probe."""

    probe: object
    draws: tuple  # one for each state: an int, or a tuple of several
    states: list
    biases: list | None
    fields: dict
    rtol: float
    options: dict = {}  # those that the submission was given

    def until(self, t):
        """The same up to a round; all of it for None."""
        biases = self.biases if self.biases is None else self.biases[:t]
        return self._replace(draws=self.draws[:t], states=self.states[:t], biases=biases)


class Known(NamedTuple):
    """A program of ours, and what is to be said of it."""

    program: object
    entries: tuple = ()  # the right one has none
    options: dict = {}
    form: str = ""  # how the submission keeps its state, once that is known

    @property
    def is_right(self):
        """Whether it is the algorithm, in whatever convention."""
        return all(entry.is_convention for entry in self.entries)


def right(task):
    """The box, and the box with its projection."""
    box = ALGORITHMS[task]
    known = [Known(box)]
    if "project" in _takes(box):
        known.append(Known(box, options={"project": True}))
    return known


def name(task, seen):
    """The known programs that do all that was seen, those that need the fewest words first.

    Parameters
    ----------
    task : str
        The name of a box.
    seen : list of Seen
        One for each probe.

    Returns
    -------
    list of Known
        Those that cannot be told apart; empty if there is none.
    """
    for stage in (_right, _conventions, _mistakes, _pairs):
        found = [match for known in stage(task, seen) if (match := matched(known, task, seen))]
        if found:
            return found
    return []


def matched(known, task, seen):
    """The program with the form of state in which it does what was seen; None where it does not."""
    for form in forms(task):
        if all(_does(known, task, form, one) for one in seen):
            return known._replace(form=form)
    return None


def _does(known, task, form, one):
    walked = _walked(known, task, one)
    states = walked.states[form]
    if len(states) < len(one.states) or parting(one.states, states, one.rtol) is not None:
        return False
    if walked.biases is None or one.biases is None:
        return walked.biases is None or known.program.__name__ != "free_bias"
    return parting(one.biases, walked.biases, one.rtol) is None


def _walked(known, task, one):
    """The walk of a known program over what a submission looked at, with the options that this was given."""
    takes, options = _takes(known.program), known.options | one.options
    return walk(known.program, task, one.probe, one.draws, **{name: options[name] for name in options if name in takes})


@cache
def _takes(program):
    """The options of a program."""
    return signature(program)[3].keys()


def _right(task, seen):
    return right(task)


@cache
def _entries(task, are_conventions):
    """Those of a task; first what only such programs do, those with a kernel or this box alone."""
    found = [entry for entry in of(task) if entry.is_convention == are_conventions]
    return sorted(found, key=lambda entry: not all(_is_such(other, task) for other in tasks(entry)))


def _is_such(other, task):
    return other == task or other in ALGORITHMS and is_kernel(other) and is_kernel(task)


def _conventions(task, seen):
    found = []
    for number in (1, 2, 3):
        for chosen in combinations(_entries(task, True), number):
            found += _together(chosen, task)
        if any(matched(known, task, seen) for known in found):
            return found
    return found


def _together(entries, task):
    """The program that has all of these, with and without projection."""
    program = made(entries[0], task) if len(entries) == 1 else joined(tuple(entries), task)
    if program is None:
        return []
    takes = signature(program)[3]
    return [
        Known(program, tuple(entries), known.options) for known in right(task) if known.options.keys() <= takes.keys()
    ]


def _mistakes(task, seen):
    return [known for entry in _entries(task, False) for known in _together([entry], task)]


def _pairs(task, seen):
    """A mistake with another entry, where one of them alone does the first wrong step: of all pairs there are many."""
    mistakes = _entries(task, False)
    others = mistakes + _entries(task, True)
    entries = {entry.name: entry for entry in (*mistakes, *others)}.values()
    begin = {entry.name for entry in entries if any(_begins(known, task, seen) for known in _together([entry], task))}
    pairs = {frozenset((a.name, b.name)): (a, b) for a in mistakes for b in others if {a.name, b.name} & begin}
    return [known for names, pair in pairs.items() if len(names) == 2 for known in _together(pair, task)]


def _begins(known, task, seen):
    """Whether it does, on one of the probes, the first step that the box would not do."""
    for one in seen:
        t = first_wrong(task, one)
        states = _walked(known, task, one).states.values()
        if t is not None and any(
            len(walked) > t and parting(one.states[: t + 1], walked[: t + 1], one.rtol) is None for walked in states
        ):
            return True
    return False


def first_wrong(task, one):
    """The first round, from 0, that leaves a state which the box does not leave; None if there is none."""
    rounds = [
        parting(one.states, _walked(known, task, one).states[name], one.rtol)
        for known in right(task)
        for name in forms(task)
    ]
    return None if None in rounds else max(rounds)


def nearest(task, one, in_conventions):
    """The right program with which what was seen agrees longest.

    Parameters
    ----------
    task : str
    one : Seen
    in_conventions : bool
        Whether the box in another convention counts too, where that agrees longer than the box itself.

    Returns
    -------
    (int, Known, Walk)
        The first round that differs, from 0, the number of rounds if there is none; the program; and its walk.
    """
    best = None
    others = _entries(task, True) if in_conventions else ()
    for known in [*right(task), *(known for entry in others for known in _together((entry,), task))]:
        walked = _walked(known, task, one)
        for form, states in walked.states.items():
            t = parting(one.states, states, one.rtol)
            t = len(one.states) if t is None else t
            if best is None or t > best[0]:
                best = t, known._replace(form=form), walked
    return best
