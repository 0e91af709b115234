"""Encode the labels of classes as −1 and +1, and give weights to examples."""

import numpy as np
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets

from pegasos_edu.common.validation import as_float, excerpt


def check_classes(y, estimator):
    """Return the classes, and for each label the number of its class."""
    try:
        check_classification_targets(y)
        classes = np.unique(y)
    except TypeError:
        kind, advice = "labels of one kind", "fill in missing labels; use only numbers or only words"
        if any(isinstance(label, bytes) for label in np.ravel(y).tolist()):
            kind, advice = "words or numbers, not bytes", "turn bytes into words: y.astype(str)"
        raise ValueError(f"y must hold {kind}, got {excerpt(y)}; {advice}.") from None
    if len(classes) < 2:
        which = f"1 class: {classes[0]!r}" if len(classes) else "none"
        raise ValueError(
            f"{type(estimator).__name__} needs at least 2 classes, got {which}; "
            "check that y holds the labels, and that no split has left a class out."
        )
    return classes, (y == classes[1]).astype(np.int64) if len(classes) == 2 else np.searchsorted(classes, y)


def one_against_rest(numbers_, n_classes):
    """Return labels −1 and +1 for each class against the rest; if there are two classes, only for the second."""
    return [np.where(numbers_ == n, 1.0, -1.0) for n in (range(n_classes) if n_classes > 2 else [1])]


def signs(z):
    """Return the number of the predicted class: the sign of one column of scores, or the largest of several."""
    return (z > 0).astype(int) if z.ndim == 1 else z.argmax(axis=1)


def class_weights(class_weight, classes, numbers_):
    """Return the weight of each example, which depends on its class; None without `class_weight`."""
    if class_weight is None:
        return None
    known = isinstance(class_weight, dict) and all(map(_is_weight, class_weight.values()))
    if not known and not (isinstance(class_weight, str) and class_weight == "balanced"):
        raise ValueError(
            f"class_weight must be None, 'balanced' or a dict with a finite weight of at least 0 for each class, got "
            f"{excerpt(class_weight)}; 'balanced' gives all classes the same weight."
        )
    weights = compute_class_weight(class_weight, classes=classes, y=classes[numbers_])[numbers_]
    if not weights.sum() > 0:
        raise ValueError(
            f"class_weight must give some example a weight above 0, got {class_weight!r}; check that its keys "
            "are the labels."
        )
    return weights


def _is_weight(value):
    weight = as_float(value)
    return weight == 0 or 1e-50 <= weight <= 1e50  # so that their sum and its inverse are finite
