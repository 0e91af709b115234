"""Define ``pegasos-edu course``: copy the course for learners."""

from pathlib import Path


def add_to(commands):
    command = commands.add_parser(
        "course",
        help="copy the course without answers",
        description=f"{run.__doc__} Run it again for new versions; a file that you have changed or run is never "
        "overwritten.",
    )
    command.add_argument("folder", metavar="FOLDER", help="a folder for the copy, which is made if it does not exist")
    command.set_defaults(run=run)


def run(arguments):
    """Copy the lessons, without solutions and outputs, and the assignments for learners into FOLDER."""
    copy(arguments.folder)
    return 0


def copy(folder, solutions=False):
    """Copy the course into a folder, and name the changed files there for which the course has a newer version."""
    from pegasos_edu.lessons import course_folder
    from pegasos_edu.teaching.targets import students

    for name in course_folder.copy(folder, solutions, students()):
        print(
            f"{Path(folder, name)} has changes and was kept; to get the new version, rename or delete it and run this "
            "again."
        )
