"""Counting the rounds, and the step size"""

from pegasos_edu.misconceptions.edits import BATCHED, EVERY, KERNELS, STEPPING, counted, sized
from pegasos_edu.misconceptions.entries import Entry

ENTRIES = (
    Entry(
        "t restarts in each pass",
        says="It counts t anew from 1 in every pass over the data.",
        tempting="The counter of the inner loop is the one at hand, and in the first pass it is right.",
        effect="The first pass is right. Then every pass begins with the step of size 1/λ, where 1 − η·λ is 0: all "
        "that was learned is wiped out once a pass. The objective jumps up and comes down again, without end.",
        hints=("Look at η in the first step of the second pass: how does it compare with the step right before?",
               "t tells how many steps there have been in all. Which of your two loops should it follow?"),
        where="t", changes=counted(EVERY, "1 + n % len(y)"),
    ),
    Entry(
        "t counts passes",
        says="It counts t in passes over the data, so that all steps of a pass have the same size.",
        tempting="Passes and examples are two nested loops, and papers write one t for the outer one.",
        effect="In the whole first pass η is 1/λ: each violator wipes out what came before, or, where w is kept as a "
        "sum, w is far too long. The steps stay too large by about the number of examples; the objective stays high.",
        hints=("How large is η in the second step? Has it become smaller?",
               "The step size must fall from one example to the next, not from one pass to the next."),
        where="t", changes=counted(EVERY, "1 + n // len(y)"),
    ),
    Entry(
        "t stands at 1 twice",
        says="It takes the step of size 1/λ twice, and is one behind from then on.",
        tempting="A counter from 0 would divide by zero, and a guard against that repeats the first step.",
        effect="The second step wipes out the first example. After that the steps are nearly the right ones: the "
        "objective ends near the right one, and only the steps themselves show the slip.",
        hints=("Write down η of the first three steps. Are there two that are equal?",
               "What does 1 − η·λ come to in your second step, and what is left of the first example then?"),
        where="t", changes=counted(EVERY, "max(1, n)"),
    ),
    Entry(
        "t counts examples, not batches",
        says="It raises t by the size of the batch in each round: k, 2k, 3k, and so on.",
        tempting="After a batch of k, one has indeed seen k more examples.",
        effect="Each step is k times too short, the first one too, and what the early rounds left fades far more "
        "slowly than it should. With many rounds the objective still comes down, later than it should.",
        hints=("How often has w changed after the first batch? Compare that with your t.",
               "A batch is one look at the data, however many examples are in it: t is the number of updates."),
        where="t", changes=counted(BATCHED, "(n + 1) * len(A)"),
    ),
    Entry(
        "t jumps by k",
        says="It starts with t at 1 and raises it by the size of the batch in each round.",
        tempting="After a batch of k, one has indeed seen k more examples.",
        effect="The first step is right, all later ones are nearly k times too short. The first batch, taken with the "
        "full 1/λ, keeps its weight for a very long time, and the objective comes down far too slowly.",
        hints=("Compare η of the second round with η of the first: by which factor did it fall?",
               "t is the number of rounds, not of examples that were seen."),
        where="t", changes=counted(BATCHED, "1 + n * len(A)"),
    ),
    Entry(
        "t left out of the step size",
        says="It takes the step size 1/λ in every round.",
        tempting="1/λ is the part of the formula that one computes once, before the loop.",
        effect="1 − η·λ is 0 in every round: w remembers nothing but the last example, or, where w is kept as a sum, "
        "grows without end. The objective never comes down, and accuracy is a matter of luck.",
        hints=("How large is your η in step 1, and how large in step 10?",
               "The steps must become shorter and shorter, or w never settles. What in your formula makes them so?"),
        where="eta", changes=sized((box for box in STEPPING if box not in ("scaled", *KERNELS)), "1 / lam"),
    ),
    Entry(
        "λ left out of the step size",
        says="It takes the step size 1/t.",
        tempting="Many texts on gradient descent take 1/t, and with λ = 1 it is the same.",
        effect="With λ below 1 every step is too short. Where w itself is kept, shrinking fades as well and the first "
        "steps keep their weight; where w is kept as a sum, it is λ times the right length, and the margins look "
        "violated.",
        hints=("Try λ = 1 and λ = 0.1: for which of the two is your w right?",
               "The size of a step depends on how strongly w is regularised. Where does that enter yours?"),
        where="eta", changes=sized(STEPPING, "1 / t"),
    ),
    Entry(
        "whole-number division in the step size",
        says="It cuts η down to a whole number.",
        tempting="In older Python a bar between whole numbers did that by itself, and // looks like /.",
        effect="The step size falls in jumps, and is 0 as soon as λ·t exceeds 1: nothing is learned after that, and "
        "the objective stays where it was.",
        hints=("Print η for the first steps. Is there a decimal point anywhere?",
               "A division of whole numbers can lose all that stands behind the point."),
        where="eta", changes=sized(STEPPING, "1 // (lam * t)"),
    ),
    Entry(
        "a constant step size",
        says="It takes the same step size, 0.5, in every step.",
        tempting="A learning rate is what one sets by hand elsewhere.",
        effect="Where λ is small, the objective is often lower at first, because 1/(λ·t) begins with far longer steps. "
        "Later the steps stay long: w never settles but jumps around the optimum, at a distance that η decides. The "
        "objective stays too high, and accuracy can be fine.",
        hints=("How long is your step in round 1, and how long in round 1,000?",
               "In Pegasos nobody has to choose the step size: λ and t give it."),
        where="eta", changes=sized(STEPPING, "0.5"),
    ),
    Entry(
        "√t in the place of t",
        says="It takes the step size 1/(λ·√t).",
        tempting="1/√t is the usual schedule where nothing is known of the function, and λ belongs into the formula.",
        effect="The steps stay far too long: w, or the sum that it is kept as, jumps about at a great length. The "
        "objective comes down very slowly, and accuracy is uncertain.",
        hints=("How large is η in round 100, compared with round 1?",
               "λ makes the objective strongly convex, and for such functions the steps may fall faster than 1/√t."),
        where="eta", changes=sized(STEPPING, "1 / (lam * sqrt(t))"),
    ),
    Entry(
        "λ above the bar",
        says="It takes the step size λ/t.",
        tempting="λ and the step size both look like small positive numbers that make a step small.",
        effect="Every step is λ² times its right length. With a small λ, w hardly leaves 0: nearly all margins look "
        "violated, the objective stays near 1. The direction may be right, and accuracy may hide it all.",
        hints=("What should a step do when λ becomes smaller: become shorter or longer?",
               "Little regularisation means large weights, and large steps towards them. Look at where λ stands."),
        where="eta", changes=sized(STEPPING, "lam / t"),
    ),
    Entry(
        "the step size upside down",
        says="It takes the step size λ·t.",
        tempting="λ·t is in the formula, and the bar above it is easily lost when one copies it.",
        effect="The steps grow from round to round. Where w itself is kept, 1 − η·λ soon lies below −1 and w "
        "explodes; elsewhere late violators outweigh all others.",
        hints=("Does your η become smaller or larger from round to round?",
               "Put t = 1,000 into your formula. Is that a careful step?"),
        where="eta", changes=sized(STEPPING, "lam * t"),
    ),
    Entry(
        "half the step size",
        says="It takes 1/(2·λ·t) for adding and for shrinking.",
        tempting="The derivative of λ·‖w‖² has a 2; it belongs to another objective, and to one of two places only.",
        effect="w forgets its first, wild steps as 1/√t and not as 1/t, so that it takes many more rounds to come as "
        "near to the optimum. In the end it does come there.",
        hints=("Which part of w is left after round 1? By the paper, nothing of the old one is.",
               "With a half before λ in the objective, no 2 is left in the derivative."),
        where="eta", changes=sized(("hinge", "logistic", *BATCHED, "scaled", "free_bias"), "1 / (2 * lam * t)"),
    ),
)  # fmt: skip
