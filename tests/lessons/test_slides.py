"""Test which cells become slides, under which headings, and the errors of a lesson without slides."""

import re
from html import unescape

import nbformat
import pytest
from stored import PICTURE, QUIZ, plain, player, says, shows, written

from pegasos_edu.lessons import Predict
from pegasos_edu.lessons.slides import write


@pytest.fixture
def slides(tmp_path):
    """Return a function that writes the slides of cells and returns each slide as HTML."""

    def made(*cells):
        page = write(written(tmp_path / "lesson.ipynb", *cells), tmp_path / "page.html")
        return re.findall(r'<section class="slide">\n(.*?)\n</section>', page.read_text("utf-8"), re.DOTALL)

    return made


def headings(slides):
    return [unescape(re.search(r"<h[12]>(.*?)</h[12]>", slide)[1]) for slide in slides]


TITLE = says("# 07 · Why so fast?\n\nTen minutes.")


def test_a_slide_for_each_tagged_cell_between_title_and_what_to_remember(slides):
    made = slides(
        TITLE,
        shows(PICTURE, slide=True),
        says("## 1. First\n\nnot shown"),
        shows("printed", slide=True),
        says("not shown either\n\n## 2. Second\n\n```python\n# no heading\n```"),
        shows(QUIZ, slide=True),
        shows(PICTURE),
        says("## 3. Third\n\nA rule: $x_1*x_2*x_3$", slide=True),
        says("More of it.", slide=True),
        says("## Remember\n\nthis\n\n## Else\n\nnot this"),
        says("## Try it"),
    )
    titles = ["07 · Why so fast?", "07 · Why so fast?", "1. First", "2. Second", "3. Third", "3. Third", "Remember"]
    assert headings(made) == titles
    assert [slide.count("<img") for slide in made] == [0, 1, 0, 0, 0, 0, 0]
    assert "printed" in made[2] and "<details" in made[3] and "x1*x2*x3" in plain(made[4])
    assert plain(made[6]) == "Rememberthis" and not any("shown" in plain(slide) or "thing" in slide for slide in made)


def test_a_question_and_the_picture_after_it_are_one_slide(slides):
    made = slides(
        TITLE,
        says("## 1. First\n\n**Predict first.** Which?", slide=True),
        shows(PICTURE, slide=True),
        shows(PICTURE, slide=True),
        says("Next?", slide=True),
        says("no slide"),
        shows(PICTURE, slide=True),
        says("## 2. A heading asks nothing", slide=True),
        shows(PICTURE, slide=True),
    )
    said, later = (['class="said"' in slide for slide in made], ["later" in slide for slide in made])
    assert said == [False, True, False, True, False, False] and later == [False, True, False, False, False, False]
    assert headings(made)[1:] == ["1. First"] * 4 + ["2. A heading asks nothing"]


GUESS = Predict("How many?", ["few", "many"])


def test_a_prediction_stands_beside_its_picture_and_is_resolved_on_its_slide(slides):
    made = slides(
        TITLE,
        says("## 1. First"),
        shows(PICTURE, slide=True),
        shows(GUESS, slide=True),
        says("no slide"),
        shows("found", slide=True),
        says("## 2. Second"),
        shows(player(), slide=True),
        shows(Predict("Why?", ["this", "that"]), slide=True),
        shows(player(), slide=True),
        says("## 3. No slide"),
        shows(GUESS.outcome("few", {"few": "Yes.", "many": "No."}, expected="few"), slide=True),
    )
    assert headings(made)[1:] == ["1. First", "2. Second", "2. Second", "2. Second"]
    kinds = [re.findall(r'class="(said|why later|shown before|shown later|shown)"', slide) for slide in made[1:]]
    assert kinds == [["said", "why later", "shown before", "shown later"], ["shown"], ["said"], ["shown"]]
    parts = [made[1].index(part) for part in ("pegasos-predict", "pegasos-outcome", "<img", "found")]
    assert parts == sorted(parts)


def test_a_cell_to_write_has_a_slide_of_its_own_before_a_prediction(slides):
    task = 'def hinge_loss(z):\n    ...\n\n\ncheck(hinge_loss, "hinge_loss")'
    made = slides(
        TITLE,
        says("## 1. First\n\nWrite it."),
        nbformat.v4.new_code_cell(task, metadata={"tags": ["write"]}),
        shows(GUESS, slide=True),
    )
    assert ["pegasos-write" in slide for slide in made] == [False, True, False]
    assert ["pegasos-predict" in slide for slide in made] == [False, False, True]


def test_a_formula_has_a_slide_of_its_own(slides):
    made = slides(TITLE, says("## 1. First\n\n$$w$$", slide=True), shows(PICTURE, slide=True))
    assert headings(made)[1:] == ["1. First", "1. First"] and "<math" in made[1] and "<img" in made[2]


def test_the_notes_are_what_the_guide_says_about_the_lesson(tmp_path):
    (tmp_path / "teaching").mkdir()
    guide = "# Guide\n\n## 06 · Six\n\nsix\n\n## 07 · Seven\n\nAsk [why](x.md).\n\n## 08 · Eight\n\neight\n"
    (tmp_path / "teaching" / "guide.md").write_text(guide, "utf-8")
    (tmp_path / "lessons").mkdir()
    lesson = written(tmp_path / "lessons" / "07_seven.ipynb", TITLE, shows(PICTURE, slide=True))
    page = write(lesson, tmp_path / "page.html").read_text("utf-8")
    assert plain(re.search(r'<aside id="notes".*?</aside>', page, re.DOTALL)[0]) == "07·SevenAskwhy."


def test_what_to_remember_comes_last_and_once(slides):
    remember = says("## Remember\n\nthis", slide=True)
    made = slides(
        TITLE, says("## Remember\n\nnot yet"), shows("printed", slide=True), remember, says("end", slide=True)
    )
    assert headings(made)[1:] == ["Remember", "Remember", "Remember"] and plain(made[-1]) == "Rememberthis"


def test_links_to_other_lessons_lead_nowhere_from_here_and_are_text(slides):
    made = slides(TITLE, says("See [three](03_three.ipynb), [above](#1), [web](https://a.b).", slide=True))
    assert re.findall("<a[^>]*>", made[1]) == ['<a href="https://a.b">'] and plain(made[1]).endswith(
        "Seethree,above,web."
    )


def test_a_lesson_without_slides_is_said(slides, tmp_path):
    with pytest.raises(ValueError, match="^lesson must have cells with the tag slide, got none; take another lesson"):
        slides(TITLE, shows(PICTURE), says("## Remember"))
    assert not (tmp_path / "page.html").exists()


def test_a_slide_of_nothing_is_said(slides):
    cell = nbformat.v4.new_code_cell("1 + 1", id="lesson-01", metadata={"tags": ["slide"]})
    with pytest.raises(
        ValueError, match="^the cell lesson-01 must show something on its slide, got no output; run its"
    ):
        slides(TITLE, cell)
