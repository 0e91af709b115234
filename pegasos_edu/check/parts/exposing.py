"""Run a wrong program beside the algorithm on data that a learner hands in, and say whether, where and why they differ.

Nothing here knows what is wrong in a program: each sentence of a report is measured on the states of both programs.
Beside ``math`` this module needs the few functions of NumPy that the NumPy of a page also has.
"""

from math import exp, sqrt

import numpy as np

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.parts.words import brief, drawn_in_words, listed

MOST_EXAMPLES, MOST_FEATURES, MOST_STEPS, MOST_IN_BATCH = 8, 6, 16, 4
LARGEST, SMALLEST = 1e6, 1e-6  # of the numbers, and of λ and γ
TOLERANCE = 1e-6  # a part of the largest number of both runs so far
NUDGES = 1 - 1e-9, 1 + 1e-9  # factors of the data; a difference that they remove hangs on rounding
MOST_TOLD = 6  # steps
MOST_LEFT_OUT = 4  # parts that can be left out; then the search ends, because a page has little time


class Puzzle:
    """Hold a wrong program and the right one, both as sources that define a function of the same parameters.

    Attributes
    ----------
    task, parameters
        The name of the algorithm or function, and the names of the parameters.
    is_run
        Whether the programs yield a state for each draw; else they return one value.
    is_batch, is_kernel, has_bias, is_log
        What the state is, and which loss the algorithm lowers.
    part
        The part of the program that is wrong, such as "score".
    """

    def __init__(self, task, parameters, is_run, is_batch, is_kernel, has_bias, is_log, right, wrong, part, names):
        self.task, self.parameters, self.is_run, self.is_batch = task, parameters, is_run, is_batch
        self.is_kernel, self.has_bias, self.is_log, self.part = is_kernel, has_bias, is_log, part
        self.right, self.wrong = _compiled(right, "right", names), _compiled(wrong, "program", names)

    @property
    def state(self):
        """Return the letters of the state."""
        return "α" if self.is_kernel else "(w, b)" if self.has_bias else "w" if self.is_run else "the value"

    @property
    def has_features(self):
        return not self.is_kernel


def _compiled(source, name, names):
    space = dict(names)
    space["np"], space["sqrt"], space["norm"], space["exp"] = np, sqrt, np.linalg.norm, exp
    exec(source, space)
    return space[name]


def exposed(puzzle, values, named):
    """Return the report on what a learner hands in, as `Report.content` holds it, and the sizes of the data.

    Raises
    ------
    ValueError
        If it is not what the programs take.
    Failed
        If something is still to be written.
    """
    data = read(puzzle, values, named)
    outcomes = [PairOfRuns(puzzle, nudged(data, factor)) for factor in (1.0, *NUDGES)]
    unnudged, borders = outcomes[0], [unnudged.differs for unnudged in outcomes]
    differs = all(borders)
    content = {"passed": differs, "hints": [], "answer": [], "conventions": [], "named": [], "parts": []}
    content["sizes"] = sizes(puzzle, data)
    content["left_out"] = left_out(puzzle, data) if differs else []
    if differs:
        content["verdict"] = _verdict(unnudged)
        content["how_small"] = _how_small(content)
        more = ". Can you make the data smaller?" if content["left_out"] else ". Well done."
        content["facts"] = [["Why these data show it", _why(unnudged)], ["How small", content["how_small"] + more]]
        content["facts"] = [pair for pair in content["facts"] if pair[1]]
        return content
    if any(borders):
        content["verdict"] = (
            "Not accepted: these data lie on a border. Whether the two differ changes if all numbers change by a "
            "billionth."
        )
        content["facts"] = [["What happened", _story(unnudged)], ["The border", _border(*outcomes)]]
    else:
        content["verdict"] = _same(unnudged)
        content["facts"] = [["What happened", _story(unnudged)], ["What your data do not try", _untried(unnudged)]]
        content["facts"] = [pair for pair in content["facts"] if pair[1]]
    content["hints"] = _hints(puzzle)
    return content


