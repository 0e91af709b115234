"""Test the numbers of a line: how a formula is written, and which part of a value is kept."""

import ast

import numpy as np
import pytest

from pegasos_edu.trace.numbers import STATE, TAKEN, Hole, as_recorded, formula, rounded

HERE = {
    "eta": 2.0, "lam": 0.1, "t": 5, "i": 1, "y": np.array([1.0, -1.0]), "w": np.array([0.5, -2.0]), "a": -0.5,
    "X": np.array([[1.0, 2.0], [3.0, 4.0]]), "alpha": np.array([0.0, 3.0]), "project": True, "A": np.array([1, 0]),
    "norm": np.linalg.norm, "score": 0.25,
}  # fmt: skip
LEFT = {"eta": 7.0, "w": np.array([1.0, 1.0]), "a": 9.0, "alpha": np.array([0.0, 4.0])}


def text(line):
    """Return a line with its numbers filled in; HERE holds the values before it runs, LEFT those after it."""
    statement = ast.parse(line if not line.endswith(":") else f"{line}\n    pass").body[0]
    return "".join(piece if isinstance(piece, str) else filled(piece) for piece in formula(statement))


def filled(hole):
    if hole.key in (STATE, TAKEN):
        return f"<{hole.key}>"
    value = as_recorded(eval(hole.code, HERE | (LEFT if hole.after else {})))
    if value is None:
        return hole.otherwise
    return f"({value})" if hole.operand and not isinstance(value, (str, list)) and value < 0 else str(value)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("eta = 1 / (lam * t)", "η = 1 / (0.1·5) = 7"),
        ("eta = 1 / lam / t", "η = 1 / 0.1 / 5 = 7"),
        ("a = (1 - eta * lam) * a", "a = (1 − 2·0.1)·(-0.5) = 9"),
        ("a = t - (a - eta)", "a = 5 − ((-0.5) − 2) = 9"),
        ("a = (t - a) - eta", "a = 5 − (-0.5) − 2 = 9"),
        ("a = t - (a - eta) * a", "a = 5 − ((-0.5) − 2)·(-0.5) = 9"),
        ("a = -a", "a = −(-0.5) = 9"),
        ("a = y[i] * score", "a = -1·0.25 = 9"),
        ("a = eta**2", "a = 2^2 = 9"),
        ("a = a**2", "a = (-0.5)^2 = 9"),
        ("a = (-a) ** 2", "a = (−(-0.5))^2 = 9"),
        ("a = (a**2) ** 2", "a = ((-0.5)^2)^2 = 9"),
        ("a = eta", "a = 9"),
        ("a = 1.0", "a = 9"),
        ("a = np.zeros(3)", "a = 9"),
        ("a = w @ X[i]", "a = [0.5, -2]·[3, 4] = 9"),
        ("a = dot(w, X, i)", "a = ⟨[0.5, -2], [3, 4]⟩ = 9"),
        ("a = square(X, i)", "a = ‖[3, 4]‖² = 9"),
        ("a = sqrt(lam)", "a = √0.1 = 9"),
        ("a = min(1, 1 / sqrt(lam) / norm(w)) * eta", "a = min(1, 1 / √0.1 / ‖[0.5, -2]‖)·2 = 9"),
        ("a = exp(-np.logaddexp(0, y[i] * score))", "a = 1 / (1 + e^(-1·0.25)) = 9"),
        ("a = len(A)", "a = |{1, 0}| = 9"),
        ("a, eta = eta * t, 1.0", "a = 2·5 = 9, η = 7"),
        ("a, eta = np.zeros(2)", "a = 9, η = 7"),
        ("alpha[i] += 1", "α[1] = 3 + 1 = 4"),
        ("add(w, eta * y[i], X, i)", "w = [0.5, -2] + 2·(-1)·[3, 4] = [1, 1]"),
        ("if y[i] * score < 1:", "-1·0.25 = -0.25 < 1 → <→>"),
        ("if project and norm(w) > 0:", "project = True and ‖[0.5, -2]‖ = 2.062 > 0 → <→>"),
        ("if project:", "project = True → <→>"),
        ("if t > 1:", "5 > 1 → <→>"),
        ("if surprise():", "surprise() → <→>"),
        ("for t, i in enumerate(draws, 1):", "t = 5, i = 1"),
        ("yield Step(w)", "w = <@w>"),
        ("pass", ""),
        ("print(w)", ""),
    ],
)
def test_a_line_with_its_numbers(line, expected):
    assert text(line) == expected


def test_looking_at_a_line_calls_nothing_of_the_learner():
    statement = ast.parse("a = launch(w) * X[launch(i)] + rocket.fuel").body[0]
    holes = [piece for piece in formula(statement) if isinstance(piece, Hole)]
    assert [hole.key for hole in holes] == ["a′"]


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (0.123456, 0.1235), (3, 3), (2.0, 2), (0.1 + 0.2, 0.3), (1 - 1e-12, "(1 − 1e-12)"),
        (-1 - 2e-16, "−(1 + 2e-16)"),
        (0.99997, 0.99997), (1.00003, 1.00003),
        (12345.678, 12346), (-1e-9, -1e-9), (1.5e20, 1.5e20), (0.0, 0),
        (float("nan"), "nan"), (float("inf"), "inf"), (True, "True"),
        (np.float32(0.5), 0.5), (np.array([1.5, -2.0]), [1.5, -2]), (np.array([3, 1]), "{3, 1}"), (np.array(0.5), 0.5),
        (np.arange(9), "{0, 1, 2, 3, 4, 5, … (9 in all)}"), (np.zeros(9), "(0, …, 0)"), (np.ones(9), None),
        (np.ones((2, 2)), None), ("text", None), (None, None), (1j, None),
    ],
)  # fmt: skip
def test_what_is_kept_of_a_value(value, kept):
    assert as_recorded(value) == kept and type(as_recorded(value)) is type(kept)


@pytest.mark.parametrize("value", [0.9999, 0.99999999, 1.0001, 1 - 1e-8])
def test_a_margin_is_never_rounded_across_1(value):
    assert (rounded(value) < 1) == (value < 1) and rounded(value) != 1
