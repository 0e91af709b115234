"""Make the results of a student project's report under each reading of what the report leaves open."""

import warnings
from functools import partial
from itertools import product
from statistics import median

import numpy as np
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sources import Given, image_pairs
from tables import Column, Row, Table, share, shown, tested

from pegasos_edu.claims.measuring import accuracy
from pegasos_edu.datasets import blobs, moons, toy
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier
from pegasos_edu.kernels import median_distance, rbf
from pegasos_edu.losses import lam_from_C

READINGS = {"1/(Cm)": lam_from_C, "C": lambda C, m: C, "1/C": lambda C, m: 1 / C}
SEEDS, PASSES = 3, 50
NEW = 1_000  # examples of a made set to test on
SIGMA, C_IMAGES = 0.5, 0.005  # the report's values for images with a Gaussian kernel
WIDTHS, COSTS = (0.25, 0.5, 1.0, 2.0, 4.0), (0.01, 0.1, 1.0, 10.0, 100.0)  # widths in units of the median distance
FOLDS = 3


def report_tables(folder):
    """Return the tables of the report's accuracies under each reading of C, and of its kernel on images.

    Parameters
    ----------
    folder : path, or None

    Returns
    -------
    list of Table
    """
    images, missing = image_pairs(folder)
    title = "What C may mean [a student project's report]"
    return [
        Table("readings", title, ABOUT_READINGS, READ, _readings(images), missing, SUMMARY_READINGS),
        Table("width", WIDTH_TITLE, ABOUT_WIDTH, WIDE, _widths(images), missing, SUMMARY_WIDTH),
    ]


# Readings of C

STANDARD_ERROR = " “±” is the largest standard error that an accuracy on so many examples can have."
SUMMARY_READINGS = (
    "The accuracies of a student project's report are computed for each possible meaning of its C, on other data, "
    "because the report's own data are unknown."
)
ABOUT_READINGS = (
    "The table gives the accuracy on new examples (the median of three seeds) of plain Pegasos with independent "
    f"draws, no bias and {PASSES} passes. With the C of the report, λ is 1/(Cm), C or 1/C. Every second image, up to "
    "1,000, is used for learning; a score of 0 always gives the same class. The report's own data sets and classes "
    "are unknown." + STANDARD_ERROR
)
READ = (
    Column("C", shown("C", "g")),
    *(Column(f"λ = {name}", share(f"λ = {name}")) for name in READINGS),
    Column("report", share("report")),
    Column("new examples", tested),
)


def _readings(images):
    """Return the rows of made sets and of images."""
    settings = {
        "toy, linear": (toy, "linear", 1.0, 0.982),
        "blobs off the centre, linear": (partial(blobs, offset=2.0), "linear", 1.0, 0.982),
        "moons, σ = 0.5": (partial(moons, m=500), SIGMA, 0.1, 0.967),
    }
    rows = [_reading(name, (), partial(_made_set, make), *others) for name, (make, *others) in settings.items()]
    for name, (files, read) in images.items():
        rows.append(_reading(f"{name}, linear", files, read, "linear", 1.0, 0.975))
        for pixels in (1, 255):
            data = partial(_scaled, read, pixels)
            rows.append(_reading(f"{name}, pixels to {pixels}, σ = 0.5", files, data, SIGMA, C_IMAGES, 0.512))
    return rows


def _made_set(make):
    return Given(*make()[:2], *make(m=NEW, seed=1)[:2])


def _scaled(read, pixels):
    data = read()
    return data._replace(X=pixels * data.X, Z=pixels * data.Z)


def _reading(name, files, read, width, C, report):
    made_of = {"width": width, "C": C, "report": report, "seeds": SEEDS, "passes": PASSES}
    return Row(name, made_of, files, _unwarned(lambda tell: _under_each(read(), width, C, report, tell)))


def _unwarned(make):
    """Call without warnings about a useless λ, because this table shows such λ on purpose."""

    def quietly(tell):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            return make(tell)

    return quietly


def _under_each(data, width, C, report, tell):
    """Return the accuracy under each reading of C."""
    row = {"C": C, "report": report, "n": len(data.z)}
    for name, lam_of in READINGS.items():
        tell(f"λ = {name}")
        lam = lam_of(C, len(data.y))
        row[f"λ = {name}"] = median(_accuracy(_plain(width, lam, seed), data) for seed in range(SEEDS))
    return row


def _plain(width, lam, seed=0, **options):
    """Return plain Pegasos: independent draws, the last iterate, no bias."""
    options = {"lam": lam, "max_iter": PASSES, "sampling": "uniform", "average": "none", "tol": None} | options
    if width == "linear":
        return PegasosClassifier(bias="none", random_state=seed, **options)
    return KernelPegasosClassifier(gamma=0.5 / width**2, random_state=seed, **options)


def _accuracy(model, data):
    """Return the accuracy on new examples."""
    return float(model.fit(data.X, data.y).score(data.Z, data.z))


# Widths of the kernel

