"""Match the parameters of a program with the roles of its arguments: by name, then by position, which is always said.

Parameters are pairs of a name and whether it has a default, roles are pairs of a name and its role; both are lists in
the order of the program, because a dictionary has no order in MicroPython.
"""

from collections import namedtuple

from pegasos_edu.check.parameter_names import (
    ALSO,
    ALSO_OF,
    BESIDE,
    COUNTED,
    COUNTING,
    EXTRA,
    FILLERS,
    LETTERS,
    NAMES,
    OPTIONAL,
    OTHERS,
    PLURALS,
    STEMS,
)

# `roles` are None if the parameters do not fit; `by_position` are the names whose role comes from their position.
Match = namedtuple("Match", ["roles", "by_position", "notes"])


def matched(parameters, roles, kind):
    """Return the `Match` of a program of a kind, "step", "all" or "function", that must take some roles.

    One step may take all examples and the index of those that are drawn; then X and y are all of them.
    """
    names, tries = [name for name, _ in parameters], [list(roles)]
    if kind == "step" and _takes_all_examples(names) and "i" not in roles:
        with_index = ["X" if role == "x" else role for role in roles] + ["i"]
        has_index = any(_could_be(name, "i") for name in names)
        tries = [with_index, *tries] if has_index else [*tries, with_index]
    matches = [match for match in [_matched(parameters, roles, kind) for roles in tries] if match.roles is not None]
    return matches[0] if matches else Match(None, [], [])


def _matched(parameters, roles, kind):
    asked = list(roles) + [role for role in EXTRA[kind] if role not in roles]
    assigned = _by_name([name for name, _ in parameters], asked)
    left = [role for role in roles if role not in assigned.values()]
    placed = _by_position([pair for pair in parameters if pair[0] not in assigned], left, assigned.values(), kind)
    for name, role in placed:
        assigned[name] = role
    free = [name for name, _ in parameters if name not in assigned]
    required = [name for name, has_default in parameters if not has_default and name in free]
    if required or any(role not in assigned.values() and not _is_optional(role, assigned.values()) for role in roles):
        return Match(None, [], [])
    pairs = [(name, assigned[name]) for name, _ in parameters if name in assigned]
    defaults = [f"`{name}` was left at its default" for name in free]
    return Match(pairs, [name for name, _ in placed], notes_on(placed) + defaults)


def notes_on(placed):
    """Return a clause for each name that has its role by position, or only after another role was tried."""
    return [f"`{name}` was read as {LETTERS.get(role, role)}" for name, role in placed]


def other_readings(match):
    """Return the other matches of one step: a counter may stand where η was read, or η where a counter was read.

    Only a name that has its role by position, or could have both roles, is read in the other way.
    """
    taken = [role for _, role in match.roles]
    matches = []
    for role, other in (("eta", "t"), ("t", "eta")):
        for name, current in match.roles:
            is_open = name in match.by_position or is_name_of(name, role) and _could_be(name, other)
            if current == role and other not in taken and is_open:
                roles = [(parameter, other if parameter == name else known) for parameter, known in match.roles]
                said = notes_on([(name, role)])
                notes = notes_on([(name, other)]) + [note for note in match.notes if note not in said]
                matches.append(Match(roles, match.by_position, notes))
    return matches


def kind_of(parameters, step_roles, is_generator=False):
    """Return whether a program takes one step or all steps, "step" or "all", as its declaration alone says.

    `step_roles` are the roles of one step, the state first; empty if no lesson has a step of this kind.
    """
    names = [name for name, _ in parameters]
    if is_generator or not step_roles or not names:
        return "all"
    has_state_first = is_name_of(names[0], step_roles[0])
    if _has(names, "draws"):  # they may also be the examples of one batch
        return "step" if has_state_first and _takes_all_examples(names) and _has(names, "t", "eta") else "all"
    if has_state_first:
        return "step"
    has_state = _has(names, step_roles[0])
    takes_data = is_name_of(names[0], "X") and not ("x" in step_roles and is_name_of(names[0], "x"))
    if _has(names, "T", "epochs") or takes_data and not (has_state and "X" in step_roles):
        return "all"
    required = [name for name, has_default in parameters if not has_default]
    has_index = _takes_all_examples(names) and any(_could_be(name, "i") for name in names)
    return "step" if has_state or len(required) - has_index == len(step_roles) else "all"


