"""Identify the parts of a program that stores w from its measured steps."""

from math import log

from pegasos_edu.check.parts import linear
from pegasos_edu.check.parts.findings import CONVENTION, MISTAKE, PARTS, Finding
from pegasos_edu.check.parts.linear import (
    ALWAYS,
    AT_THE_MARGIN,
    COMPARISONS,
    DIVISORS,
    KEEPS,
    MOVES,
    OTHER_MARGINS,
    RADII,
    RIGHT_MARGIN,
    RULES,
    SCOPES,
    STAYS,
    WEIGHTS,
    Comparison,
    Margin,
    margins,
)
from pegasos_edu.check.parts.measuring import dot, steps_of
from pegasos_edu.check.parts.parting import fine_probe, full_probe, parting_probe, reaching_probe
from pegasos_edu.check.parts.sizes import COUNTERS, Size, fitting, simple, usual, voted
from pegasos_edu.check.parts.words import brief

NOTHING_SHRINKS = [one for one in KEEPS if one[0] == "nothing-shrinks"][0]
C = [one for one in KEEPS if one[2] == "1 − η/λ"][0]
# Other examples that a step may use: the entry, a function of the step and the drawn example, and words.
DRAWS = [
    ("indices-counted-from-one", lambda step, i: (i - 1) % step.m, "each step uses the example before the drawn one"),
    ("draws", lambda step, i: (i + 1) % step.m, "each step uses the example after the drawn one"),
    ("first-example-never-drawn", lambda step, i: max(i, 1), "example 1 is used instead of example 0"),
    ("last-example-never-drawn", lambda step, i: min(i, step.m - 2),
     "the last example but one is used instead of the last one"),
    ("draws-ignored", lambda step, i: ((step.t - 1) * step.k + step.drawn.index(i)) % step.m,
     "step t uses example t of the data, whatever was drawn"),
    ("same-draw-in-every-step", lambda step, i: first_draw(step)[step.drawn.index(i)], "every step uses the first draw"),
    ("draws", lambda step, i: step.previous.drawn[step.drawn.index(i)] if step.previous else i,
     "each step uses the draw of the step before"),
]  # fmt: skip

# Which violators of a batch are added: the entry, a function of the drawn examples and their violations, and words.
PICKS = [
    ("whole-batch-if-any-violated", lambda drawn, flags: list(drawn) if any(flags) else [],
     "all examples of a batch are added if any of them is violated"),
    ("sum-overwritten", lambda drawn, flags: linear.all_violators(drawn, flags)[-1:], "only the last violator of a batch is added"),
    ("condition", lambda drawn, flags: linear.all_violators(drawn, flags)[:1], "only the first violator of a batch is added"),
    ("condition", lambda drawn, flags: list(drawn) if all(flags) else [],
     "the examples of a batch are added only if all of them are violated"),
    ("condition", lambda drawn, flags: since_fine(drawn, flags), "an example that is not violated clears the sum"),
]  # fmt: skip

# Entries that stand for the same part in a program that stores w as a·v.
OF_SCALED = {"shrinks-twice": "factor-and-vector-shrink"}

# Entries about the margin in the weight of the log loss.
OF_LOG = {"condition-without-label": "exponent-without-label"}

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


def roundest(low, high):
    """Return the number with the fewest digits between two numbers."""
    for digits in range(6):
        found = round((low + high) / 2, digits)
        if low < found < high:
            return found
    return (low + high) / 2


def first_draw(step):
    while step.previous:
        step = step.previous
    return step.drawn


def since_fine(drawn, flags):
    """Return the violators after the last example that is not violated."""
    last = max([n for n, one in enumerate(flags) if not one] + [-1])
    return list(drawn[last + 1 :])


def right_of(step, i):
    return RIGHT_MARGIN(step, i, None)


def words_of_scope(scope):
    return ", and b with it" if scope[2] else ""


def brief_factor(sign, own):
    return f"{'−' if sign < 0 else ''}{own.words}"


def counter_named(key):
    return [one for one in COUNTERS if one.key == key][0]


class WithMeasuredFactor:
    """Stand for a model in which w shrinks by the measured factor of a step."""

    def __init__(self, step):
        self.label = linear.true_label
        self.factor = step.factor or 0.0

    def kept(self, step):
        return self.factor


class Condition:
    """Hold which margin decides, how it is compared, and which violators of a batch are added."""

    def __init__(self, margin=RIGHT_MARGIN, comparison=COMPARISONS[0], picks=("", linear.all_violators, "")):
        self.margin, self.comparison, self.picks = margin, comparison, picks


