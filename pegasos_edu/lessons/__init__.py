"""Provide questions, explorers and pictures for the lessons; copy, execute and publish the notebooks."""

from pegasos_edu.common.extras import refusal

__all__ = [
    "Explorer",
    "OnDemand",
    "Opening",
    "Outcome",
    "Predict",
    "Proof",
    "ProofLine",
    "Quiz",
    "beside",
    "explore",
    "proof",
]

try:
    from pegasos_edu.lessons.explore import Explorer, OnDemand, explore
    from pegasos_edu.lessons.opening import Opening
    from pegasos_edu.lessons.predict import Outcome, Predict
    from pegasos_edu.lessons.proof import Proof, ProofLine, proof
    from pegasos_edu.lessons.quiz import Quiz
    from pegasos_edu.lessons.side_by_side import beside
except ModuleNotFoundError as error:  # what pages take from here needs no widgets
    __getattr__ = refusal(error, __all__)
