"""Test the step player as a page from disk: what it shows, how it changes steps, and that everybody can use it."""

import json
import re
from collections import Counter
from functools import partial
from html import escape
from itertools import pairwise

import numpy as np
import pytest
from browsing import wait_until
from conftest import mostly_slow
from playwright.sync_api import expect

from in_browser.conftest import (
    IN_BOTH,
    MOSTLY_IN_CHROMIUM,
    barriers,
    frames,
    height_in_use,
    press,
    step,
    text,
    with_names,
)
from pegasos_edu import dual_ascent, free_bias, hinge, kernelized, logistic, minibatch
from pegasos_edu.common.html import whole_page
from pegasos_edu.datasets import blobs, digits, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.lessons.pages import page as page_of
from pegasos_edu.player import compare, play

X2, Y2 = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])
X, Y, NAMES = moons()
KERNEL = partial(rbf, gamma=2.0)


def moons_player(algorithm=hinge, T=40, **options):
    return play(algorithm, X, Y, lam=0.05, T=T, names=NAMES, **options)


def lit(page):
    """Return the code and the value of the highlighted line."""
    value = page.locator(".lit .value")
    return " ".join(text(page, ".lit .python").split()), value.inner_text() if value.count() else ""


def on_plane(page, x, y, half):
    """Return the position on the screen of a point in the plane."""
    plane = page.locator("canvas.plane").bounding_box()
    centre = plane["x"] + plane["width"] / 2, plane["y"] + plane["height"] / 2
    return centre[0] + x / half * plane["width"] / 2, centre[1] - y / half * plane["height"] / 2


# What is shown


SHORTER = "It is shorter in each step, so that the run settles."
THEN, SKIPPED = "so the lines under it run next.", "so the lines under it are skipped."
PROJECT = "project = False and ‖(−1, 1)‖ = 1.414 > 0"


@IN_BOTH
def test_three_steps_worked_by_hand_line_by_line(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0]))
    assert text(page, ".story").startswith("Start.") and lit(page) == ("w = np.zeros(X.shape[1])", "(0, 0)")
    press(page, "ArrowRight")
    assert lit(page) == ("yield LinearStep(t, i, eta, score, w)", "")
    assert "f rises from 1 to 9.5" in text(page, ".story")
    seen = []
    for _ in range(7):
        press(page, "ArrowDown")
        seen.append((*lit(page), text(page, ".now b"), text(page, ".story").split("y = −1). ")[1]))
    assert seen[:-1] == [
        ("for t, i in enumerate(draws, 1):", "t = 2, i = 1", "f = 9.5", "This line starts step t = 2, i = 1."),
        ("eta = 1 / (lam * t)", "1", "f = 9.5", f"This line sets η = 1 / (0.5·2) = 1. {SHORTER}"),
        ("score = w @ X[i]", "8", "f = 9.5", "This line sets score = (2, 4)·(2, 1) = 8."),
        ("if y[i] * score < 1:", "−8 < 1, yes", "f = 9.5", f"This line asks whether −1·8 = −8 < 1: yes, {THEN}"),
        (
            "w = (1 - eta * lam) * w + (eta * y[i]) * X[i]",
            "(−1, 1)",
            "f = 0.5",
            "This line sets w = (1 − 1·0.5)·(2, 4) + 1·(−1)·(2, 1) = (−1, 1), and f falls from 9.5 to 0.5.",
        ),
        ("if project and norm(w) > 0: …", "no", "f = 0.5", f"This line asks whether {PROJECT}: no, {SKIPPED}"),
    ]
    assert seen[-1][:3] == ("yield LinearStep(t, i, eta, score, w)", "", "f = 0.5")
    assert re.search("example 1 .* Its margin, −8, is below 1.*f falls from 9.5 to 0.5", text(page, ".story"))


WALKED = """keys => {
    const player = document.querySelector(".pegasos-player");
    const shown = () => ({
        lit: [...player.querySelectorAll(".lit > *")].map(part => part.textContent),
        canvases: [...player.querySelectorAll("canvas")].map(pixels),
    });
    const pressed = key => player.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    return [shown(), ...keys.map(key => (pressed(key), shown()))];
    function pixels(canvas) {  // as one number, which another picture does not have
        const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Uint32Array(data.buffer).reduce((sum, pixel) => Math.imul(sum ^ pixel, 16777619), 0);
    }
}"""  # the state on the screen before the keys and after each key
PICTURES = {
    "a plane, and the ball": lambda: moons_player(T=8, project=True),
    "curves of a kernel": lambda: moons_player(kernelized, T=8, kernel=KERNEL),
    "images": lambda: play(hinge, *digits()[:2], lam=0.01, T=8, shape=(8, 8)),
}


