"""Test players, questions and sliders in JupyterLab, from the first run to a saved notebook without its kernel."""

import json
import os
import shutil

import nbformat
import pytest
from browsing import READY, run_cells, running_lab, written
from playwright.sync_api import expect
from stored import player, shows

from in_browser.conftest import Pages, height_in_use
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.outputs import STYLE, VIEW
from pegasos_edu.lessons import Predict, Quiz
from pegasos_edu.lessons.predict import FOLDED

PLAYER = """\
from pegasos_edu import hinge, minibatch, run, variant
from pegasos_edu.datasets import moons, toy
from pegasos_edu.player import play
X, y, names = moons()
player = play([hinge, minibatch], X, y, lam=0.05, T=60, names=names)
player"""
OWN = "own = play(variant(hinge, name='mine'), X, y, lam=0.05, T=60, names=names)\nown"
QUIZ = """\
from pegasos_edu.lessons import OnDemand, Predict, Quiz, explore
from pegasos_edu.plots import Picture, examples, figure
Quiz("How much is $1+1$?", {1: "More.", 2: "So it is.", 3: "Less."}, answer=1 + 1, expected=2)"""
GUESS = "guess = Predict('How much is $1+1$?', ['one', 'two'])\nguess"
OUTCOME = "guess.outcome('two', {'one': 'Count again.', 'two': 'So it is.'}, expected='two')"
SLIDERS = """\
def drawn(lam=0.1):
    picture, ax = figure()
    _ = examples(*toy()[:2], ax=ax)
    return Picture(picture, f"points at {lam}")
explore(drawn, lam=[0.1, 1.0])"""
CELLS = [PLAYER, OWN, QUIZ, GUESS, OUTCOME, SLIDERS, "OnDemand('Measure', drawn)"]

OPEN = """name => {
    const {commands, shell} = window.jupyterapp;
    [...shell.widgets("main")].forEach(widget => widget.dispose());
    commands.execute("docmanager:open", {path: name});
}"""  # returns no promise, because Playwright would wait for it
SHOW_ALL = """() => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.notebookConfig = {...notebook.notebookConfig, windowingMode: "none"};
}"""  # otherwise cells out of view are not in the page
CONTENT = "window.jupyterapp.shell.currentWidget.content"
RUN = f"""number => {{
    {CONTENT}.activeCellIndex = number;
    window.jupyterapp.commands.execute("notebook:run-cell-and-select-next");
}}"""
IN_VIEW = """() => {
    const cell = document.querySelector(".jp-Notebook .jp-mod-active").previousElementSibling;
    const [player, panel] = [cell.querySelector(".pegasos-player"), document.querySelector(".jp-WindowedPanel-outer")];
    if (!player) return false;
    const [shown, room] = [player, panel].map(part => part.getBoundingClientRect());
    return shown.height > 100 && shown.top >= room.top - 1 && shown.bottom <= room.bottom + 1;
}"""
COLOURS = """() => {
    const styleOf = part => getComputedStyle(document.querySelector(`.pegasos-${part}`));
    const texts = ["player", "quiz summary", "asked button"].map(part => styleOf(part).color);
    const figure = styleOf("explorer .pegasos-figure").mixBlendMode;
    return [...texts, figure, document.querySelector(".pegasos-player .plane").toDataURL()];
}"""
THEMED = f"([light, isLight]) => ({COLOURS})().every((value, n) => (value === light[n]) === isLight)"
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
ASK = f"""code => {{
    const future = {KERNEL}.requestExecute({{code: "pass", user_expressions: {{answer: code}}}});
    return future.done.then(reply => reply.content.user_expressions.answer.data["text/plain"]);
}}"""
SLEEP = "from pathlib import Path; from time import sleep; Path('asleep').touch(); sleep(10_000)"
STATE = f"{CONTENT}.model.cells.get(0).sharedModel.getOutputs().map(output => Object.keys(output.data)).flat()"


@pytest.fixture
def page(running_chromium, chromium, tmp_path):
    """Run a notebook with `CELLS` in JupyterLab, and return the page."""
    if not hasattr(os, "killpg"):
        pytest.skip("JupyterLab and its kernels are ended as a group of processes, which Windows does not have")
    (tmp_path / "lab").mkdir()
    with running_lab(tmp_path / "lab") as lab:
        shutil.copy(written(tmp_path, CELLS), lab.folder / "lesson.ipynb")
        pages = Pages(running_chromium)
        page = pages(f"{lab.url}/lab?reset")
        page.lab = lab
        show(page)
        run_cells(page)
        yield page
        pages.close()
        pages.check()


