import pytest
from small_master import ASKED, CHECK, GIVEN, HEAD, HIDDEN, WRITE, written

from pegasos_edu.teaching.masters import masters, read_master


def test_each_cell_has_a_version_for_the_learner_and_one_with_the_solution(tmp_path):
    one = read_master(written(tmp_path / "b7.ipynb"))
    assert (one.name, one.title, one.points, one.minutes, one.needs) == ("B7", "Twice", 3, 5, "You need nothing.")
    assert [cell.kind for cell in one.cells] == ["text", "given", "write", "check", "hidden", "manual"]
    write, check, hidden, manual = one.cells[2:]
    assert write.student == "def twice(x):\n    ..." and write.solution == "def twice(x):\n    y = x + x\n    return y"
    assert (check.name, check.points, hidden.name, hidden.points) == ("one", 1, "a secret array", 2)
    assert check.student == CHECK and hidden.student is None
    assert manual.student == "Why?\n\n*Your answer here.*" and manual.solution == "Why?\n\nBecause."
    assert one.written == ("twice",) and one.given_source == GIVEN and one.used(check) == ("twice",)


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
