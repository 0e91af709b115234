"""The course: what its cells show beside pictures, and how it is copied, run and published."""

from pegasos_edu.course.beside import beside
from pegasos_edu.course.explore import Explorer, OnDemand, explore
from pegasos_edu.course.predict import Outcome, Predict
from pegasos_edu.course.quiz import Quiz
from pegasos_edu.course.skipped import watch

__all__ = ["Explorer", "OnDemand", "Outcome", "Predict", "Quiz", "beside", "explore"]

watch()
