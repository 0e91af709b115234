"""Test the points of the assignments for solutions, empty hand-ins, misconceptions and other right programs."""

from functools import cache

import numpy as np
import pytest
from conftest import mostly_slow
from scipy.sparse import csr_array

from pegasos_edu.check.sandbox import opened
from pegasos_edu.check.sandbox.limits import LIMITS
from pegasos_edu.misconceptions import entries, wrong_program
from pegasos_edu.teaching import scoring
from pegasos_edu.teaching.classroom.marking import putting_in
from pegasos_edu.teaching.master_verification import as_step, verify
from pegasos_edu.teaching.masters import masters, read_master
from pegasos_edu.teaching.scoring import execute, functions, modules_used, score, scored

NAMES = "A1", "A2", "A3", "A4", "A5"
assignment = cache(read_master)


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_gets_everything_and_an_empty_hand_in_nothing(name):
    master = assignment(name)
    assert all(result.points == result.check.points and not result.message for result in score(master, solution(name)))
    empty = score(master, functions(master, "student"))
    assert not any(result.points for result in empty)
    assert all(result.message.startswith("Not written yet: ") for result in empty)
    assert sum(check.points for check in master.checks) == master.points == 20 and 4 <= len(master.written) <= 7


NOTHING = {
    "zeros": "def {}(*args): return 0.0 * np.asarray(args[0])",
    "zero": "def {}(*_): return 0.0",
    "the first argument": "def {}(*args): return args[0]",
    "an error": "def {}(*_): raise ValueError",
}


@pytest.mark.parametrize("words", NOTHING)
@pytest.mark.parametrize("name", mostly_slow(NAMES, "A1"))
def test_functions_that_solve_nothing_get_nothing_even_if_they_agree(name, words):
    master = assignment(name)
    cells = ["import numpy as np", *(NOTHING[words].format(written) for written in master.written)]
    with opened(cells, LIMITS) as running:
        results = score(master, running.functions(master.written), putting_in(running, master))
    assert [result.check.name for result in results if result.passed] == []


@pytest.mark.parametrize("name", mostly_slow(NAMES, "A1"))
def test_no_check_lets_a_known_mistake_or_a_hand_in_that_does_nothing_through(name):
    assert tuple(masters()) == NAMES
    assert verify(assignment(name)) == []


@cache
def results(name):
    return score(assignment(name), solution(name))


@cache
def solution(name):
    return functions(assignment(name), "solution")


# Misconceptions: programs of the catalogue, in the form that an assignment requires


def as_whole(program, task):
    """Return a generator as a function that returns its last state."""

    def whole(X, y, lam, draws):
        *_, last = program(X, y, lam, draws)
        return last.alpha if task == "kernelized" else last.w

    def projecting(X, y, lam, draws):
        *_, last = program(X, y, lam, draws, project=True)
        return last.w

    def sparse(data, indices, indptr, v, y, lam, draws):
        *_, last = program(csr_array((data, indices, indptr), shape=(len(y), len(v))), y, lam, draws)
        return last.a, last.v

    return {"minibatch": projecting, "scaled": sparse}.get(task, whole)


def as_it_is(program, task):
    return program


ASKED = [  # an assignment, a function, its task, and the form that programs of the catalogue need
    ("A1", "hinge_loss", "hinge_loss", as_it_is),
    ("A1", "log_loss", "log_loss", as_it_is),
    ("A1", "objective", "objective", as_it_is),
    ("A1", "subgradient", "subgradient", as_it_is),
    ("A2", "step", "hinge", as_step),
    ("A2", "pegasos", "hinge", as_whole),
    ("A3", "log_step", "logistic", as_step),
    ("A3", "batch_step", "minibatch", as_step),
    ("A3", "projected", "projected", as_it_is),
    ("A3", "train", "minibatch", as_whole),
    ("A4", "step", "scaled", as_step),
    ("A4", "train", "scaled", as_whole),
    ("A5", "rbf", "rbf", as_it_is),
    ("A5", "step", "kernelized", as_step),
    ("A5", "kernel_pegasos", "kernelized", as_whole),
    ("A5", "objective", "kernel_objective", as_it_is),
]
# Mistakes that these forms cannot have: mistakes outside of a step; in a projection that is applied twice, or that
# needs a stored length; and mistakes that `check` accepts as a convention, but a hidden check refuses.
NOT_OF = {
    as_it_is: set(),
    as_step: {"old-w-returned", "addition-to-coordinate-of-the-example", "divided-by-all-examples",
              "divided-by-share-of-data", "mask-used-as-indices", "positions-used-as-examples",
              "radius-two-over-lambda", "projected-only-on-violation", "radius-one-over-lambda", "radius-root-lambda",
              "radius-one"},
    as_whole: {"last-step-missing", "average-divided-by-one-too-many", "radius-two-over-lambda",
               "projected-before-step", "projected-before-adding"},
}  # fmt: skip


