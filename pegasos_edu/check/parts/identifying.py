"""Identify the parts of a program that stores w from its measured steps."""

from pegasos_edu.check.parts import linear
from pegasos_edu.check.parts.additions import Additions
from pegasos_edu.check.parts.biases import Biases
from pegasos_edu.check.parts.candidates import (
    ALWAYS,
    DRAWS,
    OF_SCALED,
    RADII,
    RADIUS_WITHOUT_HALF,
    RIGHT_MARGIN,
    RULES,
    SCOPES,
    Ball,
    cut,
    margins,
)
from pegasos_edu.check.parts.conditions import Conditions
from pegasos_edu.check.parts.findings import CONVENTION, MISTAKE, PARTS, PartFinding
from pegasos_edu.check.parts.measured_steps import ProgramRun, steps_of
from pegasos_edu.check.parts.parting_probes import fine_probe, full_probe, parting_probe, probes_of, reaching_probe
from pegasos_edu.check.parts.shrinking import Shrinking
from pegasos_edu.check.parts.sizes import voted
from pegasos_edu.check.parts.weights import Weights

RIGHT_BALL = "the ball of radius 1/√λ is right"


def words_of_ball(rule, radius, scope):
    """Return what a ball does, and what is right."""
    words = rule[2].format(radius[2])
    if scope[0] != "other":
        return words + ", and b with it" * scope[2], RIGHT_BALL
    of, shorter = ("w alone", "w and b become") if scope[2] else ("w and b together", "only w becomes")
    right = "what becomes shorter should be what is compared" if radius is RADII[0] else RIGHT_BALL
    return f"{words}, where the length of {of} is compared, and {shorter} shorter", right


