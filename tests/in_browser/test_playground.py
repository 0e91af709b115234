"""The playground, opened from disk: what is changed and how, undone, linked, read from a file, and toured."""

import random
import re

import pytest
from playwright.sync_api import expect

from in_browser.changing import MADE, address, change, comes_to, on_screen, problem, python, shown_values
from in_browser.conftest import ALWAYS_IN_BOTH, barriers, press, step, text, with_names
from pegasos_edu import hinge, objective, run
from pegasos_edu.browser.script import played
from pegasos_edu.datasets import csv, toy
from pegasos_edu.player.playground import made, write
from pegasos_edu.player.settings import fields
from pegasos_edu.player.tours import tours
from pegasos_edu.runs.reading import last
from pegasos_edu.theory import optimum

X, Y, _ = toy()
HALF = 1.2 * abs(X).max()
OUTSIDE = int((-X.sum(axis=1)).argmax())  # an example with room around it


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The page, made once."""
    return write(tmp_path_factory.mktemp("playground") / "playground.html")


@pytest.fixture
def opened(open_page, path):
    """Opens the page at an address."""

    def opened(fragment="", **options):
        page = open_page(path.as_uri() + fragment, **options)
        expect(page.locator(".aim .now")).to_be_attached()
        return page

    return opened


# What is shown


@ALWAYS_IN_BOTH
def test_the_first_line_tells_the_objective_and_the_smallest_one_and_follows_lambda(opened):
    page = opened()
    for lam in (0.2, 0.5):
        before = page.locator(".aim").text_content()
        change(page, "lam", lam)
        page.wait_for_function("before => document.querySelector('.aim').textContent !== before", arg=before)
        now, least = (float(value) for value in re.findall(r"f\*? = ([\d.]+)", text(page, ".aim")))
        w = last(run(hinge, X, Y, lam=lam, T=200)).w
        assert now == pytest.approx(objective(w, X, Y, lam=lam), rel=5e-3)
        assert least == pytest.approx(optimum(X, Y, lam).value, rel=5e-3)
    assert text(page, ".aim").startswith("Find the w that makes this smallest") and "λ/2·‖w‖²" in text(page, ".aim")
    comes_to(page, {"lam": "0.5"})


def test_a_page_is_small_and_the_same_every_time(path, tmp_path):
    assert path.stat().st_size <= 300 * 1024
    assert path.read_bytes() == write(tmp_path / "again.html").read_bytes()


@pytest.mark.parametrize(
    "fragment",
    [
        "#data=xor&algorithm=kernelized&kernel=polynomial&gamma=0.7&lam=0.02&T=30",
        "#algorithm=minibatch&k=7&T=25&project=1&whatif=sum-over-batch",
    ],
)
def test_the_lines_of_python_make_the_very_same_run(opened, fragment):
    page = opened(fragment)
    made = python(page).made
    wanted = [record["values"][-1] for record in made.records]
    assert shown_values(page) == pytest.approx(wanted, rel=5e-3)
    page.locator(".plane").first.click(position={"x": 5, "y": 5})
    comes_to(page, dict(part.split("=") for part in fragment[1:].split("&")))


def test_what_if_shows_right_and_wrong_on_the_same_draws_side_by_side(opened):
    page = opened("#T=30")
    change(page, "whatif", "nothing-shrinks")
    expect(page.locator(".pegasos-player section")).to_have_count(2)
    assert "w never shrinks" in page.locator(".pegasos-player section h3").nth(1).inner_text()
    press(page, "ArrowLeft")
    drawn = [re.search(r"example \d+", one.inner_text())[0] for one in page.locator(".story").all()]
    assert drawn[0] == drawn[1]
    change(page, "algorithm", "dual_ascent")
    expect(page.locator(".pegasos-player section")).to_have_count(1)
    assert problem(page).inner_text() == ""


def test_a_long_run_shows_its_progress_and_the_newest_wins(opened):
    page = opened("#T=5000&algorithm=kernelized&data=moons")
    expect(page.locator(".where")).to_contain_text("of 5000")
    page.locator("#set-T").fill("4999")
    page.keyboard.press("Tab")
    page.locator("#set-T").fill("4998")
    page.keyboard.press("Tab")
    expect(page.locator(".where")).to_contain_text("of 4998")
    assert page.locator("progress").is_hidden()


# Points in the hand


def test_a_point_is_dragged_flipped_added_removed_and_all_is_undone(opened):
    page = opened()
    page.mouse.move(*on_screen(page, X[OUTSIDE], HALF))
    assert f"Example {OUTSIDE} (minus, y = −1): score" in text(page, ".about") and "looked at" in text(page, ".about")
    page.mouse.down()
    for part in (0.3, 0.6, 1):
        page.mouse.move(*on_screen(page, X[OUTSIDE] * (1 - part), HALF))
    page.mouse.up()
    page.evaluate(MADE)
    moved = python(page)
    assert abs(moved.X[OUTSIDE]).max() < 0.1 and abs(moved.X - X).max(axis=1).argmax() == OUTSIDE
    assert moved.made.records[0]["values"][-1] == pytest.approx(shown_values(page)[0], rel=5e-3)
    assert page.locator("#set-data").input_value() == "own"

    half = 1.2 * abs(moved.X).max()
    corner = 0.8 * half, -0.8 * half
    page.get_by_role("radio", name="adds a ▲").check()
    page.mouse.click(*on_screen(page, corner, half))
    page.get_by_role("radio", name="flips its class").check()
    page.mouse.click(*on_screen(page, corner, half))
    page.evaluate(MADE)
    added = python(page)
    assert len(added.y) == 101 and added.y[-1] == -1 and added.X[-1] == pytest.approx(corner, abs=0.1)
    page.get_by_role("radio", name="removes it").check()
    page.mouse.click(*on_screen(page, corner, half))
    page.evaluate(MADE)
    assert len(python(page).y) == 100

    for count in (100, 101, 101, 100):
        page.evaluate(MADE)
        assert len(python(page).y) == count
        press(page, "Control+z")
    page.evaluate(MADE)  # the drag as a whole was the first change
    assert page.locator("#set-data").input_value() == "toy" and page.get_by_text("↶ Undo").is_disabled()
    for _ in range(4):
        press(page, "Control+Shift+z")
    page.evaluate(MADE)
    assert len(python(page).y) == 100 and page.get_by_text("↷ Redo").is_disabled()
    link = page.evaluate("location.hash") if address(page) else ""
    again = opened(link)
    assert abs(python(again).X - python(page).X).max() == 0 and text(again, ".where") == text(page, ".where")


def test_points_by_keyboard_alone(opened):
    page = opened("#T=20")
    page.locator(".plane").focus()
    press(page, "e", "e", "ArrowLeft", "ArrowUp", "f")
    page.evaluate(MADE)
    one = python(page)
    assert one.X[1] - X[1] == pytest.approx([-0.02 * HALF, 0.02 * HALF], abs=1e-3) and one.y[1] == -Y[1]
    press(page, "a", "a", "Delete")
    page.evaluate(MADE)
    assert len(python(page).y) == 101
    live = page.locator(".live")
    expect(live).to_contain_text(re.compile(r"Example \d+ .*margin"))
    press(page, "Home", "Enter")
    page.evaluate(MADE)
    assert step(page) == 1 and re.search(r"Step 1 looks at example (\d+)", text(page, ".story"))[1] in live.inner_text()
    assert "draws" in address(page)


def test_a_finger_moves_a_point_and_not_the_page(opened):
    page = opened("#T=20", width=390, height=844, touch=True)
    page.locator(".plane").evaluate("plane => plane.scrollIntoView({block: 'center'})")
    start, end = on_screen(page, X[OUTSIDE], HALF), on_screen(page, X[OUTSIDE] / 2, HALF)
    session = page.context.new_cdp_session(page)
    above = page.evaluate("scrollY")
    for kind, place in (("Start", start), ("Move", [start[0] + 9, start[1]]), ("Move", end), ("End", None)):
        points = [{"x": place[0], "y": place[1]}] if place else []
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        page.evaluate(MADE)
    assert python(page).X[OUTSIDE] == pytest.approx(X[OUTSIDE] / 2, abs=0.1)
    assert page.evaluate("scrollY") == above


# Addresses and files


def functions(open_page, tmp_path):
    """A page with the functions that keep a state in an address, to be called by themselves."""
    names = {"settings": "Settings Problem", "points": "onGrid", "address": "toAddress fromAddress"}
    page = open_page(with_names(tmp_path / "functions.html", csv="pointsInTable", **names))
    page.evaluate("facts => { window.settings = new Settings(facts); }", made(*played())[1])
    return page


ROUND = """(parts) => parts.map((part) => {
    const state = settings.changed(settings.first, part);
    if (part.points) state.points = onGrid(part.points.places, part.points.labels, part.points.names);
    if (part.draws) Object.assign(state, { draws: part.draws, T: part.draws.length });
    const address = toAddress(state, settings);
    const again = fromAddress(address, settings);
    const counts = (one) => ([name]) => !(name in settings.fields) || settings.counts(name, one);
    const kept = (one) => JSON.stringify(Object.entries(one).filter(counts(one)).sort());
    return kept(state) === kept(again) ? "" : `${address} ${kept(state)} ${kept(again)}`;
})"""
HOSTILE = """(addresses) => addresses.map((address) => {
    try {
        const { points, draws, T } = fromAddress(address, settings);
        return [points?.labels.length ?? 0, draws?.length ?? 0, T].join();
    } catch (error) {
        return error instanceof Problem ? error.message : `unexpected: ${error.stack}`;
    }
})"""


def part_of_a_state(chance):
    """Settings that differ from the first ones, with points and draws of one's own."""
    part = {}
    for name, field in fields().items():
        if name == "whatif" or chance.random() < 0.5:
            continue
        if "of" in field:
            part[name] = chance.choice([one for one in field["of"] if one != "own"])
        elif field.get("isWhole"):
            part[name] = chance.randint(field["low"], field["high"])
        elif "low" in field:
            part[name] = chance.choice([field["low"], field["high"], chance.uniform(field["low"], field["high"])])
        else:
            part[name] = chance.random() < 0.5
    if chance.random() < 0.5:
        m, size = chance.randint(1, 30), 10.0 ** chance.randint(-4, 6)
        places = [chance.choice([0, size, chance.uniform(-size, size)]) for _ in range(2 * m)]
        names = ["".join(chance.choices('a &=%<>"#é−🐈', k=chance.randint(1, 8))) for _ in range(2)]
        points = {"places": places, "labels": chance.choices([-1, 1], k=m), "names": names}
        part |= {"data": "own", "points": points}
    if chance.random() < 0.5 and part.get("algorithm", "hinge") not in ("minibatch", "logistic_minibatch"):
        part["draws"] = [chance.randrange(500) for _ in range(chance.randint(1, 300))]
    return part


