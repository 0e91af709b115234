"""Provide what tests in a browser share: Chromium and Firefox, pages without network access, players, axe-core."""

import importlib.util
import re
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import CHROMIUM_OPTIONS, PATIENCE
from conftest import mostly_slow, unavailable

from pegasos_edu.common.html import whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.page import HERE
from pegasos_edu.player.playground import COLUMNS, rules_of_columns

PATIENT = 1000 * PATIENCE  # milliseconds: a test on a slow machine should not fail
LOCAL = re.compile(r"(file|data|blob|about):|(http|ws)://127\.0\.0\.1[:/]")


# Browsers

FIREFOX_SETTINGS = {
    "network.dns.disabled": True,  # no request leaves this machine, even one that tests do not see
}
IN_BOTH = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)
# For long tests of what shorter ones also try in Firefox: pages of the same kind, their keys and their layout.
MOSTLY_IN_CHROMIUM = pytest.mark.parametrize("browser", mostly_slow(["chromium", "firefox"], "chromium"), indirect=True)


@pytest.fixture(scope="session")
def firefox():
    """Return the path of Firefox; skip the test without it."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    return path or unavailable("firefox-esr or firefox must be on the PATH, got none; install Firefox")


@pytest.fixture(scope="package")  # the scope is not session: while Playwright runs, no other event loop can run
def playwright():
    """Return Playwright, which drives the browsers while the files of this folder run."""
    if not importlib.util.find_spec("playwright"):
        unavailable("tests in a browser must have playwright, got none; python -m pip install playwright")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENT)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def running_chromium(playwright, chromium):
    """Start Chromium without a window."""
    browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS, timeout=PATIENT)
    yield browser
    Pages.idle.clear()
    browser.close()


@pytest.fixture(scope="package")
def running_firefox(playwright, firefox):
    """Start the installed Firefox without a window; this channel drives it by WebDriver BiDi."""
    launch = playwright.firefox.launch
    settings = {"channel": "moz-firefox", "firefox_user_prefs": FIREFOX_SETTINGS}
    browser = launch(executable_path=firefox, timeout=PATIENT, **settings)
    try:
        browser.new_context().close()
    except Exception as error:
        browser.close()
        unavailable(f"Firefox must know what Playwright asks it for, got {error}; take another version of one of them")
    yield browser
    browser.close()


@pytest.fixture
def browser(request):
    """Return Chromium; a test with `IN_BOTH` also runs with Firefox."""
    return request.getfixturevalue(f"running_{getattr(request, 'param', 'chromium')}")


# Pages


class Pages:
    """Open pages that share nothing, and keep their requests and errors."""

    idle = []  # emptied pages of Chromium for reuse, because a new page with its own context takes most of a second

    def __init__(self, browser):
        self.browser, self.is_chromium = browser, browser.browser_type.name == "chromium"
        self.pages, self.requests, self.page_errors, self.console_errors = [], [], [], []

    def __call__(self, place, *, width=1280, height=900, dark=False, reduced_motion=False, touch=False):
        """Open a page at a URL or a path on disk; only Chromium can use the options that Firefox does not support."""
        assert self.is_chromium or not (dark or reduced_motion or touch)
        url = str(place) if re.match("[a-z]{2,}:", str(place)) else Path(place).resolve().as_uri()
        is_reused = self.is_chromium and url.startswith("file:") and not touch
        page = self.idle.pop() if is_reused and self.idle else self.new(width, height, touch)
        if is_reused:
            page.set_viewport_size({"width": width, "height": height})
            motion = "reduce" if reduced_motion else "no-preference"
            page.emulate_media(media="screen", color_scheme="dark" if dark else "light", reduced_motion=motion)
        self.pages.append((page, is_reused, self.listen(page, console=url.startswith("file:"))))
        page.goto(url)
        return page

    def new(self, width, height, touch):
        """Return a page in its own context."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        context.set_default_timeout(PATIENT)
        return context.new_page()

    def listen(self, page, console):
        """Record requests and errors in the context of a page; return a function that stops the recording."""
        listeners = {
            "request": lambda request: self.requests.append(request.url),
            "weberror": lambda event: self.page_errors.append(str(event.error)),
        }
        if console:  # this is not checked for JupyterLab, which has errors of its own
            listeners["console"] = lambda entry: entry.type == "error" and self.console_errors.append(entry.text)
        for event, listener in listeners.items():
            page.context.on(event, listener)
        session = self.sockets(page) if self.is_chromium else None

        def end():
            if session and not page.is_closed():
                session.send("Network.disable")  # after the last events have arrived
                session.detach()
            for event, listener in listeners.items():
                page.context.remove_listener(event, listener)

        return end

    def sockets(self, page):
        """Record the sockets that a page opens; Playwright itself reports only sockets that reached their server."""
        session = page.context.new_cdp_session(page)
        session.on("Network.webSocketCreated", lambda event: self.requests.append(event["url"]))
        session.send("Network.enable")
        return session

    def close(self):
        """Close every page, or empty it for the next test, after its last events have arrived."""
        for page, is_reused, end in self.pages:
            if is_reused and not page.is_closed():
                page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
                page.mouse.move(0, 0)
                page.goto("about:blank")
                end()
                self.idle.append(page)
            else:
                end()
                page.context.close()

    def check(self):
        """Check that no request left the machine, and that there was no error."""
        outside = [url for url in self.requests if not LOCAL.match(url)]
        assert not outside, f"a page must ask 127.0.0.1 only, it asked for {outside}"
        assert not self.page_errors, f"a page must run without errors, got {self.page_errors}"
        assert not self.console_errors, f"a page must leave no error in the console, got {self.console_errors}"


