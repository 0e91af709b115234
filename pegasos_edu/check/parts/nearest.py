"""Find the right program to compare with, where the parts do not explain all steps and a search has found nothing."""

from pegasos_edu.check.parts.candidates import (
    MOVES,
    RADII,
    RADIUS_WITHOUT_HALF,
    RULES,
    SCOPES,
    STAYS,
    Ball,
    Bias,
    Margin,
)
from pegasos_edu.check.parts.sizes import Size, counter_named

PENALTY, SUBTRACTED = "objective-without-the-half", "bias-subtracted-in-the-score"
FIRST = 40  # steps that are compared
MINUS = [move for move in MOVES if move[0] == "bias-with-the-wrong-sign"][0]


def nearest_right(judgement, conventions):
    """Return the right program in the conventions with which it follows most steps, and these conventions.

    The conventions are those that were measured, and those that may hide behind a mistake: a projection, what becomes
    of a bias, and the step size that most steps show.
    """
    identification, best, followed = judgement.identification, judgement.base, list(conventions)
    most = _followed(best, identification)
    for choices in (_sizes(identification), _biases(identification), _balls(identification, conventions)):
        start, chosen = best, followed
        for entries, parts in choices:
            base = start.copy()
            for name, part in parts.items():
                setattr(base, name, part)
            count = _followed(base, identification)
            if count > most:
                best, most = base, count
                followed = [entry for entry in chosen if entry not in entries] + list(entries)
    return best, followed


def _followed(base, identification):
    """Return how many of the first steps a right program takes as the program takes them."""
    return len([1 for step in identification.steps[:FIRST] if base.follows(step, identification.rounding)])


def _sizes(identification):
    likely, size = identification.likely_conventions()
    if identification.is_given_eta:
        return []
    sizes = [Size(1.0, -1, counter_named("t+1"), -1)] + ([size] if size is not None else [])
    return [(size.entries, {"size": size}) for size in sizes if identification.task.allows(size.entries)]


def _biases(identification):
    task = identification.task
    if not task.has_bias:
        return []
    kinds = [kind for kind in STAYS[:2] if task.allows(kind[:1])]
    choices = [((kind[0],), {"bias": Bias(kind, MOVES[0])}) for kind in kinds]
    minus = Margin("y", "", "−")
    return choices + [((kind[0], SUBTRACTED), {"bias": Bias(kind, MINUS), "margin": minus}) for kind in kinds]


def _balls(identification, conventions):
    radius = RADIUS_WITHOUT_HALF if PENALTY in conventions else RADII[0]
    return [
        ((scope[0],), {"ball": Ball(RULES[0], radius, scope)}) for scope in SCOPES[: 1 + identification.task.has_bias]
    ]
