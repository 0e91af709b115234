"""Test a landscape in a frame: it gives the same numbers as Python when keyboard, pointer or slider moves it."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from in_browser.conftest import IN_BOTH, barriers, frames
from pegasos_edu import hinge, objective, run, stack
from pegasos_edu.datasets import breast_cancer
from pegasos_edu.player import landscape
from pegasos_edu.theory import optimum, subgradients

PATIENTS = breast_cancer()
X, Y = PATIENTS.X[::10, [20, 26]], PATIENTS.y[::10]


@pytest.fixture
def shown(open_page, tmp_path):
    """Return a function that opens a landscape as a notebook stores it, in a frame of a page."""

    def shown(picture, **options):
        path = tmp_path / "page.html"
        path.write_text(f"<!doctype html><meta charset='utf-8'><body>{picture._repr_html_()}", "utf-8")
        return open_page(path, **options).frame_locator("iframe")

    return shown


def said(frame, first="w ="):
    """Return the numbers in the text, line by line."""
    status = frame.locator("p").first
    expect(status).to_contain_text(first)
    return [
        [float(number.replace("−", "-")) for number in re.findall(r"(?<![\w*‖.])−?\d+(?:\.\d+)?", line)]
        for line in status.inner_text().replace("‖²", "‖").split("\n")
    ]


@IN_BOTH
def test_the_numbers_at_a_place_are_those_of_python_and_follow_keys_and_lambda(shown):
    frame = shown(landscape(X, Y, lam=0.1, lams=[0.1, 1.0], w=(-0.5, 0.5), eta=0.2))
    frame.locator("canvas").focus()
    frame.locator("canvas").press("Shift+ArrowLeft")
    for lam in (0.1, 1.0):
        (*w, penalty, loss, f, least), (gain, above), (m, _, higher, nearer, now, after, _) = said(frame)
        best, w = optimum(X, Y, lam), np.array(w)
        each = subgradients(w, X, Y, lam)
        assert w[0] < -0.5 and w[1] == 0.5 and np.isclose(penalty + loss, f, rtol=1e-2)
        assert np.allclose([f, least], [objective(w, X, Y, lam), best.value], rtol=5e-3)
        assert np.allclose([gain, above], [each.mean(axis=0) @ (w - best.w), f - best.value], rtol=0.02)
        ends = w - 0.2 * each
        squares = ((ends - best.w) ** 2).sum(axis=1)
        assert np.isclose(after, squares.mean(), rtol=0.01) and m == len(Y)
        assert abs(nearer - np.sum(squares < ((w - best.w) ** 2).sum())) <= 1  # the test reads w with only three digits
        assert abs(higher - np.sum(objective(ends, X, Y, lam) > objective(w, X, Y, lam))) <= 1
        frame.get_by_label("λ").press("End")


def test_w_follows_the_pointer_the_buttons_and_where_it_is_lowest_follows_lambda(shown):
    frame = shown(landscape(X, Y, lam=0.1, lams=[0.1, 1.0], marks={"A": (-0.6, -0.8)}, plane=True))
    canvas = frame.locator("canvas").first
    canvas.click(position={"x": 200, "y": 10})
    assert said(frame)[0][1] > 1
    frame.get_by_role("button", name="to A").click()
    assert said(frame)[0][:2] == [-0.6, -0.8]
    frame.get_by_role("button", name="to w*").click()
    frame.get_by_label("λ").press("End")
    assert np.allclose(said(frame)[0][:2], optimum(X, Y, 1.0).w, atol=5e-3)


def test_a_path_moves_with_its_slider(shown):
    steps = stack(run(hinge, X, Y, lam=0.1, T=30)).w
    frame = shown(landscape(X, Y, lam=0.1, paths={"last": steps}))
    for key, w in (("Home", [0, 0]), ("End", steps[-1])):
        frame.get_by_label("t, the number").press(key)
        assert np.allclose(said(frame, "last")[0][:2], w, rtol=5e-3)


def test_a_landscape_keeps_nobody_out_and_is_small(open_page, tmp_path):
    picture = landscape(X, Y, lam=0.1, lams=[0.1, 1.0], w=(-0.5, 0.5), eta=0.2, plane=True)
    path = tmp_path / "page.html"
    path.write_text(picture.page(), "utf-8")
    assert barriers(open_page(path, width=390)) == []
    assert len(picture._repr_html_()) < 60 * 1024


CHANGE_OF_THEME = """async theme => {  // as in JupyterLab: its styles are exchanged, and meanwhile nothing has a size
    document.body.style.display = "none";
    document.body.dataset.jpThemeLight = theme;
    for (let n = 0; n < 9; n++) await null;
    document.body.style.display = "";
}"""


def test_a_landscape_follows_the_theme_of_the_notebook_around_it(shown):
    frame = shown(landscape(X, Y, lam=0.1))
    page = frame.owner.page
    brightness = "canvas => canvas.getContext('2d').getImageData(5, 5, 1, 1).data.slice(0, 3).reduce((a, b) => a + b)"
    seen = []
    for theme in ("false", "true"):
        page.evaluate(CHANGE_OF_THEME, theme)
        expect(frame.locator(f"body[data-jp-theme-light={theme}]")).to_be_attached()
        frames(page)
        seen.append(frame.locator("canvas").evaluate(brightness))
    assert seen[0] < seen[1] - 100
