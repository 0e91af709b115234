import json
from random import Random

import pytest
from conftest import mostly_slow
from small_master import ASKED, CHECK, GIVEN, HEAD, HIDDEN, WRITE, written

from pegasos_edu.teaching.masters import masters, read_master


def test_each_cell_has_a_version_for_the_learner_and_one_with_the_solution(tmp_path):
    master = read_master(written(tmp_path / "b7.ipynb"))
    assert (master.name, master.title, master.needs) == ("B7", "Twice", "You need nothing.")
    assert (master.points, master.minutes) == (3, 5)
    assert [cell.kind for cell in master.cells] == ["text", "given", "write", "check", "hidden", "manual"]
    write, check, hidden, manual = master.cells[2:]
    assert write.student == "def twice(x):\n    ..." and write.solution == "def twice(x):\n    y = x + x\n    return y"
    assert (check.name, check.points, hidden.name, hidden.points) == ("one", 1, "a secret array", 2)
    assert check.student == CHECK and hidden.student is None
    assert manual.student == "Why?\n\n*Your answer here.*" and manual.solution == "Why?\n\nBecause."
    assert master.written == ("twice",) and master.given_source == GIVEN and master.used(check) == ("twice",)


def test_the_course_s_masters_have_names():
    assert read_master("a2").path == masters()["A2"] == read_master(masters()["A2"]).path


def test_markers_may_look_as_nbgrader_writes_them(tmp_path):
    other = WRITE.replace("# BEGIN", "### BEGIN").replace("# END", "#END")
    assert (
        read_master(written(tmp_path / "b7.ipynb", HEAD, GIVEN, other, CHECK, HIDDEN)).cells[2].student.endswith("...")
    )


@pytest.mark.parametrize(
    ("cells", "number", "words"),
    [
        ([HEAD, WRITE.replace("    # END SOLUTION", ""), CHECK], 2, "a region must be closed.*put END SOLUTION below"),
        ([HEAD, WRITE.replace("# BEGIN", "# END"), CHECK], 2, "must alternate.*put BEGIN before"),
        ([HEAD, WRITE.replace("# END", "# BEGIN"), CHECK], 2, "must alternate.*put END before"),
        ([HEAD, GIVEN, "twice = = 2", CHECK], 3, "the cell must be Python, got .* in line 1"),
        ([HEAD, f"{GIVEN}\x0b", WRITE, CHECK], 2, "lines of code must end as Jupyter ends them, got the sign U\\+000B"),
        ([HEAD, GIVEN, WRITE, f"{CHECK}\nx = '\u2028'"], 4, "must end as Jupyter ends them, got the sign U\\+2028"),
        ([HEAD, GIVEN, "%matplotlib inline", CHECK], 3, "must be Python.*without % and ! commands"),
        (
            [HEAD, WRITE, CHECK.replace("1 point", "one point")],
            3,
            "must be '# CHECK name: 3 points'.*write it like this",
        ),
        ([HEAD, WRITE, CHECK.replace("1 point", "0 points")], 3, "a whole number above 0"),
        ([HEAD, WRITE, CHECK.replace(": 1 point", "")], 3, "must be '# CHECK name: 3 points'"),
        (
            [HEAD, GIVEN, WRITE, HIDDEN, HIDDEN.replace("2 points", "1 point")],
            5,
            "each name must be used only once, got 'a secr",
        ),
        ([HEAD, WRITE, CHECK], 1, "the total of the points must be 1, got 3"),
        (
            [HEAD.replace("3 points", "3"), GIVEN, WRITE, CHECK, HIDDEN],
            1,
            "the first cell must be text with a line '# A2",
        ),
        ([HEAD, WRITE, CHECK, HIDDEN], 4, "a check may use only .* got np; define that in the check"),
        (
            [HEAD, GIVEN, WRITE, CHECK, HIDDEN.replace("twice(", "np.add(1, ")],
            5,
            "must call a function that learners write",
        ),
        ([HEAD, WRITE, f"{CHECK}\n# BEGIN SOLUTION\n1\n# END SOLUTION"], 3, "a check must hold no solution"),
        ([HEAD, GIVEN, WRITE, CHECK, HIDDEN, ASKED.split("<!-- BEGIN")[0]], 6, "must show where the answer goes"),
    ],
)
def test_an_error_in_a_master_names_its_file_and_cell(cells, number, words, tmp_path):
    path = written(tmp_path / "mine.ipynb", *cells)
    with pytest.raises(ValueError, match=f"mine.ipynb, cell {number}: .*{words}"):
        read_master(path)


