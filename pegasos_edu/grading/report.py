"""What is said of a program: in a terminal, in a notebook, as JSON; hint after hint; and in the player."""

import html
import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.basics import palette
from pegasos_edu.basics.consoles import Printable
from pegasos_edu.grading.places import line_of
from pegasos_edu.grading.transitions import brief
from pegasos_edu.submissions.tasks import TASKS

# JupyterLab leaves the keys to a <summary> with this attribute.
SUMMARY = 'data-lm-suppress-shortcuts="true" style="cursor: pointer"'
# Head and text stand side by side where there is room for both.
ROW = "display: flex; flex-wrap: wrap; column-gap: 14px; padding: 2px 0"
HEAD = "font-weight: bold; min-width: 11em"
TEXT = "flex: 1 1 20em; margin: 0"
WRITE_FIRST, RUN_FIRST = "Write it first; then there will be hints.", "Make it run first; then there will be hints."


class Difference(NamedTuple):
    """The first thing that is not as in the box."""

    probe: str  # the data, or the call
    t: int | None  # the step, from 1
    drawn: Any  # the examples that it looked at
    quantity: str
    expected: Any
    got: Any
    line: Any  # recording.Line of the box, or None
    words: tuple  # what the program really does there
    where: str  # the part of a step, as in `places.PLACES`


