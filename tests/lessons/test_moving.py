"""Test every slider and every picture on demand of the lessons, which need the kernel."""

import ast

import pytest
from conftest import mostly_slow
from stored import LESSONS, MADE_BY_THE_KERNEL, code, moving, shown

from pegasos_edu.lessons import Explorer, OnDemand


def shown_by(sources):
    """Run cells one after another, and return the things that they show."""
    namespace, things = {}, []
    for source in sources:
        *body, last = ast.parse(source).body
        ends_on_a_value = isinstance(last, ast.Expr)
        exec(compile(ast.Module(body if ends_on_a_value else [*body, last], []), "cell", "exec"), namespace)
        if ends_on_a_value:
            things.append(eval(compile(ast.Expression(last.value), "cell", "eval"), namespace))
    return things


@pytest.mark.parametrize("path", mostly_slow(LESSONS, LESSONS[1]), ids=lambda path: path.stem)
def test_each_slider_leads_to_other_pictures_and_each_button_makes_one(path):
    things = [thing for thing in shown_by(moving(path, MADE_BY_THE_KERNEL)) if isinstance(thing, Explorer | OnDemand)]
    assert len(things) == sum(shown(cell).startswith(MADE_BY_THE_KERNEL) for cell in code(path))
    for explorer in (thing for thing in things if isinstance(thing, Explorer)):
        start = explorer.chosen
        for n, texts in enumerate(explorer.texts):
            pictures = []
            for place in range(len(texts) if n else 2):  # the notebook stores all pictures of the first slider
                explorer.chosen = [*start[:n], place, *start[n + 1 :]]
                pictures.append(explorer.picture)
            assert len(set(pictures)) == len(pictures) > 1
            assert all("<img" in picture or "<table" in picture for picture in pictures)
    for wanted in (thing for thing in things if isinstance(thing, OnDemand)):
        wanted.pressed += 1
        assert "<img" in wanted.picture and wanted.drawn
