"""The step player as a page, opened from disk in a real browser."""

import re
from functools import partial

import numpy as np
import pytest

from in_browser.conftest import ALWAYS_IN_BOTH, barriers, frames, press, step, text
from pegasos_edu import free_bias, hinge, kernelized, run
from pegasos_edu.algorithms.inputs import Batches, Gram
from pegasos_edu.algorithms.steps import LinearStep
from pegasos_edu.datasets import digits, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.player import compare, play

X2, Y2 = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])


def moons_player(algorithm=hinge, T=40, **options):
    """A player of an algorithm on moons, with all that the algorithm needs."""
    X, y, names = moons()
    takes = algorithm.__annotations__.values()
    options |= {"kernel": partial(rbf, gamma=2.0)} if Gram in takes else {}
    options |= {"k": 3} if Batches in takes else {}
    return play(algorithm, X, y, lam=0.05, T=T, names=names, **options)


def lit(page):
    """The line that is lit: its code and its numbers."""
    numbers = page.locator(".lit .numbers")
    return text(page, ".lit .python"), numbers.inner_text() if numbers.count() else ""


def canvases(page):
    """The pixels of every canvas."""
    return page.evaluate("[...document.querySelectorAll('canvas')].map(canvas => canvas.toDataURL())")


# Listing, picture and objective


@ALWAYS_IN_BOTH
def test_three_steps_worked_by_hand_line_by_line(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0]))
    assert text(page, ".story").startswith("Start.") and lit(page) == ("w = np.zeros(X.shape[1])", "w = (0, 0)")
    press(page, "ArrowRight")
    assert lit(page) == ("yield LinearStep(t, i, eta, score, w)", "w = (2, 4)")
    seen = []
    for _ in range(7):
        press(page, "ArrowDown")
        seen.append(lit(page))
    assert seen == [
        ("for t, i in enumerate(draws, 1):", "t = 2, i = 1"),
        ("eta = 1 / (lam * t)", "η = 1 / (0.5·2) = 1"),
        ("score = w @ X[i]", "score = (2, 4)·(2, 1) = 8"),
        ("if y[i] * score < 1:", "−1·8 = −8 < 1 → yes"),
        ("w = (1 - eta * lam) * w + (eta * y[i]) * X[i]", "w = (1 − 1·0.5)·(2, 4) + 1·(−1)·(2, 1) = (−1, 1)"),
        ("if project and norm(w) > 0:", "project = False and ‖(−1, 1)‖ = 1.414 > 0 → no"),
        ("yield LinearStep(t, i, eta, score, w)", "w = (−1, 1)"),
    ]
    assert text(page, ".story") == (
        "Step 2 looks at example 1 (−1, y = −1). Its margin y·score = −1·8 = −8 is below 1, so η·y·x is "
        "added to w, and its margin becomes 1. The boundary moves. f falls from 9.5 to 0.5."
    )
    press(page, "ArrowRight")
    assert "= 1 is not below 1, so w only shrinks: the boundary stays, and the band" in text(page, ".story")


def test_the_page_shows_the_numbers_of_the_run(opened):
    page = opened(moons_player())
    X, y, _ = moons()
    for one in run(hinge, X, y, lam=0.05, T=12):
        press(page, "ArrowRight")
        assert step(page) == one.t and f"t = {one.t}, i = {one.i}" in text(page, ".code")
        shown = [float(n) for n in lit(page)[1].replace("−", "-").removeprefix("w = (").rstrip(")").split(", ")]
        assert np.allclose(shown, one.w, rtol=1e-3)
        margin = float(re.search("= ([^ =]*) is", text(page, ".story"))[1].replace("−", "-"))
        assert np.isclose(margin, y[one.i] * one.score, rtol=1e-2)


def images():
    X, y, names = digits()
    return play(hinge, X, y, lam=0.01, T=8, names=names, shape=(8, 8))


