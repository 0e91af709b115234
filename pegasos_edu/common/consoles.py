"""Consoles that lack some letters: what stands for these there."""

import codecs
import sys

from pegasos_edu.common.letters import LETTERS

LOOK_ALIKES = {letter: name for name, letter in LETTERS.items()} | {
    "−": "-", "–": "-", "—": "-", "·": "*", "×": "x", "±": "+-", "√": "sqrt", "²": "^2", "⁺": "+", "′": "'", "φ": "phi",
    "‖": "||", "⟨": "<", "⟩": ">", "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "…": "...", "Σ": "sum",
    "Δ": "d", "∈": "in", "⊆": "in", "“": '"', "”": '"', "’": "'",
}  # fmt: skip


def _look_alike(error):
    return "".join(LOOK_ALIKES.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


codecs.register_error("look_alike", _look_alike)


def forgive():
    """Let all that this program prints be shown, with look-alikes of the letters that the console lacks."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # not in a notebook, where every letter can be shown
            stream.reconfigure(errors="look_alike")


class Printable:
    """What can be printed on any console. Its ``repr`` is the same everywhere."""

    def __str__(self):
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        return repr(self).encode(encoding, "look_alike").decode(encoding)
