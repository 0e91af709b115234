"""Test that a teacher's tables are read, whatever program wrote them, or refused; and that no cell is a formula."""

import csv
import io
import itertools
import re
import zipfile

import pytest

from pegasos_edu.teaching.classroom.overrides import COLUMNS, TOTAL, Override, override, read_overrides
from pegasos_edu.teaching.classroom.students import read_roster
from pegasos_edu.teaching.classroom.tables import as_table, read
from pegasos_edu.teaching.masters import read_master

A2 = read_master("A2")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.csv"


# Reading

TEXT = "student;check;points;comment\nJörg;one step;2,5;\n\nŽofie;total;18;well\n"
ROWS = [("Jörg", "one step", 2.5, ""), ("Žofie", "total", 18.0, "well")]
LINES = "\n", "\r\n", "\r"
ENCODINGS = "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"


@pytest.mark.parametrize("end", LINES)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_points_are_read_in_every_form_that_spreadsheets_write(encoding, end, path):
    tabs = '"2,5"'.join(TEXT.replace(";", "\t").split("2,5"))
    commas = '"2,5"'.join(TEXT.split("2,5")).replace(";", ",")
    for text in (TEXT, tabs, commas, f"sep=;\n{TEXT}", f'"sep=,"\n{commas}', f"\n{TEXT}"):
        path.write_bytes(text.replace("\n", end).encode(encoding))
        read = read_overrides(path, A2)
        assert [(line.student, line.check, line.points, line.comment) for line in read] == ROWS
        ahead = text.splitlines().index([line for line in text.splitlines() if line.startswith("student")][0])
        assert [line.line for line in read] == [ahead + 2, ahead + 4]


def test_a_byte_order_mark_in_another_place_and_blanks_in_headings_change_nothing(path):
    path.write_bytes("\ufeff\ufeff Name , E-Mail \n Ada , a@x.org ,\n,,\n".encode())
    assert read(path)[:2] == (["Name", "E-Mail"], [{"name": "Ada", "e-mail": "a@x.org"}])


def test_a_table_of_one_column_may_hold_separators(path):
    for head in ("name", '"name"', '"student"'):
        path.write_text(f"{head}\nLovelace, Ada\n", "utf-8")
        assert [student["name"] for student in read_roster(path)["students"]] == ["Lovelace, Ada"]


def test_a_cell_may_hold_lines_and_the_next_line_keeps_its_number(path):
    path.write_bytes(b'name,about\r\nAda,"one\r\ntwo"\r\nBob, "a, b"\r\n')
    table = read(path)
    assert table.lines == [2, 4] and table.rows[0]["about"] == "one\r\ntwo" and table.rows[1]["about"] == "a, b"


def workbook(*names):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, "application/vnd.oasis.opendocument.spreadsheet")
    return content.getvalue()


HEADS = ",".join(COLUMNS).encode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (workbook("[Content_Types].xml", "xl/workbook.xml"), "a workbook of Excel"),
        (
            workbook("mimetype", "content.xml"),
            "a zip archive",
        ),  # its type is compressed; LibreOffice stores it as it is
        (workbook("Index/Document.iwa"), "a document of Numbers"),
        (workbook("a.csv"), "a zip archive"),
        (workbook(), "an empty zip archive"),
        (b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "a zip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "an old Word or Excel document"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"\x1f\x8b\x08\x00", "a gzip archive"),
        (b"\n<html><table>", "a web page"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (HEADS + b"\nAda,total,5,\0\n", "line 2: must be text, got a NUL character"),
        (b"\xff\xfe" + HEADS + b"\n", "must be text in UTF-16-LE"),
        (HEADS + b'\nAda,total,5,"well\nBob,total,5,\n', "line 2: must hold cells of a table"),
        (HEADS + b'\nAda,total,5,ok\nAda,total,5,"a"x\n', "line 3: must hold cells of a table"),
        (HEADS + b"\nAda,total,5," + b"x" * 140_000, "line 2: must hold cells of a table"),
        (HEADS + b"\nAda,one step,2,5,\n", "line 2: must hold at most 4 cells"),
        (HEADS + b"\n,total,5,\n", "line 2: student must be a name or a number"),
        (b"", "must have a column student in its first line, got only an empty file"),
        (b"\n\n , \n", "must have a column student in its first line, got only an empty file"),
        (b"Ada,total,5\n", "must have a column student in its first line, got only ada, total, 5"),
        (b"student|check|points\nAda|total|5\n", "must have a column student"),
        (b"student,check,points,points\nAda,total,5,6\n", "must have a column points in its first line, got twice"),
        (b'"a\nb",check,points\n', "must have a column student in its first line, got only a b, check, points"),
        (b"student,check,points,comments\nAda,total,5,well\n", "got 'comments' as well; rename it or delete it"),
        (HEADS + b'Ada,total,5,"x"\nBob,total,5,\n', "must have only the columns student, check, points, comment"),
        (b"student,check,comment\nAda,total,5\n", "must have a column points"),
    ],
)
def test_what_is_no_table_of_points_is_refused_in_one_sentence(content, words, path):
    path.write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        read_overrides(path, A2)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


