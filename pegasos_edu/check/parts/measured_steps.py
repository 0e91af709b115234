"""Read off from the states of a program what each step did: by what it multiplied w, and what it added.

The examples of a probe are linearly independent, so a state has exactly one set of coordinates: one number for each
example, and one for a start that is not a combination of the examples. In a step that leaves A·w + Σ B_i·x_i every
coordinate is multiplied by A, and B_i is added to those of the drawn examples.

This module also runs in a page, in MicroPython and without NumPy: hence plain lists and sums by hand.
"""

from math import frexp, isfinite, sqrt

# Rounding, as a part of the largest coordinate, in programs with float64 and with float32.
ROUNDING, ROUNDING_OF_SINGLES = 1e-8, 2e-5
ALWAYS, IF_ADDING = "always", "if it adds"  # when a step starts from the w with which its pass began
LARGEST = 1e9  # larger states tell nothing: what a step adds is lost in their rounding


class ProbeCase:
    """Hold the data, λ and draws with which a program is called.

    Attributes
    ----------
    X, y, lam, draws
        Lists; in a program on mini-batches each draw is a list of examples.
    first
        The number of the first step.
    gives_eta
        Whether the program takes one step, and is given η = 1/(λ·t).
    is_kernel
        Whether the state is α, so that its coordinates are its entries.
    scale_of_w
        The factor a that a program of one step is given beside v.
    gram
        The inner products of all pairs of examples.
    """

    def __init__(self, name, X, y, lam, draws, first=1, gives_eta=False, is_kernel=False, scale_of_w=None, gram=None):
        self.name, self.X, self.y, self.lam, self.draws = name, X, y, lam, draws
        self.first, self.gives_eta, self.is_kernel, self.m = first, gives_eta, is_kernel, len(y)
        self.scale_of_w = scale_of_w
        self._basis, self._gram = None, gram

    def with_draws(self, draws, first=1, gives_eta=False):
        """Return a case with the same data, whose basis is computed once, and other draws."""
        other = ProbeCase(self.name, self.X, self.y, self.lam, draws, first, gives_eta, self.is_kernel)
        other._basis, other._gram = self.basis, self.gram if self.is_kernel else None
        return other

    @property
    def is_run(self):
        """Return whether it has several steps, and is no single step at a chosen state."""
        return len(self.draws) > 1

    @property
    def basis(self):
        if self._basis is None:
            self._basis = UnitBasis() if self.is_kernel else Basis(self.X)
        return self._basis

    @property
    def gram(self):
        """Return the inner products of all pairs of examples."""
        if self._gram is None:
            self._gram = [[dot(row, other) for other in self.X] for row in self.X]
        return self._gram


class ProgramRun:
    """Hold what a program did in a case: the states as pairs of a list w and a bias, and the start.

    Attributes
    ----------
    has_shown_start, ended
        Whether the program showed its start, and whether it ended before it had used all draws.
    keeps_first_of_pass
        When a step is read as starting from the w with which its pass began: "" for never.
    hides_bias
        Whether the states are read with a bias that the program itself does not show.
    steps
        The measured steps; None before `steps_of` measures them.
    rounding
        The rounding error to expect, as a part of the largest coordinate.
    """

    def __init__(self, case, states, start=None, has_shown_start=False, ended=False):
        self.case, self.states, self.ended = case, states, ended
        size = case.m if case.is_kernel else len(case.X[0])
        self.start = start or ([0.0] * size, 0.0)
        self.has_shown_start, self.keeps_first_of_pass, self.hides_bias = has_shown_start, "", False
        self.steps = None
        last = [a for w, b in states[-1:] for a in w]
        self.rounding = ROUNDING_OF_SINGLES if last and all(_is_single(a) for a in last) else ROUNDING

    @property
    def is_finite(self):
        return all(are_finite(w) and isfinite(b) for w, b in self.states)


def _is_single(number):
    """Return whether float32 can hold a number exactly; a state of such numbers is read as one in float32."""
    if not isfinite(number):
        return False
    digits = frexp(number)[0] * 2**24
    return digits == int(digits)


