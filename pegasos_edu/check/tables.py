"""Write a table of what the checker knows about a task, so that a page can name mistakes without the checker.

The page runs a learner's program on the same cases, and compares the states that it leaves with those of every known
program. The table holds the right states themselves, and for each other program one number for each run, the `digest`.
"""

import inspect
import json
from functools import cache
from itertools import combinations, product

import numpy as np

from pegasos_edu.algorithms.step_types import BiasStep, DualStep
from pegasos_edu.check import calls, difference_words
from pegasos_edu.check.comparison import COUNTS, FEWER, CallSearch, RunSearch
from pegasos_edu.check.error_hints import explanations
from pegasos_edu.check.observing import Observation, ObservedRun, step_arguments
from pegasos_edu.check.parameter_names import NAMES
from pegasos_edu.check.probes import probes, states
from pegasos_edu.check.programs import LocalProgram
from pegasos_edu.check.report import Report
from pegasos_edu.check.shapes import STEP_FORMS, all_roles, shape_of, step_roles
from pegasos_edu.misconceptions import ASKED, by_id
from pegasos_edu.misconceptions import task as task_of
from pegasos_edu.misconceptions.catalogue import first_line

# The functions of the package that a task uses.
GIVEN = {
    "slack": "\n".join([*(inspect.getsource(task_of(name).reference) for name in ("objective", "subgradient")), """
def subgradient(w, X, y, lam, of_one=subgradient):
    return np.mean([of_one(w, x, label, lam) for x, label in zip(X, y)], axis=0)
"""])
}  # fmt: skip
GOLDEN = 0.6180339887498949  # a digest has the weights 0.5 plus the fractional part of n·GOLDEN
IN_PLACE = "data-changed-in-place"
NO_NUMBER, LARGEST = 1000.0, 1e100  # NO_NUMBER stands for infinity, NaN and numbers beyond LARGEST


@cache
def table(name, with_all_steps=False):
    """Return the table of a task for a program of one step, or for a plain function, as values for JSON.

    Returns
    -------
    dict
        ``tries`` says how a program is called: with which parameters, and in each run with which arguments. ``right``
        holds the right states of each run, ``known`` the digests of the runs of each known program, with the
        identifiers of its entries, ``pairs`` the digests of the first runs of the programs with two entries, and
        ``entries`` the texts of all entries. The first run holds single calls; in the other runs each step begins where
        the step before it has ended. If `with_all_steps`, ``all`` is the same for programs of all steps.
    """
    about = task_of(name)
    if with_all_steps and (about.step.is_kernel or about.step.has_bias):
        raise ValueError(f"a page must check {name} step by step, got a program of all steps; ask for one step.")
    made = [
        (_OneStepTable if about.is_algorithm else _CallsTable)(about),
        *([_AllStepsTable(about)] if with_all_steps else []),
    ]
    with np.errstate(all="ignore"):  # warnings that wrong programs cause
        known = [one.known() for one in made]
    identifiers = sorted({key for programs in known for one in programs for key in one["ids"]} | {IN_PLACE, FEWER})
    parts = [
        {
            "groups": one.groups,
            "runs": [
                {
                    "name": run["name"],
                    "draws": np.asarray(run.get("draws", [])).tolist(),
                    "quantity": one.quantity,
                    **({"at": run["at"]} if "at" in run else {}),
                }
                for run in one.tries()["runs"]
            ],
            "right": [[row.tolist() for row in run] for run in one.right],
            "known": programs,
            "pairs": one.pairs(),
        }
        for one, programs in zip(made, known)
    ]
    tries = [one.tries() | {"takes": [[role, NAMES.get(role, [role])] for role in one.roles]} for one in made]
    if with_all_steps:
        tries[0]["all"], parts[0]["all"] = tries[1], parts[1]
    return {
        "task": name,
        "tries": json.dumps(tries[0], ensure_ascii=False, default=as_json),  # JavaScript would read 2.0 as 2
        **parts[0],
        "entries": {one: _words(by_id()[one], name) for one in identifiers},
    }


def step_tasks():
    """Return the names of the tasks in which a program takes one step."""
    return [name for name in ASKED if task_of(name).is_algorithm]