@pytest.mark.parametrize(
    ("cells", "words"),
    [([HEAD, WRITE], "no check; begin a cell with # CHECK"), ([HEAD, "def twice(x): 1", CHECK], "no solution region")],
)
def test_a_master_has_something_to_write_and_something_that_gives_points(cells, words, tmp_path):
    with pytest.raises(ValueError, match=f"mine.ipynb must hold .* got {words}"):
        read_master(written(tmp_path / "mine.ipynb", *cells))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"cells": 3}', b'{"cells": [{}]}', b"\xff\xfe"])
def test_a_file_that_is_not_a_notebook_is_refused(content, tmp_path):
    (tmp_path / "mine.ipynb").write_bytes(content)
    with pytest.raises(ValueError, match="mine.ipynb must be a notebook in the format of Jupyter.*save it again"):
        read_master(tmp_path / "mine.ipynb")


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(
        ValueError, match="ASSIGNMENT must be one of A1, A2, A3, A4, A5 or the path of a master, got 'A9'"
    ):
        read_master("A9")


def changed(path, **fields):
    """Write the small master with other fields; a value that can be called gets the old one."""
    notebook = json.loads(written(path).read_text("utf-8"))
    for name, value in fields.items():
        notebook[name] = value(notebook[name]) if callable(value) else value
    path.write_text(json.dumps(notebook), "utf-8")
    return path


def with_cell(**fields):
    return lambda cells: [*cells[:2], cells[2] | fields, *cells[3:]]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"nbformat": None}, "no notebook of version 4"),
        ({"nbformat": 3}, "no notebook of version 4"),
        ({"nbformat": [4]}, "no notebook of version 4"),
        ({"cells": None}, "no list of cells"),
        ({"cells": {"0": {}}}, "no list of cells"),
        ({"cells": lambda cells: [*cells, 5]}, "a cell 7 without"),
        ({"cells": with_cell(source=5)}, "a cell 3 without"),
        ({"cells": with_cell(source=None)}, "a cell 3 without"),
        ({"cells": with_cell(source=["a", 5])}, "a cell 3 without"),
        ({"cells": with_cell(source={"a": "b"})}, "a cell 3 without"),
        ({"cells": with_cell(cell_type=["code"])}, "a cell 3 without"),
        ({"cells": with_cell(cell_type="heading")}, "a cell 3 without"),
        ({"cells": with_cell(metadata=None)}, "a cell 3 without"),
        ({"cells": with_cell(metadata={"jupyter": "folded"})}, "a cell 3 without"),
        ({"cells": with_cell(source="x = '\ud800'")}, "UnicodeEncodeError|surrogates"),
    ],
)
def test_a_notebook_with_other_fields_is_refused_in_one_sentence(fields, words, tmp_path):
    with pytest.raises(ValueError, match=f"mine.ipynb must be a notebook.*({words}).*save it again") as caught:
        read_master(changed(tmp_path / "mine.ipynb", **fields))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_changes_nothing(encoding, tmp_path):
    path = written(tmp_path / "b7.ipynb")
    before = read_master(path)
    path.write_bytes(path.read_text("utf-8").encode(encoding))
    assert read_master(path) == before


