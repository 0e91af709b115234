"""Test that no sentence contradicts the numbers of its step, over all algorithms and mistakes, on many data sets.

Each kind of words has a check of its own, and a test that it occurs. The numbers are those of the program's own steps.
Examples get coordinates of their own, so small that no score feels them: there w shows what the program really added.
"""

import ast
import inspect
import re
from collections import defaultdict
from functools import partial

import numpy as np
import pytest
from conftest import mostly_slow, of_batches

from pegasos_edu import ALGORITHMS
from pegasos_edu.algorithms.inputs import Classes, Gram, Targets
from pegasos_edu.algorithms.step_types import BatchStep, LinearStep, copied
from pegasos_edu.algorithms.variants import function_of
from pegasos_edu.browser.language import without_docstring
from pegasos_edu.datasets import blobs, circles, moons
from pegasos_edu.kernels import linear, polynomial, rbf
from pegasos_edu.misconceptions import by_id, entries, wrong_program
from pegasos_edu.misconceptions.edits import NotFound, edited, in_batches, source_of
from pegasos_edu.runs import run
from pegasos_edu.trace import stories
from pegasos_edu.trace.listing import Listing
from pegasos_edu.trace.questions import USUAL, questions
from pegasos_edu.trace.records import record_of

PLAYED = [
    algorithm for algorithm in ALGORITHMS.values() if not {Targets, Classes} & set(algorithm.__annotations__.values())
]
FEW = np.array([[1.0, 2.0], [-1.0, -2.0], [2.0, -1.0], [0.0, 0.0], [1.0, 2.0]])  # twins, opposites, and 0
IMAGES = np.random.default_rng(0).normal(size=(12, 4))
SETS = [
    moons(40)[:2],
    blobs(40, offset=3.0)[:2],
    circles(40)[:2],
    (FEW, np.array([1, 1, -1, 1, 1])),
    (np.array([[1.0], [-0.5], [3.0], [-2.0]]), np.array([1, 1, 1, -1])),
    (IMAGES, np.where(IMAGES @ [1, -2, 0, 3] > 0, 1, -1)),
]
KERNELS = [partial(rbf, gamma=2.0), partial(polynomial, degree=2), linear]
LAMBDAS, T, TINY = (0.01, 0.1, 8.0), 12, 1e-6


# Programs: the algorithms, all mistakes in them, and states without lines, as a learner's program leaves them


def mistakes():
    """Yield each wrong program by its name."""
    for algorithm in PLAYED:
        for entry in entries(algorithm.__name__):
            yield f"{algorithm.__name__}: {entry.id}", wrong_program(algorithm.__name__, entry.id)


def mistakes_of_logistic_batches():
    """Yield the mistakes of `minibatch` and `logistic` in `logistic_minibatch`, which has few entries of its own."""
    right = ALGORITHMS["logistic_minibatch"]
    for entry in dict.fromkeys([*entries("minibatch"), *entries("logistic")]):
        pairs = entry.edits_for("minibatch") or [tuple(map(in_batches, pair)) for pair in entry.edits_for("logistic")]
        try:
            source = edited(source_of(right), pairs)
        except NotFound:
            continue
        yield f"logistic_minibatch: {entry.id}", function_of(source, right.__name__, right)


def without_lines(program):
    """Return a program that shows the states of another one and hides how they come about."""

    def shown(X, y, lam, draws):
        old = np.zeros(X.shape[1])
        for step in program(X, y, lam, draws):
            kind, scores = (BatchStep, X[step.drawn] @ old) if step.is_batch else (LinearStep, X[step.i] @ old)
            old = np.array(step.w)
            yield kind(step.t, step.drawn if step.is_batch else step.i, 1 / (lam * step.t), scores, old)

    shown.__annotations__ = program.__annotations__
    return shown


def programs():
    """Yield the name of each program, and the program."""
    wrong = dict(mistakes()) | dict(mistakes_of_logistic_batches())
    yield from ((algorithm.__name__, algorithm) for algorithm in PLAYED)
    yield from wrong.items()
    for name, program in wrong.items():
        if name.startswith(("hinge: ", "minibatch: ", "logistic_minibatch: ")):
            yield f"{name}, without lines", without_lines(program)