class Identification(Additions, Weights, Shrinking, Conditions, Biases):
    """Identify the parts of a program.

    Attributes
    ----------
    model, base
        The program as it was measured, and the right program in the same conventions.
    findings
        One for each part that is not simply right, in the order of the algorithm.
    steps
        The measured steps.
    off
        Those that do not follow from the parts.
    is_given_eta
        Whether a program of one step is given η, and does not compute it.
    notes
        Sentences about what the findings leave open.
    """

    notes = ()

    def __init__(self, task, runs, is_one_step):
        self.task, self.is_one_step = task, is_one_step
        self.steps = [step for run in runs for step in steps_of(run)]
        self.rounding = min([run.rounding for run in runs])  # float32 shows in every run
        self.has_right_margin = any([run.hides_bias for run in runs])  # else the bias might have no effect
        self.near = 1e-3 if self.rounding > 1e-6 else 1e-6
        self.is_given_eta = bool(self.steps) and self.steps[0].eta is not None
        self.model = linear.Model(task, is_one_step, self.is_given_eta)
        self.base = self.model.copy()
        self.model.keeps_root = runs[0].keeps_first_of_pass
        self.findings, self.off, self.sphere, self.conditions, self.moments = [], [], None, [], None
        if self.steps and not is_one_step:
            self.model.start = self.steps[0].before, self.steps[0].b
        self.to_reach, self.turn, self.probes = [fine_probe, full_probe, reaching_probe], -1, []

    def identified(self):
        """Identify each part; return self."""
        self._find_sphere()
        if 2 * len([step for step in self.steps if step.is_contradictory]) > len(self.steps):
            self.off = self.steps
            return self
        self._identify_draws()
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
        self.rivals = [self._rival(condition) for condition in self.conditions[1:] + self._other_thresholds()]
        self.findings.sort(key=lambda finding: PARTS.index(finding.part))
        return self

    def measured(self, run):
        """Return the measured steps of another run."""
        steps = steps_of(run)
        self._take_draws(steps)
        return steps

    def parting_probe(self, rival):
        """Return a probe in whose last step a rival of the model decides otherwise; None if none is found."""
        self.turn += 1
        self.probes = self.probes or list(probes_of(self.model, self.steps[0].case))
        return parting_probe(self.model, rival, self.probes, self.turn)

    def again(self, runs):
        """Return the identification of the same program from other runs."""
        for step in [step for run in runs for step in steps_of(run)]:
            step.forget()
        identification = type(self)(self.task, runs, self.is_one_step).identified()
        identification.to_reach, identification.turn = self.to_reach, self.turn
        return identification

    @property
    def unmeasured(self):
        """Return the parts that no step shows."""
        if not self.adds_nothing:
            return {"score"} if self.model.violates is ALWAYS.violates else set()
        return set(PARTS) - ({"shrinking"} if any([any(step.before) for step in self.steps]) else {"start"})

    @property
    def is_thin(self):
        """Return whether so few steps add something that their formula could be many."""
        if self.is_one_step or self.task.is_kernel or self.adds_nothing:
            return False
        return len(set([step.t for step in self.steps if step.added and any(step.added)])) < 3

    def first_off(self):
        """Return the first step that the right program in the same conventions does not take; None if there is none."""
        steps = self.off if linear.are_same(self.model, self.base) else self.steps
        for step in steps:
            if not self.base.follows(step, self.rounding):
                return step
        return None

    def likely_conventions(self):
        """Return the conventions that most steps show, also if a mistake hides their other parts, and the step size."""
        measured = [step for step in self.steps if step.factor is not None and step.added is not None]
        entries, size = [], None
        if not self.is_given_eta:
            size = voted([(step, (1 - step.factor) / step.lam) for step in measured if step.factor < 1])
            added = voted([(step, abs(c) * step.k) for step, _, c in self._all_pairs()])
            if size and self.task.allows(size.entries):
                entries += size.entries
            if added and added.c == 0.5 and added.a == -1 and (size is None or size.is_like(added)):
                entries.append("objective-without-the-half")
        if self.sphere and (not self.sphere[0][0] or self.sphere[0] is RADIUS_WITHOUT_HALF):
            entries.append(self._convention_of(self.sphere[1]))
            if self.sphere[0] is RADIUS_WITHOUT_HALF and "objective-without-the-half" not in entries:
                entries.append("objective-without-the-half")
        if self.task.has_bias and not self.task.asks_bias:
            entries.append("bias-as-a-column" if self._shrinks_bias(measured) else "free-bias")
        return entries, size

    def _shrinks_bias(self, steps):
        """Return whether more steps shrink the bias as w does than leave it."""
        shrunk = [
            step for step in steps if abs(step.b_after - step.factor * step.b - sum(step.added)) <= 1e-6 * abs(step.b)
        ]
        free = [step for step in steps if abs(step.b_after - step.b - sum(step.added)) <= 1e-6 * abs(step.b)]
        return len(shrunk) > len(free)

    def with_hidden_bias(self, run, is_column):
        """Return a run with the bias that its additions to w would give, if the bias moves by the same amounts.

        ``is_column`` says whether it shrinks, as the weight of a column of ones does.
        """
        b, states = 0.0, []
        for step in steps_of(run):
            if step.added is not None:
                b = (step.factor or 0.0 if is_column else 1.0) * b + sum(step.added)
            states.append((step.after, b))
        with_bias = ProgramRun(run.case, states, run.start, run.has_shown_start, run.ended)
        with_bias.hides_bias = True
        return with_bias

    def of_output(self, finding):
        """Return what a reading of the states has found out about the output, as a finding about this program."""
        return finding

    # Helpers

    def _margins(self, has_own_labels=False):
        """Return the margins that are tried, with their numbers of deviations."""
        if self.has_right_margin:
            return [(0, RIGHT_MARGIN)]
        return margins(self.task.has_bias, has_own_labels, self.task.is_log)

    def _set(self, **parts):
        """Set parts of the measured program, and of the right one in the same conventions."""
        for name, part in parts.items():
            setattr(self.model, name, part)
            setattr(self.base, name, part)

    def _note(self, part, entries, says, right="", **parts):
        """Note a finding; its parts belong to the right program only if all its entries are conventions."""
        entries = tuple([OF_SCALED.get(key, key) if self.task.name == "scaled" else key for key in entries if key])
        is_convention = self.task.allows(entries)
        for name, choice in parts.items():
            setattr(self.model, name, choice)
            if is_convention:
                setattr(self.base, name, choice)
        status = CONVENTION if is_convention else MISTAKE
        self.findings.append(PartFinding(part, status, entries, says, right))

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
                self._note("draws", (key,), words, "the drawn example is right")
                self.base.takes_asked, self.draw = True, draw
                self._take_draws(self.steps)
                return

    draw = None

    def _take_draws(self, steps):
        """Let steps draw the examples that the program uses instead of those that the draws ask for."""
        for step in steps if self.draw else ():
            step.drawn = [self.draw(step, i) for i in step.drawn]

    def _find_sphere(self):
        """Find the radius at which states end, if there is one, and the steps that end there."""
        best, self.on_sphere = 1, []
        lams = set([step.lam for step in self.steps])
        for scope in SCOPES[: 1 + self.task.has_bias]:
            ends = [(step, scope[1](step.after, step.b_after)) for step in self.steps]
            for radius in RADII:
                of_lam = {lam: radius[1](lam) for lam in lams}
                hits = [step for step, size in ends if abs(size - of_lam[step.lam]) <= self.near * of_lam[step.lam]]
                if len(hits) > best:
                    best, self.sphere, self.on_sphere = len(hits), (radius, scope), hits

    # The projection

    def _identify_ball(self):
        off, others = [], []
        for step, moment in self._moments():
            (others if linear.leaves(step, moment.w, moment.b, self.rounding) else off).append((step, moment))
        pairs = off + others  # first those that rule most balls out
        for ball, keys, words, right in self._balls() if off else ():
            if all(linear.leaves(step, *ball(moment.w, moment.b, step), self.rounding) for step, moment in pairs):
                self._note("projection", keys, words, right, ball=ball)
                if not self.base.ball:  # a wrong ball is compared with the right one
                    with_bias = getattr(ball, "scope", SCOPES[0])[0] == "projection-with-the-bias"
                    self.base.ball = Ball(RULES[0], RADII[0], SCOPES[with_bias])
                return
        self.off = [step for step, _ in off]

    def _moments(self):
        """Return pairs of a step and its moment, with those that were computed for another bias."""
        moments = self.moments or [(step, self.model.moment(step)) for step in self.steps]
        for _, moment in moments if self.task.has_bias else ():
            moment.b = self.model.bias(moment, self.model)
        return moments

    def _balls(self):
        radii = [self.sphere[0], *RADII] if self.sphere else RADII
        scopes = SCOPES if self.task.has_bias else SCOPES[:1]
        for rule in RULES:
            for radius in radii:
                for scope in scopes:
                    is_half = radius is RADIUS_WITHOUT_HALF and self._has_penalty_without_half()
                    keys = tuple([entry for entry in (rule[0], "" if is_half else radius[0]) if entry])
                    keys = keys or (self._convention_of(scope),)
                    yield Ball(rule, radius, scope), keys, *words_of_ball(rule, radius, scope)
        yield cut, ("cut-entry-by-entry",), "each entry of w is cut at ±1/√λ", RIGHT_BALL

    def _has_penalty_without_half(self):
        return any("objective-without-the-half" in finding.entries for finding in self.findings)

    def _convention_of(self, scope):
        if scope is SCOPES[0] and self.task.has_bias and not self.task.asks_bias:
            return "projection-without-the-bias"
        return scope[0]
