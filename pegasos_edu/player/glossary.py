"""What a run minimises, as a formula, and what each sign in it and in the picture means."""

import inspect
from functools import partial

from pegasos_edu.basics.letters import letter

LOSSES = {"hinge": "max(0, 1 − y·score)", "log": "log(1 + e^(−y·score))"}
KERNELS = {"linear": "x·z", "polynomial": "(γ·x·z + c)^degree", "rbf": "exp(−γ·‖x − z‖²)"}  # of pegasos_edu.kernels

COUNT = "how often an example was added; it counts in every score with the weight η·α"
DUAL = "one number for each example, with y·α from 0 to 1; w is the sum of α[i]·x_i, divided by λ·m"
ASCENT = (
    "moves the α of the example that it looks at, and no other, to where the dual is largest, and w with it. The dual, "
    "the mean of all y·α less λ/2·‖w‖², never falls and is never above f*. There is no step size"
)


def minimised(loss, learns_b):
    """The objective, f(w) = λ/2·‖w‖² + mean of max(0, 1 − y·score)."""
    return f"{'f(w, b)' if learns_b else 'f(w)'} = λ/2·‖w‖² + mean of {LOSSES[loss]}"


def kernel_formula(kernel):
    """K(x, z) = exp(−γ·‖x − z‖²), γ = 2; of a kernel that is not the package's only its name."""
    function = kernel.func if isinstance(kernel, partial) else kernel
    name = getattr(function, "__name__", "kernel")
    if getattr(function, "__module__", "") != "pegasos_edu.kernels":
        return f"K = {name}"
    settings = {key: one.default for key, one in inspect.signature(kernel).parameters.items() if key not in ("X", "Z")}
    shown = {"coef0": "c"}
    values = "".join(f", {shown.get(key, letter(key))} = {value:g}" for key, value in settings.items())
    return f"K(x, z) = {KERNELS[name]}{values}"


def letters(run, loss, seen, names, best, step):
    """What each sign means, as pairs; the last step says what the run keeps."""
    of_kernel, has_b = seen == "curves", step.has_bias or run.b
    meanings = {
        "score": _score(of_kernel, has_b),
        "y": f"the label of an example, −1 ({names[0]}) or +1 ({names[1]})",
        "margin": _margin(loss),
        "f": "what is minimised. It counts all examples; a step looks at few, so it may well raise f",
        "a step": ASCENT if step.is_dual else _step(loss, of_kernel),
        "λ": f"what the length of w costs, here {run.lam:.4g}: the larger λ, the shorter w, and the wider the band",
        "η": "" if step.is_dual else "the step size 1/(λ·t): large at first, then smaller and smaller",
        "α": DUAL if step.is_dual else COUNT if of_kernel else "",
        "m": "how many examples there are" if step.is_dual else "",
        "‖w‖²": "the sum of (η·α[i]·y[i])·(η·α[j]·y[j])·K(x_i, x_j); w itself is never formed" if of_kernel else "",
        "f*": _smallest(best),
        "lines": "" if seen == "images" else _lines(of_kernel or has_b),
    }
    return [[sign, meaning] for sign, meaning in meanings.items() if meaning]


def _score(of_kernel, has_b):
    value = "Σ η·α[j]·y[j]·K(x_j, x)" if of_kernel else "w·x + b" if has_b else "w·x"
    return f"{value}, of an example x; its sign is the class predicted"


def _step(loss, of_kernel):
    does = (
        "shrinks η·α, the second adds 1 to an α"
        if of_kernel
        else f"shrinks w, the second adds {'a part of ' * (loss == 'log')}η·y·x"
    )
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
    return f"the smallest f that there is, {best:.3g}, found by another solver; a long run comes near to it"


def _lines(has_freedom):
    said = (
        "solid: score 0, the boundary; dashed: score −1 and +1, around the band; dotted: the boundary before the step"
    )
    if has_freedom:
        return said
    return f"{said}. There is no bias, so the origin has score 0, and every boundary passes through it"
