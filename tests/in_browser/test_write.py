"""Test cells to write in: a page gives the same report on a program as the checker in Python."""

import ast
import inspect
import re
import sys
import textwrap
from pathlib import Path

import nbformat
import numpy as np
import pytest
from playwright.sync_api import expect
from stored import LESSONS

from in_browser.conftest import IN_BOTH, Pages, barriers
from pegasos_edu.algorithms import hinge
from pegasos_edu.browser.python_in_page import interpreter, packed
from pegasos_edu.check import check
from pegasos_edu.check.calling.programs import LocalProgram
from pegasos_edu.check.tables import GIVEN, errors, step_tasks, table, tasks_in
from pegasos_edu.common.html import OfSite, whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.lessons import write
from pegasos_edu.lessons.pages import export
from pegasos_edu.misconceptions import ASKED, by_id, entries, task, wrong_program
from pegasos_edu.player.learner_run import learner_run_page
from pegasos_edu.teaching.spot_page import GIVEN as NAMES

sys.path.append(str(Path(__file__).parents[1] / "check"))
from drawn_programs import drawn  # noqa: E402
from right_programs import PROGRAMS  # noqa: E402

HEAD = "def step(w, x, y, eta, lam):\n"
OFTEN = [name for name in ASKED if not task(name).is_algorithm or name in ("hinge", "minibatch", "kernelized")]
SCRIPT = """
import { ofFailure, reportOn } from "../browser/js/failures.js";
import { Python } from "../browser/js/python.js";
const python = new Python(async () => document.getElementById("python").textContent);
window.run = async (sources) => {
  const outcomes = [];
  for (const source of sources) {
    const outcome = await python.run(source);
    const { errors } = await python.unpacked();
    const reports = outcome.checks.map((seen) => reportOn(seen, errors, source));
    if (outcome.failed) reports.push(ofFailure(outcome.failed, errors, source));
    outcomes.push({ ...outcome, reports });
  }
  return outcomes;
};
"""[1:]
DRAWN = """
import { Python } from "../browser/js/python.js";
import { following } from "../player/js/learner_rows.js";
const python = new Python(async () => document.getElementById("python").textContent);
window.drawn = async ([name, source]) => {
  const { tables, runs } = await python.unpacked();
  const frame = document.createElement("iframe");
  frame.srcdoc = runs;
  document.body.replaceChildren(frame);
  await new Promise((resolve) => { frame.onload = resolve; });
  const follow = following(python, tables[name], source);
  const seen = await frame.contentWindow.show({ table: tables[name], source, name: "own", isRight: true, follow });
  frame.contentDocument.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
  const stories = [...frame.contentDocument.querySelectorAll(".story")];
  const lines = [...frame.contentDocument.querySelectorAll(".listing code")].map((line) => line.textContent);
  return { ...seen, lines, stories: stories.map((story) => story.textContent) };
};
"""[1:]


def page_of(tasks, browser, folder):
    """Yield a page that runs and names programs for some tasks."""
    entry = Path(write.__file__).with_name("test.js")
    tables = {name: table(name) for name in tasks}
    parts = interpreter() + "\n" + packed({"tables": tables, "errors": errors(), "given": GIVEN["slack"]})
    body = (
        f'<script type="text/plain" id="python">\n{parts}\n</script>\n'
        f'<script type="module">{joined(entry, {entry: SCRIPT})}</script>'
    )
    path = folder / "page.html"
    path.write_text(whole_page("write", "", body), "utf-8")
    pages = Pages(browser)
    yield pages(path)
    pages.close()
    pages.check()


@pytest.fixture(scope="module")
def page(running_chromium, tmp_path_factory):
    """Open a page for the tasks that are tested often."""
    yield from page_of(OFTEN, running_chromium, tmp_path_factory.mktemp("write"))


@pytest.fixture(scope="module")
def page_of_all(running_chromium, tmp_path_factory):
    """Open a page for all tasks."""
    yield from page_of(ASKED, running_chromium, tmp_path_factory.mktemp("write"))


# Programs: pairs of a task and a source that ends with a call of `check`


