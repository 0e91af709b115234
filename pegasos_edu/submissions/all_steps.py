"""Programs that take all steps: functions, and classes with fit."""

import copy
import inspect
from collections.abc import Iterator

import numpy as np

from pegasos_edu.submissions import handing, sources, telling
from pegasos_edu.submissions.homes import Home, plain_function
from pegasos_edu.submissions.results import Returned, result_of, result_of_attributes
from pegasos_edu.submissions.roles import role_of
from pegasos_edu.submissions.submission import Submission, Trace, arguments_of
from pegasos_edu.submissions.tracing import Tracer
from pegasos_edu.submissions.trial import Failed, Guard, swapped
from pegasos_edu.submissions.values import Rows, array

_FIT = ("fit", "train", "learn", "run", "solve", "optimize", "optimise", "pegasos", "fit_model", "train_model")


def fit_of(submission):
    """The name of its method that learns."""
    return next((name for name in _FIT if inspect.isroutine(getattr(submission, name, None))), None)


class Whole(Submission):
    """A function that runs all steps."""

    def _roles(self):
        return handing.roles(self.program, self.task.is_kernel, self.order)

    def _roles_known(self):
        return set(self._roles().values())

    def _values(self, probe):
        return handing.values(probe, self.home.names, self.counts_passes, self.C_is_lam)

    def _prepare(self, values, data):
        """What to call, with which arguments; and the namespaces of objects that are in it."""
        kwargs = arguments_of(self._roles(), values, data, self.gives_gram) | self._options(values.b)
        return (lambda: self.program(**kwargs)), []

    def _result(self, value, form):
        """What came back: a state, a path of them, or both; with the value of what may be wide."""
        return result_of(value, form, self._return_names(value))

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
            result, failed = Returned(None), error  # losses, perhaps: its variables may tell
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


class Class(Whole):
    """A class with fit, or an object of one."""

    takes_options = False

    def __init__(self, program, task, order, seconds):
        super().__init__(program, task, order, seconds)
        self.is_object = not isinstance(program, type)
        self.kind = type(program) if self.is_object else program
        self.home = Home(self.kind)
        self.guard = Guard(self.home.is_theirs, self.home.namespaces, seconds)
        self.fit = fit_of(program)

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
        found = result_of_attributes(owner, form)
        if found is not None:
            return found
        if returned is None or returned is owner:
            what = "alpha" if self.task.is_kernel else "w or coef_"
            raise Failed("none", f"after {self.fit} its object holds no {what} of shape {form.shape}")
        return result_of(returned, form, ())

    def _words(self, result, seen):
        return f"a class with {self.fit}" + (", which keeps an average of w" if seen.is_average else "")


def _named(roles, values, data):
    """The keyword arguments of a method or constructor."""
    return {name: values.of("X" if role == "K" else role, data) for name, role in roles.items() if role is not None}
