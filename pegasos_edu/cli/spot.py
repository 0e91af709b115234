"""Define ``pegasos-edu spot``: write a page of the game Spot the bug."""

from pegasos_edu.cli.pages import show


def add_to(commands):
    command = commands.add_parser("spot", help="write a page of the game Spot the bug", description=run.__doc__)
    command.add_argument(
        "--level",
        type=int,
        choices=(1, 2, 3),
        help="1 shows all lines, 2 hides the lines of the wrong program, 3 shows only curves (default: each in turn)",
    )
    command.add_argument("--seed", type=int, default=0, help="seed of the questions (default: %(default)s)")
    command.add_argument(
        "--rounds", type=int, default=3, help="number of questions, at most 100 (default: %(default)s)"
    )
    command.add_argument("--algorithm", help="the algorithm of all questions, such as hinge (default: any)")
    command.add_argument("--out", metavar="PAGE.html", help="write the page to this file and do not open it")
    command.set_defaults(run=run)


def run(arguments):
    """Write and open a page that runs a wrong program next to the right one; learners find the bug."""
    from pegasos_edu.teaching.spot import spots, write

    questions = spots(arguments.seed, arguments.rounds, arguments.level, arguments.algorithm)
    page = write(questions, arguments.out or "spot.html")
    print(f"Spot the bug is in {page}, with {len(questions)} {'question' if len(questions) == 1 else 'questions'}.")
    show(page, arguments)
    return 0
