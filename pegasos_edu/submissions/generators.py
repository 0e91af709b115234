"""Programs that yield a step in each round."""

import copy
import inspect
import itertools

import numpy as np

from pegasos_edu.submissions import handing, telling
from pegasos_edu.submissions.roles import role_of
from pegasos_edu.submissions.submission import Submission, Trace, arguments_of, form_in_words, in_words
from pegasos_edu.submissions.trial import Failed
from pegasos_edu.submissions.values import Kept, kept, number


class Generator(Submission):
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
        kwargs = arguments_of(self._roles(), values, after, self.gives_gram) | self._options(values.b)
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
            raise Failed(
                "shape", f"in round {round} it yielded {in_words(step)}, where {form_in_words(form)} should be"
            )
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
