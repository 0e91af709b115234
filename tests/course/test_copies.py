"""The course: found, copied, brought up to date, and never over what a learner wrote."""

import json

import pytest

import pegasos_edu.course.copies as course


@pytest.fixture
def original(tmp_path, monkeypatch):
    """A course of two lessons, and what else may lie beside them."""
    folder = tmp_path / "original"
    (folder / "lessons" / ".ipynb_checkpoints").mkdir(parents=True)
    for name in ("00_welcome", "03_pegasos", ".ipynb_checkpoints/03_pegasos-checkpoint"):
        (folder / "lessons" / f"{name}.ipynb").write_text(f"{name}, first", "utf-8")
    monkeypatch.setattr(course, "PLACES", (tmp_path / "elsewhere", folder))
    return folder


def held(folder):
    """What the files of a folder hold, hidden ones left out."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


FIRST = {"lessons/00_welcome.ipynb": "00_welcome, first", "lessons/03_pegasos.ipynb": "03_pegasos, first"}


def test_a_first_copy_holds_every_lesson_and_nothing_else(original, tmp_path):
    assert course.copy(tmp_path / "new" / "mine") == []
    assert held(tmp_path / "new" / "mine") == FIRST
    assert set(json.loads((tmp_path / "new" / "mine" / course.MANIFEST).read_text("utf-8"))) == set(FIRST)


def test_a_new_version_replaces_what_is_as_it_was_copied_and_nothing_else(original, tmp_path):
    mine = tmp_path / "mine"
    course.copy(mine)
    (mine / "lessons" / "03_pegasos.ipynb").write_text("my own", "utf-8")
    (mine / "lessons" / "notes.ipynb").write_text("my notes", "utf-8")
    assert course.copy(mine) == [], "the course is the same: there is nothing to get"
    for name in FIRST:
        (original / name).write_text("second", "utf-8")
    for _ in range(2):
        assert course.copy(mine) == ["lessons/03_pegasos.ipynb"]
        assert list(held(mine).values()).count("second") == 1
        assert held(mine)["lessons/03_pegasos.ipynb"] == "my own"
    (mine / "lessons" / "03_pegasos.ipynb").rename(mine / "lessons" / "my_own.ipynb")
    assert course.copy(mine) == []
    assert held(mine) == dict.fromkeys(FIRST, "second") | {
        "lessons/my_own.ipynb": "my own",
        "lessons/notes.ipynb": "my notes",
    }


def test_a_change_that_was_taken_back_is_no_change(original, tmp_path):
    mine = tmp_path / "mine"
    course.copy(mine)
    (mine / course.WELCOME).write_text("my own", "utf-8")
    course.copy(mine)
    (mine / course.WELCOME).write_text(FIRST[course.WELCOME], "utf-8")
    (original / course.WELCOME).write_text("second", "utf-8")
    assert course.copy(mine) == [] and held(mine)[course.WELCOME] == "second"


@pytest.mark.parametrize("content", [None, "", "{", "[]", "3", '{"lessons/03_pegasos.ipynb": null}', "[1]"])
def test_without_the_manifest_every_file_that_differs_is_the_learners(original, tmp_path, content):
    mine = tmp_path / "mine"
    course.copy(mine)
    (mine / course.WELCOME).write_text("my own", "utf-8")
    (mine / course.MANIFEST).unlink()
    if content is not None:
        (mine / course.MANIFEST).write_text(content, "utf-8")
    assert course.copy(mine) == [course.WELCOME]
    assert held(mine) == FIRST | {course.WELCOME: "my own"}
    (original / "lessons" / "03_pegasos.ipynb").write_text("second", "utf-8")
    assert course.copy(mine) == [course.WELCOME] and held(mine)["lessons/03_pegasos.ipynb"] == "second"


def test_a_copy_that_fails_leaves_no_half_file_and_the_next_one_ends_it(original, tmp_path, monkeypatch):
    mine = tmp_path / "mine"
    course.copy(mine)
    for name in FIRST:
        (original / name).write_text("second", "utf-8")
    with monkeypatch.context() as full:
        full.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "no room")))
        with pytest.raises(OSError, match="no room"):
            course.copy(mine)
    assert held(mine) == FIRST and not list(mine.rglob("*.part*"))
    assert course.copy(mine) == [] and held(mine) == dict.fromkeys(FIRST, "second")


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