@pytest.mark.parametrize("start", [b"[", b'{"a":', b'{"nbformat": 4, "cells": [' + b"["])
def test_lists_in_lists_without_end_are_refused(start, tmp_path):
    (tmp_path / "mine.ipynb").write_bytes(start * 100_000)
    with pytest.raises(ValueError, match="mine.ipynb must be a notebook.*got lists in lists without end"):
        read_master(tmp_path / "mine.ipynb")


@pytest.mark.parametrize("n", [150, 5_000, 20_000, 200_000])
@pytest.mark.parametrize(
    "deep",
    [
        lambda n: f"x = {'-' * n}1",
        lambda n: f"x = {'not ' * n}1",
        lambda n: f"x = a{'.b' * n}",
        lambda n: f"x = 1{'+1' * n}",
        lambda n: f"x = a{'[0]' * n}",
        lambda n: f"x = {'1 if 1 else ' * n}1",
        lambda n: f"x = {'lambda: ' * n}1",
        lambda n: "if 1: pass\n" + "elif 1: pass\n" * n,
    ],
)
def test_code_without_end_is_refused_before_python_gives_up(deep, n, tmp_path):
    for cells in ([HEAD, deep(n), WRITE, CHECK, HIDDEN], [HEAD, GIVEN, WRITE, f"{CHECK}\n{deep(n)}", HIDDEN]):
        with pytest.raises(
            ValueError, match="mine.ipynb, cell [24]: the cell must hold at most 100,000 characters and"
        ):
            read_master(written(tmp_path / "mine.ipynb", *cells))


def test_code_of_ordinary_depth_is_read_and_written_again(tmp_path):
    deep = f"def f(a):\n    return a{'.b' * 40}{' + 1' * 40}"
    master = read_master(written(tmp_path / "b7.ipynb", HEAD, f"{GIVEN}\n{deep}", WRITE, CHECK, HIDDEN))
    assert master.given_source == f"{GIVEN}\n\n{deep}" or deep in master.given_source


def test_a_number_without_end_gives_no_points(tmp_path):
    nines = "9" * 5000
    for cells in (
        [HEAD.replace("3 points", f"{nines} points"), WRITE, CHECK],
        [HEAD, WRITE, CHECK.replace("1", nines, 1)],
    ):
        with pytest.raises(ValueError, match="write it like this|must be '# CHECK"):
            read_master(written(tmp_path / "mine.ipynb", *cells))


def test_a_huge_file_is_refused(tmp_path):
    with open(tmp_path / "mine.ipynb", "wb") as file:
        file.truncate(65 << 20)
    with pytest.raises(ValueError, match="mine.ipynb must hold at most 64 MiB"):
        read_master(tmp_path / "mine.ipynb")


VALUES = (
    None,
    True,
    5,
    -1,
    1e300,
    float("nan"),
    "",
    "x",
    "# CHECK",
    "\0",
    "\ud800",
    [],
    [[]],
    {},
    {"a": {}},
    [None],
    "-" * 9999,
)


@pytest.mark.parametrize("seed", mostly_slow([0, 1, 2], 0))
def test_whatever_is_changed_in_a_master_it_is_read_or_refused_in_one_sentence(seed, tmp_path):
    random, path = Random(seed), written(tmp_path / "mine.ipynb")
    text = path.read_text("utf-8")
    for n in range(500):
        notebook = json.loads(text)
        for _ in range(random.randint(1, 3)):
            change(random, notebook)
        content = json.dumps(notebook).encode()
        if n % 5 == 0:
            content = bytearray(content)
            content[random.randrange(len(content))] = random.randrange(256)
        path.write_bytes(content)
        try:
            read_master(path)
        except ValueError as error:
            assert str(error).startswith(str(path)) and str(error).endswith("."), content


def change(random, value):
    """Change something at a random place within lists and dicts."""
    while True:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        if not keys:
            return
        key = random.choice(keys)
        if isinstance(value[key], (dict, list)) and random.random() < 0.8:
            value = value[key]
        elif random.random() < 0.3:
            del value[key]
            return
        else:
            value[key] = random.choice(VALUES)
            return
