import numpy as np

from pegasos_edu.misconceptions.functions import squared_hinge_pull


def test_the_pull_of_the_squared_hinge_is_minus_its_slope():
    z, h = np.linspace(-3, 3, 60), 1e-6
    loss = [np.maximum(0, 1 - at) ** 2 for at in (z - h, z + h)]
    np.testing.assert_allclose(squared_hinge_pull(z), (loss[0] - loss[1]) / (2 * h), atol=1e-5)
