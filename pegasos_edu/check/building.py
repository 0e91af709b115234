"""Build the program that has the measured parts, as edits of the algorithm's source, for the player.

A program is built from its `Model` alone, so every combination of parts can be built. The right program in the same
conventions is built in the same way.
"""

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.check.formulas import Unwritable, bracketed, in_eta, number, python_of, size, times
from pegasos_edu.check.parts import candidates
from pegasos_edu.check.parts.measured_steps import IF_ADDING, ProbeCase, Step
from pegasos_edu.check.parts.sizes import Schedule
from pegasos_edu.misconceptions.edits import START, STEP, YIELD, edited, in_batches, source_of

M, LAM, LONGEST = 60, 0.05, 400  # examples, λ and the most steps of the run that is played

# The examples that a program may use instead of the drawn ones, by the words of the finding.
DRAWN = dict(zip((row[2] for row in candidates.DRAWS), (
    "(i - 1) % len(y)", "(i + 1) % len(y)", "max(i, 1)", "min(i, len(y) - 2)", "(t - 1) % len(y)", "draws[0]",
    "draws[max(t - 2, 0)]")))  # fmt: skip
DRAWN_IN_BATCHES = dict(zip(DRAWN, (
    "(A - 1) % len(y)", "(A + 1) % len(y)", "np.maximum(A, 1)", "np.minimum(A, len(y) - 2)",
    "np.arange((t - 1) * len(A), t * len(A)) % len(y)", "draws[0]", "draws[max(t - 2, 0)]")))  # fmt: skip
BY_NEW_W = "{by_new_w}"  # a bias that moves in a line of its own
RIGHT_WEIGHT = candidates.WEIGHTS[0][3]
WITHOUT_SCALE = candidates.OTHER_MARGINS[0]
# What is returned instead of the last state: where the states are collected, and what is made of them.
AVERAGES = {
    "average": (YIELD, "np.mean(past, axis=0)"),
    "average-before-each-step": (STEP, "np.mean(past, axis=0)"),
    "average-with-the-start": (STEP, "np.mean([*past, {state}], axis=0)"),
    "average-of-the-last-half": (YIELD, "np.mean(past[len(past) // 2 :], axis=0)"),
    "average-weighted-by-the-step": (YIELD, "np.average(past, axis=0, weights=range(1, len(past) + 1))"),
    "average-of-the-first-half": (YIELD, "np.mean(past[: (len(past) + 1) // 2], axis=0)"),
    "sum-instead-of-average": (YIELD, "np.sum(past, axis=0)"),
}


def python_in(rows, function):
    """Return the Python of the candidate with a function; raise `Unwritable` if there is none."""
    text = next((row[3] for row in rows if row[1] is function), "")
    if not text:
        raise Unwritable("a part was measured that has no Python.")
    return text


def source_for(model, findings, base, start=(0.0, 0.0), sign_of_b=1):
    """Return the source of the program of a linear model; raise `Unwritable` if a part of it has no Python.

    Where a mini-batch learns a bias, the program takes X with a column of ones and shows b as its weight.

    Parameters
    ----------
    model : linear.Model
    findings : sequence of PartFinding
        Those that belong to the model: they tell which draws are used, and what is returned.
    base : str
        The name of the algorithm whose source is edited; see `base_of`.
    start : pair of float
        The value of all entries of w before the first step, and that of b.
    sign_of_b : {1, -1}
        -1 if the b of the model is the negative of the program's.
    """
    return _Building(model, findings, base, sign_of_b).source(start)


def base_of(model):
    """Return the name of the algorithm whose lines are those of a program with these parts."""
    task = model.task
    if task.is_batch:
        return "minibatch"
    if task.is_log:
        return "logistic"
    if task.has_bias:
        return "free_bias"
    can_scale = task.name == "scaled" and not model.touches and model.ball is not candidates.cut and _keeps_w(model)
    return "scaled" if can_scale else "hinge"


def _keeps_w(model):
    """Return whether no step after the first one multiplies w by 0, which a scale cannot do."""
    if isinstance(model.size, Schedule):  # which is known only for the λ of the check
        return False
    case = ProbeCase("", [[0.0]] * M, [1] * M, LAM, [0] * LONGEST, gives_eta=model.is_given_eta)
    for t in range(2, LONGEST + 1):
        step = Step(case, t, [0], ([0.0], 0.0), ([0.0], 0.0))
        for keep in (model.keep, model.keep_if_fine or model.keep):
            if abs(keep(step, model.size(step), True)) < 1e-9:
                return False
    return True