OWN_WORDS = {
    "scale-becomes-zero": "step 1 leaves no finite numbers",  # A4's check says so before any report
    "floor-under-the-scale": "w never shrinks",  # these are all its steps; the state does not show why
}


@pytest.mark.parametrize(
    ("name", "function", "task", "form", "every"),
    [*((*row, 50) for row in ASKED[1::4]), *(pytest.param(*row, 1, marks=pytest.mark.slow) for row in ASKED)],
)
def test_a_misconception_costs_points_and_is_named(name, function, task, form, every, monkeypatch):
    monkeypatch.setattr(scoring, "REAL", ("",))  # the programs of the catalogue call functions of the package
    master, (check, *_) = assignment(name), asked(name, function)
    wrong = [entry for entry in entries(task) if not entry.is_convention and entry.part != "bias" and not entry.column
             and entry.id not in NOT_OF[form] and entry.fits("step" if form is as_step else "all")]  # fmt: skip
    tried = wrong[len(function) % min(every, len(wrong)) :: every]
    fitting = [(entry, program) for entry in tried if (program := form(wrong_program(task, entry.id), task))]
    assert fitting
    known = {result.check: result for result in results(name) if master.used(result.check)[-1] != function}
    for entry, program in fitting:
        result = scored(master, check, solution(name) | {function: program}, known=known)
        named = [other for entries in result.report.named for other in entries] if result.report else []
        is_named = entry in named or OWN_WORDS.get(entry.id, entry.title) in result.message
        assert not result.passed and is_named, (entry.id, result.message)


def asked(name, function):
    """Return the checks of a function that use no function written after it, public checks first."""
    master = assignment(name)
    later = set(master.written[master.written.index(function) + 1 :])
    used = {check: set(master.used(check)) for check in master.checks}
    checks = [check for check in master.checks if function in used[check] and not later & used[check]]
    return sorted(checks, key=lambda check: check.kind)


# Right programs that are written differently


def sparse_loop(data, indices, indptr, v, y, lam, draws):
    t = 0
    for i in draws:  # v is λ·t times the weights
        row = range(indptr[i], indptr[i + 1])
        score = sum(v[indices[n]] * data[n] for n in row) / (lam * t) if t else 0
        t += 1
        for n in row:
            v[indices[n]] += (y[i] * score < 1) * y[i] * data[n]
    return 1 / (lam * t), v


def running_mean(X, y, lam, draws):
    w = mean = np.zeros(X.shape[1])
    for t, i in enumerate(draws, start=1):
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
        mean = mean + (w - mean) / t
    return mean


def stopped_by_a_break(X, y, lam, draws):
    w, t = np.zeros(X.shape[1]), 0
    while True:
        if t == len(draws):
            break
        i, t = draws[t], t + 1
        w -= 1 / (lam * t) * (lam * w - (y[i] * (w @ X[i]) < 1) * y[i] * X[i])
    return w


def by_lists(w, x, y, eta, lam):
    hit = 1 if y * sum(a * b for a, b in zip(w, x)) < 1 else 0
    return np.array([a - eta * (lam * a - hit * y * b) for a, b in zip(w, x)])


def by_a_mask(w, x, y, lam):
    return lam * w - np.where(y * (w @ x) < 1, y * x, 0)


