"""The step player: a run in the hand, forward and back, its code, its picture and its objective in step.

`play` returns a widget for notebooks. The same player makes a page of its own (``to_html``), which is also
what an exported notebook shows in a frame; where no script runs, a picture stands in its place.
"""

from pathlib import Path

import anywidget
import ipywidgets as widgets
import numpy as np
import traitlets

from pegasos_edu.inputs import Batches, Classes, Gram, Targets
from pegasos_edu.runs import last, run, signature
from pegasos_edu.show.controls import MOST_STEPS, controls
from pegasos_edu.show.files import whole_file
from pegasos_edu.show.page import SCRIPT, STYLE, frame, page
from pegasos_edu.show.pictures import Picture, figure
from pegasos_edu.show.plots import decision_boundary, objective_curves, weights_image
from pegasos_edu.show.reproduce import python
from pegasos_edu.show.trace import MOST_POINTS, last_weights, summary, trace
from pegasos_edu.theory import kernel_optimum, optimum
from pegasos_edu.validation import check_choice, check_data, check_size

MOST_ENTRIES = 1_000_000  # of X, up to which f* is computed
TAKEN_BY_SOME = ("k", "project", "b")  # settings that not every box takes


def play(box, X, y, *, lam, T=200, kernel=None, loss=None, names=("−1", "+1"), shape=None, data=None, **options):
    """A player of a run, to end a notebook cell on.

    Parameters
    ----------
    box : generator function, or list of several
        From ``ALGORITHMS``, or your own of the same shape. Of several the learner chooses one.
    X : array or SciPy sparse matrix, (m, d)
        The examples, for kernel boxes too (two features then). Two features are drawn in the plane, more
        are seen along w and across it.
    y : array, (m,), of −1 and +1
    lam : float, > 0
        The regularisation λ.
    T : int
        Number of steps, at most 10,000.
    kernel : callable, optional
        For kernel boxes, such as ``partial(rbf, gamma=2.0)``.
    loss : {"hinge", "log"}, optional
        In the objective; if left out, "log" for boxes with "logistic" in their name.
    names : pair of str
        What −1 and +1 stand for.
    shape : pair of int, optional
        Rows and columns of examples that are images: they and w are shown as such.
    data : str, optional
        The lines of Python that make X and y, for "Copy as Python".
    **options
        ``seed``, ``sampling``, ``k`` and ``draws`` as for `run`, and the options of the box.

    Returns
    -------
    StepPlayer

    Raises
    ------
    ValueError
        For input that is not as described, and as `run` does.
    RuntimeError
        Where a box of yours raises, never ends or yields no steps; with the line.
    """
    boxes = list(box) if isinstance(box, (list, tuple)) else [box]
    return StepPlayer(boxes, X, y, kernel, loss, names, shape, data, {"lam": lam, "T": T, "seed": 0} | options)


def compare(*players):
    """Two or three players on one seek bar.

    Parameters
    ----------
    *players : StepPlayer
        With the same number of steps.

    Returns
    -------
    Comparison
    """
    if not 2 <= len(players) <= 3 or not all(isinstance(player, StepPlayer) for player in players):
        raise ValueError(
            f"players must be two or three, each from play(...), got {len(players)}: "
            f"{', '.join(type(player).__name__ for player in players)}; call compare(play(...), play(...))."
        )
    lengths = [len(player.run) for player in players]
    if len(set(lengths)) > 1:
        raise ValueError(f"players must have the same number of steps, got {lengths}; give all the same T.")
    return Comparison(players)


class View(anywidget.AnyWidget):
    """What the browser draws. The records go there once; nothing comes back but a click."""

    _esm, _css = SCRIPT, STYLE
    traces = traitlets.List().tag(sync=True)
    moment = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)
    clickable = traitlets.Bool().tag(sync=True)


