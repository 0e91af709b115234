"""Some rows of the ledger, to look at and to run."""

import html
from collections import Counter

from pegasos_edu.claims.claims import CELL, VERDICTS, wrapped
from pegasos_edu.claims.sources import CLAIMS, SOURCES
from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.letters import LETTERS
from pegasos_edu.common.progress import bar
from pegasos_edu.common.validation import check_choice


class Ledger(Printable):
    """The rows of the ledger, or some of them, to end a notebook cell on.

    Parameters
    ----------
    source : str, optional
        A key of ``SOURCES``; all if left out.
    verdict : str, optional
        Only the rows with this one of ``VERDICTS``.
    search : str, optional
        Only the rows that hold all of these words, in what is quoted or claimed, in the correction, the topic, the
        place or the verdict. Parts of words are found, too; capitals make no difference; ``lambda`` and ``lam`` find λ.

    Raises
    ------
    ValueError
        For another source or verdict, and for a search that finds nothing.
    """

    def __init__(self, source=None, verdict=None, search=None):
        rows = CLAIMS.values() if source is None else SOURCES[check_choice("source", source, SOURCES)].claims
        if verdict is not None:
            check_choice("verdict", verdict, VERDICTS)
        self.claims = [claim for claim in rows if verdict in (None, claim.verdict)]
        if search is not None:
            self.claims = _found(search.split(), self.claims)

    def __len__(self):
        return len(self.claims)

    def __iter__(self):
        return iter(self.claims)

    def run(self, full=False, progress=None):
        """Make the experiments.

        Parameters
        ----------
        full : bool
            With more data, seeds or steps.
        progress : bool, optional
            A progress bar.

        Returns
        -------
        list of Result
            One for each row, with or without an experiment.
        """
        return [claim.run(full) for claim in bar(self.claims, len(self), "claim", progress)]

    @property
    def tested(self):
        """How many rows have an experiment."""
        return sum(claim.is_tested for claim in self)

    @property
    def counts(self):
        """How many rows have each verdict, in words."""
        found = Counter(claim.verdict for claim in self)
        return ", ".join(f"{found[verdict]} {verdict}" for verdict in VERDICTS if found[verdict])

    @property
    def _title(self):
        wording = len(self) - self.tested
        aside = f" ({self.tested} tested, {wording} on wording alone)" if wording else ""
        return f"{len(self)} claims{aside}: {self.counts}"

    def __repr__(self):
        width = max((len(claim.slug) for claim in self), default=0)
        rows = [
            wrapped(f"{VERDICTS[claim.verdict]} {claim.slug:{width}}  ", claim.says, " " * (width + 4))
            for claim in self
        ]
        return "\n".join([self._title, *rows])

    def _repr_html_(self):
        rows = "".join(
            f'<tr><td style="{CELL}"><b>{VERDICTS[claim.verdict]}&nbsp;{claim.verdict}</b><br>'
            f'<code>{claim.slug}</code></td><td style="{CELL}">It says: {html.escape(claim.says)}<br>'
            f"What is right: {html.escape(claim.correct)}</td></tr>"
            for claim in self
        )
        return f"<p>{self._title}</p><table><tbody>{rows}</tbody></table>"


def _found(words, claims):
    """The rows that hold all the words."""
    holding = {word: {claim.slug for claim in claims if _plain(word) in _text(claim)} for word in words}
    found = [claim for claim in claims if all(claim.slug in slugs for slugs in holding.values())]
    if not words or not found:
        alone = ", ".join(f"{len(slugs)} hold {word!r}" for word, slugs in holding.items())
        raise ValueError(
            f"search must be words that one row holds together, got {' '.join(words)!r}: of {len(claims)} rows, "
            f"{alone or 'all hold no word'}. Take fewer words, or a part of one, such as 'project' or 'kernel'."
        )
    return found


def _text(claim):
    """All that a row says, in plain letters."""
    return _plain(" ".join((claim.slug, claim.place, claim.quote, claim.says, claim.verdict, claim.correct)))


def _plain(text):
    """Small letters, and Greek ones by their names."""
    text = text.lower().replace("lambda", "lam")
    for name, letter in LETTERS.items():
        text = text.replace(letter, name)
    return text
