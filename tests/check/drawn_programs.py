"""Draw programs from random parts, right ones and wrong ones, with what a report should say about them.

A program consists of one `Option` for each part. The parts combine freely, and so do shapes, idioms and names. A drawn
program is kept only if each of its conventions and mistakes changes the states that it leaves.

The identifiers are those of the catalogue, or "part: <part>" where it has no entry. If there is a bias, a projection of
both is "projection-with-the-bias"; one of w alone is "projection" in the task free_bias, whose algorithm has the bias,
and "projection-without-the-bias" in the other tasks.
"""

import linecache
import math
import random
import re
from hashlib import sha256
from itertools import count
from typing import NamedTuple

import numpy as np

from pegasos_edu.check.parameter_names import NAMES

RIGHT, CONVENTION, MISTAKE = "right", "convention", "mistake"
TASKS = ("hinge", "logistic", "minibatch", "free_bias", "scaled", "kernelized")
SHARE_OF_RIGHT = 0.4
LARGEST = 1e8  # a larger state overflows sooner or later


class DrawnProgram(NamedTuple):
    """Hold the source of a program, and what a report says about it."""

    task: str
    source: str
    name: str
    passes: bool
    conventions: frozenset
    mistakes: frozenset


class Option(NamedTuple):
    """Describe one way to write a part of a program."""

    id: str
    status: str
    code: str = ""
    mode: str = ""  # where the code stands, or when it runs


def _right(code="", mode=""):
    return Option("", RIGHT, code, mode)


def _convention(id, code="", mode=""):
    return Option(id, CONVENTION, code, mode)


def _mistake(id, code="", mode=""):
    return Option(id, MISTAKE, code, mode)


# The parts. The first option of each is the right one. A name in braces is that of a variable or an expression.

