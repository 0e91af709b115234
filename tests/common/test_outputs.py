"""Test what a widget leaves in a notebook: two outputs in JupyterLab, one everywhere else."""

import sys
from types import SimpleNamespace

import pytest
from IPython.core.formatters import DisplayFormatter

from pegasos_edu.common.outputs import VIEW, Storable


class Framed(Storable):
    model_id = "1"

    def __repr__(self):
        return "a frame"

    def other_forms(self):
        return {"text/html": '<iframe srcdoc="">', "image/png": b"png"}


@pytest.fixture
def displayed(monkeypatch):
    """Return what is displayed in addition to what a cell returns."""
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: shown.append(data))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    return shown


def returned():
    return DisplayFormatter().format(Framed())[0]


def test_in_jupyterlab_the_widget_is_one_output_and_its_other_forms_are_another(displayed, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "one.ipynb")
    assert not returned()
    view, others = displayed
    assert view == {VIEW: {"version_major": 2, "version_minor": 0, "model_id": "1"}}
    assert others.keys() == {"text/plain", "text/html", "image/png"} and others["text/plain"] == "a frame"
    assert '<div class="pegasos-stored"><iframe loading="lazy" srcdoc=""></div>' in others["text/html"]


@pytest.mark.parametrize("host", ["none", "Colab", "VS Code"])
def test_elsewhere_all_forms_are_one_output(displayed, monkeypatch, host):
    if host != "none":
        monkeypatch.setenv("JPY_SESSION_NAME", "one.ipynb")
    if host == "Colab":
        monkeypatch.setitem(sys.modules, "google.colab", SimpleNamespace())
    if host == "VS Code":
        shell = SimpleNamespace(user_ns={"__vsc_ipynb_file__": "one.ipynb"})
        monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    value = returned()
    assert not displayed
    assert value.keys() == {VIEW, "text/plain", "text/html", "image/png"} and "pegasos-stored" not in value["text/html"]
