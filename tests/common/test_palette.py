"""Test the palette: text in its colours is readable, and no other file defines colours."""

import re
from pathlib import Path

import pytest

from pegasos_edu.common.palette import DAY, NIGHT, css

PACKAGE = Path(__file__).resolve().parents[2] / "pegasos_edu"


def luminance(colour):
    """Return the luminance of a colour in hexadecimal digits, as WCAG defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("colours", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize("name", ["ink", "muted", "accent", "link"])
def test_text_stands_out_from_the_paper_and_from_what_is_raised(colours, name):
    for ground in ("paper", "raised"):
        dark, light = sorted([luminance(colours[name]), luminance(colours[ground])])
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("name", ["pages.css", "slides.css"])
def test_the_stylesheets_of_the_course_take_their_colours_from_it(name):
    rules = (PACKAGE / "lessons" / name).read_text("utf-8")
    others = set(re.findall(r"--([\w-]+):", css() + rules)) - set(DAY)
    others |= set(re.findall(r"--(at|least|most)\b", rules))
    assert not re.search(r": [^;{]*#[0-9a-fA-F]{3}|:root", rules)
    assert set(re.findall(r"var\(--([\w-]+)\)", rules)) - others <= set(DAY) == set(NIGHT)
    assert all(css().count(f"--{variable}: ") == 2 for variable in DAY)


def test_no_colour_is_written_out_elsewhere():
    names = [path.name for path in PACKAGE.rglob("*.py") if re.search(r"#[0-9a-fA-F]{6}\b", path.read_text("utf-8"))]
    assert names == ["palette.py"]
