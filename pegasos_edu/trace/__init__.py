"""An algorithm line by line: its listing, and what each step executed."""

from pegasos_edu.trace.lines import Moment, Recording, record
from pegasos_edu.trace.listing import Line, Listing

__all__ = ["Line", "Listing", "Moment", "Recording", "record"]
