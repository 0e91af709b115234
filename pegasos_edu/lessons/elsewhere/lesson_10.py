"""Claims of lesson 10: how careful the promise is."""

from pegasos_edu.algorithms import hinge
from pegasos_edu.common.norms import radius
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.theory.bounds import average_regret


@claim(
    "10/a-careful-promise",
    "After 1,000 steps the promise for the mean of all w is more than ten times its distance from f*",
    lams=(0.1, 0.01),
    least=10.0,
)
def a_careful_promise(data, lam, seeds):
    promised = average_regret(radius(data.X), lam, 1000, project=False)
    return [promised / data.above(data.steps(hinge, lam, 1000, seed).w.mean(axis=0), lam) for seed in seeds]
