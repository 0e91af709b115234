"""Run the cells of a hand-in in a process of their own, and call the functions that they define from here.

with opened(["import numpy as np", "def step(w, x, y, eta, lam): ..."]) as sandbox:
    sandbox.problems          # the cells that failed
    check(sandbox["step"], "hinge")
"""

from contextlib import contextmanager

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.programs import CallOutcome, Program
from pegasos_edu.check.running import MAX_KEPT
from pegasos_edu.check.sandbox import answers
from pegasos_edu.check.sandbox.limits import LIMITS
from pegasos_edu.check.sandbox.process import Process, Stopwatch
from pegasos_edu.check.worker import wire
from pegasos_edu.check.worker.program import outcome


@contextmanager
def opened(cells, limits=LIMITS):
    """Open the `Sandbox` of a hand-in, given the code of its cells in order; close it completely at the end."""
    sandbox = Sandbox(cells, limits)
    try:
        sandbox.start()
        yield sandbox
    finally:
        sandbox.close()


class Sandbox:
    """Run the cells of a hand-in in a process of their own, and give access to the names that they define.

    Attributes
    ----------
    names : dict
        Maps each name to "function", "value", or "borrowed" (an algorithm, loss or kernel that a cell only imported).
    problems : list of (int or None, Failed)
        The numbers of the cells that failed, from 1, with the reasons. None stands for the whole program.
    printed : str
        The beginning of what the cells printed.
    """

    def __init__(self, cells, limits=LIMITS):
        self.limits, self._cells = limits, list(cells)
        self.process, self._starts, self._left_out = None, 0, set()
        self._seconds_left, self._asleep_left = limits.total_seconds, limits.asleep_seconds
        self._defined, self._problems, self._put_in, self.printed = {}, {}, {}, ""

    def start(self):
        """Run the cells. If a cell ends the process, start again without this cell, as often as the limits allow."""
        while self.process is None and self._starts < self.limits.starts:
            self._starts += 1
            self.process = Process(self._cells, self.limits)
            self._run_cells()
        if self.process is None:
            number = max(self._problems, key=lambda cell: cell or 0, default=None)
            words = f"it ended Python {self._starts} times, the last time in cell {number}"
            self._problems.setdefault(None, Failed("exit", words))
            return
        try:
            self._defined = answers.definitions(self.ask("names"))
            self.printed = answers.text(self.ask("printed"), MAX_KEPT)
            if self._put_in:
                self.ask("put_in", tuple(self._put_in))
        except Failed as failed:
            self._problems[None] = failed

    def _run_cells(self):
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
        """Return the cells that failed, in order."""
        return sorted(self._problems.items(), key=lambda pair: (pair[0] is None, pair[0]))

    @property
    def names(self):
        """Return the names that the cells define, with their kinds."""
        return {name: kind for name, (kind, _) in self._defined.items()}

    def __getitem__(self, name):
        kind, attributes = self._defined[name]
        return self.ask("value", name) if kind == "value" else RemoteProgram(self, name, attributes)

    def functions(self, names):
        """Return the values of those `names` that the cells define. A value that cannot be sent becomes None."""
        defined = {}
        for name in set(names) & set(self._defined):
            try:
                defined[name] = self[name]
            except Failed:
                defined[name] = None
        return defined

    def put_in(self, functions):
        """Replace functions of the hand-in by others, until the next call of `put_in`.

        `functions` maps names to functions. They stay in this process: only their arguments and results pass.
        """
        self._put_in = functions
        self.ask("put_in", tuple(functions))

    def ask(self, what, *arguments, seconds=None):
        """Return the answer of the process to a question.

        Raises
        ------
        Failed
            If the program fails. If the process has ended, the next question starts a new one.
        """
        if self.process is not None and self.process.is_asked:  # the grader gave up waiting for the last answer
            self.close()
        if self.process is None:
            self.start()
        if self._seconds_left <= 0:
            most = f"{self.limits.total_seconds:g}"
            raise Failed("time", f"it computed for more than {most} seconds in all and was stopped")
        if self._asleep_left <= 0:
            raise self._waited()
        if self.process is None:
            raise Failed("exit", "it ends Python again and again")
        seconds = seconds or self.limits.seconds
        stopwatch = Stopwatch(self.process, min(seconds, self._seconds_left), self._asleep_left)
        try:
            message = self._message(stopwatch, what, *arguments)
        except TypeError:  # the arguments cannot be sent
            raise
        except BaseException as error:  # also Ctrl-C, or a time limit of the grader
            self.close()
            if isinstance(error, Failed) and not error.words:
                if stopwatch.asleep >= self._asleep_left:
                    raise self._waited() from None
                raise Failed("time", f"it ran for more than {seconds:g} seconds and was stopped") from None
            raise
        finally:
            self._seconds_left -= stopwatch.seconds
            self._asleep_left -= stopwatch.asleep
        return answers.answer(message)

    def _waited(self):
        most = f"{self.limits.asleep_seconds:g}"
        return Failed("time", f"it waited for more than {most} seconds in all and was stopped")

    def _message(self, stopwatch, *question):
        """Return the message that answers a question; in the meantime, call the functions for which it asks."""
        message = self.process.ask(stopwatch, *question)
        while called := answers.call(message):
            with stopwatch.paused():
                result = self._called(*called)
            message = self.process.ask(stopwatch, *result)
        return message

    def _called(self, name, args, kwargs):
        """Call a function that was put in; return whether it succeeded, and its `outcome` or the words of its error."""
        if name not in self._put_in:
            raise answers.invalid_answer()
        try:
            return True, outcome(self._put_in[name], args, kwargs)
        except Failed:  # a time limit of the grader
            raise
        except Exception as error:
            return False, f"{type(error).__name__}: {error}"

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.end()
            self.process = None


class RemoteProgram(Program):
    """Call a function or a class of a hand-in, either as a function, or as the program of a `check`.

    A call returns numbers, arrays, texts, None, and lists, tuples and steps of these, or raises `Failed` with a message
    for the learner. A generator runs to its end before its steps come back as an iterator. Objects of other classes
    cannot come back.
    """

    def __init__(self, sandbox, name, attributes=None):
        self._sandbox, self._key = sandbox, name
        attributes = attributes or (name, [], True, False, False, "")
        self.name, self.parameters, self.takes_any, self.is_generator, self.is_class, self.source = attributes

    def missing(self):
        return answers.text(self._sandbox.ask("missing", self._key))

    def call(self, calls, seconds=None):
        outcomes = []
        try:
            self._sandbox.ask("begin", self._key, seconds)
            for arguments in calls(outcomes):
                value, changed = answers.of_form(self._sandbox.ask("call", arguments), (object, tuple))
                outcomes.append(CallOutcome(answers.returned(value), None, answers.names(changed)))
        except Failed as failure:
            outcomes.append(CallOutcome(None, failure))
        return outcomes

    def __call__(self, *args, **kwargs):
        sent = [_sent(value) for value in args], {name: _sent(value) for name, value in kwargs.items()}
        form = object, object, list
        value, place, changed = answers.of_form(self._sandbox.ask("result", self._key, *sent), form)
        given = dict(enumerate(args)) | kwargs
        for key, content in changed:
            answers.change(given, key, content)
        return value if place is None else answers.one_of(given, place)

    def __repr__(self):
        return f"<{self._key} of a hand-in>"


def _sent(value):
    """Return an argument in a form that can be sent: a function of the hand-in is sent as its name."""
    if isinstance(value, RemoteProgram):
        return wire.Named(value._key)
    return list(value) if isinstance(value, range) else value
