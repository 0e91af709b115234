"""Show what all runs share and what differs between them, with switches for the batch, the ball and the average."""

from pegasos_edu.lessons.start_or_noise.figure import start_or_noise

__all__ = ["start_or_noise"]
