"""Spot the bug: a wrong program beside the right one, and four names of which one says what is wrong with it."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from pegasos_edu.basics.consoles import Printable
from pegasos_edu.basics.files import whole_file
from pegasos_edu.basics.validation import check_seed, check_size, excerpt
from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading.questions import LAM, K, T, parting, question
from pegasos_edu.grading.spot_page import LEVELS, QUESTION, in_notebook, page
from pegasos_edu.misconceptions.entries import made

MOST_ROUNDS = 100


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
        At most `MOST_ROUNDS`.
    level : {1, 2, 3}, optional
        Of all; 1, 2, 3 in turn if left out.

    Returns
    -------
    list of Spot
    """
    seed, rounds = check_seed(seed), check_size("rounds", rounds)
    if rounds > MOST_ROUNDS:
        raise ValueError(f"rounds must be at most {MOST_ROUNDS}, got {rounds}; make several pages with other seeds.")
    if level not in (None, *LEVELS):
        raise ValueError(f"level must be one of {', '.join(map(str, LEVELS))}, got {excerpt(level)}.")
    made_so_far = []
    for n in range(rounds):
        one = level or n % len(LEVELS) + 1
        asked = question(np.random.default_rng([seed, n, one]), one, {s.answer for s in made_so_far})
        made_so_far.append(Spot(one, asked))
    return made_so_far


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

    def __init__(self, level, question):
        self.level = level
        given, entries, traces, order = question
        self._given, self._traces = given, traces
        self.answer, self.first = entries[0].name, parting(traces[0], traces[1])
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
        first = parting(self._traces[0], trace)
        here = f"After that step {self._after(trace, first, 'such a program')}"
        return (
            ("What that would be", entry.says),
            ("How it would look", f"On these draws it would leave the right way in step {first}; this program does so "
             f"in step {self.first}. {here}; {self._after(self._traces[1], first, 'this one')}."),
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
        return f"{self.title}, λ = {LAM:g}, T = {T}{k}{', with projection' * self._given.project}"

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
        options |= given.options
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


def write(spots, path, of_site=None):
    """Write rounds of Spot the bug as one page, which opens from disk, needs no network, and keeps a score.

    Parameters
    ----------
    spots : list of Spot
    path : path of the file
    of_site : OfSite, optional

    Returns
    -------
    Path
    """
    with whole_file(path) as file:
        file.write(page(spots, of_site).encode())
    return Path(path)


# Records of the player


def _unnamed(wrong, right, run):
    """The record of the wrong program without what says more than it shows: its name, and stories of a right step."""
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
    """Three digits; what is nothing but rounding is 0, and 0 has no sign."""
    return "0" if abs(value) < 1e-12 else f"{value:.3g}".replace("-", "−")


def _listed(values):
    return f"({', '.join(map(_number, values))})"
