"""Test the command line as a user calls it."""

from pathlib import Path

import numpy as np
import pytest
from stored import PICTURE, says, shows, written

import pegasos_edu
import pegasos_edu.player.recorded
from pegasos_edu.claims import CLAIMS, SOURCES, Finding
from pegasos_edu.cli import COMMANDS, main
from pegasos_edu.common import course_folder


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """Work in an empty folder; return the list of pages that are opened in the browser."""
    pages = []
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    monkeypatch.setattr("webbrowser.open", pages.append)
    return pages


def test_the_help_lists_at_most_ten_commands(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    text = capsys.readouterr().out
    assert len(COMMANDS) <= 10 and all(f"\n    {name.__name__.split('.')[-1]}" in text for name in COMMANDS)


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"pegasos-edu {pegasos_edu.__version__}\n"


# playground


TABLE = "height,weight,kind\n1,2,cat\n3,1,dog\n2,2.5,cat\n0.5,1,dog\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("moons", "hinge, λ = 0.1, T = 200"),
        ("toy --algorithm scaled --lam 0.02 --T 12 --project", "scaled, λ = 0.02, T = 12, project = True"),
        ("table.csv --T 5 --sampling cyclic", "hinge, λ = 0.1, T = 5"),
    ],
)
def test_playground_with_data_writes_a_player(arguments, words, opened, capsys):
    Path("table.csv").write_text(TABLE, "utf-8")
    assert main(["playground", *arguments.split(), "--out", "page.html"]) == 0 and not opened
    assert capsys.readouterr().out.startswith(f"The player is in page.html: {words}")
    text = Path("page.html").read_text("utf-8")
    assert text.startswith("<!doctype html>") and "</html>" in text and "from pegasos_edu.datasets import" in text


@pytest.mark.parametrize("options", [[], ["--raw"]])
def test_the_columns_of_a_table_are_standardised_unless_it_shall_stay_raw(options, opened, monkeypatch):
    Path("table.csv").write_text(TABLE, "utf-8")
    played, real = [], pegasos_edu.player.recorded.recorded

    def recorded(algorithm, X, *others, **said):
        played.append((X, said["data"]))
        return real(algorithm, X, *others, **said)

    monkeypatch.setattr("pegasos_edu.player.recorded.recorded", recorded)
    assert main(["playground", "table.csv", "--out", "page.html", *options]) == 0
    [(X, lines)] = played
    names = {}
    exec(lines, names)
    assert np.array_equal(names["X"], X)
    wanted = [1.625, 1.625] if options else [0, 0]
    assert X.mean(axis=0) == pytest.approx(wanted) and (X.std(axis=0) == pytest.approx(1)) == (not options)


@pytest.mark.parametrize(("arguments", "page"), [([], "playground.html"), (["toy", "--T", "5"], "play-toy.html")])
def test_a_page_without_a_name_is_opened(arguments, page, opened):
    assert main(["playground", *arguments]) == 0
    assert opened == [Path(page).resolve().as_uri()] and Path(page).exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("none.csv", "none.csv must exist"),
        ("endless.csv", "endless.csv must hold at most 0 MiB, got more; check that it is the right file"),
        ("moons --algorithm regression", "algorithm must take labels"),
        ("digits --algorithm kernelized", "two features for kernelized"),
        ("moons --tours tour.toml", "--tours is only for the playground; leave DATA out"),
        ("--lam 1", "--lam is only for a run; give its DATA"),
        ("moons --raw", "--raw is only for a table, got moons"),
    ],
)
def test_playground_says_in_a_line_what_is_wrong(arguments, words, opened, monkeypatch):
    monkeypatch.setattr("pegasos_edu.datasets.csv_and_idx_files.MAX_BYTES", 1000)
    Path("endless.csv").write_text("1,2,cat\n" * 200)
    with pytest.raises(SystemExit, match=f"^pegasos-edu: .*{words}"):
        main(["playground", *arguments.split()])


# lessons and lab


@pytest.fixture
def small_course(tmp_path, monkeypatch, opened):
    """Replace the course by two lessons, of which only the second has slides."""
    (tmp_path / "course" / "lessons").mkdir(parents=True)
    written(tmp_path / "course" / course_folder.WELCOME, says("# 00 · Welcome"))
    cells = says("# 01 · Why?"), shows(PICTURE, slide=True)
    written(tmp_path / "course" / "lessons" / "01_why.ipynb", *cells)
    monkeypatch.setattr(course_folder, "PLACES", (tmp_path / "nothing", tmp_path / "course"))


def test_lessons_become_pages_in_a_new_folder(small_course, capsys):
    assert main(["lessons", "--html", "new/pages"]) == 0
    assert capsys.readouterr().out.replace("\\", "/") == "lessons/00_welcome.ipynb\nlessons/01_why.ipynb\n"
    assert sorted(path.name for path in Path("new/pages").iterdir()) == ["00_welcome.html", "01_why.html"]


