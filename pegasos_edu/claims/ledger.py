"""Select rows of the ledger, show them, and run their experiments."""

from collections import Counter

from pegasos_edu.claims.claims import CELL, VERDICTS, wrapped
from pegasos_edu.claims.sources import CLAIMS, SOURCES
from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.greek_letters import LETTERS
from pegasos_edu.common.progress import bar
from pegasos_edu.common.templates import template
from pegasos_edu.common.validation import check_choice


class Ledger(Printable):
    """Hold all or some rows of the ledger, and show them at the end of a notebook cell.

    Parameters
    ----------
    source : str, optional
        A key of ``SOURCES``; all sources if omitted.
    verdict : str, optional
        Select the rows with this verdict, a key of ``VERDICTS``.
    search : str, optional
        Select the rows that contain all of these words in the quotation, the claim, the correction, the topic, the
        place or the verdict. Parts of words also match, capitals do not matter, and ``lambda`` and ``lam`` find λ.

    Raises
    ------
    ValueError
        If the source or verdict is unknown, or the search finds nothing.
    """

    def __init__(self, source=None, verdict=None, search=None):
        rows = CLAIMS.values() if source is None else SOURCES[check_choice("source", source, SOURCES)].claims
        if verdict is not None:
            check_choice("verdict", verdict, VERDICTS)
        self.claims = [claim for claim in rows if verdict in (None, claim.verdict)]
        if search is not None:
            self.claims = _matching(search.split(), self.claims)

    def __len__(self):
        return len(self.claims)

    def __iter__(self):
        return iter(self.claims)

    def run(self, full=False, progress=None):
        """Run the experiments.

        Parameters
        ----------
        full : bool
            Whether to use more data, seeds or steps.
        progress : bool, optional
            Whether to show a progress bar.

        Returns
        -------
        list of Result
            One for each row, with or without an experiment.
        """
        return [claim.run(full) for claim in bar(self.claims, len(self), "claim", progress)]

    @property
    def tested(self):
        """Return how many rows have an experiment."""
        return sum(claim.is_tested for claim in self)

    @property
    def counts(self):
        """Return how many rows have each verdict, in words."""
        number_of = Counter(claim.verdict for claim in self)
        return ", ".join(f"{number_of[verdict]} {verdict}" for verdict in VERDICTS if number_of[verdict])

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
        content = {"title": self._title, "claims": self.claims, "verdicts": VERDICTS, "cell": CELL}
        return template(__file__, "ledger.cell.html").render(content)


def _matching(words, claims):
    """Return the rows that contain all the words."""
    holding = {word: {claim.slug for claim in claims if _in_plain_letters(word) in _text(claim)} for word in words}
    matching = [claim for claim in claims if all(claim.slug in slugs for slugs in holding.values())]
    if not words or not matching:
        alone = ", ".join(f"{len(slugs)} contain {word!r}" for word, slugs in holding.items())
        raise ValueError(
            f"search must be words that one row contains together, got {' '.join(words)!r}: of {len(claims)} rows, "
            f"{alone or 'none was searched for'}. Use fewer words, or parts of words, such as 'project' or 'kernel'."
        )
    return matching


def _text(claim):
    """Return the whole text of a row in plain letters."""
    return _in_plain_letters(" ".join((claim.slug, claim.place, claim.quote, claim.says, claim.verdict, claim.correct)))


def _in_plain_letters(text):
    """Return the text in lower case, with Greek letters replaced by their names."""
    text = text.lower().replace("lambda", "lam")
    for name, letter in LETTERS.items():
        text = text.replace(letter, name)
    return text