def runs(algorithm, turn=None):
    """Yield runs of a program on all sets, or on the one whose turn it is.

    λ and kernels take turns, and every second run projects w if it can.
    """
    given = algorithm.__code__.co_varnames[: algorithm.__code__.co_argcount]
    is_kernel = Gram in algorithm.__annotations__.values()
    sets = [(place, X, y) for place, (X, y) in enumerate(SETS) if X.shape[1] == 2 or not is_kernel]
    for place, X, y in sets if turn is None else [sets[turn % len(sets)]]:
        kernel = KERNELS[2 * place % len(KERNELS)] if is_kernel else None
        options = {name: min(k, len(y)) for name, k in of_batches(algorithm).items()}
        options |= {"project": True} if "project" in given and place % 2 else {}
        options |= {"b": 0.5} if "b" in given and place % 2 else {}
        options |= {"lam": LAMBDAS[place % len(LAMBDAS)], "T": T, "seed": place}
        yield X, kernel, partial(run, algorithm, y=y, **options)


class Step:
    """Hold a step as the numbers of its run describe it."""

    def __init__(self, run, before, step, old_beta, beta, asked):
        self.run, self.step, self.y, self.scores = run, step, run.y[step.drawn], np.asarray(step.scored, dtype=float)
        self.asked = asked
        self.w, self.v = (self.weights(state) for state in (before, step))
        self.b, self.c = run.b if before is None else run.bias(before), run.bias(step)
        self.margins = self.y * self.scores
        self.after = self.y * self.scores_of(self.v, self.c)[step.drawn]
        self.grown = step.alpha - (0 if before is None else before.alpha) if step.is_kernel or step.is_dual else None
        self.factor, self.added, self.error = _coefficients(run.X, step.drawn, old_beta, beta)

    def weights(self, step):
        if step is None:
            return np.zeros(self.run.X.shape[1])
        return step.beta(self.run.y) if step.is_kernel else np.array(step.w, dtype=float)

    def pull(self):
        """Return how much each example drawn pulls."""
        return np.exp(-np.logaddexp(0, self.margins)) if self.run.loss == "log" else self.margins < 1

    def asks_as_usual(self):
        return self.step.is_dual or not self.asked or bool({*self.asked} & {*USUAL})

    def scores_of(self, w, b):
        """Return the scores of all examples."""
        return self.run.X @ w + b

    def had_and_has_line(self):
        if not self.step.is_kernel:
            return self.w.any(), self.v.any()
        scores = (self.scores_of(self.w, 0), self.scores_of(self.v, 0))
        return tuple(bool((part > 1e-9).any() and (part < -1e-9).any()) for part in scores)

    def is_parallel(self):
        """Return whether the old and the new boundary are the same."""
        old, new = np.append(self.w, self.b), np.append(self.v, self.c)
        rest = new - (old @ new) / (old @ old) * old
        return np.abs(rest).max() <= 1e-9 * max(np.abs(old).max(), np.abs(new).max())

    def multiple(self):
        """Return the number by which w was multiplied, after checking that it was."""
        c = (self.w @ self.v) / (self.w @ self.w)
        assert self.is_multiple(c)
        return c

    def is_multiple(self, c):
        return np.allclose(self.v, c * self.w, rtol=1e-6, atol=1e-9 * np.abs(self.w).max(initial=0))


def _coefficients(X, drawn, old, new):
    """Return by what all coefficients were multiplied, what each example drawn got besides, and the error of that.

    Return None for what is unknown.
    """
    if old is None or new is None:
        return None, None, 0.0
    others = np.setdiff1d(np.flatnonzero(np.abs(old) > 1e-3 * np.abs(old).max()), drawn)
    factors = new[others] / old[others]
    is_known = len(others) > 1 and np.ptp(factors) <= 1e-6 * np.abs(factors).max()
    if not is_known and old.any():
        return None, None, 0.0
    factor = factors[0] if is_known else None
    rest = new - factor * old if is_known else new
    got = rest[drawn] if len(drawn) > 1 else np.array([_with_parallel_ones(X, X[drawn[0]]) @ rest])
    return factor, got, 1e-7 * max(np.abs(old).max(), np.abs(new).max())


