"""Recover the weights of each step from a program that returns a mean, or a sum, of them."""

from pegasos_edu.check.parts.measured_steps import ProgramRun, steps_of
from pegasos_edu.check.parts.sizes import NEAR, voted


class Average:
    """Hold which of w_0, w_1, …, w_n a program combines after n steps: from the first to the last, as a sum or a mean.

    ``weight(n)`` is the weight of w_n in the mean.
    """

    def __init__(self, entry, words, first, last, is_sum=False, weight=lambda n: 1):
        self.entry, self.words, self.first, self.last, self.is_sum = entry, words, first, last, is_sum
        self.weight = weight


AVERAGES = [
    Average("average", "the mean of the weights after each step is returned", lambda n: 1, lambda n: n),
    Average("average-before-each-step", "the mean of the weights before each step is returned",
            lambda n: 0, lambda n: n - 1),
    Average("average-with-the-start", "the mean of the start and of the weights after each step is returned",
            lambda n: 0, lambda n: n),
    Average("average-of-the-last-half", "the mean of the weights of the last half of the steps is returned",
            lambda n: n // 2 + 1, lambda n: n),
    Average("average-of-the-last-half", "the mean of the weights of the last half of the steps is returned",
            lambda n: (n + 1) // 2 + 1 if n > 1 else 1, lambda n: n),
    Average("average-weighted-by-the-step", "the mean of all w is returned, and the w of step t has the weight t",
            lambda n: 1, lambda n: n, weight=lambda n: n),
    Average("average-of-the-first-half", "the mean of the weights of the first half of the steps is returned",
            lambda n: 1, lambda n: (n + 1) // 2),
    Average("sum-instead-of-average", "the sum of the weights of all steps is returned",
            lambda n: 1, lambda n: n, is_sum=True),
]  # fmt: skip


MOST = 4  # averages that are tried as what a program returns


def unaveraged(runs):
    """Return pairs of runs with the weights behind an average, and this average, the likeliest first.

    Behind the right average the steps leave multiples of w and of the drawn examples, or else w shrinks by a usual step
    size, or not at all, in most steps. An average is left out if so few steps show this that the likeliest has twice as
    many.
    """
    ranked = []
    for average in AVERAGES:
        behind = recovered(runs[0], average)
        steps = steps_of(behind) if behind is not None else []
        if len(steps) > 3:
            lawful, strange = _lawful(steps) / len(steps), _strange(steps[:12]) / len(steps[:12])
            if lawful > 0.35 or strange <= 0.25:
                ranked.append((strange > 0.25, -lawful, average))
    ranked.sort(key=lambda three: three[:2])
    likely = [average for *kind, average in ranked if 2 * kind[1] <= ranked[0][1]][:MOST]
    return [([run for run in (recovered(run, average) for run in runs) if run], average) for average in likely]


def _lawful(steps):
    """Return how many steps shrink w by the size that most of them show, or how many leave it if these are more."""
    measured = [step for step in steps if step.factor is not None]
    values = [(step, (1 - step.factor) / step.lam) for step in measured if step.factor < 1]
    size = voted(values)
    shrunk = [1 for step, value in values if size and abs(value - size(step)) <= NEAR * value]
    return max(len(shrunk), len([1 for step in measured if abs(step.factor - 1) <= NEAR]))


def _strange(steps):
    """Return how many steps do not leave a multiple of w and of the drawn examples."""
    return len([1 for step in steps if not step.is_combination or _adds_too_much(step)])


def _adds_too_much(step):
    """Return whether a step adds more examples than it draws, or A is unknown although several have a part in w."""
    return step.t > 3 if step.added is None else len([c for c in step.added if c]) > step.k


def recovered(run, average):
    """Return the run of the weights that an average hides; None if it hides too many of them."""
    known, totals = [_flat(run.start)], [0, average.weight(0)]  # of the weights of w_0, …, w_n
    sums = [[0.0] * (len(run.start[0]) + 1)]  # of weight·w over the first n of them
    for n, state in enumerate(run.states, 1):
        first, last = average.first(n), average.last(n)
        if last > len(known):
            return None
        if last < len(known):  # nothing new, as after an odd number of steps if only the first half counts
            continue
        weight_of_last = average.weight(last)
        totals.append(totals[-1] + weight_of_last)
        total = 1 if average.is_sum else totals[last + 1] - totals[first]
        for i in range(len(sums) - 1, len(known)):
            weight = average.weight(i)
            sums.append([a + weight * c for a, c in zip(sums[-1], known[i])])
        known.append([(total * a - p + q) / weight_of_last for a, p, q in zip(_flat(state), sums[last], sums[first])])
    states = [(w[:-1], w[-1]) for w in known[1:]]
    return ProgramRun(run.case, states, run.start, run.has_shown_start, run.ended) if states else None


def _flat(state):
    return list(state[0]) + [state[1]]
