"""Test the pictures of the README."""

from xml.etree import ElementTree

import pytest
from PIL import Image

from pegasos_edu.lessons.figures import FIGURES, render


@pytest.mark.slow
def test_every_picture_is_drawn_into_a_new_folder(tmp_path, chromium):
    render(tmp_path / "new")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(FIGURES)
    for name in FIGURES:
        path = tmp_path / "new" / name
        if name.endswith(".svg"):
            assert len(list(ElementTree.parse(path).getroot().iter())) > 100
            continue
        with Image.open(path) as picture:
            assert picture.n_frames > 10


def test_without_a_browser_all_others_are_drawn_and_the_error_names_the_missing_one(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in set(FIGURES) - {"player.gif"}:
        monkeypatch.setitem(FIGURES, name, lambda path: path.write_text(""))
    with pytest.raises(FileNotFoundError, match="^Chromium, Chrome or Edge must be installed, .* player.gif"):
        render(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(FIGURES) - {"player.gif"}