class _Shown(widgets.VBox):
    """A view, and its other forms: a page, a frame with that page, a picture, a text."""

    def __init__(self, view, *others):
        self.view = view
        super().__init__([view, *others])

    @property
    def traces(self):
        """The records that are shown, one a run (`pegasos_edu.show.trace`)."""
        return self.view.traces

    def to_html(self, path):
        """Write the player as one file, which opens from disk and needs no network.

        A fragment of its address leads to a moment, ``page.html#step=7&line=3``, counted as the player shows them.

        Parameters
        ----------
        path : path of the file

        Returns
        -------
        Path
        """
        with whole_file(path) as part:
            part.write_text(page(self.traces), "utf-8")
        return Path(path)

    def __repr__(self):
        return f"{type(self).__name__}: " + " | ".join(map(summary, self.traces))

    def _repr_mimebundle_(self, **_):
        said, still = repr(self), Picture(self._still(), repr(self)).png()
        others = {"text/plain": said, "text/html": frame(self.traces, still, said), "image/png": still}
        return super()._repr_mimebundle_() | others


class StepPlayer(_Shown):
    """What `play` returns: the player of one run, and below it the controls of the run.

    Attributes
    ----------
    run : Run
        What is shown now. Another setting makes another one.
    controls : dict of str to widget
    """

    def __init__(self, boxes, X, y, kernel, loss, names, shape, data, settings):
        self.X, self.y = check_data(X, y)
        self.kernel, self.loss, self.data = kernel, loss, data
        self.names, self.shape = _check_names(names), _check_shape(shape, self.X.shape[1])
        self.settings, self._optima = {"box": boxes[0]} | settings, {}
        view = View(traces=[self._made()], clickable=shape is None)
        view.on_msg(self._clicked)
        self.controls = controls(boxes, self.settings, len(self.y), self.change)
        panel = widgets.HBox(list(self.controls.values()), layout={"flex_flow": "row wrap"})
        super().__init__(view, widgets.Accordion([panel], titles=("Change the run",)))

    def change(self, moment=None, **settings):
        """Show the run with other settings. What is wrong with them is said below the picture.

        Parameters
        ----------
        moment : pair of int, optional
            The step and the line to show; those shown now if left out.
        **settings
            As for `play`.
        """
        earlier = self.settings
        self.settings = earlier | settings
        try:
            made = self._made()
        except (ValueError, RuntimeError) as error:
            self.settings, self.view.problem = earlier, str(error)
            return
        with self.view.hold_sync():
            self.view.problem, self.view.moment, self.view.traces = "", moment, [made]

    def _made(self):
        """The record of the run of the settings."""
        box = self.settings["box"]
        of_X, of_y, of_draws, allowed = signature(box)
        _check_box(box, of_X, of_y, self.X, self.kernel, self.shape)
        takes = {*allowed, "k"} if of_draws is Batches else {*allowed}
        settings = {
            name: value
            for name, value in self.settings.items()
            if name != "box" and value is not None and not (name in TAKEN_BY_SOME and name not in takes)
        }
        if "draws" in settings:
            del settings["T"]
        elif check_size("T", settings["T"]) > MOST_STEPS:
            raise ValueError(f"T must be at most {MOST_STEPS:,} to be stepped through, got {settings['T']:,}.")
        kernel = self.kernel if of_X is Gram else None
        self.run = run(box, kernel(self.X) if kernel else self.X, self.y, **settings)
        loss = check_choice("loss", self.loss or ("log" if "logistic" in box.__name__ else "hinge"), ("hinge", "log"))
        said = {"names": self.names, "shape": self.shape, "loss": self.loss, "kernel": kernel}
        lines = python(box, settings | said, self.X, self.y, self.data)
        best = self._optimum(loss, kernel)
        return trace(self.run, self.X, kernel, loss, best, names=self.names, shape=self.shape, python=lines)

    def _optimum(self, loss, kernel):
        """f*, where it is cheap to know; none where a bias is given."""
        if self.run.options.get("b") or np.prod(self.run.X.shape) > MOST_ENTRIES:
            return None
        key = (self.run.lam, loss, kernel)
        if key not in self._optima:
            find = kernel_optimum if kernel else optimum
            self._optima[key] = find(self.run.X, self.run.y, self.run.lam, loss).value
        return self._optima[key]

    def _clicked(self, view, content, buffers):
        """The example becomes the next draw, or one of the next batch."""
        example, step = content["pick"], content["step"]
        draws = np.concatenate([self.run.draws, self.run.draws[-1:]])[: max(len(self.run), step + 1)]
        if draws.ndim == 2:
            others = draws[step][draws[step] != example]
            draws[step] = np.append(example, others)[: draws.shape[1]]
        else:
            draws[step] = example
        self.change(moment=[step + 1, 10**6], draws=draws)  # the last line of the step

    def _still(self):
        """The last moment as a figure."""
        drawn, axes = figure(2, width=9)
        (record,), step = self.traces, last(self.run)
        picture = record["picture"]
        if picture["kind"] == "images":
            weights_image(step.w, self.shape, ax=axes[0])
        else:
            points = np.reshape(picture["points"], (-1, 2))
            labels = np.array([1 if label == "+" else -1 for label in picture["labels"]])
            score, marked = self._score(step)
            decision_boundary(score, points, labels, marked=marked, names=self.names, ax=axes[0])
        t = np.arange(1, len(self.run) + 1)
        curves = {self.run.box.__name__: np.array(record["values"])}
        objective_curves(t, curves, optimum=record["optimum"], ax=axes[1])
        return drawn

    def _score(self, step):
        """The score in the plane of the picture, and the examples to ring."""
        if self.run.is_kernel_run:
            beta = step.beta(self.run.y)
            return (lambda points: self.kernel(points, self.X) @ beta), beta != 0
        w, b = np.array(last_weights(self.traces[0])), self.run.options.get("b", 0.0)
        return ((lambda points: points @ w + b) if b else w), None


