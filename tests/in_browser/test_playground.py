"""Test the playground from disk: settings, points, undo, links, files and tours."""

import re
import warnings
from urllib.parse import quote

import numpy as np
import pytest
from browsing import wait_until
from playwright.sync_api import expect
from table_cases import TABLES, USUAL, content_of, random_tables

from in_browser.changing import MADE, address, change, comes_to, on_screen, problem, python, shown_values
from in_browser.conftest import IN_BOTH, MOSTLY_IN_CHROMIUM, barriers, press, step, text, with_names
from pegasos_edu import hinge, logistic, objective, run
from pegasos_edu.browser.engine import played
from pegasos_edu.datasets import csv, toy
from pegasos_edu.lessons.tasks import FREE, Writing
from pegasos_edu.lessons.write import parts
from pegasos_edu.player.playground import script_and_facts, write
from pegasos_edu.player.tours import tours
from pegasos_edu.runs.reading import last
from pegasos_edu.theory import optimum

X, Y, _ = toy()
ROOM = 1.1  # of the plane, around the points
HALF = ROOM * abs(X).max()
OUTSIDE = int((-X.sum(axis=1)).argmax())  # an example with free space around it


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Write the page once."""
    return write(tmp_path_factory.mktemp("playground") / "playground.html")


@pytest.fixture
def opened(open_page, path):
    """Return a function that opens the page at an address."""

    def opened(fragment="", **options):
        page = open_page(path.as_uri() + fragment, **options)
        expect(page.locator(".where")).to_be_attached()
        return page

    return opened


# What is shown


AT_NINE = "document.querySelector('.seek input').value === '9'"


@MOSTLY_IN_CHROMIUM
def test_it_opens_with_a_run_that_moves_and_a_change_of_lambda_says_what_it_did(opened):
    page = opened()
    assert step(page) >= 3 and "support vector machine" in text(page, ".intro")
    wait_until(page, AT_NINE)
    page.wait_for_timeout(1200)  # twice the time of a step
    assert step(page) == 9 and "[disabled]" in page.get_by_role("button", name="undo").aria_snapshot()
    press(page, "End")
    for lam in (1, 0.5):
        before = page.locator(".words").text_content()
        change(page, "lam", lam)
        wait_until(page, "before => document.querySelector('.words').textContent !== before", arg=before)
        said = page.locator(".words").text_content()
        signs = "f =", "is", r"f\* ≈", "no w has an f below"
        now, above, least, bound = (float(re.search(rf"{sign} ([\d.]+\d)", said)[1]) for sign in signs)
        w, best = last(run(hinge, X, Y, lam=lam, T=200)).w, optimum(X, Y, lam)
        assert now == pytest.approx(objective(w, X, Y, lam=lam), rel=5e-3)
        assert above == pytest.approx(objective(w, X, Y, lam=lam) - best.value, rel=0.1)
        assert least == pytest.approx(best.value, rel=5e-3) and 0.999 * best.value < bound <= best.value
    was, now = (f"{optimum(X, Y, lam).value:.3g}" for lam in (1, 0.5))
    expect(page.locator(".notes .said")).to_have_text(
        f"A long w costs less now, so the best w is longer and the band narrower; f* was {was} and is {now}."
    )
    comes_to(page, {"lam": "0.5", "step": "200"})


def test_who_wants_no_motion_sees_the_run_at_the_step_to_which_it_would_play(opened):
    page = opened(reduced_motion=True)
    assert step(page) == 9


def test_a_moved_point_is_said_to_carry_the_line_or_not(opened):
    margins = Y * (X @ optimum(X, Y, 0.05).w)
    loose, carrying = int((margins > 2).argmax()), int((margins < 0.9).argmax())
    for n, said in ((loose, "so the best line stays."), (carrying, "it is a support vector and pulls")):
        page = opened("#step=200")
        page.locator(".plane").focus()
        press(page, *["e"] * (n + 1), "ArrowUp")
        expect(page.locator(".notes .said")).to_contain_text(f"the margin of example {n} was {margins[n]:.3g} and is")
        expect(page.locator(".notes .said")).to_contain_text(said)


def test_the_lines_of_python_make_the_very_same_run(opened):
    fragment = "#algorithm=minibatch&k=7&T=25&project=1&whatif=sum-over-batch&step=25"
    page = opened(fragment)
    run = python(page).made
    wanted = [record["values"][-1] for record in run.records]
    assert shown_values(page) == pytest.approx(wanted, rel=5e-3)
    comes_to(page, dict(part.split("=") for part in fragment[1:].split("&")))


def test_a_bug_is_shown_next_to_the_right_program_on_the_same_draws(opened):
    page = opened("#T=30")
    change(page, "whatif", "nothing-shrinks")
    expect(page.locator(".runs > section")).to_have_count(2)
    assert "w never shrinks" in page.locator(".runs > section h3").nth(1).inner_text()
    assert page.locator(".differs .python").all_inner_texts() == ["w = 1 * w + (eta * y[i]) * X[i]", "w = 1 * w"]
    assert "The lines that differ are underlined." in text(page, ".intro")
    press(page, "ArrowRight")
    drawn = [re.search(r"example \d+", story.inner_text())[0] for story in page.locator(".story").all()]
    assert drawn[0] == drawn[1]
    change(page, "algorithm", "dual_ascent")
    expect(page.locator(".runs > section")).to_have_count(1)
    assert problem(page).inner_text() == ""


IN_WINDOW = "document.querySelector('.buttons').getBoundingClientRect().bottom <= innerHeight"


def test_two_settings_of_ones_own_stand_side_by_side(opened):
    page = opened("#lam=0.3&T=30&step=30")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="Keep this run").click()
    change(page, "lam", 0.02)
    change(page, "algorithm", "logistic")
    run = python(page).made
    assert [(player.run.algorithm, player.run.lam) for player in run.players] == [(hinge, 0.3), (logistic, 0.02)]
    assert shown_values(page) == pytest.approx([record["values"][-1] for record in run.records], rel=5e-3)
    kept = {"lam": "0.02", "T": "30", "step": "30", "algorithm": "logistic", "also": "algorithm%3Ahinge%2Clam%3A0.3"}
    comes_to(page, kept)
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="Stop comparing").press("Escape")
    expect(page.locator("#drawer-compare")).to_be_hidden()
    for runs in (2, 1):
        expect(page.locator("canvas.plane")).to_have_count(runs)
        for height in (650, 800):
            page.set_viewport_size({"width": 1280, "height": height})
            wait_until(page, IN_WINDOW)
        if runs == 2:
            page.set_viewport_size({"width": 1440, "height": 900})
            wait_until(page, IN_WINDOW)
            wait_until(page, "document.querySelector('canvas.plane').getBoundingClientRect().width > 370")
            press(page, "Control+z", "Control+z", "Control+z")


@MOSTLY_IN_CHROMIUM
def test_a_step_of_ones_own_is_judged_and_drawn_beside_the_algorithm_with_the_settings_of_the_page(open_page, tmp_path):
    start = 'def step(w, x, y, eta, lam):\n    return w + y * x\n\ncheck(step, "hinge")'
    facts = {"tasks": [{"task": "hinge", "title": "One step", "source": start}], "free": FREE, "head": "", "shared": ""}
    writing = Writing(facts, parts([start]))
    page = open_page(write(tmp_path / "playground.html", writing=writing))
    page.get_by_role("button", name="Write it").click()
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".verdict")).to_contain_text("Not correct yet (hinge).")
    expect(page.locator(".notes .said")).to_contain_text("Beside hinge you see your program; step 1 is the first")
    assert step(page) == 1
    expect(page.locator("section .listing").nth(1)).to_contain_text("return w + y * x")
    change(page, "lam", 0.5)
    expect(page.locator("section .head").nth(1)).to_contain_text("your program   λ = 0.5, T = 200")
    page.get_by_label("Task").select_option("")
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".notes .said")).to_contain_text("Beside hinge you see your step;")
    page.get_by_role("button", name="Show the algorithm alone").click()
    expect(page.locator(".several")).to_have_count(0)
    assert not barriers(page)


def test_a_long_run_shows_its_progress_and_the_newest_wins(opened):
    page = opened("#T=5000&algorithm=kernelized&data=moons")
    expect(page.locator(".where")).to_contain_text("of 5000")
    page.get_by_role("button", name="Settings").click()
    page.locator("#set-T").fill("4999")
    page.keyboard.press("Tab")
    page.locator("#set-T").fill("4998")
    page.keyboard.press("Tab")
    expect(page.locator(".where")).to_contain_text("of 4998")
    assert page.locator("progress").is_hidden()


# Points that are moved


def test_a_point_is_dragged_added_flipped_removed_where_the_pointer_is_and_all_is_undone(opened):
    page = opened()
    page.mouse.move(*on_screen(page, X[OUTSIDE], HALF))
    assert f"Example {OUTSIDE} (minus, y = −1): score" in text(page, ".about") and "drawn" in text(page, ".about")
    page.mouse.down()
    for part in (0.3, 0.6, 1):
        page.mouse.move(*on_screen(page, X[OUTSIDE] * (1 - part), HALF))
    page.mouse.up()
    press(page, "End")
    page.evaluate(MADE)
    moved = python(page)
    assert abs(moved.X[OUTSIDE]).max() < 0.1 and abs(moved.X - X).max(axis=1).argmax() == OUTSIDE
    assert moved.made.records[0]["values"][-1] == pytest.approx(shown_values(page)[0], rel=5e-3)
    assert page.locator("#set-data").input_value() == "own"

    half = HALF  # the picture stays while all points are in it
    corner = 0.8 * half, 0.8 * half  # a corner with points of class 1
    for count, sign, shift in ((101, 1, False), (101, -1, True), (100, None, False)):
        if shift:
            page.keyboard.down("Shift")
        page.mouse.dblclick(*on_screen(page, corner, half))
        page.keyboard.up("Shift")
        page.evaluate(MADE)
        now = python(page)
        assert len(now.y) == count and (sign is None or now.y[-1] == sign)
        assert sign is None or now.X[-1] == pytest.approx(corner, abs=0.1)

    for count in (100, 101, 101, 100):
        page.evaluate(MADE)
        assert len(python(page).y) == count
        press(page, "Control+z")
    page.evaluate(MADE)  # the whole drag was one change
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("undo", "redo"))
    assert page.locator("#set-data").input_value() == "toy" and undo.is_disabled()
    for _ in range(4):
        press(page, "Control+Shift+z")
    page.evaluate(MADE)
    assert len(python(page).y) == 100 and redo.is_disabled()
    link = page.evaluate("location.hash") if address(page) else ""
    again = opened(link)
    assert abs(python(again).X - python(page).X).max() == 0 and text(again, ".where") == text(page, ".where")


AT_ONCE = """(part, keys) => {
    for (const key of keys) part.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def test_points_by_keyboard_alone(opened):
    page = opened("#T=20")
    page.locator(".plane").focus()
    press(page, "e", "e", "ArrowLeft", "ArrowUp", "f")
    page.evaluate(MADE)
    run = python(page)
    assert run.X[1] - X[1] == pytest.approx([-0.02 * HALF, 0.02 * HALF], abs=1e-3) and run.y[1] == -Y[1]
    page.locator(".plane").evaluate(AT_ONCE, ["a", "a", "Delete"])  # before the page has made the next run
    page.evaluate(MADE)
    assert len(python(page).y) == 101
    live = page.locator(".live")
    expect(live).to_contain_text(re.compile(r"Example \d+ .*margin"))
    press(page, "Home", "Enter")
    page.evaluate(MADE)
    assert step(page) == 1 and re.search(r"Step 1 draws example (\d+)", text(page, ".story"))[1] in live.inner_text()
    assert "draws" in address(page)


def test_a_finger_moves_a_point_and_not_the_page_and_a_long_press_flips_it(opened):
    page = opened("#T=20", width=390, height=844, touch=True)
    page.locator(".plane").evaluate("plane => plane.scrollIntoView({block: 'center'})")
    start, end = on_screen(page, X[OUTSIDE], HALF), on_screen(page, X[OUTSIDE] / 2, HALF)
    session = page.context.new_cdp_session(page)
    above = page.evaluate("scrollY")

    def touch(kind, place=None):
        points = [{"x": place[0], "y": place[1]}] if place else []
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        page.evaluate(MADE)

    for kind, place in (("Start", start), ("Move", [start[0] + 9, start[1]]), ("Move", end), ("End", None)):
        touch(kind, place)
    moved = python(page)
    assert moved.X[OUTSIDE] == pytest.approx(X[OUTSIDE] / 2, abs=0.1)
    assert page.evaluate("scrollY") == above
    touch("Start", on_screen(page, moved.X[OUTSIDE], HALF))
    lines = page.locator(".more pre").text_content()
    wait_until(page, "lines => document.querySelector('.more pre').textContent !== lines", arg=lines)
    touch("End")
    assert python(page).y[OUTSIDE] == -moved.y[OUTSIDE]


# Addresses and files


def functions(open_page, tmp_path):
    """Open a page with the functions that keep a state in an address, so that tests can call them."""
    names = {"settings": "Settings", "inputs": "Problem", "points": "onGrid", "links": "Link"}
    names["address"] = "toAddress fromAddress"
    page = open_page(with_names(tmp_path / "functions.html", csv="pointsInTable", table="textOf", **names))
    page.evaluate(
        "facts => { window.facts = facts; window.settings = new Settings(facts); }", script_and_facts(*played())[1]
    )
    return page


ROUND = """(parts) => parts.map((part) => {
    const state = settings.changed(settings.first, part);
    if (part.points) state.points = onGrid(part.points.places, part.points.labels, part.points.names);
    if (part.draws) Object.assign(state, { draws: part.draws, T: part.draws.length });
    const address = toAddress(state, settings);
    const link = new Link(address);
    const again = fromAddress(link, settings, () => 500);
    if (link.problem || link.remark) return `${link.problem} ${link.remark}`;
    const counts = (state) => ([name]) => !(name in settings.fields) || settings.counts(name, state);
    if (state.also) state.also = { ...settings.ofRun(state), ...state.also };
    const kept = (state) => JSON.stringify(Object.entries(state).filter(counts(state)).sort());
    return kept(state) === kept(again) ? "" : `${address} ${kept(state)} ${kept(again)}`;
})"""
HOSTILE = """(addresses) => addresses.map((address) => {
    try {
        const link = new Link(address);
        const { points, draws, T } = fromAddress(link, settings, () => 500);
        return `${link.problem} ${[points?.labels.length ?? 0, draws?.length ?? 0, T].join()}`;
    } catch (error) {
        return error instanceof Problem ? error.message : `unexpected: ${error.stack}`;
    }
})"""


POINTS = {"places": [0, 1e6, -123456.5, 7e5, 1e-4, -1e6], "labels": [1, -1, 1], "names": ['a &=%<>"#é', "−🐈"]}
STATES = [
    {"lam": 1e-5, "T": 5000, "seed": 2**31 - 1, "sampling": "epochs", "project": True},
    {"algorithm": "minibatch", "k": 500, "whatif": "sum-over-batch", "lam": 1 / 3},
    {"algorithm": "kernelized", "kernel": "polynomial", "gamma": 0.01, "data": "xor"},
    {"algorithm": "biased", "b": -12.5, "draws": [7, 0, 499, 7]},
    {"data": "own", "points": POINTS},
    {"lam": 0.5, "also": {"algorithm": "kernelized", "gamma": 0.3}},
    {"data": "own", "points": POINTS | {"places": [1e-9, 2e-7, 0, 0, -3e-8, 1e-7]}, "draws": [0, 1, 2] * 100},
]
HOSTILE_ADDRESSES = {
    "lam=0": "lam must be", "lam=NaN": "lam must be", "lam=0x1": "lam must be", "T=1e9": "T must be",
    "step=-1": "step must be", "algorithm=constructor": "algorithm must be", "project=<b>": "project must be",
    "also=T:3": "damaged", "also=lam:x": "lam must be",
    "data=own": "damaged", "data=own&points=____": "damaged", "draws=A": "damaged", "draws=%00": "damaged",
    "x" * 50_000: "letters", "__proto__=1&constructor=2&&=": "0,0,200", "points=AAAA&step=1e400": "step must be",
}  # fmt: skip


def test_an_address_keeps_a_state_and_a_hostile_one_is_refused(open_page, tmp_path):
    page = functions(open_page, tmp_path)
    assert page.evaluate(ROUND, STATES) == [""] * len(STATES)
    for said, expected in zip(page.evaluate(HOSTILE, list(HOSTILE_ADDRESSES)), HOSTILE_ADDRESSES.values()):
        assert expected in said


FOLLOW = """(links) => links.map((text) => {
    const link = new Link(text);
    const state = fromAddress(link, settings, () => 100);
    const {lam, T, step, names = state.points?.names} = state;
    return {lam, T, step, names, also: state.also?.lam, problem: link.problem, remark: link.remark};
})"""
WRITTEN = "lam=0.01&T=50&step=10"
MANGLED = (
    quote(WRITTEN, safe=""), quote(quote(WRITTEN, safe=""), safe=""), WRITTEN.replace("&", "%26"),
    quote(WRITTEN, safe="").replace("%3D", "%3d"), WRITTEN.replace("&", "&amp;"), WRITTEN.replace("&", "&amp;amp;"),
    quote(WRITTEN.replace("&", "&amp;"), safe=""), WRITTEN.replace("&", "&#38;"), WRITTEN.replace("&", ";"),
    f"?{WRITTEN}", f"#{WRITTEN}", WRITTEN.replace("&", "#"), WRITTEN.replace("&", "\n &"),
    "lam=0.0\r\n 1&T=5 0&st ep=10",
    *(WRITTEN + end for end in (")", ".", ">", '"', "'", ")).", "&", "%22", "%3E", "”", "»", "\u200b", "\xad", "%20")),
    f"“{WRITTEN}”".replace("=", "=\u200b"), WRITTEN.replace("=", "=("), "lam=0.\u200b01&T\xad=50&\ufeffstep=1\u20600",
    WRITTEN.replace("&", "\\&"), "lam=0.01)&T=50>&step=10.",
)  # fmt: skip
LOST = {
    "lam=0,01&T=50&step=10": ("lam must be a number from", ""),
    "lam=0.01&T=many&step=10": ("T must be a whole number", ""),
    "lam=0.01&T=50&step=x": ("step must be a whole number from 0, got “x”. The rest of the link is used.", ""),
    f"{WRITTEN}&draws=1_0_100": ("The draws in the address are damaged", ""),
    f"{WRITTEN}&data=own": ("The points in the address are missing or damaged", ""),
    f"{WRITTEN}&data=own&points=9_1": ("The points in the address are damaged", ""),
    f"{WRITTEN}&also=lam:0.3,lamb:2": ("The settings of the other run in the address are damaged: “lamb:2”", ""),
    f"{WRITTEN}&lamb=3": ("", "Nothing here uses “lamb” in the link."),
    f"lam=0.3&{WRITTEN}": ("", "The link holds “lam” more than once; the last one counts."),
}


@IN_BOTH
def test_a_link_is_read_as_it_was_written_and_only_what_cannot_be_read_is_lost(open_page, tmp_path):
    page = functions(open_page, tmp_path)
    wanted = {"lam": 0.01, "T": 50, "step": 10}
    for link, read in zip(MANGLED, page.evaluate(FOLLOW, list(MANGLED))):
        assert {name: read[name] for name in wanted} == wanted, link
        assert not read["problem"] and not read["remark"], link
    for (link, (lost, remark)), read in zip(LOST.items(), page.evaluate(FOLLOW, list(LOST))):
        assert sum(read[name] == value for name, value in wanted.items()) == (3 if WRITTEN in link else 2), link
        assert lost in read["problem"] and bool(lost) == bool(read["problem"]), link
        assert read["remark"] == remark, link


def test_the_names_and_the_other_run_of_a_mangled_link_stay(open_page, tmp_path):
    page = functions(open_page, tmp_path)
    names = ["a &=;%<>é+", "−🐈 50%"]
    minus, plus = (quote(name, safe="") for name in names)
    link = f"data=own&lam=0.01&points=0_1_2_3&minus={minus}&plus={plus}&also=lam%3A0.3"
    ways = [link, quote(link, safe=""), link.replace("%", "%25"), link.replace("&", "&amp;"), f"?{link})"]
    for way, read in zip(ways, page.evaluate(FOLLOW, ways)):
        assert (read["names"], read["also"], read["problem"]) == (names, 0.3, ""), way


@IN_BOTH
def test_a_link_with_a_question_mark_opens_the_page_that_was_sent(opened):
    page = opened("?x=1&lam=0.5&T=50&step=10)#step=12")
    assert step(page) == 12 and "of 50" in text(page, ".where") and problem(page).inner_text() == ""
    comes_to(page, {"lam": "0.5", "T": "50", "step": "12"})
    assert page.evaluate("location.search") == "?x=1"
    page.evaluate("location.hash = '#lam=x&T=40&colour=red'")
    expect(problem(page)).to_have_text(
        "lam must be a number from 0.00001 to 10, got “x”. The rest of the link is used."
    )
    expect(page.locator(".notes .said")).to_have_text("Nothing here uses “colour” in the link.")
    expect(page.locator(".where")).to_contain_text("of 40")


READ = """(tables) => tables.map((table) => {
    try {
        return pointsInTable(textOf(new Uint8Array(table), "my.csv", facts.kinds), "my.csv");
    } catch (error) {
        return error instanceof Problem ? error.message : `unexpected: ${error.stack}`;
    }
})"""


@IN_BOTH
def test_tables_are_read_as_python_reads_them(open_page, tmp_path):
    page = functions(open_page, tmp_path)
    for name, read in zip(TABLES, page.evaluate(READ, [list(content_of(table)) for table in TABLES.values()])):
        wanted = USUAL | TABLES[name]
        if "error" in wanted:
            assert isinstance(read, str) and read.startswith("my.csv must"), name
            assert wanted.get("page_error", wanted["error"]) in read, name
            continue
        assert read["places"] == np.ravel(wanted["X"]).tolist() and read["labels"] == wanted["y"], name
        assert read["names"] == wanted["names"] and bool(read["remark"]) == ("remark" in wanted), name
        assert wanted.get("remark", "") in read["remark"], name


def read_by_python(file, content):
    """Return what Python reads in a file, or the message of its error."""
    file.write_bytes(content)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            return *csv(file), len(said)
        except ValueError as error:
            return str(error)


OWN_LIMITS = re.compile("my.csv must (have two features|hold a number up to a million)")


def test_random_tables_are_read_as_python_reads_them_or_refused_by_both(open_page, tmp_path):
    page, tables, read = functions(open_page, tmp_path), random_tables(600), 0
    for content, of_page in zip(tables, page.evaluate(READ, [list(content) for content in tables])):
        wanted = read_by_python(tmp_path / "my.csv", content)
        if isinstance(wanted, str):
            assert isinstance(of_page, str) and of_page.startswith("my.csv must"), content
        elif not (isinstance(of_page, str) and OWN_LIMITS.match(of_page) and wanted[0].shape[1] != 2):
            X, y, names, remarks = wanted
            assert of_page["places"] == pytest.approx(X.ravel(), abs=1e-3) and of_page["labels"] == y.tolist(), content
            assert tuple(of_page["names"]) == names and bool(of_page["remark"]) == bool(remarks), content
            read += 1
    assert read > 100


def test_a_file_is_opened_and_what_is_wrong_is_said_as_text(opened, tmp_path):
    page = opened("#lam=<img src=x onerror=alert(1)>")
    expect(problem(page)).to_contain_text("lam must be a number from 0.00001 to 10")
    assert page.locator("img").count() == 0
    page.get_by_role("button", name="Your data").click()
    page.get_by_role("button", name="Use this table").click()  # the field contains an example of a table
    expect(page.locator(".plane")).to_have_attribute("aria-label", re.compile("▲ dog"))
    X = python(page).X
    assert np.allclose(X.mean(axis=0), 0, atol=1e-4) and np.allclose(X.std(axis=0), 1, atol=1e-4)
    page.get_by_role("button", name="Your data").click()
    page.get_by_label("Standardise").uncheck()
    for name, content in (("good.csv", b"1,2,a\n-1,-2,b\n2,1,a\n"), ("bad.csv", b"\xff\xfe1")):
        (tmp_path / name).write_bytes(content)
        page.locator("input[type=file]").set_input_files(tmp_path / name)
        expect(page.locator(".plane")).to_have_attribute("aria-label", re.compile("▲ b"))
    expect(problem(page)).to_contain_text("bad.csv must be a text file in UTF-8")
    assert python(page).X.tolist() == [[1, 2], [-1, -2], [2, 1]]
    (tmp_path / "index.csv").write_text(",x,z,kind\n0,1,2,no\n1,-1,-20,yes\n")
    page.locator("input[type=file]").set_input_files(tmp_path / "index.csv")
    expect(page.locator(".notes .said")).to_contain_text(
        "In index.csv, column 0 names or numbers the examples and is left"
    )
    expect(page.locator(".plane")).to_have_attribute("aria-label", re.compile("▲ yes"))
    page.evaluate(MADE)
    assert python(page).X.tolist() == [[1, 2], [-1, -20]] and "is left out" in text(page, ".notes .said")


# Tours


def test_a_tour_by_keyboard_gives_no_answer_before_the_guess(opened):
    page = opened("#lam=0.3&T=40&step=17", reduced_motion=True)
    before, first = address(page), tours()[0]
    tour, answer = page.locator(".tour"), page.locator(".tour .answer")
    page.get_by_role("button", name="Tours").focus()
    press(page, "Enter")
    page.get_by_role("button", name=first["title"]).press("Enter")
    for number, stop in enumerate(first["stops"], 1):
        expect(tour.locator("h2")).to_have_text(f"{first['title']} ({number} of {len(first['stops'])})")
        expect(tour.locator("h2")).to_be_focused()
        assert stop["happened"] not in page.content()
        tour.locator(".guess").press("Enter")
        expect(answer).to_contain_text("Choose one first")
        guess = (stop["answer"] + number) % len(stop["choices"])
        tour.locator("input").nth(guess).check()
        tour.locator(".guess").click()
        expect(answer).to_contain_text(f"✗ You said: {stop['choices'][guess]}")
        expect(answer).to_contain_text(f"✓ Right: {stop['choices'][stop['answer']]}")
        assert stop["happened"] in answer.inner_text() and stop["why"] in answer.inner_text()
        assert step(page) == stop["then"]["step"]
        expect(tour.get_by_role("button", name="next")).to_be_focused()
        press(page, "Enter")
    expect(tour.locator("h2")).to_have_text(f"{tours()[1]['title']} (1 of 2)")
    tour.get_by_role("button", name="Leave the tour").click()
    expect(page.get_by_role("button", name="Tours")).to_be_focused()
    comes_to(page, before)
    expect(page.locator(".seek input")).to_have_value("17")


def test_an_address_leads_to_a_stop_of_each_tour_or_out_of_it(opened):
    page = opened("#tour=jump", reduced_motion=True)
    for tour in tours():
        page.evaluate(f"location.hash = '#tour={tour['slug']}.2'")
        expect(page.locator(".tour h2")).to_have_text(f"{tour['title']} (2 of 2)")
        page.locator(".tour input").nth(tour["stops"][1]["answer"]).check()
        page.locator(".tour .guess").click()
        expect(page.locator(".tour .answer")).to_contain_text(f"Try now: {tour['try']}")
        changed = tour["stops"][1]["then"].keys() - {"step"}
        expect(page.locator("canvas.plane")).to_have_count(2 if changed else 1)  # the previous run stays visible
        for size in ((1280, 650), (1280, 800), (1024, 768)):
            page.set_viewport_size(dict(zip(("width", "height"), size)))
            wait_until(page, IN_WINDOW)
        assert problem(page).inner_text() == ""
    page.evaluate("location.hash = '#lam=0.2&T=10'")
    expect(page.locator(".tour")).to_be_hidden()
    expect(page.locator(".where")).to_contain_text("of 10")
    page.evaluate("location.hash = '#tour=<b>'")
    expect(problem(page)).to_contain_text("tour must be one of jump")


# Everybody

SIZES = """() => {
    const isText = (part) => part.nodeType === 3 && part.data.trim();
    const all = [...document.querySelectorAll("body *")].filter((part) => part.getClientRects().length);
    return all.filter((part) => [...part.childNodes].some(isText))
        .map((part) => [part.className || part.tagName, parseFloat(getComputedStyle(part).fontSize)]);
}"""
TARGETS = """() => [...document.querySelectorAll("input:is([type=range], [type=radio], [type=checkbox])")]
    .filter((part) => part.getClientRects().length).map((part) => part.getBoundingClientRect())
    .map(({ width, height }) => Math.min(width, height))"""


def test_letters_grow_with_those_of_the_browser_and_targets_are_large(opened):
    page = opened()
    targets = page.evaluate(TARGETS)
    assert len(targets) >= 2 and min(targets) >= 20
    before = page.evaluate(SIZES)
    page.add_style_tag(content="html { font-size: 200%; }")
    wait_until(page, "before => document.querySelector('.story').clientHeight > before", arg=80)
    after = page.evaluate(SIZES)
    assert len(after) == len(before) > 40
    for (name, size), (_, larger) in zip(before, after):
        assert larger >= 1.7 * size, name  # letters of code have the largest size that fits


def test_nobody_is_kept_out_and_it_fits(opened):
    page = opened("#tour=margin", width=390)
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