@pytest.mark.parametrize("player", PICTURES.values(), ids=PICTURES)
def test_forward_and_back_is_the_same_picture_and_fits_at_any_width(opened, player):
    page = opened(player())
    forward = page.evaluate(WALKED, ["ArrowRight"] * 4)
    assert all(a != b for a, b in pairwise(forward)) and len({shown["canvases"][0] for shown in forward}) > 3
    assert page.evaluate(WALKED, ["ArrowLeft"] * 4) == forward[::-1]
    lines = page.evaluate(WALKED, ["ArrowDown"] * 10)
    assert len({(*shown["lit"], *shown["canvases"]) for shown in lines}) > 8
    assert page.evaluate(WALKED, ["ArrowUp"] * 10) == lines[::-1]
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for canvas in page.locator("canvas:visible").all():
            place = canvas.bounding_box()
            assert place["x"] >= 0 and place["x"] + place["width"] <= width and place["width"] >= 100


def test_the_band_is_where_the_margin_is_1(opened):
    page, b = opened(play(free_bias, X2, Y2, lam=0.5, draws=[0, 1])), 1
    press(page, "End")  # w = (−1, 1): score −1 at (2, 1), on the edge of its band
    colours = """([x, y]) => {
        const canvas = document.querySelector("canvas.plane"), scale = canvas.width / 2;
        const at = [(1 + x / 2.4) * scale, (1 - y / 2.4) * scale].map(Math.round);
        return [...canvas.getContext("2d").getImageData(...at, 1, 1).data].slice(0, 3).join();
    }"""
    scores = (-1.2, -0.8, -0.2, 0.2, 0.8, 1.2)
    at = {score: page.evaluate(colours, [(b - score) / 2, (score - b) / 2]) for score in scores}
    assert at[-0.8] == at[-0.2] and at[0.2] == at[0.8] and len({at[-1.2], at[-0.2], at[0.2], at[1.2]}) == 4


def test_two_runs_share_one_seek_bar_and_keep_nobody_out(opened):
    page = opened(compare(moons_player(), moons_player(project=True)))
    press(page, *["ArrowRight"] * 3)
    assert page.locator("section canvas.plane").count() == 2 and page.locator(".seek input").count() == 1
    assert all(story.startswith("Step 3 draws example ") for story in page.locator(".story").all_inner_texts())
    assert page.get_by_role("main").count() == 1 and page.get_by_role("heading", level=1).count()
    assert not barriers(page)


# Moving


def test_keys_and_buttons_lead_to_the_same_moments(opened):
    player = moons_player(project=True)
    page = opened(player)
    press(page, "ArrowRight", "End", "ArrowRight", "ArrowDown")  # the player handles keys even before any click
    assert step(page) == 40
    press(page, "Home", "ArrowLeft", "ArrowUp")
    assert step(page) == 0
    for number in (1, 2):
        page.get_by_label("step forward", exact=True).click()
        assert step(page) == number
    page.locator(".code li", has_text="score = w @ X[i]").click()
    assert step(page) == 2 and lit(page)[0] == "score = w @ X[i]"
    page.get_by_label("to the start").click()
    events = [n for n, event in enumerate(player.records[0]["events"], 1) if event]
    for key, numbers in (("n", events[:8]), ("p", events[6::-1])):
        for number in numbers:
            press(page, key)
            assert step(page) == number


def test_a_press_on_the_objective_goes_to_a_step(opened):
    page = opened(moons_player(), width=390, height=800, touch=True)
    seek = page.locator(".seek input")
    seek.scroll_into_view_if_needed()
    box = seek.bounding_box()
    seek.tap(position={"x": box["width"] / 2, "y": 40})
    assert step(page) == 20
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 8 + (box["width"] - 16) * 0.75, box["y"] + 50)
    page.mouse.up()
    assert step(page) == 30
    page.locator(".seek input").fill("17")
    assert "step 17 of 40" in text(page, ".where") and text(page, ".story").startswith("Step 17 ")


