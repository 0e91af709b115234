"""Express the steps of a program with a kernel: how its numbers α change, and from which score it decides."""

from pegasos_edu.check.parts.candidates import (
    ALWAYS,
    COMPARISONS,
    KEEPS,
    MOVES,
    STAYS,
    Bias,
    Threshold,
    LabelsOfClasses,
    below,
    margins,
    true_label,
)
from pegasos_edu.check.parts.candidates import LABELS as LABELS_OF_CLASSES
from pegasos_edu.check.parts.conditions import Condition
from pegasos_edu.check.parts.linear import AT_THE_MARGIN, StepParts, leaves
from pegasos_edu.check.parts.measuring import length
from pegasos_edu.check.parts.sizes import COUNTERS, Counter, Size, T, WholeNumber
from pegasos_edu.check.parts.words import brief

ONE, ETA = Size(1.0, 0, T, 0), Size(1.0, -1, T, -1)
FROM_2, FROM_3 = [Size(1.0, -1, counter, -1) for counter in COUNTERS[1:3]]


class KernelModel:
    """Predict the steps of a program from its parts. All parts are right at first.

    Attributes
    ----------
    change, eta, amount
        How the stored numbers shrink, the η by which they do, and what is added to the number of a violated example.
    has_labels, sign, label
        Whether the stored numbers contain the labels, the sign with which they are added, and the labels, a function of
        a step and an example.
    factor, labels, skips, is_after, b_is_inside
        The parts of the score: the factor before the sum, the labels in it, whether it skips the drawn example, whether
        the numbers have shrunk before, and whether the factor multiplies b, too.
    margin, threshold, violates
        As in a `linear.Model`; they belong to the `Condition` named condition.
    exception
        Which steps add nothing whatever the margin is.
    bias, eta_of_b
        How a bias moves, a function of a `StepParts`, and the η by which it does if this is not that of the numbers.
    """

    weight, slope, ball = None, None, None  # as of a linear.Model

    def __init__(self, task, is_one_step):
        self.task, self.is_one_step = task, is_one_step
        self.change, self.eta, self.amount = STAY, ETA, ONE
        self.has_labels, self.sign = False, 1.0
        self.set_score(FACTORS[0], Condition(), LABELS[0], False, False, False, EXCEPTIONS[0], true_label)
        self.bias, self.eta_of_b, self.takes_asked = Bias(STAYS[0], MOVES[0]), None, False

    def copy(self, **parts):
        other = KernelModel(self.task, self.is_one_step)
        for values in (self.__dict__, parts):
            for name in values:
                setattr(other, name, values[name])
        return other

    def set_score(self, factor, condition, labels, is_after, b_is_inside, skips, exception, label):
        """Set all parts of the score and the condition."""
        self.factor, self.labels, self.is_after, self.b_is_inside = factor, labels, is_after, b_is_inside
        self.skips, self.exception, self.label = skips, exception, label
        self.set_condition(condition)

    def drawn(self, step):
        return (step.asked if self.takes_asked else step.drawn)[0]

    def set_condition(self, condition):
        self.condition, self.margin = condition, condition.margin
        self.threshold, self.violates = condition.comparison.threshold, condition.comparison.violates

    def may_have_own_number(self):
        """Return whether another threshold than 1 is tried; twice the λ would be the same as the threshold 2."""
        return self.violates is below and self.threshold == 1 and HALF not in self.factor.entries

    def with_own_number(self, threshold):
        """Return this model with another threshold, or with a factor of its own if that is nearer at hand."""
        size = self.factor.size
        if self.factor.cost and isinstance(size, Size) and 0 in (size.a, size.b) and not self.task.has_bias:
            return self.copy(factor=self.factor.times(1 / threshold))
        words = f"below about {brief(threshold)}, or {brief(1 / threshold)} times the margin below 1, which is the same"
        other = self.copy()
        other.set_condition(Condition(self.margin, Threshold("condition", below, threshold, words)))
        return other

    def sums(self, step):
        """Return the kernel sum without the drawn example, and the term of the drawn example."""
        i = self.drawn(step)
        key = (i, self.labels[0], self.has_labels, self.label)
        if key not in step.known:
            row = step.case.gram[i]
            terms = [a * self.labels[1](self, step, j) * row[j] if a else 0.0 for j, a in enumerate(step.before)]
            step.known[key] = sum(terms) - terms[i], terms[i]
        return step.known[key]

    def score(self, step):
        """Return the sum of a step, multiplied by its factor."""
        rest, own = self.sums(step)
        if self.is_after:
            eta = self.eta(step)
            rest, own = self.change.others(step, eta, False) * rest, self.change.drawn(step, eta, False) * own
        return self.factor(step) * (rest if self.skips else rest + own)

    def value(self, step, is_empty=False):
        """Return the margin that a step compares with its threshold; if the sum were empty, if `is_empty`."""
        return self.margin(_Scored(self, step, 0.0 if is_empty else self.score(step)), self.drawn(step), self)

    def length_at_the_threshold(self, step):
        """Return by what an example that was never added must be multiplied to have a margin at the threshold.

        Return 0 if the margin does not depend on its length.
        """
        of_bias = self.value(step, is_empty=True)
        of_sum = self.value(step) - of_bias
        return (self.threshold - of_bias) / of_sum if of_sum else 0.0

    def decision(self, step):
        """Return whether the margin of a step makes it add; None at the threshold, where rounding decides."""
        if self.exception[1](step):
            return False
        z = self.value(step)
        is_exact = z == self.threshold == 0.0  # an empty sum has no rounding
        if abs(z - self.threshold) <= AT_THE_MARGIN * step.scale and not is_exact:
            return None
        return self.violates(z, self.threshold)

    def decides(self, judged):
        """Return whether a step would be decided as it was; `judged` is a pair of a step and whether it has added."""
        step, adds = judged
        return self.decision(step) in (None, adds)

    def compared(self, step):
        """Return what decides a step: its margin, or the sign if this is enough; None if nothing is compared."""
        if self.condition.comparison is ALWAYS or self.exception[1](step):
            return None
        z = self.value(step)
        return z if self.threshold else float((z > 0) - (z < 0))

    def adds(self, step):
        """Return whether a step adds; a margin at the threshold follows the observation."""
        decision = self.decision(step)
        return bool(self.observed(step)) if decision is None else decision

    def own_after(self, step, adds):
        """Return the number of the drawn example after a step."""
        i = self.drawn(step)
        kept = self.change.drawn(step, self.eta(step), adds)
        if not adds:
            return kept * step.before[i]
        amount = self.sign * self.amount(step) * (self.label(step, i) if self.has_labels else 1.0)
        return kept * step.before[i] + amount * (kept if self.change.adds_first else 1.0)

    def observed(self, step):
        """Return whether a step has added; None if the state does not tell it."""
        near = [abs(step.after[self.drawn(step)] - self.own_after(step, adds)) <= step.bound for adds in (False, True)]
        return near[1] if near[0] != near[1] else None

    def alpha_after(self, step, adds):
        """Return α after a step that adds, or does not."""
        kept = self.change.others(step, self.eta(step), adds)
        alpha = [kept * a for a in step.before]
        alpha[self.drawn(step)] = self.own_after(step, adds)
        return alpha

    def predict(self, step):
        """Return α and b after a step."""
        if not self.task.has_bias:
            return self.alpha_after(step, self.adds(step)), 0.0
        moment = self.moment(step)
        return moment.alpha, self.bias(moment, self)

    def moment(self, step):
        """Return what the same step would do to w, from which the bias follows."""
        i, adds, of_coefficients = self.drawn(step), self.adds(step), self.change.is_of_coefficients
        eta = 1.0 if self.b_is_inside else (self.eta_of_b or self.eta)(step)
        keep = self.change.others(step, eta, adds) if of_coefficients else 1 - eta * step.lam
        alpha, size = self.alpha_after(step, adds), 1.0 if of_coefficients else eta
        w = [size * a * (1 if self.has_labels else self.label(step, j)) for j, a in enumerate(alpha)]
        moment = StepParts(step, eta, keep, [(i, eta * self.label(step, i))] if adds else [], w, eta)
        moment.alpha, moment.right_keep = alpha, 1 - eta * step.lam
        moment.total = sum([c for _, c in moment.added])
        return moment

    def can_change(self, step):
        """Return whether a step that adds, or a step that does not, would leave its α."""
        return any([all([abs(p - q) <= step.bound for p, q in zip(self.alpha_after(step, adds), step.after)])
                    for adds in (False, True)])  # fmt: skip

    def follows(self, step, rounding):
        """Return whether a step leaves the state that the parts predict."""
        alpha, b = self.predict(step)
        return leaves(step, alpha, b, rounding)


