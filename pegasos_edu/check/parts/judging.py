"""Judge a program by its parts: measure them, part what is left open, and say what is right and what is not."""

from math import isfinite

from pegasos_edu.check.parts.averages import recovered, unaveraged
from pegasos_edu.check.parts.findings import CONVENTION, MISTAKE, PartFinding
from pegasos_edu.check.parts.identifying import Identification
from pegasos_edu.check.parts.identifying_kernel import KernelIdentification
from pegasos_edu.check.parts.measured_steps import ALWAYS, IF_ADDING, ProgramRun, Step, length
from pegasos_edu.check.parts.nearest import nearest_right
from pegasos_edu.check.parts.reporting import first_difference
from pegasos_edu.check.parts.words import brief

MOST_PROBES = 12  # chosen for one program


class Judgement:
    """Hold what was found out about a program.

    Attributes
    ----------
    findings
        One for each part that is a convention or a mistake, in the order of the algorithm.
    is_explained
        Whether all steps follow from the parts, so that the mistakes may be named.
    alternatives
        If a search has found what the parts do not explain: sets of identifiers of entries, each of which explains all
        states; more than one set if nothing that was tried tells them apart.
    off
        The first step that is not right in the program's own conventions; None if all are right.
    base
        The right program in these conventions.
    compared
        The identifiers of the conventions of `base`, if they are not those that were measured.
    has_shown_start
        Whether the w before its first step is known.
    """

    compared, has_steps, sign_of_b = None, True, 1

    def __init__(self, identification):
        self.identification, self.base = identification, identification.base
        self.findings, self.is_explained, self.alternatives = identification.findings, False, []
        self.off, self.notes, self.has_shown_start = None, identification.notes, True

    @property
    def mistakes(self):
        return [finding for finding in self.findings if finding.status == MISTAKE]

    @property
    def conventions(self):
        """Return the identifiers of the conventions that were measured, or of those beside what a search has found."""
        if self.alternatives:
            return [entry for entry in self.alternatives[0] if self.identification.task.allows([entry])]
        task = self.identification.task
        return [entry for finding in self.findings for entry in finding.entries if task.allows([entry])]

    @property
    def passed(self):
        return self.is_explained and not self.mistakes

    def compare_with(self, base):
        """Take another right program to compare with; None if none is known."""
        self.base, self.off = base, None
        steps, rounding = self.identification.steps, self.identification.rounding
        for step in steps if base else ():
            if not base.follows(step, rounding):
                self.off = step
                return

    def difference(self):
        """Return sentences about the first step that is not right."""
        return first_difference(self)


def judged(task, runs, is_one_step, more, search):
    """Return the `Judgement` on a program.

    Parameters
    ----------
    task : Task
    runs : list of ProgramRun
        What it did in the cases for its shape.
    is_one_step : bool
    more : callable
        Returns the run of the program in another case, given the case and the start; None if it fails there.
    search : callable
        Returns sets of identifiers: conventions with one mistake of the catalogue, for each mistake that explains all
        runs; and the runs of the right program in the conventions of the first set.
    """
    identify = KernelIdentification if task.is_kernel else Identification
    judgement = _judged(task, runs, is_one_step, more, search, identify)
    if any(run.is_finite and len(run.states) < len(run.case.draws) and not run.ended for run in runs):
        judgement.findings = [*judgement.findings, FEWER]
    return judgement


def _judged(task, runs, is_one_step, more, search, identify):
    judgement = _read(task, runs, is_one_step, more, identify)
    if judgement.is_explained and len(judgement.mistakes) < 2:
        return judgement
    averaged = []
    if not judgement.is_explained and task.has_bias and not task.is_kernel:
        other = _judgements([_reading_with_other_sign(task, runs, more)], identify, is_one_step)
        if other and other[0].is_explained and not _subtracts_in_score(other[0]):
            judgement = other[0]
    if not judgement.is_explained and not is_one_step:
        if _starts_elsewhere(judgement) and _is_found(judgement, search, is_one_step, identify):
            return judgement
        others = _judgements(_other_readings(judgement, task, runs, more), identify)
        if others and others[-1].is_explained:
            judgement = others[-1]
        else:
            averaged = [other for other in others if other.findings and other.findings[-1].part == "output"]
    for candidate in [judgement, *averaged]:
        if _is_found(candidate, search, is_one_step, identify):
            return candidate
    if judgement.is_explained or is_one_step:
        return judgement
    last = list(_readings_with_bias(judgement, task, runs, more))
    if _is_off_at_once(judgement) and not _starts_elsewhere(judgement):
        last += _readings_from_second_step(task, runs, more)
    for other in _judgements(last, identify):
        if other.is_explained and not other.identification.model.margin.entries:  # else b might have no effect
            return other
    _compare_with_nearest(judgement)
    judgement.off = judgement.off or _without_number(runs)
    return judgement