def of_lessons():
    """Yield the solution of each cell to write in, and the function in the solution of each exercise."""
    for path in LESSONS:
        cells = nbformat.read(path, as_version=4).cells
        for cell, following in zip(cells, cells[1:]):
            if write.is_to_write(cell) or write.stub(following, cell):
                (asked,) = tasks_in(following.source)
                function = ast.parse(following.source).body[0]
                yield asked, f"{ast.unparse(function)}\ncheck({function.name}, {asked!r})"


def of_tests():
    """Yield the right programs in the tests of the checker that use only NumPy."""
    for name, (asked, program, _) in PROGRAMS.items():
        if asked not in ASKED or not inspect.isfunction(program) or program.__closure__:
            continue
        if LocalProgram(program).takes_any:
            continue
        source = re.sub(r"(?m)^@.*\n", "", textwrap.dedent(inspect.getsource(program)))
        used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        if used & {*program.__globals__} <= {"np"}:
            yield asked, f"{source}\ncheck({name}, {asked!r})\n"


OF_ONE = "X, y = np.array([x]), np.array([y])"
OF_DUAL = "X, y, alpha = np.array([x] * m), np.array([y] * m), np.array([alpha] * m)"
# One step of an algorithm: its parameters, the lines before the loop, the loop's iterable, and the returned value.
STEPS = {
    "hinge": ("w, x, y, eta, lam", OF_ONE, "[(round(1 / (eta * lam)), 0)]", "w"),
    "logistic": ("w, x, y, eta, lam", OF_ONE, "[(round(1 / (eta * lam)), 0)]", "w"),
    "minibatch": ("w, X, y, eta, lam", "pass", "[(round(1 / (eta * lam)), np.arange(len(y)))]", "w"),
    "logistic_minibatch": ("w, X, y, eta, lam", "pass", "[(round(1 / (eta * lam)), np.arange(len(y)))]", "w"),
    "scaled": ("a, v, x, y, eta, lam, t", f"{OF_ONE}; v = v.copy(); nu = norm(a * v)", "[(t, 0)]", "a, v"),
    "kernelized": ("alpha, K, y, i, t, lam", "eta = 1 / (lam * (t - 1)) if t > 1 else 0.0", "[(t, i)]", "alpha"),
    "free_bias": ("w, b, x, y, eta, lam", OF_ONE, "[(round(1 / (eta * lam)), 0)]", "w, b"),
    "dual_ascent": ("w, alpha, x, y, lam, m", OF_DUAL, "[(1, 0)]", "w, alpha[0]"),
}


def as_step(name, identifier):
    """Return the source of one step with a mistake of the catalogue."""
    right, wrong = (
        ast.parse(textwrap.dedent(inspect.getsource(program))).body[0]
        for program in (task(name).reference, wrong_program(name, identifier))
    )
    usual = {ast.dump(statement) for statement in right.body}
    added = [line for line in wrong.body[1:] if ast.dump(line) not in usual and not isinstance(line, ast.For)]
    loop = next(statement for statement in wrong.body if isinstance(statement, ast.For))
    loop.body = [statement for statement in loop.body if "yield" not in ast.unparse(statement)] or [ast.Pass()]
    parameters, before, over, left = STEPS[name]
    loop.iter = ast.parse(over).body[0].value
    body = "\n".join([before, "project = False", *map(ast.unparse, [*added, loop]), f"return {left}"])
    return f"{NAMES}\ndef step({parameters}):\n{textwrap.indent(body, '    ')}\ncheck(step, {name!r})\n"


def as_all_steps(name, identifier):
    """Return the source of a program of all steps with a mistake, which yields w."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(wrong_program(name, identifier))))
    taken = tree.body[0].args
    taken.args, taken.defaults = taken.args[:4], []  # without `project=False`
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield):
            node.value = next((arg for arg in node.value.args if ast.unparse(arg) == "w"), node.value.args[-1])
        elif isinstance(node, ast.arg):
            node.annotation = None
    return f"{NAMES}\nproject = False\n{ast.unparse(tree)}\ncheck({tree.body[0].name}, {name!r})\n"


def tasks_of(identifier):
    """Yield the tasks in which one step or one function can have a mistake of the catalogue."""
    for name in ASKED:
        entry = next((entry for entry in entries(name) if entry.id == identifier), None)
        if entry and (not task(name).is_algorithm or entry.fits("step") and not entry.column):
            yield name


def of_mistake(name, identifier):
    """Return the program of a task with a mistake."""
    if task(name).is_algorithm:
        return name, as_step(name, identifier)
    source = textwrap.dedent(inspect.getsource(wrong_program(name, identifier)))
    if name == "slack":  # it calls the subgradient of one example
        source = f"{inspect.getsource(task('subgradient').reference)}\n{source}"
    return name, f"{NAMES}\n{source}\ncheck({name}_wrong, {name!r})\n"


ALL = {entry.id: [*tasks_of(entry.id)] for entry in by_id().values() if not entry.is_convention}
MISTAKES = {identifier: names for identifier, names in ALL.items() if names}


SHRUNK = """
def step(w, b, x, y, eta, lam):
    violated = y * (w @ x + b) < 1
    return (1 - eta * lam) * w + eta * violated * y * x, (1 - eta * lam) * b + eta * violated * y


