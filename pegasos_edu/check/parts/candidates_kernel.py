"""List what each part of a program with a kernel may be: first what is right, then what else programs do."""

from pegasos_edu.check.parts import candidates
from pegasos_edu.check.parts.candidates import ALWAYS, KEEPS
from pegasos_edu.check.parts.conditions import Condition
from pegasos_edu.check.parts.sizes import COUNTERS, Counter, Size, T, WholeNumber
from pegasos_edu.check.parts.words import brief

ONE, ETA = Size(1.0, 0, T, 0), Size(1.0, -1, T, -1)
FROM_2, FROM_3 = [Size(1.0, -1, counter, -1) for counter in COUNTERS[1:3]]


# How the stored numbers change: by which factor in a step that adds, and in one that does not; None stands for a row of
# `KEEPS`.
ALWAYS_KEPT, NEVER_KEPT, KEPT_WHEN_ADDING, REPLACED_WHEN_ADDING = (None, None), (1.0, 1.0), (None, 1.0), (0.0, None)


class Way:
    """Hold how all but the drawn number change, and the drawn one; the entry, and words with a place for the factor.

    `can_be_first` says whether the score can be computed after that.
    """

    def __init__(self, entry, words, others, drawn, can_be_first=False):
        self.entry, self.words, self.others, self.drawn, self.can_be_first = entry, words, others, drawn, can_be_first


ALL = Way("", "all coefficients are multiplied by {}", ALWAYS_KEPT, ALWAYS_KEPT, True)
OF_DRAWN = Way("only-the-drawn-coefficient-shrinks", "only the coefficient of the drawn example is multiplied by {}",
               NEVER_KEPT, ALWAYS_KEPT, True)  # fmt: skip
OF_VIOLATED = Way("drawn-coefficient-shrinks-on-a-violation",
                  "only the coefficient of a violated example is multiplied by {}", NEVER_KEPT,
                  KEPT_WHEN_ADDING)  # fmt: skip
WHEN_ADDING = Way("shrinking", "the coefficients are multiplied by {} only in a step that adds", KEPT_WHEN_ADDING,
                  KEPT_WHEN_ADDING)  # fmt: skip
AFTER_ADDING = Way("shrinking", "the coefficients are multiplied by {} after the addition, with what was added",
                   ALWAYS_KEPT, ALWAYS_KEPT)  # fmt: skip
REPLACED = Way("addition", "the coefficient of a violated example is set to η, whatever it was", ALWAYS_KEPT,
               REPLACED_WHEN_ADDING)  # fmt: skip
ZEROED = Way("addition", "the coefficient of the drawn example is set to 0 in each step", ALWAYS_KEPT, (0.0, 0.0), True)
WAYS = [ALL, OF_DRAWN, OF_VIOLATED, WHEN_ADDING]


class ChangeOfNumbers:
    """Hold how the stored numbers change: a row of `KEEPS`, and the way in which it is used.

    Some have an entry and words of their own.
    """

    def __init__(self, keep, way, entry="", words=""):
        self.keep, self.way = keep, way
        self.is_of_coefficients, self.adds_first = keep is not NOTHING, way is AFTER_ADDING
        self.can_be_first = way.can_be_first and not (keep is NOTHING and way is not ZEROED)
        of_keep = ENTRIES_OF_KEEPS.get(keep[0], "shrinking") if way is ALL else "shrinking"
        self.entry, self.words = entry or (of_keep if keep[0] else way.entry), words or way.words.format(keep[2])

    def others(self, step, eta, adds):
        return self._factor(self.way.others, step, eta, adds)

    def drawn(self, step, eta, adds):
        return self._factor(self.way.drawn, step, eta, adds)

    def _factor(self, pair, step, eta, adds):
        factor = pair[0] if adds else pair[1]
        return self.keep[1](step, eta, adds) if factor is None else factor


ENTRIES_OF_KEEPS = {"shrinks-by-one-minus-lambda": "coefficients-shrink-by-lambda"}
RIGHT_KEEP = KEEPS[0]
NOTHING = [keep for keep in KEEPS if keep[0] == "nothing-shrinks"][0]
TWICE = [keep for keep in KEEPS if keep[0] == "shrinks-by-twice-the-penalty"][0]
STAY = ChangeOfNumbers(NOTHING, ALL, "coefficients-never-shrink",
              "coefficients are stored instead of counts, and they never shrink")  # fmt: skip
