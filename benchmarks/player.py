"""Measure how fast the step player is in a real browser.

    python benchmarks/player.py [--rounds N]

Needs Chromium on the PATH, and what ``python -m pip install -e ".[test]"`` installs. Prints five tables in
Markdown, each with the targets next to the figures: recording 200 steps, and the size of their page; opening
a page from disk; a key press, in pages and once in JupyterLab; playing at 50 steps a second; the memory of
1,000 redraws. Keys are pressed over the last hundred steps of a run, where a moment takes longest to find.

All times of the browser are taken inside the page. A page is ``drawn`` when its script has ended, ``painted``
at the end of its first frame, and its ``first contentful paint`` is when that frame was shown. For a key,

* ``handler`` is what the player does, including its calls to draw;
* ``until the frame`` is the time in which the browser turns those calls into pixels, on the same thread, and
  waits for the next frame, up to 16.7 ms, because it shows 60 frames a second;
* ``rendering`` is style, layout and paint for that frame;
* ``key to paint`` is all of these, from the press to the end of the frame.

The row of a bare page, which draws one square for a key, shows what the machine and Chromium need by
themselves. Memory is measured in a browser that compiles nothing, because compiled code
grows at first, by 100 KiB. On a machine that does other work the times can be twice as
long, and more; the first line says how busy it was.
"""

import argparse
import os
import random
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
from measuring import measure, seconds, table

from pegasos_edu import ALGORITHMS
from pegasos_edu.common.browsers import NONE, chromium_path
from pegasos_edu.datasets import digits, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.player import play
from pegasos_edu.trace.lines import record

try:
    import browsing
    from playwright.sync_api import sync_playwright
except ImportError as error:
    sys.exit(f'{error.name} must be installed to measure in a browser; python -m pip install -e ".[test]"')

NAMES = ("hinge", "logistic", "minibatch", "scaled", "summed", "kernelized")
PRESSES, OPENS, PLAYED = 100, 9, 2.0  # the last in seconds
NOTEBOOK = """
from pegasos_edu import hinge
from pegasos_edu.datasets import moons
from pegasos_edu.player import play
play(hinge, *moons()[:2], lam=0.01, T=200)
"""

# What the machine and Chromium need by themselves: a page that draws a square.
BARE = """<!doctype html><div class="pegasos-player" tabindex="0"><canvas class="plane"></canvas></div><script>
const root = document.querySelector("div"), context = document.querySelector("canvas").getContext("2d");
let n = 0;
const draw = () => {
    context.clearRect(0, 0, 300, 150);
    context.fillRect(n++, 0, 9, 9);
};
root.addEventListener("keydown", draw);
draw();
</script>"""

# Runs before the page; notes when the plane has been drawn, and when the frame that shows it has been painted.
OPENING = """
window.opening = {};
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    clear.apply(this, area);
    if (this.canvas.className !== "plane") return;
    CanvasRenderingContext2D.prototype.clearRect = clear;
    queueMicrotask(() => (opening.drawn = performance.now()));  // after all that the script of the page does
    requestAnimationFrame(() => {
        const {port1, port2} = new MessageChannel();
        port1.onmessage = () => (opening.painted = performance.now());  // the first task after the frame
        port2.postMessage(0);
    });
};
"""
OPENED = """() => {
    const [entry] = performance.getEntriesByName("first-contentful-paint");
    return entry && opening.painted ? [entry.startTime, opening.drawn, opening.painted] : null;
}"""

# Five times for each key: pressed, handler begins and ends, its frame begins to be rendered and has been painted.
WATCH = """() => {
    const root = document.querySelector(".pegasos-player"), {port1, port2} = new MessageChannel();
    let times, painted;
    window.presses = [];
    port1.onmessage = () => painted(presses.push([...times, performance.now()]));
    window.addEventListener("keydown", (event) => {
        times = [event.timeStamp];
        window.settled = new Promise((done) => (painted = done));
        requestAnimationFrame(() => port2.postMessage(times.push(performance.now())));
    }, true);
    root.addEventListener("keydown", () => times.push(performance.now()), true);
    root.addEventListener("keydown", () => times.push(performance.now()));  // after that of the player
    root.focus();
}"""
SETTLE = "(pause) => settled.then(() => new Promise((done) => setTimeout(done, pause)))"

