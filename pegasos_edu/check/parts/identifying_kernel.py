"""Identify the parts of a program with a kernel from its measured steps.

Its numbers α tell exactly by what they were multiplied and what was added. Of the score each step tells one bit:
whether the margin was violated. So the parts of the score are those that decide all steps as the program did and are
nearest to the right ones.
"""

from pegasos_edu.check.parts import kernel
from pegasos_edu.check.parts.candidates import BIASES, DRAWS, below, true_label
from pegasos_edu.check.parts.cases import whole_runs
from pegasos_edu.check.parts.findings import PARTS
from pegasos_edu.check.parts.identifying import Identification
from pegasos_edu.check.parts.kernel import CLEARED, ETA, FIGURE, HALF, ONE, SET, SHRINK, STAY
from pegasos_edu.check.parts.measuring import Case, Step, steps_of
from pegasos_edu.check.parts.parting import Probe
from pegasos_edu.check.parts.sizes import Size, T, counter_named, fitting, usual

# The costs of the choices that make a score: of one mistake, also with conventions, and the largest that is tried.
ONE_MISTAKE, NEAR, FURTHEST = 1.0, 1.75, 2.75
LATE = 20  # later steps are late
STORED = "coefficients are stored instead of counts"
GROWS = "coefficients-grow-by-lambda"
SHRINKING, SHRINKING_FIRST = "coefficients-that-shrink", "coefficients-that-shrink-first"
WORDS = {
    FIGURE: "the η before the sum is that of the step itself",
    HALF: "λ is doubled, as for the penalty λ·‖w‖²",
    "t-from-3": "the steps are counted from 3",
}
FROM_2 = Size(1.0, -1, counter_named("t+1"), -1)
FROM_3 = Size(1.0, -1, counter_named("t+2"), -1)