def show(page, name="lesson.ipynb"):
    """Open a notebook alone."""
    page.wait_for_function("window.jupyterapp?.started.then(() => true)")
    page.evaluate(OPEN, name)
    page.wait_for_function(READY, arg=name)
    page.evaluate(SHOW_ALL)


def ask(page, expression):
    """Return the value of an expression in the kernel of the notebook."""
    return json.loads(eval(page.evaluate(ASK, f"__import__('json').dumps({expression})")))


@pytest.mark.slow
def test_a_notebook_in_jupyterlab(page):
    fit_beside_the_side_bar(page)
    come_into_view(page)
    follow_the_theme(page)
    change_a_run_in_the_browser_while_the_kernel_is_busy(page)
    change_a_run_that_the_kernel_makes(page)
    answer_questions(page)
    move_a_slider(page)
    reopen_without_the_kernel(page)
    open_what_somebody_else_has_run(page)


def fit_beside_the_side_bar(page):
    page.set_viewport_size({"width": 1366, "height": 768})
    player = page.locator(".pegasos-player").first
    for _ in range(9):
        player.press("ArrowRight")
    width = player.bounding_box()["width"]
    assert width < 1000, "the side bar must be open"
    assert height_in_use(player) <= page.locator(".jp-WindowedPanel-outer").bounding_box()["height"]
    player.press("Home")


def come_into_view(page):
    """Check that after Shift+Enter the player is in view, and not only the cell after it."""
    page.evaluate(RUN, 1)
    page.wait_for_function(IN_VIEW)
    page.evaluate(RUN, 0)
    page.wait_for_function(IN_VIEW)


def follow_the_theme(page):
    """Check that canvas, texts and figures change with the theme, and back; JupyterLab takes that of the system."""
    light = page.evaluate(COLOURS)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(THEMED, arg=[light, scheme == "light"])
        # JupyterLab removes its splash screen twice, with an error, if the theme changes again before it is gone.
        expect(page.locator("#jupyterlab-splash")).to_have_count(0)


def change_a_run_in_the_browser_while_the_kernel_is_busy(page):
    player = page.locator(".jp-OutputArea-output:has(.pegasos-player)").first
    head = player.locator("h3").first
    page.evaluate(f"code => {{{KERNEL}.requestExecute({{code}})}}", SLEEP)
    while not (page.lab.folder / "asleep").exists():
        page.wait_for_timeout(50)
    player.get_by_text("Change the run").click()
    player.get_by_label("Steps", exact=True).fill("40")
    player.get_by_label("project onto the ball").check()
    player.get_by_label("Algorithm").select_option("minibatch")
    expect(head).to_contain_text("k = 5")
    page.evaluate(f"() => {KERNEL}.interrupt()")
    for _ in range(1000):  # the kernel gets the change after the page
        run = ask(page, "[player.run.algorithm.__name__, player.run.options, list(player.run.draws.shape)]")
        if run[2] == [40, 5]:
            break
        page.wait_for_timeout(100)
    assert run == ["minibatch", {"project": True}, [40, 5]]
    player.locator(".pegasos-player").press("End")
    f = float(player.locator(".now b").inner_text().split("f = ")[1])
    assert f == pytest.approx(ask(page, "player.records[0]['values'][-1]"), rel=5e-3)
    page.evaluate(ASK, "player.change(lam=0.5)")
    expect(head).to_contain_text("λ = 0.5")
    page.evaluate(ASK, "player.change(lam=-1)")
    expect(player.locator(".pegasos-problem").last).to_contain_text("lam must be")
    player.get_by_role("button", name="Undo").click()
    expect(head).to_contain_text("λ = 0.05")


def change_a_run_that_the_kernel_makes(page):
    player = page.locator(".jp-OutputArea-output:has(.pegasos-player)").nth(1)
    story, head = player.locator(".story"), player.locator("h3")
    player.locator(".pegasos-player").press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(story).to_contain_text("This line starts")
    assert page.evaluate(f"{CONTENT}.activeCellIndex") == 1, "JupyterLab must not handle the keys"
    page.keyboard.press("Home")
    (x, z), half = ask(page, "X[7].tolist()"), ask(page, "own.records[0]['picture']['half']")
    size = player.locator("canvas.plane").bounding_box()["width"]
    place = {"x": (x / half + 1) * size / 2, "y": (1 - z / half) * size / 2}
    player.locator("canvas.plane").click(position=place)
    expect(story).to_contain_text("Step 1 draws")
    drawn = ask(page, "int(own.run.draws[0])")  # a click draws the example next
    assert f"example {drawn} (" in story.inner_text() and ask(page, f"bool(abs(X[{drawn}] - X[7]).max() < 0.15)")
    player.get_by_text("Change the run").click()
    player.get_by_role("checkbox").check()
    expect(head).to_contain_text("project = True")
    assert ask(page, "int(own.run.draws[0])") == drawn and story.inner_text().startswith("Step 1 draws")


