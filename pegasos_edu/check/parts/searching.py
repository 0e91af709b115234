"""Find the entries of the catalogue with which a known program leaves the states, or values, of a learner's program.

All entries of a task are switches of one function (``misconceptions.edits.switchboard``). A known program runs only
until it differs, which mostly happens in the first steps. Beside ``math`` this module needs the few functions of NumPy
that the NumPy of a page also has.
"""

import numpy as np

from pegasos_edu.check.parts.measured_steps import ProgramRun, Step, are_finite, largest, length
from pegasos_edu.check.parts.sizes import Size

PENALTY = "objective-without-the-half"
HIDDEN = (PENALTY, "at-the-margin-too", "projection")  # conventions that a mistake may hide
SIZES = ("t-from-2", "t-from-3", "one-over-root-t")  # those that it may hide if no step size can be read off
AVERAGES = ("average", "average-before-each-step", "average-with-the-start")
OWN_SIZE = "own step size"  # stands among the entries of a task whose step size can be replaced
TOLERANCE = 1e-5  # a part of the largest entry: more than the rounding of float32, or an ε in a projection
SMALLEST = 1e-3  # smaller states are compared as if their largest entry were this

# What a program with a kernel may store, by the name of each form: functions of a step and the label of an example.
COUNTS = "the counts α"
KERNEL_FORMS = [
    (COUNTS, lambda step, y: 1.0),
    ("the signed counts α·y", lambda step, y: y),
    ("the coefficients of w", lambda step, y: step.eta * y),
    ("the coefficients of w without labels", lambda step, y: step.eta),
]


class OwnSize:
    """Compute the step size of a learner's program at step t of a case, if the entry `OWN_SIZE` is chosen."""

    def __init__(self):
        self.case, self.size = None, None

    def __call__(self, t):
        drawn = self.case.draws[0]
        return self.size(
            Step(self.case, t, drawn if isinstance(drawn, (list, tuple)) else [drawn], ([], 0.0), ([], 0.0))
        )


class KnownPrograms:
    """Hold the known programs of a task: one function, and what decides how its steps are read.

    Attributes
    ----------
    switched
        The function; its argument ``on`` holds a bool for each entry.
    entries
        The identifiers of the entries, in the order of the switches.
    conventions
        The identifiers of those that are conventions.
    only_all
        The identifiers of those that a program of one step cannot contain.
    columns
        The identifiers of the entries with which X gets a column of ones, whose weight is the bias.
    kept
        The names of s and v, for which w = s·v; None stands for s = 1.
    has_bias, is_kernel, is_dual
        As in ``algorithms.step_types``.
    own_size
        The `OwnSize` that the function calls.
    """

    def __init__(self, switched, own_size, entries, conventions, only_all=(), only_step=(), columns=(),
                 kept=(None, "w"), has_bias=False, is_kernel=False, is_dual=False):  # fmt: skip
        self.switched, self.own_size, self.entries = switched, own_size, entries
        self.conventions, self.only_all, self.only_step = conventions, only_all, only_step
        self.columns, self.kept = columns, kept
        self.has_bias, self.is_kernel, self.is_dual = has_bias, is_kernel, is_dual

    def singles(self, is_one_step=False):
        """Return the identifiers of the mistakes that a program can have, in the order of the catalogue."""
        excluded = [*self.conventions, OWN_SIZE, *(self.only_all if is_one_step else self.only_step)]
        return [entry for entry in self.entries if entry not in excluded]

    def flags(self, chosen):
        """Return for each switch whether it is on."""
        flags = [False] * len(self.entries)
        for entry in chosen:
            flags[self.entries.index(entry)] = True
        return flags


class Agreement:
    """Hold how far a known program agrees with what was observed.

    The first state that does not agree is the one after step ``t`` of the run ``number``, where ``expected`` is right,
    a pair of w and the bias, or None if the program has ended; of values it is that of the call ``number``. ``form`` is
    the name of what a program with a kernel stores.
    """

    def __init__(self, number, t, is_whole, expected=None, form=""):
        self.number, self.t, self.is_whole = number, t, is_whole
        self.expected, self.form = expected, form


