"""Test predictions: the question, the guess, and the outcome, which waits for the guess."""

import re

import pytest
from stored import PICTURE

from pegasos_edu.lessons import Predict

WHY = {"few": "Too few.", "many": "For $w$ is long."}


@pytest.fixture
def asked():
    return Predict("How *many* $x$?", ["few", "many"])


def buttons(asked):
    return {button.description: button for part in asked.children for button in getattr(part, "children", ())}


def test_what_happened_waits_for_a_guess_and_the_guess_then_stands(asked):
    outcome = asked.outcome("many", WHY, expected="many")
    assert "missing" in outcome.children[0].value and "many" not in outcome.children[0].value
    buttons(asked)["few"].click()
    shown = outcome.children[0].value
    assert "✗ You said: few." in shown and "Too few." in shown and "What happened: <b>many</b>" in shown
    assert "<math" in shown and asked.guess == "few"
    assert all(button.disabled for button in buttons(asked).values())


def test_a_guess_can_be_changed_until_what_happened_is_shown(asked):
    buttons(asked)["few"].click()
    assert asked.guess == "few" and "few" in asked.children[-1].value
    buttons(asked)["many"].click()
    shown = asked.outcome("many", WHY, expected="many").children[0].value
    assert "✓ You said: many." in shown and "Too few." not in shown and shown.count("is long") == 1


REASONS = {"few": ["it falls", "it turns"], "many": ["it falls", "it is <long>"]}
BECAUSE = {"it falls": "It rises.", "it turns": "So *it* does.", "it is <long>": "That is why."}


@pytest.fixture
def asked_why():
    return Predict("How many, and why?", ["few", "many", "none"], because=REASONS)


def outcome_of(asked_why):
    return asked_why.outcome("many", WHY | {"none": "Some."}, because=BECAUSE, expected="many")


def reasons(asked_why):
    return {button.description: button for button in asked_why.children[-1].children}


def test_a_choice_with_reasons_is_a_guess_only_with_one_of_them(asked_why):
    assert not asked_why.children[-1].children
    outcome = outcome_of(asked_why)
    buttons(asked_why)["few"].click()
    assert asked_why.guess is None and "missing" in outcome.children[0].value
    assert list(reasons(asked_why)) == REASONS["few"]
    reasons(asked_why)["it turns"].click()
    assert (asked_why.guess, asked_why.reason) == ("few", "it turns")
    shown = outcome.children[0].value
    assert "✗ You said: few." in shown and "Because it turns?</b> So *it* does." in shown and "It rises" not in shown
    assert all(button.disabled for button in reasons(asked_why).values())


def test_another_choice_takes_the_reason_away(asked_why):
    buttons(asked_why)["few"].click()
    reasons(asked_why)["it turns"].click()
    buttons(asked_why)["many"].click()
    assert (asked_why.guess, asked_why.reason) == (None, None)
    reasons(asked_why)["it is <long>"].click()
    assert "many, because it is &lt;long&gt;" in asked_why.children[-2].value
    buttons(asked_why)["none"].click()
    assert (asked_why.guess, asked_why.reason) == ("none", None) and not asked_why.children[-1].children
    assert "Because" not in outcome_of(asked_why).children[0].value


def test_the_outcome_answers_a_wrong_reason_of_the_right_choice(asked_why):
    buttons(asked_why)["many"].click()
    reasons(asked_why)["it falls"].click()
    shown = outcome_of(asked_why).children[0].value
    assert "✓ You said: many." in shown and "Because it falls?</b> It rises." in shown


def test_reasons_are_stored_below_their_choices_and_their_texts_are_folded(asked_why):
    assert repr(asked_why).endswith(
        "[few (because it falls / it turns) | many (because it falls / it is <long>) | none]"
    )
    stored = asked_why.other_forms()["text/html"]
    of_choices = stored.split("data-choice=")[1:]
    assert [re.findall('data-reason="(.*?)"', one) for one in of_choices] == [
        REASONS["few"],
        ["it falls", "it is &lt;long&gt;"],
        [],
    ]
    told = outcome_of(asked_why).other_forms()["text/html"]
    assert re.findall("<details data-(choice|reason)=", told) == ["choice"] * 2 + ["reason"] * 3
    assert "Because it is &lt;long&gt;?" in told and "That is why." in told


@pytest.mark.parametrize(
    ("because", "complaint"),
    [
        ({"other": ["a", "b"]}, r"because must have reasons for choices, \['few', 'many'\], got 'other'"),
        ({"few": ["a"]}, r"because must have two or more reasons for 'few', all different, got \['a'\]"),
        ({"few": ["a", "a"]}, "all different"),
        ({"few": "ab"}, "got 'ab'"),
    ],
)
def test_reasons_that_are_none_are_said(because, complaint):
    with pytest.raises(ValueError, match=complaint):
        Predict("What?", ["few", "many"], because=because)


def test_each_reason_has_its_text(asked_why, asked):
    with pytest.raises(ValueError, match="because must be a dict with a text for each of .*'it turns'.*, got "):
        asked_why.outcome("many", WHY | {"none": "Some."}, expected="many")
    with pytest.raises(ValueError, match=r"for each of \[\], got \['it falls'\]"):
        asked.outcome("many", WHY, because={"it falls": "So."}, expected="many")


