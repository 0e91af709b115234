"""What the page says of f in each step of many runs is what its numbers say."""

import json
import re
from collections import Counter
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from in_browser.conftest import with_names
from pegasos_edu import dual_ascent, hinge, kernelized, logistic, minibatch
from pegasos_edu.datasets import blobs, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.player import play

FEW = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])
SETS = (FEW, moons(50)[:2], blobs(50, offset=3.0)[:2])
ALGORITHMS = {
    hinge: {},
    logistic: {},
    minibatch: {"k": 2},
    kernelized: {"kernel": partial(rbf, gamma=2.0)},
    dual_ascent: {},
}
STORIES = """records => JSON.parse(records).map((record) => {
    const run = new Run(record);
    return [run.start, ...run.values].map((f, step) => [f, run.story(run.at(step, Infinity))]);
})"""
NUMBER = r"(\d[\d.]*(?:e[+−-]?\d+)?(?<!\.))"
COURSE = re.compile(rf"f (rises|falls) from {NUMBER} to {NUMBER}|f stays at {NUMBER}")


def digits(text):
    """How many digits of a number count."""
    return len(text.replace(".", "").lstrip("0"))


def test_f_falls_where_the_numbers_that_are_shown_fall(open_page, tmp_path):
    page = with_names(tmp_path / "page.html", record="Run")
    given = [
        (algorithm, X, y, lam, seed)
        for algorithm in ALGORITHMS
        for X, y in SETS
        for seed, lam in enumerate((0.5, 0.05, 0.004))
    ]
    records = [
        play(algorithm, X, y, lam=lam, T=60, seed=seed, **ALGORITHMS[algorithm]).records[0]
        for algorithm, X, y, lam, seed in given
    ]
    seen = Counter()
    for record, stories in zip(records, open_page(page).evaluate(STORIES, json.dumps(records)), strict=True):
        everybody = len(record["picture"]["labels"])
        for drawn, ((before, _), (after, said)) in zip(record["drawn"], pairwise(stories), strict=True):
            way, was, now, same = COURSE.search(said).groups()
            seen[way] += 1
            if same:
                assert before == after and float(same) == pytest.approx(after, rel=6e-3), said
                continue
            assert (float(now) > float(was)) == (after > before) == (way == "rises") and was != now, said
            assert [float(was), float(now)] == pytest.approx([before, after], rel=6e-3), said
            is_near = abs(after - before) < 0.09 * before and np.floor(np.log10(after)) == np.floor(np.log10(before))
            assert not is_near or digits(was) == digits(now), said
            assert "it counts all examples" not in said or len(set(np.ravel(drawn))) < everybody, said
    assert min(seen["rises"], seen["falls"]) > 100