class Search:
    """Compare known programs with what was observed; each set of entries is tried once."""

    def __init__(self, known, is_one_step=False):
        self.known, self.is_one_step, self._agreements = known, is_one_step, {}

    def right(self):
        """Return the sets of no entry, or else of one convention, with which everything agrees."""
        return self.whole([()]) or self.whole([(convention,) for convention in self.known.conventions])

    def wrong(self, others=()):
        """Return the sets of one mistake and other entries with which everything agrees."""
        return self.whole([(entry, *others) for entry in self.known.singles(self.is_one_step) if entry not in others])

    def whole(self, sets):
        """Return the sets of identifiers with which everything agrees; only those that store counts, if any do."""
        agreeing = [chosen for chosen in sets if self.agreement(chosen).is_whole]
        return [chosen for chosen in agreeing if self.agreement(chosen).form in ("", COUNTS)] or agreeing

    def agreement(self, chosen):
        """Return how far the program with the chosen entries agrees."""
        key = frozenset(chosen)
        if key not in self._agreements:
            self._agreements[key] = self._compared(chosen)
        return self._agreements[key]


class RunSearch(Search):
    """Compare the known programs of an algorithm with the `measured_steps.ProgramRun` objects of a learner's program.

    ``has_bias`` says whether the states hold a bias; one step of `dual_ascent` leaves the α of its example there.
    ``size`` is a function of a step, used as the step size if `OWN_SIZE` is among the chosen entries.
    """

    def __init__(self, known, runs, is_one_step, has_bias=False, size=None):
        super().__init__(known, is_one_step)
        self.runs, self.has_bias, known.own_size.size = runs, has_bias, size
        self._data = {}
        self._forms = KERNEL_FORMS if known.is_kernel and not is_one_step else KERNEL_FORMS[:1]

    def take_size(self, size):
        """Take another step size for `OWN_SIZE`."""
        if size is not self.known.own_size.size:
            self.known.own_size.size, self._agreements = size, {}

    def runs_of(self, chosen):
        """Return the runs of the program with the chosen entries."""
        has_column, runs = any([entry in self.known.columns for entry in chosen]), []
        form = [form for form in KERNEL_FORMS if form[0] == (self.agreement(chosen).form or COUNTS)][0]
        for number, run in enumerate(self.runs):
            steps = self._steps(self.known.flags(chosen), number, has_column)
            states = [self._state(step, run.case, has_column, form) for step in steps]
            runs.append(ProgramRun(run.case, states, run.start))
        return runs

    def _compared(self, chosen):
        on, forms = self.known.flags(chosen), self._forms
        has_column = any([entry in self.known.columns for entry in chosen])
        for number, run in enumerate(self.runs):
            steps, before = self._steps(on, number, has_column), run.start[0]
            for t, (w, b) in enumerate(run.states, run.case.first):
                step, expected, left = _next(steps), None, []
                if not are_finite(w):
                    if _is_number(step):
                        return Agreement(number, t, False, None, _name(forms))
                    break
                for form in forms if step else ():
                    state = self._state(step, run.case, has_column, form)
                    expected = expected or state
                    if _same(state, (w, b), before, self.has_bias):
                        left.append(form)
                if not left:
                    return Agreement(number, t, False, expected, _name(forms))
                forms, before = left, w
            else:
                if run.ended and _is_number(_next(steps)):
                    t = run.case.first + len(run.states)
                    return Agreement(number, t, False, None, _name(forms))
        return Agreement(len(self.runs), 0, True, None, _name(forms))

    def _state(self, step, case, has_column, form):
        """Return the state of a step as it was observed: w and a number."""
        s, v = self.known.kept
        w = np.asarray(getattr(step, v), dtype=float).ravel().tolist()  # a wrong program may leave a number
        if self.known.is_kernel:
            return [a * form[1](step, y) for a, y in zip(w, case.y)], 0.0
        if s:
            w = [getattr(step, s) * a for a in w]
        if has_column:
            return w[:-1], w[-1]
        if self.known.is_dual and self.is_one_step:
            return w, step.alpha[step.i]
        return w, step.b if self.known.has_bias else 0.0

    def _steps(self, on, number, has_column):
        """Return the steps of a known program in a run, on copies of the data: a wrong program may change them."""
        if (number, has_column) not in self._data:
            self._data[number, has_column] = self._arguments(self.runs[number], has_column)
        X, y, draws, start = self._data[number, has_column]
        start = {name: np.array(value, dtype=float) if isinstance(value, list) else value for name, value in start}
        case = self.known.own_size.case = self.runs[number].case
        return self.known.switched(X.copy(), y.copy(), case.lam, draws, on=on, first=case.first, start=start)

    def _arguments(self, run, has_column):
        case = run.case
        rows = case.gram if self.known.is_kernel else [[*row, 1.0] for row in case.X] if has_column else case.X
        draws = np.array(case.draws) if isinstance(case.draws[0], (list, tuple)) else case.draws
        return np.array(rows, dtype=float), np.array(case.y), draws, self._start(run, has_column)

    def _start(self, run, has_column):
        """Return the start values that differ from those of the algorithm, as pairs of a name and a value."""
        (w, b), case, (s, v) = run.start, run.case, self.known.kept
        if not any(w) and not b and case.first == 1:
            return []
        if self.known.is_kernel:
            eta = 1 / (case.lam * (case.first - 1)) if case.first > 1 else 0.0
            return [("alpha", w), ("eta", eta)] if self.is_one_step else []
        if s == "a" and case.scale_of_w:
            return [("v", [number / case.scale_of_w for number in w]), ("a", case.scale_of_w), ("nu", length(w))]
        if self.known.is_dual:
            return [("w", w), ("alpha", [b if i in case.draws else 0.0 for i in range(case.m)])]
        return [(v, [*w, b] if has_column else w)] + ([("b", b)] if self.known.has_bias else [])


