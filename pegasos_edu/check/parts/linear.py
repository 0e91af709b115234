"""Identify the parts of a program that stores w, each as a formula that fits all its steps."""

from math import exp, log, sqrt

from pegasos_edu.check.parts.measuring import dot, length
from pegasos_edu.check.parts.sizes import GIVEN, Size, T

AT_THE_MARGIN = 1e-6  # a margin so close to its threshold is decided by rounding


class Model:
    """Predict the steps of a program from its parts. All parts are right at first.

    The attributes are functions: ``size`` of a step is η; ``divisor`` of a step and the number of added examples;
    ``own_addition`` of a step, the factor of what is added, if it is not η; ``keep`` of a step, η and whether the
    step adds is the factor of the old w; ``label`` of a step and an example; ``margin`` of a step, an example and this
    model; ``violates`` of a margin; ``picks`` of the list of violations in a batch, the examples to add; ``weight`` of
    a margin in the log loss; ``bias`` of a `Moment`; ``ball`` of w and b, λ.
    """

    def __init__(self, task, is_one_step, is_given_eta):
        self.task, self.is_one_step, self.is_given_eta = task, is_one_step, is_given_eta
        self.size = Size(1.0, 0, GIVEN, 1) if is_given_eta else Size(1.0, -1, T, -1)
        self.start = None  # of a program of all steps, as pair of w and b
        self.own_addition, self.divisor, self.keep = None, of_batch, KEEPS[0][1]
        self.keep_if_fine, self.adds_before_shrinking, self.touches = None, False, None
        self.label, self.sign = true_label, None
        self.margin, self.threshold, self.violates = RIGHT_MARGIN, 1.0, below
        self.picks, self.weight, self.slope = all_violators, WEIGHTS[0][1] if task.is_log else None, None
        self.bias, self.ball, self.draw = Bias(STAYS[0], MOVES[0]), None, None

    def copy(self):
        other = Model(self.task, self.is_one_step, self.is_given_eta)
        for name in self.__dict__:
            setattr(other, name, getattr(self, name))
        return other

    def deciding_by(self, condition):
        """Return the same model with another condition."""
        other, comparison = self.copy(), condition.comparison
        other.margin, other.threshold, other.violates = condition.margin, comparison.threshold, comparison.violates
        other.picks = condition.picks[1]
        return other

    def drawn(self, step):
        return step.drawn if self.draw is None else [self.draw(step, i) for i in step.drawn]

    def additions(self, step):
        """Return the pairs (example, weight) that a step adds; a margin at the threshold follows the observation."""
        drawn = self.drawn(step)
        margins = [self.margin(step, i, self) for i in drawn]
        if self.weight:
            return [(i, self.weight(z, self.label(step, i))) for i, z in zip(drawn, margins)]
        flags = []
        for i, z in zip(drawn, margins):
            is_close = abs(z - self.threshold) <= AT_THE_MARGIN * max(1.0, abs(step.scale))
            is_open = is_close and (z != self.threshold or self.threshold == 1)
            flags.append(bool(step.added[i]) if is_open and step.added else self.violates(z, self.threshold))
        picked = self.picks(drawn, flags)
        return [(i, self.slope(z) if self.slope else 1.0) for i, z in zip(drawn, margins) if i in picked]

    def moment(self, step):
        """Return what a step does before the projection."""
        eta, pairs = self.size(step), self.additions(step)
        keep = self.keep(step, eta, bool(pairs))
        if not pairs and self.keep_if_fine:
            keep = self.keep_if_fine(step, eta, False)
        factor = (self.own_addition(step) if self.own_addition else eta) / self.divisor(step, len(pairs))
        sign = self.sign or self.label
        added = [(i, factor * weight * sign(step, i)) for i, weight in pairs]
        if self.adds_before_shrinking:
            added = [(i, keep * c) for i, c in added]
        w = [keep * a for a in step.root]
        if self.touches and self.touches(bool(pairs)):
            w = [kept if x else a for kept, a, x in zip(w, step.before, step.x(step.drawn[0]))]
        for i, c in added:
            if c:
                w = [a + c * x for a, x in zip(w, step.x(i))]
        moment = Moment(step, eta, keep, added, w, eta / self.divisor(step, len(pairs)))
        moment.own_factor = factor
        moment.total = moment.factor * sum([weight * self.label(step, i) for i, weight in pairs])
        moment.b = self.bias(moment, self) if self.task.has_bias else 0.0
        return moment

    def kept(self, step):
        """Return the factor of w in a step that adds."""
        return self.keep(step, self.size(step), True)

    def predict(self, step):
        """Return w and b after a step."""
        moment = self.moment(step)
        return self.ball(moment.w, moment.b, step) if self.ball else (moment.w, moment.b)

    def follows(self, step, rounding):
        """Return whether a step leaves the state that the parts predict."""
        return leaves(step, *self.predict(step), rounding)


