"""Spot the bug: a wrong program beside the right one, and four names of which one says what is wrong with it."""

from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pegasos_edu import datasets
from pegasos_edu.basics.consoles import Printable
from pegasos_edu.basics.files import whole_file
from pegasos_edu.basics.validation import check_seed, check_size, excerpt
from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Gram
from pegasos_edu.boxes.steps import copied
from pegasos_edu.kernels import rbf
from pegasos_edu.grading.spot_page import LEVELS, QUESTION, in_notebook, page
from pegasos_edu.losses import objective_of_scores
from pegasos_edu.misconceptions import MISCONCEPTIONS
from pegasos_edu.misconceptions.effects import HELD
from pegasos_edu.misconceptions.entries import made, tasks
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.runs.run import LOSS_OF, signature

BOXES = "hinge", "minibatch", "logistic", "scaled", "kernelized", "free_bias"
SETS = "toy", "moons"
M, T, K, LAM, GAMMA = 24, 48, 4, 0.1, 2.0  # two passes, so that what goes wrong from pass to pass shows
CHOICES = 4
SEEN = 0.01  # the share of its size by which a number must differ, and log10 of an objective, to be seen
HIGHEST = 1e4  # of an objective that is still drawn beside the right one


class Given(NamedTuple):
    """What both programs are run on."""

    task: str
    data: str
    X: np.ndarray
    y: np.ndarray
    names: tuple
    draws: np.ndarray

    @property
    def is_kernel(self):
        """Whether the box takes a Gram matrix."""
        return signature(ALGORITHMS[self.task])[0] is Gram

    @property
    def kernel(self):
        """The kernel of a kernel box."""
        return partial(rbf, gamma=GAMMA) if self.is_kernel else None


class Trace(NamedTuple):
    """What is seen of a program, after each round."""

    weights: np.ndarray  # (T, n) w and b, or the coefficients of a kernel run
    f: np.ndarray  # (T,)
    accuracy: np.ndarray  # (T,)


class Choice(NamedTuple):
    """One of the four, and what a learner who takes it should read: headings and texts."""

    name: str
    facts: tuple


def spot(seed=0, level=1):
    """A wrong program beside the right one, to end a notebook cell on: what is wrong with it?

    Parameters
    ----------
    seed : int
        Of the box, the data, the draws and the misconception.
    level : {1, 2, 3}
        What is shown: all; all but the lines of the wrong program; the objective and the accuracy alone.

    Returns
    -------
    Spot
    """
    return spots(seed, 1, level)[0]


def spots(seed=0, rounds=3, level=None):
    """Several of them, in which no misconception is asked for twice while there are others.

    Parameters
    ----------
    seed : int
    rounds : int
    level : {1, 2, 3}, optional
        Of all; 1, 2, 3 in turn if left out.

    Returns
    -------
    list of Spot
    """
    seed, rounds = check_seed(seed), check_size("rounds", rounds)
    if level not in (None, *LEVELS):
        raise ValueError(f"level must be one of {', '.join(map(str, LEVELS))}, got {excerpt(level)}.")
    made_so_far = []
    for n in range(rounds):
        one = level or n % len(LEVELS) + 1
        made_so_far.append(_drawn(np.random.default_rng([seed, n, one]), one, {s.answer for s in made_so_far}))
    return made_so_far


def _drawn(rng, level, avoided):
    """The first question that the numbers give: four misconceptions that show, and that can be told apart."""
    while True:
        given = _given(rng)
        right, found, traces = _trace(ALGORITHMS[given.task], given), [], []
        for entry in _candidates(rng, given.task, level):
            if found or entry.name not in avoided:
                trace = _trace(made(entry, given.task), given)
                if trace and all(_seen(trace, other, level) for other in (right, *traces)):
                    found, traces = [*found, entry], [*traces, trace]
            if len(found) == CHOICES:
                return Spot(level, given, found, [right, *traces], rng.permutation(CHOICES).tolist())
        avoided = set()  # all of them were asked for


def _given(rng):
    """A box, data, and draws."""
    task, data = BOXES[rng.integers(len(BOXES))], SETS[rng.integers(len(SETS))]
    X, y, names = getattr(datasets, data)(m=M, seed=int(rng.integers(100)))
    X.setflags(write=False)
    k = K if signature(ALGORITHMS[task])[2] is Batches else None
    return Given(task, data, X, y, names, make_draws("uniform", M, T, int(rng.integers(10_000)), k))


