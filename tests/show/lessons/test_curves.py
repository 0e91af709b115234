"""What a kernel does, drawn: the right data in the right panels, told apart without colour."""

from functools import partial

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.collections import LineCollection

from pegasos_edu.datasets import moons
from pegasos_edu.kernels import rbf
from pegasos_edu.show import Picture, figure
from pegasos_edu.show.lessons.curves import gram_image, growth_curves, lifted, side_by_side

X, y, names = moons(40)
LINE = np.linspace(-3, 3, 13)
INSIDE = np.where(np.abs(LINE) > 1.4, 1, -1)


def zero_lines(ax):
    """The corners of the line where the score is 0."""
    (line,) = (c for c in ax.collections if isinstance(c, LineCollection) and c.get_label() == "score = 0")
    return line.get_segments()


def legend(made):
    """The texts of the one legend of a figure."""
    assert not any(ax.get_legend() for ax in made.axes)
    (one,) = made.legends
    return [text.get_text() for text in one.get_texts()]


def test_one_line_in_the_plane_is_two_cuts_on_the_line():
    made = lifted([-2.0, 0.5, 1.0], LINE, INSIDE, names=("in", "out"))
    plane, line = made.axes
    (straight,) = zero_lines(plane)
    np.testing.assert_allclose(straight[:, 1], 2 - 0.5 * straight[:, 0], atol=1e-12)
    cuts = sorted(segment[:, 0].mean() for segment in zero_lines(line))
    np.testing.assert_allclose(cuts, sorted(np.roots([1.0, 0.5, -2.0])), atol=1e-3)
    for ax, height in ((plane, LINE**2), (line, 0 * LINE)):
        shown = np.concatenate([c.get_offsets() for c in ax.collections if not isinstance(c, LineCollection)])
        np.testing.assert_allclose(sorted(map(tuple, shown)), list(zip(LINE, height)))
    assert plane.get_xlim() == line.get_xlim() and legend(made) == ["in", "out", "score = 0", "score = ±1"]


def test_each_classifier_has_a_panel_with_its_title_and_its_boundary():
    made = side_by_side({"a": lambda p: p[:, 0] - 0.25, "b": lambda p: p[:, 1]}, X, y, names=names)
    left, right = made.axes
    assert [ax.get_title() for ax in (left, right)] == ["a", "b"]
    np.testing.assert_allclose(zero_lines(left)[0][:, 0], 0.25, atol=1e-12)
    np.testing.assert_allclose(zero_lines(right)[0][:, 1], 0, atol=1e-12)
    assert legend(made) == [*names, "score = 0", "score = ±1"]


def test_the_picture_of_bandwidths_can_be_saved_as_svg_and_says_what_it_shows(tmp_path):
    kernels = {f"γ = {gamma}": partial(rbf, gamma=gamma) for gamma in (50.0, 2.0, 0.02)}
    made = side_by_side({t: lambda p, k=k: k(p, X) @ y for t, k in kernels.items()}, X, y)
    made.savefig(tmp_path / "widths.svg")
    assert (tmp_path / "widths.svg").read_text("utf-8").startswith("<?xml")
    said = repr(Picture(made, "three bandwidths"))
    assert all(f"[{n}] {title}" in said for n, title in enumerate(kernels, 1))


def test_the_legend_tells_the_power_of_m():
    m = np.array([10, 100, 1000])
    _, ax = figure()
    lines = growth_curves(m, {"square": 3 * m**2, "flat": 7 + 0 * m}, ylabel="work", ax=ax)
    assert [line.get_label() for line in lines] == ["square: like $m^{2.0}$", "flat: like $m^{0.0}$"]
    np.testing.assert_array_equal(lines[0].get_xydata(), np.column_stack([m, 3 * m**2]))
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_ylabel()) == ("log", "log", "work")
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["10", "100", "1,000"]
    assert len({line.get_linestyle() for line in lines}) == 2


@pytest.mark.parametrize(
    ("draw", "what"),
    [
        (lambda: side_by_side({"a": lambda p: p[:, 0]}, X, y), "scores must hold two classifiers or more, got 1"),
        (lambda: side_by_side(dict.fromkeys("ab", np.ones(2)), X[:, :1], y), "two columns to be drawn in the plane"),
        (lambda: lifted([1.0, 2.0], LINE, INSIDE), r"c must have shape \(3,\)"),
        (lambda: growth_curves([1, 2], {"a": [1]}, ylabel="", ax=figure()[1]), "one value for each t"),
    ],
)
def test_bad_input_is_refused_and_leaves_no_figure_open(draw, what):
    with pytest.raises(ValueError, match=what):
        draw()
    assert pyplot.get_fignums() == []
