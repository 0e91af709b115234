"""Where several boxes say the same thing: the texts that an edit of them exchanges."""

SINGLE = (
    "hinge", "logistic", "scaled", "summed", "kernelized", "kernelized_cached", "kernelized_as_printed",
    "summed_logistic", "regression", "multiclass", "biased", "free_bias",
)  # fmt: skip
BATCHED = ("minibatch", "logistic_minibatch")
EVERY = SINGLE + BATCHED  # of Pegasos
DRAWING = (*EVERY, "dual_ascent")
KERNELS = ("kernelized", "kernelized_cached", "kernelized_as_printed")
SUMS = ("summed", "summed_logistic", "regression", "multiclass", "biased")  # w = η·v
HINGES = ("hinge", "minibatch", "scaled", "summed", *KERNELS, "biased", "free_bias")
STEPPING = tuple(box for box in EVERY if box != "kernelized_as_printed")  # there η decides nothing

START = {
    **dict.fromkeys(("hinge", "logistic", *BATCHED), "w = np.zeros(X.shape[1])"),
    **dict.fromkeys(("summed", "summed_logistic", "regression", "biased"), "v, eta = np.zeros(X.shape[1]), 0.0"),
    "scaled": "v, a, nu = np.zeros(X.shape[1]), 1.0, 0.0",
    "multiclass": "v, eta = np.zeros((y.max() + 1, X.shape[1])), 0.0",
    "kernelized": "alpha, eta = np.zeros(len(y)), 0.0",
    "kernelized_cached": "alpha, s, eta = np.zeros(len(y)), np.zeros(len(y)), 0.0",
    "kernelized_as_printed": "alpha = np.zeros(len(y))",
    "free_bias": "w, b = np.zeros(X.shape[1]), 0.0",
    "dual_ascent": "w, alpha = np.zeros(X.shape[1]), np.zeros(len(y))",
}
SHRUNK, ALONE = "(1 - eta * lam) * w + (", "(1 - eta * lam) * w  "  # with an addition, and without one


def each(boxes, *pairs):
    """The same pairs for each of the boxes."""
    return dict.fromkeys(boxes, pairs)


def first(boxes, line):
    """A line before the first one."""
    return {box: ((START[box], f"{line}\n    {START[box]}"),) for box in boxes}


def counted(boxes, t):
    """Another t in the round n = 0, 1, …"""
    letters = {box: "A" if box in BATCHED else "i" for box in boxes}
    return {
        box: ((f"for t, {letter} in enumerate(draws, 1):", f"for n, {letter} in enumerate(draws):\n        t = {t}"),)
        for box, letter in letters.items()
    }


def looking(boxes, draws):
    """Other draws."""
    return each(boxes, ("enumerate(draws, 1)", f"enumerate({draws}, 1)"))


def sized(boxes, eta):
    """Another step size."""
    return each(boxes, ("eta = 1 / (lam * t)", f"eta = {eta}"))


def asked(condition, batch=None):
    """Another condition for a violated margin."""
    singles = [box for box in HINGES if box != "minibatch"]
    pairs = each(singles, ("y[i] * score < 1", condition))
    return pairs | (each(["minibatch"], ("y[A] * scores < 1", batch)) if batch else {})


def shrunk(factor):
    """Another factor in the place of 1 − η·λ, where w itself is kept."""
    added, alone = (SHRUNK, f"{factor} * w + ("), (ALONE, f"{factor} * w  ")
    return each(("hinge", "free_bias"), added, alone) | each(("logistic", *BATCHED), added)
