"""Test that compiled algorithms take the same steps to 1e-12, for every kind of rows."""

import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import ALL_OF_A_ROW, PROJECTING, SETS, advance, answers, input_of, mostly_slow, of_batches
from scipy import sparse

from pegasos_edu import ALGORITHMS, compiled, first_difference, hinge, last, minibatch, multiclass, run, summed
from pegasos_edu.algorithms.rows import augmented
from pegasos_edu.fast.compiling import _native, arrays, compiled_loop, compiled_scores, compiled_shuffled
from pegasos_edu.fast.loops import initial_step
from pegasos_edu.runs.draws import shuffled
from pegasos_edu.trace import Listing


@pytest.mark.parametrize("algorithm", mostly_slow(ALGORITHMS.values(), hinge, minibatch), ids=ALGORITHMS)
def test_compiled_steps_are_the_plain_ones(algorithm, data):
    X, y = input_of(algorithm, data[0]), answers(algorithm, data[1])
    kinds = [X, sparse.csr_array(X)] if algorithm in ALL_OF_A_ROW else [X]
    batches = {"k": 2} if of_batches(algorithm) else {}
    for rows in kinds:
        for options in ({}, {"project": True}) if algorithm in PROJECTING else ({},):
            plain = run(algorithm, rows, y, lam=0.037, T=300, **batches, **options)
            other = run(compiled(algorithm), rows, y, lam=0.037, T=300, **batches, **options)
            assert first_difference(plain, other, rtol=1e-12) is None


@pytest.mark.parametrize("algorithm", mostly_slow(ALGORITHMS.values(), hinge), ids=ALGORITHMS)
def test_the_compiled_loop_takes_the_same_steps_in_several_calls(algorithm):
    X, y = SETS["noisy in 20 dimensions"]
    X, y = input_of(algorithm, X), answers(algorithm, y.astype(float))
    kinds = [X, sparse.csr_array(X), augmented(X, 2.0)] if algorithm in ALL_OF_A_ROW else [X]
    draws = run(algorithm, X, y, lam=0.01, T=200, **of_batches(algorithm)).draws
    for rows in kinds:
        step = initial_step(algorithm, rows, y)
        for part in np.split(draws, [1, 50]):
            step = advance(algorithm, arrays(rows), y, 0.01, part, step, loop=compiled_loop)
        assert first_difference([last(algorithm(rows, y, 0.01, draws))], [step], rtol=1e-12) is None


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "index"), [(np.float32, np.int64), (np.float64, np.int32)])
def test_rows_of_any_type_are_walked_as_they_are(kind, index):
    X, y = SETS["noisy in 20 dimensions"]
    X, y, draws = np.where(abs(X) > 1, X, 0).astype(kind), y.astype(float), np.arange(200)
    rows = sparse.csr_array(X)
    rows.indices, rows.indptr = rows.indices.astype(index), rows.indptr.astype(index)
    for form in (X, rows):
        plain = last(summed(form, y, 0.01, draws))
        fast = advance(summed, arrays(form), y, 0.01, draws, initial_step(summed, form, y), loop=compiled_loop)
        assert first_difference([plain], [fast], rtol=1e-6 if kind is np.float32 else 1e-12) is None
    X.flags.writeable = False
    assert advance(summed, X, y, 0.01, draws, initial_step(summed, X, y), loop=compiled_loop).t == 200


def test_a_compiled_algorithm_takes_what_the_algorithm_takes_and_says_that_it_is_compiled():
    X, y, draws = np.eye(3), np.ones(3), np.arange(3)
    with pytest.raises(TypeError, match="unexpected keyword argument 'projekt'"):
        compiled(hinge)(X, y, 0.1, draws, projekt=True)
    with pytest.raises(TypeError, match="missing a required argument: 'draws'"):
        compiled(hinge)(X, y, 0.1)
    named = last(compiled(hinge)(X, y=y, lam=0.1, draws=draws, project=True))
    assert first_difference([last(hinge(X, y, 0.1, draws, project=True))], [named], rtol=1e-12) is None
    assert compiled(hinge).is_compiled and not hasattr(hinge, "is_compiled")


