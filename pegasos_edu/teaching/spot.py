"""Play Spot the bug: show a right and a wrong program with four answers, one of which names the mistake."""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms import ALGORITHMS, hinge
from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.validation import check_seed, check_size, excerpt
from pegasos_edu.misconceptions import by_id, wrong_program
from pegasos_edu.misconceptions.edits import source_of
from pegasos_edu.player.recorded import recorded
from pegasos_edu.teaching.spot_page import LEVELS, QUESTION, in_notebook, page
from pegasos_edu.teaching.spot_questions import LAM, K, T, first_difference, question, tasks

MOST_ROUNDS = 100
MENDED = "hinge", "logistic", "minibatch", "scaled"  # the algorithms whose programs a page can check by their w
STEP = re.compile(r"yield \w+\(.*\)")


class Choice(NamedTuple):
    """Hold one of the four answers."""

    id: str  # the identifier of the misconception
    title: str
    facts: tuple  # pairs of a heading and a text, for a learner who chooses this answer


def spot(seed=0, level=1):
    """Show a right program and a wrong one at the end of a notebook cell, and ask what is wrong.

    Parameters
    ----------
    seed : int
        Decides on the algorithm, the data, the draws and the misconception.
    level : {1, 2, 3}
        1 shows everything, 2 hides the lines of the wrong program, and 3 shows only the objective and the accuracy.

    Returns
    -------
    Spot
    """
    return spots(seed, 1, level)[0]


def spots(seed=0, rounds=3, level=None, algorithm=None):
    """Return a list of rounds; a misconception is the answer in two rounds only if no other is left.

    The levels are 1, 2, 3 in turn, unless `level` is given. All rounds are about `algorithm`, if its name is given;
    otherwise the first of several rounds is about `hinge`, which everybody knows. There are at most `MOST_ROUNDS`.
    """
    seed, rounds = check_seed(seed), check_size("rounds", rounds)
    if rounds > MOST_ROUNDS:
        raise ValueError(f"rounds must be at most {MOST_ROUNDS}, got {rounds}; make several pages with other seeds.")
    if level not in (None, *LEVELS):
        raise ValueError(f"level must be one of {', '.join(map(str, LEVELS))}, got {excerpt(level)}.")
    if algorithm not in (None, *tasks()):
        raise ValueError(f"algorithm must be one of {', '.join(tasks())}, got {excerpt(algorithm)}.")
    several = []
    for n in range(rounds):
        wanted = level or n % len(LEVELS) + 1
        rng = np.random.default_rng([seed, n, wanted])
        name = algorithm or (hinge.__name__ if rounds > 1 and n == 0 else None)
        several.append(Spot(wanted, question(rng, wanted, {other.answer for other in several}, name)))
    return several


