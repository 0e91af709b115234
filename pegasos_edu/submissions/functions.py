"""Losses, objectives, kernels, and parts of a step."""

import copy
import inspect

from pegasos_edu.submissions import handing
from pegasos_edu.submissions.chance import Chance, Exchange
from pegasos_edu.submissions.homes import Home, plain_function
from pegasos_edu.submissions.submission import Submission
from pegasos_edu.submissions.trial import Failed, Guard


class Plain(Submission):
    """A loss, an objective, a kernel, or a part of a step."""

    def __init__(self, program, seconds):
        self.program = program
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
        given, named = [copy.deepcopy(one) for one in args], copy.deepcopy(kwargs)
        chance = Chance([0], 1)
        value = self._call(chance, self.program, *given, **named)
        for place, (one, other) in enumerate(zip(args, given), 1):
            if not handing.same(one, other):
                self._note(f"it changes its argument number {place}")
        for name, one in kwargs.items():
            if not handing.same(one, named[name]):
                self._note(f"it changes {name}, which it was given")
        if value is None:
            raise Failed("none", "it returned None: it is not written yet, or its return is missing")
        return value

    def follow(self, probe):
        raise TypeError("a function has no steps to follow; use call")
