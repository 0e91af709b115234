"""The step player in the hands of somebody who has only the page."""

import json
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from in_browser.conftest import IN_BOTH, frames, press, step, text, with_names
from pegasos_edu import hinge, kernelized, logistic, objective
from pegasos_edu.algorithms.steps import LinearStep
from pegasos_edu.datasets import digits, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.player import play

X2, Y2 = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])
X, Y, NAMES = moons()


def is_in_view(page, selector):
    """Whether all of it is to be seen, as far as its height goes."""
    box = page.locator(selector).first.bounding_box()
    return box["y"] > -1 and box["y"] + box["height"] < page.viewport_size["height"] + 1


def place(page, x, y, half):
    """Where a point of the plane lies on the screen."""
    plane = page.locator("canvas.plane").bounding_box()
    centre = plane["x"] + plane["width"] / 2, plane["y"] + plane["height"] / 2
    return centre[0] + x / half * plane["width"] / 2, centre[1] - y / half * plane["height"] / 2


# Keys


@pytest.mark.slow
@IN_BOTH
def test_a_page_takes_the_keys_before_any_click_and_after_one_beside_the_player(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=20), width=1600)
    press(page, "ArrowRight")
    assert step(page) == 1
    page.mouse.click(5, 400)
    press(page, "ArrowRight")
    assert step(page) == 2


@pytest.mark.slow
@IN_BOTH
def test_the_keys_go_on_after_the_menu_and_after_a_button(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=200))
    page.get_by_label("step forward", exact=True).click()
    press(page, "Space")
    page.wait_for_function("document.querySelector('.seek input').value > 2")
    press(page, "Space")
    stopped = step(page)
    menu = page.get_by_label("Speed")
    menu.dispatch_event("pointerdown")
    menu.select_option("50")
    press(page, "ArrowRight")
    assert step(page) == stopped + 1 and menu.input_value() == "50"


@pytest.mark.slow
def test_who_chooses_the_speed_by_key_goes_on_choosing(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=20))
    page.get_by_label("Speed").focus()
    press(page, "ArrowDown", "ArrowDown")
    assert page.get_by_label("Speed").input_value() == "10" and step(page) == 0


@pytest.mark.slow
@pytest.mark.parametrize("key", ["?", "c"])
def test_what_a_key_unfolds_is_scrolled_into_view(opened, key):
    page = opened(play(hinge, X, Y, lam=0.05, T=20), height=600)
    press(page, key)
    assert is_in_view(page, "details[open]")


@pytest.mark.slow
@pytest.mark.parametrize("act", ["seek", "click", "step", "line"])
def test_whoever_goes_somewhere_stops_the_playing(opened, act):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1] * 50))
    page.get_by_label("Speed").select_option("5")
    page.get_by_label("play or pause").click()
    page.wait_for_function("document.querySelector('.seek input').value > 1")
    if act == "seek":
        page.locator(".seek input").fill("40")
    elif act == "click":
        page.mouse.click(*place(page, 2, 1, half=2.4))
    else:
        page.get_by_label(f"{act} forward", exact=True).click()
    assert page.get_by_label("play or pause").inner_text() == "▶"
    stopped = text(page, ".where")
    frames(page, 30)
    assert text(page, ".where") == stopped


@pytest.mark.slow
def test_playing_moves_no_button(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=200))
    before = page.get_by_label("line forward").bounding_box()
    page.get_by_label("play or pause").click()
    assert page.get_by_label("line forward").bounding_box() == before


# What is said


@pytest.mark.slow
def test_the_top_says_what_is_minimised_and_unfolds_what_the_letters_mean(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=20))
    head = page.locator(".head details")
    assert text(page, ".head summary") == "minimises f(w) = λ/2·‖w‖² + mean of max(0, 1 − y·score); all letters"
    head.locator("summary").click()
    meanings = dict(zip(head.locator("dt").all_inner_texts(), head.locator("dd").all_inner_texts()))
    assert {"score", "y", "margin", "f", "a step", "λ", "η", "f*", "○", "lines"} == set(meanings)
    assert "0.05" in meanings["λ"] and "0.415" in meanings["f*"] and "origin" in meanings["lines"]
    page = opened(play(logistic, X, Y, lam=0.05, T=20))
    assert "log(1 + e^(−y·score))" in text(page, ".head summary")


