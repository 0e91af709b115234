"""The step player as a widget, and all that moves in the lessons, in a real JupyterLab."""

import json
import re

import nbformat
import pytest
from browsing import PATIENCE, run_cells
from conftest import mostly_slow
from playwright.sync_api import expect
from stored import LESSONS, MOVING, code, moving, shown

from in_browser.conftest import STARTED, end_kernels, show
from pegasos_edu.common.outputs import VIEW
from pegasos_edu.lessons.copies import learners

SETUP = """\
from pegasos_edu import hinge, minibatch, run, variant
from pegasos_edu.datasets import moons
from pegasos_edu.player import compare, play
X, y, names = moons()
"""
PYTHON = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
PLAY = SETUP + "player = play([hinge, minibatch], X, y, lam=0.05, T=60, names=names)\nplayer"
MINE = SETUP + "player = play(variant(hinge, name='mine'), X, y, lam=0.05, T=60, names=names)\nplayer"


@pytest.fixture
def lab_page(open_notebook):
    """A notebook whose last cell shows a player, in focus; ``ask`` runs Python in its kernel."""

    def opened(*sources, **options):
        page = open_notebook(list(sources), **options)
        page.locator(".pegasos-player .story").first.wait_for()
        page.locator(".pegasos-player").first.focus()
        return page

    return opened


KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
ASK = f"""code => {{
    const future = {KERNEL}.requestExecute({{code: "pass", user_expressions: {{answer: code}}}});
    return future.done.then(reply => reply.content.user_expressions.answer.data["text/plain"]);
}}"""
START = f"code => {{{KERNEL}.requestExecute({{code}});}}"
STOP = f"() => {KERNEL}.interrupt()"


def ask(page, expression):
    """The value of an expression in the kernel of the notebook."""
    return json.loads(eval(page.evaluate(ASK, f"__import__('json').dumps({expression})")))


def in_the_end(page, expression, value):
    """Until an expression has this value in the kernel, which hears of a change after the page has made it."""
    for _ in range(10 * PATIENCE):
        if ask(page, expression) == value:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{expression} must become {value}, got {ask(page, expression)}")


def story(page):
    return page.locator(".story").first.inner_text()


def canvases(page):
    return page.evaluate("[...document.querySelectorAll('.pegasos-player canvas')].map(canvas => canvas.toDataURL())")


def active_cell(page):
    return page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex")


def test_a_run_of_the_package_is_changed_while_the_kernel_does_something_else(lab_page):
    page = lab_page(PLAY, "1 + 1")
    page.evaluate(START, "import time; time.sleep(10_000)")
    page.wait_for_function(f"{KERNEL}.status === 'busy'")
    page.get_by_text("Change the run").click()
    page.get_by_label("Steps", exact=True).fill("40")
    page.get_by_label("project onto the ball").check()
    page.wait_for_function("document.querySelector('.pegasos-player h3').textContent.includes('project = True')")
    page.get_by_label("Algorithm").select_option("minibatch")
    page.wait_for_function("document.querySelector('.pegasos-player h3').textContent.includes('k = 5')")
    assert page.evaluate(f"{KERNEL}.status") == "busy"

    # the kernel hears of it, has the same run, and can change it too
    page.evaluate(STOP)
    in_the_end(
        page,
        "[player.run.algorithm.__name__, player.run.options, list(player.run.draws.shape)]",
        ["minibatch", {"project": True}, [40, 5]],
    )
    page.locator(".pegasos-player").focus()
    page.keyboard.press("End")
    f = float(page.locator(".where").inner_text().split("f = ")[1])
    assert f == pytest.approx(ask(page, "player.records[0]['values'][-1]"), rel=5e-3)
    page.evaluate(ASK, "player.change(lam=0.5)")
    page.wait_for_function("document.querySelector('.pegasos-player h3').textContent.includes('λ = 0.5')")
    assert page.get_by_label("λ: what a long w costs", exact=True).input_value() == "0.5"
    page.evaluate(ASK, "player.change(lam=-1)")
    page.wait_for_function("document.querySelector('.pegasos-problem:not(:empty)')")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("document.querySelector('.pegasos-player h3').textContent.includes('λ = 0.05')")
    in_the_end(page, "player.run.lam", 0.05)


