"""Choose cases for a program with a kernel: where two readings of it would do different things."""

from pegasos_edu.check.parts.cases import whole_runs
from pegasos_edu.check.parts.kernel import prepare
from pegasos_edu.check.parts.measured_steps import ProbeCase, Step


def parting_case(model, rival, turn):
    """Return a case on whose last step a rival decides otherwise than a model; None if none is found.

    Another turn gives another case.
    """
    bases = whole_runs(model.task)
    for base in bases[turn % len(bases) :] + bases[: turn % len(bases)]:
        case = _with_a_last_example(model, rival, base, turn)
        if case:
            return case
    for base in bases:
        for lam in (base.lam, 3 * base.lam):
            for size in (1, 4, 16, 0.25):
                case = _case([[size * a for a in row] for row in base.X], base.y, lam, base.draws)
                for step in _simulated(model, case):
                    if _part(model, rival, step):
                        return _case(case.X, case.y, lam, case.draws[: step.t])
    return None


def _with_a_last_example(model, rival, base, n):
    """Return a case that ends with a new example, so long that its margins lie on both sides of the threshold."""
    X, y, new = base.X + [base.X[n % base.m]], base.y + [base.y[n % base.m]], base.m
    steps = []
    for step in _simulated(model, _case(X, y, base.lam, base.draws)):
        last = _step(step.case, step.t, [new], (step.before, step.b), step.previous, step.updates)
        lengths = [judge.length_at_the_threshold(last) for judge in (model, rival)]
        if all([length > 0 for length in lengths]) and abs(lengths[0] / lengths[1] - 1) > 1e-3:
            steps.append((step.t, (lengths[0] + lengths[1]) / 2))
    if not steps:
        return None
    t, size = min(steps, key=lambda pair: abs(pair[0] - rival.shows_at))
    return _case(base.X + [[size * a for a in X[new]]], y, base.lam, base.draws[: t - 1] + [new])


def _case(X, y, lam, draws):
    return ProbeCase("two scores", X, y, lam, draws, is_kernel=True)


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
    prepare(step, 0.0)
    return step


def _part(model, rival, step):
    """Return whether two models leave different states."""
    decisions = [judge.decision(step) for judge in (model, rival)]
    if None in decisions:
        return False
    alpha, other = [judge.alpha_after(step, adds) for judge, adds in zip((model, rival), decisions)]
    return any([abs(p - q) > step.bound for p, q in zip(alpha, other)])
