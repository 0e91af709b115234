"""Hold what was found out about each part of a program."""

RIGHT, CONVENTION, MISTAKE = "right", "convention", "mistake"

# The parts in the order of the algorithm.
PARTS = ("draws", "labels", "start", "step size", "score", "condition", "weight", "shrinking", "addition", "division",
         "bias", "projection", "output")  # fmt: skip


class PartFinding:
    """Hold one part: its status, the entries of the catalogue about it, what it is and what is right, in words."""

    def __init__(self, part, status=RIGHT, entries=(), says="", right=""):
        self.part, self.status, self.entries, self.says, self.right = part, status, entries, says, right
