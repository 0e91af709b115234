"""Test the catalogue: its entries are complete, their edits fit the sources, and their words fit a report."""

import inspect
import re
import tomllib

import pytest

from pegasos_edu.misconceptions import ASKED, by_id, entries, subjects, wrong_program
from pegasos_edu.misconceptions.catalogue import FOLDER, PARTS, SUBJECTS

ENTRIES = list(by_id().values())
LESSONS = {path.name[:2] for path in (FOLDER.parents[2] / "notebooks/lessons").glob("*.ipynb")}


def test_no_file_of_the_catalogue_is_left_out():
    assert {path.stem for path in FOLDER.glob("*.toml")} == {*SUBJECTS, "errors", "parts", "policy"}


def test_identifiers_and_titles_are_unique():
    tables = [tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")) for name in SUBJECTS]
    names = [name for table in tables for name in table if name != "title"]
    assert len(set(names)) == len(names) == len(ENTRIES)
    assert len({entry.title for entry in ENTRIES}) == len(ENTRIES)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_every_entry_is_whole():
    for entry in ENTRIES:
        assert entry.part in PARTS and entry.shape in ("", "step", "all") and set(entry.tasks) <= set(ASKED), entry.id
        assert entry.says.startswith(("It ", "Its ")) and not entry.title.endswith("."), entry.id
        assert all(words.endswith(".") for words in (entry.says, entry.effect, entry.tempting)), entry.id
        assert len(entry.hints) == (0 if entry.is_convention else 2), entry.id
        assert not entry.is_convention or entry.taught.removeprefix("lesson ") in LESSONS, entry.id


def test_the_words_of_every_entry_are_plain():
    for entry in ENTRIES:
        words = " ".join([entry.title, entry.says, entry.tempting, entry.effect, *entry.hints])
        assert "in the place of" not in words and "  " not in words, entry.id


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_for_has_mistakes(name):
    assert len([entry for entry in entries(name) if not entry.is_convention]) >= 3


def test_every_mistake_is_for_some_task_unless_no_edit_can_make_it():
    of_tasks = {entry.id for name in ASKED for entry in entries(name)}
    assert {entry.id for entry in ENTRIES if not entry.is_convention} - of_tasks == {"data-changed-in-place"}


def test_a_wrong_program_can_be_read_beside_the_pseudocode():
    source = inspect.getsource(wrong_program("hinge", "nothing-shrinks", "condition-without-label"))
    assert "        if score < 1:" in source and "# if" not in source.split("if score < 1:")[0]
    assert "#     w = (1 − η·λ)·w + (η·y)·x" in source  # the comment still says what the line should do


def test_mistakes_are_put_together_in_any_order():
    pair = "sum-over-batch", "counter-of-passes"
    first, other = wrong_program("minibatch", *pair), wrong_program("minibatch", *pair[::-1])
    assert inspect.getsource(first) == inspect.getsource(other)


def test_an_entry_for_another_task_is_refused():
    with pytest.raises(ValueError, match="sum-over-batch must be for hinge"):
        wrong_program("hinge", "sum-over-batch")


def test_every_subject_has_a_title_and_entries():
    assert all(title and listed for title, listed in subjects().items())
