"""Show a run step by step: its code, its picture and its objective, forwards and backwards.

`play` returns a widget for notebooks. ``to_html`` writes the same player as a page, which an exported notebook shows in
a frame; where no script runs, a picture is shown instead.

The browser makes runs of the package's algorithms on points in the plane, so readers can change everything there
(`Editor`). Other runs are made in Python, and the browser gets their records.
"""

from pathlib import Path

import anywidget
import numpy as np
import traitlets

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.outputs import Storable
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.editor import Editor, from_state
from pegasos_edu.player.fields import panel_of
from pegasos_edu.player.page import NOTEBOOK_JS, STYLE, frame, page
from pegasos_edu.player.recorded import RecordedRun, recorded
from pegasos_edu.plots.axes import literal
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plots import objective_curves
from pegasos_edu.trace.records import summary

SCRIPT = joined(NOTEBOOK_JS)
SETTINGS_OF_DRAWS = {"algorithm", "k", "T", "seed", "sampling"}  # settings that draws depend on


def play(algorithm, X, y, *, lam, T=200, kernel=None, loss=None, names=("−1", "+1"), shape=None, data=None, **options):
    """Return a player of a run; a notebook cell should end with this call.

    Parameters
    ----------
    algorithm : generator function, or list of several
        Algorithms from ``ALGORITHMS``, or your own of the same form. If there are several, the learner chooses one.
    X : array or SciPy sparse matrix, (m, d)
        The examples, also for kernel algorithms, which need two features. Two features are shown directly; more
        features are projected onto w and a direction across it.
    y : array, (m,), of −1 and +1
    lam : float, > 0
        The regularisation λ.
    T : int
        Number of steps, at most 10,000.
    kernel : callable, optional
        For kernel algorithms, such as ``partial(rbf, gamma=2.0)``.
    loss : {"hinge", "log"}, optional
        The loss in the objective; by default, the annotation of y decides, with "log" for `Outcomes`.
    names : pair of str
        The names of the classes −1 and +1.
    shape : pair of int, optional
        Rows and columns of the images, if the examples are images; examples and w are then shown as images.
    data : str, optional
        The lines of Python that create X and y, for "Copy as Python".
    **options
        The arguments ``seed``, ``sampling``, ``k`` and ``draws`` of `run`, and the options of the algorithm.

    Returns
    -------
    StepPlayer

    Raises
    ------
    ValueError
        If an argument is not as described above, or `run` refuses it.
    RuntimeError
        If your own algorithm raises an error, never ends or yields no steps; the message names the line.
    """
    given = {"lam": lam, "T": T, "kernel": kernel, "loss": loss, "names": names, "shape": shape, "data": data}
    return StepPlayer(recorded(algorithm, X, y, **given, **options))


