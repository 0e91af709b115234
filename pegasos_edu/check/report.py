"""Report to a learner what `check` found: in a terminal, in a notebook, as JSON, as hints, and in the player."""

import html
import json
import re
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from markupsafe import Markup

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.check.adapters import RULES
from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.error_hints import explained
from pegasos_edu.common import palette
from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.templates import template
from pegasos_edu.misconceptions import by_id

EMPTY = {"passed": False, "verdict": "", "facts": (), "hints": (), "answer": (), "conventions": (), "named": (),
         "parts": (), "demanded": ()}  # fmt: skip


@dataclass(repr=False)
class Report(Printable):
    """Hold the result of `check`. It can end a notebook cell, be printed, and become JSON by `to_json`.

    Attributes
    ----------
    task : str
    content : dict
        What ``parts/reporting.py`` wrote: whether the program passed, the verdict, facts, hints and answers.
    failed : Failed or None
        Why it could not be run.
    notes : tuple of str
        Other observations, in sentences.
    judgement : Judgement or None
        The parts of a program of an algorithm.
    observation : Observation or None
        The states that the program left.
    """

    task: str
    content: dict = field(default_factory=lambda: dict(EMPTY))
    failed: Failed | None = None
    notes: tuple = ()
    judgement: Any = None
    observation: Any = None
    hints_given: int = field(default=0, init=False)

    @property
    def passed(self):
        """Return whether everything that was tried is right, and follows the required conventions."""
        return self.content["passed"]

    @property
    def conventions(self):
        """Return the entries of the conventions that the program follows."""
        return tuple(by_id()[identifier] for identifier in self.content["conventions"])

    @property
    def named(self):
        """Return sets of entries, each of which explains the program; more than one if nothing tells them apart."""
        return tuple(tuple(by_id()[identifier] for identifier in entries) for entries in self.content["named"])

    @property
    def is_unwritten(self):
        """Return whether something is still to be written, so that there is nothing to judge."""
        return bool(self.failed) and self.failed.kind == "unwritten"

    @property
    def verdict(self):
        """Return the result in one or two sentences."""
        if not self.failed:
            return self.content["verdict"]
        if self.is_unwritten:
            return f"Not written yet: {self.failed.words}."
        if self.failed.adapter:
            return f"It cannot be checked as it is written: {self.failed.words}."
        words = self.failed.words.rstrip(".")
        return f"It failed: {words}{'' if words.endswith('?') else '.'}"

    @property
    def mistakes(self):
        """Return the entries of the mistakes that explain the program."""
        return [entry for entry in self.named[0] if not entry.is_convention] if self.named else []

    @property
    def difference(self):
        """Return the sentences about the first state, or value, that is not right; "" if there is none."""
        return dict(self.content["facts"]).get("First difference", "")

    def facts(self):
        """Return the pairs of a heading and a text that the report shows at once."""
        facts = list(self._facts_of_failure()) if self.failed else [tuple(pair) for pair in self.content["facts"]]
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

    @property
    def hints(self):
        """Return all hints, from a question to a stronger one. None of them contains the line that is right."""
        if self.failed:
            explanation = explained(self.failed)
            return explanation.hints if explanation else ()
        return tuple(self.content["hints"])

    def hint(self):
        """Return the next hint: first a question, then a stronger hint."""
        if not self.hints:
            return Text("There is nothing to hint at." if self.passed else "There is no hint for this yet.")
        self.hints_given = min(self.hints_given + 1, len(self.hints))
        return Text(f"Hint {self.hints_given} of {len(self.hints)}: {self.hints[self.hints_given - 1]}")

    def explain(self):
        """Return the answer: each mistake, why it is tempting, its effect, and the line of the algorithm."""
        if not self.content["answer"]:
            return Text(f"There is nothing more to explain. {self.verdict}")
        return Text("\n".join(self._answers()).strip())

    def _answers(self):
        entry = None
        for head, text in self.content["answer"]:
            if head == "The mistake":
                entry = next((e for e in self.mistakes if text in (e.title, e.of_log.get("title"))), None)
                yield f"\n{entry.heading if entry and text == entry.title else text}"
            elif head == "Its effect" and entry:
                yield f"{head}: {text} {self._measured(entry)}".rstrip()
            else:
                yield f"{head}: {text}"

    def _measured(self, entry):
        """Return the effect on objective and accuracy, on a small data set."""
        from pegasos_edu.misconceptions.effects import effect_of  # it loads the data sets, which takes long

        effect = effect_of(entry, self.task)
        if effect is None:
            return ""
        values = (effect.f_right, effect.f_wrong, 100 * effect.accuracy_right, 100 * effect.accuracy_wrong)
        if not all(map(isfinite, values)):
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
            answer = f"; {for_answer} explains the mistake" if self.content["answer"] else ""
            rows.append(f"  There {number}: {for_hint} gives the next one{answer}.")
        return "\n".join(rows)

    def _repr_html_(self):
        colour, mark = (palette.GREEN, "✓") if self.passed else (palette.VERMILION, "✗")
        if self.is_unwritten:
            colour, mark = palette.GREY, "…"
        return template(__file__, "report.cell.html").render(
            report=self, colour=colour, mark=mark, is_algorithm=self.task in ALGORITHMS, marked_up=_marked_up
        )

    def to_dict(self):
        """Return the report as plain values."""
        return {
            "task": self.task,
            "passed": self.passed,
            "verdict": self.verdict,
            "conventions": list(self.content["conventions"]),
            "named": [list(entries) for entries in self.content["named"]],
            "parts": [list(part) for part in self.content["parts"]],
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
    """Hold a text that a notebook shows without quotation marks."""

    __repr__ = str.__str__


def _indented(text):
    return text.replace("\n", "\n    ") if "\n" not in text else "\n    " + text.replace("\n", "\n    ")


def _marked_up(text):
    """Return a text as HTML: code between backticks as such, and several lines as they are."""
    if "\n" not in text:
        return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text)))
    return Markup(f'<pre style="margin: 2px 0; white-space: pre-wrap">{html.escape(text)}</pre>')
