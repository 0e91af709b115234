"""Write the page of a frame in which a learner's own run is shown beside that of the algorithm."""

from functools import cache

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.browser import modules_and_facts
from pegasos_edu.common.scripts import joined
from pegasos_edu.datasets import moons
from pegasos_edu.player.fields import data_of
from pegasos_edu.player.page import CONTENT, HERE, ROOT, page_with, scripts

OPTIONS = {"sampling": "uniform", "seed": 0, "k": 5, "kernel": "linear"}


@cache
def learner_run_page(*names):
    """Return the page for programs of some algorithms; its `show` takes the program (js/learner_run_page.js)."""
    modules, engine = modules_and_facts([ALGORITHMS[name] for name in names], [])
    facts = {"engine": engine, "data": data_of(*moons(m=60), []), "options": OPTIONS}
    script = joined(HERE / "js" / "learner_run_page.js", modules)
    return page_with("Your program beside the algorithm", scripts(facts, f"mountOwnRun({ROOT}, {CONTENT});", script))
