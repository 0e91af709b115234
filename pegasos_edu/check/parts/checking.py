"""Check a program: run it on the probes, judge what it did, and write the report. Python and pages do the same."""

import numpy as np

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.parts import differences
from pegasos_edu.check.parts.judging import EntryJudgement, judged
from pegasos_edu.check.parts.matching import called_as
from pegasos_edu.check.parts.observing import observe
from pegasos_edu.check.parts.reporting import Demand, missing_in, report_of
from pegasos_edu.check.parts.returned import wrong_value
from pegasos_edu.check.parts.searching import CallSearch, RunSearch, single_mistakes

OF_DATA = ("K", "X", "draws", "x", "y")  # roles of arguments that a program must not change


class Knowledge:
    """Hold what is known about a task.

    Attributes
    ----------
    facts
        The `Task`; None for a plain function.
    form
        The arguments of one step, and what it returns, as `observing.observe` takes them; None if there is none.
    calls
        For a plain function pairs of a description and the arguments of a call by their names.
    texts
        As `reporting.report_of` takes them.
    known, known_with_bias
        Functions that return the `KnownPrograms` of the task, and of the algorithm that also learns a bias.
    """

    def __init__(self, name, facts, form, calls, texts, known, known_with_bias):
        self.name, self.facts, self.form, self.calls, self.texts = name, facts, form, calls, texts
        self.known, self.known_with_bias = known, known_with_bias


class CheckOutcome:
    """Hold the report on a program as `reporting.report_of` returns it, or why there is none, and from where it is."""

    def __init__(self, content, failed, notes, judgement, observation):
        self.content, self.failed, self.notes = content, failed, notes
        self.judgement, self.observation = judgement, observation

    @property
    def passed(self):
        return self.content is not None and self.content["passed"]


def checked(program, shape, others, knowledge, required=None, instead=None):
    """Return the `CheckOutcome` for a program as it was read first, or else in another way in which it is right.

    Parameters
    ----------
    program, shape
        As `observing.observe` takes them.
    others : list of shapes
        Other ways to read it.
    knowledge : Knowledge
    required : list of str, optional
        The identifiers of the conventions that it must follow, and no others.
    instead : shape, optional
        A shape that is taken if the program does not run in the first one.
    """
    check = _check_algorithm if knowledge.facts else _check_function
    try:
        outcome = check(program, shape, knowledge, required)
    except Failed as failed:
        if instead is None:
            raise
        try:
            outcome = check(program, instead, knowledge, required)
        except Failed:
            raise failed from None
    for other in [] if outcome.passed else others:
        try:
            another = check(program, other, knowledge, required)
        except Failed:
            continue
        if another.passed:
            return another
    return outcome


# Algorithms


def _check_algorithm(program, shape, knowledge, required):
    observation, judgement = _read(observe(program, shape, knowledge.facts, knowledge.form), knowledge)
    data = [role for role in observation.changed if role in OF_DATA]
    notes = _calling(program, shape) + sentences(observation.notes) + changed_in_place(data, "data")
    if not data and ("w" in observation.changed or "v" in observation.changed):
        notes.append("It changes w in place: a list of all w would hold the last w many times.")
    if observation.failed and not (judgement.is_explained or judgement.alternatives):
        return CheckOutcome(None, observation.failed, notes, judgement, observation)
    if data and not judgement.alternatives and not judgement.mistakes:  # the code that runs next gets the changed data
        judgement = EntryJudgement([], [["data-changed-in-place"]])

    def difference():
        search = RunSearch(knowledge.known(), observation.runs, observation.kind == "step", observation.has_bias)
        return differences.of_runs(search, required)

    content = report_of(judgement, knowledge.texts, knowledge.name, _demand(required, judgement, knowledge, difference))
    return CheckOutcome(content, None, notes, judgement, observation)


def _demand(required, judgement, knowledge, difference):
    """Return the `Demand` of a check; `difference` is a function that compares with the program that it demands."""
    missing = missing_in(judgement, required)
    is_known = bool(missing) and all([entry in knowledge.known().entries for entry in required])
    return Demand(required, missing, difference() if is_known else None)