check(step, "free_bias", conventions=())
"""
BY_ROOT_T = SHRUNK.replace("(1 - eta * lam) * b + eta * violated", "b + eta").replace("()", "['bias-by-root-t']")


# Comparing


def with_numpy(source):
    """Return the report of the checker on the program of a source."""
    reports = []
    space = {"np": np, "check": lambda *asked, **how: reports.append(check(*asked, **how))}
    exec(f"{GIVEN['slack']}\n{source}", space)
    return reports[0]


def compare(page, programs):
    """Compare the report of the page, letter for letter, with that of Python."""
    for (name, source), seen in zip(programs, page.evaluate("run", [source for _, source in programs])):
        report = with_numpy(source)
        (shown,) = seen["reports"]
        what = f"{name}\n{source[-700:]}\n{shown}"
        assert (shown["verdict"], shown["passed"]) == (report.verdict, report.passed), what
        if not report.failed:
            assert [*map(tuple, shown["facts"])] == report.facts(), what
            assert tuple(shown["hints"]) == tuple(report.hints), what


def right_programs(tasks):
    """Return the solutions and the right programs for some tasks."""
    return [(name, source) for name, source in (*of_lessons(), *of_tests()) if name in tasks]


def test_a_right_program_gets_the_same_report(page):
    assert {name for name, _ in right_programs(ASKED)} == {*ASKED}
    compare(page, right_programs(OFTEN)[::2])


def test_a_known_mistake_is_named_as_python_names_it(page):
    some = [(names[n % len(names)], mistake) for n, (mistake, names) in enumerate(MISTAKES.items())]
    compare(page, [of_mistake(*chosen) for chosen in some if chosen[0] in OFTEN][::8])


OTHERS = """
3 * w + y * x
(1 - eta * lam) * w + 7 * (y * (w @ x) < 1) * x
w[::-1]
w / (w @ w)
0.9 * w
(1 - eta * lam) * w + eta * x * (y * (w @ x) < 0)
(1 - eta) * w + y * x * (y * (w @ x) < 1)
"""


def test_any_other_step_gets_the_same_report(page):
    compare(page, [("hinge", f"{HEAD}    return {w}\ncheck(step, 'hinge')\n") for w in OTHERS.strip().split("\n")])


def of_draw(seed):
    """Return a program that was drawn from parts, with its task."""
    program = drawn(seed)
    return program.task, f"{program.source}\n\ncheck({program.name}, {program.task!r})\n"


def test_a_drawn_program_gets_the_same_report(page):
    needs_most_memory = 55  # as far as is known
    compare(page, [program for program in map(of_draw, [*range(24), needs_most_memory]) if program[0] in OFTEN])


@pytest.mark.slow
def test_300_drawn_programs_get_the_same_reports(page_of_all):
    compare(page_of_all, [*map(of_draw, range(300))])


ALL_STEPS = """
def pegasos(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        margin = y[i] * (w @ X[i])
        w = (1 - eta * lam) * w
        if margin < 1:
            w += eta * y[i] * X[i]
    return w


check(pegasos, "hinge")
"""
CHANGES = [
    ("enumerate(draws, 1)", "enumerate(draws, 2)"),
    ("enumerate(draws, 1)", "zip(range(1, len(draws)), draws)"),
    ("margin < 1", "margin < 0"),
    ("    return w", "        yield w"),
    ("return w", "return 3"),
    ("X[i]))", "X[t]))"),
]


def test_a_program_of_all_steps_is_judged_as_python_judges_it(page):
    compare(page, [("hinge", ALL_STEPS.replace(*change)) for change in CHANGES])
    names = [e.id for e in entries("hinge") if not e.is_convention and e.fits("all") and not e.column]
    compare(page, [("hinge", as_all_steps("hinge", mistake)) for mistake in sorted(names)[::5]])


SHAPES = """
def program(w, X, y, i, eta, lam):
    return (1 - eta * lam) * w + eta * (y[i] * (w @ X[i]) < 1) * y[i] * X[i]
check(program, "hinge")
---
def program(w, X, y, A, eta, lam):
    violated = y[A] * (X[A] @ w) < 1
    return (1 - eta * lam) * w + eta / len(A) * ((violated * y[A]) @ X[A])
check(program, "minibatch")
---
def program(X, y, lam, draws):
    A = np.column_stack([np.ones(len(X)), X])
    w = np.zeros(len(A[0]))
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ A[i]) < 1) * y[i] * A[i] / (lam * t)
    return w
