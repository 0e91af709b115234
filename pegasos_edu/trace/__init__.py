"""Record an algorithm line by line, and turn a run into what the player shows."""

from pegasos_edu.trace.lines import Moment, Recording, record
from pegasos_edu.trace.listing import Listing, ListingLine

__all__ = ["Listing", "ListingLine", "Moment", "Recording", "record"]