@dataclass(repr=False)
class Report(Printable):
    """What `check` found. Ends a notebook cell, prints in a terminal, and is JSON by `to_json`.

    Attributes
    ----------
    passed : bool
    task : str
    read_as : str
        As what the program was read.
    notes : tuple of str
        What was noticed and is no mistake.
    conventions : tuple
        Of a program that passed: its entries, and other words for what it does in its own way.
    named : tuple of tuples of Entry
        Of one that did not: the misconceptions that do all that it did; several where steps cannot tell them apart.
    difference : Difference or None
        The first step, and the first quantity, that is not as in the box.
    failed : Failed or None
        Why it did not get through.
    judged : tuple of str
        What is said by its results, where its steps could not be compared.
    kept_as : str
        Of a program that passed: what its state is.
    program : generator function or None
        Of one that did not: the wrong program of the catalogue that does the same.
    seen : Seen or None
        What the submission did on the data on which it differs.
    """

    task: str
    submission: Any
    read_as: str = ""
    notes: tuple = ()
    passed: bool = False
    conventions: tuple = ((), ())
    kept_as: str = ""
    named: tuple = ()
    difference: Difference | None = None
    failed: Any = None
    judged: tuple = ()
    program: Any = None
    seen: Any = None
    hints_given: int = field(default=0, init=False)

    # What is said, piece by piece

    @property
    def verdict(self):
        """In one line."""
        if self.passed:
            own = [entry.name for entry in self.conventions[0]] + list(self.conventions[1])
            return f"Right: it is {self.task}" + (f", with {_listed(own)}." if own else ".")
        if self.is_unwritten:
            return f"Not written yet: {self.failed.words}."
        if self.failed:
            return f"It did not get through: {self.failed.words.rstrip('.')}."
        if self.named:
            either = "; or ".join(self._name(entries) for entries in self.named[:3])
            return f"Not yet {self.task}. What it does has a name: {either}."
        return f"Not yet {self.task}."

    @property
    def is_unwritten(self):
        """Whether something of it is still to be written, so that there is nothing to judge."""
        return bool(self.failed) and self.failed.kind == "unwritten"

    @staticmethod
    def _name(entries):
        return _listed([f"“{entry.name}”" for entry in entries])

    def _facts(self):
        """Pairs of a heading and a text."""
        if self.read_as:
            kept = f"; its state: {self.kept_as}" if self.kept_as not in ("", "w") else ""
            yield "Read as", self.read_as + kept
        if self.failed and self.failed.line:
            yield "Your line", str(self.failed.line)
        for entry in self.conventions[0]:
            yield "A legitimate convention", f"{entry.says} {entry.effect}"
        yield from (("By its results", words) for words in self.judged)
        if self.difference:
            yield from self._facts_of_difference()
        for entries in self.named[:1]:
            for entry in entries:
                yield "What it does", entry.says
                yield "Why it is tempting", entry.tempting
                yield "What comes of it", f"{entry.effect} {self._numbers(entry)}".strip()
        if len(self.named) > 1:
            yield "Which of them", "Their steps are the same: the hints are for the first one."
        yield from (("Noticed", note[0].upper() + note[1:] + ".") for note in self.notes)

    def _facts_of_difference(self):
        first = self.difference
        where = (
            first.probe if first.t is None else f"step {first.t} ({first.probe}), which looks at {_drawn(first.drawn)}"
        )
        yield "First difference", where
        if first.line and first.line.pseudocode:
            yield "Belongs to", first.line.pseudocode
        for head, value in (("Expected", first.expected), ("Got", first.got)):
            is_of_step = first.t is not None
            yield (
                head,
                f"{first.quantity} = {brief(value)}" if is_of_step else f"{brief(value)} {first.quantity}".strip(),
            )
        if first.words:
            yield "What it did there", " ".join(first.words)

    def _numbers(self, entry):
        """What it does to objective and accuracy, on a small data set."""
        from pegasos_edu.misconceptions.effects import effect_of

        effect = effect_of(entry, self.task)
        values = (effect.f_right, effect.f_wrong, 100 * effect.accuracy_right, 100 * effect.accuracy_wrong)
        if not np.isfinite(values).all():
            return ""
        return "On 60 examples: f = {:.3g} becomes {:.3g}, accuracy {:.0f} % becomes {:.0f} %.".format(*values)

    @property
    def hints(self):
        """All hints, from a question to the line itself."""
        if self.passed or self.failed:
            return ()
        texts = list(self.named[0][0].hints) if self.named else []
        if not texts and self.difference:
            first = self.difference
            look = f"Look at step {first.t}: do by hand what your program does there."
            texts = [*([look] if first.t else []), *first.words]
        where = self.named[0][0].where if self.named else self.difference and self.difference.where
        line = where and line_of(TASKS[self.task], where)
        if line:
            texts.append(f"The line of the box: {line.code}" + (f"   # {line.pseudocode}" if line.pseudocode else ""))
        return tuple(texts)

    def hint(self):
        """The next hint: first a question, then a stronger one, at last the line."""
        if not self.hints:
            return "There is nothing to hint at." if self.passed else WRITE_FIRST if self.is_unwritten else RUN_FIRST
        self.hints_given = min(self.hints_given + 1, len(self.hints))
        return Hint(f"Hint {self.hints_given} of {len(self.hints)}: {self.hints[self.hints_given - 1]}")

    # Its forms

    def __repr__(self):
        mark = "[passed]" if self.passed else "[not yet]"
        rows = [f"{mark} {self.verdict}", *(f"  {head}: {text}" for head, text in self._facts())]
        if self.hints:
            several = len(self.hints) > 1
            there = f"There are {len(self.hints)} hints" if several else "There is a hint"
            rows.append(f"  {there}: .hint() gives {'the next one' if several else 'it'}, at a terminal --hints N.")
        return "\n".join(rows)

    def _repr_html_(self):
        colour, mark = (palette.GREEN, "✓") if self.passed else (palette.VERMILION, "✗")
        if self.is_unwritten:
            colour, mark = palette.GREY, "…"
        rows = "".join(
            f'<div style="{ROW}"><dt style="{HEAD}">{head}</dt><dd style="{TEXT}">{html.escape(text)}</dd></div>'
            for head, text in self._facts()
        )
        hints = "".join(
            f'<details style="margin: 4px 0"><summary {SUMMARY}>{name}</summary>'
            f'<div style="margin: 2px 0 6px 1.2em">{html.escape(text)}</div></details>'
            for name, text in zip(self._hint_names(), self.hints)
        )
        return (
            f'<div class="pegasos-report" role="group" aria-label="Report on {html.escape(self.task)}" '
            f'style="border-left: 4px solid {colour}; padding: 2px 0 2px 14px; margin: 6px 0; max-width: 60em">'
            f"<div><b>{mark} {html.escape(self.verdict)}</b></div>"
            f'<dl style="margin: 6px 0">{rows}</dl>{hints}</div>'
        )

    def _hint_names(self):
        names = ["A hint", *["A stronger hint"] * max(0, len(self.hints) - 2), "The line"]
        return names[: len(self.hints)] if len(self.hints) > 1 else ["A hint"]

    def to_dict(self):
        """All of it as plain data."""
        return {
            "task": self.task,
            "passed": self.passed,
            "verdict": self.verdict,
            "read_as": self.read_as,
            "conventions": [entry.name for entry in self.conventions[0]] + list(self.conventions[1]),
            "named": [[entry.name for entry in entries] for entries in self.named],
            "difference": self.difference and _plain(self.difference._asdict()),
            "failed": self.failed and {"kind": self.failed.kind, "words": self.failed.words},
            "facts": [list(pair) for pair in self._facts()],
            "hints": list(self.hints),
        }

    def to_json(self):
        """The same as text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    # Pictures

    def play(self):
        """The box and the program side by side in the player, at the first step that differs."""
        from pegasos_edu.grading.pictures import side_by_side

        return side_by_side(self)

    def figure(self):
        """The objective of the box and of the program against the steps, on the toy data."""
        from pegasos_edu.grading.pictures import objectives

        return objectives(self)


class Hint(str):
    """A text that shows without quotation marks."""

    def __repr__(self):
        return str(self)


def _listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _drawn(drawn):
    """The examples of a step, in words."""
    return f"example {int(drawn)}" if np.ndim(drawn) == 0 else f"examples {', '.join(str(int(i)) for i in drawn)}"


def _plain(value):
    """Arrays and tuples as lists, NaN as null."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return _plain(value.tolist())
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value
