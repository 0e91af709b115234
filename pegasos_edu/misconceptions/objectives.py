"""Losses, their slopes, and the objective"""

import numpy as np

from pegasos_edu.losses import LOSSES
from pegasos_edu.misconceptions.entries import Entry

Z = "np.asarray(z, dtype=float)"
HINGE = f"np.maximum(0.0, 1.0 - {Z})"
HINGE_SLOPE = f"-({Z} < 1.0).astype(float)"
LOG = f"np.logaddexp(0.0, -{Z})"
LOG_SLOPE = f"-np.exp(-np.logaddexp(0.0, {Z}))"
NORM, KERNEL_NORM = "(w * w).sum(axis=-1)", "((beta @ K) * beta).sum(axis=-1)"


def _objective(of):
    """An objective of another formula: of(‖w‖², margins, losses, λ)."""

    def objective(w, X, y, lam, loss="hinge", b=0.0):
        w = np.asarray(w)
        z = y * ((X @ w.T).T + np.asarray(b)[..., None])
        return of((w * w).sum(axis=-1), z, LOSSES[loss].value(z), lam)

    return objective


def _kernel_objective(of):
    """A kernel objective of another formula: of(‖w‖², margins, losses, λ)."""

    def kernel_objective(beta, K, y, lam, loss="hinge"):
        z = y * (beta @ K)
        return of(((beta @ K) * beta).sum(axis=-1), z, LOSSES[loss].value(z), lam)

    return kernel_objective


def _normed(of):
    """Both objectives with another penalty, a function of ‖w‖² as text."""
    return {"objective": ((NORM, of.format(NORM)),), "kernel_objective": ((KERNEL_NORM, of.format(KERNEL_NORM)),)}


def _both(of):
    return {"objective": _objective(of), "kernel_objective": _kernel_objective(of)}


def _without_labels(w, X, y, lam, loss="hinge", b=0.0):
    w = np.asarray(w)
    return 0.5 * lam * (w * w).sum(axis=-1) + LOSSES[loss].value((X @ w.T).T + np.asarray(b)[..., None]).mean(axis=-1)


def _without_labels_kernel(beta, K, y, lam, loss="hinge"):
    return 0.5 * lam * ((beta @ K) * beta).sum(axis=-1) + LOSSES[loss].value(beta @ K).mean(axis=-1)


def _penalised_bias(w, X, y, lam, loss="hinge", b=0.0):
    w, b = np.asarray(w), np.asarray(b)
    z = y * ((X @ w.T).T + b[..., None])
    return 0.5 * lam * ((w * w).sum(axis=-1) + b * b) + LOSSES[loss].value(z).mean(axis=-1)


def _without_bias(w, X, y, lam, loss="hinge", b=0.0):
    return _objective(lambda square, z, losses, lam: 0.5 * lam * square + losses.mean(axis=-1))(w, X, y, lam, loss)


