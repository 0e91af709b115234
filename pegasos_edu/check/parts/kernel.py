"""Express the steps of a program with a kernel: how its numbers α change, and from which score it decides."""

from pegasos_edu.check.parts.candidates import ALWAYS, MOVES, STAYS, Bias, Threshold, below, of_batch, true_label
from pegasos_edu.check.parts.candidates_kernel import ETA, EXCEPTIONS, FACTORS, HALF, LABELS, ONE, STAY
from pegasos_edu.check.parts.conditions import Condition
from pegasos_edu.check.parts.linear import AT_THE_MARGIN, StepParts, leaves
from pegasos_edu.check.parts.measured_steps import length
from pegasos_edu.check.parts.sizes import Size
from pegasos_edu.check.parts.words import brief


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
        How a bias moves, a function of the `StepParts`, and the η by which it does if this is not that of the numbers.
    shows_at
        Near which step a case should part this model from another one; cases show the early steps well.
    """

    weight, slope, ball = None, None, None  # as of a linear.Model
    shows_at = 99

    divisor = staticmethod(lambda step, n: step.k)  # no batch is drawn

    def __init__(self, task, is_one_step):
        self.task, self.is_one_step = task, is_one_step
        self.change, self.eta, self.amount = STAY, ETA, ONE
        self.has_labels, self.sign = False, 1.0
        self.set_score(FACTORS[0], Condition(), LABELS[0], False, False, False, EXCEPTIONS[0], true_label)
        self.bias, self.eta_of_b, self.takes_asked = Bias(STAYS[0], MOVES[0]), None, False
        self.divisor = of_batch

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
        rest, term = self.sums(step)
        if self.is_after:
            eta = self.eta(step)
            rest, term = self.change.others(step, eta, False) * rest, self.change.drawn(step, eta, False) * term
        return self.factor(step) * (rest if self.skips else rest + term)

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
        i, bound = self.drawn(step), step.bound
        for adds in (False, True):
            if abs(self.own_after(step, adds) - step.after[i]) <= bound:  # which rules most changes out
                kept = self.change.others(step, self.eta(step), adds)
                off = [j for j, a in enumerate(step.before) if j != i and not abs(kept * a - step.after[j]) <= bound]
                if not off:
                    return True
        return False

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
    """Give a step the bound within which numbers are equal, and forget what was computed from it."""
    step.bound = max(1e-6, 5 * rounding) * max(1e-3, length(step.after), length(step.before))
    step.known = {}