def leaves(step, w, b, rounding):
    """Return whether a step leaves a state, up to rounding."""
    near = max(1e-6, 5 * rounding)
    if abs(b - step.b_after) > near * max(1e-3, abs(step.b), abs(step.b_after), step.size):
        return False
    bound = near * max(1e-3, step.size)
    for p, q in zip(w, step.after):
        if abs(p - q) > bound:
            return False
    return True


class Moment:
    """Hold what a step does before the projection.

    Attributes
    ----------
    eta, keep, added, w
        η, the factor of the old w, pairs of an example and B_i, and the new w.
    factor
        η divided as the sum over a batch is divided.
    total
        The sum of η·y of what is added, by which a free bias moves.
    """

    def __init__(self, step, eta, keep, added, w, factor):
        self.step, self.eta, self.keep, self.added, self.w, self.factor = step, eta, keep, added, w, factor
        self.b, self.total, self.own_factor = 0.0, 0.0, factor

    def total_of(self, examples, model):
        """Return Σ B_i as if some examples were added with their full weight."""
        return sum([self.factor * model.label(self.step, i) for i in examples])


# The parts that are right


def of_batch(step, n):
    return step.k


def true_label(step, i):
    return step.y(i)


def right_margin(step, i, model):
    return step.y(i) * (step.inner(i) + step.b)


def below(z, threshold):
    return z < threshold


def at_or_below(z, threshold):
    return z <= threshold


def above(z, threshold):
    return z > threshold


def all_violators(drawn, flags):
    return [i for i, one in zip(drawn, flags) if one]


# What else a program may do: lists of (entry of the catalogue, function, words)


