"""Test that what is missing is told with the command that brings it, and that all else works without it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pegasos_edu.common.extras import explained

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WITHOUT = """
import sys
from importlib.abc import MetaPathFinder


class Nothing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"anywidget", "ipywidgets", "IPython", "latex2mathml", "nbformat", "nbconvert",
                                      "nbclient", "jupyterlab", "traitlets", "numba", "mistune", "pygments", "pdoc"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Nothing())
"""


def run_without(source, folder):
    """Run a source in a Python without the packages of the extras."""
    command = [sys.executable, "-W", "error", "-c", f"{WITHOUT}\n{source}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.parametrize("name", ["anywidget", "jupyterlab.labapp", "imageio_ffmpeg", "numba", "pdoc"])
def test_a_missing_package_is_told_with_the_extra_that_brings_it(name):
    package, error = name.partition(".")[0], ModuleNotFoundError(name=name)
    (extra,) = (
        extra
        for extra, requirements in PROJECT["optional-dependencies"].items()
        if any(requirement.startswith(package.replace("_", "-")) for requirement in requirements)
    )
    assert str(explained(error)).endswith(f'got no such package; run: python -m pip install "pegasos_edu[{extra}]"')


def test_another_import_error_stays_as_it_is():
    for error in (ModuleNotFoundError(name="pegasos_edu.nowhere"), ModuleNotFoundError(name="scipy"), ImportError("x")):
        assert explained(error) is error


@pytest.mark.parametrize("line", ["player import play", "lessons import Predict"])
def test_a_name_that_needs_widgets_says_how_to_install_them(line, tmp_path):
    done = run_without(f"from pegasos_edu.{line}", tmp_path)
    assert done.stderr.splitlines()[-1].endswith('run: python -m pip install "pegasos_edu[widgets]"'), done.stderr


@pytest.mark.parametrize(
    ("command", "extra"),
    [("lab", "lab"), ("lessons 03 --html pages", "lab"), ("lessons 03 --execute", "lab"), ("site --out site", "site")],
)
def test_a_command_that_needs_more_says_how_to_install_it_without_a_traceback(command, extra, tmp_path):
    done = run_without(f"from pegasos_edu.cli import main; main({command.split()!r})", tmp_path)
    words = done.stderr.strip()
    assert done.returncode == 1 and words.startswith("pegasos-edu: ") and "\n" not in words
    assert words.endswith(f'run: python -m pip install "pegasos_edu[{extra}]"')


WORKS = {
    "estimators": "from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor",
    "a landscape": """
from pegasos_edu.datasets import moons
from pegasos_edu.player import landscape
X, y, _ = moons()
assert landscape(X, y, lam=0.1).page()
""",
    "a page of a run": "from pegasos_edu.cli import main; main('playground moons --out moons.html'.split())",
    "the playground": "from pegasos_edu.cli import main; main('playground --out all.html'.split())",
    "a round of Spot the bug": "from pegasos_edu.cli import main; main('spot --rounds 1 --out spot.html'.split())",
    "a player of a hand-in": """
from pegasos_edu.check import check
from pegasos_edu.check.pictures import scene_of
def step(w, x, y, eta, lam):
    return (1 - eta * lam) * w + eta * y * x if y * (w @ x) < 0 else (1 - eta * lam) * w
scene = scene_of(check(step, "hinge"))
assert len(scene.records(scene.runs())) == 2
""",
}


@pytest.mark.parametrize("source", WORKS.values(), ids=WORKS)
def test_what_no_notebook_needs_works_without_jupyter_and_widgets(source, tmp_path):
    done = run_without(source, tmp_path)
    assert done.returncode == 0, done.stderr
