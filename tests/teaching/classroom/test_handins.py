"""Test that real hand-ins are found, named and read, or refused with a helpful message."""

import io
import json
import os
import re
import zipfile
from pathlib import Path

import pytest

from pegasos_edu.teaching.classroom import file_bytes
from pegasos_edu.teaching.classroom.file_bytes import CannotRead, read_bytes
from pegasos_edu.teaching.classroom.handins import find_hand_ins
from pegasos_edu.teaching.classroom.listing import MARK
from pegasos_edu.teaching.classroom.programs import LONGEST, read_code


def notebook(*sources):
    """Return the bytes of a notebook with these cells of code."""
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} for source in sources]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


CODE = "x = 'é'\n"
PLAIN = notebook(CODE)


def zipped(members):
    """Return the bytes of a zip: name -> bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return whole.getvalue()


def class_of(folder, files):
    """Write a folder with these files: path -> bytes."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


# Reading one

READABLE = {
    "UTF-8": (PLAIN, "a.ipynb"),
    "with a byte order mark": (b"\xef\xbb\xbf" + PLAIN, "a.ipynb"),
    "lines as a list": (notebook(["x = ", "'é'\n"]), "a.ipynb"),
    "a program": (CODE.encode(), "a.py"),
    "Latin-1, undeclared": (CODE.encode("latin-1"), "a.py"),
    "Windows lines": (CODE.replace("\n", "\r\n").encode(), "a.py"),
}


@pytest.mark.parametrize(("content", "name"), READABLE.values(), ids=READABLE)
def test_code_is_read_however_it_was_saved(content, name):
    assert [cell.source for cell in read_code(content, name).cells] == [CODE]


def test_an_encoding_that_a_program_declares_is_used_if_it_is_a_usual_one():
    assert read_code(("# coding: cp1252\n" + CODE).encode("cp1252"), "a.py").cells[0].source.endswith(f"\n{CODE}")
    for name in ("gbk", "punycode", "utf-16", "rot13", "nonsense"):
        source = f"# coding: {name}\nx = 1\n"
        code = read_code(source.encode(), "a.py")
        assert code.cells[0].source == source and "was read as Latin-1" in code.notes[0]


def test_exports_of_notebooks_fall_into_their_cells():
    text = "# %% [markdown]\n# # Words\n# %%\na = 1\n# In[2]:\nb = 2\n#%%\nc = 3\n"
    assert len(read_code(text.encode(), "a.py").cells) == 4


