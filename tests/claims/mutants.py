"""Make mutants: wrong algorithms, wrong theory, wrong helpers and wrong arithmetic, for the subject of each experiment.

The subject of an experiment that runs an algorithm is this algorithm. The subject of any other experiment is a formula:
the functions that it takes from the package, and its own arithmetic.
"""

import ast
import copy
import dis
import inspect
import re
import textwrap
import types

import numpy as np

from pegasos_edu.algorithms.variants import function_of, variant
from pegasos_edu.claims import measuring
from pegasos_edu.claims.sources import MODULES
from pegasos_edu.theory import bounds

PLACES = (measuring, *MODULES)  # where experiments look names up

# Each pair is a regular expression and what replaces it, in the code of all algorithms that match
WRONG_ALGORITHMS = {
    "nothing shrinks w": (r"\(1 - eta \* lam\) \* w", "w"),
    "the step is subtracted": (r"\+ \((eta[^)]*)\) \*", r"- (\1) *"),
    "the sum is subtracted": (r"add\(v, (\S.*), X, i\)", r"add(v, -(\1), X, i)"),
    "the label is missing in the condition": (r"y\[(i|A)\] \* (scores?) < 1", r"\2 < 1"),
    "the label is missing in the addition": (r"(eta \* |add\(v, )y\[i\]", r"\g<1>1"),
    "the condition has margin 0": (r"(y\[\w\] \* scores?) < 1", r"\1 <= 0"),
    "the condition is reversed": (r"(y\[\w\] \* scores?) < 1", r"\1 >= 1"),
    "every step adds": (r"y\[i\] \* score < 1", "True"),
    "no step adds": (r"y\[i\] \* score < 1", "False"),
    "margin 1 counts": (r"(y\[\w\] \* scores?) < 1", r"\1 <= 1"),
    "all of A is added": (r"A\[y\[A\] \* scores < 1\]", "A"),
    "the batch is not divided": (r"\(eta / len\(A\)\)", "eta"),
    "the violators divide": (r"\(eta / len\(A\)\)", "(eta / max(1, len(violators)))"),
    "only the first of A is read": (
        r"for t, A in enumerate\(draws, 1\)",
        "for t, A in enumerate([B[:1] for B in draws], 1)",
    ),
    "steps of 1/t": (r"eta = 1 / \(lam \* t\)", "eta = 1 / t"),
    "steps of 1/(λ√t)": (r"eta = 1 / \(lam \* t\)", "eta = 1 / (lam * t**0.5)"),
    "constant steps": (r"eta = 1 / \(lam \* t\)", "eta = 0.01"),
    "half the step": (r"eta = 1 / \(lam \* t\)", "eta = 0.5 / (lam * t)"),
    "t begins at 2": (r"enumerate\(draws, 1\)", "enumerate(draws, 2)"),
    "the first example in every step": (
        r"for t, i in enumerate\(draws, 1\)",
        "for t, i in enumerate(0 * np.array(draws), 1)",
    ),
    "the score is that of the next example": (r"(w @ |dot\(\w, )(X\[|X, )i", r"\1\g<2>i - 1"),
    "the score is doubled": (r"score = (.*)", r"score = 2 * (\1)"),
    "nothing is projected": (r"if project and", "if False and"),
    "the ball is a sphere": (r"min\(1, 1 / sqrt\(lam\) / (\S+)\)", r"(1 / sqrt(lam) / \1)"),
    "the ball is twice as large": (r"1 / sqrt\(lam\)", "2 / sqrt(lam)"),
    "always projected": (r"if project and", "if"),
    "α counts once": (r"alpha\[i\] \+= 1", "alpha[i] = 1"),
    "α counts twice": (r"alpha\[i\] \+= 1", "alpha[i] += 2"),
    "the sum has no labels": (r"\(alpha \* y\) @", "alpha @"),
    "the kernel's factor is that of the next step": (r"score = eta \* total", "score = total / (lam * t)"),
    "the pull of the log loss has the wrong sign": (r"logaddexp\(0, ", "logaddexp(0, -"),
    "the scale is not caught up": (r"eta \* y\[i\] / a", "eta * y[i]"),
    "the scale is caught up in every step": (r"a < 1e-9", "True"),
    "the dual step is not cut": (r"max\(0, min\(1, best\)\)", "best"),
    "the dual step forgets α": (r" \+ alpha\[i\] \* y\[i\]", ""),
    "the dual step only grows": (r"max\(0, min\(1, best\)\)", "max(alpha[i] * y[i], min(1, best))"),
    "no bias in the score": (r" \+ b\b", ""),
}


