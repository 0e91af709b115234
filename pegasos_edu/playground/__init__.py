"""The playground: a page on which everything of a run can be changed, with guided tours; it needs no network."""

from pegasos_edu.playground.page import write

__all__ = ["write"]
