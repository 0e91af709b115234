"""Test what the report says, what it says only later, and in which forms it is shown."""

import ast
import json
import re

import numpy as np
import pytest

from pegasos_edu.check import check
from pegasos_edu.check.parts.findings import PARTS
from pegasos_edu.check.parts.reporting import HINTS
from pegasos_edu.misconceptions import ASKED, entries, task


def _right(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


def _wrong(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


def _unnamed(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        if t == 11:
            w = w + 0.125
    return w


def _unwritten(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for _ in draws:
        w = ...
    return w


def _asks(X, y, lam, draws):
    return float(input("λ?")) * X[0]


def _exits(X, y, lam, draws):
    raise SystemExit(0)


def _fails_late(X, y, lam, draws):
    if len(draws) > 20:
        raise KeyError("late")
    return _right(X, y, lam, draws)


def _is_nan(X, y, lam, draws):
    return _right(X, y, lam, draws) * (np.nan if len(draws) > 9 else 1)


def test_a_right_program():
    report = check(_right, "hinge")
    assert report.verdict == "Right (hinge)."
    assert not (report.hints or report.named or report.difference or report.failed)


def test_a_named_mistake_is_explained_only_when_asked():
    report = check(_wrong, "hinge")
    (mistake,) = report.named[0]
    assert mistake.title in report.verdict
    assert mistake.tempting not in str(report) and mistake.effect not in str(report)
    assert mistake.tempting in report.explain() and mistake.effect in report.explain()


def test_hints_come_one_after_the_other():
    report = check(_wrong, "hinge")
    first, second, again = report.hint(), report.hint(), report.hint()
    assert first == f"Hint 1 of 2: {report.hints[0]}" and second == again == f"Hint 2 of 2: {report.hints[1]}"
    assert report.hints[0] not in str(check(_wrong, "hinge"))


def test_a_mistake_without_a_name_is_dated():
    report = check(_unnamed, "hinge")
    assert not report.passed and not report.named
    assert report.difference.startswith("In step 11 ") and report.difference in str(report)
    assert report.hints
    assert "nothing more to explain" in report.explain()


def test_a_program_that_is_wrong_in_one_step_only_does_not_pass():
    def program(X, y, lam, draws):
        w = _right(X, y, lam, draws)
        return w + 1e-3 if len(draws) == 17 else w

    report = check(program, "hinge")
    assert not report.passed
    assert report.difference.startswith("In step 17 ")


@pytest.mark.parametrize(
    ("program", "kind", "words"),
    [
        (_asks, "input", "input()"),
        (_exits, "exit", "exit()"),
        (_fails_late, "exception", "KeyError: 'late'"),
        (_unwritten, "unwritten", "still holds `...`"),
    ],
)
def test_why_a_program_cannot_be_run(program, kind, words):
    report = check(program, "hinge")
    assert not report.passed
    assert report.failed.kind == kind
    assert words in report.verdict


def test_nan_does_not_pass():
    report = check(_is_nan, "hinge")
    assert not report.passed
    assert report.difference.startswith("In step 10 ") and "NaN" in report.difference


@pytest.mark.parametrize("program", [_right, _wrong, _unnamed, _unwritten, _asks, _fails_late, _is_nan])
def test_a_report_is_json_and_html_and_no_verdict_stands_alone_but_a_right_one(program):
    report = check(program, "hinge")
    assert report.passed or report.is_unwritten or report.facts() or report.failed.kind in ("input", "exit")
    html = re.sub("</?code>", "`", report._repr_html_())
    assert report.verdict in html.replace("&#x27;", "'").replace("&lt;", "<")
    content = json.loads(report.to_json(), parse_constant=pytest.fail)
    assert content["passed"] is report.passed
    assert content["verdict"] == report.verdict


def _code(text):
    """Return a piece of Python or of pseudocode without blanks, brackets and the like."""
    text = text.replace("λ", "lam").replace("η", "eta").replace("−", "-").replace("·", "*").replace("⟨w,x⟩", "w@x")
    return re.sub(r"[\s()]", "", text)


def _right_pieces(name):
    """Return each assignment and condition of an algorithm, as in its source and as in its pseudocode."""
    for node in ast.walk(ast.parse(task(name).source)):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            yield _code(ast.unparse(node))
        if isinstance(node, (ast.If, ast.IfExp)):
            yield _code(ast.unparse(node.test))
        if isinstance(node, ast.Return):
            yield _code(ast.unparse(node.value))
    for line in task(name).source.split("\n"):
        comment = line.partition("  #")[2]
        if "=" in comment or "<" in comment:
            yield _code(comment)


def test_every_part_has_a_question_and_a_stronger_hint():
    assert set(HINTS) == set(PARTS)
    assert all(len(hints) == 2 and "?" in hints[0] for hints in HINTS.values())


@pytest.mark.parametrize("name", ASKED)
def test_no_hint_about_a_part_contains_a_line_of_the_algorithm(name):
    pieces = {piece for piece in _right_pieces(name) if len(piece) > 7}
    assert [hint for hints in HINTS.values() for hint in hints if any(piece in _code(hint) for piece in pieces)] == []


@pytest.mark.parametrize("name", ASKED)
def test_no_hint_contains_a_line_of_the_algorithm(name):
    pieces = {piece for piece in _right_pieces(name) if len(piece) > 7}
    for entry in entries(name):
        for hint in (*entry.hints, entry.title):
            assert not [piece for piece in pieces if piece in _code(hint)], (entry.id, hint)


def test_a_value_that_looks_right_in_few_digits_says_by_how_much_it_differs():
    def projected(w, lam):
        radius, size = 1.0001 / np.sqrt(lam), np.linalg.norm(w)
        return w if size <= radius else radius / size * w

    assert "(1.2, −1.6, 0) is right. They differ by 0.00016." in str(check(projected, "projected"))


BY_ROOT_T = "steps of 1/√t on the bias"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("violates * y / t", f"b becomes b + η·λ·y; this task asks for {BY_ROOT_T}"),
        ("-1.0 * violates * y / sqrt(t)", "b becomes b − y/√t; b + y/√t where the margin is violated is right"),
        ("violates / sqrt(t)", "b becomes b + 1/√t, without the label; b + y/√t where the margin is violated is right"),
        ("y / sqrt(t)", "b becomes b + y/√t for every drawn example; b + y/√t where the margin is violated is right"),
        ("2 * violates * y / sqrt(t)", f"the bias moves by 2 times y/√t; this task asks for {BY_ROOT_T}"),
        ("0", f"b stays as it is; this task asks for {BY_ROOT_T}"),
        ("violates * y / (lam * t)", f"but this task asks for it with {BY_ROOT_T}"),
    ],
)
def test_what_a_check_demands_is_right_in_its_report(change, words):
    def step(w, b, x, y, lam, t):
        names = {"violates": y * (w @ x + b) < 1, "y": y, "lam": lam, "t": t, "sqrt": np.sqrt}
        return (1 - 1 / t) * w + names["violates"] * y * x / (lam * t), b + eval(change, names)

    report = check(step, "free_bias", conventions=("bias-by-root-t",))
    assert words.lower() in str(report).lower() and "η·y is right" not in str(report)
    assert re.search("b is [−.0-9]+; (−0.04289|−0.75|0.9226) is right", report.difference)


def test_a_demanded_convention_is_right_beside_a_mistake_in_another_part():
    def step(w, x, y, eta, lam):
        return (1 - eta * lam) * w + (eta * x if y * (w @ x) < 1 else 0)

    report = check(step, "hinge", conventions=("projection",))
    assert ("Projection", "✗ This task asks for the optional projection (lesson 06).") in report.facts()
    assert "0.9449, 0.4108, 0.3697, −0.6162) is right." in report.difference


def test_what_cannot_be_compared_with_what_a_check_demands_says_so():
    def train(X, y, lam, draws):
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * X[i] / (lam * t)
        return w

    difference = check(train, "hinge", conventions=("t-from-n",)).difference
    assert difference.endswith("This compares it with the algorithm without t from a later number (lesson 03).")


def test_a_convention_that_a_check_does_not_demand_is_not_called_right():
    def step(w, b, x, y, eta, lam):
        violates = y * (w @ x + b) < 1
        return (1 - eta * lam) * w + violates * eta * y * x, (1 - eta * lam) * b + eta * violates * y

    said = str(check(step, "free_bias", conventions=()))
    assert "✗ a convention that is not asked for. It has a bias that shrinks" in said and "✓ as" not in said


def test_a_mean_over_all_entries_is_told_as_the_number_that_it_adds_to_each_entry():
    def step(w, X, y, eta, lam):
        S = y * (X @ w) < 1
        return (1 - eta * lam) * w + eta * np.sum(X[S] * y[S][:, None]) / len(y)

    assert check(step, "minibatch").difference.endswith(
        "It leaves 0.6667·w plus the same number, 0.7778, in every entry."
    )


def test_a_condition_on_a_batch_is_explained_by_a_mask():
    def step(w, X, y, eta, lam):
        if y * (X @ w) < 1:
            w = w + eta * y @ X
        return w

    says = dict(check(step, "minibatch").facts())["What it means"]
    assert says.startswith("An array has no single truth value") and "a loop" in says and "a mask" in says


def test_a_call_is_described_by_the_numbers_that_it_gives():
    def projected(w, lam):
        return min(1, 1 / lam / np.sqrt(w @ w + 1e-300)) * w

    difference = check(projected, "projected").difference
    assert difference == "For w = (3, −4, 0) and λ = 0.25 it returns (2.4, −3.2, 0); (1.2, −1.6, 0) is right."