def _scaled(by):
    """Return a mutant of a function whose numbers are multiplied by `by`."""
    return lambda function: lambda *a, **k: by * function(*a, **k)


def _first_scaled(by):
    """Return a mutant of a function whose first field is multiplied by `by`, and nothing else."""

    def mutant(function):
        def wrong(*a, **k):
            fields = function(*a, **k)
            return fields._replace(**{fields._fields[0]: by * fields[0]})

        return wrong

    return mutant


def _heavier(function):
    """Return an objective with four times the penalty."""
    return lambda w, X, y, lam, *a, **k: function(w, X, y, 4 * lam, *a, **k)


def _unpenalised(function):
    """Return subgradients without λ·w."""
    return lambda w, X, y, lam, *a, **k: function(w, X, y, lam, *a, **k) - lam * w


def _random_labels(function):
    """Return a data set whose labels are drawn at random."""

    def relabelled(*a, **k):
        X, y, *names = function(*a, **k)
        return X, np.where(np.random.default_rng(5).random(len(y)) < 0.5, 1, -1), *names

    return relabelled


# Each pair is a name and what makes another function of the one with this name
WRONG_FUNCTIONS = {
    "no loss with the right sign": ("hinge_loss", lambda function: lambda z: np.maximum(0.0, -np.asarray(z))),
    "a squared loss": ("hinge_loss", lambda function: lambda z: function(z) ** 2),
    "no loss": ("hinge_loss", _scaled(0.0)),
    "the log loss doubled": ("log_loss", _scaled(2.0)),
    "a slope of the other sign": ("log_slope", _scaled(-1.0)),
    "four times the penalty": ("objective", _heavier),
    "a sum of losses": ("objective", lambda function: lambda w, X, y, *a, **k: len(y) * function(w, X, y, *a, **k)),
    "subgradients without the penalty": ("subgradients", _unpenalised),
    "a subgradient without the penalty": ("subgradient", _unpenalised),
    "subgradients of the other sign": ("subgradients", _scaled(-1.0)),
    "half the best w": ("optimum", _first_scaled(0.5)),
    "four times the best w": ("optimum", _first_scaled(4.0)),
    "no best w": ("optimum", _first_scaled(0.0)),
    "no best bias": ("optimum_with_bias", lambda function: lambda *a: function(*a)._replace(b=3.0)),
    "half the best β": ("kernel_optimum", _first_scaled(0.5)),
    "a small ball": ("ball_radius", _scaled(0.5)),
    "no projection": ("projected", lambda function: lambda w, *a: w),
    "half of the projected point": ("projected", _scaled(0.5)),
    "batches without a factor": ("variance_factor", lambda function: lambda m, k: 1.0),
    "labels at random": ("moons breast_cancer digits toy sparse_text", _random_labels),
    "a kernel without a width": ("gram", lambda function: lambda X, gamma=None: function(X, gamma=1e6)),
    "C without m": ("C_from_lam lam_from_C", lambda function: lambda value, m: 1 / value),
    "the wrong side": ("accuracy", lambda function: lambda *a: 1 - function(*a)),
    "w after the step": ("before_each_step", lambda function: lambda steps: measuring.stack(steps).w),
    "the wrong draws": ("draws_of_an_adversary", lambda function: lambda T, lam: [0] * T),
    "a step that is not projected": ("points_of_a_step", lambda function: lambda *a: _unprojected(*function(*a))),
    "a tenth of each bound": ("bounds", lambda module: _wrong_bounds(0.1)),
    "ten times each bound": ("bounds", lambda module: _wrong_bounds(10.0)),
}


def _unprojected(u, w, g, eta, to):
    return u, w, g, eta, w + eta * g


def _wrong_bounds(by):
    """Return the module of bounds with all bounds multiplied by `by`."""
    wrong = {
        name: _scaled(by)(f)
        for name, f in vars(bounds).items()
        if inspect.isfunction(f) and f.__module__ == bounds.__name__
    }
    return types.SimpleNamespace(**wrong)


