"""What a class hands in, as it really comes: found, named, and read, or refused with words that help."""

import io
import json
import os
import re
import zipfile

import pytest

from pegasos_edu.teaching.classroom import handins as hand_ins
from pegasos_edu.teaching.classroom.handins import MARK, Unreadable, find_hand_ins, read_bytes
from pegasos_edu.teaching.classroom.programs import LONGEST, read_code
from pegasos_edu.teaching.classroom.students import submitters_of


def notebook(*sources, **more):
    """The bytes of a notebook with these cells of code."""
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} | more for source in sources]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


CODE = "x = 'é'\n"
PLAIN = notebook(CODE)


def zipped(members):
    """The bytes of a zip: name -> bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in members.items():
            archive.writestr(name, held)
    return whole.getvalue()


def class_of(folder, files):
    """A folder with these files: path -> bytes."""
    for name, held in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(held)
    return folder


def told(handins):
    return {(one.student, one.file) for one in handins}


# Reading one


READABLE = {
    "UTF-8": PLAIN,
    "with a byte order mark": b"\xef\xbb\xbf" + PLAIN,
    "lines as a list": notebook(["x = ", "'é'\n"]),
    "without the numbers of its format": json.dumps(
        {
            "cells": [{"cell_type": kind, "source": CODE, "metadata": {}} for kind in ("code", "markdown")],
            "metadata": {},
        }
    ).encode(),
}


@pytest.mark.parametrize("held", READABLE.values(), ids=READABLE)
def test_a_notebook_is_read_however_it_was_saved(held):
    assert [cell.source for cell in read_code(held, "a.ipynb").cells] == [CODE]


PROGRAMS = {
    "plain": CODE.encode(),
    "Latin-1, undeclared": CODE.encode("latin-1"),
    "Windows lines": CODE.replace("\n", "\r\n").encode(),
}


@pytest.mark.parametrize("held", PROGRAMS.values(), ids=PROGRAMS)
def test_a_file_of_python_is_read_however_it_was_saved(held):
    assert "".join(cell.source for cell in read_code(held, "a.py").cells) == CODE


def test_an_encoding_that_a_program_declares_is_used_if_it_is_a_usual_one():
    assert read_code(("# coding: cp1252\n" + CODE).encode("cp1252"), "a.py").cells[0].source.endswith(f"\n{CODE}")
    for name in ("punycode", "utf_7", "utf-16", "rot13"):
        with pytest.raises(Unreadable, match=f"(?i)is written in {name}|not text"):
            read_code(f"# coding: {name}\nx = 1\n".encode(), "a.py")


def test_exports_of_notebooks_fall_into_their_cells():
    text = "# %% [markdown]\n# # Words\n# %%\na = 1\n# In[2]:\nb = 2\n#%%\nc = 3\n"
    assert len(read_code(text.encode(), "a.py").cells) == 4


REFUSED = {
    "no bytes": (b"", "a.ipynb", "empty"),
    "white space": (b" \n\n", "a.py", "empty"),
    "zeros, as of a full disk": (bytes(4096), "a.ipynb", "empty"),
    "cut off": (PLAIN[:-20], "a.ipynb", "damaged"),
    "too much code": (notebook("x" * (LONGEST + 1)), "a.ipynb", "more than 200,000 characters"),
    "a .py file without end": (b"x=1\n" * 60_000, "a.py", "more than 200,000 characters"),
    "too many lines": (b"f(\n" + b"\n" * 10_000 + b")", "a.py", "10,000 lines"),
    "a merge": (PLAIN.replace(b'"cells"', b'<<<<<<< HEAD\n"cells"'), "a.ipynb", "merge"),
    "no object": (b"[1, 2]", "a.ipynb", "damaged"),
    "cells that are none": (b'{"cells": 5}', "a.ipynb", "damaged"),
    "nonsense among its cells": (b'{"cells": [null, 3, {"cell_type": "code", "source": 7}]}', "a.ipynb", "damaged"),
    "nested without end": (b'{"cells": ' + b"[" * 200_000, "a.ipynb", "damaged"),
    "a number without end": (b'{"cells": 1' + b"1" * 5000 + b"}", "a.ipynb", "damaged"),
    "words only": (
        b'{"cells": [{"cell_type": "markdown", "source": "x", "metadata": {}}], "metadata": {}}',
        "a.ipynb",
        "no code cells",
    ),
    "cleared cells": (notebook("", " \n"), "a.ipynb", "no code"),
    "a PDF called notebook": (b"%PDF-1.7 ...", "a.ipynb", "a PDF"),
    "a Word document": (zipped({"word/document.xml": b""}), "a.docx", "Word"),
    "a web page called notebook": (b"\n<!DOCTYPE html><title>Sign in</title>", "a.ipynb", "web page"),
    "bytes": (b"\x80\x00\x01" * 50, "a.py", "not text"),
    "a text": (b"I did it", "a.txt", r"ends in \.txt"),
}


@pytest.mark.parametrize(("held", "name", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_says_why_and_what_to_do(held, name, words):
    with pytest.raises(Unreadable, match=words) as caught:
        read_code(held, name)
    assert re.search("[Hh]and in|hand it in", str(caught.value))


# Finding all


MOODLE = {"Ada Lovelace_1234_assignsubmission_file_/A2.ipynb": PLAIN, "Bob O'Neil_77_assignsubmission_file/x.py": b"a"}
CANVAS = {"lovelaceada_LATE_12_345_A2-1.ipynb": PLAIN, "oneilbob_13_346_My work.py": b"a=1"}
GRADESCOPE = {
    "submission_metadata.yml": b"submission_9:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '1'\n"
    b'  - :name: "Bob"\n  :created_at: x\nsubmission_10:\n  :submitters:\n  - :name: Cy\n',
    "submission_9/A2.ipynb": PLAIN,
    "submission_10/A2.ipynb": PLAIN,
}
NBGRADER = {"submitted/ada/A2/A2.ipynb": PLAIN, "submitted/bob/A2/A2.ipynb": PLAIN, "source/A2/A2.ipynb": PLAIN}
FORMS = {
    "Moodle": (MOODLE, {"Ada Lovelace": "1234", "Bob O'Neil": "77"}),
    "Canvas": (CANVAS, {"lovelaceada": "12", "oneilbob": "13"}),
    "Gradescope": (GRADESCOPE, {"Ada Lovelace, Bob": "9", "Cy": "10"}),
    "nbgrader": (NBGRADER, {"ada": "", "bob": ""}),
    "a folder each": ({"ada/A2.ipynb": PLAIN, "bob/A2.ipynb": PLAIN}, {"ada": "", "bob": ""}),
    "one folder": ({"ada.ipynb": PLAIN, "bob.ipynb.json": PLAIN}, {"ada": "", "bob": ""}),
}


@pytest.mark.parametrize("is_zip", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize(("files", "students"), FORMS.values(), ids=FORMS)
def test_students_are_told_from_what_platforms_export(files, students, is_zip, tmp_path):
    around = {f"A2 export/{name}": held for name, held in files.items()}
    given = tmp_path / "all.zip"
    if is_zip:
        given.write_bytes(zipped(around))
    elif len(files) == 2 and not any("/" in name for name in files):
        given = class_of(tmp_path / "class", files)  # nothing but files: a folder around them would be a student's
    else:
        given = class_of(tmp_path / "class", around)
    handins, _ = find_hand_ins([given], "A2")
    assert {one.student: one.number for one in handins} == students
    assert len({one.id for one in handins}) == len(handins)
    late = [one for one in handins if "Canvas marks it as late" in one.notes]
    assert [one.student for one in late] == (["lovelaceada"] if files is CANVAS else [])


def test_of_several_files_of_a_student_the_assignment_counts_and_the_others_are_named(tmp_path):
    files = {
        "ada/A1.ipynb": PLAIN, "ada/my a2 (1).ipynb": PLAIN, "ada/helpers.py": b"a", "ada/data.csv": b"1",
        "bob/one.ipynb": PLAIN, "bob/two.ipynb": PLAIN, "cy/essay.docx": b"PK", "notes.csv": b"a,b",
    }  # fmt: skip
    handins, passed_over = find_hand_ins([class_of(tmp_path, files)], "A2")
    assert told(handins) == {
        ("ada", "ada/my a2 (1).ipynb"), ("bob", "bob/one.ipynb"), ("bob", "bob/two.ipynb"), ("cy", "cy/essay.docx")
    }  # fmt: skip
    assert "A1.ipynb, data.csv, helpers.py" in handins[0].notes[0]
    assert handins[1].id == handins[2].id != handins[0].id
    assert passed_over == ["notes.csv"]


def test_what_systems_leave_behind_and_earlier_results_are_no_hand_ins(tmp_path):
    files = {
        "ada/A2.ipynb": PLAIN, "ada/.ipynb_checkpoints/A2-checkpoint.ipynb": PLAIN, "bob.ipynb": PLAIN,
        "__MACOSX/ada/._A2.ipynb": PLAIN, ".DS_Store": b"1", "ada/._A2.ipynb": PLAIN, "Thumbs.db": b"1",
        "out/feedback/x.ipynb": PLAIN, "earlier/x.ipynb": PLAIN, f"earlier/{MARK}/x.json": b"{}",
    }  # fmt: skip
    folder = class_of(tmp_path / "class", files)
    assert told(find_hand_ins([folder], "A2", folder / "out")[0]) == {("ada", "ada/A2.ipynb"), ("bob", "bob.ipynb")}
    given = tmp_path / "all.zip"
    given.write_bytes(zipped({name: held for name, held in files.items() if name.count("/") < 2 and "e/" not in name}))
    assert {one.student for one in find_hand_ins([given], "A2")[0]} >= {"ada", "bob"}


NAMES = [
    "a b.ipynb", "it's \"quoted\".ipynb", "<script>alert(1)<!--.ipynb", "=cmd|x.ipynb", "-rf.ipynb", "...ipynb.ipynb",
    "é ß 名前.ipynb", "x" * 240 + ".ipynb", "tab\there\n.ipynb", "a\u202eb.ipynb", ".hidden.ipynb", "CON.ipynb",
]  # fmt: skip


def test_any_name_gets_an_id_that_is_fit_for_a_file(tmp_path):
    folder = class_of(tmp_path, dict.fromkeys(NAMES, PLAIN))
    (folder / os.fsdecode(b"\xff\xfe.ipynb")).write_bytes(PLAIN)
    handins, _ = find_hand_ins([folder], "A2")
    assert len({one.id for one in handins}) == len(handins) == len(NAMES) + 1
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{0,60}", one.id) for one in handins)
    assert all(one.student.isprintable() and one.file.isprintable() for one in handins)
    assert [one.id for one in handins] == [one.id for one in find_hand_ins([folder], "A2")[0]]


def test_a_student_has_one_id_whatever_the_file_and_the_latest_file_is_last(tmp_path):
    class_of(tmp_path, {f"{day}/ada.ipynb": PLAIN for day in ("mon", "tue", "wed")})
    for day, when in (("mon", 3e8), ("tue", 1e8), ("wed", 2e8)):
        os.utime(tmp_path / day / "ada.ipynb", (when, when))
    files = [tmp_path / day / "ada.ipynb" for day in ("mon", "tue", "wed")]
    for given in (files, files[::-1], [*files, files[0], tmp_path / "mon" / ".." / "mon" / "ada.ipynb"]):
        handins, _ = find_hand_ins(given, "A2")
        assert len({one.id for one in handins}) == 1
        assert [hand_ins.Path(one.path).parent.name for one in handins] == ["tue", "wed", "mon"]


def test_files_of_the_same_second_follow_the_numbers_in_their_names(tmp_path):
    names = [f"ada_1_{n}_A2-{n}.ipynb" for n in (10, 9, 2)]
    (tmp_path / "all.zip").write_bytes(zipped({zipfile.ZipInfo(name): PLAIN for name in names}))
    assert [one.file for one in find_hand_ins([tmp_path / "all.zip"], "A2")[0]] == names[::-1]


def test_students_of_one_name_and_two_numbers_stay_apart(tmp_path):
    files = [f"Ada Byron_{n}_assignsubmission_file_/A2.ipynb" for n in (1, 2)]
    handins, _ = find_hand_ins([class_of(tmp_path, dict.fromkeys(files, PLAIN))], "A2")
    assert [one.number for one in handins] == ["1", "2"] or len({one.id for one in handins}) == 2


def test_forty_thousand_files_of_a_student_are_one_student(tmp_path):
    (tmp_path / "all.zip").write_bytes(zipped({f"ada/{n}.py": b"a" for n in range(40_000)} | {"bob/A2.py": b"a"}))
    assert len({one.id for one in find_hand_ins([tmp_path / "all.zip"], "A2")[0]}) == 2


# Zips


def problem_of(handin):
    """Why a hand-in cannot be read."""
    if handin.problem:
        return handin.problem
    with pytest.raises(Unreadable) as caught:
        read_bytes(handin.path, handin.member)
    return str(caught.value)


def test_a_zip_cannot_write_anywhere_and_its_paths_lead_nowhere(tmp_path):
    names = "../../evil.ipynb", "/etc/evil.ipynb", "C:\\evil\\x.ipynb", "a/../../b.ipynb"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "all.zip").write_bytes(zipped(dict.fromkeys(names, PLAIN)))
    handins, _ = find_hand_ins([tmp_path / "in" / "all.zip"], "A2")
    assert len(handins) == 4 and all(read_bytes(one.path, one.member) == PLAIN for one in handins)
    assert not any(".." in one.file.split("/") or one.file.startswith("/") for one in handins)
    assert [path.name for path in tmp_path.rglob("*")] == ["in", "all.zip"]


def test_what_is_wrong_within_a_zip_costs_one_hand_in_and_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(hand_ins, "MAX_BYTES", 1 << 20)
    link = zipfile.ZipInfo("link/A2.ipynb")
    link.external_attr = 0o120777 << 16
    members = {
        "ada/A2.ipynb": PLAIN,
        "eve/": b"",
        "bomb/A2.ipynb": bytes(5 << 20),
        link: b"/etc/passwd",
    }
    whole = bytearray(zipped(members))
    (tmp_path / "all.zip").write_bytes(whole)
    handins = {one.student: one for one in find_hand_ins([tmp_path / "all.zip"], "A2")[0]}
    assert read_bytes(handins["ada"].path, handins["ada"].member) == PLAIN
    assert "empty" in problem_of(handins["eve"]) and "larger than 1 MiB" in problem_of(handins["bomb"])
    assert "link" in problem_of(handins["link"])


def test_members_that_are_encrypted_or_damaged_are_refused(tmp_path):
    held = bytearray(zipped({"ada/A2.ipynb": PLAIN, "bob/A2.ipynb": PLAIN * 9}))
    at = held.index(b"PK\x01\x02")
    held[at + 8] |= 1  # the flag of a password
    held[held.index(b"bob/A2.ipynb") + 20] ^= 255
    (tmp_path / "all.zip").write_bytes(held)
    ada, bob = find_hand_ins([tmp_path / "all.zip"], "A2")[0]
    assert "password" in problem_of(ada) and "damaged" in problem_of(bob)


def test_an_argument_that_is_no_zip_or_not_there_is_the_callers_mistake(tmp_path):
    (tmp_path / "all.zip").write_bytes(b"none")
    with pytest.raises(ValueError, match="must be a zip"):
        find_hand_ins([tmp_path / "all.zip"], "A2")
    with pytest.raises(FileNotFoundError, match="must exist"):
        find_hand_ins([tmp_path / "none"], "A2")
    with pytest.raises(ValueError, match="got none in"):
        find_hand_ins([class_of(tmp_path / "empty", {".DS_Store": b""})], "A2")


# Links, empty folders, what cannot be read


def test_links_that_lead_out_are_not_followed(tmp_path):
    class_of(tmp_path, {"secret.ipynb": PLAIN, "class/ada.ipynb": PLAIN, "others/x.ipynb": PLAIN})
    (tmp_path / "class" / "bob.ipynb").symlink_to(tmp_path / "secret.ipynb")
    (tmp_path / "class" / "cy").symlink_to(tmp_path / "others", target_is_directory=True)
    (tmp_path / "class" / "dan.ipynb").symlink_to("nowhere")
    (tmp_path / "class" / "eve").mkdir()
    os.mkfifo(tmp_path / "class" / "fay.ipynb")
    handins = {one.student: one for one in find_hand_ins([tmp_path / "class"], "A2")[0]}
    assert read_bytes(handins["ada"].path, handins["ada"].member) == PLAIN and len(handins) == 6
    assert all("out of the folder" in problem_of(handins[name]) for name in ("bob", "cy"))
    assert "nowhere" in problem_of(handins["dan"]) and "not a file" in problem_of(handins["fay"])
    assert "empty" in problem_of(handins["eve"])


def test_a_link_to_itself_costs_one_hand_in(tmp_path):
    folder = class_of(tmp_path / "class", {"ada.ipynb": PLAIN})
    (folder / "bob.ipynb").symlink_to("bob.ipynb")
    (folder / "cy").symlink_to(".", target_is_directory=True)
    handins = {one.student: one for one in find_hand_ins([folder], "A2")[0]}
    assert read_bytes(handins["ada"].path, handins["ada"].member) == PLAIN and "to itself" in problem_of(handins["bob"])
    assert handins.keys() == {"ada", "bob", "cy"} and "link to a folder" in problem_of(handins["cy"])


def test_metadata_that_is_none_names_nobody():
    assert submitters_of("]]{ :name: x\nsubmission_1:\n :name: 'O''Neil'\n") == {"1": "O'Neil"}
