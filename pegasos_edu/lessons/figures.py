"""Draw the pictures in ``figures/``: ``python -m pegasos_edu.lessons.figures``."""

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from pegasos_edu.algorithms import hinge, kernelized, summed
from pegasos_edu.common.browsers import NONE, chromium_path
from pegasos_edu.common.files import whole_file
from pegasos_edu.datasets import blobs, moons, sparse_text, toy
from pegasos_edu.kernels import rbf
from pegasos_edu.lessons.pictures.lesson_01_objective import objective_picture
from pegasos_edu.lessons.pictures.lesson_02_derivation import hinge_fan
from pegasos_edu.lessons.pictures.lesson_04_log_loss import both_boundaries
from pegasos_edu.lessons.pictures.lesson_05_minibatches import variance_figure
from pegasos_edu.lessons.pictures.lesson_06_projection import norms
from pegasos_edu.lessons.pictures.lesson_07_sparse import cost_against_d
from pegasos_edu.lessons.pictures.lesson_08_kernels import side_by_side
from pegasos_edu.player import play
from pegasos_edu.plots import Picture, animate, decision_boundary, figure
from pegasos_edu.runs.reading import last
from pegasos_edu.runs.run import run
from pegasos_edu.theory import every_batch, optimum, optimum_with_bias, subgradients, touched


def moons_animation(path):
    """Animate kernel Pegasos on the moons: the boundary bends, and the objective falls."""
    X, y, names = moons()
    kernel = partial(rbf, gamma=2.0)
    steps = run(kernelized, kernel(X), y, lam=0.01, T=1000)
    title = "Kernel Pegasos on two moons, λ = 0.01"
    animate(steps, path, points=X, kernel=kernel, names=names, title=title, frames=100, progress=False)


def toy_animation(path):
    """Animate Pegasos on separable data: the line turns into place, and the objective reaches f*."""
    X, y, names = toy()
    steps = run(hinge, X, y, lam=0.01, T=1000)
    f_star = optimum(X, y, 0.01).value
    title = "Pegasos on separable data, λ = 0.01"
    animate(steps, path, optimum=f_star, names=names, title=title, frames=100, progress=False)


