"""The step player in the hands of somebody who has only the page."""

import json
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from in_browser.conftest import frames, press, step, text, with_names
from pegasos_edu import hinge, kernelized
from pegasos_edu.datasets import moons
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


def test_a_page_takes_the_keys_before_any_click_and_after_one_beside_the_player(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=20), width=1600)
    press(page, "ArrowRight")
    assert step(page) == 1
    page.mouse.click(5, 400)
    press(page, "ArrowRight")
    assert step(page) == 2


@pytest.mark.parametrize("act", ["seek", "click"])
def test_whoever_goes_somewhere_stops_the_playing(opened, act):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1] * 50))
    page.get_by_label("Speed").select_option("5")
    page.get_by_label("play or pause").click()
    page.wait_for_function("document.querySelector('.seek input').value > 1")
    if act == "seek":
        page.locator(".seek input").fill("40")
    else:
        page.mouse.click(*place(page, 2, 1, half=2.4))
    assert page.get_by_label("play or pause").inner_text() == "▶"
    stopped = text(page, ".where")
    frames(page, 30)
    assert text(page, ".where") == stopped


# What is said


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


def test_pointing_at_an_example_tells_its_numbers_and_its_turn(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0, 0], names=("low", "high")))
    press(page, "ArrowRight")  # w = (2, 4)
    page.mouse.move(*place(page, 2, 1, half=2.4))
    assert text(page, ".about") == "Example 1 (low, y = −1): score 8, margin −8, loss 9; next looked at in step 2."
    press(page, "End")
    assert "last looked at in step 2." in text(page, ".about")
    page.mouse.move(*place(page, 0, 0, half=2.4))
    assert text(page, ".about").endswith("Point at an example for its numbers, click it for the step that looks at it.")


def test_the_keys_point_at_examples_and_pick_them(opened):
    page = opened(play(hinge, X2, Y2, lam=0.5, draws=[0, 0, 1, 0]))
    press(page, "e", "e")
    assert text(page, ".about").startswith("Example 1 (−1, y = −1): score 0, margin 0, loss 1;")
    press(page, "Enter")
    assert step(page) == 3
    press(page, "E")
    assert text(page, ".about").startswith("Example 0 ")


# Kernels and images


def kernel_player(T=30):
    return play(kernelized, X, Y, lam=0.05, T=T, kernel=partial(rbf, gamma=2.0), names=NAMES)


def test_remarks_on_the_source_show_when_asked_for(opened):
    page = opened(kernel_player())
    remark = page.locator(".code .remark").first
    assert not remark.is_visible()
    press(page, "r")
    assert remark.is_visible()
    page.get_by_text("3 remarks on the source").click()
    assert not remark.is_visible()


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


def test_the_circle_around_w_has_room_and_stays(in_script):
    lengths = [0, 20, 10, 6.7, 5.1, 4.9, 3, 2, 2.5, 2.4, 2.3]
    units = in_script("lengths => scales(lengths)", lengths)
    assert all(unit >= length for unit, length in zip(units, lengths)) and len(set(units)) <= 3
    assert all(unit <= 4 * max(pair) * 1.5 for unit, pair in zip(units[1:], zip(lengths, lengths[1:])))


# Room


def test_on_a_small_screen_the_lit_line_stays_in_view_and_nothing_widens_the_page(opened):
    page = opened(
        play(hinge, X, Y, lam=0.05, T=20, data="X, y = " + "a very long line of Python " * 9), width=390, height=700
    )
    for _ in range(12):
        press(page, "ArrowDown")
        assert is_in_view(page, ".lit")
    press(page, "c")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [390, 1280])
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
