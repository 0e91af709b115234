"""Programs in files, checked at a terminal."""

import json
import os
import subprocess
import sys

import pytest

from pegasos_edu.__main__ import main
from pegasos_edu.grading.files import checked

WRONG = """
import numpy as np

def helper(w, x):
    return w @ x

def hinge(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        eta = 1 / (lam * t)
        w = (1 - eta * lam) * w
        if y[i] * helper(w, X[i]) < 1:
            w = w + eta * y[i] * X[i]
    return w
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my program.py"
    path.write_text(WRONG, "utf-8")
    return path


def test_a_file_is_checked(file, capsys):
    assert main(["check", str(file), "hinge", "--hints", "1"]) == 1
    said = capsys.readouterr().out
    assert "the score after shrinking" in said and "Hint 1 of 3" in said
    assert main(["check", str(file), "hinge", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["named"] == [["the score after shrinking"]]


def test_a_file_with_a_hole_is_not_written_yet(file, capsys):
    file.write_text("def projected(w, lam):\n    radius = lam**-0.5\n    return ...  # its nearest point\n", "utf-8")
    assert main(["check", str(file), "projected"]) == 1
    assert capsys.readouterr().out == "[not yet] Not written yet: line 3 still holds `...`.\n"


def test_what_passes_ends_with_0(file):
    file.write_text(WRONG.replace("        w = (1 - eta * lam) * w\n", "").replace(
        "            w = w +", "            w = (1 - eta * lam) * w +").rstrip().removesuffix("return w") +
        "    else:\n            w = (1 - eta * lam) * w\n    return w\n", "utf-8")  # fmt: skip
    assert main(["check", str(file), "hinge"]) == 0


def test_files_that_cannot_be_checked_are_told_in_words(file, tmp_path, capsys):
    assert main(["check", str(tmp_path / "none.py"), "hinge"]) == 2
    assert main(["check", str(file), "logistic"]) == 2
    assert (
        "must define a function or a class called logistic, or only one, got helper, hinge" in capsys.readouterr().err
    )
    file.write_text("x = 1 / 0\n", "utf-8")
    assert checked(file, "hinge").failed.kind == "exception"


ENDS_PYTHON = """
import ctypes

def hinge(w, x, y, eta, lam):
    ctypes.CDLL(None).exit(0)
"""
FORGES_THE_REPORT = """
from pegasos_edu.grading.report import Report

Report.passed = property(lambda self: True, lambda self, value: None)
Report.verdict = "Right: it is hinge."

def hinge(w, x, y, eta, lam):
    return w
"""


@pytest.mark.parametrize(
    ("program", "words"),
    [(ENDS_PYTHON, "it ends Python where it should return"), (FORGES_THE_REPORT, "Not yet hinge")],
    ids=["ends Python", "forges the report"],
)
def test_no_program_decides_on_its_own_report(file, program, words):
    file.write_text(program, "utf-8")
    command = [sys.executable, "-m", "pegasos_edu", "check", str(file), "hinge"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 1 and done.stdout.startswith("[not yet]") and words in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("table.csv", b"1,2,cat\n", "must be a Python program, with a name that ends in .py, got .*table.csv"),
        ("later.py", b"# coding: utf-17\n", "must be text in UTF-8, got something else .*utf-17"),
        ("later.py", b"# \xe9\n", "must be text in UTF-8"),
    ],
)
def test_what_is_no_python_program_is_refused_in_a_line(name, content, words, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=words):
        checked(tmp_path / name, "hinge")


def test_the_report_can_be_printed_on_a_console_without_its_letters(file):
    environment = os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "pegasos_edu", "check", str(file), "hinge", "--hints", "3"]
    done = subprocess.run(command, capture_output=True, env=environment)
    assert done.returncode == 1 and b"the score after shrinking" in done.stdout and not done.stderr
