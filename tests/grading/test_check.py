"""Programs, right and wrong, and what is said of them."""

import ast
import inspect
import json
import random
import re
import textwrap
from collections import Counter
from functools import cache
from itertools import chain, product

import numpy as np
import pytest
from conftest import mostly_slow
from submissions.programs_that_fail import HOSTILE
from submissions.right_programs import FUNCTIONS, PROGRAMS
from submissions.unwritten_programs import UNWRITTEN

from pegasos_edu.basics import palette
from pegasos_edu.boxes import ALGORITHMS, hinge, kernelized, minibatch
from pegasos_edu.boxes.variants import variant
from pegasos_edu.grading import check
from pegasos_edu.grading.walks import parting
from pegasos_edu.misconceptions import CONVENTIONS, MISCONCEPTIONS
from pegasos_edu.misconceptions.entries import joined, made, tasks
from pegasos_edu.submissions.tasks import TASKS
from pegasos_edu.submissions.trial import SECONDS

# Conventions that a program given its draws does not show as such: it is the box, or the box by other names.
THE_BOX_ITSELF = ("the projection", "one round less", "signed counts", "coefficients that shrink")
# At a margin of 1 these need numbers of their own to differ: elsewhere they are the box.
NOWHERE_AT_THE_EDGE = ("kernelized_as_printed", "free_bias")


@cache
def report_on(entry, task):
    return check(made(entry, task), task)


def names(report):
    return [[entry.name for entry in entries] for entries in report.named]


@pytest.mark.parametrize("task", mostly_slow(TASKS, "hinge", "kernelized", "objective"))
def test_each_misconception_is_caught_and_named(task):
    for entry in MISCONCEPTIONS:
        if task in tasks(entry):
            report = report_on(entry, task)
            assert not report.passed and [entry.name] in names(report), f"{entry.name}: {report}"
            assert report.difference and report.hints, entry.name


@pytest.mark.parametrize("task", mostly_slow(TASKS, "hinge", "kernelized", "objective"))
def test_no_two_misconceptions_are_named_unless_their_steps_are_the_same(task):
    """Equivalence is computed by hand here: on draws and data that no report has seen."""
    several = [entry for entry in MISCONCEPTIONS if task in tasks(entry) and len(report_on(entry, task).named) > 1]
    if task in ALGORITHMS:
        for entry in several:
            others = [entries[0] for entries in report_on(entry, task).named]
            assert all(_steps_alike(made(entry, task), made(other, task), task) for other in others), entry.name
    else:
        assert not several


def _steps_alike(a, b, task):
    from pegasos_edu.grading.probes import Probe
    from pegasos_edu.grading.walks import walk

    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(12, 4)), np.where(rng.random(12) < 0.5, 1, -1)
    y = {"multiclass": np.arange(12) % 3, "regression": X[:, 0] + X[:, 1]}.get(task, y)
    draws = rng.integers(12, size=60)
    draws = (draws[:, None] + np.arange(3)) % 12 if "batch" in task else draws
    probe = Probe("others", X, y, 0.21, draws, 0.5)
    walks = [walk(program, task, probe, draws) for program in (a, b)]
    return any(parting(a, b, 1e-9) is None for a, b in product(*(one.states.values() for one in walks)))


@pytest.mark.parametrize("task", TASKS)
def test_conventions_pass_and_are_called_what_they_are(task):
    for entry in CONVENTIONS:
        if task in tasks(entry):
            report = report_on(entry, task)
            assert report.passed, f"{entry.name}: {report}"
            if entry.name not in THE_BOX_ITSELF and not (entry.name.startswith("≤") and task in NOWHERE_AT_THE_EDGE):
                assert entry.name in [one.name for one in report.conventions[0]], f"{entry.name}: {report}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_right_programs_pass_however_they_are_written(name):
    task, program = PROGRAMS[name]
    report = check(program, task)
    assert report.passed and not report.judged, report


@pytest.mark.parametrize("name", FUNCTIONS)
def test_right_functions_pass_however_they_are_written(name):
    task, program = FUNCTIONS[name]
    report = check(program, task)
    assert report.passed, report
    assert any("changes w" in note for note in report.notes) == (name == "into_its_argument")