class Comparison(_Shown):
    """What `compare` returns: several runs on one seek bar.

    Attributes
    ----------
    players : tuple of StepPlayer
    """

    def __init__(self, players):
        self.players = players
        super().__init__(View(traces=[trace for player in players for trace in player.traces]))

    def _still(self):
        """The objectives of the runs as a figure."""
        drawn, ax = figure(width=6)
        t = np.arange(1, len(self.traces[0]["values"]) + 1)
        curves = {f"{n}: {one['box']}, {one['about']}": np.array(one["values"]) for n, one in enumerate(self.traces, 1)}
        objective_curves(t, curves, ax=ax)
        return drawn


def _check_names(names):
    if isinstance(names, str) or np.size(names) != 2:
        raise ValueError(f"names must be a pair, what −1 and what +1 stand for, got {names!r}.")
    return tuple(str(name) for name in names)


def _check_shape(shape, d):
    if shape is None:
        return None
    if np.size(shape) != 2 or np.prod(shape) != d:
        raise ValueError(f"shape must be rows and columns with as many pixels as X has columns, {d}, got {shape!r}.")
    return tuple(int(n) for n in shape)


def _check_box(box, of_X, of_y, X, kernel, shape):
    """That there is a picture for the box and the data."""
    if of_y in (Targets, Classes):
        raise ValueError(
            f"box must be one for labels -1 and +1 to be played, got {box.__name__}; "
            "pegasos_edu.show.lines.record(run(...)) tells its lines."
        )
    if of_X is not Gram:
        return
    if kernel is None:
        raise ValueError(f"{box.__name__} must have a kernel, got none; give kernel=partial(rbf, gamma=2.0).")
    if shape is not None or X.shape[1] != 2 or X.shape[0] > MOST_POINTS or not isinstance(X, np.ndarray):
        raise ValueError(
            f"X must be an array of at most {MOST_POINTS:,} examples with two features for {box.__name__}, "
            f"got {type(X).__name__} of shape {X.shape}; take X[:{MOST_POINTS}, :2], and no shape."
        )