ENTRIES = (
    Entry(
        "λ without the half",
        says="It takes λ·‖w‖² for the penalty, without 1/2.",
        tempting="Many texts write the penalty so; then the λ of all formulas for steps is another one.",
        effect="The value is too high by λ/2·‖w‖²: even the best w seems to miss the optimum by that much, and the w "
        "that is best by it is a shorter one.",
        hints=("Take w with ‖w‖ = 1 and all margins at 2. What should the objective be?",
               "Compare the first term with the one in the paper, letter by letter."),
        where="output",
        changes=_normed("2 * {}"),
    ),
    Entry(
        "the sum of the losses in the place of their mean",
        says="It adds up the losses and does not divide by m.",
        tempting="The other usual form of the problem, the one with C, has the sum.",
        effect="The losses count m times too much against the penalty. The value grows with the number of examples, "
        "and the best w by it is nearly the one without regularisation.",
        hints=("Write every example twice. What does your objective do?",
               "Does λ have the same meaning for 100 and for 1,000 examples, in your formula?"),
        where="output", programs=_both(lambda square, z, losses, lam: 0.5 * lam * square + losses.sum(axis=-1)),
    ),
    Entry(
        "the errors counted in the place of the loss",
        says="It counts the wrong predictions, where the losses should be.",
        tempting="The share of errors is what one cares about in the end.",
        effect="The value is too low: margins between 0 and 1 cost nothing. It moves in jumps, and is no measure of "
        "what Pegasos lowers.",
        hints=("Change w a little. Does your value change?",
               "What does an example on the right side, close to the boundary, cost?"),
        where="loss", programs=_both(lambda square, z, losses, lam: 0.5 * lam * square + (z <= 0).mean(axis=-1)),
    ),
    Entry(
        "the length not squared",
        says="It takes λ/2·‖w‖.",
        tempting="A function for the norm gives the length, and the square is easily forgotten.",
        effect="The penalty is too low for w longer than 1 and too high for shorter ones, and it has a kink at 0.",
        hints=("Double w where all margins stay above 1. What does the penalty do? It should be four times as large.",
               "A norm has a root in it. Should that be there?"),
        where="output",
        changes=_normed("np.sqrt({})"),
    ),
    Entry(
        "the labels left out of the margins",
        says="It applies the loss to the scores, without the labels.",
        tempting="The scores are at hand, and the loss is written as a function of one number.",
        effect="Examples of class −1 cost the more, the better they are. Good w have a high value, and bad ones a low "
        "one.",
        hints=("Take an example with label −1 and score −5. What does it cost?",
               "Of what is the loss a function: of the score, or of something made of it?"),
        where="score", programs={"objective": _without_labels, "kernel_objective": _without_labels_kernel},
    ),
    Entry(
        "C in the place of λ",
        says="It takes λ for the weight of the losses, 1/2·‖w‖² + λ·Σ loss.",
        tempting="Most libraries have C, a number that looks like λ and stands at the other term.",
        effect="What should regularise does the opposite: a larger λ means less of it. The value has another scale "
        "altogether.",
        hints=("Make λ very large. Which w is best, by your formula?", "To which of the two terms does λ belong?"),
        where="output", programs=_both(lambda square, z, losses, lam: 0.5 * square + lam * losses.sum(axis=-1)),
    ),
    Entry(
        "the penalty left out",
        says="It takes the mean of the losses alone.",
        tempting="The loss is what is to be learned, and the penalty looks like a trick of the training.",
        effect="The value is too low by λ/2·‖w‖²: longer w look better than they are.",
        hints=("Does your value change with λ, if w stays as it is?",
               "The objective has two terms. Which of them do you have?"),
        where="output",
        changes=_normed("0 * {}"),
    ),
    Entry(
        "penalty minus loss",
        says="It subtracts the losses from the penalty.",
        tempting="The signs come from the gradient, where the losses do have a minus.",
        effect="The value is below 0 for bad w and rises as the losses fall: it goes up where it should go down.",
        hints=("What is your value at w = 0? It should be 1.",
               "Both terms are costs. Can one of them help against the other?"),
        where="output", programs=_both(lambda square, z, losses, lam: 0.5 * lam * square - losses.mean(axis=-1)),
    ),
    Entry(
        "the mean over the violators",
        says="It divides the sum of the losses by the number of examples that have a loss.",
        tempting="The others add nothing, so they seem not to be part of it.",
        effect="The value is too high, the more so the better w is, and may rise when another example becomes fine.",
        hints=("One of two examples has a loss of 1, the other one none. What is the mean?",
               "Over how many examples does the objective take its mean?"),
        where="output",
        programs=_both(
            lambda square, z, losses, lam: 0.5 * lam * square
            + losses.sum(axis=-1) / np.maximum(1, (z < 1).sum(axis=-1))
        ),
    ),
    Entry(
        "the loss of the mean margin",
        says="It takes the mean of the margins first, and the loss of that.",
        tempting="Means and functions seem to be exchangeable.",
        effect="Good examples pay for bad ones: the value is too low, and the penalty alone is left as soon as the "
        "mean margin is above 1.",
        hints=("Two examples have margins 3 and −1. What do they cost?",
               "Which comes first: the loss of each example, or the mean?"),
        where="loss",
        programs=_both(lambda square, z, losses, lam: 0.5 * lam * square + np.maximum(0, 1 - z.mean(axis=-1))),
    ),
    Entry(
        "the penalty divided by m as well",
        says="It divides penalty and losses by m.",
        tempting="1/m is put before a bracket that holds all of it.",
        effect="The value is too low by nearly all of the penalty: λ plays hardly any part.",
        hints=("What does your value do for a long w, if all margins are fine?",
               "Of which of the two terms is a mean taken?"),
        where="output",
        programs=_both(lambda square, z, losses, lam: 0.5 * lam * square / z.shape[-1] + losses.mean(axis=-1)),
    ),
    Entry(
        "the bias penalised",
        says="It counts b as a part of the length of w.",
        tempting="With a constant column b is a weight like all the others.",
        effect="The value is too high by λ/2·b²: this is the objective of the constant column, and its optimum "
        "another one.",
        hints=("Shift all scores by a constant. Does your penalty change?",
               "Which numbers belong to ‖w‖, and is b one of them?"),
        where="bias", programs={"objective": _penalised_bias},
    ),
    Entry(
        "the bias left out of the margins of the objective",
        says="It takes the losses without b.",
        tempting="The formula was there before the bias.",
        effect="The value is that of w alone: a good b does not make it lower, and a bad one does not make it higher.",
        hints=("Change b only. Does your value change?", "By which score do you predict? The losses are of the same."),
        where="bias", programs={"objective": _without_bias},
    ),
    Entry(
        "the coefficients' own length",
        says="It takes β·β for the squared length of w, where it should be β·Kβ.",
        tempting="β takes the place of w, and the squared length of that is w·w.",
        effect="The penalty is right only if all examples are at right angles to each other. The value is off by a "
        "factor that depends on the kernel.",
        hints=("Take two examples that are equal, with β = 1 for each. How long is w?",
               "w is a sum of examples with weights β. Write the square of that sum out."),
        where="kernel", changes={"kernel_objective": ((KERNEL_NORM, "(beta * beta).sum(axis=-1)"),)},
    ),
    Entry(
        "the label in β and again in the objective",
        says="It multiplies the coefficients by the labels, though β has them already.",
        tempting="Counts need the labels in this place, and β is easily taken for them.",
        effect="The scores are those of another vector, in which all examples pull to the same side. The value is "
        "mostly far too high.",
        hints=("For an example of class −1 that was added, which sign has its β?",
               "Is what you are given made with the labels, or without them?"),
        where="kernel",
        changes={"kernel_objective": (("K, y = check_gram(K, y)", "K, y = check_gram(K, y)\n    beta = beta * y"),)},
    ),
    Entry(
        "the hinge without its bottom",
        says="It takes 1 − z for the hinge loss, below 0 too.",
        tempting="On violated margins it is the same, and these are what one looks at.",
        effect="Good margins are rewarded: the value falls without end as w becomes longer.",
        hints=("What is your loss at margin 3?", "Can a loss be negative?"),
        where="loss", changes={"hinge_loss": ((HINGE, f"1.0 - {Z}"),)},
    ),
    Entry(
        "the perceptron's loss",
        says="It takes max(0, −z): only the wrong side costs.",
        tempting="The right side is right, it seems, however close to the boundary.",
        effect="Margins between 0 and 1 cost nothing, and at w = 0 nothing does: the optimum would be w = 0.",
        hints=("What is your loss at margin 0? The hinge is 1 there.",
               "At which margin does the hinge reach the ground?"),
        where="loss", changes={"hinge_loss": ((HINGE, f"np.maximum(0.0, -{Z})"),)},
    ),
    Entry(
        "the hinge turned round",
        says="It takes max(0, 1 + z), which is large for good margins.",
        tempting="Which sign the margin has in a loss depends on the text that one reads.",
        effect="Good examples cost and bad ones do not: values rise as w improves.",
        hints=("What is your loss at margin 5, and at −5?", "Which of these two should cost more?"),
        where="loss", changes={"hinge_loss": ((HINGE, f"np.maximum(0.0, 1.0 + {Z})"),)},
    ),
    Entry(
        "the hinge squared",
        says="It takes the square of the hinge loss.",
        tempting="Squared losses are the habit, and it is a loss that libraries offer as well.",
        effect="Below margin 0 it is higher, between 0 and 1 lower: another problem, with another optimum.",
        hints=("What is your loss at margin −1? The hinge is 2 there.",
               "The hinge consists of two straight lines. Is yours straight?"),
        where="loss", changes={"hinge_loss": ((HINGE, f"{HINGE} ** 2"),)},
    ),
    Entry(
        "one for each violation",
        says="It gives 1 where the margin is violated and 0 elsewhere.",
        tempting="The condition of the step asks just that, yes or no.",
        effect="How badly a margin is violated plays no part; the value moves in jumps.",
        hints=("What is your loss at margin 0.5, and at −5?", "How steep is your loss, between its jumps?"),
        where="loss", changes={"hinge_loss": ((HINGE, f"({Z} < 1.0).astype(float)"),)},
    ),
    Entry(
        "the hinge cut off at 1",
        says="It lets no example cost more than 1.",
        tempting="A single outlier should not rule it all.",
        effect="What is on the wrong side costs the same everywhere: the loss is no longer convex, and outliers are "
        "given up.",
        hints=("What is your loss at margin −5? The hinge is 6 there.", "Is your loss still convex? Draw it."),
        where="loss", changes={"hinge_loss": ((HINGE, f"np.minimum(1.0, {HINGE})"),)},
    ),
    Entry(
        "the slope of the hinge with plus",
        says="It gives +1 where the margin is violated.",
        tempting="Programs add y·x, with a plus, and the minus of the slope is not seen there.",
        effect="A step against such a slope makes each margin worse: the objective rises.",
        hints=("Does the hinge rise or fall with the margin, below 1?",
               "Which sign has the slope of a line that falls?"),
        where="loss", changes={"hinge_slope": ((HINGE_SLOPE, HINGE_SLOPE[1:]),)},
    ),
    Entry(
        "the slope of the hinge ends at 0",
        says="It gives −1 below margin 0 only.",
        tempting="Being on the wrong side is what should be corrected, it seems.",
        effect="Margins between 0 and 1 do not pull: it learns as the perceptron does, and at w = 0 not at all.",
        hints=("How steep is the hinge at margin 0.5?", "At which margin is the kink?"),
        where="loss", changes={"hinge_slope": (("< 1.0", "< 0.0"),)},
    ),
    Entry(
        "the slope grows with the loss",
        says="It gives minus the loss itself, −(1 − z) where the margin is violated.",
        tempting="A worse margin seems to need a larger correction.",
        effect="This is half the slope of the squared hinge: bad margins pull far more, and the optimum is another "
        "one.",
        hints=("How steep is the hinge at margin −5, and at margin 0?",
               "A straight line has the same slope everywhere."),
        where="loss", changes={"hinge_slope": ((HINGE_SLOPE, f"-{HINGE}"),)},
    ),
    Entry(
        "the slope on the wrong side of the kink",
        says="It gives −1 where the margin is fine, and 0 where it is violated.",
        tempting="Above and below are easily exchanged.",
        effect="Good examples pull and bad ones do not: from w = 0 nothing is ever learned.",
        hints=("How steep is the hinge at margin 3?", "On which side of the kink is the loss flat?"),
        where="loss", changes={"hinge_slope": (("< 1.0", "> 1.0"),)},
    ),
    Entry(
        "the log loss turned round",
        says="It takes log(1 + e^z), which is large for good margins.",
        tempting="The sign in the exponent is different in many texts, with the sign of the score.",
        effect="Good examples cost and bad ones do not: values rise as w improves.",
        hints=("What is your loss at margin 10? It should be nearly 0.",
               "Which sign must the exponent have, so that good margins cost nothing?"),
        where="loss", changes={"log_loss": ((LOG, f"np.logaddexp(0.0, {Z})"),)},
    ),
    Entry(
        "the log loss without 1 +",
        says="It takes the logarithm of e^−z alone, which is −z.",
        tempting="For bad margins that is nearly the same.",
        effect="Good margins are rewarded: the value falls without end as w becomes longer.",
        hints=("What is your loss at margin 3, and can a loss be negative?", "What keeps the logarithm above 0?"),
        where="loss", changes={"log_loss": ((LOG, f"-{Z}"),)},
    ),
    Entry(
        "the probability without its logarithm",
        says="It gives 1/(1 + e^z), the probability of being wrong.",
        tempting="That is a number between 0 and 1 that falls with the margin, and a loss may look so.",
        effect="Bad margins cost at most 1: the loss is not convex, and what is far on the wrong side is given up.",
        hints=("What is your loss at margin −10? It should be about 10.",
               "Which function is between the probability and the log loss?"),
        where="loss", changes={"log_loss": ((LOG, f"np.exp(-np.logaddexp(0.0, {Z}))"),)},
    ),
    Entry(
        "the slope of the log loss with plus",
        says="It gives +1/(1 + e^z).",
        tempting="Programs add p·y·x, with a plus, and the minus of the slope is not seen there.",
        effect="A step against such a slope makes each margin worse: the objective rises.",
        hints=("Does the log loss rise or fall with the margin?", "Which sign has the slope of a curve that falls?"),
        where="loss", changes={"log_slope": ((LOG_SLOPE, LOG_SLOPE[1:]),)},
    ),
    Entry(
        "the slope with the sign of the exponent",
        says="It gives −1/(1 + e^−z): steep for good margins, flat for bad ones.",
        tempting="The sigmoid is known by heart in that form.",
        effect="Good examples pull and bad ones do not: w becomes far too long.",
        hints=("How steep is the log loss at margin 10?", "For which margins does your slope go to 0?"),
        where="loss", changes={"log_slope": ((LOG_SLOPE, f"-np.exp(-np.logaddexp(0.0, -{Z}))"),)},
    ),
    Entry(
        "the slope of the sigmoid in the place of the loss's",
        says="It gives −p·(1 − p), the slope of the probability.",
        tempting="It is the derivative that everybody knows, from networks.",
        effect="Bad margins hardly pull: what is far on the wrong side is given up.",
        hints=("How steep is the log loss at margin −10? It should be nearly 1.",
               "Of which function did you take the derivative?"),
        where="loss",
        changes={"log_slope": ((LOG_SLOPE, f"-np.exp(-np.logaddexp(0.0, {Z}) - np.logaddexp(0.0, -{Z}))"),)},
    ),
    Entry(
        "the slope without its denominator",
        says="It gives −e^−z.",
        tempting="That is the inner derivative, and the outer one is forgotten.",
        effect="Bad margins pull without bound, where the log loss is never steeper than 1: steps may overflow.",
        hints=("How steep is the log loss at margin −10? It should be nearly 1.",
               "The chain rule has two factors. Which are they here?"),
        where="loss", changes={"log_slope": ((LOG_SLOPE, f"-np.exp(-{Z})"),)},
    ),
)  # fmt: skip
