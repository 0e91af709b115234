"""Ask for a prediction before a run, and show it next to the outcome.

guess = Predict("How many steps until all are right?", ["about 3", "about 30", "about 300"])
guess                                                          # the last line of a cell
guess.outcome(answer, {"about 3": "…", "about 30": "…", "about 300": "…"}, expected="about 30")   # ends a later cell

A choice may have reasons, of which the reader presses one; the outcome answers the reason, too:

guess = Predict("Which is longer?", ["one", "other"], because={"one": ["it turns", "it falls"]})
guess.outcome(answer, {"one": "…", "other": "…"}, because={"it turns": "…", "it falls": "…"}, expected="other")

The outcome of a number shows the guess on a line beside the answer, and says how far it is off.

Without a kernel, both are stored as text, and the outcome is folded; a page hides the part after a prediction until the
reader guesses.
"""

import json
from hashlib import sha256
from numbers import Real
from pathlib import Path

import anywidget
import traitlets

from pegasos_edu.common.outputs import Storable
from pegasos_edu.common.scripts import joined
from pegasos_edu.common.templates import template
from pegasos_edu.lessons.formulas import marked_up, with_drawn
from pegasos_edu.lessons.quiz import require_expected

HERE = Path(__file__).parent
WITHOUT_KERNEL = {
    "choice": "Run the cell to choose.",
    "number": "Run the cell to give a number.",
    "place": "Run the cell to click into the picture.",
}
FOLDED = "Make your guess first, then unfold what happened."


class _Guess(Storable, anywidget.AnyWidget):
    """Show stored HTML with the script that pages use for it.

    Attributes
    ----------
    html : str
    vote : dict or None
        The guess as the browser knows it; `predict.js` says what it holds.
    """

    _esm, _css = joined(HERE / "predict_widget.js"), (HERE / "widgets.css").read_text("utf-8")
    html = traitlets.Unicode().tag(sync=True)
    vote = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)


class Predict(_Guess):
    """Ask a question at the end of a notebook cell, before the run that answers it.

    Parameters
    ----------
    question : str
        The question, with formulas in $…$ and code in `…`.
    choices : list of str or number, optional
        The choices, as plain text.
    unit : str, optional
        If given instead of choices, the guess is a number of these units, such as "steps".
    picture : Picture, optional
        If given instead of choices, the guess is a point of its first axes, chosen by a click.
    because : dict of choice to list of str, optional
        Two or more reasons for each of some choices, as plain text that follows the word "because". A choice with
        reasons is a guess only with one of them. Choices may share a reason.

    Attributes
    ----------
    guess : str, number, pair of float, or None
        The guess, None until it is made. It cannot be changed once the outcome has been shown.
    reason : str or None
        The reason for the guess, None if its choice has none.

    Raises
    ------
    ValueError
        If not exactly one of choices, unit and picture is given, there are fewer than two choices, or there are
        reasons for something else than a choice, or fewer than two for a choice.
    """

    guess = traitlets.Any(None, allow_none=True)
    closed, ring = traitlets.Bool().tag(sync=True), traitlets.List().tag(sync=True)

    def __init__(self, question, choices=None, *, unit=None, picture=None, because=None):
        given = {"choices": choices, "unit": unit, "picture": picture}
        named = [name for name, value in given.items() if value is not None]
        if len(named) != 1:
            raise ValueError(
                f"give one of choices, unit and picture, got {', '.join(named) or 'none'}; such as "
                "Predict(question, [1, 2])."
            )
        if choices is not None and len({str(choice) for choice in choices}) < max(2, len(choices)):
            raise ValueError(f"choices must be two or more, all different, got {choices!r}; give [one, other, ...].")
        self.question, self.choices, self.unit, self.picture = question, list(choices or ()), unit, picture
        self.because, self.reason = _checked_reasons(because or {}, self.choices), None
        self.kind = {"choices": "choice", "unit": "number", "picture": "place"}[named[0]]
        self.key = sha256(question.encode()).hexdigest()[:8]
        super().__init__(html=with_drawn(self.other_forms()["text/html"]))

    @traitlets.observe("vote")
    def _take(self, change):
        vote = change["new"] or {}
        self.reason = vote.get("reason")  # first, because the outcome waits for the guess
        self.guess = self._value(vote.get("guess"))

    def _value(self, guess):
        """Return a guess of the browser as one of the choices, a number or a point."""
        if guess is None:
            return None
        if self.kind == "choice":
            return next(choice for choice in self.choices if str(choice) == guess)
        return tuple(guess) if self.kind == "place" else float(guess)

    def close_guess(self, answer):
        """Keep the guess from now on, and mark the answer in the picture."""
        self.ring = list(answer) if self.kind == "place" else []
        self.closed = True

    def outcome(self, answer, why, *, because=None, expected=None):
        """Return the answer next to the guess; a later cell should end with this call.

        Parameters
        ----------
        answer : str, number or pair of float
            The computed answer: one of the choices, a number, or a point.
        why : str, or dict of choice to str
            The reason; with choices, a text for each of them.
        because : dict of str to str, optional
            A text for each reason that was offered.
        expected : str or number
            With choices, the answer for which the texts are written.

        Returns
        -------
        Outcome

        Raises
        ------
        ValueError
            If the answer is not a choice or not the expected one, or a choice or a reason has no text.
        """
        because, offered = because or {}, {reason for reasons in self.because.values() for reason in reasons}
        if set(because) != offered:
            raise ValueError(
                f"because must be a dict with a text for each of {sorted(offered)}, got {sorted(because)}; give one."
            )
        if self.kind == "choice":
            if answer not in self.choices:
                raise ValueError(
                    f"answer must be one of the choices, {self.choices}, got {answer!r}; compute it in their spelling."
                )
            if not isinstance(why, dict) or set(why) != set(self.choices):
                raise ValueError(f"why must be a dict with a text for each of {self.choices}, got {why!r}; give one.")
            require_expected(answer, expected, self.choices)
        elif self.kind == "place":
            answer = tuple(_rounded(answer))
        elif not isinstance(answer, Real):
            raise ValueError(f"answer must be a number, because unit was given, got {answer!r}; compute one.")
        elif not float(answer).is_integer():
            (answer,) = _rounded([answer])
        return Outcome(self, answer, why if isinstance(why, dict) else {answer: why}, because)

    def in_words(self, guess):
        """Return a guess as text."""
        if self.kind == "place":
            return "({:.3g}, {:.3g})".format(*(value + 0.0 for value in guess)).replace("-", "−")  # never −0
        if self.kind == "choice":
            return str(guess)
        number = f"{guess:,}" if float(guess).is_integer() and abs(guess) < 1e15 else f"{guess:.4g}"
        number = number.removesuffix(".0").replace("-", "−")
        return number if number == "1" and self.unit.endswith("s") else f"{number} {self.unit}"  # no "1 images"

    def __repr__(self):
        offered = {
            "choice": " | ".join(map(self._with_reasons, self.choices)),
            "number": f"… {self.unit}",
            "place": "a click",
        }
        picture = f"\n{self.picture!r}" if self.picture is not None else ""
        return f"Predict: {self.question} [{offered[self.kind]}]{picture}"

    def _with_reasons(self, choice):
        reasons = self.because.get(choice)
        return f"{choice} (because {' / '.join(reasons)})" if reasons else str(choice)

    def other_forms(self):
        axes = json.dumps(_axes(self.picture)) if self.kind == "place" else ""
        written = template(__file__, "predict.cell.html").render(
            asked=self, axes=axes, hint=WITHOUT_KERNEL[self.kind], marked_up=marked_up
        )
        return {"text/html": written}