def test_a_renamed_workbook_is_no_roster(path):
    path.write_bytes(workbook("xl/workbook.xml"))
    with pytest.raises(ValueError, match="got a workbook of Excel; open it in a spreadsheet, save it as CSV"):
        read_roster(path)


@pytest.mark.parametrize("text", ["5", " 5 ", "5,5", "5.25", "0", "20", "007", "\u00a05"])
def test_points_are_digits_with_at_most_one_point_or_comma(text, path):
    path.write_text(f'student,check,points\nAda,total,"{text}"\n', "utf-8")
    [line] = read_overrides(path, A2)
    assert line.points == float(text.strip().replace(",", "."))


@pytest.mark.parametrize(
    "text",
    "1_0 1e300 1e1 nan inf -inf ٣ ５ +5 -1 -0 0x5 5. .5 1.234,5 5% 5/20 ½ '5 20.5 21 200 five 5j True 1e-400".split()
    + ["1 0", "5 points", "9" * 400, "0." + "1" * 400, "2\u200b"],
)
def test_anything_else_is_no_number_of_points(text, path):
    path.write_text(f'student,check,points\nAda,total,"{text}"\n', "utf-8")
    words = re.escape(
        f"line 2: points must be a number from 0 to 20, such as 2 or 2.5, got {text!r}; correct the line."
    )
    with pytest.raises(ValueError, match=words):
        read_overrides(path, A2)


def test_damaged_tables_give_rows_or_a_sentence(path):
    """Change single bytes of tables in each encoding: no other error, and never nothing where there was a row."""
    for encoding, n in itertools.product(ENCODINGS, range(0, 60)):
        content = bytearray(TEXT.encode(encoding))
        content[(7 * n) % len(content)] = (37 * n + 11) % 256
        path.write_bytes(content)
        try:
            assert read_overrides(path, A2)
        except ValueError as error:
            assert str(path) in str(error) and "\n" not in str(error)


def test_a_comment_without_points_is_kept_and_changes_no_points():
    check = {"name": "one step", "points": 3, "out_of": 4, "cause": "It adds 2·x_0.", "comment": ""}
    result = {"checks": [check], "points": 3, "comments": []}
    lines = [Override(2, "Ada", "one step", None, "Nearly"), Override(3, "Ada", TOTAL, None, "Well argued")]
    assert override(result, lines, A2) == {
        "checks": [check | {"comment": "Nearly"}],
        "points": 3,
        "comments": ["Well argued"],
    }


# Writing

SIGNS = "=+-@＝＋－＠"
AHEAD = (
    "",
    " ",
    "\t",
    "\r",
    "\n",
    "\u200b",
    "\ufeff",
    "\u00a0",
    "\u202e",
    '"',
    "a;",
    "a,",
    "a\t",
    "a\n",
    "a\r\n",
    'a;" ',
    "a; \u200b",
)


@pytest.mark.parametrize("written", [",", ";", "\t"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_NONE])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_separates_cells_where_a_table_is_opened(separator, quoting, written):
    texts = [f"{ahead}{sign}SUM(1)" for ahead in AHEAD for sign in SIGNS]
    table = as_table(["a", "b", "c"], [[f"Eve{n}", text, 5] for n, text in enumerate(texts)], written)
    for row in csv.reader(table.decode().splitlines(), delimiter=separator, quoting=quoting):
        for cell in row:
            assert cell.lstrip('" \u200b\ufeff\u00a0\u202e')[:1] not in tuple(SIGNS), cell
            assert not cell.startswith(("\t", "\r", "\n")), cell


def test_texts_are_quoted_and_numbers_are_numbers():
    table = as_table(
        ["name", "points"],
        [["Ada", 2.5], ["Bob", 20.0], ["Cy", None], ["Moodle", "-"], ["-", 1], ["-5", 0.1 + 0.2]],
    )
    lines = table.decode().splitlines()
    assert lines[:5] == ['"name","points"', '"Ada",2.5', '"Bob",20', '"Cy",""', '"Moodle","-"']
    assert lines[5:] == ['"\'-",1', '"\'-5",0.3']


def test_the_titles_of_a_platform_stay_as_they_are_and_texts_lose_nothing_else(path):
    text = "Ada  Lovelace-King; x = 1, a@b.org, 'so'"
    path.write_bytes(as_table(["-A2; +bonus (31)"], [[text]]))
    assert read(path)[:2] == (["-A2; +bonus (31)"], [{"-a2; +bonus (31)": text}])
