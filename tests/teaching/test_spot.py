"""Test Spot the bug: the programs of the four answers differ visibly, and nothing gives the right answer away."""

import json
import re
from base64 import b64decode

import numpy as np
import pytest
from conftest import mostly_slow

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.check import check
from pegasos_edu.cli import main
from pegasos_edu.misconceptions import by_id, entries, wrong_program
from pegasos_edu.misconceptions.edits import source_of
from pegasos_edu.teaching.spot import spot, spots, write
from pegasos_edu.teaching.spot_page import GIVEN
from pegasos_edu.teaching.spot_questions import CHOICES, Trace, first_difference, question

LEVELS = pytest.mark.parametrize("level", [1, 2, 3])
KERNEL = 16, 2  # a seed and a level whose algorithm has a kernel


def asked(seed, level):
    return question(np.random.default_rng(seed), level)


# The questions


@LEVELS
def test_the_four_apply_to_the_algorithm_show_within_the_steps_and_behave_differently(level):
    for seed in range(2):
        setting, chosen, traces, order = asked(seed, level)
        assert len({entry.title for entry in chosen}) == CHOICES and sorted(order) == list(range(CHOICES))
        assert set(chosen) <= set(entries(setting.task)) and not any(entry.is_convention for entry in chosen)
        pairs = [(quiz, other) for n, quiz in enumerate(traces) for other in traces[:n]]
        assert all(first_difference(*pair) for pair in pairs)
        if level == 3:
            assert all(np.abs(np.log(quiz.f / other.f)).max() > 0.1 for quiz, other in pairs)


def test_where_lines_are_shown_the_wrong_program_has_no_fewer_lines():
    for seed in range(10):
        setting, (entry, *_), _, _ = asked(seed, 1)
        right, wrong = (source_of(quiz) for quiz in (ALGORITHMS[setting.task], wrong_program(setting.task, entry.id)))
        assert wrong.count("\n") >= right.count("\n")


def test_what_goes_wrong_in_a_projection_is_asked_for_only_where_both_programs_project():
    chosen = [asked(seed, 2) for seed in range(30)]
    projects = [setting.project for setting, four, _, _ in chosen for entry in four if entry.part == "projection"]
    assert projects and all(projects)
    assert any(setting.project for setting, *_ in chosen) and not all(setting.project for setting, *_ in chosen)


@pytest.mark.parametrize("place", mostly_slow([(0, 1), (25, 2), (33, 2), KERNEL], KERNEL))
def test_the_player_shows_the_steps_that_the_question_was_chosen_by(place):
    quiz = spot(*place)
    for record, trace in zip(quiz.comparison(1).records, quiz.curves):
        assert np.allclose(record["values"], trace.f, rtol=1e-3)
    right, wrong = quiz.comparison(1).records
    assert right["algorithm"] in ALGORITHMS and wrong["algorithm"] == right["algorithm"]
    before = slice(0, quiz.first - 1)
    assert np.allclose(right["values"][before], wrong["values"][before], rtol=0.05)


def test_the_first_step_that_shows_it_is_the_first_whose_weights_differ():
    still, moving = np.ones((4, 2)), np.array([[1, 1], [1, 1.005], [1, 1.5], [1, 1]])
    assert first_difference(*(Trace(w, None, None) for w in (still, moving))) == 3
    assert first_difference(*(Trace(w, None, None) for w in (still, still))) is None


def test_the_same_seed_asks_the_same_and_another_something_else():
    texts = [repr(spot(seed, level)) for seed in range(2) for level in (1, 2, 3)]
    assert texts == [repr(spot(seed, level)) for seed in range(2) for level in (1, 2, 3)]
    assert len(set(texts)) == len(texts)


def test_rounds_rise_in_level_and_ask_for_something_else_each():
    several = spots(seed=1, rounds=4)
    assert [quiz.level for quiz in several] == [1, 2, 3, 1] and several[0].title.startswith("hinge on")
    assert len({quiz.answer for quiz in several}) == 4
    assert [quiz.level for quiz in spots(rounds=2, level=3)] == [3, 3]
    assert repr(spots(5, 1)[0]) == repr(spot(5))
    assert all(quiz.title.startswith("logistic on") for quiz in spots(rounds=2, algorithm="logistic"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"level": 4}, "level must be one of 1, 2, 3, got 4"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"rounds": 0}, "rounds must be"),
        ({"algorithm": "svm"}, "algorithm must be one of hinge"),
        ({"rounds": 99999999}, "rounds must be at most 100, got 99999999; make several pages with other seeds"),
    ],
)
def test_wrong_arguments_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        spots(**arguments)


