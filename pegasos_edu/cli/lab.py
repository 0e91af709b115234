"""Define ``pegasos-edu lab``: copy the course and open it in JupyterLab."""

from pathlib import Path

from pegasos_edu.cli import course

FOLDER = "pegasos-course"
TEACHERS_FOLDER = "pegasos-course-solutions"


def add_to(commands):
    command = commands.add_parser(
        "lab",
        help="open the course in JupyterLab",
        usage="pegasos-edu lab [-h] [--solutions] [FOLDER] [JUPYTERLAB OPTIONS ...]",
        description=f"{run.__doc__} FOLDER comes first (default: {FOLDER}). Options after it, such as --no-browser or "
        "--port=8899, go to JupyterLab. A file that you have changed or run is never overwritten.",
    )
    command.add_argument(
        "--solutions",
        action="store_true",
        help=f"copy the teacher's version into {TEACHERS_FOLDER}: with solutions and outputs, with the guide and the "
        "masters of the assignments",
    )
    command.set_defaults(run=run)


def run(arguments):
    """Copy the course to a folder and open it in JupyterLab, which runs until you stop it with Ctrl-C."""
    from pegasos_edu.common import course_folder

    folder, options = Path(TEACHERS_FOLDER if arguments.solutions else FOLDER), arguments.rest
    if options and not options[0].startswith("-"):
        folder, options = Path(options[0]), options[1:]
    course.copy(folder, course_folder.for_teachers() if arguments.solutions else course.for_learners())
    if arguments.solutions:  # a learner's copy has no outputs
        _trust(course_folder)
    from jupyterlab.labapp import LabApp

    of_course = [f"--ServerApp.root_dir={folder.resolve()}", f"--LabApp.default_url=/lab/tree/{course_folder.WELCOME}"]
    LabApp.launch_instance([*of_course, *options])
    return 0


def _trust(course_folder):
    try:
        course_folder.trust()
    except OSError as error:
        print(
            f"Stored players appear as still pictures, because Jupyter's signatures cannot be written ({error}); "
            "run the cells, or run jupyter trust with the names of the notebooks."
        )
