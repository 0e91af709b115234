"""Ask a question with choices, each with its feedback.

A click unfolds a choice. This uses only HTML, so it works without a kernel, in exported pages and offline. The
right choice is computed, and must be the choice that the texts call right.
"""

import math
from hashlib import sha256

from markupsafe import Markup

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.templates import template
from pegasos_edu.lessons.formulas import marked_up

# In a notebook, choices are rows with numbers as they are in pages and slides, which have styles of their own.
STYLE = Markup("""<style>
.pegasos-quiz { counter-reset: answer; }
.pegasos-quiz:not(.lesson *, .slide *) summary {
  display: block; position: relative; box-sizing: border-box; min-height: 48px; padding: 11px 16px 11px 40px;
  line-height: 1.5; border: 1px solid color-mix(in srgb, currentcolor 30%, transparent); border-radius: 8px;
}
.pegasos-quiz:not(.lesson *, .slide *) summary::before {
  counter-increment: answer; content: counter(answer); position: absolute; left: 16px; opacity: 0.7;
}
</style>""")


class Quiz(Printable):
    """Ask a question at the end of a notebook cell.

    Parameters
    ----------
    question : str
        The question, with formulas in $…$ and code in `…`.
    choices : dict of str or number to str
        The feedback for each choice.
    answer : str or number
        The computed right choice.
    expected : str or number
        The choice that the feedback calls right.

    Raises
    ------
    ValueError
        If there are fewer than two choices, a choice has no feedback, or the answer is not a choice or not the
        expected one.
    """

    def __init__(self, question, choices, answer, *, expected):
        if len(choices) < 2 or not all(isinstance(text, str) and text for text in choices.values()):
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
        group = f"quiz-{sha256(self.question.encode()).hexdigest()[:8]}"  # browsers open one choice of a group
        content = {"question": self.question, "choices": self.choices, "answer": self.answer, "group": group}
        return template(__file__, "quiz.cell.html").render(content, style=STYLE, marked_up=marked_up)


def require_expected(answer, expected, choices):
    """Check that the computed answer is the choice that the texts call right.

    Raises
    ------
    ValueError
        If the answer is another choice, which the texts would contradict, or `expected` is not a choice.
    """
    if expected not in choices:
        raise ValueError(
            f"expected must be one of the choices, {list(choices)}, got {expected!r}; "
            "give the choice for which the texts are written."
        )
    if not _same(expected, answer):
        raise ValueError(
            f"answer must be {expected!r}, for which the texts are written, but this run gives {answer!r}; "
            "run all cells from the top, or restore the cells above that were changed."
        )


def _same(choice, answer):
    if isinstance(choice, str) or isinstance(answer, str):
        return choice == answer
    return math.isclose(choice, answer, rel_tol=1e-9)
