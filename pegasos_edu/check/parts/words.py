"""Write numbers and lists in words; the same texts appear in reports in Python and in pages."""

from math import isfinite


def brief(value):
    """Return a number, or a list of numbers, in few digits."""
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join([brief(number) for number in value[:6]]) + (", …)" if len(value) > 6 else ")")
    value = float(value)
    if not isfinite(value):
        return "NaN" if value != value else "infinity" if value > 0 else "−infinity"
    if abs(value) < 1e-12:
        return "0"
    return ("−" if value < 0 else "") + _in_four_digits(abs(value))


def _in_four_digits(size):
    """Return a positive number; MicroPython formats a number halfway between two others in another way than Python."""
    exponent = 0
    while size >= 10:
        size, exponent = size / 10, exponent + 1
    while size < 1:
        size, exponent = size * 10, exponent - 1
    digits = int(size * 1000 + 0.5 + 1e-6)
    if digits == 10000:
        digits, exponent = 1000, exponent + 1
    digits = str(digits)
    if not -5 < exponent < 4:
        sign = "−" if exponent < 0 else "+"
        return f"{_with_point(digits, 1)}e{sign}{abs(exponent)}"
    return _with_point(digits, exponent + 1) if exponent >= 0 else _with_point("0" * -exponent + digits, 1)


def _with_point(digits, n):
    """Return digits with a point after the first n, without zeros at the end."""
    after = digits[n:]
    while after.endswith("0"):
        after = after[:-1]
    return digits[:n] + ("." + after if after else "")


def listed(words):
    """Return words as a list in a sentence: a, b and c."""
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def drawn_in_words(drawn):
    """Return the examples of a step, such as "example 3"."""
    return f"example {drawn[0]}" if len(drawn) == 1 else f"examples {', '.join([str(i) for i in drawn])}"
