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
    command.add_argument(
        "--book",
        action="store_true",
        help="copy the lessons with their outputs instead, as a Jupyter Book with its _toc.yml, with folded solutions",
    )
    command.set_defaults(run=run)


def run(arguments):
    """Copy the lessons, without solutions and outputs, and the assignments for learners into FOLDER."""
    from pegasos_edu.common import course_folder

    if arguments.book:
        copy(arguments.folder, course_folder.for_a_book())
        print(f"Build the book with jupyter-book build {arguments.folder}.")
    else:
        copy(arguments.folder, for_learners())
    return 0


def for_learners():
    """Return the files of a learner's copy, path -> bytes."""
    from pegasos_edu.common import course_folder
    from pegasos_edu.teaching.targets import students

    return course_folder.for_learners(students())


def copy(folder, content):
    """Copy files of the course into a folder, and name the changed ones for which the course has a newer version."""
    from pegasos_edu.common import course_folder

    for name in course_folder.copy(folder, content):
        print(
            f"{Path(folder, name)} has changes and was kept; to get the new version, rename or delete it and run this "
            "again."
        )
