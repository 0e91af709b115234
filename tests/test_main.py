"""The command line, as a user calls it."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from stored import PICTURE, says, shows, written

import pegasos_edu
import pegasos_edu.lessons.copies as course
from pegasos_edu.__main__ import main
from pegasos_edu.claims import CLAIMS, SOURCES, Shown
from pegasos_edu.lessons.figures import FIGURES


@pytest.mark.slow
def test_figures_renders_every_picture_into_a_new_folder(tmp_path, capsys, chromium):
    assert main(["figures", "--folder", str(tmp_path / "new"), "--quiet"]) == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(FIGURES)
    for name in FIGURES:
        path = tmp_path / "new" / name
        if name.endswith(".svg"):
            assert len(list(ElementTree.parse(path).getroot().iter())) > 100
            continue
        with Image.open(path) as picture:
            assert picture.n_frames > 50 if name.endswith(".gif") else len(picture.getcolors(1 << 24)) > 1000
    assert capsys.readouterr().err == ""


def test_figures_without_a_browser_makes_the_others_and_says_in_a_line_which_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in set(FIGURES) - {"player.png"}:
        monkeypatch.setitem(FIGURES, name, lambda path: path.write_text(""))
    with pytest.raises(SystemExit, match="^pegasos-edu: Chromium, Chrome or Edge must be installed, .* player.png"):
        main(["figures", "--folder", str(tmp_path), "--quiet"])
    assert {path.name for path in tmp_path.iterdir()} == set(FIGURES) - {"player.png"}


TABLE = "height,weight,kind\n1,2,cat\n3,1,dog\n2,2.5,cat\n0.5,1,dog\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["moons"], "hinge, λ = 0.1, T = 200"),
        (
            ["toy", "--algorithm", "scaled", "--lam", "0.02", "--T", "12", "--project"],
            "scaled, λ = 0.02, T = 12, project = True",
        ),
        (["digits", "--T", "5", "--algorithm", "minibatch", "--k", "4"], "minibatch, λ = 0.1, T = 5, k = 4"),
        (["moons", "--algorithm", "kernelized", "--T", "5"], "kernelized, λ = 0.1, T = 5"),
        (["table.csv", "--T", "5", "--sampling", "cyclic"], "hinge, λ = 0.1, T = 5"),
    ],
)
def test_play_writes_one_page(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_text(TABLE, "utf-8")
    assert main(["play", *arguments, "--out", "page.html"]) == 0
    assert capsys.readouterr().out.startswith(f"page.html holds the player: StepPlayer: {words}")
    text = (tmp_path / "page.html").read_text("utf-8")
    assert text.startswith("<!doctype html>") and "</html>" in text and "from pegasos_edu.datasets import" in text


def test_play_opens_the_page_that_it_writes_where_no_name_is_given(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert main(["play", "toy", "--T", "5"]) == 0
    assert opened == [(tmp_path / "play-toy.html").as_uri()] and (tmp_path / "play-toy.html").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.csv"], "none.csv must exist"),
        (["endless.csv"], "endless.csv must hold at most 0 MiB, got more; see whether it is the right file"),
        (["moons", "--lam", "0"], "lam must be"),
        (["moons", "--algorithm", "regression"], "algorithm must be one for labels"),
        (["digits", "--algorithm", "kernelized"], "two features for kernelized"),
        (["moons", "--out", "none/page.html"], "must be a folder"),
    ],
)
def test_play_says_in_a_line_what_is_wrong(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pegasos_edu.datasets.files.MAX_BYTES", 1000)
    (tmp_path / "endless.csv").write_text("1,2,cat\n" * 200)
    with pytest.raises(SystemExit, match=f"^pegasos-edu: .*{words}"):
        main(["play", *arguments])


def test_lessons_are_listed(capsys):
    assert main(["lessons"]) == 0
    assert "lessons/00_welcome.ipynb" in capsys.readouterr().out.replace("\\", "/")


@pytest.fixture
def small_course(tmp_path, monkeypatch):
    """A course of two lessons, only the second with slides, in place of the real one; in an empty folder."""
    (tmp_path / "course" / "lessons").mkdir(parents=True)
    written(tmp_path / "course" / course.WELCOME, says("# 00 · Welcome"))
    cells = says("# 01 · Why?"), shows(PICTURE, slide=True)
    written(tmp_path / "course" / "lessons" / "01_why.ipynb", *cells)
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(course, "PLACES", (tmp_path / "nothing", tmp_path / "course"))
    monkeypatch.chdir(tmp_path / "empty")


def test_lessons_become_pages_in_a_new_folder(small_course, tmp_path, capsys):
    assert main(["lessons", "--html", "new/pages"]) == 0
    assert capsys.readouterr().out.replace("\\", "/") == "lessons/00_welcome.ipynb\nlessons/01_why.ipynb\n"
    assert sorted(path.name for path in (tmp_path / "empty/new/pages").iterdir()) == ["00_welcome.html", "01_why.html"]


def test_slides_are_written_and_opened(small_course, tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert main(["slides", "why"]) == 0
    assert opened == [(tmp_path / "empty/slides-01_why.html").as_uri()]
    assert capsys.readouterr().out == "slides-01_why.html holds the slides of 01_why.\n"
    assert main(["slides", "01", "--out", "page.html"]) == 0 and len(opened) == 1
    text = (tmp_path / "empty/page.html").read_text("utf-8")
    assert text == (tmp_path / "empty/slides-01_why.html").read_text("utf-8") and "Why?</h1>" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["slides", "none"], "LESSON must name one lesson, got 'none'; give one of 00_welcome, 01_why"),
        (["slides", "welcome"], "00_welcome must have cells with the tag slide, got none; take another lesson"),
        (["slides", "why", "--out", "none/page.html"], "none must be a folder"),
        (["lessons", "--html", "file"], "file"),
        (["lab", "file"], "FOLDER must be a folder for the course, got the file file; name another one"),
        (["lab", "file/in"], "file"),
    ],
)
def test_what_is_wrong_with_a_lesson_or_a_folder_is_said_in_a_line(arguments, words, small_course, tmp_path):
    (tmp_path / "empty" / "file").write_text("")
    with pytest.raises(SystemExit, match=f"^pegasos-edu: .*{words}"):
        main(arguments)


def test_misconceptions_writes_the_page_into_a_new_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("pegasos_edu.misconceptions.effects.page", lambda: "η\n")
    monkeypatch.chdir(tmp_path)
    assert main(["misconceptions"]) == 0 and main(["misconceptions", "--out", "new/page.md"]) == 0
    assert (
        Path("notebooks/teaching/misconceptions.md").read_bytes() == Path("new/page.md").read_bytes() == "η\n".encode()
    )
    said = capsys.readouterr().out.replace("\\", "/").splitlines()
    assert said == [
        f"{path} holds the misconceptions." for path in ("notebooks/teaching/misconceptions.md", "new/page.md")
    ]


def test_claims_of_a_source_are_run_and_written_as_a_page(tmp_path, capsys):
    page = tmp_path / "new" / "page.html"
    assert main(["claims", "--source", "blog2013", "--quiet", "--out", str(page)]) == 0
    out, err = capsys.readouterr()
    n = len(SOURCES["blog2013"].claims)
    assert "≈ blog2013/more-data" in out and f"{n} of {n} tested verdicts are confirmed" in out and err == ""
    assert page.read_text("utf-8").count("<article") == n


@pytest.mark.parametrize("command", [["misconceptions"], ["claims", "--source", "report", "--quiet"]])
def test_on_a_full_disk_the_older_page_stays(command, tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pegasos_edu.misconceptions.effects.page", lambda: "new")
    monkeypatch.setattr(SOURCES["report"], "claims", [])
    monkeypatch.setattr("os.fsync", full)
    page = tmp_path / "page"
    page.write_text("old")
    with pytest.raises(SystemExit, match="^pegasos-edu: .*No space left on device: '.*page'"):
        main([*command, "--out", str(page)])
    assert page.read_text() == "old" and list(tmp_path.iterdir()) == [page]


def test_a_claim_that_is_not_borne_out_is_told_in_full_and_by_the_exit_code(monkeypatch, capsys):
    claim = CLAIMS["report/continuity"]._replace(shows=lambda full: Shown({"full": str(full)}, False))
    monkeypatch.setattr(SOURCES["report"], "claims", [claim])
    assert main(["claims", "--source", "report", "--full"]) == 1
    out = capsys.readouterr().out
    assert "Found: full: True; These numbers do not bear it out.\n0 of 1 tested verdicts are confirmed" in out


def test_claims_that_hold_some_words_are_shown_in_full(capsys):
    assert main(["claims", "--search", "Figure", "|S|", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "mpb11/kernel-index (Figure 3)\n  In print: “Choose”" in out
    assert "2 not tested, as nothing can" in out and "confirmed" not in out


def test_claims_says_when_no_claim_holds_the_words():
    with pytest.raises(SystemExit, match="^pegasos-edu: search must be .*0 hold 'quux'"):
        main(["claims", "--search", "kernel", "quux"])


def test_claims_says_in_a_line_which_sources_there_are():
    with pytest.raises(SystemExit, match="^pegasos-edu: source must be .*mpb11"):
        main(["claims", "--source", "blog"])


def test_figures_says_in_a_line_why_it_cannot_write(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match="^pegasos-edu: .*file"):
        main(["figures", "--folder", str(tmp_path / "file"), "--quiet"])


def test_lab_says_what_to_do_without_the_notebooks(tmp_path, monkeypatch):
    monkeypatch.setattr(course, "PLACES", (tmp_path,))
    with pytest.raises(SystemExit, match="must hold the course, got no lessons/00.* there; install the package anew"):
        main(["lab"])


@pytest.mark.parametrize(
    ("arguments", "folder", "options"),
    [
        ([], "pegasos-course", []),
        (["mine"], "mine", []),
        (["--solutions"], "pegasos-course-solutions", []),
        (["--solutions", "mine", "--no-browser"], "mine", ["--no-browser"]),
        (["--port", "8899"], "pegasos-course", ["--port", "8899"]),
        (["mine", "--no-browser", "--port", "8899"], "mine", ["--no-browser", "--port", "8899"]),
    ],
)
def test_lab_takes_a_folder_first_and_leaves_the_rest_to_jupyterlab(arguments, folder, options, small_course, launched):
    assert main(["lab", *arguments]) == 0
    assert launched == [[f"--ServerApp.root_dir={Path(folder).resolve()}", *launched[0][1:2], *options]]
    assert (Path(folder) / course.WELCOME).is_file()


@pytest.fixture
def launched(monkeypatch):
    """What JupyterLab was launched with; it is not."""
    calls = []
    monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", calls.append)
    return calls


def test_lab_says_which_files_stay_and_how_to_get_the_new_ones(small_course, launched, tmp_path, capsys):
    assert main(["lab"]) == 0
    Path("pegasos-course", course.WELCOME).write_text("mine", "utf-8")
    assert main(["lab"]) == 0 and capsys.readouterr().out == "", "nothing new, so nothing to say"
    written(tmp_path / "course" / course.WELCOME, says("# 00 · Welcome anew"))
    assert main(["lab"]) == 0
    said = capsys.readouterr().out.replace("\\", "/")
    advice = "is changed and stays; for the new one, rename or delete it and run this again."
    assert said == f"pegasos-course/{course.WELCOME} {advice}\n"


def test_no_command_shows_the_commands(capsys):
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"pegasos-edu {pegasos_edu.__version__}\n"


def test_only_lab_passes_options_on(capsys):
    with pytest.raises(SystemExit):
        main(["figures", "--no-browser"])
    assert "unrecognized arguments: --no-browser" in capsys.readouterr().err


@pytest.mark.slow
def test_lab_serves_the_course_until_it_is_stopped(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folders = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = {**os.environ, **folders, "IPYTHONDIR": str(tmp_path / "ipython")}
    options = ["--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1", "--IdentityProvider.token="]
    server = subprocess.Popen(
        [sys.executable, "-m", "pegasos_edu", "lab", str(tmp_path / "mine"), *options],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        listing = wait_for(f"http://127.0.0.1:{port}/api/contents/lessons", server)
        assert "00_welcome.ipynb" in listing
        assert "lessons/00_welcome.ipynb" in wait_for(f"http://127.0.0.1:{port}/", server)
        assert (tmp_path / "mine" / "lessons" / "00_welcome.ipynb").is_file()
    finally:
        server.terminate()
        assert server.wait(timeout=600) == 0 or os.name == "nt"  # Windows ends it before it can say farewell


def wait_for(address, server, seconds=600):
    """What the address answers, once there is an answer."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read().decode() + answer.url
        except OSError:
            if server.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.3)