class _Building:
    """Collect the edits for each part of a model."""

    def __init__(self, model, findings, base, sign_of_b):
        self.model, self.findings, self.base, task = model, findings, base, model.task
        self.sign_of_b, self.of_b = sign_of_b, (" + b", " - b")[::sign_of_b]  # in a score that adds the model's b
        self.has_bias, self.is_batch, self.is_log = task.has_bias, task.is_batch, task.is_log
        self.is_scaled, self.own_labels, self.edits = base == "scaled", "", []

    @property
    def entries(self):
        return [entry for finding in self.findings for entry in finding.entries]

    def source(self, start):
        self._start(start)
        self._draws()
        self._labels()
        self._step_size()
        self._score()
        if self.is_log:
            self._weight()
        else:
            self._condition()
        if self.is_scaled:
            self._scaled_update()
        elif self.is_batch:
            self._batch_update()
        else:
            self._update()
        self._bias_of_new_w()
        self._projection()
        self._state()
        return edited(source_of(ALGORITHMS[self.base]), self.edits)

    def replace(self, pattern, text):
        if pattern != text:
            self.edits.append((pattern, text))

    def insert(self, place, text):
        self.edits.insert(0, (place, text))

    def of_drawn(self, text):
        """Return a text about the drawn example as one about a batch, if the algorithm draws batches."""
        return in_batches(text) if self.is_batch and text else text

    # The start, the draws, the labels, and the step size

    def _start(self, start):
        w, b = start[0], self.sign_of_b * start[1]
        if w:
            self.replace("np.zeros(X.shape[1])", f"np.full(X.shape[1], {float(number(w))})")
        self.start_of_b = number(b) if b else "0.0"
        if self.base == "free_bias":
            self.replace("0.0", self.start_of_b)

    def _draws(self):
        words = [finding.says for finding in self.findings if finding.part == "draws" and finding.says in DRAWN]
        for draw in words:
            self.insert(STEP, f"A = {DRAWN_IN_BATCHES[draw]}" if self.is_batch else f"i = {DRAWN[draw]}")
        if "shrunk-once-per-pass" in self.entries:
            self.insert(STEP, "if (t - 1) % len(y) == 0:\n    first = w")

    def _labels(self):
        label, in_margin = self.model.label, getattr(self.model.margin, "label", "y") == "own"
        if "labels-shifted" in self.entries:
            self._set_labels("np.roll(y, 1)", in_margin)
        elif isinstance(label, candidates.LabelsOfClasses):
            self._set_labels(_by_class(label, "y"), in_margin or label.minus == 0)
        elif label is not candidates.true_label:
            raise Unwritable("each example has a label of its own.")

    def _set_labels(self, text, in_margin):
        """Change the labels everywhere, or only those that are added."""
        if in_margin:
            self.insert(START, f"y = {text}")
        else:
            self.insert(START, f"labels = {text}")
            self.own_labels = "labels"

    def _step_size(self):
        if self.model.of_place or self.model.keeps_root == IF_ADDING:
            raise Unwritable("a step needs the number of an example in its batch, or the w with which its pass began.")
        self.eta = size(self.model.size, self.is_batch)
        if "additions" in self.eta:
            adds = "len(violators) > 0" if self.is_batch else "True" if self.is_log else self._z_with_comparison()
            self.insert(START, "additions = 0")
            self.edits.append((YIELD, f"additions += {adds}"))
        self.replace("1 / (lam * t)", self.eta)

    # The score, and the condition

    @property
    def inner(self):
        return "a * dot(v, X, i)" if self.is_scaled else "dots(w, X, A)" if self.is_batch else "w @ X[i]"

    def _shrunk(self, keep, inner):
        return inner.replace("w, X", f"{keep} * w, X") if self.is_batch else f"{keep} * {inner}"

    def _score(self):
        margin, score = self.model.margin, self.inner
        if margin is WITHOUT_SCALE:
            if not self.is_scaled:
                raise Unwritable("the score without a scale needs an algorithm with a scale.")
            self.replace(score, "dot(v, X, i)")
            return
        keep, place = bracketed(self.keep()), getattr(margin, "place", "+") if self.has_bias else ""
        b = {"+": self.of_b[0], "−": self.of_b[1]}.get(place, "")
        if margin.is_shrunk:
            if self.is_batch:
                self.insert(STEP, "eta = 1 / (lam * t)")
            if margin.is_shrunk == "both" and b:
                score = f"{keep} * ({score}{b})"
            else:
                score = self._shrunk(keep, score) + b
        else:
            score += b
        if self.base == "free_bias":
            self.replace("w @ X[i] + b", score)
        else:
            self.replace(self.inner, score)

    def z(self):
        """Return the margin that decides."""
        margin = self.model.margin
        if isinstance(margin, candidates.OtherMargin):
            if self.is_batch or not margin.python:
                raise Unwritable("the number that decides has no Python.")
            other = "w @ X[draws[max(t - 2, 0)]]" + (self.of_b[0] if self.has_bias else "")
            return margin.python.format(inner=bracketed(self.inner), of_other=bracketed(other))
        product = {"": "score", "−": "-score"}.get(margin.label, "y[i] * score")
        return self.of_drawn(product + (self.of_b[0] if margin.place == "outside" and self.has_bias else ""))

    def _z_with_comparison(self, z=None):
        model, is_violated_there = self.model, "at-the-margin-too" in self.entries
        return comparison_of(z or self.z(), model.violates, model.threshold, is_violated_there)

    def _condition(self):
        condition = self._z_with_comparison()
        if not self.is_batch:
            self.replace("y[i] * score < 1", condition)
            return
        if condition in ("True", "False"):
            text = "A" if condition == "True" else "A[:0]"
        else:
            is_right = self.model.picks is candidates.all_violators
            text = ("A[{z}]" if is_right else python_in(candidates.PICKS, self.model.picks)).format(z=condition)
        self.replace("A[y[A] * scores < 1]", text)

    def _weight(self):
        z = self.z()
        z = z if z[0] != "-" and "+" not in z else f"({z})"
        nothing = self.model.weight(-1.0, 1) == self.model.weight(1.0, 1) == 0
        text = "0.0" if nothing else python_in(candidates.WEIGHTS, self.model.weight).format(z=z)
        self.replace("exp(-np.logaddexp(0, y[i] * score))", text)

    # What is added, and how w shrinks

    def keep(self, adds=True):
        """Return the factor of the old w in a step that adds, or in one that does not."""
        keep = self.model.keep if adds or not self.model.keep_if_fine else self.model.keep_if_fine
        if isinstance(keep, candidates.OwnKeep):
            formula = in_eta(keep.formula, self.model.size) or size(keep.formula, self.is_batch)
            return {1: "1 - ", -1: "1 + ", 0: ""}[keep.sign] + formula
        text = python_of(next(row[2] for row in candidates.KEEPS if row[1] is keep))
        return f"({text} if eta * lam < 1 - 1e-9 else 1)" if keep is candidates.KEEPS[1][1] else text

    def factor_before_margin(self, adds):
        """Return the term with the old w; "" if there is none."""
        keep, touches = self.keep(adds), self.model.touches
        if touches and touches(adds):
            keep = f"np.where(X[i] != 0, {keep}, 1)"
        if keep == "0":
            return ""
        return times(keep, "first" if "shrunk-once-per-pass" in self.entries else "w")

    def factor(self):
        """Return what is written for η where an example is added."""
        factor = self.model.own_addition
        if factor is None:
            return "eta"
        return in_eta(factor, self.model.size) or bracketed(size(factor, self.is_batch))

    def sign(self, index="i"):
        """Return the label with which an example is added: its sign, and what is multiplied."""
        sign = self.model.sign
        if sign is None:
            return "", f"{self.own_labels or 'y'}[{index}]"
        if (sign.plus, sign.minus) == (1, 1):
            return "", "1"
        if (sign.plus, sign.minus) == (-1, 1):
            return "-", f"y[{index}]"
        return "", _by_class(sign, f"y[{index}]")

    def coefficient(self):
        """Return by what an example is multiplied that is added."""
        minus, label = self.sign()
        slope = f"(1 - {self.z()})" if self.model.slope else "1"
        p = "p" if self.is_log else "1"
        return minus + times(self.factor(), label, p, slope)

    def _added(self):
        coefficient = self.coefficient()
        if self.model.adds_before_shrinking:
            return f"{bracketed(self.keep())} * ({coefficient})"
        return coefficient

    def _update(self):
        weight = f"({self._added()}) * X[i]"
        adds = " + ".join(term for term in (self.factor_before_margin(True), weight) if term)
        if self.is_log:
            b = self._line_of_b(True)
            self.replace("w = (1 - eta * lam) * w + (eta * y[i] * p) * X[i]", f"{b}w = {adds}")
            return
        fine = self.factor_before_margin(False) or "0 * w"
        line, moved = self._line_of_b(True), self._line_of_b(False)
        if self.has_bias:
            self.replace("b = b + eta * y[i]", line.strip() or "pass")
        self.replace("w = (1 - eta * lam) * w", f"{moved}w = {fine}")
        self.replace("w = (1 - eta * lam) * w + (eta * y[i]) * X[i]", f"w = {adds}")

    def _batch_update(self):
        if self.model.touches:
            raise Unwritable("only the features of one example can shrink.")
        divided = python_in(candidates.DIVISORS, self.model.divisor)
        minus, label = self.sign("violators")
        over = divided.format(self.factor())
        total = label if label != "1" else "np.ones(len(violators))"
        if self.model.slope:
            total = f"{total} * (1 - {in_batches('y[i] * score')})[{self._z_with_comparison()}]"
        self.replace("combine(y[violators], X, violators)", f"combine({minus}{total}, X, violators)")
        if self.model.adds_before_shrinking:
            over = f"{bracketed(self.keep())} * {bracketed(over)}"
        kept, fine = self.factor_before_margin(True), self.factor_before_margin(False)
        if kept != fine:
            kept = f"({self.keep(True)} if len(violators) > 0 else {self.keep(False)}) * w"
        text = " + ".join(term for term in (kept, f"({over}) * total") if term)
        self.divided, self.added_in_batch = divided, f"{bracketed(over)} * ({minus}{total}).sum()"
        if self.has_bias and self._kept_of_b(True) != self._kept_of_b(False):
            raise Unwritable("the old bias is treated in two ways.")
        self.replace("w = (1 - eta * lam) * w + (eta / len(A)) * total", f"{self._line_of_b(True)}w = {text}")

    def _scaled_update(self):
        if self.model.touches:
            raise Unwritable("a scale shrinks all features.")
        adds, fine = self.keep(True), self.keep(False)
        text = bracketed(adds) if adds == fine else f"({adds} if {self._z_with_comparison()} else {fine})"
        self.replace("(1 - eta * lam) * a", f"{text} * a")
        self.replace("eta * y[i] / a", f"{self._added()} / a")

    # The bias

    def _line_of_b(self, adds):
        """Return the line that changes b in a step that adds, or in one that does not; "" if b stays."""
        if not self.has_bias:
            return ""
        bias = self.model.bias
        old, texts = self._kept_of_b(adds), self._texts_of_b()
        if isinstance(bias.move[1], candidates.MultipleOfTotal):
            multiple = times(size(bias.move[1].formula, self.is_batch), texts["moved"])
            move = ("-" if bias.move[1].sign < 0 else "") + multiple if adds else ""
        else:
            text = python_in(candidates.MOVES, bias.move[1])
            move = text.format(**texts) if (adds or "{always}" in text) and text not in ("0", BY_NEW_W) else ""
        if old == "b" and not move:
            return ""
        if move and self.sign_of_b < 0:
            move = move[1:] if move.startswith("-") else f"-{move}"
        return f"b = {' + '.join(term for term in (old, move) if term) or '0.0'}\n".replace("+ -", "- ")

    def _kept_of_b(self, adds):
        """Return the term with the old b; "" if there is none."""
        keep = self.model.bias.stays[3].split(", ")[0 if adds else 1].format(keep=bracketed(self.keep(adds)))
        return "" if keep == "0" else times(keep, "b")

    def _texts_of_b(self):
        """Return what may stand in the Python of `candidates.MOVES`."""
        eta = self.model.bias.size[3]
        if self.is_batch:
            labels = self.own_labels or "y"
            eta = bracketed(self.divided.format(eta))
            return {
                "moved": f"{eta} * {labels}[violators].sum()",
                "plain": f"{eta} * {labels}[violators].sum()",
                "without_eta": f"{bracketed(self.divided.format('1'))} * {labels}[violators].sum()",
                "unlabelled": f"{eta} * len(violators)",
                "always": f"{eta} * {labels}[A].sum()",
                "added": self.added_in_batch,
            }
        label, p = f"{self.own_labels or 'y'}[i]", "p" if self.is_log else "1"
        slope = f"(1 - {self.z()})" if self.model.slope else "1"
        return {
            "moved": times(eta, label, p, slope),
            "plain": times(eta, label),
            "without_eta": times(label, p, slope),
            "unlabelled": times(eta, p, slope),
            "always": times(eta, label),
            "added": self._added(),
        }

    def _bias_of_new_w(self):
        """Move the bias after w has moved, if it is judged with the new w."""
        bias = self.model.bias
        if not self.has_bias or bias.move[-1] != BY_NEW_W:
            return
        if self.is_batch or self.model.margin.entries:
            raise Unwritable("the bias is judged in another way than w.")
        z, moved = f"y[i] * (w @ X[i]{self.of_b[0]})", f"b = b {self.of_b[0][1]} {bias.size[3]} * y[i]"
        text = (
            f"{moved} * {RIGHT_WEIGHT.format(z=z)}" if self.is_log else f"if {self._z_with_comparison(z)}:\n    {moved}"
        )
        self.edits.append((YIELD, text))

    # The projection, and what is returned

    def _projection(self):
        ball = self.model.ball
        if ball is None:
            return
        if self.is_scaled:
            self._scaled_projection(ball)
            return
        text, condition = self._ball(ball)
        if self.base == "free_bias" or len(text) > 1:
            lines = f"if {condition}:\n" + "\n".join(f"    {line}" for line in text)
            self.edits.append((YIELD, lines))
            return
        self.replace("False", "True")  # the default of `project`
        self.replace("norm(w) > 0", condition)
        self.replace("w = min(1, 1 / sqrt(lam) / norm(w)) * w", text[0])

    def _ball(self, ball):
        """Return the lines that project w, and b with it, and the condition under which they run."""
        if ball is candidates.cut:
            return ["w = np.clip(w, -1 / sqrt(lam), 1 / sqrt(lam))"], "norm(w) > 0"
        n = ball.scope[3]
        factor = self._factor_of(ball, n)
        if ball.scope[2] and self.has_bias:
            return [f"s = {factor}", "w, b = s * w, s * b"], f"{n} > 0"
        return [f"w = {factor} * w"], f"{n} > 0"

    def _factor_of(self, ball, n):
        text = ball.rule[3].format(r="{r}", n=n)
        r = python_of(ball.radius[2])
        return text.format(r=r if text.startswith("min(1, {r}") else bracketed(r))

    def _scaled_projection(self, ball):
        if ball is candidates.cut:
            raise Unwritable("a scale cannot cut single entries of w.")
        lines = f"nu = a * norm(v)\nif nu > 0:\n    s = {self._factor_of(ball, 'nu')}\n    a = s * a"
        self.replace("if project and nu > 0:\n    s = min(1, 1 / sqrt(lam) / nu)\n    a, nu = s * a, s * nu", lines)

    def _state(self):
        """Write what a step yields: b beside w, or an average."""
        if self.has_bias and self.base != "free_bias":
            self._start_with_bias()
        entries = [entry for finding in self.findings if finding.part == "output" for entry in finding.entries]
        state = "a * v" if self.is_scaled else "np.append(w, b)" if self.has_bias else "w"
        if entries:
            self._average(entries[0], state)
            state = "returned"
        elif self.is_batch and self.has_bias:
            self.edits.append((YIELD, f"returned = {state}"))
        if self.is_batch:
            if self.has_bias:
                self.insert(START, "X = X[:, :-1]  # without the column of ones: the player shows b as its weight")
                state = "returned"
            self.replace("BatchStep(t, A, eta, scores, w)", f"BatchStep(t, A, eta, scores, {state})")
        elif self.is_scaled:
            if entries:
                step = "ScaledStep(t, i, eta, score, {})"
                self.replace(step.format("a, nu, v"), step.format("1.0, nu, returned"))
        else:
            left = "returned[-1], returned[:-1]" if entries and self.has_bias else "b, w" if self.has_bias else state
            old = "BiasStep(t, i, eta, score, b, w)" if self.base == "free_bias" else "LinearStep(t, i, eta, score, w)"
            self.replace(old, f"{'Bias' if self.has_bias else 'Linear'}Step(t, i, eta, score, {left})")

    def _start_with_bias(self):
        w = "np.zeros(X.shape[1])"
        value = dict(self.edits).get(w, w)
        self.edits = [pair for pair in self.edits if pair[0] != w]
        self.replace(f"w = {w}", f"w, b = {value}, {self.start_of_b}")

    def _average(self, entry, state):
        """Collect the states in a list, and return what a program makes of them."""
        if entry not in AVERAGES:
            raise Unwritable(f"{entry} has no formula.")
        place, text = AVERAGES[entry]
        self.insert(START, "past = []")
        if place == STEP:
            self.insert(STEP, f"past.append({state})")
        else:
            self.edits.append((YIELD, f"past.append({state})"))
        self.edits.append((YIELD, f"returned = {text.format(state=state)}"))


def comparison_of(z, violates, threshold, is_violated_there=False):
    """Return the comparison of a margin with its threshold, from what is violated around the threshold."""
    at_once = [bool(violates(threshold + d, threshold)) for d in (-1, 0, 1)]
    answers = (at_once[0], at_once[1] or is_violated_there, at_once[2])
    sign = {(True, False, False): "<", (True, True, False): "<=", (False, False, True): ">"}.get(answers)
    return f"{z} {sign} {number(threshold)}" if sign else str(answers[0])


def _by_class(label, y):
    return f"np.where({y} > 0, {number(label.plus)}, {number(label.minus)})"