SET = ChangeOfNumbers(NOTHING, REPLACED, "count-set-to-one", "the count of a violated example is set to {}")
CLEARED = ChangeOfNumbers(
    NOTHING, ZEROED, "count-cleared-when-drawn", "the count of the drawn example is set to 0 in each step"
)
SHRINK, TWICE_THE_PENALTY = [ChangeOfNumbers(keep, ALL) for keep in (RIGHT_KEEP, TWICE)]
# All changes that are tried, the most usual ones first.
CHANGES = [STAY, SET, CLEARED, SHRINK]
CHANGES += [ChangeOfNumbers(RIGHT_KEEP, way) for way in (*WAYS[1:], AFTER_ADDING)] + [TWICE_THE_PENALTY]
CHANGES += [ChangeOfNumbers(RIGHT_KEEP, way) for way in (REPLACED, ZEROED)]
CHANGES += [ChangeOfNumbers(keep, way) for keep in KEEPS if keep[0] and keep is not NOTHING for way in WAYS
            if (keep, way) != (TWICE, ALL)]  # fmt: skip


# The score


# The labels in the sum: the entry, a function of the model, a step and an example, and words.
LABELS = [
    ("", lambda model, step, j: 1.0 if model.has_labels else model.label(step, j), ""),
    ("label-of-the-drawn-example", lambda model, step, j: model.label(step, step.drawn[0]),
     "every term of the sum has the label of the drawn example, or neither the sum nor the condition has a label"),
    ("no-labels-in-the-sum", lambda model, step, j: model.label(step, j) if model.has_labels else 1.0,
     "the sum has no labels"),
]  # fmt: skip
LABEL_OF_DRAWN, LABELS_TWICE = LABELS[1:]  # the last one, if the numbers contain the labels

FIGURE, HALF = "factor-of-the-figure", "objective-without-the-half"


class Factor:
    """Compute the factor before the sum from a function of a step; hold the entries about it, its cost and words.

    It is 0 where a counter would be below its first number, as before the first step.
    """

    def __init__(self, size, entries=(), cost=1.0, words="", unit=""):
        self.size, self.entries, self.cost, self.words, self.unit = size, entries, cost, words or size.words, unit

    def __call__(self, step):
        if self not in step.known:
            try:
                step.known[self] = self.size(step)
            except ZeroDivisionError:
                step.known[self] = 0.0
        return step.known[self]

    def is_in(self, unit):
        """Return whether this factor was divided by a unit."""
        return self.unit == unit.words

    def times(self, c):
        """Return a factor c times as large, with a c that is only known to lie between two bounds."""
        entry, of_unit = ("step-size-constant", "") if self is NONE else ("score", f" times {self.words}")
        return Factor(lambda step: c * self(step), (entry,), 1.5, f"about {brief(c)}{of_unit}")

    def divided_by(self, unit):
        """Return the factor of the same score if all numbers are larger by a unit."""
        size, words = lambda step: self(step) / unit(step), f"{self.words}, divided by {unit.words}"
        if isinstance(self.size, Size):
            formula = self.size
            size, words = Size(formula.c / unit.c, formula.a - unit.a, formula.counter, formula.b, formula.over), ""
        return Factor(size, self.entries, self.cost, words, unit.words)


class InStepBefore:
    """Compute a formula in the step before, as a program does that keeps its η."""

    def __init__(self, size):
        self.size, self.words = size, f"{size.words} of the step before"

    def __call__(self, step):
        return self.size(step.previous) if step.previous else 0.0


def less_one(counter):
    """Return a counter that starts one lower."""
    bare = counter.letter[1:-1] if counter.letter[0] == "(" else counter.letter
    return Counter(counter.key + "-1", lambda step: float(counter.value(step) - 1), f"({bare} − 1)", counter.entry)