def _with_parallel_ones(X, x):
    """Return for each example its multiple of x, or 0 if it has another direction: what it gets, x gets."""
    multiples = X @ x / (x @ x)
    return np.where(np.abs(X - np.outer(multiples, x)).max(axis=1) <= 1e-9, multiples, 0.0)


def betas(start, X, steps):
    """Return the coefficients of the examples in the w of each step; None from the first step that is not the same."""
    new = TINY * np.random.default_rng(0).normal(size=(len(X), len(X)))  # no entry is 0, because a mistake may skip it
    coefficients = [np.zeros(len(X))]
    try:
        for step, other in zip(steps, start(np.hstack([X, new]))):
            w, scale = np.array(other.w), np.abs(step.w).max(initial=1e-9)
            if not np.allclose(w[: X.shape[1]], step.w, rtol=0, atol=1e-6 * scale):
                break
            coefficients.append(np.linalg.solve(new.T, w[X.shape[1] :]))
            if not np.allclose(coefficients[-1] @ X, step.w, rtol=0, atol=1e-6 * scale):  # w is no sum of examples
                coefficients[-1] = None
    except Exception:  # the mistake fails with more features
        pass
    return coefficients + [None] * (len(steps) + 1 - len(coefficients))


# What each kind of words must mean


def number(text):
    """Return the number that a text such as 0.25, −3e-05 or (1 − 1e-16) stands for."""
    text = text.replace("−", "-")
    if is_beside_one := re.fullmatch(r"\(?(-?)\(1 . \de-\d+\)\)?", text):
        return -1.0 if is_beside_one[1] else 1.0
    return float(text.strip("()"))


def is_near(said, value):
    """Return whether a number is the value in three digits."""
    return np.isclose(number(said), value, rtol=6e-3, atol=1e-12)


NUMBER = r"(\((?:[^()]|\([^()]*\))*\)|[−-]?\([^()]*\)|[−-]?\d+(?:\.\d+)?(?:e[+−-]\d+)?)"
COUNT = r"(\d+|[Nn]one) of them ha(?:s|ve)"
CHECKS = {}  # a check for each kind of words


def words(pattern):
    """Return a decorator: the function checks what the words of this pattern say about a step."""

    def keep(check):
        CHECKS[pattern.replace("NUMBER", NUMBER).replace("COUNT", COUNT)] = check
        return check

    return keep


@words(r"^Its margin(?:, NUMBER,(?= is )| is NUMBER(?=[.;]))")
def the_margin(said, at):
    assert is_near(said[1] or said[2], at.margins[0])


@words("^Their mean margin y·score is NUMBER")
def the_mean_margin(said, at):
    assert is_near(said[1], at.margins.mean())


@words(" is below 1, (so|yet) ")
def below(said, at):
    assert at.margins[0] < 1 and at.asks_as_usual()


@words(" is not below 1, (so|yet) ")
def not_below(said, at):
    assert not at.margins[0] < 1 and at.asks_as_usual()


@words(" is 1 up to rounding, so ")
def at_one(said, at):
    assert np.isclose(at.margins[0], 1, rtol=1e-9)


@words("; the log loss is never 0, (so|yet) ")
def log_loss(said, at):
    assert at.run.loss == "log"


@words("; the log loss is never 0, but here it is too small to matter: ")
def small_log_loss(said, at):
    assert at.run.loss == "log" and np.all(np.logaddexp(0, -at.margins) < 1e-6)


def count_is(said, margins):
    count = int(said.lower().replace("none", "0"))
    assert np.sum(margins < 1 - 1e-9) <= count <= np.sum(margins < 1 + 1e-9)


@words("^COUNT a margin y·score below 1(?:, so |, yet |(?=. This program asks))")
def violators(said, at):
    count_is(said[1], at.margins)


