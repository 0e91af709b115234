"""Call a function of a hand-in from the grader, while it runs in another process."""

from collections.abc import Sequence

import numpy as np

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.programs import Outcome, Program
from pegasos_edu.child import wire
from pegasos_edu.grading.sandbox import answers


class Remote(Program):
    """A function or a class of a hand-in; `check` takes it as a program, and anybody can call it as a function.

    A call returns numbers, arrays, texts, None, and lists, tuples and steps of these; or raises `Failed`, with words
    for the learner. The steps of a generator come as an iterator, when it has come to its end. Objects of classes stay
    where they are, and do not come back.

    Parameters
    ----------
    process : Handed
        The program that defines it.
    name : str
        The name that it has there.
    about : tuple or None
        Its attributes, if they are known.
    """

    def __init__(self, process, name, about=None):
        self._process, self._key = process, name
        about = about or (name, [], True, False, False, "")
        self.name, self.parameters, self.takes_any, self.is_generator, self.is_class, self.source = about

    def missing(self):
        return answers.text(self._process.ask("missing", self._key))

    def call(self, calls):
        outcomes = _Outcomes(self._process)
        try:
            self._process.ask("begin", self._key)
            for arguments in calls(outcomes):
                outcomes.waiting.append(arguments)
            outcomes.send()
        except Failed as failure:
            outcomes.found.append(Outcome(None, failure))
        return outcomes.found

    def __call__(self, *args, **kwargs):
        sent = [_sent(one) for one in args], {name: _sent(one) for name, one in kwargs.items()}
        value, place = answers.formed(self._process.ask("result", self._key, *sent), (object, object))
        given = dict(enumerate(args)).get(place if type(place) is int else None)
        if isinstance(given, np.ndarray) and np.shape(value) == given.shape:  # changed in place and returned
            given[...] = value
            return given
        return value

    def __repr__(self):
        return f"<{self._key} of a hand-in>"


class _Outcomes(Sequence):
    """The outcomes of calls. Calls are sent together, as soon as somebody needs to know what came of them."""

    def __init__(self, process):
        self._process, self.waiting, self.found = process, [], []

    def __len__(self):
        self.send()
        return len(self.found)

    def __getitem__(self, place):
        self.send()
        return self.found[place]

    def send(self):
        """Make the calls that wait; raise `Failed` for the first that fails."""
        batch, self.waiting = self.waiting, []
        if batch:
            pairs, failed = answers.series(self._process.ask("call", batch), len(batch))
            for value, changed in pairs:
                self.found.append(Outcome(answers.returned(value), None, answers.names(changed)))
            if failed is not None:
                raise answers.failure(failed)


def _sent(value):
    """An argument; a function of the hand-in by its name."""
    if isinstance(value, Remote):
        return wire.Named(value._key)
    return list(value) if isinstance(value, range) else value
