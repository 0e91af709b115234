"""What tests do with the controls of a run in a page, and read of it."""

from types import SimpleNamespace

from browser.conftest import text

MADE = """() => {
    const isMade = () => document.querySelector("[aria-busy=false]");
    return isMade() || new Promise((done) => setInterval(() => isMade() && done(), 5));
}"""  # what was asked for is on the screen


def address(page):
    """The settings in the address once it has come to rest."""
    page.wait_for_timeout(400)
    return dict(part.split("=") for part in page.evaluate("location.hash").lstrip("#").split("&") if part)


def change(page, name, value):
    """Give a setting another value."""
    field = page.locator(f"#set-{name}")
    if field.evaluate("one => one.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill("")
        field.press_sequentially(str(value))  # of a value that is filled in, Firefox tells nothing
        field.press("Tab")
    page.wait_for_timeout(100)  # Firefox tells of it a moment later
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