@words(r", and now COUNT one\.")
def violators_left(said, at):
    count_is(said[1], at.after)


@words(r"\. This program asks (?:whether|where) (.*?)(?:: (yes|no))?, so ")
def question(said, at):
    assert said[1] in at.asked and said[1] not in USUAL
    names = {"y": at.run.y, "np": np, "abs": abs, "int": int, "t": at.step.t, "b": at.b}
    names |= {"A": at.step.A, "scores": at.scores} if at.step.is_batch else {"i": at.step.i, "score": at.scores[0]}
    if said[2]:
        assert (said[2] == "yes") == bool(eval(said[1], names))


@words("its α (grows|falls) to NUMBER")
def own_count(said, at):
    assert np.sign(at.grown[at.step.i]) == {"grows": 1, "falls": -1}[said[1]]
    assert is_near(said[2], at.step.alpha[at.step.i])


@words("its α stays NUMBER, but others change")
def other_counts(said, at):
    assert at.grown[at.step.i] == 0 and at.grown.any() and is_near(said[1], at.step.alpha[at.step.i])


@words("its α goes to NUMBER, (?:and )?")
def dual_variable(said, at):
    assert at.step.is_dual and is_near(said[1], at.step.alpha[at.step.i])


@words("w shrinks, ")
def shrinks_first(said, at):
    assert np.linalg.norm(at.w) > 0
    if at.factor is not None:
        assert -1e-6 < at.factor < 1


@words("w changes")
def changes(said, at):
    assert not np.array_equal(at.w, at.v)


def added_is(g, at, said):
    """Check that w_{t+1} is c·w_t + g·x, perhaps projected.

    Here 0 < c < 1 if the sentence says that w shrinks. If not, c is 1, or the step size is so large that c is not
    above 0.
    """
    x, lam = at.run.X[at.step.i], at.run.lam
    c = 1.0 if at.step.is_dual else 1 - lam * at.step.eta
    shrinks = said[1] is not None
    assert 0 < c < 1 or not shrinks
    ways = [c * at.w + g * x for c in ((c,) if shrinks else (1.0, min(c, 0.0)))]
    if is_projected := "projected" in said.string:
        ways = [way for way in ways if np.linalg.norm(way) >= (1 - 1e-9) / np.sqrt(lam)]
        ways = [way / np.linalg.norm(way) / np.sqrt(lam) for way in ways]
    size = max(np.abs(at.v).max(), np.abs(at.w).max(), np.abs(g * x).max(), 1e-12)
    assert any(np.abs(at.v - way).max() <= 6e-3 * size for way in ways)
    if at.added is not None and abs(g) > 10 * at.error:
        assert np.sign(at.added[0]) == np.sign(g)
        assert is_projected or np.isclose(at.added[0], g, rtol=6e-3)


@words(r"(w shrinks, )?(?<!a part of )η·y·x is (added to|subtracted from) w")
def usual_addition(said, at):
    sign = 1 if said[2] == "added to" else -1
    added_is(sign * at.step.eta * at.y[0], at, said)


@words(r"(w shrinks, )?(?<![/\w·])(?:NUMBER·)?x is (added to|subtracted from) w")
def other_addition(said, at):
    size = 1 if said[2] is None else number(said[2])
    added_is(size if said[3] == "added to" else -size, at, said)


@words(r"(w shrinks, )?a part of η·y·x is added to w")
def part_of_addition(said, at):
    assert at.run.loss == "log"
    added_is(at.step.eta * at.pull()[0] * at.y[0], at, said)


@words(r"(w shrinks, )?Δα/\(λ·m\)·x is added to w")
def dual_addition(said, at):
    added_is(at.step.delta / (at.run.lam * len(at.run.y)), at, said)