def _calling(program, shape):
    """Return sentences about how the program was called, and what was not tried."""
    roles = _pairs(shape.roles)
    said = [called_as(program.name, list(roles))] if any([name != role for name, role in roles]) else []
    if "epochs" in [role for _, role in roles]:
        said.append("It got all draws as a single pass, so what depends on the number of the pass was not tried.")
    return said


def _read(observation, knowledge):
    """Return an observation and its judgement; in `scaled` a number is a, unless only w and b explain the steps."""
    judgement = _judged(observation, knowledge)
    if knowledge.facts.name != "scaled" or not observation.has_bias or judgement.passed:
        return observation, judgement
    products = observation.as_products()
    of_products = _judged(products, knowledge)
    if of_products.is_explained or of_products.alternatives:
        return products, of_products
    ignores_number = not judgement.identification.task.has_bias
    is_explained = judgement.is_explained and not (ignores_number and len(judgement.mistakes) > 1)
    return (observation, judgement) if is_explained or judgement.alternatives else (products, of_products)


def _judged(observation, knowledge):
    facts, runs, is_one_step = knowledge.facts, observation.runs, observation.kind == "step"
    if not facts.is_measured:
        search = RunSearch(knowledge.known(), runs, is_one_step, observation.has_bias)
        return compared(search, lambda: differences.of_runs(search))

    def search(judgement):
        known = knowledge.known_with_bias if judgement.identification.task.has_bias else knowledge.known
        return single_mistakes(known(), runs, is_one_step, judgement)

    has_bias = observation.has_bias and any([b for run in runs for _, b in run.states])
    return judged(facts.with_bias(facts.asks_bias or has_bias), runs, is_one_step, observation.more, search)


def compared(search, words):
    """Return the judgement on a program that is compared with single entries of the catalogue."""
    right = search.right()
    judgement = EntryJudgement(right, [] if right else search.wrong(), isinstance(search, RunSearch))
    if not right:
        judgement.words = words()
    return judgement


# Plain functions


def _check_function(program, shape, knowledge, required):
    taken = [role for _, role in _pairs(shape.roles)]
    calls = [(words, given) for words, given in knowledge.calls if not given.get("b") or "b" in taken]
    outcomes = program.call(lambda _: [shape.arguments(_as_arrays(given)) for _, given in calls])
    values, changed = [], []
    for (words, _), outcome in zip(calls, outcomes):
        if failed := outcome.failed:
            raise Failed(failed.kind, f"{failed.words}, for {words}", failed.line)
        values.append(_value(outcome.value))
        changed += outcome.changed
    search = CallSearch(knowledge.known(), [given for _, given in calls], values)

    def difference(conventions=()):
        return differences.of_calls(search, [words for words, _ in calls], conventions)

    judgement = compared(search, difference)
    demand = _demand(required, judgement, knowledge, lambda: difference(required))
    content = report_of(judgement, knowledge.texts, knowledge.name, demand)
    notes = sentences(shape.notes) + changed_in_place(changed, "values")
    return CheckOutcome(content, None, notes, judgement, None)


def _pairs(roles):
    return roles.items() if isinstance(roles, dict) else roles


def _as_arrays(given):
    return {name: np.array(value) if isinstance(value, list) else value for name, value in given.items()}


def _value(value):
    if isinstance(value, tuple) and len(set([getattr(part, "shape", None) for part in value])) == 1:
        rows = [part.tolist() for part in value if isinstance(part, np.ndarray)]
        value = np.array(rows) if rows else value
    if not isinstance(value, np.ndarray):
        raise wrong_value(value, "a number, or an array of numbers")
    return value


# Notes


def changed_in_place(names, owner):
    """Return the note that a program changes arguments, in a list; an empty list if it changes no argument."""
    names = sorted(set(names))
    note = f"It changes {' and '.join(names)} in place, so the caller's {owner} are different afterwards."
    return [note] if names else []


def sentences(clauses):
    """Return clauses as sentences."""
    return [f"{clause[0].upper()}{clause[1:]}." for clause in clauses]
