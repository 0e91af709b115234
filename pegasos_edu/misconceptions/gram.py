"""Kernel functions"""

from pegasos_edu.misconceptions.entries import Entry

PRODUCT = "_finite(X @ Z.T, X, Z)"
POWER = "(gamma * (X @ Z.T) + coef0) ** degree"
RBF = 'np.exp(-check_positive("gamma", gamma) * cdist(X, Z, "sqeuclidean"))'
SQUARES = 'cdist(X, Z, "sqeuclidean")'


def _rbf(value):
    """Another RBF kernel."""
    return {"rbf": ((RBF, value),)}


ENTRIES = (
    Entry(
        "the distance not squared",
        says="It takes e^(−γ·‖x − z‖), with the distance and not its square.",
        tempting="A function for the norm gives the distance, and the square is easily forgotten.",
        effect="Near examples count less than they should and distant ones more. It is a kernel too, the Laplacian "
        "one, with a peak at each example; results may look fine, with another best γ.",
        hints=("Double the distance of two points. By which power of the value does your kernel fall?",
               "A norm has a root in it. Should that be there?"),
        where="kernel", changes=_rbf('np.exp(-gamma * cdist(X, Z, "euclidean"))'),
    ),
    Entry(
        "σ in the place of γ",
        says="It takes its parameter for a width: e^(−‖x − z‖²/(2·γ²)).",
        tempting="Half of the books write the kernel with a width σ.",
        effect="A large γ makes a wide kernel where it should make a narrow one; at γ = 0.7937, where γ = 1/(2·γ²), "
        "there is no difference.",
        hints=("Make γ larger. Do distant points become more alike for you, or less?",
               "γ = 1/(2·σ²). Which of the two are you given?"),
        where="kernel", changes=_rbf(f"np.exp(-{SQUARES} / (2 * gamma**2))"),
    ),
    Entry(
        "divided by γ",
        says="It takes e^(−‖x − z‖²/γ).",
        tempting="Widths stand below the bar, and γ looks like one.",
        effect="A large γ makes a wide kernel where it should make a narrow one; with γ = 1 there is no difference.",
        hints=("Make γ larger. Do distant points become more alike for you, or less?",
               "Does γ multiply the distance, or divide it?"),
        where="kernel", changes=_rbf(f"np.exp(-{SQUARES} / gamma)"),
    ),
    Entry(
        "γ with a 2 from the width",
        says="It takes e^(−γ·‖x − z‖²/2).",
        tempting="The 2 of 1/(2·σ²) stays there when σ is replaced.",
        effect="The kernel is wider than asked, as with γ/2. Results may look as good.",
        hints=("At which distance is your kernel e^−1? It should be where γ·‖x − z‖² = 1.",
               "In γ = 1/(2·σ²) the 2 is taken care of already."),
        where="kernel", changes=_rbf(f"np.exp(-gamma * {SQUARES} / 2)"),
    ),
    Entry(
        "the width not squared",
        says="It takes e^(−‖x − z‖²/(2·γ)).",
        tempting="Of 2·σ² the square is lost, and σ is what is given, it seems.",
        effect="A large γ makes a wide kernel where it should make a narrow one; the best γ is found elsewhere.",
        hints=("Make γ larger. Do distant points become more alike for you, or less?",
               "γ = 1/(2·σ²). Which of the two are you given?"),
        where="kernel", changes=_rbf(f"np.exp(-{SQUARES} / (2 * gamma))"),
    ),
    Entry(
        "the squared distance squared once more",
        says="It takes e^(−γ·‖x − z‖^4).",
        tempting="The function used gives squares already, and the formula has a square.",
        effect="The kernel is flat near each example and then falls off a cliff; its matrix need not be one of inner "
        "products any more.",
        hints=("At a distance of 2, with γ = 1, is your kernel e^−4?",
               "Does the function that you call give distances or their squares?"),
        where="kernel", changes=_rbf(f"np.exp(-gamma * {SQUARES} ** 2)"),
    ),
    Entry(
        "the exponent with plus",
        says="It takes e^(+γ·‖x − z‖²).",
        tempting="The minus stands before a bracket, and gets lost.",
        effect="The further apart, the more alike: the values explode with the distance, and nothing can be learned "
        "from neighbours.",
        hints=("What is your kernel of a point with itself, and with a distant one? Which is larger?",
               "Can your kernel exceed 1?"),
        where="kernel", changes=_rbf(f"np.exp(np.minimum(gamma * {SQUARES}, 300))"),
    ),
    Entry(
        "the constant of the polynomial forgotten",
        says="It takes (γ·⟨x, z⟩)^degree, without c0.",
        tempting="The power of the product is what makes it polynomial, and the constant looks like a detail.",
        effect="Only products of exactly that many features are left, and none of lower degree: with an even degree x "
        "and −x are the same.",
        hints=("Compare your kernel of x with z and of −x with z, for degree 2.",
               "Which terms appear if (a + 1)^3 is written out, and which of them do you have?"),
        where="kernel", changes={"polynomial": ((POWER, "(gamma * (X @ Z.T)) ** degree"),)},
    ),
    Entry(
        "the constant outside of the power",
        says="It raises the product to the power first, and adds the constant afterwards.",
        tempting="A bracket ends one place too early.",
        effect="The terms of lower degree are missing, and only a constant is left of them: most of what the kernel "
        "is for.",
        hints=("What is your kernel of two points at right angles, with c0 = 2 and degree 3? It should be 8.",
               "What is raised to the power?"),
        where="kernel", changes={"polynomial": ((POWER, "(gamma * (X @ Z.T)) ** degree + coef0"),)},
    ),
    Entry(
        "γ outside of the power",
        says="It multiplies by γ after the power.",
        tempting="A bracket begins one place too late.",
        effect="γ only changes the scale of the whole kernel, which λ could do as well, and no longer the weights of "
        "its terms.",
        hints=("Double γ. By which factor does the highest power change in your kernel?",
               "What is raised to the power?"),
        where="kernel", changes={"polynomial": ((POWER, "gamma * (X @ Z.T + coef0) ** degree"),)},
    ),
    Entry(
        "γ forgotten",
        says="It takes (⟨x, z⟩ + c0)^degree, whatever γ is.",
        tempting="With γ = 1, its value when left out, it is the same.",
        effect="The setting has no effect; on features of large scale the values may become huge.",
        hints=("Change γ. Does your kernel change?", "Are all parameters used?"),
        where="kernel", changes={"polynomial": ((POWER, "(X @ Z.T + coef0) ** degree"),)},
    ),
    Entry(
        "times the degree",
        says="It multiplies by the degree, where it should raise to it.",
        tempting="One star is not two.",
        effect="The kernel is linear with a constant, only larger: nothing curved can be learned.",
        hints=("Is your kernel of 2·x with z a power of 2 times that of x, or just twice, with c0 = 0?",
               "What does the degree of a polynomial do?"),
        where="kernel", changes={"polynomial": ((POWER, "(gamma * (X @ Z.T) + coef0) * degree"),)},
    ),
    Entry(
        "normalised products",
        says="It divides the inner product by both lengths.",
        tempting="The cosine is known as a measure of likeness.",
        effect="All examples are brought to length 1: w is another one, unless they have that length anyway.",
        hints=("What is your kernel of 2·x with z, compared with that of x?", "Is an inner product a cosine?"),
        where="kernel",
        changes={"linear": ((PRODUCT, "X @ Z.T / np.maximum(1e-300, np.outer("
                             "np.sqrt((X * X).sum(axis=1)), np.sqrt((Z * Z).sum(axis=1))))"),)},
    ),
    Entry(
        "the distance in the place of the product",
        says="It gives the squared distances of the examples.",
        tempting="Both compare two examples by one number.",
        effect="The matrix is not one of inner products: like examples have 0. Steps with it lead nowhere.",
        hints=("What is your kernel of a point with itself?",
               "Should alike points have a large value, or a small one?"),
        where="kernel", changes={"linear": ((PRODUCT, "((X[:, None] - Z) ** 2).sum(axis=2)"),)},
    ),
    Entry(
        "centred before the product",
        says="It subtracts the mean of the examples before it takes inner products.",
        tempting="Data are centred in many methods, and it does no harm there.",
        effect="This is the kernel of other examples: with it the boundary goes through their mean, and not through "
        "the origin. On centred data there is no difference.",
        hints=("What is your kernel of a point with itself? It should be its squared length.",
               "Is anything done to the rows before they are multiplied?"),
        where="kernel", changes={"linear": ((PRODUCT, "(X - X.mean(axis=0)) @ (Z - X.mean(axis=0)).T"),)},
    ),
)  # fmt: skip
