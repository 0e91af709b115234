"""List what each part of a program may be: first what is right, then what else programs do.

A row holds the identifier of its entry in the catalogue ("" if it is right), a function, and its formula in words.
"""

from math import exp, log, sqrt

from pegasos_edu.check.parts.measured_steps import dot, length

# The parts that are right


def of_batch(step, n):
    return step.k


def true_label(step, i):
    return step.y(i)


def below(z, threshold):
    return z < threshold


def at_or_below(z, threshold):
    return z <= threshold


def above(z, threshold):
    return z > threshold


def all_violators(drawn, flags):
    return [i for i, is_violated in zip(drawn, flags) if is_violated]


# What else a program may do: lists of (entry of the catalogue, function, words), and often the Python from which
# `check.building` builds a program for the player. There {} stands for what the part applies to, and nothing at all for
# a part that cannot be built.


DIVISORS = [
    ("", of_batch, "the size of the batch", "{} / len(A)"),
    ("divided-by-number-of-violators", lambda step, n: max(1, n), "the number of violators",
     "{} / max(1, len(violators))"),
    ("sum-over-batch", lambda step, n: 1, "nothing", "{}"),
    ("divided-by-all-examples", lambda step, n: step.m, "the number of all examples", "{} / len(y)"),
    ("divided-by-share-of-violators", lambda step, n: max(1, n) / step.k, "the share of violators",
     "{} * len(A) / max(1, len(violators))"),
    ("division", lambda step, n: step.k / step.m, "the share k/m of the examples that are in the batch",
     "{} * len(y) / len(A)"),
    ("division", lambda step, n: step.k + 1, "one more than the size of the batch", "{} / (len(A) + 1)"),
    ("division", lambda step, n: step.k * step.k, "the square of the size of the batch", "{} / len(A) ** 2"),
]  # fmt: skip

KEEPS = [
    ("", lambda step, eta, adds: 1 - eta * step.lam, "1 − η·λ"),
    # A program that stores w as a·v must leave a as it is where 1 − η·λ is 0.
    ("", lambda step, eta, adds: 1 - eta * step.lam if eta * step.lam < 1 - 1e-9 else 1.0, "1 − η·λ"),
    ("shrinks-by-twice-the-penalty", lambda step, eta, adds: 1 - 2 * eta * step.lam, "1 − 2·η·λ"),
    ("nothing-shrinks", lambda step, eta, adds: 1.0, "1"),
    ("shrinks-by-one-minus-eta", lambda step, eta, adds: 1 - eta, "1 − η"),
    ("shrinks-by-one-minus-lambda", lambda step, eta, adds: 1 - step.lam, "1 − λ"),
    ("shrinks-by-lambda", lambda step, eta, adds: step.lam, "λ"),
    ("shrinks-by-eta-lambda", lambda step, eta, adds: eta * step.lam, "η·λ"),
    ("grows-instead-of-shrinking", lambda step, eta, adds: 1 + eta * step.lam, "1 + η·λ"),
    ("adds-the-whole-new-w", lambda step, eta, adds: 2 - eta * step.lam, "2 − η·λ"),
    ("shrinks-for-each-example", lambda step, eta, adds: (1 - eta * step.lam) ** step.k, "(1 − η·λ)^k"),
    ("shrinks-for-each-example", lambda step, eta, adds: 1 - step.k * eta * step.lam, "1 − k·η·λ"),
    ("shrinks-twice", lambda step, eta, adds: (1 - eta * step.lam) ** 2, "(1 − η·λ)²"),
    ("replaces-w", lambda step, eta, adds: 0.0, "0"),
    ("other", lambda step, eta, adds: 1 - 1 / step.t, "1 − 1/t"),
    ("other", lambda step, eta, adds: 1 - 1 / (step.t + 1), "1 − 1/(t + 1)"),
    ("other", lambda step, eta, adds: 1 - 2 / step.t, "1 − 2/t"),
    ("other", lambda step, eta, adds: 1 - eta / step.lam, "1 − η/λ"),
    ("other", lambda step, eta, adds: 1 - eta * step.lam / step.k, "1 − η·λ/k"),
    ("other", lambda step, eta, adds: 1 - eta * step.lam / 2, "1 − η·λ/2"),
    ("other", lambda step, eta, adds: eta * step.lam - 1, "η·λ − 1"),
    ("other", lambda step, eta, adds: 1 - eta * step.lam * step.lam, "1 − η·λ²"),
    ("other", lambda step, eta, adds: 1 - eta * step.lam / step.m, "1 − η·λ/m"),
    ("other", lambda step, eta, adds: 1 - 1 / (step.t * step.k), "1 − 1/(t·k)"),
]


