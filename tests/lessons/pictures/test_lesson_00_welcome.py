import numpy as np

from pegasos_edu.lessons.pictures.lesson_00_welcome import images_by_score


def test_images_stand_in_the_order_of_their_scores_and_wrong_answers_are_framed():
    X = np.eye(4)[[0, 1, 2, 3] * 3]  # twelve images of one black pixel each
    y = np.array([1, -1, 1, -1] * 3)
    y[5] = 1  # this image is the second of three with score −1, so it is at the fifth place
    left = images_by_score(np.array([2.0, -1.0, 1.0, -2.0]), X, y, shape=(2, 2)).axes[0]
    sheet = left.images[0].get_array()
    assert sheet.shape == (5, 29) and sheet.sum() == 12
    assert sheet[1, 1] == 1 and sheet[3, 3] == 1  # the lowest score has the last pixel, the highest the first
    [frame] = left.patches
    assert frame.get_xy() == (3 * 4 - 1, -1) and "the 1 wrong of 12" in left.get_xlabel()
