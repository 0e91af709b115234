"""Identify what becomes of the bias."""

from pegasos_edu.check.parts.candidates import ETA_OF_B, MOVES, ROOT_T, STAYS, Bias, MultipleOfTotal, of_size
from pegasos_edu.check.parts.findings import MISTAKE
from pegasos_edu.check.parts.measured_steps import dot
from pegasos_edu.check.parts.sizes import fitting

# Words about a bias, and what they are for the log loss.
OF_LOG = (("·y", "·p·y"), ("Σy", "Σp·y"), ("y/√t", "p·y/√t"), ("y, without η", "p·y, without η"),
          ("η, without the label", "η·p, without the label"), ("1/√t, without the label", "p/√t, without the label"),
          ("where the margin is violated", "in every step"),
          ("as the margin of the new w decides", "with the p of the new w"))  # fmt: skip


def brief_factor(sign, factor):
    return f"{'−' if sign < 0 else ''}{factor.words}"


class Biases:
    """Identify the bias, as a part of an `Identification`."""

    def _identify_bias(self):
        moments = self.moments = [(step, self.model.moment(step)) for step in self.steps]
        shares = [self._share(step, moment) for step, moment in moments]
        if not self._take_known_bias(moments, shares):
            self._take_own_bias(moments, shares)

    def _take_known_bias(self, moments, shares):
        """Take the first of the known ways in which a bias moves that fits all steps; return whether there is one."""
        for size in (ETA_OF_B, ROOT_T):
            moves = [move for move in MOVES if of_size(move[2], size)]
            for bias in [Bias(stays, move, size) for stays in STAYS for move in moves]:
                if all(abs(share * bias(moment, self.model) - step.b_after) <= self._bound_of_bias(step)
                       for (step, moment), share in zip(moments, shares) if share):  # fmt: skip
                    self._take_bias(bias)
                    return True
        return False

    def may_be_bias(self):
        """Return whether the number beside w moves by what is added to w in half of the steps in which it changes."""
        steps = [step for step in self.steps if step.added is not None and step.b_after != step.b]
        free = [step.b_after - step.b - sum(step.added) for step in steps]
        shrinking = [step.b_after - (step.factor or 0.0) * step.b - sum(step.added) for step in steps]
        return any(2 * len([1 for step, rest in zip(steps, rests) if abs(rest) <= 1e-4 * abs(step.b_after - step.b)])
                   > len(steps) for rests in (free, shrinking))  # fmt: skip

    def _takes_right_size(self, size, steps):
        """Return whether b moves by the right η·y, so that a step size of 1 is only missing from the addition."""
        right = self.base.size
        sizes = [finding for finding in self.findings if finding.part == "step size" and finding.status == MISTAKE]
        if not sizes or any(abs(size(step) * self.model.size(step) / right(step) - 1) > self.near for step in steps):
            return False
        self.findings.remove(sizes[0])
        entry = "step-size-left-out" if self.model.size.words == "1" else "addition"
        words = self.model.size.words
        self.model.own_addition, self.model.size, self.moments = self.model.size, right, None
        added = "p·y·x" if self.task.is_log else "y·x"
        self._note("addition", (entry,), f"{added} is multiplied by {words} before it is added", "η is right")
        return True

    def _share(self, step, moment):
        """Return by what a projection has multiplied the bias; 0 if that is unknown."""
        if step not in self.on_sphere or not self.sphere[1][2]:
            return 1.0
        square = dot(moment.w, moment.w)
        return dot(step.after, moment.w) / square if square else 0.0

    def _bound_of_bias(self, step):
        return max(10 * self.rounding, self.near) * max(abs(step.b), abs(step.b_after), 1e-4)

    def _take_bias(self, bias):
        stays, move, size = bias.stays, bias.move, bias.size
        right = "free-bias" if self.task.asks_bias else ""
        if move[0] == "bias-never-updated" and stays is STAYS[0]:
            self._note("bias", (move[0],), "b stays as it is", self._right_bias(stays, ETA_OF_B), bias=bias)
            return
        is_convention = self.task.allows(stays[:1])
        kept = stays if is_convention else STAYS[0]
        self.model.bias, self.base.bias = bias, Bias(kept, MOVES[0] if move[0] else move, size)
        if move[0] == "bias-with-the-wrong-sign" and getattr(self.model.margin, "place", "") == "−":
            self._set(margin=self.model.margin)
            self.base.bias = Bias(kept, move, size)
            self.findings = [finding for finding in self.findings if finding.part != "score"]
            self._note("bias", ("bias-subtracted-in-the-score",), "the score is w·x − b")
            move, self.sign_of_b = MOVES[0], "−"
        if is_convention and stays[0] != right:
            words = "does not shrink" if stays is STAYS[0] else "shrinks as w does"
            self._note("bias", (stays[0],), f"the bias {words}")
        if size[0]:
            self._note("bias", size[:1], f"the step size of b is {size[2]}")
        if move[0] or not is_convention:
            entries = [entry for entry in (self._entry_of_move(move), "" if is_convention else stays[0]) if entry]
            words = stays[2].format(of_size(move[2], size)).replace("+", self.sign_of_b).replace("+ −", "− ")
            self._note("bias", entries, f"b becomes {self._of_task(words)}", self._right_bias(stays, size))

    sign_of_b = "+"  # with which b moves; "−" if the score is w·x − b

    def _right_bias(self, stays, size):
        """Return what b becomes in the right program in the same convention."""
        old = "(1 − η·λ)·b" if stays[0] == "bias-as-a-column" else "b"
        is_mean = self.task.is_batch and not self.task.is_log
        added = f"{size[2]}·Σy/k over the violators" if is_mean else self._of_task(of_size("η·y", size))
        where = "" if self.task.is_log or self.task.is_batch else " where the margin is violated"
        return f"{old} {self.sign_of_b} {added}{where} is right"

    def _of_task(self, words):
        """Return words about a bias as they are for the loss of the task."""
        if not self.task.is_log:
            return words
        if " for every drawn example" in words:
            return words.replace(" for every drawn example", ", without p")
        for old, new in OF_LOG:
            words = words.replace(old, new)
        return words

    def _entry_of_move(self, move):
        if move[0] == "bias-in-every-step":
            in_batches = "bias-from-the-whole-batch" if self.task.is_batch else move[0]
            return "bias-without-the-probability" if self.task.is_log else in_batches
        return move[0]

    def _take_own_bias(self, moments, shares):
        """Take a bias that moves by a multiple of what it should, with a formula of its own."""
        for stays in STAYS[:2]:
            pairs = [(step, step.b_after / share - stays[1](moment), moment)
                     for (step, moment), share in zip(moments, shares) if share]  # fmt: skip
            values = [(step, change / moment.total, moment) for step, change, moment in pairs if moment.total]
            signs = set([value > 0 for _, value, _ in values])
            if len(signs) != 1 or any(
                abs(change) > self._bound_of_bias(step) for step, change, moment in pairs if not moment.total
            ):
                continue
            multiple, size = self._own_multiple(values)
            if multiple and True in signs and self._takes_right_size(multiple, [step for step, _, _ in values]):
                return
            if multiple:
                sign = 1.0 if True in signs else -1.0
                if stays[0] != ("free-bias" if self.task.asks_bias else ""):
                    self._set(bias=Bias(stays, MOVES[0]))
                    words = "the bias shrinks as w does" if stays is STAYS[1] else "the bias does not shrink"
                    self._note("bias", (stays[0],), words)
                words = f"the bias moves by {brief_factor(sign, multiple)} times {self._of_task(of_size('η·y', size))}"
                bias = Bias(stays, ("bias", MultipleOfTotal(sign, multiple), ""), size)
                self._note("bias", ("bias",), words, f"{self._of_task('η·y')} is right", bias=bias)
                return

    def _own_multiple(self, values):
        """Return the formula by which a usual move of b is multiplied, and the step size of this move.

        The step size is the one whose multiple does not depend on t, else η.
        """
        first = None, ETA_OF_B
        for size in (ETA_OF_B, ROOT_T):
            shares = [(step, abs(value / (size[1](moment) or 1.0))) for step, value, moment in values]
            multiple = fitting(shares, self.is_given_eta)
            if multiple and getattr(multiple, "b", 1) == 0:
                return multiple, size
            first = first if first[0] else (multiple, size)
        return first
