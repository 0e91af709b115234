"""The projection"""

from pegasos_edu.misconceptions.edits import BATCHED, each
from pegasos_edu.misconceptions.entries import Entry

BOXES = ("hinge", "logistic", *BATCHED)  # and the projection by itself
ON = ("project=False", "project=True")
FACTOR = "min(1, 1 / sqrt(lam) / norm(w))"


def _projected(factor):
    """Another factor."""
    return each(BOXES, ON, (FACTOR, factor)) | each(["projected"], (FACTOR, factor))


def _alone(result):
    """Another projection by itself."""
    return each(["projected"], (f"w = {FACTOR} * w", f"w = {result}"))


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
    Entry(
        "the length left out of the factor",
        says="It multiplies w by the smaller of 1 and 1/√λ, whatever its length is.",
        tempting="The radius is what is to be remembered of the formula, and the length below it is small in print.",
        effect="For λ up to 1 it does nothing, and w may leave the ball; for a larger λ every w is shortened, in the "
        "ball or not.",
        hints=("Does your factor change if w becomes ten times as long?",
               "The length afterwards should be the radius. What must the factor be made of?"),
        where="project", changes=_alone("min(1, 1 / sqrt(lam)) * w"),
    ),
    Entry(
        "the factor upside down",
        says="It multiplies w by the smaller of 1 and ‖w‖·√λ.",
        tempting="A fraction of a fraction is easily turned over, and it is 1 on the sphere all the same.",
        effect="A long w is left as it is, and a short one made shorter: the opposite of what should be. After some "
        "rounds w is in the ball, and each round makes it shorter.",
        hints=("Take w inside the ball. Is it still the same afterwards?",
               "Should the factor grow with the length of w, or fall?"),
        where="project", changes=_alone("min(1, norm(w) * sqrt(lam)) * w"),
    ),
    Entry(
        "cut entry by entry",
        says="It cuts each entry of w at ±1/√λ.",
        tempting="To clip is one call, and gradients are clipped so elsewhere.",
        effect="That is the nearest point of a cube and not of the ball: w may still be longer than 1/√λ, and what is "
        "cut changes its direction.",
        hints=("Draw all w that your projection leaves alone, in two dimensions. Which shape do they have?",
               "Does w keep its direction? The way from w to the nearest point of a ball leads to its centre."),
        where="project", changes=_alone("np.clip(w, -1 / sqrt(lam), 1 / sqrt(lam))"),
    ),
    Entry(
        "set to 0 outside of the ball",
        says="It gives 0 for a w that is longer than 1/√λ.",
        tempting="What may not be is taken away, and 0 is in the ball for sure.",
        effect="All that was learned is thrown away as soon as w is too long, which is often in early rounds.",
        hints=("How far is the w that you give from the one that came in? Is there a nearer one in the ball?",
               "After the projection of a long w, how long is it? It should be 1/√λ exactly."),
        where="project", changes=_alone("(norm(w) <= 1 / sqrt(lam)) * w"),
    ),
    Entry(
        "a long w brought to length 1",
        says="It brings a w that is longer than 1/√λ to the length 1, and not to 1/√λ.",
        tempting="To divide by the length is half of the formula, and looks like all of it.",
        effect="For λ below 1 a long w is cut much too short, and a w that is just short enough is left far longer.",
        hints=("After the projection of a long w, how long is it?", "Two w nearly the same length, one just within "
               "the ball and one just outside: how far apart are they afterwards?"),
        where="project", changes=_alone("(w if norm(w) <= 1 / sqrt(lam) else w / norm(w))"),
    ),
    Entry(
        "nothing projected",
        says="It gives w as it came.",
        tempting="The factor is computed, and then not multiplied by; or it is never below 1.",
        effect="The steps are those without projection: wild in early rounds, and later the same.",
        hints=("Take w = (30, 40) and λ = 1. What do you give?", "Where does your factor come to w?"),
        where="project", changes=_alone("w"),
    ),
    Entry(
        "no answer at w = 0",
        says="It divides by ‖w‖ also where that is 0, and gives no number there.",
        tempting="Nobody thinks of w = 0, though every run starts there.",
        effect="Elsewhere it is right. An empty first example leaves w at 0, and from then on no entry of w is a "
        "number.",
        hints=("What do you give for w = 0?", "Is w = 0 in the ball already? Then what should be done to it?"),
        where="project",
        changes=each(["projected"], ("if norm(w) > 0:", "if True:"),
                     (f"w = {FACTOR} * w", "w = min(norm(w), 1 / sqrt(lam)) * (w / norm(w))")),
    ),
)  # fmt: skip