class _Scored:
    """Stand for a step whose score is known, from which a `linear.Margin` is computed."""

    def __init__(self, model, step, score):
        self.model, self.step, self.score = model, step, score
        self.b = step.b * model.factor(step) if model.b_is_inside else step.b

    def inner(self, i):
        return self.score

    def y(self, i):
        return self.model.label(self.step, i)


def prepare(step, rounding):
    """Give a step the bound within which numbers are equal, and a place for what is computed once."""
    step.bound = max(1e-6, 5 * rounding) * max(1e-3, length(step.after), length(step.before))
    step.known = {}


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
        own = pair[0] if adds else pair[1]
        return self.keep[1](step, eta, adds) if own is None else own


ENTRIES_OF_KEEPS = {"shrinks-by-one-minus-lambda": "coefficients-shrink-by-lambda"}
RIGHT_KEEP = KEEPS[0]
NOTHING = [one for one in KEEPS if one[0] == "nothing-shrinks"][0]
TWICE = [one for one in KEEPS if one[0] == "shrinks-by-twice-the-penalty"][0]
STAY = ChangeOfNumbers(NOTHING, ALL, "coefficients-never-shrink",
              "coefficients are stored instead of counts, and they never shrink")  # fmt: skip
SET = ChangeOfNumbers(NOTHING, REPLACED, "count-set-to-one", "the count of a violated example is set to {}")
CLEARED = ChangeOfNumbers(NOTHING, ZEROED, "count-cleared-when-drawn", "the count of the drawn example is set to 0 in each step")
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
     "every term of the sum has the label of the drawn example"),
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
            size, words = Size(self.size.c / unit.c, self.size.a - unit.a, self.size.counter, self.size.b), ""
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