def forged(chance):
    """An address that somebody might forge."""
    names = [*fields(), "points", "draws", "step", "line", "minus", "tour", "__proto__", "constructor"]
    letters = "".join(chance.choices("AZaz09-_%=<>&\\.e+", k=chance.randint(0, 40)))
    values = [letters, letters, "own", "NaN", "1e400", "-0", "kernelized", "1", "<img src=x onerror=1>"]
    given = [f"{chance.choice(names)}={chance.choice(values)}" for _ in range(chance.randint(1, 6))]
    return "&".join(["data=own"] * (chance.random() < 0.3) + given)


def test_an_address_keeps_a_state_and_a_hostile_one_is_told_in_words(open_page, tmp_path):
    page, chance = functions(open_page, tmp_path), random.Random(0)
    assert [one for one in page.evaluate(ROUND, [part_of_a_state(chance) for _ in range(300)]) if one] == []
    outcomes = page.evaluate(HOSTILE, [forged(chance) for _ in range(500)])
    assert not [said for said in outcomes if said.startswith("unexpected")]
    read = [list(map(int, said.split(","))) for said in outcomes if re.fullmatch(r"\d+,\d+,\d+", said)]
    assert len(read) > 20 and all(m <= 500 and drawn <= 5000 and 1 <= T <= 5000 for m, drawn, T in read)
    said = page.evaluate(
        HOSTILE, ["lam=0", "T=1e9", "algorithm=constructor", "step=-1", "lam=0x1", "data=own", "x" * 50_000]
    )
    names = ["lam", "T", "algorithm", "step", "lam"]
    assert [text.split(" must be ")[0] for text in said[:5]] == names and "damaged" in said[5] and "letters" in said[6]