@pytest.mark.parametrize("name", UNWRITTEN)
def test_what_is_not_written_yet_is_told_calmly(name):
    task, words, program = UNWRITTEN[name]
    report = check(program, task)
    first = inspect.getsourcelines(program)[1]
    words = re.sub(r"-?\d+", lambda found: str(first + int(found[0]) - 1), words)
    assert not report.passed and report.verdict == f"Not written yet: {words}."
    assert (
        repr(report) == f"[not yet] {report.verdict}" and json.loads(report.to_json())["failed"]["kind"] == "unwritten"
    )
    assert "<b>… Not written yet" in report._repr_html_() and "✗" not in report._repr_html_()
    assert palette.VERMILION not in report._repr_html_() and "<dt" not in report._repr_html_()
    assert report.hints == () and report.hint().startswith("Write it first")


def test_where_there_is_no_source_a_hole_is_an_error_of_the_program():
    names = {}
    exec("def step(w, x, y, eta, lam):\n    return w + ...", names)
    report = check(names["step"], "hinge")
    assert report.failed.kind == "exception" and "TypeError" in report.verdict


@pytest.mark.parametrize("nothing", [None, ...])
def test_nothing_at_all_is_not_written_yet(nothing):
    assert check(nothing, "hinge").verdict == "Not written yet: there is nothing here; give a function or a class."


def test_an_ellipsis_that_leaves_nothing_out_passes():
    class Whole:
        def fit(self, X, y, lam, draws, callback=...):
            """All steps."""
            w = np.zeros(X.shape[-1])
            for t, i in enumerate(draws, 1):
                if callback is not ...:
                    ...
                w = (1 - 1 / t) * w + (y[i] * (X[..., i, :] @ w) < 1) * y[i] * X[i, ...] / (lam * t)
            self.w = w
            return self

        def predict(self, X): ...

    assert check(Whole, "hinge").passed


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_that_a_program_does_is_an_error_of_ours(name):
    kind, program = HOSTILE[name]
    report = check(program, "hinge", seconds=0.5 if kind == "time" else SECONDS)  # others must not run out of it
    assert not report.passed and report.failed.kind == kind
    assert "did not get through" in report.verdict and json.loads(report.to_json())["failed"]["kind"] == kind
    assert "Make it run first" in report.hint()


@pytest.mark.parametrize("task", ["hinge", "minibatch", "scaled", "logistic"])
def test_two_mistakes_at_once_are_told_as_the_two(task):
    pairs = [
        ("λ left out of the step size", "the label left out of the condition"),
        ("the label left out of the condition", "shrinks by 1 − η"),
    ]
    known = {entry.name: entry for entry in MISCONCEPTIONS if task in tasks(entry)}
    for pair in pairs:
        if all(name in known for name in pair):
            program = joined(tuple(known[name] for name in pair), task)
            if program:
                assert any(set(found) == set(pair) for found in names(check(program, task)))


def test_a_mistake_is_named_though_its_numbers_end_otherwise():
    def step(w, X, y, eta, lam):
        violated = y * (X @ w) < 1
        return (1 - eta * lam) * w + eta / violated.sum() * (y[violated] @ X[violated])

    report = check(step, "minibatch")
    assert names(report) == [["divided by the number of violators"]]
    assert any("numbers that are not finite" in note for note in report.notes)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("a = (1 - eta * lam) * a", "no repair in round 1"),
        ("a = max((1 - eta * lam) * a, 1e-9)", "a floor under the scale factor"),
        ("pass", "nothing shrinks"),
    ],
)
def test_a_step_with_a_scale_factor_is_told_what_round_1_needs(line, name, tmp_path):
    source = f"""
def step(a, v, x, y, eta, lam, t):
    score = a * (v @ x)
    {line}
    if y * score < 1:
        v = v + eta * y / a * x
    return a, v
"""
    assert names(check(_loaded(source, "step", hinge, tmp_path / "step.py"), "scaled"))[0] == [name]


