"""Build the program with a kernel that has the measured parts, as edits of the source of `kernelized`."""

import re

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.check.building import DRAWN, comparison_of, python_in
from pegasos_edu.check.formulas import Unwritable, counter_of, in_eta, number, python_of, size, times
from pegasos_edu.check.parts import candidates_kernel
from pegasos_edu.check.parts.candidates import true_label
from pegasos_edu.check.parts.sizes import Size, T
from pegasos_edu.misconceptions.edits import START, STEP, YIELD, edited, source_of

BASE = "kernelized"
# The line in each step, and the line in a step that adds, for each way in which coefficients shrink.
LINES = {
    candidates_kernel.ALL: ("alpha *= {}", ""),
    candidates_kernel.OF_DRAWN: ("alpha[i] *= {}", ""),
    candidates_kernel.OF_VIOLATED: ("", "alpha[i] *= {}"),
    candidates_kernel.WHEN_ADDING: ("", "alpha *= {}"),
}


def source_for(model, findings, start=0.0):
    """Return the source of the program of a `KernelModel`; raise `Unwritable` if a part of it has no Python.

    The steps that it yields hold counts, whatever it stores, since the player draws w from them.

    Parameters
    ----------
    model : KernelModel
    findings : sequence of PartFinding
        Those that belong to the model.
    start : float
        The value of all numbers before the first step.
    """
    return _KernelBuilding(model, findings).source(start)


class _KernelBuilding:
    """Collect the edits for each part of a model."""

    def __init__(self, model, findings):
        if model.task.has_bias:
            raise Unwritable("a step with a kernel holds no bias.")
        self.model, self.findings, self.edits = model, findings, []

    def source(self, start):
        if start:
            self.replace("np.zeros(len(y))", f"np.full(len(y), {float(number(start))})")
        for finding in self.findings:
            if finding.part == "draws" and finding.says in DRAWN:
                self.insert(STEP, f"i = {DRAWN[finding.says]}")
        self._labels()
        self._step_size()
        self._sum()
        self.replace("y[i] * score < 1", self.condition())
        self._addition()
        self._state()
        return edited(source_of(ALGORITHMS[BASE]), self.edits)

    def replace(self, pattern, text):
        if pattern != text:
            self.edits.append((pattern, text))

    def insert(self, place, text):
        self.edits.insert(0, (place, text))

    def _labels(self):
        if self.model.label is not true_label:
            self.insert(START, f"y = {python_in(candidates_kernel.OWN_LABELS, self.model.label)}")

    def _step_size(self):
        """Write η, and the factor before the sum: the η of the step before, or a formula of its own."""
        before = None if self.model.change.is_of_coefficients else _eta_before(self.model.factor)
        if before:
            self._set_eta(before)
        else:
            factor = _of_factor(self.model.factor)
            self._set_eta(self.model.eta)
            self._count_additions(factor)
            self.replace("eta * total", times(factor, "total"))

    def _set_eta(self, formula):
        self.eta = size(formula)
        self._count_additions(self.eta)
        self.replace("1 / (lam * t)", self.eta)

    def _count_additions(self, text):
        if "additions" in text:
            self.insert(START, "additions = 0")
            self.edits.append((YIELD, f"additions += {self.condition()}"))

    def _sum(self):
        has_y = {"": not self.model.has_labels, "no-labels-in-the-sum": self.model.has_labels}
        vector = "alpha * y" if has_y.get(self.model.labels[0]) else "alpha"
        if self.model.skips:
            vector = f"{vector} * (np.arange(len(y)) != i)"
        total = f"{f'({vector})' if ' ' in vector else vector} @ K[i]"
        if self.model.labels[0] == "label-of-the-drawn-example":
            total = f"y[i] * ({total})"
        self.replace("(alpha * y) @ K[i]", total)

    def condition(self):
        """Return the condition under which a step adds."""
        model = self.model
        if model.margin.label == "own":
            raise Unwritable("the margin has other labels.")
        z = "y[i] * score" if model.margin.label else "score"
        at_threshold = any("at-the-margin-too" in finding.entries for finding in self.findings)
        text = comparison_of(z, model.violates, model.threshold, at_threshold)
        return f"{model.exception[3]} and {text}" if model.exception[3] else text

    def _addition(self):
        """Write what is added, and what shrinks before it."""
        change = self.model.change
        label = "y[i]" if self.model.has_labels else "1"
        amount = times(in_eta(self.model.amount, self.model.eta) or size(self.model.amount), label)
        amount = f"-{amount}" if self.model.sign < 0 else amount
        add = f"alpha[i] = {amount}" if change is candidates_kernel.SET else f"alpha[i] += {amount}"
        if change.adds_first:
            self.edits.append((YIELD, f"alpha *= {python_of(change.keep[2])}"))
        else:
            always, adding = _shrinking(change)
            if always:
                self._shrink(always, is_before_sum=self.model.is_after)
            add = f"{adding}\n{add}" if adding else add
        self.replace("alpha[i] += 1", add)

    def _shrink(self, line, is_before_sum):
        """Write the line that shrinks before the sum, or after η is known."""
        if is_before_sum:
            self.insert(STEP, f"eta = {self.eta}\n" * ("eta" in line) + line)
        else:
            self.replace(f"eta = {self.eta}", f"eta = {self.eta}\n{line}")

    def _state(self):
        alpha = "alpha * y" if self.model.has_labels else "alpha"
        if self.model.change.is_of_coefficients:
            alpha = f"{alpha} / eta"
        self.replace("KernelStep(t, i, eta, score, alpha)", f"KernelStep(t, i, eta, score, {alpha})")


def _shrinking(change):
    """Return the line that shrinks in each step, and the one in a step that adds."""
    if change in (candidates_kernel.STAY, candidates_kernel.SET):
        return "", ""
    if change is candidates_kernel.CLEARED:
        return "alpha[i] = 0", ""
    if change.way not in LINES:
        raise Unwritable(f"{change.words}.")
    return [line.format(python_of(change.keep[2])) for line in LINES[change.way]]


def _eta_before(factor):
    """Return the η of which a factor is that of the step before; None if it is another one."""
    if isinstance(factor.size, candidates_kernel.InStepBefore):
        return factor.size.size
    formula = factor.size
    is_earlier = isinstance(formula, Size) and formula.counter.key == "t-1"
    return Size(formula.c, formula.a, T, formula.b) if is_earlier else None


def _of_factor(factor):
    """Return a factor of the step itself as Python."""
    if isinstance(factor.size, Size):
        counter = factor.size.counter
        return (
            f"({size(factor.size)} if {counter_of(counter)} else 0)"
            if counter.key.endswith("-1")
            else size(factor.size)
        )
    match = re.fullmatch(r"about ([\d.e−]+)(?: times (.*))?", factor.words)
    text = python_of(match[2] or "1") if match else python_of(factor.words)
    if re.search("[^\\w .*/()+-]|step", text):
        raise Unwritable(f"the factor is {factor.words}.")
    text = times(python_of(match[1]), text) if match else text
    return f"({text} if t > 1 else 0)" if "(t - 1)" in text else text