def checker(source, given="", names=None):
    """Return what a page needs to check the programs that a source checks, as values for JSON.

    These are the tables of its tasks, the explanations of errors, and the source of functions that programs may use,
    those in the source `given` among them. `names` are names that the source uses, with their values.
    """
    tasks = _tasks_in(source, names or {})
    return {
        "tables": {name: table(name, with_all_steps) for name, with_all_steps in tasks.items()},
        "errors": errors(),
        "given": "\n".join([given, *(GIVEN[name] for name in tasks if name in GIVEN)]),
    }


def _tasks_in(source, names):
    """Return the tasks that a source checks: name -> whether it checks a program of all steps."""
    found = {}

    def check(program, name, **_):
        found[name] = found.get(name) or shape_of(LocalProgram(program), task_of(name)).kind == "all"
        return Report(name, True)

    exec(source, {"np": np} | names | {"check": check})
    return found


def errors():
    """Return the explanations of errors as values for JSON: patterns, and the texts about them."""
    return [{"error": one.error, "line": one.line, "says": one.says, "hints": one.hints} for one in explanations()]


def as_json(value):
    """Return an array or a number of NumPy as a value for JSON."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def digest(rows, sizes, is_chain):
    """Return a number for the states of a run: the weighted sum of their entries; NaN and infinity count as a constant.

    In a chain each state follows from the state before it, so the first NaN ends it. `sizes` are the sizes of the right
    states.
    """
    total, k = 0.0, 0
    for n, (row, size) in enumerate(zip(rows, sizes), 1):
        row = np.ravel(row)
        if np.isfinite(row).all() and np.abs(row).max(initial=0) < LARGEST:
            total += float(row @ (0.5 + GOLDEN * np.arange(k + 1, k + 1 + len(row)) % 1))
        else:
            total += NO_NUMBER * n
            if is_chain:
                break
        k += size
    return total


def _words(entry, name):
    shown = ("title", "says", "tempting", "effect", "hints", "taught", "is_convention")
    return {one: getattr(entry, one) for one in shown} | {"line": first_line(entry.id, name)}


class _Table:
    """Run the known programs of a task."""

    groups = ()  # the number of runs in each digest
    quantity, has_two_mistakes = "", True

    def __init__(self, about, search):
        self.about, self.search, self.right = about, search, ()
        has_edits = about.is_algorithm and about.step.has_bias  # without this, a column of ones is not an edit
        self.conventions, self.mistakes = ([one for one in group if has_edits or not one.column]
                                           for group in (search.conventions, search.mistakes))  # fmt: skip

    def known(self):
        """Return the digests of the right programs and of those with one mistake, as the checker orders them."""
        found, self.right = [], self.rows(())
        for chosen in [
            (),
            *((one,) for one in self.conventions),
            *combinations(self.conventions, 2),
            *((one,) for one in self.mistakes),
        ]:
            rows = self.rows(chosen)
            found.append({"ids": [one.id for one in chosen], "digests": self._digests(rows)})
            if len(chosen) == 1 and not chosen[0].is_convention and (words := self.difference(rows)):
                report = Report(self.about.name, named=(chosen,), difference=words)
                found[-1]["first"] = dict(report.facts())["First difference"]
        return found

    def pairs(self):
        """Return groups of programs with two entries: two lists of identifiers, and a digest for each pair of both.

        The first group has a mistake and a convention. The second has two mistakes, each pair once.
        """
        groups = [(self.mistakes, self.conventions, product(self.mistakes, self.conventions))]
        if self.has_two_mistakes:
            groups.append((self.mistakes, self.mistakes, combinations(self.mistakes, 2)))
        with np.errstate(all="ignore"):
            return [
                [[one.id for one in first], [one.id for one in second], [self._digest_of(pair) for pair in pairs]]
                for first, second, pairs in groups
            ]

    def _digest_of(self, pair):
        """Return the sum of the digests of the first runs."""
        return float(f"{sum(self._digests(self.rows(pair, self.groups[0]))):.8g}")

    def compared(self, rows):
        """Return the states of all runs as they are compared."""
        return rows

    def _digests(self, rows):
        """Return the digest of each group of runs, in the digits that do not depend on the processor."""
        rows, digests, start = self.compared(rows), [], 0
        for size in self.groups:
            own, right = (
                [row for run in all_rows[start : start + size] for row in run] for all_rows in (rows, self.right)
            )
            digests.append(float(f"{digest(own, [np.size(row) for row in right], size == 1):.10g}"))
            start += size
        return digests

    def rows(self, chosen, number=None):
        """Return the states of each run, or of the first runs, of the program with some entries."""
        return [self.search.states(chosen, n) for n in range(number or sum(self.groups))]


class _AllStepsTable(_Table):
    """Make the table of an algorithm for a program of all steps that leaves w."""

    quantity, has_two_mistakes = "w", False  # there are thousands of these programs

    def __init__(self, about):
        self.cases, self.roles = probes(about.name), all_roles(about)
        self.groups = [1] * len(self.cases)
        runs = tuple(ObservedRun(case, ()) for case in self.cases)
        super().__init__(about, RunSearch(about.name, Observation("all", runs)))

    def tries(self):
        runs = [{"name": case.name, "X": case.X, "y": case.y, "lam": case.lam, "draws": case.draws, "at": _looks(case)}
                for case in self.cases]  # fmt: skip
        return {"kind": "all", "runs": runs}

    def compared(self, rows):
        """Return the states, with empty arrays for steps that are not compared. A program that fails leaves NaN."""
        found = []
        for case, run in zip(self.cases, rows):
            whole = run + [run[-1]] * (len(case.draws) - len(run))
            found.append([state if t in _looks(case) else np.empty(0) for t, state in enumerate(whole, 1)])
        return found

    def difference(self, rows):
        """Return None. The page finds the mistakes itself, because the texts of all mistakes would need much space."""


def _looks(case):
    """Return the steps whose states are compared. A program that returns its last state starts again for each step."""
    T = len(case.draws)
    return [t for t in range(1, T + 1) if t <= 8 or t in (10, 13, 17, 22, T)]


class _OneStepTable(_Table):
    """Make the table of an algorithm for a program of one step."""

    def __init__(self, about):
        self.chosen, self.chains = states(about.name), probes(about.name)
        self.form, self.roles, self.has_bias = STEP_FORMS[about.step], step_roles(about), about.step is BiasStep
        self.groups = [len(self.chosen), *(1 for _ in self.chains)]
        nothing = [()] * (len(self.chosen) + len(self.chains))
        super().__init__(about, RunSearch(about.name, self._observation(nothing)))
        self.quantity = {BiasStep: "(w, b)", DualStep: "(w, α)"}.get(
            about.step, COUNTS if about.step.is_kernel else "w"
        )

    def _observation(self, states):
        """Return the observation of a program that leaves these states in each run."""
        runs = tuple(ObservedRun(case, rows) for case, rows in zip((*self.chosen, *self.chains), states))
        return Observation("step", runs, self.has_bias)

    def tries(self):
        names = [name for name in (self.form.array, self.form.number) if name]
        singly = [self._run(case, {name: case.start[name] for name in names}) for case in self.chosen]
        chains = []
        for case in self.chains:
            w = np.zeros(case.X.shape[1])
            zeros = {"w": w, "v": w, "alpha": np.zeros(len(case.y)), "a": 1.0, "b": 0.0}
            chains.append(self._run(case, {name: zeros[name] for name in names}))
        return {"kind": "step", "state": names, "runs": singly + chains}

    def _run(self, case, state):
        """Return the arguments of a run: those that are the same in all calls, and the other arguments of each call."""
        several = [step_arguments(self.about, case, t, drawn) for t, drawn in enumerate(case.draws, case.first)]
        shared = {"K", "y", "lam", "m"} if self.about.step.is_kernel else {"lam", "m"}
        roles = {*self.roles, "t"} - {*state}
        return {
            "name": case.name,
            "start": state,
            "shared": {role: several[0][role] for role in roles & shared},
            "calls": [{role: one[role] for role in roles - shared} for one in several],
            "draws": case.draws,
        }

    def difference(self, rows):
        return difference_words.of_runs(RunSearch(self.about.name, self._observation(rows)), ())


class _CallsTable(_Table):
    """Make the table of a plain function."""

    def __init__(self, about):
        self.cases, self.roles = calls.cases(about.name), tuple(about.parameters)
        self.groups = [1] * len(self.cases)
        super().__init__(about, self._search(about.name))

    def _search(self, name, values=()):
        return CallSearch(name, [arguments for _, arguments in self.cases], values)

    def tries(self):
        runs = [{"name": words, "start": {}, "shared": {}, "calls": [arguments]} for words, arguments in self.cases]
        return {"kind": "function", "state": [], "runs": runs}

    def rows(self, chosen, number=None):
        return [[value] for value in self.search.values_of(chosen)]

    def difference(self, rows):
        return difference_words.of_calls(
            self._search(self.about.name, [row for (row,) in rows]), [words for words, _ in self.cases]
        )
