"""Test that the modules and the facts of a page are small, and are the same every time."""

import json

from pegasos_edu import ALGORITHMS
from pegasos_edu.browser import modules_and_facts
from pegasos_edu.browser.engine import JS, played
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.page import SCRIPT
from pegasos_edu.trace.listing import Listing


def test_script_and_facts_are_small_and_the_same_every_time():
    modules, facts = both = modules_and_facts()
    assert both == modules_and_facts()
    whole = SCRIPT + joined(JS / "engine.js", modules) + json.dumps(facts, ensure_ascii=False)
    assert len(whole.encode()) < 265_000  # before it is packed


def test_facts_hold_the_whole_listing_of_every_algorithm_and_of_an_edit_what_is_other():
    _, facts = modules_and_facts()
    assert {key for key in facts["algorithms"] if ":" not in key} == {
        algorithm.__name__ for algorithm in played().values()
    }
    for key, algorithm in facts["algorithms"].items():
        lines = [
            facts["algorithms"][algorithm["like"]]["listing"][line] if isinstance(line, int) else line
            for line in algorithm["listing"]
        ]
        if algorithm["like"]:
            assert algorithm["listing"] != facts["algorithms"][algorithm["like"]]["listing"]
            assert sum(not isinstance(line, int) for line in algorithm["listing"]) <= 4
        else:
            assert [line[:2] for line in lines] == [list(line) for line in Listing(ALGORITHMS[key]).lines]