COUNTERS = (
    _right(mode="1"),
    _convention("t-from-2", mode="2"),
    _convention("t-from-3", mode="3"),
    _convention("t-from-n", mode="10"),
    _mistake("counter-of-passes", "{n} // len({y}) + 1", "place"),
    _mistake("counter-restarts", "{n} % len({y}) + 1", "place"),
    _mistake("first-step-size-twice", "max(1, {n})", "place"),
    _mistake("counter-of-examples", "({n} + 1) * len({A})", "batch"),
    _mistake("counter-jumps-by-batch-size", "1 + {n} * len({A})", "batch"),
)
STEP_SIZES = (
    _right("1 / ({lam} * {t})"),
    _convention("one-over-root-t", "1 / np.sqrt({t})"),
    _convention("one-over-root-t", "0.5 / {t} ** 0.5"),
    _convention("one-over-root-t", "0.1 / np.sqrt({t})"),
    _convention("two-over-lambda-t-plus-1", "2 / ({lam} * ({t} + 1))"),
    _mistake("step-size-constant", "0.1"),
    _mistake("step-size-constant", "0.01"),
    _mistake("step-size-constant", "0.05"),
    _mistake("step-size-constant", "0.3"),
    _mistake("step-size-without-t", "1 / {lam}"),
    _mistake("step-size-without-lambda", "1 / {t}"),
    _mistake("step-size-lambda-over-t", "{lam} / {t}"),
    _mistake("step-size-root-t", "1 / ({lam} * np.sqrt({t}))"),
    _mistake("step-size-halved", "1 / (2 * {lam} * {t})"),
    _mistake("part: step size", "1 / (1 + 0.1 * {t})"),
    _mistake("part: step size", "0.5 / (1 + {lam} * {t})"),
    _mistake("part: step size", "1 / ({lam} * {t} + 1)"),
    _mistake("part: step size", "0.3 / {t}"),
    _mistake("part: step size", "1 / ({lam} ** 0.5 * {t})"),
)
SHRINKING = (
    _right("1 - {eta} * {lam}"),
    _convention("objective-without-the-half", "1 - 2 * {eta} * {lam}"),
    _mistake("nothing-shrinks", "1", "never"),
    _mistake("shrinks-only-on-violation", "1 - {eta} * {lam}", "violation"),
    _mistake("shrinks-by-one-minus-eta", "1 - {eta}"),
    _mistake("shrinks-by-one-minus-lambda", "1 - {lam}"),
    _mistake("shrinks-by-lambda", "{lam}"),
    _mistake("shrinks-by-eta-lambda", "{eta} * {lam}"),
    _mistake("shrinks-twice-on-violation", "1 - {eta} * {lam}", "twice"),
    _mistake("shrinks-touched-coordinates", "1 - {eta} * {lam}", "touched"),
    _mistake("shrinks-after-adding", "1 - {eta} * {lam}", "after"),
    _mistake("shrinks-for-each-example", "(1 - {eta} * {lam}) ** len({A})"),
    _mistake("part: shrinking", "1 - 0.9 * {eta} * {lam}"),
    _mistake("part: shrinking", "1 - 0.5 * {eta} * {lam}"),
    _mistake("part: shrinking", "1 - {eta} * {lam} / len({X})"),
)
SCORES = (
    _right(),
    _mistake("score-after-shrinking", mode="after"),
    _mistake("score-without-the-scale", mode="unscaled"),
)
MARGINS = (
    _right("{label} * ({score})"),
    _mistake("condition-without-label", "{score}"),
)
CONDITIONS = (
    _right("{margin} < 1"),
    _convention("at-the-margin-too", "{margin} <= 1"),
    _mistake("condition-at-or-below-zero", "{margin} <= 0"),
    _mistake("condition-below-zero", "{margin} < 0"),
    _mistake("condition-reversed", "{margin} > 1"),
    _mistake("adds-always", "True"),
    _mistake("part: condition", "{margin} < 0.5"),
    _mistake("part: condition", "{margin} < 2"),
)
WEIGHTS = (
    _right("1 / (1 + np.exp({margin}))"),
    _mistake("exponent-with-the-wrong-sign", "1 / (1 + np.exp(-{margin}))"),
    _mistake("exponent-without-label", "1 / (1 + np.exp({score}))"),
    _mistake("probability-of-class-one", "1 / (1 + np.exp(-({score})))"),
    _mistake("slope-of-the-sigmoid", "np.exp({margin}) / (1 + np.exp({margin})) ** 2"),
    _mistake("exponential-without-denominator", "np.exp(-{margin})"),
    _mistake("weight-missing", "1"),
    _mistake("slope-of-the-hinge", "(1 if {margin} < 1 else 0)"),
    _mistake("probability-rounded", "(1 if {margin} < 0 else 0)"),
    _mistake("log-loss-instead-of-its-slope", "np.log(1 + np.exp(-{margin}))"),
    _mistake("formula-for-labels-zero-and-one", "1 - {label} / (1 + np.exp(-({score})))"),
    _mistake("adds-only-where-hinge-is-violated", "(1 / (1 + np.exp({margin})) if {margin} < 1 else 0)"),
    _mistake("part: weight", "1 / (1 + np.exp({margin})) ** 2"),
)
LABELS = (
    _right(),
    _mistake("labels-zero-and-one", "({y} + 1) / 2"),
    _mistake("labels-one-and-two", "1 + ({y} > 0)"),
    _mistake("labels-mapped-twice", "2 * {y} - 1"),
    _mistake("labels-all-one", "np.ones(len({y}))"),
    _mistake("labels-shifted", "np.concatenate([{y}[-1:], {y}[:-1]])"),
    _mistake("part: labels", "np.where({y} > 0, 3, -1)"),
)
ADDITIONS = (
    _right("{eta} * {label}"),
    _mistake("addition-without-label", "{eta}"),
    _mistake("addition-subtracted", "-{eta} * {label}"),
    _mistake("replaces-w", "{eta} * {label}", "replaces"),
    _mistake("step-size-left-out", "{label}", "size"),
    _mistake("step-size-twice", "{eta} * {eta} * {label}", "size"),
    _mistake("loss-instead-of-its-slope", "{eta} * {label} * (1 - {margin})"),
    _mistake("part: addition", "0.7 * {eta} * {label}", "size"),
    _mistake("part: addition", "{eta} * {lam} * {label}", "size"),
)
DIVISIONS = (
    _right("/ len({A})"),
    _mistake("sum-over-batch", ""),
    _mistake("divided-by-number-of-violators", "/ max(1, {v})"),
    _mistake("divided-by-all-examples", "/ len({X})"),
    _mistake("divided-by-share-of-violators", "* len({A}) / max(1, {v})"),
    _mistake("part: division", "/ (len({A}) + 1)"),
)
BIASES = (
    _right(),
    _convention("free-bias", mode="free"),
    _convention("bias-as-a-column", mode="column"),
)
BIAS_STEPS = (
    _right("{b} + {coefficient}"),
    _mistake("bias-without-the-label", "{b} + {eta}"),
    _mistake("bias-with-the-wrong-sign", "{b} - {coefficient}"),
    _mistake("bias-without-the-step-size", "{b} + {label}"),
    _mistake("bias-replaced", "{coefficient}"),
    _mistake("bias-shrinks-on-a-violation-only", "(1 - {eta} * {lam}) * {b} + {coefficient}"),
    _mistake("part: bias", "{b} + {coefficient}", "by the new w"),
    _mistake("bias-never-updated", "{b}"),
    _mistake("bias-in-every-step", "{b} + {coefficient}", "always"),
    _mistake("bias-of-the-sum", "{b} + {coefficient}", "sum"),
    _mistake("bias-without-the-probability", "{b} + {eta} * {label}"),
    _mistake("part: bias", "{b} + 0.5 * {coefficient}"),
    _mistake("part: bias", "{b} + {coefficient} / len({X})"),
)
BIAS_SCORES = (
    _right("{product} + {b}"),
    _mistake("bias-left-out-of-the-margin", "{product}"),
    _mistake("part: score", "{product} - {b}"),
)
PROJECTIONS = (
    _right(),
    _convention("projection", "1 / {lam} ** 0.5", "w"),
    _convention("projection", "1 / np.sqrt({lam})", "both"),
    _mistake("radius-one-over-lambda", "1 / {lam}", "w"),
    _mistake("radius-root-lambda", "np.sqrt({lam})", "w"),
    _mistake("radius-one", "1", "w"),
    _mistake("squared-length", "1 / np.sqrt({lam})", "squared"),
    _mistake("always-on-the-sphere", "1 / np.sqrt({lam})", "always"),
    _mistake("maximum-instead-of-minimum", "1 / np.sqrt({lam})", "short"),
    _mistake("cut-entry-by-entry", "1 / np.sqrt({lam})", "entries"),
    _mistake("radius-two-over-lambda", "2 / {lam}", "w"),
)
STARTS = (
    _right("np.zeros({size})"),
    _convention("start-in-the-ball", "0.05 * np.ones({size})"),
    _convention("start-in-the-ball", "np.arange({size}) / (50 * {size})"),
    _convention("part: start", "10 * np.ones({size})"),
)
OUTPUTS = (
    _right("{w}"),
    _convention("average", "{mean}", "after"),
    _convention("average-before-each-step", "{mean}", "before"),
    _convention("average-with-the-start", "{mean}", "start"),
    _convention("average-of-the-last-half", "{mean}", "half"),
    _mistake("sum-instead-of-average", "{mean}", "sum"),
)
DRAWS = (
    _right("{i}"),
    _mistake("indices-counted-from-one", "{i} - 1"),
    _mistake("first-example-never-drawn", "max({i}, 1)"),
    _mistake("last-example-never-drawn", "min({i}, len({y}) - 2)"),
    _mistake("same-draw-in-every-step", "{draws}[0]"),
)
LAMBDAS = (
    _right(),
    _mistake("lambda-taken-for-c", "1 / {lam}"),
)
SCALES = (
    _right("/ {a}"),
    _mistake("new-term-not-divided-by-the-scale"),
    _mistake("new-term-over-the-old-scale", "/ {old}", "old"),
    _mistake("factor-and-vector-shrink", "/ {a}", "both"),
    _mistake("output-without-the-scale", "/ {a}", "output"),
)
SUMS = (
    _right("{g} + "),
    _mistake("sum-overwritten"),
)
KERNEL_STEPS = (
    _right("1 / ({lam} * ({t} - 1))", "guarded"),
    _convention("factor-of-the-figure", "1 / ({lam} * {t})"),
    _mistake("score-over-lambda", "1 / {lam}"),
    _mistake("no-scale-in-the-kernel-score", "1"),
    _mistake("part: score", "1 / ({lam} * {t} + 1)"),
)
KERNEL_SUMS = (
    _right("{alpha}[{j}] * {y}[{j}] * {K}[{i}, {j}]"),
    _mistake("label-of-the-drawn-example", "{alpha}[{j}] * {y}[{i}] * {K}[{i}, {j}]"),
    _mistake("no-labels-in-the-sum", "{alpha}[{j}] * {K}[{i}, {j}]"),
    _mistake("sum-skips-the-example", "{alpha}[{j}] * {y}[{j}] * {K}[{i}, {j}] * ({j} != {i})"),
)
COUNTS = (
    _right("{alpha}[{i}] + 1"),
    _mistake("count-set-to-one", "1"),
    _mistake("count-cleared-when-drawn", "{alpha}[{i}] + 1", "cleared"),
    _mistake("step-size-counted-twice", "{alpha}[{i}] + 1 / ({lam} * {t})"),
    _mistake("part: addition", "{alpha}[{i}] + 2"),
)
COEFFICIENTS = (
    _right("{alpha} * (1 - {eta} * {lam})", "all"),
    _convention("coefficients-that-shrink-first", "{alpha} * (1 - {eta} * {lam})", "first"),
    _mistake("coefficients-never-shrink", "{alpha}", "never"),
    _mistake("coefficients-shrink-by-lambda", "{alpha} * (1 - {lam})", "all"),
    _mistake("only-the-drawn-coefficient-shrinks", "{alpha}[{i}] * (1 - {eta} * {lam})", "drawn"),
    _mistake("only-the-drawn-coefficient-shrinks-first", "{alpha}[{i}] * (1 - {eta} * {lam})", "drawn first"),
    _mistake("coefficients-grow-by-lambda", "{alpha} * (1 - {eta} * {lam})", "grow"),
    _mistake("drawn-coefficient-shrinks-on-a-violation", "{alpha}[{i}] * (1 - {eta} * {lam})", "violation"),
)
KERNEL_FORMS = (
    _right(mode="counts"),
    _convention("signed-counts", mode="signed"),
    _convention("coefficients-that-shrink", mode="coefficients"),
)

