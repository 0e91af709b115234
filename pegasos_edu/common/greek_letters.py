"""Map names in Python to the Greek letters that they stand for."""

LETTERS = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "eta": "η",
    "theta": "θ",
    "lam": "λ",
    "nu": "ν",
    "sigma": "σ",
}


def letter(name):
    """Return the Greek letter that a name stands for. A name that stands for no letter is returned itself."""
    return LETTERS.get(name, name)