def test_f_is_there_from_the_start_and_after_each_line(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0]))
    assert text(page, ".where") == "step 0 of 3: f = 1"
    press(page, "ArrowRight")
    assert text(page, ".where") == "step 1 of 3: f = 9.5" and "f rises from 1 to 9.5" in text(page, ".story")
    told = []
    for _ in range(6):
        press(page, "ArrowDown")
        told.append((text(page, ".where"), text(page, ".story").split("This line ")[1]))
    assert told == [
        ("step 2 of 3, line 1: f = 9.5", "starts a round: t = 2, i = 1."),
        ("step 2 of 3, line 2: f = 9.5", "sets η = 1 / (0.5·2) = 1."),
        ("step 2 of 3, line 3: f = 9.5", "sets score = (2, 4)·(2, 1) = 8."),
        ("step 2 of 3, line 4: f = 9.5", "asks whether −1·8 = −8 < 1: yes, so the lines under it run next."),
        ("step 2 of 3, line 5: f = 0.5", "changes w, and f falls from 9.5 to 0.5."),
        (
            "step 2 of 3, line 6: f = 0.5",
            "asks whether project = False and ‖(−1, 1)‖ = 1.414 > 0: no, so the lines under it are left out.",
        ),
    ]


def seen_only_when_it_yields(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = w + y[i] * X[i]
        yield LinearStep(t=t, i=i, eta=1.0, score=0.0, w=w)


@pytest.mark.slow
def test_a_algorithm_that_shows_nothing_before_it_yields_has_an_f_at_the_start_too(opened):
    player = play(seen_only_when_it_yields, X2, Y2, lam=0.5, draws=[0, 1])
    assert player.records[0]["start"] == 1 and player.records[0]["values"][0] != 1
    page = opened(player)
    assert text(page, ".where") == "step 0 of 2: f = 1"
    press(page, "ArrowDown")
    assert text(page, ".where") == "step 1 of 2, line 1: f = 1"


@pytest.mark.slow
def test_a_step_that_raises_f_says_why(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=60))
    steps = list(play(hinge, X, Y, lam=0.05, T=60).run)
    f = [1.0, *(objective(one.w, X, Y, 0.05) for one in steps)]
    rises, only_shrunk = 0, 0
    for n, one in enumerate(steps, 1):
        press(page, "ArrowRight")
        story = text(page, ".story")
        assert ("f rises" in story) == (f[n] > f[n - 1])
        if f[n] > f[n - 1]:
            added = Y[one.i] * one.score < 1
            why = "it counts all examples, the step only this one" if added else "the losses grow by more than"
            assert why in story
            rises, only_shrunk = rises + 1, only_shrunk + (not added)
    assert rises > 10 and only_shrunk > 3


@IN_BOTH
def test_pointing_at_an_example_tells_its_numbers_and_its_turn(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0, 0], names=("low", "high")))
    press(page, "ArrowRight")  # w = (2, 4)
    page.mouse.move(*place(page, 2, 1, half=2.4))
    assert text(page, ".about") == "Example 1 (low, y = −1): score 8, margin −8, loss 9; next looked at in step 2."
    press(page, "End")
    assert "last looked at in step 2." in text(page, ".about")
    page.mouse.move(*place(page, 0, 0, half=2.4))
    assert text(page, ".about").endswith("Point at an example for its numbers, click it for the step that looks at it.")


@pytest.mark.slow
def test_the_keys_point_at_examples_and_pick_them(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 0, 1, 0]))
    press(page, "e", "e")
    assert text(page, ".about").startswith("Example 1 (−1, y = −1): score 0, margin 0, loss 1;")
    press(page, "Enter")
    assert step(page) == 3
    press(page, "E")
    assert text(page, ".about").startswith("Example 0 ")


