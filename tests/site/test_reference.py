import linecache
import re
from collections import Counter

import nbformat
import pytest
from sites import only_text
from stored import written

from pegasos_edu.site import reference

SOURCE = """from pegasos_edu.lessons.pictures import lesson_08_kernels, lesson_11_cost
from pegasos_edu.check import check
from pegasos_edu.teaching.spot import spot
from numpy import sqrt"""


def test_the_reference_has_what_people_import(tmp_path):
    names = reference.module_names([written(tmp_path / "one.ipynb", nbformat.v4.new_code_cell(SOURCE))])
    named = {f"pegasos_edu.{name}" for name in ("lessons.pictures.lesson_08_kernels", "teaching.spot", "check")}
    assert named <= set(names) and names[0] == "pegasos_edu" and len(set(names)) == len(names)
    assert {"pegasos_edu.algorithms", "pegasos_edu.theory", "pegasos_edu.losses", *reference.IN_SIGNATURES} <= set(
        names
    )
    others = {"pegasos_edu.common", "pegasos_edu.check.check", "pegasos_edu.site", "pegasos_edu.__main__"}
    assert not others & set(names) and all(name.startswith("pegasos_edu") for name in names)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Return the text of each page of the reference."""
    page = reference.page()
    path = tmp_path_factory.mktemp("site") / page.path
    path.parent.mkdir()
    page.write(path, page.of_site())
    return {file.relative_to(path.parent).as_posix(): file.read_text("utf-8") for file in path.parent.rglob("*.html")}


def test_a_page_shows_sources_by_keyboard_and_names_each_place_once(pages):
    algorithms = pages["pegasos_edu/algorithms.html"]
    assert algorithms.count('<details class="source" open>') == 15
    assert algorithms.count("choose i from {1, …, m}") > 5  # the pseudocode next to each line
    for name, text in pages.items():
        assert not [place for place, n in Counter(re.findall(r' id="([^"]*)"', text)).items() if n > 1], name
        assert "<label" not in text and "<h6" not in text


def test_no_page_shows_the_command_of_the_process_that_wrote_it(tmp_path, monkeypatch):
    lines = ["print('command')\n"]  # which `python -c` notes under this name
    monkeypatch.setitem(linecache.cache, "<string>", (len(lines[0]), None, lines, "<string>"))
    page = reference.page()
    path = tmp_path / page.path
    path.parent.mkdir()
    page.write(path, page.of_site())
    losses = (path.parent / "pegasos_edu/losses.html").read_text("utf-8")
    assert "Source of hinge_loss" in losses and "command" not in losses


def test_the_index_leads_to_each_name(pages):
    assert 'href="pegasos_edu/estimators.html#PegasosClassifier"' in pages["index.html"]


def test_no_page_shows_a_tag_as_text(pages):
    for name, text in pages.items():
        assert not re.findall(r"</[a-z]+|<[a-z]+ [a-z]+=", only_text(text)), name