DIVISORS = [
    ("", of_batch, "the size of the batch"),
    ("divided-by-number-of-violators", lambda step, n: max(1, n), "the number of violators"),
    ("sum-over-batch", lambda step, n: 1, "nothing"),
    ("divided-by-all-examples", lambda step, n: step.m, "the number of all examples"),
    ("divided-by-share-of-violators", lambda step, n: max(1, n) / step.k, "the share of violators"),
    ("division", lambda step, n: step.k / step.m, "the share k/m of the examples that are in the batch"),
    ("division", lambda step, n: step.k + 1, "one more than the size of the batch"),
    ("division", lambda step, n: step.k * step.k, "the square of the size of the batch"),
]

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
    ("", lambda z, y: sigmoid(-z), "p = 1/(1 + e^z)"),
    ("exponent-with-the-wrong-sign", lambda z, y: sigmoid(z), "1/(1 + e^−z)"),
    ("formula-for-labels-zero-and-one", lambda z, y: abs(y - sigmoid(z * y)), "|y − q|, with the probability q of class +1"),
    ("sigmoid-within-the-sigmoid", lambda z, y: sigmoid(z) / (1 + sigmoid(z)), "σ/(1 + σ), where σ is the sigmoid"),
    ("sigmoid-below-the-fraction-bar", lambda z, y: 1 / (1 + sigmoid(z)), "1/(1 + σ), where σ is the sigmoid"),
    ("slope-of-the-sigmoid", lambda z, y: sigmoid(z) * sigmoid(-z), "p·(1 − p)"),
    ("exponential-without-denominator", lambda z, y: exp(min(-z, 300)), "e^−z"),
    ("log-loss-instead-of-its-slope", lambda z, y: softplus(-z), "log(1 + e^−z)"),
    ("slope-of-the-hinge", lambda z, y: 1.0 if z < 1 else 0.0, "1 where z < 1 and 0 elsewhere"),
    ("weight-missing", lambda z, y: 1.0, "1"),
    ("probability-rounded", lambda z, y: 1.0 if z <= 0 else 0.0, "1 where z ≤ 0 and 0 elsewhere"),
    ("adds-only-where-hinge-is-violated", lambda z, y: sigmoid(-z) if z < 1 else 0.0, "p where z < 1 and 0 elsewhere"),
    ("log-loss-in-bits", lambda z, y: sigmoid(-z) / log(2), "p/ln 2, the slope of the loss with the logarithm to base 2"),
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
        found = [LABEL_ENTRIES[label], "score-after-shrinking" if is_shrunk else "", PLACE_ENTRIES[place]]
        self.entries = tuple([one for one in found if one])
        self.part = "score" if is_shrunk or place != "+" else "condition"

    def __call__(self, step, i, model):
        keep = model.kept(step) if self.is_shrunk else 1.0
        score, b = keep * step.inner(i), step.b * (keep if self.is_shrunk == "both" else 1.0)
        label = step.y(i) if self.label == "y" else model.label(step, i) if self.label == "own" else (
            1.0 if self.label == "" else -1.0)  # fmt: skip
        if self.place == "outside":
            return label * score + b
        return label * (score + (b if self.place == "+" else -b if self.place == "−" else 0.0))

    def words(self, has_bias):
        """Return its formula."""
        score = {"+": "w·x + b", "−": "w·x − b"}.get(self.place, "w·x") if has_bias else "w·x"
        product = {"": score, "−": f"−({score})"}.get(self.label, f"y·({score})")
        outside = " + b" if self.place == "outside" else ""
        if self.label == "":
            product += ", without the label"
        if self.place == "" and has_bias:
            product += ", without b"
        return product + outside + (" of a w that has already shrunk" if self.is_shrunk else "")


class OtherMargin:
    """Compute another number instead of the margin."""

    label, is_shrunk = "y", ""

    def __init__(self, entry, function, words, part="score"):
        self.entries, self.function, self._words, self.part = (entry,), function, words, part

    def __call__(self, step, i, model):
        return self.function(step, i, model)

    def words(self, has_bias):
        return self._words


LABEL_ENTRIES = {"y": "", "own": "labels", "": "condition-without-label", "−": "probability-of-class-one"}
PLACE_ENTRIES = {"+": "", "": "bias-left-out-of-the-margin", "−": "score", "outside": "bias-outside-of-the-label"}
OTHER_MARGINS = [
    OtherMargin("score-without-the-scale", lambda step, i, model: step.y(i) * step.inner(i) / step.scale_of_w, "y·(v·x), without the scale factor"),
    OtherMargin("score", lambda step, i, model: step.y(i) * dot(step.after, step.x(i)), "y·(w·x) of the new w"),
    OtherMargin("score", lambda step, i, model: of_example(step, i, step.previous.drawn[0] if step.previous else i),
                "that of the example that was drawn before"),
    OtherMargin("score", lambda step, i, model: of_example(step, i, (step.t - 1) % step.m),
                "that of example t of the data"),
    OtherMargin("score", lambda step, i, model: -step.y(i) * (step.inner(i) + step.b), "the right one with the other sign"),
    OtherMargin("score", lambda step, i, model: model.size(step) * step.y(i) * step.inner(i), "η·y·(w·x)"),
    OtherMargin("score", lambda step, i, model: step.lam * step.y(i) * step.inner(i), "λ·y·(w·x)"),
]  # fmt: skip