def test_markup_in_an_address_is_text_and_what_is_wrong_leaves_the_page_working(opened):
    page = opened("#lam=<img src=x onerror=alert(1)>")
    expect(problem(page)).to_contain_text("lam must be a number from 0.00001 to 10")
    assert page.locator("img").count() == 0
    page.evaluate("location.hash = '#tour=<b>'")
    expect(problem(page)).to_contain_text("tour must be one of jump")
    page.evaluate("location.hash = '#lam=0.2&T=10'")
    expect(page.locator(".where")).to_contain_text("of 10")
    assert problem(page).inner_text() == ""
    press(page, "Control+z")
    page.evaluate(MADE)
    assert page.locator("#set-T").input_value() == "200"


TABLES = {
    "height,weight,kind\n1,2,cat\n3.5,1,dog\n\n2,2.5,cat\n": None,
    '1;2;"a ""b"""\n3;4;c\n': None,
    "kind\tx\ty\nb\t1\t2\na\t3\t4\n": "must hold a number up to a million in line 2, column “kind”, got “b”",
    "class,x,z\n1,2,3\n0,4,5": None,
    "1,2,a\n3,x,b": "in line 2, column 1, got “x”",
    "1,2,a\n3,b": "got 2 fields in line 2",
    "1,2,a\n3,4,b\n5,6,c": "must hold two labels in column 2, got 3: “c”, “b”, “a”.",
    "1,2,a\n3,4,?": "no gaps in column 2",
    "a,b,c": "got only a header",
    "": "got an empty file",
    '1,2,"a': "close every quotation mark",
}


