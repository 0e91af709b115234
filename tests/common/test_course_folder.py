"""Test that the course is found, copied and updated, and that changed files of a learner are kept."""

import json
from contextlib import closing

import nbformat
import pytest
import yaml
from nbformat.sign import NotebookNotary
from stored import QUIZ, shows

import pegasos_edu.common.course_folder as course


def notebook(*cells):
    """Return the text of a notebook with these cells, as the course writes it."""
    return json.dumps({"cells": list(cells)}, indent=1, ensure_ascii=False) + "\n"


def says(text, **metadata):
    return {"cell_type": "markdown", "metadata": metadata, "source": text}


def runs(source, *tags, outputs=(), count=None):
    metadata = {"tags": list(tags)} if tags else {}
    cell = {"cell_type": "code", "metadata": metadata, "source": source}
    return cell | {"outputs": list(outputs), "execution_count": count}


@pytest.fixture
def original(tmp_path, monkeypatch):
    """Write a course of two lessons, with other files that its folders may contain."""
    folder = tmp_path / "original"
    (folder / "lessons" / ".ipynb_checkpoints").mkdir(parents=True)
    for name in ("00_welcome", "03_pegasos", ".ipynb_checkpoints/03_pegasos-checkpoint"):
        (folder / "lessons" / f"{name}.ipynb").write_text(notebook(says(f"{name}, first")), "utf-8")
    monkeypatch.setattr(course, "PLACES", (tmp_path / "elsewhere", folder))
    return folder


