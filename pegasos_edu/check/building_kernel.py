"""Build the program with a kernel that has the measured parts, as edits of the source of `kernelized`."""

import re

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.algorithms.variants import function_of
from pegasos_edu.check.building import DRAWN, comparison_of
from pegasos_edu.check.formulas import Unwritable, in_eta, number, python_of, size, times
from pegasos_edu.check.parts import kernel
from pegasos_edu.check.parts.candidates import true_label
from pegasos_edu.check.parts.sizes import Size
from pegasos_edu.misconceptions.edits import START, STEP, YIELD, edited, source_of

BASE = "kernelized"
# The Python of candidates, in the order of their lists in ``parts/kernel.py``.
OWN_LABELS = dict(zip((one.value for one in kernel.OWN_LABELS), (
    "np.where(y > 0, 1, 0)", "np.where(y > 0, 2, 1)", "np.ones(len(y))", "np.where(y > 0, 1, -3)",
    "np.roll(y, 1)")))  # fmt: skip
EXCEPTIONS = dict(zip((one.value for one in kernel.EXCEPTIONS), (
    "t > 1", "t == 1", "i != 0", "y[i] > 0", "y[i] < 0", "alpha[i] == 0")))  # fmt: skip
# What is shrunk, and where: a pattern for the words, the line in each step, and the line in a step that adds.
CHANGES = (
    ("all coefficients are multiplied by (.*)", "alpha *= {}", ""),
    ("only the coefficient of the drawn example is multiplied by (.*)", "alpha[i] *= {}", ""),
    ("only the coefficient of a violated example is multiplied by (.*)", "", "alpha[i] *= {}"),
    ("the coefficients are multiplied by (.*) only in a step that adds", "", "alpha *= {}"),
    ("the count of the drawn example is set to 0 in each step()", "alpha[i] = 0", ""),
    ("no number shrinks()|the count of a violated example is set to 1()", "", ""),
)
AFTER_ADDING = "the coefficients are multiplied by 1 − η·λ after the addition, with what was added"


def built(model, findings, name, start=0.0):
    """Return the program of a `KernelModel`; raise `Unwritable` if a part of it has no Python.

    The steps that it yields hold counts, whatever it stores, since the player draws w from them.

    Parameters
    ----------
    model : KernelModel
    findings : sequence of Finding
        Those that belong to the model.
    name : str
        The name of the function.
    start : float
        The value of all numbers before the first step.
    """
    return _KernelBuilding(model, findings).built(name, start)