class Spot(Printable):
    """Ask a question at the end of a notebook cell, and hide the answer until the reader chooses.

    Attributes
    ----------
    level : int
    choices : list of Choice
        In the order in which they are shown.
    answer : str
        The identifier of the right choice.
    first : int
        The first step after which the weights of the two programs differ.
    """

    def __init__(self, level, question):
        self.level = level
        setting, entries, traces, order = question
        self._setting, self._traces = setting, traces
        self.answer, self.first = entries[0].id, first_difference(traces[0], traces[1])
        self._program = wrong_program(setting.task, entries[0].id)
        facts = [self._of_the_answer(entries[0]), *map(self._of_another, entries[1:], traces[2:])]
        self.choices = [Choice(entries[n].id, entries[n].heading, facts[n]) for n in order]

    def _of_the_answer(self, entry):
        return (
            ("What it does", entry.says),
            ("Why it is tempting", entry.tempting),
            ("What its effect is", entry.effect),
            (
                "Where it first shows",
                f"After step {self.first} "
                f"{self._after(self._traces[1], self.first, 'B')}; "
                f"{self._after(self._traces[0], self.first, 'A')}.",
            ),
        )

    def _of_another(self, entry, trace):
        first = first_difference(self._traces[1], trace)
        compared = f"{self._after(trace, first, 'it')}; {self._after(self._traces[1], first, 'B')}."
        return (("A program with this bug", f"{entry.says} After step {first} {compared}"),)

    def _after(self, trace, t, who):
        """Return the state after a step, in words."""
        f, accuracy = _number(trace.f[t - 1]), f"{100 * trace.accuracy[t - 1]:.0f} %"
        if self._setting.step.is_kernel:
            return f"{who} has f = {f} and accuracy {accuracy}"
        *w, b = trace.weights[t - 1]
        bias = f", b = {_number(b)}" if self._setting.step.has_bias else ""
        return f"{who} has w = ({', '.join(map(_number, w))}){bias} and f = {f}"

    @property
    def title(self):
        """Return the algorithm and the data in words."""
        return f"{self._setting.task} on {self._setting.data}"

    @property
    def setting(self):
        """Return the data and the parameters of both programs in words."""
        k = f", k = {K}" if self._setting.draws.ndim == 2 else ""
        return f"{self.title}, λ = {LAM:g}, T = {T}{k}{', with projection' * self._setting.project}"

    @property
    def curves(self):
        """Return the traces of the right and the wrong program."""
        return self._traces[0], self._traces[1]

    def __repr__(self):
        (right, wrong), titles = self.curves, " | ".join(choice.title for choice in self.choices)
        return (
            f"Spot: {self.setting}, level {self.level}; after {T} steps A has f = {_number(right.f[-1])} and accuracy "
            f"{right.accuracy[-1]:.2f}, B has f = {_number(wrong.f[-1])} and accuracy {wrong.accuracy[-1]:.2f}. "
            f"{QUESTION} [{titles}]"
        )

    def _repr_html_(self):
        return in_notebook(self)

    def comparison(self, level=None):
        """Return both programs in the player, on the same draws; None if only curves are shown.

        A `level` that is given replaces the level of the question; level 1 hides nothing, and shows the answer.
        """
        from pegasos_edu.player import StepPlayer, compare

        level = level or self.level
        if level == 3:
            return None
        runs = self._runs()
        right, wrong = _records(runs)
        both = compare(*map(StepPlayer, runs))
        both.recorded = [right, wrong | _cover(wrong, right) if level == 2 else wrong]
        return both

    def play(self):
        """Return a player of both programs with all lines, at the first step that differs. It shows the answer."""
        both = self.comparison(1)
        both.moment = [self.first, 10**6]
        return both

    def records(self):
        """Return for a page the records of both programs, and what covers B until the answer; None covers both."""
        right, wrong = _records(self._runs())
        cover = {1: {}, 2: _cover(wrong, right), 3: None}[self.level]
        return {"records": [right, wrong], "cover": cover}

    def _runs(self):
        """Return the recorded runs of both programs."""
        setting = self._setting
        options = {"lam": LAM, "draws": setting.draws, "kernel": setting.kernel, "names": setting.names}
        programs = ALGORITHMS[setting.task], self._program
        return [recorded(program, setting.X, setting.y, **options, **setting.options) for program in programs]

    def solution(self):
        """Return for a page which choice is right, and the texts about each choice."""
        answers = [choice.id for choice in self.choices]
        facts = [choice.facts for choice in self.choices]
        return {"answer": answers.index(self.answer), "first": self.first, "facts": facts, "mend": self.to_mend()}

    def to_mend(self):
        """Return the source of the wrong program for the learner to mend, "" if a page cannot check such programs."""
        task = self._setting.task
        if task not in MENDED or by_id()[self.answer].part == "projection":
            return ""
        (head, body), w = source_of(self._program).split("\n", 1), "a * v" if "a" in self._setting.step._fields else "w"
        body = re.sub(r'^ +""".*?"""\n', "", body, count=1, flags=re.DOTALL)
        body = STEP.sub(lambda step: f"yield {w}".ljust(len(step[0])), body)
        taken = re.sub(r": \w+", "", head[head.index("(") : head.rindex(":")])
        return f'def {task}{taken}:\n{body}\n\ncheck({task}, "{task}")\n'

    def to_html(self, path):
        """Write the question as one page that works offline; see `write`."""
        return write([self], path)


def write(spots, path, of_site=None, shared=""):
    """Write rounds of Spot the bug as one page that works offline and counts the score; return its path.

    `shared` is the address of the file of a site that holds Python for its pages, if there is one.
    """
    with whole_file(path) as file:
        file.write(page(spots, of_site, shared).encode())
    return Path(path)


# Records of the player


def _records(runs):
    """Return the records of both runs; that of the wrong program without its name and sentences about a right step."""
    right, wrong = (shown.record for shown in runs)
    steps = zip(wrong["stories"][1:], runs[1].run)
    stories = [wrong["stories"][0], *([who, _story(step)] for (who, _), step in steps)]
    python = "# The lines that make B would give the answer away."
    unnamed = {"python": python, "stories": stories} | {key: right[key] for key in ("algorithm", "title")}
    return [right, wrong | unnamed]


def _story(step):
    """Describe a step without reasons, since the recorded reasons are those of the right program."""
    scores = f"the scores are {_listed(step.scores)}" if step.is_batch else f"the score is {_number(step.score)}"
    if step.is_kernel:
        after = f"α of this example is {_number(step.alpha[step.i])}"
    else:
        after = f"w is {_listed(step.w)}" + (f" and b is {_number(step.b)}" if step.has_bias else "")
    return f"The step size is η = {_number(step.eta)}, and {scores}. After the step {after}."


def _cover(wrong, right):
    """Return a listing and moments that hide the lines of a record: each step shows its changes only at its end."""
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
    """Return a number with three digits; rounding errors become 0, without a sign."""
    return "0" if abs(value) < 1e-12 else f"{value:.3g}".replace("-", "−")


def _listed(values):
    return f"({', '.join(map(_number, values))})"
