"""What tests in a browser share: Chromium and Firefox, pages that must stay on this machine, players, axe-core."""

import importlib.util
import re
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import CHROMIUM_OPTIONS, PATIENCE
from conftest import unavailable

from pegasos_edu.common.html import whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.page import HERE

PATIENT = 1000 * PATIENCE  # milliseconds: a busy machine is slow, and only what never comes is to fail
LOCAL = re.compile(r"(file|data|blob|about):|(http|ws)://127\.0\.0\.1[:/]")


# Browsers

FIREFOX_SETTINGS = {
    "network.dns.disabled": True,  # nothing leaves, seen or not
}
IN_BOTH = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)


@pytest.fixture(scope="session")
def firefox():
    """Where Firefox is; without it there is no test in it."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    return path or unavailable("firefox-esr or firefox must be on the PATH, got none; install Firefox")


@pytest.fixture(scope="package")  # not session: until it stops, Playwright leaves no room for another event loop
def playwright():
    """What drives the browsers, for as long as files of this folder follow one another."""
    if not importlib.util.find_spec("playwright"):
        unavailable("tests in a browser must have playwright, got none; python -m pip install playwright")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENT)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def running_chromium(playwright, chromium):
    """Chromium without a window."""
    browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS, timeout=PATIENT)
    yield browser
    Pages.idle.clear()
    browser.close()


@pytest.fixture(scope="package")
def running_firefox(playwright, firefox):
    """Firefox without a window, as it is installed: this channel drives it by WebDriver BiDi."""
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
    """Chromium; for a test `IN_BOTH`, Firefox as well."""
    return request.getfixturevalue(f"running_{getattr(request, 'param', 'chromium')}")


# Pages


class Pages:
    """Opens pages that share nothing, and keeps what they asked for and what went wrong in them."""

    idle = []  # emptied pages of Chromium: a new one, in a context of its own, takes most of a second

    def __init__(self, browser):
        self.browser, self.is_chromium = browser, browser.browser_type.name == "chromium"
        self.pages, self.requests, self.page_errors, self.console_errors = [], [], [], []

    def __call__(self, place, *, width=1280, height=900, dark=False, reduced_motion=False, touch=False):
        """A page at a URL or at a path on disk; what Firefox cannot do yet is tried in Chromium alone."""
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
        """A page in a context of its own."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        context.set_default_timeout(PATIENT)
        return context.new_page()

    def listen(self, page, console):
        """Keep what happens in the context of a page; return what ends that."""
        listeners = {
            "request": lambda request: self.requests.append(request.url),
            "weberror": lambda event: self.page_errors.append(str(event.error)),
        }
        if console:  # that of JupyterLab is not ours to judge
            listeners["console"] = lambda entry: entry.type == "error" and self.console_errors.append(entry.text)
        for event, listener in listeners.items():
            page.context.on(event, listener)
        session = self.sockets(page) if self.is_chromium else None

        def end():
            if session and not page.is_closed():
                session.send("Network.disable")  # after what it still has to tell
                session.detach()
            for event, listener in listeners.items():
                page.context.remove_listener(event, listener)

        return end

    def sockets(self, page):
        """Keep which sockets a page opens; Playwright itself tells only of those that reached their server."""
        session = page.context.new_cdp_session(page)
        session.on("Network.webSocketCreated", lambda event: self.requests.append(event["url"]))
        session.send("Network.enable")
        return session

    def close(self):
        """Close every page, or empty it for the next test, after what it still has to tell."""
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
        """Nothing left the machine, and nothing went wrong."""
        outside = [url for url in self.requests if not LOCAL.match(url)]
        assert not outside, f"a page must ask 127.0.0.1 only, it asked for {outside}"
        assert not self.page_errors, f"a page must run without errors, got {self.page_errors}"
        assert not self.console_errors, f"a page must leave no error in the console, got {self.console_errors}"


@pytest.fixture
def open_page(browser):
    """Opens pages; in the end, all that they asked for must have been on this machine, and no error raised."""
    pages = Pages(browser)
    yield pages
    pages.close()
    pages.check()


# Players


@pytest.fixture
def opened(open_page, tmp_path):
    """Opens a player as a page of its own, and touches nothing."""

    def opened(player, fragment="", **options):
        return open_page(player.to_html(tmp_path / "page.html").as_uri() + fragment, **options)

    return opened


def with_names(path, **names):
    """Write a page in which some names of the player's modules are global, given by the name of the module."""
    entry = HERE / "js" / "test.js"
    imports = [f'import {{ {", ".join(some.split())} }} from "./{module}.js";\n' for module, some in names.items()]
    text = "".join(imports) + f"Object.assign(window, {{ {', '.join(' '.join(names.values()).split())} }});"
    path.write_text(whole_page("names", "", f'<script type="module">{joined(entry, {entry: text})}</script>'), "utf-8")
    return path


def press(page, *keys):
    """One key after the other."""
    for key in keys:
        page.keyboard.press(key)


FRAMES = """async count => {
    while (count--) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(animation => animation.finished));
}"""


def frames(page, count=2):
    """Let the browser draw so many pictures of the page, and end what changes slowly, such as a colour."""
    page.evaluate(FRAMES, count)


def text(page, selector):
    """What the first of these elements says."""
    return page.locator(selector).first.inner_text()


def step(page):
    """At which step the player is."""
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
}"""  # a word of code has the colours of its classes, and of those around it; to look at all takes ten seconds
OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # the rules for which night differs from day


def barriers(page):
    """What axe-core finds on a page, all of it unfolded, that keeps somebody out: by day, then by night."""
    page.evaluate(UNFOLD_ALL)
    page.evaluate(SOME_OF_EACH)
    found = []
    for scheme, rules in (("light", {}), ("dark", OF_COLOURS)):
        page.emulate_media(color_scheme=scheme)
        frames(page)
        options = {"iframes": False, "resultTypes": ["violations"], **rules}  # frames do not answer it
        for rule in Axe().run(page, options=options).response["violations"]:
            found += [(scheme, rule["id"], node["html"][:200]) for node in rule["nodes"]]
    return found
