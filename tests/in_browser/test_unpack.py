"""Test that a page unpacks what Python has packed."""

import numpy as np
import pytest

from in_browser.conftest import IN_BOTH
from pegasos_edu.browser.engine import JS
from pegasos_edu.browser.python_in_page import packed
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.scripts import joined

SCRIPT = """
import { unpackText } from "./unpack.js";
window.unpacked = (text) => JSON.parse(unpackText(text));
"""[1:]
RNG = np.random.default_rng(0)
TEXTS = {
    "nothing": "",
    "a sign of several bytes": "α",
    "a long repetition": "abc" * 50_000,
    "no repetition": RNG.integers(0, 10**15, 2000).tolist(),
    "repetitions far back": [*range(20_000), *reversed(range(20_000)), *range(20_000)],
    "similar lines": [f"w_{n} = (1 - eta_{n % 7} * lam) * w_{n - 1}" for n in range(3000)],
}


@pytest.fixture
def opened(open_page, tmp_path):
    """Open a page that can unpack."""
    entry = JS / "test.js"
    path = tmp_path / "page.html"
    script = joined(entry, {entry: SCRIPT})
    path.write_text(whole_page("unpack", "", f'<script type="module">{script}</script>'), "utf-8")
    return open_page(path)


@IN_BOTH
def test_a_page_unpacks_what_python_has_packed(opened):
    for name, text in TEXTS.items():
        assert opened.evaluate("text => unpacked(text)", packed(text)) == text, name


def test_packed_text_ends_no_string_and_no_script():
    assert not {*packed(TEXTS["no repetition"])} & {*'"<\\\n'}
