"""A folder is replaced as a whole or stays as it was, and nothing else is ever touched."""

import pytest

from pegasos_edu.site.folders import MARK, checked, replaced


def put(folder, **files):
    with replaced(folder) as new:
        for name, text in files.items():
            (new / name).write_text(text)


def texts(folder):
    return {path.name: path.read_text() for path in folder.iterdir() if path.name != MARK}


def test_a_site_takes_the_place_of_an_older_one_as_a_whole(tmp_path):
    folder = tmp_path / "deep" / "site"
    put(folder, a="1", b="1")
    put(folder, a="2")
    assert texts(folder) == {"a": "2"} and [path.name for path in folder.parent.iterdir()] == ["site"]
    empty = tmp_path / "empty"
    empty.mkdir()
    put(empty, a="3")
    assert texts(empty) == {"a": "3"}


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_fails_leaves_all_as_it_was(error, tmp_path):
    put(tmp_path / "site", a="1")
    for name in ("site", "new"):
        with pytest.raises(error), replaced(tmp_path / name) as new:
            (new / "a").write_text("2")
            raise error
    assert texts(tmp_path / "site") == {"a": "1"} and [path.name for path in tmp_path.iterdir()] == ["site"]


def test_the_old_site_comes_back_where_the_new_one_cannot_take_its_place(tmp_path):
    put(tmp_path / "site", a="1")
    with pytest.raises(OSError), replaced(tmp_path / "site") as new:
        (new / MARK).unlink()
        new.rmdir()
    assert texts(tmp_path / "site") == {"a": "1"}


def test_only_a_folder_that_is_empty_or_a_site_is_taken(tmp_path):
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(ValueError, match=r"^DIR must be empty or hold a site made before, got mine in"):
        checked(tmp_path)
    with pytest.raises(NotADirectoryError, match="got the file"):
        checked(tmp_path / "mine")