def test_a_number_stands_beside_the_one_that_came_out():
    asked = Predict("After how many?", unit="steps")
    field, commit = asked.children[1].children
    commit.click()
    assert asked.guess is None and "Give a number first" in asked.children[-1].value
    field.value = "30"
    commit.click()
    text, line = asked.outcome(1234, "So it is.").children
    shown = text.value
    assert (
        (line.guess, line.answer) == (30, 1234)
        and "You said: 30 steps." in shown
        and "What happened: <b>1,234 steps</b>. So it is." in shown
    )
    assert "✗" not in shown and field.disabled and commit.disabled


def test_a_place_is_clicked_or_typed_and_what_happened_is_marked():
    asked = Predict("Where?", picture=PICTURE)
    view, row = asked.children[1:3]
    view.clicked = [1.234, -0.5]
    assert [field.value for field in row.children[:2]] == ["1.23", "-0.5"] and view.signs == {"×": [1.23, -0.5]}
    assert asked.guess == (1.23, -0.5) and "You said: <b>(1.23, −0.5)</b>" in asked.children[-1].value
    row.children[0].value = "2"
    row.children[2].click()
    shown = asked.outcome((1, 0.5), "There.").children[0].value
    assert "You said: (2, −0.5)." in shown and "<b>(1, 0.5)</b>, the ring" in shown
    assert view.signs == {"×": [2.0, -0.5], "○": [1.0, 0.5]}
    view.clicked = [3.0, 3.0]
    assert asked.guess == (2.0, -0.5) and row.children[0].value == "2"  # the guess does not change
    assert asked.in_words((-0.0, -1.0)) == "(0, −1)"


def test_the_places_of_a_picture_are_those_of_its_axes():
    view = Predict("Where?", picture=PICTURE).children[1]
    left, top, right, bottom = view.axes["box"]
    ax = PICTURE.figure.axes[0]
    corners = ax.transAxes.transform([(0, 1), (1, 0)]) / PICTURE.figure.canvas.get_width_height()
    assert corners.ravel() == pytest.approx([left, 1 - top, right, 1 - bottom], abs=1e-5)
    assert view.axes["x"] == pytest.approx(ax.get_xlim(), rel=1e-5)


def test_what_is_stored_of_it_asks_and_tells_without_a_kernel(asked):
    stored, outcome = asked._repr_mimebundle_(), asked.outcome("many", WHY, expected="many")._repr_mimebundle_()
    assert stored["text/plain"] == "Predict: How *many* $x$? [few | many]"
    assert outcome["text/plain"] == "Outcome: How *many* $x$? many. For $w$ is long."
    keys = [re.search(r'data-key="(\w+)"', one["text/html"])[1] for one in (stored, outcome)]
    assert keys[0] == keys[1] and stored["text/html"].count("<li") == 2
    assert "<details" in outcome["text/html"] and "Too few." in outcome["text/html"]


def test_digits_that_differ_between_processors_are_not_stored():
    by_one, by_another = 19.365248227421, 19.365248227419
    for asked, told in ((Predict("How far?", unit="steps"), "{}"), (Predict("Where?", picture=PICTURE), "[{}, 0.0]")):
        stored = [
            asked.outcome(number if asked.kind == "number" else (number, 0), "So far.").other_forms()["text/html"]
            for number in (by_one, by_another)
        ]
        assert stored[0] == stored[1] and f'data-answer="{told.format(19.3652)}"' in stored[0]
    assert (
        'data-answer="1234567"'
        in Predict("How many?", unit="steps").outcome(1234567, "Many.").other_forms()["text/html"]
    )


def test_text_is_no_markup():
    asked = Predict("Is 1 < 2 & 3?", ["<b>", '"&"'])
    outcome = asked.outcome("<b>", {"<b>": "<i>", '"&"': "<s>"}, expected="<b>")
    html = "".join(one.other_forms()["text/html"] for one in (asked, outcome))
    assert not re.search(r"<b>\"|<s>|<b></li>", html) and "&lt;b&gt;" in html and "&lt;i&gt;" in html


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({}, "give one of choices, unit and picture, got none"),
        ({"choices": [1, 2], "unit": "steps"}, "give one of .*got choices, unit"),
        ({"choices": ["one"]}, r"choices must be two or more, all different, got \['one'\]"),
        ({"choices": [1, 1]}, "all different"),
    ],
)
def test_a_prediction_that_is_none_is_said(options, complaint):
    with pytest.raises(ValueError, match=complaint):
        Predict("What?", **options)


@pytest.mark.parametrize(
    ("answer", "why", "expected", "complaint"),
    [
        ("none", WHY, "few", r"answer must be one of the choices, \['few', 'many'\], got 'none'"),
        ("few", "since", "few", "why must be a dict with a text for each of"),
        ("few", WHY, "many", "answer must be 'many', for which the texts .* gives 'few'; run all cells from the top"),
    ],
)
def test_an_outcome_that_is_none_is_said(asked, answer, why, expected, complaint):
    with pytest.raises(ValueError, match=complaint):
        asked.outcome(answer, why, expected=expected)


def test_an_outcome_of_a_number_is_a_number():
    with pytest.raises(ValueError, match="answer must be a number, because unit was given, got 'x'"):
        Predict("What?", unit="steps").outcome("x", "since")