def test_a_number_0_stands_for_zeros_where_a_mistake_is_named():
    def subgradient(w, x, y, lam):
        return lam * w - y * x if y * (w @ x) < 1 else 0

    report = check(subgradient, "subgradient")
    assert names(report) == [["the penalty only where the margin is violated"]]
    assert report.difference.words == ("Its shape is (), not (3,).",)


def test_a_mistake_of_a_projection_is_named_whether_it_divides_by_0_or_not():
    def bare(w, lam):
        return w / np.linalg.norm(w) / np.sqrt(lam)

    def guarded(w, lam):
        return w / np.linalg.norm(w) / np.sqrt(lam) if w.any() else w

    assert names(check(bare, "projected")) == names(check(guarded, "projected"))
    assert names(check(bare, "projected")) == [["always brought to the length 1/√λ"]]


def test_the_case_is_told_in_which_a_function_does_not_get_through():
    def projected(w, lam):
        return min(1, 1 / float(np.linalg.norm(w)) / lam**0.5) * w

    assert check(projected, "projected").verdict.endswith("ZeroDivisionError: float division by zero, for w = 0.")


# In words


def wrong(*changes):
    return check(variant(hinge, *changes), "hinge")


ADDS = "w = (1 - eta * lam) * w + (eta * y[i]) * X[i]"


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ((ADDS, "w = (1 - eta * lam) * w + (1.7 * eta * y[i]) * X[i]"), "1.7 times as much"),
        ((ADDS, "w = 0.9 * w + (eta * y[i]) * X[i]"), "It multiplies w by 0.9, where it is"),
        ((ADDS, "w = (1 - eta * lam) * w + (eta * y[i]) * X[i - 1]"), "though example"),
        ((ADDS, "w = np.where(X[i] != 0, 1 - eta * lam, 1.0) * w + (eta * y[i]) * X[i]"), "leaves w alone where"),
        ((ADDS, "w = (1 - 1 / (t + 5)) * w + (eta * y[i]) * X[i]"), "as if t stood at"),
        (("if y[i] * score < 1:", "if y[i] * score < 0.4:"), "It adds nothing of x_"),
        ((ADDS, "w = (1 - eta * lam) * w**3 + (eta * y[i]) * X[i]"), "no sum of the old w"),
    ],
)
def test_what_a_program_really_does_is_said_where_no_name_is_known(program, words):
    report = wrong(program)
    assert not report.passed and words in " ".join(report.difference.words), report


def test_the_first_quantity_that_differs_stands_under_its_line_of_pseudocode():
    report = wrong(("eta = 1 / (lam * t)", "eta = 1.3 / (lam * t)"))
    assert (report.difference.t, report.difference.quantity) == (1, "eta")
    assert report.difference.line.pseudocode == "η = 1 / (λ·t)"
    assert report.difference.got == pytest.approx(1.3 * report.difference.expected)


def test_an_order_that_is_no_chance_is_told():
    def in_order(X, y, lam, T):
        w = np.zeros(X.shape[1])
        for t in range(1, T + 1):
            i = (t - 1) % len(y)
            eta = 1 / (lam * t)
            w = (1 - eta * lam) * w + (y[i] * (w @ X[i]) < 1) * eta * y[i] * X[i]
        return w

    report = check(in_order, "hinge")
    assert report.passed and "in the order in which they are stored" in repr(report)


def test_the_boxes_of_the_package_in_a_submission_are_told():
    def borrowed(X, y, lam, draws):
        from pegasos_edu.boxes import hinge as theirs

        yield from theirs(X, y, lam, draws)

    assert any("pegasos_edu" in note for note in check(borrowed, "hinge").notes)


@pytest.mark.slow
def test_a_program_whose_rounds_cannot_be_seen_is_judged_by_its_results():
    def averaged_subgradient(X, y, lam, T):  # of all examples at once: no rounds of one example
        w = np.zeros(X.shape[1])
        for t in range(1, T + 1):
            hit = y * (X @ w) < 1
            w = (1 - 1 / t) * w + (y * hit) @ X / (lam * t * len(y))
        return w

    def of_zeros(X, y, lam, T):
        w = np.zeros(X.shape[1])
        for _ in range(T):
            w = 0 * (y @ X)
        return w

    right, not_right = check(averaged_subgradient, "hinge"), check(of_zeros, "hinge")
    assert right.judged and right.passed, right
    assert not not_right.passed


