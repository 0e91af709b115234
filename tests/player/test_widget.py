"""Test players: their records, settings and other forms, and the arguments that they refuse."""

import gzip
import html
import json
import re
from base64 import b64decode
from functools import partial

import numpy as np
import pytest
from scipy import sparse

from pegasos_edu import (
    ALGORITHMS,
    compiled,
    dual_ascent,
    free_bias,
    hinge,
    kernel_objective,
    kernelized,
    last,
    logistic,
    minibatch,
    objective,
    run,
    stack,
    summed,
    variant,
)
from pegasos_edu.algorithms.inputs import Batches, Gram, Outcomes
from pegasos_edu.algorithms.step_types import LinearStep
from pegasos_edu.datasets import breast_cancer, digits, moons
from pegasos_edu.kernels import linear, polynomial, rbf
from pegasos_edu.player import compare, play
from pegasos_edu.theory import kernel_optimum, optimum, optimum_with_bias
from pegasos_edu.trace.scenes import packed

X, Y, NAMES = moons(60)
KERNEL = partial(rbf, gamma=2.0)
X2, Y2 = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])
PLAYED = [algorithm for algorithm in ALGORITHMS.values() if algorithm.__name__ not in ("regression", "multiclass")]


def needs(algorithm):
    """Return the arguments that an algorithm needs besides X, y and λ."""
    takes = algorithm.__annotations__.values()
    return ({"kernel": KERNEL} if Gram in takes else {}) | ({"k": 3} if Batches in takes else {})


