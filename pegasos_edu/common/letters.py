"""The Greek letters that names in Python stand for."""

LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "lam": "λ",
    "nu": "ν", "sigma": "σ",
}  # fmt: skip


def letter(name):
    """The letter that a name stands for, the name itself where it stands for none."""
    return LETTERS.get(name, name)
