"""A box line by line: its listing, and what each step executed."""

from pegasos_edu.recording.lines import Moment, Recording, record
from pegasos_edu.recording.listing import Line, Listing

__all__ = ["Line", "Listing", "Moment", "Recording", "record"]