def test_playing_ends_at_the_last_step_and_where_one_goes_elsewhere(opened):
    page = opened(moons_player(T=200), reduced_motion=True)
    button = page.get_by_label("play or pause")
    assert page.get_by_label("Speed").input_value() == "0.5" and step(page) == 0
    page.get_by_label("Speed").select_option("50")
    button.click()
    wait_until(page, "document.querySelector('.seek input').value > 5")
    page.locator(".seek input").fill("195")
    assert button.inner_text() == "▶"
    frames(page, 10)
    assert step(page) == 195
    button.click()
    wait_until(page, "document.querySelector('.seek input').value == 200")
    expect(button).to_have_text("▶")


def test_examples_are_pointed_at_and_lead_to_the_steps_that_draw_them(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0, 0, 1], names=("low", "high")))
    press(page, "ArrowRight")  # w = (2, 4)
    page.mouse.move(*on_plane(page, 2, 1, half=2.2))
    before = "not drawn so far (α = 0), next drawn in step 2."
    assert text(page, ".about") == f"Example 1 (low, y = −1): score 8, margin −8, loss 9; {before}"
    for number in (2, 5, 2):
        page.mouse.click(*on_plane(page, 2, 1, half=2.2))
        assert step(page) == number
    page.mouse.click(*on_plane(page, 0, 0, half=2.2))
    assert step(page) == 2 and text(page, ".story").startswith("Step 2 draws")
    press(page, "e", "e")
    assert text(page, ".about").startswith("Example 1 (low, y = −1)")
    press(page, "Enter")
    assert step(page) == 5


def test_the_address_names_the_moment_and_an_odd_one_leads_somewhere(opened):
    page = opened(moons_player(), "#step=7&line=3&speed=10")
    assert step(page) == 7 and lit(page)[0] == "score = w @ X[i]" and page.get_by_label("Speed").input_value() == "10"
    press(page, "ArrowRight", "ArrowRight")
    wait_until(page, "location.hash === '#step=8&speed=10'")
    press(page, "ArrowDown")
    wait_until(page, "location.hash === '#step=9&line=1&speed=10'")
    for fragment in ("step=99999", "step=-3", "step=x&line=y&speed=z", "step=2.5&line=0.5", "&&=", "step=3&line=99"):
        page.evaluate(f"location.hash = '#{fragment}'")
        frames(page)
        assert 0 <= step(page) <= 40 and text(page, ".story")


@IN_BOTH
@pytest.mark.parametrize("X", [X2, np.hstack([X2, X2])], ids=["editor", "player"])
def test_a_mangled_address_leads_to_its_moment_and_what_cannot_be_read_is_said(opened, X):
    page = opened(play(hinge, X, Y2, lam=0.5, T=40), "#step%3D7%26speed%3D10)")
    assert step(page) == 7 and page.get_by_label("Speed").input_value() == "10"
    page.evaluate("location.hash = '#step=9&amp;speed=fast&lime=2'")
    expect(page.locator("body")).to_contain_text("speed must be one of 0.5, 1, 2, 5, 10, 25, 50, got “fast”.")
    expect(page.locator("body")).to_contain_text("Nothing here uses “lime” in the link.")
    expect(page.locator(".seek input")).to_have_value("9")


# Names and data


def test_names_are_text_and_never_markup(opened):
    evil = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
    page = opened(play(hinge, X2, Y2, lam=0.5, T=4, names=(evil, "\"'</script>&amp;"), data=f"# {evil}"))
    press(page, "End", "c")
    assert (
        evil in page.locator("canvas.plane").get_attribute("aria-label")
        and evil in text(page, "pre")
        and page.evaluate("window.hacked") is None
    )
    assert page.locator(".pegasos-player img, .pegasos-player script").count() == 0


@pytest.mark.parametrize(("X", "y"), [(X2[:1], [1]), (np.zeros((3, 2)), [1, -1, 1]), ([[1.0], [-2.0]], [1, -1])])
def test_odd_data_give_a_picture(opened, X, y):
    page = opened(play(hinge, X, y, lam=50.0, T=6))
    press(page, *["ArrowRight"] * 7, "ArrowDown", "Home", "End")
    assert text(page, ".story").startswith("Step 6 draws")


# Everybody