WALKED = """keys => {
    const player = document.querySelector(".pegasos-player");
    const shown = () => ({
        lit: [...player.querySelectorAll(".lit > *")].map(part => part.textContent),
        canvases: [...player.querySelectorAll("canvas")].map(pixels),
    });
    const pressed = key => player.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    return [shown(), ...keys.map(key => (pressed(key), shown()))];
    function pixels(canvas) {  // as one number, that another picture does not have
        const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Uint32Array(data.buffer).reduce((sum, pixel) => Math.imul(sum ^ pixel, 16777619), 0);
    }
}"""  # what is shown before the keys and after each: all in one call, as the browser is asked hundreds of times


KINDS = {  # of pictures: the script knows no algorithm
    "a plane, and the ball": lambda: moons_player(hinge, T=8, project=True),
    "curves of a kernel": lambda: moons_player(kernelized, T=8),
    "images": images,
}


@pytest.mark.parametrize("player", KINDS.values(), ids=KINDS)
def test_forward_and_back_is_the_same_picture_and_has_room_at_any_width(opened, player):
    page = opened(player())
    forward = page.evaluate(WALKED, ["ArrowRight"] * 4)
    assert all(a != b for a, b in zip(forward, forward[1:])) and len({shown["canvases"][0] for shown in forward}) > 3
    assert page.evaluate(WALKED, ["ArrowLeft"] * 4) == forward[::-1]
    press(page, *["ArrowRight"] * 4)
    lines = page.evaluate(WALKED, ["ArrowDown"] * 10)
    assert len({(*one["lit"], *one["canvases"]) for one in lines}) > 8
    assert page.evaluate(WALKED, ["ArrowUp"] * 10) == lines[::-1]
    press(page, "End")
    for width in (1280, 800, 390):
        assert_nothing_sticks_out(page, width)


def assert_nothing_sticks_out(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for canvas in page.locator("canvas").all():
        place = canvas.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= width and place["width"] >= 100


def test_the_band_is_where_the_margin_is_1(opened):
    page, b = opened(play(free_bias, X2, Y2, lam=0.5, draws=[0, 1])), 1
    press(page, "End")  # w = (−1, 1): score −1 at (2, 1), on the edge of its band
    half = 1.2 * 2
    colours = """([x, y]) => {
        const canvas = document.querySelector("canvas.plane"), scale = canvas.width / 2;
        const at = [(1 + x) * scale, (1 - y) * scale].map(Math.round);
        return [...canvas.getContext("2d").getImageData(...at, 1, 1).data].slice(0, 3).join();
    }"""
    at = {
        score: page.evaluate(colours, [(b - score) / 2 / half, (score - b) / 2 / half])
        for score in (-1.2, -0.8, -0.2, 0.2, 0.8, 1.2)
    }
    assert at[-0.8] == at[-0.2] and at[0.2] == at[0.8] and len({at[-1.2], at[-0.2], at[0.2], at[1.2]}) == 4


# Moving


def test_keys_and_buttons_lead_to_the_same_moments(opened):
    page = opened(moons_player())
    press(page, "End")
    assert step(page) == 40
    press(page, "ArrowRight", "ArrowDown")
    assert step(page) == 40
    press(page, "Home", "ArrowLeft", "ArrowUp")
    assert step(page) == 0
    for label, number in (("step forward", 1), ("step forward", 2), ("line forward", 3), ("line back", 2)):
        page.get_by_label(label, exact=True).click()
        assert step(page) == number
    page.get_by_label("step back", exact=True).click()
    page.get_by_label("to the start").click()
    assert step(page) == 0


def test_n_and_p_lead_to_the_steps_where_something_happened(opened):
    player = moons_player(project=True)
    events = [n for n, event in enumerate(player.records[0]["events"], 1) if event]
    assert 5 < len(events) < 35
    page = opened(player)
    for number in events[:8]:
        press(page, "n")
        assert step(page) == number
    for number in events[6::-1]:
        press(page, "p")
        assert step(page) == number


def test_seeking_in_the_objective_and_with_the_bar(opened):
    page = opened(moons_player())
    chart = page.locator("canvas.chart").bounding_box()
    page.mouse.click(chart["x"] + 46 + (chart["width"] - 56) * 0.25, chart["y"] + 50)
    assert step(page) == 10
    page.mouse.move(chart["x"] + 46 + (chart["width"] - 56) * 0.5, chart["y"] + 50)
    page.mouse.down()
    page.mouse.move(chart["x"] + 46 + (chart["width"] - 56) * 0.75, chart["y"] + 50)
    page.mouse.up()
    assert step(page) == 30
    page.locator(".seek input").fill("17")
    assert "step 17 of 40" in text(page, ".where") and text(page, ".story").startswith("Step 17 ")


def test_playing_pausing_and_speed(opened):
    page = opened(moons_player(T=200))
    page.get_by_label("Speed").select_option("25")
    page.locator(".pegasos-player").focus()
    press(page, " ")
    page.wait_for_function("document.querySelector('.seek input').value > 5")
    press(page, " ")
    stopped = step(page)
    frames(page, 30)
    assert step(page) == stopped < 200
    page.get_by_label("Speed").select_option("50")
    page.locator(".seek input").fill("195")
    page.get_by_label("play or pause").click()
    page.wait_for_function("document.querySelector('.seek input').value == 200")
    assert page.get_by_label("play or pause").inner_text() == "▶"


def test_a_click_on_an_example_leads_to_the_step_that_draws_it(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0, 0, 1]))
    plane = page.locator("canvas.plane").bounding_box()
    scale, centre = plane["width"] / 2, (plane["x"] + plane["width"] / 2, plane["y"] + plane["width"] / 2)
    for number in (2, 5, 2):
        page.mouse.click(centre[0] + 2 / 2.4 * scale, centre[1] - 1 / 2.4 * scale)
        assert step(page) == number
    page.mouse.click(*centre)
    assert step(page) == 2


