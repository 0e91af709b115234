"""Which line of a box a part of its step stands in."""

from pegasos_edu.recording.listing import Listing

# For each part of a step, how its line may begin; the first that is found counts.
PLACES = {
    "choose": ("for t, ",),
    "t": ("for t, ",),
    "eta": ("eta = ",),
    "score": ("score = ", "scores = ", "total = (alpha", "total = y[i]"),
    "condition": ("if y[i] * score", "violators = ", "if score - y[i]", "r = ", "p = ", "if y * (w @ x)"),
    "shrink": ("w = (1 - eta * lam) * w", "a = (1 - eta * lam)", "eta = 1", "return lam * w"),
    "add": ("w = (1 - eta * lam) * w + ", "add(", "alpha[i] += 1", "total = combine", "return lam * w - "),
    "project": ("w = min(", "s = min(", "if project"),
    "scale": ("add(", "a = (1 - eta * lam)", "v, a = a * v", "score = "),
    "bias": ("b = b + ", "score = "),
    "start": ("w = np.zeros", "w, b = np.zeros", "v, ", "alpha"),
    "output": ("yield ",),
    "loss": ("p = ", "if y[i] * score", "violators = ", "r = ", "return "),
    "kernel": ("total = ", "score = ", "return "),
    "labels": ("if y[i] * score", "violators = ", "p = ", "return "),
}


def line_of(function, where):
    """The line of a box, or of a function, in which a part stands.

    Parameters
    ----------
    function : function
    where : str
        One of ``PLACES``.

    Returns
    -------
    Line or None
        Its code and its pseudocode.
    """
    lines = Listing(function).lines
    for start in PLACES[where]:
        for line in lines:
            if line.code.strip().startswith(start):
                return line._replace(code=line.code.strip(), pseudocode=line.pseudocode.strip())
    return None
