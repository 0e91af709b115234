"""Show runs step by step, and the objective as a landscape, as widgets and as pages."""

from pegasos_edu.player.landscapes import Landscape, landscape
from pegasos_edu.player.widget import Comparison, StepPlayer, compare, play

__all__ = ["Comparison", "Landscape", "StepPlayer", "compare", "landscape", "play"]
