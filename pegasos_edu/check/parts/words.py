"""Write numbers and lists in words; the same texts appear in reports in Python and in pages."""

from math import isfinite


def brief(value):
    """Return a number, or a list of numbers, in few digits."""
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join([brief(one) for one in value[:6]]) + (", …)" if len(value) > 6 else ")")
    value = float(value)
    if not isfinite(value):
        return "NaN" if value != value else "infinity" if value > 0 else "−infinity"
    if abs(value) < 1e-12:
        return "0"
    return f"{value:.4g}".replace("-", "−").replace("e−0", "e−").replace("e+0", "e+")


def listed(words):
    """Return words as a list in a sentence: a, b and c."""
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def drawn_in_words(drawn):
    """Return the examples of a step, such as "example 3"."""
    return f"example {drawn[0]}" if len(drawn) == 1 else f"examples {', '.join([str(i) for i in drawn])}"