def test_a_button_copies_the_run_and_selects_it_where_that_is_refused(opened):
    page = opened(moons_player())
    press(page, "c")
    copy, said = page.get_by_role("button", name="Copy", exact=True), page.locator(".more output")
    page.evaluate("() => {navigator.clipboard.writeText = async (text) => {window.copied = text}}")
    copy.click()
    assert said.inner_text() == "Copied." and page.evaluate("copied === document.querySelector('pre').textContent")
    page.evaluate("() => {navigator.clipboard.writeText = () => Promise.reject()}")
    copy.click()
    assert "selected" in said.inner_text()
    assert page.evaluate("getSelection().toString().trim() === document.querySelector('pre').textContent.trim()")


def test_it_can_be_used_by_ear_and_keyboard_alone(opened):
    page = opened(moons_player(kernelized, kernel=KERNEL))
    assert page.get_by_role("group", name="Step player: kernelized").count() == 1
    assert all(button.get_attribute("aria-label") or button.inner_text() for button in page.get_by_role("button").all())
    press(page, "ArrowRight", "ArrowDown", "ArrowDown")
    assert page.locator("[aria-current=step]").count() == 1
    assert page.locator("[aria-live=polite]").inner_text().startswith(text(page, ".story"))
    assert page.locator(".seek input").get_attribute("aria-valuetext") == "step 2 of 40"
    press(page, "r")
    assert page.locator(".source .remark").first.is_visible()
    press(page, "?")
    keys = page.locator("dt").all_inner_texts()
    assert {"Space", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End", "n", "p", "c", "?"} <= set(keys)


def test_dark_and_light_change_the_picture_where_it_stands(opened):
    page = opened(moons_player())
    light = page.evaluate("document.querySelector('canvas').toDataURL()")
    page.emulate_media(color_scheme="dark")
    wait_until(page, "image => document.querySelector('canvas').toDataURL() !== image", arg=light)
    page.emulate_media(color_scheme="light")
    wait_until(page, "image => document.querySelector('canvas').toDataURL() === image", arg=light)


def test_on_a_small_screen_the_line_that_runs_stays_in_view(opened):
    data = "X, y = " + "a very long line of Python " * 9
    page = opened(play(hinge, X, Y, lam=0.05, T=20, data=data), width=390, height=700)
    for _ in range(12):
        press(page, "ArrowDown")
        expect(page.locator(".lit")).to_be_in_viewport(ratio=0.95)
    press(page, "c")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_frame_of_an_exported_notebook_is_the_player(open_page, tmp_path):
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><meta charset='utf-8'>{moons_player()._repr_mimebundle_()['text/html']}", "utf-8")
    page = open_page(path)
    inside = page.frame_locator("iframe")
    inside.locator(".pegasos-player").focus()
    press(page, "ArrowRight", "ArrowRight")
    assert inside.locator(".story").inner_text().startswith("Step 2 draws")
    wait_until(page, "document.querySelector('iframe').clientHeight !== 780")
    content = inside.locator(".pegasos-player").bounding_box()["height"]
    assert 0 <= page.locator("iframe").bounding_box()["height"] - content < 60


@MOSTLY_IN_CHROMIUM
@pytest.mark.parametrize(
    "size", mostly_slow([(1280, 600), (1280, 650), (1366, 768), (768, 700)], (1280, 600), (768, 700))
)
def test_in_a_lesson_picture_sentence_lines_bar_curve_and_transport_share_the_window(open_page, tmp_path, size):
    width, height = size
    (tmp_path / "page.html").write_text(page_of("A run", moons_player()._repr_mimebundle_()["text/html"]), "utf-8")
    page = open_page(tmp_path / "page.html", width=width, height=height)
    player = page.frame_locator("iframe").locator(".pegasos-player")
    for _ in range(9):
        player.press("ArrowRight")
    wait_until(page, "document.querySelector('iframe').clientHeight !== 780")
    assert height_in_use(player) <= height and player.locator(".plane").bounding_box()["width"] >= 240


@pytest.mark.parametrize("around", [r"\1", r"<div>\1</div>"], ids=["as stored", "as in marimo"])
def test_paper_gets_the_still_picture_and_a_screen_the_player(around, open_page, tmp_path):
    stored = re.sub("(<iframe.*</iframe>)", around, moons_player()._repr_mimebundle_()["text/html"], flags=re.DOTALL)
    (tmp_path / "page.html").write_text(whole_page("", "", stored), "utf-8")
    page = open_page(tmp_path / "page.html")
    page.frame_locator("iframe").locator(".story").wait_for()
    shown = """() => ["img", "iframe"].map((name) => document.querySelector(name).offsetHeight > 0)"""
    wait_until(page, f"!({shown})()[0]")
    for event, expected in (("beforeprint", [True, False]), ("afterprint", [False, True])):
        page.evaluate("event => { window.dispatchEvent(new Event(event)); }", event)
        assert page.evaluate(shown) == expected


def test_on_a_slide_the_picture_fills_the_frame_and_letters_are_large(open_page, tmp_path):
    frame = moons_player()._repr_mimebundle_()["text/html"].replace("height: 780px", "height: 578px")
    frame = frame.replace("<iframe ", '<iframe data-hall data-link="step=9" ')
    (tmp_path / "page.html").write_text(page_of("A run", frame), "utf-8")
    player = (
        open_page(tmp_path / "page.html", width=1280, height=720).frame_locator("iframe").locator(".pegasos-player")
    )
    assert player.locator(".plane").bounding_box()["height"] == pytest.approx(578, abs=2)
    sizes = player.evaluate("""player => [...player.querySelectorAll("*")].filter((part) => part.offsetHeight)
        .map((part) => parseFloat(getComputedStyle(part).fontSize))""")
    assert min(sizes) >= 0.03 * 720 and "step 9 of 40" in text(player, ".where")
    assert player.locator(".code li:visible .python").all_inner_texts()[0] == "eta = 1 / (lam * t)"
    assert not player.locator(":is(.seek, .more, .head, .play):visible").count()


@IN_BOTH
def test_a_frame_takes_the_typeface_of_its_page(open_page, tmp_path):
    (tmp_path / "page.html").write_text(page_of("A run", moons_player()._repr_mimebundle_()["text/html"]), "utf-8")
    chart = open_page(tmp_path / "page.html").frame_locator("iframe").locator(".chart")
    assert chart.evaluate("() => document.fonts.ready.then(fonts => [...fonts].map(face => face.status))") == ["loaded"]


# What the script computes


@pytest.fixture
def in_script(open_page, tmp_path):
    """Return a function that evaluates JavaScript in a page with only the player's script."""
    names = {"run": "Run", "scores_in_plane": "Curved", "plane": "Plane", "objective_bar": "Minimised"}
    return open_page(with_names(tmp_path / "script.html", **names)).evaluate


NOTEBOOK = """() => {
    const notebook = ([is_new, active, presses]) => {
        const cell = (n) => `<div class="jp-Cell ${n === active ? "jp-mod-active" : ""}" style="height: 200px"></div>`;
        const scrolls = Object.assign(document.createElement("div"), {innerHTML: [0, 1, 2, 3, 4].map(cell).join("")});
        scrolls.style = "height: 300px; overflow: auto";
        document.body.append(scrolls);
        const values = {is_new}, el = scrolls.children[3];
        const model = {get: (name) => values[name], set: (name, value) => { values[name] = value; }, on() {}, off() {}};
        const show = (_, root) => { root.style.height = "150px"; return {close() {}}; };
        rendering(show)({model: {...model, save_changes() {}}, el});
        if (presses) window.dispatchEvent(new KeyboardEvent("keydown", {key: "x"}));
        return [scrolls, values];
    };
    window.made = [[true, 4, true], [false, 4], [true, 1], [true, 4]].map(notebook);
}"""


@IN_BOTH
def test_the_player_of_a_cell_that_was_just_run_scrolls_itself_into_view_once(open_page, tmp_path):
    page = open_page(with_names(tmp_path / "script.html", notebook="rendering"))
    page.evaluate(NOTEBOOK)
    wait_until(page, "made[3][0].scrollTop >= 500")  # the foot of the fourth of the cells
    tops = page.evaluate("made.map(([scrolls]) => scrolls.scrollTop)")
    assert tops[:3] == [0, 0, 0], "a key came first, the cell was shown before, another cell was run"
    assert not any(page.evaluate("made.map(([, { is_new }]) => is_new)")), "it is not new when it is shown again"
    page.evaluate("made[3][0].scrollTo(0, 0); made[3][0].children[3].style.height = '180px'")
    page.wait_for_timeout(600)
    assert page.evaluate("made[3][0].scrollTop") == 0


def around(path, html):
    """Write a page around others; in Chromium, a page in its frame cannot reach it, because both are on disk."""
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{html}", "utf-8")
    return path


@pytest.mark.parametrize("has_inner_frame", [False, True], ids=["", "in a frame of the frame"])
def test_in_a_frame_as_high_as_a_notebook_the_player_fits_the_part_in_view(open_page, tmp_path, has_inner_frame):
    inner = moons_player().to_html(tmp_path / "player.html").read_text("utf-8")
    if has_inner_frame:  # as in VS Code: one of the same page in one of another page
        inner = f'<iframe style="width: 98%; margin-top: 1200px" srcdoc="{escape(inner)}"></iframe>'
        around(tmp_path / "player.html", inner)
    top = -1250 if has_inner_frame else -50
    frame = f'<iframe src="player.html" style="position: absolute; top: {top}px; width: 100%; height: 6000px"></iframe>'
    view = f'<div style="position: relative; height: 560px; overflow: hidden">{frame}</div>'
    page = open_page(around(tmp_path / "notebook.html", view), width=1000, height=700)
    place = page.frame_locator("iframe")
    player = (place.frame_locator("iframe") if has_inner_frame else place).locator(".pegasos-player")
    expect(player).to_have_css("--room", "544px")
    assert height_in_use(player) <= 560


def test_in_a_frame_as_high_as_its_content_the_player_fits_once_it_was_cut_off_above_and_below(open_page, tmp_path):
    moons_player().to_html(tmp_path / "player.html")
    frame = '<iframe src="player.html" style="width: 100%; height: 900px"></iframe>'  # as in Colab
    cells = f'<div style="height: 300px"></div>{frame}<div style="height: 900px"></div>'
    page = open_page(around(tmp_path / "notebook.html", cells), width=1000, height=420)
    player = page.frame_locator("iframe").locator(".pegasos-player")
    guessed = f"{0.6 * page.evaluate('screen.availHeight'):g}px"
    expect(player).to_have_css("--room", guessed)
    page.evaluate("scrollTo(0, 500)")
    expect(player).to_have_css("--room", "404px")


PLACED = """() => {
    const upper = () => 4, lower = (place) => 50 - place / 100;
    const context = document.createElement("canvas").getContext("2d");
    const colour = {font: "13px sans-serif"}, [WIDTH, HEIGHT] = [500, 60];
    const labels = Labels.amongCurves(context, [WIDTH, HEIGHT], [upper, lower], colour);
    labels.on("f after each step", "black", [300], [2, 21, 42]);
    [[upper, lower], [lower, upper]].forEach(([curve, other]) => {
        labels.beside("A", "black", curve, [other], [400, 100, 200]);
    });
    return labels.taken.map(({x, y, width}) => [x, y, x + width, y + labels.height]);
}"""


def test_labels_of_a_chart_cover_no_curve_and_letters_are_nearest_to_their_own(open_page, tmp_path):
    page = open_page(with_names(tmp_path / "script.html", labels="Labels"))
    title, upper, lower = page.evaluate(PLACED)
    heights = [(4, 4), (50 - title[0] / 100, 50 - title[2] / 100)]
    assert all(max(pair) < title[1] or min(pair) > title[3] for pair in heights)
    assert 4 < upper[1] and upper[3] < 26 and 26 < lower[1] and lower[3] < 50 - lower[2] / 100
    boxes = [title, upper, lower]
    for box, other in zip(boxes, [*boxes[1:], title]):
        assert any(box[n] >= other[n + 2] or other[n] >= box[n + 2] for n in (0, 1)), "no two cover each other"


COUNTED = """record => {
    const run = new Run(record), field = new Curved(run), plane = new Plane(run, () => {}, () => {});
    const last = run.at(run.T, Infinity), { centre, half, indices } = run.picture;
    const { boundary } = field.on(last);
    plane.size = 1000;
    const radii = run.signs.map((_, n) => field.radius(n, last));
    const counts = run.signs.map((_, n) => last.values[run.key[`α[${n}]`]] || 0);
    const before = run.events.map((event, n) => [event, Boolean(field.before(run.at(n + 1, Infinity)))]);
    return {boundary: [...boundary], radii, counts, before, scores: run.signs.map((_, n) => field.score(n, last))};
}"""


def test_a_kernel_picture_is_smooth_far_away_and_shows_counts_and_what_was_before(in_script):
    player = moons_player(kernelized, T=100, kernel=KERNEL)
    (record,), last = player.records, list(player.run)[-1]
    told = in_script(COUNTED, json.loads(json.dumps(record)))  # JSON makes its keys text, as in a page
    assert np.allclose(told["scores"], player.run.X @ last.beta(Y), atol=0.02)
    assert told["counts"] == last.alpha.tolist() and last.alpha.max() > 1
    order = np.argsort(last.alpha, kind="stable")
    assert (np.diff(np.array(told["radii"])[order]) >= 0).all() and len(set(told["radii"])) == len(set(last.alpha))
    assert all(shown == ("m" in event) for event, shown in told["before"][5:])
    side, half = record["picture"]["side"], record["picture"]["half"]
    x, z = (np.linspace(c - half, c + half, side) for c in record["picture"]["centre"])
    parts = rbf(np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)]), X, gamma=2.0) * last.beta(Y)
    exact = np.log(np.where(parts > 0, parts, 0).sum(axis=1)) - np.log(-np.where(parts < 0, parts, 0).sum(axis=1))
    assert np.abs(np.array(told["boundary"]) - exact).max() < 0.02, "far away, where scores are e^-50, too"


