"""Show runs step by step, as widgets and as pages."""

from pegasos_edu.player.widget import Comparison, StepPlayer, compare, play

__all__ = ["Comparison", "StepPlayer", "compare", "play"]
