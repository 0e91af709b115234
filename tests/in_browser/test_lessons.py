"""Test each lesson as a page without a kernel: its pictures, players, predictions and quizzes."""

from pathlib import Path

import pytest
from browsing import wait_until
from conftest import mostly_slow
from playwright.sync_api import expect
from stored import LESSONS, PLAYERS, code, says, shown, shows, written

from in_browser.conftest import barriers, frames
from pegasos_edu.common.scripts import joined
from pegasos_edu.lessons import Predict, Proof, ProofLine, predict
from pegasos_edu.lessons.pages import export
from pegasos_edu.lessons.slides import write

VERDICTS = """() => [...document.querySelectorAll(".pegasos-quiz")].flatMap(quiz => {
    const said = [...quiz.querySelectorAll("details")].map(choice => {
        choice.querySelector("summary").click();
        return [...quiz.querySelectorAll("details[open] div b")].map(verdict => verdict.innerText).join();
    });
    return said.filter(verdict => verdict !== "✗ No.");
})"""  # the feedback of each choice without "No."; only one is open at a time
GUESS = """() => [...document.querySelectorAll(".pegasos-predict")].map(asked => {
    const after = document.querySelector(`[data-after="${asked.dataset.key}"]`);
    const wasFolded = after.offsetHeight === 0;
    asked.querySelectorAll("input").forEach(field => (field.value = 1));
    asked.querySelector("button").click();
    [...asked.querySelectorAll(".because button")].find(reason => reason.offsetHeight)?.click();
    return wasFolded && !after.hidden && asked.textContent.includes("You said: ");
})"""  # guesses from the first to the last, because each guess unfolds the following part
FOLDED_AT = """event => {
    dispatchEvent(new Event(event));
    return document.querySelectorAll(".told:not([open])").length;
}"""
TOLD = """() => [...document.querySelectorAll(".pegasos-outcome")].map(told => told.textContent)"""
UNFOLD = "document.querySelectorAll('details:not(.pegasos-quiz details)').forEach(fold => (fold.open = true))"


@pytest.mark.parametrize("path", mostly_slow(LESSONS, LESSONS[0]), ids=lambda path: path.stem)
def test_a_lesson_without_a_kernel(path, open_page, tmp_path):
    page_path = export(path, tmp_path)
    assert page_path.stat().st_size <= 900 * 1024
    page = open_page(page_path)
    folded = [page.evaluate(FOLDED_AT, event) for event in ("load", "beforeprint", "afterprint")]
    assert folded[0] == folded[2] > folded[1] == 0, "only paper shows an outcome before the guess"
    guesses = page.evaluate(GUESS)
    assert len(guesses) == sum(shown(cell).startswith("Predict: ") for cell in code(path)) >= 2 and all(guesses)
    page.evaluate(UNFOLD)
    assert all("You said: " in told and "What happened: " in told for told in page.evaluate(TOLD))
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth && image.alt)")
    assert "Run the cell" not in page.locator("main").inner_text()
    sliders = page.locator(".pegasos-stills")
    assert sliders.count() == sum(shown(cell).startswith("Explorer: ") for cell in code(path))
    for slider in sliders.all():
        seen = []
        for key in ("Home", "End"):
            slider.locator("input").press(key)
            seen.append(slider.locator("details:visible > :not(summary)").first.evaluate("shown => shown.outerHTML"))
        assert seen[0] != seen[1]
    landscapes = page.locator("iframe[title^='f over']")
    assert landscapes.count() == sum(shown(cell).startswith("Landscape: ") for cell in code(path))
    parts = page.locator("iframe[title^='The two parts']")
    assert parts.count() == sum(shown(cell).startswith("StartOrNoise: ") for cell in code(path))
    players = page.locator("iframe:not([title^='f over'], [title^='The two parts'], .opening *)")
    assert players.count() == sum(shown(cell).startswith(PLAYERS) for cell in code(path))
    for n in range(players.count()):
        inside = players.nth(n).content_frame
        inside.locator(".pegasos-player").focus()
        page.keyboard.press("ArrowRight")
        expect(inside.locator(".story").last).to_contain_text("Step 1 ")
        expect(inside.locator("[hidden]:visible")).to_have_count(0)
    quizzes = page.locator(".pegasos-quiz")
    assert quizzes.count() == sum(shown(cell).startswith("Quiz: ") for cell in code(path)) >= 3
    assert page.evaluate(VERDICTS) == ["✓ Right."] * quizzes.count()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not barriers(page)
    page.emulate_media(color_scheme="dark")  # what lies in an inverted element is not inverted again
    assert page.evaluate(
        "[...document.querySelectorAll('.place img')].every(image => getComputedStyle(image).filter === 'none')"
    )


