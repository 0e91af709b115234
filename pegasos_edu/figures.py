"""The pictures in ``figures/``: a name, and the function that makes the file."""

from functools import partial

from pegasos_edu.algorithms import hinge, kernelized
from pegasos_edu.datasets import moons, toy
from pegasos_edu.kernels import rbf
from pegasos_edu.runs import run
from pegasos_edu.show import animate
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


FIGURES = {"moons.gif": moons_animation, "toy.gif": toy_animation}
