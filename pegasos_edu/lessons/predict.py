"""A prediction that is made before a run, and set beside what happened after it.

guess = Predict("How many steps until all are right?", ["about 3", "about 30", "about 300"])
guess                                                          # ends a cell
guess.outcome(answer, {"about 3": "…", "about 30": "…", "about 300": "…"}, expected="about 30")   # ends a later one

Where no kernel runs, both are stored as text; a page folds what follows a prediction until a guess is made.
"""

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from numbers import Real
from pathlib import Path

import anywidget
import ipywidgets as widgets
import traitlets

from pegasos_edu.common.outputs import Storable
from pegasos_edu.lessons.maths import marked_up
from pegasos_edu.lessons.quiz import FEEDBACK_STYLE, FRAME_STYLE, SUMMARY_ATTRIBUTES, require_expected

HOW = {
    "choice": "Run the cell to choose.",
    "number": "Run the cell to give a number.",
    "place": "Run the cell to click into the picture.",
}
MISSING = "<p><i>Your guess is missing: make it above, and what happened will stand here.</i></p>"
COMMIT = "That is my guess"


class Predict(Storable, widgets.VBox):
    """A question to end a notebook cell on, before the run that answers it.

    Parameters
    ----------
    question : str
        Formulas stand in $…$, code in `…`.
    choices : list of str or number, optional
        As plain text.
    unit : str, optional
        Instead of choices: the guess is a number of these, such as "steps".
    picture : Picture, optional
        Instead of choices: the guess is a point of its first axes. A click into the picture is the guess.

    Attributes
    ----------
    guess : str, number, pair of float, or None
        What was guessed; None until then. It stands once the outcome has been shown.

    Raises
    ------
    ValueError
        Where there is not one of choices, unit and picture, or there are fewer than two choices.
    """

    guess = traitlets.Any(None, allow_none=True)

    def __init__(self, question, choices=None, *, unit=None, picture=None):
        given = {"choices": choices, "unit": unit, "picture": picture}
        if sum(one is not None for one in given.values()) != 1:
            named = ", ".join(name for name, one in given.items() if one is not None) or "none"
            raise ValueError(f"give one of choices, unit and picture, got {named}; such as Predict(question, [1, 2]).")
        if choices is not None and len({str(choice) for choice in choices}) < max(2, len(choices)):
            raise ValueError(f"choices must be two or more, each another, got {choices!r}; give [choice, choice, ...].")
        self.question, self.choices, self.unit, self.picture = question, list(choices or ()), unit, picture
        self.kind = "choice" if choices else "number" if unit else "place"
        self.key = sha256(question.encode()).hexdigest()[:8]
        self._status = widgets.HTML()
        self._controls = {"choice": self._buttons, "number": self._number, "place": self._place}[self.kind]()
        asked = widgets.HTML(f"<div>{self._asked()}</div>")
        super().__init__([asked, *self._controls, self._status])
        self.add_class("pegasos-predict-live")

    # In a notebook with a kernel

    def _buttons(self):
        buttons = [widgets.Button(description=str(choice), layout={"width": "auto"}) for choice in self.choices]
        for choice, button in zip(self.choices, buttons):
            button.on_click(lambda _, choice=choice: self._commit(choice))
        row = {"display": "flex", "flex_flow": "row wrap"}
        return [widgets.Box(buttons, layout=row)]

    def _number(self):
        field = widgets.FloatText(description=self.unit, **_NARROW)
        return [widgets.HBox([field, self._committing(lambda: field.value)])]

    def _place(self):
        self._view = View(*_image(self.picture), axes=_axes(self.picture))
        fields = [widgets.FloatText(description=name, **_NARROW) for name in ("across", "up")]

        def clicked(change):
            if fields[0].disabled:
                return
            for field, value in zip(fields, change.new):
                field.value = round(value, 2) + 0.0  # no −0
            self._commit(read())

        def typed(_):
            self._view.signs = self._view.signs | {"×": list(read())}

        def read():
            return tuple(field.value for field in fields)

        self._view.observe(clicked, "clicked")
        for field in fields:
            field.observe(typed, "value")
        return [self._view, widgets.HBox([*fields, self._committing(read)])]

    def _committing(self, read):
        button = widgets.Button(description=COMMIT, layout={"width": "auto"})
        button.on_click(lambda _: self._commit(read()))
        return button

    def _commit(self, guess):
        self.guess = guess
        self._status.value = f"<p>You said: <b>{escape(self.told(guess))}</b>. Go on, and see.</p>"

    def settle(self, answer):
        """From now on the guess stands; what happened is marked in the picture."""
        for part in _all(self._controls):
            part.disabled = True
        if self.kind == "place":
            self._view.signs = self._view.signs | {"○": list(answer)}

    # What came of it

    def outcome(self, answer, why, *, expected=None):
        """What happened, beside what was guessed, to end a cell on that comes after the run.

        Parameters
        ----------
        answer : str, number or pair of float
            What happened, computed: one of the choices, a number, or a point.
        why : str, or dict of choice to str
            Why; of choices for each what there is to say to whoever made it.
        expected : str or number
            Of choices, the answer as it is written down: the one that the texts are written for.

        Returns
        -------
        Outcome

        Raises
        ------
        ValueError
            Where the answer is none of the choices or not the expected one, or a choice has nothing to say to it.
        """
        if self.kind == "choice":
            if answer not in self.choices:
                raise ValueError(
                    f"answer must be one of the choices, {self.choices}, got {answer!r}; compute it as they are spelt."
                )
            if not isinstance(why, dict) or set(why) != set(self.choices):
                raise ValueError(f"why must be a dict with a text for each of {self.choices}, got {why!r}; give one.")
            require_expected(answer, expected, self.choices)
        elif self.kind == "number" and not isinstance(answer, Real):
            raise ValueError(f"answer must be a number, as was asked for, got {answer!r}; compute one.")
        elif self.kind == "number" and not float(answer).is_integer():
            answer = _rounded([answer])[0]
        elif self.kind == "place":
            answer = tuple(_rounded(answer))
        return Outcome(self, answer, why if isinstance(why, dict) else {answer: why})

    def told(self, guess):
        """A guess in words."""
        if self.kind == "place":
            return "({:.3g}, {:.3g})".format(*(value + 0.0 for value in guess)).replace("-", "−")  # never −0
        if isinstance(guess, str) or self.kind == "choice":
            return str(guess)
        shown = f"{guess:,}" if float(guess).is_integer() and abs(guess) < 1e15 else f"{guess:.4g}"
        shown = shown.removesuffix(".0").replace("-", "−")
        return shown if shown == "1" and self.unit.endswith("s") else f"{shown} {self.unit}"  # no "1 images"

    # Its other forms

    def __repr__(self):
        offered = {"choice": " | ".join(map(str, self.choices)), "number": f"… {self.unit}", "place": "a click"}
        picture = f"\n{self.picture!r}" if self.picture is not None else ""
        return f"Predict: {self.question} [{offered[self.kind]}]{picture}"

    def _asked(self):
        return f"<b>{marked_up(self.question)}</b>"

    def other_forms(self):
        offered = ""
        if self.kind == "choice":
            items = "".join(f'<li data-choice="{escape(str(one))}">{escape(str(one))}</li>' for one in self.choices)
            offered = f"<ul>{items}</ul>"
        elif self.kind == "place":
            axes = escape(json.dumps(_axes(self.picture)))
            offered = f'<div class="place" data-axes="{axes}">{self.picture._repr_html_()}</div>'
        unit = f' data-unit="{escape(self.unit)}"' if self.unit else ""
        static = (
            f'<div class="pegasos-predict" role="group" data-key="{self.key}" data-kind="{self.kind}"{unit} '
            f'style="{FRAME_STYLE}"><div>{self._asked()}</div>{offered}<p class="how"><i>{HOW[self.kind]}</i></p></div>'
        )
        return {"text/html": static}


