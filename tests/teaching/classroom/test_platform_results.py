"""Test the files for platforms, and what a teacher adds: rosters, overrides, a hand-in that is graded again."""

import csv
import io
import json
import os
import re
import zipfile

import pytest

from pegasos_edu.cli import main
from pegasos_edu.teaching.classroom import grading, marking
from pegasos_edu.teaching.classroom.handins import find_hand_ins
from pegasos_edu.teaching.classroom.programs import fingerprint
from pegasos_edu.teaching.classroom.students import match_roster, read_roster
from pegasos_edu.teaching.masters import read_master

A2 = read_master("A2")
STEP = next(check for check in A2.checks if check.name == "one step")


@pytest.fixture
def asked(monkeypatch):
    """Give each hand-in the number in it as its points for one step; return the list of graded hand-ins."""
    asked = []

    def result_of(held, assignment):
        asked.append(held.decode())
        if not held.strip().isdigit():
            return marking.unread("It holds no number.", assignment)
        points = int(held)
        check = marking.blank(STEP, "words") | {"points": points, "cause": "" if points else "It adds 2·x_0."}
        others = [marking.blank(entry, "words") | {"points": 0} for entry in A2.checks if entry is not STEP]
        scored = {"is_graded": True, "points": points, "checks": [check, *others], "fingerprint": held.decode()}
        return marking.unread("", assignment) | scored

    def marked(held, name, assignment):
        return result_of(held, assignment)
        yield  # a task is a generator

    monkeypatch.setattr(grading, "marked", marked)
    return asked


def class_of(folder, files):
    """Write files: path -> text; the time of each file is a second later than that of the file before."""
    for n, (name, text) in enumerate(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        os.utime(path, (1e9 + n, 1e9 + n))
    return folder


def grade(out, *arguments, assignment="A2"):
    options = ["--assignment", str(assignment), "--out", str(out), "--quiet", "--jobs", "1"]
    return main(["grade", *map(str, arguments), *options])


def points_of(out):
    rows = json.loads((out / "results.json").read_text("utf-8"))["hand_ins"]
    return {row["student"]: row["points"] for row in rows}


def table(path):
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8"))))


# Platforms

WORKSHEET = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    'Participant 7,Ada Lovelace,ada@x.org,Submitted,-,"20,00",Yes,"Monday, 5 May","Tuesday, 6 May, 10:12 AM",\n'
    "Participant 9,Cy Young,cy@x.org,No submission,-,20.00,Yes,-,-,\n"
)


def test_moodle_gets_its_worksheet_back(tmp_path, asked):
    files = {"Ada Lovelace_7_assignsubmission_file_/A2.py": "4", "=Bob_8_assignsubmission_file_/A2.py": "not yet"}
    (tmp_path / "worksheet.csv").write_text(WORKSHEET, "utf-8")
    out = tmp_path / "out"
    assert grade(out, class_of(tmp_path / "in", files), "--roster", tmp_path / "worksheet.csv") == 0
    heads, *lines = table(out / "moodle.csv")
    assert heads == WORKSHEET.splitlines()[0].lstrip("\ufeff").split(",")
    bob, ada, cy = (dict(zip(heads, line)) for line in lines)
    assert (ada["Identifier"], ada["Grade"], ada["Maximum Grade"]) == ("Participant 7", "4", "20,00")
    assert ada["Email address"] == "ada@x.org" and ada["Last modified (grade)"] == "Tuesday, 6 May, 10:12 AM"
    assert "one step: 4 of 4" in ada["Feedback comments"]
    assert (bob["Identifier"], bob["Full name"], bob["Grade"]) == ("Participant 8", "'=Bob", "")
    assert (cy["Identifier"], cy["Status"], cy["Grade"]) == ("Participant 9", "No submission", "")
    with zipfile.ZipFile(out / "moodle-feedback.zip") as archive:
        names = archive.namelist()
        assert "4 of 20 points" in archive.read(names[1]).decode()
    assert names == [f"{entry}_assignsubmission_file_/A2-feedback.html" for entry in ("=Bob_8", "Ada Lovelace_7")]
    assert not (out / "canvas.csv").exists()


