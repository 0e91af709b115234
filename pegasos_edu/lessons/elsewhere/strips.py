"""Show on which data sets and with which λ a claim holds, as a strip that unfolds below a line of signs."""

import inspect
import json
from functools import cache
from pathlib import Path

from tqdm import tqdm

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.palette import INK, LIGHT_GREEN, LIGHT_GREY, REGIONS
from pegasos_edu.common.templates import template
from pegasos_edu.lessons.elsewhere.claim import SEEDS, TriedCell, claims

STORED = Path(__file__).with_name("results.json")
HOLDS, MIXED, FAILS = ("●", "holds"), ("◐", "holds for some seeds"), ("○", "does not hold")
COLOURS = {HOLDS: LIGHT_GREEN, MIXED: LIGHT_GREY, FAILS: REGIONS[3]}


class Strip(Printable):
    """Show where a claim holds: a row for each data set, a column for each λ, folded below a line of signs.

    It is a table: its text can be read on a phone, and it takes a fifth of the space of an image.
    """

    def __init__(self, claim, cells, seeds):
        self.claim, self.cells, self.seeds = claim, cells, seeds
        held, tried = sum(cell.holds for cell in cells), len(cells)
        self.count = f"it holds in {held} of {tried} cases" if held < tried else f"it holds in all {tried} cases"

    def __repr__(self):
        return "\n".join([f"Elsewhere: {self.claim.says}: {self.count}.", *map(self._line, self.cells)])

    def _line(self, cell):
        return f"  {cell.data}, λ = {cell.lam:g}: {_verdict(cell)[1]}, {self.claim.words(cell)}"

    def _repr_html_(self):
        return template(__file__, "strip.cell.html").render(
            strip=self, verdict=_verdict, colours=COLOURS, ink=INK, source=inspect.getsource(self.claim.measure)
        )


def _verdict(cell):
    return HOLDS if cell.holds else FAILS if cell.fails else MIXED


@cache
def _stored():
    return json.loads(STORED.read_text("utf-8"))


def elsewhere(id):
    """Return the stored `Strip` of a claim.

    Raises
    ------
    ValueError
        If no claim has this identifier, or it was not measured yet.
    """
    if id not in claims():
        raise ValueError(f"id must be that of a claim, got {id!r}; `claims()` holds all of them.")
    if id not in _stored()["claims"]:
        raise ValueError(f"{id} must be measured first; run python -m pegasos_edu.lessons.elsewhere {id}.")
    return Strip(claims()[id], [TriedCell(*row) for row in _stored()["claims"][id]], _stored()["seeds"])


def tried(id, seeds=SEEDS, **choice):
    """Return the `Strip` of a claim, measured now.

    Parameters
    ----------
    id : str
        Such as "03/sorted-is-farther".
    seeds : sequence of int
    **choice
        ``names`` of data sets and ``lams``, if not all are to be tried.
    """
    return Strip(claims()[id], claims()[id].cells(seeds, **choice), list(seeds))


def store(ids=()):
    """Measure claims and store their cells; all claims, or those with the given identifiers."""
    cells = dict(_stored()["claims"]) if ids else {}
    for id in tqdm(ids or claims(), unit="claim"):
        cells[id] = claims()[id].cells()
    rows = [f"{json.dumps(id)}: {json.dumps(cells[id])}" for id in claims() if id in cells]
    content = ",\n".join(rows)
    STORED.write_text(f'{{"seeds": [{SEEDS[0]}, {SEEDS[-1]}], "claims": {{\n{content}\n}}}}\n', "utf-8")
