"""Test predictions: the question, the guess, and the outcome, which waits for the guess."""

import json
import re
from html import unescape

import pytest
from stored import PICTURE

from pegasos_edu.lessons import Predict

WHY = {"few": "Too few.", "many": "For $w$ is long."}


@pytest.fixture
def asked():
    return Predict("How *many* $x$?", ["few", "many"])


def guessed(asked, guess, **others):
    """Make a guess as the browser does."""
    asked.vote = {"kind": asked.kind, "guess": guess, "inWords": str(guess)} | others


def test_what_happened_waits_for_a_guess_and_the_guess_then_stands(asked):
    outcome = asked.outcome("many", WHY, expected="many")
    assert outcome.vote is None and not asked.closed
    guessed(asked, "few")
    assert asked.guess == "few" and asked.closed and outcome.vote == asked.vote
    assert "<math" in outcome.html and "Too few." in outcome.html


def test_a_guess_can_be_changed_until_what_happened_is_shown(asked):
    guessed(asked, "few")
    assert asked.guess == "few" and not asked.closed
    guessed(asked, "many")
    outcome = asked.outcome("many", WHY, expected="many")
    assert asked.closed and outcome.vote["guess"] == asked.guess == "many"


def test_a_guess_is_one_of_the_choices_as_they_were_given():
    asked = Predict("How many?", [1, 2])
    guessed(asked, "2")
    assert asked.guess == 2


REASONS = {"few": ["it falls", "it turns"], "many": ["it falls", "it is <long>"]}
BECAUSE = {"it falls": "It rises.", "it turns": "So *it* does.", "it is <long>": "That is why."}


@pytest.fixture
def asked_why():
    return Predict("How many, and why?", ["few", "many", "none"], because=REASONS)


def outcome_of(asked_why):
    return asked_why.outcome("many", WHY | {"none": "Some."}, because=BECAUSE, expected="many")


def test_a_choice_whose_reason_is_taken_away_is_no_guess(asked_why):
    outcome = outcome_of(asked_why)
    guessed(asked_why, "few", reason="it turns")
    assert (asked_why.guess, asked_why.reason, outcome.vote["reason"]) == ("few", "it turns", "it turns")
    asked_why.vote = None
    assert (asked_why.guess, asked_why.reason) == (None, None)


def test_reasons_are_stored_below_their_choices_and_their_texts_are_folded(asked_why):
    assert repr(asked_why).endswith(
        "[few (because it falls / it turns) | many (because it falls / it is <long>) | none]"
    )
    stored = asked_why.other_forms()["text/html"]
    of_choices = stored.split("data-choice=")[1:]
    assert [re.findall('data-reason="(.*?)"', shown) for shown in of_choices] == [
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


def test_a_number_and_its_answer_are_numbers():
    asked = Predict("After how many?", unit="steps")
    guessed(asked, "30")
    outcome = asked.outcome(1234, "So it is.")
    assert asked.guess == 30 and "What happened: <b>1,234 steps</b>. So it is." in outcome.html
    assert 'data-answer="1234"' in outcome.html


def test_a_place_is_a_point_and_what_happened_is_marked():
    asked = Predict("Where?", picture=PICTURE)
    guessed(asked, [1.23, -0.5])
    assert asked.guess == (1.23, -0.5) and asked.ring == []
    outcome = asked.outcome((1, 0.5), "There.")
    assert asked.ring == [1.0, 0.5] and "<b>(1, 0.5)</b>, the ring" in outcome.html
    assert asked.in_words((-0.0, -1.0)) == "(0, −1)"


def test_the_places_of_a_picture_are_those_of_its_axes():
    axes = json.loads(unescape(re.search('data-axes="(.*?)"', Predict("Where?", picture=PICTURE).html)[1]))
    left, top, right, bottom = axes["box"]
    ax = PICTURE.figure.axes[0]
    corners = ax.transAxes.transform([(0, 1), (1, 0)]) / PICTURE.figure.canvas.get_width_height()
    assert corners.ravel() == pytest.approx([left, 1 - top, right, 1 - bottom], abs=1e-5)
    assert axes["x"] == pytest.approx(ax.get_xlim(), rel=1e-5)


def test_what_is_stored_of_it_asks_and_tells_without_a_kernel(asked):
    stored, outcome = asked._repr_mimebundle_(), asked.outcome("many", WHY, expected="many")._repr_mimebundle_()
    assert stored["text/plain"] == "Predict: How *many* $x$? [few | many]"
    assert outcome["text/plain"] == "Outcome: How *many* $x$? many. For $w$ is long."
    keys = [re.search(r'data-key="(\w+)"', shown["text/html"])[1] for shown in (stored, outcome)]
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
    html = "".join(shown.other_forms()["text/html"] for shown in (asked, outcome))
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
