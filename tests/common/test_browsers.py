"""Test that browsers are found where the systems keep them."""

import pytest

from pegasos_edu.common import browsers

PLACES = [
    ("PATH", "chromium"),
    ("PATH", "microsoft-edge"),
    ("PATH", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("PATH", "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
    ("PROGRAMFILES(X86)", "Microsoft/Edge/Application/msedge.exe"),
    ("LOCALAPPDATA", "Google/Chrome/Application/chrome.exe"),
]


@pytest.mark.parametrize(("variable", "name"), [*PLACES, ("PATH", "firefox"), ("PATH", "Applications/Firefox.app")])
def test_a_browser_is_found_where_its_system_keeps_it_and_firefox_is_none(variable, name, tmp_path, monkeypatch):
    for folder in ("PATH", *browsers.PROGRAMS):
        monkeypatch.setenv(folder, str(tmp_path / "nothing"))
    monkeypatch.setattr(browsers, "APPLICATIONS", [tmp_path / "Applications"])
    monkeypatch.setenv(variable, str(tmp_path))
    assert browsers.chromium_path() is None
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("")
    (tmp_path / name).chmod(0o755)
    assert browsers.chromium_path() == (None if "irefox" in name else str(tmp_path / name))
