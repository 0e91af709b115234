"""What a watched program did, put together: its rounds, which examples each looked at, and what it asked of chance."""

import numpy as np

from pegasos_edu.submissions.tracing import looked_at, rounds_of
from pegasos_edu.submissions.values import Kept


class Seen:
    """A watched run, and what came back of it."""

    def __init__(self, tracer, result, form, task, probe, requests):
        self.tracer, self.result, self.form, self.probe = tracer, result, form, probe
        self.draws_given, self.k = np.asarray(probe.draws), np.shape(probe.draws)[1] if task.is_batch else 1
        last = Kept(result.path[-1]) if result.path is not None else result.state  # None: it came not back
        self.found = rounds_of(tracer, last, form, len(probe.draws), self.k, task.is_kernel)
        self.requests = _in_rounds(requests, self.found.rounds if self.found else [])

    @property
    def is_average(self):
        """Whether what came back is not the last state."""
        if self.found is None or not self.found.is_certain or self.result.state is None:
            return False
        last = self.found.states[-1].vector
        return not np.allclose(last, self.result.state.vector, rtol=1e-5, atol=1e-12, equal_nan=True)

    def trace(self, kind, given_draws):
        """The `Trace`, of this kind."""
        found, result = self.found, self.result
        if found is None and result.path is None:
            return kind([], [], None, {}, as_returned(result), self.requests)
        states = self._states()
        biases = [one.bias for one in found.states] if found and found.states[-1].bias is not None else None
        rounds = found.rounds if found else []
        draws = self._draws(rounds, len(states), given_draws)
        return kind(draws, states, biases, {}, as_returned(result), self.requests)

    def _states(self):
        if self.result.path is None:
            return [one.vector for one in self.found.states]
        states = list(self.result.path)
        n = len(self.found.rounds) if self.found else len(self.draws_given)
        return states[1:] if len(states) == n + 1 and not np.any(states[0]) else states

    def _draws(self, rounds, n, given_draws):
        """The examples of each round: as asked of chance, as seen to be looked at, or by their place."""
        asked = _asked_by_round(self.requests, n, self.k)
        seen = looked_at(self.tracer, rounds, self.k) if len(rounds) == n else None
        if asked is None and (seen is None or not all(seen)):
            in_order = draws_of_requests(self.requests, n, self.draws_given, given_draws)
            if all(i is not None for i in in_order):
                return in_order
        return _plain(asked or seen or [()] * n, self.k)


def _plain(draws, k):
    if k == 1:
        return [one[0] if one else None for one in draws]
    return [np.array(one) if one else None for one in draws]


def _in_rounds(requests, rounds):
    starts = [one.start for one in rounds]
    numbers = [int(np.searchsorted(starts, request.clock, side="right")) for request in requests]
    return [request._replace(round=number) for request, number in zip(requests, numbers)]


def _asked_by_round(requests, n, k):
    """The examples asked for in each round, where every round asked for k; else None."""
    served = [[] for _ in range(n + 1)]
    for request in requests:
        if request.served and request.round <= n:
            is_order = request.kind == "order" and len(request.served) > k
            served[request.round] += request.served[: k if is_order else None]
    if any(len(one) != k for one in served[1:]):
        return None
    return [tuple(one) for one in served[1:]]


def draws_of_requests(requests, n, given, were_given):
    """The examples of n rounds, one after the other as they were served, or given; None where that is not enough."""
    k = given.shape[1] if given.ndim > 1 else 1
    served = [i for request in requests for i in request.served]
    if len(served) >= n * k:
        return _plain([tuple(served[t * k : t * k + k]) for t in range(n)], k)
    if were_given and not served and len(given) == n:
        return _plain([tuple(np.atleast_1d(one).tolist()) for one in given], k)
    return [None] * n


def by_lengths(requests, lengths):
    """Requests with their rounds, where runs of 1, 2, … steps made so many of them."""
    return [
        request._replace(round=1 + sum(length <= place for length in lengths)) for place, request in enumerate(requests)
    ]


def as_returned(result):
    """What came back as an array, or with a bias as a pair."""
    if result.path is not None:
        return result.path
    state = result.state
    if state is None:
        return None
    return state.vector if state.bias is None else (state.vector, state.bias)


def fields_of(step):
    """What a step says, by name."""
    if hasattr(step, "_asdict"):
        return step._asdict()
    if isinstance(step, dict):
        return {str(name): value for name, value in step.items()}
    return dict(vars(step)) if hasattr(step, "__dict__") and not isinstance(step, np.ndarray) else {}


def draws_of_steps(fields, requests, given, n):
    """The examples of a generator's steps: what they say, what it asked for, or what it was given."""
    asked = _asked_by_round(requests, n, given.shape[1] if np.ndim(given) > 1 else 1)
    if asked:
        return _plain(asked, len(asked[0]))
    for name in ("i", "A", "index", "drawn", "idx"):
        if name in fields:
            return [np.array(one) if np.ndim(one) else int(one) for one in fields[name]]
    return [np.array(one) if np.ndim(one) else int(one) for one in np.asarray(given)[:n]]
