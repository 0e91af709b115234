"""Regression and several classes"""

from pegasos_edu.misconceptions.entries import Entry

ABOVE, BELOW = "score - y[i] > epsilon", "y[i] - score > epsilon"
DOWN, UP = "add(v, -1, X, i)", "add(v, 1, X, i)"
RIVAL = "np.argmax(scores + (np.arange(len(v)) != y[i]))"
OTHER, OWN = "add(v[r], -1, X, i)", "add(v[y[i]], 1, X, i)"

ENTRIES = (
    Entry(
        "the two sides exchanged",
        says="It pushes the score up where it is too high, and down where it is too low.",
        tempting="Descent subtracts, and the signs of two cases are easily exchanged.",
        effect="Every step makes the error of its example larger: the objective rises far above that of w = 0.",
        hints=("Take an example whose score is too high. Is it nearer to its target after your step?",
               "What must be added to w, so that the score of x becomes smaller?"),
        where="add", changes={"regression": ((DOWN, "add(v, +1, X, i)"), (UP, "add(v, -1, X, i)  "))},
    ),
    Entry(
        "ε left out",
        says="It steps at every error, however small.",
        tempting="With ε = 0 it is the absolute error, which looks like the plain case.",
        effect="Errors within the tube are corrected as well: w moves in nearly every round, and fits the absolute "
        "error. The objective is hardly higher, or noisier.",
        hints=("Take an error of ε/2. Should w move?", "Where is the loss flat at 0?"),
        where="condition", changes={"regression": ((ABOVE, "score - y[i] > 0"), (BELOW, "y[i] - score > 0"))},
    ),
    Entry(
        "the error in the place of its sign",
        says="It multiplies what it adds by the error, as for squared errors.",
        tempting="Least squares are what one knows of regression.",
        effect="Large errors move w far more than small ones; the first steps, at their size of 1/λ, may throw w far "
        "out. It heads for another optimum, that of squared errors.",
        hints=("Take two examples with errors of 1 and of 10. How far does each move w?",
               "How steep is the loss outside of its flat part? Does that depend on the error?"),
        where="add", changes={"regression": ((DOWN, "add(v, y[i] - score, X, i)"), (UP, "add(v, y[i] - score, X, i)"))},
    ),
    Entry(
        "one side only",
        says="It corrects scores that are too low, and never those that are too high.",
        tempting="The hinge has one side, and regression seems to be the same with another condition.",
        effect="w shrinks and is corrected upwards, never downwards. Where half of the examples are mirror images of "
        "the others hardly anything shows; elsewhere scores end too high, and the objective with them.",
        hints=("Take an example whose score is far above its target. What does your program do?",
               "How many kinds of errors are there in regression?"),
        where="condition", changes={"regression": ((DOWN, "add(v, 0, X, i)"),)},
    ),
    Entry(
        "the hinge's condition in regression",
        says="It asks whether y·score is below 1, and adds y·x.",
        tempting="The line stays there when the classifier is turned into a regression.",
        effect="Targets are treated as labels of different weights: scores grow until their product with the target "
        "is 1, which has nothing to do with being near to it.",
        hints=("Take a target of 3 and a score of 3. Should w move?",
               "What is an error here, and does your condition know it?"),
        where="condition",
        changes={"regression": ((ABOVE, "False"), (BELOW, "y[i] * score < 1"), (UP, "add(v, y[i], X, i)"))},
    ),
    Entry(
        "no margin between the classes",
        says="It compares the scores as they are: the class with the highest score is the rival.",
        tempting="The prediction is the class with the highest score, and the perceptron learns from that.",
        effect="It steps only where the prediction is wrong, and makes no room between the classes. Accuracy is often "
        "as good; the objective is too high.",
        hints=("Take an example whose own class is ahead by 0.1. Is there a loss?",
               "By how much must the own class be ahead, until the loss is 0?"),
        where="condition", changes={"multiclass": ((RIVAL, "np.argmax(scores)"),)},
    ),
    Entry(
        "only the own class is moved",
        says="It adds the example to its own class, and takes nothing from the rival.",
        tempting="One row of weights for one label is what the other boxes have.",
        effect="All rows are sums of their own examples: they become long together, and the rival is not pushed away. "
        "More rounds are violated; the objective is too high.",
        hints=("Which rows of the weights does the loss of an example depend on?",
               "Two scores decide. Your step changes how many of them?"),
        where="add", changes={"multiclass": ((OTHER, "add(v[r], 0, X, i)"),)},
    ),
    Entry(
        "only the rival is moved",
        says="It takes the example from the rival, and adds nothing to its own class.",
        tempting="The subgradient with the rival's sign is the first term of the formula.",
        effect="All weights are made of what their class is not. The scores of the own class never rise, only those "
        "of others fall; the objective is too high.",
        hints=("Which rows of the weights does the loss of an example depend on?",
               "Two scores decide. Your step changes how many of them?"),
        where="add", changes={"multiclass": ((OWN, "add(v[y[i]], 0, X, i)"),)},
    ),
    Entry(
        "rival and own class exchanged",
        says="It adds the example to the rival and takes it from its own class.",
        tempting="The subgradient has plus at the rival and minus at the own class, and one descends against it.",
        effect="Every step makes its example worse: the objective rises far above that of w = 0.",
        hints=("Is the score of the own class higher after your step, or lower?",
               "Descent goes against the subgradient. Was the sign turned?"),
        where="add", changes={"multiclass": ((OTHER, "add(v[r], +1, X, i)"), (OWN, "add(v[y[i]], -1, X, i)"))},
    ),
    Entry(
        "the margin added to the own class",
        says="It adds 1 to the score of the own class, and not to those of the others.",
        tempting="Whether δ is 1 for right or for wrong is easily turned round.",
        effect="An example counts as good even where its class is behind by up to 1: at w = 0 nothing is ever "
        "violated, and w stays 0.",
        hints=("Do the weights move at all in the first rounds?",
               "Who gets the handicap: the own class, which must be ahead, or its rivals?"),
        where="condition", changes={"multiclass": ((RIVAL, "np.argmax(scores + (np.arange(len(v)) == y[i]))"),)},
    ),
    Entry(
        "the rival is never the best one",
        says="It takes for the rival the class with the lowest score.",
        tempting="Losses are to be made small, and a minimum is taken where the formula has a maximum.",
        effect="The worst rival is pushed away further and further, and the one that is really close is left alone. "
        "The objective stays high.",
        hints=("Which of the wrong classes is nearly chosen for your example? Is it the one that you push away?",
               "The loss is a maximum over the classes."),
        where="condition", changes={"multiclass": ((RIVAL, "np.argmin(scores - (np.arange(len(v)) != y[i]))"),)},
    ),
    Entry(
        "classes counted from 1",
        says="It takes the row before its own for each class, and the last one for class 0.",
        tempting="Books count classes from 1, and a correction for that is done once too often.",
        effect="Each class has a row of weights, only not its own: learning goes on as it should, and predictions "
        "name the wrong class, unless they are shifted too.",
        hints=("Into which row does an example of class 0 go?", "Python does not complain about index −1."),
        where="labels",
        changes={"multiclass": (("v, eta = np.zeros((y.max() + 1, X.shape[1])), 0.0",
                                 "v, eta, y = np.zeros((y.max() + 1, X.shape[1])), 0.0, y - 1"),
                                (RIVAL, "np.argmax(scores + (np.arange(len(v)) != y[i] % len(v)))"),
                                ("if r != y[i]:", "if r != y[i] % len(v):"))},
    ),
)  # fmt: skip
