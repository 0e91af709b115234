"""Say why a learner's program could not be run."""


class SourceLine:
    """Hold a line of a learner's program: its number and its text."""

    def __init__(self, number, text):
        self.number, self.text = number, text

    def __iter__(self):
        return iter((self.number, self.text))

    def __str__(self):
        return f"line {self.number}: {self.text}"


class Failed(Exception):  # noqa: N818  not an error of ours
    """Signal that a learner's program could not be run, or has no shape that can be checked.

    Attributes
    ----------
    kind : {"exception", "time", "input", "exit", "borrowed", "unwritten", "shape"}
    words : str
        A clause or sentences; for an "exception" they begin with the name of its type, "ValueError: …".
    line : SourceLine or None
        The line of the learner where it happened.
    adapter : str
        Python that would give the program a shape that can be checked; "" if there is none.
    """

    def __init__(self, kind, words, line=None, adapter=""):
        super().__init__(words if line is None else f"{words} ({line})")
        self.kind, self.words, self.line, self.adapter = kind, words, line, adapter
