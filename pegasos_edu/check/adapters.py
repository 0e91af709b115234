"""Show how to wrap a program of another shape so that it can be checked; the adapter uses the names of the program."""

import re
from typing import NamedTuple

from pegasos_edu.check.parts.matching import is_name_of

RULES = (
    "Do not draw by yourself: step t uses example draws[t - 1]. A pass over m examples uses m of the draws. Switch "
    "stopping rules off. Fix a random start. Return the last w, not an average."
)
COUNTS = "T", "epochs"  # roles of parameters that the draws replace
WHERE_LAMBDA_GOES = "    # pass lam where your class takes λ (C = 1/(lam·m))"


def adapter_for(program, task, roles=()):
    """Return Python that wraps a program, as text; `roles` are the parameters of one step, or of a plain function."""
    if roles:
        head = f"def {program.name}({', '.join(roles)}):\n    ..."
        if not task.is_algorithm:
            return f"{head}  # your formula\n    return value"
        state = ", ".join(name for name in roles if name in ("w", "b", "a", "v", "alpha"))
        return f"{head}  # your step\n    return {state}"
    if program.is_class:
        return _of_class(program, task)
    letter = "A" if task.is_batch else "i"
    if task.step.is_kernel and any(is_name_of(parameter.name, "kernel") for parameter in program.parameters):
        return _of_kernel(program)
    data = ", ".join(_own(program, role) for role in ("K" if task.step.is_kernel else "X", "y", "lam"))
    lines = [
        f"def {program.name}({data}, draws):",
        "    ...  # your start",
        f"    for t, {letter} in enumerate(draws, 1):  # instead of a loop that draws by itself",
        f"        ...  # your step with example{'s' if task.is_batch else ''} {letter}",
        f"    return {'alpha' if task.step.is_kernel else 'w'}",
    ]
    return "\n".join(lines)


def _of_kernel(program):
    """Return the adapter of a program that takes the kernel as a function: its data are the numbers of the examples."""
    parameters = [
        parameter for parameter in program.parameters if not any(is_name_of(parameter.name, role) for role in COUNTS)
    ]
    instead = [parameter.name for parameter in program.parameters if parameter not in parameters]
    draws = [] if any(is_name_of(parameter.name, "draws") for parameter in parameters) else [("draws", False)]
    values = {"X": "np.arange(len(y))", "y": "y", "kernel": "lambda i, j: K[i, j]", "lam": "lam", "draws": "draws"}
    asked = f"takes draws{f' instead of {instead[0]}' if instead else ''}, with: for t, i in enumerate(draws, 1)"
    lines = [
        "def adapted(K, y, lam, draws):",
        *([f"    # first change {program.name} so that it {asked}"] if draws else []),
        f"    return {program.name}({_arguments([*parameters, *draws], values)})",
    ]
    return "\n".join(lines)


def adapter_of_dictionary(program, roles, keys=()):
    """Return the adapter of a program that returns a dictionary.

    `roles` are those of its parameters, and `keys` the keys of the dictionary if they are few names.
    """
    given = ", ".join(roles)
    size = "len(y)" if "K" in roles else "len(w)" if "w" in roles else "X.shape[1]"
    name, state = "weights", f"[weights.get(j, 0.0) for j in range({size})]"
    if keys:
        of_state = ("alpha", "beta") if "K" in roles else ("w",)
        keys_of_w = [key for role in of_state for key in keys if is_name_of(key, role)] or keys
        parts = [keys_of_w[0], *[key for key in keys if is_name_of(key, "b")][:1]]
        name, state = "result", ", ".join(f'result["{key}"]' for key in parts)
    if program.is_generator:
        lines = [f"    for {name} in {program.name}({given}):", f"        yield {state}"]
    else:
        lines = [f"    {name} = {program.name}({given})", f"    return {state}"]
    return "\n".join([f"def adapted({given}):", *lines])


def _own(program, role):
    """Return the name that the program gives to a parameter, or the usual name."""
    return next((parameter.name for parameter in program.parameters if is_name_of(parameter.name, role)), role)


# Classes


class Method(NamedTuple):
    """Describe a method of a learner's class, as its source says."""

    name: str
    parameters: list  # pairs of a name and whether it has a default, without self
    body: str

    def takes(self, *roles):
        return any(is_name_of(name, role) for name, _ in self.parameters for role in roles)


