"""Show a learner's program next to the algorithm."""

import inspect
import textwrap

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.templates import template
from pegasos_edu.trace import Listing


class Beside(Printable):
    """Show two programs side by side; `beside` returns an instance."""

    def __init__(self, source, listing):
        self.source, self.listing = source, listing

    def __repr__(self):
        return f"Yours:\n{self.source}\n\nThe algorithm:\n{self.listing!r}"

    def _repr_html_(self):
        listing = self.listing._repr_html_()
        return template(__file__, "beside.cell.html").render(source=self.source, listing=listing)


def beside(program, algorithm):
    """Show a learner's program next to the algorithm and its pseudocode; a cell should end with this call.

    Parameters
    ----------
    program : function
        The learner's program, finished or not.
    algorithm : function
        An algorithm from ``ALGORITHMS``.

    Returns
    -------
    Beside

    Raises
    ------
    ValueError
        If the source of the program is not available.
    """
    try:
        source = textwrap.dedent(inspect.getsource(program)).rstrip("\n")
    except (OSError, TypeError):
        raise ValueError(
            f"program must be a function that is written in a cell or a file, got {type(program).__name__}; "
            "define it with def, and give it without calling it."
        ) from None
    return Beside(source, Listing(algorithm))
