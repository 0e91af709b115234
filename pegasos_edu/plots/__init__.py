"""Draw plots and animations of runs, and figures whose text form states what they show.

Every plot takes ``ax=None``, returns its artists and never calls ``show``; classes differ in marker as well as in
colour (the palette of Okabe and Ito). The pictures of single lessons are in ``lessons.pictures``.
"""

from pegasos_edu.plots.animation import Animation, animate
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plots import decision_boundary, examples, loss_curves, objective_curves, weights_image

__all__ = [
    "Animation",
    "Picture",
    "animate",
    "decision_boundary",
    "examples",
    "figure",
    "loss_curves",
    "objective_curves",
    "weights_image",
]
