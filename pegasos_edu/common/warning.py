"""Issue warnings that name the line of the caller, however deep in the package they arise."""

import sys
import warnings


def warn(message, kind):
    """Warn at the line, outside this package, from which the package was called."""
    frame, level = sys._getframe(), 1
    while frame and f"{frame.f_globals.get('__name__')}.".startswith("pegasos_edu."):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, kind, stacklevel=level)
