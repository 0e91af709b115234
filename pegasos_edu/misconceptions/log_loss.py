"""Logistic regression"""

from pegasos_edu.misconceptions.edits import each
from pegasos_edu.misconceptions.entries import Entry

ONE = ("logistic", "summed_logistic")
P, PS = "exp(-np.logaddexp(0, y[i] * score))", "np.exp(-np.logaddexp(0, y[A] * scores))"


def _weighted(single, batch=None):
    """Another p; the text for a batch is that for one example, unless it is given."""
    batch = batch or single.replace("y[i]", "y[A]").replace("score", "scores")
    return each(ONE, (P, single)) | each(["logistic_minibatch"], (PS, batch))


ENTRIES = (
    Entry(
        "the score as a product, coordinate by coordinate",
        says="It multiplies w and x coordinate by coordinate and forgets to sum, so that each coordinate has a p of "
        "its own.",
        tempting="The star multiplies arrays in NumPy without a word, and the shapes still fit.",
        effect="Every coordinate of w is learned as if it were the only one. With two features that hardly matters; "
        "many that go together overshoot, w is too long, and the objective too high.",
        hints=("Which shape has your score?",
               "An inner product is a number. Is something left to be done after the multiplication?"),
        where="score",
        changes={"logistic": (("score = w @ X[i]", "score = w * X[i]"), ("p = exp(", "p = np.exp("),
                              ("score, w)", "score.sum(), w)"))},
    ),
    Entry(
        "adds only where the hinge is violated",
        says="It adds only where the margin is below 1.",
        tempting="The condition stays there when the hinge program is turned into a logistic one.",
        effect="Examples with good margins no longer pull, though the log loss is never 0: w is too short, and the "
        "objective too high by a little. Accuracy is nearly the same.",
        hints=("Take an example with margin 2. What is the slope of the log loss there?",
               "Is there a margin at which the log loss is flat?"),
        where="condition", changes=_weighted(f"{P} * (y[i] * score < 1)", f"{PS} * (y[A] * scores < 1)"),
    ),
    Entry(
        "a sigmoid within the sigmoid",
        says="It puts the sigmoid of the margin where e^−z should stand.",
        tempting="The slope can be written with e^−z above and 1 + e^−z below, and a helper for one of them gives the "
        "other.",
        effect="The weight of an example goes up to one half only, and is largest for the best margins: good examples "
        "pull more than bad ones, and w runs away in length.",
        hints=("Which weight does your program give to a very bad margin, and which to a very good one?",
               "Compute p by hand at z = 0 and at z = 5, and compare."),
        where="loss", changes=_weighted("1 / (2 + np.exp(-y[i] * score))"),
    ),
    Entry(
        "the sign of the exponent",
        says="It weighs an example by 1/(1 + e^−z), the probability of being right, not of being wrong.",
        tempting="The sigmoid is known by heart in that form.",
        effect="Good examples pull with full weight and bad ones hardly at all: w grows along what it does already, "
        "and is far too long. The objective is high; accuracy may look fine.",
        hints=("Take an example with margin 10. How much should it still pull?",
               "Does your weight go to 0 for good margins, or for bad ones?"),
        where="loss", changes=_weighted("np.exp(-np.logaddexp(0, -y[i] * score))"),
    ),
    Entry(
        "the label left out of the exponent",
        says="It takes 1/(1 + e^score), with the score in the place of the margin.",
        tempting="The score is what the sigmoid is applied to elsewhere, with labels 0 and 1.",
        effect="Examples of class +1 are treated rightly. Those of class −1 pull the more the better they are: w is "
        "too long, and the objective too high.",
        hints=("Take an example with label −1 and score −5. How large is its p?",
               "For which of the two classes is your p right?"),
        where="loss", changes=_weighted("np.exp(-np.logaddexp(0, score))"),
    ),
    Entry(
        "the formula for labels 0 and 1",
        says="It adds η·(y − p(+1))·x, with p(+1) the probability of class +1, while y is −1 or +1.",
        tempting="That is the formula of logistic regression in most books, where y is 0 or 1.",
        effect="Class +1 is treated rightly. For class −1 the error is 1 too large: even perfect examples go on "
        "pulling. w is too long on that side, the objective too high.",
        hints=("Take a perfect example of class −1. What is y minus its probability?",
               "For which labels was your formula made?"),
        where="labels",
        changes=_weighted("abs(y[i] - 1 / (1 + np.exp(-score)))", "np.abs(y[A] - 1 / (1 + np.exp(-scores)))"),
    ),
    Entry(
        "the slope of the sigmoid",
        says="It weighs an example by p·(1 − p), the derivative of the sigmoid.",
        tempting="Networks multiply by it, and it is the answer to another question: that for the square of the error.",
        effect="The weight is at most one quarter and goes to 0 for bad margins as well: what is far on the wrong "
        "side is given up. w is too short; the objective is too high by little, so that it takes the steps to see it.",
        hints=("Which weight do you give to an example that is far on the wrong side?",
               "Differentiate log(1 + e^−z) once more, by hand. Is there a square?"),
        where="loss",
        changes=_weighted("np.exp(-np.logaddexp(0, y[i] * score)) * np.exp(-np.logaddexp(0, -y[i] * score))"),
    ),
    Entry(
        "the exponential without its denominator",
        says="It weighs an example by e^−z, without 1 + e^−z below.",
        tempting="For good margins e^−z is nearly the same as p.",
        effect="This is the step of the exponential loss. One bad margin throws w far out, where numbers may "
        "overflow; the objective ends anywhere.",
        hints=("How large can your p become? It stands for a probability.",
               "What is p at a margin of −10, by your formula?"),
        where="loss", changes=_weighted("np.exp(np.minimum(-y[i] * score, 300))"),
    ),
    Entry(
        "the loss in the place of p",
        says="It weighs an example by the log loss itself.",
        tempting="A larger loss deserves a larger step, and both go to 0 for good margins.",
        effect="Bad margins pull in proportion to how bad they are, where p would stop at 1: the first steps throw w "
        "far out. Later the two are alike, as for good margins loss and p are nearly equal.",
        hints=("Which weight has an example at a margin of 0? It should be one half.",
               "Is what you multiply by the loss, or how steep it is?"),
        where="loss", changes=_weighted("np.logaddexp(0, -y[i] * score)"),
    ),
    Entry(
        "the pull of the hinge",
        says="It pulls with full weight where the margin is below 1, and not at all elsewhere.",
        tempting="That is the step for the hinge, and the two programs are the same but for this weight.",
        effect="It is the program for the other loss: right for that, and no logistic regression. The scores are "
        "those of a machine with a margin, and no probabilities.",
        hints=("Which values does your weight take? That of the log loss is never 0 and never 1.",
               "Draw the slopes of both losses, one above the other. Which of them have you taken?"),
        where="loss", changes=_weighted("1.0 * (y[i] * score < 1)"),
    ),
    Entry(
        "the same pull for every example",
        says="It adds every example with full weight, whatever its margin is.",
        tempting="The hinge has its condition, and when that is taken out nothing is put in its place.",
        effect="No step learns from a score: w becomes the mean of all y·x, divided by λ. It is far too long, and the "
        "objective high; accuracy may be good.",
        hints=("Does your step depend on the margin at all?",
               "How steep is the log loss at margin 10, and at margin −10?"),
        where="loss", changes=_weighted("1.0 * (y[i] == y[i])"),
    ),
    Entry(
        "the probability of class +1 for the weight",
        says="It weighs an example by 1/(1 + e^−score), whatever its label is.",
        tempting="The sigmoid of the score is what logistic regression predicts.",
        effect="Examples of class −1 are treated rightly. Those of class +1 pull the more the better they are: w is "
        "too long, and the objective too high.",
        hints=("Take an example with label +1 and score 5. How much should it still pull?",
               "For which of the two classes is your weight right?"),
        where="loss", changes=_weighted("np.exp(-np.logaddexp(0, -score))"),
    ),
    Entry(
        "p rounded to 0 or 1",
        says="It uses the predicted class, 0 or 1, where the probability belongs.",
        tempting="A helper predicts classes, and the error it leaves is 0 or 1.",
        effect="Only examples on the wrong side pull, with full weight: the perceptron's condition. Accuracy is often "
        "as good; the probabilities are not, and the objective is too high.",
        hints=("Which values does your p take?",
               "How far does a barely right example pull? By about one half, or not at all?"),
        where="loss", changes=_weighted("1.0 * (y[i] * score <= 0)"),
    ),
)  # fmt: skip
