"""Express the steps of a program with a kernel: how its numbers α change, and from which score it decides."""

from math import floor, log10

from pegasos_edu.check.parts.candidates import BIASES, KEEPS, above, at_or_below, below, true_label
from pegasos_edu.check.parts.linear import Moment
from pegasos_edu.check.parts.measuring import length
from pegasos_edu.check.parts.sizes import COUNTERS, Counter, Size, T, WholeNumber, formula
from pegasos_edu.check.parts.words import brief

AT_THE_MARGIN = 1e-6  # a margin so close to its threshold is decided by rounding
ONE, ETA = Size(1.0, 0, T, 0), Size(1.0, -1, T, -1)


class KernelModel:
    """Predict the steps of a program from its parts. All parts are right at first.

    Attributes
    ----------
    change, eta, amount
        How the stored numbers shrink, the η by which they do, and what is added to the number of a violated example.
    has_labels, sign, label
        Whether the stored numbers contain the labels, the sign with which they are added, and the labels, a function of
        a step and an example.
    labels, skips, is_after, factor, place_of_b
        The parts of the score: the labels in the sum, whether it skips the drawn example, whether the numbers have
        shrunk before, the factor before the sum, and how the bias enters.
    condition, exception
        How the margin is compared, and which steps add nothing whatever it is.
    bias, eta_of_b
        How a bias moves, a function of a `Moment`, and the η by which it does if this is not that of the numbers.
    """

    def __init__(self, task, is_one_step):
        self.task, self.is_one_step = task, is_one_step
        self.change, self.eta, self.amount = STAY, ETA, ONE
        self.has_labels, self.sign, self.label = False, 1.0, true_label
        self.labels, self.skips, self.is_after = LABELS[0], False, False
        self.factor, self.place_of_b = FACTORS[0], PLACES_OF_B[0]
        self.condition, self.exception, self.bias, self.eta_of_b = CONDITIONS[0], None, BIASES[0][1], None

    def copy(self, **parts):
        other = KernelModel(self.task, self.is_one_step)
        for name in self.__dict__:
            setattr(other, name, getattr(self, name))
        for name in parts:
            setattr(other, name, parts[name])
        return other

    def sums(self, step):
        """Return the kernel sum without the drawn example, and the term of the drawn example."""
        key = (self.labels.key, self.has_labels, self.label)
        if key not in step.known:
            i, row = step.drawn[0], step.case.gram[step.drawn[0]]
            terms = [a * self.labels.value(self, step, j) * row[j] if a else 0.0 for j, a in enumerate(step.before)]
            step.known[key] = sum(terms) - terms[i], terms[i]
        return step.known[key]

    def score(self, step):
        """Return the sum of a step, multiplied by its factor."""
        rest, own = self.sums(step)
        if self.is_after:
            eta = self.eta(step)
            rest, own = self.change.others(step, eta, False) * rest, self.change.drawn(step, eta, False) * own
        return self.factor(step) * (rest if self.skips else rest + own)

    def margin(self, step):
        """Return the number that a step compares with its threshold."""
        y = self.label(step, step.drawn[0]) if self.condition.has_label else 1.0
        if not self.task.has_bias:
            return y * self.score(step)
        return self.place_of_b.value(y, self.score(step), step.b, self.factor(step))

    def length_at_the_threshold(self, step):
        """Return by what an example that was never added must be multiplied to have a margin at the threshold.

        Return 0 if the margin does not depend on its length.
        """
        if not self.condition.compares or not self.condition.threshold:
            return 0.0
        y = self.label(step, step.drawn[0]) if self.condition.has_label else 1.0
        of_bias = self.place_of_b.value(y, 0.0, step.b, self.factor(step)) if self.task.has_bias else 0.0
        of_sum = self.margin(step) - of_bias
        return (self.condition.threshold - of_bias) / of_sum if of_sum else 0.0

    def decision(self, step):
        """Return whether the margin of a step makes it add; None at the threshold, where rounding decides."""
        if self.exception and self.exception.value(step):
            return False
        z, threshold = self.margin(step), self.condition.threshold
        is_exact = z == threshold == 0.0  # an empty sum has no rounding
        if abs(z - threshold) <= AT_THE_MARGIN * step.scale and not is_exact:
            return None
        return self.condition.violates(z, threshold)

    def compared(self, step):
        """Return what decides a step: its margin, or the sign if this is enough; None if nothing is compared."""
        if self.exception and self.exception.value(step) or not self.condition.compares:
            return None
        z = self.margin(step)
        return z if self.condition.threshold else float((z > 0) - (z < 0))

    def adds(self, step):
        """Return whether a step adds; a margin at the threshold follows the observation."""
        decision = self.decision(step)
        return bool(self.observed(step)) if decision is None else decision

    def own_after(self, step, adds):
        """Return the number of the drawn example after a step."""
        i = step.drawn[0]
        kept = self.change.drawn(step, self.eta(step), adds)
        if not adds:
            return kept * step.before[i]
        amount = self.sign * self.amount(step) * (self.label(step, i) if self.has_labels else 1.0)
        return kept * (step.before[i] + amount) if self.change.adds_first else kept * step.before[i] + amount

    def observed(self, step):
        """Return whether a step has added; None if the state does not tell it."""
        i = step.drawn[0]
        near = [abs(step.after[i] - self.own_after(step, adds)) <= step.bound for adds in (False, True)]
        return near[1] if near[0] != near[1] else None

    def alpha_after(self, step, adds):
        """Return α after a step that adds, or does not."""
        kept = self.change.others(step, self.eta(step), adds)
        alpha = [kept * a for a in step.before]
        alpha[step.drawn[0]] = self.own_after(step, adds)
        return alpha

    def predict(self, step):
        """Return α and b after a step."""
        adds = self.adds(step)
        alpha = self.alpha_after(step, adds)
        return alpha, self.bias(self._moment(step, adds, alpha), self) if self.task.has_bias else 0.0

    def moment_of(self, step):
        """Return what the same step would do to w, from which the bias follows."""
        adds = self.adds(step)
        return self._moment(step, adds, self.alpha_after(step, adds))

    def _moment(self, step, adds, alpha):
        i, eta = step.drawn[0], 1.0 if self.place_of_b is INSIDE else (self.eta_of_b or self.eta)(step)
        keep = self.change.others(step, eta, adds) if self.change.is_of_coefficients else 1 - eta * step.lam
        size = 1.0 if self.change.is_of_coefficients else eta
        w = [size * a * (1 if self.has_labels else self.label(step, j)) for j, a in enumerate(alpha)]
        moment = Moment(step, eta, keep, [(i, eta * self.label(step, i))] if adds else [], w, eta)
        moment.total = sum([c for _, c in moment.added])
        return moment

    def can_change(self, step):
        """Return whether a step that adds, or a step that does not, would leave its α."""
        i = step.drawn[0]
        for adds in (False, True):
            if abs(step.after[i] - self.own_after(step, adds)) <= step.bound:
                kept = self.change.others(step, self.eta(step), adds)
                pairs = [(p, q) for j, (p, q) in enumerate(zip(step.before, step.after)) if j != i]
                if all([abs(q - kept * p) <= step.bound for p, q in pairs]):
                    return True
        return False

    def follows(self, step, rounding):
        """Return whether a step leaves the state that the parts predict."""
        alpha, b = self.predict(step)
        if any([abs(p - q) > step.bound for p, q in zip(alpha, step.after)]):
            return False
        return abs(b - step.b_after) <= max(step.bound, max(1e-6, 5 * rounding) * (abs(step.b) + abs(step.b_after)))

    # What the functions of linear.BIASES ask of a model.

    weight = None

    @property
    def violates(self):
        return self.condition.violates

    @property
    def threshold(self):
        return self.condition.threshold