# moodle/moodle, mod/assign/gradingtable.php writes, and mod/assign/feedback/offline/importgradeslib.php reads, titles
# and identifiers in the language of the teacher, as the language packs translate them.
WORKSHEETS = {
    "German": (";", "20,00", "Teilnehmer/in", "ID;Vollständiger Name;E-Mail-Adresse;Status;Bewertung;Bestwertung;"
               "Bewertung kann geändert werden;Zuletzt geändert (Abgabe);Zuletzt geändert (Bewertung);Feedback"),
    "French": (",", "20", "Participant", "Identifiant,Nom complet,Numéro d'identification,Adresse de courriel,Statut,"
               "Note,Note maximale,Modifiable,Modifié (travail remis),Modifié (note),Feedback par commentaires"),
    "Spanish": (",", "20.00", "Participante", "Identificador,Nombre completo,Dirección de correo,Estado,Calificación,"
                "Calificación máxima,Última modificación (entrega),Última modificación (calificación),Comentarios"),
    "Italian": ("\t", "20", "Partecipante ", "Identificativo\tNome\tIndirizzo email\tStato\tValutazione\tMassima\t"
                "Modificabile\tUltima modifica (consegna)\tUltima modifica (valutazione)\tCommenti"),
    "Portuguese": (",", "20", "Participante", "Identificador,Nome completo,Estado,Nota,Nota máxima,Pode ser alterada,"
                   "Última modificação (submissão),Última modificação (nota),Comentários"),
    "Chinese": (",", "100", "参与者", "识别码,姓名,电子邮件,状态,小组,成绩,最高成绩,可以更改,"
                "最后修改（提交）,最后修改（成绩）,反馈评论"),
}  # fmt: skip


def worksheet(separator, maximum, word, heads, names):
    """Return the text of Moodle's grading worksheet, given number -> name; the place of a column gives its content."""
    heads = heads.split(separator)
    grade = next(n for n, head in enumerate(heads) if head[:4] in ("Bewe", "Note", "Cali", "Valu", "Nota", "成绩"))
    lines = [heads]
    for number, name in names.items():
        line = [f"{word}{number}", name, *["Submitted"] * (grade - 2), "-", maximum, *["-"] * (len(heads) - grade - 2)]
        lines.append([*line[:-1], ""])
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(lines)
    return text.getvalue(), grade, len(heads) - 1


@pytest.mark.parametrize("language", WORKSHEETS)
def test_moodle_gets_its_worksheet_back_in_its_own_language(language, tmp_path, asked):
    separator, maximum, word, heads = WORKSHEETS[language]
    text, grade_at, comments_at = worksheet(
        *WORKSHEETS[language], {"7": "Ada Lovelace", "9": "Cy Young", "8": "Bob O'Neil"}
    )
    (tmp_path / "worksheet.csv").write_text(text, "utf-8-sig")
    files = {"Ada Lovelace_7_assignsubmission_file_A2.py": "4", "Bob ONeil_8_assignsubmission_file_A2.py": "3"}
    out = tmp_path / "out"
    out.mkdir()
    (out / "overrides.csv").write_text("student,check,points,comment\nAda Lovelace,total,2.5,\n", "utf-8")
    assert grade(out, class_of(tmp_path / "in", files), "--roster", tmp_path / "worksheet.csv") == 0
    before = list(csv.reader(io.StringIO(text), delimiter=separator))
    after = list(csv.reader(io.StringIO((out / "moodle.csv").read_text("utf-8")), delimiter=separator))
    assert after[0] == before[0] == heads.split(separator)
    before, after = ({line[0]: line for line in lines[1:]} for lines in (before, after))
    assert before.keys() == after.keys() == {f"{word}{number}" for number in (7, 8, 9)}
    points = [after[f"{word}{number}"][grade_at] for number in (7, 8, 9)]
    assert points == ["2,5" if "," in maximum else "2.5", "3", ""]
    assert "one step: 3 of 4" in after[f"{word}8"][comments_at] and after[f"{word}9"][comments_at] == ""
    kept = [n for n in range(comments_at) if n != grade_at]
    assert all([line[n] for n in kept] == [before[key][n] for n in kept] for key, line in after.items())


def test_a_worksheet_without_names_is_matched_by_its_numbers(tmp_path):
    lines = ["ID,Status,Bewertung,Bestwertung,A,B", "Teilnehmer/in7,Abgegeben,,20,-,-", "Teilnehmer/in8,Keine,,20,-,-"]
    (tmp_path / "w.csv").write_text("\n".join([*lines, "Teilnehmer/in9,Abgegeben,,20,-,-"]), "utf-8")
    names = [f"Teilnehmerin_{number}_assignsubmission_file/A2.py" for number in (7, 9)]
    handins, _ = find_hand_ins([class_of(tmp_path / "in", dict.fromkeys(names, "1"))], "A2")
    matches = match_roster(read_roster(tmp_path / "w.csv")["students"], handins)
    names = {handin.number: matches[handin.id]["name"] for handin in handins}
    assert names == {"7": "Teilnehmer/in7", "9": "Teilnehmer/in9"}


