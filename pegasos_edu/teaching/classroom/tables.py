"""Read tables (CSV), and write tables and data (JSON) for other programs."""

import codecs
import csv
import io
import json
import re
import unicodedata
import zipfile
from typing import NamedTuple

from pegasos_edu.common.file_kinds import kind_of
from pegasos_edu.common.files import limited, whole_file

LARGEST = 16 << 20  # the most bytes of a table
SEPARATORS = ",;\t"
_MARKS = {  # a file may begin with one of these; the longer ones come first
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_IN_ZIPS = {
    b"xl/workbook": "a workbook of Excel",
    b"word/document": "a document of Word",
    b"opendocument": "a document of LibreOffice",
    b".iwa": "a document of Numbers",
}
NOTHING = "-"  # how Moodle writes that there is no date; spreadsheets take it as text
_SIGNS = "=+-@"  # a spreadsheet treats a text that begins with one of these as a formula
_CONTROLS = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029]+")


class TableOfText(NamedTuple):
    """Hold the cells of a table as text, without blanks around them."""

    headings: list
    rows: list  # dicts with the headings in lower case; lines without any text are left out
    lines: list  # for each row, the number of the line in which it begins
    separator: str


def read(path, needed=(), optional=()):
    """Return the `TableOfText` in a CSV file.

    The text may be UTF-8, UTF-16, UTF-32 or of Windows, the lines may end as on any system, and the cells may be
    separated by commas, semicolons or tabs, or by what a first line ``sep=;`` says.

    Raises
    ------
    ValueError
        If it is no table, or a line holds more cells than there are headings. If columns are `needed`, also if one of
        them is missing, or another one is not `optional`.
    """
    content = limited(path, LARGEST)
    _check_kind(path, content)
    text = _decoded(path, content)
    named = re.match(r'"?sep=([^\w\s"]|\t)"?(\r\n|\r|\n|$)', text, re.IGNORECASE)
    heads, rows, lines = [], [], []
    separator = named[1] if named else _separator(text)
    for line, cells in _records(path, text[named.end() if named else 0 :], separator, 2 if named else 1):
        if not any(cells):
            continue
        if not heads:
            heads = cells
            _check_headings(path, heads, needed, optional)
            continue
        if any(cells[len(heads) :]) or (needed and len(cells) > len(heads)):
            raise ValueError(
                f"{path}, line {line}: must hold at most {len(heads)} cells, as the first line, got {len(cells)}; put "
                f'cells with a separator into quotation marks ("2,5"), or write a heading above each column.'
            )
        rows.append(dict(zip((head.casefold() for head in heads), cells)))
        lines.append(line)
    if not heads:
        _check_headings(path, heads, needed, optional)
    return TableOfText(heads, rows, lines, separator)


def _check_kind(path, content):
    """Raise ValueError if a file is a workbook or something else that is no text."""
    kind = kind_of(content.lstrip())
    if zipfile.is_zipfile(io.BytesIO(content)):  # the names of its files stand in it as they are
        kind = next((words for name, words in _IN_ZIPS.items() if name in content), kind)
    if kind:
        raise ValueError(f"{path} must be a table as text (CSV), got {kind}; open it in a spreadsheet, save it as CSV.")


def _decoded(path, content):
    """Return the text of a file."""
    mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
    encoding = _MARKS.get(mark, "utf-8")
    if not mark and 8 * content.count(0) > len(content):  # every second byte of UTF-16 is 0 where letters are Latin
        encoding = "utf-16-le" if content[1::2].count(0) >= content[::2].count(0) else "utf-16-be"
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8" or mark:
            words = f"{path} must be text in {encoding.upper()}, as its first bytes say, got {error.reason}"
            raise ValueError(f"{words}; save it again as CSV in UTF-8.") from None
        text = content.decode("cp1252", "replace")
    if "\0" in text:
        line = len(re.split("\r\n|\r|\n", text[: text.index("\0")]))
        raise ValueError(f"{path}, line {line}: must be text, got a NUL character; save it as CSV in UTF-8.")
    return text.lstrip("\ufeff")


def _separator(text):
    """Return the separator that splits the first line into most cells; one that it lacks if there is one column."""
    unquoted = re.sub('"[^"]*"', "x", text[:100_000])  # a quoted cell may hold separators and line ends
    first = next((line for line in re.split("[\r\n]", unquoted) if line.strip(f"{SEPARATORS} ")), "")
    best = max(SEPARATORS, key=first.count)
    return best if best in first or not first else "\x1f"


def _records(path, text, separator, number):
    """Yield the number of the line in which each record begins, and its cells."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True, skipinitialspace=True)
    while True:
        line = number + reader.line_num
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise ValueError(
                f"{path}, line {line}: must hold cells of a table, got something else ({error}); check that every "
                'quotation mark is closed, and double those within a cell ("").'
            ) from None
        yield line, [cell.strip() for cell in cells]


def _check_headings(path, heads, needed, optional):
    keys = [head.casefold() for head in heads if head]
    for name in needed:
        if keys.count(name) != 1:
            what = "twice" if name in keys else f"only {' '.join(', '.join(keys).split())[:200] or 'an empty file'}"
            raise ValueError(
                f"{path} must have a column {name} in its first line, got {what}; write {','.join(needed)} there."
            )
    if others := sorted(set(keys) - {*needed, *optional}) if needed else ():
        raise ValueError(
            f"{path} must have only the columns {', '.join((*needed, *optional))}, got {others[0]!r} as well; rename "
            "it or delete it."
        )


def as_table(heads, rows, separator=",", encoding="utf-8"):
    """Return a CSV file in which no cell of a row is a formula, whatever separates cells where the file is opened.

    All texts stand in quotation marks; numbers do not. The headings are those of a platform or of a teacher, so they
    stay as they are.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow([str(head) for head in heads])
    writer.writerows([cell if n and cell == NOTHING else _safe(cell) for n, cell in enumerate(row)] for row in rows)
    return text.getvalue().encode(encoding, "replace")


def _safe(cell):
    """Return a number as it is, and a text with an apostrophe before each sign that could begin a formula.

    That is a sign with nothing visible before it, in the cell or behind one of the separators in it: with another
    separator, or to a program that does not know quotation marks, a new cell begins there.
    """
    if isinstance(cell, (int, float)):
        number = float(f"{cell:.10g}")
        return int(number) if number.is_integer() else number
    text = _CONTROLS.sub(" ", "" if cell is None else str(cell))
    letters, is_begin = [], True
    for letter in text:
        if is_begin and unicodedata.normalize("NFKC", letter) in tuple(_SIGNS):
            letters.append("'")
        is_visible = letter != '"' and unicodedata.category(letter)[0] not in "CMZ"
        is_begin = letter in SEPARATORS or (is_begin and not is_visible)
        letters.append(letter)
    return "".join(letters)


def as_json(content, indent=1):
    """Return data as the bytes of a JSON file."""
    return json.dumps(content, ensure_ascii=False, indent=indent).encode("utf-8", "replace") + b"\n"


def write_json(path, content, indent=1):
    """Write data as a JSON file."""
    with whole_file(path) as file:
        file.write(as_json(content, indent))
