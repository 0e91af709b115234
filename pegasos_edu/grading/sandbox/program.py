"""The program of a hand-in: its cells run in a process of their own, and what they define can be used from here.

with opened(["import numpy as np", "def step(w, x, y, eta, lam): ..."]) as program:
    program.problems          # what went wrong in its cells
    check(program["step"], "hinge")
"""

import time
from contextlib import contextmanager

from pegasos_edu.grading.sandbox import answers
from pegasos_edu.grading.sandbox.limits import LIMITS
from pegasos_edu.grading.sandbox.processes import Ended, Process
from pegasos_edu.grading.sandbox.remote import Remote
from pegasos_edu.submissions.trial import MAX_KEPT, Failed

_SPARE = 2.0  # of its time limit, after which a process is ended that does not stop by itself what takes so long


@contextmanager
def opened(cells, limits=LIMITS):
    """The `Program` of a hand-in; at the end nothing is left of it.

    Parameters
    ----------
    cells : list of str
        The code of its cells, in their order; a file is a single cell.
    limits : Limits
    """
    program = Program(cells, limits)
    try:
        program.start()
        yield program
    finally:
        program.close()


class Program:
    """What the cells of a hand-in define.

    Attributes
    ----------
    names : dict
        name -> "function", "class" or "value"; "borrowed" for a box, loss or kernel of the package under its own name.
    problems : list of (int or None, str, Line or None)
        Of each cell that did not get through: its number from 1, words for the learner, and the line. The other cells
        ran. None stands for the whole program.
    printed : str
        The beginning of what the cells printed.
    """

    def __init__(self, cells, limits=LIMITS):
        self.limits, self._cells = limits, list(cells)
        self.process, self._starts, self._left_out = None, 0, set()
        self._left = limits.total_seconds
        self._defined, self._problems, self.printed = {}, {}, ""

    def start(self):
        """Run the cells, anew without the one that ends the process, as often as the limits say."""
        while self.process is None and self._starts < self.limits.starts:
            self._starts += 1
            self.process = Process(self._cells, self.limits)
            self._run()
        if self.process is None:
            number = max(self._problems, key=lambda one: one or 0, default=None)
            self._problems.setdefault(None, (f"it ended Python {self._starts} times, at last in cell {number}", None))
            return
        try:
            self._defined = self._names(self.ask("names"))
            self.printed = answers.text(self.ask("printed"), MAX_KEPT)
        except Failed as failed:
            self._problems[None] = failed.words, failed.line

    def _run(self):
        for number, source in enumerate(self._cells, 1):
            if number in self._left_out:
                continue
            try:
                self.ask("cell", number, source, seconds=self.limits.cell_seconds)
            except Failed as failed:
                self._problems[number] = failed.words, failed.line
            except TypeError as error:
                self._problems[number] = f"it cannot be run: {error}", None
            if self.process is None:
                self._left_out.add(number)
                return

    @property
    def problems(self):
        """What went wrong, in the order of the cells."""
        numbers = sorted(self._problems, key=lambda number: (number is None, number))
        return [(number, *self._problems[number]) for number in numbers]

    @property
    def names(self):
        """What the cells define."""
        return {name: kind for name, (kind, _) in self._defined.items()}

    def __getitem__(self, name):
        kind, parameters = self._defined[name]
        if kind == "value":
            return answers.plain(self.ask("value", name))
        return Remote(self, name, parameters)

    def proxies(self):
        """What the cells define, by name, for use among other names: what can be called, and plain values."""
        found = {}
        for name, kind in self.names.items():
            if kind == "borrowed":
                continue
            try:
                found[name] = self[name]
            except Failed:  # a value of a kind that is not sent
                continue
        return found

    def ask(self, what, *arguments, seconds=None):
        """The answer of the process to a question.

        Raises
        ------
        Failed
            Where the program does not get through. If its process has ended, the next question starts it anew.
        """
        if self.process is None:
            self.start()
        if self.process is None or self._left <= 0:
            most = f"it ran for more than {self.limits.total_seconds:g} seconds in all and was stopped"
            raise Failed("time", most) if self._left <= 0 else Failed("exit", "it ends Python again and again")
        begun, own = time.monotonic(), seconds or self.limits.seconds
        try:
            return answers.answer(self.process.ask(min(_SPARE * own, self._left), what, *arguments))
        except Ended as ended:
            self.process = None
            raise Failed(ended.kind, ended.words or f"it ran for more than {own:g} seconds and was stopped") from None
        finally:
            self._left -= time.monotonic() - begun

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.end()
            self.process = None

    @staticmethod
    def _names(found):
        """Names with their kinds and parameters, as they should be."""
        if not isinstance(found, dict) or len(found) > 10_000:
            raise answers.odd()
        kinds = ("function", "class", "value", "borrowed")
        is_right = all(
            isinstance(name, str) and name.isidentifier() and isinstance(one, tuple) and len(one) == 2
            and isinstance(one[0], str) and one[0] in kinds and (one[1] is None or isinstance(one[1], list))
            for name, one in found.items()
        )  # fmt: skip
        if not is_right:
            raise answers.odd()
        return found
