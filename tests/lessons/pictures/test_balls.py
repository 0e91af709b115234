"""Pictures of the ball and of mini-batches: the right data on the axes given, labels that tell them apart."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

from pegasos_edu import hinge, minibatch, run, stack
from pegasos_edu.datasets import moons, sparse_text
from pegasos_edu.lessons.pictures.balls import error_bars, length_needed, lengths, norms, outside, path, paths
from pegasos_edu.plots import Picture, figure
from pegasos_edu.theory import optimum
from pegasos_edu.theory.projection import projections

X, y, names = moons()
LAM = 0.05
RADIUS = 1 / np.sqrt(LAM)
FREE, PROJECTED = (run(hinge, X, y, lam=LAM, T=30, seed=3, project=project) for project in (False, True))


def axes():
    return Figure().add_subplot()


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_a_path_goes_from_zero_by_way_of_the_steps_and_the_cuts_to_the_last_w():
    made, log, w = path(PROJECTED, ax=axes()), projections(PROJECTED), stack(PROJECTED).w
    np.testing.assert_array_equal(made["w"].get_xydata(), w)
    steps = np.array(made["steps"].get_segments())
    np.testing.assert_array_equal(steps[:, 0], np.vstack([[0, 0], w[:-1]]))
    np.testing.assert_allclose(np.linalg.norm(steps[:, 1], axis=1), log.before, rtol=1e-12)
    back = np.array(made["cuts"].get_segments())
    np.testing.assert_array_equal(back[:, 0], steps[log.fired, 1])
    np.testing.assert_array_equal(back[:, 1], w[log.fired])
    np.testing.assert_array_equal(made["cut"].get_xydata(), steps[log.fired, 1])


def test_the_ball_has_its_radius_and_the_steps_that_led_out_their_numbers():
    ax = axes()
    circle = path(FREE, ax=ax)["ball"].get_xydata()
    np.testing.assert_allclose(np.linalg.norm(circle, axis=1), RADIUS, rtol=1e-12)
    outside = np.flatnonzero(np.linalg.norm(stack(FREE).w, axis=1) > RADIUS) + 1
    assert [text.get_text() for text in ax.texts] == [str(t) for t in outside] and len(outside) > 2


def test_a_path_without_projection_has_no_cuts():
    made = path(FREE, optimum=[1.0, -1.0], ax=(ax := axes()))
    assert len(labels(ax)) == 4 and not any("cut" in label for label in labels(ax))
    assert len(made["cut"].get_xydata()) == len(made["cuts"].get_segments()) == 0
    np.testing.assert_array_equal(made["optimum"].get_xydata(), [[1, -1]])
    assert "optimum" not in path(FREE, ax=axes())


def test_a_path_of_mini_batches_fits_into_the_square_or_into_the_limits_given():
    steps, ax = run(minibatch, X, y, lam=LAM, T=20, k=5), axes()
    path(steps, ax=ax)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert right - left == pytest.approx(top - bottom)
    w = stack(steps).w
    assert left < min(w[:, 0].min(), -RADIUS) and top > max(w[:, 1].max(), RADIUS)
    path(steps, extent=[(-1, 2), (-3, 0)], ax=(ax := axes()))
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1, 2), (-3, 0))


def test_data_that_are_no_plane_have_no_path():
    with pytest.raises(ValueError, match="two columns, to be drawn in the plane, got 3"):
        path(run(hinge, np.ones((2, 3)), [1, -1], lam=0.1, T=3), ax=axes())


def test_the_key_picture_has_both_paths_on_one_scale_and_says_what_it_shows():
    picture, both = figure(2)
    free, projected = paths(FREE, PROJECTED, both, optimum=optimum(X, y, LAM).w)
    assert both[0].get_xlim() == both[1].get_xlim() and both[0].get_ylim() == both[1].get_ylim()
    assert [ax.get_title() for ax in both] == ["without projection", "with projection"]
    assert len(free["cut"].get_xydata()) == 0 < len(projected["cut"].get_xydata())
    said = repr(Picture(picture, "w's path without and with the ball"))
    assert "cut back: 2 pieces" in said and "$w^*$: 1 points" in said
    np.testing.assert_array_equal(free["ball"].get_xydata(), projected["ball"].get_xydata())


def test_norms_are_in_radii_and_the_crosses_stand_where_it_was_cut():
    ax, best = axes(), optimum(X, y, LAM)
    free, projected, crosses, ball, star = norms({"free": FREE, "projected": PROJECTED}, optimum=best.w, ax=ax)
    for line, steps in ((free, FREE), (projected, PROJECTED)):
        np.testing.assert_allclose(line.get_ydata(), np.linalg.norm(stack(steps).w, axis=1) / RADIUS, rtol=1e-12)
    log = projections(PROJECTED)
    np.testing.assert_array_equal(crosses.get_xdata(), log.t[log.fired])
    assert np.all(crosses.get_ydata() > 1) and projected.get_ydata().max() <= 1 + 1e-12
    assert set(ball.get_ydata()) == {1} and star.get_ydata()[0] == pytest.approx(np.linalg.norm(best.w) / RADIUS)
    assert len(labels(ax)) == len(set(labels(ax))) == 5
    assert (free.get_linestyle(), free.get_marker()) != (projected.get_linestyle(), projected.get_marker())
    assert len(norms({"free": FREE}, ax=axes())) == 2


def test_seven_runs_are_refused_not_six_of_them_drawn():
    with pytest.raises(ValueError, match="curves must be 1 to 6, to be told apart, got 7"):
        norms({str(n): FREE for n in range(7)}, ax=axes())


def test_where_an_example_led_out_it_was_longer_than_needed_and_the_others_mostly_shorter():
    Z, c, _ = sparse_text(m=50, d=200, nnz=20)
    steps = run(hinge, Z.toarray(), c, lam=1e-3, T=300, project=True)
    needed, calm, cut, longest = lengths(steps).axes[0].lines
    height, log = dict(needed.get_xydata()), projections(steps)
    np.testing.assert_array_equal(cut.get_xdata(), log.t[log.fired])
    assert len(cut.get_xdata()) > 10 and all(size > height[t] for t, size in cut.get_xydata())
    assert len(calm.get_xdata()) and not set(calm.get_xdata()) & set(cut.get_xdata())
    assert longest.get_ydata()[0] == pytest.approx(1)  # rows of length 1
    assert np.mean([size < height[t] for t, size in calm.get_xydata()]) > 0.5


def test_from_the_edge_and_in_the_first_step_a_length_of_the_root_of_lam_is_needed():
    log = projections(PROJECTED)
    needed = length_needed(log, LAM)
    at_the_edge = np.append(True, log.fired[:-1])
    np.testing.assert_allclose(needed[at_the_edge], np.sqrt(LAM), rtol=1e-6)
    assert np.all(needed[1:][~log.fired[:-1]] > np.sqrt(LAM))


def test_a_w_outside_of_a_ball_and_the_nearest_point_once_it_is_known():
    asked, told = outside((3, 4), 2), outside((3, 4), 2, nearest=(1.2, 1.6))
    for made in (asked, told):
        circle = made.axes[0].lines[0].get_xydata()
        np.testing.assert_allclose(np.linalg.norm(circle, axis=1), 2, rtol=1e-12)
        assert made.axes[0].get_xlim()[1] > 4 and made.axes[0].get_aspect() == 1
    assert len(asked.axes[0].lines) == 3 and len(told.axes[0].lines) == 5
    np.testing.assert_array_equal(told.axes[0].lines[-1].get_xydata(), [[1.2, 1.6]])


def test_error_bars_reach_from_the_smallest_to_the_largest_value():
    values = np.array([[4.0, 2.0], [1.0, 1.0], [1.0, 3.0]])
    (made,) = error_bars([1, 10], {"T = 5": values}, ax=axes())
    line, _, (bars,) = made
    np.testing.assert_array_equal(line.get_xydata(), [[1, 2], [10, 2]])
    reached = [segment[:, 1].tolist() for segment in bars.get_segments()]
    np.testing.assert_allclose(reached, [[1, 4], [1, 3]])


def test_the_curves_of_error_bars_differ_in_more_than_colour():
    values, ax = np.ones((2, 3)), axes()
    made = error_bars([1, 2, 3], {name: values for name in "abcdef"}, ax=ax)
    assert len({(line[0].get_linestyle(), line[0].get_marker()) for line in made}) == 6
    assert ax.get_xscale() == ax.get_yscale() == "log" and labels(ax) == list("abcdef")


def test_error_bars_refuse_what_has_another_shape():
    with pytest.raises(ValueError, match=r"curves must have shape \(seeds, 2\), got \(2,\) for 'a'"):
        error_bars([1, 2], {"a": [1.0, 2.0]}, ax=axes())
    with pytest.raises(ValueError, match="curves must be 1 to 6"):
        error_bars([1], {}, ax=axes())


def test_nothing_is_left_open():
    path(FREE, ax=axes()), norms({"a": FREE}, ax=axes()), error_bars([1, 2], {"a": [[1.0, 2.0]]}, ax=axes())
    assert not pyplot.get_fignums()