def _hints(puzzle):
    """Return hints from a weak one to a strong one; none says what is wrong, or which data show it."""
    other = "algorithm" if puzzle.is_run else "definition"
    return [
        f"The program differs from the {other} in one part only. Write down both, line beside line, and mark what is "
        "not the same.",
        f"The part is the {puzzle.part}. Write down what both compute there, as two formulas.",
        f"For which numbers do the two formulas of the {puzzle.part} agree? Choose data for which they do not. Does "
        "the difference also reach what is returned?",
    ]


# What is handed in


def read(puzzle, values, named):
    """Return the data by name, as lists of floats; the draws as lists of whole numbers."""
    names = puzzle.parameters
    if len(values) == 1 and not named and len(names) > 1:  # all in a tuple, as a function returns them
        if not isinstance(values[0], (tuple, list)) or len(values[0]) != len(names):
            raise ValueError(
                f"expose must get {listed(names)}, got {_said(_without_arrays(values[0]))}; give them in this order."
            )
        values = values[0]
    if len(values) > len(names):
        raise ValueError(f"expose must get {listed(names)}, got {len(values)} values; leave out what comes after them.")
    given = dict(zip(names, values))
    for name in sorted(named):
        if name not in names or name in given:
            why = "twice" if name in given else f"also {name}"
            raise ValueError(f"expose must get {listed(names)}, got {why}; leave {name} out.")
        given[name] = named[name]
    for name in names:
        if name not in given:
            raise ValueError(f"expose must get {listed(names)}, got no {name}; add {name}=...")
        if given[name] is Ellipsis:
            raise Failed("unwritten", f"{name} is still `...`")
    data = {}
    for name in names:
        data[name] = _read_one(puzzle, name, given[name])
    _check_sizes(puzzle, data)
    return data


def _read_one(puzzle, name, value):
    if name == "draws":
        return _draws(value, puzzle.is_batch)
    value = _without_arrays(value)
    if name in ("lam", "gamma"):
        if not _is_number(value) or not SMALLEST <= value <= LARGEST:
            raise ValueError(
                f"{name} must be a number above 0, from {brief(SMALLEST)} to {brief(LARGEST)}, got {_said(value)}; try "
                f"{name}=0.5."
            )
        return float(value)
    if name == "y" and "x" in puzzle.parameters:
        if not _is_number(value) or value not in (-1, 1):
            raise ValueError(f"y must be -1 or +1, the label of the example, got {_said(value)}; try y=1.")
        return float(value)
    if name in ("X", "Z", "K"):
        if not isinstance(value, list) or not value or not all([_are_numbers(row) for row in value]):
            raise ValueError(
                f"{name} must be a list of rows of numbers, got {_said(value)}; for one example with two features give "
                f"{name}=[[1, 0]]."
            )
        if len(set([len(row) for row in value])) > 1:
            lengths = listed([str(n) for n in sorted(set([len(row) for row in value]))[:MOST_TOLD]])
            raise ValueError(f"{name} must have rows of one length, got rows of {lengths} numbers; fill up with 0.")
        return [_sized(name, row) for row in value]
    if not _are_numbers(value):
        instead = "[1, -1]" if name == "y" else "[1, 0]"
        raise ValueError(f"{name} must be a list of numbers, got {_said(value)}; try {name}={instead}.")
    if name == "y" and not all([label in (-1, 1) for label in value]):
        wrong = [label for label in value if label not in (-1, 1)]
        raise ValueError(f"y must hold -1 and +1 only, got {brief(wrong[0])}; give one label for each example.")
    return _sized(name, value)


def _draws(value, is_batch):
    what = "batches, each a list of examples, such as [[0, 1], [1, 2]]" if is_batch else "examples, such as [0, 1, 0]"
    draws = _without_arrays(value)
    rows = draws if is_batch else [draws]
    is_list = isinstance(draws, list) and draws and all([_are_numbers(row) for row in rows])
    if not is_list:
        raise ValueError(f"draws must be a list of {what}, got {_said(draws)}; give one for each step.")
    for index in [index for row in rows for index in row]:
        if index != int(index):
            raise ValueError(f"draws must hold whole numbers, got {brief(index)}; count the examples from 0.")
    drawn = [[int(index) for index in row] for row in rows]
    return drawn if is_batch else drawn[0]


