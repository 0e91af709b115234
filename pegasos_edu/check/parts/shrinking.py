"""Identify the factor of the old w, and with it whether the step size or only the addition is another one."""

from pegasos_edu.check.parts.candidates import KEEPS, OwnKeep
from pegasos_edu.check.parts.measured_steps import length
from pegasos_edu.check.parts.sizes import Size, fitting, simple, usual

NOTHING_SHRINKS = [keep for keep in KEEPS if keep[0] == "nothing-shrinks"][0]
C = [keep for keep in KEEPS if keep[2] == "1 − η/λ"][0]


class Shrinking:
    """Identify the shrinking, as a part of an `Identification`."""

    def _identify_keep(self):
        """Identify the factor of the old w, and with it whether the step size or only the addition is another one."""
        self._take_keep()
        if self.task.name == "scaled":
            self._identify_scale()

    def _identify_scale(self):
        """Give each step the factor a of w = a·v before it: the product of all factors, measured or not."""
        for step in self.steps:
            if step.previous:
                moment = self.model.moment(step.previous)
                share = (
                    length(step.previous.after) / (length(moment.w) or 1.0) if step.previous in self.on_sphere else 1.0
                )
                factor = step.previous.factor if step.previous.factor is not None else moment.keep * share
                step.product = step.previous.product * (factor or 1.0)

    def _take_keep(self):
        clean = [step for step in self.steps if self._is_clean(step) and step.factor is not None]
        adds, fine = [
            [step for step in clean if bool(any(step.added[i] for i in step.drawn)) is flag] for flag in (True, False)
        ]
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
                self._note("shrinking", (keep[0],), words, right, keep=keep[1])
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
            if all(
                abs(step.factor - keep[1](step, size(step), True)) <= self.near * max(1.0, abs(step.factor))
                for step in steps
            ):
                return keep
        return None

    def _takes_own_addition(self, steps):
        """Return whether w shrinks as the algorithm shrinks it, so that not the step size but the addition is wrong."""
        values = [(step, (1 - step.factor) / step.lam) for step in steps if step.factor < 1]
        size = usual(values, self.is_given_eta) if len(values) == len(steps) > 3 else None
        if size is None or not (size.is_right or self.task.allows(size.entries)):
            return False
        multiplier = self.size
        if multiplier and multiplier.entries and self.task.allows(multiplier.entries):
            return False
        self._take_size(size, KEEPS[0])
        if multiplier:
            entry = self._entry_of_addition(multiplier, size, steps)
            added = "p·y·x" if self.task.is_log else "y·x"
            words = f"{added} is multiplied by {multiplier.words} before it is added"
            self._note("addition", (entry,), words, "η is right", own_addition=multiplier)
        return True

    def _entry_of_addition(self, multiplier, size, steps):
        """Return the entry about what multiplies the example instead of η."""
        for entry, factor in (
            ("step-size-left-out", lambda step: 1 / size(step)),
            ("step-size-twice", size),
            ("new-term-not-divided-by-the-scale", lambda step: step.product * step.factor),
        ):
            if entry.startswith("new") and self.task.name != "scaled":
                continue
            ratios = [multiplier(step) / size(step) / factor(step) for step in steps]
            if max(ratios) - min(ratios) < self.near * max(ratios) and abs(simple(ratios[0]) - 1) < 0.6:
                return entry
        return "addition"

    def _take_size(self, size, keep):
        if size.is_right:
            return
        self.model.size = size
        if self.model.of_place:  # the step size was told
            return
        entries = size.entries
        if self._is_c(keep, size):
            entries = ("lambda-taken-for-c",)
            if size.counter.entry:
                words = f"the steps are counted as {size.counter.letter}"
                self._note("step size", (size.counter.entry,), words, "t counts the steps", size=size)
            right = "η = 1/(λ·t) and the factor 1 − η·λ are right"
            self._note("step size", entries, "λ is used as if it were 1/λ", right, size=size, keep=C[1])
            return
        if self._is_penalty_without_half(keep, size):
            self._note("shrinking", ("objective-without-the-half",), "w is multiplied by 1 − 2·η·λ", "", keep=keep[1])
            entries = () if size.has_lam else entries
            self.base.size = size
        if entries == ("step-size-constant",) and size.c == 1 and keep and keep[0] == "nothing-shrinks":
            entries = ("step-size-left-out",)
        if self.is_given_eta and size.words == "0.5·η":
            entries = ("step-size-halved",)
        if entries or self.is_given_eta:
            every = " in every step" if entries == ("step-size-constant",) else ""
            says, right = f"the step size is {size.words}{every}", f"{'η' if self.is_given_eta else '1/(λ·t)'} is right"
            self._note("step size", entries or ("other",), says, right, size=size)

    def _is_penalty_without_half(self, keep, size):
        """Return whether the factor 1 − 2·η·λ belongs to the penalty λ·‖w‖², and note the convention if so."""
        is_half = isinstance(size, Size) and size.words == "0.5/(λ·t)"
        return bool(keep) and keep[0] == "shrinks-by-twice-the-penalty" and (is_half or not size.has_lam)

    def _is_c(self, keep, size):
        is_inverted = isinstance(size, Size) and (size.a, size.b, size.c, size.over) == (1, -1, 1.0, "")
        return bool(keep) and is_inverted and keep[2] in (C[2], f"1 − 1/{size.counter.letter}")

    def _belongs_to(self, keep, size):
        """Return whether a factor and a step size together are a way to read λ."""
        return self._is_c(keep, size) or self._is_penalty_without_half(keep, size)

    def _identify_touched(self, steps):
        """Find out whether only the features shrink in which the drawn example is not 0."""
        touched = [
            step for step in steps if step.factor_elsewhere == 1 or abs((step.factor_elsewhere or 0) - 1) < self.near
        ]
        if not touched:
            return
        fine = [step for step in touched if not any(step.added)]
        words = "only the features in which the example is not 0 shrink"
        if fine or self.task.is_log:
            self._note(
                "shrinking",
                ("shrinks-touched-coordinates",),
                words,
                "all of w should shrink",
                touches=lambda adds: True,
            )
        else:
            says, right = f"{words}, in steps that add an example", "all of w should shrink in each step"
            self._note("shrinking", ("shrinking",), says, right, touches=lambda adds: adds)

    def _take_two_keeps(self, of_adds, of_fine):
        """Note that w is multiplied by different factors in steps that add and in steps that do not."""
        entry = {
            ("", "nothing-shrinks"): "shrinks-only-on-violation",
            ("", "shrinks-by-lambda"): "multiplied-by-lambda-when-fine",
            ("replaces-w", ""): "replaces-w",
            ("shrinks-twice", ""): "shrinks-twice-on-violation",
        }.get((of_adds[0], of_fine[0]), "shrinking")
        words = f"w is multiplied by {of_adds[2]} in steps that add an example, and by {of_fine[2]} in the others"
        parts = {"keep": of_adds[1], "keep_if_fine": of_fine[1]}
        self._note("shrinking", (entry,), words, "1 − η·λ is right in both cases", **parts)

    def _take_own_keep(self, steps):
        """Take a factor with a formula of its own; if there is none, most steps may still shrink as they should."""
        if not steps or any(step.factor == 1 for step in steps):
            return
        sign = 1 if steps[0].factor < 1 else -1
        keep = OwnKeep(sign, fitting([(step, abs(1 - step.factor)) for step in steps], self.is_given_eta))
        if not keep.formula and all(step.factor for step in steps):
            keep = OwnKeep(0, fitting([(step, abs(step.factor)) for step in steps], self.is_given_eta))
        if keep.formula:
            self._note("shrinking", ("other",), f"w is multiplied by {keep.words}", "1 − η·λ is right", keep=keep)
