"""Test that a page judges the data of the puzzles as Python does, letter for letter."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect
from small_master import written
from stored import LESSONS

from in_browser.conftest import Pages
from in_browser.test_write import SCRIPT
from pegasos_edu.browser.python_in_page import interpreter, packed
from pegasos_edu.check import expose
from pegasos_edu.check.parts.exposing import MOST_EXAMPLES, MOST_FEATURES, MOST_IN_BATCH, MOST_STEPS
from pegasos_edu.check.puzzles import PUZZLES
from pegasos_edu.check.tables import errors, table_of_puzzle
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.lessons import write
from pegasos_edu.lessons.pages import export
from pegasos_edu.teaching.assignment_page import assignment_page
from pegasos_edu.teaching.masters import read_master

sys.path.append(str(Path(__file__).parents[1] / "check"))
from smallest_data import ALIKE, SMALLEST  # noqa: E402
from test_exposing import drawn_data  # noqa: E402

LARGER = {"X": [[1, 0], [0, 1]], "y": [1, -1], "lam": 0.7, "draws": [0, 0, 1]}
CASES = [(name, data[name]) for data in (SMALLEST, ALIKE) for name in PUZZLES] + [
    ("03", LARGER),
    ("03", LARGER | {"lam": 1}),  # on a border
    ("05", {"X": [[1], [-1]], "y": [1, 1], "lam": 0.3, "draws": [[0, 0], [0, 1]]}),
]
WRONG = [("03", LARGER | {"y": [1, 0]}), ("03", LARGER | {"draws": [2]}), ("08", SMALLEST["08"] | {"K": [[1, 2]]})]
MASTER = (
    "# B8 · Expose it\n\n**3 points, 10 minutes.** You need lesson 03.",
    "from pegasos_edu.check import expose",
    "def data():\n    # BEGIN SOLUTION\n    return [[1]], [1], 0.7, [0, 0]\n    # END SOLUTION",
    '# CHECK the program is wrong: 2 points\nreport = expose("03", data())\nassert report.passed, report',
    '# CHECK small data: 1 point\nreport = expose("03", data())\nassert report.is_small, report.how_small',
)
LARGE = "[[1]], [1], 0.9, [0, 0, 0]"


@pytest.fixture(scope="module")
def page(running_chromium, tmp_path_factory):
    """Open a page with the tables of all puzzles."""
    entry = Path(write.__file__).with_name("test.js")
    tables = {name: table_of_puzzle(name) for name in PUZZLES}
    parts = interpreter() + "\n" + packed({"tables": tables, "errors": errors(), "given": ""})
    script = joined(entry, {entry: SCRIPT})
    body = f'<script type="text/plain" id="python">\n{parts}\n</script>\n<script type="module">{script}</script>'
    path = tmp_path_factory.mktemp("expose") / "page.html"
    path.write_text(whole_page("expose", "", body), "utf-8")
    pages = Pages(running_chromium)
    yield pages(path)
    pages.close()
    pages.check()


def rounded(data):
    """Return data with lists instead of arrays, and few digits."""
    return {name: np.round(value, 3).tolist() for name, value in data.items()}


def source_of(name, data):
    """Return the source of a cell that hands in data."""
    return f"expose({name!r}, {', '.join(f'{key}={json.dumps(value)}' for key, value in data.items())})"


def test_the_page_says_what_python_says(page):
    outcomes = page.evaluate("sources => run(sources)", [source_of(*case) for case in CASES])
    for (name, data), outcome in zip(CASES, outcomes):
        [report], expected = outcome["reports"], expose(name, **data)
        assert report["passed"] is expected.passed and report["verdict"] == expected.verdict, (name, data)
        assert [tuple(fact) for fact in report["facts"]] == expected.facts() and report["hints"] == list(expected.hints)


def test_the_page_says_what_python_says_of_drawn_data(page):
    cases = [(name, rounded(drawn_data(PUZZLES[name][0], seed))) for name in PUZZLES for seed in range(5)]
    outcomes = page.evaluate("sources => run(sources)", [source_of(*case) for case in cases])
    for (name, data), outcome in zip(cases, outcomes):
        [report], expected = outcome["reports"], expose(name, **data)
        assert [report["verdict"], *map(tuple, report["facts"])] == [expected.verdict, *expected.facts()], (name, data)
    assert len({expose(name, **data).passed for name, data in cases}) == 2


def test_the_page_refuses_what_python_refuses(page):
    outcomes = page.evaluate("sources => run(sources)", [source_of(*case) for case in WRONG])
    for (name, data), outcome in zip(WRONG, outcomes):
        with pytest.raises(ValueError) as refused:
            expose(name, **data)
        assert [report["verdict"] for report in outcome["reports"]] == [f"It failed: ValueError: {refused.value}"]


def test_the_largest_data_are_judged_in_time(page):
    """The programs differ in the last step only, so every part is left out in turn."""
    m, T, k = MOST_EXAMPLES, MOST_STEPS, MOST_IN_BATCH
    data = {"X": np.eye(m, MOST_FEATURES).tolist(), "y": [1] * (m - 1) + [-1], "lam": 0.05}
    batches = [[0] * k] * (T - 1) + [[0, 1] + [2] * (k - 2)]
    cases = [("05", data | {"draws": batches}), ("04", data | {"draws": [n % (m - 1) for n in range(T - 1)] + [m - 1]})]
    outcomes = page.evaluate("sources => run(sources)", [source_of(*case) for case in cases])
    for (name, data), outcome in zip(cases, outcomes):
        assert [report["verdict"] for report in outcome["reports"]] == [expose(name, **data).verdict]


def test_a_check_of_an_assignment_can_ask_for_small_data(running_chromium, tmp_path):
    master = written(tmp_path / "b8.ipynb", *MASTER)
    path = tmp_path / "b8.html"
    path.write_text(assignment_page(read_master(master)), "utf-8")
    pages = Pages(running_chromium)
    opened = pages(path)
    report = opened.locator(".pegasos-write .report")
    for body, words in {
        LARGE: [
            "2 of 2 for the program is wrong",
            "remains: step 1, step 2 and step 3.Points",
            "0 of 1 for small data",
        ],
        "[[1]], [1], 0.7, [0, 0]": ["2 of 2 for the program is wrong", "1 of 1 for small data"],
        "[[1]], [1], 0.7, [0, 7]": ["ValueError: draws must lie between 0 and 0", "0 of 2 for the program is wrong"],
    }.items():
        opened.locator(".pegasos-write textarea").fill(f"def data():\n    return {body}")
        opened.locator(".pegasos-write textarea").press("Control+Enter")
        for sentence in words:
            expect(report).to_contain_text(sentence)
    pages.close()
    pages.check()


def test_a_program_for_data_may_use_numpy(page):
    source = "X = np.eye(2)\nfrom pegasos_edu.check import expose\nexpose('03', X, [1, 1], 0.7, np.array([0, 0]))"
    [outcome] = page.evaluate("sources => run(sources)", [source])
    assert outcome["reports"][0]["passed"]


def test_a_learner_can_expose_the_program_in_the_page_of_a_lesson(running_chromium, tmp_path):
    [path] = [lesson for lesson in LESSONS if lesson.name.startswith("03")]
    pages = Pages(running_chromium)
    opened = pages(export(path, tmp_path))
    cell = opened.locator('.pegasos-write[data-name$=" expose-03"]')
    cell.get_by_role("button", name="Run").click()
    expect(cell.get_by_role("status")).to_contain_text("… Not written yet: X is still ...")
    cell.get_by_role("textbox").fill(source_of("03", SMALLEST["03"]))
    cell.get_by_role("button", name="Run").click()
    expect(cell.get_by_role("status")).to_contain_text(expose("03", **SMALLEST["03"]).verdict)
    pages.close()
    pages.check()