def test_the_address_names_the_moment(opened):
    page = opened(moons_player(), "#step=7&line=3&speed=10")
    assert step(page) == 7 and lit(page)[0] == "score = w @ X[i]" and page.get_by_label("Speed").input_value() == "10"
    press(page, "ArrowRight", "ArrowRight")
    page.wait_for_function("location.hash === '#step=8&speed=10'")
    press(page, "ArrowDown")
    page.wait_for_function("location.hash === '#step=9&line=1&speed=10'")
    page.evaluate("location.hash = '#step=20'")
    page.wait_for_function("document.querySelector('.seek input').value == 20")


def test_an_odd_address_leads_somewhere(opened):
    page = opened(moons_player())
    url = page.url.partition("#")[0]
    for fragment in ("step=99999", "step=-3", "step=x&line=y&speed=z", "step=2.5&line=0.5", "&&=", "step=3&line=99"):
        page.goto("about:blank")  # else the page would stay, and only hear of another address
        page.goto(f"{url}#{fragment}")
        page.locator(".pegasos-player").focus()
        assert 0 <= step(page) <= 40 and text(page, ".story")
        press(page, "ArrowRight", "ArrowDown")


# Names, data and sizes


def test_names_are_text_and_never_markup(opened):
    evil = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
    player = play(hinge, X2, Y2, lam=0.5, T=4, names=(evil, "\"'</script>&amp;"), data=f"# {evil}")
    page = opened(player)
    press(page, "End", "c")
    assert evil in text(page, ".legend") and evil in text(page, "pre")
    assert (
        page.evaluate("window.hacked") is None
        and page.locator(".pegasos-player img, .pegasos-player script").count() == 0
    )


@pytest.mark.parametrize(("X", "y"), [(X2[:1], [1]), (np.zeros((3, 2)), [1, -1, 1]), ([[1.0], [-2.0]], [1, -1])])
def test_odd_data_give_a_picture(opened, X, y):
    page = opened(play(hinge, X, y, lam=0.5, T=6))
    press(page, *["ArrowRight"] * 7, "ArrowDown", "Home")


def wrong(X, y, lam, draws):
    """Pegasos that forgets to shrink."""
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        score = w @ X[i]
        if y[i] * score < 1:
            w = w + eta * y[i] * X[i]
        yield LinearStep(t, i, eta, score, w)


