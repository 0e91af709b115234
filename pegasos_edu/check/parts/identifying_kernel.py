"""Identify the parts of a program with a kernel from its measured steps.

Its numbers α tell exactly by what they were multiplied and what was added. Of the score each step tells one bit:
whether the margin was violated. So the parts of the score are those that decide all steps as the program did and are
nearest to the right ones.
"""

from pegasos_edu.check.parts import candidates_kernel
from pegasos_edu.check.parts.candidates import DRAWS, MOVES, RIGHT_MARGIN, STAYS, OwnKeep, true_label
from pegasos_edu.check.parts.candidates_kernel import (
    CLEARED,
    ETA,
    FIGURE,
    FROM_2,
    FROM_3,
    HALF,
    LABEL_OF_DRAWN,
    NEUTRAL,
    ONE,
    SET,
    SHRINK,
    STAY,
    TWICE,
    in_order,
    unit_of,
)
from pegasos_edu.check.parts.conditions import roundest
from pegasos_edu.check.parts.findings import CONVENTION, MISTAKE, PARTS, PartFinding
from pegasos_edu.check.parts.identifying import Identification
from pegasos_edu.check.parts.kernel import KernelModel, prepare
from pegasos_edu.check.parts.measured_steps import ProgramRun, steps_of
from pegasos_edu.check.parts.parting_probes import Probe
from pegasos_edu.check.parts.parting_probes_kernel import parting_case
from pegasos_edu.check.parts.sizes import Size, T, fitting, usual, voted

# The costs of the choices that make a score: of one mistake, also with conventions, and the largest that is tried; and
# of a number of its own in the score, in which the other choices may cost so much.
ONE_MISTAKE, NEAR, FURTHEST, OWN_NUMBER, BESIDE_OWN_NUMBER = 1.0, 1.75, 2.75, 1.5, 2.0
HALF_ETA = Size(0.5, -1, T, -1)
EARLY, LATE = 6, 25  # the last early step, and the first late one
TINY = 1e-7  # a margin may lie on a threshold
STORED = "coefficients are stored instead of counts"
GROWS = "coefficients-grow-by-lambda"
SHRINKING, SHRINKING_FIRST = "coefficients-that-shrink", "coefficients-that-shrink-first"
MEAN_COUNTS = (
    "It returns mean counts; with the factor 1/(λ·T) they make a w that is about half as long as this average."
)
COMPARED_AS_COEFFICIENTS = "Its α was compared with coefficients that shrink in each step, not with counts."
SAME_AS_TWICE = "A program whose λ is not doubled, and whose margin is compared with 2, would do the same."


