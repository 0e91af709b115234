"""End a process instead of grading; a file of its own, because each process that is started imports it."""

import os


def dies(handin, master, key, folder, again):
    """End the process of a hand-in that is called bad."""
    if handin.student == "bad":
        os._exit(1)
    return handin.place, "right.json"
