"""The command line: ``pegasos-edu COMMAND``, of which ``pegasos-edu --help`` lists all."""

import argparse
import os
import sys
from functools import partial
from pathlib import Path

import pegasos_edu
from pegasos_edu.common.consoles import forgive
from pegasos_edu.common.files import whole_file

FOLDER = "pegasos-course"
TEACHERS_FOLDER = "pegasos-course-solutions"
PAGE = "notebooks/teaching/misconceptions.md"


def lab(arguments):
    """Copy the course to a folder of yours and open it in JupyterLab, which runs until it is stopped with Ctrl-C."""
    import pegasos_edu.lessons.copies as course
    from pegasos_edu.teaching.targets import students

    folder, options = Path(TEACHERS_FOLDER if arguments.solutions else FOLDER), arguments.rest
    if options and not options[0].startswith("-"):
        folder, options = Path(options[0]), options[1:]
    for name in course.copy(folder, arguments.solutions, students()):
        print(f"{folder / name} is changed and stays; for the new one, rename or delete it and run this again.")
    from jupyterlab.labapp import LabApp

    own = [f"--ServerApp.root_dir={folder.resolve()}", f"--LabApp.default_url=/lab/tree/{course.WELCOME}"]
    LabApp.launch_instance([*own, *options])
    return 0


def figures(arguments):
    """Render every picture into a folder."""
    from tqdm import tqdm

    from pegasos_edu.lessons.figures import FIGURES

    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tqdm(FIGURES.items(), unit="picture", disable=arguments.quiet) as pictures:
        for name, make in pictures:
            pictures.set_postfix_str(name)
            make(folder / name)
    return 0


def play(arguments):
    """Make a page with the step player, one file that needs no network, and open it."""
    import pegasos_edu.player as player
    from pegasos_edu.algorithms import ALGORITHMS
    from pegasos_edu.algorithms.inputs import Batches, Gram
    from pegasos_edu.kernels import rbf

    algorithm = ALGORITHMS[arguments.algorithm]
    takes = algorithm.__annotations__.values()
    (X, y, names), lines, shape = _data(arguments.data)
    options = {name: getattr(arguments, name) for name in ("T", "seed", "sampling")}
    options |= {"project": True} if arguments.project else {}
    options |= {"k": arguments.k} if Batches in takes else {}
    if Gram in takes:
        options, shape = options | {"kernel": partial(rbf, gamma=arguments.gamma)}, None
    made = player.play(algorithm, X, y, lam=arguments.lam, names=names, shape=shape, data=lines, **options)
    path = made.to_html(arguments.out or f"play-{Path(arguments.data).stem}.html")
    print(f"{path} holds the player: {made!r}")
    return _opened(path, arguments)


def _opened(page, arguments):
    """The page opened, unless it was given a name."""
    import webbrowser

    if not arguments.out:
        webbrowser.open(page.resolve().as_uri())
    return 0


def _data(name):
    """The data of a name or of a CSV file, the lines that make them, and the shape of images."""
    import pegasos_edu.datasets as datasets

    if name in ("moons", "toy", "digits"):
        lines = f"from pegasos_edu.datasets import {name}\nX, y, names = {name}()"
        return getattr(datasets, name)(), lines, (8, 8) if name == "digits" else None
    lines = f"from pegasos_edu.datasets import csv\nX, y, names = csv({name!r})"
    return datasets.csv(name), lines, None


def lessons(arguments):
    """List the lessons; run them and store what they show, the same on every run; make pages of what is stored."""
    import pegasos_edu.lessons.copies as course

    for path in course.lessons():
        print(path.relative_to(course.home()))
        if arguments.execute:
            from pegasos_edu.lessons.notebooks import refresh

            refresh(path)
        if arguments.html:
            from pegasos_edu.lessons.pages import export

            export(path, arguments.html)
    return 0


def slides(arguments):
    """Make slides of a lesson, one file that needs no network, and open it."""
    import pegasos_edu.lessons.copies as course
    from pegasos_edu.lessons.slides import write

    lesson = course.lesson(arguments.lesson)
    path = write(lesson, arguments.out or f"slides-{lesson.stem}.html")
    print(f"{path} holds the slides of {lesson.stem}.")
    return _opened(path, arguments)


