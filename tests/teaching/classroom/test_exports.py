"""Test that only the names that a platform gave say who handed in a file, in every form that platforms write."""

import base64
import io
import os
import struct
import zipfile
import zlib

import pytest

from pegasos_edu.cli import main
from pegasos_edu.teaching.classroom.exports import METADATA, submitters_of
from pegasos_edu.teaching.classroom.file_bytes import CannotRead, read_bytes
from pegasos_edu.teaching.classroom.handins import find_hand_ins
from pegasos_edu.teaching.classroom.listing import MARK
from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.targets import gradescope
from pegasos_edu.teaching.targets.notebooks import solution

CODE = b"x = 1\n"


def zipped(names):
    """Return the bytes of a zip: name -> bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, content in names.items():
            archive.writestr(name, content)
    return whole.getvalue()


def hand_ins_of(files, tmp_path, is_zip=False):
    """Return the students in a class of these files, each with number and late mark, and what was skipped."""
    files = files if isinstance(files, dict) else dict.fromkeys(files, CODE)
    if is_zip:
        (tmp_path / "all.zip").write_bytes(zipped(files))
    for name, content in {} if is_zip else files.items():
        path = tmp_path / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    handins, skipped = find_hand_ins([tmp_path / ("all.zip" if is_zip else "class")], "A2")
    return {(handin.student, handin.number): handin for handin in handins}, skipped


# The forms of exports

FORMS = {
    # moodle/moodle, mod/assign/classes/downloader.php: a folder for each student and kind of submission
    "Moodle": (
        ["Ada Lovelace_1234_assignsubmission_file/A2.ipynb", "Ada Lovelace_1234_assignsubmission_onlinetext/text.html",
         "Bob ONeil_77_assignsubmission_file/work/A2.py", "Łukasz Müller-Ōe 李_5_assignsubmission_file/A2.py"],
        {("Ada Lovelace", "1234"), ("Bob ONeil", "77"), ("Łukasz Müller-Ōe 李", "5")},
    ),
    # the same, "Download submissions in folders" switched off
    "Moodle without folders": (
        ["Ada Lovelace_1234_assignsubmission_file_A2.ipynb", "Bob ONeil_77_assignsubmission_file_A2.ipynb",
         "Bob ONeil_77_assignsubmission_file_helper.py", "Bob ONeil_77_assignsubmission_onlinetext_onlinetext.html"],
        {("Ada Lovelace", "1234"), ("Bob ONeil", "77")},
    ),
    # moodle/moodle, mod/assign/locallib.php up to 4.0: "_" ends the name of the folder
    "Moodle before 4.1": (
        ["Ada de_la Cruz_12_assignsubmission_file_/A2.py", "O'Neil_13_assignsubmission_file_/A2.py"],
        {("Ada de_la Cruz", "12"), ("O'Neil", "13")},
    ),
    # downloader.php, blind marking: get_string('participant', 'assign') without "/", and the number
    "Moodle without names": (
        ["Teilnehmerin_1234_assignsubmission_file/A2.py", "Teilnehmerin_1235_assignsubmission_file/A2.py"],
        {("Teilnehmerin", "1234"), ("Teilnehmerin", "1235")},
    ),
    "Moodle without names and folders": (
        ["Participant 1234_assignsubmission_file_A2.py", "Participant_1235_assignsubmission_file_A2.py"],
        {("Participant", "1234"), ("Participant", "1235")},
    ),
    # downloader.php, teams: the name and number of the group, or get_string('defaultteam', 'assign') alone
    "Moodle's teams": (
        ["Group A_31_assignsubmission_file/A2.py", "Default group_assignsubmission_file/A2.py"],
        {("Group A", "31"), ("Default group", "")},
    ),
    # instructure/canvas-lms, lib/content_zipper.rb: get_filename, add_upload_submission, add_text_or_url
    "Canvas": (
        ["smith_jonesal_LATE_13_346_A2.ipynb", "oneilbob_14_link.html", "oneilbob_14_345_A2.ipynb",
         "李小龙_15_347_A2-1.py", "d-orleans_16_text.html", "_17_348_A2.py"],
        {("smith_jonesal", "13"), ("oneilbob", "14"), ("李小龙", "15"), ("d-orleans", "16"), ("17", "17")},
    ),
    # the same, anonymize_students
    "Canvas without names": (
        ["LATE_anon_AbCd1_345_A2.ipynb", "anon_9Zxy2_346_1_A2.py"],
        {("anon_AbCd1", "anon_AbCd1"), ("anon_9Zxy2", "anon_9Zxy2")},
    ),
    # Gradescope's "Export Submissions", as otter-grader's GradescopeParser reads it
    "Gradescope": (
        {METADATA: b"submission_9:\n  :submitters:\n  - :name: Ada\n  - :name: Bob\n", "submission_9/A2.py": CODE,
         "submission_10/deep/A2.py": CODE},
        {("Ada, Bob", "9"), ("submission_10", "10")},
    ),
    # nbgrader's documentation, "The philosophy and the approach": submitted/STUDENT/ASSIGNMENT/FILE
    "nbgrader": (
        ["submitted/ada/A2/A2.py", "submitted/bob/A2/A2.py", "source/A2/A2.py", "lectures/A2.py", "gradebook.db"],
        {("ada", ""), ("bob", "")},
    ),
    # github/gh-classroom, clone student-repos: ASSIGNMENT-LOGIN
    "GitHub Classroom": (
        ["a2-ada/A2.py", "a2-ada/test_A2.py", "a2-ada/hidden/test_A2_hidden.py", "a2-b-oneil/A2.py"],
        {("a2-ada", ""), ("a2-b-oneil", "")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrapper", ["", "A2 export/"])
@pytest.mark.parametrize("is_zip", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize(("files", "students"), FORMS.values(), ids=FORMS)
def test_each_platform_is_recognised(files, students, is_zip, wrapper, tmp_path):
    files = files if isinstance(files, dict) else dict.fromkeys(files, CODE)
    handins, _ = hand_ins_of({f"{wrapper}{name}": content for name, content in files.items()}, tmp_path, is_zip)
    assert handins.keys() == students
    late = {name for (name, _), handin in handins.items() if "Canvas marks it as late" in handin.notes}
    assert late == {name for name in ("smith_jonesal", "anon_AbCd1") if name in {student for student, _ in students}}


def test_a_student_has_one_hand_in_whatever_else_lies_beside_it(tmp_path):
    names = [name for files, _ in (FORMS["Moodle without folders"], FORMS["GitHub Classroom"]) for name in files]
    handins, _ = hand_ins_of(names[:4], tmp_path / "moodle")
    assert "helper.py, onlinetext.html" in handins["Bob ONeil", "77"].notes[0]
    handins, _ = hand_ins_of(names[4:], tmp_path / "github")
    assert [handin.file for handin in handins.values()] == ["a2-ada/A2.py", "a2-b-oneil/A2.py"]


def test_a_plain_class_whose_names_look_like_canvas_stays_plain(tmp_path):
    handins, _ = hand_ins_of(["hw_2_3_ada.py", "hw_2_3_bob.py", "A2_2025_11_cy.py"], tmp_path)
    assert {name for name, _ in handins} == {"hw_2_3_ada", "hw_2_3_bob", "A2_2025_11_cy"}


# Names that students choose

EVE = {
    "Moodle": "Eve_3_assignsubmission_file/",
    "Moodle without folders": "Eve_3_assignsubmission_file_",
    "Canvas": "eve_3_{}_",
    "Gradescope": "submission_3/",
    "nbgrader": "submitted/eve/A2/",
    "GitHub Classroom": "a2-eve/",
}
CHOSEN = [
    "submitted/x/A2/A2.py", f"{MARK}/class.json", f"x/{MARK}/class.json", METADATA, f"x/{METADATA}", "source/A2/A2.py",
    "x_1_assignsubmission_file_/A2.py", "Ada Lovelace_1234_assignsubmission_file_A2.py", "ann_12_34_A2.py",
    "submission_9/A2.py", "LATE_anon_AbCd1_345_A2.py", "__MACOSX/A2.py", ".hidden/A2.py", "gradebook.db",
    "d/" * 60 + "x_1_assignsubmission_file_/A2.py", "../Ada Lovelace_1234_assignsubmission_file/A2.py",
]  # fmt: skip


@pytest.mark.parametrize("is_zip", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("form", EVE)
def test_no_name_that_a_student_chooses_changes_a_class(form, is_zip, tmp_path):
    files, students = FORMS[form]
    files = files if isinstance(files, dict) else dict.fromkeys(files, CODE)
    is_flat = not EVE[form].endswith("/")
    chosen = [name.replace("/", "_") if is_flat else name for name in CHOSEN if is_zip or not name.startswith("../")]
    swapped = b"submission_3:\n  :submitters:\n  - :name: Ada\nsubmission_9:\n  :submitters:\n  - :name: Eve\n"
    content = {
        f"{EVE[form].format(900 + n)}{name}": swapped if name.endswith("yml") else CODE
        for n, name in enumerate(["A2.py", *chosen])
    }
    for whole in ({**content, **files}, {**files, **content}):
        handins, _ = hand_ins_of(whole, tmp_path, is_zip)
        (eve,) = handins.keys() - students
        assert students < handins.keys() and eve[0].lower() in ("eve", "a2-eve", "submission_3") and eve[1] in ("3", "")
        assert handins[eve].file.startswith(EVE[form].split("{")[0])


def test_no_student_hides(tmp_path):
    files = ["ada/A2.py", f"eve/{MARK}/class.json", "eve/A2.py", "fay/.x/A2.py", f"submitted/x/A2/{MARK}"]
    handins, skipped = hand_ins_of([*files, "submitted/A2.py"], tmp_path)
    assert {name for name, _ in handins} == {"ada", "eve", "fay", "submitted"} and skipped == []
    assert "empty" in handins["fay", ""].problem


@pytest.mark.parametrize(
    ("files", "students", "remarks"),
    [
        (["eve/Ann_1_assignsubmission_file_/A2.py", "eve/A2.py"], {"eve"}, []),
        (["eve/src/A2.py", "eve/doc/x.txt"], {"eve"}, []),
        (["eve/src/one/A2.py", "eve/src/two/A2.py"], {"eve"}, []),
        (["all/all/Ann_1_assignsubmission_file_/A2.py", "all/all/late.py", "all/all/Bo_2_assignsubmission_file_/A2.py"],
         {"Ann", "late", "Bo"}, ["all/all: this only folder was taken for the folder of the class"]),
        (["x/ann/A2.py", "x/bo/A2.py"], {"ann", "bo"}, ["x: this only folder was taken for the folder of the class"]),
    ],
)  # fmt: skip
def test_a_folder_that_is_the_only_one_is_a_student_unless_a_class_shows(files, students, remarks, tmp_path):
    handins, skipped = hand_ins_of(files, tmp_path)
    assert {name for name, _ in handins} == students and skipped == remarks


def test_what_lies_outside_nbgraders_folder_is_named(tmp_path):
    _, skipped = hand_ins_of(FORMS["nbgrader"][0], tmp_path)
    assert [text.split(":")[0] for text in skipped] == ["gradebook.db", "lectures", "source"]


# Gradescope's metadata

YAML = f"""--- # as libyaml writes it for Ruby
submission_1:
  :submitters:
  - :name: "Ada \\U0001F600 L"
    :sid: '12'
  - :name: 'Bob O''Neil'
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &2 2025-01-02 03:04:05.678 Z
  :history:
  - :id: 7
    :submitters:
    - :name: Old Name
