"""The step player: a run in the hand, as a widget and as a page."""

from pegasos_edu.player.widget import Comparison, StepPlayer, compare, play

__all__ = ["Comparison", "StepPlayer", "compare", "play"]
