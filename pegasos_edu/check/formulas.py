"""Write the formulas of measured parts as Python, such as 1 / (lam * t) for 1/(λ·t)."""

import re

from pegasos_edu.check.parts.sizes import GIVEN, Schedule, Size, WholeNumber

ETA = "eta"
# The counters that have no formula in t as their letter.
COUNTERS = {
    "pass": "(1 + (t - 1) // {per_pass})",
    "pass+1": "(2 + (t - 1) // {per_pass})",
    "place": "(1 + (t - 1) % {per_pass})",
    "place+1": "(2 + (t - 1) % {per_pass})",
    "twice": "max(1, t - 1)",
    "updates": "(additions + 1)",
    "jumps": "(1 + (t - 1) * len(A))",
    "examples": "(t * len(A))",
    "eta": "(1 / (lam * t))",
    "pass-1": "((t - 1) // {per_pass})",
    "place-1": "((t - 1) % {per_pass})",
    "twice-1": "max(0, t - 2)",
    "updates-1": "additions",
}
LETTERS = {"λ": "lam", "η": ETA, "k": "len(A)", "m": "len(y)"}
SIGNS = {"−": "-", "·": " * ", "/": " / ", "^": " ** ", "²": " ** 2"}


class Unwritable(ValueError):  # noqa: N818  its message says which part cannot be written
    """Signal that a part has no formula in Python."""


def python_of(words):
    """Return a formula in the words of a report, such as 1 − η·λ/k, as Python."""
    text = re.sub(r"√(\w+|\([^)]*\))", lambda root: f"sqrt({root[1].strip('()')})", words)
    text = re.sub(r"[λη]|\b[km]\b", lambda letter: LETTERS[letter[0]], text)
    return re.sub(r"[−·/^²]", lambda sign: SIGNS[sign[0]], text)


def number(c):
    """Return a measured number as Python, without what rounding adds to it."""
    return f"{c:.8g}"


def size(formula, is_batch=False):
    """Return a step size, or another formula in λ and a counter, as Python."""
    if isinstance(formula, Size):
        if formula.counter is GIVEN and (formula.a, formula.b) == (0, 1) and formula.c == 1:
            return "1 / (lam * t)"
        return product(
            formula.c, [("lam", formula.a), (counter_of(formula.counter, is_batch), formula.b), *_over(formula)]
        )
    if isinstance(formula, WholeNumber):
        return f"1 // (lam * {counter_of(formula.counter, is_batch)})"
    if isinstance(formula, Schedule):
        return _schedule(formula)
    raise Unwritable(f"{formula} must be a formula in lam and t.")


def in_eta(formula, of_eta):
    """Return a formula as Python, as a multiple of a power of η if it is one."""
    if not (isinstance(formula, Size) and isinstance(of_eta, Size)):
        return None
    if formula.counter.key != of_eta.counter.key and formula.b or of_eta.b == 0 or of_eta.over:
        return None
    power = formula.b / of_eta.b
    if power not in (0, 1, 2):
        return None
    of_lam = ("lam", formula.a - power * of_eta.a)
    return product(formula.c / of_eta.c**power, [of_lam, (ETA, power), *_over(formula)])


def _over(formula):
    return [(LETTERS[formula.over], -1)] if formula.over else []


def counter_of(counter, is_batch=False):
    """Return a counter as Python."""
    text = COUNTERS.get(counter.key) or python_of(counter.letter)
    return text.format(per_pass="max(1, len(y) // len(A))" if is_batch else "len(y)")


def _schedule(formula):
    lams = [lam for lam, _ in formula.lines]
    ps, qs = [[line[n] for _, line in formula.lines] for n in (0, 1)]
    q_over_lam = [q / lam for q, lam in zip(qs, lams)]
    if _are_equal(ps) and _are_equal(q_over_lam):
        return f"1 / {_line(ps[0], q_over_lam[0], 'lam * t')}"
    if _are_equal(ps) and _are_equal(qs):
        return f"1 / {_line(ps[0], qs[0], 't')}"
    for a in (1, -1):
        p, q = [[value / lam**a for value, lam in zip(values, lams)] for values in (ps, qs)]
        if _are_equal(p) and _are_equal(q):
            return product(1 / q[0], [("lam", -a), (_line(p[0] / q[0], 1, "t"), -1)])
    raise Unwritable(f"{formula.words} must not depend on lam in another way.")


def _line(p, q, letter):
    slope = "" if abs(q - 1) < 1e-6 else f"{number(q)} * "
    return f"({number(p)} + {slope}{letter})"


def _are_equal(values):
    return max(values) - min(values) <= 2e-4 * max(1e-9, *map(abs, values))


def product(c, powers):
    """Return c·Π base^power as Python: the positive powers over the negative ones."""
    above, below = [], []
    for base, power in powers:
        if power:
            size = abs(power)
            raised = {1: base, 0.5: f"sqrt({base[1:-1] if base[0] == '(' else base})"}.get(size, f"{base} ** {size:g}")
            (above if power > 0 else below).append(raised)
    if abs(c - 1) > 1e-6 or not above:
        above = [number(c)] + above
    over = " * ".join(above)
    if not below:
        return over
    return f"{over} / {below[0]}" if len(below) == 1 else f"{over} / ({' * '.join(below)})"


def times(*factors):
    """Return a product of factors as Python; a factor 1 is left out, and sums are put into brackets."""
    kept = [factor for factor in factors if factor != "1"]
    return " * ".join(bracketed(factor) for factor in kept) or "1"


def bracketed(text):
    """Return a text in brackets if it must have them as a factor."""
    depth, outside = 0, ""
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        outside += sign if depth == 0 else ""
    return f"({text})" if re.search(r" ([-+<>%]|//|<=|if) |^-", outside) else text