class Outcome(_Guess):
    """Show the answer next to the guess, once there is a guess; `Predict.outcome` returns it."""

    def __init__(self, prediction, answer, why, because):
        self.prediction, self.answer, self.why, self.because = prediction, answer, why, because
        super().__init__(html=with_drawn(self.other_forms()["text/html"]))
        prediction.observe(self._show, "guess")
        if prediction.guess is not None:
            self._show()

    def _show(self, _=None):
        self.prediction.close_guess(self.answer)
        self.vote = self.prediction.vote

    def __repr__(self):
        answer = self.prediction.in_words(self.answer)
        return f"Outcome: {self.prediction.question} {answer}. {self.why[self.answer]}"

    def other_forms(self):
        answer = json.dumps(self.answer) if self.prediction.kind == "place" else self.answer
        written = template(__file__, "outcome.cell.html").render(
            asked=self.prediction, told=self, answer=answer, folded=FOLDED, marked_up=marked_up
        )
        return {"text/html": written}


def _checked_reasons(because, choices):
    """Return the reasons for each choice as a dict of lists."""
    if unknown := [choice for choice in because if choice not in choices]:
        raise ValueError(f"because must have reasons for choices, {choices}, got {unknown[0]!r}; take one of them.")
    for choice, reasons in because.items():
        if isinstance(reasons, str) or len(set(reasons)) < max(2, len(reasons)):
            raise ValueError(
                f"because must have two or more reasons for {choice!r}, all different, got {reasons!r}; "
                "give [reason, other, ...]."
            )
    return {choice: list(reasons) for choice, reasons in because.items()}


def _axes(picture):
    """Return the place of the first axes in the image, from 0 to 1 and from the top, and their limits."""
    picture.png()  # drawing sets the layout
    ax, (width, height) = picture.figure.axes[0], picture.figure.canvas.get_width_height()
    box = ax.get_window_extent()
    sides = [box.x0 / width, 1 - box.y1 / height, box.x1 / width, 1 - box.y0 / height]
    return {"box": _rounded(sides), "x": _rounded(ax.get_xlim()), "y": _rounded(ax.get_ylim())}


def _rounded(values):
    """Round each value to six digits, because further digits differ between processors."""
    return [float(f"{value:.6g}") for value in values]
