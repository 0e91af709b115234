"""Report to a learner what `check` found: in a terminal, in a notebook, as JSON, as hints, and in the player."""

import html
import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pegasos_edu.check.adapters import RULES
from pegasos_edu.check.difference_words import FirstDifference, brief
from pegasos_edu.check.error_hints import explained
from pegasos_edu.check.failures import Failed
from pegasos_edu.common import palette
from pegasos_edu.common.consoles import Printable
from pegasos_edu.misconceptions.catalogue import first_line

BOLD, INDENTED = 'style="font-weight: bold"', 'style="margin: 0 0 4px 1.2em"'
# JupyterLab leaves the keys to a <summary> with this attribute.
SUMMARY = 'data-lm-suppress-shortcuts="true" style="cursor: pointer"'


@dataclass(repr=False)
class Report(Printable):
    """Hold the result of `check`. It can end a notebook cell, be printed, and become JSON by `to_json`.

    Attributes
    ----------
    task : str
    passed : bool
        Whether every state, or value, is right in everything that was tried.
    conventions : tuple of CatalogueEntry
        The conventions that a right program follows.
    required : tuple of CatalogueEntry or None
        The conventions that it should follow, if that is why it did not pass.
    named : tuple of tuples of CatalogueEntry
        Sets of known mistakes and conventions, each of which makes a program that does exactly the same; more than one
        set if nothing that was tried shows a difference between them.
    difference : FirstDifference or None
        Where it first differs from the right program.
    failed : Failed or None
        Why it could not be run.
    notes : tuple of str
        Other observations, in sentences.
    observation : Observation or None
        The states that the program left.
    """

    task: str
    passed: bool = False
    conventions: tuple = ()
    named: tuple = ()
    difference: FirstDifference | None = None
    failed: Failed | None = None
    notes: tuple = ()
    observation: Any = None
    required: tuple | None = None
    hints_given: int = field(default=0, init=False)

    @property
    def is_unwritten(self):
        """Return whether something is still to be written, so that there is nothing to judge."""
        return bool(self.failed) and self.failed.kind == "unwritten"

    @property
    def verdict(self):
        """Return the result in one or two sentences."""
        if self.passed:
            return f"Right ({self.task}){_with(self.conventions)}."
        if self.required is not None:
            own, required = (_with(one)[2:] or "as it is printed" for one in (self.conventions, self.required))
            but = "it does not start at w = 0" if own == required else f"this task asks for it {required}"
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

    @property
    def mistakes(self):
        """Return the mistakes, without conventions, of the first known set that explains the program."""
        return _mistakes(self.named[0]) if self.named else []

    def _name(self):
        """Return the mistakes by their titles."""
        ways = ["; and ".join(entry.title for entry in _mistakes(entries)) for entries in self.named[:3]]
        if len(ways) > 1:
            return f"These mistakes do the same in everything that was tried: {'; or '.join(ways)}."
        number = ("a known mistake", "two known mistakes", "three known mistakes")[len(self.mistakes) - 1]
        return f"This looks like {number}: {ways[0]}."

    def facts(self):
        """Return the pairs of a heading and a text that the report shows at once."""
        facts = []
        if self.failed:
            facts += self._facts_of_failure()
        if self.passed or self.required is not None:
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
            yield "Write it like this", self.failed.adapter
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
        """Return all hints, from a question to a stronger one. None of them contains the line that is right."""
        if self.passed:
            return ()
        if self.failed:
            found = explained(self.failed)
            return found.hints if found else ()
        if not self.named and self.difference and self.difference.t:
            return (f"Follow step {self.difference.t} with pencil and paper: what do you have after each line?",)
        return tuple(hint for place in (0, 1) for one in self.mistakes for hint in one.hints[place : place + 1])

    def hint(self):
        """Return the next hint: first a question, then a stronger hint."""
        if not self.hints:
            return Text("There is nothing to hint at." if self.passed else "There is no hint for this yet.")
        self.hints_given = min(self.hints_given + 1, len(self.hints))
        return Text(f"Hint {self.hints_given} of {len(self.hints)}: {self.hints[self.hints_given - 1]}")

    def explain(self):
        """Return the answer: each mistake, why it is tempting, its effect, and the line of the algorithm."""
        if not self.named:
            return Text(f"There is nothing more to explain. {self.verdict}")
        return Text("\n\n".join("\n".join(self._explained(one)) for one in self.mistakes))

    def _explained(self, entry):
        yield entry.heading
        yield f"What it does: {entry.says}"
        yield f"Why it is tempting: {entry.tempting}"
        yield f"Its effect: {entry.effect} {self._measured(entry)}".rstrip()
        if line := first_line(entry.id, self.task):
            yield f"The line of the algorithm: {line}"

    def _measured(self, entry):
        """Return the effect on objective and accuracy, on a small data set."""
        from pegasos_edu.misconceptions.effects import effect_of  # it loads the data sets, which takes long

        effect = effect_of(entry, self.task)
        if effect is None:
            return ""
        values = (effect.f_right, effect.f_wrong, 100 * effect.accuracy_right, 100 * effect.accuracy_wrong)
        if not np.isfinite(values).all():
            return ""
        return "On 60 examples f goes from {:.3g} to {:.3g}, and accuracy from {:.0f} % to {:.0f} %.".format(*values)

    def __repr__(self):
        return self.to_text("report.hint()", "report.explain()")

    def to_text(self, for_hint, for_answer):
        """Return the report as text; its last line says how to get a hint, and the answer."""
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
        facts = "".join(f"<dt {BOLD}>{head}</dt><dd {INDENTED}>{_escaped(text)}</dd>" for head, text in self.facts())
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
            "difference": self.difference and _as_json(self.difference._asdict()),
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


def changed_in_place(names, owner=""):
    """Return the note that a program changes arguments; () if it changes no argument."""
    names = sorted(set(names))
    after = f", so the caller's {owner} are different afterwards" if owner else ""
    return (f"It changes {' and '.join(names)} in place{after}.",) if names else ()


def as_notes(clauses):
    """Return clauses as sentences."""
    return tuple(f"{clause[0].upper()}{clause[1:]}." for clause in clauses)


def _mistakes(entries):
    return [one for one in entries if not one.is_convention]


class Text(str):
    """Hold a text that a notebook shows without quotation marks."""

    __repr__ = str.__str__


def _with(conventions):
    """Return the words about conventions in a verdict."""
    words = [f"{one.title} ({one.taught})" if one.taught else one.title for one in conventions]
    return f", with {_listed(words)}" if words else ""


def _listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _indented(text):
    return text.replace("\n", "\n    ") if "\n" not in text else "\n    " + text.replace("\n", "\n    ")


def _escaped(text):
    if "\n" not in text:
        return html.escape(text)
    return f'<pre style="margin: 2px 0; white-space: pre-wrap">{html.escape(text)}</pre>'


def _drawn(drawn):
    """Return the examples of a step, in words."""
    if np.size(drawn) == 1:
        return f"example {int(np.ravel(drawn)[0])}"
    return f"examples {', '.join(str(int(i)) for i in drawn)}"


def _as_json(value):
    """Return arrays and tuples as lists, and NaN as None."""
    if isinstance(value, dict):
        return {key: _as_json(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(one) for one in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return _as_json(value.tolist())
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value
