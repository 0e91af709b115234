"""Test the text of a landscape, by which a stored notebook is compared."""

import numpy as np
import pytest

from pegasos_edu.player import landscape

X, Y = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])


def test_a_landscape_names_its_places_and_the_lowest_points():
    said = repr(landscape(X, Y, lam=0.5, lams=[0.5, 5.0], marks={"A": (1, 0)}, paths={"last": [[2, 4]]}))
    assert "λ = 0.5: w* = (−1, 1), f* = 0.5" in said and "λ = 5: " in said
    assert "A = (1, 0)" in said and "last: 2 places, to (2, 4)" in said


def test_examples_of_three_features_have_no_landscape():
    with pytest.raises(ValueError, match="two columns"):
        landscape(np.eye(3), np.array([1, -1, 1]), lam=0.5)