def sigmoid(z):
    """Return 1/(1 + e^−z) without overflow."""
    return 1 / (1 + exp(-z)) if z > -700 else 0.0


WEIGHTS = [
    ("", lambda z, y: sigmoid(-z), "p = 1/(1 + e^z)", "exp(-np.logaddexp(0, {z}))"),
    ("exponent-with-the-wrong-sign", lambda z, y: sigmoid(z), "1/(1 + e^−z)", "exp(-np.logaddexp(0, -{z}))"),
    ("formula-for-labels-zero-and-one", lambda z, y: abs(y - sigmoid(z * y)),
     "|y − q|, with the probability q of class +1", "abs(y[i] - exp(-np.logaddexp(0, -{z} * y[i])))"),
    ("sigmoid-within-the-sigmoid", lambda z, y: sigmoid(z) / (1 + sigmoid(z)), "σ/(1 + σ), where σ is the sigmoid",
     "1 / (2 + np.exp(-{z}))"),
    ("sigmoid-below-the-fraction-bar", lambda z, y: 1 / (1 + sigmoid(z)), "1/(1 + σ), where σ is the sigmoid",
     "1 / (1 + exp(-np.logaddexp(0, -{z})))"),
    ("slope-of-the-sigmoid", lambda z, y: sigmoid(z) * sigmoid(-z), "p·(1 − p)",
     "exp(-np.logaddexp(0, {z})) * exp(-np.logaddexp(0, -{z}))"),
    ("exponential-without-denominator", lambda z, y: exp(min(-z, 300)), "e^−z", "exp(min(-{z}, 300))"),
    ("log-loss-instead-of-its-slope", lambda z, y: softplus(-z), "log(1 + e^−z)", "np.logaddexp(0, -{z})"),
    ("slope-of-the-hinge", lambda z, y: 1.0 if z < 1 else 0.0, "1 where z < 1 and 0 elsewhere", "({z} < 1)"),
    ("weight-missing", lambda z, y: 1.0, "1", "1"),
    ("probability-rounded", lambda z, y: 1.0 if z <= 0 else 0.0, "1 where z ≤ 0 and 0 elsewhere", "({z} <= 0)"),
    ("probability-rounded", lambda z, y: 1.0 if z < 0 else 0.0, "1 where z < 0 and 0 elsewhere", "({z} < 0)"),
    ("adds-only-where-hinge-is-violated", lambda z, y: sigmoid(-z) if z < 1 else 0.0, "p where z < 1 and 0 elsewhere",
     "({z} < 1) * exp(-np.logaddexp(0, {z}))"),
    ("log-loss-in-bits", lambda z, y: sigmoid(-z) / log(2),
     "p/ln 2, the slope of the loss with the logarithm to base 2", "exp(-np.logaddexp(0, {z})) / np.log(2)"),
]  # fmt: skip


def softplus(z):
    """Return log(1 + e^z) without overflow."""
    return z if z > 700 else log(1 + exp(z))


class Margin:
    """Compute the margin of an example that a program uses, from choices that may each be another one than the right.

    Attributes
    ----------
    label
        "y", or "own" for the labels of the program, "" for none, "−" for −1.
    is_shrunk
        Whether the score is computed after w has shrunk; "both" if b has shrunk, too.
    place
        How b stands in the score: "+", "" for not at all, "−", or "outside" of the product with the label.
    """

    def __init__(self, label="y", is_shrunk="", place="+"):
        self.label, self.is_shrunk, self.place = label, is_shrunk, place
        entries = [LABEL_ENTRIES[label], "score-after-shrinking" if is_shrunk else "", PLACE_ENTRIES[place]]
        self.entries = tuple([entry for entry in entries if entry])
        self.part = "score" if is_shrunk or place != "+" else "condition"

    def __call__(self, step, i, model):
        keep = model.factor_before_margin(step) if self.is_shrunk else 1.0
        score, b = keep * step.inner(i), step.b * (keep if self.is_shrunk == "both" else 1.0)
        fixed = 1.0 if self.label == "" else -1.0
        label = step.y(i) if self.label == "y" else model.label(step, i) if self.label == "own" else fixed
        if self.place == "outside":
            return label * score + b
        return label * (score + (b if self.place == "+" else -b if self.place == "−" else 0.0))

    def words(self, has_bias):
        """Return its formula."""
        score = {"+": "w·x + b", "−": "w·x − b"}.get(self.place, "w·x") if has_bias else "w·x"
        product = {"": score, "−": f"−({score})"}.get(self.label, f"y·({score})")
        missing = ", without the label" * (self.label == "") + ", without b" * (self.place == "" and has_bias)
        shrunk = (", " if missing else " ") + "of a w that has already shrunk" if self.is_shrunk else ""
        return product + " + b" * (self.place == "outside") + missing + shrunk


