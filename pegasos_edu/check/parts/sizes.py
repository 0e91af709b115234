"""Express what a program adds, or by what it multiplies, as a formula in λ and a counter, such as 1/(λ·t)."""

from math import floor

from pegasos_edu.check.parts.words import brief

NEAR = 2e-4  # two numbers of the same formula differ by less than this part, also in float32


class Counter:
    """Hold a number that a program may count: its value in a step, its letter in formulas, and what it is."""

    def __init__(self, key, value, letter, entry=""):
        self.key, self.value, self.letter, self.entry = key, value, letter, entry


# The counters in the order in which they are tried; `entry` is the entry of the catalogue about it.
COUNTERS = [
    Counter("t", lambda step: step.t, "t"),
    Counter("t+1", lambda step: step.t + 1, "(t + 1)", "t-from-2"),
    Counter("t+2", lambda step: step.t + 2, "(t + 2)", "t-from-3"),
    Counter("pass", lambda step: (step.t - 1) // step.per_pass + 1, "(number of the pass)", "counter-of-passes"),
    Counter("place", lambda step: (step.t - 1) % step.per_pass + 1, "(place in the pass)", "counter-restarts"),
    Counter("twice", lambda step: max(1, step.t - 1), "max(1, t − 1)", "first-step-size-twice"),
    Counter("updates", lambda step: step.updates + 1, "(number of additions)", "counter-of-updates"),
    Counter("jumps", lambda step: (step.t - 1) * step.k + 1, "(1 + (t − 1)·k)", "counter-jumps-by-batch-size"),
    Counter("examples", lambda step: step.t * step.k, "(t·k)", "counter-of-examples"),
    Counter("pass+1", lambda step: (step.t - 1) // step.per_pass + 2, "(number of the pass + 1)", "counter-of-passes"),
    Counter("place+1", lambda step: (step.t - 1) % step.per_pass + 2, "(place in the pass + 1)", "counter-restarts"),
    Counter("t-1", lambda step: max(step.t - 1, 1e-9), "(t − 1)"),
]
T = COUNTERS[0]
STARTS = {1: "t-from-2", 2: "t-from-3"}
GIVEN = Counter("eta", lambda step: step.eta, "η")  # of a program of one step

# Powers of λ and of the counter that are tried with t: first the usual step sizes.
USUAL = [(-1, -1), (0, -0.5), (0, 0), (0, -1), (-1, 0), (1, -1), (-1, 1), (1, 1), (-1, -0.5), (-2, -2)]
POWERS_OF_LAM, POWERS_OF_COUNTER = (-1, 0, 1, -2, -0.5, 0.5, 2), (-1, -0.5, 1, -2, 0.5)
# The entries about a formula in t, with the constant c if it decides.
ENTRIES = {
    (-1, 0, 1.0): "step-size-without-t",
    (0, -1, 1.0): "step-size-without-lambda",
    (1, -1, 1.0): "step-size-lambda-over-t",
    (-1, 1, 1.0): "step-size-times-t",
    (1, 1, 1.0): "step-size-inverted",
    (-1, -0.5, 1.0): "step-size-root-t",
    (-1, -1, 0.5): "step-size-halved",
}


NUMBERS = {"m": lambda step: step.m, "k": lambda step: step.k}  # by which a program may divide as well


def counter_named(key):
    return [counter for counter in COUNTERS if counter.key == key][0]


class Size:
    """Hold a formula c·λ^a·u^b with a counter u, divided by one of the `NUMBERS` if `over` names it."""

    def __init__(self, c, a, counter, b, over=""):
        self.c, self.a, self.counter, self.b, self.over = c, a, counter, b, over

    def __call__(self, step):
        size = self.c * step.lam**self.a * self.counter.value(step) ** self.b
        return size / NUMBERS[self.over](step) if self.over else size

    def is_like(self, other):
        """Return whether two formulas differ only in their constant."""
        return (self.a, self.counter.key, self.b) == (other.a, other.counter.key, other.b)

    @property
    def is_right(self):
        """Return whether it is 1/(λ·t), or the η that the program was given."""
        if self.counter is GIVEN:
            return (self.c, self.a, self.b, self.over) == (1.0, 0, 1, "")
        return self.counter is T and not self.over and (self.c, self.a, self.b) == (1.0, -1, -1)

    @property
    def has_lam(self):
        return self.a != 0 or (self.counter is GIVEN and self.b != 0)

    @property
    def entries(self):
        """Return the entries of the catalogue about this formula as a step size."""
        if self.counter is GIVEN and self.b:
            return ()
        if self.over:
            return ("other",)
        a, b, c = self.a, self.b, self.c
        if b == 0:
            return ("step-size-constant",) if a == 0 else (ENTRIES.get((a, 0, c), ""),)
        if (a, b, c) == (-1, -1, 2.0) and self.counter.key[:2] == "t+":  # t + 1 belongs to the formula
            started = {"t+1": (), "t+2": ("t-from-2",)}.get(self.counter.key, ("t-from-n",))
            return started + ("two-over-lambda-t-plus-1",)
        wrong = "one-over-root-t" if (a, b) == (0, -0.5) else ENTRIES.get((a, b, c), "other")
        of_form = "" if (a, b, c) == (-1, -1, 1.0) else wrong
        return tuple([entry for entry in (self.counter.entry, of_form) if entry])

    @property
    def words(self):
        return formula(self.c, [(self.over, -1 if self.over else 0), ("λ", self.a), (self.counter.letter, self.b)])


class Schedule:
    """Hold a formula c/(p + q·t) with its own p and q for each λ."""

    is_right, entries = False, ("other",)

    def __init__(self, lines):
        self.lines = lines  # pairs of a λ and (p, q)
        self.has_lam = any(_differ(lines[0][1][n], line[n]) for _, line in lines for n in (0, 1))

    def __call__(self, step):
        (lam, (p, q)) = min(self.lines, key=lambda line: abs(line[0] - step.lam))
        if lam != step.lam and self.has_lam:  # known only if q is a multiple of λ
            is_multiple = not any(_differ(p, a) or _differ(q / lam, b / other) for other, (a, b) in self.lines)
            q = q / lam * step.lam if is_multiple else float("nan")
        return 1 / (p + q * step.t)

    @property
    def words(self):
        lam, (p, q) = self.lines[0]
        slopes, firsts = [q / lam for lam, (_, q) in self.lines], [p for _, (p, _) in self.lines]
        if max(slopes) - min(slopes) < NEAR * max(slopes) and max(firsts) - min(firsts) < NEAR:
            slope = simple(slopes[0])
            return f"1/({'' if slope == 1 else brief(slope) + '·'}λ·t + {brief(firsts[0])})".replace("+ −", "− ")
        if abs(p) < NEAR * abs(q):
            return f"1/({brief(q)}·t) for λ = {brief(lam)}"
        sign, size = ("+", q) if q >= 0 else ("−", -q)
        words = f"1/({brief(p)} {sign} {brief(size)}·t)"
        return f"{words} for λ = {brief(lam)}" if self.has_lam else words


def _differ(a, b):
    return abs(a - b) > NEAR * max(abs(a), abs(b), 1e-6)


class WholeNumber:
    """Hold the formula ⌊1/(λ·u)⌋ with a counter u."""

    is_right, has_lam, entries = False, True, ("step-size-whole-number",)

    def __init__(self, counter=T):
        self.counter = counter
        if counter.entry:
            self.entries = (counter.entry,) + self.entries
        self.words = f"1/(λ·{counter.letter}), rounded down"

    def __call__(self, step):
        return float(floor(1 / (step.lam * self.counter.value(step)) + 1e-9))


def formula(c, powers):
    """Return c·Π letter^power as text, such as 1/(λ·t) or 0.5/√t."""
    above, below = [], []
    for letter, power in powers:
        if power:
            size = abs(power)
            is_product = size == 1 and "·" in letter and "+" not in letter and "−" not in letter
            base = letter.strip("()") if is_product else letter
            text = {1: base, 0.5: f"√{base}", 2: f"{base}²"}.get(size, f"{base}^{brief(size)}")
            (above if power > 0 else below).append(text)
    if abs(c - 1) > 1e-6 or not above:
        above = [brief(c)] + above
    over = "·".join(above)
    if not below:
        return over
    return f"{over}/{below[0]}" if len(below) == 1 else f"{over}/({'·'.join(below)})"


def simple(c):
    """Return a number, without the rounding that an average of a few numbers leaves."""
    for digits in (1, 2, 3, 4, 6, 12, 16, 20):
        if abs(c * digits - round(c * digits)) < NEAR * abs(c) * digits / 2 and round(c * digits):
            return round(c * digits) / digits
    return c


# Formulas with any c: a counter u, its power, and the powers of λ that are tried with it.
OF_GIVEN_ETA = [(GIVEN, b, (0,)) for b in (1, 0, 2)]
USUAL_FORMS = [(counter, -1, (-1,)) for counter in COUNTERS[:3]] + [(T, b, (a,)) for a, b in USUAL]
USUAL_FORMS += [(counter, -1, (-1,)) for counter in COUNTERS[3:]]
RARE_FORMS = [(T, b, POWERS_OF_LAM) for b in (0,) + POWERS_OF_COUNTER]
RARE_FORMS += [(counter, b, POWERS_OF_LAM) for counter in COUNTERS[1:] for b in POWERS_OF_COUNTER]
RARE_OF_GIVEN_ETA = [(GIVEN, b, (0, 1, -1, -2, 2, 0.5)) for b in (1, 0, 2)] + [(T, -0.5, (0, -1, 1))]
RARE_OF_GIVEN_ETA += [(counter, -1, (-1,)) for counter in COUNTERS[1:3]]
RARE_OF_GIVEN_ETA += [(GIVEN, b, (0, 1, -1, -2, 2)) for b in (0.5, -1)]


def usual(values, is_given_eta=False):
    """Return the usual formula that fits positive values, pairs of a step and a number; None if none of them does."""
    if is_given_eta:
        return _first_fit(values, OF_GIVEN_ETA)
    size = _first_fit(values, USUAL_FORMS)
    return size or (_first_fit(values, [(counter_from(values[0]), -1, (-1,))]) if values else None)


def counter_from(value):
    """Return the counter that starts later than t, as a step and its step size 1/(λ·(t + n)) tell."""
    step, size = value
    return counter_after(1 / (size * step.lam) - step.t if size else 0)


def counter_after(n):
    """Return the counter t + n."""
    n = simple(round(n, 6))
    return Counter(
        "t+n", lambda step: max(step.t + n, 1e-9), f"(t + {brief(n)})", STARTS.get(n, "t-from-n" if n > 2 else "other")
    )


def fitting(values, is_given_eta=False):
    """Return the simplest formula that fits positive values; None if there is none."""
    if is_given_eta:
        return _first_fit(values, RARE_OF_GIVEN_ETA)
    if size := usual(values):
        return size
    for counter in COUNTERS[:7]:
        whole = WholeNumber(counter)
        if values and all(abs(value - whole(step)) < NEAR for step, value in values):
            return whole
    for over in NUMBERS:
        size = usual([(step, value * NUMBERS[over](step)) for step, value in values])
        if size:
            size.over = over
            return size
    if len(values) < 5 or not all([value for _, value in values]):
        return None
    return _first_fit(values, RARE_FORMS) or _schedule(values)


def _first_fit(values, forms):
    """Return the first of the formulas that gives all values; None if there is none.

    Of two values with the same λ the powers of λ tell nothing, so each power of a counter is tried on them first.
    """
    if not values:
        return None
    step, value = values[0]
    other, last = [pair for pair in values if pair[0].lam == step.lam][-1]
    few = values[:1] + values[len(values) // 2 : len(values) // 2 + 1] + values[-1:]
    for counter, b, powers in forms:
        expected = value * (counter.value(other) / counter.value(step)) ** b if b else value
        for a in powers if abs(last - expected) <= 1.001 * NEAR * abs(expected) else ():
            c = _constant(few, a, counter, b)
            if c is not None and len(values) > 3:
                c = _constant(values, a, counter, b)
            if c is not None:
                return Size(simple(c), a, counter, b)
    return None


def _constant(values, a, counter, b):
    """Return the c with which c·λ^a·u^b gives all values; None if there is none."""
    c = None
    for step, value in values:
        estimate = value / (step.lam**a * counter.value(step) ** b)
        if c is None:
            c = estimate
        elif abs(estimate - c) > NEAR * abs(c):
            return None
    return c


def _schedule(values):
    """Return the `Schedule` of values whose reciprocals lie on a line in t for each λ."""
    lines = []
    for lam in sorted(set([step.lam for step, _ in values])):
        points = [(step.t, 1 / value) for step, value in values if step.lam == lam]
        (t, first), (last_t, last) = points[0], points[-1]
        if last_t == t or len(points) < 3:
            return None
        q = (last - first) / (last_t - t)
        p = first - q * t
        if abs(q * (last_t - t)) < NEAR * abs(last):
            return None
        if any(abs(p + q * t - value) > NEAR * abs(value) for t, value in points):
            return None
        lines.append((lam, (p, q)))
    return Schedule(lines)


def voted(values, is_given_eta=False):
    """Return the usual formula that most values share, if at least four of them and two in five do; else None."""
    forms = [(0, GIVEN, 1)] if is_given_eta else [(-1, T, -1), (-1, COUNTERS[1], -1)] + [(a, T, b) for a, b in USUAL]
    best, most = None, max(3, 0.4 * len(values))
    for a, counter, b in forms:
        constants = [value / (step.lam**a * counter.value(step) ** b) for step, value in values]
        constants.sort()
        end = 0
        for n, c in enumerate(constants):
            while end < len(constants) and constants[end] - c <= NEAR * c:
                end += 1
            count = end - n
            if count > most:
                best, most = Size(simple(c), a, counter, b), count
    if best is None and not is_given_eta and len(values) > 3:
        numbers = sorted([1 / (value * step.lam) - step.t for step, value in values])
        middle = numbers[len(numbers) // 2]
        if len([1 for n in numbers if abs(n - middle) < 1e-3]) > most:
            return Size(1.0, -1, counter_after(middle), -1)
    return best
