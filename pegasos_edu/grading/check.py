"""`check`: a program of a learner's beside the box, step by step on the same draws."""

import numpy as np

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading import naming
from pegasos_edu.grading.calls import check_function
from pegasos_edu.grading.drawing import never_drawn
from pegasos_edu.grading.places import line_of
from pegasos_edu.grading.probes import probes
from pegasos_edu.grading.report import Difference, Report
from pegasos_edu.grading.transitions import brief, order_told, told, told_of_counts
from pegasos_edu.grading.walks import hashable, is_kernel, parting
from pegasos_edu.runs.run import signature
from pegasos_edu.submissions.afar import Afar
from pegasos_edu.submissions.reading import read
from pegasos_edu.submissions.tasks import FUNCTIONS, TASKS
from pegasos_edu.submissions.trial import SECONDS, Failed
from pegasos_edu.submissions.unwritten import hole_of


def check(submission, task, *, order=None, seconds=SECONDS):
    """Say whether a program is right; if it is not, where it first goes wrong, and which misconception that is.

    The program is run on small data with draws that are given to it, or served where it draws by itself, and each of
    its steps is compared with that of the box. Accuracy is not looked at: it hides most mistakes.

    Parameters
    ----------
    submission : callable or class
        A generator in the shape of the boxes; a function for one step, ``step(w, x, y, eta, lam)``, for `dual_ascent`
        ``step(w, alpha, i, X, y, lam)`` or ``step(w, alpha_i, x, y, lam, m)``, each of which returns w and its α; a
        function that takes all steps and returns the weights; or a class with ``fit``. For losses, objectives and
        kernels the function.
    task : str
        What it should be: the name of a box, or of a function in ``pegasos_edu.losses`` or ``pegasos_edu.kernels``;
        "subgradient" for that of one example, ``pegasos_edu.losses.example_subgradient``.
    order : sequence of str, optional
        What its parameters are, where their names do not say it: ``("w", "x", "y", "eta", "lam")``.
    seconds : float
        How long one call of it may take.

    Returns
    -------
    Report
        Where a ``...`` stands for what is still to be written, it says that and nothing else. Never an exception of
        the program: that is told in the report.

    Raises
    ------
    ValueError
        For a task that is none.
    """
    if task not in TASKS:
        raise ValueError(f"task must be the name of a box or a function, got {task!r}; take one of {', '.join(TASKS)}.")
    try:
        hole = hole_of(submission)
    except Failed as failed:  # of a program in another process, which has ended
        return Report(task, submission, failed=failed)
    if hole and hole.is_certain:
        return _unwritten(task, submission, hole)
    report = _checked(submission, task, order, seconds)
    return report if report.passed or not hole else _unwritten(task, submission, hole)


def _unwritten(task, submission, hole):
    return Report(task, submission, failed=Failed("unwritten", hole.words))


def _checked(submission, task, order, seconds):
    try:
        read_as = read(submission, task, order=order, seconds=seconds)
    except Failed as failed:
        return Report(task, submission, failed=failed)
    look = check_function if task in FUNCTIONS else _check_box
    try:
        return look(read_as, task, submission)
    except Failed as failed:
        return Report(task, submission, read_as=read_as.shape, notes=tuple(read_as.notes), failed=failed)
    except Exception:
        if not isinstance(submission, Afar):
            raise
        words = "what came back of it cannot be compared with the box"  # it may be made up in any way
        return Report(task, submission, read_as=read_as.shape, failed=Failed("shape", words))


def _check_box(read_as, task, submission):
    traces = _followed(read_as, task)
    about = {"read_as": read_as.shape, "notes": _notes(read_as, traces)}
    seen = [one for probe, trace, options in traces if (one := _seen(read_as, probe, trace, options))]
    if not seen:
        from pegasos_edu.grading.judging import judged  # with the data and the optimum of theory, which load long

        return judged(read_as, task, submission, about)
    found = naming.name(task, seen) or _named_while_finite(task, seen)
    drawn = None if read_as.takes_draws else never_drawn(task, *traces[0][:2])
    if found and found[0].is_right and drawn:
        entries, difference = drawn
        return Report(task, submission, **about, named=(entries,) if entries else (), difference=difference)
    if found and found[0].is_right:
        return Report(task, submission, **about, passed=True, conventions=_conventions(found), kept_as=found[0].form)
    named = tuple(known.entries for known in _fewest(found))
    at, difference = _difference(task, seen, named[0][0].where if named else None)
    return Report(task, submission, **about, named=named, difference=difference, seen=at, program=_program(found))


def _named_while_finite(task, seen):
    """What does the same up to where no number is left: another way to write it may go wrong otherwise from there."""
    ends = [next((t for t, state in enumerate(one.states) if not np.isfinite(state).all()), None) for one in seen]
    if not any(ends):
        return []
    found = naming.name(task, [one.until(t) for one, t in zip(seen, ends) if t != 0])
    return [known for known in found if not known.is_right]


