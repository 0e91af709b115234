"""Use the controls of a run in a page, and read its results."""

import re
from types import SimpleNamespace

from browsing import wait_until

MADE = """() => {
    const isMade = () => document.querySelector("[aria-busy=false]");
    return isMade() || new Promise((done) => setInterval(() => isMade() && done(), 5));
}"""  # waits until the requested run is on the screen
VALUE = re.compile(r"f (?:= |stays at |(?:rises|falls) from \S+ to )([\d.e+]*\d)")
HOLDS = "wanted => location.hash.slice(1).split('&').sort().join('&') === wanted"
LISTEN = """() => {
    window.hasChanged = false;
    document.addEventListener("change", () => { window.hasChanged = true; }, {once: true});
}"""


def address(page):
    """Return the settings in the address after it has stopped changing."""
    page.evaluate("new Promise(done => setTimeout(done, 300))")  # ends after the page's own timers of 300 ms
    return dict(part.split("=") for part in page.evaluate("location.hash").lstrip("#").split("&") if part)


def comes_to(page, settings):
    """Wait until the address holds exactly these settings; a page writes them a while after the last change."""
    wanted = sorted(map("=".join, settings.items()))
    wait_until(page, HOLDS, arg="&".join(wanted))


def change(page, name, value):
    """Give a setting another value."""
    field = page.locator(f"#set-{name}")
    if not field.is_visible():
        page.get_by_role("button", name="Compare" if name == "whatif" else "Settings").click()
    page.evaluate(LISTEN)
    if field.evaluate("element => element.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill("")
        page.evaluate(LISTEN)  # ignore the change to an empty field
        field.press_sequentially(str(value))  # after `fill`, Firefox sends no event
        field.press("Tab")
    wait_until(page, "window.hasChanged")  # Firefox sends the event a moment later
    page.evaluate(MADE)


def python(page):
    """Run the lines of Python on the page, and return the names that they define."""
    names = {}
    source = page.locator(".more pre").text_content()
    exec(source.replace("\nplay(", "\nmade = play(").replace("\ncompare(", "\nmade = compare("), names)
    return SimpleNamespace(**names)


def shown_values(page):
    """Return f after the last step of each run, as the sentences say it."""
    return [float(VALUE.findall(story)[-1]) for story in page.locator(".story").all_inner_texts()]


def on_screen(page, place, half):
    """Return the position on the screen of a point in the plane."""
    box = page.locator(".plane").first.bounding_box()
    across, up = place
    return [box["x"] + (1 + across / half) * box["width"] / 2, box["y"] + (1 - up / half) * box["height"] / 2]


def problem(page):
    """Return the element that shows an error."""
    return page.locator(".notes .pegasos-problem")