def _subtracts_in_score(judgement):
    """Return whether the score has −b; if b was read with the other sign, the program itself adds it."""
    return getattr(judgement.identification.model.margin, "place", "+") == "−"


def _compare_with_nearest(judgement):
    """Compare with the right program that takes the most steps as the program takes them."""
    if judgement.identification.steps and not judgement.identification.task.is_kernel:
        base, judgement.compared = nearest_right(judgement, judgement.conventions)
        judgement.compare_with(base)


def _is_found(judgement, search, is_one_step, identify):
    """Return whether a search finds what the parts do not explain, or what two of them are together, and note it."""
    if judgement.is_explained and len(judgement.mistakes) < 2:
        return False
    before = judgement.conventions
    judgement.alternatives, right = search(judgement)
    if judgement.alternatives and sorted(judgement.conventions) != sorted(before):
        of_right = identify(judgement.identification.task, right, is_one_step).identified()
        judgement.compare_with(None if of_right.off else of_right.model)
    if judgement.alternatives and judgement.base and not judgement.is_explained:
        _compare_with_nearest(judgement)
    return bool(judgement.alternatives)


def _judgements(readings, identify, is_one_step=False):
    """Return the judgements on readings, up to the first one in which the parts explain all steps."""
    judgements = []
    for reading in readings:
        try:
            judgement = _read(reading.task, reading.runs, is_one_step, reading.more, identify)
        except ArithmeticError:  # what is no w of the program can be any numbers
            continue
        judgement.findings += [judgement.identification.of_output(finding) for finding in reading.findings]
        judgement.notes, judgement.sign_of_b = [*judgement.identification.notes, *reading.notes], reading.sign_of_b
        for finding in judgement.findings if reading.sign_of_b < 0 else ():
            finding.says, finding.right = _of_minus_b(finding.says), _of_minus_b(finding.right)
        judgements.append(judgement)
        if judgement.is_explained:
            break
    return judgements


def _read(task, runs, is_one_step, more, identify):
    """Return the judgement on a program whose states are those of the runs."""
    identification = _parted(identify(task, runs, is_one_step).identified(), runs, more)
    judgement = Judgement(identification)
    ended = any(run.ended or not run.is_finite for run in runs)
    is_measured = bool(identification.steps) and not identification.is_thin
    judgement.is_explained = is_measured and not identification.off and not ended
    judgement.off = identification.first_off() or _without_number(runs)
    judgement.has_shown_start = is_one_step or any(run.has_shown_start for run in runs)
    if judgement.mistakes or not judgement.is_explained:  # at the margin rounding may decide in a wrong program
        judgement.findings = [finding for finding in judgement.findings if finding.entries != ("at-the-margin-too",)]
    _note_start(judgement, runs)
    return judgement


FEWER = PartFinding("draws", CONVENTION, ("one-step-fewer",), "it takes T − 1 steps")


class Reading:
    """Hold another way to read the states of a program: its runs, and what is found out in this way."""

    sign_of_b = 1  # by which b was multiplied

    def __init__(self, task, runs, findings=(), notes=(), more=lambda case, start: None):
        self.task, self.runs, self.findings, self.notes, self.more = task, runs, findings, notes, more


