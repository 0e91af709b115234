import numpy as np

from pegasos_edu import average, hinge, last, objective, run, stack
from pegasos_edu.datasets import digits, moons
from pegasos_edu.lessons.pictures.lesson_03_pegasos import AVERAGES, images_and_weights, objectives_by_average


def test_below_each_image_stand_the_weights_after_its_step():
    X, y, names = digits((3, 8))
    steps = run(hinge, X, y, lam=0.01, T=3, seed=383)
    log = stack(steps)
    images = [ax for ax in images_and_weights(steps, names=names).axes if ax.get_label() != "<colorbar>"]
    for n, (above, below) in enumerate(zip(images[:3], images[3:])):
        np.testing.assert_array_equal(above.images[0].get_array(), X[log.i[n]].reshape(8, 8))
        np.testing.assert_array_equal(below.images[0].get_array(), log.w[n].reshape(8, 8))
    assert [ax.get_title() for ax in images[:2]] == ["step 1: 8, y = +1", "step 2: 3, y = −1"]
    assert [ax.get_xlabel() for ax in images[:3]] == ["margin 0", "margin −899", "margin 100"]


def test_the_objectives_are_those_of_runs_of_that_length():
    X, y, _ = moons()
    at = np.array([1, 2, 7, 20])
    values = objectives_by_average([stack(run(hinge, X, y, lam=0.1, T=20, seed=1))], X, y, 0.1, at)
    for place, T in enumerate(at):
        steps = run(hinge, X, y, lam=0.1, T=T, seed=1)
        returned = np.array([last(steps).w, average(steps), average(steps, "half")])
        np.testing.assert_allclose(
            [values[name][0, place] for name in AVERAGES], objective(returned, X, y, 0.1), rtol=1e-12
        )
