"""A function or class of a hand-in as it is held by the grader: what is done with it is done in the other process."""

import inspect
import types

from pegasos_edu.child import wire
from pegasos_edu.grading.sandbox import answers
from pegasos_edu.submissions.afar import Afar
from pegasos_edu.submissions.tasks import FUNCTIONS
from pegasos_edu.submissions.unwritten import Hole

_OBJECTIVES = ("objective", "kernel_objective", "objective_of_scores")


def refused(task):
    """What a program must not call while it is looked at as this: functions of the package, by module and name."""
    if task not in FUNCTIONS:
        return []
    function = FUNCTIONS[task]
    names = _OBJECTIVES if task in _OBJECTIVES else (function.__name__,)
    return [(function.__module__, name) for name in names]


class Remote(Afar):
    """A function or a class of a hand-in, to be called and checked as if it were here.

    A call returns numbers, arrays, texts, None, and lists, tuples and steps of these; or raises `Failed`, with words
    for the learner. What a generator yields comes as an iterator, when it has come to its end. Objects of classes stay
    where they are, and do not come back.
    """

    def __init__(self, program, name, parameters=None):
        self._program = program
        self.__name__ = self.__qualname__ = name
        if parameters is not None:
            self.__signature__ = _signature(parameters)

    def __call__(self, *args, **kwargs):
        sent = [_sent(one) for one in args], {name: _sent(one) for name, one in kwargs.items()}
        return answers.plain(self._program.ask("call", self.__name__, *sent))

    def __repr__(self):
        return f"<{self.__name__} of a hand-in>"

    def hole(self):
        """What of it is not written yet."""
        found = self._program.ask("hole", self.__name__)
        if found is None:
            return None
        words, is_certain = answers.parts(found, 2)
        return Hole(answers.text(words), bool(is_certain))

    def read(self, name, task, order, seconds):
        """In which shape it is written."""
        order = None if order is None else list(order)
        asked = "read", self.__name__, task and tuple(task), order, seconds, refused(name)
        number, about, shape, notes = answers.parts(self._program.ask(*asked), 4)
        if not isinstance(about, dict) or type(number) is not int:
            raise answers.odd()
        return Reading(self._program, number, task, about, shape, notes)


class Reading:
    """A program of a hand-in that has been read: what `submissions.Submission` is for one that is here."""

    def __init__(self, program, number, task, about, shape, notes):
        self._program, self._number, self._process = program, number, program.process
        self.takes_draws, self.takes_options, self.can_project = (
            bool(about.get(name)) for name in ("takes_draws", "takes_options", "can_project")
        )
        self.project = False
        self._note(shape, notes)

    def _note(self, shape, notes):
        self.shape, self.notes = answers.text(shape), answers.notes(notes)

    def _ask(self, what, *arguments):
        if self._program.process is not self._process:
            raise answers.odd("it ended Python while it was looked at")
        value, shape, notes = answers.parts(self._program.ask(what, self._number, *arguments), 3)
        self._note(shape, notes)
        return value

    def follow(self, probe):
        """What it does on a probe."""
        given = {"X": probe.X, "y": probe.y, "lam": float(probe.lam), "draws": probe.draws, "b": float(probe.b)}
        return answers.trace(self._ask("follow", given, self.project), probe)

    def call(self, *args, **kwargs):
        """What the function returns."""
        return answers.plain(self._ask("ask", list(args), kwargs))

    def encodes_labels(self):
        """The pairs of labels that it takes too."""
        found = self._ask("labels")
        pairs = [(0, 1), ("a", "b")]
        if not isinstance(found, tuple) or not {str(pair) for pair in found} <= {str(pair) for pair in pairs}:
            raise answers.odd()
        return [pair for pair in pairs if str(pair) in map(str, found)]


def _signature(parameters):
    """Of names and kinds that were sent; without any where they are none."""
    try:
        found = [
            inspect.Parameter(name, kind, default=None if has_default else inspect.Parameter.empty)
            for name, kind, has_default in list(parameters)[:100]
        ]
        return inspect.Signature(found)
    except (ValueError, TypeError, LookupError):
        return inspect.Signature()


def _sent(value):
    """An argument; a function of the package, or of the hand-in, by its name."""
    if isinstance(value, Remote):
        return wire.Named("", value.__name__)
    if isinstance(value, types.FunctionType) and value.__module__ in ("pegasos_edu.losses", "pegasos_edu.kernels"):
        return wire.Named(value.__module__, value.__name__)
    if isinstance(value, range):
        return list(value)
    return value