def answer_questions(page):
    quiz, verdicts = page.locator(".pegasos-quiz"), []
    for choice in quiz.locator("summary").all():
        choice.press("Enter")
        expect(quiz.locator("details[open]")).to_have_count(1)
        verdicts.append(quiz.locator("details[open] div b").first.inner_text())
    assert verdicts == ["✗ No.", "✓ Right.", "✗ No."]
    outcome = page.locator(".pegasos-guess").last
    expect(outcome).to_contain_text("Your guess is missing")
    page.get_by_role("button", name="one").click()
    expect(outcome).to_contain_text("✗ You said: one.")
    assert "Count again." in outcome.inner_text() and "What happened: two. So it is." in outcome.inner_text()


def move_a_slider(page):
    explorer, button = page.locator(".pegasos-explorer").all()
    explorer.get_by_role("slider").press("ArrowRight")
    expect(explorer.locator("img")).to_have_attribute("alt", "points at 1.0")
    button.get_by_role("button").click()
    expect(button.locator("img")).to_be_visible()


def reopen_without_the_kernel(page):
    """Check that a saved notebook shows a page for each player, and a text for each question."""
    live = page.locator(":is(.pegasos-player, .pegasos-guess, .pegasos-explorer)")
    stored, error = page.locator(".pegasos-stored"), page.get_by_text("model not found")
    expect(live).to_have_count(6)
    assert stored.count() == 6 and not any(locator.is_visible() for locator in stored.all())
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    assert {VIEW, "image/png", "text/html", "text/plain"} == set(page.evaluate(STATE))
    assert not page.evaluate(f"'widgets' in {CONTENT}.model.metadata")
    page.evaluate(f"() => {{ {KERNEL}.restart(); }}")
    expect(page.locator(".pegasos-asked")).to_contain_text("Run this cell again.")
    for session in json.loads(page.lab.ask("/api/sessions")):
        page.lab.ask(f"/api/sessions/{session['id']}", "DELETE")
    page.reload()
    show(page)
    expect(error).to_have_count(6)
    assert not any(locator.is_visible() for locator in error.all())
    assert all(locator.is_visible() for locator in stored.all())
    expect(stored.frame_locator("iframe").first.locator(".story")).to_be_visible()
    assert not stored.get_by_text("What happened: two.").is_visible()
    stored.get_by_text(FOLDED).click()
    for said in ("Run the cell to choose.", "What happened: two.", "λ = 0.1"):
        assert stored.get_by_text(said).last.is_visible()


def open_what_somebody_else_has_run(page):
    """Check that formulas stay right and outcomes folded in a notebook that JupyterLab does not trust."""
    quiz = Quiz("What is $\\frac12w$?", {"$w/2$": "So $\\|w\\|^2$.", "$2w$": "No."}, "$w/2$", expected="$w/2$")
    told = Predict("To $w$?", [1, 2]).outcome(1, {1: "As $w=\\frac23(-1,1)$.", 2: "No."}, expected=1)
    notebook = nbformat.read(page.lab.folder / "lesson.ipynb", as_version=4)
    notebook.cells = [*map(shows, (quiz, told, player()))]
    nbformat.write(notebook, page.lab.folder / "other.ipynb")
    show(page, "other.ipynb")
    outputs = page.locator(".jp-Notebook .jp-OutputArea-output")
    expect(outputs).to_have_count(3)
    assert outputs.nth(0).inner_text().split("\n")[0] == "What is ½w?"
    assert outputs.nth(1).inner_text().strip() == FOLDED
    page.get_by_text(FOLDED).click()
    expect(outputs.nth(1)).to_contain_text("What happened: 1. As w = ⅔(−1, 1).")
    assert page.locator(".jp-Notebook iframe").count() == 0, "JupyterLab does not trust it"


IN_NBCLASSIC = """<div class="output_area"><div class="output_subarea jupyter-widgets-view">live</div></div>
<div class="output_area"><div class="output_subarea">STYLE<p class="pegasos-stored">hidden</p></div></div>
<div class="output_area"><div class="output_subarea"><p class="pegasos-stored">without a kernel</p></div></div>"""


def test_nbclassic_shows_a_widget_once(open_page, tmp_path):
    (tmp_path / "page.html").write_text(whole_page("", "", IN_NBCLASSIC.replace("STYLE", STYLE)), "utf-8")
    assert open_page(tmp_path / "page.html").inner_text("body").split("\n\n") == ["live", "without a kernel"]