def prepare(step, rounding):
    """Give a step the bound within which numbers are equal, and a place for what is computed once."""
    step.bound = max(1e-6, 5 * rounding) * max(1e-3, length(step.after), length(step.before))
    step.known = {}


class StepBefore:
    """Stand for the step before a step, also if the program shows only one step."""

    def __init__(self, step):
        self.t, self.lam, self.k, self.per_pass = step.t - 1, step.lam, step.k, step.per_pass
        self.updates = step.previous.updates if step.previous else 0


# How the stored numbers change


class ChangeOfNumbers:
    """Hold the factors of the drawn number and of all others, as functions of a step, its η and whether it adds."""

    is_of_coefficients = True

    def __init__(self, entry, words, others, drawn=None, can_be_first=True, uses_eta=True, adds_first=False):
        self.entry, self.words, self.others, self.drawn = entry, words, others, drawn or others
        self.can_be_first = can_be_first  # whether the score can be computed after it
        self.uses_eta, self.adds_first = uses_eta, adds_first


def same(step, eta, adds):
    return 1.0


def on_a_violation(keep):
    return lambda step, eta, adds: keep(step, eta, adds) if adds else 1.0


STAY = ChangeOfNumbers("", "no number shrinks", same, can_be_first=False, uses_eta=False)
STAY.is_of_coefficients = False
SET = ChangeOfNumbers("count-set-to-one", "the count of a violated example is set to 1", same,
             lambda step, eta, adds: 0.0 if adds else 1.0, False, False)  # fmt: skip
