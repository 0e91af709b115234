"""Show a proof line by line: each line asks for its reason, and the right reason unfolds the next line.

Like a quiz, this uses only HTML, so it works without a kernel, in exported pages and offline, by mouse, touch and
keyboard: every choice is a summary that unfolds, and the right one holds the rest of the proof.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.templates import template
from pegasos_edu.lessons.formulas import marked_up

PROOFS = Path(__file__).with_name("proofs.toml")
# Once the right reason is open, the other reasons go, apart from those whose feedback the reader opened.
STYLE = Markup("""<style>
.pegasos-proof :is(.right[open] ~ details, details:has(~ .right[open])):not([open]) { display: none; }
</style>""")


class ProofLine(NamedTuple):
    """Hold a line of a proof.

    Attributes
    ----------
    says : str
        The line, with formulas in $…$ and $$…$$.
    reasons : dict of str to str
        The feedback for each reason that is offered.
    right : str
        The reason that proves the line.
    """

    says: str
    reasons: dict
    right: str


class Proof(Printable):
    """Show a proof at the end of a notebook cell.

    Parameters
    ----------
    proves : str
        What is proved, with formulas in $…$.
    lines : list of ProofLine
    done : str
        What the last line has shown.

    Raises
    ------
    ValueError
        If there is no line, a line has fewer than two reasons, a reason has no feedback, or the right one is not among
        them.
    """

    def __init__(self, proves, lines, done):
        if not lines:
            raise ValueError("lines must be one or more, got none; give [ProofLine(says, reasons, right), ...].")
        for line in lines:
            if len(line.reasons) < 2 or not all(line.reasons.values()):
                raise ValueError(
                    f"reasons must be two or more, each with its feedback, got {line.reasons!r}; give {{reason: text}}."
                )
            if line.right not in line.reasons:
                raise ValueError(f"right must be one of the reasons, {list(line.reasons)}, got {line.right!r}; add it.")
        self.proves, self.lines, self.done = proves, list(lines), done

    def __repr__(self):
        offered = (f"{line.says} [{' | '.join(line.reasons)}] Right: {line.right}" for line in self.lines)
        numbered = [f"({n}) {text}" for n, text in enumerate(offered, 1)]
        return "\n".join([f"Proof: {self.proves}", *numbered, self.done])

    def _repr_html_(self):
        content = {"proves": self.proves, "lines": self.lines, "done": self.done}
        return template(__file__, "proof.cell.html").render(content, style=STYLE, marked_up=marked_up)


def proof(name):
    """Return the `Proof` of the file ``proofs.toml`` that has this name; a notebook cell should end with this call."""
    told = tomllib.loads(PROOFS.read_text("utf-8"))[name]
    return Proof(_in_a_line(told["proves"]), [_read(line) for line in told["lines"]], _in_a_line(told["done"]))


def _read(line):
    reasons = {_in_a_line(reason): _in_a_line(text) for reason, text in line["reasons"]}
    return ProofLine(_in_a_line(line["says"]), reasons, list(reasons)[line["right"] - 1])


def _in_a_line(text):
    return " ".join(text.split())
