"""The bias"""

from pegasos_edu.misconceptions.edits import ALONE
from pegasos_edu.misconceptions.entries import Entry

UP = "b = b + eta * y[i]"

ENTRIES = (
    Entry(
        "the bias left out of the margin",
        says="It judges examples by w·x alone, without b.",
        tempting="The condition was there before the bias, and works without it.",
        effect="w is the one without bias. A learned b answers to nothing: what the first steps did to it is never "
        "undone, and predictions with it may be all of one class.",
        hints=("By which score do you predict, and by which one do you judge an example in a step?",
               "Which numbers belong to the score of an example?"),
        where="bias",
        changes={
            "free_bias": (("w @ X[i] + b", "w @ X[i]"),),
            "biased": (("eta * dot(v, X, i) + b", "eta * dot(v, X, i)"),),
        },
    ),
    Entry(
        "the bias never updated",
        says="It uses b in the score, but never changes it.",
        tempting="b is set at the start, and w takes all the attention in the step.",
        effect="The boundary goes through the origin whatever happens. On centred data that is hardly a loss; on "
        "shifted ones objective and accuracy are poor.",
        hints=("What is b after 100 rounds?", "Which parts of the score can be improved by a step?"),
        where="bias", changes={"free_bias": ((UP, "b = b"),)},
    ),
    Entry(
        "the bias updated in every round",
        says="It adds η·y to b whether the margin is violated or not.",
        tempting="The line for b is put after the condition, at the end of the round.",
        effect="b follows the labels as they come, and not the errors: it wanders with what is drawn, and goes to the "
        "more frequent class.",
        hints=("Take an example with a fine margin. What happens to b?",
               "Where the loss is flat, in which of its arguments is it flat?"),
        where="bias",
        changes={"free_bias": ((UP, "pass"), ("yield BiasStep", "b = b + eta * y[i]\n        yield BiasStep"))},
    ),
    Entry(
        "the bias without the label",
        says="It adds η to b for every violated example, whatever its class is.",
        tempting="The label comes with x for w, and b has no x.",
        effect="b only grows: everything is moved to the side of class +1, whose margins are then good, while class "
        "−1 is violated in nearly every round.",
        hints=("Can b become smaller in your program?",
               "In which direction should b go, to help an example of class −1?"),
        where="bias", changes={"free_bias": ((UP, "b = b + eta"),)},
    ),
    Entry(
        "the bias with the wrong sign",
        says="It subtracts η·y from b.",
        tempting="Some write the score with minus b, and others with plus b.",
        effect="Each step on b makes the margin of its example worse, and w has to make up for it: the boundary is "
        "pushed to the wrong side. The objective ends high.",
        hints=("Take a violated example. Does your change of b alone make its margin better?",
               "Is b added or subtracted in your score? The step must fit to that."),
        where="bias",
        changes={
            "free_bias": ((UP, "b = b - eta * y[i]"),),
            "biased": (("dot(v, X, i) + b", "dot(v, X, i) - b"),),
        },
    ),
    Entry(
        "η left out of the step on the bias",
        says="It adds y to b, without η.",
        tempting="b is a single number, and steps of 1 look natural for it.",
        effect="b moves in steps of 1 for ever, and never settles; the scores of all examples move with it. Accuracy "
        "trembles.",
        hints=("How large are the changes of b in round 1,000?",
               "w and b move in the same step. Does its size hold for both?"),
        where="bias", changes={"free_bias": ((UP, "b = b + y[i]"),)},
    ),
    Entry(
        "the bias shrinks with w",
        says="It shrinks b together with w, in every step.",
        tempting="w and b stand in one score, and the line for b is made like the one for w.",
        effect="b is penalised like a weight, as if the data had a column of ones: the objective holds λ/2·b² too, and "
        "the boundary comes out nearer to the origin. Where it goes through the origin anyway, hardly anything shows.",
        hints=("Which terms of the objective hold b? Does the penalty?",
               "Take an example with a fine margin. What happens to b?"),
        where="bias",
        changes={"free_bias": ((UP, "b = (1 - eta * lam) * b + eta * y[i]"),
                               (f"w = {ALONE}", "w, b = (1 - eta * lam) * w, (1 - eta * lam) * b  "))},
    ),
    Entry(
        "the bias shrinks only on a violation",
        says="It shrinks b together with w where it adds, and leaves it alone otherwise.",
        tempting="The line for b is made like the one for w, and in the other case b is forgotten.",
        effect="b is neither free nor penalised: how much it loses depends on how often margins are violated. Where "
        "the boundary goes through the origin anyway, hardly anything shows; elsewhere it is shifted.",
        hints=("Is b meant to be penalised, or free? Which of the two does your program do?",
               "Compare what happens to b in both cases of the condition."),
        where="bias", changes={"free_bias": ((UP, "b = (1 - eta * lam) * b + eta * y[i]"),)},
    ),
    Entry(
        "the bias shrinks only when all is fine",
        says="It shrinks b where the margin is fine, and not where it adds to it.",
        tempting="A line for both, w and b, is written in one of the two cases only.",
        effect="b is neither free nor penalised: each fine margin draws it towards 0. Where the boundary goes through "
        "the origin anyway, hardly anything shows; elsewhere it is shifted.",
        hints=("Is b meant to be penalised, or free? Which of the two does your program do?",
               "Compare what happens to b in both cases of the condition."),
        where="bias", changes={"free_bias": ((f"w = {ALONE}", "w, b = (1 - eta * lam) * w, (1 - eta * lam) * b  "),)},
    ),
    Entry(
        "the bias multiplied by η",
        says="It multiplies b by η, together with the sum that w is kept as.",
        tempting="w and b are one score, and the factor stands before all of it.",
        effect="b is as good as gone after some rounds, and 0 in the first one: the steps are those without bias, "
        "while predictions use it.",
        hints=("How much does b contribute to the score in round 1, and in round 100?",
               "What is kept as a sum to be scaled, and what is given as it is?"),
        where="bias", changes={"biased": (("eta * dot(v, X, i) + b", "eta * (dot(v, X, i) + b)"),)},
    ),
    Entry(
        "the bias multiplied by the label first",
        says="It adds b to the margin and not to the score, so that the label does not turn its sign.",
        tempting="y·(w·x) + b and y·(w·x + b) differ by a bracket.",
        effect="For class +1 nothing is changed; for class −1 the bias helps where it should hinder. Those that it "
        "hides are no longer added, and a learned b runs away to one side.",
        hints=("Take an example of class −1. Does a large b make its margin better or worse?",
               "Where does the bracket of the score end?"),
        where="bias",
        changes={
            "free_bias": (("y[i] * score < 1", "y[i] * (score - b) + b < 1"),),
            "biased": (("y[i] * score < 1", "y[i] * (score - b) + b < 1"),),
        },
    ),
)  # fmt: skip
