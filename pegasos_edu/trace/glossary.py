"""What a run minimises, as a formula, and what each sign in it and in the picture means.

All but `kernel_formula` is written in the small language of `browser/language.py`, for the page without a kernel.
"""

import inspect
from functools import partial
from math import sqrt

from pegasos_edu.common.letters import letter

FORMULAS = {"hinge": "max(0, 1 − y·score)", "log": "log(1 + e^(−y·score))"}
KERNELS = {"linear": "x·z", "polynomial": "(γ·x·z + c)^degree", "rbf": "exp(−γ·‖x − z‖²)"}  # of pegasos_edu.kernels

COUNT = "how often an example was added; it counts in every score with the weight η·α"
DUAL = "one number for each example, with y·α from 0 to 1; w is the sum of α[i]·x_i, divided by λ·m"
ASCENT = (
    "moves the α of the example that it looks at, and no other, to where the dual is largest, and w with it. The dual, "
    "the mean of all y·α less λ/2·‖w‖², never falls and is never above f*. There is no step size"
)
WIDTH = "how near two examples must be to count as alike: the larger γ, the nearer, and the more a curve can bend"
RING = "a margin below 1: these alone have a loss, and pull. Move another one: until it has a ring, the best line stays"
LINES = ["— score 0", "- - score ±1", "··· score 0 before this step"]


def kernel_formula(kernel):
    """K(x, z) = exp(−γ·‖x − z‖²), γ = 2; of a kernel that is not the package's only its name."""
    function = kernel.func if isinstance(kernel, partial) else kernel
    name = getattr(function, "__name__", "kernel")
    if getattr(function, "__module__", "") != "pegasos_edu.kernels":
        return f"K = {name}"
    settings = {key: one.default for key, one in inspect.signature(kernel).parameters.items() if key not in ("X", "Z")}
    shown = {"coef0": "c"}
    return kernel_said(name, [[shown.get(key, letter(key)), value] for key, value in settings.items()])


# In the small language from here on.


def kernel_said(name, settings):
    """The formula of a kernel of the package, and its settings, as pairs of letter and number."""
    return f"K(x, z) = {KERNELS[name]}" + "".join([f", {sign} = {value:g}" for sign, value in settings])


def about(lam, T, k, options):
    """What the run was given; k of mini-batches or None, the options of the algorithm as pairs of name and text."""
    of_batches = "" if k is None else f", k = {k}"
    return f"λ = {lam:.4g}, T = {T}{of_batches}" + "".join([f", {name} = {value}" for name, value in options])


def minimised(loss, learns_b):
    """The objective, f(w) = λ/2·‖w‖² + mean of max(0, 1 − y·score)."""
    return f"{'f(w, b)' if learns_b else 'f(w)'} = λ/2·‖w‖² + mean of {FORMULAS[loss]}"


def letters(run, best):
    """Return what each sign means, as pairs; run is a `RunFacts`, best the smallest f or None."""
    of_kernel, has_b = run.seen == "curves", run.has_bias or run.b != 0
    is_exact = run.seen == "plane" and run.holds_w
    meanings = [
        ["score", _score(of_kernel, has_b)],
        ["y", f"the label of an example, −1 ({run.names[0]}) or +1 ({run.names[1]})"],
        ["margin", _margin(run.loss)],
        ["f", "what is minimised. It counts all examples, a step uses only those that it draws, so it may raise f"],
        ["a step", ASCENT if run.is_dual else _step(run.loss, of_kernel)],
        [
            "λ",
            f"what a long w costs, here {run.lam:.4g}: the larger λ, the shorter w, the wider the band, the larger f*",
        ],
        ["η", "" if run.is_dual else "the step size 1/(λ·t): large at first, then smaller and smaller"],
        ["α", DUAL if run.is_dual else COUNT if of_kernel else ""],
        ["m", "how many examples there are" if run.is_dual else ""],
        ["‖w‖²", "the sum of (η·α[i]·y[i])·(η·α[j]·y[j])·K(x_i, x_j); w itself is never formed" if of_kernel else ""],
        ["γ", WIDTH if run.is_rbf else ""],
        [
            "ball",
            f"all w with ‖w‖ ≤ 1/√λ = {1 / sqrt(run.lam):.3g}; a longer one is pulled back to it"
            if run.projects
            else "",
        ],
        ["f*", _smallest(best)],
        ["○", RING if is_exact and run.loss == "hinge" else ""],
        ["lines", "" if run.seen == "images" else _lines(of_kernel or has_b)],
    ]
    return [meaning for meaning in meanings if meaning[1] != ""]


def _ball(lam):
    return f"all w with ‖w‖ ≤ 1/√λ = {1 / sqrt(lam):.3g}; a longer w is scaled back to this length"


def _score(of_kernel, has_b):
    value = "Σ η·α[j]·y[j]·K(x_j, x)" if of_kernel else "w·x + b" if has_b else "w·x"
    return f"{value}, of an example x; its sign is the class predicted"


def _step(loss, of_kernel):
    part = "a part of " if loss == "log" else ""
    does = "shrinks η·α, the second adds 1 to an α" if of_kernel else f"shrinks w, the second adds {part}η·y·x"
    return (
        "goes against the gradient of λ/2·‖w‖² + the loss of the examples it looks at, η times as far: "
        f"the first part {does} where there is loss"
    )


def _margin(loss):
    if loss == "log":
        return "y·score, above 0 on the right side; the loss falls with it but never ends, so every example pulls at w"
    return (
        "y·score, above 0 on the right side, and without loss from 1 on: so it is compared with 1. With 0 in its "
        "place, examples on the right side would be left alone, however close to the boundary, and the first step too "
        "would leave w = 0, where every margin is 0"
    )


def _smallest(best):
    if best is None:
        return "the smallest f that there is; it was not computed for this run"
    return (
        f"the smallest f that there is, {best:.3g}: another method found a w that has it, and a bound that agrees, "
        "below which no w comes; a long run comes near"
    )


def _lines(has_freedom):
    said = (
        "solid: score 0, the boundary; dashed: score −1 and +1, around the band; dotted: the boundary before the step"
    )
    if has_freedom:
        return said
    return f"{said}. There is no bias, so the origin has score 0, and every boundary passes through it"


def legend(seen, is_exact, names):
    """What the marks in the picture mean; is_exact where the plane is that of the features."""
    if seen == "images":
        return [f"− speaks for {names[0]}", f"+ speaks for {names[1]}"]
    rings = "□ added, the larger the more often" if seen == "curves" else "○ margin < 1" if is_exact else ""
    said = [f"● {names[0]}", f"▲ {names[1]}", "◎ looked at in this step", rings]
    return [one for one in [*said, *LINES] if one != ""]


def ticks(seen, projects):
    """What the marks below the steps mean."""
    return ("╷ α grew" if seen == "curves" else "╷ example added") + ("   │ projected" if projects else "")


def axes(is_exact):
    """What the picture has for its axes."""
    return ["x₁", "x₂"] if is_exact else ["along the last w", "across"]


def caption(d, drawn, m):
    """What to know of a picture of d features in the plane, in which some of m examples are drawn."""
    many = (
        f"{d} features, seen in a plane: along the last w, and across it where the data spread most. "
        "The line is exact for points in this plane; the numbers always are."
    )
    plane = "" if d == 2 else "One feature: the points lie on a line." if d == 1 else many
    part = "" if drawn == m else f"{drawn:,} of {m:,} examples are in the picture."
    return " ".join([said for said in [plane, part] if said != ""])
