"""Pictures of runs: plots, animations, and figures that say what they show.

Matplotlib is imported in this room only. Every plot takes ``ax=None``, returns its artists and never
calls ``show``; classes differ in marker as well as in colour (the palette of Okabe and Ito).
"""

from pegasos_edu.show.animation import Animation, animate
from pegasos_edu.show.explore import Explorer, OnDemand, explore
from pegasos_edu.show.listing import Listing
from pegasos_edu.show.pictures import Picture, figure
from pegasos_edu.show.player import Comparison, StepPlayer, compare, play
from pegasos_edu.show.plots import decision_boundary, examples, loss_curves, objective_curves, weights_image
from pegasos_edu.show.quiz import Quiz

__all__ = [
    "Animation",
    "Comparison",
    "Explorer",
    "Listing",
    "OnDemand",
    "Picture",
    "Quiz",
    "StepPlayer",
    "animate",
    "compare",
    "decision_boundary",
    "examples",
    "explore",
    "figure",
    "loss_curves",
    "objective_curves",
    "play",
    "weights_image",
]
