"""Test which cells become slides, with which words, what the lessons say on them, and the errors."""

import re
from html import unescape

import nbformat
import pytest
from stored import LESSONS, PICTURE, QUIZ, picture, plain, player, says, shows, written

from pegasos_edu.lessons import Predict
from pegasos_edu.lessons.formulas import with_flat
from pegasos_edu.lessons.markup import rendered
from pegasos_edu.lessons.slides import bars, write


def read(page):
    """Return the slides of a page as HTML, without what only the speaker sees."""
    text = re.sub("<aside>.*?</aside>", "", page.read_text("utf-8"), flags=re.DOTALL)
    return re.findall(r'<section class="slide[^"]*">\n.*?</section>', text, re.DOTALL)


@pytest.fixture
def slides(tmp_path):
    """Return a function that writes the slides of cells and returns each slide as HTML."""
    return lambda *cells: read(write(written(tmp_path / "lesson.ipynb", *cells), tmp_path / "page.html"))


def parts(slides, tag):
    return [[unescape(part) for part in re.findall(rf"<{tag}>(.*?)</{tag}>", slide)] for slide in slides]


TITLE = says("# 07 · Why so fast?\n\nTen minutes.")
GUESS = Predict("How many?", ["few", "many"])
OUTCOME = GUESS.outcome("few", {"few": "Yes.", "many": "No."}, expected="few")


def words(title, text=""):
    return {"title": title, "text": text}


def test_a_tagged_cell_becomes_a_slide_with_its_words_and_the_section_at_the_foot(slides):
    deck = slides(
        TITLE,
        says("## 1. First\n\nnot shown"),
        shows(PICTURE, slide=words("It *falls*", "Like $1/t$.")),
        says("not shown either\n\n## 2. Second\n\n```python\n# no heading\n```"),
        shows(QUIZ, slide={}),
        shows(PICTURE),
        says("A rule: $$w=0$$ and why", slide=words("A formula")),
    )
    titles = [plain("".join(part)) for part in parts(deck, "h2")]
    assert titles == ["", "Itfalls", "Whatis1+1?", "Aformula"] and "It <em>falls" in deck[1]
    assert [slide.count("<img") for slide in deck] == [0, 1, 0, 0] and plain(deck[1]).startswith("ItfallsLike1/t.")
    assert "and why" not in deck[3] and deck[3].count("<math") == 1 and "<details" in deck[2]
    assert parts(deck, "span")[1:] == [["1. First", "2 / 4"], ["2. Second", "3 / 4"], ["2. Second", "4 / 4"]]


def test_a_prediction_stands_beside_the_picture_without_words_and_is_answered_by_the_next_slide(slides):
    deck = slides(
        TITLE,
        says("## 1. First"),
        shows(PICTURE, slide={}),
        shows(GUESS, slide={}),
        shows(PICTURE, slide=words("Few", "Because.")),
        shows(PICTURE, slide=True),
        shows(Predict("Why?", ["this", "that"]), slide=words("And why?")),
        shows(player(), slide=True),
        shows(OUTCOME, slide=words("Indeed")),
    )
    assert [part[:1] for part in parts(deck, "h2")[1:]] == [
        ["How many?"],
        ["A title"],
        ["And why?"],
        ["A title"],
        ["Indeed"],
    ]
    kinds = [re.findall(r'<div class="(asked|later|shown[ \w]*)"', slide) for slide in deck[1:]]
    assert kinds == [["asked", "later", "shown before", "shown later"], ["shown"], ["asked"], ["shown"], []]
    assert parts(deck, "h3")[1] == ["Few"] and "<b>How many?</b>" not in deck[1] and 'data-link="step=1"' in deck[4]


def test_an_outcome_answers_with_its_words_and_a_print_with_bars(slides):
    outcome_cell = shows(OUTCOME, slide=words("Few"))
    assert plain(slides(TITLE, shows(GUESS, slide={}), outcome_cell)[1]).endswith("Few2/2")
    printed = shows("few: 3 1 2\nmany  40 in all\n", slide=words("More") | {"bars": True})
    (bar,) = re.findall(r'<div class="bars">\n(.*?)\n</div>', slides(TITLE, printed)[1], re.DOTALL)
    assert [unescape(re.sub("<.*?>", " ", line)).split() for line in bar.split("\n")] == [["few", "2"], ["many", "40"]]


