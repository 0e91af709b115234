import numpy as np
import pytest

from pegasos_edu.datasets import blobs, moons
from pegasos_edu.lessons.pictures.lesson_04_log_loss import (
    RING_AREA,
    balance_curves,
    both_boundaries,
    example_pulls,
    probability_map,
)
from pegasos_edu.losses import log_slope
from pegasos_edu.plots import Picture, figure
from pegasos_edu.theory.radius import MAX_MARGIN_TIMES_PULL

X, y, names = blobs(m=60)
W = np.array([1.2, 0.8])


def corners(line):
    return np.concatenate(line.get_segments())


def probability(scores):
    return 1 / (1 + np.exp(-scores))


def test_the_lines_lie_where_the_probability_is_what_they_say(ax):
    for level, line in probability_map(W, X, y, ax=ax).items():
        np.testing.assert_allclose(probability(corners(line) @ W), level, atol=1e-9)


def test_the_shades_are_the_probabilities_the_right_way_up(ax):
    probability_map(W, X, y, ax=ax)
    (image,) = ax.images
    (left, right, bottom, top), p = image.get_extent(), image.get_array()
    assert image.origin == "lower"
    for row, column, point in ((0, 0, (left, bottom)), (0, -1, (right, bottom)), (-1, 0, (left, top))):
        assert p[row, column] == pytest.approx(probability(np.array(point) @ W))


def test_the_numbers_of_the_lines_lie_inside_the_axes_and_do_not_overlap():
    for w in (W, 3 * W, W / 20):
        drawn, ax = figure(width=4.6, height=4.8)
        probability_map(w, X, y, ax=ax)
        Picture(drawn, "A probability map, to lay out its texts.").png()
        boxes = [text.get_window_extent() for text in ax.texts]
        assert "0.5" in {text.get_text() for text in ax.texts} and all(ax.bbox.contains(*box.min) for box in boxes)
        assert not any(a.overlaps(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_a_score_function_bends_the_lines(ax):
    lines = probability_map(lambda points: (points**2).sum(axis=1) - 2, *moons()[:2], ax=ax)
    np.testing.assert_allclose(np.linalg.norm(corners(lines[0.5]), axis=1), np.sqrt(2), atol=0.01)


def test_both_boundaries_are_drawn(ax):
    w_hinge, w_log = np.array([1.0, 2.0]), np.array([2.0, 1.0])
    for level, line in both_boundaries(w_hinge, w_log, X, y, names=names, ax=ax).items():
        np.testing.assert_allclose(corners(line) @ w_hinge, level, atol=1e-9)
    bold = next(line for line in ax.collections if line.get_label() == "probability 0.5")
    np.testing.assert_allclose(corners(bold) @ w_log, 0, atol=1e-9)


def test_the_area_of_a_ring_is_the_pull_of_its_example(ax):
    pulls = np.where(y > 0, -log_slope(y * (X @ W)), 0)
    rings = example_pulls(pulls, W, X, y, ax=ax)
    np.testing.assert_allclose(rings.get_sizes(), RING_AREA * pulls[y > 0])
    np.testing.assert_array_equal(rings.get_offsets(), X[y > 0])


def test_the_largest_products_of_margin_and_pull_are_marked(ax):
    lines = balance_curves(ax=ax)
    for line, text, largest in zip(lines.values(), ax.texts, MAX_MARGIN_TIMES_PULL.values(), strict=True):
        assert np.nanmax(line.get_ydata()) == pytest.approx(largest, rel=1e-4)
        assert float(text.get_text()) == pytest.approx(largest, abs=5e-5)
