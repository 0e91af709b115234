"""Call a function of a hand-in from the grader, while it runs in another process."""

import numpy as np

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.programs import Outcome, Program
from pegasos_edu.teaching.sandbox import answers
from pegasos_edu.teaching.worker import wire


class RemoteProgram(Program):
    """A function or a class of a hand-in; `check` takes it as a program, and anybody can call it as a function.

    A call returns numbers, arrays, texts, None, and lists, tuples and steps of these; or raises `Failed`, with words
    for the learner. The steps of a generator come as an iterator, when it has come to its end. Objects of other classes
    do not come back.

    Parameters
    ----------
    sandbox : Sandbox
        In which it runs.
    name : str
        The name that it has there.
    about : tuple or None
        Its attributes, if they are known.
    """

    def __init__(self, sandbox, name, about=None):
        self._sandbox, self._key = sandbox, name
        about = about or (name, [], True, False, False, "")
        self.name, self.parameters, self.takes_any, self.is_generator, self.is_class, self.source = about

    def missing(self):
        return answers.text(self._sandbox.ask("missing", self._key))

    def call(self, calls):
        outcomes = []
        try:
            self._sandbox.ask("begin", self._key)
            for arguments in calls(outcomes):
                value, changed = answers.formed(self._sandbox.ask("call", arguments), (object, tuple))
                outcomes.append(Outcome(answers.returned(value), None, answers.names(changed)))
        except Failed as failure:
            outcomes.append(Outcome(None, failure))
        return outcomes

    def __call__(self, *args, **kwargs):
        sent = [_sent(one) for one in args], {name: _sent(one) for name, one in kwargs.items()}
        value, place = answers.formed(self._sandbox.ask("result", self._key, *sent), (object, object))
        given = dict(enumerate(args)).get(place if type(place) is int else None)
        if isinstance(given, np.ndarray) and np.shape(value) == given.shape:  # changed in place and returned
            given[...] = value
            return given
        return value

    def __repr__(self):
        return f"<{self._key} of a hand-in>"


def _sent(value):
    """An argument; a function of the hand-in by its name."""
    if isinstance(value, RemoteProgram):
        return wire.Named(value._key)
    return list(value) if isinstance(value, range) else value
