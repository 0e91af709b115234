"""List the algorithms and functions that a learner can be asked to write."""

import ast
import inspect
import sys
from functools import cache
from typing import NamedTuple

from pegasos_edu.algorithms import ALGORITHMS, step_types
from pegasos_edu.algorithms.inputs import Batches, Classes, Outcomes, Targets
from pegasos_edu.misconceptions.edits import source_of
from pegasos_edu.misconceptions.functions import FUNCTIONS


class ReferenceTask(NamedTuple):
    """Describe an algorithm, or a function of one formula, with which a program is compared."""

    name: str
    reference: object  # the right function
    step: type | None  # the class of its steps; None for a function

    @property
    def is_algorithm(self):
        """Return whether the task is an algorithm."""
        return self.step is not None

    @property
    def is_batch(self):
        """Return whether a step draws several examples."""
        return inspect.get_annotations(self.reference).get("draws") is Batches

    @property
    def is_log(self):
        """Return whether the task is an algorithm for the log loss."""
        return inspect.get_annotations(self.reference).get("y") is Outcomes

    @property
    def parameters(self):
        """Return the names of its parameters."""
        return list(inspect.signature(self.reference).parameters)

    @property
    def source(self):
        """Return the source of the right function."""
        return source_of(self.reference)

    @property
    def names(self):
        """Return the global names that its source uses."""
        return vars(sys.modules[self.reference.__module__])


@cache
def task(name):
    """Return the task of a name; raise a KeyError if there is none."""
    if name in FUNCTIONS:
        return ReferenceTask(name, FUNCTIONS[name], None)
    return ReferenceTask(name, ALGORITHMS[name], _step_class(ALGORITHMS[name]))


def _step_class(algorithm):
    """Return the class of the steps that an algorithm yields."""
    yielded = next(node for node in ast.walk(ast.parse(source_of(algorithm))) if isinstance(node, ast.Yield))
    return getattr(step_types, yielded.value.func.id)


def _is_for_labels(algorithm):
    """Return whether an algorithm's y holds labels, and no other argument depends on the data."""
    of_y = inspect.get_annotations(algorithm).get("y")
    return of_y not in (Classes, Targets) and "b" not in inspect.signature(algorithm).parameters


# The names of everything that can be checked.
TASKS = (*(name for name, algorithm in ALGORITHMS.items() if _is_for_labels(algorithm)), *FUNCTIONS)
# What lessons and assignments ask for; an entry of the catalogue is for these unless it names others.
ASKED = ("hinge", "logistic", "minibatch", "logistic_minibatch", "scaled", "kernelized", "free_bias", "dual_ascent",
         *FUNCTIONS)  # fmt: skip
