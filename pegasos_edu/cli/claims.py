"""Define ``pegasos-edu claims``: run the experiments behind the ledger of claims."""

from pegasos_edu.cli.pages import write


def add_to(commands):
    command = commands.add_parser(
        "claims", help="run the experiments behind the ledger of claims", description=run.__doc__
    )
    command.add_argument("--source", metavar="NAME", help="only claims of one source, such as slides or mpb11")
    command.add_argument(
        "--search", metavar="WORD", nargs="+", help="only claims that contain all these words, printed in full"
    )
    command.add_argument("--full", action="store_true", help="use more data, seeds and steps; takes a minute or two")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.add_argument("--out", metavar="PAGE.html", help="also write the claims and their numbers as a page")
    command.set_defaults(run=run)


def run(arguments):
    """Test the claims of papers, slides and posts about Pegasos, and report which claims are right."""
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
        print(f"{tested - len(failed)} of {tested} verdicts confirmed.")
    if wording:
        print(f"{wording} not tested, because they are about the choice of words.")
    if arguments.out:
        path = write(arguments.out, page(results).encode())
        print(f"The claims and their numbers are in {path}.")
    return 1 if failed else 0