@pytest.mark.slow
def test_an_example_that_is_never_looked_at_says_so_when_it_is_clicked(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 0, 0]))
    page.mouse.click(*place(page, 2, 1, half=2.4))
    assert step(page) == 0 and "not looked at in these 3 steps" in text(page, ".about")


# Kernels and images


def kernel_player(T=30):
    return play(kernelized, X, Y, lam=0.05, T=T, kernel=partial(rbf, gamma=2.0), names=NAMES)


@pytest.mark.slow
def test_a_kernel_page_names_its_kernel_and_speaks_of_alpha(opened):
    page = opened(kernel_player())
    assert "K(x, z) = exp(−γ·‖x − z‖²), γ = 2" in text(page, "h1")
    press(page, "End", "n")
    stories = [what for _, what in kernel_player().records[0]["stories"]]
    assert not any(" w " in what for what in stories) and any("its α grows to 2" in what for what in stories)


@pytest.mark.slow
def test_remarks_on_the_source_show_when_asked_for(opened):
    page = opened(kernel_player())
    remark = page.locator(".code .remark").first
    assert not remark.is_visible()
    press(page, "r")
    assert remark.is_visible()
    page.get_by_text("3 remarks on the source").click()
    assert not remark.is_visible()


@pytest.mark.slow
def test_lines_that_are_not_in_the_picture_are_named(opened):
    page = opened(play(hinge, X2, Y2, lam=50.0, T=3))
    press(page, "End")
    assert text(page, ".about").startswith("No dashed lines: no score in the picture reaches −1 or 1.")


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


@pytest.fixture
def in_script(open_page, tmp_path):
    """Evaluates a function in a page that holds the player's script, and nothing else."""
    names = {"record": "Run", "fields": "Curved", "plane": "Plane", "weights": "scales"}
    path = with_names(tmp_path / "script.html", **names)
    return open_page(path).evaluate


@pytest.mark.slow
def test_a_kernel_picture_is_smooth_far_away_shows_counts_and_what_was_before(in_script):
    player = kernel_player(T=100)
    (record,), step = player.records, list(player.run)[-1]
    told = in_script(COUNTED, json.loads(json.dumps(record)))  # its keys are text, as in a page
    assert np.allclose(told["scores"], player.run.X @ step.beta(Y), atol=0.02)
    assert told["counts"] == step.alpha.tolist() and step.alpha.max() > 1
    order = np.argsort(step.alpha, kind="stable")
    assert (np.diff(np.array(told["radii"])[order]) >= 0).all() and len(set(told["radii"])) == len(set(step.alpha))
    for event, shown in told["before"][5:]:
        assert shown == ("m" in event)
    side = record["picture"]["side"]
    x, z = (
        np.linspace(c - record["picture"]["half"], c + record["picture"]["half"], side)
        for c in record["picture"]["centre"]
    )
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)])
    parts = rbf(grid, X, gamma=2.0) * step.beta(Y)
    exact = np.log(np.where(parts > 0, parts, 0).sum(axis=1)) - np.log(-np.where(parts < 0, parts, 0).sum(axis=1))
    assert np.abs(np.array(told["boundary"]) - exact).max() < 0.02, "far away, where scores are e^-50, too"


@pytest.mark.slow
def test_the_circle_around_w_has_room_and_stays(in_script):
    lengths = [0, 20, 10, 6.7, 5.1, 4.9, 3, 2, 2.5, 2.4, 2.3]
    units = in_script("lengths => scales(lengths)", lengths)
    assert all(unit >= length for unit, length in zip(units, lengths)) and len(set(units)) <= 3
    assert all(unit <= 4 * max(pair) * 1.5 for unit, pair in zip(units[1:], zip(lengths, lengths[1:])))


