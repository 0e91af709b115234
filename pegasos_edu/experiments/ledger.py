"""Some rows of the ledger, to look at and to run."""

import html
from collections import Counter

from pegasos_edu.basics.consoles import Printable
from pegasos_edu.basics.progress import bar
from pegasos_edu.basics.validation import check_choice
from pegasos_edu.experiments.claims import CELL, VERDICTS
from pegasos_edu.experiments.sources import CLAIMS, SOURCES


class Ledger(Printable):
    """The rows of a source, or all, to end a notebook cell on.

    Parameters
    ----------
    source : str, optional
        A key of ``SOURCES``; all if left out.
    verdict : str, optional
        Only the rows with this one of ``VERDICTS``.

    Raises
    ------
    ValueError
        For another source or verdict.
    """

    def __init__(self, source=None, verdict=None):
        rows = CLAIMS.values() if source is None else SOURCES[check_choice("source", source, SOURCES)].claims
        if verdict is not None:
            check_choice("verdict", verdict, VERDICTS)
        self.claims = [claim for claim in rows if verdict in (None, claim.verdict)]

    def __len__(self):
        return len(self.claims)

    def __iter__(self):
        return iter(self.claims)

    def run(self, full=False, progress=None):
        """Make all experiments.

        Parameters
        ----------
        full : bool
            With more data, seeds or steps.
        progress : bool, optional
            A progress bar.

        Returns
        -------
        list of Result
        """
        return [claim.run(full) for claim in bar(self.claims, len(self), "claim", progress)]

    @property
    def counts(self):
        """How many rows have each verdict, in words."""
        found = Counter(claim.verdict for claim in self)
        return ", ".join(f"{found[verdict]} {verdict}" for verdict in VERDICTS if found[verdict])

    def __repr__(self):
        width = max((len(claim.slug) for claim in self), default=0)
        rows = [f"{VERDICTS[claim.verdict]} {claim.slug:{width}}  {claim.says}" for claim in self]
        return "\n".join([f"{len(self)} claims: {self.counts}", *rows])

    def _repr_html_(self):
        rows = "".join(
            f'<tr><td style="{CELL}"><b>{VERDICTS[claim.verdict]}&nbsp;{claim.verdict}</b><br>'
            f'<code>{claim.slug}</code></td><td style="{CELL}">It says: {html.escape(claim.says)}<br>'
            f"What is right: {html.escape(claim.correct)}</td></tr>"
            for claim in self
        )
        return f"<p>{len(self)} claims: {self.counts}</p><table><tbody>{rows}</tbody></table>"
