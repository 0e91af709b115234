import numpy as np

from pegasos_edu import hinge, run
from pegasos_edu.datasets import moons
from pegasos_edu.lessons.pictures.lesson_06_projection import length_needed
from pegasos_edu.theory.projection import projections

X, y, names = moons()
LAM = 0.05
PROJECTED = run(hinge, X, y, lam=LAM, T=30, seed=3, project=True)


def test_from_the_edge_and_in_the_first_step_a_length_of_the_root_of_lam_is_needed():
    log = projections(PROJECTED)
    needed, at_the_edge = length_needed(log, LAM), np.append(True, log.fired[:-1])
    np.testing.assert_allclose(needed[at_the_edge], np.sqrt(LAM), rtol=1e-6)
    assert np.all(needed[~at_the_edge] > np.sqrt(LAM))