def as_json(content):
    """Return content as JSON, in the form in which a page contains it."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def last_values(record):
    """Return all values after the last line."""
    values = {}
    for entry in (entry for step in record["moments"] for entry in step):
        values |= {record["keys"][key]: value for key, value in zip(entry[1::2], entry[2::2])}
    return values


def unpacked(text):
    size, content = text.split(" ")
    return float(size) * (np.frombuffer(b64decode(content), "<i1") / 127) ** 3


def unpacked_logarithms(text):
    size, times, content = text.split(" ")
    n = np.frombuffer(b64decode(content), "<i2").astype(float)
    return np.sign(n) * float(size) * np.exp(float(times) * (np.abs(n) / 32767 - 1))


# Records


@pytest.mark.parametrize("algorithm", PLAYED, ids=lambda algorithm: algorithm.__name__)
def test_a_record_is_json_and_says_what_the_run_did(algorithm):
    player = play(algorithm, X, Y, lam=0.05, T=50, **needs(algorithm))
    (record,) = json.loads(json.dumps(player.records, allow_nan=False))
    steps = stack(player.run)
    drawn = steps.drawn if steps.is_batch else steps.i
    assert record["algorithm"] == algorithm.__name__ and record["drawn"] == drawn.tolist()
    assert len(record["moments"]) == 51 and len(record["stories"]) == 51 and len(record["events"]) == 50
    loss = "log" if Outcomes in algorithm.__annotations__.values() else "hinge"
    if Gram in algorithm.__annotations__.values():
        values = kernel_objective(steps.beta(Y), player.run.X, Y, 0.05)
        best = kernel_optimum(player.run.X, Y, 0.05).value
    elif algorithm is free_bias:
        values, best = objective(steps.w, X, Y, 0.05, b=steps.b), optimum_with_bias(X, Y, 0.05).value
    else:
        values, best = objective(steps.w, X, Y, 0.05, loss), optimum(X, Y, 0.05, loss).value
    assert np.allclose(record["values"], values, rtol=1e-4) and np.isclose(record["optimum"], best, rtol=1e-4)


@pytest.mark.parametrize("algorithm", [hinge, minibatch, logistic, dual_ascent], ids=lambda a: a.__name__)
def test_events_are_the_steps_in_which_something_was_added(algorithm):
    player = play(algorithm, X, Y, lam=0.05, T=80, **needs(algorithm))
    steps, moved = stack(player.run), ["m" in event for event in player.records[0]["events"]]
    if player.run.loss == "log":
        assert all(moved)
    elif steps.is_dual:
        assert moved == (abs(steps.delta) > 1e-9).tolist() and 10 < sum(moved) < 80
    else:
        assert moved == (Y[steps.drawn] * steps.scored < 1).any(axis=1).tolist() and 10 < sum(moved) < 80


MINE = variant(logistic, name="mine")


def logistic_in_name_only(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        yield LinearStep(t, i, 1 / (lam * t), w @ X[i], w)


def test_an_algorithm_without_annotation_has_the_hinge_loss_unless_loss_says_otherwise():
    assert play(logistic_in_name_only, X, Y, lam=0.05, T=3).records[0]["values"] == [1, 1, 1]
    assert play(logistic_in_name_only, X, Y, lam=0.05, T=3, loss="log").records[0]["values"] == [0.69315] * 3


def given_in_its_signature(X, y, lam, draws, b=0.5):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        yield LinearStep(t, i, 1 / (lam * t), b, w)


def test_a_bias_that_stands_in_the_signature_is_the_bias_of_the_run():
    (record,) = play(given_in_its_signature, X, Y, lam=0.05, T=2).records
    assert record["picture"]["b"] == 0.5 and record["optimum"] is None
    assert record["values"] == pytest.approx([objective(np.zeros(2), X, Y, 0.05, b=0.5)] * 2, rel=1e-4)


def test_a_variant_is_copied_as_a_function_of_the_learner_and_a_compiled_box_as_the_algorithm():
    assert "# mine is your function" in play(MINE, X, Y, lam=0.05, T=3).records[0]["python"]
    assert "from pegasos_edu import hinge\n" in play(compiled(hinge), X, Y, lam=0.05, T=3).records[0]["python"]


def test_projections_are_the_steps_that_end_on_the_ball():
    player = play(hinge, X, Y, lam=0.5, T=80, project=True)
    norms = np.linalg.norm(stack(player.run).w, axis=1)
    projected = ["p" in event for event in player.records[0]["events"]]
    assert projected == (np.abs(norms * 0.5**0.5 - 1) < 1e-12).tolist() and sum(projected) > 0
    stories = player.records[0]["stories"][1:]
    assert [("projected onto the ball" in what) for _, what in stories] == projected
    assert "p" not in "".join(play(hinge, X, Y, lam=0.5, T=80).records[0]["events"])


def test_a_story_tells_margins_and_what_came_of_them():
    (record,) = play(hinge, X2, Y2, lam=0.5, draws=[0, 1, 0], names=("low", "high")).records
    assert record["stories"][1:] == [
        [
            "Step 1 draws example 0 (high, y = 1).",
            "Its margin, 0, is below 1, so η·y·x is added to w, and the margin becomes 10. Now there is a boundary.",
        ],
        [
            "Step 2 draws example 1 (low, y = −1).",
            "Its margin, −8, is below 1, so w shrinks, η·y·x is added to w, and the margin becomes 1. "
            "The boundary moves.",
        ],
        [
            "Step 3 draws example 0 (high, y = 1).",
            "Its margin, 1, is not below 1, so w only shrinks: the boundary stays, and the band widens.",
        ],
    ]


def backwards(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        score = w @ X[i]
        if y[i] * score >= 1 or t == 1:
            w = w + y[i] * X[i]
        else:
            w = 0.5 * w
        yield LinearStep(t, i, 1.0, score, w)


def test_the_columns_of_a_kernel_run_draw_its_scores():
    player = play(kernelized, X, Y, lam=0.05, T=60, kernel=KERNEL)
    (record,), step = player.records, list(player.run)[-1]
    picture, values = record["picture"], last_values(record)
    side, centre, half = picture["side"], picture["centre"], picture["half"]
    x, z = (np.linspace(c - half, c + half, side) for c in centre)
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)])
    drawn = sum(
        values["@η"]
        * values[f"α[{j}]"]
        * (1 if picture["labels"][int(j)] == "+" else -1)
        * unpacked_logarithms(column)[: side**2]
        for j, column in picture["columns"].items()
        if values.get(f"α[{j}]")
    )
    assert np.abs(drawn - KERNEL(grid, X) @ step.beta(Y)).max() < 0.005
    assert set(picture["columns"]) == {int(j) for j in np.flatnonzero(step.alpha)}


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e6])
def test_packed_numbers_keep_their_sign_down_to_a_millionth_and_err_little(scale):
    values = np.random.default_rng(0).normal(size=200) * scale * np.logspace(0, -5, 200)
    again, largest = unpacked(packed(values)), np.abs(values).max()
    assert np.abs(again - values).max() < 0.013 * largest
    kept = np.abs(values) > 1e-6 * largest
    assert (np.sign(again) == np.sign(values))[kept].all() and not unpacked(packed(np.zeros(3))).any()


def test_what_was_drawn_is_among_the_points_of_a_thinned_picture():
    rng = np.random.default_rng(0)
    many = rng.normal(size=(5000, 2))
    (record,) = play(hinge, many, np.where(many[:, 0] > 0, 1, -1), lam=0.1, T=50).records
    picture = record["picture"]
    assert len(picture["indices"]) == len(picture["points"]) // 2 == len(picture["labels"]) == 1000
    assert set(record["drawn"]) <= set(picture["indices"])
    place = picture["indices"].index(record["drawn"][0])
    assert np.allclose(picture["points"][2 * place : 2 * place + 2], many[record["drawn"][0]], rtol=1e-3)


def test_more_features_are_seen_along_the_last_w_and_across_it():
    A, b, _ = breast_cancer()
    player = play(hinge, A, b, lam=0.1, T=40)
    w, points = list(player.run)[-1].w, np.reshape(player.records[0]["picture"]["points"], (-1, 2))
    assert np.allclose(points[:, 0], A @ w / np.linalg.norm(w), rtol=1e-3, atol=1e-3)
    assert np.allclose(last_values(player.records[0])["@w"], [np.linalg.norm(w), 0], rtol=1e-3, atol=1e-9)
    rows = play(summed, sparse.csr_matrix(A), b, lam=0.1, T=40).records[0]["picture"]["points"]
    assert np.allclose(rows, points.ravel(), rtol=1e-3, atol=1e-3)


def test_images_are_kept_as_images():
    A, b, names = digits()
    player = play(hinge, A, b, lam=0.01, T=30, names=names, shape=(8, 8))
    picture, w = player.records[0]["picture"], list(player.run)[-1].w
    assert np.abs(unpacked(last_values(player.records[0])["@w"]) - w).max() < 0.015 * np.abs(w).max()
    assert set(picture["images"]) == set(player.records[0]["drawn"])
    assert (
        np.abs(unpacked(picture["images"][player.records[0]["drawn"][0]]) - A[player.records[0]["drawn"][0]]).max()
        < 0.02
    )


# Settings


def test_a_change_makes_another_run_and_keeps_the_rest():
    player = play([hinge, minibatch], X, Y, lam=0.05, T=30, k=4, project=True)
    player.change(lam=0.5)
    assert player.run.lam == 0.5 and len(player.run) == 30 and player.run.options == {"project": True}
    player.change(algorithm=minibatch)
    assert player.run.draws.shape == (30, 4) and player.records[0]["algorithm"] == "minibatch"
    player.change(algorithm=summed)
    assert player.run.options == {} and player.problem == ""


def test_what_is_wrong_with_a_change_is_said_and_the_run_stays():
    player = play(hinge, X, Y, lam=0.05, T=30)
    before = player.records
    for wrong in ({"lam": -1}, {"T": 0}, {"T": 10_001}, {"sampling": "odd"}, {"algorithm": kernelized}):
        player.change(**wrong)
        assert player.records == before and player.run.lam == 0.05 and len(player.problem) > 20
    player.change(T=20)
    assert player.problem == "" and len(player.run) == 20


def asked_by_panel(player, **settings):
    """Return the player after its panel in the browser has asked for settings."""
    player._follow(player, settings, [])
    return player


def test_the_panel_has_the_settings_of_the_algorithms_and_changes_the_run():
    mine, batches = variant(hinge, name="mine"), variant(minibatch, name="batches")
    alone = play(variant(summed, name="mine"), X, Y, lam=20.0)
    assert alone.panel["fields"].keys() == {"algorithm", "lam", "T", "seed", "sampling"}
    assert (alone.panel["fields"]["lam"]["first"], alone.panel["fields"]["lam"]["high"]) == (20.0, 20.0)
    player = play([mine, batches], X, Y, lam=0.05, T=30)
    assert player.panel["fields"].keys() == {"algorithm", "lam", "T", "k", "seed", "sampling", "project"}
    for name, value in (("T", 12), ("seed", 4), ("sampling", "epochs"), ("project", True), ("lam", 0.2)):
        asked_by_panel(player, **{name: value})
    again = run(mine, X, Y, lam=0.2, T=12, seed=4, sampling="epochs", project=True)
    assert np.array_equal(player.run.draws, again.draws) and player.run.options == again.options
    asked_by_panel(asked_by_panel(player, algorithm="batches"), k=5)
    assert player.run.algorithm is batches and player.run.draws.shape == (12, 5)


def test_a_click_draws_the_example_next_and_the_other_draws_stay():
    player = play(variant(hinge, name="mine"), X, Y, lam=0.05, T=10)
    before = player.run.draws.copy()
    player._follow(player, {"pick": 33, "step": 4}, [])
    assert player.run.draws[4] == 33 and np.array_equal(np.delete(player.run.draws, 4), np.delete(before, 4))
    assert player.moment[0] == 5
    player._follow(player, {"pick": 7, "step": 10}, [])
    assert len(player.run) == 11 and player.run.draws[10] == 7
    asked_by_panel(player, lam=0.5)
    assert player.run.draws[4] == 33 and len(player.run) == 11
    asked_by_panel(player, seed=9)
    assert (
        len(player.run) == 11 == player.panel["fields"]["T"]["first"]
        and player.run.lam == 0.5
        and 33 != player.run.draws[4]
    )


def mutates_the_data(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        X[i] *= 2
        yield LinearStep(t, i, 1.0, 0.0, w)


def fails_late(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        assert t < 4
        yield LinearStep(t, i, 1.0, 0.0, w)


def test_an_algorithm_cannot_change_the_data():
    A = X.copy()
    with pytest.raises(RuntimeError, match=r"got ValueError: output array is read-only .*: X\[i\] \*= 2"):
        play(mutates_the_data, A, Y, lam=0.05, T=5)
    assert np.array_equal(A, X)


def test_an_algorithm_that_fails_leaves_the_player_as_it_was():
    player = play([hinge, fails_late], X, Y, lam=0.05, T=10)
    before = player._repr_mimebundle_()["text/html"]
    player.change(algorithm=fails_late)
    assert "fails_late must yield" in player.problem and player.run.algorithm is hinge
    assert player._repr_mimebundle_()["text/html"] == before
    player.change(names=("a", "b"))
    assert "names cannot be changed" in player.problem


def test_data_of_extreme_scales_have_a_player_without_an_optimum():
    assert play(hinge, X * 1e100, Y, lam=0.1, T=5).records[0]["optimum"] is None


def test_a_kernel_run_on_nothing_but_zeros_has_a_player():
    (record,) = play(kernelized, np.zeros((3, 2)), [1, -1, 1], lam=0.1, T=5, kernel=linear).records
    assert record["optimum"] == 1 == record["values"][-1]


def test_draws_that_were_given_count_as_steps():
    batches = variant(minibatch, name="batches")
    player = play([variant(hinge, name="mine"), batches], X, Y, lam=0.05, draws=[1, 2, 3])
    assert player.panel["fields"]["T"]["first"] == len(player.run) == 3
    player.change(algorithm=batches, k=2)
    assert player.problem == "" and player.run.draws.shape == (3, 2)
    with pytest.raises(ValueError, match="T must be at most 10,000"):
        play(hinge, X, Y, lam=0.05, draws=np.zeros(10_001, int))


def test_a_click_in_a_run_of_batches_puts_the_example_into_the_next_batch():
    player = play(minibatch, X, Y, lam=0.05, T=6, k=3)
    player._follow(player, {"pick": 33, "step": 2}, [])
    assert 33 in player.run.draws[2] and len(set(player.run.draws[2])) == 3
    player._follow(player, {"pick": 33, "step": 2}, [])
    assert len(set(player.run.draws[2])) == 3


# Other forms


@pytest.mark.parametrize("algorithm", [hinge, variant(hinge)])
def test_the_frame_holds_the_page_and_the_picture(algorithm):
    player = play(algorithm, X2, Y2, lam=0.5, T=4, names=('"<b>&', "'</script>"))
    assert bool(player.editor) == (algorithm is hinge)
    data = player._repr_mimebundle_()
    said = "2 of 4 steps added an example; objective 0.625, optimum 0.5"
    assert data["text/plain"] == repr(player) == f"StepPlayer: {algorithm.__name__}, λ = 0.5, T = 4: {said}"
    assert data["image/png"].startswith(b"\x89PNG")
    source = html.unescape(re.search(r'srcdoc="([^"]*)"', data["text/html"]).group(1))
    content = gzip.decompress(b64decode(re.search(r'atob\("([^"]*)"', source).group(1))).decode()
    assert content == player.page()
    told = re.search(r'<script type="application/json" id="content">(.*?)</script>', content, re.DOTALL).group(1)
    assert told == as_json(player.editor.facts() if player.editor else player.records)
    assert player._repr_mimebundle_() == data  # the same bytes every time


def test_pictures_of_images_projections_biases_and_comparisons():
    A, b, _ = digits()
    players = [
        play(hinge, A, b, lam=0.01, T=10, shape=(8, 8)),
        play(hinge, A, b, lam=0.01, T=10),
        play(ALGORITHMS["biased"], X, Y, lam=0.01, T=10, b=0.5),
    ]
    for shown in (*players, compare(*players)):
        assert shown._repr_mimebundle_()["image/png"].startswith(b"\x89PNG")
    assert players[2].records[0]["optimum"] is None and players[2].records[0]["picture"]["b"] == 0.5
    steps = stack(players[2].run)
    losses = np.maximum(0, 1 - Y * (steps.w @ X.T + 0.5)).mean(axis=1)
    assert np.allclose(players[2].records[0]["values"], 0.005 * (steps.w**2).sum(axis=1) + losses, rtol=1e-4)


def test_a_bias_that_is_learned_is_that_of_the_moment():
    player = play([free_bias, hinge], X, Y, lam=0.05, T=30)
    values, step = last_values(player.records[0]), last(player.run)
    assert np.isclose(values["@b"], step.b, rtol=1e-3) and player.records[0]["picture"]["b"] == 0
    score, _ = player.experiment.score(player.run, player.records[0], step)
    assert np.allclose(score(X), X @ step.w + step.b, rtol=1e-2, atol=1e-2)
    player.change(algorithm=hinge)
    assert "@b" not in player.records[0]["keys"]
    assert np.isclose(player.records[0]["optimum"], optimum(X, Y, 0.05).value, rtol=1e-4)


def test_a_page_is_whole_or_not_there(tmp_path):
    player = play(hinge, X2, Y2, lam=0.5, T=4)
    assert player.to_html(tmp_path / "page.html").read_text("utf-8") == player.page()
    with pytest.raises(FileNotFoundError, match="must be a folder"):
        player.to_html(tmp_path / "none" / "page.html")


PYTHON = [
    (hinge, X2, Y2, {"lam": 0.5, "T": 7, "seed": 2}, None),
    (minibatch, X2, Y2, {"lam": 0.5, "draws": [[0, 1], [1, 0]], "names": ("a", "b")}, None),
    (hinge, *digits()[:2], {"lam": 0.01, "T": 5, "shape": (8, 8), "project": True}, "X, y, _ = digits()"),
    (kernelized, *moons()[:2], {"lam": 0.1, "T": 5, "kernel": partial(polynomial, degree=2)}, "X, y, _ = moons()"),
]


@pytest.mark.parametrize(("algorithm", "A", "b", "settings", "data"), PYTHON)
def test_the_lines_of_python_make_the_same_player(algorithm, A, b, settings, data):
    data = data and f"from pegasos_edu.datasets import digits, moons\n{data}"
    (record,) = play(algorithm, A, b, data=data, **settings).records
    *lines, call = record["python"].strip().splitlines()
    namespace = {}
    exec("\n".join([*lines, f"again = {call}"]), namespace)
    (again,) = namespace["again"].records
    assert again | {"python": ""} == record | {"python": ""}


def test_what_cannot_be_written_out_is_said_in_the_lines():
    text = play(backwards, X, Y, lam=0.5, T=3).records[0]["python"]
    assert "# backwards is your function" in text and "# X and y are the data that this player was given" in text


# Arguments that are refused


def typed_in(source):
    """Return a function that `exec` made, so it has no file and no module."""
    space = {}
    exec(source, space)
    return space["algorithm"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            {"algorithm": ALGORITHMS["regression"]},
            "algorithm must take labels -1 and .1, got regression",
        ),
        ({"algorithm": kernelized}, "kernel must be a function of two arrays for kernelized, got None"),
        (
            {"algorithm": kernelized, "kernel": KERNEL, "X": np.ones((60, 3))},
            "two features for kernelized, got ndarray of shape",
        ),
        ({"algorithm": kernelized, "kernel": KERNEL, "shape": (1, 2)}, "two features for kernelized"),
        (
            {"algorithm": typed_in("def algorithm(X, y, lam, draws):\n    yield 1")},
            "algorithm must have a source that can be read",
        ),
        ({"names": "ab"}, "names must be a pair"),
        ({"shape": (2, 2)}, r"shape must be \(rows, columns\)"),
        ({"T": 10_001}, "T must be at most 10,000"),
        ({"lam": 0}, "lam must be"),
        ({"loss": "squared"}, "loss must be"),
        ({"X": [[np.nan, 1.0]] * 60}, "X must hold finite numbers only, got NaN"),
        ({"speed": 3}, "speed is not an option of hinge"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(arguments, words):
    given = {"algorithm": hinge, "X": X, "y": Y, "lam": 0.1} | arguments
    with pytest.raises(ValueError, match=words):
        play(**given)


def test_what_cannot_be_compared_is_refused_in_words():
    player = play(hinge, X2, Y2, lam=0.5, T=4)
    with pytest.raises(ValueError, match="players must be two or three, each from play.*got 1"):
        compare(player)
    with pytest.raises(ValueError, match="players must be two or three, each from play.*str"):
        compare(player, "hinge")
    with pytest.raises(ValueError, match=r"the same number of steps, got \[4, 5\]"):
        compare(player, play(hinge, X2, Y2, lam=0.5, T=5))
