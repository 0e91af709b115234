"""Print on consoles that cannot show all letters; a question mark replaces each letter that is missing."""

import sys


def forgive():
    """Let this program print any letter; a question mark replaces each letter that the console cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a notebook can show every letter
            stream.reconfigure(errors="replace")


class Printable:
    """Let an object be printed on any console; its ``repr`` is the same everywhere."""

    def __str__(self):
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        return repr(self).encode(encoding, "replace").decode(encoding)
