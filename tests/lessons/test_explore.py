"""Test pictures with sliders, and pictures on demand."""

import re

import pytest

from pegasos_edu.lessons import OnDemand, explore
from pegasos_edu.plots import Picture, figure


def line(lam=0.1, kind="steep"):
    drawn, ax = figure(width=3)
    ax.plot([0, 1], [0, lam * (2 if kind == "steep" else 1)], label="a line")
    return Picture(drawn, f"A line that rises by {lam:g}, {kind}, from left to right.")


VALUES = {"lam": [0.01, 0.1, 1.0], "kind": ["steep", "flat"]}


def test_a_slider_changes_the_picture_to_that_of_its_value():
    explorer = explore(line, **VALUES)
    assert explorer.texts == [["λ = 0.01", "λ = 0.1", "λ = 1"], ["kind = steep", "kind = flat"]]
    assert (explorer.chosen, explorer.picture) == ([1, 0], line()._repr_html_())
    explorer.chosen = [2, 0]
    assert explorer.picture == line(lam=1.0)._repr_html_()
    explorer.chosen = [2, 1]
    assert explorer.picture == line(lam=1.0, kind="flat")._repr_html_()


def test_a_picture_is_drawn_once():
    drawn = []

    def counted(lam=0.1):
        drawn.append(lam)
        return line(lam)

    explorer = explore(counted, lam=[0.1, 1])
    explorer._repr_mimebundle_()
    explorer.chosen = [1]
    assert sorted(drawn) == [0.1, 1]


def test_without_a_kernel_there_is_a_picture_for_each_value_of_the_first_slider():
    bundle = explore(line, **VALUES)._repr_mimebundle_()
    still = re.compile(r'<details name="(.*?)"( open)?><summary.*?>(.*?)</summary><img alt="(.*?), steep')
    stills = still.findall(bundle["text/html"])
    assert [(opened, title, alt) for _, opened, title, alt in stills] == [
        ("", "λ = 0.01", "A line that rises by 0.01"),
        (" open", "λ = 0.1", "A line that rises by 0.1"),
        ("", "λ = 1", "A line that rises by 1"),
    ]
    assert len({group for group, *_ in stills}) == 1


def test_what_a_slider_offers_and_a_button_says_is_text():
    offered = explore(lambda kind="<b>": line(), kind=["<b>", "<i>"])._repr_mimebundle_()["text/html"]
    wanted = OnDemand("<b>", line)._repr_mimebundle_()["text/html"]
    assert "kind = &lt;b&gt;</summary>" in offered and "<b>" not in offered + wanted and "&lt;b&gt;" in wanted


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "a list for each argument of draw"),
        ({"lam": [0.1]}, r"each argument of draw, \['lam', 'kind'\], got \['lam'\]"),
        ({"lam": [1, 2], "kind": ["steep"]}, r"lam must start at one of its values, \[1, 2\], got 0.1"),
    ],
)
def test_sliders_and_arguments_must_match(values, words):
    with pytest.raises(ValueError, match=words):
        explore(line, **values)


def test_a_picture_on_demand_is_made_when_the_button_is_pressed_and_never_stored():
    wanted = OnDemand("Draw it", line)
    stored = wanted._repr_mimebundle_()
    assert wanted.picture == "" and "<img" not in stored["text/html"] and "Draw it" in stored["text/html"]
    wanted.pressed += 1
    assert wanted.picture == line()._repr_html_() and wanted.drawn == 1
    assert wanted._repr_mimebundle_()["text/html"] == stored["text/html"] and repr(wanted) == "OnDemand: Draw it"
