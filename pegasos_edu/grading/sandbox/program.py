"""Run the cells of a hand-in in a process of their own, and use from here what they define.

with opened(["import numpy as np", "def step(w, x, y, eta, lam): ..."]) as program:
    program.problems          # what went wrong in its cells
    check(program["step"], "hinge")
"""

import time
from contextlib import contextmanager, suppress

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.running import MAX_KEPT
from pegasos_edu.grading.sandbox import answers
from pegasos_edu.grading.sandbox.limits import LIMITS
from pegasos_edu.grading.sandbox.processes import Ended, Process
from pegasos_edu.grading.sandbox.remote import Remote

_SPARE = 2.0  # of its time limit, after which a process is ended that does not stop by itself what takes so long


@contextmanager
def opened(cells, limits=LIMITS):
    """Open the `Handed` of a hand-in; at the end nothing is left of it.

    Parameters
    ----------
    cells : list of str
        The code of its cells, in their order; a file is a single cell.
    limits : Limits
    """
    program = Handed(cells, limits)
    try:
        program.start()
        yield program
    finally:
        program.close()


class Handed:
    """What the cells of a hand-in define.

    Attributes
    ----------
    names : dict
        name -> "function", "value", or "borrowed" for an algorithm, loss or kernel of the package under its own name.
    problems : list of (int or None, Failed)
        The cells that failed, by their numbers from 1, and why; the other cells ran. None stands for the whole program.
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
            words = f"it ended Python {self._starts} times, at last in cell {number}"
            self._problems.setdefault(None, Failed("exit", words))
            return
        try:
            self._defined = answers.definitions(self.ask("names"))
            self.printed = answers.text(self.ask("printed"), MAX_KEPT)
        except Failed as failed:
            self._problems[None] = failed

    def _run(self):
        for number, source in enumerate(self._cells, 1):
            if number in self._left_out:
                continue
            try:
                self.ask("cell", number, source, seconds=self.limits.cell_seconds)
            except Failed as failed:
                self._problems[number] = failed
            except TypeError as error:
                self._problems[number] = Failed("exception", f"it cannot be run: {error}")
            if self.process is None:
                self._left_out.add(number)
                return

    @property
    def problems(self):
        """What went wrong, in the order of the cells."""
        return sorted(self._problems.items(), key=lambda pair: (pair[0] is None, pair[0]))

    @property
    def names(self):
        """The names that the cells define, with their kinds."""
        return {name: kind for name, (kind, _) in self._defined.items()}

    def __getitem__(self, name):
        kind, about = self._defined[name]
        return answers.plain(self.ask("value", name)) if kind == "value" else Remote(self, name, about)

    def proxies(self):
        """Return what the cells define, by name: what can be called, and plain values."""
        found = {}
        for name in self.names:
            with suppress(Failed):  # for a value of a kind that is not sent
                found[name] = self[name]
        return found

    @contextmanager
    def put_in(self, source, names):
        """Let functions that a source defines stand in for those of the hand-in until others do; see `scoring`."""
        self.ask("put_in", source, tuple(names))
        yield

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
            answer = self.process.ask(min(_SPARE * own, self._left), what, *arguments)
        except Ended as ended:
            self.process = None
            raise Failed(ended.kind, ended.words or f"it ran for more than {own:g} seconds and was stopped") from None
        except BaseException:  # such as a limit of time in the grader, in the middle of a message
            self.close()
            raise
        finally:
            self._left -= time.monotonic() - begun
        return answers.answer(answer)

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.end()
            self.process = None