# The first screen

ON_SCREEN = """node => {
    const {top, bottom, height} = node.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
}"""
OF_OPENING = ".opening :is(.first iframe, .first .output img, .place img)"


@pytest.mark.parametrize("path", mostly_slow(LESSONS, *LESSONS[::4]), ids=lambda path: path.stem)
def test_the_first_screen_of_a_lesson_has_a_picture_and_a_question(path, open_page, tmp_path):
    page = open_page(export(path, tmp_path), width=1440)
    question = page.locator(".opening .pegasos-predict > div").first
    picture = page.locator(OF_OPENING).locator("visible=true").first  # a still is below its moving picture
    for frame in page.locator(".opening iframe").all():
        expect(frame.content_frame.locator(".so-far")).to_be_visible()
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        frames(page, 4)
        assert picture.evaluate(ON_SCREEN) and question.evaluate(ON_SCREEN)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert picture.bounding_box()["y"] < question.bounding_box()["y"]
    assert (
        not page.locator(".aside[open], .after:visible").count()
        and "Shift + Enter" not in page.locator("main").inner_text()
    )


@pytest.mark.parametrize("is_calm", [False, True])
def test_the_first_run_plays_some_steps_and_goes_on_after_the_guess(is_calm, open_page, tmp_path):
    page = open_page(export(LESSONS[0], tmp_path), reduced_motion=is_calm)
    page.clock.install()  # from now on, the time of the page goes on only when it is told to
    page.reload()
    so_far = page.frame_locator(".opening iframe").locator(".so-far")
    page.clock.run_for(5_000)
    expect(so_far).to_have_text("3 steps: 12 of 100 points on the wrong side")
    for _ in range(2):  # a choice, and a reason for it
        page.locator(".opening li button:visible").last.click()
    page.clock.run_for(10_000)
    expect(so_far).to_have_text("12 steps: 0 of 100 points on the wrong side")


# Reasons and numbers


LOOKS = """buttons => buttons.map((button) => getComputedStyle(button)).map(
    ({ color, backgroundColor, border, fontWeight }) => [color, backgroundColor, border, fontWeight].join()
)"""
BECAUSE = {"it grows": "It shrinks.", "it turns": "It does not.", "it falls": "It does."}
WHY = Predict(
    "Which?", ["one", "two", "three"], because={"one": ["it grows", "it turns"], "two": ["it turns", "it falls"]}
)
OUTCOME = WHY.outcome(
    "two", {"one": "Not one.", "two": "Indeed.", "three": "Not three."}, because=BECAUSE, expected="two"
)
NUMBER = Predict("When?", unit="steps")
CELLS = [
    says("# Why?"),
    says("## 1. First"),
    shows(WHY, slide=True),
    says("after it"),
    shows(OUTCOME),
    says("## 2. Second"),
    shows(NUMBER, slide=True),
    says("later"),
    shows(NUMBER.outcome(1234, "So."), slide={"title": "So"}),
]


@pytest.fixture(params=[{"width": 1280}, {"width": 390, "dark": True}], ids=["wide", "phone"])
def asked(request, open_page, tmp_path):
    """Open a page with reasons and a number."""
    return open_page(export(written(tmp_path / "one.ipynb", *CELLS), tmp_path), **request.param)


def test_a_page_asks_for_a_reason_after_the_choice_and_answers_it(asked):
    reasons = asked.locator(".because li:visible")
    assert reasons.count() == 0
    for choice in ("one", "two"):  # a choice can be changed until it has a reason
        asked.get_by_role("button", name=choice).press("Enter")
        assert not asked.get_by_text("after it").is_visible() and asked.locator(".chosen").all_inner_texts() == [choice]
    assert reasons.all_inner_texts() == ["it turns", "it falls"]
    assert len(set(reasons.locator("button").evaluate_all(LOOKS))) == 1, "no colour says which reason is right"
    assert asked.evaluate("document.documentElement.scrollWidth <= innerWidth")
    asked.get_by_role("button", name="it turns").press("Enter")
    told = asked.locator(".pegasos-outcome").first
    assert "✓ You said: two." in told.inner_text() and "It does not." in told.inner_text()
    assert told.locator("details[open]").count() == 1 and not told.get_by_text("It shrinks.").is_visible()
    assert asked.locator(".chosen").all_inner_texts() == ["two", "it turns"] and not barriers(asked)


