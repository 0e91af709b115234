"""Show runs step by step, and the objective as a landscape, as widgets and as pages."""

from pegasos_edu.common.extras import refusal
from pegasos_edu.player.landscapes import Landscape, landscape

__all__ = ["Comparison", "Landscape", "StepPlayer", "compare", "landscape", "play"]

try:
    from pegasos_edu.player.widget import Comparison, StepPlayer, compare, play
except ModuleNotFoundError as error:  # pages need no widgets
    __getattr__ = refusal(error, __all__)
