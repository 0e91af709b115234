"""Identify the parts of a program that stores w, each as a formula that fits all its steps."""

from pegasos_edu.check.parts.candidates import (
    KEEPS,
    MOVES,
    RIGHT_MARGIN,
    STAYS,
    WEIGHTS,
    Bias,
    all_violators,
    below,
    of_batch,
    true_label,
)
from pegasos_edu.check.parts.sizes import GIVEN, Size, T

AT_THE_MARGIN = 1e-6  # a margin so close to its threshold is decided by rounding


class Model:
    """Predict the steps of a program from its parts. All parts are right at first.

    The attributes are functions: ``size`` of a step is η; ``divisor`` of a step and the number of added examples;
    ``own_addition`` of a step, the factor of what is added, if it is not η; ``of_place`` of a step and an example, by
    what this factor is multiplied for an example of a batch; ``keep`` of a step, η and whether the
    step adds is the factor of the old w; ``label`` of a step and an example; ``margin`` of a step, an example and this
    model; ``violates`` of a margin; ``picks`` of the list of violations in a batch, the examples to add; ``weight`` of
    a margin in the log loss; ``bias`` of a `StepParts`; ``ball`` of w and b, λ. ``keeps_root`` says when
    the ``root`` of a step is multiplied, and not the w before it, as in a `ProgramRun`.
    """

    def __init__(self, task, is_one_step, is_given_eta):
        self.task, self.is_one_step, self.is_given_eta = task, is_one_step, is_given_eta
        self.size = Size(1.0, 0, GIVEN, 1) if is_given_eta else Size(1.0, -1, T, -1)
        self.start = None  # of a program of all steps, as pair of w and b
        self.own_addition, self.of_place, self.divisor, self.keep = None, None, of_batch, KEEPS[0][1]
        self.keep_if_fine, self.adds_before_shrinking, self.touches = None, False, None
        self.label, self.sign = true_label, None
        self.margin, self.threshold, self.violates = RIGHT_MARGIN, 1.0, below
        self.picks, self.weight, self.slope = all_violators, WEIGHTS[0][1] if task.is_log else None, None
        self.bias, self.ball, self.takes_asked, self.keeps_root = Bias(STAYS[0], MOVES[0]), None, False, ""

    def copy(self):
        other = Model(self.task, self.is_one_step, self.is_given_eta)
        for name in self.__dict__:
            setattr(other, name, getattr(self, name))
        return other

    def deciding_by(self, condition):
        """Return the same model with another condition."""
        other = self.copy()
        other.take(condition)
        return other

    def take(self, condition):
        """Take another condition."""
        self.margin, self.picks = condition.margin, condition.picks[1]
        self.threshold, self.violates = condition.comparison.threshold, condition.comparison.violates

    def drawn(self, step):
        return step.asked if self.takes_asked else step.drawn

    def additions(self, step):
        """Return the pairs (example, weight) that a step adds; a margin at the threshold follows the observation."""
        drawn = self.drawn(step)
        margins = [self.margin(step, i, self) for i in drawn]
        if self.weight:
            return [(i, self.weight(z, self.label(step, i))) for i, z in zip(drawn, margins)]
        threshold, near, flags = self.threshold, AT_THE_MARGIN * step.scale, []
        for i, z in zip(drawn, margins):
            is_open = abs(z - threshold) <= near and step.added and (z != threshold or threshold == 1)
            flags.append(bool(step.added[i]) if is_open else self.violates(z, threshold))
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
        if self.of_place:
            added = [(i, c * self.of_place(step, i)) for i, c in added]
        if self.adds_before_shrinking:
            added = [(i, keep * c) for i, c in added]
        w = [keep * a for a in (step.root if self.keeps_root else step.before)]
        if self.keeps_root and step.may_leave_w and not pairs:
            w = step.before
        if self.touches and self.touches(bool(pairs)):
            w = [kept if x else a for kept, a, x in zip(w, step.before, step.x(step.drawn[0]))]
        for i, c in added:
            if c:
                w = [a + c * x for a, x in zip(w, step.x(i))]
        moment = StepParts(step, eta, keep, added, w, eta / self.divisor(step, len(pairs)))
        moment.own_factor, moment.right_keep = factor, 1 - eta * step.lam
        moment.total = moment.factor * sum([weight * self.label(step, i) for i, weight in pairs])
        moment.b = self.bias(moment, self) if self.task.has_bias else 0.0
        return moment

    def factor_before_margin(self, step):
        """Return the factor by which w shrinks before a step is known to add."""
        return (self.keep_if_fine or self.keep)(step, self.size(step), not self.keep_if_fine)

    def predict(self, step):
        """Return w and b after a step."""
        return self.projected(self.moment(step), step)

    def projected(self, moment, step):
        """Return w and b after a step, from what it does before the projection."""
        return self.ball(moment.w, moment.b, step) if self.ball else (moment.w, moment.b)

    def follows(self, step, rounding):
        """Return whether a step leaves the state that the parts predict."""
        return leaves(step, *self.predict(step), rounding)


def are_same(model, other):
    """Return whether all parts of two models are the same, wherever they start."""
    return not [name for name in model.__dict__ if name != "start" and getattr(model, name) is not getattr(other, name)]


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


class StepParts:
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
