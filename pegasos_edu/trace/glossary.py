"""Explain what a run minimises and what each sign in the formula and in the picture means.

Everything except `kernel_formula` is written in the small language of `browser/language.py`, for pages without kernels.
"""

import inspect
from functools import partial
from math import sqrt

from pegasos_edu.common.greek_letters import letter

FORMULAS = {"hinge": "max(0, 1 − y·score)", "log": "log(1 + e^(−y·score))"}
KERNELS = {"linear": "x·z", "polynomial": "(γ·x·z + c)^degree", "rbf": "exp(−γ·‖x − z‖²)"}  # of pegasos_edu.kernels

COUNT = "how often an example was added; it enters every score with the weight η·α"
DUAL = "one number for each example, with y·α between 0 and 1; w is the sum of all α[i]·x_i, divided by λ·m"
ASCENT = (
    "sets the α of the example drawn to the value that maximises the dual, and updates w to match. The dual, the mean "
    "of all y·α minus λ/2·‖w‖², never falls and is never above f*. There is no step size"
)
WIDTH = "how far one example reaches: a larger γ shortens the reach and lets the boundary bend more"
STEP_SIZE = (
    "the step size 1/(λ·t) in step t. It shrinks because a step sees only the examples that it draws, so its "
    "direction is right only on average: steps of the same length would jump around the optimum for ever, and "
    "shorter and shorter ones settle there"
)
PULLS = (
    "how often an example has pulled on w, that is, how often it was drawn with a margin below 1. Without projection, "
    "w after t steps is the sum of all α·y·x, divided by λ·t"
)
RING = (
    "a support vector of the w on the screen: the margin is at most 1 after this step; the step itself compared the "
    "margin before it. Below 1 the example has a loss; when it is drawn, this loss pulls on w (η·y·x is added)"
)
CARRIES = (
    "an example whose margin is at most 1. The best w is a sum of multiples of y·x of its support vectors alone: they "
    "carry the line. Any other example can be moved without effect, as long as its margin at the best w stays above 1"
)
CARRIES_CURVE = (
    "an example with α > 0 (□). Only the support vectors enter a score; no other example is needed to predict"
)
CARRIES_DUAL = "an example with y·α > 0. w is the sum of its support vectors; the other examples have no part in it"
WEIGHTS = (
    "the weights, one for each feature: an arrow at right angles to the boundary. So adding η·y·x to w turns the "
    "boundary, and the margin of x grows"
)


def kernel_formula(kernel):
    """Return K(x, z) = exp(−γ·‖x − z‖²), γ = 2; for a kernel that is not in the package, only its name."""
    function = kernel.func if isinstance(kernel, partial) else kernel
    name = getattr(function, "__name__", "kernel")
    if getattr(function, "__module__", "") != "pegasos_edu.kernels":
        return f"K = {name}"
    parameters = inspect.signature(kernel).parameters
    settings = {key: parameter.default for key, parameter in parameters.items() if key not in ("X", "Z")}
    shown = {"coef0": "c"}
    return kernel_text(name, [[shown.get(key, letter(key)), value] for key, value in settings.items()])


def kernel_text(name, settings):
    """Return the formula of a kernel of the package with its settings, pairs of letter and number."""
    return f"K(x, z) = {KERNELS[name]}" + "".join([f", {sign} = {value:g}" for sign, value in settings])


def settings_in_words(lam, T, k, options):
    """Return the settings of a run; k is None without mini-batches, the options are pairs of name and text."""
    of_batches = "" if k is None else f", k = {k}"
    return f"λ = {lam:.4g}, T = {T}{of_batches}" + "".join([f", {name} = {value}" for name, value in options])


def minimised(loss, learns_b):
    """Return the objective as the sum of its two parts, with their names and formulas."""
    parts = f"length of w (λ/2·‖w‖²) + mean loss (the mean of {FORMULAS[loss]})"
    return f"{'f(w, b)' if learns_b else 'f(w)'} = {parts}"


