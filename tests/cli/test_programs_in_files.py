"""Test `check` in a terminal, on programs in files."""

import json
import os
import subprocess
import sys

import pytest

from pegasos_edu.check.sandbox import LIMITS
from pegasos_edu.cli import main
from pegasos_edu.cli.check import check_file
from pegasos_edu.misconceptions import by_id

RIGHT = """
import numpy as np

def helper(w, x):
    return w @ x

def hinge(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        margin = y[i] * helper(w, X[i])
        w = (1 - eta * lam) * w
        if margin < 1:
            w = w + eta * y[i] * X[i]
    return w
"""
WRONG = RIGHT.replace("if margin < 1", "if y[i] * helper(w, X[i]) < 1")
TITLE = by_id()["score-after-shrinking"].title


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my program.py"
    path.write_text(WRONG, "utf-8")
    return path


def test_a_file_is_checked(file, capsys):
    assert main(["check", str(file), "hinge", "--hints", "1"]) == 1
    said = capsys.readouterr().out
    assert TITLE in said and "Hint 1 of 2" in said
    assert main(["check", str(file), "hinge", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["named"] == [["score-after-shrinking"]]


def test_the_status_is_0_for_a_right_program_and_for_nothing_else(file, tmp_path, capsys):
    file.write_text(RIGHT, "utf-8")
    assert main(["check", str(file), "hinge"]) == 0
    assert main(["check", str(file), "hinge", "--function", "helper"]) == 1
    assert main(["check", str(file), "hinge", "--function", "other"]) == 2
    assert main(["check", str(tmp_path / "none.py"), "hinge"]) == 2
    assert main(["check", str(file), "logistic"]) == 2
    assert "called logistic, or only one, got helper, hinge; name it with --function" in capsys.readouterr().err
    assert main(["check", str(file), "pegasos", "--function", "hinge"]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["check", str(file), "hinge", "--seconds", "0"])


@pytest.mark.parametrize(
    ("program", "kind", "words"),
    [
        ("x = 1 / 0\n", "exception", "ZeroDivisionError"),
        ("def hinge(w, x\n", "exception", "SyntaxError"),
        ("def hinge(a, b):\n    return a\n", "shape", "it must take"),
        ("def hinge(w, x, y, eta, lam):\n    ...\n", "unwritten", "Not written yet: line 2 still holds `...`."),
        ("def hinge(w, x, y, eta, lam):\n    w = input()\n", "input", "calls input()"),
    ],
)
def test_a_program_that_cannot_be_run_says_why(file, program, kind, words):
    file.write_text(program, "utf-8")
    report = check_file(file, "hinge")
    assert not report.passed and report.failed.kind == kind and words in report.verdict
    assert main(["check", str(file), "hinge"]) == 1


@pytest.mark.parametrize(
    "program", ["while True:\n    pass\n", "def hinge(w, x, y, eta, lam):\n    while True: pass\n"]
)
def test_a_program_that_needs_long_is_offered_more_time(file, program, monkeypatch):
    monkeypatch.setattr("pegasos_edu.check.sandbox.LIMITS", LIMITS._replace(cell_seconds=0.2))
    file.write_text(program, "utf-8")
    assert "--seconds 0.8" in repr(check_file(file, "hinge", seconds=0.2))


ENDS_PYTHON = """
import ctypes

def hinge(w, x, y, eta, lam):
    ctypes.CDLL(None).exit(0)
"""
FORGES_THE_REPORT = """
from pegasos_edu.check.report import Report

Report.passed = property(lambda self: True, lambda self, value: None)
Report.verdict = "Right (hinge)."

def hinge(w, x, y, eta, lam):
    return w
"""


@pytest.mark.parametrize(
    ("program", "words"),
    [(ENDS_PYTHON, "it ends Python instead of returning"), (FORGES_THE_REPORT, "Not correct yet")],
    ids=["ends Python", "forges the report"],
)
def test_no_program_decides_on_its_own_report(file, program, words, capsys):
    file.write_text(program, "utf-8")
    assert main(["check", str(file), "hinge"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("[not yet]") and words in printed


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("table.csv", b"1,2,cat\n", "must be a Python program, with a name that ends in .py, got .*table.csv"),
        ("later.py", b"# coding: utf-17\n", "must be text in UTF-8, got something else .*utf-17"),
        ("later.py", b"# \xe9\n", "must be text in UTF-8"),
    ],
)
def test_a_file_that_is_no_python_is_refused_in_a_line(name, content, words, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=words):
        check_file(tmp_path / name, "hinge")


def test_the_report_can_be_printed_on_a_console_without_its_letters(file):
    command = [sys.executable, "-m", "pegasos_edu", "check", str(file), "hinge", "--hints", "2"]
    done = subprocess.run(
        command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    )
    assert done.returncode == 1 and TITLE.encode() in done.stdout and not done.stderr
