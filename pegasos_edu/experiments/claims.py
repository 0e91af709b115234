"""A claim of a source, what is to be said of it, and the experiment that shows it."""

from collections.abc import Callable
from typing import NamedTuple

from pegasos_edu.basics.consoles import Printable

VERDICTS = {
    "right": "✓",
    "imprecise": "≈",  # right under conditions that are not said, or said of the wrong thing
    "trap": "!",  # right on paper, and bites in code
    "wrong": "✗",
}


class Shown(NamedTuple):
    """What an experiment found."""

    numbers: dict  # what was measured, by what it is
    bears_out: bool  # whether that is what the verdict says


class Claim(NamedTuple):
    """One row of the ledger."""

    slug: str  # source/topic
    place: str  # in the source
    says: str  # what it claims, in our words
    verdict: str  # of VERDICTS
    correct: str  # what is right
    shows: Callable  # shows(full) -> Shown; full takes longer and says it more surely

    @property
    def source(self):
        return self.slug.split("/")[0]

    def run(self, full=False):
        """Make the experiment.

        Parameters
        ----------
        full : bool
            With more data, seeds or steps, for seconds to minutes instead of a blink.

        Returns
        -------
        Result
        """
        return Result(self, self.shows(full))


class Result(Printable):
    """A claim and what its experiment found, to end a notebook cell on."""

    def __init__(self, claim, shown):
        self.claim, self.numbers, self.bears_out = claim, shown.numbers, bool(shown.bears_out)

    def __repr__(self):
        claim = self.claim
        verdict = f"{VERDICTS[claim.verdict]} {claim.verdict}"
        found = "; ".join(f"{name}: {told(value)}" for name, value in self.numbers.items())
        borne = "" if self.bears_out else "\n  These numbers do not bear it out."
        return (
            f"{claim.slug} ({claim.place})\n  It says: {claim.says}\n  {verdict}: {claim.correct}\n"
            f"  Found: {found}{borne}"
        )


def told(value):
    """A number for readers: counts whole, shares and values to three digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, (tuple, list)):
        return ", ".join(map(told, value))
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}"