class _KernelBuilding:
    """Collect the edits for each part of a model."""

    def __init__(self, model, findings):
        if model.task.has_bias:
            raise Unwritable("a step with a kernel holds no bias.")
        self.model, self.findings, self.edits = model, findings, []

    def built(self, name, start):
        if start:
            self.replace("np.zeros(len(y))", f"np.full(len(y), {number(start)})")
        for one in self.findings:
            if one.part == "draws" and one.says in DRAWN:
                self.insert(STEP, f"i = {DRAWN[one.says]}")
        self._labels()
        self._step_size()
        self._sum()
        self.replace("y[i] * score < 1", self.condition())
        self._addition()
        self._state()
        source = edited(source_of(ALGORITHMS[BASE]), self.edits).replace(f"def {BASE}(", f"def {name}(")
        return function_of(source, name, ALGORITHMS[BASE]) if self.edits else ALGORITHMS[BASE]

    def replace(self, pattern, text):
        if pattern != text:
            self.edits.append((pattern, text))

    def insert(self, place, text):
        self.edits.insert(0, (place, text))

    def _labels(self):
        if self.model.label is not true_label:
            self.insert(START, f"y = {_of(OWN_LABELS, self.model.label)}")

    def _step_size(self):
        """Write η, and the factor before the sum: the η of the step before, or a formula of its own."""
        factor, eta = self.model.factor, self.model.eta
        if factor.lags and not self.model.change.is_of_coefficients:
            self._set_eta(factor.size)
            return
        if factor.lags:
            raise Unwritable("a sum of coefficients has the η of the step before as a factor.")
        before = _of_factor(factor)
        self._set_eta(eta)
        self.replace("eta * total", times(before, "total"))

    def _set_eta(self, formula):
        self.eta = size(formula)
        if "additions" in self.eta:
            self.insert(START, "additions = 0")
            self.edits.append((YIELD, f"additions += {self.condition()}"))
        self.replace("1 / (lam * t)", self.eta)

    def _sum(self):
        has_y = {"": not self.model.has_labels, "no-labels-in-the-sum": self.model.has_labels}
        vector = "alpha * y" if has_y.get(self.model.labels.key) else "alpha"
        if self.model.skips:
            vector = f"{vector} * (np.arange(len(y)) != i)"
        total = f"{f'({vector})' if ' ' in vector else vector} @ K[i]"
        if self.model.labels.key == "label-of-the-drawn-example":
            total = f"y[i] * ({total})"
        self.replace("(alpha * y) @ K[i]", total)

    def condition(self):
        """Return the condition under which a step adds."""
        condition = self.model.condition
        z = "y[i] * score" if condition.has_label else "score"
        at_threshold = any("at-the-margin-too" in one.entries for one in self.findings)
        text = comparison_of(z, condition.violates, condition.threshold, at_threshold)
        return f"{_of(EXCEPTIONS, self.model.exception.value)} and {text}" if self.model.exception else text

    def _addition(self):
        """Write what is added, and what shrinks before it."""
        change = self.model.change
        label = "y[i]" if self.model.has_labels else "1"
        amount = times(in_eta(self.model.amount, self.model.eta) or size(self.model.amount), label)
        amount = f"-{amount}" if self.model.sign < 0 else amount
        add = f"alpha[i] = {amount}" if change is kernel.SET else f"alpha[i] += {amount}"
        if change.words == AFTER_ADDING:
            self.edits.append((YIELD, "alpha *= 1 - eta * lam"))
        else:
            always, adding = self._shrinking(change.words)
            if always:
                self._shrink(always, is_before_sum=self.model.is_after)
            add = f"{adding}\n{add}" if adding else add
        self.replace("alpha[i] += 1", add)

    def _shrinking(self, words):
        for pattern, always, adding in CHANGES:
            if found := re.fullmatch(pattern, words):
                keep = python_of(found[1] or "")
                return always.format(keep), adding.format(keep)
        raise Unwritable(f"{words}.")

    def _shrink(self, line, is_before_sum):
        """Write the line that shrinks before the sum, or after η is known."""
        if is_before_sum:
            self.insert(STEP, "eta = 1 / (lam * t)\n" * ("eta" in line) + line)
        else:
            self.replace(f"eta = {self.eta}", f"eta = {self.eta}\n{line}")

    def _state(self):
        alpha = "alpha * y" if self.model.has_labels else "alpha"
        if self.model.change.is_of_coefficients:
            alpha = f"{alpha} / eta"
        self.replace("KernelStep(t, i, eta, score, alpha)", f"KernelStep(t, i, eta, score, {alpha})")


def _of(texts, function):
    """Return the Python of a function; raise `Unwritable` if there is none."""
    if function not in texts:
        raise Unwritable("a part was measured that has no Python.")
    return texts[function]


def _of_factor(factor):
    """Return a factor of the step itself as Python."""
    if isinstance(factor.size, Size):
        return size(factor.size)
    found = re.fullmatch(r"about ([\d.e−]+)(?: times (.*))?", factor.words)
    text = python_of(found[2] or "1") if found else python_of(factor.words)
    if re.search("[^\\w .*/()+-]|step", text):
        raise Unwritable(f"the factor is {factor.words}.")
    text = times(python_of(found[1]), text) if found else text
    return f"({text} if t > 1 else 0)" if "(t - 1)" in text else text