ALL_STEPS, ONE_STEP = "all", "step"
PARTS = {
    "counter": COUNTERS, "step size": STEP_SIZES, "shrinking": SHRINKING, "score": SCORES, "margin": MARGINS,
    "condition": CONDITIONS, "weight": WEIGHTS, "labels": LABELS, "addition": ADDITIONS, "division": DIVISIONS,
    "bias": BIASES, "bias step": BIAS_STEPS, "bias score": BIAS_SCORES, "projection": PROJECTIONS, "start": STARTS,
    "output": OUTPUTS, "draws": DRAWS, "kernel step": KERNEL_STEPS, "kernel sum": KERNEL_SUMS, "count": COUNTS,
    "coefficients": COEFFICIENTS, "kernel form": KERNEL_FORMS, "lambda": LAMBDAS, "scale": SCALES, "sum": SUMS,
}  # fmt: skip
LINEAR = "shrinking score margin condition labels addition projection".split()
NOT_IN_A_STEP = ("counter", "labels", "start", "output", "draws", "kernel form", "coefficients", "lambda")
OF_RUN = "counter, step size, bias, bias step, bias score, start, output, lambda".split(", ")
OF_TASK = {
    "hinge": [*LINEAR, *OF_RUN, "draws"],
    "free_bias": [*LINEAR, *OF_RUN, "draws"],
    "minibatch": [*LINEAR, *OF_RUN, "division", "sum"],
    "logistic": ["shrinking", "score", "weight", "labels", "addition", "projection", *OF_RUN, "draws"],
    "scaled": [*LINEAR, "counter", "step size", "scale", "output", "draws", "lambda"],
    "kernelized": ["kernel form", "kernel step", "kernel sum", "count", "coefficients", "margin", "condition", "labels",
                   "bias", "counter", "draws"],
}  # fmt: skip


class Plan(NamedTuple):
    """Hold the option of each part, and how the program is written."""

    task: str
    shape: str  # ALL_STEPS or ONE_STEP
    options: dict  # part -> Option
    names: dict  # role or variable -> name in the program
    idioms: dict  # choice of wording -> one of several

    def option(self, part):
        return self.options.get(part, PARTS[part][0])

    def code(self, part, **more):
        return self.option(part).code.format(**self.names | more)

    def with_right(self, part):
        """Return the same program with one part written rightly."""
        return self._replace(options={name: option for name, option in self.options.items() if name != part})

    @property
    def bias(self):
        """Return how b is learned: "", "free" or "column"."""
        return self.option("bias").mode or ("free" if self.task == "free_bias" else "")


# What a report says


def _judged(plan):
    """Return the conventions and the mistakes of a plan, by the policy of the checker."""
    judged = {CONVENTION: set(), MISTAKE: set(), RIGHT: set()}
    for part, option in plan.options.items():
        identifier, status = option.id, option.status
        if part == "projection" and plan.bias and status == CONVENTION:
            identifier = _projection_id(plan)
        if identifier == "bias-in-every-step" and plan.task == "minibatch":
            identifier = "bias-from-the-whole-batch"
        judged[status].add(identifier)
    if plan.option("shrinking").id == "objective-without-the-half":
        _judge_twice_lambda(plan, judged)
    return frozenset(judged[CONVENTION]), frozenset(judged[MISTAKE])


def _projection_id(plan):
    if plan.option("projection").mode == "both":
        return "projection-with-the-bias"
    return "projection" if plan.task == "free_bias" else "projection-without-the-bias"


def _judge_twice_lambda(plan, judged):
    """The penalty λ·‖w‖² is a convention with 1/(2·λ·t), and with a step size that does not contain λ."""
    step_size = plan.option("step size")
    if step_size.id == "step-size-halved":
        judged[MISTAKE].remove("step-size-halved")
    elif "{lam}" in step_size.code:
        judged[CONVENTION].remove("objective-without-the-half")
        judged[MISTAKE].add("shrinks-by-twice-the-penalty")


# The tasks of what does not exist, or says something else, in the other tasks; see `_traits` for the words.
ONLY_IN = {
    "minibatch": "counter/batch, shrinks-for-each-example, bias-of-the-sum",
    "logistic": "bias-without-the-probability",
    "scaled": "score/unscaled",
    "free_bias": "bias-never-updated",
    "hinge free_bias": "bias-shrinks-on-a-violation-only, bias step/by the new w",
    "hinge logistic free_bias": "shrinking/touched, addition/replaces",
    "hinge logistic minibatch": "average-of-the-last-half, sum-instead-of-average",
    "hinge minibatch scaled": "radius-two-over-lambda",
    "hinge minibatch free_bias scaled": "shrinking/violation, shrinking/twice",
    "hinge logistic minibatch free_bias": "projection/short, projection/entries",
    "hinge logistic minibatch kernelized": "bias/free",
    "hinge logistic free_bias scaled": "bias-replaced",
    "hinge minibatch free_bias": "bias-in-every-step, bias-without-the-label, bias-without-the-step-size",
}
# What is not drawn together, because another set of parts says the same or because one hides the other.
NEVER_WITH = {
    "addition/replaces": "shrinking, step size, start",
    "addition/size": "step size, shrinking",
    "adds-always": "labels, division, margin, score, bias score, bias-shrinks-on-a-violation-only",
    "bias-never-updated": "column, projection/both",
    "bias-replaced": "column",
    "bias-shrinks-on-a-violation-only": "column",
    "bias step": "no bias, addition, division",
    "bias step/by the new w": "margin, score, shrinking, bias score",
    "bias score": "no bias",
    "coefficients": "counter, condition, kernel sum, labels",
    "condition-below-zero": "all steps",
    "condition-reversed": "all steps",
    "counter": "step size, kernel step",
    "counts": "coefficients, labels, counter convention, part: condition",
    "count-cleared-when-drawn": "kernel step, condition, margin, draws",
    "count-set-to-one": "kernel step, condition, margin, draws",
    "kernel form/coefficients": "kernel step, count, counter/10, labels-all-one",
    "kernel form/signed": "kernel sum, count-cleared-when-drawn, step-size-counted-twice",
    "kernel step": "at-the-margin-too",
    "kernel sum": "labels",
    "kernel with a bias": "count, coefficients, labels, column, kernel form/signed",
    "labels": "margin, addition, bias step, weight",
    "labels with a bias": "counter, step size",
    "lambda": "step size, projection, shrinking, addition, counter",
    "objective-without-the-half": "projection",
    "one step": "uses X",
    "part: condition": "margin, labels, addition, bias step, bias score",
    "probability-rounded": "bias",
    "projection mistake": "bias",
    "projection/always": "step size, shrinking, counter",
    "projection/both": "no bias",
    "projection/entries": "step size, shrinking, counter",
    "projection/short": "step size, shrinking, counter",
    "same-draw-in-every-step": "two mistakes",
    "scale": "shrinking, output, addition, score",
    "scale/old": "one step, counter, step size",
    "shrinking/after": "score/after, bias",
    "shrinking/never": "column",
    "shrinking/touched": "bias",
    "shrinking/twice": "bias",
    "shrinking/violation": "bias",
    "score/after": "at-the-margin-too, condition-at-or-below-zero, condition-below-zero",  # rounding would decide
    "start": "output, draws, labels",
    "step-size-counted-twice": "kernel step, condition, margin, draws",
    "step-size-without-t": "shrinking, score, condition, bias step",
    "sum": "division, bias step, addition",
    "weight-missing": "bias score",
}


