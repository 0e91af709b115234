"""Record an algorithm line by line, and turn a run into what the player shows."""

from pegasos_edu.trace.lines import Moment, Recording, record
from pegasos_edu.trace.listing import Line, Listing

__all__ = ["Line", "Listing", "Moment", "Recording", "record"]