def compare(*players):
    """Return a player of two or three runs with one seek bar.

    Parameters
    ----------
    *players : StepPlayer
        Players with the same number of steps.

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
        raise ValueError(f"players must have the same number of steps, got {lengths}; give all of them the same T.")
    return Comparison(players)


class _Player(Storable, anywidget.AnyWidget):
    """Show runs as a widget, from records or from the facts of an editor; as a page, a frame, a picture or a text."""

    _esm, _css = traitlets.Unicode(SCRIPT).tag(sync=True), STYLE
    problem = traitlets.Unicode().tag(sync=True)
    recorded = traitlets.List().tag(sync=True)
    moment = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    clickable = traitlets.Bool().tag(sync=True)
    panel = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    facts = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    is_new = traitlets.Bool(True).tag(sync=True)

    def __init__(self, editor, **traits):
        super().__init__(_esm=SCRIPT if editor is None else editor.script(NOTEBOOK_JS), **traits)

    def to_html(self, path):
        """Write the player as one HTML file, which works offline.

        The fragment of its address may name a moment, as in ``page.html#step=7&line=3``, by the player's numbers.

        Parameters
        ----------
        path : path of the file

        Returns
        -------
        Path
        """
        with whole_file(path) as file:
            file.write(self.page().encode())
        return Path(path)

    def page(self, of_site=None):
        """Return the text of the file that `to_html` writes; with `of_site`, as a page of a site."""
        return page(self.records, self.editor, of_site)

    def __repr__(self):
        return f"{type(self).__name__}: " + " | ".join(map(summary, self.records))

    def other_forms(self):
        still = Picture(self._still(), repr(self))
        return {"text/html": frame(self.page(), still), "image/png": still.png()}


class StepPlayer(_Player):
    """Show the player of one run, as `play` returns it.

    Attributes
    ----------
    run : Run
        The run that is shown; another setting makes another run.
    experiment : Experiment
        The current data; points in the plane can be moved.
    editor : Editor or None
        The facts with which the browser changes the run, if it can.
    records : list of dict
        The record of the run (`pegasos_edu.trace.records`).
    """

    def __init__(self, shown):
        self._hold(shown)
        self._first_experiment, self._requests = shown.experiment, 0
        super().__init__(self.editor, clickable=shown.experiment.shape is None)
        self.on_msg(self._follow)
        self.observe(lambda change: self.follow(change["new"]), "state")
        self._show()

    @property
    def records(self):
        """Return the record of the run, which is made when it is first needed."""
        return [self._made.record]

    def change(self, moment=None, **settings):
        """Show the run with other settings; an error is shown below the picture.

        Given or clicked draws stay, unless one of `SETTINGS_OF_DRAWS` changes.

        Parameters
        ----------
        moment : pair of int, optional
            The step and the line to show; by default the current ones.
        **settings
            The settings to change; see `play`.
        """
        settings = ({"draws": None} if settings.keys() & SETTINGS_OF_DRAWS else {}) | settings
        try:
            self._make(self.experiment, self.settings | settings)
        except (ValueError, RuntimeError) as error:
            self.problem = str(error)
        else:
            self._show(moment)

    def _make(self, experiment, settings):
        """Make the run of some settings; if this fails, nothing changes."""
        self._hold(RecordedRun(experiment, settings))

    def _hold(self, shown):
        self._made = shown
        self.experiment, self.settings = shown.experiment, shown.settings
        self.run, self.editor = shown.run, shown.editor

    def _show(self, moment=None):
        """Send the run to the browser; if it makes the run itself, send only the settings."""
        editor, moment = self.editor, None if moment is None else list(moment)
        with self.hold_sync():
            self.problem = ""
            if editor is None:
                self.panel = panel_of(self.experiment.algorithms, self.settings)
                self.moment, self.recorded, self.facts = moment, self.records, None
            elif self.facts is None:
                self.facts = editor.facts()
            else:
                self._requests += 1
                self.asked = {"settings": editor.states[0], "moment": moment, "number": self._requests}

    def follow(self, state):
        """Make the run of a state of the browser."""
        try:
            self._make(*from_state(state, self._first_experiment, self.settings))
        except (ValueError, RuntimeError) as error:
            self.problem = str(error)

    def _follow(self, _, asked, buffers):
        """Draw an example next that was clicked, or change settings as the panel of the browser asks."""
        if "pick" in asked:
            self._pick(asked["pick"], asked["step"])
        else:
            named = {algorithm.__name__: algorithm for algorithm in self.experiment.algorithms}
            self.change(**{name: named[value] if name == "algorithm" else value for name, value in asked.items()})

    def _pick(self, example, step):
        """Make an example the next draw, or one of the next batch."""
        draws = np.concatenate([self.run.draws, self.run.draws[-1:]])[: max(len(self.run), step + 1)]
        if draws.ndim == 1:
            draws[step] = example
        elif example not in draws[step]:
            draws[step, 0] = example
        self.change(moment=[step + 1, 10**6], draws=draws)  # the last line of the step

    def _still(self):
        """Return the last moment as a figure."""
        return self.experiment.still(self.run, self.records[0])


class Comparison(_Player):
    """Show several runs with one seek bar, as `compare` returns them.

    Attributes
    ----------
    players : tuple of StepPlayer
    """

    def __init__(self, players):
        self.players = players
        editor = self.editor
        super().__init__(editor, **({"facts": editor.facts()} if editor else {"recorded": self._records()}))
        self.observe(self._followed, "state")

    @property
    def records(self):
        """Return the records that were sent to the browser, or otherwise the records of the players."""
        return self.recorded or self._records()

    def _records(self):
        return [record for player in self.players for record in player.records]

    @property
    def editor(self):
        """Return the facts with which the browser changes the runs, or None."""
        return Editor.of_several([player.editor for player in self.players])

    def _followed(self, change):
        """Update the players after the browser made other runs."""
        for player, apart in zip(self.players, self.facts["apart"]):
            player.follow(change["new"] | apart)

    def _still(self):
        """Return the objectives of the runs as a figure."""
        drawn, ax = figure(width=5, height=3.2)
        t = np.arange(1, len(self.records[0]["values"]) + 1)
        names = [literal(f"{n}: {record['algorithm']}, {record['about']}") for n, record in enumerate(self.records, 1)]
        curves = {name: np.array(record["values"]) for name, record in zip(names, self.records)}
        objective_curves(t, curves, ax=ax)
        return drawn