class KernelIdentification(Identification):
    """Identify the parts of a program with a kernel; the attributes are those of an `Identification`.

    Attributes
    ----------
    rivals
        Models with another score that decide all steps like the measured one.
    """

    def __init__(self, task, runs, is_one_step):
        Identification.__init__(self, task, runs, is_one_step)
        self.model, self.base, self.rivals = (
            kernel.KernelModel(task, is_one_step),
            kernel.KernelModel(task, is_one_step),
            [],
        )
        for step in self.steps:
            kernel.prepare(step, self.rounding)

    def measured(self, run):
        """Return the measured steps of another run."""
        steps = steps_of(run)
        for step in steps:
            kernel.prepare(step, run.rounding)
        return steps

    def likely_conventions(self):
        """Return no conventions: the parts of a kernel program do not hide each other."""
        return [], None

    def parting_probe(self, rival):
        """Return a probe in whose last step a rival of the model decides otherwise; None if none is found."""
        case = None if self.is_one_step else parting_case(self, rival)
        return Probe(case, None, None) if case else None

    def identified(self):
        """Identify each part; return self."""
        self.to_reach = []
        self.on_sphere = []
        changes = self._changes() or self._with_other_draws()
        if changes:
            self.model = self._with_score(changes)
            self._take_change()
            self._take_labels_of_numbers()
            self._take_score()
            self._take_edge()
        if self.task.has_bias:
            self._identify_bias()
        self.findings = [one for part in PARTS for one in self.findings if one.part == part]
        return self

    # How the numbers change

    def _changes(self):
        """Return a model for each way in which the numbers may have changed, the most usual ones first."""
        if not all([_changes_one(step) for step in self.steps]):
            return []
        found = self._changes_with(true_label)
        for own in kernel.OWN_LABELS:
            found = found or self._changes_with(own.value)
        return found

    def _changes_with(self, label):
        """Return these models for a function of the labels; only numbers that contain labels can show other labels."""
        steps, trial = list(self.steps), self.model.copy()
        trial.has_labels, trial.sign = self._signs(label)
        trial.label = label
        if label is not true_label and not trial.has_labels:
            return []
        for size in self._sizes(label if trial.has_labels else None):
            found = []
            for change in kernel.CHANGES:
                for eta in [size, ETA, FROM_2, FROM_3] if change.uses_eta else [ETA]:
                    trial.change, trial.eta, trial.amount = change, eta, size
                    if _all_or_first(trial.can_change, steps):
                        found.append(trial.copy())
                        break
                if found and change.uses_eta:
                    break
            if found:
                return found
        return self._with_own_keep(trial)

    def _with_own_keep(self, trial):
        """Return a model of coefficients that shrink by a formula of their own."""
        values = [(step, 1 - step.factor) for step in self.steps if step.factor]
        keep = fitting([(step, abs(value)) for step, value in values]) if all([value for _, value in values]) else None
        if not keep:
            return []
        sign = 1.0 if values[0][1] > 0 else -1.0
        words = f"all coefficients are multiplied by 1 {'−' if sign > 0 else '+'} {keep.words}"
        trial.change = kernel.ChangeOfNumbers("shrinking", words, lambda step, eta, adds: 1 - sign * keep(step))
        for size in self._sizes(trial.label if trial.has_labels else None):
            trial.eta = trial.amount = size
            if all([trial.can_change(step) for step in self.steps]):
                return [trial]
        return []

    def _with_other_draws(self):
        """Return the models of changes if each step uses another example than the drawn one."""
        given = [step.drawn for step in self.steps]
        for key, draw, words in DRAWS:
            others = [[draw(step, i) for i in step.drawn] for step in self.steps]
            for step, drawn in zip(self.steps, others):
                step.drawn = drawn
            found = self._changes()
            if found:
                self._found("draws", (key,), words, "the drawn example is right")
                return found
            for step, drawn in zip(self.steps, given):
                step.drawn = drawn
        return []

    def _signs(self, label):
        """Return whether the numbers contain the labels, and the sign with which they are added."""
        pairs = self._first_additions() or self._all_pairs()
        signs = [(c > 0, label(step, i) > 0) for step, i, c in pairs]
        if all([c for c, _ in signs]):
            return False, 1.0
        if all([c == y for c, y in signs]):
            return True, 1.0
        return not any([c == y for c, y in signs]), -1.0  # also if the signs have no rule

    def _first_additions(self):
        """Return what was added to numbers that were 0, where no shrinking can hide it."""
        return [(step, i, step.after[i]) for step in self.steps for i in step.drawn
                if abs(step.before[i]) <= step.bound < abs(step.after[i])]  # fmt: skip

    def _sizes(self, label):
        """Yield formulas of what is added, without the labels."""
        first = [(step, abs(c) / self._size_of(label, step)) for step, _, c in self._first_additions()]
        if all([abs(c - 1) <= step.bound for step, c in first]):
            yield ONE
        every = [(step, abs(c) / self._size_of(label, step)) for step, _, c in self._all_pairs()]
        over = [(step, c / abs(step.factor)) for step, c in every if step.factor]
        for fit in (usual, fitting):
            for values in (every, first, over):
                size = fit(values)
                if size:
                    yield size

    def _size_of(self, label, step):
        return abs(label(step, step.drawn[0])) or 1.0 if label else 1.0

    # The score

    def _with_score(self, changes):
        """Return the model whose score decides all steps and is nearest to the right one, and note its rivals."""
        silent = [model for model in changes if not any([model.observed(step) for step in self.steps])]
        if silent:
            return silent[0].copy(condition=kernel.NEVER)
        found = self._deciding(changes, NEAR) or self._with_own_factor(changes) or self._deciding(changes, FURTHEST)
        if not found:
            return changes[0]
        best, model = found[0]
        judged = self._judged(model)
        self.rivals = [
            one for cost, one in found[1:] if cost <= max(best, ONE_MISTAKE) + 0.5 and not _are_same(one, model, judged)
        ]
        return model

    def _deciding(self, changes, furthest):
        """Return pairs of a cost and a model whose score decides all steps, the nearest to the right one first."""
        found = []
        for model in changes:
            names, judged, trial = [name for name, _ in kernel.axes(model)], self._judged(model), model.copy()
            for cost, parts in kernel.combinations(model, furthest):
                for name, part in zip(names, parts):
                    setattr(trial, name, part)
                if _decides(trial, judged):
                    found.append((cost, trial.copy()))
        return kernel.in_order(found)

    def _judged(self, model):
        """Return the steps that show whether they have added, with this fact."""
        found = [(step, model.observed(step)) for step in self.steps]
        return [(step, adds) for step, adds in found if adds is not None]

    def _with_own_factor(self, changes):
        """Return the models with a factor c·g that decides all steps, with the simplest c for each usual g.

        The late steps alone must show the c of the first, too: if they do not, there is also the model with another c,
        so that a case is chosen in which a late step parts the two.
        """
        found = []
        for model in [] if self.task.has_bias else changes:
            judged = self._judged(model)
            for g in kernel.USUAL_FACTORS:
                plain = model.copy(factor=g)
                low, high = _bounds(plain, judged)
                if 0 < low < high < 1e300:
                    c = kernel.simplest(low, high)
                    others = [] if found else _unlike(c, _bounds(plain, [pair for pair in judged if pair[0].t > LATE]))
                    for one in [c] + others:
                        found.append((NEAR, model.copy(factor=g.times(one, model.change.is_of_coefficients))))
        return found

    # What is told about the numbers

    def _take_change(self):
        model, base = self.model, self.base
        if self._keeps_coefficients():
            base.change, base.factor = SHRINK, kernel.NEUTRAL
            base.amount = base.eta = model.eta if model.change.uses_eta else model.amount
            self._take_sizes()
            self._take_shrinking()
        else:
            self._take_counting()

    def _keeps_coefficients(self):
        """Return whether the numbers are coefficients of w, or are meant to be."""
        model = self.model
        return model.change.is_of_coefficients or model.change is STAY and model.factor is kernel.NEUTRAL

    def _take_sizes(self):
        """Note the step size of coefficients, and what is added if it is not η."""
        model = self.model
        eta, amount = self.base.eta, model.amount
        if eta.words in (ETA.words, FROM_2.words) and _is_half(amount, eta):
            says = f"the step size is {amount.words}, and the coefficients are multiplied by 1 − 2·η·λ"
            self._found("shrinking", (HALF,), says, amount=amount)
        elif amount is not eta and amount.words != eta.words:
            self._take_own_amount(eta, amount)
        if self._is_penalty_without_half():
            self._found("shrinking", (HALF,), "the coefficients are multiplied by 1 − 2·η·λ", change=model.change)
        if not eta.is_right and (eta.entries or eta.words != ETA.words):
            is_convention = self.task.allows(eta.entries)
            self._found("step size", eta.entries or ("other",), f"the step size is {eta.words}", "1/(λ·t) is right")
            if not is_convention:
                self.base.eta = self.base.amount = ETA

    def _take_own_amount(self, eta, amount):
        unit = kernel.unit_of(self.model)
        if unit and unit.words != "1" and self.model.factor.is_in(unit):  # the same program in another unit
            self.base.amount, self.base.factor = amount, kernel.NEUTRAL.divided_by(unit)
            return
        entry = GROWS if amount.words == "λ" else "addition"
        says = f"the coefficient of a violated example grows by {amount.words}"
        self._found("addition", (entry,), says, "η is right")

    def _is_penalty_without_half(self):
        """Return whether the factor 1 − 2·η·λ belongs to the penalty λ·‖w‖²."""
        return self.model.change is kernel.TWICE_THE_PENALTY and not self.model.eta.has_lam

    def _take_shrinking(self):
        model = self.model
        change = model.change
        if change is SHRINK or self._is_penalty_without_half():
            if [one for one in self.findings if GROWS in one.entries]:  # which says so
                return
            if model.is_after:
                says = f"{STORED}, and all of them shrink before the score is computed"
                self._found("shrinking", (SHRINKING_FIRST,), says, is_after=True)
            else:
                self._found("shrinking", (SHRINKING,), f"{STORED}, and all of them shrink")
            return
        entry, words = change.entry, change.words
        if change is STAY:
            entry, words = "coefficients-never-shrink", f"{STORED}, and they never shrink"
        elif model.is_after and change is kernel.DRAWN:
            entry, words = "only-the-drawn-coefficient-shrinks-first", f"{words}, before the score is computed"
        elif model.is_after:
            self._found("score", (SHRINKING_FIRST,), "the score is computed after the coefficients have shrunk")
        self._found("shrinking", (entry,), words, "all coefficients should be multiplied by 1 − η·λ in each step")

    def _take_counting(self):
        model = self.model
        if model.change is SET:
            entry = SET.entry if model.amount.words == "1" else "addition"
            says = f"the count of a violated example is set to {model.amount.words}"
            return self._found("addition", (entry,), says, "it should grow by 1")
        if model.change is CLEARED:
            when, entry = ("before", CLEARED.entry) if model.is_after else ("after", "addition")
            says = f"{CLEARED.words}, {when} the score is computed"
            self._found("addition", (entry,), says, "no count should become smaller")
        unit = kernel.unit_of(model)
        if unit and unit.words != "1" and model.factor.is_in(unit):
            self.base.amount, self.base.factor = model.amount, kernel.FACTORS[0].divided_by(unit)
        elif model.amount.words != "1":
            is_eta = isinstance(model.amount, Size) and (model.amount.a, model.amount.b) == (-1, -1)
            self._found("addition", ("step-size-counted-twice" if is_eta else "addition",),
                        f"the count of a violated example grows by {model.amount.words}", "it should grow by 1")  # fmt: skip

    def _take_labels_of_numbers(self):
        model = self.model
        self.base.has_labels = model.has_labels
        if model.sign < 0:
            label = "·y" if model.has_labels else ""
            says = f"{model.amount.words}{label} is subtracted from what is stored for a violated example"
            self._found("addition", ("addition-subtracted",), says, "it should be added")
        if not model.has_labels:
            return
        if model.labels is kernel.LABELS[2]:
            says = "the stored numbers contain the labels, and the sum multiplies by them again"
            self._found("labels", ("label-in-the-count-and-in-the-sum",), says, "each label should occur once")
        else:
            self._found("labels", ("signed-counts",), "the stored numbers contain the labels", has_labels=True)

    # What is told about the score

    def _right_factor(self):
        """Return the formula of the right factor, in the unit of the stored numbers."""
        right = kernel.NEUTRAL if self._keeps_coefficients() else kernel.FACTORS[0]
        unit = kernel.unit_of(self.model)
        return right.divided_by(unit).words if unit and self.model.factor.is_in(unit) else right.words

    def _take_score(self):
        model = self.model
        self._take_factor()
        if model.labels.key and not (model.has_labels and model.labels is kernel.LABELS[2]):
            self._found("labels", (model.labels.key,), model.labels.words, "each term should have its own label, y_j")
        if model.skips:
            self._found(
                "score",
                ("sum-skips-the-example",),
                "the sum skips the drawn example",
                "it should contain every example",
            )
        if model.label is not true_label:
            own = [one for one in kernel.OWN_LABELS if one.value is model.label][0]
            self._found("labels", (own.key,), own.words, "+1 and −1 are right")
        for part, right in (
            (model.condition, "exactly the examples with a margin below 1 should be added"),
            (model.exception, "every violated example should be added"),
        ):
            if part and part.key:
                self._found("condition", (part.key,), part.words, right)

    def _take_factor(self):
        factor, right = self.model.factor, f"{self._right_factor()} is right"
        mistakes = tuple([one for one in factor.entries if not self.task.allows([one])])
        conventions = tuple([one for one in factor.entries if self.task.allows([one])])
        if mistakes:
            self._found("score", mistakes, f"the sum is multiplied by {factor.words}", right)
            if conventions:
                self._found("score", conventions, WORDS[conventions[0]])
                self.base.factor = [one for one in kernel.FACTORS if one.entries == conventions][0]
        elif conventions:
            self._found("score", conventions, f"the sum is multiplied by {factor.words}", "", factor=factor)

    def _take_edge(self):
        """Note the convention that an example is also added at a margin of exactly 1."""
        model = self.model
        if model.condition.violates is not below or model.condition.key:
            return
        edge = [step for step in self.steps if abs(model.margin(step) - 1) <= 1e-12]
        if any([model.observed(step) for step in edge]):
            self._found("condition", ("at-the-margin-too",), "an example is also added at a margin of exactly 1")

    # The bias

    def _identify_bias(self):
        model = self.model
        self._take_place_of_b()
        own = [model.amount, model.eta] if self._keeps_coefficients() else [ETA, FROM_2, FROM_3, Size(0.5, -1, T, -1)]
        for eta in own:
            one = model.copy(eta_of_b=eta)
            moments = [(step, one.moment_of(step)) for step in self.steps]
            for key, bias, words in BIASES:
                distances = [(step, abs(bias(moment, one) - step.b_after)) for step, moment in moments]
                if all([distance <= self._bound_of_bias(step) for step, distance in distances]):
                    self._set(eta_of_b=eta)
                    return self._take_bias(key, bias, words)
        self._take_own_bias([(step, model.moment_of(step)) for step in self.steps], [1.0] * len(self.steps))

    def _take_place_of_b(self):
        place = self.model.place_of_b
        if place.key and place is not kernel.INSIDE:
            self._found("condition", (place.key,), place.words, "y·(score + b) is right")
        elif place.key:
            self._set(place_of_b=place)

    def _take_bias(self, key, bias, words):
        model = self.model
        if model.place_of_b is kernel.INSIDE and key == "free-bias":
            says = "the bias is inside the sum, as the weight of a column of ones"
            self._found("bias", ("bias-as-a-column",), says, bias=bias)
        elif key == "bias-with-the-wrong-sign" and model.place_of_b is kernel.MINUS_B:
            self._set(bias=bias, place_of_b=model.place_of_b)
            self.findings = [one for one in self.findings if one.entries != (kernel.MINUS_B.key,)]
            self._found("bias", ("bias-subtracted-in-the-score",), "the bias is subtracted in the score")
        else:
            right = "" if key == "free-bias" else "b + η·y where the margin is violated is right"
            self._found("bias", (key,), f"b becomes {words}", right, bias=bias)


