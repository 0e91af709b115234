"""Images in the order of their scores: what a linear rule is sure of, and where it errs."""

import numpy as np
from matplotlib.patches import Rectangle

from pegasos_edu.common.palette import ACCENT
from pegasos_edu.common.validation import check_data, check_vectors
from pegasos_edu.plots.axes import plain
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plots import weights_image

ROW = 10  # images side by side


def by_score(w, X, y, *, shape=(8, 8), names=("−1", "+1")):
    """All images, row by row from the lowest score to the highest, the wrong answers framed; beside them the weights.

    Parameters
    ----------
    w : array, (d,)
    X : array, (m, d)
        Images, a row each, from 0 (white) to 1 (black).
    y : array, (m,), of −1 and +1
    shape : pair of int
        Rows and columns of an image.
    names : pair of str
        What −1 and +1 stand for.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        Where w or the shape does not go with the images.
    """
    X, y = check_data(X, y, sparse=False)
    scores = X @ check_vectors("w", w, X.shape[1], stack=False)
    if np.prod(shape) != X.shape[1]:
        raise ValueError(f"shape must be rows and columns with {X.shape[1]} pixels in all, got {shape}.")
    made, (left, right) = figure(2, width=8.4, height=4.4)
    weights_image(w, shape, ax=right)
    order = np.argsort(scores, kind="stable")
    tile = np.array(shape) + 1  # with a white line between two
    sheet = np.zeros(tile * (-(-len(X) // ROW), ROW) - 1)
    for place, i in enumerate(order):
        top, side = tile * divmod(place, ROW)
        sheet[top : top + shape[0], side : side + shape[1]] = X[i].reshape(shape)
        if y[i] * scores[i] <= 0:
            left.add_patch(Rectangle((side - 1, top - 1), *tile[::-1], fc="none", ec=ACCENT, lw=2.2))
    left.imshow(sheet, cmap="Greys", vmin=0, vmax=1, interpolation="nearest")
    left.set(xlim=(-1.6, sheet.shape[1] + 0.6), ylim=(sheet.shape[0] + 0.6, -1.6))  # so that no frame is cut
    left.set(xticks=[], yticks=[], title=f"surest {plain(names[0])} at the top, surest {plain(names[1])} at the bottom")
    wrong = np.count_nonzero(y * scores <= 0)
    left.set_xlabel(f"framed: the {wrong} wrong of {len(X)} answers")
    right.set_title("the weights")
    return made
