"""A learner's program beside the box, to end a cell on."""

import html
import inspect
import textwrap

from pegasos_edu.basics.consoles import Printable
from pegasos_edu.recording import Listing

COLUMN = "flex: 0 1 auto; min-width: 0; max-width: 100%; overflow-x: auto"  # too narrow for both, the box stands below
CODE = "margin: 4px 0; padding: 0; font-family: monospace; white-space: pre; background: none"


class Beside(Printable):
    """What `beside` returns."""

    def __init__(self, program, box):
        self.source, self.listing = textwrap.dedent(inspect.getsource(program)).rstrip("\n"), Listing(box)

    def __repr__(self):
        return f"Yours:\n{self.source}\n\nThe box:\n{self.listing!r}"

    def _repr_html_(self):
        own = f'<div>Yours</div><pre style="{CODE}">{html.escape(self.source)}</pre>'
        return (
            '<div style="display: flex; flex-wrap: wrap; gap: 8px 24px">'
            f'<div style="{COLUMN}">{own}</div><div style="{COLUMN}">{self.listing._repr_html_()}</div></div>'
        )


def beside(program, box):
    """A learner's program beside the box that it should be, with its pseudocode.

    Parameters
    ----------
    program : function
        Written or still to be written.
    box : function
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
        return Beside(program, box)
    except (OSError, TypeError):
        raise ValueError(
            f"program must be a function that is written in a cell or a file, got {type(program).__name__}; "
            "define it with def, and give it without calling it."
        ) from None