REFUSED = {
    "no bytes": (b"", "a.ipynb", "empty"),
    "zeros, as of a full disk": (bytes(4096), "a.ipynb", "empty"),
    "cut off": (PLAIN[:-20], "a.ipynb", "damaged"),
    "too much code": (notebook("x" * (LONGEST + 1)), "a.ipynb", "more than 200,000 characters"),
    "too many lines": (b"f(\n" + b"\n" * 10_000 + b")", "a.py", "10,000 lines"),
    "a merge": (PLAIN.replace(b'"cells"', b'<<<<<<< HEAD\n"cells"'), "a.ipynb", "merge"),
    "nonsense among its cells": (b'{"cells": [null, 3, {"cell_type": "code", "source": 7}]}', "a.ipynb", "damaged"),
    "nested without end": (b'{"cells": ' + b"[" * 200_000, "a.ipynb", "damaged"),
    "words only": (b'{"cells": [{"cell_type": "markdown", "source": "x", "metadata": {}}], "metadata": {}}', "a.ipynb",
                   "no code cells"),
    "cleared cells": (notebook("", " \n"), "a.ipynb", "no code"),
    "a PDF called notebook": (b"%PDF-1.7 ...", "a.ipynb", "a PDF"),
    "a Word document": (zipped({"word/document.xml": b""}), "a.docx", "Word"),
    "bytes": (b"\x80\x00\x01" * 50, "a.py", "not text"),
    "a text": (b"I did it", "a.txt", r"ends in \.txt"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "name", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_says_why_and_what_to_do(content, name, words):
    with pytest.raises(CannotRead, match=words) as caught:
        read_code(content, name)
    assert re.search("[Hh]and in|hand it in", str(caught.value))


# Finding all

CANVAS = {"lovelaceada_LATE_12_345_A2-1.ipynb": PLAIN, "oneilbob_13_346_My work.py": b"a=1"}
FORMS = {
    "Moodle": (
        {"Ada Lovelace_1234_assignsubmission_file_/A2.ipynb": PLAIN, "Bob O'Neil_77_assignsubmission_file/x.py": b"a"},
        {"Ada Lovelace": "1234", "Bob O'Neil": "77"},
    ),
    "Canvas": (CANVAS, {"lovelaceada": "12", "oneilbob": "13"}),
    "Gradescope": (
        {
            "submission_metadata.yml": b"submission_9:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '1'\n"
            b'  - :name: "Bob"\n  :created_at: x\nsubmission_10:\n  :submitters:\n  - :name: Cy\n',
            "submission_9/A2.ipynb": PLAIN,
            "submission_10/A2.ipynb": PLAIN,
        },
        {"Ada Lovelace, Bob": "9", "Cy": "10"},
    ),
    "nbgrader": (
        {"submitted/ada/A2/A2.ipynb": PLAIN, "submitted/bob/A2/A2.ipynb": PLAIN, "source/A2/A2.ipynb": PLAIN},
        {"ada": "", "bob": ""},
    ),
    "a folder each": ({"ada/A2.ipynb": PLAIN, "bob/A2.ipynb": PLAIN}, {"ada": "", "bob": ""}),
    "one folder": ({"ada.ipynb": PLAIN, "bob.ipynb.json": PLAIN}, {"ada": "", "bob": ""}),
}


@pytest.mark.parametrize("is_zip", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize(("files", "students"), FORMS.values(), ids=FORMS)
def test_students_are_recognised_in_the_exports_of_platforms(files, students, is_zip, tmp_path):
    around = {f"A2 export/{name}": content for name, content in files.items()}
    given = tmp_path / "all.zip"
    if is_zip:
        given.write_bytes(zipped(around))
    elif any("/" in name for name in files) or files is CANVAS:
        given = class_of(tmp_path / "class", around)
    else:
        given = class_of(tmp_path / "class", files)  # a folder around the files would count as a student's folder
    handins, _ = find_hand_ins([given], "A2")
    assert {handin.student: handin.number for handin in handins} == students
    assert len({handin.id for handin in handins}) == len(handins)
    late = [handin.student for handin in handins if "Canvas marks it as late" in handin.notes]
    assert late == (["lovelaceada"] if files is CANVAS else [])


def test_of_several_files_of_a_student_the_assignment_counts_and_the_others_are_named(tmp_path):
    files = {
        "ada/A1.ipynb": PLAIN, "ada/my a2 (1).ipynb": PLAIN, "ada/helpers.py": b"a", "ada/data.csv": b"1",
        "bob/one.ipynb": PLAIN, "bob/two.ipynb": PLAIN, "cy/essay.docx": b"PK", "notes.csv": b"a,b",
    }  # fmt: skip
    handins, skipped = find_hand_ins([class_of(tmp_path, files)], "A2")
    paths = {"ada/my a2 (1).ipynb", "bob/one.ipynb", "bob/two.ipynb", "cy/essay.docx"}
    assert {handin.file for handin in handins} == paths
    assert "A1.ipynb, data.csv, helpers.py" in handins[0].notes[0]
    assert handins[1].id == handins[2].id != handins[0].id
    assert skipped == ["notes.csv"]


def test_what_systems_leave_behind_and_earlier_results_are_not_hand_ins(tmp_path):
    files = {
        "ada/A2.ipynb": PLAIN, "ada/.ipynb_checkpoints/A2-checkpoint.ipynb": PLAIN, "bob.ipynb": PLAIN,
        "__MACOSX/ada/._A2.ipynb": PLAIN, ".DS_Store": b"1", "ada/._A2.ipynb": PLAIN, "Thumbs.db": b"1",
        "out/feedback/x.ipynb": PLAIN, "earlier/feedback/x.html": b"", f"earlier/{MARK}/x.json": b"{}",
    }  # fmt: skip
    folder = class_of(tmp_path / "class", files)
    handins, skipped = find_hand_ins([folder], "A2", folder / "out")
    assert {handin.file for handin in handins} == {"ada/A2.ipynb", "bob.ipynb"}
    assert skipped == ["earlier: it holds results of an earlier run"]


NAMES = ["<script>alert(1)<!--.ipynb", "=cmd|x.ipynb", "-rf.ipynb", "...ipynb.ipynb", "é ß 名前.ipynb",
         "x" * 240 + ".ipynb", "tab\there\n.ipynb", "a\u202eb.ipynb", ".hidden.ipynb"]  # fmt: skip


def test_any_name_gets_an_id_that_is_fit_for_a_file(tmp_path):
    folder = class_of(tmp_path, dict.fromkeys(NAMES, PLAIN))
    (folder / os.fsdecode(b"\xff\xfe.ipynb")).write_bytes(PLAIN)
    handins, _ = find_hand_ins([folder], "A2")
    assert len({handin.id for handin in handins}) == len(handins) == len(NAMES) + 1
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{0,60}", handin.id) for handin in handins)
    assert all(handin.student.isprintable() and handin.file.isprintable() for handin in handins)


def test_a_student_has_one_id_whatever_the_file_and_the_latest_file_is_last(tmp_path):
    files = class_of(tmp_path, {f"{day}/ada.ipynb": PLAIN for day in ("mon", "tue", "wed")})
    files = [tmp_path / day / "ada.ipynb" for day in ("mon", "tue", "wed")]
    for path, when in zip(files, (3e8, 1e8, 2e8)):
        os.utime(path, (when, when))
    for given in (files, [*files[::-1], tmp_path / "mon" / ".." / "mon" / "ada.ipynb"]):
        handins, _ = find_hand_ins(given, "A2")
        assert len({handin.id for handin in handins}) == 1
        assert [Path(handin.path).parent.name for handin in handins] == ["tue", "wed", "mon"]


def test_files_of_the_same_second_follow_the_numbers_in_their_names(tmp_path):
    names = [f"ada_1_{n}_A2-{n}.ipynb" for n in (10, 9, 2)]
    (tmp_path / "all.zip").write_bytes(zipped({zipfile.ZipInfo(name): PLAIN for name in names}))
    assert [handin.file for handin in find_hand_ins([tmp_path / "all.zip"], "A2")[0]] == names[::-1]


def test_thousands_of_files_of_a_student_are_one_student(tmp_path):
    (tmp_path / "all.zip").write_bytes(zipped({f"ada/{n}.py": b"a" for n in range(3_000)} | {"bob/A2.py": b"a"}))
    assert len({handin.id for handin in find_hand_ins([tmp_path / "all.zip"], "A2")[0]}) == 2


# Zips and links


def problem_of(handin):
    """Return why a hand-in cannot be read."""
    if handin.problem:
        return handin.problem
    with pytest.raises(CannotRead) as caught:
        read_bytes(*handin.place)
    return str(caught.value)


def test_a_zip_cannot_write_anywhere_and_its_paths_lead_nowhere(tmp_path):
    names = "../../evil.ipynb", "/etc/evil.ipynb", "C:\\evil\\x.ipynb", "a/../../b.ipynb"
    (tmp_path / "all.zip").write_bytes(zipped(dict.fromkeys(names, PLAIN)))
    handins, _ = find_hand_ins([tmp_path / "all.zip"], "A2")
    assert len(handins) == 4 and all(read_bytes(*handin.place) == PLAIN for handin in handins)
    assert not any(".." in handin.file.split("/") or handin.file.startswith("/") for handin in handins)
    assert [path.name for path in tmp_path.rglob("*")] == ["all.zip"]


def test_what_is_wrong_within_a_zip_costs_one_hand_in_and_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(file_bytes, "MAX_BYTES", 1 << 20)
    link = zipfile.ZipInfo("link/A2.ipynb")
    link.external_attr = 0o120777 << 16
    members = {"bob/A2.ipynb": PLAIN * 9, "ada/A2.ipynb": PLAIN, "cy/A2.ipynb": PLAIN, "eve/": b"",
               "bomb/A2.ipynb": bytes(5 << 20), link: b"/etc/passwd"}  # fmt: skip
    content = bytearray(zipped(members))
    content[content.index(b"bob/A2.ipynb") + 20] ^= 255  # the file is damaged
    content[content.rindex(b"cy/A2.ipynb") - 46 + 8] |= 1  # this flag says that there is a password
    (tmp_path / "all.zip").write_bytes(content)
    handins = {handin.student: handin for handin in find_hand_ins([tmp_path / "all.zip"], "A2")[0]}
    assert read_bytes(*handins.pop("ada").place) == PLAIN
    words = {"bob": "damaged", "cy": "password", "eve": "empty", "bomb": "larger than 1 MiB", "link": "link"}
    assert handins.keys() == words.keys() and all(words[name] in problem_of(handin) for name, handin in handins.items())


def test_an_argument_that_is_not_a_zip_or_does_not_exist_is_refused(tmp_path):
    (tmp_path / "all.zip").write_bytes(b"none")
    with pytest.raises(ValueError, match="must be a zip"):
        find_hand_ins([tmp_path / "all.zip"], "A2")
    with pytest.raises(FileNotFoundError, match="must exist"):
        find_hand_ins([tmp_path / "none"], "A2")
    with pytest.raises(ValueError, match="got none in"):
        find_hand_ins([class_of(tmp_path / "empty", {".DS_Store": b""})], "A2")