def _in_conventions(c, a, counter, b, entries, over=""):
    """Return the factors with a size: as it should be before the step is counted, and in three conventions."""
    before, extra = less_one(counter), 0.25 if entries else 0.5
    factors = [
        Factor(Size(c, a, before, b, over), entries, float(bool(entries))),
        Factor(Size(c, a, counter, b, over), (*entries, FIGURE), bool(entries) + extra),
    ]
    if c == 1:
        factors.append(Factor(Size(0.5, a, before, b, over), (*entries, HALF), bool(entries) + extra))
    if counter is T:
        factors.append(Factor(Size(c, a, COUNTERS[1], b, over), (*entries, "t-from-2", FIGURE), bool(entries) + extra))
    return factors


# The factor 1, which is right before a sum of coefficients.
NEUTRAL = Factor(ONE, (), 0.0, "1")
NONE = Factor(ONE, ("no-scale-in-the-kernel-score",), 1.0, "1")
OVER_LAMBDA = Factor(Size(1.0, -1, T, 0), ("score-over-lambda",))


def _factors_of_t():
    """Return the factors before a sum of counts that a program of one step can have, too, the right one first."""
    factors = [*_in_conventions(1.0, -1, T, -1, ()), NONE, OVER_LAMBDA]
    for a, b in ((0, -1), (1, -1), (-1, 1), (1, 1), (-1, -0.5)):
        factors += _in_conventions(1.0, a, T, b, Size(1.0, a, T, b).entries)
    for a, b in ((-1, -1), (0, -1)):
        factors += _in_conventions(1.0, a, T, b, ("score",), "m")
    factors += [Factor(Size(1.0, a, T, 0, "m"), ("score",)) for a in (0, -1)]
    factors.append(Factor(lambda step: 1 / (step.lam * (step.t - 1) + 1), ("score",), 1.0, "1/(λ·(t − 1) + 1)"))
    factors.append(Factor(lambda step: 1 / (step.lam * step.t + 1), ("score",), 1.0, "1/(λ·t + 1)"))
    for a, b in ((-1, -2), (0, -0.5), (0, -2), (1, 0), (-2, -1), (-2, 0), (-0.5, 0), (0, 1)):
        factors.append(Factor(Size(1.0, a, T, b), ("score",), 1.5))
    return factors


def _factors_of_all_steps():
    """Return the factors that only a program of all steps can have."""
    factors = [
        Factor(Size(0.5, -1, T, -1), (HALF, FIGURE), 0.75),
        Factor(Size(0.5, -1, T, 0), ("score-over-lambda", HALF), 1.25),
    ]
    for counter in COUNTERS[3:7]:
        factors.append(Factor(InStepBefore(Size(1.0, -1, counter, -1)), (counter.entry,)))
        factors += _in_conventions(1.0, -1, counter, -1, (counter.entry,))
    factors += [Factor(Size(1.0, -1, counter, -1), (counter.entry, FIGURE), 1.25) for counter in COUNTERS[9:11]]
    factors.append(Factor(InStepBefore(WholeNumber()), WholeNumber.entries))
    factors.append(Factor(WholeNumber(), (*WholeNumber.entries, FIGURE), 1.25))
    for n in range(2, 11):
        later = Counter(f"t+{n}", lambda step, n=n: step.t + n, f"(t + {n})")
        factors.append(Factor(Size(1.0, -1, later, -1), ("t-from-n",), 0.75))
    return factors


FACTORS_OF_T = _factors_of_t()
FACTORS = FACTORS_OF_T + _factors_of_all_steps()
# The factors of programs of all steps and of one step.
OF_COUNTS = FACTORS, [factor for factor in FACTORS_OF_T if HALF not in factor.entries]
OF_COEFFICIENTS = [
    [NEUTRAL] + [Factor(factor.size, ("score",), 1.0, factor.words) for factor in factors if factor is not NONE]
    for factors in OF_COUNTS
]

# The condition


# Steps that add nothing, whatever the margin is: the entry, a function of a step, words, and the Python of all others.
EXCEPTIONS = [
    ("", lambda step: False, "", ""),
    ("first-step-only-creates-w", lambda step: step.t == 1, "the first step adds nothing", "t > 1"),
    ("only-the-first-step", lambda step: step.t > 1, "nothing changes after the first step", "t == 1"),
    ("index-zero-counts-as-false", lambda step: step.drawn[0] == 0, "example 0 is never added", "i != 0"),
    ("condition", lambda step: step.y(step.drawn[0]) < 0, "no example of class −1 is added", "y[i] > 0"),
    ("condition", lambda step: step.y(step.drawn[0]) > 0, "no example of class +1 is added", "y[i] < 0"),
    ("condition", lambda step: step.before[step.drawn[0]] != 0, "no example is added twice", "alpha[i] == 0"),
]