def margins(has_bias, has_own_labels, is_log=False):
    """Return pairs of the number of deviations and a margin, in the order in which they are tried."""
    found = []
    for label in ("y", *(["own"] if has_own_labels else []), "", *(["−"] if is_log else [])):
        for is_shrunk in ("", "yes", *(["both"] if has_bias else [])):
            for place in ("+", "", "−", "outside") if has_bias else ("+",):
                if not (place == "outside" and label == ""):
                    cost = (label != "y") + bool(is_shrunk) + (place != "+") + (is_shrunk == "both") / 4
                    found.append((cost, Margin(label, is_shrunk, place)))
    found.sort(key=lambda pair: pair[0])
    return found


RIGHT_MARGIN = Margin()


def of_example(step, i, j):
    return step.y(j) * (step.inner(j) + step.b)


class Comparison:
    """Hold how a margin is compared with a threshold."""

    def __init__(self, entry, violates, threshold, words):
        self.entry, self.violates, self.threshold, self.words = entry, violates, threshold, words
        self.between = None  # the numbers between which a threshold was found to lie


COMPARISONS = [
    Comparison("", below, 1.0, "below 1"),
    Comparison("condition-at-or-below-zero", at_or_below, 0.0, "at most 0"),
    Comparison("condition-below-zero", below, 0.0, "below 0"),
    Comparison("condition-reversed", above, 1.0, "above 1"),
]
ALWAYS = Comparison("adds-always", lambda z, threshold: True, 1.0, "anything")


# How the bias moves: the entry, a function of a moment and the model, and words.
MOVES = [
    ("", lambda moment, model: moment.total, "η·y"),
    ("bias-with-the-wrong-sign", lambda moment, model: -moment.total, "−η·y"),
    ("bias-of-the-sum", lambda moment, model: moment.step.k * moment.total, "η·Σy, the sum over the batch"),
    ("bias-without-the-step-size", lambda moment, model: moment.total / moment.eta if moment.eta else 0.0, "y, without η"),
    ("bias-without-the-label", lambda moment, model: abs_total(moment, model), "η, without the label"),
    ("bias-in-every-step", lambda moment, model: moment.total_of(moment.step.drawn, model), "η·y for every drawn example"),
    ("bias", lambda moment, model: with_new_w(moment, model, moment.step.b), "η·y, as the margin of the new w decides"),
    ("bias", lambda moment, model: with_new_w(moment, model, moment.step.b + moment.total),
     "η·y, as the margin of the new w and b decides"),
    ("bias", lambda moment, model: moment.step.lam * moment.total, "η·λ·y"),
    ("bias", lambda moment, model: moment.total / moment.step.lam, "η·y/λ"),
    ("bias", lambda moment, model: moment.eta * moment.total, "η²·y"),
    ("bias", lambda moment, model: moment.total / moment.step.k, "η·y/k"),
    ("bias", lambda moment, model: moment.total_of(moment.step.drawn, model) / moment.eta, "y for every drawn example"),
    ("bias", lambda moment, model: sum([c for _, c in moment.added]), "the factor of the example"),
    ("bias-never-updated", lambda moment, model: 0.0, "0"),
]  # fmt: skip
# What becomes of the old bias: the entry, a function of a moment, and a text for what b becomes.
STAYS = [
    ("free-bias", lambda moment: moment.step.b, "b + {}"),
    ("bias-as-a-column", lambda moment: moment.keep * moment.step.b, "(1 − η·λ)·b + {}"),
    ("bias-replaced", lambda moment: 0.0 if moment.added else moment.step.b, "{} where the margin is violated"),
    ("bias-shrinks-on-a-violation-only", lambda moment: (moment.keep if moment.added else 1) * moment.step.b,
     "(1 − η·λ)·b + {} where the margin is violated, and b elsewhere"),
    ("bias", lambda moment: (1 if moment.added else moment.keep) * moment.step.b,
     "b + {} where the margin is violated, and (1 − η·λ)·b elsewhere"),
    ("bias", lambda moment: 0.0, "{} in every step, without the old b"),
]  # fmt: skip


