"""Call a learner's class like a function, if it reads the draws from a parameter or from ``self.draws``."""

import inspect

STATES = ("w", "w_", "weights", "weights_", "theta", "coef", "coef_", "alpha", "alphas")
BIASES = ("b", "b_", "bias", "intercept_", "theta_0")


def reads_draws(kind):
    """Return whether a class has ``fit`` and declares from where it takes the draws."""
    return callable(getattr(kind, "fit", None)) and ("draws" in _parameters(kind) or _uses_attribute(kind))


def as_function(kind):
    """Return the function (X, y, lam, draws, …) that creates an object of a class, fits it and returns its state.

    Its parameters are those of the constructor and of ``fit``, and ``draws``.
    """
    of_object, of_fit = inspect.signature(kind).parameters, list(_parameters_of_fit(kind))

    def trained(**values):
        model = kind(**{name: values[name] for name in of_object if name in values})
        model.draws = values["draws"]
        model.fit(**{name: values[name] for name in of_fit if name in values})
        state = next((getattr(model, name) for name in STATES if getattr(model, name, None) is not None), None)
        bias = next((getattr(model, name) for name in BIASES if hasattr(model, name)), None)
        return state if state is None or bias is None else (state, bias)

    given = [*_parameters_of_fit(kind).values()] + [of_object[name] for name in of_object if name not in of_fit]
    by_name = {"kind": inspect.Parameter.KEYWORD_ONLY, "annotation": inspect.Parameter.empty}
    parameters = [parameter.replace(**by_name) for parameter in given]
    if "draws" not in _parameters(kind):
        parameters.append(inspect.Parameter("draws", inspect.Parameter.KEYWORD_ONLY))
    trained.__name__ = kind.__name__
    trained.__signature__ = inspect.Signature(parameters)
    return trained


def _parameters(kind):
    return [*inspect.signature(kind).parameters, *_parameters_of_fit(kind)]


def _parameters_of_fit(kind):
    parameters = dict(inspect.signature(kind.fit).parameters)
    parameters.pop("self", None)
    return parameters


def _uses_attribute(kind):
    """Return whether a method uses ``self.draws``; a class from a notebook has no source that could be read."""
    methods = (method for method in vars(kind).values() if inspect.isfunction(method))
    return any("draws" in method.__code__.co_names for method in methods)