class Step:
    """Hold one step of a program: the state before and after it, and what it did.

    Attributes
    ----------
    case, t, drawn
        The data with λ, the number of the step from 1, and the list of the examples that the step draws.
    before, after, b, b_after
        The weights as lists and the bias, 0 in a program that has none.
    previous, updates
        The step before, or None, and how many of the steps before added something.
    asked
        The examples that the draws asked for, if the program uses others, which are then in `drawn`.
    root
        The weights that are multiplied by A, if they are not those before the step; if `may_leave_w` is true, a step
        that adds nothing leaves w as it is.
    eta
        The step size that a program of one step was given; None in a program of all steps.
    factor
        A; None if the coordinates do not tell it, as at w = 0.
    added
        B_i for each example of the data; None if they are unknown because A is.
    others
        The examples that were not drawn and whose coordinates were not multiplied by A.
    is_combination
        Whether the new state is a combination of the old one and the examples.
    is_contradictory
        Whether the coordinates of the examples that were not drawn were multiplied by different numbers.
    factor_elsewhere
        The factor of the features in which the drawn example is 0, if A is only the factor of the others.
    tiny
        The size up to which coordinates are rounding.
    """

    def __init__(self, case, t, drawn, before, after):
        self.case, self.t, self.drawn = case, t, drawn
        self.eta = 1 / (case.lam * t) if case.gives_eta else None
        self.before, self.b = before
        self.root, self.asked, self.may_leave_w = self.before, drawn, False
        self.after, self.b_after = after
        self.previous, self.updates = None, 0
        self.product = self.own_product = 1.0  # of the A of all steps before; the second stays as measured
        self.factor, self.added, self.others, self.is_combination = None, None, (), True
        self.factor_elsewhere, self.tiny, self.is_contradictory = None, 0.0, False
        self.coordinates, self.coordinates_after, self._inner, self._size = (), (), {}, None
        self.known = {}  # what a kernel program computes from this step

    @property
    def lam(self):
        return self.case.lam

    @property
    def k(self):
        return len(self.drawn)

    @property
    def m(self):
        return self.case.m

    @property
    def per_pass(self):
        """Return the number of steps in a pass over the data."""
        return max(1, self.m // self.k)

    @property
    def scale(self):
        """Return the size of the numbers in a score."""
        return 1.0 + abs(self.b)

    @property
    def scale_of_w(self):
        """Return a, if w is kept as a·v: the product of the factors of all steps so far."""
        return self.case.scale_of_w or self.product

    @property
    def size(self):
        """Return the length of the longer one of the old and the new w."""
        if self._size is None:
            self._size = max(length(self.before), length(self.after))
        return self._size

    def forget(self):
        """Forget what was found out about the draws and the product of the factors."""
        self.drawn, self.product = self.asked, self.own_product

    def inner(self, i):
        """Return ⟨w, x_i⟩ before the step."""
        if i not in self._inner:
            self._inner[i] = dot(self.before, self.x(i))
        return self._inner[i]

    def x(self, i):
        """Return an example; with a kernel, its row of K, whose inner product with the coefficients is the score."""
        return self.case.gram[i] if self.case.is_kernel else self.case.X[i]

    def y(self, i):
        return self.case.y[i]


class Basis:
    """Compute the coordinates of vectors with respect to linearly independent rows."""

    def __init__(self, rows):
        orthogonal, mixtures = [], []  # orthonormal rows, each a mixture of the rows
        for n, row in enumerate(rows):
            rest, mixture = list(row), [1.0 if n == j else 0.0 for j in range(len(rows))]
            for axis, shares in list(zip(orthogonal, mixtures)) * 2:  # the second time removes what rounding has left
                c = dot(axis, rest)
                rest = [a - c * b for a, b in zip(rest, axis)]
                mixture = [a - c * b for a, b in zip(mixture, shares)]
            size = length(rest) or 1.0
            orthogonal.append([a / size for a in rest])
            mixtures.append([a / size for a in mixture])
        self.rows, self.columns = orthogonal, [list(column) for column in zip(*mixtures)]

    def coordinates(self, w):
        """Return the coordinates of the nearest combination of the rows, and its distance from w."""
        products = [dot(row, w) for row in self.rows]
        distance = sqrt(max(0.0, dot(w, w) - dot(products, products)))
        return [dot(column, products) for column in self.columns], distance


class UnitBasis:
    """Stand for the unit vectors: the coordinates of α are its entries."""

    def coordinates(self, alpha):
        return list(alpha), 0.0


def are_finite(numbers):
    """Return whether numbers hold neither infinity nor NaN; their sum nearly always says so."""
    return isfinite(sum(numbers)) or all([isfinite(a) for a in numbers])


def largest(numbers):
    """Return the largest absolute value of numbers."""
    return max(max(numbers), -min(numbers))


def dot(a, b):
    total, i = 0.0, 0
    for entry in a:  # in MicroPython faster than a range of indices, and than pairs
        total += entry * b[i]
        i += 1
    return total


def length(w):
    return sqrt(dot(w, w))


def steps_of(run):
    """Return the measured steps of a run, up to the first state that is not finite; each run is measured once."""
    if run.steps is None:
        run.steps = _measured(run)
    return run.steps


def _measured(run):
    case, steps = run.case, []
    before = run.start
    basis = _basis(case, before[0])
    coordinates = basis.coordinates(before[0])[0]
    previous, updates, product = None, 0, 1.0
    root, kept = before[0], coordinates
    for n, (w, b) in enumerate(run.states):
        if not (are_finite(w) and isfinite(b) and max(largest(w), abs(b)) < LARGEST):
            break
        drawn = case.draws[n]
        drawn = drawn if isinstance(drawn, (list, tuple)) else [drawn]
        step = Step(case, case.first + n, drawn, before, (w, b))
        step.previous, step.updates, step.product, step.own_product = previous, updates, product, product
        if not run.keeps_first_of_pass or n % step.per_pass == 0:
            root, kept = before[0], coordinates
        step.root, step.may_leave_w = root, run.keeps_first_of_pass == IF_ADDING
        after, distance = basis.coordinates(w)
        if not (step.may_leave_w and w == before[0]):  # else it may have added nothing, or the same once more
            _measure(step, kept, after, distance, run.rounding)
        if step.factor:
            product *= step.factor
        updates += bool(step.added and any(step.added[i] for i in drawn))
        steps.append(step)
        before, coordinates, previous = (w, b), after, step
    return steps


def _basis(case, start):
    """Return the basis of a case; the start is added unless it is a combination of the examples."""
    if any(start) and case.basis.coordinates(start)[1] > 1e-6 * length(start):
        return Basis(case.X + [start])
    return case.basis


def _measure(step, before, after, distance, rounding):
    """Find A and the B_i of a step from the coordinates before and after it."""
    step.coordinates, step.coordinates_after = before, after
    scale = max(largest(before), largest(after), 1e-300)
    step.tiny = tiny = rounding * scale
    step.is_combination = distance <= max(1e-6, rounding) * max(length(step.after), 1e-9)
    free = [j for j in range(len(before)) if j not in step.drawn and abs(before[j]) > 1e-4 * scale]
    if not step.is_combination and len(step.drawn) == 1 and _measure_touched(step, rounding):
        return
    if largest(before) <= tiny:  # A does not matter
        step.added = [0.0 if abs(a) <= tiny else a for a in after[: step.m]]
        step.others = [j for j in range(step.m) if j not in step.drawn and step.added[j]]
        return
    if not free:
        return
    ratios = [after[j] / before[j] for j in free]
    bounds = [tiny / abs(before[j]) for j in free]
    chosen = _most_alike(ratios, bounds)
    if not chosen:
        step.is_contradictory = step.is_combination
        return
    best = min(chosen, key=lambda n: bounds[n])  # the largest coordinate is the most exact one
    factor = ratios[best]
    step.factor = 0.0 if abs(factor) <= bounds[best] else factor
    added = [a - step.factor * c for c, a in zip(before, after)]
    step.added = [0.0 if abs(a) <= tiny else a for a in added[: step.m]]
    step.others = [j for j in range(step.m) if j not in step.drawn and step.added[j]]


def _most_alike(ratios, bounds):
    """Return the indices of the ratios that agree with the most others, up to their bounds; [] if no two agree."""
    pairs = list(zip(ratios, bounds))
    if max([r - bound for r, bound in pairs]) <= min([r + bound for r, bound in pairs]):  # all of them agree
        return list(range(len(ratios)))
    votes = [sum([abs(ratio - other) <= bound + limit for other, bound in pairs]) for ratio, limit in pairs]
    return [n for n in range(len(votes)) if votes[n] == max(votes)] if max(votes) > 1 else []


def _measure_touched(step, rounding):
    """Measure a step that treats the features apart in which its example is 0; return whether it is such a step."""
    x = step.x(step.drawn[0])
    scale = max([abs(a) for a in step.before + step.after] + [1e-300])
    off = [n for n, a in enumerate(x) if a == 0 and abs(step.before[n]) > 1e-3 * scale]
    on = [n for n, a in enumerate(x) if a != 0]
    if len(off) < 2 or len(on) < 3:
        return False
    ratios = [step.after[n] / step.before[n] for n in off]
    near = max(1e-6, 10 * rounding)
    if max(ratios) - min(ratios) > near:
        return False
    w, row, new = [[v[n] for n in on] for v in (step.before, x, step.after)]
    basis = Basis([w, row]) if dot(w, w) and dot(w, row) ** 2 < 0.999 * dot(w, w) * dot(row, row) else None
    if basis is None:
        return False
    (factor, c), distance = basis.coordinates(new)
    if distance > near * max(length(new), 1e-9):
        return False
    step.factor, step.factor_elsewhere = factor, ratios[0]
    step.added = [0.0] * step.m
    step.added[step.drawn[0]] = 0.0 if abs(c) * length(row) <= near * scale else c
    return True