def held(folder):
    """Return the texts of the files in a folder, without hidden files."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


FIRST = {f"lessons/{name}.ipynb": notebook(says(f"{name}, first")) for name in ("00_welcome", "03_pegasos")}
SECOND = notebook(says("second"))


def test_a_first_copy_holds_every_lesson_and_nothing_else(original, tmp_path):
    assert course.copy(tmp_path / "new" / "mine", course.for_learners()) == []
    assert held(tmp_path / "new" / "mine") == FIRST
    assert set(json.loads((tmp_path / "new" / "mine" / course.MANIFEST).read_text("utf-8"))) == set(FIRST)


WHOLE = (
    says(f"## Try it\n\n{course.ON_SOLUTIONS} And more."),
    says("**A.** Do it.", tags=["slide"]),
    runs("2 + 2", "slide", outputs=[{"output_type": "stream", "name": "stdout", "text": "4"}], count=3),
    runs("4", "solution", outputs=[{"output_type": "stream", "name": "stdout", "text": "secret"}], count=4),
    runs("Quiz()", "check", count=5),
)


def test_a_learners_copy_shows_nothing_before_it_is_run_and_holds_no_solutions(original, tmp_path):
    (original / course.WELCOME).write_text(notebook(*WHOLE), "utf-8")
    course.copy(tmp_path / "mine", course.for_learners())
    assert held(tmp_path / "mine")[course.WELCOME] == notebook(
        says("## Try it\n\n And more."), WHOLE[1], runs("2 + 2", "slide"), runs("Quiz()", "check")
    )


def test_a_teachers_copy_holds_all_as_it_is_and_what_is_for_teachers(original, tmp_path):
    (original / course.WELCOME).write_text(notebook(*WHOLE), "utf-8")
    for name in ("teaching/guide.md", "assignments/a2_pegasos.ipynb"):
        (original / name).parent.mkdir()
        (original / name).write_text("how", "utf-8")
    assert course.copy(tmp_path / "mine", course.for_teachers()) == []
    expected = {course.WELCOME: notebook(*WHOLE), "teaching/guide.md": "how", "assignments/a2_pegasos.ipynb": "how"}
    assert held(tmp_path / "mine") == FIRST | expected
    course.copy(tmp_path / "mine", course.for_learners())
    assert "secret" not in held(tmp_path / "mine")[course.WELCOME], "an unchanged file becomes the learner's version"


def test_a_book_lists_the_lessons_and_folds_what_is_folded_in_the_notebook(original, tmp_path):
    cells = [dict(cell) for cell in WHOLE]
    folds = [{"source_hidden": True}, {"source_hidden": True, "outputs_hidden": True}]
    for cell, fold in zip(cells[2:], folds):
        cell["metadata"] = cell["metadata"] | {"jupyter": fold}
    (original / course.WELCOME).write_text(notebook(*cells), "utf-8")
    course.copy(tmp_path / "book", course.for_a_book())
    files = held(tmp_path / "book")
    tags = [cell["metadata"].get("tags") for cell in json.loads(files[course.WELCOME])["cells"]]
    assert tags == [None, ["slide"], ["slide", "hide-input"], ["solution", "hide-input", "hide-output"], ["check"]]
    assert (
        '"text": "secret"' in files[course.WELCOME]
        and files["lessons/03_pegasos.ipynb"] == FIRST["lessons/03_pegasos.ipynb"]
    )
    contents = yaml.safe_load(files["_toc.yml"])
    assert [contents["root"], contents["chapters"]] == ["lessons/00_welcome", [{"file": "lessons/03_pegasos"}]]
    assert yaml.safe_load(files["_config.yml"])["execute"] == {"execute_notebooks": "off"}


def test_jupyterlab_trusts_the_notebooks_of_the_course_and_no_changed_one(original, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "new" / "jupyter"))
    files = nbformat.v4.new_notebook(cells=[shows(QUIZ)])
    nbformat.write(files, original / course.WELCOME)
    (original / "lessons" / "03_pegasos.ipynb").unlink()
    course.copy(tmp_path / "mine", course.for_teachers())
    course.trust()
    notary = NotebookNotary(data_dir=str(tmp_path / "new" / "jupyter"))
    with closing(notary.store):
        copied = nbformat.read(tmp_path / "mine" / course.WELCOME, as_version=4)
        assert notary.check_signature(copied)
        copied.cells[0].source += " "
        assert not notary.check_signature(copied)


def test_signatures_that_cannot_be_written_are_one_error(original, tmp_path, monkeypatch):
    nbformat.write(nbformat.v4.new_notebook(), original / course.WELCOME)
    (original / "lessons" / "03_pegasos.ipynb").unlink()
    (tmp_path / "file").write_text("", "utf-8")
    for name in ("nbsignatures.db", "nbsignatures.db.bak/full"):
        (tmp_path / "data" / name).mkdir(parents=True)
    for folder in ("file", "file/below", "data"):
        monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / folder))
        with pytest.raises(OSError):
            course.trust()


def test_a_learners_copy_holds_the_assignments_that_it_is_given_and_never_a_master(original, tmp_path):
    (original / "assignments").mkdir()
    (original / "assignments" / "a2_pegasos.ipynb").write_text("secret", "utf-8")
    course.copy(tmp_path / "mine", course.for_learners({"assignments/A2.ipynb": b"a hole"}))
    assert held(tmp_path / "mine") == FIRST | {"assignments/A2.ipynb": "a hole"}


def test_a_new_version_replaces_what_is_as_it_was_copied_and_nothing_else(original, tmp_path):
    mine = tmp_path / "mine"
    course.copy(mine, course.for_learners())
    (mine / "lessons" / "03_pegasos.ipynb").write_text("my own", "utf-8")
    (mine / "lessons" / "notes.ipynb").write_text("my notes", "utf-8")
    assert course.copy(mine, course.for_learners()) == [], "the course has no newer version"
    for name in FIRST:
        (original / name).write_text(SECOND, "utf-8")
    for _ in range(2):
        assert course.copy(mine, course.for_learners()) == ["lessons/03_pegasos.ipynb"]
        assert list(held(mine).values()).count(SECOND) == 1
        assert held(mine)["lessons/03_pegasos.ipynb"] == "my own"
    (mine / "lessons" / "03_pegasos.ipynb").rename(mine / "lessons" / "my_own.ipynb")
    assert course.copy(mine, course.for_learners()) == []
    assert held(mine) == dict.fromkeys(FIRST, SECOND) | {
        "lessons/my_own.ipynb": "my own",
        "lessons/notes.ipynb": "my notes",
    }


def test_a_change_that_was_taken_back_is_no_change(original, tmp_path):
    mine = tmp_path / "mine"
    course.copy(mine, course.for_learners())
    (mine / course.WELCOME).write_text("my own", "utf-8")
    course.copy(mine, course.for_learners())
    (mine / course.WELCOME).write_text(FIRST[course.WELCOME], "utf-8")
    (original / course.WELCOME).write_text(SECOND, "utf-8")
    assert course.copy(mine, course.for_learners()) == [] and held(mine)[course.WELCOME] == SECOND


@pytest.mark.parametrize("content", [None, "{", "3", '{"lessons/03_pegasos.ipynb": null}'])
def test_without_the_manifest_every_file_that_differs_is_the_learners(original, tmp_path, content):
    mine = tmp_path / "mine"
    course.copy(mine, course.for_learners())
    (mine / course.WELCOME).write_text("my own", "utf-8")
    (mine / course.MANIFEST).unlink()
    if content is not None:
        (mine / course.MANIFEST).write_text(content, "utf-8")
    assert course.copy(mine, course.for_learners()) == [course.WELCOME]
    assert held(mine) == FIRST | {course.WELCOME: "my own"}
    (original / "lessons" / "03_pegasos.ipynb").write_text(SECOND, "utf-8")
    assert (
        course.copy(mine, course.for_learners()) == [course.WELCOME]
        and held(mine)["lessons/03_pegasos.ipynb"] == SECOND
    )


def test_the_course_is_found_in_a_package_before_a_clone(original, tmp_path, monkeypatch):
    assert course.home() == original
    (tmp_path / "elsewhere" / "lessons").mkdir(parents=True)
    (tmp_path / "elsewhere" / course.WELCOME).write_text("", "utf-8")
    assert course.home() == tmp_path / "elsewhere"


@pytest.mark.parametrize("name", ["03", "pegasos", "03_pegasos"])
def test_a_lesson_has_a_number_and_a_name(original, name):
    assert course.lesson(name) == original / "lessons" / "03_pegasos.ipynb"


def test_a_name_of_two_lessons_or_of_none_lists_them(original):
    (original / "lessons" / "04_pegasos.ipynb").write_text("", "utf-8")
    for name in ("pegasos", "05", "", "lessons/03_pegasos.ipynb"):
        with pytest.raises(ValueError, match=f"LESSON .*got '{name}'; give one of 00_welcome, 03_pegasos, 04_pegasos."):
            course.lesson(name)