@words("(it is|they are|a part of each is) added to w")
def sum_added(said, at):
    """Check that the step added the usual sum of the batch or a multiple, after w shrank or not."""
    if said[1] != "a part of each is":
        assert (np.sum(at.margins < 1) == 1) == (said[1] == "it is")
    pull = at.pull()
    total = (pull * at.y) @ at.run.X[at.step.drawn]
    if "projected" not in said.string:
        rests = [at.v - c * at.w for c in (1 - at.run.lam * at.step.eta, 1.0)]
        ways = [(rest, rest @ total / (total @ total)) for rest in rests]
        assert any(g > 0 and np.allclose(rest, g * total, atol=1e-6 * np.abs(at.v).max()) for rest, g in ways)
    if at.added is not None and at.step.eta / len(pull) * max(pull) > 10 * at.error:
        pulled = (at.y * at.added)[(pull > 0) & at.run.X[at.step.drawn].any(axis=1)]
        assert pulled.max() > 0 and pulled.min() >= -at.error


@words(", and is scaled to the length 1/√λ = NUMBER")
def scaled_to_ball(said, at):
    assert is_near(said[1], at.run.lam**-0.5) and is_near(said[1], np.linalg.norm(at.v))


@words(", which is then longer than 1/√λ = NUMBER and is projected onto the ball")
def projected(said, at):
    scaled_to_ball(said, at)


@words(r", and (?:the|their mean) margin becomes NUMBER\.")
def margin_left(said, at):
    assert is_near(said[1], at.after.mean())


@words(r" The boundary moves\.")
def boundary_moves(said, at):
    assert all(at.had_and_has_line()) and not at.is_parallel()


@words(r" The boundary stays(, but its two sides are exchanged)?\.|: the boundary stays(?=, and the band widens)")
def boundary_stays(said, at):
    assert at.had_and_has_line()[0] and at.is_parallel()
    assert (at.w @ at.v < 0) == bool(said[1])


@words(r" Now there is a boundary\.| Now the boundary separates some examples\.")
def new_boundary(said, at):
    assert at.had_and_has_line() == (False, True)


@words(r"(?: T|, and t)here is no longer a boundary\.| Now all examples are on one side of it\.")
def lost_boundary(said, at):
    assert at.had_and_has_line() == (True, False)


@words(r", and there is still no boundary\.")
def still_no_boundary(said, at):
    assert at.had_and_has_line() == (False, False)


@words(r"(?:w|every α) (becomes|stays) 0(?:\.$|(?=, and there))")
def zero(said, at):
    assert not at.v.any() and at.w.any() == (said[1] == "becomes")


@words(r"(?:nothing changes|w stays as it is)(?:\.|, because x is 0\.)?")
def nothing_changes(said, at):
    assert at.is_multiple(1) and (not at.step.has_bias or at.b == at.c)


@words(r"w is multiplied by NUMBER, and b becomes NUMBER\.")
def both_change(said, at):
    assert is_near(said[1], at.multiple()) and is_near(said[2], at.c) and at.b != at.c


@words(r"η is multiplied by NUMBER(: every score changes its sign)?\.$")
def step_size_changes(said, at):
    assert is_near(said[1], at.multiple()) and not at.grown.any()


@words(r"w is multiplied by NUMBER(: every score changes its sign)?\.$")
def multiplied(said, at):
    assert is_near(said[1], at.multiple()) and at.b == at.c
    if said[2]:
        assert np.all(at.scores_of(at.w, at.b) * at.scores_of(at.v, at.c) <= 0)


@words(r"no α changes, and η shrinks: (the boundary stays, and )?every score moves towards 0\.")
def only_step_size(said, at):
    assert not at.grown.any() and 0 <= at.multiple() < 1


@words("w only shrinks(?=[:,])")
def only_shrinks(said, at):
    assert 0 < at.multiple() < 1


@words(r": every score moves towards 0, and none changes its sign\.")
def scores_shrink(said, at):
    before, after = at.scores_of(at.w, at.b), at.scores_of(at.v, at.c)
    assert np.all(before * after >= 0) and np.all(np.abs(after) <= np.abs(before))


@words(r", and b stays\.")
def bias_stays(said, at):
    assert at.b == at.c != 0


@words(r", and b stays, so the boundary moves away from the origin, and the band widens\.")
def away_from_the_origin(said, at):
    assert at.b == at.c and abs(at.c) / np.linalg.norm(at.v) > abs(at.b) / np.linalg.norm(at.w) > 0


