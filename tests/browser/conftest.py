"""What tests in a browser share: Chromium, pages that must stay on this machine, JupyterLab with notebooks in it."""

import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from conftest import unavailable

CHROMIUM_OPTIONS = [
    "--no-sandbox",  # it refuses to start for root with one
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing leaves, seen or not
]
LAB_OPTIONS = [
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--IdentityProvider.token=",
    "--ServerApp.password=",
    "--ServerApp.disable_check_xsrf=True",
    "--LabApp.expose_app_in_browser=True",
    "--LabApp.extension_manager=readonly",  # PyPI is not asked for extensions
]
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # a dark page gets the dark theme
}
LOCAL = re.compile(r"(file|data|blob|about):|(http|ws)://127\.0\.0\.1[:/]")
PATIENCE = 60  # seconds for JupyterLab to start, for a notebook to open, for its cells to run


# Chromium


@pytest.fixture(scope="module")  # not session: until it stops, Playwright leaves no room for another event loop
def browser(chromium):
    """Chromium without a window."""
    if not importlib.util.find_spec("playwright"):
        unavailable("tests in a browser must have playwright, got none; python -m pip install playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()


# Pages


class Pages:
    """Opens pages, each in a context of its own, and keeps what they asked for and what went wrong in them."""

    def __init__(self, browser):
        self.browser = browser
        self.pages, self.requests, self.page_errors, self.console_errors = [], [], [], []

    def __call__(self, place, *, width=1280, height=900, dark=False, reduced_motion=False, touch=False):
        """A page at a URL or at a path on disk."""
        url = str(place) if re.match("[a-z]{2,}:", str(place)) else Path(place).resolve().as_uri()
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if reduced_motion else "no-preference",
            has_touch=touch,
        )
        self.listen(context, console=url.startswith("file:"))
        page = context.new_page()
        self.pages.append((page, self.sockets(page)))
        page.goto(url)
        return page

    def listen(self, context, console):
        """Keep what happens in a context; the console of JupyterLab is not ours to judge."""
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("weberror", lambda event: self.page_errors.append(str(event.error)))
        if console:
            context.on("console", lambda entry: entry.type == "error" and self.console_errors.append(entry.text))

    def sockets(self, page):
        """Keep which sockets a page opens; Playwright itself tells only of those that reached their server."""
        session = page.context.new_cdp_session(page)
        session.on("Network.webSocketCreated", lambda event: self.requests.append(event["url"]))
        session.send("Network.enable")
        return session

    def close(self):
        """Close every page, after what it still has to tell."""
        for page, session in self.pages:
            if not page.is_closed():
                session.send("Network.disable")
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


# JupyterLab


class Lab(NamedTuple):
    """A JupyterLab that is running: its address, and the folder that it shows."""

    url: str
    folder: Path

    def ask(self, path, method="GET"):
        """What it answers, past any proxy."""
        with closing(HTTPConnection(self.url.removeprefix("http://"), timeout=10)) as connection:
            connection.request(method, path)
            return connection.getresponse().read()

    def answers(self):
        """Whether it answers yet."""
        with suppress(OSError):
            return bool(self.ask("/api"))


def free_port():
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def lab_environment(home):
    """The environment of a JupyterLab that leaves the settings of whoever runs the tests alone."""
    names = ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"]
    names += ["JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR"]
    folders = {name: home / name.lower() for name in names}
    settings = folders["JUPYTER_CONFIG_DIR"] / "labconfig" / "default_setting_overrides.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(LAB_SETTINGS), "utf-8")
    return os.environ | {name: str(folder) for name, folder in folders.items()}


def start(command, env, log):
    """A process in a group of its own, that writes to a log."""
    with log.open("w", encoding="utf-8") as file:
        return subprocess.Popen(command, env=env, stdout=file, stderr=file, start_new_session=True)