def test_where_results_say_nothing_the_report_says_what_to_do():
    def of_all(X, y, lam, T):
        W = np.zeros((y.max() + 1, X.shape[1]))
        for _ in range(T):
            W = 0.5 * W
        return W + 1

    report = check(of_all, "multiclass")
    assert report.failed and "give it the draws as a parameter" in report.verdict, report


# The report


def test_hints_grow_stronger_and_only_the_last_gives_the_line():
    report = wrong(("if y[i] * score < 1:", "if score < 1:"))
    hints = [str(report.hint()) for _ in range(5)]
    line = "if y[i] * score < 1:"
    assert [line in hint for hint in hints] == [False, False, True, True, True] and hints[0] != hints[1]


def test_a_report_in_all_its_forms():
    report = wrong(("if y[i] * score < 1:", "if score < 1:"))
    as_html, data = report._repr_html_(), json.loads(report.to_json())
    assert "<b>✗ Not yet hinge." in as_html and as_html.count("<details") == 3
    assert data["named"] == [["the label left out of the condition"]] and data["passed"] is False
    assert repr(report).startswith("[not yet] Not yet hinge.") and "On 60 examples: f = " in repr(report)
    assert "Expected: w = " in repr(report) and "Got: w = " in repr(report)
    assert str(report.figure()).startswith("Picture: The objective")
    both = report.play()
    assert both.view.moment == [2, 0] and "hinge_wrong" in repr(both)


def test_markup_in_a_program_stays_text():
    def step(w, x, y, eta, lam):
        raise ValueError("<script>alert(1)</script>")

    assert "<script>" not in check(step, "hinge")._repr_html_()


def test_a_program_without_a_name_is_played_by_what_it_left():
    def step(w, x, y, eta, lam):
        return (1 - 0.37 * eta * lam) * w + (1.7 * eta * y * x if y * (w @ x) < 1 else 0)

    report = check(step, "hinge")
    assert not report.named and "your_program" in repr(report.play())
    assert "1.7 times as much" in repr(report)


def test_what_cannot_be_played_says_so():
    with pytest.raises(ValueError, match="play needs steps that differ"):
        check(hinge, "hinge").play()


def test_a_task_must_be_one():
    with pytest.raises(ValueError, match="task must be the name of a box or a function, got 'pegasos'"):
        check(hinge, "pegasos")


@pytest.mark.parametrize("task", TASKS)
def test_what_is_right_is_right(task):
    report = check(TASKS[task], task)
    assert report.passed and report.verdict.startswith(f"Right: it is {task}"), report
    assert report.hint() == "There is nothing to hint at."


# Edits that nobody thought of

OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Lt: ast.Gt}


def edits(box):
    """The box with one operator, constant, sign or index changed, or one line dropped; each change once."""
    source = textwrap.dedent(inspect.getsource(box))
    number = sum(1 for _ in _sites(ast.parse(source)))
    for n in range(number):
        tree = ast.parse(source)
        change = next(change for place, change in enumerate(_sites(tree)) if place == n)
        change()
        function = tree.body[0]
        function.name = f"{box.__name__}_edited"
        yield ast.unparse(ast.fix_missing_locations(tree)), function.name


def _sites(tree):
    (function,) = tree.body
    (loop,) = [node for node in function.body if isinstance(node, ast.For)]
    for node in chain.from_iterable(ast.walk(part) for part in loop.body[:-1]):
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            yield lambda node=node: setattr(node, "op", OPERATORS[type(node.op)]())
        elif isinstance(node, ast.Compare):
            yield lambda node=node: setattr(node, "ops", [ast.GtE()])
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield lambda node=node: setattr(node, "value", node.value + 1)
        elif isinstance(node, ast.Subscript):
            shifted = ast.BinOp(node.slice, ast.Sub(), ast.Constant(1))
            yield lambda node=node, shifted=shifted: setattr(node, "slice", shifted)
    for block in [loop.body, *(part.body for part in loop.body if isinstance(part, ast.If))]:
        for line in [line for line in block if isinstance(line, (ast.Assign, ast.AugAssign))]:
            yield lambda block=block, line=line: block.__setitem__(block.index(line), ast.Pass())


