"""Define ``pegasos-edu assignment``: list the assignments and build their files."""

from pathlib import Path

from pegasos_edu.cli.pages import write


def add_to(commands):
    command = commands.add_parser("assignment", help="list or build the assignments")
    actions = command.add_subparsers(required=True, metavar="ACTION")
    action = actions.add_parser("list", help="list the assignments", description=show.__doc__)
    action.set_defaults(run=show)
    action = actions.add_parser("build", help="build the files for learners and graders", description=build.__doc__)
    action.add_argument(
        "assignment", nargs="?", metavar="A2|MASTER.ipynb", help="one of the course, or your own (default: all)"
    )
    action.add_argument("--out", default="assignments", metavar="FOLDER", help="(default: %(default)s)")
    action.add_argument(
        "--learners", action="store_true", help="only build a wheel of this package that holds no solutions"
    )
    action.add_argument(
        "--page", action="store_true", help="only build a page in which learners write and check, without installation"
    )
    action.add_argument("--quiet", action="store_true", help="show no progress")
    action.set_defaults(run=build)


def show(arguments):
    """List the assignments of the course with their points, minutes, and functions to write."""
    from pegasos_edu.teaching.masters import masters, read_master

    for name in masters():
        master = read_master(name)
        print(f"{name} · {master.title}: {master.points} points, {master.minutes} minutes; {', '.join(master.written)}")
    return 0


def build(arguments):
    """Build assignments: student notebooks and the files for nbgrader, Otter-Grader, pytest and Gradescope."""
    from tqdm import tqdm

    from pegasos_edu.teaching.building import build
    from pegasos_edu.teaching.masters import masters
    from pegasos_edu.teaching.targets.packing import wheel

    if arguments.learners:
        name, content = wheel(with_lessons=True)
        path = write(Path(arguments.out) / name, content)
        print(f"The package for learners, without masters and solutions, is in {path}.")
        return 0
    names = [arguments.assignment] if arguments.assignment else list(masters())
    if arguments.page:
        return _build_pages(names, Path(arguments.out))
    with tqdm(names, unit="assignment", disable=arguments.quiet) as progress:
        built = [build(name, arguments.out) for name in progress]
    for folder, slips in built:
        print(f"{folder.name} is in {folder}.", *slips, sep="\n")
    return 0


def _build_pages(names, out):
    """Write the page of each assignment; raise an error only if the user named an assignment that cannot be a page."""
    from pegasos_edu.teaching.assignment_page import assignment_page
    from pegasos_edu.teaching.masters import read_master

    for name in names:
        master = read_master(name)
        try:
            content = assignment_page(master)
        except ValueError as error:
            if len(names) == 1:
                raise
            print(f"{name} is no page: {error}")
            continue
        print(f"{name} is in {write(out / f'{master.name}.html', content.encode())}.")
    return 0
