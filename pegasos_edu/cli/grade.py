"""Define ``pegasos-edu grade``: grade the hand-ins of a class."""

import sys
from pathlib import Path


def add_to(commands):
    command = commands.add_parser("grade", help="grade a folder or zip of hand-ins", description=run.__doc__)
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="notebooks, .py files, folders, or zips of Moodle, Canvas, Gradescope"
    )
    command.add_argument("--assignment", required=True, metavar="NAME", help="such as A2, or the path of a master")
    command.add_argument("--out", default="results", metavar="FOLDER", help="(default: %(default)s)")
    command.add_argument("--jobs", type=int, metavar="N", help="hand-ins graded at once (default: one per core)")
    command.add_argument(
        "--keep",
        choices=("latest", "best"),
        default="latest",
        help="the hand-in that counts when a student has several (default: %(default)s)",
    )
    command.add_argument("--roster", metavar="FILE.csv", help="the list of the class, to report who is missing")
    command.add_argument("--only", metavar="NAME", help="grade this student again and leave all others as they are")
    command.add_argument("--again", action="store_true", help="grade everything again")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=run)


def run(arguments):
    """Grade the hand-ins of a class; write an overview, a page for each student, and tables for Moodle and Canvas.

    Every result is stored at once; after an interruption, the same command continues. The folder keeps the results of
    other students and the points in its overrides.csv. The exit status is 0 if every hand-in was graded or refused, 1
    if the grader itself failed on a hand-in, and 2 if the command is wrong, the disk is full, or another run uses the
    folder of results.
    """
    out = Path(arguments.out)
    try:
        from pegasos_edu.common.lock import alone_in
        from pegasos_edu.teaching.classroom.grading import grade
        from pegasos_edu.teaching.classroom.results import write
        from pegasos_edu.teaching.classroom.students import read_roster

        names = ("keep", "only", "jobs", "again")
        options = {name: getattr(arguments, name) for name in names} | {"progress": not arguments.quiet}
        options["roster"] = read_roster(arguments.roster) if arguments.roster else None
        with alone_in(out):
            graded = grade(arguments.files, arguments.assignment, out, **options)
            rows, messages = write(graded, out)
    except ValueError as error:
        print(f"pegasos-edu: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        again = f"; {out} holds the results so far, and the same command continues" if out.is_dir() else ""
        print(f"pegasos-edu: {error}{again}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\n{out} holds the results so far; the same command continues.", file=sys.stderr)
        return 130
    for path in graded.skipped:
        print(f"Skipped, not a hand-in: {path}")
    print(*messages, sep="\n", end="\n" * bool(messages))
    lost = sum(not row["is_graded"] for row in rows)
    print(f"The overview of the class is in {out / 'overview.html'}. Hand-ins: {len(rows)}; not graded: {lost}.")
    return 1 if any(row["is_crash"] for row in rows) else 0