def _are_same(one, other, judged):
    """Return whether two models compare the same margins in the same way, wherever this changes a number."""
    conditions = [(model.condition.violates, model.condition.threshold) for model in (one, other)]
    if conditions[0] != conditions[1]:
        return False
    for step, _ in judged:
        p, q = one.compared(step), other.compared(step)
        if p != q and (None in (p, q) or abs(p - q) > 1e-9 * (abs(p) + abs(q))):
            return False
    return True


def _changes_one(step):
    """Return whether all numbers but that of the drawn example are multiplied by the same factor."""
    pairs = [(p, q) for j, (p, q) in enumerate(zip(step.before, step.after)) if j not in step.drawn]
    largest = max(pairs, key=lambda pair: abs(pair[0]))
    factor = largest[1] / largest[0] if largest[0] else 1.0
    return all([abs(q - factor * p) <= step.bound for p, q in pairs])


def _decides(model, judged):
    """Return whether a model decides all steps as they were."""
    return _all_or_first(lambda pair: model.decision(pair[0]) in (None, pair[1]), judged)


def _all_or_first(holds, values):
    """Return whether something holds for all values; a value for which it does not is looked at first next time."""
    for n, value in enumerate(values):
        if not holds(value):
            values.insert(0, values.pop(n))
            return False
    return True


