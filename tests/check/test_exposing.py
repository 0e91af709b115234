"""Test `expose`: data are accepted if and only if both programs differ on them; each sentence of a report is true."""

import re

import numpy as np
import pytest
from smallest_data import ALIKE, SMALLEST

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.check import expose, puzzle
from pegasos_edu.check.parts import exposing
from pegasos_edu.check.plain_source import plain_source
from pegasos_edu.check.puzzles import EXPOSABLE, PUZZLES, _facts, exposable
from pegasos_edu.misconceptions import by_id, task, wrong_program
from pegasos_edu.runs import run

RUNS = [name for name in EXPOSABLE if task(name).is_algorithm]


def mistakes(name):
    """Return the names of all puzzles for a task."""
    return [f"{name}/{mistake}" for mistake in exposable(name)]


def drawn_data(name, seed):
    """Return random data for a task, whose K is the table of inner products of whole numbers."""
    rng = np.random.default_rng(seed)
    m, d, T = rng.integers(2, 6), rng.integers(2, 4), rng.integers(2, 9)
    X, y, lam = rng.normal(size=(m, d)), rng.choice([-1, 1], size=m), float(10 ** rng.uniform(-1, 1))
    w = rng.normal(size=d)
    draws = rng.integers(m, size=(T, 2) if name == "minibatch" else T)
    named = {
        "X": X,
        "y": y,
        "lam": lam,
        "draws": draws,
        "w": w,
        "x": X[0],
        "K": np.round(2 * X) @ np.round(2 * X).T,
        "Z": X[:1],
        "gamma": lam,
    }
    if "x" in task(name).parameters:
        named["y"] = int(y[0])
    return {key: named[key] for key in task(name).parameters if key in named}


def with_zeros(data, seed):
    """Return data in which some numbers, or all of w, are 0."""
    if seed % 3 == 1:
        return data | {name: np.where(np.abs(data[name]) < 0.5, 0, data[name]) for name in ("X", "x") if name in data}
    return data | {"w": 0 * data["w"]} if seed % 3 == 2 and "w" in data else data


def states(program, name, data):
    """Return the states that a program of the package leaves, up to an error or the first that is not finite."""
    rows = []
    try:
        steps = run(program, data.get("K", data.get("X")), data["y"], lam=data["lam"], draws=data["draws"])
        for step in steps:
            parts = [step.alpha] if step.is_kernel else [step.w, *([step.b] if step.has_bias else [])]
            rows.append(np.concatenate([np.ravel(part) for part in parts]).astype(float))
            if not np.all(np.isfinite(rows[-1])):
                return rows[:-1]
    except Exception:
        pass
    return rows


def directly_differ(name, mistake, data):
    """Return whether both programs, with all their comments and steps, leave different states."""
    if task(name).is_algorithm:
        right, wrong = (states(program, name, data) for program in (ALGORITHMS[name], wrong_program(name, mistake)))
    else:
        named = {key: np.array(value, float) if isinstance(value, list) else value for key, value in data.items()}
        right, wrong = ([np.asarray(f(**named))] for f in (task(name).reference, wrong_program(name, mistake)))
    pairs = list(zip(right, wrong))
    return len(pairs) < len(right) or any(
        a.size != b.size or not np.allclose(np.ravel(a), np.ravel(b), 1e-6, 1e-9) for a, b in pairs
    )


# Accepted or not


@pytest.mark.parametrize("name", PUZZLES)
def test_the_smallest_data_are_accepted_and_nothing_can_be_left_out(name):
    report = expose(name, **SMALLEST[name])
    assert report.passed and report.is_small and "Nothing can be left out" in report.facts()[1][1]


@pytest.mark.parametrize("name", PUZZLES)
def test_data_on_which_both_programs_do_the_same_are_refused(name):
    report = expose(name, **ALIKE[name])
    assert not report.passed and report.verdict.startswith("No difference")
    assert len(report.hints) == 3 and not report.content["answer"]