# The texts of the answers


@LEVELS
def test_each_choice_says_what_it_does_and_the_right_one_why_and_when(level):
    quiz = spot(3, level)
    for choice in quiz.choices:
        entry, texts = by_id()[choice.id], [text for _, text in choice.facts]
        assert texts[0].startswith(entry.says) and " B has " in texts[-1]
        if choice.id == quiz.answer:
            assert {entry.tempting, entry.effect} < set(texts)
            assert texts[-1].startswith(f"After step {quiz.first} B has ")


def test_the_lines_of_the_wrong_program_are_hidden_at_level_2_and_shown_at_level_1():
    lines = [code for code, *_ in spot(31, 1).comparison().records[1]["listing"]]
    assert any("def hinge_wrong(" in line for line in lines)
    quiz = spot(25, 2)
    right, wrong = quiz.comparison().records
    assert right["listing"] and not wrong["listing"]
    assert [len(step) for step in wrong["moments"]] == [len(step) for step in right["moments"]]
    kept = {wrong["keys"][key] for step in wrong["moments"] for entry in step for key in entry[1::2]}
    assert kept <= {"@w", "@f"}
    assert "η·y·x is added" not in json.dumps(wrong["stories"], ensure_ascii=False)  # this sentence may be false
    full = quiz.comparison(1).records[1]
    assert last(full, "@w") == last(wrong, "@w") and last(full, "@f") == last(wrong, "@f")


def last(record, name):
    key = record["keys"].index(name)
    entries = [entry for step in record["moments"] for entry in step]
    return [entry[n + 1] for entry in entries for n in range(1, len(entry), 2) if entry[n] == key][-1]


def test_at_level_3_there_are_only_curves_until_the_answer():
    quiz = spot(0, 3)
    assert quiz.comparison() is None
    html = quiz._repr_html_()
    assert html.count("<svg") == 2 and "<iframe" not in html and "<img" not in html
    assert f"{quiz.curves[1].f[-1]:.3g}" in html
    assert quiz.play().moment == [quiz.first, 10**6]


# Its forms


def test_in_a_notebook_the_choices_unfold_without_a_script():
    quiz = spot(25, 2)
    html = quiz._repr_html_()
    assert html.count("<iframe") == 1 and html.count("<details name=") == CHOICES == html.count("✓") + html.count("✗")
    assert html.count("✓ Right") == 1
    assert by_id()[quiz.answer].heading in re.search(r"<summary[^>]*>([^<]*)</summary><div[^>]*><b>✓", html)[1]
    assert re.search('name="([^"]*)"', html)[1] != re.search('name="([^"]*)"', spot(26, 3)._repr_html_())[1]


def test_a_page_is_one_small_file_in_which_the_answers_are_not_to_be_read(tmp_path):
    several = spots(0)
    text = write(several, tmp_path / "spot.html").read_text("utf-8")
    assert len(text.encode()) < 1.2 * 2**20
    assert not re.search("https?://", re.sub(r"http://www.w3.org/\S*|/\*.*?\*/", "", text, flags=re.DOTALL))
    for quiz in several:
        assert by_id()[quiz.answer].says not in text and by_id()[quiz.answer].heading in text
    solutions = json.loads(b64decode(re.search('id="solutions">([^<]*)<', text)[1]))
    answers = [[choice.id for choice in quiz.choices] for quiz in several]
    assert [row[quiz["answer"]] for row, quiz in zip(answers, solutions)] == [quiz.answer for quiz in several]


def test_a_program_to_mend_has_the_mistake_of_its_question_and_none_else():
    chosen = [(quiz.answer, source) for seed in range(4) for quiz in spots(seed) if (source := quiz.to_mend())]
    assert len(chosen) > 5
    for answer, source in chosen:
        space = {"np": np, "check": lambda *_: None}
        exec(GIVEN + source, space)
        (name,) = re.findall(r"^def (\w+)", source)
        assert answer in {entry.id for entries in check(space[name], name).named for entry in entries}, source


def test_the_command_writes_a_page_and_opens_it_unless_it_is_named(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert main(["spot", "--rounds", "1", "--level", "3", "--out", "page.html"]) == 0 and not opened
    assert capsys.readouterr().out == "Spot the bug is in page.html, with 1 question.\n"
    assert main(["spot", "--rounds", "1", "--level", "3", "--seed", "4"]) == 0
    assert opened == [(tmp_path / "spot.html").as_uri()]
    with pytest.raises(SystemExit, match="^pegasos-edu: rounds must be"):
        main(["spot", "--rounds", "0"])
