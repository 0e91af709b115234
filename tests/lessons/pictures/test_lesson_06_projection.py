import numpy as np

from pegasos_edu import hinge, run, stack
from pegasos_edu.datasets import moons
from pegasos_edu.lessons.pictures.lesson_06_projection import length_needed, path, paths
from pegasos_edu.plots import figure
from pegasos_edu.theory.projection import projections

X, y, names = moons()
LAM = 0.05
RADIUS = 1 / np.sqrt(LAM)
FREE, PROJECTED = (run(hinge, X, y, lam=LAM, T=30, seed=3, project=project) for project in (False, True))


def test_a_path_leads_from_0_over_the_steps_and_the_projections_to_the_last_w(ax):
    made, log, w = path(PROJECTED, ax=ax), projections(PROJECTED), stack(PROJECTED).w
    np.testing.assert_array_equal(made["w"].get_xydata(), w)
    steps = np.array(made["steps"].get_segments())
    np.testing.assert_array_equal(steps[:, 0], np.vstack([[0, 0], w[:-1]]))
    np.testing.assert_allclose(np.linalg.norm(steps[:, 1], axis=1), log.before, rtol=1e-12)
    back = np.array(made["cuts"].get_segments())
    np.testing.assert_array_equal(back[:, 0], steps[log.fired, 1])
    np.testing.assert_array_equal(back[:, 1], w[log.fired])
    np.testing.assert_allclose(np.linalg.norm(made["ball"].get_xydata(), axis=1), RADIUS, rtol=1e-12)


def test_the_steps_that_leave_the_ball_have_their_numbers(ax):
    made = path(FREE, ax=ax)
    outside = np.flatnonzero(np.linalg.norm(stack(FREE).w, axis=1) > RADIUS) + 1
    assert [text.get_text() for text in ax.texts] == [str(t) for t in outside] and len(outside) > 2
    assert len(made["cut"].get_xydata()) == 0


def test_both_paths_are_on_one_scale_that_holds_them():
    _, both = figure(2)
    paths(FREE, PROJECTED, both)
    assert both[0].get_xlim() == both[1].get_xlim() and both[0].get_ylim() == both[1].get_ylim()
    w = stack(FREE).w
    assert both[0].get_xlim()[0] < min(w[:, 0].min(), -RADIUS) and both[0].get_ylim()[1] > max(w[:, 1].max(), RADIUS)


def test_from_the_edge_and_in_the_first_step_a_length_of_the_root_of_lam_is_needed():
    log = projections(PROJECTED)
    needed, at_the_edge = length_needed(log, LAM), np.append(True, log.fired[:-1])
    np.testing.assert_allclose(needed[at_the_edge], np.sqrt(LAM), rtol=1e-6)
    assert np.all(needed[~at_the_edge] > np.sqrt(LAM))