class KernelIdentification(Identification):
    """Identify the parts of a program with a kernel; the attributes are those of an `Identification`.

    Attributes
    ----------
    rivals
        Models with another score that decide all steps like the measured one.
    unmeasured
        The parts that no step shows, so that they are not called right.
    """

    unmeasured = ()

    def __init__(self, task, runs, is_one_step):
        Identification.__init__(self, task, runs, is_one_step)
        self.model, self.base = [KernelModel(task, is_one_step) for _ in range(2)]
        self.rivals, self.to_reach, self.on_sphere = [], [], []
        for step in self.steps:
            prepare(step, self.rounding)

    def measured(self, run):
        """Return the measured steps of another run."""
        steps = steps_of(run)
        self._take_draws(steps)
        for step in steps:
            prepare(step, run.rounding)
        return steps

    def likely_conventions(self):
        """Return no conventions: the parts of a kernel program do not hide each other."""
        return [], None

    def parting_probe(self, rival):
        """Return a probe in whose last step a rival of the model decides otherwise; None if none is found."""
        self.turn += 1
        case = None if self.is_one_step else parting_case(self.model, rival, self.turn)
        return Probe(case, None, None) if case else None

    def identified(self):
        """Identify each part; return self."""
        if self._adds_nothing():
            self.unmeasured = set(PARTS) - {"start"}
        else:
            self._identify_numbers_and_score()
        self.findings = [finding for part in PARTS for finding in self.findings if finding.part == part]
        self.off = [step for step in self.steps if not self.model.follows(step, self.rounding)]
        return self

    def _identify_numbers_and_score(self):
        changes = self._changes() or self._with_other_draws()
        if not changes:
            self._take_likely_form()
            return
        is_found = self._identify_score(changes)
        self._take_change()
        self._take_labels_of_numbers()
        if is_found:
            self._take_condition(self.model.condition)
        if self.task.has_bias:
            self._identify_bias()
        if is_found:
            self._take_score()
            self.unmeasured = set(self._parts_without_effect())

    def may_be_bias(self):
        """Return whether the number beside α moves with the label in most steps that add, as a bias does."""
        moves = [(step.b_after - step.b) * step.y(i) > 0 for step, i, _ in self._all_pairs()]
        return 2 * moves.count(True) > len(moves)

    def _take_likely_form(self):
        """Compare with coefficients, or labels in α, if most steps show them in numbers that no change explains."""
        has_labels, sign = self._signs(true_label)
        if has_labels and sign > 0:
            self._note_labels()
        shrunk = [(step, (1 - step.factor) / step.lam) for step in self.steps if step.factor and step.factor < 1]
        later = [(step, abs(c)) for step, _, c in self._first_additions() if step.t > 1]  # at t = 1 many formulas agree
        size = voted(shrunk) or voted(later)
        if size and (size.is_right or self.task.allows(size.entries)):
            self.base.change, self.base.eta, self.base.amount = SHRINK, size, size
            self.notes = [*self.notes, COMPARED_AS_COEFFICIENTS]

    def with_hidden_bias(self, run, is_column):
        """Return a run with the bias of a program that does not return it, the weight of a column of ones or not."""
        model, b, states = self.model, 0.0, []
        for step in self.measured(run):
            if is_column:
                b = sum([a if model.has_labels else a * model.label(step, j) for j, a in enumerate(step.after)])
            elif model.observed(step):
                size = model.eta if model.change.is_of_coefficients else ETA
                b += size(step) * model.label(step, model.drawn(step))
            states.append((step.after, b))
        return ProgramRun(run.case, states, run.start, run.has_shown_start, run.ended)

    def of_output(self, finding):
        """Return a finding about an average; counts are w times λ·t, so their mean is a weighted mean of w."""
        if finding.part != "output" or self._keeps_coefficients():
            return finding
        if finding.entries == ("average",):
            self.notes = [*self.notes, MEAN_COUNTS]
            return PartFinding("output", CONVENTION, ("average-weighted-by-the-step",), "the mean counts are returned")
        says = finding.says.replace("weights", "counts").replace(" w ", " α ")
        return PartFinding("output", MISTAKE, ("output",), says, "the last counts are right")

    # How the numbers change

    def _changes(self):
        """Return a model for each way in which the numbers may have changed, the most usual ones first."""
        models = []
        if not all([_changes_one(step) for step in self.steps]):
            return models
        for label in [true_label] + [pair[1] for pair in candidates_kernel.OWN_LABELS]:
            models = models or self._changes_with(label)
        return models

    def _changes_with(self, label):
        """Return these models for a function of the labels; only numbers that contain labels can show other labels."""
        steps, trial = list(self.steps), self.model.copy(label=label)
        trial.has_labels, trial.sign = self._signs(label)
        if label is not true_label and not trial.has_labels:
            return []
        for size in self._sizes(trial):
            models = []
            for change in self._tried_changes():
                if models and change.is_of_coefficients:
                    break
                for eta in [size, ETA, FROM_2, FROM_3] if change.is_of_coefficients else [ETA]:
                    trial.change, trial.eta, trial.amount = change, eta, size
                    if _all_or_first(trial.can_change, steps):
                        models.append(trial.copy())
                        break
            if models:
                return models
        return []

    def _tried_changes(self):
        """Yield the changes that are tried, and at last coefficients that shrink by a formula of their own."""
        yield from candidates_kernel.CHANGES
        values = [(step, 1 - step.factor) for step in self.steps if step.factor]
        formula = (
            fitting([(step, abs(value)) for step, value in values]) if all([value for _, value in values]) else None
        )
        if formula:
            keep = OwnKeep(1 if values[0][1] > 0 else -1, formula)
            yield candidates_kernel.ChangeOfNumbers(("other", keep, keep.words), candidates_kernel.ALL)

    def _with_other_draws(self):
        """Return the models of changes if each step uses another example than the drawn one."""
        for key, draw, words in DRAWS:
            given = [step.drawn for step in self.steps]
            others = [[draw(step, i) for i in step.drawn] for step in self.steps]
            self._set_drawn(others)
            models = self._changes()
            if models:
                self._note("draws", (key,), words, "the drawn example is right")
                self.base.takes_asked, self.draw = True, draw
                return models
            self._set_drawn(given)
        return []

    def _set_drawn(self, drawn):
        for step, examples in zip(self.steps, drawn):
            step.drawn = examples

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

    def _sizes(self, model):
        """Yield formulas of what is added, without the labels; each once."""
        size_of = (lambda step, i: abs(model.label(step, i)) or 1.0) if model.has_labels else lambda step, i: 1.0
        first, every = [
            [(step, abs(c) / size_of(step, i)) for step, i, c in pairs]
            for pairs in (self._first_additions(), self._all_pairs())
        ]
        if all([abs(c - 1) <= step.bound for step, c in first]):
            yield ONE
        over = [(step, c / abs(step.factor)) for step, c in every if step.factor]
        yielded = []
        for fit in (usual, fitting):
            for values in (every, first, over):
                size = fit(values)
                if size and size.words not in yielded:
                    yielded.append(size.words)
                    yield size

    # The score

    def _identify_score(self, changes):
        """Take the model whose score decides all steps and is nearest to the right one, and note its rivals.

        Return whether there is one.
        """
        self.model = changes[0]
        ranked = self._deciding(changes, NEAR) or in_order(
            self._with_own_number(changes) + self._deciding(changes, FURTHEST)
        )
        if not ranked:
            return False
        best, self.model = ranked[0]
        judged = self._judged(self.model)
        self.rivals = [model for cost, model in ranked[1:] if cost <= max(best, ONE_MISTAKE) + 0.5
                       and not _are_same(model, self.model, judged)]  # fmt: skip
        return True

    def _deciding(self, changes, furthest):
        """Return pairs of a cost and a model whose score decides all steps, the nearest to the right one first."""
        pairs = []
        for model in changes:
            judged, trial = self._judged(model), model.copy()
            for cost, parts in candidates_kernel.combinations(model, furthest):
                trial.set_score(*parts)
                if _all_or_first(trial.decides, judged):
                    pairs.append((cost, trial.copy()))
        return in_order(pairs)

    def _judged(self, model):
        """Return the steps that show whether they have added, with this fact."""
        pairs = [(step, model.observed(step)) for step in self.steps]
        return [(step, adds) for step, adds in pairs if adds is not None]

    def _with_own_number(self, changes):
        """Return pairs of a cost and a model with a threshold, or a factor of the sum, that is a number of its own."""
        pairs = []
        for model in changes:
            judged, trial = self._judged(model), model.copy()
            for cost, parts in candidates_kernel.combinations(model, BESIDE_OWN_NUMBER):
                trial.set_score(*parts)
                low, high = _between(trial, judged) if trial.may_have_own_number() else (0.0, 0.0)
                if 0 < low < high < 1e300:
                    number = roundest(low * (1 - TINY), high * (1 + TINY))
                    others = [] if pairs else _with_other_numbers(trial, number, judged)
                    pairs += [(cost + OWN_NUMBER, other) for other in [trial.with_own_number(number), *others]]
        return pairs

    # What is told about the numbers

    def _take_change(self):
        model, base = self.model, self.base
        if self._keeps_coefficients():
            base.change, base.amount = SHRINK, model.eta if model.change.is_of_coefficients else model.amount
            base.eta = base.amount
            self._take_sizes()
            self._take_shrinking()
        else:
            self._take_counting()

    def _keeps_coefficients(self):
        """Return whether the numbers are coefficients of w, or are meant to be."""
        model = self.model
        return model.change.is_of_coefficients or model.change is STAY and model.factor is NEUTRAL

    def _is_in_another_unit(self):
        """Return whether all numbers are larger by a unit, and the score is divided by it; keep the unit if so."""
        unit = unit_of(self.model)
        if not (unit and self.model.factor.is_in(unit)):
            return False
        self.base.amount = self.model.amount
        return True

    def _take_sizes(self):
        """Note the step size of coefficients, and what is added if it is not η."""
        eta, amount = self.base.eta, self.model.amount
        if eta.words in (ETA.words, FROM_2.words) and amount.words == eta.words.replace("1/", "0.5/"):
            says = f"the step size is {amount.words}, and the coefficients are multiplied by 1 − 2·η·λ"
            self._note("shrinking", (HALF,), says, amount=amount)
        elif amount.words != eta.words and not self._is_in_another_unit():
            says = f"the coefficient of a violated example grows by {amount.words}"
            self._note("addition", (GROWS if amount.words == "λ" else "addition",), says, "η is right")
        if self._is_penalty_without_half():
            says = f"the coefficients are multiplied by {TWICE[2]}"
            self._note("shrinking", (HALF,), says, change=self.model.change)
        if not eta.is_right and (eta.entries or eta.words != ETA.words):
            self._note("step size", eta.entries or ("other",), f"the step size is {eta.words}", "1/(λ·t) is right")
            if not self.task.allows(eta.entries):
                self.base.eta = self.base.amount = ETA

    def _is_penalty_without_half(self):
        """Return whether the factor 1 − 2·η·λ belongs to the penalty λ·‖w‖²."""
        return self.model.change is candidates_kernel.TWICE_THE_PENALTY and not self.model.eta.has_lam

    def _take_shrinking(self):
        change, is_after = self.model.change, self.model.is_after
        if change is SHRINK or self._is_penalty_without_half():
            if not [finding for finding in self.findings if GROWS in finding.entries]:  # which says so
                entry, when = (SHRINKING_FIRST, " before the score is computed") if is_after else (SHRINKING, "")
                self._note("shrinking", (entry,), f"{STORED}, and all of them shrink{when}", is_after=is_after)
            return
        entry, words = change.entry, change.words
        if is_after and entry == candidates_kernel.OF_DRAWN.entry:
            entry, words = f"{entry}-first", f"{words}, before the score is computed"
        elif is_after:
            self._note("score", (SHRINKING_FIRST,), "the score is computed after the coefficients have shrunk")
        self._note("shrinking", (entry,), words, "all coefficients should be multiplied by 1 − η·λ in each step")

    def _take_counting(self):
        model, words = self.model, self.model.amount.words
        if model.change is SET:
            entry = SET.entry if words == "1" else "addition"
            return self._note("addition", (entry,), SET.words.format(words), "it should grow by 1")
        if model.change is CLEARED:
            when, entry = ("before", CLEARED.entry) if model.is_after else ("after", "addition")
            says = f"{CLEARED.words}, {when} the score is computed"
            self._note("addition", (entry,), says, "no count should become smaller")
        if words != "1" and not self._is_in_another_unit():
            is_eta = isinstance(model.amount, Size) and (model.amount.a, model.amount.b) == (-1, -1)
            entry = "step-size-counted-twice" if is_eta else "addition"
            self._note("addition", (entry,), f"the count of a violated example grows by {words}", "it should grow by 1")

    def _take_labels_of_numbers(self):
        model = self.model
        self.base.has_labels = model.has_labels
        if model.sign < 0:
            label = "·y" if model.has_labels else ""
            says = f"{model.amount.words}{label} is subtracted from what is stored for a violated example"
            self._note("addition", ("addition-subtracted",), says, "it should be added")
        if not model.has_labels:
            return
        if model.labels is candidates_kernel.LABELS_TWICE:
            says = "the stored numbers contain the labels, and the sum multiplies by them again"
            self._note("labels", ("label-in-the-count-and-in-the-sum",), says, "each label should occur once")
        else:
            self._note_labels()

    def _note_labels(self):
        self._note("labels", ("signed-counts",), "the stored numbers contain the labels", has_labels=True)

    # What is told about the score

    def _take_score(self):
        model = self.model
        self._take_factor()
        if model.labels[0] and not (model.has_labels and model.labels is candidates_kernel.LABELS_TWICE):
            self._note("labels", model.labels[:1], model.labels[2], "each term should have its own label, y_j")
        if model.skips:
            says = "the sum skips the drawn example"
            self._note("score", ("sum-skips-the-example",), says, "it should contain every example")
        for entry, label, words, _ in candidates_kernel.OWN_LABELS:
            if model.label is label:
                self._note("labels", (entry,), words, "+1 and −1 are right")
        if model.exception[0]:
            self._note("condition", model.exception[:1], model.exception[2], "every violated example should be added")

    def _words_of(self, margin=RIGHT_MARGIN):
        words = Identification._words_of(self, margin).replace("(w·x)", "score").replace("w·x", "score")
        return words if words.startswith("y") else f"the {words}"

    def _adds_at_the_margin(self):
        edge = [step for step in self.steps if abs(self.model.value(step) - 1) <= 1e-12]
        return any([self.model.observed(step) for step in edge])

    def _take_factor(self):
        """Note the factor of the sum; what is right is the factor of the program's own conventions."""
        factor, unit = self.model.factor, unit_of(self.model)
        conventions = tuple([entry for entry in factor.entries if self.task.allows([entry])])
        right = NEUTRAL
        if not self._keeps_coefficients():
            right = [factor for factor in candidates_kernel.FACTORS if factor.entries == conventions][0]
        if unit and factor.is_in(unit):
            right = right.divided_by(unit)
        self.base.factor = right
        says = f"the factor before the sum is {factor.words}"
        if conventions != factor.entries:
            self._note("score", factor.entries, says, f"{right.words} is right")
        else:
            for entry in conventions:
                self._note("score" if entry == FIGURE else "step size", (entry,), says)
        if HALF in conventions:
            self.notes = [SAME_AS_TWICE]

    def _parts_without_effect(self):
        """Yield the parts that a program of counts lacks, and those that could be others without another decision."""
        model, judged = self.model, self._judged(self.model)
        if not (self._keeps_coefficients() or self.task.has_bias):
            yield from ("step size", "shrinking")
        if model.labels is LABEL_OF_DRAWN:  # or its condition has no label
            yield "condition"
        for part, others in (
            ("score", [model.copy(factor=model.factor.times(c)) for c in (0.01, 100.0)]),
            ("labels", [model.copy(labels=kind) for kind in candidates_kernel.LABELS if kind is not model.labels]),
        ):
            if all([other.decides(pair) for other in others for pair in judged]):
                yield part

    # The bias

    def _identify_bias(self):
        """Identify how the bias moves, and with which η; one that is not that of the numbers is a part as well."""
        sizes = [self.model.amount, self.model.eta] if self._keeps_coefficients() else [ETA, FROM_2, FROM_3, HALF_ETA]
        moves = [(step, abs(step.b_after - step.b)) for step in self.steps if self.model.adds(step)]
        size_of_bias = fitting([(step, size) for step, size in moves if size])
        self._set(b_is_inside=self.model.b_is_inside)
        shares = [1.0] * len(self.steps)
        for eta in [*sizes, *([size_of_bias] if size_of_bias else []), sizes[0]]:
            self._set(eta_of_b=eta)
            moments = [(step, self.model.moment(step)) for step in self.steps]
            if self._take_known_bias(moments, shares):
                if eta is size_of_bias:
                    self.base.eta_of_b = ETA
                    self._take_size_of_bias(size_of_bias)
                return
        self._take_own_bias(moments, shares)

    def _take_size_of_bias(self, eta):
        """Note a step size of the bias, unless the factor of the sum shows the same mistake."""
        if not eta.entries or [entry for entry in eta.entries if entry not in self.model.factor.entries]:
            says = f"the step size of b is {eta.words}"
            self._note("step size", eta.entries or ("other",), says, "1/(λ·t) is right")

    def _takes_right_size(self, size, steps):
        return False  # the numbers show their own step size

    def _take_bias(self, bias):
        if self.model.b_is_inside and bias.stays is STAYS[0] and bias.move is MOVES[0]:
            says = "the bias is inside the sum, as the weight of a column of ones"
            self._note("bias", ("bias-as-a-column",), says, bias=bias)
        else:
            Identification._take_bias(self, bias)