def _reading_with_other_sign(task, runs, more):
    """Return the reading in which b has the other sign, so that a score w·x − b is w·x + b."""

    def with_minus_b(run):
        states = [(w, -b) for w, b in run.states]
        return ProgramRun(run.case, states, (run.start[0], -run.start[1]), run.has_shown_start, run.ended)

    def run_of(case, start):
        run = more(case, start and (start[0], -start[1]))
        return run and with_minus_b(run)

    minus = PartFinding("bias", CONVENTION, ("bias-subtracted-in-the-score",), "the score is w·x − b")
    reading = Reading(task, [with_minus_b(run) for run in runs], [minus], more=run_of)
    reading.sign_of_b = -1
    return reading


def _of_minus_b(words):
    """Return words about a bias that has the other sign."""
    return words.replace("w·x + b", "w·x − b").replace("b + η", "b − η").replace("bias moves by ", "bias moves by −")


def _other_readings(judgement, task, runs, more):
    """Yield the readings in which the states are averages, come one step late, or hold another number beside w."""
    if _starts_elsewhere(judgement):
        yield from _readings_from_second_step(task, runs, more)
    for rank, (behind, average) in enumerate(unaveraged(runs)):
        status = CONVENTION if task.allows([average.entry]) else MISTAKE
        finding = PartFinding("output", status, (average.entry,), average.words, "the last w is right")
        yield Reading(task, behind, [finding], more=_behind(more, average))
        if task.has_bias and rank == 0:
            words = f"{average.words}, but b is the last one"
            alone = PartFinding("output", MISTAKE, (average.entry,), words, "w and b should be treated alike")
            yield Reading(task, [_with_last_bias(run, hidden) for run, hidden in zip(runs, behind)], [alone])
    if all(run.states and not any(_flat(run.states[0])) and not run.ended for run in runs):
        yield Reading(task, [ProgramRun(run.case, run.states[1:], run.start) for run in runs], [FEWER])
    if task.has_bias and not task.asks_bias and not judgement.identification.may_be_bias():
        yield Reading(
            task.with_bias(False), [_with_w_alone(run) for run in runs], notes=["The number beside w was not compared."]
        )
    if not task.is_kernel and not task.is_batch and _may_keep_first_of_pass(judgement, runs):
        words = "each step of a pass changes the w with which the pass began"
        right = "each step should change the w that the step before it left"
        finding = PartFinding("shrinking", MISTAKE, ("shrunk-once-per-pass",), words, right)
        for when in (ALWAYS, IF_ADDING):
            yield Reading(task, [_with_first_of_pass(run, when) for run in runs], [finding])


def _with_w_alone(run):
    states = [(w, 0.0) for w, _ in run.states]
    return ProgramRun(run.case, states, (run.start[0], 0.0), run.has_shown_start, run.ended)


def _with_last_bias(run, behind):
    """Return the run of the weights behind an average, beside the biases as they were returned."""
    states = [(w, b) for (w, _), (_, b) in zip(behind.states, run.states)]
    return ProgramRun(run.case, states, run.start, run.has_shown_start, run.ended)


def _may_keep_first_of_pass(judgement, runs):
    """Return whether all runs go on after the first pass, in which a step leaves nothing of the step before it."""
    first_pass = [step for step in judgement.identification.steps if 1 < step.t <= step.case.m]
    may_be = any(step.factor == 0 or not step.is_combination for step in first_pass)
    return may_be and all(len(run.states) > run.case.m for run in runs)


def _with_first_of_pass(run, when):
    copied = ProgramRun(run.case, run.states, run.start, run.has_shown_start, run.ended)
    copied.keeps_first_of_pass = when
    return copied


def _behind(more, average):
    """Return a function like `more` for the weights behind an average; some averages need one more draw for them."""

    def run_of(case, start):
        run = more(case.with_draws(case.draws + [case.draws[0]], case.first, case.gives_eta), start)
        return run and recovered(run, average)

    return run_of


def _readings_with_bias(judgement, task, runs, more):
    """Yield the readings in which the program learns a bias and does not return it."""
    if not task.has_bias and all(run.is_finite and not run.ended for run in runs):
        for is_column in (False, True):
            yield _reading_with_bias(judgement.identification, runs, more, is_column)


def _reading_with_bias(identification, runs, more, is_column):
    def with_bias(run):
        return run and identification.with_hidden_bias(run, is_column)

    biased = [with_bias(run) for run in runs]
    return Reading(identification.task.with_bias(), biased, more=lambda case, start: with_bias(more(case, start)))