CLEARED = ChangeOfNumbers("count-cleared-when-drawn", "the count of the drawn example is set to 0 in each step", same,
                 lambda step, eta, adds: 0.0, True, False)  # fmt: skip
SET.is_of_coefficients = CLEARED.is_of_coefficients = False
SHRINK = ChangeOfNumbers("", f"all coefficients are multiplied by {KEEPS[0][2]}", KEEPS[0][1])
DRAWN = ChangeOfNumbers("only-the-drawn-coefficient-shrinks",
               "only the coefficient of the drawn example is multiplied by 1 − η·λ", same, KEEPS[0][1])  # fmt: skip
TWICE_THE_PENALTY = ChangeOfNumbers("shrinking", "all coefficients are multiplied by 1 − 2·η·λ", KEEPS[1][1])
ENTRIES_OF_KEEPS = {"shrinks-by-one-minus-lambda": "coefficients-shrink-by-lambda"}


def _changes():
    """Return all changes that are tried, the most usual ones first."""
    keeps = [one for one in KEEPS if one[0] != "nothing-shrinks"]
    right = keeps[0][1]
    found = [
        STAY,
        SET,
        CLEARED,
        SHRINK,
        DRAWN,
        ChangeOfNumbers(
            "drawn-coefficient-shrinks-on-a-violation",
            "only the coefficient of a violated example is multiplied by 1 − η·λ",
            same,
            on_a_violation(right),
            False,
        ),
        ChangeOfNumbers(
            "shrinking",
            "the coefficients are multiplied by 1 − η·λ only in a step that adds",
            on_a_violation(right),
            None,
            False,
        ),
        ChangeOfNumbers(
            "shrinking",
            "the coefficients are multiplied by 1 − η·λ after the addition, with what was added",
            right,
            None,
            False,
            adds_first=True,
        ),
        TWICE_THE_PENALTY,
        ChangeOfNumbers(
            "addition",
            "the coefficient of a violated example is set to η, whatever it was",
            right,
            lambda step, eta, adds: 0.0 if adds else right(step, eta, adds),
        ),
        ChangeOfNumbers(
            "addition",
            "the coefficient of the drawn example is set to 0 in each step",
            right,
            lambda step, eta, adds: 0.0,
        ),
    ]
    for key, keep, words in keeps[2:]:
        entry = ENTRIES_OF_KEEPS.get(key, "shrinking")
        of_drawn, of_violated = [f"only the coefficient of {example} is multiplied by {words}"
                                 for example in ("the drawn example", "a violated example")]  # fmt: skip
        in_adding = f"the coefficients are multiplied by {words} only in a step that adds"
        found += [
            ChangeOfNumbers(entry, f"all coefficients are multiplied by {words}", keep),
            ChangeOfNumbers("shrinking", of_drawn, same, keep),
            ChangeOfNumbers("shrinking", of_violated, same, on_a_violation(keep), False),
            ChangeOfNumbers("shrinking", in_adding, on_a_violation(keep), None, False),
        ]
    return found


CHANGES = _changes()


# The score


