"""Test pictures for notebooks: alt text, an image, and a text form that changes with the data."""

import io
import re
from base64 import b64decode
from xml.etree import ElementTree

import numpy as np
from matplotlib.font_manager import findfont
from PIL import Image

from pegasos_edu.datasets import toy
from pegasos_edu.plots import Picture, decision_boundary, figure, weights_image

X, y, names = toy(30)


def picture(w, X=X, alt="a line"):
    fig, ax = figure()
    decision_boundary(w, X, y, names=names, drawn=2, ax=ax)
    return Picture(fig, alt)


def test_the_html_is_an_image_with_its_alt_text_escaped():
    html = picture([1.0, 1.0], alt='a "line" <b>')._repr_html_()
    assert 'alt="a &quot;line&quot; &lt;b&gt;"' in html
    data = re.search(r'src="data:image/png;base64,([^"]*)"', html).group(1)
    image = Image.open(io.BytesIO(b64decode(data)))
    assert image.size == (440, 420) and len(image.convert("RGB").getcolors(1 << 20)) > 10


def test_the_svg_is_the_same_every_time_and_carries_its_text():
    first, second = (picture([1.0, 1.0], alt="a <line>").svg() for _ in range(2))
    assert first == second
    title = ElementTree.fromstring(first)[0]
    assert title.tag.endswith("title") and title.text == "a <line>"


def test_fewer_colours_are_near_those_drawn():
    fig, ax = figure()
    weights_image(np.linspace(-1, 1, 64), ax=ax)
    data = re.search(r'base64,([^"]*)"', Picture(fig, "w")._repr_html_()).group(1)
    shown = np.asarray(Image.open(io.BytesIO(b64decode(data))).convert("RGB")).astype(int)
    drawn = np.asarray(fig.canvas.buffer_rgba())[..., :3]
    difference = np.abs(shown - drawn).max(axis=-1)
    assert difference.max() <= 20 and np.mean(difference > 0) < 0.1  # areas are exact, edges are near


def test_the_text_form_states_what_was_drawn():
    lines = repr(picture([1.0, 1.0])).splitlines()
    assert lines[0] == "Picture: a line"
    assert f"  [1] just drawn: 1 points, ({X[2, 0]:.3g}, {X[2, 1]:.3g}) … ({X[2, 0]:.3g}, {X[2, 1]:.3g})" in lines
    assert any(line.startswith("  [1] minus: 15 points, (") for line in lines)


def test_the_text_form_changes_with_line_data_and_title_and_with_nothing_else():
    same = repr(picture([1.0, 1.0]))
    assert same == repr(picture([1.0, 1.0]))
    assert same != repr(picture([1.0, 1.2]))
    assert same != repr(picture([1.0, 1.0], X=1.01 * X))
    titled = picture([1.0, 1.0])
    titled.figure.axes[0].set_title("t = 3")
    assert "  [1] t = 3" in repr(titled)


def test_rounding_errors_do_not_change_the_text_form():
    assert repr(picture([1.0, 1.0])) == repr(picture([1.0 + 1e-13, 1.0], X=X + 1e-14))


def test_a_colour_bar_is_no_panel():
    fig, ax = figure()
    weights_image(np.linspace(-1, 1, 64), ax=ax)
    assert repr(Picture(fig, "w")).splitlines()[-1] == "  [1] image 8×8, mean 0, corners -1, -0.778, 0.778, 1"


def test_a_picture_has_the_typeface_of_the_pages_and_another_for_other_letters():
    fig, ax = figure()
    ax.set(title="right ★", xlabel="steps")
    Picture(fig, "a picture").png()  # a missing letter would be a warning
    for text in (ax.title, ax.xaxis.label, ax.get_xticklabels()[0]):
        assert findfont(text.get_fontproperties()).endswith("text-regular.ttf")
