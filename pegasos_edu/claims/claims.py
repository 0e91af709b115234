"""Describe a source, its claims, the verdict on each, and the experiment that supports the verdict."""

import textwrap
from collections.abc import Callable
from typing import NamedTuple

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.templates import template

VERDICTS = {
    "right": "✓",
    "imprecise": "≈",  # the claim is right under unstated conditions, or is about the wrong thing
    "trap": "!",  # the claim is right on paper, but easy to get wrong in code
    "wrong": "✗",
}
UNTESTED = "Not tested: this is a matter of wording."
CELL = "text-align: left; vertical-align: top; white-space: normal"  # the style of a table cell in a notebook


class Finding(NamedTuple):
    """Hold the numbers of an experiment, and whether they confirm the verdict."""

    numbers: dict  # name of a measurement: value
    bears_out: bool  # whether the numbers confirm the verdict


class Claim(NamedTuple):
    """Hold one row of the ledger: a claim of a source, the verdict on it, and the experiment."""

    slug: str  # source/topic
    place: str  # the place in the source
    quote: str  # the printed words between “ and ”; formulas are typed anew
    says: str  # the claim in our words
    verdict: str  # a key of VERDICTS
    correct: str  # the correction, or why the claim is right
    shows: Callable | None  # shows(full) returns a Finding; None if nothing can be tested

    @property
    def source(self):
        """Return the key of the source."""
        return self.slug.split("/")[0]

    @property
    def is_tested(self):
        """Return whether the row has an experiment; a row about wording has none."""
        return self.shows is not None

    def run(self, full=False):
        """Run the experiment, if there is one.

        Parameters
        ----------
        full : bool
            Whether to use more data, seeds or steps, which takes seconds.

        Returns
        -------
        Result
        """
        return Result(self, self.shows(full) if self.is_tested else None)

    def shown_by(self, shows):
        """Return the same row with another experiment; shows(full) must return a `Finding`."""
        return self._replace(shows=shows)

    def __repr__(self):
        return f"Claim({self.slug}, {self.verdict})"


class Source:
    """Hold a text that teaches Pegasos, and its claims in the order of the text."""

    def __init__(self, key, title):
        self.key, self.title, self.claims = key, title, []

    def claim(self, topic, *row):
        """Return a decorator that adds a claim; the decorated function is its experiment."""

        def enter(shows):
            self.claims.append(Claim(f"{self.key}/{topic}", *row, shows))
            return shows

        return enter

    def wording(self, topic, *row):
        """Add a claim that no experiment can test, because it is about the choice of words."""
        self.claims.append(Claim(f"{self.key}/{topic}", *row, None))


class Result(Printable):
    """Hold a claim and the numbers of its experiment; show both at the end of a notebook cell."""

    def __init__(self, claim, shown):
        self.claim, self.numbers = claim, shown.numbers if shown else {}
        self.bears_out = bool(shown.bears_out) if shown else None  # None if nothing was tested

    @property
    def failed(self):
        """Return whether the experiment contradicts the verdict."""
        return self.bears_out is False

    @property
    def lines(self):
        """Return a line for each number, and a warning if the numbers contradict the verdict."""
        if self.bears_out is None:
            return [UNTESTED]
        lines = [f"{name}: {formatted(value)}" for name, value in self.numbers.items()]
        return [*lines, *(["These numbers contradict the verdict."] if self.failed else [])]

    @property
    def parts(self):
        """Return the parts of the row in reading order, each with its lines."""
        claim = self.claim
        verdict = f"{VERDICTS[claim.verdict]} {claim.verdict}"
        return {"In print": [claim.quote], "It says": [claim.says], verdict: [claim.correct], "Found": self.lines}

    def __repr__(self):
        rows = [wrapped(f"  {name}: ", "; ".join(lines)) for name, lines in self.parts.items()]
        return "\n".join([f"{self.claim.slug} ({self.claim.place})", *rows])

    def _repr_html_(self):
        return template(__file__, "result.cell.html").render(claim=self.claim, parts=self.parts, cell=CELL)


def wrapped(start, text, indent="    "):
    """Return a paragraph that begins with `start`, wrapped for a console of 80 columns."""
    return textwrap.fill(text, 80, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)


def formatted(value):
    """Return a number for readers: counts as integers, other values to three digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, (tuple, list)):
        return ", ".join(map(formatted, value))
    if isinstance(value, int) or value == 0 or 1000 <= abs(value) < 1e7:
        return f"{value:,.0f}"
    digits, e, power = f"{value:.3g}".partition("e")
    return f"{digits}e{int(power)}" if e else digits