class OtherMargin:
    """Compute another number instead of the margin."""

    label, is_shrunk = "y", ""

    def __init__(self, entry, function, words, python=""):
        self.entries, self.function, self._words, self.part, self.python = (entry,), function, words, "score", python

    def __call__(self, step, i, model):
        return self.function(step, i, model)

    def words(self, has_bias):
        return self._words


LABEL_ENTRIES = {"y": "", "own": "labels", "": "condition-without-label", "−": "probability-of-class-one"}
PLACE_ENTRIES = {"+": "", "": "bias-left-out-of-the-margin", "−": "score", "outside": "bias-outside-of-the-label"}
OTHER_MARGINS = [
    OtherMargin("score-without-the-scale", lambda step, i, model: step.y(i) * step.inner(i) / (step.scale_of_w or 1.0),
                "y·(v·x), without the scale factor", "y[i] * score"),
    OtherMargin("score", lambda step, i, model: step.y(i) * dot(step.after, step.x(i)), "y·(w·x) of the new w"),
    OtherMargin("score", lambda step, i, model: of_example(step, i, step.previous.drawn[0] if step.previous else i),
                "that of the example that was drawn before", "y[draws[max(t - 2, 0)]] * {of_other}"),
    OtherMargin("score", lambda step, i, model: of_example(step, i, (step.t - 1) % step.m),
                "that of example t of the data"),
    OtherMargin("score", lambda step, i, model: -step.y(i) * (step.inner(i) + step.b),
                "the right one with the other sign", "-y[i] * score"),
    OtherMargin("score", lambda step, i, model: model.size(step) * step.y(i) * step.inner(i),
                "η·y·(w·x)", "eta * y[i] * {inner}"),
    OtherMargin("score", lambda step, i, model: step.lam * step.y(i) * step.inner(i),
                "λ·y·(w·x)", "lam * y[i] * {inner}"),
]  # fmt: skip


def margins(has_bias, has_own_labels, is_log=False):
    """Return pairs of the number of deviations and a margin, in the order in which they are tried."""
    pairs = []
    for label in ("y", *(["own"] if has_own_labels else []), "", *(["−"] if is_log else [])):
        for is_shrunk in ("", "yes", *(["both"] if has_bias else [])):
            for place in ("+", "", "−", "outside") if has_bias else ("+",):
                if not (place == "outside" and label == ""):
                    cost = (label != "y") + bool(is_shrunk) + (place != "+") + (is_shrunk == "both") / 4
                    pairs.append((cost, Margin(label, is_shrunk, place) if cost else RIGHT_MARGIN))
    pairs.sort(key=lambda pair: pair[0])
    return pairs


RIGHT_MARGIN = Margin()


def of_example(step, i, j):
    return step.y(j) * (step.inner(j) + step.b)


class Threshold:
    """Hold how a margin is compared with a threshold."""

    def __init__(self, entry, violates, threshold, words):
        self.entry, self.violates, self.threshold, self.words = entry, violates, threshold, words
        self.between = None  # the numbers between which a threshold was found to lie


COMPARISONS = [
    Threshold("", below, 1.0, "below 1"),
    Threshold("condition-at-or-below-zero", at_or_below, 0.0, "at most 0"),
    Threshold("condition-below-zero", below, 0.0, "below 0"),
    Threshold("condition-reversed", above, 1.0, "above 1"),
    Threshold("condition", lambda z, threshold: abs(z) < threshold, 1.0, "between −1 and 1"),
]
ALWAYS = Threshold("adds-always", lambda z, threshold: True, 1.0, "anything")


def with_right_division(moment, model, total=None):
    """Return by what b moves if its sum is divided by the size of the batch, whatever that of w is divided by."""
    return (moment.total if total is None else total) * model.divisor(moment.step, len(moment.added)) / moment.step.k