def test_one_lesson_becomes_slides(small_course, opened, capsys):
    assert main(["lessons", "why", "--slides"]) == 0
    assert opened == [Path("slides-01_why.html").resolve().as_uri()]
    assert capsys.readouterr().out.endswith("The slides are in slides-01_why.html.\n")
    assert main(["lessons", "01", "--slides", "--out", "page.html"]) == 0 and len(opened) == 1
    assert "Why?</h1>" in Path("page.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("lessons none", "LESSON must name one lesson, got 'none'; give one of 00_welcome, 01_why"),
        ("lessons welcome --slides", "00_welcome must have cells with the tag slide, got none; take another lesson"),
        ("lessons why --slides --out none/page.html", "none must be a folder"),
        ("lessons --slides", "--slides needs one LESSON, got 0"),
        ("lessons why --out page.html", "--out is only for slides; add --slides"),
        ("lab file", "FOLDER must be a folder for the course, got the file file; name another one"),
        ("course file", "FOLDER must be a folder for the course, got the file file; name another one"),
    ],
)
def test_lessons_lab_and_course_say_in_a_line_what_is_wrong(arguments, words, small_course):
    Path("file").write_text("")
    with pytest.raises(SystemExit, match=f"^pegasos-edu: .*{words}"):
        main(arguments.split())


@pytest.fixture
def launched(monkeypatch, tmp_path):
    """Return the list of options with which JupyterLab would be launched."""
    calls = []
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))  # for the signatures of the teacher's copy
    monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", calls.append)
    return calls


@pytest.mark.parametrize(
    ("arguments", "folder", "options"),
    [
        ("", "pegasos-course", []),
        ("--solutions", "pegasos-course-solutions", []),
        ("--port 8899", "pegasos-course", ["--port", "8899"]),
        ("mine --no-browser --port 8899", "mine", ["--no-browser", "--port", "8899"]),
    ],
)
def test_lab_takes_a_folder_first_and_leaves_the_rest_to_jupyterlab(arguments, folder, options, small_course, launched):
    assert main(["lab", *arguments.split()]) == 0
    assert launched == [[f"--ServerApp.root_dir={Path(folder).resolve()}", *launched[0][1:2], *options]]
    assert (Path(folder) / course_folder.WELCOME).is_file()


def test_lab_trusts_the_teachers_copy_alone_and_says_if_it_cannot(small_course, launched, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(course_folder, "trust", lambda: asked.append(1))
    assert main(["lab"]) == 0 and not asked
    assert main(["lab", "--solutions"]) == 0 and asked and not capsys.readouterr().out

    def trust():
        raise OSError("no room")

    monkeypatch.setattr(course_folder, "trust", trust)
    assert main(["lab", "--solutions"]) == 0 and len(launched) == 3
    said = capsys.readouterr().out
    assert said.startswith("Stored players appear as still pictures, because ") and "(no room)" in said


def test_course_copies_for_learners_what_lab_opens_and_opens_nothing(small_course, launched):
    assert main(["course", "new/copy"]) == 0 and not launched
    assert main(["lab", "opened"]) == 0 and launched
    copied, opened = ({path.name: path.read_bytes() for path in Path(name).rglob("*.*")} for name in ("new", "opened"))
    assert copied == opened and b"image/png" not in copied["01_why.ipynb"]


@pytest.mark.parametrize("command", ["lab", "course"])
def test_changed_files_that_are_kept_are_named(command, small_course, launched, tmp_path, capsys):
    assert main([command, "pegasos-course"]) == 0
    Path("pegasos-course", course_folder.WELCOME).write_text("mine", "utf-8")
    assert main([command, "pegasos-course"]) == 0 and capsys.readouterr().out == "", "there is no new version"
    written(tmp_path / "course" / course_folder.WELCOME, says("# 00 · Welcome anew"))
    assert main([command, "pegasos-course"]) == 0
    advice = "has changes and was kept; to get the new version, rename or delete it and run this again."
    assert capsys.readouterr().out.replace("\\", "/") == f"pegasos-course/{course_folder.WELCOME} {advice}\n"


# claims


def test_the_claims_of_a_source_are_run_and_written_as_a_page(tmp_path, capsys):
    page = tmp_path / "new" / "page.html"
    assert main(["claims", "--source", "blog2013", "--quiet", "--out", str(page)]) == 0
    out, err = capsys.readouterr()
    n = len(SOURCES["blog2013"].claims)
    assert "≈ blog2013/more-data" in out and f"{n} of {n} verdicts confirmed." in out and err == ""
    assert page.read_text("utf-8").count("<article") == n


def test_a_verdict_that_is_not_confirmed_is_printed_in_full_and_sets_the_exit_status(monkeypatch, capsys):
    claim = CLAIMS["report/continuity"]._replace(shows=lambda full: Finding({"full": str(full)}, False))
    monkeypatch.setattr(SOURCES["report"], "claims", [claim])
    assert main(["claims", "--source", "report", "--full"]) == 1
    out = capsys.readouterr().out
    assert "Found: full: True; These numbers contradict the verdict.\n0 of 1 verdicts confirmed." in out


def test_claims_that_contain_some_words_are_printed_in_full(capsys):
    assert main(["claims", "--search", "Figure", "|S|", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "mpb11/kernel-index (Figure 3)\n  In print: “Choose”" in out
    assert "2 not tested, because they are about the choice of words." in out and "confirmed" not in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [("--search kernel quux", "search must be .*0 contain 'quux'"), ("--source blog", "source must be .*mpb11")],
)
def test_claims_says_in_a_line_that_nothing_fits(arguments, words):
    with pytest.raises(SystemExit, match=f"^pegasos-edu: {words}"):
        main(["claims", *arguments.split()])
