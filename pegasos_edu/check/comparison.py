"""Find the single mistake of the catalogue that makes a program leave exactly the states of a learner's program.

All mistakes of the catalogue are switches of one compiled program (``misconceptions.edits.switchboard``). Each known
program runs until it differs from what was observed, which mostly happens in the first steps.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.misconceptions import by_id, entries, task
from pegasos_edu.misconceptions.edits import switchboard

TOLERANCE = 1e-5  # a part of the largest entry: more than the rounding of float32, or an ε in a projection
ROOT = "1 / sqrt(t)"  # the step size of a convention; a search replaces it by that of the program

# What a program with a kernel may store, by the name of each form.
COUNTS = "the counts α"
KERNEL_FORMS = {
    COUNTS: lambda step, case: step.alpha,
    "the signed counts α·y": lambda step, case: step.alpha * case.y,
    "the coefficients of w": lambda step, case: step.eta * step.alpha * case.y,
    "the coefficients of w without labels": lambda step, case: step.eta * step.alpha,
}


class KnownProgram(NamedTuple):
    """Hold the entries that turn an algorithm into a known program."""

    entries: tuple = ()  # empty for the algorithm without changes
    form: str = ""  # of `KERNEL_FORMS`, if there are several ways to store the state


class Agreement(NamedTuple):
    """Hold how far a known program agrees with what was observed."""

    count: int  # states that agree before the first that does not
    run: int  # the number of the run in which a state first differs
    t: int  # the step of this state, from 1
    is_whole: bool
    form: str
    expected: np.ndarray | None = None  # the state of the known program at this step


def same(a, b):
    """Return whether two states are equal, up to rounding; infinity and NaN count as equal."""
    if a.shape != b.shape:
        return False
    ours, theirs = a.ravel().tolist(), b.ravel().tolist()  # faster than arrays if there are only a few numbers
    bound = TOLERANCE * max(1.0, max(map(abs, theirs), default=0.0))
    if math.isfinite(bound) and all(map(math.isfinite, ours)):
        return all(abs(x - y) <= bound for x, y in zip(ours, theirs))
    return not (np.isfinite(a).all() or np.isfinite(b).all())


class Search:
    """Try the known programs of a task; `mistakes` and `conventions` are the entries that the program can have."""

    mistakes, conventions = (), ()

    def __init__(self):
        self._ends = {}

    def right(self):
        """Return the right programs that agree with all states, with one convention at most."""
        return self._whole([()]) or self._whole([(one,) for one in self.conventions])

    def single(self, others=()):
        """Return the wrong programs with one mistake, and with other entries."""
        return self._whole([(entry, *others) for entry in self.mistakes if entry not in others])

    def _whole(self, candidates):
        agreements = [(chosen, self.agreement(chosen)) for chosen in candidates]
        whole = tuple(KnownProgram(tuple(chosen), one.form) for chosen, one in agreements if one.is_whole)
        return tuple(known for known in whole if known.form in ("", COUNTS)) or whole  # prefer the printed form

    def agreement(self, chosen):
        """Return how far the program with these entries agrees with what was observed."""
        key = tuple(entry.id for entry in chosen)
        if key not in self._ends:
            self._ends[key] = self._compared(chosen)
        return self._ends[key]

    def _compared(self, chosen):
        raise NotImplementedError


class RunSearch(Search):
    """Compare the known programs of an algorithm with an `Observation` of a learner's program."""

    def __init__(self, name, observation, eta=None):
        super().__init__()
        self.task, self.observation = task(name), observation
        fitting = [entry for entry in entries(name) if entry.fits(observation.kind)]
        self.mistakes = [entry for entry in fitting if not entry.is_convention]
        self.conventions = [entry for entry in fitting if entry.is_convention and entry.edits_for(name)]
        self._switched, self._places = switched(name)
        self._forms, self._cases = self._forms_kept(), {}
        self._switched.__globals__["own_eta"] = eta or (lambda lam, t: 1 / math.sqrt(t))

    def _compared(self, chosen):
        """Run the program until a state differs. A report runs hundreds of them, so this is written for speed."""
        on, forms, count, t = flags(self._places, chosen), self._forms, 0, 0
        has_column = not self.task.step.has_bias and any(entry.column for entry in chosen)
        for number, run in enumerate(self.observation.runs):
            known = self._run(on, number, has_column)
            for t, observed in enumerate(run.states, 1):
                step, expected, left = _next(known), None, {}
                if type(step) is _Ended:
                    if isinstance(step.error, ArithmeticError) and not np.isfinite(observed).all():
                        break
                else:
                    for name, form in forms.items():
                        row = self._row(form(step, run.case), step, has_column)
                        expected = row if expected is None else expected
                        if same(observed, row):
                            left[name] = form
                if not left:
                    return Agreement(count, number, t, False, next(iter(forms)), expected)
                forms, count = left, count + 1
                if not np.isfinite(observed).all():
                    break
            else:
                if run.ended and not self._ends_too(_next(known), run.ended):
                    return Agreement(count, number, len(run.states) + 1, False, next(iter(forms)))
        return Agreement(count, number, t, True, next(iter(forms)))

    def states(self, chosen, number):
        """Return the states of the program with these entries in a run; if it fails, the last state is NaN."""
        on, run, found = flags(self._places, chosen), self.observation.runs[number], []
        form = next(iter(self._forms.values()))
        known = self._run(on, number, has_column=False)
        for _ in run.case.draws:
            step = _next(known)
            if type(step) is _Ended:
                return [*found, np.array([np.nan])]
            found.append(np.array(self._row(form(step, run.case), step, has_column=False)))
        return found

    def _forms_kept(self):
        """Return the forms in which the program may store its state: name -> function of a step and a case."""
        if self.task.step.is_kernel:
            return KERNEL_FORMS if self.observation.kind == "all" else {COUNTS: KERNEL_FORMS[COUNTS]}
        if self.task.step is step_types.DualStep and self.observation.kind == "step":
            return {"": lambda step, case: np.append(step.w, step.alpha[step.i])}
        return {"": lambda step, case: step.w.ravel()}

    def _row(self, w, step, has_column):
        """Return the state as the observation holds it."""
        if self.observation.has_bias:
            return w if has_column else np.append(w, step.b if step.has_bias else 0.0)
        return w[:-1] if has_column else w

    def _run(self, on, number, has_column):
        """Return the steps of a known program in a run, on copies of the data: a wrong program may change them."""
        X, y, lam, draws, first, start = self._arguments(number, has_column)
        start = {name: np.array(value, dtype=float) for name, value in start.items()}
        return self._switched(X.copy(), y.copy(), lam, draws, on=on, first=first, start=start)

    def _arguments(self, number, has_column):
        """Return the arguments of a known program in a run."""
        if (number, has_column) not in self._cases:
            run = self.observation.runs[number]
            case = run.case.column if has_column else run.case
            X = case.X @ case.X.T if self.task.step.is_kernel else case.X
            draws = case.draws if case.draws.ndim > 1 else case.draws.tolist()
            self._cases[number, has_column] = X, case.y, case.lam, draws, case.first, self._start(run, case)
        return self._cases[number, has_column]

    def _start(self, run, case):
        """Return the start values that differ from the algorithm's: values of the probe, or the program's first w."""
        if run.start is None or not run.start.any() or self.task.step.is_kernel:
            return case.start
        w = np.zeros(case.X.shape[1])
        w[: len(run.start)] = run.start[: len(w)]
        return {"v" if self.task.step in (step_types.ScaledStep, step_types.SummedStep) else "w": w}

    @staticmethod
    def _ends_too(step, failed):
        """Return whether a known program ends like the learner's: in an error of the same kind, or without a number."""
        if type(step) is not _Ended:
            return failed.is_arithmetic and not np.isfinite(step.w).all()
        if isinstance(step.error, ArithmeticError):
            return failed.is_arithmetic
        return failed.words.startswith(type(step.error).__name__)


