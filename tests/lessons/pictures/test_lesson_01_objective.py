import numpy as np

from pegasos_edu.datasets import blobs
from pegasos_edu.lessons.pictures.lesson_01_objective import (
    bowl_of_examples,
    inner_products,
    losses_at_margins,
    mistakes_by_lam,
    objective_picture,
    support_vectors,
)
from pegasos_edu.losses import hinge_loss
from pegasos_edu.theory import optimum

X, y, names = blobs(40, distance=3.0)
W = optimum(X, y, 0.1).w
RULES = {"A": np.array([-0.6, -0.8]), "B": np.array([-1.0, 0.0])}


def test_a_stem_reaches_from_0_to_the_loss_of_its_example():
    for ax, w in zip(losses_at_margins(RULES, X, y).figure.axes, RULES.values(), strict=True):
        margins = y * (X @ w)
        ends = np.array([stem.vertices for stem in ax.collections[0].get_paths()])
        np.testing.assert_allclose(ends[:, 0], np.column_stack([margins, 0 * margins]))
        np.testing.assert_allclose(ends[:, 1], np.column_stack([margins, hinge_loss(margins)]))
        assert f"mean hinge loss {hinge_loss(margins).mean():.2f}" in ax.get_title()


def test_the_support_vectors_of_an_optimum_alone_give_the_same_optimum():
    chosen = support_vectors(W, X, y)
    rest = optimum(X[chosen], y[chosen], 0.1 * len(y) / chosen.sum())
    np.testing.assert_allclose(rest.w, W, atol=1e-4)


def test_the_arrow_is_as_long_as_the_band_is_wide():
    right = objective_picture(W, X, y, names=names).figure.axes[1]
    (arrow,) = (text for text in right.texts if not text.get_text())
    ends = np.array([arrow.xy, arrow.xyann])
    np.testing.assert_allclose(ends @ W, [1, -1])
    assert f"{np.linalg.norm(ends[0] - ends[1]):.2f}" in right.get_title()


def test_scores_stand_at_the_arrows_and_the_line_at_a_right_angle(ax):
    w, points = np.array([2.0, 1.0]), np.array([[0.8, 0.4], [-2.5, 0.5]])
    np.testing.assert_allclose(inner_products(w, points, ax=ax), [2.0, -4.5])
    assert {"a: 2.0", "b: −4.5"} <= {text.get_text() for text in ax.texts}
    np.testing.assert_allclose(ax.lines[0].get_xydata() @ w, 0, atol=1e-12)


def test_the_corners_of_the_mean_are_those_of_the_single_losses():
    left, right = bowl_of_examples((1, 2, -1), 0.25).figure.axes
    corners = [next(line for line in ax.lines if line.get_label() == "corner").get_xydata() for ax in (left, right)]
    np.testing.assert_allclose(corners[0], [[1, 0], [0.5, 0], [-1, 0]])
    np.testing.assert_allclose(corners[1][:, 0], [1, 0.5, -1])
    np.testing.assert_allclose(corners[1][:, 1], [(0 + 0 + 2) / 3, (0.5 + 0 + 1.5) / 3, (2 + 3 + 0) / 3], atol=1e-9)
    mean, penalty, both = (line.get_ydata() for line in right.lines[:3])
    np.testing.assert_allclose(mean + penalty, both)
    np.testing.assert_allclose(mean, np.mean([line.get_ydata() for line in left.lines[:3]], axis=0))


def test_the_bold_line_is_the_median_of_the_sets():
    counts = np.array([[3, 1, 2], [5, 1, 9], [4, 2, 8]])
    (ax,) = mistakes_by_lam([0.1, 1, 10], {"all": counts, "two": counts[:1]}).figure.axes
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), [4, 1, 8])
    np.testing.assert_array_equal([line.get_ydata() for line in ax.lines[2:5]], counts)
