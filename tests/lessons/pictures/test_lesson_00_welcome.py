import numpy as np

from pegasos_edu.lessons.pictures.lesson_00_welcome import images_by_score


def test_images_stand_in_the_order_of_their_scores():
    X = np.eye(4)[[0, 1, 2, 3] * 3]  # twelve images of one black pixel each
    left = images_by_score(np.array([2.0, -1.0, 1.0, -2.0]), X, shape=(2, 2)).axes[0]
    sheet = left.images[0].get_array()
    assert sheet.shape == (5, 29) and sheet.sum() == 12
    assert sheet[1, 1] == 1 and sheet[3, 3] == 1  # the lowest score has the last pixel, the highest the first
