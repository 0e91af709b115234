"""Choose probes for a program that was measured: where two readings of it would do different things."""

from pegasos_edu.check.parts.candidates import RIGHT_MARGIN
from pegasos_edu.check.parts.cases import chosen_states
from pegasos_edu.check.parts.measured_steps import ProbeCase, Step, length

# Margins at which the last example of a probe is placed, and by how much they must differ from every threshold.
PLACES = (0.5, 0.9, 1.1, 0.97, 1.03, 2.0, 0.2, -0.5, -2.0, 4.0, 8.0)
CLEAR = 2e-4


class Probe:
    """Hold a case, the start of its run (None for w = 0), and its last step as a program would take it."""

    def __init__(self, case, start, step):
        self.case, self.start, self.step = case, start, step


def parting_probe(model, rival, probes, turn=0):
    """Return the probe in whose last step the model and a rival of it decide differently; None if none is found.

    `turn` says with which of the probes of the model to begin, so that several probes differ in t.
    """
    turn %= max(1, len(probes))
    for probe in probes[turn:] + probes[:turn]:
        for moved in _placings(probe, model, rival):
            if _differ(model, rival, moved.step):
                return moved
    return None


def probes_of(model, case):
    """Yield probes whose last step draws an example that no earlier step has drawn."""
    if model.is_one_step:
        for n, state in enumerate(chosen_states(model.task, case.scale_of_w is not None, case.gives_eta)):
            if n in (1, 2, 5, 9, 12, 15) and any(state.w):
                step = Step(state.case, state.case.first, _listed(state.case.draws[0]), (state.w, state.b), ([], 0.0))
                yield Probe(state.case, (state.w, state.b), step)
        return
    is_batch = model.task.is_batch
    for early in ((0, 1, 2), (3, 1, 0, 2, 1), (0, 1, 3, 2, 0, 3, 1, 2, 0)):
        draws = [[i, (i + 1) % 4] if is_batch else i for i in early] + [[5, 4] if is_batch else 5]
        chosen = ProbeCase("data chosen for this program", case.X, case.y, case.lam, draws, is_kernel=case.is_kernel)
        yield Probe(chosen, None, simulated(model, chosen)[-1])


def _listed(drawn):
    return list(drawn) if isinstance(drawn, (list, tuple)) else [drawn]


def simulated(model, case):
    """Return the steps that a model takes in a case, from the start of the program or from w = 0."""
    is_known = model.start is not None and len(model.start[0]) == len(case.X[0])
    state, steps, previous, updates, product = (
        (model.start if is_known else ([0.0] * len(case.X[0]), 0.0)),
        [],
        None,
        0,
        1.0,
    )
    for n, drawn in enumerate(case.draws):
        step = Step(case, n + 1, _listed(drawn), state, ([], 0.0))
        step.previous, step.updates, step.product = previous, updates, product
        moment = model.moment(step)
        state = step.after, step.b_after = model.projected(moment, step)
        product *= moment.keep or 1.0
        updates += bool(moment.added)
        steps.append(step)
        previous = step
    return steps


def _placings(probe, model, rival):
    """Yield the probe with its last example made longer or shorter, so that its margins lie around the threshold.

    The margins are linear in the factor of the example, so two of them determine all.
    """
    step = probe.step
    i = step.drawn[0]
    lines = []
    for judge in (model, rival):
        at_0, at_1 = [judge.margin(_with_example(step, i, c).step, i, judge) for c in (1e-9, 1.0)]
        lines.append((at_0, at_1 - at_0))
    (p, q), (r, s) = lines
    factors = [(model.threshold + rival.threshold - p - r) / (q + s)] if abs(q + s) > 1e-12 else []
    factors += [(place - at_0) / slope for place in PLACES for at_0, slope in lines if abs(slope) > 1e-12]
    for c in factors:
        if 1e-4 < abs(c) < 1e7:
            yield _with_example(step, i, c, probe.start)


def _with_example(step, i, c, start=None):
    """Return a probe in which example i of the last step is multiplied by c."""
    old = step.case
    X = [[c * a for a in x] if j == i else x for j, x in enumerate(old.X)]
    case = ProbeCase(old.name, X, old.y, old.lam, old.draws, old.first, old.gives_eta, old.is_kernel, old.scale_of_w)
    last = Step(case, step.t, step.drawn, (step.before, step.b), ([], 0.0))
    last.previous, last.updates, last.product = step.previous, step.updates, step.product
    return Probe(case, start, last)


def _differ(model, rival, step):
    """Return whether two models add different examples, and no margin is close to a threshold."""
    step.after = model.predict(step)[0]
    for judge in (model, rival):
        if any(abs(judge.margin(step, i, judge) - judge.threshold) < CLEAR for i in step.drawn):
            return False
    mine, other = [sorted([i for i, _ in judge.additions(step) if judge.label(step, i)]) for judge in (model, rival)]
    return mine != other


def fine_probe(model, steps, case):
    """Return a probe whose last step violates no margin; None if a measured step does so, or the weight is smooth."""
    if model.weight or any(step.factor is not None and not any(step.added) for step in steps):
        return None
    return _probe_at(model, case, 4.0)


def full_probe(model, steps, case):
    """Return a probe whose last step violates all margins of a batch; None if a measured step adds several examples."""
    if not model.task.is_batch or any(step.added and len([c for c in step.added if c]) > 1 for step in steps):
        return None
    return _probe_at(model, case, -2.0)


def _probe_at(model, case, place):
    """Return a probe in whose last step all margins are at a place; None if there is none."""
    for probe in probes_of(model, case):
        for i in probe.step.drawn:
            at_0, at_1 = [RIGHT_MARGIN(_with_example(probe.step, i, c).step, i, model) for c in (1e-9, 1.0)]
            if abs(at_1 - at_0) > 1e-12:
                probe = _with_example(probe.step, i, (place - at_0) / (at_1 - at_0), probe.start)
        if all(abs(RIGHT_MARGIN(probe.step, i, model) - place) < 0.1 for i in probe.step.drawn):
            return probe
    return None


def reaching_probe(model, steps, case):
    """Return a probe with a step that leaves every ball; None if a measured step does, or steps are called singly."""
    if model.is_one_step or any(length(model.moment(step).w) > 1.05 * _largest_radius(step.lam) for step in steps):
        return None
    chosen = ProbeCase(
        "a probe for this program", case.X, case.y, case.lam, [[5, 4], [0, 1]] if model.task.is_batch else [5, 0]
    )
    step = simulated(model, chosen)[0]
    size = length(step.after)
    if size == 0:
        return None
    probe = _with_example(step, 5, 3 * _largest_radius(case.lam) / size)
    return probe


def _largest_radius(lam):
    return max(1 / lam**0.5, 2 / lam)
