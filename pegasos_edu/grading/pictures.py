"""A program beside the box: in the player, and as curves of the objective."""


from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading.probes import probes


def side_by_side(report):
    """The box and the program in the player, on the same draws, at the first step that differs.

    The program is played itself where it has the shape of a box; else its misconception is.

    Raises
    ------
    ValueError
        Where there is nothing to play.
    """
    from pegasos_edu.player import compare, play

    program = _played(report)
    probe = next(one for one in probes(report.task) if one.name == report.difference.probe)
    options = {"lam": probe.lam, "draws": probe.draws}
    X = probe.X @ probe.X.T if report.is_kernel else probe.X
    both = compare(*(play(box, X, probe.y, **options) for box in (ALGORITHMS[report.task], program)))
    both.step = report.difference.t
    return both


def _played(report):
    if report.task not in ALGORITHMS or report.difference is None or report.difference.t is None:
        raise ValueError(f"play needs steps that differ, got a report on {report.task} without any; see its text.")
    if report.program is None:
        raise ValueError(
            "play needs a program with the shape of a box, or a misconception that has a name, got neither; "
            "read what it did in the first step that differs."
        )
    return report.program