def _is_clear(plan):
    """Return whether all parts exist in the task, and no other set of parts describes the program as well."""
    traits = _traits(plan)
    exist = all(plan.task in tasks.split() for tasks, words in ONLY_IN.items() if traits & {*words.split(", ")})
    return exist and not any(traits & {*words.split(", ")} for word, words in NEVER_WITH.items() if word in traits)


def _traits(plan):
    """Return words for a plan: its parts that are not right, their identifiers, statuses and modes, and some more."""
    words = {"one step" if plan.shape == ONE_STEP else "all steps", "bias" if plan.bias else "no bias"}
    for part, option in plan.options.items():
        words |= {part, option.id, f"{part} {option.status}", f"{part}/{option.mode}"}
    mistakes = [option for option in plan.options.values() if option.status == MISTAKE]
    is_kernel = plan.task == "kernelized"
    more = {
        "two mistakes": len(mistakes) > 1,
        "uses X": any("{X}" in option.code for option in plan.options.values()),
        "column": plan.bias == "column",
        "labels with a bias": plan.bias and "labels" in plan.options,
        "kernel with a bias": plan.bias and is_kernel,
        "counts": is_kernel and plan.option("kernel form").mode != "coefficients",
    }
    return words | {word for word, holds in more.items() if holds}


# The source of a plan. Each function returns a list of lines.


def _indented(lines):
    return ["    " + line for line in lines]


def source_of(plan, yields=False):
    """Return the source of a plan; `yields` asks for a generator that begins with the start, whatever the shape."""
    if plan.shape == ONE_STEP:
        body = _one_step(plan)
    else:
        if yields:
            plan = plan._replace(idioms=plan.idioms | {"leaves": "yield", "shows start": True})
        body = _all_steps(plan)
        if plan.idioms["in place"] and plan.option("output").mode != "half":  # this one keeps the arrays
            body = [_IN_PLACE.sub(r"\1 \2= ", line) for line in body]
        body = [line.removesuffix(" + 0") for line in body]
    return "\n".join([_head(plan), *_indented([*plan.idioms["docstring"], *body])]) + "\n"


_IN_PLACE = re.compile(r"\b(\w+) = \1 ([-+*]) ")


def _head(plan):
    parameters = [plan.names[role] for role in plan.idioms["parameters"]]
    return f"def {plan.names['program']}({', '.join([*parameters, *plan.idioms['defaults']])}):"


def _one_step(plan):
    n, lines = plan.names, []
    if "eta" not in plan.idioms["parameters"] and plan.task != "kernelized":
        lines = [f"{n['eta']} = {plan.code('step size')}"]
    of_state = {"kernelized": "alpha", "scaled": "a, v"}.get(plan.task, "w, b" if plan.bias else "w")
    returned = ", ".join(n[name] for name in of_state.split(", "))
    if plan.task == "kernelized":
        lines += [f"{n['alpha']} = {n['alpha']}.copy()"]
    return [*lines, *_BODIES[plan.task](plan), f"return {returned}"]


def _all_steps(plan):
    n, leaves = plan.names, plan.idioms["leaves"]
    lines = [] if "labels" not in plan.options else [f"{n['y']} = {plan.code('labels')}"]
    lines += [] if "lambda" not in plan.options else [f"{n['lam']} = {plan.code('lambda')}"]
    lines += _start(plan)
    if leaves == "list":
        lines += [f"{n['history']} = []"]
    loop, first = _loop(plan)
    if loop.startswith("while"):
        lines += [f"{n['n']} = 0"]
    body = [*first, *_mean_before(plan), *_index(plan), *_step_size(plan), *_BODIES[plan.task](plan)]
    body += _mean_after(plan)
    left = _left(plan)
    if leaves == "yield":
        lines += [f"yield {left}"] if plan.idioms["shows start"] else []
        return [*lines, loop, *_indented([*body, f"yield {left}"])]
    if leaves == "list":
        return [*lines, loop, *_indented([*body, f"{n['history']}.append({_copied(plan)})"]), f"return {n['history']}"]
    return [*lines, loop, *_indented(body), f"return {left}"]


def _start(plan):
    n = plan.names
    if plan.task == "kernelized":
        return [f"{n['alpha']} = np.zeros(len({n['y']}))"] + ([f"{n['b']} = 0.0"] if plan.bias else [])
    size = f"{n['X']}.shape[1]"
    lines = [f"{n['a']}, {n['v']} = 1.0, np.zeros({size})"] if plan.task == "scaled" else [
        f"{n['w']} = {plan.code('start', size=size)}"]  # fmt: skip
    lines += [f"{n['b']} = 0.0"] if plan.bias else []
    if plan.option("output").mode:
        lines += [f"{n['mean']}, {n['many']} = 0 * {_vector(plan)}, 0"]
        lines += [f"{n['mean_b']} = 0.0"] if plan.bias else []
    if plan.option("output").mode == "start":
        lines += _mean(plan)
    if plan.option("output").mode == "half":
        lines += [f"{n['past']} = []"] + ([f"{n['past_b']} = []"] if plan.bias else [])
    return lines


def _vector(plan):
    n = plan.names
    return f"{n['a']} * {n['v']}" if plan.task == "scaled" else n["w"]


def _mean(plan):
    n = plan.names
    pairs = [(n["mean"], _vector(plan))] + ([(n["mean_b"], n["b"])] if plan.bias else [])
    if plan.option("output").mode == "half":
        triples = [(past, *pair) for past, pair in zip((n["past"], n["past_b"]), pairs)]
        appended = [f"{past}.append({value})" for past, _, value in triples]
        return appended + [f"{mean} = sum({past}[len({past}) // 2:]) / (len({past}) - len({past}) // 2)"
                           for past, mean, _ in triples]  # fmt: skip
    if plan.option("output").mode == "sum":
        return [f"{mean} = {mean} + {value}" for mean, value in pairs]
    return [f"{n['many']} += 1", *(f"{mean} = {mean} + ({value} - {mean}) / {n['many']}" for mean, value in pairs)]


