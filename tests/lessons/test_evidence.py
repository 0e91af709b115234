"""Test that a page shows the evidence that a text announces, although it folds the checks of numbers."""

import json
import re
from functools import cache

import pytest
from stored import FOLDED, LESSONS, PICTURE, says, shows

# A text that ends in this way announces what the next cell shows.
ANNOUNCES = re.compile(r":\s*$|\b[Hh]ere (?:is|are)\b[^.]*\.\s*$")
# With these words a text points at something that is printed, or at a picture.
POINTING = r"(?:next|first|second|third|last|following)"
AT_A_TABLE = re.compile(
    rf"\b(?:{POINTING} (?:table|columns?|rows?)|(?:lines?|rows?|columns?) of the table|table (?:below|above|shows))\b"
)
AT_A_PICTURE = re.compile(rf"\b(?:{POINTING} pictures?|pictures? (?:below|above|shows?)|[Ii]n the picture)\b")
ELSEWHERE = re.compile(r"[^.]*\bsection \d[^.]*\.")  # a sentence about another section
PICTURES = ("Picture: ", "Explorer: ", "OnDemand: ", "StepPlayer: ", "Comparison: ", "Landscape: ", "Predict: ")


@cache
def cells_of(path):
    return [cell | {"source": "".join(cell["source"])} for cell in json.loads(path.read_text("utf-8"))["cells"]]


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def cells(request):
    """Return the cells of each lesson in turn."""
    return cells_of(request.param)


def shown(cell, kind="text/plain"):
    return "".join("".join(output.get("data", {}).get(kind, "")) for output in cell.get("outputs", []))


def printed(cell):
    return "".join("".join(output.get("text", "")) for output in cell.get("outputs", []))


def folds_its_print(cell):
    """Return whether a page folds what a cell prints, because the cell checks numbers."""
    metadata = cell["metadata"]
    is_folded = metadata.get("jupyter", {}).get("source_hidden") or "pegasos-predict" in shown(cell, "text/html")
    return bool(printed(cell) and is_folded and "check" in metadata.get("tags", []))


def is_solution(cell):
    return cell["metadata"].get("jupyter", {}).get("outputs_hidden", False)


def shows_a_table(cell):
    prints = printed(cell) and not folds_its_print(cell)
    return not is_solution(cell) and bool(prints or "<table" in shown(cell, "text/html"))


def shows_a_picture(cell):
    return not is_solution(cell) and shown(cell).startswith(PICTURES)


def announced_and_folded(cells):
    """Yield the cells of texts that announce a print which the next cell folds."""
    for place, (cell, following) in enumerate(zip(cells, cells[1:])):
        announces = cell["cell_type"] == "markdown" and ANNOUNCES.search(cell["source"])
        if announces and folds_its_print(following) and not shown(following):
            yield f"cell {place}: {cell['source'][-100:]!r}"


def pointed_at_and_missing(cells):
    """Yield the words that point at a table or a picture, in a section that shows none."""
    for start, section in sections(cells):
        for place, cell in enumerate(section, start):
            text = ELSEWHERE.sub("", cell["source"] if cell["cell_type"] == "markdown" else told(cell))
            for pointing, is_shown in ((AT_A_TABLE, shows_a_table), (AT_A_PICTURE, shows_a_picture)):
                if (match := pointing.search(text)) and not any(map(is_shown, section)):
                    yield f"cell {place}: {match[0]!r}"


def told(cell):
    """Return the text of an outcome or a quiz."""
    text = shown(cell)
    return text if text.startswith(("Outcome: ", "Quiz: ")) else ""


def sections(cells):
    """Yield the cells of each section with the index of the first."""
    starts = [n for n, cell in enumerate(cells) if cell["cell_type"] == "markdown" and cell["source"].startswith("## ")]
    for start, end in zip([0, *starts], [*starts, len(cells)]):
        yield start, cells[start:end]


def test_a_print_that_a_text_announces_is_not_folded(cells):
    folded = list(announced_and_folded(cells))
    assert not folded, "\n".join(folded)


def test_a_table_or_a_picture_to_which_a_text_points_is_shown_in_its_section(cells):
    missing = list(pointed_at_and_missing(cells))
    assert not missing, "\n".join(missing)


# The rules themselves


CHECK = {"tags": ["check"], "jupyter": {"source_hidden": True}}


@pytest.mark.parametrize(
    ("text", "metadata", "folded"),
    [
        ("These are the counts:", CHECK, True),
        ("## 1. A\n\nHere are ten passes.", CHECK, True),
        ("These are the counts:", {}, False),
        ("These are the counts:", CHECK | {"tags": []}, False),
        ("It holds in all runs.", CHECK, False),
        ("Here are ten passes. They differ.", CHECK, False),
    ],
)
def test_the_rule_finds_an_announced_print_that_is_folded(text, metadata, folded):
    assert bool([*announced_and_folded([says(text), shows("1 2 3", **metadata)])]) == folded


@pytest.mark.parametrize(
    ("text", "thing", "metadata", "is_missing"),
    [
        ("The next table shows it.", "1 2 3", CHECK, True),
        ("The next table shows it.", "1 2 3", {}, False),
        ("The next table shows it.", "1 2 3", FOLDED, True),
        ("The second row, in the table of section 5.", "1 2 3", CHECK, False),
        ("A table of numbers.", "1 2 3", CHECK, False),
        ("The first picture is wide.", "1 2 3", {}, True),
        ("The first picture is wide.", PICTURE, {}, False),
    ],
)
def test_the_rule_finds_what_a_text_points_at_and_a_page_does_not_show(text, thing, metadata, is_missing):
    assert bool([*pointed_at_and_missing([says("## 1. A"), says(text), shows(thing, **metadata)])]) == is_missing
