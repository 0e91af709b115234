"""Define ``pegasos-edu site``: build the static website."""

import sys


def add_to(commands):
    command = commands.add_parser("site", help="build the static website", description=run.__doc__)
    command.add_argument(
        "--out", required=True, metavar="FOLDER", help="a new or empty folder, or one that holds an earlier site"
    )
    command.add_argument("--url", help="where the site will be published: adds canonical links and a sitemap")
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.set_defaults(run=run)


def run(arguments):
    """Build a folder of pages, for any static host or to open from disk: lessons, slides, players and reference.

    The pages need no network, no kernel and no server. The folder is replaced completely or not at all.
    """
    from pegasos_edu.site.build import build

    try:
        page = build(arguments.out, arguments.url, progress=not arguments.quiet)
    except KeyboardInterrupt:
        print(f"\n{arguments.out} was not changed.", file=sys.stderr)
        return 130
    print(f"The front page is {page}.")
    return 0
