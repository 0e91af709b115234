"""Provide the command line ``pegasos-edu COMMAND``, with one file for each command."""

import argparse
import sys

import pegasos_edu
from pegasos_edu.cli import assignment, check, claims, course, grade, lab, lessons, playground, site, spot
from pegasos_edu.common.consoles import forgive

COMMANDS = lab, course, lessons, playground, spot, check, assignment, grade, claims, site


def main(argv=None):
    """Run a command and return its exit status."""
    forgive()
    top = argparse.ArgumentParser(prog="pegasos-edu", description="Learn Pegasos step by step.")
    top.add_argument("--version", action="version", version=f"%(prog)s {pegasos_edu.__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", title="commands")
    for command in COMMANDS:
        command.add_to(commands)
    arguments, arguments.rest = top.parse_known_args(argv)
    if arguments.rest and arguments.run is not lab.run:
        top.error(f"unrecognized arguments: {' '.join(arguments.rest)}")
    try:
        return arguments.run(arguments)
    except (ValueError, OSError) as error:
        sys.exit(f"pegasos-edu: {error}")
