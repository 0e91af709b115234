"""Measure how fast the playground is in a real browser.

    python benchmarks/playground.py [--changes N]

Needs Chromium on the PATH, and what ``python -m pip install -e ".[test]"`` installs. Prints two tables in Markdown. The
first is for opening the page from disk: the time to its first contentful paint, and until the run is drawn. The second
is for a change of λ by its slider, or of a point by dragging: 200 steps are made anew and recorded line by line, until
the frame that shows the picture has been painted; f* with its gap, the curve and the words follow in the next task. All
times are measured in the page, from the beginning of the frame that makes the change, without the wait for this frame
(up to 16.7 ms). ``made`` ends with the scripts of the frame, ``painted`` with the first task after it. On a machine
that does other work the times are several times as long.
"""

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
from measuring import table

from pegasos_edu.common.browsers import NONE, chromium_path
from pegasos_edu.player.playground import write

try:
    import browsing
    from playwright.sync_api import sync_playwright
except ImportError as error:
    sys.exit(f'{error.name} must be installed to measure in a browser; python -m pip install -e ".[test]"')

OPENS = 9
STATES = {
    "hinge, toy, 100 points": ("#lam=0.1&step=200", 16),
    "hinge, moons, 200 points": ("#step=200&data=moons", 16),
    "logistic, moons": ("#step=200&data=moons&algorithm=logistic", 16),
    "minibatch, k = 10, moons": ("#step=200&data=moons&algorithm=minibatch&k=10", 16),
    "kernelized, RBF, 200 points": ("#step=200&data=moons&algorithm=kernelized&lam=0.01", 33),
    "kernelized_cached, RBF, 200 points": ("#step=200&data=moons&algorithm=kernelized_cached&lam=0.01", 33),
}

# Notes when the frame that makes a run begins, when its scripts have ended, and when it has been painted.
CHANGES = """async ([what, number]) => {
    const {port1, port2} = new MessageChannel();
    const slider = document.querySelector(".lam input[type=range]");
    const plane = document.querySelector(".plane");
    const send = (kind, x, y) => {
        const {left, top} = plane.getBoundingClientRect();
        const place = {clientX: left + x, clientY: top + y, pointerId: 1, bubbles: true, buttons: 1};
        plane.dispatchEvent(new PointerEvent(kind, place));
    };
    const middle = plane.clientWidth / 2;
    plane.setPointerCapture = () => {};
    const change = {
        lambda: (n) => {
            slider.value = -2 + 0.05 * (n % 20);
            slider.dispatchEvent(new Event("input"));
        },
        point: (n) => send("pointermove", middle + 40 * Math.cos(n / 3), middle + 40 * Math.sin(n / 3)),
    }[what];
    if (what === "point") {
        for (let x = 0; x < middle * 2; x += 6) {
            send("pointermove", x, middle);
            if (!document.querySelector(".story.about")) continue;
            send("pointerdown", x, middle);
            break;
        }
    }
    const times = [];
    for (let n = 0; n < number; n++) {
        let begun;
        requestAnimationFrame(() => (begun = performance.now()));  // before that of the page
        change(n);
        times.push(await new Promise((done) => requestAnimationFrame(() => {
            const computed = performance.now();
            port1.onmessage = () => done([computed - begun, performance.now() - begun]);
            port2.postMessage(0);
        })));
        await new Promise((done) => setTimeout(done, 450));  // until the address has been noted
    }
    return times;
}"""
OPENED = """() => {
    const [entry] = performance.getEntriesByName("first-contentful-paint");
    return entry && document.querySelector(".now") ? [entry.startTime, performance.now()] : null;
}"""


def opening(browser, url):
    """Print the milliseconds from opening the page to its first paint, and until the run is drawn."""
    figures = []
    for _ in range(OPENS):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.goto(url)
        figures.append(browsing.wait_until(page, OPENED))
        context.close()
    rows = [("playground", [*(f"{figure:.0f}" for figure in np.median(figures, axis=0)), "200"])]
    table(
        f"opening, ms, of {OPENS} opens", ["first contentful paint", "run drawn, at most", "target, first paint"], rows
    )


def changes(browser, url, number):
    """Print the milliseconds from a change to the frame that shows it."""
    rows = []
    for name, (fragment, target) in STATES.items():
        cells = []
        for what in ("lambda", "point"):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            page.goto(f"{url}{fragment}")
            browsing.wait_until(page, OPENED)
            computed, painted = np.transpose(page.evaluate(CHANGES, [what, number]))
            cells += ["{:.1f} / {:.1f}".format(*np.quantile(taken, (0.5, 0.95))) for taken in (computed, painted)]
            context.close()
        rows.append((name, [*cells, f"{target}"]))
    columns = ["λ: made", "λ: painted", "point: made", "point: painted", "target, median"]
    table(f"a change, 200 steps and f*, ms, median / 95 % of {number}", columns, rows)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--changes", type=int, default=40, help="of each kind (default: %(default)s)")
    number = options.parse_args().changes
    chromium = chromium_path()
    if not chromium:
        sys.exit(f"{NONE}; install Chromium")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start", end="\n\n")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        path = write(Path(name) / "playground.html")
        print(f"The page has {path.stat().st_size / 1024:.0f} KiB.", end="\n\n")
        launch = partial(playwright.chromium.launch, executable_path=chromium)
        with launch(args=browsing.CHROMIUM_OPTIONS) as browser:
            opening(browser, path.as_uri())
            changes(browser, path.as_uri(), number)


if __name__ == "__main__":
    main()
