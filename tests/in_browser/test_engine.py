"""Test that the page and Python make the same runs: the same draws, steps, records and optima."""

import json
import math
import re
from base64 import b64decode
from functools import partial
from itertools import chain, cycle, islice

import numpy as np
import pytest
from conftest import SETS, answers, of_batches
from test_new_algorithm import SOURCE

from in_browser.conftest import IN_BOTH, Pages
from pegasos_edu import ALGORITHMS, run
from pegasos_edu.algorithms.inputs import Gram
from pegasos_edu.algorithms.variants import function_of
from pegasos_edu.browser import modules_and_facts
from pegasos_edu.browser.edits import edits
from pegasos_edu.browser.engine import JS, played
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.kernels import linear, polynomial, rbf
from pegasos_edu.runs.draws import SAMPLINGS, make_draws
from pegasos_edu.theory import kernel_optimum, optimum, optimum_with_bias
from pegasos_edu.trace.records import record_of

EDITS = {edit.key: edit.algorithm for edit in edits()}
NEW = function_of(SOURCE, "patient", ALGORITHMS["hinge"])  # an algorithm that no list contains
POLYNOMIAL = partial(polynomial, degree=2, gamma=0.5, coef0=1.0)
OPTIONS = [
    {"lam": 0.05, "sampling": "uniform", "seed": 7},
    {"lam": 0.3, "sampling": "epochs", "seed": 0},
    {"lam": 0.004, "sampling": "cyclic"},
    {"lam": 1.0, "sampling": "permutation", "seed": 3},
    {"lam": 1e-4, "sampling": "epochs", "seed": 2**70},
]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Write a page with an ``engine`` that contains all algorithms."""
    modules, facts = modules_and_facts([*ALGORITHMS.values(), NEW])
    content = json.dumps(facts).replace("<", "\\u003c")
    script = f"{joined(JS / 'engine.js', modules)}\nwindow.engine = new Engine({content});"
    body = f'<script type="module">\n{script}\n</script>'
    path = tmp_path_factory.mktemp("engine") / "engine.html"
    path.write_text(whole_page("engine", "", body), "utf-8")
    return path


def calling(page):
    """Return a function that calls a function of JavaScript with an argument in a page."""

    def call(function, given):
        text = page.evaluate(f"async text => JSON.stringify(await ({function})(JSON.parse(text)))", json.dumps(given))
        return json.loads(text)

    return call


@pytest.fixture(scope="module")
def engine(running_chromium, path):
    """Return a function that calls JavaScript in this page, which all tests of this file share."""
    pages = Pages(running_chromium)
    yield calling(pages(path))
    pages.close()
    pages.check()


class Case:
    """Hold a run of an algorithm in Python, and the request for the same run in the page."""

    def __init__(self, key, algorithm, X, y, number, T, project):
        X, y, self.kernel, settings = X[:40], answers(algorithm, y[:40]), None, {}
        options = OPTIONS[number % len(OPTIONS)] | ({"project": True} if project else {})
        options |= {name: min(k, len(y)) for name, k in of_batches(algorithm).items()}
        if Gram in algorithm.__annotations__.values():
            self.kernel = (partial(rbf, gamma=2.0), POLYNOMIAL, linear)[number % 3]
            function = getattr(self.kernel, "func", self.kernel)
            settings = {"kernel": function.__name__, **getattr(self.kernel, "keywords", {})}
        self.key, self.X = key, X
        self.run = run(algorithm, self.kernel(X, X) if self.kernel else X, y, T=T, **options)
        seed = str(options.get("seed", 0))  # as text, because numbers of JavaScript have fewer digits
        self.given = {"algorithm": key, "X": X.tolist(), "y": y.tolist(), "T": T, **options, **settings, "seed": seed}

    def record(self):
        """Return Python's record of the run, as a page contains it."""
        return json.loads(json.dumps(record_of(self.run, self.X, self.kernel)))


