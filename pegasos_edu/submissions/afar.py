"""Programs that run in another process: what is asked of them is asked there."""


class Afar:
    """A program in another process; what watches it is there too."""

    def read(self, name, task, order, seconds):
        """In which shape it is written, as `shapes.shaped` says it of a program that is here.

        Parameters
        ----------
        name : str
            Of the box, or of the function.
        task : Task or None
        order : sequence of str or None
        seconds : float
        """
        raise NotImplementedError

    def hole(self):
        """What of it is not written yet, as `unwritten.hole_of` says it."""
        raise NotImplementedError