def letters(run, best, bound):
    """Return the meaning of each sign, as pairs; best is the smallest f or None, bound a lower bound of f."""
    of_kernel, has_b = run.picture == "curves", run.has_bias or run.b != 0
    is_exact = run.picture == "plane" and run.holds_w
    is_ringed = is_exact and run.loss == "hinge" and not run.is_dual
    alpha = COUNT if of_kernel else PULLS if is_ringed and run.k is None else ""
    meanings = [
        ["x", "an example: the numbers of its features"],
        ["w", "" if of_kernel else WEIGHTS if is_exact else "the weights, one for each feature"],
        ["score", _score(of_kernel, has_b)],
        ["y", f"the label of an example, −1 ({run.names[0]}) or +1 ({run.names[1]})"],
        ["margin", _margin(run.loss)],
        ["f", "what is minimised. It counts all examples; a step counts only those that it draws, and may raise f"],
        ["a step", ASCENT if run.is_dual else _step(run.loss, of_kernel)],
        [
            "λ",
            f"the regularisation, here {run.lam:.4g}: a larger λ gives a shorter w, a wider band and a larger f*; "
            "the best line can turn, because more examples then lie in the band and pull on w",
        ],
        ["η", "" if run.is_dual else STEP_SIZE],
        ["α", DUAL if run.is_dual else alpha],
        ["m", "the number of examples" if run.is_dual else ""],
        ["‖w‖²", "the sum of (η·α[i]·y[i])·(η·α[j]·y[j])·K(x_i, x_j); w itself is never computed" if of_kernel else ""],
        ["γ", WIDTH if run.is_rbf else ""],
        [
            "ball",
            f"all w with ‖w‖ ≤ 1/√λ = {1 / sqrt(run.lam):.3g}; a longer w is scaled back to this length"
            if run.projects
            else "",
        ],
        ["f*", _smallest(best, bound)],
        ["support vector", _support_vector(run, of_kernel)],
        ["○", RING if is_ringed else ""],
        ["lines", "" if run.picture == "images" else _lines(of_kernel or has_b)],
    ]
    return [meaning for meaning in meanings if meaning[1] != ""]


def _support_vector(run, of_kernel):
    if run.is_dual:
        return CARRIES_DUAL
    return CARRIES_CURVE if of_kernel else CARRIES if run.loss == "hinge" else ""


def _score(of_kernel, has_b):
    value = "Σ η·α[j]·y[j]·K(x_j, x)" if of_kernel else "w·x + b" if has_b else "w·x"
    return f"{value} for an example x; its sign is the predicted class"


def _step(loss, of_kernel):
    part = "a part of " if loss == "log" else ""
    does = "shrinks η·α, the second adds 1 to an α" if of_kernel else f"shrinks w, the second adds {part}η·y·x"
    return (
        "subtracts η times the gradient of λ/2·‖w‖² + the loss of the examples drawn: "
        f"the first part {does} if there is a loss"
    )


def _margin(loss):
    if loss == "log":
        return "y·score, positive on the correct side; the loss never reaches 0, so every example pulls on w"
    return (
        "y·score, positive on the correct side of the boundary. The loss is 0 from 1 on, so the margin is compared with"
        " 1. If it were compared with 0, a step would do nothing for an example on the correct side, however close to "
        "the boundary, and w would stay 0 for ever, because there every margin is 0"
    )


def _smallest(best, bound):
    if best is None:
        return "the smallest possible f; it was not computed for this run"
    return (
        f"the smallest possible f. An exact solver found a w with f = {best:.4g}. This is how one proves that no w is "
        "better: replace the loss of each example by a straight line that touches it from below. The sum is a parabola "
        "that is nowhere above f, so no f(w) is below its lowest value. The best of these parabolas (found by the dual "
        f"problem, lesson 12 of the course) has the lowest value {bound:g}"
    )


def _lines(has_freedom):
    said = "solid: the boundary, score 0; dashed: score −1 and +1, the edges of the band; dotted: the boundary before"
    if has_freedom:
        return said
    return f"{said}. There is no bias, so every boundary passes through the origin, which has score 0"


def axes(is_exact):
    """Return the names of the axes of the picture."""
    return ["x₁", "x₂"] if is_exact else ["along the last w", "across"]


def caption(d, drawn, m):
    """Return the caption of a picture of d features in the plane that shows some of m examples."""
    many = (
        f"{d} features, projected onto a plane: along the last w, and across it in the direction of most spread. "
        "The line is exact for points in this plane; the numbers are always exact."
    )
    plane = "" if d == 2 else "One feature: the points lie on a line." if d == 1 else many
    part = "" if drawn == m else f"The picture shows {drawn:,} of {m:,} examples."
    return " ".join([said for said in [plane, part] if said != ""])