# How the bias moves: the entry, a function of a moment and the model, and words.
MOVES = [
    ("", lambda moment, model: moment.total, "η·y", "{moved}"),
    # A program whose w adds the loss times it may move b by η·y alone.
    ("", lambda moment, model: moment.total_of([i for i, _ in moment.added], model) if model.slope else moment.total,
     "η·y", "{plain}"),
    # Where the sum over a batch is not divided as it should be, that of the bias may be.
    ("", lambda moment, model: with_right_division(moment, model), "η·y", ""),
    ("bias-with-the-wrong-sign", lambda moment, model: -moment.total, "−η·y", "-{moved}"),
    ("bias-with-the-wrong-sign", lambda moment, model: -with_right_division(moment, model), "−η·y", ""),
    ("bias-of-the-sum", lambda moment, model: moment.step.k * moment.total, "η·Σy, the sum over the batch",
     "len(A) * {moved}"),
    ("bias-without-the-step-size", lambda moment, model: moment.total / moment.eta if moment.eta else 0.0,
     "y, without η", "{without_eta}"),
    ("bias-without-the-label", lambda moment, model: abs_total(moment, model), "η, without the label", "{unlabelled}"),
    ("bias-in-every-step", lambda moment, model: moment.total_of(moment.step.drawn, model),
     "η·y for every drawn example", "{always}"),
    ("bias-in-every-step",
     lambda moment, model: with_right_division(moment, model, moment.total_of(moment.step.drawn, model)),
     "η·y for every drawn example", ""),
    ("bias", lambda moment, model: with_new_w(moment, model, moment.step.b), "η·y, as the margin of the new w decides",
     "{by_new_w}"),
    ("bias", lambda moment, model: with_new_w(moment, model, moment.step.b + moment.total),
     "η·y, as the margin of the new w and b decides", ""),
    ("bias", lambda moment, model: moment.step.lam * moment.total, "η·λ·y", "lam * {moved}"),
    ("bias", lambda moment, model: moment.total / moment.step.lam, "η·y/λ", "{moved} / lam"),
    ("bias", lambda moment, model: moment.eta * moment.total, "η²·y", "eta * {moved}"),
    ("bias", lambda moment, model: moment.total / moment.step.k, "η·y/k", "{moved} / len(A)"),
    ("bias", lambda moment, model: moment.total_of(moment.step.drawn, model) / (moment.eta or 1.0),
     "y for every drawn example", "{always} / eta"),
    ("bias", lambda moment, model: sum([c for _, c in moment.added]), "the factor of the example", "{added}"),
    ("bias-never-updated", lambda moment, model: 0.0, "0", "0"),
]  # fmt: skip
# What becomes of the old bias: the entry, a function of a moment, and a text for what b becomes.
STAYS = [
    ("free-bias", lambda moment: moment.step.b, "b + {}", "1, 1"),
    ("bias-as-a-column", lambda moment: moment.keep * moment.step.b, "(1 − η·λ)·b + {}", "{keep}, {keep}"),
    ("bias-as-a-column", lambda moment: moment.right_keep * moment.step.b, "(1 − η·λ)·b + {}",
     "1 - eta * lam, 1 - eta * lam"),
    ("bias-replaced", lambda moment: 0.0 if moment.added else moment.step.b, "{} where the margin is violated", "0, 1"),
    ("bias-shrinks-on-a-violation-only", lambda moment: (moment.keep if moment.added else 1) * moment.step.b,
     "(1 − η·λ)·b + {} where the margin is violated, and b elsewhere", "{keep}, 1"),
    ("bias", lambda moment: (1 if moment.added else moment.keep) * moment.step.b,
     "b + {} where the margin is violated, and (1 − η·λ)·b elsewhere", "1, {keep}"),
    ("bias", lambda moment: 0.0, "{} in every step, without the old b", "0, 0"),
]  # fmt: skip


# The step size with which a bias moves: the entry, a function of a moment by which η is multiplied, words and Python.
ETA_OF_B = "", lambda moment: 1.0, "η", "eta"
ROOT_T = ("bias-by-root-t", lambda moment: 1 / (moment.eta * sqrt(moment.step.t)) if moment.eta else 0.0, "1/√t",
          "1 / sqrt(t)")  # fmt: skip


