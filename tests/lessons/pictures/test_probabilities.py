"""Pictures of probabilities and pulls: the lines, the rings and the curves are where the numbers say."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

from pegasos_edu.datasets import blobs, moons
from pegasos_edu.lessons.pictures.probabilities import (
    LEVELS,
    RING_AREA,
    balance_curves,
    both_boundaries,
    example_pulls,
    loss_of_runs,
    losses_and_pulls,
    norm_curves,
    probability_map,
    promise_curves,
    pull_curves,
)
from pegasos_edu.losses import log_slope
from pegasos_edu.plots import Picture, figure, loss_curves
from pegasos_edu.theory import optimum
from pegasos_edu.theory.radius import MAX_MARGIN_TIMES_PULL

X, y, names = blobs(m=60)
W = np.array([1.2, 0.8])


def axes():
    return Figure().add_subplot()


def corners(line):
    return np.concatenate(line.get_segments())


def probability(scores):
    return 1 / (1 + np.exp(-scores))


def test_the_lines_lie_where_the_probability_is_what_they_say():
    lines = probability_map(W, X, y, ax=axes())
    assert list(lines) == LEVELS.tolist()
    for level, line in lines.items():
        np.testing.assert_allclose(probability(corners(line) @ W), level, atol=1e-9)


@given(st.floats(0.5, 5), st.floats(0, 2 * np.pi))
def test_a_line_is_as_far_from_the_boundary_as_its_log_odds_over_the_length_of_w(length, angle):
    w = length * np.array([np.cos(angle), np.sin(angle)])
    for level, line in probability_map(w, X, y, ax=axes()).items():
        if line.get_segments():  # it may lie beyond the picture
            distances = corners(line) @ w / length
            np.testing.assert_allclose(distances, np.log(level / (1 - level)) / length, atol=1e-9)


def test_lines_below_one_half_are_dashed_and_one_half_is_bold():
    lines = probability_map(W, X, y, ax=axes())
    dashed = [level for level, line in lines.items() if line.get_linestyles()[0][1] is not None]
    assert dashed == [0.1, 0.2, 0.3, 0.4]
    assert max(lines, key=lambda level: lines[level].get_linewidths()[0]) == 0.5


def test_the_shades_are_the_probabilities_the_right_way_up():
    ax = axes()
    probability_map(W, X, y, ax=ax)
    (image,) = ax.images
    (left, right, bottom, top), p = image.get_extent(), image.get_array()
    assert image.origin == "lower"
    for row, column, point in ((0, 0, (left, bottom)), (0, -1, (right, bottom)), (-1, 0, (left, top))):
        assert p[row, column] == pytest.approx(probability(np.array(point) @ W))
    assert len({tuple(colour) for colour in image.to_rgba(np.linspace(0.05, 0.95, 10)[None])[0]}) == 10


def test_each_line_that_is_seen_bears_its_number_inside_the_axes_and_no_two_touch():
    for w in (W, 3 * W, W / 20):
        drawn, ax = figure(width=4.6, height=4.8)
        lines = probability_map(w, X, y, ax=ax)
        Picture(drawn, "A probability map, to lay out its texts.").png()
        said = {float(text.get_text()): text for text in ax.texts}
        assert set(said) <= {level for level, line in lines.items() if line.get_segments()}
        assert 0.5 in said and all(ax.bbox.contains(*text.get_window_extent().min) for text in said.values())
        boxes = [text.get_window_extent() for text in said.values()]
        assert not any(a.overlaps(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_a_callable_score_bends_the_lines():
    lines = probability_map(lambda points: (points**2).sum(axis=1) - 2, *moons()[:2], ax=axes())
    np.testing.assert_allclose(np.linalg.norm(corners(lines[0.5]), axis=1), np.sqrt(2), atol=0.01)


def test_the_key_picture_holds_both_boundaries():
    ax = axes()
    w_hinge, w_log = optimum(X, y, 0.01).w, optimum(X, y, 0.01, "log").w
    lines = both_boundaries(w_hinge, w_log, X, y, names=names, ax=ax)
    assert list(lines) == [-1, 0, 1]
    for level, line in lines.items():
        np.testing.assert_allclose(corners(line) @ w_hinge, level, atol=1e-9)
    bold = next(line for line in ax.collections if line.get_label() == "probability 0.5")
    np.testing.assert_allclose(corners(bold) @ w_log, 0, atol=1e-9)
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert sorted(texts) == sorted(["probability 0.5", *names, "hinge: score 0", "hinge: score ±1"])


def test_the_key_picture_can_be_saved_as_svg(tmp_path):
    drawn, ax = figure(width=5)
    both_boundaries(W, 2 * W, X, y, ax=ax)
    drawn.savefig(tmp_path / "both.svg")
    assert "hinge: score 0" in (tmp_path / "both.svg").read_text("utf-8")


def test_the_area_of_a_ring_is_its_pull():
    pulls = -log_slope(y * (X @ W))
    rings = example_pulls(pulls, W, X, y, ax=axes())
    np.testing.assert_allclose(rings.get_sizes(), RING_AREA * pulls)
    np.testing.assert_array_equal(rings.get_offsets(), X)


def test_an_example_without_a_pull_has_no_ring():
    pulls = np.where(y > 0, 0.5, 0.0)
    ax = axes()
    rings = example_pulls(pulls, W, X, y, ax=ax)
    np.testing.assert_array_equal(rings.get_offsets(), X[y > 0])
    scattered = [made for made in ax.collections if isinstance(made, PathCollection)]
    assert [len(made.get_offsets()) for made in scattered] == [30, 30, 30, 0]  # the last one is for the legend
    assert scattered[-1].get_sizes()[0] == RING_AREA


@pytest.mark.parametrize("pulls", [np.full(60, 1.5), np.full(60, -0.1)])
def test_pulls_beyond_one_are_refused(pulls):
    with pytest.raises(ValueError, match="pulls must be from 0 to 1, got .*; divide by the largest"):
        example_pulls(pulls, W, X, y)


@pytest.mark.parametrize("draw", [probability_map, lambda w, *data: both_boundaries(w, w, *data)])
def test_data_of_three_features_are_refused_and_leave_no_figure_open(draw):
    with pytest.raises(ValueError, match="X must have two columns"):
        draw(W, np.ones((60, 3)), y)
    assert pyplot.get_fignums() == []


def test_promises_are_a_faint_line_a_run_and_a_bold_median():
    rng = np.random.default_rng(0)
    lams, promised, kept = [0.01, 0.1, 1], rng.random((5, 3)), rng.random((5, 3))
    ax = axes()
    medians = promise_curves(lams, promised, kept, ax=ax)
    assert len(ax.lines) == 12 and len(medians) == 2
    for line, values in zip(medians, (promised, kept)):
        np.testing.assert_allclose(line.get_xydata(), np.column_stack([lams, np.median(values, axis=0)]))
    assert len({(line.get_color(), line.get_linestyle(), line.get_marker()) for line in medians}) == 2


def test_promises_for_other_lams_are_refused():
    with pytest.raises(ValueError, match="'how often it is right' must have a row a run of 2 values"):
        promise_curves([0.1, 1], np.ones((4, 2)), np.ones((4, 3)))


def test_the_pulls_are_a_jump_and_a_fall():
    lines = pull_curves(ax=axes())
    z, hinge = lines["hinge"].get_data()
    assert set(hinge[z < 1]) == {1.0} and set(hinge[z >= 1]) == {0.0}
    z, pulls = lines["log"].get_data()
    np.testing.assert_allclose(pulls[z <= 5], 1 / (1 + np.exp(z[z <= 5])))
    assert np.isnan(hinge).sum() == 1  # no stroke joins the two pieces


def test_losses_and_pulls_stand_side_by_side():
    losses, pulls = losses_and_pulls().axes
    assert [line.get_label() for line in losses.lines[:3]] == ["0/1 loss", "hinge loss", "log loss"]
    assert [line.get_label() for line in pulls.lines[:2]] == ["hinge loss", "log loss"]


def test_the_largest_products_of_margin_and_pull_are_marked():
    ax = axes()
    lines = balance_curves(ax=ax)
    assert list(lines) == ["hinge", "log"]
    for line, text, largest in zip(lines.values(), ax.texts, MAX_MARGIN_TIMES_PULL.values()):
        assert np.nanmax(line.get_ydata()) == pytest.approx(largest, rel=1e-4)
        assert float(text.get_text()) == pytest.approx(largest, abs=5e-5)


def test_norms_stand_beside_the_bound_of_the_log_loss():
    lams = [0.01, 1.0]
    *curves, bound = norm_curves(lams, {"a": [np.array([3.0, 4.0]), np.array([0.3, 0.4])], "b_": [W, W]}, ax=axes())
    np.testing.assert_allclose(curves[0].get_xydata(), [[0.01, 0.5], [1, 0.5]])
    assert len(curves) == 2 and bound.get_ydata()[0] == pytest.approx(np.sqrt(MAX_MARGIN_TIMES_PULL["log"]))


def test_infinite_losses_are_gaps_and_both_panels_have_the_same_limits():
    repaired = [np.array([1000.0, 10, 1]), np.array([2000.0, 5, 2])]
    written = [np.where(values > 100, np.inf, values) for values in repaired]
    _, panels = figure(2)
    lines = loss_of_runs(written, repaired, axes=panels)
    assert [len(runs) for runs in lines] == [2, 2] and not np.isfinite(lines[0][0].get_ydata()[0])
    assert panels[0].get_ylim() == panels[1].get_ylim() and panels[0].get_ylim()[1] > 2000


def test_both_losses_look_as_they_do_among_the_losses():
    said = {line.get_label(): (line.get_color(), line.get_linestyle()) for line in loss_curves(ax=axes())}
    for draw in (pull_curves, balance_curves):
        for line in draw(ax=axes()).values():
            assert said[line.get_label()] == (line.get_color(), line.get_linestyle())


def test_nothing_is_warned_of():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for draw in (pull_curves, balance_curves):
            drawn, ax = figure()
            draw(ax=ax)
            Picture(drawn, "Two curves against the margin.").png()
