"""Hold a run with its record, from which widgets and pages show it."""

from functools import cached_property

from pegasos_edu.player.editor import Editor
from pegasos_edu.player.experiment import Experiment


def recorded(
    algorithm, X, y, *, lam, T=200, kernel=None, loss=None, names=("−1", "+1"), shape=None, data=None, **options
):
    """Return the `RecordedRun` of a run; the arguments and the errors are those of `play`."""
    algorithms = list(algorithm) if isinstance(algorithm, (list, tuple)) and algorithm else [algorithm]
    experiment = Experiment(algorithms, X, y, kernel, loss, names, shape, data)
    return RecordedRun(experiment, {"algorithm": algorithms[0], "lam": lam, "T": T, "seed": 0} | options)


class RecordedRun:
    """Hold the run of some settings.

    Attributes
    ----------
    experiment : Experiment
    settings : dict
    run : Run
    editor : Editor or None
        The facts with which a page makes the run and changes it, if it can.
    """

    def __init__(self, experiment, settings):
        self.experiment, self.run = experiment, experiment.run(settings)
        self.settings = settings | {"T": len(self.run)}
        self.editor = Editor.of_run(experiment, self.settings)
        if self.editor is None:
            _ = self.record  # this may fail

    @cached_property
    def record(self):
        """Return the record of the run (`pegasos_edu.trace.records`), which is made when it is first needed."""
        return self.experiment.record(self.run, self.settings)
