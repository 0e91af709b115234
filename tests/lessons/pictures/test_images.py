"""Images by score: each in its place, the wrong ones framed."""

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from pegasos_edu.lessons.pictures.images import by_score
from pegasos_edu.plots import Picture

X = np.eye(4)[[0, 1, 2, 3] * 3]  # twelve images of one black pixel each
W = np.array([2.0, -1.0, 1.0, -2.0])
Y = np.array([1, -1, 1, -1] * 3)


def test_the_images_stand_in_the_order_of_their_scores():
    left = by_score(W, X, Y, shape=(2, 2)).axes[0]
    sheet = left.images[0].get_array()
    assert sheet.shape == (5, 29) and sheet.sum() == 12
    assert sheet[1, 1] == 1 and sheet[1, 4] == 1  # the lowest score: its pixel is the last one
    assert sheet[3, 3] == 1  # the highest, in the second row: the first pixel


def test_wrong_answers_are_framed_and_counted():
    y = np.where(np.arange(12) == 5, 1, Y)  # its score is −1: of three alike the second, at the fifth place
    left = by_score(W, X, y, shape=(2, 2)).axes[0]
    [frame] = [patch for patch in left.patches if isinstance(patch, Rectangle)]
    assert frame.get_xy() == (3 * 4 - 1, -1) and "the 1 wrong of 12" in left.get_xlabel()


def test_the_weights_stand_beside_them():
    picture = Picture(by_score(W, X, Y, shape=(2, 2)), "Twelve images and four weights.")
    assert "the weights" in repr(picture) and picture.png()


def test_a_shape_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="shape must be rows and columns with 4 pixels in all"):
        by_score(W, X, Y)