@pytest.fixture
def open_page(browser):
    """Return a function that opens pages; check at the end that they had no errors and made no requests elsewhere."""
    pages = Pages(browser)
    yield pages
    pages.close()
    pages.check()


# Players


@pytest.fixture
def opened(open_page, tmp_path):
    """Return a function that opens a player as a separate page."""

    def opened(player, fragment="", **options):
        return open_page(player.to_html(tmp_path / "page.html").as_uri() + fragment, **options)

    return opened


def with_names(path, **names):
    """Write a page in which some names of the player's modules are global, given by the name of the module."""
    entry = HERE / "js" / "test.js"
    imports = [f'import {{ {", ".join(some.split())} }} from "./{module}.js";\n' for module, some in names.items()]
    text = "".join(imports) + f"Object.assign(window, {{ {', '.join(' '.join(names.values()).split())} }});"
    script = joined(entry, {entry: text, COLUMNS: rules_of_columns()})
    path.write_text(whole_page("names", "", f'<script type="module">{script}</script>'), "utf-8")
    return path


def press(page, *keys):
    """Press keys one after another."""
    for key in keys:
        page.keyboard.press(key)


FRAMES = """async count => {
    while (count--) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(animation => animation.finished));
}"""


def frames(page, count=2):
    """Wait until the browser has drawn some frames of the page, and end transitions, such as a change of colour."""
    page.evaluate(FRAMES, count)


def text(page, selector):
    """Return the text of the first of these elements."""
    return page.locator(selector).first.inner_text()


PLACES = """player => [".plane", ".story", ".code .lit", ".minimised", ".chart", ".buttons"].map((name) => {
    const {top, bottom} = player.querySelector(name).getBoundingClientRect();
    return [top, bottom];
})"""


def height_in_use(player):
    """Return the height from the first to the last of the parts that must be in view together."""
    tops, bottoms = zip(*player.evaluate(PLACES))
    return max(bottoms) - min(tops)


def step(page):
    """Return the step that the player shows."""
    return int(page.locator(".seek input").input_value())


# Everybody


UNFOLD_ALL = "document.querySelectorAll('details').forEach(fold => (fold.open = true))"
SOME_OF_EACH = """() => {
    const seen = new Map();
    for (const word of document.querySelectorAll(".highlight span[class]")) {
        const {color, fontSize, fontWeight} = getComputedStyle(word), isLetter = word.textContent.trim().length < 2;
        const kinds = [color, fontSize, fontWeight, isLetter];  // axe does not judge a single letter
        for (let part = word; part; part = part.parentElement) kinds.push(part.tagName, part.className);
        const kind = kinds.join("/"), count = seen.get(kind) ?? 0;
        if (count >= 3) word.replaceWith(...word.childNodes);
        seen.set(kind, count + 1);
    }
}"""  # only the classes of a word of code and of its parents decide its colours; to check all words takes ten seconds
OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # the rules that can differ between light and dark


def barriers(page):
    """Return the barriers that axe-core finds on a completely unfolded page, first in light, then in dark colours."""
    page.evaluate(UNFOLD_ALL)
    page.evaluate(SOME_OF_EACH)
    violations = []
    for scheme, rules in (("light", {}), ("dark", OF_COLOURS)):
        page.emulate_media(color_scheme=scheme)
        frames(page)
        options = {"iframes": False, "resultTypes": ["violations"], **rules}  # axe-core cannot reach frames
        for rule in Axe().run(page, options=options).response["violations"]:
            violations += [(scheme, rule["id"], node["html"][:200]) for node in rule["nodes"]]
    return violations