def reached(experiment):
    """Return what an experiment uses of the package, itself or in helpers of the ledger: names with their values."""
    names, waiting, done = {}, [experiment], set()
    while waiting:
        function = waiting.pop()
        done.add(function)
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            for thing in value if isinstance(value, tuple) else (value,):
                if is_algorithm(thing) or name == "bounds" or name in _FUNCTIONS:
                    names[name] = thing
                if getattr(thing, "__module__", "").startswith("pegasos_edu.claims") and inspect.isfunction(thing):
                    waiting += [thing] * (thing not in done)
    return names


_FUNCTIONS = {name for names, _ in WRONG_FUNCTIONS.values() for name in names.split()}


def _names(code):
    """Return all global names in a code object and in the functions inside it."""
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    used = {instruction.argval for instruction in dis.get_instructions(code) if instruction.opname == "LOAD_GLOBAL"}
    return used.union(*map(_names, inner))


def is_algorithm(value):
    """Return whether a value is an algorithm or a variant of one."""
    return inspect.isgeneratorfunction(value) and value.__module__.startswith("pegasos_edu.algorithms")


def mutants_of(experiment):
    """Yield the name of each mutant of an experiment's subject, and a function that installs it with a monkeypatch."""
    names = reached(experiment)
    algorithms = [value for value in names.values() if is_algorithm(value)]
    if algorithms:
        for name, change in WRONG_ALGORITHMS.items():
            if any(changed(algorithm, *change) is not algorithm for algorithm in algorithms):
                yield name, lambda patch, change=change: _install_algorithms(patch, change)
    else:
        for name, (of, wrong) in WRONG_FUNCTIONS.items():
            if names.keys() & set(of.split()):
                yield name, lambda patch, of=of, wrong=wrong: _install_functions(patch, of.split(), wrong)
        yield from _slips(experiment)


def changed(algorithm, pattern, replacement):
    """Return the algorithm with a change in its code and without comments, or itself if nothing matches."""
    right = [line.partition("  #")[0] for line in textwrap.dedent(inspect.getsource(algorithm)).splitlines()]
    wrong = [re.sub(pattern, replacement, line) for line in right]
    return algorithm if wrong == right else function_of("\n".join(wrong), algorithm.__name__, algorithm)


def _install_algorithms(patch, change):
    """Replace every algorithm that experiments can reach, also those that they change themselves."""
    original = {}

    def wrong(value):
        if isinstance(value, tuple):
            return tuple(map(wrong, value))
        if not is_algorithm(value):
            return value
        mutant = changed(value, *change)
        original[mutant] = value
        return mutant

    def wrong_variant(algorithm, *changes, name=None):
        return wrong(variant(original.get(algorithm, algorithm), *changes, name=name))

    for module in PLACES:
        for name, value in list(vars(module).items()):
            if is_algorithm(value) or (isinstance(value, tuple) and any(map(is_algorithm, value))):
                patch.setattr(module, name, wrong(value))
        if hasattr(module, "variant"):
            patch.setattr(module, "variant", wrong_variant)


def _install_functions(patch, names, wrong):
    """Replace functions of these names wherever experiments look them up."""
    for module in PLACES:
        for name in names:
            if hasattr(module, name):
                patch.setattr(module, name, wrong(getattr(module, name)))


SWAPPED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}


def _slips(experiment):
    """Yield mutants with + for −, − for +, / for · or · for / at one place above the verdict."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(experiment)))
    tree.body[0].decorator_list = []
    *above, _ = tree.body[0].body
    count = sum(_swappable(node) for part in above for node in ast.walk(part))
    for n in range(count):
        wrong = copy.deepcopy(tree)
        places = [node for part in wrong.body[0].body[:-1] for node in ast.walk(part) if _swappable(node)]
        places[n].op = SWAPPED[type(places[n].op)]()
        yield ast.unparse(places[n]), lambda patch, wrong=wrong: _compiled(wrong, experiment)


def _swappable(node):
    return isinstance(node, ast.BinOp) and type(node.op) in SWAPPED


def _compiled(tree, experiment):
    """Return the function of a tree, with the names of the experiment's module."""
    names = dict(experiment.__globals__)
    exec(compile(ast.fix_missing_locations(tree), experiment.__code__.co_filename, "exec"), names)
    return names[experiment.__name__]
