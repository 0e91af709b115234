"""The step: score, condition, shrinking, adding"""

from pegasos_edu.misconceptions.edits import ALONE, BATCHED, SHRUNK, SUMS, asked, each, shrunk
from pegasos_edu.misconceptions.entries import Entry

PLAIN = ("hinge", "free_bias")  # those that keep w itself and look at one example
ADDED = "(eta * y[i]) * X[i]"


def _added(hinge, logistic="", batch="", scaled="", summed="", summed_logistic=""):
    """Another addition, where one is given: what stands in the place of η·y·x, of η·y/a, of y."""
    pairs = {
        PLAIN: (ADDED, hinge),
        ("logistic",): ("(eta * y[i] * p) * X[i]", logistic),
        BATCHED: ("(eta / len(A)) * total", batch),
        ("scaled",): ("eta * y[i] / a", scaled),
        ("summed", "biased"): ("add(v, y[i], X, i)", summed and f"add(v, {summed}, X, i)"),
        ("summed_logistic",): ("add(v, y[i] * p, X, i)", summed_logistic and f"add(v, {summed_logistic}, X, i)"),
    }
    return {box: (pair,) for boxes, pair in pairs.items() if pair[1] for box in boxes}


ENTRIES = (
    Entry(
        "the score after shrinking",
        says="It shrinks w first, and takes the score of the example with the shrunk w.",
        tempting="All cases shrink, so one pulls that line to the front, before the condition.",
        effect="Margins between 1 and t/(t − 1) count as violated. That is rare and rarer with time: most steps are "
        "the right ones, objective and accuracy end close to the right ones. Sooner or later a step shows it.",
        hints=("With which w do you take the score: that of the last round, or one on which something was done "
               "already?",
               "Take an example with a margin just above 1, and follow it through your round, line by line."),
        where="score",
        changes=each(("hinge", "logistic"), ("score = w @ X[i]", "score = ((1 - eta * lam) * w) @ X[i]"))
        | each(BATCHED, ("dots(w, X, A)", "dots((1 - 1 / t) * w, X, A)"))
        | each(["scaled"], ("score = a * dot(v, X, i)", "score = (1 - eta * lam) * a * dot(v, X, i)"))
        | each(["free_bias"], ("score = w @ X[i] + b", "score = ((1 - eta * lam) * w) @ X[i] + b")),
    ),
    Entry(
        "the step size of this round in the score",
        says="It multiplies the sum by 1/(λ·t), the step size of this round, where w is still that of the round "
        "before.",
        tempting="η is computed at the top of the loop, and w = η·v is what is written at its end.",
        effect="It is as if w were shrunk before its score is taken: margins between 1 and t/(t − 1) count as "
        "violated. Rare and rarer with time; objective and accuracy end close to the right ones.",
        hints=("In round t, how many rounds have made the sum what it is?",
               "Which step size left the w that you are about to judge: this round's, or another one's?"),
        where="score",
        changes=each((box for box in SUMS if box not in ("multiclass", "biased")),
                     ("score = eta * dot(v, X, i)", "score = 1 / (lam * t) * dot(v, X, i)"))
        | each(["biased"], ("eta * dot(v, X, i)", "1 / (lam * t) * dot(v, X, i)"))
        | each(["multiclass"], ("eta * dot(v, X, i)", "1 / (lam * t) * dot(v, X, i)")),
    ),
    Entry(
        "the sum without its scale",
        says="It takes the score with the sum itself, without 1/(λ·(t − 1)).",
        tempting="The sum has the direction of w, and for a prediction its length does not matter.",
        effect="The sum is shorter than w in the first 1/λ rounds and longer later: at first too many margins count "
        "as violated, then too few. The objective is too high; accuracy is often as good.",
        hints=("How long is the vector with which you take the score, compared with w?",
               "For the sign of a score its size is the same; for the condition it is not."),
        where="score", changes=each(SUMS, ("eta * dot(v, X, i)", "dot(v, X, i)")),
    ),
    Entry(
        "nothing shrinks",
        says="It adds, but never shrinks w.",
        tempting="This is the perceptron's way; or a whole-number division makes 1/t equal to 0, and the line is "
        "there.",
        effect="Early steps keep their full length for ever, so that w is dominated by the first violators and is too "
        "long. The objective can be very high while accuracy looks fine.",
        hints=("How long is w after 1,000 steps? The bound is R/λ.",
               "Which line makes w shorter, and by which factor does it do so in round 2?"),
        where="shrink", changes=shrunk("1") | each(["scaled"], ("(1 - eta * lam) * a", "a")),
    ),
    Entry(
        "shrinks by 1 − η",
        says="It multiplies w by 1 − η, without λ.",
        tempting="Weight decay is often written so, and with λ = 1 it is the same.",
        effect="With a small λ the factor is below −1 in the first rounds, and w flips its sign. Later w shrinks 1/λ "
        "times as fast as it should, so that hardly more than the last rounds are left in it: w is far too short.",
        hints=("Put λ = 0.1 and t = 2 into your factor. What comes out?",
               "The penalty has a weight of its own. Where is it in your factor?"),
        where="shrink", changes=shrunk("(1 - eta)"),
    ),
    Entry(
        "shrinks by 1 − λ",
        says="It multiplies w by 1 − λ in every round, without η.",
        tempting="λ is the amount of regularisation, so one takes it off in every round.",
        effect="w forgets at a constant rate: early on the too long first steps stay, later only the last 1/λ rounds "
        "count, and these steps are short. w ends too short; accuracy may hide it.",
        hints=("By which factor does w shrink in round 2, and in round 1,000? Should that be the same?",
               "The step against the gradient has a size; it counts for the penalty as well."),
        where="shrink", changes=shrunk("(1 - lam)"),
    ),
    Entry(
        "shrinks only on a violation",
        says="It shrinks w only where it also adds something.",
        tempting="When the margin is good, nothing seems to be left to do.",
        effect="w keeps what it should lose in the rounds without violation, and is too long. Accuracy hardly "
        "suffers; the objective is too high, the more the smaller λ is.",
        hints=("What does your program do with w when the margin is fine?",
               "The penalty on the length of w does not know of margins. In which rounds does it act?"),
        where="shrink",
        changes=each(PLAIN, (ALONE, "w  "))
        | each(["minibatch"], (SHRUNK, "(1 - eta * lam * (len(violators) > 0)) * w + ("))
        | each(["scaled"], ("if t > 1:", "if t > 1 and y[i] * score < 1:")),
    ),
    Entry(
        "the step size left out of the addition",
        says="It adds the example as it is, without η.",
        tempting="This is the perceptron's addition, and η is in the same line already, in the factor that shrinks.",
        effect="Early steps are too short where λ is small, late ones far too long: w ends as the sum of the last "
        "violators, of a length that λ does not set. The objective is high, accuracy uncertain.",
        hints=("How far does w move in round 1, and in round 1,000?",
               "Every part of the gradient is multiplied by the size of the step."),
        where="add", changes=_added("y[i] * X[i]", "(y[i] * p) * X[i]", "(1 / len(A)) * total", "y[i] / a"),
    ),
    Entry(
        "shrinks after adding",
        says="It adds the example first and shrinks the sum of both.",
        tempting="Shrink w and add x can be done in either order, it seems.",
        effect="What is added is too short by the same factor: in round 1 it is lost altogether, and later hardly "
        "anything is missing. Objective and accuracy end close to the right ones.",
        hints=("What is w after round 1, and what should it be?",
               "In round 1 the factor is 0. To what do you apply it?"),
        where="shrink",
        changes=_added(f"((1 - eta * lam) * {ADDED})", "((1 - eta * lam) * eta * y[i] * p) * X[i]",
                       "((1 - eta * lam) * eta / len(A)) * total"),
    ),
    Entry(
        "shrinks twice on a violation",
        says="It shrinks w for every example, and once more where the margin is violated.",
        tempting="The line that shrinks is put before the condition, and stays within it as well.",
        effect="w loses too much in every violated round and is too short, so that more margins are violated. The "
        "objective is too high by a little, accuracy nearly the same.",
        hints=("Count the lines that make w shorter in a round with a violation.",
               "Does each case of the condition shrink, or is it done for both together? Not in both ways."),
        where="shrink",
        changes={
            **each(PLAIN, (SHRUNK, "(1 - eta * lam) ** 2 * w + (")),
            "minibatch": ((SHRUNK, "(1 - eta * lam) ** (1 + (len(violators) > 0)) * w + ("),),
            "scaled": (("score = a * dot(v, X, i)", "score = a * dot(v, X, i)\n"
                        "        if t > 1 and y[i] * score < 1:\n            a = (1 - 1 / t) * a"),),
        },
    ),
    Entry(
        "w grows where it should shrink",
        says="It multiplies w by 1 + η·λ.",
        tempting="The two minus signs, that of the step and that of the gradient, are easily mixed up.",
        effect="w becomes longer with every round, whatever it sees: after t rounds what was added first counts t "
        "times. The objective rises without end; accuracy may look fine.",
        hints=("How long is w after 10, 100 and 1,000 steps?",
               "The penalty is there to keep w short. Which sign does that take?"),
        where="shrink",
        changes=shrunk("(1 + eta * lam)") | each(["scaled"], ("(1 - eta * lam) * a", "(1 + eta * lam) * a")),
    ),
    Entry(
        "only the touched coordinates shrink",
        says="It shrinks only those coordinates of w that the example has.",
        tempting="Examples with few non-zeros, as dictionaries, invite to go through their entries and no others.",
        effect="Where all entries are non-zero it is right. On sparse data rare words keep their early, large "
        "weights: w is too long, and the objective too high.",
        hints=("Take an example that has a 0 somewhere. What happens to that coordinate of w?",
               "The penalty is on all of w, whichever example was drawn."),
        where="shrink",
        changes=each(PLAIN, (SHRUNK, "np.where(X[i] != 0, 1 - eta * lam, 1) * w + ("),
                     (ALONE, "np.where(X[i] != 0, 1 - eta * lam, 1) * w  "))
        | each(["logistic"], (SHRUNK, "np.where(X[i] != 0, 1 - eta * lam, 1) * w + (")),
    ),
    Entry(
        "adds the whole new w",
        says="It adds the new w to the old one, in the place of putting it there.",
        tempting="+= is the habit for a step, and the formula for the new w holds all of the old one already.",
        effect="w is nearly doubled in every round: it explodes within a few hundred steps.",
        hints=("Follow w through a round in which the margin is fine. Is it longer or shorter than before?",
               "Is the formula that of the new w, or that of the change of w?"),
        where="add", changes=shrunk("(2 - eta * lam)"),
    ),
    Entry(
        "the step size twice in the addition",
        says="It multiplies what it adds by η a second time.",
        tempting="One helper gives η·y·x, or keeps w as a sum times η, and another line multiplies by η again.",
        effect="Early violators count far too much, and late ones hardly at all: w is ruled by the first rounds.",
        hints=("Compare what you add in round 1 and in round 10. How many times shorter is it?",
               "How often does η stand on the way from the example into w?"),
        where="add",
        changes=_added("(eta * eta * y[i]) * X[i]", "(eta * eta * y[i] * p) * X[i]", "(eta * eta / len(A)) * total",
                       "eta * eta * y[i] / a", "eta * y[i]", "eta * y[i] * p"),
    ),
    Entry(
        "the label lost in the addition",
        says="It adds η·x without the label; or with the label twice, which is the same.",
        tempting="The label is in the condition already, or it was multiplied into the example before.",
        effect="All examples pull to the same side. Those of class −1 move w so that their own margin becomes worse.",
        hints=("Take a violated example with label −1. Is its margin better after your step?",
               "How often does y come into what you add: not at all, once, twice?"),
        where="add",
        changes=_added("eta * X[i]", "(eta * p) * X[i]", "", "eta / a", "1", "p")
        | each(["minibatch"], ("combine(y[violators], X", "combine(y[violators] ** 2, X"))
        | each(["logistic_minibatch"], ("combine(y[A] * p, X, A)", "combine(p, X, A)")),
    ),
    Entry(
        "the sign of the addition",
        says="It subtracts the example where it should be added.",
        tempting="Descent subtracts, and one forgets that the gradient itself has a minus.",
        effect="Every step makes the margin of its example worse; all margins are violated sooner or later. The "
        "objective ends far above that of w = 0, and accuracy below one half.",
        hints=("Take a violated example. Is its margin better after your step, or worse?",
               "Two minus signs make a plus. How many does your step have?"),
        where="add",
        changes=_added("(-eta * y[i]) * X[i]", "(-eta * y[i] * p) * X[i]", "(-eta / len(A)) * total",
                       "-eta * y[i] / a", "-y[i]", "-y[i] * p"),
    ),
    Entry(
        "the example left out of the addition",
        says="It adds the number η·y to every coordinate of w.",
        tempting="A number and a vector can be added in NumPy, so that nobody complains about what is missing.",
        effect="All coordinates of w are equal for ever: only one direction can be learned, and it is no choice of "
        "the data.",
        hints=("Look at the coordinates of w after some rounds. What do they have in common?",
               "In which direction must w move to score better on the example?"),
        where="add", changes=_added("(eta * y[i])", "(eta * y[i] * p)"),
    ),
    Entry(
        "only one coordinate is added to",
        says="It adds to one coordinate of w only, the last one.",
        tempting="A loop over the coordinates ends, and the line that adds stands after it and not within.",
        effect="All coordinates but one stay 0: w can use a single feature, and both objective and accuracy are poor.",
        hints=("Which coordinates of w are not 0 after ten rounds?",
               "Look at how far the line that adds is indented, and which index it uses."),
        where="add",
        changes=_added(f"{ADDED} * (np.arange(len(w)) == len(w) - 1)",
                       "(eta * y[i] * p) * X[i] * (np.arange(len(w)) == len(w) - 1)"),
    ),
    Entry(
        "the loss in the place of its slope",
        says="It multiplies what it adds by the loss 1 − y·score.",
        tempting="A larger error deserves a larger step, and so it is for squared losses.",
        effect="This is the step for the square of the hinge loss, with half of its slope. Large errors move w far "
        "more: in early rounds w can run away; later steps are too short. The objective ends elsewhere.",
        hints=("Take two violated examples, one barely and one badly. How far does each move w?",
               "The hinge is a straight line below 1: its slope does not depend on how far."),
        where="add",
        changes=_added("(eta * y[i] * (1 - y[i] * score)) * X[i]", scaled="eta * y[i] * (1 - y[i] * score) / a",
                       summed="y[i] * (1 - y[i] * score)"),
    ),
    Entry(
        "the perceptron's condition",
        says="It steps only where the sign of the score is wrong, or the score is 0.",
        tempting="An example on the right side seems to be learned already; this is what the perceptron does.",
        effect="Margins between 0 and 1 are left alone: no room is made around the boundary, and w is too short. "
        "Accuracy is often as good; the objective is too high for good.",
        hints=("Take an example on the right side, close to the boundary. Does your step do anything?",
               "From which margin on does the hinge loss cost nothing?"),
        where="condition", changes=asked("y[i] * score <= 0", "y[A] * scores <= 0"),
    ),
    Entry(
        "the loss cut to a whole number",
        says="It computes the loss 1 − y·score as a whole number and asks whether that is above 0.",
        tempting="An array of whole numbers, or a cast for the sake of a mask, cuts off all behind the point.",
        effect="Losses below 1 become 0: only what is on the wrong side counts, as for the perceptron. Accuracy hides "
        "it, the objective does not.",
        hints=("What is the loss of an example with margin 0.5, in your program?",
               "Look at the type of the numbers, not only at their values."),
        where="condition", changes=asked("int(1 - y[i] * score) > 0", "(1 - y[A] * scores).astype(int) > 0"),
    ),
    Entry(
        "the label left out of the condition",
        says="It asks whether the score, and not the margin, is below 1.",
        tempting="The paper writes the margin with an inner product, and the y before it is small.",
        effect="Examples of class +1 are treated rightly. Those of class −1 are added in nearly every round, however "
        "good their margin is: w is too long, and the objective can be many times too high. Accuracy may hide it.",
        hints=("Take an example with label −1 and score −5. Is it violated?",
               "For which of the two classes does your condition ask the right thing?"),
        where="condition", changes=asked("score < 1", "scores < 1"),
    ),
    Entry(
        "the condition turned round",
        says="It steps where the margin is above 1, and leaves those below alone.",
        tempting="One thinks of the case that is fine first, and writes its condition before the other's step.",
        effect="At w = 0 no margin is above 1, so that nothing is ever added: w stays 0. The objective stays 1, its "
        "value at w = 0.",
        hints=("Does w move at all in the first rounds?",
               "Take w = 0. Which margin does every example have, and should it be added?"),
        where="condition", changes=asked("y[i] * score > 1", "y[A] * scores > 1"),
    ),
    Entry(
        "only scores strictly on the wrong side",
        says="It steps only where the margin is below 0.",
        tempting="A wrong prediction is one with the wrong sign, it seems, and 0 has no sign.",
        effect="At w = 0 all margins are 0 and none is below: nothing is ever added, and w stays 0.",
        hints=("Does w move at all in the first rounds?",
               "Take w = 0. Which margin does every example have, and should it be added?"),
        where="condition", changes=asked("y[i] * score < 0", "y[A] * scores < 0"),
    ),
    Entry(
        "adds in every round",
        says="It adds every example, whether its margin is violated or not.",
        tempting="Gradient steps elsewhere have no condition, and the one of Pegasos is easily taken for a detail.",
        effect="w becomes the mean of all y·x, divided by λ: no step ever learns from a score. The direction is that "
        "of the difference of the two means, so that accuracy may be good; w is far too long, and the objective high.",
        hints=("What does your program do with an example whose margin is 5?",
               "Where the loss is 0 and flat, what is left of its gradient?"),
        where="condition", changes=asked("y[i] * y[i] > 0", "y[A] == y[A]"),
    ),
    Entry(
        "the size of the score in the condition",
        says="It asks whether the score is between −1 and 1, whatever its sign should be.",
        tempting="The strip between −1 and 1 is what pictures of the margin show.",
        effect="Examples far on the wrong side are taken for fine and never corrected. Where few are there, all looks "
        "well; else the objective stays high.",
        hints=("Take an example with label +1 and score −3. What does your step do?",
               "Being outside the strip is good on one side of it only."),
        where="condition", changes=asked("abs(score) < 1", "np.abs(scores) < 1"),
    ),
    Entry(
        "the weights brought to length 1",
        says="It divides w by its length before it gives it out.",
        tempting="For a prediction only the direction matters, and a normal vector of length 1 is neat.",
        effect="The direction, and with it accuracy, is the right one. The margins are not, and so the objective is "
        "not that of Pegasos' w, mostly far higher.",
        hints=("How long is what you give out?", "The length of w says how wide the margin is. May it be thrown away?"),
        where="output",
        changes=each(["hinge", "logistic"], ("score, w)", "score, w / max(norm(w), 1e-300))"))
        | each(BATCHED, ("scores, w)", "scores, w / max(norm(w), 1e-300))"))
        | each(["free_bias"], ("score, b, w)", "score, b, w / max(norm(w), 1e-300))")),
    ),
    Entry(
        "the sum given out without its scale",
        says="It gives out the sum of the violators, without 1/(λ·t).",
        tempting="The sum is what the loop keeps, and for a prediction its length does not matter.",
        effect="Direction and accuracy are right. The length is λ·t times that of w, and the objective is that of "
        "another vector, the further off the longer the run.",
        hints=("Is what you give out w, or what you keep in its place?", "What must the sum be divided by, to be w?"),
        where="output",
        changes=each(("summed", "summed_logistic", "regression", "biased"),
                     ("SummedStep(t, i, eta,", "SummedStep(t, i, 1.0,"))
        | each(["multiclass"], ("MulticlassStep(t, i, eta,", "MulticlassStep(t, i, 1.0,")),
    ),
    Entry(
        "the sum shrinks as well",
        says="It multiplies the sum by 1 − η·λ in each round, though w = v/(λ·t) has that in it already.",
        tempting="All descriptions of Pegasos shrink something in each round.",
        effect="w shrinks twice in each round, so that it is too short, and late examples count more than early ones; "
        "more of them are violated for it. The objective is too high by a little, accuracy nearly the same.",
        hints=("If nothing is added for a round, how does your w change? Compare with 1 − 1/t.",
               "What does the division by t do to the sum, from one round to the next?"),
        where="shrink",
        changes=each(SUMS, ("        eta = 1 / (lam * t)", "        v *= 1 - 1 / t\n        eta = 1 / (lam * t)")),
    ),
)  # fmt: skip