# Labels that a program may have made of +1 and −1: the entry, a function of a step and an example, words, and the
# Python. If all are 1, the sum is that with the label of the drawn example, and so they are not tried.
OWN_LABELS = [(candidates.LABELS[pair], candidates.LabelsOfClasses(*pair),
               f"class +1 has the label {brief(pair[0])} and class −1 the label {brief(pair[1])}",
               f"np.where(y > 0, {pair[0]:g}, {pair[1]:g})")
              for pair in sorted(candidates.LABELS) if pair[0] != pair[1]]  # fmt: skip
OWN_LABELS.append(("labels-shifted", lambda step, i: step.y((i - 1) % step.m),
                   "each example has the label of the example before it", "np.roll(y, 1)"))  # fmt: skip


def conditions(has_bias):
    """Return the conditions under which a step may add, as pairs of a cost and a condition."""
    unshrunk = [(cost, margin) for cost, margin in candidates.margins(has_bias, False) if not margin.is_shrunk]
    pairs = [(float(cost + bool(comparison.entry)), Condition(margin, comparison)) for cost, margin in unshrunk
             for comparison in candidates.COMPARISONS]  # fmt: skip
    return [*pairs, (1.0, Condition(comparison=ALWAYS))]


def axes(model):
    """Return for each part of the score, in the order of `set_score`, pairs of a cost and a choice."""
    no_or_yes = [(0.0, False), (1.0, True)]
    is_after = [(0.0, False)]
    if model.change is CLEARED:  # it is usual to clear the count first
        is_after = [(0.0, True), (1.0, False)]
    elif model.change.can_be_first:
        is_after += [(0.5 if model.change is SHRINK else 1.0, True)]
    own_labels = [] if model.has_labels else [(1.0, label[1]) for label in OWN_LABELS]
    return [
        [(factor.cost, factor) for factor in factors(model)],
        conditions(model.task.has_bias),
        _with_costs([labels for labels in LABELS if not (labels is LABEL_OF_DRAWN and model.has_labels)]),
        is_after,
        [(0.0, False)] + ([(0.5, True)] if model.task.has_bias else []),
        no_or_yes,
        _with_costs(EXCEPTIONS),
        [(0.0, model.label), *own_labels],
    ]


def _with_costs(choices):
    """Return pairs of a cost and a choice; the first choice is right."""
    return [(float(n > 0), choice) for n, choice in enumerate(choices)]


def factors(model):
    """Return the factors that may stand before the sum, in the unit of the stored numbers."""
    unit = unit_of(model)
    choices = (OF_COEFFICIENTS if model.change.is_of_coefficients else OF_COUNTS)[model.is_one_step]
    if unit and unit.words == "1":
        return choices
    if model.change is STAY and not (unit and unit.a == 0):  # perhaps not counts but coefficients, which should shrink
        choices = [NEUTRAL, *choices]
    return choices + ([factor.divided_by(unit) for factor in choices] if unit else [])


def unit_of(model):
    """Return by what all stored numbers are larger than counts or coefficients, if this is the same in all steps."""
    if not isinstance(model.amount, Size):
        return None
    if not model.change.is_of_coefficients:
        return model.amount if model.amount.b == 0 else None
    if not isinstance(model.eta, Size) or (model.amount.counter, model.amount.b) != (model.eta.counter, model.eta.b):
        return None
    return Size(model.amount.c / model.eta.c, model.amount.a - model.eta.a, T, 0)


def combinations(model, furthest):
    """Return pairs of a cost and the choices of all parts of the score, the nearest to the right score first."""
    pairs = [(0.0, [])]
    for axis in axes(model):
        pairs = [
            (cost + more, [*parts, choice]) for cost, parts in pairs for more, choice in axis if cost + more <= furthest
        ]
    return in_order(pairs)


def in_order(pairs):
    """Return pairs of a cost and something else with rising costs; pairs of the same cost keep their order."""
    order = sorted([(pair[0], n) for n, pair in enumerate(pairs)])
    return [pairs[n] for _, n in order]