@pytest.mark.slow
def test_the_pixels_of_an_example_are_of_no_class_and_no_boundary_is_spoken_of(opened):
    A, b, names = digits()
    player = play(hinge, A, b, lam=0.01, T=8, names=names, shape=(8, 8))
    assert not any("boundary" in what for _, what in player.records[0]["stories"])
    page = opened(player)
    press(page, "ArrowRight")
    spread = page.evaluate("""() => {
        const canvas = document.querySelector("canvas.plane"), half = Math.floor(canvas.width / 2);
        const spread = (x) => {
            const { data } = canvas.getContext("2d").getImageData(x, 30, half - 30, half - 60);
            let most = 0;
            for (let n = 0; n < data.length; n += 4)
                most = Math.max(most, Math.max(...data.slice(n, n + 3)) - Math.min(...data.slice(n, n + 3)));
            return most;
        };
        return [spread(20), spread(half + 10)];
    }""")
    assert spread[0] < 20 < 60 < spread[1], "ink beside the change in the colours of the classes"


# Room


@pytest.mark.slow
@IN_BOTH
def test_chart_and_controls_are_in_view_together_on_a_low_screen(opened):
    page = opened(kernel_player(), width=1280, height=650)
    for selector in ("canvas.chart", ".buttons", ".seek input", ".story"):
        assert is_in_view(page, selector), selector


PICTURE = """() => {
    const [picture, bar] = [".plane", ".dock"].map(part => document.querySelector(part).getBoundingClientRect());
    return {side: picture.width, room: bar.top - picture.bottom};
}"""


@pytest.mark.slow
@IN_BOTH
@pytest.mark.parametrize("kind", ["curves", "images"])
def test_the_picture_and_what_is_told_of_an_example_lie_above_the_bar(opened, kind):
    A, b, names = digits()
    images = partial(play, hinge, A, b, lam=0.01, T=8, names=names, shape=(8, 8))
    page = opened(kernel_player() if kind == "curves" else images(), width=1280, height=720)
    press(page, "e")
    caption, bar = (page.locator(part).bounding_box() for part in ("figcaption", ".dock"))
    assert caption["y"] + caption["height"] <= bar["y"] + 1 and page.evaluate(PICTURE)["side"] > 240
    page.set_viewport_size({"width": 1280, "height": 600})
    page.wait_for_function(f"({PICTURE})().room >= 0")
    assert 160 <= page.evaluate(PICTURE)["side"] <= 300
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.wait_for_function(f"({PICTURE})().side > 330")


@pytest.mark.slow
@IN_BOTH
def test_on_a_small_screen_the_lit_line_stays_in_view_and_nothing_widens_the_page(opened):
    page = opened(
        play(hinge, X, Y, lam=0.05, T=20, data="X, y = " + "a very long line of Python " * 9), width=390, height=700
    )
    for _ in range(12):
        press(page, "ArrowDown")
        assert is_in_view(page, ".lit")
    press(page, "c")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_the_marks_below_the_chart_and_the_axis_are_labelled_at_any_width(opened, width):
    page = opened(play(hinge, X, Y, lam=0.002, T=20, project=True), width=width)  # f just above 10
    told = page.evaluate("""async () => {
        const told = [], chart = document.querySelector("canvas.chart"), {width: columns} = chart;
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
            const { width } = this.measureText(text), scale = this.getTransform().a;
            const left = this.textAlign === "right" ? x - width : x;
            const isChart = Math.abs(this.canvas.width - columns) < 40 && this.canvas.height === chart.height;
            told.push([text, left, left + width, this.canvas.width / scale, y, isChart]);
            write.call(this, text, x, y);
        };
        const player = document.querySelector(".pegasos-player");
        player.style.width = player.clientWidth - 30 + "px";
        const painted = () => new Promise(done => requestAnimationFrame(done));
        for (let n = 0; n < 600 && !told.some(([text]) => text.includes("log scale")); n++) await painted();
        return told;
    }""")
    texts = [text for text, *_ in told]
    assert "╷ example added   │ projected" in texts and any("log scale" in text for text in texts)
    assert sum(text.replace(".", "").isdigit() for text in texts) > 3
    assert all(left >= 0 and right <= room + 1 for _, left, right, room, *_ in told), told
    written = [(left, right, y) for *_, left, right, _, y, is_chart in told if is_chart]
    for (left, right, y), (left2, right2, y2) in combinations(written, 2):
        assert abs(y - y2) >= 11 or right <= left2 or right2 <= left, "no text stands on another"
