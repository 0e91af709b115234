"""Define ``pegasos-edu lessons``: list, execute and publish the lessons."""

from pegasos_edu.cli.pages import show


def add_to(commands):
    command = commands.add_parser("lessons", help="list the lessons; make pages or slides", description=run.__doc__)
    command.add_argument(
        "lesson", nargs="*", metavar="LESSON", help="number or name, such as 03 or pegasos (default: all lessons)"
    )
    command.add_argument("--html", metavar="FOLDER", help="write a page of each lesson, one file that works offline")
    command.add_argument(
        "--slides", action="store_true", help="write slides of one LESSON, one file that works offline, and open it"
    )
    command.add_argument("--out", metavar="PAGE.html", help="write the slides to this file and do not open it")
    command.add_argument(
        "--execute", action="store_true", help="run the notebooks and store their outputs (for maintainers)"
    )
    command.set_defaults(run=run)


def run(arguments):
    """List the lessons, or make pages or slides of them."""
    from pegasos_edu.common import course_folder

    if arguments.slides and len(arguments.lesson) != 1:
        raise ValueError(
            f"--slides needs one LESSON, got {len(arguments.lesson)}; run pegasos-edu lessons 03 --slides."
        )
    if arguments.out and not arguments.slides:
        raise ValueError("--out is only for slides; add --slides.")
    for path in [course_folder.lesson(name) for name in arguments.lesson] or course_folder.lessons():
        print(path.relative_to(course_folder.home()))
        if arguments.execute:
            from pegasos_edu.lessons.notebooks import refresh

            refresh(path)
        if arguments.html:
            from pegasos_edu.lessons.pages import export

            export(path, arguments.html)
        if arguments.slides:
            from pegasos_edu.lessons.slides import write

            page = write(path, arguments.out or f"slides-{path.stem}.html")
            print(f"The slides are in {page}.")
            show(page, arguments)
    return 0