@pytest.mark.slow
@pytest.mark.parametrize("box", [hinge, minibatch, kernelized])
def test_any_edit_of_a_box_is_reported_or_makes_no_difference(box, tmp_path):
    counted = Counter()
    for n, (source, name) in enumerate(edits(box)):
        program = _loaded(source, name, box, tmp_path / f"edit_{n}.py")
        report = check(program, box.__name__)
        if report.passed:
            assert report.conventions[0] or _same_on_many(program, box), source
        else:
            assert report.difference or report.failed, source
        counted[report.passed] += 1
    assert counted[False] > 3 * counted[True]


def _loaded(source, name, box, path):
    path.write_text(source, "utf-8")
    space = dict(box.__globals__)
    exec(compile(source, str(path), "exec"), space)
    return space[name]


def _same_on_many(program, box):
    """Whether the same states are left in 10,000 steps, on other data; with the projection too, where there is one."""
    rng = random.Random(3)
    generator = np.random.default_rng(3)
    X, y = generator.normal(size=(9, 4)), np.where(generator.random(9) < 0.5, 1, -1)
    draws = [rng.randrange(9) for _ in range(10_000)]
    if box is minibatch:
        draws = [np.array([i, (i + 1) % 9]) for i in draws]
    data = X @ X.T if box is kernelized else X
    for options in ({"project": False}, {"project": True}) if "project" in inspect.signature(box).parameters else ({},):
        for a, b in zip(box(data, y, 0.1, draws, **options), program(data, y, 0.1, draws, **options), strict=True):
            if not np.allclose(a.kept[1], b.kept[1], rtol=1e-9, atol=1e-12):
                return False
    return True


# Which examples a program draws


def drawing(pick):
    """A right program, but for the examples that it picks of m."""

    def program(X, y, lam, T):
        w = np.zeros(X.shape[1])
        for t in range(1, T + 1):
            i = pick(len(y))
            eta = 1 / (lam * t)
            if y[i] * (w @ X[i]) < 1:
                w = (1 - eta * lam) * w + eta * y[i] * X[i]
            else:
                w = (1 - eta * lam) * w
        return w

    return program


@pytest.mark.parametrize(
    ("pick", "name", "words"),
    [
        (lambda m: random.randint(1, m - 1), ["the first example never drawn"], "never looks at example 0"),
        (lambda m: np.random.randint(0, m - 1), ["the last example never drawn"], "never looks at example 6"),
        (lambda m: np.random.randint(m // 2), None, "never looks at examples 3, 4, 5, 6"),
        (lambda m: random.randint(0, m), None, "sooner or later there is no such example"),
    ],
)
def test_steps_that_are_right_on_the_wrong_examples_are_told(pick, name, words):
    report = check(drawing(pick), "hinge")
    assert not report.passed and words in repr(report) and report.difference.line.pseudocode.startswith("for t = 1")
    assert names(report) == ([name] if name else []) and "step None" not in " ".join(report.hints)


@pytest.mark.parametrize("pick", [lambda m: random.randint(0, m - 1), lambda m: random.randint(1, m) - 1,
                                  lambda m: int(random.random() * m), lambda m: np.random.choice(m)])  # fmt: skip
def test_draws_of_all_examples_pass(pick):
    assert check(drawing(pick), "hinge").passed


def test_a_stored_order_that_leaves_one_out_is_told():
    def program(X, y, lam, passes):
        w, t = np.zeros(X.shape[1]), 0
        for _ in range(passes):
            for i in range(1, len(y)):
                t += 1
                eta = 1 / (lam * t)
                w = (1 - eta * lam) * w + (y[i] * (w @ X[i]) < 1) * eta * y[i] * X[i]
        return w

    assert names(check(program, "hinge")) == [["the first example never drawn"]]