def by_counting(K, y, lam, draws):
    counts = [0] * len(y)
    for t, i in enumerate(draws):
        margin = y[i] * sum(counts[j] * y[j] * K[i, j] for j in range(len(y)))
        counts[i] += t == 0 or margin < lam * t
    return counts


OTHERWISE = [
    ("A1", "log_loss", lambda z: np.maximum(0, -z) + np.log1p(np.exp(-abs(z)))),
    ("A1", "subgradient", by_a_mask),
    ("A2", "step", by_lists),
    ("A2", "pegasos", stopped_by_a_break),
    ("A2", "averaged", running_mean),
    ("A3", "projected", lambda w, lam: w / max(1, np.sqrt(lam) * np.linalg.norm(w))),
    ("A4", "train", sparse_loop),
    ("A5", "kernel_pegasos", by_counting),
]


@pytest.mark.parametrize(("name", "function", "program"), OTHERWISE)
def test_a_right_program_gets_everything_however_it_is_written(name, function, program):
    master = assignment(name)
    checks = [check for check in master.checks if function in master.used(check)]
    results = [scored(master, check, solution(name) | {function: program}) for check in checks]
    assert checks and all(result.passed for result in results), [result.message for result in results]


BORROWED = {
    "an import inside": "def f():\n    def g():\n        import pegasos_edu.algorithms.pegasos\n    return g",
    "a module": "import pegasos_edu.algorithms.pegasos as a\ndef f(): return a.hinge",
    "a helper": "from pegasos_edu import hinge\ndef g(): return hinge\ndef f(): return g()",
    "a dictionary": "from pegasos_edu import hinge\nways = {'a': hinge}\ndef f(): return ways['a']",
    "a partial": "from functools import partial\nfrom pegasos_edu import hinge\nf = partial(hinge, project=True)",
    "a closure": "from pegasos_edu import hinge\ndef made(g):\n    return lambda: g\nf = made(hinge)",
    "a class": "from pegasos_edu import hinge\nclass A:\n    def g(self): return hinge\ndef f(): return A().g()",
}


@pytest.mark.parametrize("source", BORROWED.values(), ids=BORROWED)
def test_the_modules_of_the_package_that_a_function_uses_are_found(source):
    space = {"__name__": "handed_in"}
    execute(source, "a hand-in", space)
    assert modules_used(space["f"]) == ["pegasos_edu.algorithms.pegasos"]
    execute("def f(w):\n    'Not from pegasos_edu.'\n    return abs(w)", "a hand-in", space)
    assert modules_used(space["f"]) == []


def test_a_function_that_uses_the_algorithm_of_the_package_gets_no_points():
    master, space = assignment("A2"), dict(solution("A2"))
    body = "from pegasos_edu import hinge\n    return next(hinge([x], [y], lam, [0])).w"
    execute(f"def step(w, x, y, eta, lam):\n    {body}", "a hand-in", space)
    results = [scored(master, check, space) for check in master.checks if "step" in master.used(check)]
    assert len(results) == 2 and not any(result.points for result in results)
    assert all("It uses pegasos_edu" in result.message for result in results)


def test_a_check_that_fails_says_why_and_the_others_run():
    master = assignment("A2")
    space = solution("A2") | {
        "pegasos": None,
        "averaged": lambda X, y, lam, draws: 1 / 0,
        "half_averaged": lambda *_: 3,
    }
    by_name = {result.check.name: result for result in score(master, space)}
    assert by_name["one step"].passed and by_name["all steps"].message.startswith("There must be a function pegasos")
    assert "division by zero" in by_name["the mean"].message and by_name["the mean"].report.failed
    assert (
        by_name["the mean of the last half"].message == "for one step the mean must be the weights after it, from w = 0"
    )


def test_what_ends_python_is_not_tried_again_with_other_functions_before_it():
    master = assignment("A2")
    [check] = [check for check in master.checks if check.name == "all steps"]

    def times_called(error):
        called = []

        def pegasos(X, y, lam, draws):
            called.append(draws)
            raise error

        assert not scored(master, check, solution("A2") | {"pegasos": pegasos, "step": lambda *_: 0}).passed
        return len(called)

    assert times_called(ValueError) == 2 * times_called(SystemExit) > 0