class _Ended(NamedTuple):
    """Record that a known program raised an error, or ended, instead of yielding a step."""

    error: Exception


def _next(known):
    """Return the next step of a known program; two edits that do not fit together may raise anything."""
    try:
        return next(known)
    except Exception as error:
        return _Ended(error)


class CallSearch(Search):
    """Compare the known forms of a plain function with the values that a learner's function returned."""

    def __init__(self, name, arguments, values):
        super().__init__()
        self.arguments, self.values = arguments, values
        self.mistakes = [entry for entry in entries(name) if not entry.is_convention]
        self.conventions = [entry for entry in entries(name) if entry.is_convention]
        self._switched, self._places = switched(name)

    def values_of(self, chosen):
        """Yield the values of the form with these entries."""
        on = flags(self._places, chosen)
        for arguments in self.arguments:
            yield called(self._switched, arguments | {"on": on})

    def _compared(self, chosen):
        for n, (expected, value) in enumerate(zip(self.values_of(chosen), self.values)):
            if chosen and value.shape == ():  # of a wrong function: 0 stands for an array of zeros
                value = np.broadcast_to(value, expected.shape)
            if not same(value, expected):
                return Agreement(n, n, 1, False, "", expected)
        return Agreement(len(self.values), len(self.values), 1, True, "")


