"""Test consoles that lack letters: the package can print on them, and no error message contains such a letter."""

import ast
import io
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from pegasos_edu import hinge
from pegasos_edu.cli import main
from pegasos_edu.trace import Listing

PACKAGE = Path(__file__).parents[2] / "pegasos_edu"


@pytest.fixture
def console():
    """Return a console that raises an error for a letter that it lacks, as consoles of Windows do."""
    return io.TextIOWrapper(io.BytesIO(), "cp1252", write_through=True)


def shown(console):
    return console.buffer.getvalue().decode(console.encoding)


def test_a_question_mark_stands_for_a_letter_that_the_console_lacks(console):
    with redirect_stdout(console):
        print(Listing(hinge))
    assert "? = 1 / (?·t)" in shown(console)


def test_commands_print_their_help_on_such_a_console(console):
    with redirect_stdout(console), pytest.raises(SystemExit) as end:
        main(["lessons", "--help"])
    assert not end.value.code and "show this help" in shown(console)


def test_where_there_are_all_letters_they_stay(capsys):
    listing = Listing(hinge)
    print(listing)
    assert capsys.readouterr().out == f"{listing!r}\n" and "η" in repr(listing)


def messages(path):
    """Yield the texts of errors and warnings."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        warns = isinstance(node, ast.Call) and ast.unparse(node.func) in (
            "warn",
            "warnings.warn",
            "watch.fail",
            "self.fail",
        )
        if isinstance(node, ast.Raise) or warns:
            yield from (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))


def test_errors_and_warnings_can_be_shown_anywhere():
    """Check the texts themselves, because any program that catches an error may print its text."""
    texts = [text for path in PACKAGE.rglob("*.py") for text in messages(path) if isinstance(text, str)]
    assert len(texts) > 100
    assert not [text for text in texts if not text.isascii()]
