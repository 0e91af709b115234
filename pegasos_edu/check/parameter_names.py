"""List the names that learners give to the parameters of their programs."""

# The possible names of a parameter, for each role.
NAMES = {
    "lam": "lam lambda_ lmbda lambd lamda lmbd lamb lambda_param lambda_reg lamb_reg reg reg_param "
    "reg_parameter reg_strength regularization regularisation regularizer l λ l2 _lambda Lambda",
    "draws": "draws indices indexes idx idxs inds order sequence samples picks choices batches index_list",
    "X": "X data xs Xs X_train x_train features examples training_data train_data inputs",
    "K": "K gram G kernel_matrix gram_matrix",
    "x": "x xi x_i example row sample feature_vector x_t",
    "y": "y Y labels label yi y_i ys y_train target targets y_t",
    "w": "w weights weight theta W w_t coef",
    "b": "b bias intercept w0 theta_0 theta0 offset",
    "a": "a s scale factor",
    "v": "v direction",
    "alpha": "alpha alphas counts α alpha_i",
    "beta": "beta betas coefficients coef alpha",
    "eta": "eta step_size learning_rate lr rate η eta_t",
    "t": "t step iteration n_step",
    "i": "i index drawn i_t",
    "m": "m n n_samples num_examples",
    "T": "T n_iter n_iters num_iters iterations n_iterations max_iter n_steps num_steps",
    "k": "k batch_size batchsize",
    "epochs": "epochs n_epochs num_epochs epoch max_epochs passes n_passes",  # the draws contain all passes
    "z": "z margin margins m",
    "Z": "Z X2 Y B other",
    "gamma": "gamma g γ",
}
NAMES = {role: names.split() for role, names in NAMES.items()}