class WayToScore:
    """Hold one way to do a part: the entry of the catalogue, a function, words, and how far from right it is."""

    def __init__(self, key, value, words, cost=1.0):
        self.key, self.value, self.words, self.cost = key, value, words, cost


def own_label(model, step, j):
    return 1.0 if model.has_labels else model.label(step, j)


LABELS = [
    WayToScore("", own_label, "", 0.0),
    WayToScore("label-of-the-drawn-example", lambda model, step, j: model.label(step, step.drawn[0]),
           "every term of the sum has the label of the drawn example"),
    WayToScore("no-labels-in-the-sum", lambda model, step, j: model.label(step, j) if model.has_labels else 1.0,
           "the sum has no labels"),
]  # fmt: skip


class FactorOfSum:
    """Hold the factor before the sum; a factor that lags has the η of the step before."""

    def __init__(self, size, lags, entries, cost=1.0, words=""):
        self.size, self.lags, self.entries, self.cost, self.unit = size, lags, entries, cost, "1"
        self.words = words or (in_step_before(size) if lags else size.words)

    def __call__(self, step):
        if self not in step.known:
            step.known[self] = self._value(step)
        return step.known[self]

    def _value(self, step):
        if not self.lags:
            return self.size(step)
        if "before" not in step.known:
            step.known["before"] = StepBefore(step)
        return self.size(step.known["before"]) if step.t > 1 else 0.0

    def is_in(self, unit):
        """Return whether this factor was divided by a unit."""
        return self.unit == unit.words

    def times(self, c, is_of_coefficients):
        """Return a factor c times as large, with a c that is only known to lie between two bounds."""
        entry = "step-size-constant" if self is NONE and not is_of_coefficients else "score"
        of_unit = "" if self is NONE else f" times {self.words}"
        return FactorOfSum(lambda step: c * self(step), False, (entry,), 1.5, f"about {brief(c)}{of_unit}")

    def divided_by(self, unit):
        """Return the factor of the same score if all numbers are larger by a unit."""
        size, words = lambda step: self.size(step) / unit(step), f"{self.words}, divided by {unit.words}"
        if isinstance(self.size, Size):
            size, words = Size(self.size.c / unit.c, self.size.a - unit.a, self.size.counter, self.size.b), ""
        one = FactorOfSum(size, self.lags, self.entries, self.cost, words)
        one.unit = unit.words
        return one


def in_step_before(size):
    """Return the formula of a size in the step before."""
    if isinstance(size, Size) and size.counter is T:
        return formula(size.c, [("λ", size.a), ("(t − 1)", size.b)])
    return f"{size.words} of the step before"


class WithoutBrackets:
    """Hold the formula 1/(λ·u + 1), in which brackets are missing."""

    def __init__(self, shift, words):
        self.shift, self.words = shift, words

    def __call__(self, step):
        return 1 / (step.lam * (step.t - self.shift) + 1)


FIGURE, HALF = "factor-of-the-figure", "objective-without-the-half"
NONE = FactorOfSum(ONE, False, ("no-scale-in-the-kernel-score",), words="1")