@pytest.mark.filterwarnings("ignore")  # of wrong programs
@pytest.mark.parametrize("name", EXPOSABLE)
def test_the_verdict_is_that_of_a_direct_comparison(name):
    """This holds for every mistake of the catalogue, on drawn data without margins on a border."""
    for number, mistake in enumerate(mistakes(name)):
        for seed in range(3):
            data = drawn_data(name, 10 * number + seed)
            assert expose(mistake, **data).passed is directly_differ(name, mistake.split("/")[1], data), (mistake, data)


@pytest.mark.filterwarnings("ignore")  # of wrong programs
@pytest.mark.parametrize("name", EXPOSABLE)
def test_for_every_mistake_there_are_data_that_show_it(name):
    for mistake in mistakes(name):
        asked = exposing.Puzzle(**_facts(mistake), names={})
        tried = (exposing.read(asked, (), with_zeros(drawn_data(name, seed), seed)) for seed in range(200))
        assert any(exposing.differ(asked, data) for data in tried), mistake


def test_a_difference_that_hangs_on_rounding_is_not_accepted():
    report = expose("03", X=[[1]], y=[1], lam=1, draws=[0, 0])  # the margin is 1 in step 2
    assert not report.passed and "on a border" in report.verdict
    assert "In step 2 a margin is 1." in dict(report.facts())["The border"]
    assert expose("03", X=[[1]], y=[1], lam=0.99, draws=[0, 0]).passed


def test_a_border_of_the_program_itself_is_told():
    """The margin is 2 in step 2, and the score of the program, which shrinks w before, is 1."""
    report = expose("03", X=[[1]], y=[1], lam=0.5, draws=[0, 0])
    assert not report.passed and "on a border" in report.verdict
    assert dict(report.facts())["The border"] == (
        "In step 2 the number with which the program decides is exactly at its limit. If all numbers are a billionth "
        "smaller, it leaves w = 2; if they are a billionth larger, w = 1. Change one number a little, for example λ."
    )


# What the report says


def test_it_says_in_which_step_by_how_much_and_why():
    report = expose("03", **SMALLEST["03"])
    assert report.verdict == (
        "Exposed. After step 2 the two differ by 0.7143: w is 1.429 in the program and 0.7143 in the algorithm."
    )
    why = dict(report.facts())["Why these data show it"]
    assert "the margin is 1.429, so the algorithm adds nothing" in why
    assert why.endswith("To (1 − η·λ)·w the algorithm adds nothing, and the program 0.7143.")


def test_it_names_each_example_feature_and_step_that_can_be_left_out():
    report = expose("03", X=[[1, 0], [0, 1]], y=[1, -1], lam=0.7, draws=[0, 0, 1])
    assert report.passed and not report.is_small
    assert report.left_out == ("example 1", "feature 1", "step 3")
    assert report.sizes == {"examples": 2, "features": 2, "steps": 3}
    report = expose("05", X=[[1], [-1]], y=[1, 1], lam=0.5, draws=[[0, 0], [0, 1]])
    assert report.left_out == ("example 0 of the batch in step 1",)


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_said_to_be_left_out_can_be_left_out(name):
    """A second example, feature and step are put in, and each that the report names is taken out again."""
    for seed in range(8):
        data = drawn_data(PUZZLES[name][0], seed)
        asked = exposing.Puzzle(**_facts(name), names={})
        data = exposing.read(asked, (), data)
        if not expose(name, **data).passed:
            continue
        named = expose(name, **data).left_out
        for words, smaller in [] if len(named) == exposing.MOST_LEFT_OUT else exposing._smaller(asked, data):
            assert (words in named) is (smaller is not None and expose(name, **smaller).passed)