def _mean_before(plan):
    return _mean(plan) if plan.option("output").mode == "before" else []


def _mean_after(plan):
    return _mean(plan) if plan.option("output").mode in ("after", "start", "sum", "half") else []


def _left(plan):
    """Return the expression of the state that the program leaves."""
    n = plan.names
    if plan.task == "kernelized":
        return f"{n['alpha']}, {n['b']}" if plan.bias else n["alpha"]
    if plan.option("scale").mode == "output":
        return n["v"]
    w = n["mean"] if plan.option("output").mode else _vector(plan)
    return f"{w}, {n['mean_b'] if plan.option('output').mode else n['b']}" if plan.bias else w


def _copied(plan):
    """Return the expression of the state, which later steps do not change."""
    state, *bias = _left(plan).split(", ")
    state = state if "*" in state else f"{state}.copy()"
    return f"({', '.join([state, *bias])})" if bias else state


def _loop(plan):
    """Return the line of the loop, and the lines at the beginning of its body."""
    n, counter = plan.names, plan.option("counter")
    drawn = n["A"] if plan.task == "minibatch" else n["i"]
    if counter.code:
        steps = f"{counter.code.format(**n)}"
        return f"for {n['n']}, {drawn} in enumerate({n['draws']}):", [f"{n['t']} = {_per_batch(plan, steps)}"]
    first = int(counter.mode)
    if plan.idioms["loop"] == "range":
        lines = [f"{drawn} = {n['draws']}[{n['n']}]", f"{n['t']} = {n['n']} + {first}"]
        return f"for {n['n']} in range(len({n['draws']})):", lines
    if plan.idioms["loop"] == "while":
        lines = [f"{drawn} = {n['draws']}[{n['n']}]", f"{n['n']} = {n['n']} + 1"]
        return f"while {n['n']} < len({n['draws']}):", [*lines, f"{n['t']} = {n['n']} + {first - 1}"]
    return f"for {n['t']}, {drawn} in enumerate({n['draws']}, {first}):", []


def _per_batch(plan, steps):
    """Count passes by batches: as many as fit into the data make a pass."""
    if plan.task != "minibatch":
        return steps
    return steps.replace(f"len({plan.names['y']})", f"max(1, len({plan.names['y']}) // len({plan.names['A']}))")


def _index(plan):
    return [] if "draws" not in plan.options else [f"{plan.names['i']} = {plan.code('draws')}"]


def _step_size(plan):
    n = plan.names
    if plan.task == "kernelized" and plan.option("kernel form").mode != "coefficients":
        return []
    return [f"{n['eta']} = {plan.code('step size')}"]


def _of_example(plan):
    """Return the expressions for the example and the label, and the lines that make them."""
    n = plan.names
    if plan.shape == ONE_STEP:
        return n["x"], n["y"], []
    if plan.idioms["alias"]:
        return n["x"], n["label"], [f"{n['x']}, {n['label']} = {n['X']}[{n['i']}], {n['y']}[{n['i']}]"]
    return f"{n['X']}[{n['i']}]", f"{n['y']}[{n['i']}]", []


def _product(plan, w, x):
    return plan.idioms["product"].format(w=w, x=x)


def _score(plan, product):
    return plan.code("bias score", product=product) if plan.bias else product


def _margin_line(plan, x, label, w):
    """Return the line that computes the margin, and the expression of the score."""
    score = _score(plan, _product(plan, w, x))
    return f"{plan.names['margin']} = {plan.code('margin', label=label, score=score)}", score


def _of_one(plan):
    """Return the body of a step for the hinge loss with one example."""
    x, label, lines = _of_example(plan)
    n, shrinking, margin = plan.names, plan.option("shrinking"), _margin_line(plan, x, label, plan.names["w"])[0]
    coefficient = plan.code("addition", label=label)
    hit = plan.code("condition")
    old = "" if plan.option("addition").mode == "replaces" else f"{n['w']} + "
    add = [f"{n['w']} = {old}{coefficient} * {x}"]
    moves = _bias_moves(plan, label, coefficient)
    if plan.option("bias step").mode == "by the new w":
        body = [margin, *_shrink_and_add(plan, x, hit, add, []), margin, f"if {hit}:", *_indented(moves)]
        return [*lines, *body, *_projects(plan)]
    always = plan.option("bias step").mode == "always"
    if plan.option("score").mode == "after":
        body = [*_shrinks(plan, x), margin, f"if {hit}:", *_indented(add + ([] if always else moves))]
    elif shrinking.mode in ("", "never") and plan.idioms["branches"] and not plan.bias and old:
        body = _in_branches(plan, margin, hit, coefficient, x)
    else:
        body = [margin, *_shrink_and_add(plan, x, hit, add, [] if always else moves)]
    return [*lines, *body, *(moves if always else []), *_projects(plan)]


def _in_branches(plan, margin, hit, coefficient, x):
    w, f = plan.names["w"], plan.code("shrinking")
    shrunk = w if plan.option("shrinking").mode == "never" else f"({f}) * {w}"
    other = [] if shrunk == w else ["else:", f"    {w} = {shrunk}"]
    return [margin, f"if {hit}:", f"    {w} = {shrunk} + {coefficient} * {x}", *other]


def _shrink_and_add(plan, x, hit, add, moves):
    mode, shrinks = plan.option("shrinking").mode, _shrinks(plan, x)
    if mode == "violation":
        return [f"if {hit}:", *_indented([*shrinks, *add, *moves])]
    if mode == "twice":
        return [*shrinks, f"if {hit}:", *_indented([*shrinks, *add, *moves])]
    adds = [f"if {hit}:", *_indented([*add, *moves])]
    return [*adds, *shrinks] if mode == "after" else [*shrinks, *adds]


def _shrinks(plan, x=""):
    n, f, mode = plan.names, plan.code("shrinking"), plan.option("shrinking").mode
    if mode == "never":
        return []
    if mode == "touched":
        return [f"{n['w']} = np.where({x} != 0, ({f}) * {n['w']}, {n['w']})"]
    lines = [plan.idioms["shrinks"].format(w=n["w"], f=f)]
    if plan.option("shrinking").id == "" and plan.idioms["gradient"]:
        lines = [f"{n['w']} = {n['w']} - {n['eta']} * {n['lam']} * {n['w']}"]
    return lines + ([f"{n['b']} = ({f}) * {n['b']}"] if plan.bias == "column" else [])


def _bias_moves(plan, label, coefficient, b=""):
    b = b or plan.names["b"]
    if not plan.bias or plan.option("bias step").id == "bias-never-updated":
        return []
    return [f"{b} = {plan.code('bias step', label=label, coefficient=coefficient, b=b)}"]