def test_tables_are_read_as_python_reads_them_and_else_told_where_they_are_wrong(open_page, tmp_path):
    page = functions(open_page, tmp_path)
    read = """(text) => {
        try { return pointsInTable(text, "my.csv"); } catch (error) { return error.message; }
    }"""
    for table, said in TABLES.items():
        found = page.evaluate(read, table)
        if said:
            assert isinstance(found, str) and said in found and found.startswith("my.csv must")
            continue
        (tmp_path / "my.csv").write_text(table, "utf-8")
        wanted = csv(tmp_path / "my.csv")
        assert found["places"] == wanted.X.ravel().tolist() and found["labels"] == wanted.y.tolist()
        assert tuple(found["names"]) == wanted.names


def test_a_file_is_opened_and_one_that_is_none_is_told(opened, tmp_path):
    page = opened("#T=20")
    good, bad, worse = b"1,2,a\n-1,-2,b\n2,1,a\n", b"\xff\xfe1", b"1,2,a\n1,2"
    for name, content in (("good.csv", good), ("bad.csv", bad), ("worse.csv", worse)):
        (tmp_path / name).write_bytes(content)
        page.locator("input[type=file]").set_input_files(tmp_path / name)
        if name == "good.csv":
            expect(page.locator(".legend")).to_contain_text("▲ b")
    expect(problem(page)).to_contain_text("worse.csv must have two features and a label in each line")
    assert python(page).X.tolist() == [[1, 2], [-1, -2], [2, 1]]


# Tours


def test_a_tour_by_keyboard_tells_nothing_before_the_guess_was_seen(opened):
    page = opened()
    first = tours()[0]
    page.get_by_text("Guided tours").focus()
    press(page, "Enter", "Tab", "Enter")
    tour = page.locator(".tour")
    expect(tour.locator("h2")).to_be_focused()
    for number, stop in enumerate(first["stops"], 1):
        expect(tour.locator("h2")).to_have_text(f"{first['title']} ({number} of {len(first['stops'])})")
        assert stop["happened"] not in page.content()
        expect(page.locator(".chart")).not_to_be_visible()  # its pale part tells what comes
        press(page, "Tab")
        press(page, "Enter")
        expect(tour.locator(".answer")).to_contain_text("Choose one first")
        page.locator(".tour input").first.focus()
        press(page, "Space", "Enter")
        expect(tour.locator(".answer")).to_contain_text(f"You said: {stop['choices'][0]}")
        assert stop["happened"] in tour.inner_text() and stop["why"] in tour.inner_text()
        assert step(page) == stop["then"]["step"] and page.locator(".chart").is_visible()
        expect(tour.get_by_role("button", name="next")).to_be_focused()
        if number < len(first["stops"]):
            press(page, "Enter")
    comes_to(page, {"tour": "jump.2"})
    tour.get_by_role("button", name="Leave the tour").focus()
    press(page, "Enter")
    expect(tour).to_be_hidden()
    comes_to(page, {})


