"""Draw on which data sets and with which λ a claim holds, as a strip of cells that unfolds below a line of signs."""

import inspect
import json
from functools import cache
from html import escape
from pathlib import Path

from matplotlib.patches import Rectangle
from tqdm import tqdm

from pegasos_edu.common.palette import INK, LIGHT_GREY, REGIONS
from pegasos_edu.lessons.elsewhere.claim import SEEDS, TriedCell, claims
from pegasos_edu.plots.pictures import Picture, figure

STORED = Path(__file__).with_name("results.json")
HOLDS, MIXED, FAILS = ("●", "holds"), ("◐", "holds for some seeds"), ("○", "does not hold")
COLOURS = {HOLDS: "#bfe3d4", MIXED: LIGHT_GREY, FAILS: REGIONS[3]}


class Strip(Picture):
    """Show where a claim holds: a row for each data set, a column for each λ, folded below a line of signs."""

    def __init__(self, claim, cells, seeds):
        self.claim, self.cells, self.seeds = claim, cells, seeds
        held, tried = sum(cell.holds for cell in cells), len(cells)
        self.count = f"it holds in {held} of {tried} cases" if held < tried else f"it holds in all {tried} cases"
        super().__init__(_drawn(claim, cells), f"{claim.says}: {self.count}.")

    def __repr__(self):
        return "\n".join([f"Elsewhere: {self.alt}", *map(self._line, self.cells)])

    def _line(self, cell):
        return f"  {cell.data}, λ = {cell.lam:g}: {_verdict(cell)[1]}, {self.claim.words(cell)}"

    def _repr_html_(self):
        signs = "".join(_verdict(cell)[0] for cell in self.cells)
        seeds = f" and the seeds {self.seeds[0]} to {self.seeds[-1]}" if self.cells[0].count > 1 else ""
        return (
            f"<details><summary>Elsewhere {signs} {self.count}</summary>"
            f"<p>{escape(self.claim.says)}: each cell is a data set with one λ{seeds}. "
            "● it holds, ◐ it holds for some seeds, ○ it does not hold.</p>"
            f"{super()._repr_html_()}<pre>{escape(inspect.getsource(self.claim.measure))}</pre></details>"
        )


def _verdict(cell):
    return HOLDS if cell.holds else FAILS if cell.fails else MIXED


def _drawn(claim, cells):
    names, lams = (list(dict.fromkeys(values)) for values in zip(*[(cell.data, cell.lam) for cell in cells]))
    made, ax = figure(width=2.2 + 1.9 * len(lams), height=0.4 + 0.3 * len(names))
    for cell in cells:
        x, y, kind = lams.index(cell.lam), names.index(cell.data), _verdict(cell)
        ax.add_patch(Rectangle((x, y), 0.97, 0.92, color=COLOURS[kind], lw=0))
        ax.text(x + 0.48, y + 0.46, f"{kind[0]} {claim.words(cell)}", ha="center", va="center", color=INK, fontsize=9)
    ax.set(xlim=(0, len(lams)), ylim=(len(names), 0))
    ax.set_xticks([n + 0.48 for n in range(len(lams))], [f"λ = {lam:g}" for lam in lams])
    ax.set_yticks([n + 0.46 for n in range(len(names))], names)
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)
    return made


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
