"""What the parameters of a learner's program are, told by their names."""

_NAMES = {
    "X": "x xs rows data features feature feats train traindata trainingdata xtrain trainx trainset trainingset "
    "samples examples dataset inputs input trainingsamples trainsamples trainfeatures featurematrix datamatrix matrix "
    "points instances s featurevectors xmat xdata dataarr datain datamat vectors trainexamples xtr observations df "
    "xarray datapoints",
    "y": "y ys labels label target targets ytrain trainy trainlabels traininglabels outputs output truth ydata "
    "classlabels labelmat ytr trainlabel traintargets yarray response responses",
    "K": "gram grammatrix kernelmatrix kmatrix kmat kxx km",
    "kernel": "kernel kernelfunction kernelfunc kfunc kernelfn kernelize kfn",
    "lam": "lam lambda lambd lmbda lamb lbda lmd lambdaparam lambdaval lambdavalue reg regularization regularizer "
    "regparam regularizationparameter regularizationparam regularizationstrength regstrength regularisation l λ lm "
    "lambdas lambda1 lambdareg reglambda weightdecay lamda llambda penalty regcoef regconst lambdareg l2 l2reg",
    "C": "c",
    "T": "t niter niters iterations iteration iters iter numiter numiters numiterations numberofiterations maxiter "
    "maxiters maxiterations maxit steps nsteps numsteps maxsteps rounds nrounds numrounds niterations nbiter "
    "totalsteps noiterations n nit its nupdates maxnumiter iternum iterationsnum totaliterations maxepochiterations",
    "passes": "epochs epoch nepochs numepochs maxepochs nepoch passes npasses numpasses maxepoch nbepochs numepoch "
    "numberofepochs maxpasses",
    "k": "k batchsize batch minibatch minibatchsize bs sizeofbatch batchsz nbatch sizebatch subsetsize",
    "draws": "draws order indices idx idxs index sequence perm permutation choices picks schedule ids draw seq "
    "indexes sampleindices sampleorder chosen visits drawn indexsequence",
    "rng": "rng generator gen rnd rand randomgenerator prng randgen random",
    "seed": "seed randomstate randomseed rs randseed",
    "start": "w w0 winit init theta weights initw winitial initialw initialweights w1 theta0 alpha0 alphainit v0 v",
    "d": "d dim dims ndim dimension dimensions nfeatures numfeatures numfeats",
    "m": "m nsamples numsamples nexamples numexamples",
    "off": "verbose plot verbosity debug display project projection projected useprojection isproject withprojection "
    "fitintercept usebias hasbias bias intercept addbias withbias doprojection show printing animate log optional",
    "eta": "eta lr learningrate step stepsize rate etat alphat",
    "b": "b",
    "tol": "tol tolerance eps",
    "X2": "xtest testx testdata testset xval valx xt",
    "y2": "ytest testy testlabels yval valy",
}
_BY_NAME = {name: role for role, names in _NAMES.items() for name in names.split()}

_STEP_NAMES = {
    "w": "w weights weight theta wt wvec weightvector coef wold alpha alphas beta wprev currentw params currenttheta "
    "thetacurrent oldtheta oldw currentweights",
    "b": "b bias intercept theta0 currenttheta0 currentb",
    "a": "a scale factor s",
    "v": "v vec",
    "x": "x xi example row sample xt xvec features feature feat xb xbatch point instance xn examples featurevector",
    "y": "y yi label target yt yb ybatch labels yn truth",
    "eta": "eta lr learningrate step stepsize rate etat gamma learnrate",
    "t": "t iteration it iter stepnumber round n step_number count epoch roundnumber",
    "lam": _NAMES["lam"],
    "i": "i index idx j drawn",
    "K": "k " + _NAMES["K"],
}
_BY_STEP_NAME = {name: role for role, names in _STEP_NAMES.items() for name in names.split()}


def plain(name):
    """A name without case and underscores."""
    return name.replace("_", "").lower()


def role_of(name):
    """What a parameter of a function that runs all steps is, or of a constructor; None where the name does not say."""
    if name == "K":
        return "K"
    return _BY_NAME.get(plain(name))


def step_role(name):
    """What a parameter of a function for one step is; None where the name does not say."""
    if name in ("K", "A"):
        return "i" if name == "A" else "K"
    if name in ("X", "Y"):
        return name
    return _BY_STEP_NAME.get(plain(name))


STEP_STATES = ("w", "b", "a", "v")


def is_step(names, is_batch=False):
    """Whether parameters of these names are those of one step: the state, an example or a batch, and η or the round."""
    roles = {step_role(name) for name in names}
    whole = {role_of(name) for name in names if name not in ("t", "step", "n", "iteration", "epoch", "i")}
    state = "w" in roles or {"a", "v"} <= roles
    seen = (
        {"x", "y"} <= roles
        or (is_batch and "X" in roles and roles & {"y", "Y"})
        or ("i" in roles and roles & {"x", "X", "K"})
    )
    return bool(state and seen and roles & {"eta", "t"} and not whole & {"T", "passes", "draws", "seed", "rng"})