def called_as(program, roles):
    """Return the sentence that says how a program was called; a role is named where a parameter has another name."""
    said = [name if name == role else f"{name} = {role}" for name, role in roles]
    return f"It was called as {program}({', '.join(said)})."


def must_take(parameters, roles, step_roles=()):
    """Return the clause that says what a program must take, and what it takes."""
    wanted = f"({', '.join(roles)})"
    if step_roles:
        wanted += f" for all steps or ({', '.join(step_roles)}) for one step"
    got = ", ".join([name for name, _ in parameters]) or "no parameters"
    return f"it must take {wanted}, got ({got})"


# Roles of names


def is_name_of(name, role):
    """Return whether a parameter of this name has a role."""
    words = _words(name)
    rest = [word for word in words if word.lower() not in _FILLERS]
    if any(_joined(parts) in _NAMES.get(role, [role]) for parts in (words, rest) if parts):
        return True
    plain, stems = [word.lower() for word in words], STEMS.get(role, "").split()
    if role in COUNTED and _counts(plain, COUNTED[role].split(), role in PLURALS):
        return True
    counts = any(word in _COUNTING for word in plain)
    return not counts and any(word.startswith(stem) for word in plain for stem in stems)


def _could_be(name, role):
    """Return whether a name that no other role claims stands for a role."""
    alike = [role, *ALSO_OF.get(role, [])]
    return name in ALSO.get(role, "").split() or any(is_name_of(name, other) for other in alike)


def _has(names, *roles):
    return any(is_name_of(name, role) for name in names for role in roles)


def _takes_all_examples(names):
    return any(is_name_of(name, "X") and not is_name_of(name, "x") for name in names)


def _words(name):
    """Return the words of a name such as ``n_iter``, ``nIter`` or ``_n_iter``."""
    spaced = ""
    for n, letter in enumerate(name):
        is_new = n and "A" <= letter <= "Z" and "a" <= name[n - 1] <= "z"
        spaced += " " + letter if is_new else " " if letter == "_" else letter
    return spaced.split()


def _joined(words):
    """Return words as one, in small letters; a single letter stays as it is, because X is not x."""
    word = "".join(words)
    return word.lower() if len(word) > 1 else word


def _counts(words, things, is_plural_enough):
    """Return whether words count things: a thing with a word of `COUNTING`, also in one word, or only its plural."""
    has_thing = any(_is_one_of(word, things) for word in words)
    if len(words) != 1:
        return has_thing and any(word in _COUNTING for word in words)
    word = words[0]
    starts = any(word.startswith(count) and _is_one_of(word[len(count) :], things) for count in _COUNTING)
    return starts or is_plural_enough and has_thing and word not in things


def _is_one_of(word, things):
    """Return whether a word, or the word without its plural ending, is among things."""
    return word in things or any(word == thing + ending for thing in things for ending in ("s", "es"))


_FILLERS, _COUNTING, _OTHERS = FILLERS.split(), COUNTING.split(), OTHERS.split()
_NAMES = {}
for _role in NAMES:
    _NAMES[_role] = [_joined(_words(name)) for name in NAMES[_role]]


# Roles of parameters


def _by_name(names, asked):
    """Return the roles of names: first those that a name clearly has, then those that no other role claims.

    In a step of a batch, k is no counter.
    """
    roles = {}
    for is_a_name in (is_name_of, _could_be):
        for role in asked:
            known = [name for name in names if name not in roles and is_a_name(name, role)]
            if known and role not in roles.values() and not (known[0] == "k" and "X" in asked and role == "t"):
                roles[known[0]] = role
    return roles


def _by_position(free, left, taken, kind):
    """Return the roles that free parameters have by position, as pairs; none if they do not fit.

    Each parameter without a default must have a role. A parameter with a default is neither the draws nor anything
    that the program can do without.
    """
    if len(left) > len(free):
        left = [role for role in left if not _is_optional(role, taken)]
    places = [pair for pair in free if pair[0] not in _OTHERS and not _has([pair[0]], *BESIDE[kind])]
    required = [name for name, has_default in places if not has_default]
    optional = [name for name, has_default in places if has_default]
    is_needed = any(not _is_optional(role, taken) for role in left)
    names = required + (optional if is_needed else [])
    if not left or not len(required) <= len(left) <= len(names):
        return []
    pairs = list(zip(names, left))
    return [] if any(role == "draws" and name in optional for name, role in pairs) else pairs


def _is_optional(role, taken):
    return role in OPTIONAL and all(other in taken for other in OPTIONAL[role])
