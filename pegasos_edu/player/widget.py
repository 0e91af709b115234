"""The step player: a run in the hand, forward and back, its code, its picture and its objective in step.

`play` returns a widget for notebooks. The same player makes a page of its own (``to_html``), which is also
what an exported notebook shows in a frame; where no script runs, a picture stands in its place.
"""

import warnings
from contextlib import suppress
from functools import partial
from pathlib import Path

import anywidget
import ipywidgets as widgets
import numpy as np
import traitlets
from threadpoolctl import threadpool_limits

from pegasos_edu.basics.files import whole_file
from pegasos_edu.basics.validation import check_choice, check_data, check_size
from pegasos_edu.boxes.inputs import Batches, Classes, Gram, Targets
from pegasos_edu.losses import LOSSES
from pegasos_edu.player.controls import MAX_STEPS, controls
from pegasos_edu.player.page import SCRIPT, STYLE, frame, page
from pegasos_edu.player.record import last_weights, record_of, summary
from pegasos_edu.player.reproduce import python
from pegasos_edu.player.scenes import MAX_POINTS
from pegasos_edu.runs.reading import last
from pegasos_edu.runs.run import run, signature
from pegasos_edu.show.axes import plain
from pegasos_edu.show.pictures import Picture, figure
from pegasos_edu.show.plots import decision_boundary, objective_curves, weights_image
from pegasos_edu.theory import kernel_optimum, optimum, optimum_with_bias

MAX_ENTRIES = 1_000_000  # of X, up to which f* is computed
OPTIONAL_SETTINGS = {"k", "project", "b"}  # settings that not every box takes
SETTINGS_OF_DRAWS = {"box", "k", "T", "seed", "sampling"}  # settings that draws depend on
FIXED_SETTINGS = {"X", "y", "kernel", "loss", "names", "shape", "data"}  # of a player


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
        In the objective; if left out, the one that the box says by its y: "log" where that is `Outcomes`.
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
    boxes = list(box) if isinstance(box, (list, tuple)) and box else [box]
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
    records = traitlets.List().tag(sync=True)
    moment = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)
    clickable = traitlets.Bool().tag(sync=True)


class _Shown(widgets.VBox):
    """A view, and its other forms: a page, a frame with that page, a picture, a text."""

    def __init__(self, view, *others):
        self.view = view
        super().__init__([view, *others])

    @property
    def records(self):
        """The records that are shown, one a run (`pegasos_edu.player.record`)."""
        return self.view.records

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
        with whole_file(path) as file:
            file.write(page(self.records).encode())
        return Path(path)

    def __repr__(self):
        return f"{type(self).__name__}: " + " | ".join(map(summary, self.records))

    def _repr_mimebundle_(self, **_):
        said, still = repr(self), Picture(self._still(), repr(self)).png()
        others = {"text/plain": said, "text/html": frame(self.records, still, said), "image/png": still}
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
        self.X, self.y = (_frozen_copy(part) for part in check_data(X, y))
        self.kernel, self.loss, self.data = kernel, loss, data
        self.names, self.shape = _check_names(names), _check_shape(shape, self.X.shape[1])
        self.settings, self._optima, self.controls = {"box": boxes[0]} | settings, {}, {}
        view = View(clickable=shape is None)
        view.on_msg(self._clicked)
        super().__init__(view)
        self._show(self.settings)
        self.controls = controls(boxes, self.settings, len(self.y), self._controlled)
        panel = widgets.HBox(list(self.controls.values()), layout={"flex_flow": "row wrap"})
        self.children = [view, widgets.Accordion([panel], titles=("Change the run",))]

    def change(self, moment=None, **settings):
        """Show the run with other settings. What is wrong with them is said below the picture.

        Draws that were given or clicked stay, unless what they depend on changes.

        Parameters
        ----------
        moment : pair of int, optional
            The step and the line to show; those shown now if left out.
        **settings
            As for `play`.
        """
        settings = ({"draws": None} if settings.keys() & SETTINGS_OF_DRAWS else {}) | settings
        try:
            self._show(self.settings | settings, moment)
        except (ValueError, RuntimeError) as error:
            self.view.problem = str(error)

    def _controlled(self, name, value):
        """What the learner sets; a control that is told what is shown may only offer something near to it."""
        if not self._setting_controls:
            self.change(**{name: value})

    def _show(self, settings, moment=None):
        """Make the run of the settings and its record; only then keep and show them."""
        made, record = self._made(settings)
        self.run, self.settings = made, settings | {"T": len(made)}
        with self.view.hold_sync():
            self.view.problem, self.view.moment, self.view.records = "", moment, [record]
        self._setting_controls = True
        for name, control in self.controls.items():
            with suppress(traitlets.TraitError):
                control.value = self.settings.get(name, control.value)
        self._setting_controls = False

    def _made(self, settings):
        """The run of the settings, and its record."""
        box = settings["box"]
        of_X, of_y, of_draws, allowed = signature(box)
        _check_box(box, of_X, of_y, self.X, self.kernel, self.shape)
        options = _options(settings, {*allowed, "k"} if of_draws is Batches else {*allowed})
        kernel = self.kernel if of_X is Gram else None
        made = run(box, kernel(self.X, self.X) if kernel else self.X, self.y, **options)
        _check_steps(len(made))
        loss = check_choice("loss", self.loss or made.loss, LOSSES)
        said = {"names": self.names, "shape": self.shape, "loss": self.loss, "kernel": kernel}
        lines = python(box, options | said, self.X, self.y, self.data)
        best = partial(self._optimum, made, loss, kernel)
        return made, record_of(made, self.X, kernel, loss, best, names=self.names, shape=self.shape, python=lines)

    def _optimum(self, run, loss, kernel, step):
        """f*, where it is cheap to know, and known well; none where a bias is given, or learned for the log loss."""
        key = (run.lam, loss, kernel, step.has_bias)
        if run.b or (step.has_bias and loss == "log") or np.prod(run.X.shape) > MAX_ENTRIES:
            return None
        if key not in self._optima:
            find = _with_bias if step.has_bias else kernel_optimum if kernel else optimum
            self._optima[key] = _certified(find, run, loss)
        return self._optima[key]

    def _clicked(self, view, content, buffers):
        """The example becomes the next draw, or one of the next batch."""
        example, step = content["pick"], content["step"]
        draws = np.concatenate([self.run.draws, self.run.draws[-1:]])[: max(len(self.run), step + 1)]
        if draws.ndim == 1:
            draws[step] = example
        elif example not in draws[step]:
            draws[step, 0] = example
        self.change(moment=[step + 1, 10**6], draws=draws)  # the last line of the step

    def _still(self):
        """The last moment as a figure."""
        drawn, axes = figure(2, width=7.5, height=3.6)
        (record,), step = self.records, last(self.run)
        picture = record["picture"]
        if picture["kind"] == "images":
            weights_image(step.w, self.shape, ax=axes[0])
        else:
            points = np.reshape(picture["points"], (-1, 2))
            labels = np.array([1 if label == "+" else -1 for label in picture["labels"]])
            score, marked = self._score(step)
            decision_boundary(score, points, labels, marked=marked, names=self.names, ax=axes[0])
        t = np.arange(1, len(self.run) + 1)
        curves = {plain(self.run.box.__name__): np.array(record["values"])}
        objective_curves(t, curves, optimum=record["optimum"], ax=axes[1])
        return drawn

    def _score(self, step):
        """The score in the plane of the picture, and the examples to ring."""
        if self.run.is_kernel_run:
            beta = step.beta(self.run.y)
            return (lambda points: self.kernel(points, self.X) @ beta), beta != 0
        w, b = np.array(last_weights(self.records[0])), self.run.bias(step)
        return ((lambda points: points @ w + b) if b else w), None