PLAYING = """(seconds) => new Promise((done) => {
    const where = document.querySelector(".pegasos-player .where");
    let frames = 0, steps = 0, shown = where.textContent, start;
    const tick = (now) => {
        start ??= now;
        if (now - start >= 1000 * seconds) return done([1000 * steps / (now - start), 1000 * frames / (now - start)]);
        requestAnimationFrame(tick);
        frames += 1;
        steps += where.textContent !== shown;
        shown = where.textContent;
    };
    requestAnimationFrame(tick);
})"""

REDRAW = """async (number) => {
    const root = document.querySelector(".pegasos-player");
    for (let n = 0; n < number; n++) {
        const key = n % 2 ? "ArrowLeft" : "ArrowRight";
        root.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
        if (n % 10 === 9) await new Promise(requestAnimationFrame);
    }
}"""


# Without a browser


def player(name, X, y, T=200, **options):
    """Return the player of a run of an algorithm."""
    options |= {"minibatch": {"k": 10}, "kernelized": {"kernel": partial(rbf, gamma=2.0)}}.get(name, {})
    return play(ALGORITHMS[name], X, y, lam=0.01, T=T, **options)


def recording(X, y, rounds):
    """Print the seconds to record 200 steps, and the size of their page."""
    players = {name: player(name, X, y) for name in NAMES}
    tasks = [((name, "play"), partial(seconds, player, name, X, y)) for name in NAMES]
    tasks += [((name, "record"), partial(seconds, record, shown.run)) for name, shown in players.items()]
    medians = measure(tasks, rounds)
    rows = []
    for name, shown in players.items():
        size = len(shown.page().encode()) / 1024
        target = "600" if name == "kernelized" else "150"
        times = [f"{medians[name, what]:.3f}" for what in ("play", "record")]
        rows.append((name, [*times, "0.5", f"{size:.0f}", target]))
    table("200 steps of moons", ["`play`, s", "`record` alone, s", "target", "page, KiB", "target"], rows)


# In pages


def stored(folder):
    """Return the pages for measuring: name, and address with the number of steps."""
    X, y, _ = moons()
    images, labels, _ = digits()
    players = {
        "moons": player("hinge", X, y),
        "moons, kernel": player("kernelized", X, y),
        "digits, images": player("hinge", images, labels, shape=(8, 8)),
        "moons, 5,000 steps": player("hinge", X, y, T=5_000),
    }
    paths = {name: shown.to_html(folder / f"{n}.html") for n, (name, shown) in enumerate(players.items())}
    return {name: (path.as_uri(), len(players[name].run)) for name, path in paths.items()}


def bare_page(folder):
    """Return a page of the same form that does almost nothing."""
    path = folder / "bare.html"
    path.write_text(BARE, "utf-8")
    return {"bare page": (path.as_uri(), PRESSES)}