check(program, "hinge")
---
def program(X, y, lam, draws):
    w = 0.01 * np.ones(X.shape[1])
    for t, i in enumerate(draws, 2):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        yield w
check(program, "hinge")
---
def program(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        if y[i] * (w @ X[i]) < 1:
            w = w + y[i] * X[i]
            yield w
check(program, "hinge")
---
def program(K, y, lam, draws):
    alpha = [np.ones(1) for _ in y]
    return alpha
check(program, "kernelized")
---
def program(X, y, lam, draws):
    return {"w": X[0], "T": len(draws)}
check(program, "hinge")
"""


def test_a_program_of_a_rarer_shape_gets_the_same_report(page):
    programs = SHAPES.strip().split("---\n")
    compare(page, [(re.findall(r'"(\w+)"\)$', program.strip())[0], program) for program in programs])


DEMANDED = """
def step(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (eta * x if y * (w @ x) < 1 else 0)
check(step, "hinge", conventions=["projection"])
---
def train(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 2):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w
check(train, "hinge", conventions=["average"])
---
def train(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        S = A[y[A] * (X[A] @ w) < 1]
        w = (1 - 1 / t) * w + np.sum(X[S] * y[S].reshape((-1, 1))) / (lam * t * len(A))
    return w
check(train, "minibatch", conventions=["projection"])
---
def step(alpha, K, y, i, t, lam):
    if t == 1 or y[i] * ((alpha * y) @ K[i]) / (lam * t) < 1:
        alpha[i] += 2
    return alpha
check(step, "kernelized", conventions=["factor-of-the-figure"])
---
def log_loss(z):
    return np.exp(-z)
check(log_loss, "log_loss", conventions=["log-loss-in-bits"])
"""


def test_a_program_gets_the_same_report_if_a_check_demands_conventions(page):
    compare(page, [("demanded", program) for program in DEMANDED.strip().split("---\n")])


# In a page a norm is a plain number: divided by a norm of 0, a number is an error, where NumPy has infinity.
APART = ("projected", "always-on-the-sphere")


@pytest.mark.slow
def test_every_right_program_is_named_in_every_task_and_every_second_known_mistake_in_one(page_of_all):
    chosen = [(names[n % len(names)], mistake) for n, (mistake, names) in [*enumerate(MISTAKES.items())][::2]]
    programs = [of_mistake(*pair) for pair in chosen if pair != APART]
    compare(page_of_all, [*right_programs(ASKED), *programs, ("free_bias", SHRUNK), ("free_bias", BY_ROOT_T)])


# Refused programs

REFUSED = {
    "import js\njs.document": "js is not in this page",
    "from js import fetch": "js is not in this page",
    "import jsffi": "jsffi is not in this page",
    "__import__('js')": "js is not in this page",
    "exec('import js')": "js is not in this page",
    "eval('__import__(\"js\")')": "js is not in this page",
    "import sys\nsys.modules": "sys is not in this page",
    "import builtins": "builtins is not in this page",
    "import os": "os is not in this page",
    "import numpy\nnumpy.math.js": "has no attribute 'js'",
    "np.math.__globals__": "AttributeError",
    "check.__globals__['sys'].modules": "",
    "np.maximum = np.array = np.ndarray.__mul__ = np.ndarray.sum = None": "",
    "check.__globals__['json'].dumps = check.__globals__['_judge'] = print": "",
    "import pegasos_edu\npegasos_edu.check = None": "",
    "open('/numpy.py', 'w')": "cannot ask for input or open files",
    "input('?')": "cannot ask for input or open files",
    "execfile('/numpy.py')": "cannot ask for input or open files",
    "postMessage({})": "name 'postMessage' is not defined",
    "localStorage.clear()": "name 'localStorage' is not defined",
    "raise SystemExit": "ends Python with exit()",
    "raise BaseException": "BaseException",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "[0] * 10**9": "MemoryError",
    "a = []\nwhile True: a.append([0] * 10**6)": "MemoryError",
    "a = 'x'\nwhile True: a += a": "MemoryError",
    "def f(): f()\nf()": "maximum recursion depth exceeded",
    "check(check, 'hinge')": "defines with def",
    "check(3, 'hinge')": "defines with def",
    "check(np.exp, 'nothing')": "task must be one of",
    f"{HEAD}    return None\ncheck(step, 'hinge')": "it returned None; return w, an array of shape (6,). Is a return",
    f"{HEAD}    return 'w'\ncheck(step, 'hinge')": "it returned an object of type str",
    "def step(w):\n    return w\ncheck(step, 'hinge')": "it must take (w, x, y, eta, lam), got (w)",
    "def f(:": "SyntaxError",
    "np.einsum('i,i', 1, 2)": "np.einsum is not in this page",
    "np.random.default_rng(0)": "the draws are given",
    "print('x' * 10**6)\n1 / [0]": "unsupported operand type(s) for /: 'int' and 'list'",
    "while True:\n    try:\n        while True: pass\n    except BaseException: pass": "ran for more than 5 seconds",
}


def test_a_hostile_program_ends_in_words_and_changes_nothing_outside_its_worker(page):
    state = "() => [document.title, document.body.children.length, localStorage.length, location.href]"
    before, sources = page.evaluate(state), [*REFUSED]
    for source, seen in zip(sources, page.evaluate("run", sources)):
        words = " ".join(report["verdict"] for report in seen["reports"])
        assert REFUSED[source] in words and (words or not REFUSED[source]), (source, words)
        assert len(seen["printed"]) <= 10_001
    assert page.evaluate(state) == before
    (after,) = page.evaluate(
        "run", ["def hinge_loss(z):\n    return np.maximum(0, 1 - z)\ncheck(hinge_loss, 'hinge_loss')"]
    )
    assert after["reports"][0]["verdict"] == "Right (hinge_loss)."


# A lesson

WRONG = f"""{HEAD}    w = (1 - eta * lam) * w
    if y * (w @ x) < 1:
        w = w + eta * y * x
    return w

print("w", "×", end="")
check(step, "hinge")"""
RIGHT = f"""{HEAD}    margin = y * (w @ x)
    w = (1 - eta * lam) * w
    if margin < 1:
        w = w + eta * y * x
    return w

check(step, "hinge")"""


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """Write a page with the cell of lesson 03 and its solution."""
    folder = tmp_path_factory.mktemp("lesson")
    (path,) = (path for path in LESSONS if path.name.startswith("03"))
    notebook = nbformat.read(path, as_version=4)
    at = next(n for n, cell in enumerate(notebook.cells) if write.is_to_write(cell))
    notebook.cells = [notebook.cells[0], *notebook.cells[at - 1 : at + 2]]
    nbformat.write(notebook, folder / path.name)
    return export(folder / path.name, folder)


def test_the_pages_of_a_site_share_what_they_load_when_it_is_needed(lesson, open_page, tmp_path):
    of_site = OfSite("Lesson", "One cell.", (("Front", "index.html"),))
    page_of_site = export(lesson.with_suffix(".ipynb"), tmp_path, of_site)
    write.write_shared(tmp_path)
    assert page_of_site.stat().st_size < lesson.stat().st_size - (tmp_path / write.SHARED).stat().st_size + 9_000
    page = open_page(page_of_site)
    page.get_by_label("Your program").fill(RIGHT)
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".pegasos-write .report")).to_contain_text("✓ Right (hinge).")


@IN_BOTH
def test_a_step_is_written_first_wrong_then_right_from_disk(lesson, open_page):
    page = open_page(lesson, width=390, height=800)
    field, report = page.get_by_label("Your program"), page.locator(".pegasos-write .report")
    field.press("Control+Enter")
    expect(report).to_contain_text(re.compile(r"Not written yet: line \d+ still holds \.\.\.\."))
    field.fill("def step(w)\n    return w")
    field.press("Control+Enter")
    expect(report).to_contain_text("A colon is missing at the end of this line.")
    field.fill(WRONG)
    page.get_by_role("button", name="Run").click()
    expect(report).to_contain_text("the score is computed after w has shrunk")
    expect(report.locator(".printed")).to_have_text("w ×")
    page.get_by_role("button", name="See it happen").click()
    expect(report).to_contain_text("Step 3 is the first after which its state differs.")
    right, learners = (page.frame_locator("iframe").locator("section").nth(n) for n in (0, 1))
    expect(right.locator(".story")).to_contain_text("is not below 1, so w only shrinks")
    expect(learners.locator(".story")).to_contain_text("is not below 1, yet w shrinks, η·y·x is added to w")
    page.reload()
    expect(field).to_have_value(WRONG)
    field.fill(RIGHT)
    field.press("Control+Enter")
    expect(report).to_contain_text("✓ Right (hinge).")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Start again").click()
    expect(field).to_have_value(re.compile(r"^def step\(w, x, y, eta, lam\):\n    # "))


@pytest.mark.slow
def test_every_kind_of_step_is_drawn_beside_its_algorithm(running_chromium, tmp_path):
    solutions = {name: source for name, source in of_lessons() if name in step_tasks() and "draws" not in source}
    entry = Path(write.__file__).with_name("test.js")
    script = joined(entry, {entry: DRAWN})
    tables = {name: table(name) for name in solutions}
    parts = "\n".join([interpreter(), packed({"tables": tables, "runs": learner_run_page(*solutions)})])
    body = f'<script type="text/plain" id="python">\n{parts}\n</script>\n<script type="module">{script}</script>'
    (tmp_path / "page.html").write_text(whole_page("write", "", body), "utf-8")
    pages = Pages(running_chromium)
    page = pages(tmp_path / "page.html")
    assert len(solutions) > 5
    for name, source in solutions.items():
        drawn = page.evaluate("drawn", [name, source])
        assert (drawn["first"], drawn["T"]) == (0, 60), name
        assert drawn["stories"][0] == drawn["stories"][1], name
    all_steps = textwrap.dedent(inspect.getsource(hinge)).replace("yield LinearStep(t, i, eta, score, w)", "yield w")
    drawn = page.evaluate("drawn", ["hinge", f"{NAMES}\n{all_steps}\ncheck(hinge, 'hinge')"])
    assert (drawn["first"], drawn["T"]) == (0, 60)
    from_2 = all_steps.replace("eta = 1 / (lam * t)", "eta = 1 / (lam * (t + 1))")
    for text, is_right in ((from_2, True), (from_2.replace("1 - eta * lam", "1"), False)):
        drawn = page.evaluate("drawn", ["hinge", f"{NAMES}\n{text}\ncheck(hinge, 'hinge')"])
        assert (drawn["first"] == 0) is is_right and drawn["first"] != 1 and drawn["T"] == 60
        assert "hinge, in your conventions" in drawn["lines"] and "with t from 2" in drawn["lines"]
    pages.close()
    pages.check()


def test_what_is_written_can_be_saved_as_a_file_that_runs(lesson, open_page):
    page = open_page(lesson)
    page.get_by_label("Your program").fill(RIGHT)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert re.fullmatch(r"03_pegasos-[\w-]+\.py", download.value.suggested_filename)
    exec(Path(download.value.path()).read_text("utf-8"), {})


def test_the_keys_of_the_editor(lesson, open_page):
    page = open_page(lesson)
    field = page.get_by_label("Your program")
    field.fill("if x:")
    for key in ("End", "Enter", "a", "Enter", "b", "Shift+Tab", "Home", "Tab"):
        field.press(key)
    expect(field).to_have_value("if x:\n    a\n    b")
    assert page.locator(".numbers").inner_text() == "1\n2\n3"
    field.press("Escape")
    field.press("Tab")
    expect(page.get_by_role("button", name="Run")).to_be_focused()
    assert not barriers(page)