def _without_arrays(value):
    """Return numbers, and lists of them in lists, without arrays and tuples."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [_without_arrays(part) for part in value] if isinstance(value, (list, tuple)) else value


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < float("inf")


def _are_numbers(value):
    return isinstance(value, list) and len(value) > 0 and all([_is_number(number) for number in value])


def _said(value):
    """Describe a value that is not what it should be; Python and a page write it in the same way."""
    if isinstance(value, bool):
        return "True" if value else "False"
    if isinstance(value, (int, float)):
        return brief(value)
    if isinstance(value, list):
        inner = [part for part in value if not _is_number(part) and not _are_numbers(part)]
        if not value:
            return "an empty list"
        if _are_numbers(value):
            return f"the list {brief(value)}"
        return f"a list that holds {_said(inner[0])}" if inner else "lists in a list"
    return "None" if value is None else "a text" if isinstance(value, str) else "something without numbers"


def _sized(name, row):
    for number in row:
        if abs(number) > LARGEST:
            raise ValueError(
                f"{name} must hold numbers of at most {brief(LARGEST)}, got {brief(number)}; take smaller ones."
            )
    return [float(number) for number in row]


def _check_sizes(puzzle, data):
    """Check that the parts of the data fit together, and are small enough."""
    rows = data.get("K") or data.get("X") or []
    m, d = len(rows), len(rows[0]) if rows else len(data.get("x") or data["w"])
    _at_most(m, MOST_EXAMPLES, "examples")
    if "K" not in data:
        _at_most(d, MOST_FEATURES, "features")
    if rows and "y" in data and len(data["y"]) != m:
        raise ValueError(f"y must hold a label for each of the {m} examples, got {len(data['y'])}; give {m}.")
    for name in ("w", "Z"):
        held = [data[name]] if name == "w" and name in data else data.get(name, [])
        if held and len(held[0]) != d:
            raise ValueError(f"{name} must have {d} numbers, one for each feature, got {len(held[0])}; give {d}.")
    _at_most(len(data.get("Z", [])), MOST_EXAMPLES, "rows of Z")
    if "K" in data:
        _check_gram(data["K"])
    if "draws" in data:
        _at_most(len(data["draws"]), MOST_STEPS, "steps")
        for drawn in data["draws"]:
            drawn = drawn if puzzle.is_batch else [drawn]
            _at_most(len(drawn), MOST_IN_BATCH, "examples in a batch")
            for i in drawn:
                if not 0 <= i < m:
                    held = "there is 1 example" if m == 1 else f"there are {m} examples"
                    raise ValueError(
                        f"draws must lie between 0 and {m - 1}, because {held}, got {i}; count the examples from 0."
                    )


def _at_most(n, most, what):
    if n > most:
        raise ValueError(f"the data must hold at most {most} {what}, got {n}; a difference needs few of them.")


def _check_gram(K):
    """Check that a matrix is symmetric and positive semidefinite, as the inner products of examples are."""
    m, largest = len(K), max([abs(number) for row in K for number in row])
    if len(K[0]) != m:
        raise ValueError(
            f"K must have as many columns as rows, got {m} rows of {len(K[0])} numbers; give K[i][j] for all."
        )
    for i in range(m):
        for j in range(i):
            if abs(K[i][j] - K[j][i]) > 1e-9 * largest:
                raise ValueError(
                    f"K must be symmetric, got {brief(K[i][j])} in row {i} and {brief(K[j][i])} in row {j}; give both "
                    "the same number."
                )
    rest = [list(row) for row in K]
    for n in range(m):  # elimination: each step leaves a matrix that must again be positive semidefinite
        pivot = rest[n][n]
        if pivot < -1e-9 * largest or pivot <= 1e-9 * largest and max([abs(a) for a in rest[n][n:]]) > 1e-4 * largest:
            raise ValueError(
                "K must hold the inner products of examples, got a matrix that is not positive semidefinite; compute "
                "it from examples, or make the numbers of the diagonal larger."
            )
        if pivot > 1e-9 * largest:
            for i in range(n + 1, m):
                c = rest[i][n] / pivot
                rest[i] = [a - c * b for a, b in zip(rest[i], rest[n])]


def nudged(data, factor):
    """Return the data with all numbers of the examples, or of w if there are none, multiplied by a factor near 1."""
    name = next(name for name in ("X", "K", "x", "w") if name in data)
    changed = dict(data)
    changed[name] = [[factor * a for a in row] if isinstance(row, list) else factor * row for row in data[name]]
    return changed


# Both programs beside each other


class PairOfRuns:
    """Run both programs until their states differ.

    Attributes
    ----------
    puzzle, data
        What is compared, and on what.
    right, wrong
        The states after each step, as lists; None for a state without finite numbers.
    differs
        Whether the last of these states differ.
    """

    def __init__(self, puzzle, data):
        self.puzzle, self.data, self.right, self.wrong, self.differs = puzzle, data, [], [], False
        rights, wrongs = [_states(puzzle, program, data) for program in (puzzle.right, puzzle.wrong)]
        size = 0.0
        for right in rights:
            wrong = next(wrongs, None)
            self.right.append(right)
            self.wrong.append(wrong)
            size = max([size] + [abs(a) for a in right + (wrong or [])])
            if _differ(right, wrong, size):
                self.differs = True
                break

    @property
    def t(self):
        """Return the number of the last step that was run."""
        return len(self.right)

    def before(self, t):
        """Return the state of the algorithm before a step."""
        return self.right[t - 2] if t > 1 else [0.0] * len(self.right[0])

    def drawn(self, t):
        """Return the examples of a step."""
        drawn = self.data["draws"][t - 1]
        return drawn if isinstance(drawn, list) else [drawn]

    def margins(self, t):
        """Return the margins of the examples of a step before it, as the definition of the algorithm says."""
        return [self.margin(t, i) for i in self.drawn(t)]

    def margin(self, t, i):
        state, y = self.before(t), self.data["y"]
        if self.puzzle.is_kernel:
            total = sum([a * c * k for a, c, k in zip(state, y, self.data["K"][i])])
            return y[i] * total / (self.data["lam"] * (t - 1)) if t > 1 else 0.0
        score = sum([a * b for a, b in zip(state, self.data["X"][i])])
        return y[i] * (score + (state[-1] if self.puzzle.has_bias else 0.0))


def _states(puzzle, program, data):
    """Yield the states of a program on copies of the data, up to the first without finite numbers."""
    values = [_as_argument(puzzle, name, data[name]) for name in puzzle.parameters]
    try:
        returned = program(*values)
        for state in returned if puzzle.is_run else [returned]:
            numbers = _flat(state)
            if not all([abs(a) < 1e300 for a in numbers]):
                break
            yield numbers
    except Exception:  # a wrong program may fail in any way
        pass


def _as_argument(puzzle, name, value):
    if name != "draws":
        return np.array(value, dtype=float) if isinstance(value, list) else value
    return [np.array(drawn) for drawn in value] if puzzle.is_batch else list(value)


def _flat(state):
    if isinstance(state, tuple):
        return [a for part in state for a in _flat(part)]
    return np.array(state, dtype=float).ravel().tolist()


def _differ(right, wrong, size):
    if wrong is None or len(wrong) != len(right):
        return True
    return any([abs(a - b) > TOLERANCE * size for a, b in zip(right, wrong)])


def differ(puzzle, data):
    """Return whether both programs differ on data, and on the same data nudged by less than a learner would write."""
    return all(PairOfRuns(puzzle, nudged(data, factor)).differs for factor in (1.0, *NUDGES))


# How small


def sizes(puzzle, data):
    """Return how many examples, features and steps the data hold."""
    counts = {}
    if puzzle.is_kernel or "X" in data:
        counts["examples"] = len(data.get("K") or data["X"])
    if puzzle.has_features:
        counts["features"] = len(data["X"][0] if "X" in data else data["w"])
    if puzzle.is_run:
        counts["steps"] = len(data["draws"])
    return counts


def left_out(puzzle, data):
    """Return what can be left out alone while the programs still differ, in words: at most `MOST_LEFT_OUT` parts."""
    parts = []
    for words, smaller in _smaller(puzzle, data):
        is_new = smaller is not None and words not in parts and len(parts) < MOST_LEFT_OUT
        if is_new and differ(puzzle, smaller):
            parts.append(words)
    return parts


def _smaller(puzzle, data):
    """Yield pairs: one example, feature or step in words, and the data without it; None if nothing would remain."""
    counts = sizes(puzzle, data)
    for j in range(counts.get("examples", 1) if counts.get("examples", 1) > 1 else 0):
        yield f"example {j}", _without_example(puzzle, data, j)
    for k in range(counts.get("features", 1) if counts.get("features", 1) > 1 else 0):
        yield f"feature {k}", _without_feature(data, k)
    draws = data.get("draws", [])
    for n in range(len(draws) if len(draws) > 1 else 0):
        yield f"step {n + 1}", _with_draws(data, draws[:n] + draws[n + 1 :])
    if puzzle.is_batch:
        for n, drawn in enumerate(draws):
            for k in range(len(drawn) if len(drawn) > 1 else 0):
                rest = draws[:n] + [drawn[:k] + drawn[k + 1 :]] + draws[n + 1 :]
                yield f"example {drawn[k]} of the batch in step {n + 1}", _with_draws(data, rest)


def _with_draws(data, draws):
    changed = dict(data)
    changed["draws"] = draws
    return changed


def _without_example(puzzle, data, j):
    changed = dict(data)
    if "y" in data:
        changed["y"] = data["y"][:j] + data["y"][j + 1 :]
    if "K" in data:
        changed["K"] = [row[:j] + row[j + 1 :] for i, row in enumerate(data["K"]) if i != j]
    else:
        changed["X"] = data["X"][:j] + data["X"][j + 1 :]
    if puzzle.is_run:
        rows = data["draws"] if puzzle.is_batch else [[i] for i in data["draws"]]
        rows = [[i - (i > j) for i in row if i != j] for row in rows]
        rows = [row for row in rows if row]
        if not rows:
            return None
        changed["draws"] = rows if puzzle.is_batch else [row[0] for row in rows]
    return changed


def _without_feature(data, k):
    changed = dict(data)
    for name in ("X", "Z"):
        if name in data:
            changed[name] = [row[:k] + row[k + 1 :] for row in data[name]]
    for name in ("w", "x"):
        if name in data:
            changed[name] = data[name][:k] + data[name][k + 1 :]
    return changed


def _how_small(content):
    """Return how small the data are, in sentences without the last full stop."""
    held = [f"{n} {what if n > 1 else what[:-1]}" for what, n in sorted(content["sizes"].items())]
    start = f"Your data hold {listed(held)}."
    names = content["left_out"]
    if not names:
        return f"{start} Nothing can be left out: if any one of them is removed, no difference remains"
    if len(names) == 1:
        return f"{start} Without {names[0]} the difference remains"
    more = ", and perhaps others, too" if len(names) == MOST_LEFT_OUT else ""
    return f"{start} Each of these can be left out alone, and the difference remains: {listed(names)}{more}"


# Words


def _verdict(pair):
    puzzle = pair.puzzle
    right, wrong = pair.right[-1], pair.wrong[-1]
    start = f"Exposed. After step {pair.t} the two differ" if puzzle.is_run else "Exposed. The two differ"
    if wrong is None:
        return f"{start}: the program leaves no state with finite numbers, and {_brief(right)} is right."
    values = f"{puzzle.state} is {_brief(wrong)} in the program and {_brief(right)} in the algorithm"
    if not puzzle.is_run:
        values = f"the program returns {_brief(wrong)}, and {_brief(right)} is right"
    if len(wrong) != len(right):
        return f"{start}: {values}."
    gaps = [abs(a - b) for a, b in zip(right, wrong)]
    return f"{start} by {brief(max(gaps))}: {values}."


def _brief(state):
    return brief(state if len(state) > 1 else state[0])


def _same(pair):
    if not pair.puzzle.is_run:
        return f"No difference: both return {_brief(pair.right[-1])}."
    steps = f"each of the {pair.t} steps" if pair.t > 1 else "the only step"
    end = _brief(pair.right[-1])
    return f"No difference: after {steps} both programs leave the same {pair.puzzle.state}, {end} at the end."


def _why(pair):
    if not pair.puzzle.is_run:
        return _story_of_value(pair)
    return " ".join([_story_of_step(pair, pair.t), _changes(pair)])


def _changes(pair):
    """Return in which way the states of both programs come from the state before."""
    t, right, wrong = pair.t, pair.right[-1], pair.wrong[-1]
    if wrong is None or len(wrong) != len(right):
        return "Before this step both had the same state."
    before, keep = pair.before(t), 1.0
    d = len(right) - pair.puzzle.has_bias
    if not pair.puzzle.is_kernel:
        keep = 1 - 1 / t  # 1 − η·λ
    kept = [(keep if j < d else 1.0) * a for j, a in enumerate(before)]
    size = max([abs(a) for a in right + wrong + before] + [0.0])
    changes = [[_clean(a - b, size) for a, b in zip(state, kept)] for state in (right, wrong)]
    added = [_brief(change) if any(change) else "nothing" for change in changes]
    where = "the counts" if pair.puzzle.is_kernel else "(1 − η·λ)·w"
    if pair.puzzle.has_bias:
        where = "(1 − η·λ)·w and b"
    return f"To {where} the algorithm adds {added[0]}, and the program {added[1]}."


def _clean(a, size):
    return a if abs(a) > TOLERANCE * size else 0.0


def _border(pair, smaller, larger):
    """Return where a margin is 1, or where the program itself decides at its limit, and what to do."""
    advice = "Change one number a little, for example λ."
    if not pair.puzzle.is_run or pair.puzzle.is_log:
        return advice
    for t in range(1, pair.t + 1):
        if any([abs(z - 1) < TOLERANCE for z in pair.margins(t)]):
            return (
                f"In step {t} a margin is 1. There it is right to add the example, and right not to add it: no "
                f"difference may rest on this choice. {advice}"
            )
    for t, (below, above) in enumerate(zip(smaller.wrong, larger.wrong), 1):
        if below and above and _differ(below, above, max([abs(a) for a in below + above])):
            state = pair.puzzle.state
            return (
                f"In step {t} the number with which the program decides is exactly at its limit. If all numbers are a "
                f"billionth smaller, it leaves {state} = {_brief(below)}; if they are a billionth larger, {state} = "
                f"{_brief(above)}. {advice}"
            )
    return advice


def _story(pair):
    if not pair.puzzle.is_run:
        return _story_of_value(pair)
    lines = [_story_of_step(pair, t) for t in range(1, min(pair.t, MOST_TOLD) + 1)]
    if pair.t > MOST_TOLD:
        lines.append(f"{pair.t - MOST_TOLD} more steps follow.")
    return "\n".join(lines)


def _story_of_step(pair, t):
    drawn, margins = pair.drawn(t), pair.margins(t)
    labels = listed(["+1" if pair.data["y"][i] > 0 else "−1" for i in drawn])
    is_single = len(drawn) == 1
    start = f"Step {t} draws {drawn_in_words(drawn)}, with the {'label' if is_single else 'labels'} {labels}; "
    start += f"the {'margin is' if is_single else 'margins are'} {listed([brief(z) for z in margins])}, "
    if pair.puzzle.is_log:
        return f"{start}and the algorithm adds the example with the weight {brief(1 / (1 + exp(margins[0])))}."
    count = len([z for z in margins if z < 1])
    if is_single:
        return start + ("so the algorithm adds the example." if count else "so the algorithm adds nothing.")
    return f"{start}so the algorithm adds {count} of {len(drawn)} examples."


def _story_of_value(pair):
    data = pair.data
    if "y" not in data and "lam" in data:
        size, radius = sqrt(sum([a * a for a in data["w"]])), 1 / sqrt(data["lam"])
        return f"w has the length {brief(size)}, and the ball the radius {brief(radius)}."
    if "y" not in data:
        return ""
    margins = _margins_of_value(data)
    if len(margins) == 1:
        return f"The margin is {brief(margins[0])}, and the hinge loss {brief(max(0.0, 1 - margins[0]))}."
    losses = brief([max(0.0, 1 - z) for z in margins])
    return f"The margins are {brief(margins)}, and the hinge losses {losses}."


def _margins_of_value(data):
    rows, labels = (data["X"], data["y"]) if "X" in data else ([data["x"]], [data["y"]])
    return [y * sum([a * b for a, b in zip(data["w"], row)]) for row, y in zip(rows, labels)]


# What the data do not try; each sentence is true of the data, whatever the program does


def _untried(pair):
    return "\n".join(_of_sizes(pair) + (_of_run(pair) if pair.puzzle.is_run else _of_value(pair)))


def _of_sizes(pair):
    data, held, said = pair.data, sizes(pair.puzzle, pair.data), []
    if held.get("examples") == 1:
        said.append("There is only one example.")
    if held.get("features") == 1:
        said.append("There is only one feature.")
    if held.get("steps") == 1:
        said.append("There is only one step; before it the state is 0, so every margin is 0 and nothing can shrink.")
    if data.get("lam") == 1:
        said.append("λ is 1, so λ, 1/λ and √λ are the same number.")
    return said


def _of_run(pair):
    data, puzzle, said = pair.data, pair.puzzle, []
    steps = range(1, pair.t + 1)
    drawn = [i for t in steps for i in pair.drawn(t)]
    labels = set([data["y"][i] for i in drawn])
    if len(labels) == 1:
        said.append(f"Every drawn example has the label {'+1' if 1.0 in labels else '−1'}.")
    if never := [str(i) for i in range(len(data["y"])) if i not in drawn]:
        start = f"Example {never[0]} is" if len(never) == 1 else f"Examples {listed(never)} are"
        said.append(f"{start} never drawn.")
    if len(drawn) == len(set(drawn)) and len(drawn) > 1:
        said.append("No example is drawn twice.")
    margins = [z for t in steps for z in pair.margins(t)]
    if not puzzle.is_log and all([z < 1 for z in margins]):
        said.append("Every margin is below 1, so the algorithm adds every drawn example.")
    later = [z for t in steps if t > 1 for z in pair.margins(t)]
    if later and all([z >= 1 for z in later]) and not puzzle.is_log:
        said.append("After step 1 every margin is at least 1, so the algorithm adds nothing any more.")
    if later and all([z >= 0 for z in later]):
        said.append("No margin is below 0.")
    if later and not any([0 < z < 1 for z in later]):
        said.append("No margin lies between 0 and 1.")
    if puzzle.is_batch and all([len(pair.drawn(t)) == 1 for t in steps]):
        said.append("Each batch holds one example only.")
    return said


def _of_value(pair):
    data = pair.data
    if "w" in data and not any(data["w"]):
        return ["w is 0."]
    if "y" in data:
        return _of_margins(_margins_of_value(data))
    if "w" not in data or "lam" not in data:
        return []
    said = []
    if sum([a * a for a in data["w"]]) * data["lam"] <= 1:
        said.append("w lies in the ball already.")
    if len(data["w"]) > 1 and len([a for a in data["w"] if a]) == 1:
        said.append("Only one entry of w is not 0.")
    return said


def _of_margins(margins):
    said = []
    if all([z < 1 for z in margins]):
        said.append("No margin is 1 or more." if len(margins) > 1 else "The margin is not 1 or more.")
    elif all([z >= 1 for z in margins]):
        said.append("No margin is below 1." if len(margins) > 1 else "The margin is not below 1.")
    if not any([0 < z < 1 for z in margins]):
        said.append("No margin lies between 0 and 1." if len(margins) > 1 else "The margin is not between 0 and 1.")
    if all([z >= 0 for z in margins]):
        said.append("No margin is below 0." if len(margins) > 1 else "The margin is not below 0.")
    return said
