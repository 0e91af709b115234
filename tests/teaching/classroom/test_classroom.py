"""Test a class from hand-ins to pages: points, texts, files, and what happens when something goes wrong."""

import csv
import errno
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import classes
import pytest

from pegasos_edu.cli import main
from pegasos_edu.common.lock import LOCK, alone_in
from pegasos_edu.misconceptions import by_id
from pegasos_edu.misconceptions.catalogue import first_line
from pegasos_edu.teaching.classroom import grading, marking, pages, processes
from pegasos_edu.teaching.classroom.programs import read_code, sources_to_run
from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.scoring import Scored
from pegasos_edu.teaching.targets import notebooks

A2 = read_master("A2")
EVIL = "<img src=x onerror=alert(1)>\"'"
EARLY = by_id()["score-after-shrinking"].title
POINTS = {"Right Way": 20, "Blank Page": 0, "Early Shrink": 14, "Half Mean": 10, "Bad Guest": 14}


def grade(*arguments):
    return main(["grade", *map(str, arguments), "--assignment", "A2", "--quiet"])


def files_of(folder):
    """Return the files in a folder of results, path -> bytes, without those that only the next run reads."""
    paths = (path for path in folder.rglob("*") if path.is_file() and grading.MARK not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class Tags(HTMLParser):
    """Collect the names and attributes of the elements of a page, and the text between them."""

    def __init__(self, content):
        super().__init__()
        self.elements, self.text = [], ""
        self.feed(content.decode())

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Grade the five samples, and files that cannot be read or have odd names."""
    folder = tmp_path_factory.mktemp("class")
    (folder / "in").mkdir()
    blank = notebooks.student(A2)
    odd = {f"{EVIL}.ipynb": blank, "=HYPERLINK(1).ipynb": blank, "essay.pdf": b"%PDF", "cut.ipynb": blank[:99]}
    for name, content in odd.items():
        (folder / "in" / name).write_bytes(content)
    classes.write_samples(folder / "hand-ins.zip")
    assert grade(folder / "hand-ins.zip", folder / "in", "--out", folder / "in" / "out", "--jobs", 1) == 0
    return folder / "in" / "out"


@pytest.fixture(scope="module")
def rows(results):
    return {row["student"]: row for row in json.loads((results / "results.json").read_text("utf-8"))["hand_ins"]}


def page_of(results, row):
    return (results / "feedback" / f"{row['id']}.html").read_bytes()


# Points and texts


def test_everybody_gets_their_points_and_unreadable_files_a_message(rows):
    assert {name: rows[name]["points"] for name in POINTS} == POINTS
    assert rows["Early Shrink"]["misconceptions"] == [EARLY]
    assert rows["Half Mean"]["misconceptions"] == [by_id()["nothing-shrinks"].title]
    assert all("Not written yet" in check["message"] for check in rows["Blank Page"]["checks"])
    assert any("ends Python" in check["message"] for check in rows["Bad Guest"]["checks"])
    lost = {name: row["message"] for name, row in rows.items() if not row["is_graded"]}
    assert lost.keys() == {"essay", "cut"} and "a PDF" in lost["essay"] and "damaged" in lost["cut"]
    assert rows["essay"]["points"] is None


def test_the_table_opens_in_a_spreadsheet_and_holds_no_formula(results, rows):
    content = (results / "results.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    table = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert len(table) == len(rows) == 9 and "'=HYPERLINK(1)" in {row["student"] for row in table}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in table for cell in row.values())
    for row in table:
        checks = [int(row[check.name] or 0) for check in A2.checks]
        assert sum(checks) == int(row["points"] or 0) and row["out of"] == "20"
        assert bool(row["points"]) == (row["graded"] == "yes")


def test_gradescope_shows_hidden_checks_only_when_they_are_published(results, rows):
    content = json.loads((results / "gradescope" / f"{rows['Early Shrink']['id']}.json").read_text("utf-8"))
    assert content["score"] == sum(test["score"] for test in content["tests"]) == POINTS["Early Shrink"]
    assert sum(test["max_score"] for test in content["tests"]) == 20
    hidden = [check.name for check in A2.checks if check.kind == "hidden"]
    assert [test["name"] for test in content["tests"] if test["visibility"] == "after_published"] == hidden
    assert EARLY in content["tests"][1]["output"] and "Hint: " in content["tests"][1]["output"]


def test_a_page_describes_a_mistake_with_a_player_and_without_the_right_line(results, rows):
    content = page_of(results, rows["Early Shrink"])
    page = Tags(content)
    assert "14 of 20 points" in page.text and "Why it is tempting" in page.text and "A stronger hint" in page.text
    assert EARLY in page.text and first_line("score-after-shrinking", "hinge") not in page.text
    assert [tag for tag, attrs in page.elements if attrs.get("id") == "player"] == ["div"]
    assert json.loads(re.search(r'id="records">(.*)</script>', content.decode())[1])
    right = Tags(page_of(results, rows["Right Way"]))
    assert "20 of 20 points" in right.text and "script" not in {tag for tag, _ in right.elements}


def test_a_mistake_in_several_checks_is_described_at_the_first_one():
    report = SimpleNamespace(
        named=((by_id()["score-after-shrinking"],),),
        difference=None,
        verdict="Not correct yet.",
        hints=("Look.",),
        facts=list,
        to_dict=lambda: {"named": [["score-after-shrinking"]]},
    )
    first, second = marking._checks([Scored(check, 0, "", report) for check in A2.checks[:2]])
    assert first["cause"] == second["cause"] == EARLY
    assert first["report"]["hints"] == ["Look."] and len(first["report"]["facts"]) == 3
    assert second["report"]["facts"] == [["As above", f"See “{A2.checks[0].name}”."]] and not second["report"]["hints"]


def test_no_page_takes_a_name_or_a_file_for_markup_and_none_loads_anything(results):
    for name, content in files_of(results).items():
        if name.endswith(".html"):
            elements = Tags(content).elements
            assert not {tag for tag, _ in elements} & {"img", "iframe", "object"}
            assert not any(key.startswith("on") or key == "src" for _, attrs in elements for key in attrs)
            assert not any(":" in attrs.get("href", "") for tag, attrs in elements if tag == "a")


def test_the_overview_leads_to_every_page_and_leaves_ungraded_files_out_of_the_numbers(results, rows):
    page = Tags((results / "overview.html").read_bytes())
    links = [attrs["href"] for tag, attrs in page.elements if tag == "a"]
    assert {Path(link).stem for link in links} == {row["id"] for row in rows.values()}
    assert all((results / link).is_file() for link in links)
    for words in ("9 hand-ins", "2 could not be graded", EARLY, "Not written yet", "answers", "median 10 of 20 points"):
        assert words in page.text
    (histogram,) = (attrs["aria-label"] for tag, attrs in page.elements if tag == "svg")
    assert histogram.endswith("20 points: 1") and "0–1 points: 3" in histogram


# Again, in parts, in parallel


def class_of(folder, *contents):
    """Write a folder of hand-ins."""
    folder.mkdir()
    for n, content in enumerate(contents):
        (folder / f"{n}.py").write_bytes(content)
    return folder


@pytest.mark.slow
def test_the_results_do_not_depend_on_the_order_or_the_number_of_processes(tmp_path):
    files = sorted(class_of(tmp_path / "in", b"a = 1", b"def step():\n    ...\n", b"\x00").iterdir())
    assert grade(*files, "--out", tmp_path / "one", "--jobs", 1) == 0
    assert grade(*files[::-1], "--out", tmp_path / "two", "--jobs", 2) == 0
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


def at_once(mark):
    """Return a task for `processes.run_all` that waits for no process."""

    def marked(*given):
        return mark(*given)
        yield

    return marked


def test_results_stay_and_a_stopped_run_continues(tmp_path, monkeypatch, capsys):
    folder, out, marked = class_of(tmp_path / "in", b"a", b"b", b"c"), tmp_path / "out", []

    def mark(content, name, assignment):
        marked.append(content)
        if len(marked) == 2:
            raise KeyboardInterrupt
        return marking.unread(f"read {content}", assignment)

    monkeypatch.setattr(grading, "marked", at_once(mark))
    arguments = folder, "--out", out, "--jobs", 1
    assert grade(*arguments) == 130 and "the same command continues" in capsys.readouterr().err
    assert grade(*arguments) == 0 and marked == [b"a", b"b", b"b", b"c"]
    before = files_of(out)
    assert grade(*arguments) == 0 and len(marked) == 4 and files_of(out) == before
    (folder / "0.py").unlink()
    (folder / "1.py").write_bytes(b"new")
    assert grade(*arguments) == 0 and marked[4:] == [b"new"]
    assert len(list((out / "feedback").iterdir())) == len(list((out / "gradescope").iterdir())) == 2
    assert grade(*arguments, "--again") == 0 and marked[5:] == [b"new", b"c"]


def test_a_mistake_of_the_grader_costs_one_hand_in(tmp_path, monkeypatch):
    folder, out = class_of(tmp_path / "in", b"a", b"b"), tmp_path / "out"

    def mark(content, name, assignment):
        if content == b"a":
            raise processes.GraderError("ZeroDivisionError")
        return marking.unread("fine", assignment)

    monkeypatch.setattr(grading, "marked", at_once(mark))
    assert grade(folder, "--out", out, "--jobs", 1) == 1
    first, second = json.loads((out / "results.json").read_text("utf-8"))["hand_ins"]
    assert "ZeroDivisionError" in first["message"] and second["message"] == "fine"


@pytest.mark.parametrize(("module", "name"), [(grading, "marked"), (grading, "_stored"), (pages, "feedback")])
def test_a_full_disk_ends_the_command_with_words_and_no_half_files(module, name, tmp_path, monkeypatch, capsys):
    folder, out = class_of(tmp_path / "in", b"a", b"b"), tmp_path / "out"

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device", "somewhere")

    monkeypatch.setattr(grading, "marked", at_once(lambda content, name, assignment: marking.unread("", assignment)))
    with monkeypatch.context() as patch:
        patch.setattr(module, name, full)
        assert grade(folder, "--out", out, "--jobs", 1) == 2
    words = capsys.readouterr().err
    assert "No space left" in words and "the same command continues" in words and words.count("\n") == 1
    assert not list(out.rglob("*.part")) and not (out / "overview.html").exists()
    assert grade(folder, "--out", out, "--jobs", 1) == 0


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to another process")
def test_an_interrupt_prints_a_line_and_leaves_no_process(tmp_path):
    """Interrupt the whole group of processes at different moments, as Ctrl-C in a terminal does."""
    folder = class_of(tmp_path / "in", *[b"while True: pass #%d" % n for n in range(4)])
    command = [sys.executable, "-m", "pegasos_edu", "grade", str(folder), "--assignment", "A2", "--quiet"]
    for n, seconds in enumerate((0, 1)):
        out = tmp_path / f"out{n}"
        options = [*command, "--jobs=2", "--out", str(out)]
        heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # even if the tests ignore Ctrl-C
        process = subprocess.Popen(options, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heeding)
        while not (out / grading.MARK / grading.STATE).exists():
            time.sleep(0.05)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        words = process.communicate()[1].decode()
        assert words.strip() == f"{out} holds the results so far; the same command continues."
        assert process.returncode == 130
        assert is_gone(process.pid)


def test_results_that_cannot_all_be_made_change_no_file(tmp_path, monkeypatch):
    folder, out = class_of(tmp_path / "in", b"a = 1"), tmp_path / "out"
    assert grade(folder, "--out", out) == 0
    (out / "overrides.csv").write_text("student,check,points,comment\n0,total,3,\n")
    before = files_of(out)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(pages, "overview", full)  # the last file that is made
        assert grade(folder, "--out", out) == 2
    assert files_of(out) == before
    assert grade(folder, "--out", out) == 0 and files_of(out) != before


def test_two_runs_never_share_a_folder_of_results(tmp_path, capsys):
    folder, out = class_of(tmp_path / "class", b"a"), tmp_path / "out"
    with alone_in(out):
        assert grade(folder, "--out", out) == 2 and not (out / "class.json").exists()
    text = capsys.readouterr().err
    assert f"is in use by another run, process {os.getpid()} on " in text and text.count("\n") == 1
    assert not out.exists()
    assert grade(folder, "--out", out) == 0 and not (out / LOCK).exists()


def is_gone(group):
    """Return whether a group has no processes left, after the time that a process needs to see its parent end."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_windows_gets_no_more_processes_than_it_can_wait_for(tmp_path, monkeypatch):
    asked = []

    def run_all(tasks, jobs):
        asked.append(jobs)
        return processes.run_all(tasks, 1)

    monkeypatch.setattr(grading, "run_all", run_all)
    monkeypatch.setattr(grading, "marked", at_once(lambda content, name, assignment: marking.unread("", assignment)))
    for name in range(70):
        (tmp_path / f"student{name}_A2.py").write_text("x = 1\n")
    for system in ("linux", "win32"):
        monkeypatch.setattr("sys.platform", system)
        grading.grade([tmp_path], "A2", tmp_path.parent / "out", jobs=65, again=True, progress=False)
    assert asked == [65, 60]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.ipynb"], "FILES must exist, got none.ipynb"),
        (["empty"], "must hold notebooks or .py files"),
        (["a.py", "--assignment", "A9"], "ASSIGNMENT must be"),
        (["a.py", "--out", "a.py"], "a.py"),
        (["a.py", "--jobs", "0"], "--jobs must be at least 1"),
        (["class", "--out", "class"], "--out must be a folder of its own"),
        (["a.py", "--out", "class"], "--out must be a new folder"),
        (["class", "--only", "nobody"], "--only must be the name or the number of one student"),
        (["a.py", "--roster", "a.py"], "--roster must be a CSV file with a column"),
    ],
)
def test_mistakes_in_the_command_get_one_line(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text("a = 1", "utf-8")
    (tmp_path / "empty").mkdir()
    shutil.copytree(class_of(tmp_path / "class", b"a"), tmp_path / "other")
    assert main(["grade", "--assignment", "A2", "--quiet", *arguments]) == 2
    text = capsys.readouterr().err
    assert words in text and text.count("\n") == 1


# Which cells count


@pytest.mark.parametrize("make", [notebooks.student, notebooks.solution, notebooks.nbgrader])
def test_checks_of_any_form_are_never_run(make):
    sources, notes = sources_to_run(read_code(make(A2), "a.ipynb").cells, A2)
    assert not any("report" in source or "assert " in source for source in sources) and notes == []
    assert sum("def " in source for source in sources) == sum(cell.kind == "write" for cell in A2.cells)


def test_checks_that_were_changed_are_left_out_and_the_numbers_of_cells_stay():
    whole = json.loads(notebooks.student(A2))
    code = [cell for cell in whole["cells"] if cell["cell_type"] == "code"]
    checks = [n for n, cell in enumerate(code) if cell["source"].startswith("# CHECK")]
    others = ["grader.check('one_step')", "# Initialize Otter\nimport otter", "# HIDDEN CHECK x: 1 point\nexit()"]
    for n, source in zip(checks, [*others, *["#CHECK one step: 99 points\nraise SystemExit"] * 9]):
        code[n]["source"] = source
    sources, _ = sources_to_run(read_code(json.dumps(whole).encode(), "a.ipynb").cells, A2)
    assert len(checks) > 3 and len(sources) == len(code) and [n for n in checks if sources[n]] == []


def test_definitions_that_were_given_and_are_missing_come_first():
    cell = SimpleNamespace(source="%matplotlib inline\ndef step(w, x):\n    return np.zeros(3)", metadata={})
    sources, notes = sources_to_run([cell], A2)
    assert sources == [A2.given_source, cell.source] and notes[0].endswith("first: np")
    broken = SimpleNamespace(source="def (", metadata={"nbgrader": [1]})
    assert sources_to_run([broken], A2) == (["def ("], [])
    last = A2.cells[-2]  # this cell only shows results
    assert last.kind == "given" and sources_to_run([SimpleNamespace(source=last.source, metadata={})], A2)[0][-1] == ""