def test_a_compiled_algorithm_that_is_called_by_itself_is_given_no_index_that_leads_outside():
    X, y, outside = np.eye(3), np.ones(3), sparse.csr_array(np.eye(3))
    outside.indptr[:] = [0, 10**7, 10**7, 0]
    for algorithm, rows, labels, draws, message in (
        (summed, outside, y, [0], "X must be a consistent sparse matrix"),
        (hinge, X, y, [0, 3], "draws must lie between 0 and 2"),
        (hinge, X, y[:2], [2], "y must have shape"),
        (minibatch, X, y, [[10**9]], "draws must lie between 0 and 2"),
        (multiclass, X, np.array([0, 1, 10**9]), [2], "y must hold every class number"),
    ):
        with pytest.raises(ValueError, match=message):
            compiled(algorithm)(rows, labels, 0.1, np.array(draws))


SWITCHED_OFF = """
import numpy as np
from pegasos_edu import compiled, last, minibatch, run
from pegasos_edu.datasets import moons, sparse_text
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor
X, y, _ = moons(50)
settings = {"max_iter": 2_500, "tol": None}
models = [kind(**settings) for kind in (PegasosClassifier, PegasosRegressor, KernelPegasosClassifier)]
models.append(PegasosClassifier(batch_size=3, compile=True, max_iter=5, tol=None))
for model in models:
    model.fit(X, y)
assert last(compiled(minibatch)(X, y, 0.1, np.array([[0, 1]]))).t == 1
rows, labels, _ = sparse_text(50, 300, nnz=10)
assert last(run(compiled(minibatch), rows, labels, lam=0.1, T=5)).t == 5
"""


def test_where_numba_is_switched_off_everything_goes_on_in_plain_python():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore::UserWarning", "-c", SWITCHED_OFF],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode == 0, done.stderr


def test_compiled_orders_are_the_plain_ones():
    for m in (1, 2, 1000):
        u = np.random.default_rng(m).random(m)
        assert np.array_equal(compiled_shuffled()(u), shuffled(u))


def test_compiled_scores_are_products_with_every_row():
    X, _ = SETS["noisy in 20 dimensions"]
    w = np.arange(21.0)
    for rows in (X, sparse.csr_array(X)):
        np.testing.assert_allclose(compiled_scores()(w[:20], arrays(rows)), X @ w[:20], rtol=1e-12)
        wide = np.column_stack([X, np.full(len(X), 2.0)]) @ w
        np.testing.assert_allclose(compiled_scores()(w, arrays(augmented(rows, 2.0))), wide, rtol=1e-12)


def test_a_compiled_algorithm_shows_the_source_and_the_name_of_the_algorithm():
    assert Listing(compiled(hinge)).lines == Listing(hinge).lines
    assert repr(run(compiled(hinge), [[1.0]], [1], lam=1)).startswith("Run(hinge, ")
    assert compiled(hinge) is compiled(hinge)


@pytest.mark.slow
def test_an_algorithm_typed_at_a_prompt_compiles_too():
    code = """
import numpy as np
import linecache
source = '''
def mine(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        score = w @ X[i]
        w = (1 - eta * lam) * w + (eta * y[i]) * X[i]
        yield LinearStep(t, i, eta, score, w)
'''
linecache.cache["<prompt>"] = (len(source), None, source.splitlines(True), "<prompt>")
from pegasos_edu.algorithms.step_types import LinearStep
exec(compile(source, "<prompt>", "exec"))
from pegasos_edu import compiled, first_difference, run
X, y = np.eye(3), np.array([1, -1, 1])
print(first_difference(run(mine, X, y, lam=0.1, T=9), run(compiled(mine), X, y, lam=0.1, T=9), rtol=1e-12))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "None\n", done.stderr


def test_without_numba_the_message_says_what_to_install():
    code = "import sys; sys.modules['numba'] = None; from pegasos_edu import compiled, summed; compiled(summed)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "ImportError: compiled needs Numba, got none that works" in done.stderr
    assert 'run: python -m pip install "pegasos_edu[fast]", or take the plain algorithm.' in done.stderr


DAMAGES = {"cut": lambda content: content[: len(content) // 2], "zeros": lambda content: bytes(len(content))}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_where_a_power_cut_damaged_the_files_on_disk_the_code_is_compiled_anew(kind, damage, tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))
    _native(_third)(np.arange(3))
    (path,) = tmp_path.rglob(f"*.{kind}")
    path.write_bytes(damage(path.read_bytes()))
    for hits in (0, 0, 1):
        native = _native(_third)
        assert native(np.arange(3)) == 2 and sum(native.stats.cache_hits.values()) == hits


def _third(values):
    return values[2]
