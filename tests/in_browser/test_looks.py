"""Pages as they look with other letters, other colours and other pointers."""

import re

import pytest

from in_browser.conftest import press, text
from pegasos_edu import hinge
from pegasos_edu.datasets import moons
from pegasos_edu.player import play
from pegasos_edu.player.playground import write

X, Y, _ = moons(60)
SIZES = """() => {
    const isText = (part) => part.nodeType === 3 && part.data.trim();
    const all = [...document.querySelectorAll("body *")].filter((one) => one.getClientRects().length);
    return all.filter((one) => [...one.childNodes].some(isText))
        .map((one) => [one.className || one.tagName, parseFloat(getComputedStyle(one).fontSize)]);
}"""
TARGETS = """() => [...document.querySelectorAll("input:is([type=range], [type=radio], [type=checkbox])")]
    .filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect())
    .map(({ width, height }) => Math.min(width, height))"""


@pytest.fixture
def playground(open_page, tmp_path):
    """Opens the playground, at a state."""

    def opened(fragment="", **options):
        page = open_page(write(tmp_path / "playground.html").as_uri() + fragment, **options)
        page.locator(".aim .now").wait_for()
        return page

    return opened


def test_letters_follow_the_size_that_the_browser_is_set_to(playground):
    page = playground()
    before = page.evaluate(SIZES)
    page.add_style_tag(content="html { font-size: 200%; }")
    page.wait_for_function("before => document.querySelector('.story').clientHeight > before", arg=40)
    after = page.evaluate(SIZES)
    assert len(after) == len(before) > 40
    for (name, size), (_, larger) in zip(before, after):
        assert larger >= 1.7 * size, name  # those of code take the largest size that has room


def test_what_is_pressed_or_dragged_is_24_pixels_high_and_wide(playground):
    page = playground("#tour=jump.1")
    sizes = page.evaluate(TARGETS)
    page.get_by_role("button", name="Leave the tour").click()
    sizes += page.evaluate(TARGETS)
    assert len(sizes) > 6 and min(sizes) >= 20, sizes  # a choice of what a click does is a label of its size
    assert page.locator(".seek input").bounding_box()["height"] >= 24


def test_code_and_its_numbers_differ_where_colours_are_forced(opened):
    page = opened(play(hinge, X, Y, lam=0.05, T=5))
    page.emulate_media(forced_colors="active")
    press(page, "ArrowRight")
    looks = "one => [getComputedStyle(one).color, getComputedStyle(one).fontStyle]"
    code, numbers = (page.locator(f".code .ran .{part}").first.evaluate(looks) for part in ("python", "numbers"))
    assert code[0] != numbers[0] and code[1] != numbers[1]


def test_f_is_split_and_its_terms_are_those_of_what_is_seen(playground):
    for fragment, bends in (
        ("", "w turns it"),
        ("#algorithm=kernelized&data=moons", "the examples that were added bend it"),
    ):
        page = playground(fragment)
        f, first, other = map(
            float, re.search(r"f = ([\d.]+) = ([\d.]+) \+ ([\d.]+)", text(page, ".aim .now")).groups()
        )
        assert first + other == pytest.approx(f, abs=1e-9) and min(first, other) > 0
        assert bends in text(page, ".terms")
        assert "No dashed lines" not in text(page, ".about")
    assert "□ added" in text(page, ".legend") and "○" not in text(page, ".legend")


LABELS = """async () => {
    const drawing = CanvasRenderingContext2D.prototype, { fillText } = drawing, said = [];
    drawing.fillText = function (label, x, y) {
        said.push([label, x, y]);
        fillText.call(this, label, x, y);
    };
    for (let n = 0; n < 2; n++) { // with the whole path, and as it was
        said.length = 0;
        document.querySelector(".landscape input").click();
        while (!said.some(([label]) => label === "w*")) await new Promise(requestAnimationFrame);
    }
    drawing.fillText = fillText;
    return said;
}"""


@pytest.mark.parametrize(("data", "lam"), [("toy", 0.05), ("moons", 0.5), ("blobs", 0.005)])
def test_no_number_of_the_map_stands_on_the_name_of_the_lowest_point(playground, data, lam):
    said = playground(f"#data={data}&lam={lam}").evaluate(LABELS)
    end = next(n for n, (label, *_) in enumerate(said) if label == "w₁")  # the numbers come right before the axes
    star = next((x, y) for label, x, y in said if label == "w*")
    numbers = [(x, y) for label, x, y in said[:end] if re.fullmatch(r"[\d.]+", label)]
    assert len(numbers) > 3
    for x, y in numbers:
        assert abs(x - star[0]) > 20 or abs(y - star[1]) > 10, (star, x, y)