def _projects(plan):
    n, projection = plan.names, plan.option("projection")
    if not projection.mode:
        return []
    w, b, norm, radius = n["w"], n["b"], n["norm"], plan.code("projection")
    if projection.mode == "entries":
        return [f"{w} = np.clip({w}, -{radius}, {radius})"]
    length = f"np.sqrt({w} @ {w} + {b} ** 2)" if projection.mode == "both" else f"np.linalg.norm({w})"
    lines = [f"{norm} = {length}"]
    below = {"squared": f"{norm} ** 2"}.get(projection.mode, norm)
    shortened = [f"{w} = {w} * ({radius} / {below})"]
    if projection.mode == "both":
        shortened += [f"{b} = {b} * ({radius} / {norm})"]
    conditions = {"always": f"{norm} > 0", "short": f"0 < {norm} < {radius}"}
    condition = conditions.get(projection.mode, f"{norm} > {radius}")
    return [*lines, f"if {condition}:", *_indented(shortened)]


def _of_log_loss(plan):
    """Return the body of a step for the log loss."""
    x, label, lines = _of_example(plan)
    n = plan.names
    margin, score = _margin_line(plan, x, label, n["w"])
    p = f"{n['p']} = {plan.code('weight', score=score, label=label)}"
    coefficient = plan.code("addition", label=label) + f" * {n['p']}"
    judged = [margin, p] if n["margin"] in p or n["margin"] in coefficient else [p]
    old = "" if plan.option("addition").mode == "replaces" else f"{n['w']} + "
    shrinks, add = _shrinks(plan, x), [f"{n['w']} = {old}{coefficient} * {x}"]
    moves = _bias_moves(plan, label, coefficient)
    if plan.option("score").mode == "after":
        return [*lines, *shrinks, *judged, *add, *moves, *_projects(plan)]
    if plan.option("shrinking").mode == "after":
        return [*lines, *judged, *add, *moves, *shrinks, *_projects(plan)]
    return [*lines, *judged, *shrinks, *add, *moves, *_projects(plan)]


def _of_batch(plan):
    """Return the body of a step for a mini-batch."""
    n = plan.names
    if plan.shape == ONE_STEP:
        n = n | {"A": n["y"]}
        plan = plan._replace(names=n)
        x, label = f"{n['X']}[{n['j']}]", f"{n['y']}[{n['j']}]"
        loop = f"for {n['j']} in range(len({n['y']})):"
    else:
        x, label, loop = f"{n['X']}[{n['j']}]", f"{n['y']}[{n['j']}]", f"for {n['j']} in {n['A']}:"
    if plan.option("score").mode != "after" and plan.idioms["arrays"] and _can_use_arrays(plan):
        return _of_arrays(plan)
    margin, _ = _margin_line(plan, x, label, n["w"])
    coefficient = plan.code("addition", label=label)
    add = [f"{n['g']} = {plan.code('sum')}{coefficient} * {x}", f"{n['count']} += 1"]
    moved = _bias_moves(plan, label, coefficient, n["g_b"])
    always = plan.option("bias step").mode == "always"
    inner = [margin, f"if {plan.code('condition')}:", *_indented(add + ([] if always else moved))]
    start = [f"{n['g']}, {n['count']} = 0 * {n['w']}, 0"] + ([f"{n['g_b']} = 0.0"] if moved else [])
    sums = [*start, loop, *_indented(inner + (moved if always else []))]
    after = [f"{n['w']} = {n['w']} + {n['g']} {plan.code('division', v=n['count'])}".rstrip()]
    divided = "" if plan.option("bias step").mode == "sum" else plan.code("division", v=n["count"])
    after += [f"{n['b']} = {n['b']} + {n['g_b']} {divided}".rstrip()] if moved else []
    return _in_order(plan, sums, after)


def _in_order(plan, sums, after):
    mode, shrinks = plan.option("shrinking").mode, _shrinks(plan)
    if plan.option("score").mode == "after":
        lines = [*shrinks, *sums, *after]
    elif mode in ("violation", "twice"):
        hit = [f"if {plan.names['count']} > 0:", *_indented(shrinks)]
        lines = [*sums, *(shrinks if mode == "twice" else []), *hit, *after]
    else:
        lines = [*sums, *after, *shrinks] if mode == "after" else [*sums, *shrinks, *after]
    return [*lines, *_projects(plan)]


def _can_use_arrays(plan):
    return plan.shape == ALL_STEPS and not {"margin", "addition", "bias step", "sum"} & {*plan.options} and (
        plan.option("condition").code != "True" and plan.option("shrinking").mode in ("", "never"))  # fmt: skip


def _of_arrays(plan):
    """Return the body of a step for a mini-batch that is computed without a loop over its examples."""
    n = plan.names
    product = _score(plan, f"{n['X']}[{n['A']}] @ {n['w']}")
    hit = plan.option("condition").code.format(margin=f"{n['y']}[{n['A']}] * ({product})")
    lines = [f"{n['V']} = {n['A']}[{hit}]", *_shrinks(plan)]
    divided = plan.code("division", v=f"len({n['V']})")
    lines += [f"{n['w']} = {n['w']} + {n['eta']} * ({n['y']}[{n['V']}] @ {n['X']}[{n['V']}]) {divided}".rstrip()]
    if plan.bias:
        lines += [f"{n['b']} = {n['b']} + {n['eta']} * {n['y']}[{n['V']}].sum() {divided}".rstrip()]
    return [*lines, *_projects(plan)]


def _of_scale(plan):
    """Return the body of a step that keeps w as a·v."""
    x, label, lines = _of_example(plan)
    n = plan.names
    a, v = n["a"], n["v"]
    product = _product(plan, v, x)
    score = product if plan.option("score").mode == "unscaled" else f"{a} * ({product})"
    margin = f"{n['margin']} = {plan.code('margin', label=label, score=score)}"
    f, hit = plan.code("shrinking"), plan.code("condition")
    shrinks = [f"{n['f']} = {f}", f"if abs({n['f']}) < 1e-12:", f"    {a}, {v} = 1.0, 0 * {v}", "else:",
               f"    {a} = {a} * {n['f']}"]  # fmt: skip
    if plan.option("scale").mode == "both":
        shrinks += [f"    {v} = {v} * {n['f']}"]
    if plan.option("shrinking").mode == "never":
        shrinks = []
    lines += [f"{n['old']} = {a}"] if plan.option("scale").mode == "old" else []
    divided = f"{plan.code('addition', label=label)} {plan.code('scale')}".rstrip()
    add = [f"{v} = {v} + {divided} * {x}"]
    if plan.option("score").mode == "after":
        body = [*shrinks, margin, f"if {hit}:", *_indented(add)]
    else:
        mode = plan.option("shrinking").mode
        hit_shrinks = shrinks if mode in ("violation", "twice") else []
        adds = [f"if {hit}:", *_indented([*hit_shrinks, *add])]
        body = [margin, *adds, *shrinks] if mode == "after" else [
            margin, *([] if mode == "violation" else shrinks), *adds]  # fmt: skip
    return [*lines, *body, *_projects_scale(plan)]


