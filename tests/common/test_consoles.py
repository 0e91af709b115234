"""Consoles that lack letters: all commands, all that can be printed and the README's examples work there."""

import ast
import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from stored import PICTURE, QUIZ, player

from pegasos_edu import ALGORITHMS, hinge, run
from pegasos_edu.cli import main
from pegasos_edu.datasets import toy
from pegasos_edu.lessons import OnDemand, copies, explore
from pegasos_edu.player import compare
from pegasos_edu.plots import animate
from pegasos_edu.trace import Listing

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"```python\n(from .*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.fixture(params=["ascii", "cp1252"])
def console(request):
    """One that raises where it lacks a letter, as those of Windows do."""
    return io.TextIOWrapper(io.BytesIO(), request.param, write_through=True)


def shown(console):
    return console.buffer.getvalue().decode(console.encoding)


@pytest.mark.parametrize("command", ["", "lab", "playground", "lessons"])
def test_the_help_of_every_command_is_shown(command, console):
    with redirect_stdout(console), pytest.raises(SystemExit) as end:
        main([*command.split(), "--help"])
    assert not end.value.code and "show this help" in shown(console)
    assert command != "playground" or "the regularisation lam (" in shown(console)


def test_every_command_runs(console, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", opened.append)
    (tmp_path / "ψ").mkdir()
    changed = tmp_path / "ψ" / copies.WELCOME
    changed.parent.mkdir()
    changed.write_text("mine", "utf-8")
    with redirect_stdout(console):
        for command in ("playground toy --T 5", "lessons", "lessons 03 --slides", "lab ψ"):
            assert main(command.split()) == 0
    assert len(opened) == 3
    assert "The player is in play-toy.html: StepPlayer: hinge, lam = 0.1, T = 5: " in shown(console)
    assert "00_welcome.ipynb has changes and was kept" in shown(console)


def printable():
    one = player()
    yield from map(Listing, ALGORITHMS.values())
    yield from (one, compare(one, player(seed=1)), PICTURE, QUIZ, OnDemand("λ", lambda: PICTURE))
    yield explore(lambda lam=1: PICTURE, lam=[1, 2])
    yield animate(run(hinge, *toy()[:2], lam=0.1, T=3), title="λ", figsize=(5, 2.6), dpi=50)


def test_all_that_can_be_printed_is_shown(console):
    with redirect_stdout(console):
        for thing in printable():
            print(thing)
    said = shown(console)
    assert "eta = 1 / (lam * t)" in said and "StepPlayer: hinge, lam = 0.1, T = 5" in said
    assert "?" not in said.replace("What is $1+1$?", "")


def test_where_there_are_all_letters_they_stay(capsys):
    listing = Listing(hinge)
    print(listing)
    assert capsys.readouterr().out == f"{listing!r}\n" and "η" in repr(listing)


@pytest.mark.parametrize("source", EXAMPLES)
def test_the_examples_of_the_readme_run(source, console):
    with redirect_stdout(console):
        exec(source, {})
    assert shown(console)


def messages(path):
    """The texts of errors and warnings."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        warns = isinstance(node, ast.Call) and ast.unparse(node.func) in ("warnings.warn", "watch.fail")
        if isinstance(node, ast.Raise) or warns:
            yield from (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))


def test_what_errors_and_warnings_say_can_be_shown_anywhere():
    """They are printed by whoever catches them, as they are."""
    said = [text for path in (ROOT / "pegasos_edu").rglob("*.py") for text in messages(path) if isinstance(text, str)]
    assert len(said) > 100
    assert not [text for text in said if not text.isascii()]