ELSEWHERE = PartFinding("start", MISTAKE, (), "its first state does not follow from a start at 0",
                        "a program that starts elsewhere should yield its start first")  # fmt: skip


def _is_off_at_once(judgement):
    """Return whether a first step is not right, and the w before it is not known."""
    return judgement.off is not None and judgement.off.t == judgement.off.case.first and not judgement.has_shown_start


def _starts_elsewhere(judgement):
    """Return whether its first state is no combination of examples, and the w before it is not known."""
    return _is_off_at_once(judgement) and not judgement.off.is_combination


def _readings_from_second_step(task, runs, more):
    """Yield the reading in which the program starts elsewhere and does not show where."""

    def run_of(case, start):
        run = more(case, start)
        return _without_first(run) if run and len(run.states) > 1 else None

    if all(len(run.states) > 1 and run.is_finite for run in runs):
        yield Reading(task, [_without_first(run) for run in runs], [ELSEWHERE], more=run_of)


def _without_first(run):
    """Return a run from its second step on."""
    rest = run.case.with_draws(run.case.draws[1:], run.case.first + 1, run.case.gives_eta)
    return ProgramRun(rest, run.states[1:], run.states[0], ended=run.ended)


def _flat(state):
    return state[0] + [state[1]]


class EntryJudgement:
    """Hold what a comparison with single entries of the catalogue has found.

    The attributes are those of a `Judgement`. `right` and `wrong` are sets of identifiers of entries; `has_steps` says
    whether the program is no plain function.
    """

    findings, mistakes, off, notes, compared = (), (), None, (), None

    def __init__(self, right, wrong, has_steps=True):
        self.has_steps = has_steps
        self.passed = self.is_explained = bool(right)
        self.conventions, self.alternatives, self.words = (right[0] if right else []), ([] if right else wrong), ""

    def difference(self):
        return self.words


def _parted(identification, runs, more):
    """Return the identification after probes that part the readings that are left; each probe is one more run."""
    extra = []
    for _ in range(MOST_PROBES):
        if identification.off:
            break
        probe = _next_probe(identification, extra)
        if probe is None:
            break
        run = more(probe.case, probe.start)
        if run is None or not run.states or not run.is_finite:
            break
        extra.append(run)
        last = identification.measured(run)
        if last and not all(identification.model.follows(step, identification.rounding) for step in last):
            identification = identification.again([*runs, *extra])
        else:
            identification.steps += last
    return identification


def _next_probe(identification, extra):
    model, case = identification.model, identification.steps[0].case if identification.steps else None
    if case is None:
        return None
    while identification.to_reach:
        if probe := identification.to_reach.pop(0)(model, identification.steps, case):
            return probe
    while identification.rivals:
        rival = identification.rivals.pop(0)
        if probe := identification.parting_probe(rival):
            return probe
    return None


def _without_number(runs):
    """Return the first step that leaves NaN or infinity; None if there is none."""
    for run in runs:
        for n, (w, b) in enumerate(run.states):
            if not all(isfinite(a) for a in w + [b]):
                before, drawn = run.states[n - 1] if n else run.start, run.case.draws[n]
                drawn = drawn if isinstance(drawn, (list, tuple)) else [drawn]
                return Step(run.case, run.case.first + n, drawn, before, (w, b))
    return None


def _note_start(judgement, runs):
    """Add the finding about a start that is not 0."""
    starts = [(run.start, run.case.lam) for run in runs if run.has_shown_start and any(run.start[0] + [run.start[1]])]
    if not starts or judgement.identification.is_one_step:
        return
    (w, b), _ = starts[0]
    if any(any(w) for (w, _), _ in starts) and all(length(w + [b]) <= (1 + 1e-5) / lam**0.5 for (w, b), lam in starts):
        entries, words = ("start-in-the-ball",), "it does not start at w = 0"
    else:
        has_bias = judgement.identification.task.has_bias
        entries, words = (), f"it starts at {brief(w + [b] if has_bias else w)} instead of at 0"
        words = words if any(w) else f"b starts at {brief(b)} instead of at 0"
    judgement.findings = [PartFinding("start", CONVENTION, entries, words), *judgement.findings]