def _projects_scale(plan):
    n, projection = plan.names, plan.option("projection")
    if not projection.mode:
        return []
    radius, norm = plan.code("projection"), n["norm"]
    below = f"{norm} ** 2" if projection.mode == "squared" else norm
    condition = f"{norm} > 0" if projection.mode == "always" else f"{norm} > {radius}"
    return [f"{norm} = abs({n['a']}) * np.linalg.norm({n['v']})", f"if {condition}:",
            f"    {n['a']} = {n['a']} * ({radius} / {below})"]  # fmt: skip


def _of_kernel(plan):
    n, form, coefficients = plan.names, plan.option("kernel form").mode, plan.option("coefficients")
    summed = plan.code("kernel sum")
    if form == "signed":
        summed = f"{n['alpha']}[{n['j']}] * {n['K']}[{n['i']}, {n['j']}]"
    total = [f"{n['total']} = sum([{summed} for {n['j']} in range(len({n['y']}))])"]
    if "kernel sum" not in plan.options and plan.idioms["arrays"]:
        vector = n["alpha"] if form == "signed" else f"{n['alpha']} * {n['y']}"
        total = [f"{n['total']} = ({vector}) @ {n['K']}[{n['i']}]"]
    if plan.option("count").mode == "cleared":
        total = [f"{n['alpha']}[{n['i']}] = 0", *total]
    label = f"{n['y']}[{n['i']}]"
    hit = f"if {plan.code('condition')}:"
    if form == "coefficients":
        return _of_coefficients(plan, coefficients, total, label, hit)
    factor = plan.code("kernel step")
    if plan.option("kernel step").mode == "guarded":
        factor = f"(0 if {n['t']} == 1 else {factor})"
    score = f"{n['total']} * {factor}" + (f" + {n['b']}" if plan.bias else "")
    raised = plan.code("count") if form == "counts" else f"{n['alpha']}[{n['i']}] + {label}"
    if form == "signed" and "count" in plan.options:
        raised = label if plan.option("count").id == "count-set-to-one" else f"{n['alpha']}[{n['i']}] + 2 * {label}"
    margin = f"{n['margin']} = {plan.code('margin', label=label, score=score)}"
    moves = [f"    {n['b']} = {n['b']} + {label} / ({n['lam']} * {n['t']})"] if plan.bias else []
    return [*total, margin, hit, f"    {n['alpha']}[{n['i']}] = {raised}", *moves]


def _of_coefficients(plan, coefficients, total, label, hit):
    n = plan.names
    changed = f"{n['alpha']}[{n['i']}]" if "drawn" in coefficients.id else n["alpha"]
    shrinks = [] if coefficients.mode == "never" else [f"{changed} = {plan.code('coefficients')}"]
    score = f"{n['total']} + {n['b']}" if plan.bias else n["total"]
    margin = f"{n['margin']} = {plan.code('margin', label=label, score=score)}"
    add = [f"    {n['alpha']}[{n['i']}] += {n['lam'] if coefficients.mode == 'grow' else n['eta']}"]
    add += [f"    {n['b']} += {n['eta']} * {label}"] if plan.bias else []
    if coefficients.mode in ("first", "drawn first"):
        return [*shrinks, *total, margin, hit, *add]
    if coefficients.mode == "violation":
        return [*total, margin, hit, *_indented(shrinks), *add]
    return [*total, margin, *shrinks, hit, *add]


_BODIES = {"hinge": _of_one, "free_bias": _of_one, "logistic": _of_log_loss, "minibatch": _of_batch,
           "scaled": _of_scale, "kernelized": _of_kernel}  # fmt: skip


# Draw a plan

STEP_PARAMETERS = {
    "hinge": "w x y eta lam", "logistic": "w x y eta lam", "minibatch": "w X y eta lam",
    "free_bias": "w b x y eta lam", "scaled": "a v x y eta lam t", "kernelized": "alpha K y i t lam",
}  # fmt: skip
LOCALS = {
    "eta": "eta lr step_size rate η", "margin": "margin value z functional_margin q", "t": "t it step_number count_t",
    "n": "n step_index r", "i": "i idx index pick", "A": "A batch chosen", "x": "x xi example row",
    "label": "yi label target_i", "w": "w weights theta W", "b": "b bias theta_0", "a": "a scale s", "v": "v direction",
    "mean": "w_sum averaged w_bar", "mean_b": "b_bar averaged_b", "many": "seen total_seen", "norm": "norm length nrm",
    "history": "history path all_w", "p": "p prob sigma", "g": "g gradient pull", "g_b": "g_b gradient_b",
    "count": "violators hits bad", "past": "past kept", "past_b": "past_b kept_b", "old": "old a_before",
    "V": "V violated wrong", "f": "f shrink_by decay", "j": "j p_j other_j",
    "alpha": "alpha alphas counts", "total": "total decision ssum", "program": "train pegasos fit svm solve step_once",
}  # fmt: skip
PRODUCTS = ("{w} @ {x}", "np.dot({w}, {x})", "{x} @ {w}", "{x}.dot({w})", "np.sum({w} * {x})", "({w} * {x}).sum()",
            "sum([p_ * q_ for p_, q_ in zip({w}, {x})])")  # fmt: skip


def drawn(seed):
    """Return the `DrawnProgram` of a seed."""
    rng = random.Random(f"program {seed}")
    task, shape = rng.choice(TASKS), rng.choice([ALL_STEPS, ALL_STEPS, ONE_STEP])
    is_right = rng.random() < SHARE_OF_RIGHT
    for n in count():
        plan = _plan(random.Random(f"program {seed}, draw {n}"), task, shape, is_right)
        if plan and _is_sound(plan):
            conventions, mistakes = _judged(plan)
            source = source_of(plan)
            return DrawnProgram(task, source, plan.names["program"], not mistakes, conventions, mistakes)


def _plan(rng, task, shape, is_right):
    """Return a drawn plan, or None if its verdict is not the wanted one or not clear."""
    parameters = STEP_PARAMETERS[task].split() if shape == ONE_STEP else _all_parameters(rng, task)
    parts = OF_TASK[task]
    if shape == ONE_STEP:
        if "t" not in parameters and rng.random() < 0.3:
            parameters[parameters.index("eta")] = "t"
        left_out = (*NOT_IN_A_STEP, "step size") if "eta" in parameters else NOT_IN_A_STEP
        parts = [part for part in parts if part not in left_out]
        parts = [part for part in parts if part != "bias" or task == "free_bias"]
        parts = [part for part in parts if not part.startswith("bias ") or task == "free_bias"]
    options = _options(rng, task, parts, is_right)
    plan = Plan(task, shape, options, _names(rng, parameters, task), _idioms(rng, parameters, options))
    wanted = bool(_judged(plan)[1]) != is_right
    return plan if wanted and _is_clear(plan) else None


def _all_parameters(rng, task):
    parameters = ["K" if task == "kernelized" else "X", "y", "lam", "draws"]
    if task == "minibatch" and rng.random() < 0.2:
        parameters.append("k")
    if rng.random() < 0.1:
        parameters.append("T")
    return parameters


