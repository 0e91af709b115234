"""Identify which margin decides, how it is compared, and which violators of a batch are added."""

from pegasos_edu.check.parts.additions import right_of
from pegasos_edu.check.parts.candidates import (
    ALWAYS,
    COMPARISONS,
    OTHER_MARGINS,
    PICKS,
    RIGHT_MARGIN,
    Margin,
    OtherMargin,
    Threshold,
    all_violators,
    below,
    true_label,
)
from pegasos_edu.check.parts.words import brief


def roundest(low, high):
    """Return the number with the fewest digits above one number and not above another, up to rounding."""
    near = 1e-9 * max(abs(low), abs(high))
    for digits in range(6):
        number = round((low + high) / 2, digits)
        if low + near < number <= high + near:
            return number
    return (low + high) / 2


class Condition:
    """Hold which margin decides, how it is compared, and which violators of a batch are added."""

    def __init__(self, margin=RIGHT_MARGIN, comparison=COMPARISONS[0], picks=("", all_violators, "")):
        self.margin, self.comparison, self.picks = margin, comparison, picks


class Conditions:
    """Identify the condition, as a part of an `Identification`."""

    def _identify_condition(self):
        if self.adds_nothing:
            return
        self.judged = [step for step in self.steps if step.added is not None
                       and (step.is_combination or step.factor_elsewhere is not None)]  # fmt: skip
        self.trial = self.model.copy()
        conditions = [condition for condition in self._conditions() if self._decides(condition)]
        if not conditions:
            conditions = self._with_own_threshold() or self._with_a_silent_class()
        self.conditions = conditions
        self._take_labels(bool(conditions) and conditions[0].margin.label == "own")
        if conditions:
            self._take_condition(conditions[0])

    def _conditions(self):
        """Return the conditions that are tried, first those with the fewest deviations."""
        has_own_labels = bool(self.own_labels) or self.model.label is not true_label
        has_own_labels = has_own_labels and not self.is_one_step
        all_margins = self._margins(has_own_labels)
        pairs = [(cost + 1.1 * bool(comparison.entry), Condition(margin, comparison)) for cost, margin in all_margins
                 for comparison in COMPARISONS if cost + bool(comparison.entry) < 3.5]  # fmt: skip
        pairs += [(1.2, Condition(comparison=ALWAYS))] + [
            (1.3, Condition(margin)) for margin in OTHER_MARGINS if not self.has_right_margin
        ]
        if self.task.is_batch:
            pairs += [(1.0, Condition(picks=picks)) for picks in PICKS]
            pairs += [
                (2.0, Condition(margin, picks=picks)) for cost, margin in all_margins if cost == 1 for picks in PICKS
            ]
        pairs.sort(key=lambda pair: pair[0])
        return [condition for _, condition in pairs]

    def _with_own_threshold(self):
        """Return the condition with a threshold of its own, in a list; the threshold is found between two numbers."""
        for _, margin in self._margins(bool(self.own_labels)):
            between = self._threshold(margin)
            if between:
                threshold = roundest(*between)
                comparison = Threshold("condition", below, threshold, f"below about {brief(threshold)}")
                comparison.between = between
                return [Condition(margin, comparison)]
        return []

    def _with_a_silent_class(self):
        """Return the condition of a program in which one of the labels is 0, in a list."""
        classes = [any(step.added[i] for step in self.judged for i in step.drawn if step.y(i) == y) for y in (1, -1)]
        if classes.count(True) != 1:
            return []
        self.own_labels = {1: float(classes[0]), -1: -float(classes[1])}
        for comparison in COMPARISONS[:3]:
            condition = Condition(Margin("own"), comparison)
            if self._decides(condition):
                return [condition]
        self.own_labels = None
        return []

    own_labels = None

    def _decides(self, condition):
        """Return whether a condition makes the decisions of all steps."""
        model = self.trial
        model.take(condition)
        if self.own_labels:
            labels = self.own_labels
            model.label = lambda step, i: labels[1] if step.y(i) > 0 else labels[-1]
        for n, step in enumerate(self.judged):
            picked = [i for i, _ in model.additions(step) if model.label(step, i)]
            added = [i for i in step.drawn if step.added[i]]
            if picked != added and sorted(picked) != sorted(added):
                self.judged.insert(0, self.judged.pop(n))  # it will part other conditions, too
                return False
        return True

    def _threshold(self, margin):
        """Return two numbers between which a threshold of this margin must lie; None if no threshold decides."""
        added = [margin(step, i, self.model) for step in self.judged for i in step.drawn if step.added[i]]
        others = [margin(step, i, self.model) for step in self.judged for i in step.drawn if not step.added[i]]
        if not added or not others or max(added) >= min(others):
            return None
        return max(added), min(others)

    def _take_condition(self, condition):
        margin, comparison, picks = condition.margin, condition.comparison, condition.picks
        self.model.margin = margin
        if margin.label != "own" and margin.entries:
            words = self._words_of(margin)
            of_old = " of the old w" if margin.is_shrunk or "new w" in words else ""
            says, right = f"the margin that decides is {words}", f"{self._words_of()}{of_old} is right"
            self._note(margin.part, margin.entries, says, right, margin=margin)
        if comparison.entry:
            where = "whatever the margin is" if comparison is ALWAYS else f"where the margin is {comparison.words}"
            says, right = f"examples are added {where}", "they should be added where it is below 1"
            parts = {"threshold": comparison.threshold, "violates": comparison.violates}
            self._note("condition", (comparison.entry,), says, right, **parts)
        if picks[0]:
            self._note(
                "condition",
                (picks[0],),
                picks[2],
                "all violators of a batch should be added, and no others",
                picks=picks[1],
            )
        if not (margin.entries or comparison.entry or picks[0]) and self._adds_at_the_margin():
            self._note("condition", ("at-the-margin-too",), "a margin of exactly 1 counts as violated")

    def _words_of(self, margin=RIGHT_MARGIN):
        return margin.words(self.task.has_bias)

    def _adds_at_the_margin(self):
        """Return whether an example was added whose margin is exactly 1."""
        return any(step.added[i] and abs(right_of(step, i) - 1) < 1e-12 for step in self.judged for i in step.drawn)

    def _rival(self, condition):
        """Return the model with another condition, which may judge by the labels with which the program adds."""
        rival = self.model.deciding_by(condition)
        if condition.margin.label == "own" and self.model.sign:
            rival.label = self.model.sign
        return rival

    def _other_thresholds(self):
        """Return conditions with the thresholds next to one that was only found to lie between two numbers."""
        if not self.conditions:
            return []
        margin, comparison, picks = self.conditions[0].margin, self.conditions[0].comparison, self.conditions[0].picks
        if isinstance(margin, OtherMargin):  # a number that decides by chance would fail close to the threshold
            return [Condition(margin, Threshold("condition", below, z, ""), picks) for z in (0.9, 1.1)]
        if not comparison.between:
            near = (0.996, 1.004) if comparison.threshold == 1 else ()
            return [Condition(margin, Threshold("condition", comparison.violates, z, ""), picks) for z in near]
        low, high = comparison.between
        if high - low < 0.02 * max(1.0, abs(high)):
            return []
        near = low + 0.05 * (high - low), high - 0.05 * (high - low)
        return [Condition(margin, Threshold("condition", below, z, ""), picks) for z in near]