def _in_conventions(c, a, counter, b, entries):
    """Return the factors with a size: as it should be before the step is counted, and in three conventions."""
    before, extra = less_one(counter), 0.25 if entries else 0.5
    found = [
        Factor(Size(c, a, before, b), entries, float(bool(entries))),
        Factor(Size(c, a, counter, b), (*entries, FIGURE), bool(entries) + extra),
    ]
    if c == 1:
        found.append(Factor(Size(0.5, a, before, b), (*entries, HALF), bool(entries) + extra))
    if counter is T:
        found.append(Factor(Size(c, a, COUNTERS[1], b), (*entries, "t-from-3"), bool(entries) + extra))
    return found


# The factor 1, which is right before a sum of coefficients.
NEUTRAL = Factor(ONE, (), 0.0, "1")
NONE = Factor(ONE, ("no-scale-in-the-kernel-score",), 1.0, "1")
OVER_LAMBDA = Factor(Size(1.0, -1, T, 0), ("score-over-lambda",))


def _factors_of_t():
    """Return the factors before a sum of counts that a program of one step can have, too, the right one first."""
    found = [*_in_conventions(1.0, -1, T, -1, ()), NONE, OVER_LAMBDA]
    for a, b in ((0, -1), (1, -1), (-1, 1), (1, 1), (-1, -0.5)):
        found += _in_conventions(1.0, a, T, b, Size(1.0, a, T, b).entries)
    found.append(Factor(lambda step: 1 / (step.lam * (step.t - 1) + 1), ("score",), 1.0, "1/(λ·(t − 1) + 1)"))
    found.append(Factor(lambda step: 1 / (step.lam * step.t + 1), ("score",), 1.0, "1/(λ·t + 1)"))
    for a, b in ((-1, -2), (0, -0.5), (0, -2), (1, 0), (-2, -1), (-2, 0), (-0.5, 0), (0, 1)):
        found.append(Factor(Size(1.0, a, T, b), ("score",), 1.5))
    return found


