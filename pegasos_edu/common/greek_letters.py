"""Map names in Python to the Greek letters that they stand for."""

LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "lam": "λ",
    "nu": "ν", "sigma": "σ",
}  # fmt: skip


def letter(name):
    """Return the letter that a name stands for, or the name itself if it stands for none."""
    return LETTERS.get(name, name)