def _candidates(rng, task, level):
    """What can go wrong with a box, in the order in which it is tried; two of the same place come close together.

    Where lines are shown, only what is wrong in a line of the box: a program of its own would not look like the box.
    """
    known = [
        entry for entry in MISCONCEPTIONS
        if task in (entry.changes if level == 1 else tasks(entry)) and not (entry.name in HELD and task == "kernelized")
    ]  # fmt: skip
    first, *others = (known[n] for n in rng.permutation(len(known)))
    near = [entry for entry in others if entry.where == first.where][:1]
    return [first, *near, *(entry for entry in others if entry not in near)]


def _trace(program, given):
    """What is seen of a program; None where it does not come through, or too far off to be drawn."""
    X = given.kernel(given.X, given.X) if given.is_kernel else given.X
    draws = given.draws if given.draws.ndim == 2 else given.draws.tolist()
    loss = LOSS_OF.get(signature(ALGORITHMS[given.task])[1], "hinge")
    weights, f, accuracy = [], [], []
    with np.errstate(all="ignore"):
        try:
            for step in program(X, given.y, LAM, draws):
                w, b = (step.beta(given.y), 0.0) if step.is_kernel else (step.w, step.b if step.has_bias else 0.0)
                scores = X @ w + b
                square = w @ X @ w if step.is_kernel else w @ w
                weights.append(np.append(w, b))
                f.append(objective_of_scores(square, scores, given.y, LAM, loss))
                accuracy.append((scores * given.y > 0).mean())
        except (ArithmeticError, ValueError, IndexError):  # a wrong program may come to an end of its own
            return None
    weights, f = np.array(weights), np.array(f)
    if len(f) != T or not (np.isfinite(weights).all() and (f < HIGHEST).all() and weights.any()):
        return None
    return Trace(weights, f, np.array(accuracy))


def _parting(one, other):
    """The first round after which the weights differ so that it is seen; None if there is none."""
    sizes = np.maximum(np.abs(one.weights), np.abs(other.weights)).max(axis=1)
    apart = np.abs(one.weights - other.weights).max(axis=1) > SEEN * sizes
    return int(apart.argmax()) + 1 if apart.any() else None


def _seen(one, other, level):
    """Whether two programs can be told apart by what a level shows; the objective on the whole scale of its curve."""
    if level < 3:
        return _parting(one, other) is not None
    return bool(np.abs(np.log10(one.f) - np.log10(other.f)).max() > 5 * SEEN)


