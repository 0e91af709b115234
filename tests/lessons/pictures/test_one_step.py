"""Pictures of a step and of many runs: the right images, weights and curves, and labels that tell them apart."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from pegasos_edu import average, hinge, last, objective, run, stack
from pegasos_edu.datasets import digits, moons
from pegasos_edu.lessons.pictures.one_step import KEPT, arrows, kept_objectives, pixels, seed_curves
from pegasos_edu.plots import Picture

X, y, names = digits((3, 8))
SHOWN = run(hinge, X, y, lam=0.01, T=3, seed=383)
PLANE = moons()[:2]


def axes():
    return Figure().add_subplot()


def test_above_stand_the_images_that_were_shown_below_the_weights_that_they_left():
    made, log = pixels(SHOWN, names=names), stack(SHOWN)
    images = [ax for ax in made.axes if ax.get_label() != "<colorbar>"]
    for n, (above, below) in enumerate(zip(images[:3], images[3:])):
        np.testing.assert_array_equal(above.images[0].get_array(), X[log.i[n]].reshape(8, 8))
        np.testing.assert_array_equal(below.images[0].get_array(), log.w[n].reshape(8, 8))
    assert [ax.get_title() for ax in images[:2]] == ["step 1: 8, y = +1", "step 2: 3, y = −1"]
    assert [ax.get_xlabel() for ax in images[:3]] == ["margin 0", "margin −899", "margin 100"]


def test_before_the_step_only_its_image_is_seen_and_no_margin():
    [ax] = pixels(SHOWN, 1, names=names, weights=False).axes
    np.testing.assert_array_equal(ax.images[0].get_array(), X[next(iter(SHOWN)).i].reshape(8, 8))
    assert ax.get_xlabel() == ""


@pytest.mark.parametrize("n", [0, 2.5])
def test_a_number_of_steps_that_is_none_is_said(n):
    with pytest.raises(ValueError, match="n must be"):
        pixels(SHOWN, n)


def test_arrows_lead_from_the_origin_to_their_tips_and_w_is_bold():
    lines = arrows({"$x_0$": (1, 2), "$w$ after step 1": (2, 4)}, half=5, ax=axes())
    np.testing.assert_array_equal([line.get_xydata() for line in lines], [[(0, 0), (1, 2)], [(0, 0), (2, 4)]])
    assert lines[0].get_linewidth() < lines[1].get_linewidth() and lines[0].get_linestyle() == "--"
    ax = lines[0].axes
    assert ax.get_xlim() == ax.get_ylim() == (-5, 5)
    assert [text.get_text() for text in ax.texts] == ["$x_0$", "$w$ after step 1"]


def test_what_is_kept_is_what_a_run_of_that_length_would_have_given():
    at = np.array([1, 2, 7, 20])
    logs = [stack(run(hinge, *PLANE, lam=0.1, T=20, seed=seed)) for seed in range(2)]
    found = kept_objectives(logs, *PLANE, 0.1, at)
    assert tuple(found) == KEPT and all(values.shape == (2, 4) for values in found.values())
    for seed in range(2):
        for place, T in enumerate(at):
            steps = run(hinge, *PLANE, lam=0.1, T=T, seed=seed)
            kept = last(steps).w, average(steps), average(steps, "half")
            values = [found[name][seed, place] for name in KEPT]
            np.testing.assert_allclose(values, objective(np.array(kept), *PLANE, 0.1), rtol=1e-12)


def test_each_run_is_faint_and_the_median_bold():
    t, values = np.array([1, 10, 100]), np.array([[3.0, 2, 1], [6, 3, 2], [9, 7, 3]])
    ax = axes()
    median, line = seed_curves(t, {"last": values}, optimum=0.5, ax=ax)
    np.testing.assert_array_equal(median.get_ydata(), [6, 3, 2])
    faint = [one for one in ax.lines if one not in (median, line)]
    np.testing.assert_array_equal([one.get_ydata() for one in faint], values)
    assert all(one.get_linewidth() < median.get_linewidth() and one.get_alpha() < 0.5 for one in faint)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["last", "optimum $f^*$ = 0.5"]
    assert ax.get_xlabel() == "step $t$" and ax.get_xscale() == ax.get_yscale() == "log"


def test_a_single_run_is_only_its_median_and_few_passes_have_plain_ticks():
    ax = axes()
    seed_curves(np.arange(1, 11), {"sorted": np.ones((1, 10))}, xlabel="passes", ax=ax)
    assert len(ax.lines) == 1 and ax.get_xlabel() == "passes"
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "5", "10"]


def test_the_pictures_say_what_they_show():
    assert "step 1: 8, y = +1" in repr(Picture(pixels(SHOWN, 1, names=names), "an image"))