def test_the_widget_from_keys_to_kernel_and_back(lab_page):
    page = lab_page(MINE, "1 + 1")
    before = active_cell(page)
    seen = [canvases(page)]
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        seen.append(canvases(page))
    assert story(page).startswith("Step 4 looks at") and all(a != b for a, b in zip(seen, seen[1:]))
    for images in seen[-2::-1]:
        page.keyboard.press("ArrowLeft")
        assert canvases(page) == images
    page.keyboard.press("ArrowDown")
    assert "This line starts a round" in story(page)
    assert active_cell(page) == before, "JupyterLab must not take the keys"

    # a click draws the example next, in the kernel
    page.keyboard.press("Home")
    first = ask(page, "[float(n) for n in X[7]]")
    plane, half = page.locator("canvas.plane"), ask(page, "player.records[0]['picture']['half']")
    size = plane.bounding_box()["width"]
    plane.click(position={"x": (first[0] / half + 1) * size / 2, "y": (1 - first[1] / half) * size / 2})
    page.wait_for_function("document.querySelector('.story').textContent.startsWith('Step 1 looks at')")
    clicked = ask(page, "[int(player.run.draws[0]), len(player.run)]")
    assert clicked[1] == 60 and f"example {clicked[0]} (" in story(page)
    assert ask(page, f"bool(abs(X[{clicked[0]}] - X[7]).max() < 0.15)")

    # a control recomputes in the kernel, and the moment stays
    page.get_by_text("Change the run").click()
    page.get_by_label("project onto the ball").check()
    page.wait_for_function("document.querySelector('.pegasos-player h3').textContent.includes('project = True')")
    assert ask(page, "player.run.options") == {"project": True} and story(page).startswith("Step 1 looks at")
    assert ask(page, "int(player.run.draws[0])") == clicked[0]

    # what goes wrong is said below the picture, and goes away
    page.evaluate(ASK, "player.change(lam=-1)")
    page.wait_for_function("document.querySelector('.pegasos-problem').textContent.startsWith('lam must be')")
    page.evaluate(ASK, "player.change(lam=0.1)")
    page.wait_for_function("document.querySelector('.pegasos-problem').textContent === ''")
    assert "λ = 0.1" in page.locator(".pegasos-player h3").inner_text()

    # and nothing of it is stored but a picture, a page and a text
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    outputs = page.evaluate(
        "window.jupyterapp.shell.currentWidget.content.model.cells.get(0).sharedModel.getOutputs().map(one => one.data)"
    )
    assert [set(one) for one in outputs] == [{VIEW}, {"image/png", "text/html", "text/plain"}]
    assert not page.evaluate("'widgets' in window.jupyterapp.shell.currentWidget.content.model.metadata")


def test_a_stored_notebook_shows_the_picture_before_it_is_run(open_notebook, tmp_path):
    from pegasos_edu import hinge
    from pegasos_edu.datasets import moons
    from pegasos_edu.player import play

    data = play(hinge, *moons()[:2], lam=0.05, T=20)._repr_mimebundle_()
    data = {kind: content for kind, content in data.items() if kind.startswith("text/")}
    output = nbformat.v4.new_output("execute_result", data=data, execution_count=1)
    cell = nbformat.v4.new_code_cell("play()", outputs=[output], execution_count=1)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=PYTHON), tmp_path / "stored.ipynb")
    page = open_notebook(path=tmp_path / "stored.ipynb")
    image = page.locator(".jp-OutputArea img")
    image.wait_for()
    assert "hinge, λ = 0.05" in image.get_attribute("alt") and image.bounding_box()["width"] > 300


QUIZ = """\
from pegasos_edu.lessons import Quiz
Quiz("How much is $1+1$?", {1: "More.", 2: "So it is.", 3: "Less."}, answer=1 + 1, expected=2)
"""


def test_a_question_is_answered_by_keyboard_and_jupyterlab_leaves_it_the_keys(open_notebook):
    page = open_notebook([QUIZ, "1 + 1"])
    quiz, verdicts = page.locator(".pegasos-quiz"), []
    for choice in quiz.locator("summary").all():
        choice.focus()
        choice.press("Enter")
        expect(quiz.locator("details[open]")).to_have_count(1)
        verdicts.append(quiz.locator("details[open] div b").first.inner_text())
        choice.press("ArrowDown")  # to JupyterLab: the next cell
    assert verdicts == ["✗ No.", "✓ Right.", "✗ No."]
    assert active_cell(page) == 0 and page.evaluate("window.jupyterapp.shell.currentWidget.content.mode") == "command"


