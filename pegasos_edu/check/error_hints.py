"""Explain what an error of Python or NumPy means in a learner's program, as the catalogue's ``errors.toml`` says."""

import re
import tomllib
from functools import cache
from typing import NamedTuple

from pegasos_edu.misconceptions.catalogue import FOLDER


class Explanation(NamedTuple):
    """Explain an error."""

    id: str
    title: str
    says: str
    hints: tuple
    error: str  # a pattern, searched in "TypeName: message"
    line: str = ""  # a pattern, searched in the line that raised it


@cache
def explanations():
    """Return all explanations, in the order in which they are tried."""
    tables = tomllib.loads((FOLDER / "errors.toml").read_text("utf-8"))
    tables.pop("title", None)
    return tuple(Explanation(name, **table | {"hints": tuple(table["hints"])}) for name, table in tables.items())


def explained(failed):
    """Return the explanation of a `Failed`; None if it has no explanation."""
    if failed.kind not in ("exception", "time"):
        return None
    text = failed.line.text if failed.line else ""
    return next(
        (
            entry
            for entry in explanations()
            if re.search(entry.error, failed.words) and (not entry.line or re.search(entry.line, text))
        ),
        None,
    )