def called(function, arguments):
    """Return the value of a formula as an array; NaN if it cannot be computed."""
    with np.errstate(all="ignore"):
        try:
            return np.asarray(function(**arguments), dtype=float)
        except (ArithmeticError, ValueError, TypeError):
            return np.array(np.nan)


@cache
def switched(name):
    """Return the program of a task with all its entries as switches, and the place of each among them.

    The step size of one convention is a function of λ and t that a search chooses, 1/√t at first.
    """
    about, found = task(name), entries(name)
    edits = [entry.edits_for(name) for entry in found]
    edits = [[(old, new.replace(ROOT, "own_eta(lam, t)")) for old, new in pairs] for pairs in edits]
    names = about.names | {"own_eta": lambda lam, t: 1 / math.sqrt(t)}
    return switchboard(about.reference, names, edits), {entry.id: n for n, entry in enumerate(found)}


def flags(places, chosen):
    """Return for each switch whether it is on."""
    on = [False] * len(places)
    for entry in chosen:
        on[places[entry.id]] = True
    return on


def single_mistakes(about, observation, judgement):
    """Return sets of entries: the conventions of a judgement with one mistake of the catalogue, for each that agrees.

    If there is none, the mistakes that the judgement has measured may be there as well.
    """
    name = with_bias(about.name) if observation.has_bias else about.name
    search = RunSearch(name, observation, _eta(judgement))
    known = {entry.id: entry for entry in [*search.mistakes, *search.conventions]}
    conventions = _known_in(judgement.conventions, known)
    mistakes = _known_in([entry for one in judgement.mistakes for entry in one.entries], known)
    with_mistakes = [conventions + mistakes] if mistakes and not judgement.is_explained else []
    for others in [conventions, *with_mistakes]:
        if found := search.single(others):
            return [[entry.id for entry in one.entries] for one in found]
    return []


def with_bias(name):
    """Return the name of the algorithm with which a program that learns a bias is compared."""
    return by_id()["free-bias"].learns.get(name, name)


def _known_in(identifiers, known):
    return [known[one] for one in identifiers if one in known]


def _eta(judgement):
    """Return the measured step size as a function of λ and t."""
    size = judgement.identification.model.size
    return lambda lam, t: size(Moment(lam, t))


class Moment(NamedTuple):
    """Hold what a step size depends on."""

    lam: float
    t: int