class Comparison(_Shown):
    """What `compare` returns: several runs on one seek bar.

    Attributes
    ----------
    players : tuple of StepPlayer
    """

    def __init__(self, players):
        self.players = players
        super().__init__(View(records=[record for player in players for record in player.records]))

    def _still(self):
        """The objectives of the runs as a figure."""
        drawn, ax = figure(width=6)
        t = np.arange(1, len(self.records[0]["values"]) + 1)
        names = [plain(f"{n}: {one['box']}, {one['about']}") for n, one in enumerate(self.records, 1)]
        curves = {name: np.array(one["values"]) for name, one in zip(names, self.records)}
        objective_curves(t, curves, ax=ax)
        return drawn


def _options(settings, takes):
    """What `run` is given: settings with a value, without those that only other boxes take."""
    if FIXED_SETTINGS & settings.keys():
        raise ValueError(
            f"{', '.join(FIXED_SETTINGS & settings.keys())} cannot be changed; make another player with play(...)."
        )
    others = {"box", *OPTIONAL_SETTINGS} - takes
    options = {name: value for name, value in settings.items() if name not in others}
    options = {name: value for name, value in options.items() if value is not None or name in ("lam", "T")}
    if "draws" in options:
        del options["T"]
    else:
        _check_steps(check_size("T", options["T"]))
    return options


def _check_steps(T):
    if T > MAX_STEPS:
        raise ValueError(f"T must be at most {MAX_STEPS:,} to be stepped through, got {T:,}; give a smaller T.")


def _frozen_copy(data):
    """The data as the player's own, which no box can change."""
    data = data.copy()
    (data.data if hasattr(data, "indptr") else data).setflags(write=False)
    return data


def _with_bias(X, y, lam, loss):
    return optimum_with_bias(X, y, lam)


def _certified(find, run, loss):
    """The value of an optimum; none where the solver does not come near, as on data of extreme scales."""
    with warnings.catch_warnings(), threadpool_limits(1, "blas"):  # on a busy machine threads wait for each other
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            best = find(run.X, run.y, run.lam, loss)
        except (ValueError, np.linalg.LinAlgError):
            return None
    return best.value if best.gap <= 1e-4 * best.value else None


def _check_names(names):
    if isinstance(names, str) or np.size(names) != 2:
        raise ValueError(f"names must be a pair, what −1 and what +1 stand for, got {names!r}.")
    return tuple(str(name) for name in names)


def _check_shape(shape, d):
    if shape is None:
        return None
    if np.size(shape) != 2 or np.prod(shape) != d or not all(isinstance(n, (int, np.integer)) and n > 0 for n in shape):
        raise ValueError(f"shape must be rows and columns with as many pixels as X has columns, {d}, got {shape!r}.")
    return tuple(map(int, shape))


def _check_box(box, of_X, of_y, X, kernel, shape):
    """That there is a picture for the box and the data."""
    if of_y in (Targets, Classes):
        raise ValueError(
            f"box must be one for labels -1 and +1 to be played, got {box.__name__}; "
            "pegasos_edu.recording.record(run(...)) tells its lines."
        )
    if of_X is not Gram:
        return
    if not callable(kernel):
        raise ValueError(
            f"kernel must be a function of two arrays for {box.__name__}, got {kernel!r}; give partial(rbf, gamma=2.0)."
        )
    if shape is not None or X.shape[1] != 2 or X.shape[0] > MAX_POINTS or not isinstance(X, np.ndarray):
        raise ValueError(
            f"X must be an array of at most {MAX_POINTS:,} examples with two features for {box.__name__}, "
            f"got {type(X).__name__} of shape {X.shape}; take X[:{MAX_POINTS}, :2], and no shape."
        )