def _factors():
    """Return the factors before a sum of counts, the right one first."""
    found = [
        FactorOfSum(ETA, True, (), 0.0),
        FactorOfSum(ETA, False, (FIGURE,), 0.5),
        FactorOfSum(Size(1.0, -1, COUNTERS[1], -1), False, ("t-from-3",), 0.5),
        FactorOfSum(Size(0.5, -1, T, -1), True, (HALF,), 0.5),
        FactorOfSum(Size(0.5, -1, T, -1), False, (HALF, FIGURE), 0.75),
        NONE,
        FactorOfSum(Size(1.0, -1, T, 0), False, ("score-over-lambda",)),
    ]
    for a, b in ((0, -1), (1, -1), (-1, 1), (1, 1), (-1, -0.5)):
        found += _in_conventions(Size(1.0, a, T, b), Size(1.0, a, T, b).entries)
        found.append(FactorOfSum(Size(1.0, a, COUNTERS[1], b), False, Size(1.0, a, T, b).entries + ("t-from-3",), 1.25))
    for u in COUNTERS[3:11]:
        found += _in_conventions(Size(1.0, -1, u, -1), (u.entry,))
    found.append(FactorOfSum(WholeNumber(), True, WholeNumber.entries))
    found.append(FactorOfSum(WholeNumber(), False, WholeNumber.entries + (FIGURE,), 1.25))
    found.append(FactorOfSum(Size(0.5, -1, T, 0), False, ("score-over-lambda", HALF), 1.25))
    found.append(FactorOfSum(WithoutBrackets(1, "1/(λ·(t − 1) + 1)"), False, ("score",)))
    found.append(FactorOfSum(WithoutBrackets(0, "1/(λ·t + 1)"), False, ("score",)))
    for n in range(2, 11):
        later = Counter(f"t+{n}", lambda step, n=n: step.t + n, f"(t + {n})")
        found.append(FactorOfSum(Size(1.0, -1, later, -1), False, ("t-from-n",), 0.75))
    for a, b in ((-1, -2), (0, -0.5), (0, -2), (1, 0), (-2, -1), (-2, 0), (-0.5, 0), (0, 1)):
        found.append(FactorOfSum(Size(1.0, a, T, b), False, ("score",), 1.5))
    found.append(FactorOfSum(Size(2.0, -1, T, -1), False, ("score",), 1.5))
    return found


def _in_conventions(size, entries):
    """Return the factors with a size, as it is and in two conventions."""
    half = Size(0.5 * size.c, size.a, size.counter, size.b)
    return [
        FactorOfSum(size, True, entries),
        FactorOfSum(size, False, entries + (FIGURE,), 1.25),
        FactorOfSum(half, True, entries + (HALF,), 1.25),
    ]


FACTORS = _factors()
# The factors that are tried with a number before them.
USUAL_FACTORS = [NONE] + [
    FactorOfSum(Size(1.0, a, T, b), lags, ()) for a, b, lags in ((-1, -1, True), (-1, -1, False), (-1, 0, False),
                                                           (0, -1, True), (0, -1, False), (0, -0.5, False))
]  # fmt: skip
# The factors before a sum of coefficients: 1 is right.
NEUTRAL = FactorOfSum(ONE, False, (), 0.0, "1")
FACTORS_OF_COEFFICIENTS = [NEUTRAL] + [
    FactorOfSum(one.size, one.lags, ("score",), 1.0, one.words) for one in FACTORS if one is not NONE
]


PLACES_OF_B = [
    WayToScore("", lambda y, score, b, f: y * (score + b), "", 0.0),
    WayToScore("bias-as-a-column", lambda y, score, b, f: y * (score + f * b), "the bias is inside the sum", 0.5),
    WayToScore("bias-left-out-of-the-margin", lambda y, score, b, f: y * score, "the margin has no bias"),
    WayToScore("bias-outside-of-the-label", lambda y, score, b, f: y * score + b, "the label does not multiply the bias"),
    WayToScore("score", lambda y, score, b, f: y * (score - b), "the bias is subtracted in the score"),
]  # fmt: skip
INSIDE, MINUS_B = PLACES_OF_B[1], PLACES_OF_B[4]


class KernelCondition:
    """Hold how a margin is compared with a threshold, and whether it contains the label."""

    def __init__(self, key, words, violates=below, threshold=1.0, has_label=True, cost=1.0):
        self.key, self.words, self.violates, self.threshold = key, words, violates, threshold
        self.has_label, self.cost = has_label, cost
        self.compares = violates not in (always, never)


def always(z, threshold):
    return True


def never(z, threshold):
    return False


NEVER = KernelCondition("nothing-is-added", "no example is ever added", never)
CONDITIONS = [
    KernelCondition("", "", cost=0.0),
    KernelCondition("condition-at-or-below-zero", "examples are added where the margin is at most 0", at_or_below, 0.0),
    KernelCondition("condition-below-zero", "examples are added where the margin is below 0", below, 0.0),
    KernelCondition("condition-reversed", "examples are added where the margin is above 1", above, 1.0),
    KernelCondition("adds-always", "every example is added", always),
    KernelCondition("condition-without-label", "the score is compared with 1, without the label", has_label=False),
    KernelCondition("condition", "examples are added where the score, without the label, is at most 0",
              at_or_below, 0.0, False, 1.5),
]  # fmt: skip

