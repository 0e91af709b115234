"""A learner's program beside the algorithm, to end a cell on."""

import html
import inspect
import textwrap

from pegasos_edu.common.consoles import Printable
from pegasos_edu.trace import Listing

COLUMN = (
    "flex: 0 1 auto; min-width: 0; max-width: 100%; overflow-x: auto"  # too narrow for both, the algorithm stands below
)
CODE = "margin: 4px 0; padding: 0; font-family: monospace; white-space: pre; background: none"


class Beside(Printable):
    """What `beside` returns."""

    def __init__(self, program, algorithm):
        self.source, self.listing = textwrap.dedent(inspect.getsource(program)).rstrip("\n"), Listing(algorithm)

    def __repr__(self):
        return f"Yours:\n{self.source}\n\nThe algorithm:\n{self.listing!r}"

    def _repr_html_(self):
        own = f'<div>Yours</div><pre style="{CODE}">{html.escape(self.source)}</pre>'
        return (
            '<div style="display: flex; flex-wrap: wrap; gap: 8px 24px">'
            f'<div style="{COLUMN}">{own}</div><div style="{COLUMN}">{self.listing._repr_html_()}</div></div>'
        )


def beside(program, algorithm):
    """A learner's program beside the algorithm that it should be, with its pseudocode.

    Parameters
    ----------
    program : function
        Written or still to be written.
    algorithm : function
        From ``ALGORITHMS``.

    Returns
    -------
    Beside

    Raises
    ------
    ValueError
        Where the source of the program cannot be had.
    """
    try:
        return Beside(program, algorithm)
    except (OSError, TypeError):
        raise ValueError(
            f"program must be a function that is written in a cell or a file, got {type(program).__name__}; "
            "define it with def, and give it without calling it."
        ) from None
