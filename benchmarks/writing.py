"""Measure in a real browser how fast a page with an editable cell is.

    python benchmarks/writing.py [--opens N]

Needs Chromium on the PATH, and what ``python -m pip install -e ".[test]"`` installs. Prints a table in Markdown for
pages opened from disk: the size of the page, the time to its first contentful paint, and the times from a click on Run
until the report has been painted. The first run starts Python; the others run in the same worker. The program is the
solution of the lesson. Each time is the shortest one, because other work on the machine can only make times longer.
"""

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path

import nbformat
from measuring import table

from pegasos_edu.common.browsers import NONE, chromium_path
from pegasos_edu.common.course_folder import lessons
from pegasos_edu.lessons import write
from pegasos_edu.lessons.pages import export

try:
    import browsing
    from playwright.sync_api import sync_playwright
except ImportError as error:
    sys.exit(f'{error.name} must be installed to measure in a browser; python -m pip install -e ".[test]"')

LESSONS = "01", "03", "04", "05", "08"  # the largest pages, and one with a plain function
RUNS = 20
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
RUN = """async ([source, number]) => {
    const cell = document.querySelector(".pegasos-write");
    cell.querySelector("textarea").value = source;
    const times = [];
    for (let n = 0; n < number; n++) {
        const begun = performance.now();
        cell.querySelector(".report").replaceChildren();
        cell.querySelector(".run").click();
        while (!cell.querySelector(".verdict")) await new Promise(requestAnimationFrame);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        times.push(performance.now() - begun);
    }
    return [times, cell.querySelector(".verdict").textContent];
}"""


def measured(browser, path, folder, opens):
    """Return the row of a lesson: KiB, and the shortest times to the first paint, of a first run and of a later one."""
    written = export(path, folder)
    cells = nbformat.read(path, as_version=4).cells
    solution = next(after.source for cell, after in zip(cells, cells[1:]) if write.is_to_write(cell))
    paints, firsts, later = [], [], []
    for _ in range(opens):
        context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
        page = context.new_page()
        page.goto(written.as_uri())
        paints.append(browsing.wait_until(page, PAINTED))
        (first, *others), verdict = page.evaluate(RUN, [solution, RUNS])
        if "✓ Right" not in verdict:
            raise RuntimeError(f"the solution of {path.stem} must be right, got {verdict!r}")
        firsts.append(first)
        later += others
        context.close()
    size = written.stat().st_size / 1024
    return path.stem, [f"{size:.0f}", *(f"{min(times):.0f}" for times in (paints, firsts, later))]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--opens", type=int, default=5, help="of each page (default: %(default)s)")
    opens = options.parse_args().opens
    chromium = chromium_path()
    if not chromium:
        sys.exit(f"{NONE}; install Chromium")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start", end="\n\n")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        launch = partial(playwright.chromium.launch, executable_path=chromium)
        with launch(args=browsing.CHROMIUM_OPTIONS) as browser:
            paths = [path for path in lessons() if path.stem[:2] in LESSONS]
            rows = [measured(browser, path, Path(name), opens) for path in paths]
    rows.append(("target", ["900", "300", "1000", "100"]))
    table(f"shortest of {opens} opens", ["KiB", "first paint, ms", "first run, ms", "later runs, ms"], rows)


if __name__ == "__main__":
    main()