def stop(process):
    """End a process and its group; asked first, JupyterLab ends its kernels."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for(lab, process, log):
    """Until JupyterLab answers."""
    end = time.monotonic() + PATIENCE
    while not lab.answers():
        if process.poll() is not None or time.monotonic() > end:
            pytest.fail(f"JupyterLab must answer within {PATIENCE} s, got none; its log:\n{log.read_text('utf-8')}")
        time.sleep(0.1)


@pytest.fixture(scope="session")
def lab(chromium, tmp_path_factory):
    """JupyterLab as a process of its own, for all tests together."""
    home, port = tmp_path_factory.mktemp("lab"), free_port()
    made, log = Lab(f"http://127.0.0.1:{port}", home / "notebooks"), home / "log.txt"
    made.folder.mkdir()
    command = [sys.executable, "-m", "jupyterlab", f"--port={port}", f"--ServerApp.root_dir={made.folder}"]
    process = start(command + LAB_OPTIONS, lab_environment(home), log)
    try:
        wait_for(made, process, log)
        yield made
    finally:
        stop(process)


# Notebooks

READY = """name => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return Boolean(panel?.context?.path === name && panel.context.isReady && panel.sessionContext.isReady
        && panel.sessionContext.session?.kernel?.status === "idle");
}"""
OPEN = """name => {
    const {commands, shell} = window.jupyterapp;
    [...shell.widgets("main")].forEach(widget => widget.dispose());
    commands.execute("docmanager:open", {path: name});
}"""  # no promise: it would be awaited
SHOW_ALL = """() => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.notebookConfig = {...notebook.notebookConfig, windowingMode: "none"};
}"""  # else cells out of sight are no part of the page
RUN = """() => {window.jupyterapp.commands.execute("notebook:run-all-cells");}"""
OUTCOME = """() => {
    const cells = [...window.jupyterapp.shell.currentWidget.content.model.cells]
        .filter(cell => cell.type === "code" && cell.sharedModel.source.trim());
    const error = cells.flatMap(cell => cell.sharedModel.getOutputs()).find(output => output.output_type === "error");
    const done = cells.every(cell => cell.executionCount !== null && cell.executionState === "idle");
    return error ? {error: `${error.ename}: ${error.evalue}`} : done ? {error: null} : null;
}"""


def written(folder, sources):
    """A notebook with these cells of code, on disk; it names its kernel, or JupyterLab would ask for one."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, folder / "new.ipynb")
    return folder / "new.ipynb"


def run_cells(page):
    """Run the notebook of a page; an error in a cell ends it."""
    page.evaluate(RUN)
    error = page.wait_for_function(OUTCOME, timeout=1000 * PATIENCE).json_value()["error"]
    assert not error, f"the cells of a notebook must run without errors, got {error}"


@pytest.fixture(scope="module")
def lab_pages(lab, browser):
    """The page of JupyterLab that the tests of a module share, which takes seconds to open."""
    pages = Pages(browser)
    pages(f"{lab.url}/lab?reset").wait_for_function("window.jupyterapp?.started.then(() => true)")
    yield pages
    pages.close()
    pages.check()


@pytest.fixture
def open_notebook(lab, lab_pages, tmp_path):
    """Opens a notebook in JupyterLab: one with the cells that it is given, run; or one on disk, as it is stored."""

    def opened(sources=None, *, path=None, dark=False):
        copy = lab.folder / f"{len(list(lab.folder.iterdir()))}.ipynb"
        shutil.copy(written(tmp_path, sources) if path is None else path, copy)
        page, _ = lab_pages.pages[0]
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.evaluate(OPEN, copy.name)
        page.wait_for_function(READY, arg=copy.name, timeout=1000 * PATIENCE)
        page.evaluate(SHOW_ALL)
        if path is None:
            run_cells(page)
        return page

    yield opened
    lab_pages.check()
    for session in json.loads(lab.ask("/api/sessions")):
        lab.ask(f"/api/sessions/{session['id']}", "DELETE")