GUESS = """\
from pegasos_edu.lessons import Predict
from pegasos_edu.datasets import toy
from pegasos_edu.plots import Picture, examples, figure
guess = Predict("How much is $1+1$?", ["one", "two"])
guess"""
PLACE = """\
picture, ax = figure()
_ = examples(*toy()[:2], ax=ax)
where = Predict("Where?", picture=Picture(picture, "points"))
where"""
OUTCOME = 'guess.outcome("two", {"one": "Count again.", "two": "So it is."}, expected="two")'


def test_a_guess_is_committed_by_a_click_and_stands_beside_what_happened(open_notebook):
    page = open_notebook([GUESS, OUTCOME, PLACE, "where.outcome((1, 0.5), 'There.')"])
    told = page.locator(".pegasos-outcome-live")
    expect(told.first).to_contain_text("Your guess is missing")
    page.get_by_role("button", name="one").click()
    expect(told.first).to_contain_text("✗ You said: one.")
    assert "Count again." in told.first.inner_text() and "What happened: two. So it is." in told.first.inner_text()
    expect(page.get_by_role("button", name="one")).to_be_disabled()
    asked = page.locator(".pegasos-predict-live").last
    asked.locator("img").click(position={"x": 200, "y": 150})
    expect(asked.locator("[data-sign='×']")).to_have_count(1)
    expect(told.last).to_contain_text("What happened: (1, 0.5), the ring in the picture above. There.")
    expect(asked.locator("[data-sign]")).to_have_count(2)


SLIDERS = """\
from pegasos_edu.lessons import OnDemand, explore
def drawn(lam=0.1):
    picture, ax = figure()
    _ = examples(*toy()[:2], ax=ax)
    return Picture(picture, f"points at {lam}")
explore(drawn, lam=[0.1, 1.0])"""


def test_a_saved_notebook_opened_without_its_kernel_shows_what_was_there(open_notebook, lab):
    page = open_notebook([PLAY, GUESS, OUTCOME, PLACE, SLIDERS, "OnDemand('Measure', drawn)"])
    live = page.locator(".jp-OutputArea-output > .widget-vbox")
    stored, error = page.locator(".pegasos-stored"), page.get_by_text("model not found")
    expect(live).to_have_count(6)
    assert page.locator(".pegasos-player").is_visible()
    assert stored.count() == 6 and not any(one.is_visible() for one in stored.all()), "a widget is enough"

    [name] = [session["path"] for session in json.loads(lab.ask("/api/sessions"))]
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    end_kernels(lab)
    page.reload()
    page.wait_for_function(STARTED)
    show(page, name)
    expect(error).to_have_count(6)
    assert not any(one.is_visible() for one in error.all())
    assert stored.count() == 6 and all(one.is_visible() for one in stored.all())
    expect(stored.frame_locator("iframe").locator(".story")).to_be_visible()
    for said in ("How much is", "Run the cell to choose.", "What happened: two.", "Where?", "Run the cell for sliders"):
        assert stored.get_by_text(said).last.is_visible()

    run_cells(page)
    expect(live).to_have_count(6)
    assert not any(one.is_visible() for one in stored.all()) and not error.count()


def test_what_goes_deeper_opens_folded(open_notebook, tmp_path):
    cells = [nbformat.v4.new_markdown_cell(text) for text in ("# One", "## Dig deeper: it", "inside", "## Two", "last")]
    cells[1].metadata["jp-MarkdownHeadingCollapsed"] = True
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=PYTHON), tmp_path / "deeper.ipynb")
    page = open_notebook(path=tmp_path / "deeper.ipynb")
    page.get_by_role("paragraph").get_by_text("last").wait_for()
    assert not page.get_by_role("paragraph").get_by_text("inside").is_visible()
    page.locator(".jp-showHiddenCellsButton:visible").click()
    page.get_by_role("paragraph").get_by_text("inside").wait_for()


# Lessons


# Three that show every kind of thing. The sliders and buttons of all lessons are moved in test_moving.py, without a
# browser, and their players and questions are tried in their pages, in test_lessons.py.
LIVE = [path for path in LESSONS if path.stem in ("00_welcome", "07_sparse", "08_kernels")]