submission_2:
  :submitters:
  - :name: !binary |-
      {base64.b64encode("Jérôme".encode()).decode()}
  - :name: &1 "Tab \\"Q\\" \\x41"
submission_3:
  :submitters:
  - :name: |-
      Cy
      Young
  - :name: a name that is
      folded
  - :name: *1
submission_4:
  :submitters: []
"""
NAMES = {
    "1": "Ada 😀 L, Bob O'Neil",
    "2": 'Jérôme, Tab "Q" A',
    "3": 'Cy Young, a name that is folded, Tab "Q" A',
}


@pytest.mark.parametrize("is_c", [True, False])
def test_names_are_read_as_ruby_writes_them(is_c, monkeypatch):
    if not is_c:
        monkeypatch.delattr("yaml.CBaseLoader", raising=False)
    assert submitters_of(YAML.encode()) == (NAMES, True)


DAMAGED = {
    "nested lists": b"[" * 200_000,
    "nested mappings": b"? " * 200_000,
    "no YAML": b"\x00\xff{]}",
    "cut off": b'submission_1:\n  :submitters:\n  - :name: Ada\n  - :name: "Bo',
    "not UTF-8": b"submission_1:\n  :submitters:\n  - :name: Ada\n  - :name: \xff",
    "no mapping": b"- a\n- b\n",
    "laughs": b"a: &a [x, x]\n" + b"".join(b"b%d: &b%d [*a, *a]\n" % (n, n) for n in range(999)),
    "a mapping as a name": b"submission_1:\n  :submitters:\n  - :name: {a: b}\n",
    "no base64": b"submission_1:\n  :submitters:\n  - :name: !binary Ad\n",
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_damaged_metadata_never_stop_a_class(content, tmp_path):
    files = {METADATA: content, "submission_1/A2.py": CODE, "submission_2/A2.py": CODE}
    for is_zip in (False, True):
        handins, skipped = hand_ins_of(files, tmp_path, is_zip)
        assert {number for _, number in handins} == {"1", "2"}
        assert all(name in (f"submission_{number}", "Ada") for name, number in handins)
        assert all(METADATA in text for text in skipped)


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody make links")
@pytest.mark.parametrize("kind", ["link", "dangling", "pipe", "folder", "large", "missing"])
def test_metadata_that_are_no_file_never_stop_a_class(kind, tmp_path, monkeypatch):
    monkeypatch.setattr("pegasos_edu.teaching.classroom.file_bytes.MAX_BYTES", 1000)
    path = tmp_path / "class" / METADATA
    path.parent.mkdir()
    (tmp_path / "other.yml").write_bytes(b"submission_1:\n  :submitters:\n  - :name: Eve\n")
    match kind:
        case "link" | "dangling":
            path.symlink_to(tmp_path / ("other.yml" if kind == "link" else "none"))
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "large":
            path.write_bytes(b"#" * 1001)
    handins, skipped = hand_ins_of(["submission_1/A2.py"], tmp_path)
    assert handins.keys() >= {("submission_1", "1")}
    assert any(text.startswith(METADATA) and "called as their folders" in text for text in skipped)


# Links


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody make links")
def test_no_link_is_followed(tmp_path):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "A2.py").write_bytes(CODE)
    folder = tmp_path / "class"
    links = {
        "bob/A2.py": "../ada/A2.py", "cy": "ada", "dan/sub": "../ada", "eve.py": tmp_path / "secret" / "A2.py",
        "fay.py": "fay.py", "gus.py": "/dev/zero", "hal/one.py": "two.py", "hal/two.py": "../ada/A2.py", "ian": ".",
        "jo/A2.py": "own.py", "ada/helper.py": "/etc/passwd",
    }  # fmt: skip
    for name, target in links.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(target)
    os.mkfifo(folder / "kay.py")
    handins, _ = hand_ins_of(["ada/A2.py", "jo/own.py"], tmp_path)
    handins = {name: handin for (name, _), handin in handins.items()}
    assert read_bytes(*handins["ada"].place) == CODE and "helper.py (a link)" in handins["ada"].notes[0]
    assert read_bytes(*handins["jo"].place) == CODE and handins["jo"].file == "jo/own.py"  # a link is not needed
    assert handins.keys() == {"ada", "bob", "cy", "dan", "eve", "fay", "gus", "hal", "ian", "jo", "kay"}
    for name in handins.keys() - {"ada", "jo", "kay"}:
        assert "link" in handins[name].problem
        with pytest.raises(CannotRead, match="link"):
            read_bytes(*handins[name].place)
    with pytest.raises(CannotRead, match="not a file"):
        read_bytes(*handins["kay"].place)


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody make links")
def test_a_teacher_may_give_a_link_to_a_class_but_not_to_a_file(tmp_path):
    hand_ins_of(["ada/A2.py", "bob/A2.py"], tmp_path)
    (tmp_path / "mine").symlink_to("class", target_is_directory=True)
    (tmp_path / "mine.py").symlink_to("class/ada/A2.py")
    assert {handin.student for handin in find_hand_ins([tmp_path / "mine"], "A2")[0]} == {"ada", "bob"}
    (handin,) = find_hand_ins([tmp_path / "mine.py"], "A2")[0]
    assert "link" in handin.problem


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody make links")
@pytest.mark.parametrize("kind", ["file", "folder", "chain", "hard link"])
def test_gradescope_never_grades_the_master(kind, tmp_path, monkeypatch):
    monkeypatch.setattr("subprocess.run", lambda *_, **__: pytest.fail("it was graded"))
    for name in ("source", "submission", "other"):
        (tmp_path / name).mkdir()
    master, handin = tmp_path / "source" / "A2.ipynb", tmp_path / "submission" / "A2.ipynb"
    master.write_bytes(b"{}")
    match kind:
        case "file":
            handin.symlink_to("../source/A2.ipynb")
        case "folder":
            (tmp_path / "submission" / "work").symlink_to("../source")
        case "chain":
            (tmp_path / "other" / "link").symlink_to(tmp_path / "source")
            handin.symlink_to("../other/link/A2.ipynb")
        case "hard link":
            os.link(master, handin)
    gradescope.grade(tmp_path)
    held = (tmp_path / "results" / "results.json").read_text("utf-8")
    assert '"score": 0' in held and ("master" if kind == "hard link" else "link") in held


@pytest.mark.slow
def test_a_copy_of_the_master_is_told(tmp_path, capsys):
    master = tmp_path / "A2.ipynb"
    master.write_bytes(read_master("A2").path.read_bytes())
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.ipynb").write_bytes(master.read_bytes())
    (tmp_path / "class" / "bob.ipynb").write_bytes(solution(read_master("A2")))
    names = [str(tmp_path / name) for name in ("class", "A2.ipynb", "out")]
    assert main(["grade", names[0], "--assignment", names[1], "--out", names[2], "--quiet", "--jobs", "1"]) == 0
    page = (tmp_path / "out" / "overview.html").read_text("utf-8")
    assert page.count("byte for byte") == 1


# Zips


def raw(names, extra=None):
    """Return a zip whose names are these bytes, without the flag for UTF-8, and with an extra field for each."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for n, name in enumerate(names):
            info = zipfile.ZipInfo("x" * len(name))
            info.extra = extra(name) if extra else b""
            info.filename = f"{n:#>{len(name)}}"
            archive.writestr(info, CODE)
    content = whole.getvalue()
    for n, name in enumerate(names):
        content = content.replace(f"{n:#>{len(name)}}".encode(), name)
    return content


