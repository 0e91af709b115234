"""Make wrong programs from the catalogue, in each shape that a program may have."""

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.known import known
from pegasos_edu.misconceptions import by_id, task, wrong_program


def as_generator(name, *identifiers):
    """Return the program as the catalogue makes it."""
    return _on_column(wrong_program(name, *identifiers), name, identifiers)


def as_last_state(name, *identifiers):
    """Return a function that returns the last state."""
    program, of_step = as_generator(name, *identifiers), _state_of(name)

    def last(X, y, lam, draws):
        state = None
        for step in program(X, y, lam, draws):
            state = of_step(step)
        return state

    if task(name).step.is_kernel:
        return lambda K, y, lam, draws: last(K, y, lam, draws)
    return last


def has_column(name, *identifiers):
    """Return whether the mistakes belong to a program that adds a column of ones."""
    return not task(name).step.has_bias and any(by_id()[identifier].column for identifier in identifiers)


def _on_column(program, name, identifiers):
    if not task(name).is_algorithm or not has_column(name, *identifiers):
        return program
    return lambda X, y, lam, draws: program(np.column_stack([X, np.ones(len(X))]), y, lam, draws)


def _state_of(name):
    kind = task(name).step
    if kind is step_types.BiasStep:
        return lambda step: (np.array(step.w), step.b)
    if kind and kind.is_kernel:
        return lambda step: step.alpha.copy()
    return lambda step: np.array(step.w)


# Whether two programs differ


def states_of(name, *identifiers):
    """Return the states that a program leaves on random data; None if it fails, or leaves infinity or NaN."""
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(9, 3)), np.where(rng.random(9) < 0.5, 1, -1)
    draws = rng.integers(9, size=(25, 2)) if task(name).is_batch else rng.integers(9, size=25).tolist()
    program = wrong_program(name, *identifiers) if identifiers else task(name).reference
    try:
        with np.errstate(all="ignore"):
            rows = [np.array(step.alpha if step.is_kernel else step.w, dtype=float)
                     for step in program(X @ X.T if task(name).step.is_kernel else X, y, 0.2, draws)]  # fmt: skip
    except (ArithmeticError, IndexError, NameError):
        return None
    return rows if all(np.isfinite(row).all() for row in rows) else None


def alike(a, b):
    return b is not None and len(a) == len(b) and all(map(np.allclose, a, b))


# One step


def as_step(name, *identifiers):
    """Return a program of one step: it begins the loop of the algorithm at a given state."""
    return _STEPS[task(name).step](_walked(name, identifiers))


def _walked(name, identifiers):
    programs = known(name)
    on = programs.flags(identifiers)

    def step(X, y, lam, draws, t, **start):
        return next(programs.switched(X, y, lam, draws, on=on, first=t, start=start))

    return step


def _of_w(walk):
    def step(w, x, y, eta, lam):
        return walk(np.array([x]), np.array([y]), lam, [0], round(1 / (eta * lam)), w=w).w

    return step


def _of_batch(walk):
    def step(w, X, y, eta, lam):
        return walk(X, y, lam, np.arange(len(y))[None], round(1 / (eta * lam)), w=w).w

    return step


def _of_bias(walk):
    def step(w, b, x, y, eta, lam):
        after = walk(np.array([x]), np.array([y]), lam, [0], round(1 / (eta * lam)), w=w, b=b)
        return after.w, after.b

    return step


def _of_scale(walk):
    def step(a, v, x, y, eta, lam, t):
        after = walk(np.array([x]), np.array([y]), lam, [0], t, a=a, v=v, nu=np.linalg.norm(a * v))
        return after.a, after.v

    return step


def _of_counts(walk):
    def step(alpha, K, y, i, t, lam):
        return walk(K, y, lam, [i], t, alpha=alpha, eta=1 / (lam * (t - 1)) if t > 1 else 0.0).alpha

    return step


def _of_dual(walk):
    def step(w, alpha, x, y, lam, m):
        X, labels, alphas = np.zeros((m, len(x))), np.ones(m), np.zeros(m)
        X[0], labels[0], alphas[0] = x, y, alpha
        after = walk(X, labels, lam, [0], 1, w=w, alpha=alphas)
        return after.w, after.alpha[0]

    return step


_STEPS = {
    step_types.LinearStep: _of_w,
    step_types.BatchStep: _of_batch,
    step_types.BiasStep: _of_bias,
    step_types.ScaledStep: _of_scale,
    step_types.KernelStep: _of_counts,
    step_types.DualStep: _of_dual,
}
