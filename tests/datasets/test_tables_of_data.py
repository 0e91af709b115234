"""Test that tables are read by the rules of tables.toml; tests/in_browser/test_playground.py tests the page by them."""

import warnings

import pytest
from table_cases import TABLES, USUAL, content_of

from pegasos_edu.datasets import csv


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_is_read_or_refused_by_the_rules(table, tmp_path):
    file = tmp_path / "my.csv"
    file.write_bytes(content_of(table))
    if "error" in table:
        with pytest.raises(ValueError, match="my.csv must") as caught:
            csv(file)
        assert table["error"] in str(caught.value)
        return
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        X, y, names = csv(file)
    wanted = USUAL | table
    assert X.tolist() == wanted["X"] and y.tolist() == wanted["y"] and list(names) == wanted["names"]
    assert bool(said) == ("remark" in table) and all(table["remark"] in str(warning.message) for warning in said)