class Outcome(Storable, widgets.VBox):
    """What `Predict.outcome` returns: what happened beside what was guessed; it waits where nothing was."""

    def __init__(self, prediction, answer, why):
        self.prediction, self.answer, self.why = prediction, answer, why
        self._shown = widgets.HTML(MISSING)
        super().__init__([self._shown])
        self.add_class("pegasos-outcome-live")
        prediction.observe(self._show, "guess")
        if prediction.guess is not None:
            self._show()

    def _show(self, _=None):
        guess, asked = self.prediction.guess, self.prediction
        asked.settle(self.answer)
        is_choice = asked.kind == "choice"
        mark = ("✓ " if guess == self.answer else "✗ ") if is_choice else ""
        own = f"<p>{marked_up(self.why[guess])}</p>" if is_choice and guess != self.answer else ""
        said = f"<p><b>{mark}You said: {escape(asked.told(guess))}.</b></p>"
        self._shown.value = f'<div style="{FRAME_STYLE}">{said}{own}{self._happened()}</div>'

    def _happened(self):
        where = ", the ring in the picture above" if self.prediction.kind == "place" else ""
        told = escape(self.prediction.told(self.answer))
        return f"<p>What happened: <b>{told}</b>{where}. {marked_up(self.why[self.answer])}</p>"

    def __repr__(self):
        told = self.prediction.told(self.answer)
        return f"Outcome: {self.prediction.question} {told}. {self.why[self.answer]}"

    def other_forms(self):
        others = "".join(
            f'<details data-choice="{escape(str(choice))}"><summary {SUMMARY_ATTRIBUTES}>{escape(str(choice))}?'
            f'</summary><div style="{FEEDBACK_STYLE}">{marked_up(said)}</div></details>'
            for choice, said in self.why.items()
            if choice != self.answer
        )
        answer = escape(json.dumps(self.answer) if self.prediction.kind == "place" else str(self.answer))
        static = (
            f'<div class="pegasos-outcome" role="group" data-key="{self.prediction.key}" data-answer="{answer}" '
            f'style="{FRAME_STYLE}">{self._happened()}{others}</div>'
        )
        return {"text/html": static}


