"""Pages to play with: players of runs that lessons tell of."""

from functools import partial
from typing import NamedTuple

from pegasos_edu.algorithms import hinge, kernelized
from pegasos_edu.common.files import whole_file
from pegasos_edu.datasets import digits, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.player import play
from pegasos_edu.site.pages import TRYING, Page


class Play(NamedTuple):
    """A run to be played, and how it is told of."""

    name: str
    title: str
    words: str
    data: object
    algorithm: object
    options: dict

    def page(self):
        """It as a page of the site."""
        write = partial(_write, self)
        return Page(f"play/{self.name}.html", self.title, f"Play: {self.title}", self.words, write, (TRYING,))

    def player(self):
        """It as a player."""
        X, y, names = self.data()
        made = f"from pegasos_edu.datasets import {self.data.__name__}\nX, y, names = {self.data.__name__}()"
        return play(self.algorithm, X, y, names=names, data=made, **self.options)


def _write(this, path, of_site):
    with whole_file(path) as file:
        file.write(this.player().page(of_site).encode())


PLAYS = (
    Play(
        "moons",
        "A line finds its place between two moons",
        "Which example turns the line, and why does the objective rise at times? A run of Pegasos, line by line.",
        moons,
        hinge,
        {"lam": 0.05, "T": 200},
    ),
    Play(
        "digits",
        "Is it a 3 or an 8?",
        "Images of 64 pixels are looked at one by one, and the weights that tell them apart become a picture.",
        digits,
        hinge,
        {"lam": 0.1, "T": 100, "shape": (8, 8)},
    ),
    Play(
        "kernel",
        "A curve where no line will do",
        "Pegasos with a kernel adds examples one by one, and the curve bends around each of them.",
        moons,
        kernelized,
        {"lam": 0.05, "T": 100, "kernel": partial(rbf, gamma=2.0)},
    ),
)