def _bounds(model, judged):
    """Return between which bounds a number times the score of a model decides all steps."""
    low, high = 0.0, 1e300
    for step, adds in judged:
        z = model.margin(step)
        if z <= 0:
            high = high if adds else 0.0
        elif adds:
            high = min(high, 1 / z)
        else:
            low = max(low, 1 / z)
        if low >= high:
            break
    return low, high


def _unlike(c, bounds):
    """Return a number 10 % larger or smaller than c, if bounds would allow a number nearly so large or so small."""
    low, high = bounds
    return [1.1 * c] if high > 1.06 * c else [c / 1.1] if low < 0.94 * c else []


def parting_case(identification, rival):
    """Return a case on whose last step a rival decides otherwise than the identified model; None if none is found."""
    bases = whole_runs(identification.task)
    n = len(identification.steps)  # so that each further case is another one
    for base in bases[n % len(bases) :] + bases[: n % len(bases)]:
        case = _with_a_last_example(identification.model, rival, base, n)
        if case:
            return case
    for base in bases:
        for lam in (base.lam, 3 * base.lam):
            for size in (1, 4, 16, 0.25):
                case = _case([[size * a for a in row] for row in base.X], base.y, lam, base.draws)
                for step in _simulated(identification.model, case):
                    if _part(identification.model, rival, step):
                        return _case(case.X, case.y, lam, case.draws[: step.t])
    return None


