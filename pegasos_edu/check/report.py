"""Tell a learner what `check` found: in a terminal, in a notebook and as JSON; hint after hint; and in the player."""

import html
import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pegasos_edu.check.adapters import RULES
from pegasos_edu.check.differences import Difference, brief
from pegasos_edu.check.errors import explained
from pegasos_edu.check.failures import Failed
from pegasos_edu.common import palette
from pegasos_edu.common.consoles import Printable
from pegasos_edu.misconceptions.catalogue import first_line

BOLD, INDENTED = 'style="font-weight: bold"', 'style="margin: 0 0 4px 1.2em"'
# JupyterLab leaves the keys to a <summary> with this attribute.
SUMMARY = 'data-lm-suppress-shortcuts="true" style="cursor: pointer"'


@dataclass(repr=False)
class Report(Printable):
    """Hold what `check` found. It ends a notebook cell, prints in a terminal, and becomes JSON by `to_json`.

    Attributes
    ----------
    task : str
    passed : bool
        Whether every state, or value, is right on everything that the program was tried on.
    conventions : tuple of Entry
        If its steps are right: the conventions that it follows.
    asked : tuple of Entry or None
        If its steps are right, but it did not pass: the conventions that it should follow.
    named : tuple of tuples of Entry
        If it did not: the mistakes, with conventions beside them, that make a program which does exactly the same;
        several such sets if nothing that was tried tells them apart.
    difference : Difference or None
        Where it first differs from the right program.
    failed : Failed or None
        Why it could not be run.
    notes : tuple of str
        What else was noticed, in sentences.
    observation : Observation or None
        What the program did.
    """

    task: str
    passed: bool = False
    conventions: tuple = ()
    named: tuple = ()
    difference: Difference | None = None
    failed: Failed | None = None
    notes: tuple = ()
    observation: Any = None
    asked: tuple | None = None
    hints_given: int = field(default=0, init=False)

    # What is said, piece by piece

    @property
    def is_unwritten(self):
        """Whether something is still to be written, so that there is nothing to judge."""
        return bool(self.failed) and self.failed.kind == "unwritten"

    @property
    def verdict(self):
        """The result in one or two sentences."""
        if self.passed:
            return f"Right ({self.task}){_with(self.conventions)}."
        if self.asked is not None:
            own, asked = (_with(one)[2:] or "as it is printed" for one in (self.conventions, self.asked))
            but = "it does not start at w = 0" if own == asked else f"this task asks for it {asked}"
            return f"Its steps are those of {self.task} {own}, but {but}."
        if self.is_unwritten:
            return f"Not written yet: {self.failed.words}."
        if self.failed and self.failed.adapter:
            return f"It cannot be checked as it is written: {self.failed.words}."
        if self.failed:
            words = self.failed.words.rstrip(".")
            return f"It failed: {words}{'' if words.endswith('?') else '.'}"
        if self.named:
            return f"Not correct yet ({self.task}). {self._name()}"
        return f"Not correct yet ({self.task}). The mistake is not in the catalogue; see where it first differs."

    def _name(self):
        """The mistakes by their titles."""
        ways = [
            "; and ".join(entry.title for entry in entries if not entry.is_convention) for entries in self.named[:3]
        ]
        if len(ways) > 1:
            return f"These mistakes do the same in everything that was tried: {'; or '.join(ways)}."
        number = sum(not entry.is_convention for entry in self.named[0])
        looks = {1: "This looks like a known mistake", 2: "This looks like two known mistakes"}
        return f"{looks.get(number, 'This looks like three known mistakes')}: {ways[0]}."

    def facts(self):
        """Return pairs of a heading and a text: what is shown without being asked for."""
        facts = []
        if self.failed:
            facts += self._facts_of_failure()
        if self.passed or self.asked is not None:
            facts += [("Convention", f"{one.says} {one.effect}") for one in self.conventions]
        if self.difference:
            facts.append(("First difference", self._first_difference()))
        for entries in self.named[:1]:
            facts += [("Convention", one.says) for one in entries if one.is_convention]
        return facts + [("Note", note) for note in self.notes]

    def _facts_of_failure(self):
        explanation = explained(self.failed)
        if self.failed.line:
            yield "Your line", str(self.failed.line)
        if explanation:
            yield "What it means", explanation.says
        if self.failed.adapter:
            yield "Write it so", self.failed.adapter
            if "draws" in self.failed.adapter:
                yield "Five rules", RULES

    def _first_difference(self):
        first = self.difference
        if first.t is None:
            where = f"For {first.case}"
        else:
            where = f"In step {first.t} ({first.case}), which draws {_drawn(first.drawn)},"
        values = ""
        if first.expected is not None:
            what = f"{first.quantity} is" if first.t is not None else f"it returns {first.quantity}".rstrip()
            values = f" {what} {brief(first.got)}; {brief(first.expected)} is right."
        return " ".join([f"{where}{values}" if values else where.rstrip(",") + ".", *first.words])

    @property
    def hints(self):
        """All hints, from a question to a stronger one. None of them contains the line that is right."""
        if self.passed:
            return ()
        if self.failed:
            found = explained(self.failed)
            return found.hints if found else ()
        mistakes = [one for one in self.named[0] if not one.is_convention] if self.named else []
        if not mistakes and self.difference and self.difference.t:
            return (f"Follow step {self.difference.t} with pencil and paper: what do you have after each line?",)
        return tuple(hint for place in (0, 1) for one in mistakes for hint in one.hints[place : place + 1])

    def hint(self):
        """Return the next hint: first a question, then a stronger hint."""
        if not self.hints:
            return Text("There is nothing to hint at." if self.passed else "There is no hint for this yet.")
        self.hints_given = min(self.hints_given + 1, len(self.hints))
        return Text(f"Hint {self.hints_given} of {len(self.hints)}: {self.hints[self.hints_given - 1]}")

    def explain(self):
        """Return the answer: what each mistake is, why it is tempting, what comes of it, and the line it belongs to."""
        mistakes = [one for one in self.named[0] if not one.is_convention] if self.named else []
        if not mistakes:
            return Text(f"There is nothing more to explain. {self.verdict}")
        return Text("\n\n".join("\n".join(self._explained(one)) for one in mistakes))

    def _explained(self, entry):
        yield entry.heading
        yield f"What it does: {entry.says}"
        yield f"Why it is tempting: {entry.tempting}"
        yield f"What comes of it: {entry.effect} {self._measured(entry)}".rstrip()
        if line := first_line(entry.id, self.task):
            yield f"The line of the algorithm: {line}"

    def _measured(self, entry):
        """What it does to objective and accuracy, on a small data set."""
        from pegasos_edu.misconceptions.effects import effect_of  # with the data sets, which load long

        effect = effect_of(entry, self.task)
        if effect is None:
            return ""
        values = (effect.f_right, effect.f_wrong, 100 * effect.accuracy_right, 100 * effect.accuracy_wrong)
        if not np.isfinite(values).all():
            return ""
        return "On 60 examples f goes from {:.3g} to {:.3g}, and accuracy from {:.0f} % to {:.0f} %.".format(*values)

    # Its forms

    def __repr__(self):
        return self.to_text("report.hint()", "report.explain()")

    def to_text(self, for_hint, for_answer):
        """Return the report as text, which ends by saying how to get a hint, and the answer."""
        mark = "[passed]" if self.passed else "[not yet]"
        rows = [f"{mark} {self.verdict}", *(f"  {head}: {_indented(text)}" for head, text in self.facts())]
        if self.hints:
            number = "is 1 hint" if len(self.hints) == 1 else f"are {len(self.hints)} hints"
            answer = f"; {for_answer} explains the mistake" if self.named else ""
            rows.append(f"  There {number}: {for_hint} gives the next one{answer}.")
        return "\n".join(rows)

    def _repr_html_(self):
        colour, mark = (palette.GREEN, "✓") if self.passed else (palette.VERMILION, "✗")
        if self.is_unwritten:
            colour, mark = palette.GREY, "…"
        facts = "".join(f"<dt {BOLD}>{head}</dt><dd {INDENTED}>{_shown(text)}</dd>" for head, text in self.facts())
        hints = "".join(
            f'<details style="margin: 4px 0"><summary {SUMMARY}>{"A hint" if n == 0 else "A stronger hint"}</summary>'
            f'<div style="margin: 2px 0 6px 1.2em">{html.escape(text)}</div></details>'
            for n, text in enumerate(self.hints)
        )
        more = (
            "<div>After <code>report = check(…)</code> the answer is in <code>report.explain()</code>, and "
            "<code>report.play()</code> plays both programs side by side.</div>"
        )
        return (
            f'<div class="pegasos-report" role="group" aria-label="Report on {html.escape(self.task)}" '
            f'style="border-left: 4px solid {colour}; padding: 2px 0 2px 14px; margin: 6px 0; max-width: 60em">'
            f"<div><b>{mark} {html.escape(self.verdict)}</b></div>"
            f'<dl style="margin: 6px 0">{facts}</dl>{hints}{more if self.named else ""}</div>'
        )

    def to_dict(self):
        """Return the report as plain values."""
        return {
            "task": self.task,
            "passed": self.passed,
            "verdict": self.verdict,
            "conventions": [one.id for one in self.conventions],
            "named": [[one.id for one in entries] for entries in self.named],
            "difference": self.difference and _plain(self.difference._asdict()),
            "failed": self.failed and {"kind": self.failed.kind, "words": self.failed.words},
            "facts": [list(pair) for pair in self.facts()],
            "hints": list(self.hints),
        }

    def to_json(self):
        """Return the report as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def play(self):
        """Return the algorithm and the program side by side in the player, at the first step that differs.

        Raises
        ------
        ValueError
            If there are no steps that differ.
        """
        from pegasos_edu.check.pictures import side_by_side

        return side_by_side(self)


class Text(str):
    """A text that shows without quotation marks."""

    def __repr__(self):
        return str(self)


def _with(conventions):
    """What a verdict adds about conventions."""
    words = [f"{one.title} ({one.taught})" if one.taught else one.title for one in conventions]
    return f", with {_listed(words)}" if words else ""


def _listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _indented(text):
    return text.replace("\n", "\n    ") if "\n" not in text else "\n    " + text.replace("\n", "\n    ")


def _shown(text):
    if "\n" not in text:
        return html.escape(text)
    return f'<pre style="margin: 2px 0; white-space: pre-wrap">{html.escape(text)}</pre>'


def _drawn(drawn):
    """The examples of a step, in words."""
    if np.size(drawn) == 1:
        return f"example {int(np.ravel(drawn)[0])}"
    return f"examples {', '.join(str(int(i)) for i in drawn)}"


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