def of_size(words, size):
    """Return words about how b moves, with its step size instead of η; "" if they have another factor beside η."""
    if size is ETA_OF_B:
        return words
    in_root = words.replace("η·y", "y/√t").replace("η·Σy", "Σy/√t").replace("η,", "1/√t,")
    return in_root if "√t" in in_root and "√t/" not in in_root else ""


class Bias:
    """Compute the new bias, from what becomes of the old one and from how it moves: rows of the lists above."""

    def __init__(self, stays, move, size=ETA_OF_B):
        self.stays, self.move, self.size = stays, move, size

    def __call__(self, moment, model):
        return self.stays[1](moment) + self.size[1](moment) * self.move[1](moment, model)


class MultipleOfTotal:
    """Move the bias by a multiple of what it should move by, with a formula of its own."""

    def __init__(self, sign, formula):
        self.sign, self.formula = sign, formula

    def __call__(self, moment, model):
        return self.sign * self.formula(moment.step) * moment.total


class OwnKeep:
    """Multiply the old w by 1 minus, or plus, a formula; or, with the sign 0, by the formula alone."""

    def __init__(self, sign, formula):
        self.sign, self.formula = sign, formula

    def __call__(self, step, eta, adds):
        return 1 - self.sign * self.formula(step) if self.sign else self.formula(step)

    @property
    def words(self):
        return {1: "1 − ", -1: "1 + ", 0: ""}[self.sign] + self.formula.words


class LabelsOfClasses:
    """Give the examples of each class a label of its own."""

    def __init__(self, plus, minus):
        self.plus, self.minus = plus, minus

    def __call__(self, step, i):
        return self.plus if step.y(i) > 0 else self.minus


def abs_total(moment, model):
    """Return Σ η of what is added, without the labels."""
    return moment.factor * sum([abs(c / moment.own_factor) for _, c in moment.added if c])


def with_new_w(moment, model, b):
    """Return Σ B_i of the drawn examples, judged with the new w and the old bias."""
    step = moment.step
    total = 0.0
    for i in step.drawn:
        z = step.y(i) * (dot(moment.w, step.x(i)) + b)
        weight = model.weight(z, model.label(step, i)) if model.weight else float(model.violates(z, model.threshold))
        total += moment.factor * weight * model.label(step, i)
    return total


# Projections: functions of the length, the radius, and 1/√λ that return the factor.
RULES = [
    ("", lambda n, r: min(1.0, r / n), "w is projected onto the ball of radius {}", "min(1, {r} / {n})"),
    ("always-on-the-sphere", lambda n, r: r / n, "w is always brought to the length {}", "{r} / {n}"),
    ("maximum-instead-of-minimum", lambda n, r: max(1.0, r / n), "a w shorter than {} is stretched",
     "max(1, {r} / {n})"),
    ("squared-length", lambda n, r: min(1.0, r / n**2), "w is multiplied by min(1, ({})/‖w‖²)",
     "min(1, {r} / {n} ** 2)"),
    ("squared-length", lambda n, r: r / n**2 if n > r else 1.0, "a w longer than {0} is multiplied by ({0})/‖w‖²",
     "({r} / {n} ** 2 if {n} > {r} else 1)"),
    ("long-w-to-length-one", lambda n, r: 1 / n if n > r else 1.0, "a w longer than {} is brought to length 1",
     "(1 / {n} if {n} > {r} else 1)"),
    ("other", lambda n, r: min(1.0, (r / n) ** 2), "w is multiplied by min(1, (({})/‖w‖)²)",
     "min(1, ({r} / {n}) ** 2)"),
    ("other", lambda n, r: min(1.0, (r / n) ** 0.5), "w is multiplied by the square root of min(1, ({})/‖w‖)",
     "sqrt(min(1, {r} / {n}))"),
]  # fmt: skip
RADIUS_WITHOUT_HALF = "other", lambda lam: 1 / sqrt(2 * lam), "1/√(2·λ)"  # right for the penalty λ·‖w‖²
RADII = [
    ("", lambda lam: 1 / sqrt(lam), "1/√λ"),
    ("radius-one-over-lambda", lambda lam: 1 / lam, "1/λ"),
    ("radius-one", lambda lam: 1.0, "1"),
    ("radius-root-lambda", lambda lam: sqrt(lam), "√λ"),
    ("radius-two-over-lambda", lambda lam: 2 / lam, "2/λ"),
    ("other", lambda lam: 1 / lam**2, "1/λ²"),
    RADIUS_WITHOUT_HALF,
    ("other", lambda lam: sqrt(2 / lam), "√(2/λ)"),
    ("other", lambda lam: lam, "λ"),
]
# What is measured, and what is made shorter.
SCOPES = [
    ("projection", lambda w, b: length(w), False, "norm(w)"),
    ("projection-with-the-bias", lambda w, b: sqrt(dot(w, w) + b * b), True, "norm(np.append(w, b))"),
    ("other", lambda w, b: sqrt(dot(w, w) + b * b), False, "norm(np.append(w, b))"),
    ("other", lambda w, b: length(w), True, "norm(w)"),
]