@words(r", and the band widens\.$")
def wider_band(said, at):
    assert np.linalg.norm(at.v) < np.linalg.norm(at.w)


@words(r": y·α is at its (lower|upper) bound, (0|1)\.")
def at_a_bound(said, at):
    assert at.y[0] * at.step.alpha[at.step.i] == float(said[2]) == {"lower": 0, "upper": 1}[said[1]]


@words(r": y·α is already optimal\.|, and y·α stays NUMBER\.")
def same_dual_variable(said, at):
    assert abs(at.grown[at.step.i]) <= 1e-9
    assert not said[1] or is_near(said[1], at.y[0] * at.step.alpha[at.step.i])


# The tests


def steps_of(name, program, turn):
    """Yield the sentence of each step of some runs of a program, and the step."""
    asked = [] if "without lines" in name else list(questions(Listing(program)).values())
    mistake = re.search(": ([^,]+)", name)
    first = 1 if mistake and by_id()[mistake[1]].part == "start" else 0  # no step shows a start that is not 0
    for X, kernel, start in runs(program, turn):
        walked = start(kernel(X, X) if kernel else X)
        try:
            steps = [copied(step) for step in walked]
        except Exception:  # the mistake ends the program
            continue
        try:
            record = record_of(walked, X, kernel, shape=(2, 2) if X is IMAGES else None)
        except RuntimeError:  # the numbers are not finite
            continue
        beta = [None] * (T + 1) if kernel or first else betas(start, X, steps)
        for n, (step, (_, what)) in enumerate(zip(steps, record["stories"][1:], strict=True)):
            if n >= first:
                yield what, Step(walked, steps[n - 1] if n else None, step, beta[n], beta[n + 1], asked)


def said_in(all_sets):
    """Return for each kind of words where they were said, and the sentences with words that no check knows.

    Each program runs on one set or on all sets.
    """
    places, unknown = defaultdict(list), []
    for turn, (name, program) in enumerate(programs()):
        for what, at in steps_of(name, program, None if all_sets else turn):
            known = np.zeros(len(what), dtype=bool)
            for pattern in CHECKS:
                for said in re.finditer(pattern, what):
                    known[said.start() : said.end()] = True
                    places[pattern].append((said, at, name))
            unknown += [] if known.all() else [(name, what)]
    return places, unknown


@pytest.fixture(scope="module", params=mostly_slow([False, True], False), ids=["one set", "all sets"])
def said(request):
    with np.errstate(all="ignore"):
        return said_in(request.param)


@pytest.mark.parametrize("pattern", CHECKS)
def test_words_are_said_and_mean_what_the_numbers_of_the_step_are(pattern, said):
    assert said[0][pattern]
    for match, at, name in said[0][pattern]:
        try:
            CHECKS[pattern](match, at)
        except AssertionError as error:
            raise AssertionError(f"{name}, step {at.step.t}: {match.string}") from error


def test_there_are_no_words_without_a_check(said):
    assert not said[1]


def texts_about_a_step():
    """Yield each piece of text that the sentences about a step are made of."""
    for function in ast.parse(inspect.getsource(stories)).body:
        if isinstance(function, ast.FunctionDef) and function.name not in ("opening", "describe_step"):
            for node in (node for statement in without_docstring(function) for node in ast.walk(statement)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
                    yield node.value


def test_every_text_about_a_step_is_said(said):
    sentences = {match.string for places in said[0].values() for match, *_ in places}
    assert [text for text in texts_about_a_step() if not any(text in sentence for sentence in sentences)] == []


@pytest.mark.parametrize("name", ["hinge", "logistic", "minibatch", "logistic_minibatch"])
def test_a_step_that_adds_to_a_boundary_says_that_w_shrinks_first(name):
    for X, _, start in runs(ALGORITHMS[name]):
        sentences = [what for _, what in record_of(start(X), X)["stories"][2:]]
        added = [what for what in sentences if "added to w" in what]
        assert added and all("w shrinks, " in what for what in added)