def unicode_path(text, crc=None):
    """Return the extra field of APPNOTE 4.6.9 for a name."""
    held = text.encode()
    return lambda name: struct.pack("<HHBL", 0x7075, 5 + len(held), 1, zlib.crc32(name) if crc is None else crc) + held


ZIPS = {
    # macOS, "Compress": UTF-8 in pieces, without the flag for UTF-8 of APPNOTE 4.4.4
    "macOS": (["Jose\u0301/A2.py".encode(), b"__MACOSX/Jos/._A2.py", "李/A2.py".encode()], None, {"José", "李"}, False),
    # Windows, "Compressed folder": the code page of DOS
    "Windows": (["Müller/A2.py".encode("cp437"), "Zoë/A2.py".encode("cp437")], None, {"Müller", "Zoë"}, True),
    "Portugal": (["João/A2.py".encode("cp850"), "Óscar/A2.py".encode("cp850")], None, {"João", "Óscar"}, True),
    "backslashes": ([b"class\\ada\\A2.py", b"class\\bob\\src\\A2.py"], None, {"ada", "bob"}, False),
    # Info-ZIP: the name in UTF-8 as an extra field, if its checksum is that of the name
    "Info-ZIP": ([b"ad\x81/A2.py"], unicode_path("adę/A2.py"), {"adę"}, False),
    "Info-ZIP, renamed": ([b"ad\x81/A2.py"], unicode_path("eve/A2.py", 1), {"adü"}, True),
}


