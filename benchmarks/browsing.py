"""Start Chromium and JupyterLab for the tests in a browser and for measurements there."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import nbformat

CHROMIUM_OPTIONS = [
    "--no-sandbox",  # with a sandbox, Chromium does not start for root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # no request leaves this machine
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
PATIENCE = 180  # seconds for JupyterLab to start, for a notebook to open, for its cells to run

HOLDS = """async ([arg, most]) => {
    const holds = FUNCTION, end = performance.now() + most;
    while (performance.now() < end) {
        const value = await holds(arg);
        if (value) return value;
        await new Promise(requestAnimationFrame);
    }
    throw new Error("it must become true in time");
}"""


def wait_until(page, expression, arg=None):
    """Wait until JavaScript, an expression or a function, holds in a page, and return its value.

    The policy of our pages refuses `wait_for_function`, which evaluates text in the page.
    """
    function = expression if re.match(r"(\(\)|\w+) =>", expression) else f"() => {expression}"
    return page.evaluate(HOLDS.replace("FUNCTION", function), [arg, 1000 * PATIENCE])


# JupyterLab


class Lab(NamedTuple):
    """Hold the address of a running JupyterLab, and the folder that it shows."""

    url: str
    folder: Path

    def ask(self, path, method="GET"):
        """Return the answer to a request, without any proxy."""
        with closing(HTTPConnection(self.url.removeprefix("http://"), timeout=PATIENCE)) as connection:
            connection.request(method, path)
            return connection.getresponse().read()

    def answers(self):
        """Return whether an address answers yet."""
        with suppress(OSError):
            return bool(self.ask("/api"))


def free_port():
    """Return a port on which no process listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def lab_environment(home):
    """Return the environment of a JupyterLab that ignores the settings of the person who runs the tests."""
    names = ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"]
    names += ["JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR"]
    folders = {name: home / name.lower() for name in names}
    settings = folders["JUPYTER_CONFIG_DIR"] / "labconfig" / "default_setting_overrides.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(LAB_SETTINGS), "utf-8")
    return os.environ | {name: str(folder) for name, folder in folders.items()}


def start(command, env, log):
    """Start a process in its own group that writes to a log."""
    with log.open("w", encoding="utf-8") as file:
        return subprocess.Popen(command, env=env, stdout=file, stderr=file, start_new_session=True)


def stop(process):
    """End a process and its group; JupyterLab is asked first, so that it ends its kernels."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for(lab, process, log):
    """Wait until JupyterLab answers."""
    end = time.monotonic() + PATIENCE
    while not lab.answers():
        if process.poll() is not None or time.monotonic() > end:
            told = log.read_text("utf-8")
            raise TimeoutError(f"JupyterLab must answer within {PATIENCE} s, got none; its log:\n{told}")
        time.sleep(0.1)


@contextmanager
def running_lab(home):
    """Start JupyterLab with a folder as its home; it shows the folder of notebooks in it."""
    port = free_port()
    lab, log = Lab(f"http://127.0.0.1:{port}", home / "notebooks"), home / "log.txt"
    lab.folder.mkdir()
    command = [sys.executable, "-m", "jupyterlab", f"--port={port}", f"--ServerApp.root_dir={lab.folder}"]
    process = start(command + LAB_OPTIONS, lab_environment(home), log)
    try:
        wait_for(lab, process, log)
        yield lab
    finally:
        stop(process)


# Notebooks

READY = """name => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return Boolean(panel?.context?.path === name && panel.context.isReady && panel.sessionContext.isReady
        && panel.sessionContext.session?.kernel?.status === "idle");
}"""
RUN = """() => {window.jupyterapp.commands.execute("notebook:run-all-cells");}"""
OUTCOME = """() => {
    const cells = [...window.jupyterapp.shell.currentWidget.content.model.cells]
        .filter(cell => cell.type === "code" && cell.sharedModel.source.trim());
    const error = cells.flatMap(cell => cell.sharedModel.getOutputs()).find(output => output.output_type === "error");
    const done = cells.every(cell => cell.executionCount !== null && cell.executionState === "idle");
    return error ? {error: `${error.ename}: ${error.evalue}`} : done ? {error: null} : null;
}"""


def written(folder, sources):
    """Write a notebook with these cells of code; it names its kernel, which JupyterLab would otherwise ask for."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / "new.ipynb")
    return folder / "new.ipynb"


def run_cells(page):
    """Run the notebook of a page; raise an error if a cell fails."""
    page.evaluate(RUN)
    error = page.wait_for_function(OUTCOME, timeout=1000 * PATIENCE).json_value()["error"]
    assert not error, f"the cells of a notebook must run without errors, got {error}"
