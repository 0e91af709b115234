"""What the other tests here rely on: nothing that goes wrong in a page, or leaves the machine, stays unseen."""

import nbformat
import pytest

from browser.conftest import Pages

WRONG = {
    "a script": ("throw Error('one')", "must run without errors, .*one"),
    "a script in a frame": (
        "document.body.innerHTML = '<iframe sandbox=allow-scripts srcdoc=\"<body onload=two()>\"></iframe>'",
        "must run without errors, .*two",
    ),
    "the console": ("console.error('three')", "no error in the console, .*three"),
    "a request": ("fetch('http://elsewhere.invalid/four').catch(() => 0)", "127.0.0.1 only, .*elsewhere.invalid/four"),
    "a picture": ("new Image().src = 'http://elsewhere.invalid/five'", "127.0.0.1 only, .*elsewhere.invalid/five"),
    "a socket": ("new WebSocket('ws://elsewhere.invalid/six')", "127.0.0.1 only, .*elsewhere.invalid/six"),
}


def at(tmp_path, script):
    """A page on disk with a script."""
    (tmp_path / "page.html").write_text(f"<!doctype html><body><script>{script}</script>", "utf-8")
    return tmp_path / "page.html"


@pytest.mark.parametrize(("script", "told"), WRONG.values(), ids=WRONG)
def test_what_goes_wrong_in_a_page_is_told(browser, tmp_path, script, told):
    pages = Pages(browser)  # not those of `open_page`, which must stay clean
    pages(at(tmp_path, script))
    pages.close()
    with pytest.raises(AssertionError, match=told):
        pages.check()


def test_a_page_has_the_size_the_colours_the_motion_and_the_touch_that_were_asked_for(open_page, tmp_path):
    page = open_page(at(tmp_path, ""), width=400, height=300, dark=True, reduced_motion=True, touch=True)
    media = ["width: 400px", "height: 300px", "prefers-color-scheme: dark", "prefers-reduced-motion", "pointer: coarse"]
    assert all(page.evaluate("media => matchMedia(`(${media})`).matches", asked) for asked in media)
    assert open_page.requests == [page.url]


def test_a_notebook_is_run_and_a_widget_in_it_speaks_with_its_kernel(open_notebook):
    source = "import ipywidgets\nslider = ipywidgets.IntSlider(3)\nlabel = ipywidgets.Label()\n"
    source += "slider.observe(lambda change: setattr(label, 'value', f'now {change.new}'), 'value')\n"
    page = open_notebook([source + "ipywidgets.VBox([slider, label])", ""])
    page.get_by_role("slider").press("ArrowRight")
    page.get_by_text("now 4").wait_for()
    assert page.locator(".jp-Dialog, .Toastify__toast").count() == 0


def test_an_error_in_a_cell_is_told(open_notebook):
    with pytest.raises(AssertionError, match="without errors, got ZeroDivisionError: division by zero"):
        open_notebook(["1 / 0", "2"])


def test_a_notebook_on_disk_is_opened_as_it_is_stored(open_notebook, tmp_path):
    output = nbformat.v4.new_output("display_data", {"text/plain": "as stored"})
    cell = nbformat.v4.new_code_cell("1 / 0", execution_count=7, outputs=[output])
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    stored = nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel})
    nbformat.write(stored, tmp_path / "a.ipynb")
    page = open_notebook(path=tmp_path / "a.ipynb")
    assert page.locator(".jp-OutputArea-output").inner_text() == "as stored"
