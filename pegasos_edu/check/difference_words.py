"""Describe where a program first differs from the right one, if it is compared with known programs."""

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.comparison import TOLERANCE
from pegasos_edu.check.parts.words import brief as brief_list
from pegasos_edu.check.parts.words import drawn_in_words

CLOSE = 10 * TOLERANCE


def brief(value):
    """Return a number, or an array, in few digits."""
    return "nothing" if value is None else brief_list(np.asarray(value, dtype=float).ravel().tolist()
                                                      if np.ndim(value) else float(value))  # fmt: skip


def of_runs(search):
    """Return sentences about the first state in a `RunSearch` that is not right."""
    agreement = search.agreement(())
    run, t = search.observation.runs[agreement.run], agreement.t
    if t > len(run.states) or agreement.expected is None:
        return _of_an_end(run, t)
    quantity = "(w, α)" if search.task.step is step_types.DualStep and search.observation.kind == "step" else "w"
    values = f"{brief(run.states[t - 1])}; {brief(agreement.expected)} is right."
    if search.observation.kind == "step" and run.case.start:
        return f"For {run.case.name} it returns {quantity} = {values}"
    return f"{_where(run, t)}, {quantity} is {values}"


def _where(run, t):
    drawn = np.ravel(run.case.draws[min(t, len(run.case.draws)) - 1]).tolist()
    return f"In step {t} ({run.case.name}), which draws {drawn_in_words(drawn)}"


def _of_an_end(run, t):
    if run.ended:
        return f"{_where(run, t)}. It fails in step {t}: {run.ended.words}."
    return f"{_where(run, t)}. It returns {len(run.states)} states for {len(run.case.draws)} draws."


def of_calls(search, descriptions):
    """Return a sentence about the first call of a `CallSearch` that returns a wrong value."""
    agreement = search.agreement(())
    n = agreement.run
    got, expected, arguments = search.values[n], agreement.expected, search.arguments[n]
    where, at = f"For {descriptions[n]} it returns", ""
    if got.shape != expected.shape:
        shape = "a single number" if expected.ndim == 0 else f"an array of shape {expected.shape}"
        return (f"{where} {brief(got)}; {brief(expected)} is right. It returns {_shape(got)}, where {shape} is right.")
    if expected.ndim and ("z" in arguments or "Z" in arguments):
        place = next(place for place in np.ndindex(expected.shape) if not _close(got[place], expected[place]))
        at = f"for z = {brief(arguments['z'][place])} " if "z" in arguments else (
            f"for x = {brief(arguments['X'][place[0]])} and z = {brief(arguments['Z'][place[1]])} ")  # fmt: skip
        got, expected = got[place], expected[place]
    return f"{where} {at}{brief(got)}; {brief(expected)} is right."


def _shape(value):
    return f"an array of shape {value.shape}" if value.ndim else "a single number"


def _close(a, b):
    return np.isfinite(a) and np.isfinite(b) and abs(a - b) <= CLOSE * max(1.0, abs(b)) or (a == b)