def check(arguments):
    """Compare a program in a file with the algorithm; if it is wrong, name the mistake and the first step that differs.

    The file runs in a process of its own, in an empty folder, so it cannot read other files. The exit status is 0 if
    the program is right, 1 if it is not, and 2 if the command is wrong.
    """
    from pegasos_edu.check.files import check_file

    try:
        report = check_file(arguments.file, arguments.task, arguments.function, arguments.seconds)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(report.to_json() if arguments.json else report.to_text(f"--hints {arguments.hints + 1}", "--explain"))
    for _ in range(min(arguments.hints, len(report.hints))):
        print(report.hint())
    if arguments.explain:
        print(report.explain())
    return 0 if report.passed else 1


def grade(arguments):
    """Grade what a class handed in; write an overview, a page for each student, and tables for Moodle and Canvas.

    Each result is kept when it is there: after an interruption the same command goes on from there. What the folder
    holds of other students stays, and so do the points in its overrides.csv. The exit status is 0 if everything was
    graded or refused, 1 if the grader itself failed on a hand-in, and 2 if the command is wrong or the disk is full.
    """
    out = Path(arguments.out)
    try:
        from pegasos_edu.teaching.classroom import roster
        from pegasos_edu.teaching.classroom.work import graded
        from pegasos_edu.teaching.classroom.written import write

        names = ("keep", "only", "jobs", "again")
        options = {name: getattr(arguments, name) for name in names} | {"progress": not arguments.quiet}
        options["roster"] = roster.read(arguments.roster) if arguments.roster else None
        done = graded(arguments.files, arguments.assignment, out, **options)
        rows, messages = write(done, out)
    except ValueError as error:
        print(f"pegasos-edu: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        again = f"; what was graded is kept in {out}, so the same command goes on from there" if out.is_dir() else ""
        print(f"pegasos-edu: {error}{again}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\n{out} keeps what is graded; the same command goes on from there.", file=sys.stderr)
        return 130
    for path in done.passed_over:
        print(f"{path} was skipped: not a notebook or .py file.")
    print(*messages, sep="\n", end="\n" * bool(messages))
    lost = sum(not row["is_graded"] for row in rows)
    print(f"{out / 'overview.html'} shows the class. Hand-ins: {len(rows)}; not graded: {lost}.")
    return 1 if any(row["is_crash"] for row in rows) else 0


def misconceptions(arguments):
    """Write the page for teachers: what goes wrong in programs of Pegasos, and what it does, measured."""
    from pegasos_edu.misconceptions.effects import page

    path = _written(arguments.out, page())
    print(f"{path} holds the misconceptions.")
    return 0


def _written(path, text):
    """The path of a file that now holds the text, in a folder that is made where there is none."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(text.encode())
    return path


def spot(arguments):
    """Make a page on which a wrong program runs beside the right one, to find out what is wrong, and open it."""
    from pegasos_edu.teaching.spot import spots, write

    found = spots(arguments.seed, arguments.rounds, arguments.level)
    path = write(found, arguments.out or "spot.html")
    print(f"{path} holds {len(found)} {'round' if len(found) == 1 else 'rounds'} of Spot the bug.")
    return _opened(path, arguments)


def playground(arguments):
    """Make a page on which everything of a run can be changed, with guided tours; it needs no network; and open it."""
    from pegasos_edu.player.playground import write

    path = write(arguments.out or "playground.html", *arguments.tours)
    print(f"{path} holds the playground.")
    return _opened(path, arguments)


def claims(arguments):
    """Run what is claimed of Pegasos in papers, slides and posts, and say of each claim whether it is right."""
    from pegasos_edu.claims import Ledger
    from pegasos_edu.claims.page import page

    words = arguments.search
    ledger = Ledger(arguments.source, search=words and " ".join(words))
    results = ledger.run(arguments.full, progress=not arguments.quiet)
    failed = [result for result in results if result.failed]
    if words:
        print(*results, sep="\n\n", end="\n\n")
    else:
        print(ledger, *failed, sep="\n")
    tested, wording = ledger.tested, len(ledger) - ledger.tested
    if tested:
        print(f"{tested - len(failed)} of {tested} tested verdicts are confirmed.")
    if wording:
        print(f"{wording} not tested, as nothing can test a choice of words.")
    if arguments.out:
        path = _written(arguments.out, page(results))
        print(f"{path} holds the claims and the numbers.")
    return 1 if failed else 0


def reproduce(arguments):
    """Make the tables of the 2011 paper and of a student project's report, from data in a folder of yours.

    Each row is kept when it is done, in FILE.json beside FILE.md: after an interruption the same command goes on there.
    """
    from pegasos_edu.claims.given import checked_folder
    from pegasos_edu.claims.paper_tables import paper_tables
    from pegasos_edu.claims.report_tables import report_tables
    from pegasos_edu.claims.tables import check_found, chosen, reproduce

    folder, only = checked_folder(arguments.data or os.environ.get("PEGASOS_EDU_DATA") or None), arguments.only
    tables = chosen([*paper_tables(folder), *report_tables(folder)], only)
    check_found(tables, folder)
    words = ["pegasos-edu reproduce", "--data FOLDER" if folder else "", f"--only {only}" if only else ""]
    try:
        reproduce(tables, arguments.out, " ".join(filter(None, words)), progress=not arguments.quiet)
    except KeyboardInterrupt:
        print(f"\n{arguments.out} holds what is done; the same command goes on from there.", file=sys.stderr)
        return 130
    print(f"{arguments.out} holds the {'table' if only else 'tables'}.")
    return 0


def build(arguments):
    """Make all that is handed out and graded of assignments: notebooks, nbgrader, Otter-Grader, pytest, Gradescope."""
    from tqdm import tqdm

    from pegasos_edu.teaching.building import build
    from pegasos_edu.teaching.masters import masters
    from pegasos_edu.teaching.targets.packing import wheel

    if arguments.learners:
        name, content = wheel(with_lessons=True)
        path = Path(arguments.out) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(content)
        print(f"{path} is the package for learners: without the masters of assignments and solutions of lessons.")
        return 0
    names = [arguments.assignment] if arguments.assignment else list(masters())
    with tqdm(names, unit="assignment", disable=arguments.quiet) as progress:
        made = [build(name, arguments.out) for name in progress]
    for folder, slips in made:
        print(f"{folder} holds {folder.name}.", *slips, sep="\n")
    return 0


def assignments(arguments):
    """List the assignments of the course: points, minutes, and what each asks to write."""
    from pegasos_edu.teaching.masters import masters, read_master

    for name in masters():
        one = read_master(name)
        print(f"{name} · {one.title}: {one.points} points, {one.minutes} minutes; {', '.join(one.written)}")
    return 0


def site(arguments):
    """Make a folder of pages for any static host, or to open from disk: lessons, slides, players, reference.

    They need no network, no kernel and no server. The folder is replaced as a whole, or left as it is.
    """
    from pegasos_edu.site.build import build

    try:
        path = build(arguments.out, arguments.url, progress=not arguments.quiet)
    except ImportError as error:
        sys.exit(f"pegasos-edu: {error}")
    except KeyboardInterrupt:
        print(f"\n{arguments.out} is as it was.", file=sys.stderr)
        return 130
    print(f"{path} is the front page.")
    return 0


def parser():
    """The options of all commands."""
    top = argparse.ArgumentParser(prog="pegasos-edu", description="Pegasos to read, to run and to watch.")
    top.add_argument("--version", action="version", version=f"%(prog)s {pegasos_edu.__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "lab",
        help="open the course in JupyterLab",
        usage="pegasos-edu lab [-h] [--solutions] [FOLDER] [JUPYTERLAB OPTIONS ...]",
        description=f"{lab.__doc__} FOLDER comes first ({FOLDER} if left out); all else goes to JupyterLab as it is, "
        "such as --no-browser or --port=8899. A file that you changed, or only ran and saved, is never written over.",
    )
    command.add_argument(
        "--solutions",
        action="store_true",
        help=f"the teacher's copy, into {TEACHERS_FOLDER}: with solutions, with what cells show, "
        "with the guide and the masters of the assignments",
    )
    command.set_defaults(run=lab)
    _add_play(commands)
    command = commands.add_parser("playground", help="make a page to try everything on", description=playground.__doc__)
    command.add_argument(
        "--tours", metavar="FILE.toml", action="append", default=[], help="add guided tours of yours; may be repeated"
    )
    command.add_argument("--out", metavar="PAGE.html", help="write it there, and do not open it")
    command.set_defaults(run=playground)
    command = commands.add_parser(
        "lessons", help="list the lessons, run them, or make pages", description=lessons.__doc__
    )
    command.add_argument("--execute", action="store_true", help="run them and store what they show")
    command.add_argument("--html", metavar="FOLDER", help="make a page of each, one file that needs no network")
    command.set_defaults(run=lessons)
    command = commands.add_parser("slides", help="make slides of a lesson", description=slides.__doc__)
    command.add_argument("lesson", metavar="LESSON", help="its number or its name, such as 03 or pegasos")
    command.add_argument("--out", metavar="PAGE.html", help="write it there, and do not open it")
    command.set_defaults(run=slides)
    command = commands.add_parser("figures", help="render every picture of figures/", description=figures.__doc__)
    command.add_argument("--folder", default="figures", help="where to put them (default: %(default)s)")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=figures)
    _add_check(commands)
    _add_grade(commands)
    command = commands.add_parser(
        "misconceptions", help="write the page on what goes wrong", description=misconceptions.__doc__
    )
    command.add_argument("--out", metavar="PAGE.md", default=PAGE, help="where to write it (default: %(default)s)")
    command.set_defaults(run=misconceptions)
    command = commands.add_parser("claims", help="run what the sources claim", description=claims.__doc__)
    command.add_argument("--source", metavar="NAME", help="of one source, such as slides or mpb11 (default: of all)")
    command.add_argument(
        "--search", metavar="WORD", nargs="+", help="only claims that hold all of these words, and show them in full"
    )
    command.add_argument(
        "--full", action="store_true", help="with more data, seeds and steps: it takes a minute or two"
    )
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.add_argument("--out", metavar="PAGE.html", help="write all with the numbers as a page, too")
    command.set_defaults(run=claims)
    _add_reproduce(commands)
    _add_assignment(commands)
    command = commands.add_parser("spot", help="make a page to spot the bug on", description=spot.__doc__)
    levels = "1 shows all lines, 2 hides those of the wrong program, 3 shows the objective alone (default: in turn)"
    command.add_argument("--level", type=int, choices=(1, 2, 3), help=levels)
    command.add_argument("--seed", type=int, default=0, help="of the questions (default: %(default)s)")
    command.add_argument("--rounds", type=int, default=3, help="how many questions, at most 100 (default: %(default)s)")
    command.add_argument("--out", metavar="PAGE.html", help="write it there, and do not open it")
    command.set_defaults(run=spot)
    _add_site(commands)
    return top


def _add_assignment(commands):
    command = commands.add_parser("assignment", help="list assignments, and make what is handed out and graded")
    actions = command.add_subparsers(required=True, metavar="ACTION")
    action = actions.add_parser("list", help="list the assignments", description=assignments.__doc__)
    action.set_defaults(run=assignments)
    action = actions.add_parser("build", help="make what is handed out and graded", description=build.__doc__)
    action.add_argument(
        "assignment", nargs="?", metavar="A2|MASTER.ipynb", help="one of the course, or your own (default: all)"
    )
    action.add_argument("--out", default="assignments", metavar="FOLDER", help="where (default: %(default)s)")
    action.add_argument("--learners", action="store_true", help="make only a wheel of the package without solutions")
    action.add_argument("--quiet", action="store_true", help="show no progress")
    action.set_defaults(run=build)


def _add_site(commands):
    command = commands.add_parser("site", help="make a site of all that needs no kernel", description=site.__doc__)
    command.add_argument("--out", required=True, metavar="DIR", help="not there yet, empty, or a site made before")
    command.add_argument("--url", help="where it will be published, for search engines: canonical links and a sitemap")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=site)


def _add_reproduce(commands):
    command = commands.add_parser("reproduce", help="make the tables of the paper", description=reproduce.__doc__)
    command.add_argument(
        "--data", metavar="FOLDER", help="with svmlight, IDX and other files (default: the variable PEGASOS_EDU_DATA)"
    )
    command.add_argument("--only", metavar="TABLE", help="one of linear, kernel, readings, width (default: all)")
    command.add_argument(
        "--out", default="reproduced.md", metavar="FILE.md", help="where to write them (default: %(default)s)"
    )
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=reproduce)


def _add_check(commands):
    command = commands.add_parser("check", help="compare a program with the algorithm", description=check.__doc__)
    command.add_argument("file", metavar="FILE", help="the Python file that holds the program")
    command.add_argument("task", metavar="TASK", help="what it should be, such as hinge, kernelized or log_loss")
    command.add_argument(
        "--function",
        metavar="NAME",
        help="the function or class to check (default: the one with the name of the task, or the only one)",
    )
    command.add_argument(
        "--seconds", type=_seconds, default=5.0, metavar="S", help="how long it may compute (default: 5)"
    )
    command.add_argument("--hints", type=int, default=0, metavar="N", help="print the first N hints")
    command.add_argument("--explain", action="store_true", help="explain the mistake, with the line of the algorithm")
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.set_defaults(run=check)


def _seconds(text):
    """A time limit on the command line."""
    if not 0 < float(text) <= 3600:
        raise argparse.ArgumentTypeError(f"must be above 0 and at most 3600, got {text}")
    return float(text)


def _add_grade(commands):
    command = commands.add_parser("grade", help="grade a folder or zip of submissions", description=grade.__doc__)
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="notebooks, .py files, folders, or zips of Moodle, Canvas, Gradescope"
    )
    command.add_argument(
        "--assignment", required=True, metavar="NAME", help="such as A2, or the path of a master of yours"
    )
    command.add_argument("--out", default="results", metavar="FOLDER", help="(default: %(default)s)")
    command.add_argument("--jobs", type=int, metavar="N", help="how many at once (default: one for each core)")
    command.add_argument(
        "--keep",
        choices=("latest", "best"),
        default="latest",
        help="which of several files of a student counts (%(default)s)",
    )
    command.add_argument("--roster", metavar="FILE.csv", help="who is in the class, to find out who is missing")
    command.add_argument("--only", metavar="NAME", help="grade this student anew, and leave all others as they are")
    command.add_argument("--again", action="store_true", help="grade anew what is graded already")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=grade)


def _add_play(commands):
    from pegasos_edu.algorithms import ALGORITHMS
    from pegasos_edu.runs.draws import SAMPLINGS

    command = commands.add_parser("play", help="make a page that steps through a run", description=play.__doc__)
    command.add_argument(
        "data", metavar="moons|toy|digits|FILE.csv", help="a CSV file holds its labels in the last column"
    )
    algorithms = ", ".join(name for name in ALGORITHMS if name not in ("regression", "multiclass"))
    command.add_argument(
        "--algorithm", default="hinge", choices=ALGORITHMS, metavar="ALGORITHM", help=f"{algorithms} (default: hinge)"
    )
    command.add_argument("--lam", type=float, default=0.1, help="the regularisation λ (default: %(default)s)")
    command.add_argument("--T", type=int, default=200, help="number of steps (default: %(default)s)")
    command.add_argument("--seed", type=int, default=0, help="of the draws (default: %(default)s)")
    command.add_argument("--sampling", default="uniform", choices=SAMPLINGS, help="(default: %(default)s)")
    command.add_argument("--k", type=int, default=5, help="examples in a mini-batch (default: %(default)s)")
    command.add_argument("--gamma", type=float, default=2.0, help="of the RBF kernel (default: %(default)s)")
    command.add_argument("--project", action="store_true", help="project onto the ball")
    command.add_argument("--out", metavar="PAGE.html", help="write it there, and do not open it")
    command.set_defaults(run=play)


def main(argv=None):
    """Run a command; its exit code."""
    forgive()
    top = parser()
    arguments, arguments.rest = top.parse_known_args(argv)
    if arguments.rest and arguments.run is not lab:
        top.error(f"unrecognized arguments: {' '.join(arguments.rest)}")
    try:
        return arguments.run(arguments)
    except (ValueError, OSError) as error:
        sys.exit(f"pegasos-edu: {error}")


if __name__ == "__main__":
    sys.exit(main())