SCROLL_PAST = """() => {
    document.body.style.paddingBottom = "2000px";
    scrollTo(0, document.querySelector(".pegasos-predict").getBoundingClientRect().bottom + scrollY + 200);
}"""


def test_a_choice_without_reasons_is_made_at_once_and_a_reader_who_scrolls_on_leaves_the_reason_out(asked):
    asked.get_by_role("button", name="one").click()
    told = asked.locator(".pegasos-outcome").first
    assert not told.is_visible()
    asked.evaluate(SCROLL_PAST)
    expect(told).to_be_visible()
    assert "✗ You said: one." in told.inner_text() and told.locator("details[open]").all_inner_texts() == [
        "one?\nNot one."
    ]
    asked.reload()
    asked.get_by_role("button", name="two").click()
    asked.get_by_role("button", name="three").click()
    assert "✗ You said: three." in told.inner_text() and asked.locator(".because").count() == 0
    assert asked.locator(".chosen").all_inner_texts() == ["three"]


def test_a_reader_who_scrolls_past_a_question_goes_on_without_a_guess(asked):
    asked.evaluate(SCROLL_PAST)
    expect(asked.get_by_text("after it")).to_be_visible()
    assert (
        "You said" not in asked.locator("main").inner_text() and asked.get_by_role("button", name="one").is_disabled()
    )


def test_the_number_of_an_answer_is_its_key(asked):
    asked.keyboard.press("3")
    assert "✗ You said: three." in asked.locator(".pegasos-outcome").first.inner_text()
    field = asked.get_by_label("your guess, steps")
    field.press("1")
    assert field.input_value() == "1"


def test_a_vote_with_a_reason_on_a_slide(open_page, tmp_path):
    page = open_page(write(written(tmp_path / "one.ipynb", *CELLS), tmp_path / "one.html").as_uri() + "#2")
    page.locator(".now").wait_for()
    page.keyboard.press("1")
    assert page.evaluate("location.hash") == "#2" and page.locator(".keys").inner_text().startswith("1–5 vote")
    page.keyboard.press("5")
    assert page.evaluate("location.hash") == "#2" and page.locator(".now .chosen").all_inner_texts() == [
        "one",
        "it turns",
    ]
    assert not barriers(page)
    page.keyboard.press("PageDown")
    page.locator(".now input").fill("30")
    page.keyboard.press("Enter")
    assert (
        page.evaluate("location.hash") == "#3+" and page.locator(".now h3").inner_text() == "So" and not barriers(page)
    )


def test_a_guessed_number_stands_on_a_line_beside_the_answer(asked):
    asked.get_by_role("button", name="three").click()
    asked.get_by_label("your guess, steps").fill("30")
    asked.keyboard.press("Enter")
    line = asked.get_by_role("img", name="your guess is at 30, the answer is at 1,234.")
    assert line.get_attribute("aria-label").startswith("A line from 10 to 10,000 in powers of ten: ")
    assert asked.locator("figcaption").inner_text() == "Your guess is too small by a factor of about 41."
    frame = line.bounding_box()
    for text in line.locator("span").all():
        place = text.bounding_box()
        assert frame["x"] <= place["x"] and place["x"] + place["width"] <= frame["x"] + frame["width"]
    assert asked.evaluate("document.documentElement.scrollWidth <= innerWidth") and not barriers(asked)


FAR_OFF = [
    (93, 93, "exact", [0, 20, 40, 60, 80, 100]),
    (88, 93, "within a tenth of the answer", [0, 20, 40, 60, 80, 100]),
    (80, 93, "too small by about 14 %", [0, 20, 40, 60, 80, 100]),
    (150, 100, "too large by about 50 %", [0, 50, 100, 150]),
    (500, 93, "too large by a factor of about 5.4", [0, 100, 200, 300, 400, 500]),
    (10, 100, "too small by a factor of about 10", [0, 20, 40, 60, 80, 100]),
    (30, 1234, "too small by a factor of about 41", [10, 100, 1000, 10000]),
    (2e9, 0.05, "too large by a factor of about 40,000,000,000", [1e-2, 1e1, 1e4, 1e7, 1e10]),
    (0, 5, "too small by 5", [0, 1, 2, 3, 4, 5]),
    (5, 0, "too large by 5", [0, 1, 2, 3, 4, 5]),
    (-3, 4, "too small by 7", [-4, -2, 0, 2, 4]),
    (0, 0, "exact", [0, 0.2, 0.4, 0.6, 0.8, 1]),
]