class CallSearch(Search):
    """Compare the known forms of a plain function with the values that a learner's function returned.

    calls : a dict of arguments for each call, numbers and lists of numbers. values : for each call a number, or a list,
    nested for an array of two axes.
    """

    def __init__(self, known, calls, values):
        super().__init__(known)
        self.calls = calls
        self.values = [np.array(value, dtype=float) for value in values]

    def wrong(self, others=()):
        """Return the sets of one mistake, or else of two: a formula has few entries, and no parts to be measured."""
        singles = self.known.singles()
        return super().wrong(others) or self.whole([(a, b) for n, a in enumerate(singles) for b in singles[:n]])

    def _compared(self, chosen):
        for n, (call, value) in enumerate(zip(self.calls, self.values)):
            expected = self._value(call, self.known.flags(chosen))
            returned = value.ravel().tolist()
            right = expected.ravel().tolist()
            if chosen and value.shape == ():  # of a wrong function: 0 stands for an array of zeros
                returned = returned * len(right)
            elif value.shape != expected.shape:
                return Agreement(n, 0, False, expected)
            if not _same((returned, 0.0), (right, 0.0), right, False):
                return Agreement(n, 0, False, expected)
        return Agreement(len(self.values), 0, True)

    def _value(self, call, on):
        """Return the value of a form as an array; NaN if it cannot be computed."""
        given = {name: np.array(value) if isinstance(value, list) else value for name, value in call.items()}
        try:
            return np.asarray(self.known.switched(on=on, **given), dtype=float)
        except (ArithmeticError, ValueError, TypeError):
            return np.array(float("nan"))


def _name(forms):
    return forms[0][0]


def _next(steps):
    """Return the next step of a known program; None if it raises an error, as edits that do not fit together may."""
    try:
        return next(steps)
    except MemoryError:  # says nothing about the program
        raise
    except Exception:
        return None


def _is_number(step):
    """Return whether a step holds only numbers: neither infinity nor NaN."""
    return step is not None and all([are_finite(_flat(part)) for part in step if hasattr(part, "tolist")])


def _flat(array):
    return array.ravel().tolist()


