"""What tests do with the controls of a run in a page, and read of it."""

from types import SimpleNamespace

from in_browser.conftest import text

MADE = """() => {
    const isMade = () => document.querySelector("[aria-busy=false]");
    return isMade() || new Promise((done) => setInterval(() => isMade() && done(), 5));
}"""  # what was asked for is on the screen
HOLDS = "wanted => location.hash.slice(1).split('&').sort().join('&') === wanted"
LISTEN = """() => {
    window.hasChanged = false;
    document.addEventListener("change", () => { window.hasChanged = true; }, {once: true});
}"""


def address(page):
    """The settings in the address once it has come to rest."""
    page.evaluate("new Promise(done => setTimeout(done, 300))")  # a timer ends after those of the page that are as long
    return dict(part.split("=") for part in page.evaluate("location.hash").lstrip("#").split("&") if part)


def comes_to(page, settings):
    """Wait until the address holds these settings and no others, which a page notes a while after the last change."""
    wanted = sorted(map("=".join, settings.items()))
    page.wait_for_function(HOLDS, arg="&".join(wanted))


def change(page, name, value):
    """Give a setting another value."""
    field = page.locator(f"#set-{name}")
    if not field.is_visible():
        page.get_by_role("button", name="Compare" if name == "whatif" else "Settings").click()
    page.evaluate(LISTEN)
    if field.evaluate("one => one.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill("")
        page.evaluate(LISTEN)  # from here on
        field.press_sequentially(str(value))  # of a value that is filled in, Firefox tells nothing
        field.press("Tab")
    page.wait_for_function("window.hasChanged")  # Firefox tells of it a moment later
    page.evaluate(MADE)


def python(page):
    """What the lines of Python on the page make."""
    names = {}
    source = page.locator(".more pre").text_content()
    exec(source.replace("\nplay(", "\nmade = play(").replace("\ncompare(", "\nmade = compare("), names)
    return SimpleNamespace(**names)


def shown_values(page):
    """f after the last step of each run, as the player says it."""
    said = text(page, ".where").split("f = ")[1]
    return [float(value) for value in said.split(" | ")]


def on_screen(page, place, half):
    """Where a place of the plane lies on the screen."""
    box = page.locator(".plane").first.bounding_box()
    across, up = place
    return [box["x"] + (1 + across / half) * box["width"] / 2, box["y"] + (1 - up / half) * box["height"] / 2]


def problem(page):
    """Where what is wrong is said."""
    return page.locator(".notes .pegasos-problem")
