"""Test that a file is written as a whole or not at all: on a full disk, after Ctrl-C, by several processes."""

import os
import sys
from contextlib import contextmanager

import pytest
from stored import PICTURE, player, says, shows, written

from pegasos_edu import hinge, run
from pegasos_edu.common.course_folder import MANIFEST, copy, for_learners
from pegasos_edu.common.files import replace_folder, whole_file
from pegasos_edu.datasets import toy
from pegasos_edu.lessons.slides import write
from pegasos_edu.plots import animate

OLD = b"an older file"


@contextmanager
def full_disk(room=300):
    """Let no file grow beyond `room` bytes, as on a full disk, in this process and in those that it starts."""
    resource = pytest.importorskip("resource", reason="Windows sets no limit to the size of files")
    before, writes_none = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # Python would leave a part of a compiled module, which no later process can load
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = writes_none


def animated(lesson, path):
    animate(run(hinge, *toy(40)[:2], lam=0.1, T=20), path, figsize=(5, 2.6), dpi=50)


WRITERS = {
    "player.html": lambda lesson, path: player().to_html(path),
    "a.mp4": animated,
    "slides.html": lambda lesson, path: write(lesson, path),
    MANIFEST: lambda lesson, path: copy(path.parent, for_learners()),
}


@pytest.mark.parametrize("name", WRITERS)
def test_on_a_full_disk_the_older_file_stays_and_the_error_says_why(name, tmp_path):
    lesson = written(tmp_path / "lesson.ipynb", says("# Why?"), shows(PICTURE, slide=True))
    (tmp_path / "made" / "lessons").mkdir(parents=True)
    path = tmp_path / "made" / name
    path.write_bytes(OLD)
    with full_disk(), pytest.raises(OSError, match=rf"File too large: '.*{name}'|lessons|the MP4, got none"):
        WRITERS[name](lesson, path)
    assert path.read_bytes() == OLD
    assert [entry for entry in path.parent.rglob("*") if entry.is_file()] == [path]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    """Take a pipe instead of a device such as /dev/null, which must not be replaced by a file either."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("Windows has no pipes among its files")
    os.mkfifo(tmp_path / "pipe")
    end = os.open(tmp_path / "pipe", os.O_RDWR)
    with whole_file(tmp_path / "pipe") as file:
        file.write(b"new")
    assert (tmp_path / "pipe").is_fifo() and os.read(end, 9) == b"new"
    os.close(end)


def test_two_who_write_the_same_file_at_once_both_succeed(tmp_path):
    path = tmp_path / "page.html"
    with whole_file(path) as first, whole_file(path) as second:
        first.write(b"first")
        second.write(b"second")
    assert path.read_bytes() == b"first" and list(tmp_path.iterdir()) == [path], "the outer block ends last"


def test_nothing_is_on_the_disk_before_all_is_there(tmp_path):
    """Check this because a process may be killed while it writes, and must leave nothing behind."""
    with whole_file(tmp_path / "page.html") as file:
        file.write(b"new")
        assert not list(tmp_path.iterdir())


def test_a_link_goes_on_leading_to_its_file(tmp_path):
    (tmp_path / "there").mkdir()
    there, link = tmp_path / "there" / "page.html", tmp_path / "link.html"
    there.write_bytes(OLD)
    try:
        link.symlink_to(there)
    except OSError:
        pytest.skip("Windows lets only administrators make links")
    with whole_file(link) as file:
        file.write(b"new")
    assert link.is_symlink() and there.read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_new_file_has_the_rights_of_any_other_and_an_older_one_keeps_its_own(tmp_path):
    (plain := tmp_path / "plain").write_bytes(OLD)
    for name, rights in (("new", plain.stat().st_mode & 0o777), ("older", 0o640)):
        path = tmp_path / name
        if name == "older":
            path.write_bytes(OLD)
            path.chmod(rights)
        with whole_file(path) as file:
            file.write(b"new")
        assert path.stat().st_mode & 0o777 == rights


def test_a_file_that_is_open_in_a_spreadsheet_is_named_and_the_older_one_stays(tmp_path, monkeypatch):
    def refused(part, path):
        raise PermissionError(13, "Access is denied", str(part))  # as Windows reports it

    monkeypatch.setattr("os.replace", refused)
    path = tmp_path / "results.csv"
    path.write_bytes(OLD)
    words = "Access is denied; close the file in other programs, such as a spreadsheet, .*: '.*results.csv'"
    with pytest.raises(PermissionError, match=words), whole_file(path) as file:
        file.write(b"new")
    assert path.read_bytes() == OLD and list(tmp_path.iterdir()) == [path]


def test_the_old_folder_comes_back_if_the_new_one_cannot_take_its_place(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_bytes(OLD)
    with pytest.raises(OSError):
        replace_folder(tmp_path / "site", tmp_path / "missing", tmp_path / "old")
    assert (tmp_path / "site" / "index.html").read_bytes() == OLD and not (tmp_path / "old").exists()
