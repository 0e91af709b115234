"""Run the cells of a hand-in in a process of their own, and use from here what they define.

with opened(["import numpy as np", "def step(w, x, y, eta, lam): ..."]) as sandbox:
    sandbox.problems          # what went wrong in its cells
    check(sandbox["step"], "hinge")
"""

from collections import ChainMap
from collections.abc import Mapping
from contextlib import contextmanager

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.running import MAX_KEPT
from pegasos_edu.teaching.sandbox import answers
from pegasos_edu.teaching.sandbox.limits import LIMITS
from pegasos_edu.teaching.sandbox.processes import Ended, Process, Spending
from pegasos_edu.teaching.sandbox.remote import RemoteProgram


@contextmanager
def opened(cells, limits=LIMITS):
    """Open the `Sandbox` of a hand-in; at the end nothing is left of it.

    Parameters
    ----------
    cells : list of str
        The code of its cells, in their order; a file is a single cell.
    limits : Limits
    """
    sandbox = Sandbox(cells, limits)
    try:
        sandbox.start()
        yield sandbox
    finally:
        sandbox.close()


class Sandbox:
    """The cells of a hand-in, which run in a process of their own, and what they define.

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
        return self.ask("value", name) if kind == "value" else RemoteProgram(self, name, about)

    def proxies(self):
        """Return the `Names` of what the cells define."""
        return Names(self)

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
        if self.process is not None and self.process.is_asked:  # somebody gave up in the middle of a message
            self.close()
        if self.process is None:
            self.start()
        if self.process is None or self._left <= 0:
            most = f"it computed for more than {self.limits.total_seconds:g} seconds in all and was stopped"
            raise Failed("time", most) if self._left <= 0 else Failed("exit", "it ends Python again and again")
        own = seconds or self.limits.seconds
        spending = Spending(self.process, min(own, self._left))
        try:
            answer = self.process.ask(spending, what, *arguments)
        except Ended as ended:
            self.process = None
            raise Failed(ended.kind, ended.words or f"it ran for more than {own:g} seconds and was stopped") from None
        except TypeError:
            raise
        except BaseException:  # such as Ctrl-C, or a limit of the grader's own
            self.close()
            raise
        finally:
            self._left -= spending.seconds
        return answers.answer(answer)

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.end()
            self.process = None


class Names(Mapping):
    """What the cells of a hand-in define, by name; a value is fetched when it is asked for, and None if it cannot be.

    Parameters
    ----------
    sandbox : Sandbox
    """

    def __init__(self, sandbox):
        self._sandbox = sandbox

    def __getitem__(self, name):
        try:
            return self._sandbox[name]
        except Failed:  # it is of a kind that is not sent, or too large
            return None

    def __or__(self, others):
        return ChainMap(others, self)

    def __contains__(self, name):
        return name in self._sandbox.names

    def __iter__(self):
        return iter(self._sandbox.names)

    def __len__(self):
        return len(self._sandbox.names)
