"""Identify what a step adds: its size, by what a batch divides it, and with which labels."""

from pegasos_edu.check.parts.candidates import ADDITIONS, DIVISORS, LABELS, RIGHT_MARGIN, LabelsOfClasses
from pegasos_edu.check.parts.linear import AT_THE_MARGIN
from pegasos_edu.check.parts.shrinking import NOTHING_SHRINKS
from pegasos_edu.check.parts.sizes import NEAR, Size, counter_named, fitting, simple, usual, voted
from pegasos_edu.check.parts.words import brief

ADDED = "η·y·x should be added"


def right_of(step, i):
    return RIGHT_MARGIN(step, i, None)


class Additions:
    """Identify the addition, as a part of an `Identification`."""

    def _pairs(self):
        return [
            (step, i, step.added[i]) for step in self.steps if self._is_clean(step) for i in step.drawn if step.added[i]
        ]

    def _identify_addition(self):
        self.pairs = self._pairs()
        if not self.pairs and self._adds_nothing():
            return
        size, divisor = self._fitted(self.pairs)
        for way in (self._fitted_by_place, self._fitted_by_class, self._fitted_by_example, self._fitted_by_margin,
                    self._voted, self._fitted_over_old_scale, self._fitted_ratio):  # fmt: skip
            size = size or way()
        if divisor[0] == "sum-over-batch":
            size, divisor = self._divided_by_a_number(size, divisor)
        self._identify_signs()
        self.size = size
        if divisor is not DIVISORS[0]:
            done = "not divided" if divisor[2] == "nothing" else f"divided by {divisor[2]}"
            right = "it should be divided by the size of the batch"
            self._note("division", (divisor[0],), f"the sum is {done}", right, divisor=divisor[1])

    def _adds_nothing(self):
        """Note that no example is ever added, if that is so."""
        if not all(step.added is not None and not any(step.added) for step in self.steps):
            return False
        factors = [step.factor for step in self.steps if step.factor is not None]
        if not self.is_one_step:
            part = "addition" if self.task.is_log else "condition"
            entry, words = "nothing-is-added", "no example is ever added"
        elif all(abs(factor - 1) < self.near for factor in factors):
            entry, part, words = "old-w-returned", "output", "w is returned as it was before the step"
            self.model.keep = NOTHING_SHRINKS[1]
        else:
            entry, part, words = "addition-missing", "addition", "nothing is ever added"
        right = "the new w should be returned" if part == "output" else "violated examples should be added"
        if self.task.is_log and part != "output":
            right = "every example should be added, with its weight p"
        self._note(part, (entry,), words, right, violates=lambda z, threshold: False)
        self.adds_nothing = True
        return True

    adds_nothing, size = False, None

    def _divided_by_a_number(self, size, divisor):
        """Return the step size by which w shrinks, and a number by which every sum is divided, if both fit."""
        n = round(1 / size.c) if isinstance(size, Size) and size.c < 1 else 1
        if n < 2 or abs(n * size.c - 1) > NEAR:
            return size, divisor
        whole = Size(1.0, size.a, size.counter, size.b)
        clean = [step for step in self.steps if self._is_clean(step) and step.factor is not None]
        is_shrunk_so = all(abs(step.factor - 1 + whole(step) * step.lam) <= self.near for step in clean)
        if not is_shrunk_so or not whole.is_right and not self.task.allows(whole.entries):
            return size, divisor
        return whole, ("division", lambda step, added: n, f"{n}", f"{{}} / {n}")

    def _fitted(self, pairs):
        """Return the size of what is added, and the divisor of a batch."""
        for fit in (usual, fitting):
            for divisor in DIVISORS if self.task.is_batch else DIVISORS[:1]:
                values = [
                    (step, abs(c) * divisor[1](step, sum([bool(step.added[j]) for j in step.drawn])))
                    for step, _, c in pairs
                ]
                if size := fit(values, self.is_given_eta):
                    return size, divisor
        return None, DIVISORS[0]

    def _voted(self):
        return voted([(step, abs(c) * step.k) for step, _, c in self.pairs], self.is_given_eta)

    def _fitted_by_margin(self):
        """Return the size if each example is multiplied by its loss, as for the squared hinge loss."""
        values = [
            (step, abs(c) * step.k / (1 - right_of(step, i))) for step, i, c in self.pairs if right_of(step, i) < 1
        ]
        size = usual(values, self.is_given_eta) if len(values) == len(self.pairs) > 3 else None
        if size:
            words = "the example is multiplied by η·y·(1 − y·score)"
            self._note("addition", ("loss-instead-of-its-slope",), words, "η·y is right", slope=lambda z: 1 - z)
        return size

    def _fitted_over_old_scale(self):
        """Return the size if it is added before w shrinks, and w shrinks as it should."""
        values = [(step, abs(c / step.factor) * step.k) for step, _, c in self.pairs if step.factor]
        size = usual(values, self.is_given_eta) if len(values) > 3 else None
        if size and all(abs(step.factor - 1 + size(step) * step.lam) <= self.near for step, _ in values):
            words = "w shrinks after the addition, so what was added shrinks, too"
            right = "w should shrink before the addition"
            self._note("shrinking", ("shrinks-after-adding",), words, right, adds_before_shrinking=True)
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

    def _fitted_by_place(self):
        """Return the size if each example of a batch has a step size of its own, because t counts examples."""
        if not self.task.is_batch or self.is_one_step:
            return None

        def number(step, i):
            return (step.t - 1) * step.k + step.drawn.index(i) + 1

        if any(abs(abs(c) * step.k * step.lam * number(step, i) - 1) > NEAR for step, i, c in self.pairs):
            return None
        words = "t counts examples, so the n-th one that is drawn has a step size of its own, 1/(λ·n)"
        right = "1/(λ·t) is right for all examples of a batch"
        self._note(
            "step size",
            ("counter-of-examples",),
            words,
            right,
            of_place=lambda step, i: step.t * step.k / number(step, i),
        )
        return Size(1.0, -1, counter_named("examples"), -1)

    def _fitted_by_example(self):
        """Return the size if each example adds with a factor of its own, as labels that are numbers would."""
        groups = [[(step, abs(c) * step.k) for step, j, c in self.pairs if j == i and step.case is case]
                  for case in self._cases() for i in range(case.m)]  # fmt: skip
        sizes = [usual(values, self.is_given_eta) for values in groups if len(values) > 1]
        if (
            self.is_one_step
            or len(sizes) < 4
            or not all(isinstance(size, Size) and size.is_like(sizes[0]) for size in sizes)
        ):
            return None
        first = sizes[0]
        base = 1.0 if first.a == -1 else min(size.c for size in sizes)
        self.labels_of = {}
        size = Size(base, first.a, first.counter, first.b)
        for step, i, c in self._all_pairs() + self.pairs:  # the latter are not changed by a projection
            self.labels_of[(step.case.name, i)] = simple(c * step.k / size(step))
        for step in self.steps:
            for i in step.drawn:
                if (step.case.name, i) not in self.labels_of and right_of(step, i) < 1 - AT_THE_MARGIN:
                    self.labels_of[(step.case.name, i)] = 0.0
        return Size(base, first.a, first.counter, first.b)

    def _cases(self):
        cases = []
        for step in self.steps:
            if step.case not in cases:
                cases.append(step.case)
        return cases

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
        plus, minus = [None if not fit else True if all(fit) else False if not any(fit) else "mixed" for fit in signs]
        if self.labels_of:
            known = self.labels_of
            self.labels = "of examples"
            numbers = [known[key] for key in sorted(known) if key[0] == self.steps[0].case.name]
            words, right = f"the examples have the labels {brief(numbers)}", "+1 and −1 are right"
            self._note(
                "labels", ("labels",), words, right, label=lambda step, i: known.get((step.case.name, i), step.y(i))
            )
            return
        p, q = self.multipliers
        labels = {}
        if plus == "mixed" or minus == "mixed":
            if all((c > 0) == (step.y((i - 1) % step.m) > 0) for step, i, c in self._all_pairs()):
                self.labels = "rolled"
                self._note("labels", ("labels-shifted",), "each example has the label of the example before it",
                            "each example should have its own label",
                            label=lambda step, i: step.y((i - 1) % step.m))  # fmt: skip
            return
        labels[1] = p if plus is not False else -p
        labels[-1] = -q if minus is not False else q
        if (labels[1], labels[-1]) == (1.0, -1.0):
            return
        self.own_labels = labels

    def _all_pairs(self):
        return [(step, i, step.added[i]) for step in self.steps if step.added for i in step.drawn if step.added[i]]

    def _take_labels(self, is_in_margin):
        labels = self.own_labels
        if not labels:
            return
        pair = (labels[1], labels[-1])
        words = f"class +1 has the label {brief(pair[0])} and class −1 the label {brief(pair[1])}"
        label = LabelsOfClasses(*pair)
        if is_in_margin or pair[1] == 0:
            self._note("labels", (LABELS.get(pair, "labels"),), words, "+1 and −1 are right", label=label)
        else:
            plus, minus = [f"an example of class {name} adds {brief(c)}·η·x" for name, c in zip(("+1", "−1"), pair)]
            words = f"{plus}, and {minus}".replace("-", "−")
            entry, words = ADDITIONS.get(pair, ("addition", words))
            words, right = [text.replace("η·", "η·p·") if self.task.is_log else text for text in (words, ADDED)]
            self._note("addition", (entry,), words, right, sign=label)
