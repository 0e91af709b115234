"""The adapters that the teacher's guide shows, to be run with a program."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest

GUIDE = Path(__file__).parents[2] / "notebooks" / "teaching" / "guide.md"
_SHOWN = re.compile(r"<!-- adapter: (\w+) -->\n```python\n(.*?)```", re.DOTALL)


def sources():
    """Return the adapters of the guide: name -> source."""
    return dict(_SHOWN.findall(GUIDE.read_text("utf-8")))


def adapted(name, **programs):
    """Return the adapter of a name; programs are the names that it uses, such as ``train`` or ``Machine``."""
    space = {"patch": patch, **programs}
    if name == "pandas":
        space["pd"] = pytest.importorskip("pandas")
    exec(compile(sources()[name], f"<adapter {name}>", "exec"), space)
    return space["adapted"]
