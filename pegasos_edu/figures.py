"""The pictures in ``figures/``: a name, and the function that makes the file."""

import os
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from pegasos_edu.algorithms import hinge, kernelized
from pegasos_edu.datasets import moons, toy
from pegasos_edu.kernels import rbf
from pegasos_edu.runs import run
from pegasos_edu.show import animate, play
from pegasos_edu.theory import optimum


def moons_animation(path):
    """Kernel Pegasos on the moons: a curved boundary, and the objective falling."""
    X, y, names = moons()
    kernel = partial(rbf, gamma=2.0)
    steps = run(kernelized, kernel(X), y, lam=0.01, T=1000)
    title = "Kernel Pegasos on two moons, λ = 0.01"
    animate(steps, path, points=X, kernel=kernel, names=names, title=title, frames=100, progress=False)


def toy_animation(path):
    """Pegasos on separable data: a line turning into place, and the objective reaching f*."""
    X, y, names = toy()
    steps = run(hinge, X, y, lam=0.01, T=1000)
    f_star = optimum(X, y, 0.01).value
    title = "Pegasos on separable data, λ = 0.01"
    animate(steps, path, optimum=f_star, names=names, title=title, frames=100, progress=False)


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HEADLESS = ("--headless=new", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,800", "--no-proxy-server")


def player_picture(path):
    """The step player in a browser: a step that turns the line."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise FileNotFoundError(
            f"one of {', '.join(BROWSERS)} must be on the PATH to take {Path(path).name}, got none; install Chromium."
        )
    X, y, names = moons()
    with tempfile.TemporaryDirectory() as folder:
        page = play(hinge, X, y, lam=0.05, project=True, names=names).to_html(Path(folder) / "page.html")
        sandbox = [] if getattr(os, "geteuid", lambda: 1)() else ["--no-sandbox"]  # it refuses to start for root
        options = [*HEADLESS, *sandbox, f"--user-data-dir={folder}/profile", f"--screenshot={Path(path).resolve()}"]
        subprocess.run([browser, *options, f"{page.as_uri()}#step=7"], check=True, capture_output=True)


FIGURES = {"moons.gif": moons_animation, "toy.gif": toy_animation, "player.png": player_picture}
