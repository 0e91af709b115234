"""Write a small master, as a teacher could write it, from its cells."""

import json

HEAD = "# B7 · Twice\n\n**3 points, 5 minutes.** You need nothing.\n\nTwo is twice one."
GIVEN = "import numpy as np"
WRITE = "def twice(x):\n    # BEGIN SOLUTION\n    y = x + x\n    return y\n    # END SOLUTION"
CHECK = '# CHECK one: 1 point\nassert twice(1) == 2, "twice 1 is 2"'
HIDDEN = "# HIDDEN CHECK a secret array: 2 points\nassert np.array_equal(twice(np.ones(3)), [2, 2, 2])"
ASKED = "<!-- MANUAL why -->\nWhy?\n\n<!-- BEGIN SOLUTION -->\nBecause.\n<!-- END SOLUTION -->"


def written(path, *cells):
    """Write a master with these cells, by default those above. The first cell and cells that begin with < are text."""
    cells = cells or (HEAD, GIVEN, WRITE, CHECK, HIDDEN, ASKED)
    kinds = ("markdown" if n == 0 or source.startswith("<") else "code" for n, source in enumerate(cells))
    cells = [
        {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
        for kind, source in zip(kinds, cells)
    ]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "utf-8")
    return path
