"""What a kernel does, drawn: the right data in the right panels, told apart without colour."""

from functools import partial

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.collections import LineCollection

from pegasos_edu.algorithms import kernelized
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import rbf
from pegasos_edu.lessons.pictures.curves import (
    accuracy_and_objective,
    growth_curves,
    image_row,
    lifted,
    reach,
    runs_and_median,
    side_by_side,
    wrong_against_gamma,
)
from pegasos_edu.plots import Picture, figure
from pegasos_edu.theory import kernel_optimum

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


def test_images_stand_below_their_titles_and_ink_is_dark():
    made = image_row(np.array([[0, 1, 2, 3], [3, 2, 1, 0]]), ["up", "down"])
    assert [ax.get_title() for ax in made.axes] == ["up", "down"]
    first, second = (ax.images[0] for ax in made.axes)
    assert first.get_array().tolist() == [[0, 1], [2, 3]] and second.get_array().tolist() == [[3, 2], [1, 0]]
    assert first.get_clim() == (0, 3) and first.cmap(0.0)[0] > first.cmap(1.0)[0]


def test_every_run_is_there_beside_the_median():
    t, runs = np.array([1, 10, 100]), {"a": np.array([[1, 2, 3], [3, 4, 5], [2, 3, 9]]), "b": np.ones((2, 3))}
    _, ax = figure()
    lines = runs_and_median(t, runs, optimum=0.5, ylabel="value", ax=ax)
    np.testing.assert_array_equal(lines[0].get_xydata(), np.column_stack([t, [2, 3, 5]]))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "a: median of 3 runs", "b: median of 2 runs", "optimum $f^*$ = 0.5",
    ]  # fmt: skip
    faint = [collection for collection in ax.collections if isinstance(collection, LineCollection)]
    assert [len(collection.get_segments()) for collection in faint] == [3, 2]
    np.testing.assert_array_equal(faint[0].get_segments()[2][:, 1], [2, 3, 9])
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")


def test_programs_are_told_apart_by_the_objective_of_several_runs():
    K = rbf(X, gamma=2.0)
    best = kernel_optimum(K, y, 0.01).value
    programs = {"right": kernelized, "slip": variant(kernelized, ("alpha * y", "alpha * y[i]"))}
    made, accuracy, f = accuracy_and_objective(programs, K, y, lam=0.01, T=300, optimum=best, seeds=3)
    assert all(
        values.shape == accuracy["slip"].shape and len(values) == 3 for values in (*accuracy.values(), *f.values())
    )
    assert best < f["right"][:, -1].max() < f["slip"][:, -1].min()
    left, right = made.axes
    assert left.lines[0].get_ydata()[-1] == np.median(accuracy["right"][:, -1])
    assert right.lines[1].get_ydata()[-1] == np.median(f["slip"][:, -1])


def test_against_gamma_stand_the_numbers_of_wrong_ones_and_those_without_an_answer():
    made = wrong_against_gamma([1, 40_000], np.array([[3, 30], [5, 30]]), line=5, of=30)
    (ax,) = made.axes
    assert [text.get_text() for text in ax.get_legend().get_texts()][1] == "linear machine: 5"
    assert ax.get_yscale() == "log" and ax.get_ylabel() == "wrong, of 30 new ones"
    assert ax.lines[0].get_ydata().tolist() == [4, 30]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "40,000"] and "γ" in ax.get_xlabel()


def test_where_a_score_is_exactly_0_no_side_and_no_line_is_drawn():
    data, new = moons(20), moons(100, seed=1)
    picture = reach(lambda p: np.where(np.abs(p[:, 0]) < 1, 0, p[:, 0]), data, new, title="a gap")
    (ax,) = picture.figure.axes
    shown = np.unique(ax.images[0].get_array())
    assert 4 in shown and not np.any(np.abs(shown) < 1) and zero_lines(ax) == []
    assert "score exactly 0" in legend(picture.figure)
    right = np.mean((new.y * new.X[:, 0] > 0) & (np.abs(new.X[:, 0]) >= 1))
    assert ax.get_title() == f"a gap\n{right:.0%} of new points right, median |score| 0" and "a gap" in picture.alt


@pytest.mark.parametrize(
    ("draw", "what"),
    [
        (lambda: side_by_side({"a": lambda p: p[:, 0]}, X, y), "scores must hold two classifiers or more, got 1"),
        (lambda: side_by_side(dict.fromkeys("ab", np.ones(2)), X[:, :1], y), "two columns to be drawn in the plane"),
        (lambda: lifted([1.0, 2.0], LINE, INSIDE), r"c must have shape \(3,\)"),
        (
            lambda: image_row(np.ones((2, 4)), ["a"]),
            "two or more squares with a title each, got 2 of 4 pixels and 1 title",
        ),
        (lambda: image_row(np.ones((2, 5)), ["a", "b"]), "two or more squares"),
        (lambda: growth_curves([1, 2], {"a": [1]}, ylabel="", ax=figure()[1]), "one value for each t"),
    ],
)
def test_bad_input_is_refused_and_leaves_no_figure_open(draw, what):
    with pytest.raises(ValueError, match=what):
        draw()
    assert pyplot.get_fignums() == []
