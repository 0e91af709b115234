"""How much a hand-in may use."""

from typing import NamedTuple


class Limits(NamedTuple):
    """What one hand-in may use up."""

    seconds: float = 5.0  # for one call of a function
    cell_seconds: float = 10.0  # for one cell
    total_seconds: float = 60.0  # for everything
    memory: int = 1 << 30  # bytes, beside what Python takes itself
    bytes_of_files: int = 20 << 20  # in its folder
    files: int = 200  # in its folder
    open_files: int = 64
    starts: int = 4  # how often it is started anew where its process has ended


LIMITS = Limits()