def _same(state, observed, before, has_bias):
    """Return whether two states are equal, up to rounding; infinity and NaN count as equal."""
    (w, b), (other, c) = state, observed
    if not isinstance(b, (int, float)) or len(w) != len(other):  # as two edits may leave
        return False
    if not are_finite(w):
        return not are_finite(other)
    bound = TOLERANCE * max(SMALLEST, largest(w), largest(before))
    for p, q in zip(w, other):
        if abs(p - q) > bound:
            return False
    return not has_bias or abs(b - c) <= TOLERANCE * max(SMALLEST, abs(b), abs(c))


def single_mistakes(known, runs, is_one_step, judgement):
    """Return sets of entries, one mistake of the catalogue with the conventions that act, for each that agrees.

    With them come the runs of the right program in the conventions of the first set, before any average. The
    conventions are those that were measured, and else those that most steps show; if there is none, the mistakes that
    the judgement has measured may be there as well. A step size that no known program has stands for the entries about
    it.
    """
    identification = judgement.identification
    measured = [entry for mistake in judgement.mistakes for entry in mistake.entries]
    averaged = [entry for finding in judgement.findings if finding.part == "output" for entry in finding.entries]
    search = RunSearch(known, runs, is_one_step, identification.task.has_bias)
    sets = [(judgement.conventions, getattr(identification.model, "size", None))]
    if not judgement.is_explained:
        likely, size = identification.likely_conventions()
        sets += _neighbours(likely + averaged, size, known)
        sets += [(judgement.conventions + measured, sets[0][1])] if measured else []
    tried = []
    for others, step_size in sets:
        chosen = _in_known(others, known, step_size)
        if sorted(chosen) in tried:
            continue
        tried.append(sorted(chosen))
        search.take_size(step_size)
        if agreeing := search.wrong(chosen):
            right = [entry for entry in chosen if entry not in measured and entry not in averaged]
            return [_acting(search, entries, chosen, others) for entries in agreeing], search.runs_of(right)
    return [], []


def _neighbours(likely, size, known):
    """Return pairs of conventions and a step size: the likely ones, and sets with one more that a mistake may hide."""
    kinds = ["free-bias", "bias-as-a-column"]
    sets = [likely] + [likely + [entry] for entry in HIDDEN if entry not in likely] + [likely + [PENALTY, "projection"]]
    sets.append([kinds[1 - kinds.index(entry)] if entry in kinds else entry for entry in likely])
    if size is None:
        sets += [likely + [entry] for entry in SIZES]
    sets += [[entry] for entry in AVERAGES]
    half = size and Size(size.c / 2, size.a, size.counter, size.b)  # of what the factor of w shows for twice the λ
    sets = [chosen for chosen in sets if all([entry in known.entries for entry in chosen])]
    return [(chosen, half if PENALTY in chosen else size) for chosen in sets]


def _acting(search, entries, chosen, others):
    """Return the mistakes and the conventions of a set without those that change nothing."""
    left = list(entries)
    for convention in chosen:
        rest = [entry for entry in left if entry != convention]
        if len(rest) > 0 and search.agreement(rest).is_whole:
            left = rest
    stands_for = others if OWN_SIZE in left else left
    return [entry for entry in left if entry != OWN_SIZE] + [
        entry for entry in stands_for if entry not in chosen and entry not in left
    ]


def _in_known(others, known, size):
    """Return the entries that known programs have; a step size that they lack stands for the entries about it."""
    entries = [] if size is None or size.is_right else [entry for entry in size.entries if entry in others]
    if (
        OWN_SIZE not in known.entries
        or not entries
        or _is_of_entries(size)
        and all([entry in known.entries for entry in entries])
    ):
        return [entry for entry in others if entry in known.entries]
    return [entry for entry in others if entry in known.entries and entry not in entries] + [OWN_SIZE]


def _is_of_entries(size):
    """Return whether the entries about a step size have its constant, too."""
    return getattr(size, "c", 0.0) == (2.0 if "two-over-lambda-t-plus-1" in size.entries else 1.0)
