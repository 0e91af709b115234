"""Wrap algorithms as scikit-learn estimators, for pipelines and searches.

All minimise f(w) = λ/2·‖w‖² + 1/m·Σ_i loss_i, so that

=====================================  ==============================================
``LinearSVC(C)``, ``SVC(C)``           λ = 1/(C·m): `pegasos_edu.lam_from_C`
``SGDClassifier(alpha)``               λ = alpha, the same objective
``SGDRegressor(alpha)``                λ = alpha, with ``loss="epsilon_insensitive"``
=====================================  ==============================================

A fit goes through these files in one direction: ``classifier`` (labels, algorithm), ``linear`` (rows, bias), ``solver``
(passes, means) or ``ascent`` (draws of dual ascent), ``certificate`` (how far from the minimum), ``fast.backends``
(plain Python or Numba), and the algorithm, as the loop that ``fast.loops`` makes from its source. The attributes of the
estimator change once, at the end.
"""

from pegasos_edu.estimators.classifier import PegasosClassifier
from pegasos_edu.estimators.kernel import KernelPegasosClassifier
from pegasos_edu.estimators.regressor import PegasosRegressor

__all__ = ["KernelPegasosClassifier", "PegasosClassifier", "PegasosRegressor"]