def test_two_runs_on_one_seek_bar(opened):
    X, y, names = moons()
    players = [play(algorithm, X, y, lam=0.05, T=30, names=names) for algorithm in (hinge, wrong)]
    page = opened(compare(*players))
    assert page.locator("section").count() == 2 and page.locator("canvas.plane").count() == 2
    assert page.locator(".seek input").count() == 1
    press(page, "ArrowRight", "ArrowRight", "ArrowRight")
    stories = page.locator(".story").all_inner_texts()
    assert len(stories) == 2 and all(story.startswith("Step 3 looks at example ") for story in stories)
    assert text(page, "section:nth-of-type(2) .code li:nth-of-type(4) .python") == "eta = 1 / (lam * t)"


# Everyone


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
    page = opened(moons_player())
    assert page.get_by_role("group", name="Step player: hinge").count() == 1
    assert page.get_by_role("slider", name="Step").count() == 1
    assert all(one.get_attribute("aria-label") or one.inner_text() for one in page.get_by_role("button").all())
    assert page.get_by_role("img").count() == 3
    press(page, "ArrowRight", "ArrowDown", "ArrowDown")
    assert page.locator("[aria-current=step]").count() == 1 and page.locator(
        "[aria-live=polite]"
    ).inner_text().startswith(text(page, ".story"))
    assert page.locator(".seek input").get_attribute("aria-valuetext") == "step 2 of 40"
    press(page, "?")
    keys = page.locator("dt").all_inner_texts()
    assert {"Space", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End", "n", "p", "c", "?"} <= set(keys)
    page.locator(".pegasos-player").focus()
    for _ in range(5):  # to "line back": after the formula, the bar and two buttons
        press(page, "Tab")
    press(page, "Enter")
    assert step(page) == 2 and "This line starts a round: t = 2, i = " in text(page, ".story")


def test_no_player_keeps_anybody_out(opened):
    page = opened(compare(moons_player(), moons_player(project=True)))
    press(page, "ArrowRight")
    assert page.get_by_role("main").count() == 1 and page.get_by_role("heading", level=1).count()
    assert not barriers(page)


def test_touch_on_a_small_screen(opened):
    page = opened(moons_player(), width=390, height=800, touch=True)
    page.get_by_label("step forward", exact=True).tap()
    assert step(page) == 1
    chart = page.locator("canvas.chart")
    chart.scroll_into_view_if_needed()
    chart.tap(position={"x": 46 + (chart.bounding_box()["width"] - 56) / 2, "y": 40})
    assert step(page) == 20


def test_dark_and_light_change_the_picture_where_it_stands(opened):
    page = opened(moons_player())
    press(page, "ArrowRight")
    light, paper = (
        canvases(page),
        page.evaluate("getComputedStyle(document.querySelector('.pegasos-player')).backgroundColor"),
    )
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("image => document.querySelector('canvas').toDataURL() !== image", arg=light[0])
    assert page.evaluate("getComputedStyle(document.querySelector('.pegasos-player')).backgroundColor") != paper
    page.emulate_media(color_scheme="light")
    page.wait_for_function("image => document.querySelector('canvas').toDataURL() === image", arg=light[0])


def test_reduced_motion_starts_slowly_and_nothing_moves_by_itself(opened):
    page = opened(moons_player(), reduced_motion=True)
    assert page.get_by_label("Speed").input_value() == "0.5"
    frames(page, 30)
    assert step(page) == 0


def test_the_frame_of_an_exported_notebook_is_the_player(open_page, tmp_path):
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><meta charset='utf-8'>{moons_player()._repr_mimebundle_()['text/html']}", "utf-8")
    page = open_page(path)
    inside = page.frame_locator("iframe")
    inside.locator(".pegasos-player").focus()
    press(page, "ArrowRight", "ArrowRight")
    assert inside.locator(".story").inner_text().startswith("Step 2 looks at")
    page.wait_for_function("document.querySelector('iframe').clientHeight !== 780")
    content = inside.locator(".pegasos-player").bounding_box()["height"]
    assert 0 <= page.locator("iframe").bounding_box()["height"] - content < 60


def test_without_javascript_it_says_what_it_needs(browser, tmp_path):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(moons_player().to_html(tmp_path / "page.html").as_uri())
    assert "needs JavaScript" in page.locator("noscript").inner_text()
    context.close()
