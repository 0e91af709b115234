"""Print on consoles that lack some letters, with a question mark for each such letter."""

import sys


def forgive():
    """Let this program print any letter, with a question mark for those that the console lacks."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a notebook can show every letter
            stream.reconfigure(errors="replace")


class Printable:
    """Let an object be printed on any console; its ``repr`` is the same everywhere."""

    def __str__(self):
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        return repr(self).encode(encoding, "replace").decode(encoding)
