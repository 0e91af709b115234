"""Describe where a program first differs, if it is compared with known programs (else: `reporting`)."""

from math import isfinite

from pegasos_edu.check.parts.reporting import of_state
from pegasos_edu.check.parts.searching import TOLERANCE
from pegasos_edu.check.parts.words import brief, drawn_in_words

CLOSE = 10 * TOLERANCE


def of_runs(search, conventions=()):
    """Return sentences about the first state in a `RunSearch` that is not right, in conventions; "" if all are."""
    agreement = search.agreement(conventions)
    if agreement.is_whole:
        return ""
    run, t = search.runs[agreement.number], agreement.t
    n = t - run.case.first
    if n >= len(run.states) or agreement.expected is None:
        return f"It leaves {len(run.states)} states for {len(run.case.draws)} draws."
    where = f"For {run.case.name},"
    if run.case.is_run:
        drawn = drawn_in_words(run.case.draws[n] if type(run.case.draws[n]) is list else [run.case.draws[n]])
        where = f"In step {t} of the run with {run.case.name}, which draws {drawn},"
    is_pair = search.known.is_dual and search.is_one_step
    if is_pair:
        got, right = [brief(w + [b]) for w, b in (run.states[n], agreement.expected)]
        return f"{where} (w, α) is {got}; {right} is right."
    letter = "α" if search.known.is_kernel else "w"
    return " ".join([where, *of_state(letter, run.states[n], agreement.expected, search.has_bias)])


def of_calls(search, descriptions, conventions=()):
    """Return a sentence about the first value in a `CallSearch` that is not right, in conventions; "" if all are."""
    agreement = search.agreement(conventions)
    if agreement.is_whole:
        return ""
    n = agreement.number
    got, expected, call = search.values[n], agreement.expected, search.calls[n]
    where, at = f"For {descriptions[n]} it returns", ""
    if got.shape != expected.shape:
        return (
            f"{where} {_brief(got)}; {_brief(expected)} is right. It returns {_shape(got)}, where "
            f"{_shape(expected)} is right."
        )
    a, b = got.ravel().tolist(), expected.ravel().tolist()
    if expected.shape and ("z" in call or "Z" in call):
        place = [k for k in range(len(a)) if not _close(a[k], b[k])][0]
        if "z" in call:
            at = f" for z = {brief(call['z'][place])}"
        else:
            row, column = place // len(call["Z"]), place % len(call["Z"])
            at = f" for x = {brief(call['X'][row])} and z = {brief(call['Z'][column])}"
        a, b = [a[place]], [b[place]]
    returned, right = [brief(numbers if expected.shape and not at else numbers[0]) for numbers in (a, b)]
    values = f"{where} {returned}{at}; {right} is right."
    return f"{values} They differ by {brief(max([abs(p - q) for p, q in zip(a, b)]))}." if returned == right else values


def _brief(array):
    return brief(array.ravel().tolist() if array.shape else float(array.tolist()))


def _shape(array):
    return f"an array of shape {array.shape}" if array.shape else "a single number"


def _close(a, b):
    return a == b or isfinite(a) and isfinite(b) and abs(a - b) <= CLOSE * max(1.0, abs(b))