def test_no_sentence_of_a_refusal_is_false():
    """The sentences about what was not tried are compared with the steps of the algorithm."""
    count = 0
    for name in RUNS:
        for seed in range(40):
            data = drawn_data(name, seed)
            mistake = mistakes(name)[seed % len(mistakes(name))]
            asked = exposing.Puzzle(**_facts(mistake), names={})
            pair = exposing.PairOfRuns(asked, exposing.read(asked, (), data))
            if pair.differs:
                continue
            count += 1
            steps = list(
                run(ALGORITHMS[name], data.get("K", data.get("X")), data["y"], lam=data["lam"], draws=data["draws"])
            )
            margins = [np.asarray(data["y"])[step.drawn] * step.scored for step in steps]
            assert all(np.allclose(pair.margins(t), row) for t, row in enumerate(margins, 1))
            adds = [bool(np.any(row < 1)) for row in margins]
            told = exposing._story(pair).split("\n")[: exposing.MOST_TOLD]
            for line, added, row in zip(told, adds, margins):
                count_told = (
                    f"adds {np.sum(row < 1)} of {len(row)}" if len(row) > 1 else "adds the" if added else "adds no"
                )
                assert name == "logistic" or count_told in line
            said = exposing._untried(pair)
            if name != "logistic":
                assert ("Every margin is below 1" in said) is all(np.all(row < 1) for row in margins)
                assert ("adds nothing any more" in said) is (not any(adds[1:]))
            assert ("No margin is below 0." in said) is all(np.all(row >= 0) for row in margins)
            later = np.concatenate(margins[1:])
            assert ("between 0 and 1" in said) is (not np.any((later > 0) & (later < 1)))
            drawn = np.concatenate([step.drawn for step in steps])
            assert ("never drawn" in said) is (len(set(drawn.tolist())) < len(data["y"]))
            assert ("has the label" in said) is (len(set(np.asarray(data["y"])[drawn].tolist())) == 1)
            assert ("No example is drawn twice" in said) is (len(set(drawn.tolist())) == len(drawn))
    assert count >= 20


@pytest.mark.parametrize("name", PUZZLES)
def test_neither_the_report_nor_the_program_names_the_mistake(name):
    task_name, mistake = PUZZLES[name]
    entry, refused = by_id()[mistake], expose(name, **ALIKE[name])
    text = puzzle(name).source + repr(refused) + " ".join(refused.hints) + refused._repr_html_()
    assert entry.title not in text and mistake not in text and entry.says not in text and "#" not in puzzle(name).source


@pytest.mark.parametrize("name", PUZZLES)
def test_no_hint_holds_the_data(name):
    for hint in expose(name, **ALIKE[name]).hints:
        assert not re.search(r"[2-9]|[01.]\d|\[", hint)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_hints_begin_without_the_part_that_is_wrong_and_end_with_it(name):
    first, *others = expose(name, **ALIKE[name]).hints
    part = by_id()[PUZZLES[name][1]].part
    assert part not in first and all(part in hint for hint in others)


@pytest.mark.parametrize("name", ["05", "08"])
def test_a_refusal_does_not_say_what_the_data_must_be(name):
    said = dict(expose(name, **ALIKE[name]).facts())["What your data do not try"]
    assert "added twice" not in said and "all below 1" not in said


# What is handed in