def _program(found):
    return found[0].program if found else None


def _followed(read_as, task):
    """Each probe, what the program does on it, and the options that it was given: with its projection, and without."""
    both = read_as.can_project and "project" in signature(ALGORITHMS[task])[3]
    traces = []
    for read_as.project in (False, True) if both else (False,):
        options = {"project": read_as.project} if both else {}
        traces += [(probe, read_as.follow(probe), options) for probe in probes(task)]
    return traces


def _notes(read_as, traces):
    """What was noticed: by the reader, and in the requests and the order of the draws."""
    probe, trace, _ = traces[0]
    own = "" if read_as.takes_draws or trace.requests else order_told(trace.draws, len(probe.y))
    rounds = len(trace.states), len(probe.draws)
    less = f"it takes {rounds[0]} steps where T is {rounds[1]}" if read_as.takes_draws and rounds[0] < rounds[1] else ""
    pairs = (
        [] if read_as.takes_options else [f"it takes labels {a!r} and {b!r} too" for a, b in read_as.encodes_labels()]
    )
    return tuple(dict.fromkeys([*read_as.notes, *filter(None, [own, less]), *pairs]))


def _seen(read_as, probe, trace, options):
    """What is to be compared; None where the rounds, or what they looked at, could not be seen."""
    n = min(len(trace.states), len(trace.draws))
    if n == 0 or any(i is None for i in trace.draws[:n]):
        return None
    states = [np.asarray(state) for state in trace.states[:n]]
    is_short = any(state.dtype in (np.float32, np.float16) for state in states)
    taken = probe.draws if read_as.takes_draws and len(probe.draws) >= n else trace.draws
    draws = hashable(list(taken[:n]))
    biases = trace.biases[:n] if trace.biases is not None else None
    return naming.Seen(probe, draws, states, biases, trace.fields, 1e-3 if is_short else 1e-6, options)


def _conventions(found):
    """Of the right programs that fit, the conventions of the one that needs fewest."""
    known = min(found, key=lambda known: len(known.entries))
    words = ["the optional projection"] if known.options.get("project") else []
    return tuple(known.entries), tuple(words)


def _fewest(found):
    """Each set of misconceptions once; without another convention, if that will do."""
    plain = [known for known in found if not any(entry.is_convention for entry in known.entries)]
    return list({known.entries: known for known in plain or found}.values())


def _difference(task, seen, where):
    """The first step that is not that of the box; the part of it that is to blame, if that is known."""
    differing = ((one, *naming.nearest(task, one, in_conventions=where is None)) for one in seen)
    first = next(((one, t, *rest) for one, t, *rest in differing if t < len(one.states)), None)
    if first is None:  # on no probe alone: the projection on one, none on another
        return None, None
    one, t, known, walked = first
    states = walked.states[known.form]
    before = one.states[t - 1] if t else np.zeros_like(one.states[0])
    field = _field(one, walked, t)
    if field:
        quantity, got, expected = field
    else:
        quantity, got, expected = known.form, one.states[t], states[t] if t < len(states) else None
    words = [f"(Compared with the box in another convention: {entry.name}.)" for entry in known.entries]
    words += _words(task, one, t, known, before, walked)
    place = {"eta": "eta", "score": "score", "scores": "score", "t": "t", "i": "choose"}.get(quantity)
    where = where or place or _place(words)
    line = line_of(ALGORITHMS[task], where)
    return one, Difference(one.probe.name, t + 1, one.draws[t], quantity, expected, got, line, tuple(words), where)


def _field(one, walked, t):
    """The first field of a generator's step that differs, with both values."""
    for name in ("t", "i", "eta", "score", "scores"):
        if name in one.fields and t < len(walked.steps) and hasattr(walked.steps[t], name):
            got, expected = one.fields[name][t], getattr(walked.steps[t], name)
            try:
                differs = parting([got], [expected], one.rtol) is not None
            except (TypeError, ValueError):
                differs = True
            if differs:
                return name, got, expected
    return None


def _words(task, one, t, known, before, walked):
    if t >= len(walked.steps) or walked.states[known.form][t].shape != one.states[t].shape:
        return [f"It leaves {brief(one.states[t])}."]
    step, expected = walked.steps[t], walked.states[known.form][t]
    if is_kernel(task):
        return told_of_counts(t + 1, one.draws[t], before, one.states[t], expected) if "counts" in known.form else []
    if known.form != "w" or expected.ndim > 1:
        return []
    score = step.scored if np.ndim(one.draws[t]) else step.scored[0]
    return told(one.probe, t + 1, one.draws[t], before, one.states[t], expected, score)


def _place(words):
    """The part of the step that the words are about."""
    text = " ".join(words)
    if "though example" in text:
        return "choose"
    if "multiplies w" in text:
        return "shrink"
    if "nothing" in text:
        return "condition"
    return "add"
