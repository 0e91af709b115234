"""What is made of a master for each way to hand out and to grade; `files` has all of it."""

from pegasos_edu.teaching.masters import masters, read_master
from pegasos_edu.teaching.targets import folders, notebooks


def students():
    """The learner's notebooks of the assignments of the course: path -> bytes."""
    return {f"assignments/{name}.ipynb": notebooks.student(read_master(name)) for name in masters()}


def files(assignment):
    """All files that are made of an assignment.

    Parameters
    ----------
    assignment : Assignment

    Returns
    -------
    dict
        Path within its folder -> bytes; the same for the same master.
    """
    name = assignment.name
    return {
        f"student/{name}.ipynb": notebooks.student(assignment),
        f"solution/{name}.ipynb": notebooks.solution(assignment),
        f"nbgrader/source/{name}/{name}.ipynb": notebooks.nbgrader(assignment),
        "nbgrader/nbgrader_config.py": notebooks.NBGRADER_CONFIG.encode(),
        f"otter/{name}.ipynb": notebooks.otter(assignment),
        **{f"pytest/{path}": content for path, content in folders.classroom(assignment).items()},
        "gradescope.zip": folders.gradescope(assignment),
    }