class Spot(Printable):
    """A question to end a notebook cell on, which does not tell its answer until somebody chooses.

    Attributes
    ----------
    level : int
    choices : list of Choice
        As they stand below each other.
    answer : str
        The name of the right one.
    first : int
        The first step after which the weights of the two programs differ.
    """

    def __init__(self, level, given, entries, traces, order):
        self.level, self._given, self._traces = level, given, traces
        self.answer, self.first = entries[0].name, _parting(traces[0], traces[1])
        self._program = made(entries[0], given.task)
        facts = [self._of_the_answer(entries[0]), *map(self._of_another, entries[1:], traces[2:])]
        self.choices = [Choice(entries[n].name, facts[n]) for n in order]

    # What is told

    def _of_the_answer(self, entry):
        return (
            ("What it does", entry.says),
            ("Why it is tempting", entry.tempting),
            ("What comes of it", entry.effect),
            ("First seen", f"In step {self.first}: {self._after(self._traces[1], self.first, 'the wrong program')}; "
             f"{self._after(self._traces[0], self.first, 'the right one')}."),
        )  # fmt: skip

    def _of_another(self, entry, trace):
        first = _parting(self._traces[0], trace)
        here = f"After that step {self._after(trace, first, 'such a program')}"
        return (
            ("What that would be", entry.says),
            ("How it would look", f"On these draws it would leave the right way in step {first}, this program does so in "
             f"step {self.first}. {here}; {self._after(self._traces[1], first, 'this one')}."),
        )  # fmt: skip

    def _after(self, trace, t, who):
        """What is left after a step, in words."""
        f, accuracy = _number(trace.f[t - 1]), f"{100 * trace.accuracy[t - 1]:.0f} %"
        if self._given.is_kernel:
            return f"{who} has f = {f} and accuracy {accuracy}"
        *w, b = trace.weights[t - 1]
        bias = f", b = {_number(b)}" if self._given.task == "free_bias" else ""
        return f"{who} has w = ({', '.join(map(_number, w))}){bias} and f = {f}"

    @property
    def title(self):
        """The box and the data."""
        return f"{self._given.task} on {self._given.data}"

    @property
    def setting(self):
        """What both programs are run on."""
        k = f", k = {K}" if self._given.draws.ndim == 2 else ""
        return f"{self.title}, λ = {LAM:g}, T = {T}{k}"

    @property
    def curves(self):
        """The objective and the accuracy after each step, of the right program and of the wrong one."""
        return self._traces[0], self._traces[1]

    # Its forms

    def __repr__(self):
        (right, wrong), names = self.curves, " | ".join(choice.name for choice in self.choices)
        return (
            f"Spot: {self.setting}, level {self.level}; after {T} steps the right program has f = "
            f"{_number(right.f[-1])}, accuracy {right.accuracy[-1]:.2f}, the wrong one f = {_number(wrong.f[-1])}, "
            f"accuracy {wrong.accuracy[-1]:.2f}. {QUESTION} [{names}]"
        )

    def _repr_html_(self):
        return in_notebook(self)

    @cache
    def shown(self, level=None):
        """Both programs in the player, on the same draws and one seek bar, or None where only curves are shown.

        Parameters
        ----------
        level : {1, 2, 3}, optional
            Another level than its own: with 1 nothing is hidden, and the answer can be read.

        Returns
        -------
        Comparison or None
        """
        from pegasos_edu.player import compare, play

        level = level or self.level
        if level == 3:
            return None
        given, options = self._given, {"lam": LAM, "draws": self._given.draws, "kernel": self._given.kernel}
        players = [
            play(program, given.X, given.y, names=given.names, **options)
            for program in (ALGORITHMS[given.task], self._program)
        ]
        both = compare(*players)
        right, wrong = both.records
        wrong = _unnamed(wrong, right, players[1].run)
        both.view.records = [right, wrong | _cover(wrong, right) if level == 2 else wrong]
        return both

    def play(self):
        """Both programs with all their lines, at the first step that differs: for after the answer."""
        both = self.shown(1)
        both.view.moment = [self.first, 10**6]
        return both

    def seen(self):
        """For the script of a page: what the player holds, and what covers the wrong program until the answer."""
        right, wrong = self.shown(1).records
        covered = _cover(wrong, right) if self.level == 2 else {}
        return {"level": self.level, "records": [right, wrong], "cover": covered}

    def told(self):
        """For the script of a page: which choice is right, and what is said of each."""
        names = [choice.name for choice in self.choices]
        facts = [choice.facts for choice in self.choices]
        return {"answer": names.index(self.answer), "first": self.first, "facts": facts}

    def to_html(self, path):
        """Write it as one page, which opens from disk and needs no network; see `write`."""
        return write([self], path)


def write(spots, path):
    """Write rounds of Spot the bug as one page, which opens from disk, needs no network, and keeps a score.

    Parameters
    ----------
    spots : list of Spot
    path : path of the file

    Returns
    -------
    Path
    """
    with whole_file(path) as file:
        file.write(page(spots).encode())
    return Path(path)


# Records of the player


def _unnamed(wrong, right, run):
    """The record of the wrong program without what says more than it shows: name, title, and stories of a right step."""
    told = [wrong["stories"][0], *([who, _story(step)] for (who, _), step in zip(wrong["stories"][1:], run))]
    python = "# The wrong program is made from the catalogue of misconceptions."
    return wrong | {"box": f"{right['box']} (wrong)", "title": right["title"], "python": python, "stories": told}


def _story(step):
    """What a step says of itself; nothing is said of why, as that would be told of the right program."""
    scores = f"score {_number(step.score)}" if not step.is_batch else f"scores {_listed(step.scores)}"
    if step.is_kernel:
        after = f"α of this example is {_number(step.alpha[step.i])}"
    else:
        after = f"w is {_listed(step.w)}" + (f" and b is {_number(step.b)}" if step.has_bias else "")
    return f"It took η = {_number(step.eta)} and found {scores}. After the step {after}."


def _cover(wrong, right):
    """What differs in a record whose lines are hidden: all that a step changes shows at its end."""
    shown = {n for n, key in enumerate(wrong["keys"]) if key.startswith(("@", "α["))}
    moments = []
    for entries, others in zip(wrong["moments"], right["moments"]):
        changed = {}
        for _, *pairs in entries:
            changed |= {key: value for key, value in zip(pairs[::2], pairs[1::2]) if key in shown}
        end = [0, *(part for pair in changed.items() for part in pair)]
        moments.append([[0]] * (len(others) - 1) + [end])
    return {"listing": [], "moments": moments}


def _number(value):
    return f"{value:.3g}".replace("-", "−")


def _listed(values):
    return f"({', '.join(map(_number, values))})"
