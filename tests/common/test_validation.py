"""Test bad input: an error before the first step says what is required, what was given, and what to do."""

from decimal import Decimal
from fractions import Fraction
from itertools import repeat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from pegasos_edu import (
    biased,
    first_difference,
    hinge,
    kernelized,
    minibatch,
    multiclass,
    objective,
    regression,
    run,
    scaled,
    summed,
)
from pegasos_edu.datasets import toy

X, y, _ = toy(10)
NAN, INF = X.copy(), X.copy()
NAN[3, 1], INF[3, 1] = np.nan, np.inf

BAD = {
    "NaN": (dict(X=NAN), "X must hold finite numbers only, got NaN (1 of 20", "remove those examples"),
    "infinity": (dict(X=INF), "got infinity", "remove those examples"),
    "NaN in sparse": (dict(algorithm=scaled, X=sparse.csr_array(NAN)), "got NaN", "remove those examples"),
    "words": (dict(X=[["a", "b"]] * 10), "X must hold real numbers", "turn words"),
    "ragged": (dict(X=[[1, 2], [3]]), "all rows of the same length", "[[1, 2], [3]]"),
    "records": (dict(X=np.zeros(10, "f8,f8")), "X must hold real numbers", "turn words"),
    "too large for floats": (dict(X=X.astype("g") * np.longdouble("1e400")), "got infinity", "remove those examples"),
    "complex": (dict(X=X + 1j), "X must hold real numbers", "turn words"),
    "one dimension": (dict(X=X[:, 0]), "got shape (10,)", "X.reshape(-1, 1)"),
    "empty set": (dict(X=X[:0], y=[]), "got shape (0, 2)", "nothing can be learnt from an empty set"),
    "sparse for dense": (dict(X=sparse.csr_array(X)), "X must be a dense array here", "scaled or summed"),
    "labels 0 and 1": (dict(y=(y + 1) // 2), "y must hold -1 and +1, got [0, 1]", "np.where(y == 1, 1, -1)"),
    "labels of truth": (dict(y=y > 0), "got [False, True]", "np.where(y == True, 1, -1)"),
    "labels in words": (dict(y=np.array(["cat", "dog"] * 5)), "got ['cat', 'dog']", "np.where(y == 'dog', 1, -1)"),
    "label missing": (dict(y=[1, None] * 5), "y must hold -1 and +1", "labels are missing: remove those examples"),
    "X and y swapped": (dict(X=y, y=X), "got shape (10,)", "X comes before y"),
    "masked": (dict(X=np.ma.masked_equal(X, X[0, 0])), "X must have no masked values", ".filled("),
    "three labels": (dict(y=np.arange(10) % 3), "got [0, 1, 2]", "y == that_class"),
    "NaN label": (dict(y=np.where(np.arange(10) == 2, np.nan, y)), "y must hold -1 and +1", "labels are missing"),
    "labels missing": (dict(y=y[:-1]), "y must have shape (10,)", "one label for each row of X"),
    "labels as a column": (dict(y=y[:, None]), "got (10, 1)", "y.ravel()"),
    "lam 0": (dict(lam=0), "lam must be a finite number above 0, got 0", "lam=0.01"),
    "lam NaN": (dict(lam=float("nan")), "got nan", "lam=0.01"),
    "lam without inverse": (dict(lam=1e-320), "1/lam to be finite", "1e-8 to 10"),
    "T 0": (dict(T=0), "T must be a whole number of at least 1, got 0", "T=1"),
    "T a fraction": (dict(T=10.5), "got 10.5", "10 instead of 10.5"),
    "seed missing": (dict(seed=None), "seed must be a whole number of at least 0, got None", "another random order"),
    "sampling": (dict(sampling="shuffle"), "'uniform', 'epochs', 'permutation', 'cyclic'", "got 'shuffle'"),
    "k too large": (dict(algorithm=minibatch, k=11), "k must be at most the number of examples, 10, got 11", "k=10"),
    "k for one at a time": (dict(k=3), "k=3 for hinge", "take minibatch"),
    "draw too large": (dict(draws=[0, 10]), "between 0 and 9, because there are 10 examples, got 10", "count from 0"),
    "draws broken": (dict(draws=[0.0, 1.5]), "draws must be whole numbers, got float64", "astype(int)"),
    "no draws": (dict(draws=[]), "draws must have shape (T,)", "at least one step"),
    "draws not in batches": (dict(algorithm=minibatch, draws=[0, 1]), "draws must have shape (T, k)", "got (2,)"),
    "draws a mask": (dict(draws=y > 0), "draws must be whole numbers, got bool", "np.flatnonzero(draws)"),
    "draws of another size": (dict(algorithm=minibatch, k=3, draws=[[0, 1]]), "with k = 3", "got (1, 2)"),
    "draws and T": (dict(draws=[0, 1], T=3), "T must be the number of draws, 2", "leave T out"),
    "option of the wrong kind": (dict(project="no"), "project must be True or False, got 'no'", "leave project out"),
    "lam beyond floats": (dict(lam=10**400), "lam must be a finite number above 0 and at most 1e150", "lam=0.01"),
    "T beyond memory": (dict(T=10**12), "T must make at most 100,000,000 draws", "give a smaller T"),
    "draws without end": (dict(draws=repeat(1)), "draws must end after at most 10,000,000 steps", "islice(draws, T)"),
    "epsilon below 0": (dict(algorithm=regression, epsilon=-1.0), "epsilon must be at least 0", "costs nothing"),
    "targets too large": (dict(algorithm=regression, y=1e200 * y), "y must hold numbers of at most", "divide y by"),
    "unknown option": (dict(projected=True), "projected is not an option of hinge", "its options are project"),
    "not an algorithm": (dict(algorithm="hinge"), "algorithm must be a generator function", "ALGORITHMS"),
    "not square": (dict(algorithm=kernelized), "K must be the symmetric (m, m) Gram matrix", "rbf(X, gamma=1.0)"),
    "not symmetric": (dict(algorithm=kernelized, X=np.triu(np.ones((10, 10)))), "and K != K.T", "rbf(X, gamma=1.0)"),
    "overflow": (dict(X=1e200 * X), "R/lam and lam*T below 1e150", "divide X by"),
}


@pytest.mark.parametrize(("change", "what", "do"), BAD.values(), ids=BAD)
def test_bad_input_is_refused_before_the_first_step(change, what, do):
    given = {"algorithm": hinge, "X": X, "y": y, "lam": 0.1, **change}
    with pytest.raises(ValueError) as error:
        run(given.pop("algorithm"), given.pop("X"), given.pop("y"), **given)
    assert what in str(error.value) and do in str(error.value)


def test_a_algorithm_of_too_few_arguments_is_refused():
    def short(X, y):
        yield 1

    with pytest.raises(ValueError, match=r"X, y, lam and draws, in this order, got short\(X, y\)"):
        run(short, X, y, lam=0.1)


def test_a_algorithm_may_have_its_annotations_as_text():
    source = (
        "from __future__ import annotations\n"
        "from pegasos_edu.algorithms.inputs import Gram, Indices\n"
        "def mine(K: Gram, y, lam, draws: Indices):\n    yield from ()\n"
    )
    namespace = {"__name__": "mine"}
    exec(source, namespace)
    with pytest.raises(ValueError, match="K must be the symmetric"):
        run(namespace["mine"], X, y, lam=0.1)


@pytest.mark.parametrize(
    ("X", "lam", "T"),
    [
        (np.full((1, 400), 1e149), 0.1, 1),  # the length of a row, not its largest entry
        (np.full((1, 1), 1e100), 1e-60, 1),  # R/λ
        (np.full((1, 1), 1.0), 1e-151, 1),  # 1/λ
        (np.full((1, 1), 1.0), 1e148, 1000),  # λT
        (np.full((1, 1), 1e149), 1.0, 1000),  # R·√T
    ],
)
def test_each_way_to_overflow_is_refused(X, lam, T):
    with pytest.raises(ValueError, match="below 1e150"):
        run(hinge, X, [1], lam=lam, T=T)


def test_a_gram_matrix_has_the_radius_of_its_root():
    assert len(run(kernelized, np.full((1, 1), 1e200), [1], lam=1.0, T=1)) == 1
    with pytest.raises(ValueError, match="below 1e150"):
        run(kernelized, np.full((1, 1), 1e304), [1], lam=1.0, T=1)


def test_nearly_symmetric_is_not_symmetric():
    K = X @ X.T
    K[0, 1] *= 1 + 1e-6
    with pytest.raises(ValueError, match="and K != K.T"):
        run(kernelized, K, y, lam=0.1)


def test_one_class_one_example_and_empty_rows_are_no_errors():
    assert len(list(run(hinge, X, np.ones(10), lam=0.1, T=5))) == 5
    assert len(list(run(hinge, X[:1], y[:1], lam=0.1, T=5))) == 5
    assert len(list(run(hinge, np.zeros((3, 2)), [1, -1, 1], lam=0.1, T=5, project=True))) == 5


def test_the_objective_refuses_what_run_refuses():
    step = next(iter(run(hinge, X, y, lam=0.1)))
    for w, what in (
        ([1.0], "w must have shape (2,)"),
        (step, "got a LinearStep; take its .w"),
        ([np.nan, 1], "w must hold finite"),
        (["a", "b"], "real"),
    ):
        with pytest.raises(ValueError) as error:
            objective(w, X, y, 0.1)
        assert what in str(error.value)
    with pytest.raises(ValueError, match="loss must be one of 'hinge', 'log', got 'squared'"):
        objective([1, 1], X, y, 0.1, loss="squared")


anything = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.lists(st.floats(), max_size=3)
)


@given(st.sampled_from(["X", "y", "lam", "T", "seed", "sampling", "k", "draws"]), anything)
def test_any_value_is_taken_or_refused_with_a_sentence(name, value):
    values = {"X": X, "y": y, "lam": 0.1, "T": 3, name: value}
    if isinstance(values["T"], int) and values["T"] > 1000:
        values["T"] = 1000
    try:
        steps = run(hinge, values.pop("X"), values.pop("y"), **values)
    except ValueError as error:
        assert " must " in str(error) or "size of a mini-batch" in str(error)
    else:
        assert all(np.isfinite(step.w).all() for step in steps)


@pytest.mark.parametrize(
    ("algorithm", "answers", "options", "message"),
    [
        (multiclass, [-1, 1, 1], {}, "y must hold every class number from 0 on, at least 0 and 1, got"),
        (multiclass, [0, 2, 2], {}, "y must hold every class number from 0 on"),
        (multiclass, [0.0, 1.0, 1.0], {}, "y must hold 3 class numbers, 0, 1, 2 and so on, got"),
        (regression, [1.0, np.nan, 2.0], {}, "y must hold finite numbers only, got NaN"),
        (regression, ["a", "b", "c"], {}, "y must hold real numbers"),
        (regression, [[1.0], [2.0], [3.0]], {}, r"y must have shape \(3,\), one number for each example, got \(3, 1\)"),
        (regression, [1.0, 2.0, 3.0], {"epsilon": "small"}, "epsilon must be a finite number, got 'small'"),
        (biased, [1, -1, 1], {"b": np.inf}, "b must be a finite number, got inf"),
        (summed, [1.0, 2.0, 3.0], {}, "y must hold -1 and \\+1, got"),
    ],
)
def test_answers_and_parameters_of_the_other_losses_are_checked_too(algorithm, answers, options, message):
    with pytest.raises(ValueError, match=message):
        run(algorithm, np.eye(3), answers, lam=0.1, **options)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.longdouble, Fraction, float])