BARS = """record => {
    const run = new Run(record), bar = new Minimised(run);
    Object.assign(bar, {width: 700, fontSize: 13});
    return [run.start, ...run.values].map((f, step) => {
        bar.show(run.at(step, Infinity));
        const [now, before] = [bar.parts, [bar.before]].map((all) => all.map((part) => parseFloat(part.style.width)));
        const texts = bar.parts.map((part) => part.textContent);
        return [f, now, before[0], parseFloat(bar.mark.style.left), bar.element.textContent, texts];
    });
}"""


def test_the_bar_shows_f_before_and_after_and_its_smallest_value_on_one_scale(in_script):
    record = moons_player(T=60).records[0]
    before, named_in_parts = 0, 0
    for f, parts, earlier, least, said, texts in in_script(BARS, record):
        scale = 100 * f / sum(parts)
        assert 100 < 1.001 * scale * 100 / max(f, before) < 202
        assert [earlier, least] == pytest.approx([100 * before / scale, 100 * record["optimum"] / scale], rel=1e-3)
        named = re.findall(r"(?:length of w|loss) ([\d.]+)", said)
        assert sum(map(float, named)) == pytest.approx(f, rel=6e-3), said
        for end, name in zip(np.cumsum(parts), texts):  # a name ends where its part ends, and covers no mark
            assert not name or least >= end or least < end - 100 * 13 * 0.56 * len(name) / 700
            named_in_parts += bool(name)
        before = f
    assert named_in_parts > 20, named_in_parts