_NARROW = {"layout": {"width": "190px"}, "style": {"description_width": "60px"}}


class View(anywidget.AnyWidget):
    """The picture into which is clicked."""

    _esm = Path(__file__).with_name("place.js").read_text("utf-8")
    src, alt = traitlets.Unicode().tag(sync=True), traitlets.Unicode().tag(sync=True)
    axes, signs = traitlets.Dict().tag(sync=True), traitlets.Dict().tag(sync=True)
    clicked = traitlets.List().tag(sync=True)

    def __init__(self, src, alt, axes):
        super().__init__(src=src, alt=alt, axes=axes)


def _image(picture):
    return f"data:image/png;base64,{b64encode(picture.png()).decode('ascii')}", picture.alt


def _axes(picture):
    """Where in the image the first axes are, from 0 to 1 and from the top, and what they span."""
    picture.png()  # which lays it out
    ax, (width, height) = picture.figure.axes[0], picture.figure.canvas.get_width_height()
    box = ax.get_window_extent()
    sides = [box.x0 / width, 1 - box.y1 / height, box.x1 / width, 1 - box.y0 / height]
    spans = {"x": ax.get_xlim(), "y": ax.get_ylim()}
    return {"box": _rounded(sides)} | {name: _rounded(span) for name, span in spans.items()}


def _rounded(values):
    """Six digits of each: further ones differ between processors, and are neither shown nor stored."""
    return [float(f"{value:.6g}") for value in values]


def _all(parts):
    """The widgets that can be disabled, within others too."""
    for part in parts:
        if hasattr(part, "disabled"):
            yield part
        yield from _all(getattr(part, "children", ()))
