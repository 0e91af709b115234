"""Try the claims of the lessons on other data: each claim is a function of a data set, λ and seeds.

The lessons show stored results; ``python -m pegasos_edu.lessons.elsewhere`` measures them again, and a slow test does.
"""

from pegasos_edu.lessons.elsewhere.claim import claims
from pegasos_edu.lessons.elsewhere.strips import elsewhere, tried

__all__ = ["claims", "elsewhere", "tried"]
