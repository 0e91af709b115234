import numpy as np

from pegasos_edu import average, dual_ascent, hinge, last, objective, run, snapshots, stack
from pegasos_edu.datasets import digits
from pegasos_edu.lessons.pictures.lesson_12_after import (
    images_by_pull,
    one_pull,
    passes_to,
    values_after_passes,
    violation_shares,
)
from pegasos_edu.theory import dual_value, optimum

X, y, names = digits()
LAM, M = 0.1, len(y)
GIVEN = {"lam": LAM, "T": 3 * M, "sampling": "epochs", "seed": 1}
PEGASOS, ASCENT = (run(algorithm, X, y, **GIVEN) for algorithm in (hinge, dual_ascent))
VALUES = values_after_passes({"Pegasos": [PEGASOS], "dual ascent": [ASCENT]})
ALPHA = last(run(dual_ascent, X, y, **GIVEN | {"T": 2 * M})).alpha


def test_the_values_after_each_pass_are_those_of_the_runs():
    ends, log = M * np.arange(1, 4), stack(PEGASOS)
    ascent = snapshots(ASCENT, at=ends)
    pulls = violation_shares(log, y, ends)
    half = average(PEGASOS, "half")
    for values, expected in (
        (VALUES.f["Pegasos"], objective(log.w[ends - 1], X, y, LAM)),
        (VALUES.f["Pegasos, mean of the last half"][:, -1], objective(half, X, y, LAM)),
        (VALUES.f["dual ascent"], objective(ascent.w, X, y, LAM)),
        (VALUES.D["Pegasos"], dual_value(pulls * y, X, y, LAM)),
        (VALUES.D["dual ascent"], dual_value(ascent.alpha, X, y, LAM)),
    ):
        np.testing.assert_allclose(values[0], expected, rtol=1e-11)


def test_the_optimum_lies_between_the_bounds():
    value = optimum(X, y, LAM).value
    for name, D in VALUES.D.items():
        assert np.all(D < value) and np.all(VALUES.f[name] > value)


def test_the_shares_of_pegasos_give_its_weights():
    log = stack(PEGASOS)
    pulls = violation_shares(log, y, [M, 2 * M])
    assert set(np.unique(pulls[0])) == {0, 1} and set(np.unique(pulls[1])) == {0, 0.5, 1}
    np.testing.assert_allclose((pulls * y) @ X / (LAM * M), log.w[[M - 1, 2 * M - 1]], atol=1e-12)


def test_passes_are_counted_from_1_and_a_run_that_never_arrives_is_nan():
    np.testing.assert_array_equal(passes_to(np.array([[3, 1, 2], [1, 1, 1], [3, 3, 2]]), 1), [2, 1, np.nan])


def test_each_row_holds_its_pulls_from_the_lowest_margin_to_the_highest():
    pulls, w = ALPHA * y, ALPHA @ X / (LAM * M)
    margins = y * (X @ w)
    groups = (pulls == 0, (pulls > 0) & (pulls < 1), pulls == 1)
    for part, chosen in zip(images_by_pull(pulls, w, X, y=y, count=4).subfigs, groups, strict=True):
        titles = [float(ax.get_title().replace("−", "-")) for ax in part.axes if ax.images]
        assert f": {chosen.sum()} images" in part.get_suptitle() and titles == sorted(titles)
        np.testing.assert_allclose(
            titles[:: len(titles) - 1], [margins[chosen].min(), margins[chosen].max()], atol=0.005
        )


def test_the_parabola_is_the_change_of_the_bound_and_its_top_is_the_step_of_dual_ascent():
    fig, best = one_pull(ALPHA * y, X, y, LAM, [4, 49], names=names)
    draws = [*run(dual_ascent, X, y, **GIVEN | {"T": 2 * M}).draws]
    for ax, i, top in zip(fig.axes, [4, 49], best):
        curve = next(line for line in ax.lines if line.get_label() == "what the pull may be")
        for p, gain in curve.get_xydata()[::50]:
            other = ALPHA.copy()
            other[i] = p * y[i]
            change = dual_value(other, X, y, LAM) - dual_value(ALPHA, X, y, LAM)
            np.testing.assert_allclose(gain / M, change, atol=1e-12)
        step = last(run(dual_ascent, X, y, lam=LAM, draws=[*draws, i]))
        np.testing.assert_allclose(step.alpha[i] * y[i], top, atol=1e-12)