def cases(algorithms, count, T):
    """Yield some runs of each algorithm, on each data set in turn, every second one with the projection."""
    for key, algorithm in algorithms.items():
        is_kernel, projects = Gram in algorithm.__annotations__.values(), "project" in algorithm.__code__.co_varnames
        sets = [(X, y) for X, y in SETS.values() if X.shape[1] == 2 or not is_kernel]
        for number, (X, y) in enumerate(islice(cycle(sets), count)):
            yield Case(key, algorithm, X, y, number, T, projects and number % 2)


# Draws


def test_draws_are_those_of_numpy_bit_for_bit(engine):
    asked = []
    for n in range(96):
        m, seed = (
            (1, 2, 7, 100, 333, 2_000, (12_001, 60_000)[n % 2])[n % 7],
            (n, 2**32 + n, 2**64 - n - 1, 2**140 - n)[n % 4],
        )
        k = (None, 1, min(m, 5), min(m, 300))[n // 4 % 4]
        asked.append((list(SAMPLINGS)[n // 3 % 4], m, 1 + n % 40, str(seed), k))
    of_page = engine("all => all.map(asked => engine.draws(...asked).map(i => i.length ? [...i] : i))", asked)
    for (sampling, m, T, seed, k), draws in zip(asked, of_page):
        assert draws == make_draws(sampling, m, T, int(seed), k).tolist()


# Steps

LAST = """all => all.map(given => {
    const steps = engine.steps(given);
    const numbers = (value) => value.length === undefined ? [value] : Array.from(value, numbers).flat();
    const scores = steps.flatMap((step) => numbers(step.scores ?? step.score));
    return [scores, Object.values(steps.at(-1)).flatMap(numbers)];
})"""


def numbers(values):
    """Return all numbers of a step as one array."""
    return np.concatenate([np.ravel(np.asarray(value, dtype=float)) for value in values])


def test_steps_are_those_of_python(engine):
    tried = [*cases(ALGORITHMS, 5, T=40), *cases(EDITS, 1, T=40)]
    for case, of_page in zip(tried, engine(LAST, [case.given for case in tried])):
        scored = []
        for step in case.run:
            scored.append(np.copy(step.scores if "scores" in step._fields else step.score))
        for theirs, ours in zip(of_page, (numbers(scored), numbers(step))):
            assert np.allclose(theirs, ours, rtol=1e-12, atol=1e-12 * max(1, np.abs(ours).max())), case.given


@IN_BOTH
def test_steps_in_the_plane_are_those_of_python_bit_for_bit(open_page, path):
    engine = calling(open_page(path))
    tried = [case for case in cases({"hinge": ALGORITHMS["hinge"]}, 9, T=300) if len(case.X[0]) == 2]
    tried = [case for case in tried if not case.run.options]  # a norm may differ in its last bit
    assert len(tried) == 3
    of_page = engine(
        "all => all.map(given => engine.steps(given).map(step => [...step.w]))", [case.given for case in tried]
    )
    for case, w in zip(tried, of_page):
        assert w == [step.w.tolist() for step in case.run]


# Records

BESIDE_ONE = re.compile(r"\(1 [−+] \de[−-]\d+\)")  # for a margin that is 1 up to rounding
DIGITS = re.compile(r"[−-]?\d+(?:\.\d+)?(?:e[−-]?\d+)?")
COLUMNS = """all => all.map(given => {
    const record = engine.record(given);
    for (const [j, column] of Object.entries(record.picture.columns ?? {})) record.picture.columns[j] = [...column];
    return record;
})"""


def followed(record):
    """Return a record whose moments hold all values at each line by name, and whose formulas contain the names."""
    values, keys = {}, record["keys"]
    moments = []
    for line, *changes in chain.from_iterable(record["moments"]):
        values |= {keys[key]: value for key, value in zip(changes[::2], changes[1::2])}
        moments.append([line, dict(values)])
    listing = [
        [code, said, [piece if isinstance(piece, str) else [keys[piece[0]], *piece[1:]] for piece in pieces], kind]
        for code, said, pieces, kind in record["listing"]
    ]
    return record | {"keys": sorted(keys), "moments": moments, "listing": listing}


def differences(a, b, path=""):
    """Yield the places at which two records differ by more than the last digit that is shown."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        for key in a:
            yield from differences(a[key], b[key], f"{path}.{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for n, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{path}[{n}]")
    elif not (a == b or is_same(a, b)):
        yield path, a, b


def is_same(a, b):
    """Return whether two numbers, or the numbers in two texts, agree in the digits that are shown."""
    a, b = (BESIDE_ONE.sub("1", text) if isinstance(text, str) else text for text in (a, b))
    a, b = ({"1": 1, "−1": -1}.get(label, label) for label in (a, b))
    if isinstance(a, str) and isinstance(b, str):
        x, y = ([float(digits.replace("−", "-")) for digits in DIGITS.findall(text)] for text in (a, b))
        return DIGITS.sub("", a) == DIGITS.sub("", b) and np.allclose(x, y, rtol=1.1e-2, atol=1e-9)
    are_numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (a, b))
    return are_numbers and math.isclose(a, b, rel_tol=1.1e-3, abs_tol=1e-9)


def unpacked(column):
    """Return the values of a column, and their relative precision."""
    size, times, content = column.split(" ")
    whole = np.frombuffer(b64decode(content), "<i2").astype(float)
    return np.sign(whole) * float(size) * np.exp(float(times) * (np.abs(whole) / 32767 - 1)), float(times) / 32767


def assert_same(record, of_page):
    """Check that Python and the page recorded the same."""
    for j, column in record["picture"].pop("columns", {}).items():
        values, part = unpacked(column)
        others = np.array(of_page["picture"]["columns"].pop(j))
        seen = values != 0
        assert np.allclose(values[seen], others[seen], rtol=1.1 * part, atol=1e-12) and len(values) == len(others)
    if "columns" in of_page["picture"]:
        assert of_page["picture"].pop("columns") == {}
    assert not (differing := list(differences(followed(record), followed(of_page)))), differing[:5]


def test_the_record_is_the_one_that_python_makes(engine):
    tried = [*cases(played() | {"patient": NEW}, 3, T=8), *cases(EDITS, 1, T=8)]
    for case, of_page in zip(tried, engine(COLUMNS, [case.given for case in tried])):
        assert of_page["algorithm"] == case.run.algorithm.__name__ and of_page["version"] == 2
        assert_same(case.record(), of_page)


def test_a_record_in_slices_is_the_same_and_can_be_given_up(engine):
    X, y = SETS["moons"]
    given = {"algorithm": "hinge", "X": X.tolist(), "y": y.tolist(), "lam": 0.01, "T": 2_000}
    whole, parts, same, none = engine(
        """async given => {
            const parts = [];
            const whole = engine.record(given);
            const sliced = await engine.recordInSlices(given, (part) => parts.push(part) > 0, 0);
            const none = await engine.recordInSlices(given, () => false, 0);
            return [whole.values.length, parts, JSON.stringify(whole) === JSON.stringify(sliced), none];
        }""",
        given,
    )
    assert whole == 2_000 and same and none is None
    assert parts == sorted(parts) and len(parts) > 20 and 0 < parts[0] < parts[-1] <= 1


# The optimum


def test_the_optimum_is_certified(engine):
    asked, known = [], []
    for X, y in (SETS[name] for name in ("toy", "blobs off centre", "noisy in 20 dimensions")):
        for lam in (1.0, 1e-3):
            given = {"X": X.tolist(), "y": y.tolist(), "lam": lam}
            asked += [given | {"algorithm": algorithm} for algorithm in ("hinge", "logistic", "free_bias")]
            known += [optimum(X, y, lam), optimum(X, y, lam, "log"), optimum_with_bias(X, y, lam)]
    X, y = (part[:80] for part in SETS["moons"])
    for lam in (0.1, 0.001):
        asked.append({"algorithm": "kernelized", "X": X.tolist(), "y": y.tolist(), "lam": lam, "gamma": 2.0})
        known.append(kernel_optimum(rbf(X, gamma=2.0), y, lam))
    reached = "given => { const best = engine.optimum(given); return [best, engine.objective(given, best.w, best.b)]; }"
    for given, python, (best, again) in zip(asked, known, engine(f"all => all.map({reached})", asked)):
        assert best["gap"] <= 1e-5 * best["value"] and again == pytest.approx(best["value"], rel=1e-12)
        assert best["value"] - best["gap"] - 1e-12 <= python.value <= best["value"] + 1e-8, given


def test_the_optimum_with_a_bias_is_certified_where_the_best_w_is_zero(engine):
    X, y = [[1], [1], [1], [-1], [-1], [2], [-2]], [1, 1, -1, 1, -1, 1, 1]
    asked = [{"X": X, "y": y, "lam": lam, "algorithm": "free_bias"} for lam in (0.1, 1.0, 100.0)]
    for best in engine("all => all.map(given => engine.optimum(given))", asked):
        assert best["value"] == pytest.approx(4 / 7, rel=1e-12) and best["gap"] < 1e-6


def test_an_optimum_is_computed_again_when_anything_changes(engine):
    X, y = (part[:12].tolist() for part in SETS["moons"])
    given = {"algorithm": "kernelized", "X": X, "y": y, "lam": 0.1, "gamma": 2.0}
    other = {"X": [[0.5, 0.5], *X[1:]]}, {"y": [-y[0], *y[1:]]}, {"lam": 0.2}, {"gamma": 1.0}, {"kernel": "linear"}
    asked = [given | change for change in ({}, *other, {"algorithm": "hinge"}, {"algorithm": "logistic"})]
    asked = [problem for change in asked for problem in (given, change)]
    alone = "all => all.map(given => new engine.constructor({algorithms: engine.facts.algorithms}).optimum(given))"
    assert engine("all => all.map(given => engine.optimum(given))", asked) == engine(alone, asked)


def test_there_is_no_optimum_where_nothing_certifies_it(engine):
    X, y = SETS["moons"]
    given = {"X": X.tolist(), "y": y.tolist(), "lam": 0.01, "T": 20, "optimum": True}
    asked = [given | {"algorithm": "biased", "b": 0.5}, given | {"algorithm": "biased", "b": 0.0}]
    moved, plain = engine("all => all.map(given => engine.record(given))", asked)
    assert moved["optimum"] is None
    assert plain["optimum"] == pytest.approx(optimum(X, y, 0.01).value, rel=1e-4)
    assert plain["optimum"] <= min(plain["values"]) and "0.348" in dict(plain["letters"])["f*"]


# Refused requests

WRONG = [
    ({"algorithm": "minibatch", "k": 3}, "k must be at most the number of points, 2, got 3"),
    ({"draws": [0, 2]}, "draws must be indices from 0 to 1, got 2"),
    ({"algorithm": "kernelized", "X": [[0.0, 1.0]] * 401, "y": [1] * 401}, "at most 400 points for a kernel, got 401"),
    ({"X": [[1e150, 0.0], [0.0, 1e150]], "lam": 1e-10}, "f must stay finite"),
]


def test_an_impossible_run_is_refused(engine):
    right = {"algorithm": "hinge", "X": [[0.0, 1.0], [1.0, 1.0]], "y": [1, -1], "lam": 0.1, "T": 5}
    message = "given => { try { engine.record(given); return ''; } catch (error) { return error.message; } }"
    for (_, expected), said in zip(WRONG, engine(f"all => all.map({message})", [right | wrong for wrong, _ in WRONG])):
        assert expected in said, said