def test_the_lessons_that_are_tried_show_every_kind_of_thing():
    tried, all_kinds = (
        {kind for path in paths for cell in code(path) for kind in (*MOVING, "Quiz: ") if shown(cell).startswith(kind)}
        for paths in (LIVE, LESSONS)
    )
    assert tried == all_kinds == {*MOVING, "Quiz: "}


def pictures(place):
    return place.locator("img").evaluate_all("images => images.map(image => image.src)")


def move(slider):
    """The slider by one value: further, or back from the end."""
    at_end = slider.get_attribute("aria-valuenow") == slider.get_attribute("aria-valuemax")
    slider.press("ArrowLeft" if at_end else "ArrowRight")


@pytest.mark.parametrize("path", mostly_slow(LIVE, LIVE[0]), ids=lambda path: path.stem)
def test_all_that_moves_in_a_lesson_moves(path, open_notebook):
    page = open_notebook(moving(path))
    for explorer in page.locator(".pegasos-explorer").all():
        for slider in explorer.get_by_role("slider").all():
            before = pictures(explorer)
            move(slider)
            expect(explorer.locator("img")).not_to_have_attribute("src", before[0])
    for player in page.locator(".pegasos-player").all():
        player.focus()
        player.press("ArrowRight")
        expect(player.locator(".story").last).to_contain_text("Step 1 ")
    for wanted in page.locator(".pegasos-on-demand").all():
        wanted.get_by_role("button").click()
        expect(wanted.locator("img")).to_be_visible()
    moved = page.locator(".pegasos-explorer, .pegasos-player, .pegasos-on-demand").count()
    assert moved == sum(shown(cell).startswith(MOVING) for cell in code(path)) >= 1


# As a learner does a lesson

WRITE = """([at, source]) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.widgets[at].model.sharedModel.setSource(source);
    notebook.activeCellIndex = at;
    window.jupyterapp.commands.execute("notebook:run-cell");
}"""
SAID = """([at, counted]) => {
    const {model} = window.jupyterapp.shell.currentWidget.content.widgets[at];
    const isDone = model.executionCount > counted && model.executionState === "idle";
    return isDone ? JSON.stringify(model.sharedModel.getOutputs().map(one => one.data?.["text/plain"] ?? "")) : null;
}"""
COUNTED = (
    "Math.max(...[...window.jupyterapp.shell.currentWidget.content.model.cells].map(one => one.executionCount ?? 0))"
)


def write(page, at, source):
    """A cell with another source, run: what it says."""
    counted = page.evaluate(COUNTED)
    page.evaluate(WRITE, [at, source])
    return page.wait_for_function(SAID, arg=[at, counted]).json_value()


def tagged(cells, tag):
    return [n for n, cell in enumerate(cells) if tag in cell["metadata"].get("tags", [])]


def solved(cells, at):
    """The solution of what is to be written in a cell, under the name that is asked for."""
    hole, solution = ("".join(cells[n]["source"]) for n in (at, at + 1))
    asked, own = (re.search(r"def (\w+)", source)[1] for source in (hole, solution))
    return re.sub(rf"\b{own}\b", asked, solution)


@pytest.mark.slow
def test_lesson_03_as_a_learner_does_it(open_notebook, tmp_path):
    [path] = [path for path in LESSONS if path.stem == "03_pegasos"]
    whole = json.loads(path.read_text("utf-8"))["cells"]
    (tmp_path / path.name).write_bytes(learners(path.read_bytes()))
    page = open_notebook(path=tmp_path / path.name)
    assert not page.locator(".pegasos-predict").count(), "nothing is shown before it is run"
    run_cells(page)
    told = page.locator(".pegasos-outcome-live")
    assert told.count() == sum(shown(cell).startswith("Outcome: ") for cell in code(path))
    for asked in page.locator(".pegasos-predict-live").all():
        asked.get_by_role("button").last.click()
    for outcome in told.all():
        expect(outcome).to_contain_text("What happened: ")
        assert "You said: " in outcome.inner_text()
    learners_cells = json.loads((tmp_path / path.name).read_text("utf-8"))["cells"]
    [at], [hole] = tagged(learners_cells, "write"), tagged(whole, "write")
    assert "Not yet hinge" in write(page, at, WRONG)
    assert "[passed] Right: it is hinge" in write(page, at, solved(whole, hole))


WRONG = """\
def step(w, x, y, eta, lam):
    if y * (w @ x) < 1:
        return (1 - eta * lam) * w + eta * y * x
    return w


check(step, "hinge")"""