def test_a_number_of_any_type_counts_as_a_float(kind):
    for name in ("lam", "b", "epsilon"):
        algorithm = regression if name == "epsilon" else biased
        numbers = {"lam": kind(0.25), **({} if name == "lam" else {name: kind(0.5)})}
        as_floats = {key: float(value) for key, value in numbers.items()}
        steps = [run(algorithm, X, y, T=9, **given) for given in (numbers, as_floats)]
        assert first_difference(*steps, rtol=0) is None
    assert objective([1, 1], X, y, kind(0.25), b=kind(0.5)) == objective([1, 1], X, y, 0.25, b=0.5)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint64])
def test_a_whole_number_of_any_type_counts_as_an_int(kind):
    few, plain = ({"T": of(100), "k": of(10), "seed": of(3), "lam": of(1)} for of in (kind, int))
    assert first_difference(run(minibatch, X, y, **few), run(minibatch, X, y, **plain), rtol=0) is None


@pytest.mark.parametrize(
    "value",
    [
        np.longdouble("1e400"),
        -np.longdouble("1e400"),
        Fraction(10**400),
        np.float32("inf"),
        Decimal("0.1"),
        np.array(0.1),
    ],
)
def test_what_no_float_can_hold_and_what_is_no_number_is_refused_without_a_warning(value):
    with pytest.raises(ValueError, match="lam must be a finite number above 0"):
        run(hinge, X, y, lam=value)


def test_a_message_survives_a_value_that_cannot_be_written():
    broken = sparse.coo_array(X)
    broken.coords = (np.zeros(1),)
    with pytest.raises(ValueError, match="w must hold real numbers, .* got a broken coo_array"):
        objective(broken, X, y, 0.1)
