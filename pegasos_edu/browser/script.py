"""The script and the facts by which a page makes runs itself, with no kernel and no network."""

import json
import re
from pathlib import Path

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.algorithms.inputs import Classes, Targets
from pegasos_edu.browser.algorithms import Written
from pegasos_edu.browser.edits import edits as chosen_edits
from pegasos_edu.browser.facts import facts
from pegasos_edu.browser.functions import written
from pegasos_edu.runs.run import signature
from pegasos_edu.theory.optimum import interior_point, newton
from pegasos_edu.trace import glossary, records, stories
from pegasos_edu.trace.numbers import beside_one
from pegasos_edu.trace.questions import USUAL

HERE = Path(__file__).parent
EACH = re.compile(r"^function each\(.*?^}$", re.MULTILINE | re.DOTALL)
OPERATOR = re.compile(r"= each\((?=\(a, b\) => a . b\b)")
SCRIPTS = "vectors linear numbers draws checks scenes curves recorder record optimum biased live".split()
PLAYED = tuple(algorithm for algorithm in ALGORITHMS.values() if signature(algorithm)[1] not in (Targets, Classes))
SAID = (
    beside_one, stories.opening, stories.told, glossary.kernel_said, glossary.about, glossary.minimised,
    glossary.letters, glossary.legend, glossary.ticks, glossary.axes, glossary.caption,
)  # fmt: skip


def script_and_facts(algorithms=PLAYED, edits=None):
    """What a page needs to make runs of algorithms.

    Parameters
    ----------
    algorithms : sequence of generator functions
        For labels −1 and +1, to be recorded; others have steps only.
    edits : sequence of Edit, optional
        Misconceptions to offer; those of `edits.CHOSEN` if left out.

    Returns
    -------
    script : str
        To be joined to the player's: it defines ``Live`` and ``LiveError``.
    facts : dict
        For JSON, to be given to ``new Live(facts)``.
    """
    edits = chosen_edits() if edits is None else edits
    every = {algorithm.__name__: algorithm for algorithm in algorithms} | {edit.key: edit.algorithm for edit in edits}
    texts = {key: Written(algorithm) for key, algorithm in every.items()}
    known = {
        algorithm.__name__: facts(algorithm.__name__, algorithm, texts[algorithm.__name__]) for algorithm in algorithms
    }
    for edit in edits:
        known[edit.key] = facts(edit.key, edit.algorithm, texts[edit.key], known.get(edit.task))
    known = {"algorithms": known, "edits": [edit.words() for edit in edits]}
    return _script(texts), known


def _script(algorithms):
    """The files of the page as one, in a scope of their own: beside the player's names only two more are taken."""
    walks = ",\n".join(f"{json.dumps(key, ensure_ascii=False)}: {one.text}" for key, one in algorithms.items())
    texts = [
        "const { Live, LiveError } = (() => {",
        f"const VERSION = {records.VERSION};",
        f"const USUAL = {json.dumps(sorted(USUAL))};",
        *(_with_copies((HERE / "js" / f"{name}.js").read_text("utf-8")) for name in SCRIPTS),
        written(*SAID, interior_point, newton),
        f"const ALGORITHMS = {{\n{walks}\n}};",
        "return { Live, LiveError };\n})();",
    ]
    lines = (line.strip() for text in texts for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


def _with_copies(text):
    """Copies of `each` make the operators + − * / < >: what an engine learns of a loop, it keeps with its source."""
    defined = EACH.search(text)
    return OPERATOR.sub(lambda _: f"= ({defined[0]})(", text) if defined else text