PLAYED, SIZE = 16, (960, 600)  # the number of steps, and the pixels of each picture
HEADLESS = ("--headless=new", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,800", "--no-proxy-server")


def player_animation(path):
    """Take pictures of the step player in a browser, during the first steps of a run."""
    browser = chromium_path()
    if browser is None:
        raise FileNotFoundError(f"{NONE}, to take {Path(path).name}; install Chromium.")
    X, y, names = moons()
    with tempfile.TemporaryDirectory() as folder:
        page = play(hinge, X, y, lam=0.05, project=True, names=names).to_html(Path(folder) / "page.html")
        pictures = [Path(folder) / f"{step}.png" for step in range(PLAYED)]
        sandbox = [] if getattr(os, "geteuid", lambda: 1)() else ["--no-sandbox"]  # root cannot start it with a sandbox
        options = [*HEADLESS, *sandbox, f"--user-data-dir={folder}/profile"]
        for step, picture in enumerate(pictures):
            command = [browser, *options, f"--screenshot={picture}", f"{page.as_uri()}#step={step}"]
            subprocess.run(command, capture_output=True)
        try:
            frames = [Image.open(picture).convert("RGB").resize(SIZE) for picture in pictures]
        except OSError as error:
            raise OSError(
                f"{browser} must take whole pictures, got none ({error}); check that the disk has space."
            ) from None
    colours = frames[-1].quantize(128, Image.Quantize.MAXCOVERAGE)  # one palette for all frames compresses well
    first, *others = (frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames)
    first.save(path, save_all=True, append_images=others, duration=[700] * len(others) + [2000], loop=0)


def objective_figure():
    """Draw the losses, and the boundary with its band and its support vectors: lesson 01."""
    X, y, names = blobs(60, distance=3.0)
    return objective_picture(optimum(X, y, 0.1).w, X, y, names=names)


def subgradients_figure():
    """Draw the hinge, and all lines through its corner that stay below it: lesson 02."""
    picture, ax = figure(width=5.2)
    hinge_fan(ax=ax)
    return Picture(picture, "The hinge and lines through its corner: with slopes from −1 to 0, they stay below it.")


def log_loss_figure():
    """Draw the boundaries of both losses on the same data, and the probabilities of the log loss: lesson 04."""
    X, y, names = blobs(m=100, seed=5)
    picture, ax = figure(width=5.2)
    both_boundaries(*(optimum(X, y, 0.01, loss).w for loss in ("hinge", "log")), X, y, names=names, ax=ax)
    return Picture(picture, "Two clouds, the boundaries of hinge and log loss, and lines of equal probability.")


def minibatches_figure():
    """Draw the variance of mini-batches of each size, counted over all of them: lesson 05."""
    X, y, _ = moons(12)
    each = subgradients([0.4, -1.2], X, y, 0.1)
    means = ([each[batch].mean(axis=0) for batch in every_batch(12, k)] for k in range(1, 13))
    picture = variance_figure([np.var(batches, axis=0).sum() for batches in means])
    return Picture(
        picture, "The variance of a mini-batch falls faster than 1/k, because its examples are all different."
    )


def projection_figure():
    """Draw the length of w without and with the projection: lesson 06."""
    X, y, _ = moons()
    ways = {"without projection": False, "with projection": True}
    runs = {name: run(hinge, X, y, lam=0.05, T=200, seed=3, project=project) for name, project in ways.items()}
    picture, ax = figure(width=5.2)
    norms(runs, optimum=optimum(X, y, 0.05).w, ax=ax)
    return Picture(
        picture, "The length of w: far above the radius of the ball at first; projection cuts it back to it."
    )


def sparse_figure():
    """Draw the entries that a step touches against the number of features: lesson 07."""
    sizes, costs = [1000, 2000, 5000, 10_000, 20_000, 50_000], {"hinge, on arrays": [], "summed, on CSR": []}
    for d in sizes:
        X, y, _ = sparse_text(m=40, d=d)
        for algorithm, rows, cost in zip((hinge, summed), (X.toarray(), X), costs.values()):
            cost.append(touched(run(algorithm, rows, y, lam=0.001, T=50)).either.mean())
    picture, ax = figure(width=5.2)
    cost_against_d(sizes, costs, ax=ax)
    return Picture(picture, "Entries touched in a step against d: hinge on arrays rises with d, summed on CSR is flat.")


def bandwidth_figure():
    """Draw the boundaries of kernels that are too wide, about right, and too narrow: lesson 08."""
    X, y, names = moons(60)
    gammas = {"too wide": 0.02, "right": 2.0, "too narrow": 50.0}
    kernels = {f"{word}: γ = {gamma:g}": partial(rbf, gamma=gamma) for word, gamma in gammas.items()}
    betas = [last(run(kernelized, kernel(X), y, lam=0.001, T=4000)).beta(y) for kernel in kernels.values()]
    scores = {
        title: lambda points, kernel=kernel, beta=beta: kernel(points, X) @ beta
        for (title, kernel), beta in zip(kernels.items(), betas)
    }
    alt = "Two moons under three kernels: too wide, nearly a line; about right; too narrow, ragged."
    return Picture(side_by_side(scores, X, y, names=names), alt)


def bias_figure():
    """Draw two clouds away from the origin, and the best line without and with a bias: lesson 09."""
    X, y, names = blobs(60, offset=4.0)
    best = optimum_with_bias(X, y, 0.01)
    scores = {"through the origin": optimum(X, y, 0.01).w, "with a bias": lambda points: points @ best.w + best.b}
    picture, axes = figure(2)
    for ax, (title, score) in zip(axes, scores.items()):
        decision_boundary(score, X, y, names=names, ax=ax)
        ax.set_title(title)
    return Picture(
        picture,
        "Two clouds off the origin: a line through it has both on one side; a line with a bias separates them.",
    )


def svg_writer(make):
    """Return a function that writes the picture as SVG."""

    def write(path):
        content = make().svg()
        with whole_file(path) as file:
            file.write(content)

    return write


FIGURES = {
    "moons.gif": moons_animation,
    "objective.svg": svg_writer(objective_figure),
    "subgradients.svg": svg_writer(subgradients_figure),
    "toy.gif": toy_animation,
    "log_loss.svg": svg_writer(log_loss_figure),
    "minibatches.svg": svg_writer(minibatches_figure),
    "projection.svg": svg_writer(projection_figure),
    "sparse.svg": svg_writer(sparse_figure),
    "bandwidth.svg": svg_writer(bandwidth_figure),
    "bias.svg": svg_writer(bias_figure),
    "player.gif": player_animation,  # the last one, because only this one needs a browser
}


WORDS = {  # what one sees; the pictures in SVG say it themselves
    "moons.gif": "Kernel Pegasos on two moons: the curved boundary moves, and the objective falls.",
    "toy.gif": "Pegasos on separable data: the line turns into its place, and the objective reaches the optimum.",
    "player.gif": "The first steps of a run in the player: one example is ringed, the lines of the algorithm show the "
    "numbers of this step, and the boundary turns or stays.",
}


def render(folder="figures"):
    """Draw every picture into a folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, draw in FIGURES.items():
        print(name)
        draw(Path(folder) / name)


if __name__ == "__main__":
    try:
        render()
    except OSError as error:
        sys.exit(str(error))