def test_moodle_recognises_the_page_of_a_name_with_an_underscore_or_a_slash(tmp_path, asked):
    (tmp_path / "w.csv").write_text(WORKSHEET.replace("Ada Lovelace", "Ada_M. Lovelace/King"), "utf-8")
    folder = class_of(tmp_path / "in", {"Ada M. Lovelace King_7_assignsubmission_file/A2.py": "4"})
    assert grade(tmp_path / "out", folder, "--roster", tmp_path / "w.csv") == 0
    with zipfile.ZipFile(tmp_path / "out" / "moodle-feedback.zip") as archive:
        assert archive.namelist() == ["Ada M. Lovelace King_7_assignsubmission_file_/A2-feedback.html"]


def test_numbers_of_teams_and_of_another_worksheet_give_nobody_points(tmp_path, asked, capsys):
    (tmp_path / "w.csv").write_text(WORKSHEET, "utf-8")
    names = "Cy Young_7", "Group A_9", "Group B_31"
    files = {f"{name}_assignsubmission_file/A2.py": f"{n}" for n, name in zip((4, 3, 2), names)}
    assert grade(tmp_path / "out", class_of(tmp_path / "in", files), "--roster", tmp_path / "w.csv") == 0
    printed = capsys.readouterr().out
    assert "2 not on the roster: Group A, Group B." in printed and "moodle.csv leaves out Group A, Group B" in printed
    points = {line[0]: line[4] for line in table(tmp_path / "out" / "moodle.csv")[1:]}
    assert points == {"Participant 7": "", "Participant 9": "4"}
    with zipfile.ZipFile(tmp_path / "out" / "moodle-feedback.zip") as archive:
        assert "Group A_9_assignsubmission_file_/A2-feedback.html" in archive.namelist()


def test_without_a_worksheet_moodle_must_speak_english(tmp_path, asked, capsys):
    class_of(tmp_path / "in", {"Ada_7_assignsubmission_file/A2.py": "4"})
    assert grade(tmp_path / "out", tmp_path / "in") == 0
    assert "set Moodle to English while you upload it" in capsys.readouterr().out
    assert table(tmp_path / "out" / "moodle.csv")[0][0] == "Identifier"


GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,A1 Losses (31),A2 Pegasos (32),Current Score\n"
    "    Points Possible,,,,,10,25,(read only)\n"
    '"Lovelace, Ada",12,S12,ada@x.org,Group 1,8,,80\n'
    '"O\'Neil, Bob",13,S13,bob@x.org,Group 2,9,,90\n'
    '"Student, Test",99,,,Group 1,,,\n'
)


