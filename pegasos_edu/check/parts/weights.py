"""Identify the weight with which the log loss adds an example."""

from math import log

from pegasos_edu.check.parts.candidates import (
    LABELS,
    OF_LOG,
    OTHER_MARGINS,
    WEIGHTS,
    Margin,
    true_label,
)
from pegasos_edu.check.parts.sizes import Size, fitting, usual, voted


class WithMeasuredFactor:
    """Stand for a model in which w shrinks by the measured factor of a step."""

    def __init__(self, step):
        self.label = true_label
        self.factor = step.factor or 0.0

    def factor_before_margin(self, step):
        return self.factor


class MarginOfSteps:
    """Hold a margin, and its numbers in some steps and in a few of them, as triples of a step, an example and a number.

    All weights share them.
    """

    def __init__(self, margin, steps, few):
        self.margin, self.steps, self.of_few, self._of_all = margin, steps, self._numbers(margin, few), None

    def of_all(self):
        if self._of_all is None:
            self._of_all = self._numbers(self.margin, self.steps)
        return self._of_all

    def _numbers(self, margin, steps):
        return [(step, i, margin(step, i, WithMeasuredFactor(step))) for step in steps for i in step.drawn]


class Weights:
    """Identify the weight, as a part of an `Identification`."""

    def _identify_weight(self):
        self.pairs, self.clean = self._pairs(), [step for step in self.steps if self._is_clean(step)]
        if not self.pairs and self._adds_nothing():
            self.model.weight = lambda z, y: 0.0
            return
        margins = self._margins() + ([] if self.has_right_margin else [(1, OTHER_MARGINS[1])])
        few = self.clean[:: max(1, len(self.clean) // 6)]
        margins = [(cost, MarginOfSteps(margin, self.clean, few)) for cost, margin in margins]
        pairs = [(cost + 1.1 * bool(weight[0]), weight, margin) for cost, margin in margins for weight in WEIGHTS[:-1]]
        pairs.sort(key=lambda pair: pair[0])
        for _, weight, margin in pairs:
            if size := self._fitted_weight(weight, margin):
                self._take_weight(size, weight, margin)
                return
        for _, margin in margins:
            if size := self._fitted_weight(WEIGHTS[0], margin, fitting):
                self._take_weight(size, WEIGHTS[0], margin)
                return
        if not self._fits_with_own_labels():
            self.size = voted(self._over_weight(WEIGHTS[0], margins[0][1].of_all()), self.is_given_eta)

    def _fits_with_own_labels(self):
        """Return whether the weights follow from other labels than +1 and −1."""
        for pair in LABELS:
            labels = {1: pair[0], -1: pair[1]}
            values, is_possible = [], True
            for step in filter(self._is_clean, self.steps):
                for i in step.drawn:
                    label = labels[step.y(i)]
                    g = label * WEIGHTS[0][1](label * (step.inner(i) + step.b), label)
                    c = step.added[i]
                    is_possible = is_possible and (c * g > 0 or max(abs(c), abs(g)) < 0.01)
                    if is_possible and abs(g) > 1e-4 and c:
                        values.append((step, c / g * step.k))
            size = usual(values, self.is_given_eta) if is_possible and len(values) > 3 else None
            if size:
                self.size, self.own_labels = size, labels
                self._take_labels(is_in_margin=True)
                self.model.margin = Margin("own")
                return True
        return False

    def _over_weight(self, weight, drawn):
        """Return what is added divided by its weight; () if one of the two is 0 and the other is not."""
        values = []
        for step, i, z in drawn:
            g, c = weight[1](z, step.y(i)), abs(step.added[i])
            if g < 1e-4 or c == 0:  # too small to tell the step size
                if max(g, c) > 0.01:
                    return ()
                continue
            values.append((step, c / g * step.k))
        return values

    def _fitted_weight(self, weight, tried, fit=usual):
        """Return the size of what is added, if it has a formula; a few steps rule most weights out."""
        few = self._over_weight(weight, tried.of_few[::2] if fit is usual else tried.of_few)
        if few == () or len(few) > 2 and not fit(few, self.is_given_eta):
            return None
        values = self._over_weight(weight, tried.of_all())
        return fit(values, self.is_given_eta) if len(values) > 3 else None

    def _constant_of_shrinking(self, size):
        """Return the constant of the step size by which w shrinks; 1 if it has another formula than what is added."""
        of_w = voted([(step, (1 - step.factor) / step.lam) for step in self.clean if step.factor and step.factor < 1])
        return of_w.c if of_w and isinstance(size, Size) and of_w.is_like(size) else 1.0

    def _take_weight(self, size, weight, tried):
        self.size, margin = size, tried.margin
        c = self._constant_of_shrinking(size)
        if isinstance(size, Size) and not weight[0] and abs(size.c * log(2) - c) < 2e-4 * c:
            self.size, weight = Size(c, size.a, size.counter, size.b), WEIGHTS[-1]
        if weight[0]:
            says = f"an example with the margin z is added with the weight {weight[2]}"
            self._note("weight", (weight[0],), says, f"{WEIGHTS[0][2]} is right", weight=weight[1])
        if margin.entries:
            entries = [OF_LOG.get(entry, entry) for entry in margin.entries]
            part = "score" if margin.part == "score" else "weight"
            says = f"the margin in the weight is {margin.words(self.task.has_bias)}"
            self._note(part, entries, says, f"{self._words_of()} is right", margin=margin)
        self._identify_signs()
        self._take_labels(is_in_margin=False)
