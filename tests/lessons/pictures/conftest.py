"""Axes for the pictures, outside pyplot."""

import pytest
from matplotlib.figure import Figure


@pytest.fixture
def ax():
    return Figure().add_subplot()
