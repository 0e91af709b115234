"""List the names that learners give to the parameters of their programs.

Everything here is plain data, because a page reads the same lists. ``parts/matching.py`` reads names by these rules:
underscores, capitals (except in a single letter) and the words of `FILLERS` do not matter.
"""

# The names of a parameter, for each role.
NAMES = {
    "lam": "lam l L λ l2 penalty weight_decay",
    "draws": "index_list inds batches sequence choices",
    "X": "X x data xs samples train_data features feature_matrix examples inputs",
    "K": "K G gram kernel_matrix gram_matrix",
    "kernel": "kernel kernel_function kernel_func kernel_fn",
    "x": "x xi example row sample point features feature feature_vector",
    "y": "y Y labels label yi ys target targets",
    "w": "w W weights weight theta θ coef",
    "b": "b bias intercept w0 theta0 offset",
    "a": "a s scale factor",
    "v": "v direction",
    "alpha": "alpha α alphas counts",
    "beta": "beta betas coefficients coef alpha",
    "eta": "eta η step_size lr rate learning_rate learn_rate",
    "t": "t it iter itr iteration step round update epoch count counter time timestep",
    "i": "i index drawn idx ind",
    "m": "m M n N",
    "T": "T",
    "k": "k batch_size minibatch_size batch",
    "epochs": "epoch",
    "z": "z margin margins m",
    "Z": "Z X2 Y B other",
    "gamma": "gamma g γ",
}
NAMES = {role: names.split() for role, names in NAMES.items()}

# Beginnings of words; a name with such a word has the role.
STEMS = {
    "lam": "lam lmb reg",
    "draws": "draws indices indexes idxs order picks perm",
}

# What a program counts: a name has the role if it has one of these words and a word of COUNTING, such as `n_iter`.
COUNTED = {
    "T": "t it iter itr iteration step round update",
    "epochs": "epoch epoc epoci epoche pass",
    "m": "sample example point row item",
}
COUNTING = "n nb nr no num number max maximum total count"
PLURALS = ["T", "epochs"]  # for these roles the plural alone, such as `rounds`, counts, too

# Words that do not change what a name stands for.
FILLERS = """
    current cur curr old prev previous this my given drawn true train training data batch value val vec vector array arr
    list param parameter i t
"""

# Names, and roles with their names, that stand for a role only if no other role claims them.
ALSO = {"t": "n j k i", "eta": "alpha α gamma γ step", "i": "j A B I S", "x": "X", "X": "batch", "draws": "samples"}
ALSO_OF = {"t": ["T", "epochs"], "T": ["t"], "draws": ["i"], "i": ["draws"]}

# Roles that a program of each kind may have beside those that it must have, if it has a name for them.
EXTRA = {"all": ["T", "k", "epochs"], "step": ["t", "eta"], "function": []}
# Roles whose names get no role by position: "no parameter `rounds` is read as the draws".
BESIDE = {
    "all": ["T", "k", "epochs", "t", "eta", "m", "w", "b"],
    "step": ["T", "k", "epochs", "m", "t"],
    "function": [],
}
# Parameters with these names have no role, and their position gives them no role either.
OTHERS = "seed rng random_state generator verbose tol eps epsilon kernel project projection C"

# A program can do without a role if it has these other roles.
OPTIONAL = {"b": [], "Z": [], "eta": ["t", "lam"], "t": ["eta", "lam"], "m": ["i"]}

# The letters of roles in sentences.
LETTERS = {"eta": "η", "lam": "λ", "alpha": "α", "beta": "β", "gamma": "γ"}
