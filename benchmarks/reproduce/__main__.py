"""Make the tables of the 2011 paper and of a student project's report from the data sets in a folder.

    python benchmarks/reproduce --data FOLDER

Each finished row is stored in FILE.json next to FILE.md; after an interruption, the same command continues.
"""

import argparse
import os
import sys

from paper import paper_tables
from report import report_tables
from sources import checked_folder
from tables import check_found, chosen, reproduce


def main(argv=None):
    parser = argparse.ArgumentParser(prog="reproduce", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        default=os.environ.get("PEGASOS_EDU_DATA") or None,
        help="holds svmlight, IDX and other files (default: the environment variable PEGASOS_EDU_DATA)",
    )
    parser.add_argument("--only", metavar="TABLE", help="one of linear, kernel, readings, width (default: all)")
    parser.add_argument("--out", default="reproduced.md", metavar="FILE.md", help="(default: %(default)s)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    arguments = parser.parse_args(argv)
    try:
        _run(arguments.data, arguments.only, arguments.out, arguments.quiet)
    except (ValueError, OSError) as error:
        sys.exit(f"reproduce: {error}")
    except KeyboardInterrupt:
        print(f"\n{arguments.out} holds the finished rows; the same command continues.", file=sys.stderr)
        return 130
    print(f"The {'table is' if arguments.only else 'tables are'} in {arguments.out}.")
    return 0


def _run(data, only, out, quiet):
    folder = checked_folder(data)
    tables = chosen([*paper_tables(folder), *report_tables(folder)], only)
    check_found(tables, folder)
    words = ["python benchmarks/reproduce", "--data FOLDER" if folder else "", f"--only {only}" if only else ""]
    reproduce(tables, out, " ".join(filter(None, words)), progress=not quiet)


if __name__ == "__main__":
    sys.exit(main())