class Identification:
    """Identify the parts of a program.

    Attributes
    ----------
    model, base
        The program as it was measured, and the right program in the same conventions.
    findings
        One for each part that is not simply right, in the order of the algorithm.
    steps
        The measured steps.
    is_given_eta
        Whether a program of one step is given η, and does not compute it.
    """

    def __init__(self, task, runs, is_one_step):
        self.task, self.is_one_step = task, is_one_step
        self.steps = [step for run in runs for step in steps_of(run)]
        self.rounding = max([run.rounding for run in runs])
        self.near = 1e-3 if self.rounding > 1e-6 else 1e-6
        self.is_given_eta = bool(self.steps) and self.steps[0].eta is not None
        self.model, self.base = [linear.Model(task, is_one_step, self.is_given_eta) for _ in range(2)]
        self.findings, self.sphere, self.conditions = [], None, []
        if self.steps and not is_one_step:
            self.model.start = self.steps[0].before, self.steps[0].b
        self.to_reach, self.turn = [fine_probe, full_probe, reaching_probe], -1

    def identified(self):
        """Identify each part; return self."""
        self._identify_draws()
        self._find_sphere()
        if self.task.is_log:
            self._identify_weight()
        else:
            self._identify_addition()
        self._identify_keep()
        if not self.task.is_log:
            self._identify_condition()
        if self.task.has_bias:
            self._identify_bias()
        self._identify_ball()
        self.rivals = [self._rival(one) for one in self.conditions[1:] + self._other_thresholds()]
        self.findings.sort(key=lambda one: PARTS.index(one.part))
        return self

    def _rival(self, condition):
        """Return the model with another condition, which may judge by the labels with which the program adds."""
        rival = self.model.deciding_by(condition)
        if condition.margin.label == "own" and self.model.sign:
            rival.label = self.model.sign
        return rival

    def _other_thresholds(self):
        """Return conditions with the thresholds next to one that was only found to lie between two numbers."""
        if not self.conditions or not self.conditions[0].comparison.between:
            return []
        one, (low, high) = self.conditions[0], self.conditions[0].comparison.between
        if high - low < 0.02 * max(1.0, abs(high)):
            return []
        return [Condition(one.margin, Comparison("condition", linear.below, place, ""), one.picks) for place in
                (low + 0.05 * (high - low), high - 0.05 * (high - low))]  # fmt: skip

    def measured(self, run):
        """Return the measured steps of another run."""
        return steps_of(run)

    def parting_probe(self, rival):
        """Return a probe in whose last step a rival of the model decides otherwise; None if none is found."""
        self.turn += 1
        return parting_probe(self.model, rival, self.steps[0].case, self.turn)

    def again(self, runs):
        """Return the identification of the same program from other runs."""
        found = type(self)(self.task, runs, self.is_one_step).identified()
        found.to_reach, found.turn = self.to_reach, self.turn
        return found

    @property
    def off(self):
        """Return the steps that do not follow from the parts."""
        return [step for step in self.steps if not self.model.follows(step, self.rounding)]

    @property
    def is_thin(self):
        """Return whether so few steps add something that their formula could be many."""
        if self.is_one_step or self.task.is_kernel or self.adds_nothing:
            return False
        return len(set([step.t for step in self.steps if step.added and any(step.added)])) < 3

    def first_off(self):
        """Return the first step that the right program in the same conventions does not take; None if there is none."""
        for step in self.steps:
            if not self.base.follows(step, self.rounding):
                return step
        return None

    # Helpers

    def _set(self, **parts):
        """Set parts of the measured program, and of the right one in the same conventions."""
        for name, part in parts.items():
            setattr(self.model, name, part)
            setattr(self.base, name, part)

    def _found(self, part, entries, says, right="", **parts):
        """Note a finding; its parts belong to the right program only if all its entries are conventions."""
        entries = tuple([OF_SCALED.get(one, one) if self.task.name == "scaled" else one for one in entries if one])
        is_convention = self.task.allows(entries)
        for name, own in parts.items():
            setattr(self.model, name, own)
            if is_convention:
                setattr(self.base, name, own)
        status = CONVENTION if is_convention else MISTAKE
        self.findings.append(Finding(part, status, entries, says, right))

    def _is_clean(self, step):
        """Return whether no projection has changed a step."""
        is_measured = step.is_combination or step.factor_elsewhere is not None
        return step.added is not None and is_measured and step not in self.on_sphere

    # The draws, and the ball

    def _identify_draws(self):
        strange = [step for step in self.steps if step.added is not None and step.others]
        if len(strange) < 2:
            return
        for key, draw, words in DRAWS:
            if all(j in [draw(step, i) for i in step.drawn] for step in self.steps if step.added is not None
                    for j in range(step.m) if step.added[j]):  # fmt: skip
                self._found("draws", (key,), words, "the drawn example is right")
                for step in self.steps:
                    step.drawn = [draw(step, i) for i in step.drawn]
                return

    def _find_sphere(self):
        """Find the radius at which states end, if there is one, and the steps that end there."""
        best, self.on_sphere = 1, []
        for scope in SCOPES[: 1 + self.task.has_bias]:
            for radius in RADII:
                hits = []
                for step in self.steps:
                    r = radius[1](step.lam)
                    if abs(scope[1](step.after, step.b_after) - r) <= self.near * r:
                        hits.append(step)
                if len(hits) > best:
                    best, self.sphere, self.on_sphere = len(hits), (radius, scope), hits

    # What is added

    def _pairs(self):
        return [(step, i, step.added[i]) for step in self.steps if self._is_clean(step) for i in step.drawn if step.added[i]]

    def _identify_addition(self):
        self.pairs = self._pairs()
        if not self.pairs and self._adds_nothing():
            return
        size, divisor = self._fitted(self.pairs)
        for way in (self._fitted_by_class, self._fitted_by_example, self._fitted_by_margin, self._voted, self._fitted_over_old_scale,
                    self._fitted_ratio):  # fmt: skip
            size = size or way()
        self._identify_signs()
        self.size = size
        if divisor is not DIVISORS[0]:
            self._found("division", (divisor[0],), f"the sum is {'not divided' if divisor[2] == 'nothing' else 'divided by ' + divisor[2]}",
                        "it should be divided by the size of the batch", divisor=divisor[1])  # fmt: skip

    def _adds_nothing(self):
        """Note that no example is ever added, if that is so."""
        if not all(step.added is not None and not any(step.added) for step in self.steps):
            return False
        factors = [step.factor for step in self.steps if step.factor is not None]
        if not self.is_one_step:
            entry, part, words = "nothing-is-added", "condition", "no example is ever added"
        elif all(abs(factor - 1) < self.near for factor in factors):
            entry, part, words = "old-w-returned", "output", "w is returned as it was before the step"
            self.model.keep = NOTHING_SHRINKS[1]
        else:
            entry, part, words = "addition-missing", "addition", "nothing is ever added"
        right = "the new w should be returned" if part == "output" else "violated examples should be added"
        if self.task.is_log and part != "output":
            right = "every example should be added, with its weight p"
        self._found(part, (entry,), words, right, violates=lambda z, threshold: False)  # fmt: skip
        self.adds_nothing = True
        return True

    adds_nothing, size = False, None

    def _fitted(self, pairs):
        """Return the size of what is added, and the divisor of a batch."""
        for fit in (usual, fitting):
            for divisor in DIVISORS if self.task.is_batch else DIVISORS[:1]:
                values = [(step, abs(c) * divisor[1](step, sum([bool(step.added[j]) for j in step.drawn])))
                          for step, _, c in pairs]  # fmt: skip
                if size := fit(values, self.is_given_eta):
                    return size, divisor
        return None, DIVISORS[0]

    def _voted(self):
        return voted([(step, abs(c) * step.k) for step, _, c in self.pairs], self.is_given_eta)

    def _fitted_by_margin(self):
        """Return the size if each example is multiplied by its loss, as for the squared hinge loss."""
        values = [(step, abs(c) * step.k / (1 - right_of(step, i))) for step, i, c in self.pairs if right_of(step, i) < 1]
        size = usual(values, self.is_given_eta) if len(values) == len(self.pairs) > 3 else None
        if size:
            self._found("addition", ("loss-instead-of-its-slope",), "the example is multiplied by η·y·(1 − y·score)",
                        "η·y is right", slope=lambda z: 1 - z)  # fmt: skip
        return size

    def _fitted_over_old_scale(self):
        """Return the size if it is added before w shrinks, and w shrinks as it should."""
        values = [(step, abs(c / step.factor) * step.k) for step, _, c in self.pairs if step.factor]
        size = usual(values, self.is_given_eta) if len(values) > 3 else None
        if size and all(abs(step.factor - 1 + size(step) * step.lam) <= self.near for step, _ in values):
            self._found("shrinking", ("shrinks-after-adding",), "w shrinks after the addition, so what was added shrinks, too",
                        "w should shrink before the addition", adds_before_shrinking=True)  # fmt: skip
        return size

    def _fitted_by_class(self):
        """Return the size if the two classes add with different factors, as other labels would."""
        by_class = [[(step, abs(c) * step.k) for step, i, c in self.pairs if step.y(i) == y] for y in (1, -1)]
        sizes = [fitting(values, self.is_given_eta) if len(values) > 3 else None for values in by_class]
        plus, minus = sizes
        if not (isinstance(plus, Size) and isinstance(minus, Size)):
            return None
        if (plus.a, plus.b, plus.counter) != (minus.a, minus.b, minus.counter):
            return None
        base = min(plus.c, minus.c)
        self.multipliers = (plus.c / base, minus.c / base)
        return Size(base, plus.a, plus.counter, plus.b)

    def _fitted_by_example(self):
        """Return the size if each example adds with a factor of its own, as labels that are numbers would."""
        groups = [[(step, abs(c) * step.k) for step, j, c in self.pairs if j == i and step.case is case]
                  for case in self._cases() for i in range(case.m)]  # fmt: skip
        sizes = [usual(values, self.is_given_eta) for values in groups if len(values) > 1]
        if self.is_one_step or len(sizes) < 4 or not all(isinstance(size, Size) and size.is_like(sizes[0]) for size in sizes):
            return None
        first = sizes[0]
        base = 1.0 if first.a == -1 else min(size.c for size in sizes)
        self.labels_of = {}
        size = Size(base, first.a, first.counter, first.b)
        for step, i, c in self.pairs:
            self.labels_of[(step.case.name, i)] = simple(c * step.k / size(step))
        for step in self.steps:
            for i in step.drawn:
                if (step.case.name, i) not in self.labels_of and right_of(step, i) < 1 - AT_THE_MARGIN:
                    self.labels_of[(step.case.name, i)] = 0.0
        return Size(base, first.a, first.counter, first.b)

    def _cases(self):
        found = []
        for step in self.steps:
            if step.case not in found:
                found.append(step.case)
        return found

    labels_of = None

    def _fitted_ratio(self):
        """Return the size from the steps that a projection has scaled, if the shrinking is right."""
        values = []
        for step in self.steps:
            for i in step.drawn:
                if step.added and step.factor and step.added[i]:
                    ratio = abs(step.added[i] / step.factor) * step.k
                    values.append((step, ratio / (1 + ratio * step.lam)))
        size = usual(values, self.is_given_eta) if len(values) > 3 else None
        self.is_scaled = size is not None
        return size

    is_scaled = False  # whether nearly all steps are scaled by a projection
    multipliers = (1.0, 1.0)

    def _identify_signs(self):
        """Find out with which labels the program adds."""
        signs = [[(c > 0) == (y > 0) for step, i, c in self._all_pairs() if step.y(i) == y] for y in (1, -1)]
        plus, minus = [None if not one else True if all(one) else False if not any(one) else "mixed" for one in signs]
        if self.labels_of:
            known = self.labels_of
            self.labels = "of examples"
            numbers = [known[key] for key in sorted(known) if key[0] == self.steps[0].case.name]
            self._found("labels", ("labels",), f"the examples have the labels {brief(numbers)}",
                        "+1 and −1 are right",
                        label=lambda step, i: known.get((step.case.name, i), step.y(i)))  # fmt: skip
            return
        p, q = self.multipliers
        own = {}
        if plus == "mixed" or minus == "mixed":
            if all((c > 0) == (step.y((i - 1) % step.m) > 0) for step, i, c in self._all_pairs()):
                self.labels = "rolled"
                self._found("labels", ("labels-shifted",), "each example has the label of the example before it",
                            "each example should have its own label", label=lambda step, i: step.y((i - 1) % step.m))  # fmt: skip
            return
        own[1] = p if plus is not False else -p
        own[-1] = -q if minus is not False else q
        if (own[1], own[-1]) == (1.0, -1.0):
            return
        self.own_labels = own

    def _all_pairs(self):
        return [(step, i, step.added[i]) for step in self.steps if step.added for i in step.drawn if step.added[i]]

    # The weight in the log loss

    def _identify_weight(self):
        self.pairs = self._pairs()
        if not self.pairs and self._adds_nothing():
            self.model.weight = lambda z, y: 0.0
            return
        found = margins(self.task.has_bias, False, is_log=True) + [(1, OTHER_MARGINS[1])]
        for weight in WEIGHTS[:-1]:
            for _, margin in found:
                if size := self._fitted_weight(weight, margin):
                    self._take_weight(size, weight, margin)
                    return
        for _, margin in found:
            if size := self._fitted_weight(WEIGHTS[0], margin, fitting):
                self._take_weight(size, WEIGHTS[0], margin)
                return
        if not self._fits_with_own_labels():
            self.size = voted(self._over_weight(WEIGHTS[0], RIGHT_MARGIN), self.is_given_eta)

    def _fits_with_own_labels(self):
        """Return whether the weights follow from other labels than +1 and −1."""
        for pair in LABELS:
            own = {1: pair[0], -1: pair[1]}
            values, is_possible = [], True
            for step in filter(self._is_clean, self.steps):
                for i in step.drawn:
                    label = own[step.y(i)]
                    g = label * WEIGHTS[0][1](label * (step.inner(i) + step.b), label)
                    c = step.added[i]
                    is_possible = is_possible and (c * g > 0 or max(abs(c), abs(g)) < 0.01)
                    if is_possible and abs(g) > 1e-4 and c:
                        values.append((step, c / g * step.k))
            size = usual(values, self.is_given_eta) if is_possible and len(values) > 3 else None
            if size:
                self.size, self.own_labels = size, own
                self._take_labels(is_in_margin=True)
                self.model.margin = Margin("own")
                return True
        return False

    def _over_weight(self, weight, margin):
        """Return what is added divided by its weight; None if one of the two is 0 and the other is not."""
        values = []
        for step in self.steps:
            if not self._is_clean(step):
                continue
            for i in step.drawn:
                g = weight[1](margin(step, i, WithMeasuredFactor(step)), step.y(i))
                c = abs(step.added[i])
                if g < 1e-4 or c == 0:
                    if max(1e-3 * g, c) > max(0.01 * (g > 1e-4), step.tiny, 1e-5):
                        return []
                    continue
                values.append((step, c / g * step.k))
        return values

    def _fitted_weight(self, weight, margin, fit=usual):
        values = self._over_weight(weight, margin)
        return fit(values, self.is_given_eta) if len(values) > 3 else None

    def _take_weight(self, size, weight, margin):
        self.size = size
        if isinstance(size, Size) and not weight[0] and abs(size.c * log(2) - 1) < 2e-4:
            self.size, weight = Size(1.0, size.a, size.counter, size.b), WEIGHTS[-1]
        if weight[0]:
            self._found("weight", (weight[0],), f"an example with the margin z is added with the weight {weight[2]}",
                        f"{WEIGHTS[0][2]} is right", weight=weight[1])  # fmt: skip
        if margin.entries:
            entries = [OF_LOG.get(one, one) for one in margin.entries]
            part = "score" if margin.part == "score" else "weight"
            self._found(part, entries, f"the margin in the weight is {margin.words(self.task.has_bias)}",
                        f"{self._words_of()} is right", margin=margin)  # fmt: skip
        self._identify_signs()
        self._take_labels(is_in_margin=False)

    def _words_of(self, margin=RIGHT_MARGIN):
        return margin.words(self.task.has_bias)

    # Shrinking

    def _identify_keep(self):
        """Identify the factor of the old w, and with it whether the step size or only the addition is another one."""
        clean = [step for step in self.steps if self._is_clean(step) and step.factor is not None]
        adds, fine = [[step for step in clean if bool(any(step.added[i] for i in step.drawn)) is flag]
                      for flag in (True, False)]  # fmt: skip
        size = self.size or self.model.size
        if self.is_scaled:
            return self._take_size(size, KEEPS[0])
        if self.model.keep is NOTHING_SHRINKS[1]:
            return
        self._identify_touched(clean)
        keep = self._fitting_keep(clean, size)
        if (keep is None or keep[0]) and not self._belongs_to(keep, size) and self._takes_own_addition(clean):
            return
        self._take_size(size, keep)
        if keep:
            if keep[1] is KEEPS[1][1]:
                self._set(keep=keep[1])
            if keep[0] and not self._belongs_to(keep, size):
                words = "w never shrinks" if keep is NOTHING_SHRINKS else f"w is multiplied by {keep[2]}"
                right = "multiplying it by 1 − η·λ is right" if keep is NOTHING_SHRINKS else "1 − η·λ is right"
                self._found("shrinking", (keep[0],), words, right, keep=keep[1])
            return
        of_adds, of_fine = self._fitting_keep(adds, size), self._fitting_keep(fine, size)
        if of_adds and of_fine:
            self._take_two_keeps(of_adds, of_fine)
        else:
            self._take_own_keep(clean)

    def _fitting_keep(self, steps, size):
        """Return the first of the factors that all steps have; None if none of them fits, or there are no steps."""
        if not steps:
            return None
        for keep in KEEPS:
            if all(abs(step.factor - keep[1](step, size(step), True)) <= self.near * max(1.0, abs(step.factor))
                    for step in steps):  # fmt: skip
                return keep
        return None

    def _takes_own_addition(self, steps):
        """Return whether w shrinks as the algorithm shrinks it, so that not the step size but the addition is wrong."""
        values = [(step, (1 - step.factor) / step.lam) for step in steps if step.factor < 1]
        size = usual(values, self.is_given_eta) if len(values) == len(steps) > 3 else None
        if size is None or not (size.is_right or self.task.allows(size.entries)):
            return False
        own = self.size
        if own and own.entries and self.task.allows(own.entries):
            return False
        self._take_size(size, KEEPS[0])
        if own:
            entry = self._entry_of_addition(own, size, steps)
            self._found("addition", (entry,), f"y·x is multiplied by {own.words} before it is added", "η is right",
                        own_addition=own)  # fmt: skip
        return True

    def _entry_of_addition(self, own, size, steps):
        """Return the entry about what multiplies the example instead of η."""
        for entry, factor in (("step-size-left-out", lambda step: 1 / size(step)), ("step-size-twice", size),
                              ("new-term-not-divided-by-the-scale", lambda step: 1 / step.t)):  # fmt: skip
            if entry.startswith("new") and self.task.name != "scaled":
                continue
            ratios = [own(step) / size(step) / factor(step) for step in steps]
            if max(ratios) - min(ratios) < self.near * max(ratios) and abs(simple(ratios[0]) - 1) < 0.6:
                return entry
        return "addition"

    def _take_size(self, size, keep):
        self.model.size = size
        if size.is_right:
            return
        entries = size.entries
        if self._is_c(keep, size):
            self._found("step size", ("lambda-taken-for-c",), "λ is used as if it were 1/λ",
                        "η = 1/(λ·t) and the factor 1 − η·λ are right", size=size, keep=C[1])  # fmt: skip
            return
        if self._is_penalty_without_half(keep, size):
            self._found("shrinking", ("objective-without-the-half",), "w is multiplied by 1 − 2·η·λ", "", keep=keep[1])
            entries = () if size.has_lam else entries
            self.base.size = size
        if entries == ("step-size-constant",) and size.c == 1 and keep and keep[0] == "nothing-shrinks":
            entries = ("step-size-left-out",)
        if self.is_given_eta and size.words == "0.5·η":
            entries = ("step-size-halved",)
        if entries or self.is_given_eta:
            every = " in every step" if entries == ("step-size-constant",) else ""
            self._found("step size", entries or ("other",), f"the step size is {size.words}{every}",
                        f"{'η' if self.is_given_eta else '1/(λ·t)'} is right", size=size)  # fmt: skip

    def _is_penalty_without_half(self, keep, size):
        """Return whether the factor 1 − 2·η·λ belongs to the penalty λ·‖w‖², and note the convention if so."""
        is_half = isinstance(size, Size) and size.words == "0.5/(λ·t)"
        return bool(keep) and keep[0] == "shrinks-by-twice-the-penalty" and (is_half or not size.has_lam)

    def _is_c(self, keep, size):
        return bool(keep) and size.words == "λ/t" and keep[2] in (C[2], "1 − 1/t")

    def _belongs_to(self, keep, size):
        """Return whether a factor and a step size together are a way to read λ."""
        return self._is_c(keep, size) or self._is_penalty_without_half(keep, size)

    def _identify_touched(self, steps):
        """Find out whether only the features shrink in which the drawn example is not 0."""
        touched = [step for step in steps if step.factor_elsewhere == 1 or abs((step.factor_elsewhere or 0) - 1) < self.near]
        if not touched:
            return
        fine = [step for step in touched if not any(step.added)]
        words = "only the features in which the example is not 0 shrink"
        if fine:
            self._found("shrinking", ("shrinks-touched-coordinates",), words, "all of w should shrink", touches=lambda adds: True)
        else:
            self._found("shrinking", ("shrinks-touched-coordinates",), words + ", in steps that add an example",
                        "all of w should shrink in each step", touches=lambda adds: adds)  # fmt: skip

    def _take_two_keeps(self, of_adds, of_fine):
        """Note that w is multiplied by different factors in steps that add and in steps that do not."""
        entry = {
            ("", "nothing-shrinks"): "shrinks-only-on-violation",
            ("", "shrinks-by-lambda"): "multiplied-by-lambda-when-fine",
            ("replaces-w", ""): "replaces-w",
            ("shrinks-twice", ""): "shrinks-twice-on-violation",
        }.get((of_adds[0], of_fine[0]), "shrinking")
        self._found("shrinking", (entry,), f"w is multiplied by {of_adds[2]} where the margin is violated, and by "
                    f"{of_fine[2]} elsewhere", "1 − η·λ is right in both cases", keep=of_adds[1],
                    keep_if_fine=of_fine[1])  # fmt: skip

    def _take_own_keep(self, steps):
        """Take a factor with a formula of its own; if there is none, most steps may still shrink as they should."""
        taken = fitting([(step, abs(1 - step.factor)) for step in steps], self.is_given_eta) if all(
            step.factor != 1 for step in steps) else None  # fmt: skip
        if taken:
            sign = 1.0 if steps[0].factor < 1 else -1.0
            self._found("shrinking", ("other",), f"w is multiplied by 1 {'−' if sign > 0 else '+'} {taken.words}",
                        "1 − η·λ is right", keep=linear.OwnKeep(sign, taken))  # fmt: skip

    # The condition

    def _identify_condition(self):
        if self.adds_nothing:
            return
        self.judged = [step for step in self.steps if step.added is not None
                       and (step.is_combination or step.factor_elsewhere is not None)]  # fmt: skip
        found = [condition for condition in self._conditions() if self._decides(condition)]
        if not found:
            found = self._with_own_threshold() or self._with_a_silent_class()
        self.conditions = found
        self._take_labels(bool(found) and found[0].margin.label == "own")
        if found:
            self._take_condition(found[0])

    def _conditions(self):
        """Return the conditions that are tried, first those with the fewest deviations."""
        has_own_labels = bool(self.own_labels) or self.model.label is not linear.true_label
        has_own_labels = has_own_labels and not self.is_one_step
        all_margins = margins(self.task.has_bias, has_own_labels)
        found = [(cost + 1.1 * bool(one.entry), Condition(margin, one)) for cost, margin in all_margins
                 for one in COMPARISONS if cost + bool(one.entry) < 3.5]  # fmt: skip
        found += [(1.2, Condition(comparison=ALWAYS))] + [(1.3, Condition(one)) for one in OTHER_MARGINS]
        if self.task.is_batch:
            found += [(1.0, Condition(picks=picks)) for picks in PICKS]
            found += [(2.0, Condition(margin, picks=picks)) for cost, margin in all_margins if cost == 1 for picks in PICKS]
        found.sort(key=lambda pair: pair[0])
        return [condition for _, condition in found]

    def _with_own_threshold(self):
        """Return the condition with a threshold of its own, in a list; the threshold is found between two numbers."""
        for _, margin in margins(self.task.has_bias, bool(self.own_labels)):
            between = self._threshold(margin)
            if between:
                threshold = roundest(*between)
                own = Comparison("condition", linear.below, threshold, f"below about {brief(threshold)}")
                own.between = between
                return [Condition(margin, own)]
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
        model = self.model.deciding_by(condition)
        if self.own_labels:
            own = self.own_labels
            model.label = lambda step, i: own[1] if step.y(i) > 0 else own[-1]
        for step in self.judged:
            picked = [i for i, _ in model.additions(step) if model.label(step, i)]
            if sorted(picked) != sorted([i for i in step.drawn if step.added[i]]):
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
            self._found(margin.part, margin.entries, f"the margin that decides is {self._words_of(margin)}",
                        f"{self._words_of()}{' of the old w' if margin.is_shrunk else ''} is right", margin=margin)  # fmt: skip
        if comparison.entry:
            words = "examples are added whatever the margin is" if comparison is ALWAYS else (
                f"examples are added where the margin is {comparison.words}")  # fmt: skip
            self._found("condition", (comparison.entry,), words, "they should be added where it is below 1",
                        threshold=comparison.threshold, violates=comparison.violates)  # fmt: skip
        if picks[0]:
            self._found("condition", (picks[0],), picks[2], "all violators of a batch should be added, and no others", picks=picks[1])
        if not (margin.entries or comparison.entry or picks[0]) and self._adds_at_the_margin():
            self._found("condition", ("at-the-margin-too",), "a margin of exactly 1 counts as violated")

    def _adds_at_the_margin(self):
        """Return whether an example was added whose margin is exactly 1."""
        return any(step.added[i] and abs(right_of(step, i) - 1) < 1e-12 for step in self.judged for i in step.drawn)

    def _take_labels(self, is_in_margin):
        own = self.own_labels
        if not own:
            return
        pair = (own[1], own[-1])
        words = f"class +1 has the label {brief(pair[0])} and class −1 the label {brief(pair[1])}"
        label = linear.LabelsOfClasses(*pair)
        if is_in_margin or pair[1] == 0:
            self._found("labels", (LABELS.get(pair, "labels"),), words, "+1 and −1 are right", label=label)
        else:
            words = (f"an example of class +1 adds {brief(pair[0])}·η·x, and an example of class −1 adds {brief(pair[1])}·η·x"
                     ).replace("-", "−")  # fmt: skip
            entry, words = ADDITIONS.get(pair, ("addition", words))
            self._found("addition", (entry,), words, "η·y·x should be added", sign=label)

    # The bias

    def _identify_bias(self):
        moments = [(step, self.model.moment(step)) for step in self.steps]
        shares = [self._share(step, moment) for step, moment in moments]
        if not self._take_known_bias(moments, shares):
            self._take_own_bias(moments, shares)

    def _take_known_bias(self, moments, shares):
        """Take the first of the known ways in which a bias moves that fits all steps; return whether there is one."""
        for stays in STAYS:
            for move in MOVES:
                if all(abs(share * (stays[1](moment) + move[1](moment, self.model)) - step.b_after)
                       <= self._bound_of_bias(step) for (step, moment), share in zip(moments, shares) if share):  # fmt: skip
                    self._take_bias(stays, move)
                    return True
        return False

    def may_be_bias(self):
        """Return whether the number beside w moves by what is added to w in half of the steps in which it changes."""
        steps = [step for step in self.steps if step.added is not None and step.b_after != step.b]
        free = [step.b_after - step.b - sum(step.added) for step in steps]
        shrinking = [step.b_after - (step.factor or 0.0) * step.b - sum(step.added) for step in steps]
        return any(2 * len([1 for step, rest in zip(steps, rests) if abs(rest) <= 1e-4 * abs(step.b_after - step.b)])
                   > len(steps) for rests in (free, shrinking))  # fmt: skip

    def _share(self, step, moment):
        """Return by what a projection has multiplied the bias; 0 if that is unknown."""
        if step not in self.on_sphere or not self.sphere[1][2]:
            return 1.0
        square = dot(moment.w, moment.w)
        return dot(step.after, moment.w) / square if square else 0.0

    def _bound_of_bias(self, step):
        return max(10 * self.rounding, self.near) * max(abs(step.b), abs(step.b_after), 1e-4)

    def _take_bias(self, stays, move):
        right = "free-bias" if self.task.asks_bias else ""
        bias = linear.Bias(stays, move)
        if move[0] == "bias-never-updated" and stays is STAYS[0]:
            self._found("bias", (move[0],), "b stays as it is", "b + η·y is right", bias=bias)
            return
        if self.task.allows(stays[:1]):
            self._set(bias=linear.Bias(stays, MOVES[0]))
        if move[0] == "bias-with-the-wrong-sign" and getattr(self.model.margin, "place", "") == "−":
            self._set(bias=bias, margin=self.model.margin)
            self.findings = [one for one in self.findings if one.part != "score"]
            self._found("bias", ("bias-subtracted-in-the-score",), "the score is w·x − b", "", bias=bias)
            move = MOVES[0]
        if self.task.allows(stays[:1]) and stays[0] != right:
            words = "does not shrink" if stays is STAYS[0] else "shrinks as w does"
            self._found("bias", (stays[0],), f"the bias {words}", "", bias=bias)
        if move[0] or not self.task.allows(stays[:1]):
            entries = [one for one in (self._entry_of_move(move), "" if self.task.allows(stays[:1]) else stays[0]) if one]
            words = stays[2].format(move[2]).replace("+ −", "− ")
            self._found("bias", entries, f"b becomes {words}", self._right_bias(stays), bias=bias)

    def _right_bias(self, stays):
        """Return what b becomes in the right program in the same convention."""
        old = "(1 − η·λ)·b" if stays[0] == "bias-as-a-column" else "b"
        return f"{old} + η·p·y is right" if self.task.is_log else f"{old} + η·y where the margin is violated is right"

    def _entry_of_move(self, move):
        if move[0] == "bias-in-every-step":
            return ("bias-without-the-probability" if self.task.is_log
                    else "bias-from-the-whole-batch" if self.task.is_batch else move[0])  # fmt: skip
        return move[0]

    def _take_own_bias(self, moments, shares):
        """Take a bias that moves by a multiple of what it should, with a formula of its own."""
        for stays in STAYS[:2]:
            pairs = [(step, step.b_after / share - stays[1](moment), moment.total)
                     for (step, moment), share in zip(moments, shares) if share]  # fmt: skip
            values = [(step, change / total) for step, change, total in pairs if total]
            signs = set([value > 0 for _, value in values])
            if len(signs) != 1 or any(abs(change) > self._bound_of_bias(step) for step, change, total in pairs if not total):
                continue
            own = fitting([(step, abs(value)) for step, value in values], self.is_given_eta)
            if own:
                sign = 1.0 if True in signs else -1.0
                if stays[0] != ("free-bias" if self.task.asks_bias else ""):
                    self._set(bias=linear.Bias(stays, MOVES[0]))
                    self._found("bias", (stays[0],), "the bias shrinks as w does" if stays is STAYS[1] else
                                "the bias does not shrink")  # fmt: skip
                self._found("bias", ("bias",), f"the bias moves by {brief_factor(sign, own)} times η·y", "η·y is right",
                            bias=linear.Bias(stays, ("bias", linear.MultipleOfTotal(sign, own), "")))  # fmt: skip
                return

    # The projection

    def _identify_ball(self):
        moments = [(step, self.model.moment(step)) for step in self.steps]
        moments.sort(key=lambda pair: linear.leaves(pair[0], pair[1].w, pair[1].b, self.rounding))  # others first
        if not moments or linear.leaves(moments[0][0], moments[0][1].w, moments[0][1].b, self.rounding):
            return
        for ball, keys, words in self._balls():
            if all(linear.leaves(step, *ball(moment.w, moment.b, step), self.rounding) for step, moment in moments):
                self._found("projection", keys, words, "the ball of radius 1/√λ is right", ball=ball)
                return

    def _balls(self):
        radii = [self.sphere[0], *RADII] if self.sphere else RADII
        scopes = SCOPES if self.task.has_bias else SCOPES[:1]
        for rule in RULES:
            for radius in radii:
                for scope in scopes:
                    keys = tuple([one for one in (rule[0], radius[0]) if one]) or (self._convention_of(scope),)
                    yield linear.Ball(rule, radius, scope), keys, rule[2].format(radius[2]) + words_of_scope(scope)
        yield linear.cut, ("cut-entry-by-entry",), "each entry of w is cut at ±1/√λ"

    def _convention_of(self, scope):
        if scope is SCOPES[0] and self.task.has_bias and not self.task.asks_bias:
            return "projection-without-the-bias"
        return scope[0]