@pytest.mark.parametrize(("names", "extra", "students", "is_guess"), ZIPS.values(), ids=ZIPS)
def test_names_in_zips_are_read_as_systems_write_them(names, extra, students, is_guess, tmp_path):
    (tmp_path / "all.zip").write_bytes(raw(names, extra))
    handins, skipped = find_hand_ins([tmp_path / "all.zip"], "A2")
    assert {handin.student for handin in handins} == students
    assert all(read_bytes(*handin.place) == CODE for handin in handins)
    assert any("not in Unicode" in text for text in skipped) == is_guess


def test_a_chinese_code_page_cannot_be_told_and_this_is_said(tmp_path):
    (tmp_path / "all.zip").write_bytes(raw(["王芳/A2.py".encode("gbk"), b"bob/A2.py"]))
    handins, skipped = find_hand_ins([tmp_path / "all.zip"], "A2")
    assert len(handins) == 2 and "not in Unicode, so some letters may be wrong" in skipped[0]


def test_a_zip_of_a_student_is_named_and_not_opened(tmp_path):
    inner = zipped({"Ann_1_assignsubmission_file_/A2.py": CODE, "submitted/x/A2/A2.py": CODE})
    handins, _ = hand_ins_of({"ada/A2.py": CODE, "ada/more.zip": inner, "eve/work.zip": inner}, tmp_path)
    assert {name for name, _ in handins} == {"ada", "eve"} and "more.zip" in handins["ada", ""].notes[0]
    assert handins["eve", ""].file == "eve/work.zip"
