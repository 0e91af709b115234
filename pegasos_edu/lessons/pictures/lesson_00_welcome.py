"""Draw the pictures of lesson 00: images in the order of their scores."""

import numpy as np

from pegasos_edu.plots.axes import literal
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plots import weights_image

IMAGES_IN_A_ROW = 10  # images side by side


def images_by_score(w, X, *, shape=(8, 8), names=("−1", "+1")):
    """Return a figure with all images from the lowest score to the highest, and w beside them."""
    scores = X @ w
    fig, (left, right) = figure(2, width=8.4, height=4.4)
    weights_image(w, shape, ax=right)
    order = np.argsort(scores, kind="stable")
    tile = np.array(shape) + 1  # images are separated by a white line
    sheet = np.zeros(tile * (-(-len(X) // IMAGES_IN_A_ROW), IMAGES_IN_A_ROW) - 1)
    for place, i in enumerate(order):
        top, side = tile * divmod(place, IMAGES_IN_A_ROW)
        sheet[top : top + shape[0], side : side + shape[1]] = X[i].reshape(shape)
    left.imshow(sheet, cmap="Greys", vmin=0, vmax=1, interpolation="nearest")
    minus, plus = map(literal, names)
    left.set(xticks=[], yticks=[], title=f"surest {minus} at the top, surest {plus} at the bottom")
    right.set_title("the weights")
    return fig