def _are_same(first, other, judged):
    """Return whether two models compare the same margins in the same way, wherever this changes a number."""
    if (first.violates, first.threshold, first.change) != (other.violates, other.threshold, other.change):
        return False
    for step, _ in judged:
        p, q = first.compared(step), other.compared(step)
        if p != q and (None in (p, q) or abs(p - q) > 1e-9 * (abs(p) + abs(q))):
            return False
    return True


def _changes_one(step):
    """Return whether all numbers but that of the drawn example are multiplied by the same factor."""
    pairs = [(p, q) for j, (p, q) in enumerate(zip(step.before, step.after)) if j not in step.drawn]
    p, q = max(pairs, key=lambda pair: abs(pair[0]))
    factor = q / p if p else 1.0
    return all([abs(q - factor * p) <= step.bound for p, q in pairs])


def _all_or_first(holds, values):
    """Return whether something holds for all values; a value for which it does not is looked at first next time."""
    for n, value in enumerate(values):
        if not holds(value):
            values.insert(0, values.pop(n))
            return False
    return True


def _between(model, judged):
    """Return between which bounds a threshold of the margins of a model decides all steps; no low one is below 0.

    A step that leaves nothing between them is looked at first next time.
    """
    low, high = 0.0, 1e300
    for n, (step, adds) in enumerate(judged):
        z = model.value(step)
        low, high = (max(low, z), high) if adds else (low, min(high, z))
        if low >= high:
            judged.insert(0, judged.pop(n))
            break
    return low, high


def _with_other_numbers(model, number, judged):
    """Return models with a number 5 % larger or smaller, if the early steps alone, or the late ones, would allow that.

    So cases are chosen in which such a step parts the two: it must show the number of all.
    """
    models = []
    for t, steps in (
        (LATE, [pair for pair in judged if pair[0].t >= LATE]),
        (EARLY, [pair for pair in judged if pair[0].t <= EARLY]),
    ):
        low, high = _between(model, steps)
        for other in [1.05 * number] * (high > 1.03 * number) + [number / 1.05] * (low < number / 1.03):
            models.append(model.with_own_number(other))
            models[-1].shows_at = t
    return models