@pytest.mark.parametrize("has_roster", [False, True])
def test_canvas_gets_its_gradebook_back(has_roster, tmp_path, asked):
    files = {"lovelaceada_LATE_12_345_A2-1.py": "3", "youngcy_14_346_A2.py": "2"}
    (tmp_path / "book.csv").write_text(GRADEBOOK, "utf-8")
    out = tmp_path / "out"
    roster = ["--roster", tmp_path / "book.csv"] if has_roster else []
    assert grade(out, class_of(tmp_path / "in", files), *roster) == 0
    heads, possible, *lines = table(out / "canvas.csv")
    assert heads[:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    if has_roster:
        assert heads[5] == "A2 Pegasos (32)" and possible == ["Points Possible", "", "", "", "", "25"]
        assert lines[0] == ["Lovelace, Ada", "12", "S12", "ada@x.org", "Group 1", "3"]
        assert lines[1:] == [
            ["youngcy", "14", "", "", "", "2"],
            ["O'Neil, Bob", "13", "S13", "bob@x.org", "Group 2", ""],
        ]
    else:
        assert heads[5] == "A2" and possible[5] == "20"
        assert lines == [["lovelaceada", "12", "", "", "", "3"], ["youngcy", "14", "", "", "", "2"]]
    with zipfile.ZipFile(out / "canvas-feedback.zip") as archive:
        assert archive.namelist() == [f"{name}.html" for name in files]


# instructure/canvas-lms, lib/gradebook_exporter.rb: two names, a row of hidden assignments, other separators
GRADEBOOKS = {
    "two names": "Last Name,First Name,ID,SIS User ID,SIS Login ID,Root Account,Section,A2 (32)\n"
                 ",,,,,,,Manual Posting\n    Points Possible,,,,,,,25\n"
                 "Smith_Jones,Al,13,,al,x.edu,1,\nStudent,Test,99,,,,1,\n",
    "semicolons": 'Student;ID;SIS User ID;SIS Login ID;Section;A2 (32)\n    Points Possible;;;;;"25,00"\n'
                  "Smith_Jones, Al;13;;al;1;\nStudent, Test;99;;;1;\n",
}  # fmt: skip


@pytest.mark.parametrize("text", GRADEBOOKS.values(), ids=GRADEBOOKS)
def test_canvas_gets_each_of_its_gradebooks_back(text, tmp_path, asked, capsys):
    (tmp_path / "book.csv").write_text(text, "utf-8")
    files = {
        "smith_jonesal_LATE_13_346_A2.py": "3",
        "smith_jonesal_13_link.html": "",
        "smith_jonesal_13_347_notes.txt": "",
    }
    assert grade(tmp_path / "out", class_of(tmp_path / "in", files), "--roster", tmp_path / "book.csv") == 0
    heads, possible, line = table(tmp_path / "out" / "canvas.csv")
    assert (heads[5], possible[5][:2], line[1], line[5]) == ("A2 (32)", "25", "13", "3")
    assert "not on the roster" not in capsys.readouterr().out
    (row,) = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["hand_ins"]
    assert row["student"] == "smith_jonesal" and "Canvas marks it as late" in row["notes"]


def test_canvas_without_names_gets_pages_but_no_table(tmp_path, asked):
    names = "LATE_anon_AbCd1_345_A2.py", "anon_9Zxy2_346_A2.py"
    assert grade(tmp_path / "out", class_of(tmp_path / "in", dict.fromkeys(names, "3"))) == 0
    assert not (tmp_path / "out" / "canvas.csv").exists()
    with zipfile.ZipFile(tmp_path / "out" / "canvas-feedback.zip") as archive:
        assert sorted(archive.namelist()) == [f"{name}.html" for name in names]


# GitHub Classroom, Students, Download: the roster as classroom_roster.csv
CLASSROOM = (
    'identifier,github_username,github_id,name\nada@x.org,ALovelace,1,Ada Lovelace\n"O\'Neil, Bob",b-oneil,2,\n'
    "S123,cy,3,Cy Young\nS124,,,\n"
)


def test_repositories_of_github_classroom_are_matched_by_login(tmp_path, asked, capsys):
    (tmp_path / "classroom_roster.csv").write_text(CLASSROOM, "utf-8")
    files = dict.fromkeys(("a2-alovelace/A2.py", "a2-b-oneil/A2.py", "a2-x-cy/A2.py"), "2")
    assert grade(tmp_path / "out", class_of(tmp_path / "in", files), "--roster", tmp_path / "classroom_roster.csv") == 0
    printed = capsys.readouterr().out
    assert "2 of the roster handed in nothing: Cy Young, S124." in printed
    assert "1 not on the roster: a2-x-cy." in printed
    assert not list((tmp_path / "out").glob("moodle*"))
    handins, _ = find_hand_ins([class_of(tmp_path / "own", {"alovelace/A2.py": "1", "cy/A2.py": "1"})], "A2")
    roster = read_roster(tmp_path / "classroom_roster.csv")["students"]
    assert {entry["name"] for entry in match_roster(roster, handins).values()} == {"Ada Lovelace", "Cy Young"}


def test_a_student_whose_number_nobody_knows_is_named(tmp_path, asked, capsys):
    class_of(tmp_path / "in", {"Ada_7_assignsubmission_file_/A2.py": "4", "late.py": "1"})
    assert grade(tmp_path / "out", tmp_path / "in") == 0
    assert "moodle.csv leaves out late" in capsys.readouterr().out
    assert len(table(tmp_path / "out" / "moodle.csv")) == 2


# Rosters


@pytest.mark.parametrize(
    "text",
    [
        "Name,Number,Email\nAda Lovelace,,\nBob O'Neil,,bob@x.org\nCy,,\n",
        "name;e-mail\nLovelace, Ada;\nBob;bob@x.org\nCy;\n",
        "First name,Surname,Email address\nAda,Lovelace,\nRobert,Neil,bob@x.org\n,Cy,\n",
    ],
)
def test_a_roster_says_who_is_missing(text, tmp_path, asked, capsys):
    class_of(tmp_path / "in", {"lovelaceada_12_1_A2.py": "1", "bob/A2.py": "1", "eve/A2.py": "1"})
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    for roster in (["--roster", tmp_path / "roster.csv"], []):  # the second run remembers the roster
        assert grade(tmp_path / "out", tmp_path / "in", *roster) == 0
        printed = capsys.readouterr().out
        assert "1 of the roster handed in nothing: Cy." in printed and "1 not on the roster: eve." in printed
    assert json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["missing"] == ["Cy"]
    assert "handed in nothing" in (tmp_path / "out" / "overview.html").read_text("utf-8")


def test_a_name_that_two_students_have_decides_nothing(tmp_path):
    (tmp_path / "roster.csv").write_text("name,number\nAda,1\nAda,2\n", "utf-8")
    handins, _ = find_hand_ins([class_of(tmp_path / "in", {"ada/A2.py": "1", "bob/A2.py": "1"})], "A2")
    assert match_roster(read_roster(tmp_path / "roster.csv")["students"], handins) == {}


# Several hand-ins of a student


@pytest.mark.parametrize(("keep", "points", "marked"), [("latest", 2, 1), ("best", 4, 3)])
def test_a_student_counts_once(keep, points, marked, tmp_path, asked):
    class_of(tmp_path / "in", {"ada/A2-1.py": "1", "ada/A2-2.py": "4", "ada/A2-3.py": "2", "bob/A2.py": "0"})
    assert grade(tmp_path / "out", tmp_path / "in", "--keep", keep) == 0
    assert points_of(tmp_path / "out") == {"ada": points, "bob": 0} and len(asked) == marked + 1
    row = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["hand_ins"][0]
    assert row["file"] == f"ada/A2-{2 if keep == 'best' else 3}.py"
    assert f"3 files were handed in and the {keep} one counts; not counted: A2-1.py" in row["notes"][0]
    assert grade(tmp_path / "out", tmp_path / "in", "--keep", keep) == 0 and len(asked) == marked + 1


def test_of_many_files_of_a_student_only_the_latest_are_graded(tmp_path, asked):
    class_of(tmp_path / "in", {f"ada/A2-{n}.py": f"{n}" for n in range(25)} | {"bob/A2.py": "0"})
    assert grade(tmp_path / "out", tmp_path / "in", "--keep", "best") == 0
    assert points_of(tmp_path / "out") == {"ada": 24, "bob": 0} and len(asked) == grading.FILES_OF_A_STUDENT + 1


# One hand-in is graded again


def test_one_hand_in_is_graded_again_and_all_others_stay(tmp_path, asked):
    folder, out = class_of(tmp_path / "in", {"ada/A2.py": "1", "bob/A2.py": "2"}), tmp_path / "out"
    assert grade(out, folder) == 0
    (folder / "bob" / "A2.py").write_text("3", "utf-8")
    (folder / "ada" / "A2.py").write_text("4", "utf-8")
    assert grade(out, folder, "--only", "BOB") == 0 and asked == ["1", "2", "3"]
    assert points_of(out) == {"ada": 1, "bob": 3}
    assert grade(out, folder, "--only", "bob") == 0 and asked == ["1", "2", "3", "3"]


def test_a_single_file_never_wipes_the_class(tmp_path, asked):
    folder, out = class_of(tmp_path / "in", {"ada/A2.py": "1", "bob/A2.py": "2"}), tmp_path / "out"
    assert grade(out, folder) == 0
    (folder / "bob" / "A2.py").write_text("3", "utf-8")
    assert grade(out, folder / "bob" / "A2.py") == 0  # the student's name is known from the first run
    assert points_of(out) == {"ada": 1, "bob": 3}
    assert grade(out, class_of(tmp_path / "late", {"cy.py": "4"}) / "cy.py") == 0
    assert points_of(out) == {"ada": 1, "bob": 3, "cy": 4} and len(list((out / "feedback").iterdir())) == 3
    (folder / "ada" / "A2.py").unlink()
    (folder / "ada").rmdir()
    assert grade(out, folder) == 0 and points_of(out) == {"bob": 3, "cy": 4}  # ada's file is gone


def test_another_assignment_or_an_older_folder_is_never_written_over(tmp_path, asked, capsys):
    folder, out = class_of(tmp_path / "in", {"ada/A2.py": "1"}), tmp_path / "out"
    assert grade(out, folder) == 0
    before = (out / "results.json").read_bytes()
    assert grade(out, folder, assignment="A1") == 2
    assert "holds results of A2; name another one, such as --out results-A1" in capsys.readouterr().err
    (out / grading.MARK / grading.STATE).unlink()  # older versions wrote no such file
    assert grade(out, folder) == 2 and (out / "results.json").read_bytes() == before
    assert "so that nothing is overwritten" in capsys.readouterr().err


# Overrides


def test_overrides_change_points_are_kept_and_reach_every_file(tmp_path, asked, capsys):
    folder = class_of(
        tmp_path / "in", {"Ada_7_assignsubmission_file_/A2.py": "1", "Bob_8_assignsubmission_file_/A2.py": "2"}
    )
    out = tmp_path / "out"
    assert grade(out, folder) == 0
    assert (out / "overrides.csv").read_text("utf-8") == "student,check,points,comment\n"
    lines = "ada;One Step;2,5;<b>Nearly", "8;total;18;", "Ada;which weights;1;Well argued", "Nobody;total;1;"
    text = "\n".join(["student;check;points;comment", *lines, ""])
    (out / "overrides.csv").write_text(text, "utf-8-sig")
    for _ in range(2):
        assert grade(out, folder) == 0
        assert points_of(out) == {"Ada": 3.5, "Bob": 18} and len(asked) == 2
        assert (out / "overrides.csv").read_text("utf-8-sig") == text
        assert "overrides.csv, line 5: no hand-in is from 'Nobody'" in capsys.readouterr().out
    assert [line[4] for line in table(out / "moodle.csv")] == ["Grade", "3.5", "18"]
    (page,) = (out / "feedback").glob("ada-*.html")
    held = page.read_text("utf-8")
    assert "3.5 of 20 points" in held and "&lt;b&gt;Nearly" in held and "Well argued" in held


@pytest.mark.parametrize(
    ("line", "words"),
    [("ada,one stop,2,", "check must be one of total, the step size"), ("ada,total,many,", "points must be a number")],
)
def test_a_wrong_override_is_refused_in_one_line(line, words, tmp_path, asked, capsys):
    out = tmp_path / "out"
    out.mkdir()
    (out / "overrides.csv").write_text(f"student,check,points,comment\n{line}\n", "utf-8")
    assert grade(out, class_of(tmp_path / "in", {"ada/A2.py": "1"})) == 2
    printed = capsys.readouterr().err
    assert words in printed and "line 2" in printed and printed.count("\n") == 1


def test_an_unreadable_file_can_be_given_points(tmp_path, asked):
    out = tmp_path / "out"
    folder = class_of(tmp_path / "in", {"ada/A2.py": "none", "bob/A2.py": "none"})
    assert grade(out, folder) == 0 and points_of(out) == {"ada": None, "bob": None}
    (out / "overrides.csv").write_text("student,check,points,comment\nada,total,5,on paper\n", "utf-8")
    assert grade(out, folder) == 0 and points_of(out) == {"ada": 5, "bob": None}


# The overview


def test_failures_without_a_name_are_grouped_by_their_words_whatever_the_numbers(tmp_path, asked):
    class_of(tmp_path / "in", {"ada/A2.py": "0", "bob/A2.py": "00", "cy/A2.py": "4"})
    assert grade(tmp_path / "out", tmp_path / "in") == 0
    page = (tmp_path / "out" / "overview.html").read_text("utf-8")
    assert page.count("It adds 2·x_0.") == 1
    assert re.search(r'<th scope="row">2</th><td class="cause">It adds', page)


def test_programs_are_similar_whatever_their_names_blanks_and_comments():
    entry = "import numpy as np\ndef step(w, x):\n    # mine\n    a = w @ x\n    return a * w\n"
    same = "def step(v, z):\n    '''Mine, too.'''\n\n    score = (v @ z)\n    return score*v"
    other = "def step(w, x):\n    a = w @ x\n    return a * x\n"
    prints = [
        fingerprint(sources, A2) for sources in ([f"'''A file.'''\n{entry}"], ["x = (", *same.split("\n\n\n")], [other])
    ]
    assert prints[0] == prints[1] != prints[2] and all(prints)
    handed_out = [cell.student for cell in A2.cells if cell.kind in ("write", "given")]
    assert fingerprint(handed_out, A2) == fingerprint(["# nothing"], A2) == ""
