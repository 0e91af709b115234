"""Programs that take one step."""

import copy
import inspect

import numpy as np

from pegasos_edu.submissions.roles import STEP_STATES, step_role
from pegasos_edu.submissions.submission import Submission, Trace, form_in_words, in_words
from pegasos_edu.submissions.trial import Failed
from pegasos_edu.submissions.values import Kept, array, kept, number


class Step(Submission):
    """A function for one step."""

    def _roles(self):
        parameters = list(inspect.signature(self.program).parameters.values())
        if self.order:
            return dict(zip((one.name for one in parameters), self.order))
        roles = {one.name: step_role(one.name, self.task.is_dual) for one in parameters}
        unknown = [one.name for one in parameters if roles[one.name] is None and one.default is one.empty]
        if unknown:
            raise Failed(
                "shape",
                f"its parameter {unknown[0]} has a name from which it cannot be told what to give; say what its "
                'parameters are, such as order=("w", "x", "y", "eta", "lam")',
            )
        roles = {name: role for name, role in roles.items() if role}
        if "i" in roles.values() and self.task.is_dual:  # of its α, and of the example where it has all of them
            roles = {name: "Y" if role == "y" and "X" in roles.values() else role for name, role in roles.items()}
        elif "i" in roles.values():  # then it looks itself for the example
            roles = {name: {"x": "X", "y": "Y"}.get(role, role) for name, role in roles.items()}
        elif self.task.is_batch:  # what it calls X is the batch
            roles = {name: {"X": "x", "Y": "y", "K": "k"}.get(role, role) for name, role in roles.items()}
        return roles

    def _follow(self, probe):
        data, form, roles = self._data(probe), self._form(probe), self._roles()
        size = form.shape
        state = {"w": np.zeros(size), "b": 0.0, "a": np.float64(1), "v": np.zeros(size)}  # to divide by 0 as arrays do
        if not isinstance(data.X, np.ndarray):
            state |= dict.fromkeys("wv", {} if data.features else [0.0] * form.size)
        state["alpha"] = np.zeros(len(probe.y))
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
        beside = {"eta": "the step size", "t": "the number t of the step", "alpha": "α"}
        takes = next(words for role, words in beside.items() if role in roles.values())
        self.shape = f"a function for one step, which takes {takes}"
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
        given |= {"eta": np.float64(1 / (probe.lam * t)), "lam": probe.lam, "k": np.size(drawn)} | state
        if not np.ndim(drawn):
            given |= {"i": int(drawn), "y": given["y"].item() if hasattr(given["y"], "item") else given["y"]}
        alone = "alpha" in state and "i" not in roles.values()  # it has the α of its example, and no other
        given |= {"m": len(probe.y)} | ({"alpha": state["alpha"][drawn].item()} if alone else {})
        given["x"] = copy.copy(given["x"])
        if isinstance(given.get("y"), list):
            given["y"] = list(given["y"])
        result = self.program(**{name: given[role] for name, role in roles.items()})
        if result is not None:
            self.returns = True
            if "alpha" in state:
                result = _without_alpha(state, result, form, drawn if alone else slice(None))
            self._put(state, result, form, t)
        return _whole_state(state, form)

    def _put(self, state, result, form, t):
        names = [name for name in state if name != "alpha"]
        if len(names) > 1 and isinstance(result, (tuple, list)) and len(result) == len(names):
            state.update(zip(names, result))
        else:
            result = result[0] if isinstance(result, tuple) and len(result) else result
            vector = next(name for name in names if name in "wv")
            state[vector] = result
        found = _whole_state(state, form)
        if found is None:
            raise Failed("shape", f"in round {t} it returned {in_words(result)}, where {form_in_words(form)} should be")


def _without_alpha(state, result, form, place):
    """What was returned beside dual variables, which go to their place: w, told by its shape; the one there is else."""
    parts = list(result) if isinstance(result, (tuple, list)) and len(result) == 2 else [result]
    others = [part for part in parts if kept(part, form) is None]
    if len(others) == 1 and array(others[0]) is not None and array(others[0]).size == state["alpha"][place].size:
        state["alpha"][place] = array(others[0]) if np.ndim(others[0]) else number(others[0])
        parts = [part for part in parts if part is not others[0]]
    return parts[0] if len(parts) == 1 else state["w"] if not parts else result


def _whole_state(state, form):
    found = kept(state.get("w", state.get("v")), form)
    if found is None:
        return None
    factor = number(state["a"]) if "a" in state and "v" in state else 1.0
    bias = number(state["b"]) if "b" in state else None
    if factor is None:
        return None
    return Kept(found.vector if factor == 1.0 else factor * found.vector, bias)
