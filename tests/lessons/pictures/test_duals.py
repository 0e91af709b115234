"""Pictures of pulls and bounds, and races: they show what the algorithms do."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from pegasos_edu import average, dual_ascent, hinge, last, objective, run, snapshots, stack
from pegasos_edu.datasets import digits
from pegasos_edu.lessons.pictures.duals import by_pull, lines_below, one_pull, shares, squeeze
from pegasos_edu.lessons.pictures.races import after_passes, needed, passes_to
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots import Picture
from pegasos_edu.theory import dual_value, optimum

X, y, names = digits()
LAM, M = 0.1, len(y)
GIVEN = [{"lam": LAM, "T": 3 * M, "sampling": "epochs", "seed": seed} for seed in range(2)]
ALGORITHMS = {"Pegasos": hinge, "dual ascent": dual_ascent}
RUNS = after_passes(
    {name: [run(algorithm, X, y, **given) for given in GIVEN] for name, algorithm in ALGORITHMS.items()}
)
ALPHA = last(run(dual_ascent, X, y, lam=LAM, T=2 * M, sampling="epochs")).alpha


@pytest.mark.parametrize("seed", range(2))
def test_what_stands_after_each_pass_is_what_the_runs_left(seed):
    given, ends = GIVEN[seed], M * np.arange(1, 4)
    log = stack(run(hinge, X, y, **given))
    ascent = snapshots(run(dual_ascent, X, y, **given), at=ends)
    pulls = shares(log, y, ends)
    half = average(run(hinge, X, y, **given), "half")
    for found, expected in (
        (RUNS.f["Pegasos"][seed], objective(log.w[ends - 1], X, y, LAM)),
        (RUNS.f["Pegasos, mean of the last half"][seed, -1], objective(half, X, y, LAM)),
        (RUNS.f["dual ascent"][seed], objective(ascent.w, X, y, LAM)),
        (RUNS.D["Pegasos"][seed], dual_value(pulls * y, X, y, LAM)),
        (RUNS.D["dual ascent"][seed], dual_value(ascent.alpha, X, y, LAM)),
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-11)


def test_the_bounds_of_a_race_hold_the_optimum_between_them():
    value = optimum(X, y, LAM).value
    for name, D in RUNS.D.items():
        assert np.all(D < value) and np.all(RUNS.f[name] > value)


def test_the_shares_of_pegasos_give_its_weights():
    log = stack(run(hinge, X, y, lam=LAM, T=2 * M, sampling="epochs"))
    pulls = shares(log, y, [M, 2 * M])
    assert set(np.unique(pulls[0])) == {0, 1} and set(np.unique(pulls[1])) == {0, 0.5, 1}
    np.testing.assert_allclose((pulls * y) @ X / (LAM * M), log.w[[M - 1, 2 * M - 1]], atol=1e-12)


def test_passes_are_counted_from_one_and_what_never_arrives_is_nan():
    np.testing.assert_array_equal(passes_to(np.array([[3, 1, 2], [1, 1, 1], [3, 3, 2]]), 1), [2, 1, np.nan])


def test_images_stand_in_the_row_of_their_pull_the_hardest_first():
    pulls, w = ALPHA * y, ALPHA @ X / (LAM * M)
    made = by_pull(pulls, w, X, y=y, count=4)
    margins = y * (X @ w)
    for part, chosen in zip(made.subfigs, (pulls == 0, (pulls > 0) & (pulls < 1), pulls == 1)):
        shown = [ax.get_title() for ax in part.axes if ax.images]
        assert f": {chosen.sum()} images" in part.get_suptitle()
        said = [float(title.replace("−", "-")) for title in shown]
        assert len(said) == 4 and said == sorted(said)
        np.testing.assert_allclose([said[0], said[-1]], [margins[chosen].min(), margins[chosen].max()], atol=0.005)


def test_a_row_may_be_empty():
    assert "pull 1: 0 images" in [part.get_suptitle() for part in by_pull(0 * y, X[0], X, y=y).subfigs]


def test_the_lines_of_pulls_are_nowhere_above_the_hinge():
    loss, *lines = lines_below([0, 0.3, 1], ax=Figure().add_subplot())
    np.testing.assert_array_equal(loss.get_ydata(), hinge_loss(loss.get_xdata()))
    assert len(lines) == 3 and all(np.all(line.get_ydata() <= loss.get_ydata() + 1e-12) for line in lines)


def test_a_parabola_is_the_change_of_the_bound_and_its_best_is_the_step_of_the_algorithm():
    shown = [4, 49, 78]
    made, best = one_pull(ALPHA * y, X, y, LAM, shown, names=names)
    at_first = dual_value(ALPHA, X, y, LAM)
    for ax, i, top in zip(made.axes, shown, best):
        curve = next(line for line in ax.lines if line.get_label() == "what the pull may be")
        for p, gain in curve.get_xydata()[::50]:
            other = ALPHA.copy()
            other[i] = p * y[i]
            np.testing.assert_allclose(gain / M, dual_value(other, X, y, LAM) - at_first, atol=1e-12)
        steps = run(
            dual_ascent, X, y, lam=LAM, draws=[*run(dual_ascent, X, y, lam=LAM, T=2 * M, sampling="epochs").draws, i]
        )
        np.testing.assert_allclose(last(steps).alpha[i] * y[i], top, atol=1e-12)
        assert (
            curve.get_ydata().max()
            <= next(line for line in ax.lines if line.get_label() == "the best").get_ydata()[0] + 1e-12
        )


def test_both_bounds_of_each_racer_are_drawn_and_said():
    made = squeeze({name: (RUNS.f[name], D) for name, D in RUNS.D.items()}, optimum=0.246)
    assert [ax.get_title() for ax in made.axes] == list(RUNS.D)
    for ax, name in zip(made.axes, RUNS.D):
        drawn = {line.get_label(): line.get_ydata() for line in ax.lines}
        np.testing.assert_array_equal(drawn["objective $f(w)$"], np.median(RUNS.f[name], axis=0))
        np.testing.assert_array_equal(drawn["bound $D(p)$"], np.median(RUNS.D[name], axis=0))
    assert "bound $D(p)$" in repr(Picture(made, "Two bounds."))


def test_what_needs_too_many_passes_stands_above_the_line():
    made = needed([1, 0.1], {"near": {"one": np.array([[1, 2, 4], [3, np.nan, np.nan]])}}, passes=10)
    (ax,) = made.axes
    values = ax.containers[0].lines[0].get_ydata()
    assert values[0] == 2 and values[1] > 10 and "more than 10" in [text.get_text() for text in ax.texts]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "0.1"]