@contextmanager
def opened(browser, url, script=""):
    """Open a page in a new context, so that nothing is left over from another page."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(script)
    page.goto(url)
    yield page
    context.close()


def opening(browser, pages):
    """Print the milliseconds from opening a page to its first paint, and to the picture."""
    rows = []
    for name, (url, _) in pages.items():
        figures = []
        for _ in range(OPENS):
            with opened(browser, url, OPENING) as page:
                figures.append(browsing.wait_until(page, OPENED))
        rows.append((name, [*(f"{figure:.0f}" for figure in np.median(figures, axis=0)), "300"]))
    table(f"opening, ms, of {OPENS} opens", ["first contentful paint", "plane drawn", "plane painted", "target"], rows)


def key_presses(page):
    """Return the milliseconds of the handler, until the frame, of rendering and in all, for key presses."""
    page.evaluate(WATCH)
    chance = random.Random(0)
    for _ in range(PRESSES):
        page.keyboard.press("ArrowRight")
        page.evaluate(SETTLE, chance.uniform(0, 1000 / 60))
    pressed, begun, ended, frame, painted = np.transpose(page.evaluate("presses"))
    return ended - begun, frame - ended, painted - frame, painted - pressed


def keys(browser, pages, folder):
    """Print the milliseconds of a key press, in pages and in JupyterLab."""
    rows = []
    for name, (url, T) in pages.items():
        with opened(browser, f"{url}#step={T - PRESSES}") as page:
            rows.append((name, key_cells(key_presses(page), 16)))
    with notebook(browser, folder) as page:
        rows.append(("moons, JupyterLab", key_cells(key_presses(page), 33)))
    columns = ["handler", "until the frame", "rendering", "key to paint", "target"]
    table(f"a key, ms, median / 95 % of {PRESSES} presses", columns, rows)


def key_cells(figures, target):
    return ["{:.1f} / {:.1f}".format(*np.quantile(taken, (0.5, 0.95))) for taken in figures] + [f"{target}"]


def playing(browser, pages):
    """Print how many steps are painted in a second at speed 50."""
    rows = []
    for name, (url, T) in pages.items():
        with opened(browser, f"{url}#step={T - 150}") as page:
            page.get_by_label("Speed").select_option("50")
            page.locator(".pegasos-player").press(" ")
            rows.append((name, [f"{figure:.1f}" for figure in page.evaluate(PLAYING, PLAYED)] + ["50"]))
    table(f"playing for {PLAYED:g} s", ["steps painted a second", "frames a second", "target, steps"], rows)


def in_use(page, session):
    """Return the memory of the page after everything unused has been collected."""
    page.wait_for_timeout(500)  # the address is noted a while after the last key
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return metrics["JSHeapUsedSize"] / 1024, metrics["Nodes"], metrics["JSEventListeners"]


def memory(browser, pages):
    """Print the memory of a page after 100 redraws, and after 1,000 more."""
    rows = []
    for name, (url, T) in pages.items():
        if T > 200:
            continue  # no other picture
        with opened(browser, f"{url}#step=20") as page:
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")
            page.evaluate(REDRAW, 100)
            before = in_use(page, session)
            page.evaluate(REDRAW, 1_000)
            after = in_use(page, session)
            heap = f"{after[0] - before[0]:+,.0f}"
            rows.append((name, [*(f"{a:,.0f} → {b:,.0f}" for a, b in zip(before, after)), heap, "+0"]))
    table("memory, 100 → 1,100 redraws", ["heap, KiB", "nodes", "listeners", "heap grew by, KiB", "target"], rows)


# In JupyterLab


@contextmanager
def notebook(browser, folder):
    """Open a page of a new JupyterLab, with a player a hundred steps into its run."""
    home = folder / "lab"
    home.mkdir()
    with browsing.running_lab(home) as lab:
        path = browsing.written(lab.folder, [NOTEBOOK])
        with opened(browser, f"{lab.url}/lab/tree/{path.name}?reset") as page:
            page.wait_for_function(browsing.READY, arg=path.name, timeout=1000 * browsing.PATIENCE)
            browsing.run_cells(page)
            page.get_by_label("Step", exact=True).fill("100")
            page.wait_for_timeout(2_000)  # JupyterLab still has to settle
            yield page


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=5, help="recordings of each algorithm (default: %(default)s)")
    rounds = options.parse_args().rounds
    chromium = chromium_path()
    if not chromium:
        sys.exit(f"{NONE}; install Chromium")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start", end="\n\n")
    recording(*moons()[:2], rounds)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        launch = partial(playwright.chromium.launch, executable_path=chromium)
        bare, pages = bare_page(Path(name)), stored(Path(name))
        with launch(args=browsing.CHROMIUM_OPTIONS) as browser:
            opening(browser, bare | pages)
            keys(browser, bare | pages, Path(name))
            playing(browser, pages)
        with launch(args=[*browsing.CHROMIUM_OPTIONS, "--js-flags=--jitless"]) as browser:
            memory(browser, pages)


if __name__ == "__main__":
    main()