WIDTH_TITLE = "Images and a Gaussian kernel [the same report]"
SUMMARY_WIDTH = "The report's kernel on images is tried as well, and repaired."
ABOUT_WIDTH = (
    f"For images, the report takes σ = {SIGMA:g} and C = {C_IMAGES:g}, and gives an accuracy of 51.2 %. Here λ = "
    "1/(Cm). With pixels from 0 to 255, K is the identity: the score of a new image is 0 (“undecided”), which always "
    "gives the same class, and so does a bias. With pixels from 0 to 1, a new image gets the class of its nearest "
    "neighbour, except for the share in the column “differs”. The next columns repair this: first σ is the median "
    f"distance and C = 1; then σ and C come from a search over {len(WIDTHS) * len(COSTS)} pairs with {FOLDS} folds, "
    "without and with an unpenalised bias, found by the paper's outer search (MPB11 sec. 6). The last columns show "
    "the linear machine with C = 1, without and with such a bias." + STANDARD_ERROR
)
WIDE = (
    Column("largest K, pixels to 255", shown("largest", ".1g")),
    Column("undecided", share("undecided")),
    Column("accuracy", share("failed")),
    Column("and a bias", share("failed, bias")),
    Column("pixels to 1", share("nearest")),
    Column("differs", share("differs")),
    Column("σ = median", share("median")),
    Column("search", share("search")),
    Column("σ/median, C", lambda row: f"{row['width']:g}, {row['C']:g}"),
    Column("and a bias", share("search, bias")),
    Column("linear", share("linear")),
    Column("and a bias", share("linear, bias")),
    Column("new examples", tested),
)


def _widths(images):
    made_of = {"widths": WIDTHS, "costs": COSTS, "folds": FOLDS, "passes": PASSES, "C": C_IMAGES, "sigma": SIGMA}
    images_read = {
        name: (files, _unwarned(partial(_failed_and_repaired, read))) for name, (files, read) in images.items()
    }
    return [Row(name, made_of, *others) for name, others in images_read.items()]


def _failed_and_repaired(read, tell):
    """Return the numbers of a row."""
    data = read()
    typical, lam = median_distance(data.X), lam_from_C(C_IMAGES, len(data.y))
    tell(f"σ = {SIGMA:g}")
    row = _failure(data, lam)
    tell("σ = median distance")
    row["median"] = _accuracy(_plain(typical, lam_from_C(1.0, len(data.y))), data)
    best, width, C = _searched(data, typical, tell)
    row |= {"search": _accuracy(_plain(width * typical, lam_from_C(C, len(data.y))), data), "width": width, "C": C}
    row["cross-validated"] = best
    tell("the bias")
    row["search, bias"] = _with_bias(data, width * typical, lam_from_C(C, len(data.y)))
    lam = lam_from_C(1.0, len(data.y))
    row["linear"] = _accuracy(_plain("linear", lam), data)
    return row | {"linear, bias": _accuracy(PegasosClassifier(lam=lam, bias="search"), data)}


def _failure(data, lam):
    """Measure the report's width on pixels up to 255 and up to 1."""
    coarse = data._replace(X=255 * data.X, Z=255 * data.Z)
    K = rbf(coarse.X, gamma=0.5 / SIGMA**2)
    blind = _plain(SIGMA, lam).fit(coarse.X, coarse.y)
    scores = _plain(SIGMA, lam).fit(data.X, data.y).decision_function(data.Z)
    nearest = data.y[rbf(data.Z, data.X, gamma=0.5 / SIGMA**2).argmax(axis=1)]
    undecided = float(np.mean(blind.decision_function(coarse.Z) == 0))
    return {
        "largest": float((K - np.eye(len(K))).max()),
        "undecided": undecided,
        "failed": float(blind.score(coarse.Z, data.z)),
        "failed, bias": _with_bias(coarse, SIGMA, lam),
        "nearest": accuracy(scores, data.z),
        "n": len(data.z),
        "differs": float(np.mean(scores * nearest <= 0)),
    }


def _searched(data, typical, tell):
    """Return the best accuracy in cross-validation, with its C and its width in median distances.

    Of equally accurate pairs it takes the widest, then the one with the largest C, because a small C leaves little
    except the bias.
    """
    folds, tried = StratifiedKFold(FOLDS, shuffle=True, random_state=0), []
    for width, C in product(WIDTHS, COSTS):
        tell(f"search, σ = {width:g} medians, C = {C:g}")
        model = _plain(width * typical, lam_from_C(C, len(data.y) * (FOLDS - 1) // FOLDS))
        tried.append((float(cross_val_score(model, data.X, data.y, cv=folds).mean()), width, C))
    return max(tried)


def _with_bias(data, width, lam):
    """Return the accuracy of the Gaussian machine with the best unpenalised bias.

    Let K = U·S·Uᵀ. The inner products of the rows of U·√S are the entries of K, so the search for the linear SVM
    works on these rows; the row of a new example is K(z, ·)·U/√S.
    """
    K = rbf(data.X, gamma=0.5 / width**2)
    S, U = np.linalg.eigh(K)
    kept = S > len(S) * np.finfo(float).eps * S[-1]
    root, U = np.sqrt(S[kept]), U[:, kept]
    rows = data._replace(X=U * root, Z=rbf(data.Z, data.X, gamma=0.5 / width**2) @ (U / root))
    return _accuracy(PegasosClassifier(lam=lam, bias="search"), rows)
