"""A question with choices, each with what there is to say about it.

A choice unfolds when it is clicked, by means of HTML alone: with a kernel and without, in an exported page,
offline. The right choice is computed, and must be the one that the texts are written for.
"""

import math
from hashlib import sha256

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.palette import ACCENT
from pegasos_edu.lessons.maths import marked_up

FRAME_STYLE = f"border-left: 4px solid {ACCENT}; padding: 2px 0 2px 14px; margin: 6px 0; max-width: 46em"
CHOICE_STYLE = "margin: 6px 0"
FEEDBACK_STYLE = "margin: 4px 0 10px 1.2em"
# JupyterLab leaves the keys to a <summary> with this attribute.
SUMMARY_ATTRIBUTES = 'data-lm-suppress-shortcuts="true" style="cursor: pointer"'


class Quiz(Printable):
    """A question to end a notebook cell on.

    Parameters
    ----------
    question : str
        Formulas stand in $…$, code in `…`.
    choices : dict of str or number to str
        Each choice, and what a learner who takes it should read.
    answer : str or number
        The right choice, computed: it must be one of the choices.
    expected : str or number
        The right choice as it is written down: the one that the texts are written for.

    Raises
    ------
    ValueError
        Where there are fewer than two choices, one has no feedback, or the answer is none of them or not the expected.
    """

    def __init__(self, question, choices, answer, *, expected):
        if len(choices) < 2 or not all(isinstance(said, str) and said for said in choices.values()):
            raise ValueError(
                f"choices must be two or more, each with its feedback, got {choices!r}; give {{choice: feedback, ...}}."
            )
        right = [choice for choice in choices if _same(choice, answer)]
        if len(right) != 1:
            raise ValueError(
                f"answer must be one of the choices, {list(choices)}, got {answer!r}; "
                "add it, or compute the answer in the form in which the choices are written."
            )
        require_expected(right[0], expected, choices)
        self.question, self.choices, self.answer = question, dict(choices), right[0]

    def __repr__(self):
        return f"Quiz: {self.question} [{' | '.join(map(str, self.choices))}] Right: {self.answer}"

    def _repr_html_(self):
        group = f"quiz-{sha256(self.question.encode()).hexdigest()[:8]}"  # of a group, browsers keep one choice open
        rows = "".join(
            f'<details name="{group}" style="{CHOICE_STYLE}">'
            f"<summary {SUMMARY_ATTRIBUTES}>{marked_up(str(choice))}</summary>"
            f'<div style="{FEEDBACK_STYLE}">{self._verdict(choice)} {marked_up(said)}</div></details>'
            for choice, said in self.choices.items()
        )
        question = f"<div><b>{marked_up(self.question)}</b></div>"
        return f'<div class="pegasos-quiz" role="group" style="{FRAME_STYLE}">{question}{rows}</div>'

    def _verdict(self, choice):
        return "<b>✓ Right.</b>" if choice == self.answer else "<b>✗ No.</b>"


def require_expected(answer, expected, choices):
    """Check that a computed answer is the choice that the texts beside the choices are written for.

    Parameters
    ----------
    answer, expected : str or number
    choices : collection of these

    Raises
    ------
    ValueError
        Where it is another one, so that the texts would deny it, or the expected one is no choice.
    """
    if expected not in choices:
        raise ValueError(
            f"expected must be one of the choices, {list(choices)}, got {expected!r}; "
            "give the choice that the texts are written for."
        )
    if not _same(expected, answer):
        raise ValueError(
            f"answer must be {expected!r}, as the texts are written for it, but this run gives {answer!r}; "
            "run all cells from the top, or restore the cells above that were changed."
        )


def _same(choice, answer):
    if isinstance(choice, str) or isinstance(answer, str):
        return choice == answer
    return math.isclose(choice, answer, rel_tol=1e-9)