@pytest.mark.parametrize(
    "name, changes, words",
    [
        ("03", {"X": [1, 2]}, r"X must be a list of rows of numbers, got the list \(1, 2\); for one example"),
        ("03", {"X": [[1], [1, 2]]}, "X must have rows of one length, got rows of 1 and 2 numbers; fill up"),
        ("03", {"X": [[float("nan")]]}, "X must be a list of rows of numbers, got a list that holds .*NaN; for"),
        ("03", {"X": [["a"]]}, "got a list that holds .*a text"),
        ("03", {"X": [[1e7]]}, r"X must hold numbers of at most 1e\+6, got 1e\+7; take smaller ones"),
        ("03", {"y": [2]}, r"y must hold -1 and \+1 only, got 2; give one label"),
        ("03", {"y": [1, 1]}, "y must hold a label for each of the 1 examples, got 2; give 1"),
        ("02", {"y": [1]}, r"y must be -1 or \+1, the label of the example, got the list \(1\); try y=1"),
        ("03", {"lam": 0}, "lam must be a number above 0, .*, got 0; try lam=0.5"),
        ("03", {"lam": True}, "got True"),
        ("03", {"draws": [0, 1]}, "draws must lie between 0 and 0, because there is 1 example, got 1; count"),
        ("03", {"draws": [0.5]}, "draws must hold whole numbers, got 0.5; count"),
        ("03", {"draws": []}, "draws must be a list of examples, .*, got an empty list; give one for each step"),
        ("03", {"draws": [0] * 17}, "the data must hold at most 16 steps, got 17"),
        ("05", {"draws": [0]}, r"draws must be a list of batches, .*, got the list \(0\)"),
        ("06", {"w": [1] * 7}, "the data must hold at most 6 features, got 7"),
        ("01", {"w": [1, 2]}, "w must have 1 numbers, one for each feature, got 2; give 1"),
        ("08", {"K": [[1, 2]]}, "K must have as many columns as rows"),
        ("08", {"K": [[1, 2], [1, 1]], "y": [1, 1]}, "K must be symmetric, got 1 in row 1 and 2 in row 0"),
        ("08", {"K": [[1, 2], [2, 1]], "y": [1, 1]}, "not positive semidefinite; compute it from examples"),
        ("03", {"k": 1}, "expose must get X, y, lam and draws, got also k; leave k out"),
    ],
)
def test_an_error_names_what_is_wrong_what_came_and_what_to_do(name, changes, words):
    with pytest.raises(ValueError, match=words):
        expose(name, **SMALLEST[name] | changes)


def test_what_is_missing_is_named():
    with pytest.raises(ValueError, match="expose must get w and lam, got no lam; add lam="):
        expose("06", w=[1])
    with pytest.raises(ValueError, match="expose must get w and lam, got None; give them in this order"):
        expose("06", None)
    with pytest.raises(ValueError, match="expose must get w and lam, got 3 values"):
        expose("06", [1], 1, 1)
    assert expose("06", [1], ...).is_unwritten


def test_arrays_and_positions_are_taken_as_well():
    report = expose("05", *(np.array(SMALLEST["05"][name]) for name in ("X", "y", "lam")), SMALLEST["05"]["draws"])
    assert repr(report) == repr(expose("05", **SMALLEST["05"]))
    assert repr(report) == repr(expose("05", tuple(SMALLEST["05"].values())))


def test_a_matrix_of_inner_products_is_accepted_whatever_its_rank():
    rng = np.random.default_rng(0)
    for m in range(1, 9):
        for d in range(1, 5):
            X = rng.normal(size=(m, d)) * 10.0 ** rng.integers(-2, 3)
            exposing._check_gram((X @ X.T).tolist())
    with pytest.raises(ValueError, match="positive semidefinite"):
        exposing._check_gram([[1, 0, 0], [0, 0, 1e-3], [0, 1e-3, 0]])


def test_an_unknown_puzzle_is_an_error():
    of_options = "objective/bias-penalised", "hinge/radius-one"
    for name in ("10", "hinge/average", "dual_ascent/step-size-halved", *of_options):
        with pytest.raises(ValueError, match="name must be the number of a lesson"):
            expose(name)


# The programs as they are shown


@pytest.mark.parametrize("name", EXPOSABLE)
def test_a_program_is_shown_without_comments_options_and_helpers(name):
    source = plain_source(task(name).source, "program", task(name).step)
    assert not any(word in source for word in ("#", "CAUTION", "project", "Step", "dots(", "combine(", '"""', "add("))
    assert source.startswith("def program(") and max(map(len, source.split("\n"))) < 90


@pytest.mark.parametrize("name", RUNS)
def test_the_algorithm_as_it_is_shown_leaves_the_same_states(name):
    data = drawn_data(name, 7)
    asked = exposing.Puzzle(**_facts(mistakes(name)[0]), names={})
    shown = list(exposing._states(asked, asked.right, exposing.read(asked, (), data)))
    assert np.allclose(shown, states(ALGORITHMS[name], name, data), 1e-12, 1e-12)