def _factors_of_all_steps():
    """Return the factors that only a program of all steps can have."""
    found = [
        Factor(Size(0.5, -1, T, -1), (HALF, FIGURE), 0.75),
        Factor(Size(0.5, -1, T, 0), ("score-over-lambda", HALF), 1.25),
    ]
    for counter in COUNTERS[3:7]:
        found.append(Factor(InStepBefore(Size(1.0, -1, counter, -1)), (counter.entry,)))
        found += _in_conventions(1.0, -1, counter, -1, (counter.entry,))
    found += [Factor(Size(1.0, -1, counter, -1), (counter.entry, FIGURE), 1.25) for counter in COUNTERS[9:11]]
    found.append(Factor(InStepBefore(WholeNumber()), WholeNumber.entries))
    found.append(Factor(WholeNumber(), (*WholeNumber.entries, FIGURE), 1.25))
    for n in range(2, 11):
        later = Counter(f"t+{n}", lambda step, n=n: step.t + n, f"(t + {n})")
        found.append(Factor(Size(1.0, -1, later, -1), ("t-from-n",), 0.75))
    return found


FACTORS_OF_T = _factors_of_t()
FACTORS = FACTORS_OF_T + _factors_of_all_steps()
# The factors of programs of all steps and of one step.
OF_COUNTS = FACTORS, [one for one in FACTORS_OF_T if HALF not in one.entries]
OF_COEFFICIENTS = [[NEUTRAL] + [Factor(one.size, ("score",), 1.0, one.words) for one in own if one is not NONE]
                   for own in OF_COUNTS]  # fmt: skip

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
OWN_LABELS = [(LABELS_OF_CLASSES[pair], LabelsOfClasses(*pair),
               f"class +1 has the label {brief(pair[0])} and class −1 the label {brief(pair[1])}",
               f"np.where(y > 0, {pair[0]:g}, {pair[1]:g})")
              for pair in sorted(LABELS_OF_CLASSES) if pair[0] != pair[1]]  # fmt: skip
OWN_LABELS.append(("labels-shifted", lambda step, i: step.y((i - 1) % step.m),
                   "each example has the label of the example before it", "np.roll(y, 1)"))  # fmt: skip


def conditions(has_bias):
    """Return pairs of a cost and a condition."""
    found = [(float(cost + bool(one.entry)), Condition(margin, one)) for cost, margin in margins(has_bias, False)
             if not margin.is_shrunk for one in COMPARISONS]  # fmt: skip
    return [*found, (1.0, Condition(comparison=ALWAYS))]


def axes(model):
    """Return for each part of the score, in the order of `set_score`, pairs of a cost and a choice."""
    no_or_yes = [(0.0, False), (1.0, True)]
    is_after = [(0.0, False)]
    if model.change is CLEARED:  # it is usual to clear the count first
        is_after = [(0.0, True), (1.0, False)]
    elif model.change.can_be_first:
        is_after += [(0.5 if model.change is SHRINK else 1.0, True)]
    own_labels = [] if model.has_labels else [(1.0, one[1]) for one in OWN_LABELS]
    return [
        [(one.cost, one) for one in factors(model)],
        conditions(model.task.has_bias),
        _with_costs([one for one in LABELS if not (one is LABEL_OF_DRAWN and model.has_labels)]),
        is_after,
        [(0.0, False)] + ([(0.5, True)] if model.task.has_bias else []),
        no_or_yes,
        _with_costs(EXCEPTIONS),
        [(0.0, model.label), *own_labels],
    ]


def _with_costs(choices):
    """Return pairs of a cost and a choice; the first choice is right."""
    return [(float(n > 0), one) for n, one in enumerate(choices)]


def factors(model):
    """Return the factors that may stand before the sum, in the unit of the stored numbers."""
    unit = unit_of(model)
    own = (OF_COEFFICIENTS if model.change.is_of_coefficients else OF_COUNTS)[model.is_one_step]
    if unit and unit.words == "1":
        return own
    if model.change is STAY and not (unit and unit.a == 0):  # perhaps not counts but coefficients, which should shrink
        own = [NEUTRAL, *own]
    return own + ([one.divided_by(unit) for one in own] if unit else [])


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
    found = [(0.0, [])]
    for choices in axes(model):
        found = [
            (cost + own, [*parts, choice]) for cost, parts in found for own, choice in choices if cost + own <= furthest
        ]
    return in_order(found)


def in_order(pairs):
    """Return pairs of a cost and something else with rising costs; pairs of the same cost keep their order."""
    order = sorted([(pair[0], n) for n, pair in enumerate(pairs)])
    return [pairs[n] for _, n in order]
