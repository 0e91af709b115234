"""Make the files of an assignment for each platform that hands it out or grades it."""

from pegasos_edu.teaching.masters import masters, read_master
from pegasos_edu.teaching.targets import folders, notebooks
from pegasos_edu.teaching.targets.texts import text


def students():
    """Return the learner's notebooks of all assignments of the course as a dict, path -> bytes."""
    return {f"assignments/{name}.ipynb": notebooks.student(read_master(name)) for name in masters()}


def files(assignment):
    """Return all files of an assignment, path in its folder -> bytes. The same master gives the same files."""
    name = assignment.name
    return {
        f"student/{name}.ipynb": notebooks.student(assignment),
        f"solution/{name}.ipynb": notebooks.solution(assignment),
        f"nbgrader/source/{name}/{name}.ipynb": notebooks.nbgrader(assignment),
        "nbgrader/nbgrader_config.py": text("nbgrader_config.py").encode(),
        f"otter/{name}.ipynb": notebooks.otter(assignment),
        **{f"pytest/{path}": content for path, content in folders.classroom(assignment).items()},
        "gradescope.zip": folders.gradescope(assignment),
    }