STORIES = """records => JSON.parse(records).map((record) => {
    const run = new Run(record);
    return [run.start, ...run.values].map((f, step) => [f, run.story(run.at(step, Infinity))]);
})"""
NUMBER = r"(\d[\d.]*(?:e[+−-]?\d+)?(?<!\.))"
COURSE = re.compile(rf"f (rises|falls) from {NUMBER} to {NUMBER}|f stays at {NUMBER}")
NEEDS = {hinge: {}, logistic: {}, minibatch: {"k": 2}, kernelized: {"kernel": KERNEL}, dual_ascent: {}}


def test_f_falls_where_the_numbers_that_are_shown_fall(in_script):
    A, b, _ = blobs(50, offset=3.0)
    records = [
        play(algorithm, A, b, lam=lam, T=60, **options).records[0]
        for algorithm, options in NEEDS.items()
        for lam in (0.5, 0.004)
    ]
    seen = Counter()
    for record, stories in zip(records, in_script(STORIES, json.dumps(records)), strict=True):
        everybody = len(record["picture"]["labels"])
        for drawn, ((before, _), (after, said)) in zip(record["drawn"], pairwise(stories), strict=True):
            way, was, now, same = COURSE.search(said).groups()
            seen[way] += 1
            if same:
                assert before == after and float(same) == pytest.approx(after, rel=6e-3), said
                continue
            assert (float(now) > float(was)) == (after > before) == (way == "rises") and was != now, said
            assert [float(was), float(now)] == pytest.approx([before, after], rel=6e-3), said
            assert "f counts all examples" not in said or len(set(np.ravel(drawn))) < everybody, said
    assert min(seen["rises"], seen["falls"]) > 50
