"""A source, its claims, what is to be said of each, and the experiment that shows it."""

import html
import textwrap
from collections.abc import Callable
from typing import NamedTuple

from pegasos_edu.common.consoles import Printable

VERDICTS = {
    "right": "✓",
    "imprecise": "≈",  # right under conditions that are not said, or said of the wrong thing
    "trap": "!",  # right on paper, and bites in code
    "wrong": "✗",
}
UNTESTED = "Not tested: a matter of wording."
CELL = "text-align: left; vertical-align: top; white-space: normal"  # of a table in a notebook


class Shown(NamedTuple):
    """What an experiment found."""

    numbers: dict  # what was measured, by what it is
    bears_out: bool  # whether that is what the verdict says


class Claim(NamedTuple):
    """One row of the ledger."""

    slug: str  # source/topic
    place: str  # in the source
    quote: str  # what is printed there: words between “ and ”, formulas in our typing
    says: str  # what it claims, in our words
    verdict: str  # of VERDICTS
    correct: str  # what is right
    shows: Callable | None  # shows(full) -> Shown; full takes longer and says it more surely; None: nothing to test

    @property
    def source(self):
        """The key of its source."""
        return self.slug.split("/")[0]

    @property
    def is_tested(self):
        """Whether the row has an experiment; a row on wording has none."""
        return self.shows is not None

    def run(self, full=False):
        """Make the experiment, if there is one.

        Parameters
        ----------
        full : bool
            With more data, seeds or steps, for seconds instead of a blink.

        Returns
        -------
        Result
        """
        return Result(self, self.shows(full) if self.is_tested else None)

    def shown_by(self, shows):
        """Return the same row with another experiment: shows(full) returns a `Shown`."""
        return self._replace(shows=shows)

    def __repr__(self):
        return f"Claim({self.slug}, {self.verdict})"


class Source:
    """What is taught from, and the claims in it, in the order in which they stand there."""

    def __init__(self, key, title):
        self.key, self.title, self.claims = key, title, []

    def claim(self, topic, *row):
        """Make a row of the function below, which is the experiment."""

        def enter(shows):
            self.claims.append(Claim(f"{self.key}/{topic}", *row, shows))
            return shows

        return enter

    def wording(self, topic, *row):
        """Make a row that no experiment can test, as it is about the choice of words."""
        self.claims.append(Claim(f"{self.key}/{topic}", *row, None))


class Result(Printable):
    """A claim and what its experiment found, to end a notebook cell on."""

    def __init__(self, claim, shown):
        self.claim, self.numbers = claim, shown.numbers if shown else {}
        self.bears_out = bool(shown.bears_out) if shown else None  # None: nothing was tested

    @property
    def failed(self):
        """Whether the experiment found something else than the row says."""
        return self.bears_out is False

    @property
    def lines(self):
        """What was found: the numbers, each with what it is, and whether they bear the verdict out."""
        if self.bears_out is None:
            return [UNTESTED]
        found = [f"{name}: {told(value)}" for name, value in self.numbers.items()]
        return [*found, *(["These numbers do not bear it out."] if self.failed else [])]

    @property
    def parts(self):
        """The whole row: its parts in the order in which they are read, each with its lines."""
        claim = self.claim
        verdict = f"{VERDICTS[claim.verdict]} {claim.verdict}"
        return {"In print": [claim.quote], "It says": [claim.says], verdict: [claim.correct], "Found": self.lines}

    def __repr__(self):
        rows = [wrapped(f"  {name}: ", "; ".join(lines)) for name, lines in self.parts.items()]
        return "\n".join([f"{self.claim.slug} ({self.claim.place})", *rows])

    def _repr_html_(self):
        rows = "".join(
            f'<tr><th scope="row" style="{CELL}">{name.replace(" ", "&nbsp;")}</th>'
            f'<td style="{CELL}">{"<br>".join(map(html.escape, lines))}</td></tr>'
            for name, lines in self.parts.items()
        )
        claim = self.claim
        return f"<p><code>{claim.slug}</code> ({html.escape(claim.place)})</p><table><tbody>{rows}</tbody></table>"


def wrapped(start, text, indent="    "):
    """A paragraph for a console of 80 columns, which begins with `start`."""
    return textwrap.fill(text, 80, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)


def told(value):
    """A number for readers: counts whole, shares and values to three digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, (tuple, list)):
        return ", ".join(map(told, value))
    if isinstance(value, int) or value == 0 or 1000 <= abs(value) < 1e7:
        return f"{value:,.0f}"
    digits, e, power = f"{value:.3g}".partition("e")
    return f"{digits}e{int(power)}" if e else digits