_DEF = re.compile(r"\bdef (\w+)\((.{0,500}?)\)[^:\n]{0,200}:", re.DOTALL)
_ASSIGNMENT = re.compile(r"\bself\.\w+(?:\[[^\]\n]{0,80}\])?\s*[-+*/@]?=[^=]")
_LOOP = re.compile(r"^\s*(?:for|while)\b", re.MULTILINE)


def _of_class(program, task):
    method = _learning(_methods(program.source))
    first, letter = "K" if task.step.is_kernel else "X", "A" if task.is_batch else "i"
    of_all = {"X": first, "y": "y", "lam": "lam", "draws": "draws", "T": "len(draws)", "epochs": "1"}
    loop = f"for t, {letter} in enumerate(draws, 1):"
    if _takes_one(method):
        at = letter if task.is_batch or method.takes("x") else "[i]"
        of_one = {"x": f"X[{at}]", "X": f"X[{at}]", "y": f"y[{at}]", "lam": "lam", "t": "t", "eta": "1 / (lam * t)"}
        calls = [f"    {loop}", f"        {_call(method, of_one)}"]
    else:
        inside = loop.replace("draws", "self.draws").rstrip(":")
        calls = [f"    model.draws = draws  # and in {method.name}: {inside}", f"    {_call(method, of_all)}"]
    takes_lambda = any(is_name_of(name, "lam") for name, _ in [*program.parameters, *method.parameters])
    lines = [
        f"def adapted({first}, y, lam, draws):",
        *([] if takes_lambda else [WHERE_LAMBDA_GOES]),
        f"    model = {program.name}({_arguments(program.parameters, of_all)})",
        *calls,
        f"    return {_state(program.source, task)}",
    ]
    return "\n".join(lines)


def _call(method, values):
    return f"model.{method.name}({_arguments(method.parameters, values)})"


def _methods(source):
    """Return the methods in a source by their names; it is only searched, because a hand-in may hold anything."""
    methods, places = {}, [*_DEF.finditer(source)]
    for place, end in zip(places, [*(place.start() for place in places[1:]), len(source)]):
        parts = [part.split("#")[0].strip(" *\n\t") for part in place[2].split(",")]
        named = [(re.split(r"[:=]", part)[0].strip(), "=" in part) for part in parts]
        parameters = [pair for pair in named if pair[0] not in ("", "self")]
        methods[place[1]] = Method(place[1], parameters, source[place.end() : end])
    return methods


def _learning(methods):
    """Return the method that learns: it changes self, and takes data and labels if any does; ``fit`` if none is found.

    If several methods learn, it is the first that none of the others calls.
    """
    learning = {name for name, method in methods.items() if _ASSIGNMENT.search(method.body)}
    while more := {name for name, method in methods.items() if _called(method) & learning} - learning:
        learning |= more
    public = {name: method for name, method in methods.items() if not name.startswith("_")}
    of_data = [name for name, method in public.items() if method.takes("X", "x") and method.takes("y")]
    chosen = [name for name in public if name in learning]
    chosen = [name for name in chosen if name in of_data] or chosen or of_data
    public = [public[name] for name in chosen]
    called = {name for method in public for name in _called(method) if name != method.name}
    chosen = [method for method in public if method.name not in called] or public
    return chosen[0] if chosen else Method("fit", [("X", False), ("y", False)], "for")


def _called(method):
    return set(re.findall(r"\bself\.(\w+)\(", method.body))


def _takes_one(method):
    """Return whether a method takes one example: by the name of its parameter, or because it has no loop."""
    if not method.takes("X", "x"):
        return False
    is_partial = method.name.startswith("partial") or not method.takes("X")
    return is_partial or not _LOOP.search(method.body) and not _called(method)


def _arguments(parameters, values):
    """Return the arguments of a call: those that it must have, and λ; "..." for those that nobody can know."""
    arguments, has_names = [], False
    for name, has_default in parameters:
        role = next((role for role in values if is_name_of(name, role)), None)
        has_names = has_names or has_default or role not in ("X", "x", "y")
        if not has_default or role == "lam":
            arguments.append(f"{name}={values.get(role, '...')}" if has_names else values[role])
    return ", ".join(arguments)


def _state(source, task):
    """Return the attribute with the state, and that with the bias if the algorithm has one."""
    names = [*dict.fromkeys(re.findall(r"\bself\.(\w+)", source))]
    role = "alpha" if task.step.is_kernel else "w"
    w = next((name for name in names if is_name_of(name, role)), role)
    b = next((name for name in names if is_name_of(name, "b")), None) if task.step.has_bias else None
    return f"model.{w}" + (f", model.{b}" if b else "")
