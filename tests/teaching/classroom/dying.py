"""End a process instead of grading; this is a separate file because every new process imports it."""

import os


def dies(handin, master, key, folder, again):
    """End the process if the hand-in is called bad."""
    if handin.student == "bad":
        os._exit(1)
    return handin.place, "right.json"
