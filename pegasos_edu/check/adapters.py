"""Show how to wrap a program of another shape so that it can be checked; the adapter uses the names of the program."""

import re

from pegasos_edu.check.parameter_names import NAMES

RULES = (
    "Do not draw by yourself: step t uses example draws[t - 1]. A pass over m examples uses m of the draws. Switch "
    "stopping rules off. Fix a random start. Return the last w, not an average."
)


def adapter_for(program, task, roles=()):
    """Return Python that wraps a program, as text; `roles` are the parameters of one step, or of a plain function."""
    if roles:
        head = f"def {program.name}({', '.join(roles)}):\n    ..."
        if not task.is_algorithm:
            return f"{head}  # your formula\n    return value"
        state = ", ".join(name for name in roles if name in ("w", "b", "a", "v", "alpha"))
        return f"{head}  # your step\n    return {state}"
    first = "K" if task.step.is_kernel else "X"
    if program.is_class:
        return _of_class(program, first)
    letter = "A" if task.is_batch else "i"
    own = ", ".join(_own(program, role) for role in (first, "y", "lam"))
    return "\n".join([
        f"def {program.name}({own}, draws):",
        "    ...  # your start",
        f"    for t, {letter} in enumerate(draws, 1):  # instead of a loop that draws by itself",
        f"        ...  # your step with example{'s' if task.is_batch else ''} {letter}",
        f"    return {'alpha' if task.step.is_kernel else 'w'}",
    ])  # fmt: skip


def _own(program, role):
    """Return the name that the program gives to a parameter, or the usual name."""
    return next((one.name for one in program.parameters if one.name in NAMES[role]), role)


def _of_class(program, first):
    names = [one.name for one in program.parameters]
    lam = _own(program, "lam")
    state = re.search(r"\bself\.(w|w_|weights_?|theta|coef_|alphas?)\b", program.source)
    return "\n".join([
        f"def adapted({first}, y, lam, draws):",
        f"    model = {program.name}({f'{lam}=lam' if lam in names else 'lam'})",
        "    model.draws = draws  # and in fit: for t, i in enumerate(self.draws, 1)",
        f"    model.fit({first}, y)",
        f"    return model.{state[1] if state else 'w'}",
    ])  # fmt: skip
