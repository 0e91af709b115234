"""Write the modules and the facts with which a page makes runs without a kernel and without a network."""

import json
import re
from functools import cache
from pathlib import Path

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.browser.description import describe
from pegasos_edu.browser.edits import edits as chosen_edits
from pegasos_edu.browser.translated_algorithms import TranslatedAlgorithm
from pegasos_edu.browser.translated_functions import translated
from pegasos_edu.common.scripts import completed
from pegasos_edu.losses import LOSSES
from pegasos_edu.runs.run import loss_of
from pegasos_edu.theory.optimum import interior_point, newton
from pegasos_edu.trace import changes, glossary, records, scenes, stories
from pegasos_edu.trace.numbers import beside_one

JS = Path(__file__).parent / "js"
GENERATED, VECTORS = JS / "generated.js", JS / "vectors.js"
EACH = re.compile(r"^function each\(.*?^}$", re.MULTILINE | re.DOTALL)
OPERATOR = re.compile(r"= each\((?=\(a, b\) => a . b\b)")
TRANSLATED = (
    beside_one, changes.full_addition, changes.has_both_signs, changes.is_to_add, changes.kernel_change,
    changes.linear_change, glossary.kernel_text, records.assembled, records.cut, scenes.basis_of, scenes.curve_content,
    scenes.grid_of, scenes.plane_content, stories.describe_step, stories.summary_of, interior_point, newton,
)  # fmt: skip


def played():
    """Return the algorithms for labels −1 and +1 by name; a page can show their runs."""
    return {name: algorithm for name, algorithm in ALGORITHMS.items() if loss_of(algorithm) in LOSSES}


def modules_and_facts(algorithms=None, edits=None):
    """Return the modules and facts that a page needs to make runs of algorithms.

    Parameters
    ----------
    algorithms : sequence of generator functions, optional
        The algorithms; by default those of `played`. Other algorithms have steps, but no records.
    edits : sequence of Edit, optional
        The misconceptions to offer; by default those of `edits.CHOSEN`.

    Returns
    -------
    modules : dict of Path to str
        The texts of generated modules, for `pegasos_edu.common.scripts.joined`.
    facts : dict
        The argument of ``new Engine(facts)``, for JSON.
    """
    algorithms = played().values() if algorithms is None else algorithms
    edits = chosen_edits() if edits is None else edits
    every = {algorithm.__name__: algorithm for algorithm in algorithms} | {edit.key: edit.algorithm for edit in edits}
    texts = {key: TranslatedAlgorithm(algorithm) for key, algorithm in every.items()}
    known = {
        algorithm.__name__: describe(algorithm.__name__, algorithm, texts[algorithm.__name__])
        for algorithm in algorithms
    }
    for edit in edits:
        known[edit.key] = describe(edit.key, edit.algorithm, texts[edit.key], known.get(edit.task))
    modules = {GENERATED: _generated(texts), VECTORS: _with_copies(VECTORS.read_text("utf-8"))}
    return modules, {"algorithms": known}


def _generated(algorithms):
    """Return the module of all code translated from Python, after the lines with its imports and exports."""
    walks = ",\n".join(f"{json.dumps(key, ensure_ascii=False)}: {walk.text}" for key, walk in algorithms.items())
    return completed(GENERATED, _functions(), f"const ALGORITHMS = {{\n{walks}\n}};")


@cache
def _functions():
    return translated(*TRANSLATED)  # the same for all pages, whatever algorithms they hold


def _with_copies(text):
    """Give each of the operators + − * / < > its own copy of `each`, so that engines can optimise it."""
    defined = EACH.search(text)
    return OPERATOR.sub(lambda _: f"= ({defined[0]})(", text)