def test_a_line_is_logarithmic_if_positive_numbers_are_far_apart_and_says_how_far(open_page):
    page = open_page("about:blank")
    script = joined(Path(predict.__file__).with_name("number_line.js"))
    said = page.evaluate(
        f"cases => {{ {script}; return cases.map(([g, a]) => [howFarOff(g, a), scaleOf(g, a)]) }}",
        [case[:2] for case in FAR_OFF],
    )
    assert [sentence for sentence, _ in said] == [f"Your guess is {case[2]}." for case in FAR_OFF]
    for (guess, answer, _, ticks), (_, scale) in zip(FAR_OFF, said):
        assert scale["ticks"] == pytest.approx(ticks)
        assert scale["isLog"] == (min(guess, answer) > 0 and max(guess, answer) > 10 * min(guess, answer))


# A proof


LINES = [
    ProofLine(
        f"Line {name}.",
        {f"wrong {name}": "Not so.", f"right {name}": "So it is.", f"bad {name}": "No."},
        f"right {name}",
    )
    for name in ("one", "two", "three")
]
PROOF = shows(Proof("Three lines", LINES, "This was to be shown."), slide=True)


@pytest.mark.parametrize("how", ["press", "click"])
def test_a_proof_unfolds_line_by_line_and_folds_again(how, open_page, tmp_path):
    page = open_page(
        export(written(tmp_path / "one.ipynb", says("# Why?"), says("## 1. First"), PROOF), tmp_path), width=390
    )
    reasons, act = page.locator("summary:visible"), {"press": {"key": "Enter"}, "click": {}}[how]
    before = ["wrong one", "right one", "bad one"]
    assert [text for text in reasons.all_inner_texts() if "one" in text] == before
    getattr(page.get_by_text("wrong one"), how)(**act)
    assert page.get_by_text("Not so.").first.is_visible() and not page.get_by_text("Line two.").is_visible()
    for name in ("one", "two", "three"):
        getattr(page.get_by_text(f"right {name}"), how)(**act)
        assert not page.get_by_text(f"bad {name}").is_visible()
    assert page.get_by_text("to be shown").is_visible() and page.get_by_text("Line one.").is_visible()
    assert not barriers(page)
    getattr(page.get_by_text("right one"), how)(**act)
    assert page.get_by_text("bad one").is_visible() and not page.get_by_text("Line two.").is_visible()


def test_paper_shows_a_whole_proof_and_leaves_the_page_as_it_was(open_page, tmp_path):
    page = open_page(export(written(tmp_path / "one.ipynb", says("# Why?"), says("## 1. First"), PROOF), tmp_path))
    page.get_by_text("right one").click()
    shown_at = "event => { dispatchEvent(new Event(event)); return document.querySelectorAll('.right[open]').length }"
    assert [page.evaluate(shown_at, event) for event in ("load", "beforeprint", "afterprint")] == [1, 3, 1]


def test_a_slide_shows_the_last_line_of_a_proof_and_the_one_that_is_asked(open_page, tmp_path):
    path = written(tmp_path / "one.ipynb", says("# Why?"), says("## 1. First"), PROOF)
    page = open_page(write(path, tmp_path / "one.html").as_uri() + "#2")
    for name in ("one", "two"):
        page.get_by_text(f"right {name}").click()
    seen = page.locator(".now .line:visible").all_inner_texts()
    assert seen == ["(2) Line two.", "(3) Line three."] and not page.get_by_text("right one").is_visible()


# Printed tables


def test_a_print_that_a_phone_cuts_says_so(open_page, tmp_path):
    folded = {"tags": ["check"], "jupyter": {"source_hidden": True}}
    cells = [says("# Why?"), shows("a wide line, " * 8), shows("short"), shows("a folded line, " * 6, **folded)]
    page = open_page(export(written(tmp_path / "one.ipynb", *cells), tmp_path), width=390)
    says_so = """pres => pres.map(
        (pre) => getComputedStyle(pre, "::before").content.includes("Swipe") && pre.scrollWidth > pre.clientWidth
    )"""
    prints = page.locator(".output > pre")
    wait_until(page, "document.querySelectorAll('.cut').length === 1")
    assert prints.evaluate_all(says_so) == [True, False, False]
    page.get_by_text("Check of the numbers above").click()
    wait_until(page, "document.querySelectorAll('.cut').length === 2")
    assert prints.evaluate_all(says_so) == [True, False, True] and not barriers(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    wait_until(page, "document.querySelectorAll('.cut').length === 0")
