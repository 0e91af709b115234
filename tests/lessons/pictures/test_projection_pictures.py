import numpy as np

from pegasos_edu import hinge, run, stack
from pegasos_edu.datasets import moons, sparse_text
from pegasos_edu.lessons.pictures.projection import added_lengths, length_needed, norms
from pegasos_edu.theory.projection import projections

X, y, names = moons()
LAM = 0.05
RADIUS = 1 / np.sqrt(LAM)
FREE, PROJECTED = (run(hinge, X, y, lam=LAM, T=30, seed=3, project=project) for project in (False, True))


def test_norms_are_in_radii_and_the_crosses_stand_at_the_projections(ax):
    free, projected, crosses, ball = norms({"free": FREE, "projected": PROJECTED}, ax=ax)
    for line, steps in ((free, FREE), (projected, PROJECTED)):
        np.testing.assert_allclose(line.get_ydata(), np.linalg.norm(stack(steps).w, axis=1) / RADIUS, rtol=1e-12)
    log = projections(PROJECTED)
    np.testing.assert_array_equal(crosses.get_xdata(), log.t[log.fired])
    assert np.all(crosses.get_ydata() > 1) and projected.get_ydata().max() <= 1 + 1e-12 and ball.get_ydata()[0] == 1


def test_an_example_that_leads_out_is_longer_than_needed():
    Z, c, _ = sparse_text(m=50, d=200, nnz=20)
    steps = run(hinge, Z.toarray(), c, lam=1e-3, T=300, project=True)
    needed, _, cut, _ = added_lengths(steps).axes[0].lines
    height, log = dict(needed.get_xydata()), projections(steps)
    np.testing.assert_array_equal(cut.get_xdata(), log.t[log.fired])
    assert len(cut.get_xdata()) > 10 and all(size > height[t] for t, size in cut.get_xydata())


def test_from_the_edge_and_in_the_first_step_a_length_of_the_root_of_lam_is_needed():
    log = projections(PROJECTED)
    needed, at_the_edge = length_needed(log, LAM), np.append(True, log.fired[:-1])
    np.testing.assert_allclose(needed[at_the_edge], np.sqrt(LAM), rtol=1e-6)
    assert np.all(needed[~at_the_edge] > np.sqrt(LAM))