def _with_a_last_example(model, rival, base, n):
    """Return a case that ends with a new example, so long that its margins lie on both sides of the threshold."""
    X, y, new = base.X + [base.X[n % base.m]], base.y + [base.y[n % base.m]], base.m
    steps = []
    for step in _simulated(model, _case(X, y, base.lam, base.draws)):
        last = _step(step.case, step.t, [new], (step.before, step.b), step.previous, step.updates)
        lengths = [one.length_at_the_threshold(last) for one in (model, rival)]
        if all([length > 0 for length in lengths]) and abs(lengths[0] / lengths[1] - 1) > 1e-3:
            steps.append((step.t, (lengths[0] + lengths[1]) / 2))
    if not steps:
        return None
    t, size = steps[-1]  # a late step, because the early ones are those that other cases show well
    return _case(base.X + [[size * a for a in X[new]]], y, base.lam, base.draws[: t - 1] + [new])


def _case(X, y, lam, draws):
    return Case("two scores", X, y, lam, draws, is_kernel=True)


def _simulated(model, case):
    """Yield the steps of a model, up to a margin that is too close to its threshold; each step leaves what it found."""
    state, previous, updates = ([0.0] * case.m, 0.0), None, 0
    for t, i in enumerate(case.draws, 1):
        step = _step(case, t, [i], state, previous, updates)
        yield step
        adds = model.decision(step)
        if adds is None:
            return
        is_seen = adds and model.own_after(step, True) != model.own_after(step, False)
        state, previous, updates = model.predict(step), step, updates + is_seen


def _step(case, t, drawn, state, previous, updates):
    step = Step(case, t, drawn, state, state)
    step.previous, step.updates = previous, updates
    kernel.prepare(step, 0.0)
    return step


def _part(model, rival, step):
    """Return whether two models decide a step otherwise, and the state shows it."""
    decisions = [one.decision(step) for one in (model, rival)]
    shows = abs(model.own_after(step, True) - model.own_after(step, False)) > step.bound
    return shows and None not in decisions and decisions[0] != decisions[1]


def _is_half(amount, eta):
    return isinstance(amount, Size) and amount.words == eta.words.replace("1/", "0.5/")
