"""Test what is left of stored outputs where a program removes tags and attributes, as GitHub and JupyterLab do."""

import re
from html import unescape
from html.parser import HTMLParser

import nbformat
import pytest
from stored import LESSONS

from pegasos_edu.lessons.formulas import STORED, marked_up
from pegasos_edu.lessons.predict import FOLDED

FOLDER = LESSONS[0].parents[1]
NOTEBOOKS = sorted(FOLDER.rglob("*.ipynb"))
# The tags that GitHub (html-pipeline) and JupyterLab (the sanitizer of apputils) both leave; not <sub> and <sup>, which
# mean nothing to a reader of text alone.
INLINE = set(
    "a abbr b bdo cite code del dfn em i ins kbd mark q s samp small span strike strong time tt var wbr".split()
)
BLOCKS = set(
    "blockquote br caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p pre summary table "
    "tbody td tfoot th thead tr ul".split()
)
DROPPED_WHOLE = {"script", "style"}
REMOVED = "\0"  # stands in a text where a tag was


class Left(HTMLParser):
    """Read HTML as text: all of it, and what is seen while all that can be folded is folded."""

    def __init__(self, html):
        super().__init__()
        self.all, self.seen, self.inside, self.whole = [], [], [], 0
        self.feed(html)
        self.close()
        self.text, self.folded = "".join(self.all), " ".join("".join(self.seen).split())

    def handle_starttag(self, tag, attributes):
        if tag in DROPPED_WHOLE:
            self.whole += 1
        elif tag in ("details", "summary"):
            self.inside.append(tag if dict(attributes).get("open", True) is True else "")
        self.put("" if tag in INLINE else "\n" if tag in BLOCKS else REMOVED)

    def handle_endtag(self, tag):
        if tag in DROPPED_WHOLE:
            self.whole -= 1
        elif tag in ("details", "summary"):
            self.inside.pop()
        self.put("" if tag in INLINE else "\n" if tag in BLOCKS else REMOVED)

    def handle_data(self, data):
        self.put(data)

    def put(self, text):
        if self.whole:
            return
        self.all.append(text)
        unfolded = [tag for tag in self.inside if tag]
        if unfolded in ([], ["details", "summary"]):
            self.seen.append(text.replace(REMOVED, ""))


def outputs(path):
    """Yield the stored HTML of a notebook with the text beside it."""
    for cell in nbformat.read(path, as_version=4).cells:
        for output in cell.get("outputs", []):
            if "text/html" in (data := output.get("data", {})):
                yield data["text/html"], data.get("text/plain", "")


def meetings(html):
    """Return the places where a letter or a digit meets another one because a tag between them is removed."""
    text = Left(html).text
    return [text[max(0, at.start() - 20) : at.end() + 20] for at in re.finditer(rf"\w{REMOVED}+(?=\w)", text)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_where_tags_are_removed_no_number_becomes_another(path):
    assert not [meeting for html, _ in outputs(path) for meeting in meetings(html)]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_stored_formulas_are_text_that_says_what_their_source_says(path):
    assert not any("<math" in html for html, _ in outputs(path))
    for match in (match for html, _ in outputs(path) for match in STORED.finditer(html)):
        dollars = "$$" if match[1] == "block" else "$"
        assert match[0] == marked_up(f"{dollars}{unescape(match[2])}{dollars}{match[3]}"), "execute the lesson again"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_answer_stands_open_below_its_question(path):
    told = [html for html, text in outputs(path) if text.startswith("Outcome: ")]
    assert len(told) >= 2 and {Left(html).folded for html in told} == {FOLDED}
    for html in (html for html, text in outputs(path) if text.startswith("Quiz: ")):
        assert not re.search("Right[.]|No[.]", Left(html).folded)
