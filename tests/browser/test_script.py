"""The script and the facts of a page: small, the same every time, and in one scope of their own."""

import json
import re

from pegasos_edu import ALGORITHMS
from pegasos_edu.browser import script_and_facts
from pegasos_edu.browser.script import HERE, PLAYED, SCRIPTS
from pegasos_edu.player.page import SCRIPT
from pegasos_edu.trace.listing import Listing


def test_every_file_is_part_of_the_script():
    assert sorted(SCRIPTS) == sorted(path.stem for path in (HERE / "js").iterdir())


def test_script_and_facts_are_small_and_the_same_every_time():
    script, facts = made = script_and_facts()
    assert made == script_and_facts()
    whole = SCRIPT + script + json.dumps(facts, ensure_ascii=False)
    assert len(whole.encode()) < 230_000  # of a page, which has 300 KiB


def test_no_name_is_defined_twice():
    texts = [(HERE / "js" / f"{name}.js").read_text("utf-8") for name in SCRIPTS]
    names = re.findall(r"^(?:const|let|class|function\*?) +(\w+)", "".join(texts), re.MULTILINE)
    assert len(names) > 50 and len(names) == len(set(names))


def test_beside_the_names_of_the_player_only_two_are_taken():
    script, _ = script_and_facts(edits=())
    assert script.startswith("const { Live, LiveError } = (() => {\n") and script.endswith("})();\n")
    assert not re.search(r"\b(Live|LiveError)\b", SCRIPT)


def test_facts_hold_the_whole_listing_of_every_algorithm_and_of_an_edit_what_is_other():
    _, facts = script_and_facts()
    assert {key for key in facts["algorithms"] if ":" not in key} == {algorithm.__name__ for algorithm in PLAYED}
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
    assert [edit["key"] for edit in facts["edits"]] == [key for key in facts["algorithms"] if ":" in key]
