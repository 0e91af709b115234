"""Which modules the reference has, and how a page of it reads."""

import re
from collections import Counter
from html.parser import HTMLParser

import nbformat
from stored import LESSONS, written

from pegasos_edu.site import reference

SOURCE = """from pegasos_edu.lessons.pictures import cost, kernels
from pegasos_edu.check import check
from pegasos_edu.teaching.spot import spot
from numpy import sqrt"""


def test_the_reference_has_what_people_import(tmp_path):
    names = reference.modules([written(tmp_path / "one.ipynb", nbformat.v4.new_code_cell(SOURCE))])
    named = {"pegasos_edu.lessons.pictures.cost", "pegasos_edu.lessons.pictures.kernels", "pegasos_edu.teaching.spot"}
    assert named <= set(names) and names[0] == "pegasos_edu" and len(set(names)) == len(names)
    assert {"pegasos_edu.algorithms", "pegasos_edu.theory", "pegasos_edu.losses", *reference.BEYOND} <= set(names)
    others = {"pegasos_edu.common", "pegasos_edu.check.check", "pegasos_edu.site", "pegasos_edu.__main__"}
    assert not others & set(names) and all(name.startswith("pegasos_edu") for name in names)


def test_a_page_of_the_reference_shows_sources_by_keyboard_and_names_each_place_once(tmp_path):
    names = ["pegasos_edu.algorithms", "pegasos_edu.estimators"]
    index, algorithms, estimators = reference.pages(names)
    for page in (index, algorithms, estimators):
        page.write(tmp_path / page.title, page.of_site())
    texts = [(tmp_path / page.title).read_text("utf-8") for page in (index, algorithms, estimators)]
    assert all(not [name for name, n in Counter(re.findall(r' id="([^"]*)"', text)).items() if n > 1] for text in texts)
    assert "<label" not in texts[1] + texts[2] and texts[1].count('<details class="source" open>') == 15
    assert texts[1].count("choose i from {1, …, m}") > 5  # the pseudocode beside each line
    assert 'href="pegasos_edu/estimators.html#PegasosClassifier"' in texts[0] and "<h6" not in "".join(texts)


class Prose(HTMLParser):
    """The text of a page outside its code."""

    def __init__(self):
        super().__init__()
        self.open, self.said = 0, ""

    def handle_starttag(self, tag, attributes):
        self.open += tag in ("pre", "code", "style", "script")

    def handle_endtag(self, tag):
        self.open -= tag in ("pre", "code", "style", "script")

    def handle_data(self, data):
        self.said += "" if self.open else data


def test_no_page_of_the_reference_shows_a_tag_as_text(tmp_path):
    for page in reference.pages(reference.modules(LESSONS)):
        page.write(tmp_path / "page.html", page.of_site())
        prose = Prose()
        prose.feed((tmp_path / "page.html").read_text("utf-8"))
        assert not re.findall(r"</[a-z]+|<[a-z]+ [a-z]+=", prose.said), page.title