def test_a_bar_ends_at_the_median_and_its_mark_goes_from_the_least_to_the_most():
    assert re.findall(r"--(\w+): (\S+)%", bars("one: 1 3 2\ntwo: 1,000 (4 to 8)")) == [
        ("at", "0.15"),
        ("least", "0.075"),
        ("most", "0.225"),
        ("at", "0.6"),
        ("least", "0.3"),
        ("most", "75"),
    ]


def test_a_wide_picture_stands_below_its_text(slides):
    deck = slides(TITLE, shows(PICTURE, slide=True), shows(picture(3), slide=True), shows(player(), slide=True))
    assert [re.search('class="(.*?)"', slide)[1] for slide in deck] == ["slide", "slide", "slide wide", "slide"]


def test_only_the_speaker_sees_the_text_of_the_lesson_the_outcomes_and_the_guide(tmp_path):
    (tmp_path / "teaching").mkdir()
    guide = "# Guide\n\n## 06 · Six\n\nsix\n\n## 07 · Seven\n\nAsk [why](x.md).\n\n## 08 · Eight\n\neight\n"
    (tmp_path / "teaching" / "guide.md").write_text(guide, "utf-8")
    (tmp_path / "lessons").mkdir()
    cells = [
        TITLE,
        says("See [three](03_three.ipynb)."),
        shows(GUESS, slide={}),
        shows(OUTCOME),
        shows(PICTURE, slide=True),
    ]
    page = write(written(tmp_path / "lessons" / "07_seven.ipynb", *cells), tmp_path / "page.html").read_text("utf-8")
    (said,) = re.findall(r"<aside>\n(.*?)\n</aside>", page, re.DOTALL)
    assert plain(said).startswith("Seethree.") and "Yes." in said
    assert plain(re.search(r'<div class="guide">.*?</div>', page, re.DOTALL)[0]) == "07·SevenAskwhy."


@pytest.mark.parametrize(
    ("cell", "error"),
    [
        (shows(PICTURE), "^lesson must have cells with the tag slide, got none; take another lesson"),
        (shows(None, slide=True), "must show something on its slide, got no output; run its notebook"),
        (shows("a: 1", slide=True), 'must show something .* got a print; .* or add "bars": true to its slide'),
    ],
)
def test_an_error_says_what_a_slide_needs(cell, error, slides, tmp_path):
    with pytest.raises(ValueError, match=error):
        slides(TITLE, cell)
    assert not (tmp_path / "page.html").exists()


# The slides of the lessons

NUMBER = re.compile(r"\d+(?:\.\d+)?")


def numbers(text):
    """Return the numbers in a text, without separators of thousands."""
    return set(NUMBER.findall(re.sub(r"(?<=\d)(?:,|\{,\})(?=\d{3})", "", text)))


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_a_lesson_has_slides_for_a_hall_whose_numbers_it_shows(path, tmp_path):
    deck = read(write(path, tmp_path / "page.html"))
    assert 8 <= len(deck) <= 17
    cells = nbformat.read(path, as_version=4).cells
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    texts = [text for part in outputs for text in (part.get("text", ""), part.get("data", {}).get("text/plain", ""))]
    shown = numbers("\n".join([*texts, *(cell.source for cell in cells)]))
    for cell in cells:
        said = cell.metadata.get("slide", {})
        assert numbers(f"{said.get('title')} {said.get('text')}") <= shown, cell.id
        assert not said or "slide" in cell.metadata.tags, cell.id
        text = unescape(re.sub("<[^>]*>", "", with_flat(rendered(said.get("text", "")))))
        assert len(text) <= 110, f"{cell.id}: more than two lines"
    assert all(re.search("<h[12]>.", slide) for slide in deck) and not any(
        "<pre" in slide for slide in deck if "pegasos-write" not in slide
    )