class Bias:
    """Compute the new bias, from what becomes of the old one and from how it moves: rows of the two lists above."""

    def __init__(self, stays, move):
        self.stays, self.move = stays, move

    def __call__(self, moment, model):
        return self.stays[1](moment) + self.move[1](moment, model)


class MultipleOfTotal:
    """Move the bias by a multiple of what it should move by, with a formula of its own."""

    def __init__(self, sign, formula):
        self.sign, self.formula = sign, formula

    def __call__(self, moment, model):
        return self.sign * self.formula(moment.step) * moment.total


class OwnKeep:
    """Multiply the old w by 1 minus, or plus, a formula."""

    def __init__(self, sign, formula):
        self.sign, self.formula = sign, formula

    def __call__(self, step, eta, adds):
        return 1 - self.sign * self.formula(step)


class LabelsOfClasses:
    """Give the examples of each class a label of its own."""

    def __init__(self, plus, minus):
        self.plus, self.minus = plus, minus

    def __call__(self, step, i):
        return self.plus if step.y(i) > 0 else self.minus


# All these ways of a bias: the entry, a function of a moment and the model, and words.
BIASES = [(move[0] or stays[0], Bias(stays, move), stays[2].format(move[2]).replace("+ −", "− "))
          for stays in STAYS for move in MOVES]  # fmt: skip


def abs_total(moment, model):
    """Return Σ η of what is added, without the labels."""
    return moment.factor * sum([abs(c) / abs(moment.own_factor) for _, c in moment.added])


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
    ("", lambda n, r: min(1.0, r / n), "w is projected onto the ball of radius {}"),
    ("always-on-the-sphere", lambda n, r: r / n, "w is always brought to the length {}"),
    ("maximum-instead-of-minimum", lambda n, r: max(1.0, r / n), "a w shorter than {} is stretched"),
    ("squared-length", lambda n, r: min(1.0, r / n**2), "w is multiplied by min(1, ({})/‖w‖²)"),
    ("squared-length", lambda n, r: r / n**2 if n > r else 1.0, "a w longer than {0} is multiplied by ({0})/‖w‖²"),
    ("long-w-to-length-one", lambda n, r: 1 / n if n > r else 1.0, "a w longer than {} is brought to length 1"),
    ("projection", lambda n, r: min(1.0, (r / n) ** 2), "w is multiplied by min(1, (({})/‖w‖)²)"),
    ("projection", lambda n, r: min(1.0, (r / n) ** 0.5), "w is multiplied by the square root of min(1, ({})/‖w‖)"),
]
RADII = [
    ("", lambda lam: 1 / sqrt(lam), "1/√λ"),
    ("radius-one-over-lambda", lambda lam: 1 / lam, "1/λ"),
    ("radius-one", lambda lam: 1.0, "1"),
    ("radius-root-lambda", lambda lam: sqrt(lam), "√λ"),
    ("radius-two-over-lambda", lambda lam: 2 / lam, "2/λ"),
    ("projection", lambda lam: 1 / lam**2, "1/λ²"),
    ("projection", lambda lam: 1 / sqrt(2 * lam), "1/√(2·λ)"),
    ("projection", lambda lam: sqrt(2 / lam), "√(2/λ)"),
    ("projection", lambda lam: lam, "λ"),
]
# What is measured, and what is made shorter.
SCOPES = [
    ("projection", lambda w, b: length(w), False),
    ("projection-with-the-bias", lambda w, b: sqrt(dot(w, w) + b * b), True),
    ("projection", lambda w, b: sqrt(dot(w, w) + b * b), False),
    ("projection", lambda w, b: length(w), True),
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