class Ball:
    """Project w and b, by rows of the three lists above."""

    def __init__(self, rule, radius, scope):
        self.rule, self.radius, self.scope = rule, radius, scope

    def __call__(self, w, b, step):
        n = self.scope[1](w, b)
        if n == 0:
            return w, b
        p = self.rule[1](n, self.radius[1](step.lam))
        return ([p * a for a in w], p * b if self.scope[2] else b) if p != 1 else (w, b)


def cut(w, b, step):
    """Cut each entry of w at ±1/√λ."""
    r = 1 / sqrt(step.lam)
    return [max(-r, min(r, a)) for a in w], b


# What the labels +1 and −1 have become.
LABELS = {
    (1.0, 0.0): "labels-zero-and-one",
    (2.0, 1.0): "labels-one-and-two",
    (1.0, 1.0): "labels-all-one",
    (1.0, -3.0): "labels-mapped-twice",
}
ADDITIONS = {
    (1.0, 1.0): ("addition-without-label", "η·x is added, without the label"),
    (-1.0, 1.0): ("addition-subtracted", "η·y·x is subtracted"),
}


# Which violators of a batch are added: the entry, a function of the drawn examples and their violations, and words.
PICKS = [
    ("whole-batch-if-any-violated", lambda drawn, flags: list(drawn) if any(flags) else [],
     "all examples of a batch are added if any of them is violated", "A if np.any({z}) else A[:0]"),
    ("sum-overwritten", lambda drawn, flags: all_violators(drawn, flags)[-1:],
     "only the last violator of a batch is added", "A[{z}][-1:]"),
    ("condition", lambda drawn, flags: all_violators(drawn, flags)[:1], "only the first violator of a batch is added",
     "A[{z}][:1]"),
    ("condition", lambda drawn, flags: list(drawn) if all(flags) else [],
     "the examples of a batch are added only if all of them are violated", "A if np.all({z}) else A[:0]"),
    ("condition", lambda drawn, flags: since_fine(drawn, flags), "an example that is not violated clears the sum",
     "A[np.logical_and.accumulate(({z})[::-1])[::-1]]"),
]  # fmt: skip


def since_fine(drawn, flags):
    """Return the violators after the last example that is not violated."""
    last = max([n for n, is_violated in enumerate(flags) if not is_violated] + [-1])
    return list(drawn[last + 1 :])


# Other examples that a step may use: the entry, a function of the step and the drawn example, and words.
DRAWS = [
    ("indices-counted-from-one", lambda step, i: (i - 1) % step.m, "each step uses the example before the drawn one"),
    ("draws", lambda step, i: (i + 1) % step.m, "each step uses the example after the drawn one"),
    ("first-example-never-drawn", lambda step, i: max(i, 1), "example 1 is used instead of example 0"),
    ("last-example-never-drawn", lambda step, i: min(i, step.m - 2),
     "the last example but one is used instead of the last one"),
    ("draws-ignored", lambda step, i: ((step.t - 1) * step.k + step.drawn.index(i)) % step.m,
     "step t uses example t of the data, whatever was drawn"),
    ("same-draw-in-every-step", lambda step, i: first_draw(step)[step.drawn.index(i)],
     "every step uses the first draw"),
    ("draws", lambda step, i: step.previous.drawn[step.drawn.index(i)] if step.previous else i,
     "each step uses the draw of the step before"),
]  # fmt: skip

# Entries that stand for the same part in a program that stores w as a·v.
OF_SCALED = {"shrinks-twice": "factor-and-vector-shrink"}


def first_draw(step):
    while step.previous:
        step = step.previous
    return step.drawn


# Entries about the margin in the weight of the log loss.
OF_LOG = {"condition-without-label": "exponent-without-label"}