def test_every_tour_of_an_address_shows_what_it_says(opened):
    page = opened("#tour=jump", reduced_motion=True)
    for tour in tours():
        page.evaluate(f"location.hash = '#tour={tour['slug']}.2'")
        expect(page.locator(".tour h2")).to_have_text(f"{tour['title']} (2 of 2)")
        page.locator(".tour input").nth(tour["stops"][1]["answer"]).check()
        page.locator(".tour .guess").click()
        expect(page.locator(".tour .answer")).to_contain_text("✓ You said")
        assert problem(page).inner_text() == ""


def test_a_wrong_guess_shows_which_one_is_right_and_the_last_stop_leads_to_the_next_tour(opened):
    found = tours()
    page = opened(f"#tour={found[-2]['slug']}.2", reduced_motion=True)
    tour, stop = page.locator(".tour"), found[-2]["stops"][1]
    right, wrong = stop["answer"], (stop["answer"] + 1) % len(stop["choices"])
    onward = f"next tour: {found[-1]['title']} ▶"
    skip = tour.get_by_role("button", name="skip ▶")
    expect(skip).to_be_visible()
    tour.locator("input").nth(wrong).check()
    tour.locator(".guess").click()
    expect(tour.locator("label").nth(right)).to_have_text(f"{stop['choices'][right]}✓ right")
    expect(tour.locator("label").nth(wrong)).to_have_text(f"{stop['choices'][wrong]}✗ your guess")
    expect(tour.locator(".answer")).to_contain_text(f"✓ Right: {stop['choices'][right]}")
    expect(skip).to_have_count(0)
    tour.get_by_role("button", name=onward).click()
    expect(tour.locator("h2")).to_have_text(f"{found[-1]['title']} (1 of 2)")
    skip.click()
    expect(tour.locator("h2")).to_have_text(f"{found[-1]['title']} (2 of 2)")
    expect(skip).to_be_hidden()  # there is no tour after this one
    expect(tour.get_by_role("button", name="Leave the tour")).to_be_visible()


def test_leaving_a_tour_brings_back_what_was_before_it(opened):
    page = opened("#lam=0.3&T=40&seed=5&step=17&speed=5")
    before, line = address(page), page.locator(".aim").text_content()
    page.get_by_text("Guided tours").click()
    page.get_by_role("button", name=tours()[0]["title"]).click()
    for _ in range(2):
        page.locator(".tour input").first.check()
        page.locator(".tour .guess").click()
        page.locator(".tour").get_by_role("button", name="next").click()
    expect(page.locator(".tour h2")).to_have_text(f"{tours()[1]['title']} (1 of 2)")
    page.get_by_role("button", name="Leave the tour").click()
    expect(page.locator(".aim")).to_have_text(line)
    expect(page.locator(".tours summary")).to_be_focused()
    page.wait_for_function("before => location.hash === before", arg=f"#{'&'.join(map('='.join, before.items()))}")
    assert step(page) == 17


def test_on_a_phone_the_picture_comes_into_sight_and_then_the_answer(opened):
    page = opened("#tour=margin", width=390, height=844, reduced_motion=True)
    page.evaluate("""() => {
        window.ways = [];
        const scroll = Element.prototype.scrollIntoView;
        Element.prototype.scrollIntoView = function (way) {
            const { top, bottom } = [...document.querySelectorAll(".plane")].at(-1).getBoundingClientRect();
            ways.push([this.className, way.behavior, top >= 0 && bottom <= innerHeight]);
            scroll.call(this, way);
        };
    }""")
    page.locator(".tour input").first.check()
    page.locator(".tour .guess").click()
    expect(page.locator(".tour .answer")).to_contain_text("You said")
    expect(page.locator(".tour .answer")).to_be_in_viewport(ratio=0.9)
    scrolled, behaviours, in_sight = zip(*page.evaluate("ways"), strict=True)
    assert scrolled == ("plane", "plane", "answer")  # the second run has a picture below the first
    assert set(behaviours) == {"instant"}
    assert in_sight == (False, False, True)


# Everybody


def test_nobody_is_kept_out_and_it_fits(opened):
    page = opened("#tour=margin", width=390)
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_address_without_a_tour_ends_the_tour_that_is_open(opened):
    page = opened("#tour=ball.2")
    expect(page.locator(".tour")).to_be_visible()
    page.evaluate("location.hash = '#lam=0.2&T=10'")
    expect(page.locator(".tour")).to_be_hidden()
    expect(page.locator(".where")).to_contain_text("of 10")
    comes_to(page, {"lam": "0.2", "T": "10"})
    expect(page.locator(".chart")).to_be_visible()