# Steps that add nothing, whatever the margin is.
EXCEPTIONS = [
    WayToScore("first-step-only-creates-w", lambda step: step.t == 1, "the first step adds nothing"),
    WayToScore("only-the-first-step", lambda step: step.t > 1, "nothing changes after the first step"),
    WayToScore("index-zero-counts-as-false", lambda step: step.drawn[0] == 0, "example 0 is never added"),
    WayToScore("condition", lambda step: step.y(step.drawn[0]) < 0, "no example of class −1 is added"),
    WayToScore("condition", lambda step: step.y(step.drawn[0]) > 0, "no example of class +1 is added"),
    WayToScore("condition", lambda step: step.before[step.drawn[0]] != 0, "no example is added twice", 1.5),
]

# Labels that a program may have made of +1 and −1.
OWN_LABELS = [
    WayToScore("labels-zero-and-one", lambda step, i: 1.0 if step.y(i) > 0 else 0.0, "class −1 has the label 0"),
    WayToScore(
        "labels-one-and-two",
        lambda step, i: 2.0 if step.y(i) > 0 else 1.0,
        "class +1 has the label 2 and class −1 the label 1",
    ),
    WayToScore("labels-all-one", lambda step, i: 1.0, "class −1 has the label 1", 2.0),
    WayToScore("labels-mapped-twice", lambda step, i: 1.0 if step.y(i) > 0 else -3.0, "class −1 has the label −3"),
    WayToScore(
        "labels-shifted",
        lambda step, i: step.y((i - 1) % step.m),
        "each example has the label of the example before it",
    ),
]


def axes(model):
    """Return for each part of the score its name and its choices, as pairs of their cost and the choice."""
    change = model.change
    if change is CLEARED:  # it is usual to clear the count first
        after = [(0.0, True), (1.0, False)]
    else:
        after = [(0.0, False)] + ([(0.5 if change is SHRINK else 1.0, True)] if change.can_be_first else [])
    return [
        ("factor", [(one.cost, one) for one in factors(model)]),
        ("labels", _with_costs(LABELS)),
        ("condition", _with_costs(CONDITIONS)),
        ("is_after", after),
        ("place_of_b", _with_costs(PLACES_OF_B if model.task.has_bias else PLACES_OF_B[:1])),
        ("skips", [(0.0, False), (1.0, True)]),
        ("exception", [(0.0, None)] + _with_costs(EXCEPTIONS)),
        ("label", [(0.0, model.label)] + ([] if model.has_labels else [(one.cost, one.value) for one in OWN_LABELS])),
    ]


def _with_costs(choices):
    return [(one.cost, one) for one in choices]


def factors(model):
    """Return the factors that may stand before the sum, in the unit of the stored numbers."""
    unit = unit_of(model)
    own = FACTORS_OF_COEFFICIENTS if model.change.is_of_coefficients else FACTORS
    if model.is_one_step:  # which cannot count anything else
        own = [one for one in own if not isinstance(one.size, Size) or one.size.counter.key in ("t", "t+1")]
    if unit and unit.words == "1":
        return own
    if model.change is STAY:  # perhaps not counts but coefficients, which should shrink
        own = [NEUTRAL] + own
    if unit is None:
        return own
    return own + [one.divided_by(unit) for one in own]


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
    for _, choices in axes(model):
        found = [
            (cost + own, parts + [choice]) for cost, parts in found for own, choice in choices if cost + own <= furthest
        ]
    return in_order(found)


def in_order(pairs):
    """Return pairs of a cost and something else with rising costs; pairs of the same cost keep their order."""
    order = sorted([(pair[0], n) for n, pair in enumerate(pairs)])
    return [pairs[n] for _, n in order]


def simplest(low, high):
    """Return a number with few digits between two positive bounds."""
    power = floor(log10(low))
    for digits in range(5):
        unit = 10.0 ** (power - digits)
        for value in (1, 2, 5):
            one = (floor(low / (unit * value)) + 1) * unit * value
            if one < high:
                return one
    return (low + high) / 2
