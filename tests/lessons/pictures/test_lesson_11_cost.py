import numpy as np
import pytest

from pegasos_edu.lessons.pictures.lesson_11_cost import (
    first_time,
    growth_power,
    median_of_runs,
    spread_steps,
)

X = np.array([10, 100, 1000])
RUNS = np.array([[1.0, 10.0, 100.0], [2.0, 20.0, np.nan], [3.0, 30.0, np.nan]])


@pytest.mark.parametrize(("T", "count"), [(1, 5), (7, 50), (3000, 150)])
def test_steps_go_from_1_to_the_end_each_once(T, count):
    t = spread_steps(T, count)
    assert t[0] == 1 and t[-1] == T and (np.diff(t) > 0).all() and len(t) <= count


def test_the_first_time_is_nan_if_there_is_none():
    assert first_time(X, np.array([False, True, True])) == 100
    assert np.isnan(first_time(X, np.zeros(3, dtype=bool)))


def test_a_run_that_never_arrives_counts_as_later_than_all_others():
    np.testing.assert_array_equal(median_of_runs(RUNS), [2, 20, np.nan])
    np.testing.assert_array_equal(median_of_runs([5.0, np.nan]), [5, np.nan])


@pytest.mark.parametrize("p", [-1, 2])
def test_the_power_of_what_grows_like_a_power(p):
    assert growth_power(X, [X.astype(float) ** p, 5.0 * X.astype(float) ** p]) == pytest.approx(p)