def _options(rng, task, parts, is_right):
    n_conventions = rng.choice([0, 1, 2, 2, 3, 3])
    n_mistakes = 0 if is_right else rng.choice([1, 1, 2, 2, 3])
    options = {}
    for status, n in ((CONVENTION, n_conventions), (MISTAKE, n_mistakes)):
        possible = [(part, option) for part in parts for option in PARTS[part] if option.status == status]
        rng.shuffle(possible)
        for part, option in possible:
            if n and part not in options:
                options = _needed(rng, task, part) | options | {part: option}
                n -= 1
    if is_right and rng.random() < 0.1 and {"step size", "shrinking"} <= {*parts}:
        options["step size"] = next(option for option in STEP_SIZES if option.id == "step-size-halved")
        options["shrinking"] = next(option for option in SHRINKING if option.id == "objective-without-the-half")
    return options


def _needed(rng, task, part):
    """Return the convention without which a part does not exist."""
    if part in ("bias step", "bias score") and task != "free_bias":
        return {"bias": rng.choice(BIASES[1:])}
    return {"kernel form": KERNEL_FORMS[2]} if part == "coefficients" else {}


def _names(rng, parameters, task):
    """Return a name for each parameter and variable; no name is used twice."""
    names = {}
    for role in parameters:
        names[role] = _unused(rng, NAMES[role], names)
    for variable, possible in LOCALS.items():
        if variable not in names:
            names[variable] = _unused(rng, possible.split(), names)
    return names


def _unused(rng, possible, names):
    known = [name for name in possible if name.isidentifier() and name not in names.values()]
    return known[0] if rng.random() < 0.5 else rng.choice(known)


def _idioms(rng, parameters, options):
    return {
        "parameters": parameters,
        "leaves": "last" if "start" in options else rng.choice(["last", "last", "yield", "list"]),
        "shows start": rng.random() < 0.3,
        "in place": rng.random() < 0.4,
        "docstring": rng.choice([[], [], ['"""Train a support vector machine with Pegasos."""']]),
        "defaults": rng.choice([[], [], [], [], ["seed=0"], ["verbose=False"]]),
        "loop": rng.choice(["enumerate", "enumerate", "range", "while"]),
        "alias": rng.random() < 0.5,
        "product": rng.choice(PRODUCTS),
        "branches": rng.random() < 0.5,
        "gradient": rng.random() < 0.3,
        "arrays": rng.random() < 0.5,
        "shrinks": rng.choice(["{w} = ({f}) * {w}", "{w} = {w} * ({f})"]),
    }


# Look whether each convention and each mistake shows


def _is_sound(plan):
    """Return whether a program runs, stays bounded, and whether each of its parts changes what it leaves."""
    program = _program(plan)
    states = [_states(program, plan, case) for case in CASES]
    if any(not np.all(np.isfinite(rows)) or np.abs(rows).max() > LARGEST for rows in states):
        return False
    return all(_shows(plan, part, states) for part in plan.options)


def _shows(plan, part, states):
    """Return whether a program with one right part leaves other states; a bias that the task lacks always shows."""
    if part == "bias" and plan.task != "free_bias":
        return True
    program = _program(plan.with_right(part))
    cases = zip(CASES, states)
    return any(_differ(_states(program, plan, case), rows) for case, rows in cases)


def _differ(a, b):
    return a.shape != b.shape or not np.allclose(a, b, rtol=1e-4, atol=1e-9)


def _program(plan):
    return program_of(source_of(plan, yields=True), plan.names["program"])


class RandomCase(NamedTuple):
    """Hold data on which programs are compared."""

    X: np.ndarray
    y: np.ndarray
    lam: float
    draws: np.ndarray


def _random_case(seed, m, d, lam):
    rng = np.random.Generator(np.random.PCG64(seed))
    X = rng.normal(size=(m, d)) * (rng.random((m, d)) < 0.45) * rng.choice([0.3, 1.0, 3.0], size=(m, 1))
    y = np.where(np.arange(m) % 2, -1, 1)
    return RandomCase(X, y, lam, rng.integers(m, size=30))


def _edge_case():
    """Return a case with margins of exactly 1, in step 2 of the right algorithm."""
    X = np.array([[1.0, 0.0], [0.0, 0.5], [0.5, 1.0], [-0.25, 0.75], [0.5, -1.25]])
    return RandomCase(X, np.array([1, 1, 1, -1, 1]), 0.5, np.array([0, 2, 3, 4, 2, 0, 3, 1] * 3))


CASES = (_random_case(1, 7, 16, 0.07), _random_case(2, 7, 16, 1.9), _random_case(3, 6, 15, 0.3), _edge_case())
K = 3  # examples in a mini-batch


def _states(program, plan, case):
    """Return all states that a program leaves in a case, as rows."""
    with np.errstate(all="ignore"):
        if plan.shape == ONE_STEP:
            return np.array([_row(state) for state in _of_single_steps(program, plan, case)])
        arguments = {"X": case.X, "K": case.X @ case.X.T, "y": case.y, "lam": case.lam, "draws": case.draws, "k": K}
        arguments["T"] = len(case.draws)
        if plan.task == "minibatch":
            k = 2 if len(case.X) == 5 else K
            arguments |= {"draws": (case.draws[:, None] + np.arange(k)) % len(case.y), "k": k}
        return np.array([_row(state) for state in program(*[arguments[role] for role in plan.idioms["parameters"]])])


def _row(state):
    return np.concatenate([np.ravel(part) for part in state]) if isinstance(state, tuple) else np.array(state)


def _of_single_steps(program, plan, case):
    """Yield what single steps leave at random states, with margins of exactly 0 and exactly 1 among them."""
    rng = np.random.Generator(np.random.PCG64(7))
    m, d = case.X.shape
    for n, i in enumerate(case.draws):
        t, label, is_exact = n % 7 + 2, case.y[0] if plan.task == "minibatch" else case.y[i], n % 5 < 2
        w, x = _quarters(rng.normal(size=d) * rng.choice([0.3, 1, 5])), _quarters(case.X[i])
        x[0] = 1
        if is_exact:
            w[0] += label * (n % 5) - w @ x
        b = 0.0 if is_exact else rng.normal()
        arguments = {"w": w, "x": x, "X": np.array([x, *case.X[1:K]]), "y": label, "eta": 1 / (case.lam * t),
                     "lam": case.lam, "t": t, "b": b, "a": 0.25, "v": 4 * w, "i": int(i),
                     "alpha": rng.integers(3, size=m) * float(n % 5 != 1), "K": case.X @ case.X.T}  # fmt: skip
        if plan.task in ("minibatch", "kernelized"):
            arguments["y"] = case.y[: K if plan.task == "minibatch" else m]
        yield program(*[arguments[role] for role in plan.idioms["parameters"]])


def _quarters(numbers):
    """Round to quarters, whose products and sums are exact."""
    return np.round(4 * numbers) / 4


def program_of(source, name):
    """Return the function that a source defines; ``inspect.getsource`` finds its source."""
    file = f"<drawn {name} {sha256(source.encode()).hexdigest()[:12]}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = {"np": np, "math": math, "__name__": "drawn"}
    exec(compile(source, file, "exec"), names)
    return names[name]
