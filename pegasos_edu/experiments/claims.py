"""A source, its claims, what is to be said of each, and the experiment that shows it."""

import html
from collections.abc import Callable
from typing import NamedTuple

from pegasos_edu.basics.consoles import Printable

VERDICTS = {
    "right": "✓",
    "imprecise": "≈",  # right under conditions that are not said, or said of the wrong thing
    "trap": "!",  # right on paper, and bites in code
    "wrong": "✗",
}
CELL = "text-align: left; vertical-align: top; white-space: normal"  # of a table in a notebook


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
        """The key of its source."""
        return self.slug.split("/")[0]

    def run(self, full=False):
        """Make the experiment.

        Parameters
        ----------
        full : bool
            With more data, seeds or steps, for seconds instead of a blink.

        Returns
        -------
        Result
        """
        return Result(self, self.shows(full))

    def shown_by(self, shows):
        """The same row with an experiment of yours: shows(full) returns a `Shown`."""
        return self._replace(shows=shows)

    def __repr__(self):
        return f"Claim({self.slug}, {self.verdict})"


class Source:
    """What is taught from, and the claims in it, in the order in which they stand there."""

    def __init__(self, key, title):
        self.key, self.title, self.claims = key, title, []

    def claim(self, topic, place, says, verdict, correct):
        """Make a row of the function below, which is the experiment."""

        def enter(shows):
            self.claims.append(Claim(f"{self.key}/{topic}", place, says, verdict, correct, shows))
            return shows

        return enter


class Result(Printable):
    """A claim and what its experiment found, to end a notebook cell on."""

    def __init__(self, claim, shown):
        self.claim, self.numbers, self.bears_out = claim, shown.numbers, bool(shown.bears_out)

    @property
    def lines(self):
        """The numbers, each with what it is."""
        return [f"{name}: {told(value)}" for name, value in self.numbers.items()]

    def __repr__(self):
        claim = self.claim
        verdict = f"{VERDICTS[claim.verdict]} {claim.verdict}"
        borne = "" if self.bears_out else "\n  These numbers do not bear it out."
        return (
            f"{claim.slug} ({claim.place})\n  It says: {claim.says}\n  {verdict}: {claim.correct}\n"
            f"  Found: {'; '.join(self.lines)}{borne}"
        )

    def _repr_html_(self):
        claim = self.claim
        found = [*self.lines, *([] if self.bears_out else ["These numbers do not bear it out."])]
        told = {
            "It says": [claim.says],
            f"{VERDICTS[claim.verdict]}&nbsp;{claim.verdict}": [claim.correct],
            "Found": found,
        }
        rows = "".join(
            f'<tr><th scope="row" style="{CELL}">{name}</th>'
            f'<td style="{CELL}">{"<br>".join(map(html.escape, lines))}</td></tr>'
            for name, lines in told.items()
        )
        return f"<p><code>{claim.slug}</code> ({html.escape(claim.place)})</p><table><tbody>{rows}</tbody></table>"


def told(value):
    """A number for readers: counts whole, shares and values to three digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, (tuple, list)):
        return ", ".join(map(told, value))
    if isinstance(value, int) or 1000 <= abs(value) < 1e7:
        return f"{value:,.0f}"
    digits, e, power = f"{value:.3g}".partition("e")
    return f"{digits}e{int(power)}" if e else digits
