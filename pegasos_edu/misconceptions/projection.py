"""The projection"""

from pegasos_edu.misconceptions.edits import BATCHED, each
from pegasos_edu.misconceptions.entries import Entry

BOXES = ("hinge", "logistic", *BATCHED)
ON = ("project=False", "project=True")
FACTOR = "min(1, 1 / sqrt(lam) / norm(w))"


def _projected(factor):
    """Another factor."""
    return each(BOXES, ON, (FACTOR, factor))


ENTRIES = (
    Entry(
        "always brought to the length 1/√λ",
        says="It brings w to the length 1/√λ in every round, whether it is longer or shorter.",
        tempting="The minimum in the formula looks like a detail, and the rest of it is the projection.",
        effect="w has the same length for ever, that of the ball, which is mostly far more than the optimum's. The "
        "direction is learned; the objective stays above λ/2·‖w‖² = 1/2.",
        hints=("How long is w after each round?", "What should happen to a w that is in the ball already?"),
        where="project", changes=_projected("1 / sqrt(lam) / norm(w)"),
    ),
    Entry(
        "never shorter than the ball",
        says="It takes the larger of both factors, so that w is stretched where it is short and left where it is long.",
        tempting="Minimum and maximum are easily exchanged when one thinks of the length and not of the factor.",
        effect="w is never shorter than 1/√λ: the objective stays above 1/2 whatever happens.",
        hints=("Is a long w shorter after your projection?",
               "The factor must be at most 1. Which of the two functions makes it so?"),
        where="project", changes=_projected("max(1, 1 / sqrt(lam) / norm(w))"),
    ),
    Entry(
        "the squared length in the projection",
        says="It divides by ‖w‖² in the place of ‖w‖.",
        tempting="Squared lengths are at hand, and the objective has one.",
        effect="A w that is longer than 1 is cut much too short, and one that is longer than the ball may end within "
        "it. Early rounds lose length; later ones, where w is short, are right again.",
        hints=("After the projection of a long w, how long is it? It should be 1/√λ exactly.",
               "Where does a root belong, and where is one missing?"),
        where="project", changes=_projected("min(1, 1 / sqrt(lam) / norm(w) ** 2)"),
    ),
    Entry(
        "the ball of radius 1/λ",
        says="It projects onto the ball of radius 1/λ.",
        tempting="1/λ is the size of the first step, and the root is small in print.",
        effect="The ball is far too large where λ is small: w is hardly ever cut. For examples of length up to 1 that "
        "is the program without projection; it comes to the same optimum.",
        hints=("How long may w be, by your program, and how long by the paper?",
               "The optimum has λ/2·‖w‖² ≤ 1/2. How long can it be?"),
        where="project", changes=_projected("min(1, 1 / lam / norm(w))"),
    ),
    Entry(
        "the ball of radius √λ",
        says="It projects onto the ball of radius √λ.",
        tempting="The factor is a fraction of fractions, and one of them is turned over.",
        effect="The ball is far too small where λ is small, and the optimum outside of it: w stays short, nearly all "
        "margins are violated, the objective stays near 1. Accuracy may hide it.",
        hints=("How long may w be, by your program, and how long by the paper?",
               "With less regularisation, should the ball be larger or smaller?"),
        where="project", changes=_projected("min(1, sqrt(lam) / norm(w))"),
    ),
    Entry(
        "the ball of radius 1",
        says="It projects onto the ball of radius 1, whatever λ is.",
        tempting="To normalise is to bring to length 1, elsewhere.",
        effect="Where λ is small the optimum can be outside of the ball: w stays short, and the objective too high. "
        "Accuracy may hide it.",
        hints=("Change λ. Does the longest possible w change?", "Which bound is known for the length of the optimum?"),
        where="project", changes=_projected("min(1, 1 / norm(w))"),
    ),
    Entry(
        "the sum of absolute values for the length",
        says="It measures w by the sum of its absolute values.",
        tempting="Sums of absolute values are lengths too, and a root is saved.",
        effect="w is cut though it is in the ball, the more features there are. It is too short in early rounds; "
        "later ones may be right again, or never, in high dimension.",
        hints=("How long is (3, 4), by your program?", "The ball is round. Which length goes with that?"),
        where="project", changes=_projected("min(1, 1 / sqrt(lam) / norm(w, 1))"),
    ),
    Entry(
        "projected before the step",
        says="It projects w at the start of a round and not at its end, so that what is given out is not projected.",
        tempting="The step is to start from within the ball; that both places are one round apart is hardly seen.",
        effect="The next round starts as it should. What is given out may be longer than the ball, mostly in early "
        "rounds; after many rounds there is no difference.",
        hints=("How long is w when you give it out? Can it be longer than 1/√λ?",
               "Which is the last thing that happens to w in a round?"),
        where="project",
        changes={"hinge": (
            ("if project and norm(w) > 0:", "if not project:"), (f"w = {FACTOR} * w", "pass"),
            ("score = w @ X[i]", f"if norm(w) > 0:\n            w = {FACTOR} * w\n        score = w @ X[i]"), ON,
        )},
    ),
    Entry(
        "the kept length not shrunk",
        says="It shrinks the scale factor, but not the length that it keeps for the projection.",
        tempting="The length is only read at the projection, and brought up to date where something is added.",
        effect="The kept length is larger than the true one, about twice as large in the end: w is projected where it "
        "need not be. It is too short in early rounds; later ones are nearly right again.",
        hints=("Compare the length that you keep with that of the full vector, after some rounds.",
               "Which lines of a round change how long w is?"),
        where="project", changes={"scaled": (ON, ("nu = (1 - eta * lam) * nu", "nu = nu"))},
    ),
    Entry(
        "the kept length without the inner product",
        says="It brings the kept length up to date as if w and x were at right angles.",
        tempting="Squared lengths add by Pythagoras, it seems.",
        effect="The kept length drifts away from the true one: w is projected too often or not often enough. Mostly "
        "early rounds suffer, where the projection acts.",
        hints=("Compare the length that you keep with that of the full vector, after some rounds.",
               "Expand the square of a sum. How many terms does it have?"),
        where="project", changes={"scaled": (ON, ("grown = 2 * eta * y[i] * inner + eta**2", "grown = eta**2"))},
    ),
    Entry(
        "the factor projected, the kept length not",
        says="It multiplies the scale factor by what the projection gives, and leaves the kept length as it was.",
        tempting="The factor is what makes w shorter, so that all seems to be done.",
        effect="The kept length stays above the radius for a while, and w is projected again though it is in the "
        "ball. It is too short in early rounds; later ones are nearly right again.",
        hints=("Compare the length that you keep with that of the full vector, right after a projection.",
               "Right after a projection, how long is w?"),
        where="project", changes={"scaled": (ON, ("a, nu = s * a, s * nu", "a, nu = s * a, nu"))},
    ),
)  # fmt: skip