# Hand-ins in a process of their own: the solution with changes


def lost(name, *changes, seconds=LIMITS.seconds):
    """Return the names of the checks that a changed solution does not pass."""
    master = assignment(name)
    sources = [master.given_source, *(cell.solution for cell in master.cells if cell.kind == "write")]
    for old, new in changes:
        assert any(old in source for source in sources), old
        sources = [source.replace(old, new) for source in sources]
    with opened(sources, LIMITS._replace(seconds=seconds)) as running:
        results = score(master, running.functions(master.written), putting_in(running, master))
        return [result.check.name for result in results if not result.passed]


STEP = ["one step", "one step on other data"]
TAKEN = "def step(w, x, y, eta, lam):"


@pytest.mark.parametrize(
    "changes",
    [
        [("if margin < 1:", "if margin < 0:")],
        [(TAKEN, f"{TAKEN}\n    while True: pass")],
        [("    w = (1 - eta * lam) * w\n", "    import os\n    os._exit(0)\n")],
        [(TAKEN, "def my_step(w, x, y, eta, lam):")],
    ],
)
def test_one_mistake_costs_the_points_of_its_own_function_only(changes):
    assert lost("A2", *changes, seconds=0.5) == STEP


def test_a_loop_that_fits_its_own_step_gets_its_points():
    other = ("step(w, X[i], y[i], step_size(t, lam), lam)", "step(w, X[i], y[i], lam, step_size(t, lam))")
    assert lost("A2", (TAKEN, "def step(w, x, y, lam, eta):"), other) == ["one step on other data"]


@pytest.mark.parametrize(
    "new",
    [
        f"import a_package_that_nobody_has\n{TAKEN}",
        f"x = = 3\n{TAKEN}",
        "def step(*args):\n    w, x, y, eta, lam = args",
    ],
)
def test_what_a_function_does_not_need_costs_nothing(new):
    assert lost("A2", (TAKEN, new)) == []


AT_RANDOM = "np.random.default_rng(0).normal(size=X.shape[1])"
ADDED = "v[indices] += c * values\n    return v"
EXCLUDED = [  # changes that the text of a task excludes, and the checks that notice; those of A4 touch every weight
    ("A1", "np.maximum(0, 1 - z)", "max(0, 1 - z)", ["the hinge loss"]),
    ("A2", "    w = np.zeros(X.shape[1])", f"    w = 3 * {AT_RANDOM}", ["all steps", "all steps on other data"]),
    ("A2", "if margin < 1:", "if margin <= 1:", []),
    ("A3", "        w = projected(w, lam)\n", "", ["all steps", "all steps on other data"]),
    ("A4", "return v[indices] @ values", "x = np.zeros(len(v)); x[indices] = values; return v @ x",
     ["the score of a sparse row"]),
    ("A4", ADDED, f"v = v.copy(); {ADDED}", ["the addition of a sparse row"]),
    ("A4", "            a = (1 - 1 / t) * a", "            v *= 1 - 1 / t",
     ["all steps", "the weights of the dense steps"]),
    ("A5", "(lam * (t - 1))", "(lam * t)", ["one step"]),
]  # fmt: skip


@pytest.mark.parametrize("case", mostly_slow(EXCLUDED, EXCLUDED[0], EXCLUDED[5]))
def test_what_the_text_excludes_gets_no_points(case):
    name, old, new, checks = case
    assert lost(name, (old, new)) == checks


def test_the_report_on_another_convention_says_that_the_steps_are_right_and_what_was_asked():
    def from_2(X, y, lam, draws):
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 2):
            w = solution("A2")["step"](w, X[i], y[i], 1 / (lam * t), lam)
        return w

    results = score(assignment("A2"), solution("A2") | {"pegasos": from_2})
    (result,) = (result for result in results if result.report)
    assert not result.passed and not result.report.hints
    assert result.report.verdict == (
        "Its steps are those of hinge with t from 2 (lesson 03), but this task asks for it without any convention."
    )
