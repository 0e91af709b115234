"""Test the facts of the playground, whose settings cover the algorithms and orders. Test also a teacher's tours."""

import pytest

from pegasos_edu import ALGORITHMS
from pegasos_edu.cli import main
from pegasos_edu.player import page
from pegasos_edu.player.fields import KERNELS, ORDERS
from pegasos_edu.player.settings import fields
from pegasos_edu.player.tours import MAX_BYTES, TOURS, tours
from pegasos_edu.runs.draws import SAMPLINGS

TOUR = TOURS.read_text("utf-8").split('[[tour]]\nslug = "lambda"')[0]


def test_the_page_offers_every_algorithm_that_can_be_played_every_order_and_all_its_files():
    assert fields()["algorithm"]["of"].keys() == ALGORITHMS.keys() - {"regression", "multiclass"}
    assert ORDERS.keys() == SAMPLINGS.keys() and KERNELS.keys() == {"rbf", "polynomial", "linear"}
    assert {*page.STYLES, "cell", "playground", "landscape"} == {path.stem for path in (page.HERE / "css").iterdir()}


def test_a_teachers_file_adds_its_tours_behind_those_of_the_package(tmp_path, capsys):
    mine = tmp_path / "mine.toml"
    mine.write_text(TOUR.replace('slug = "jump"', 'slug = "mine"'), "utf-8")
    assert [tour["slug"] for tour in tours(mine)] == [*(tour["slug"] for tour in tours()), "mine"]
    out = tmp_path / "page.html"
    assert main(["playground", "--tours", str(mine), "--out", str(out)]) == 0
    assert str(out) in capsys.readouterr().out and out.stat().st_size <= 900 * 1024


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('slug = "jump"', 'slug = "two words"', "tour 1.slug must be letters a to z"),
        ('slug = "jump"', 'slug = "jump"\nslag = 1', "tour 1 must hold slug, title, try, stop only, got 'slag'"),
        ("answer = 2", "answer = 3", "tour 1, stop 1.answer must be from 0 to 2, got 3"),
        ("lam = 0.01", "lam = 0", "tour 1, stop 1.state.lam must be a number from 1e-05 to 10, got 0"),
        ('data = "moons"', 'data = "own"', "tour 1, stop 1.state.data must be one of toy"),
        ("then = { step = 1 }", "then = 1", "tour 1, stop 1.then must be a table of settings"),
        (
            "step = 0",
            'whatif = "__proto__"',
            "tour 1, stop 1.state.whatif must be one of step-size-without-lambda",
        ),
        ("then = { step = 1 }", 'then = { whatif = "none" }', "for the algorithm hinge, got 'none'; change it"),
        (
            "then = { step = 1 }",
            'then = { whatif = "adds-always", algorithm = "summed" }',
            "tour 1, stop 1.then.whatif must be left out for the algorithm summed, got 'adds-always'",
        ),
        ("[[tour.stop]]", "[[tour.stop]", "must be a TOML file in UTF-8, got Expected ']]'"),
        ('slug = "jump"', 'slug = "lambda"', "slug must be different for each tour, got 'lambda' twice"),
    ],
)
def test_a_file_of_another_form_is_told_with_its_name_and_the_place(tmp_path, old, new, said):
    path = tmp_path / "mine.toml"
    path.write_text(TOUR.replace(old, new, 1) if old != "[[tour.stop]]" else TOUR.replace(old, new), "utf-8")
    with pytest.raises(SystemExit) as error:
        main(["playground", "--tours", str(path), "--out", str(tmp_path / "page.html")])
    assert said in str(error.value) and (str(path) in str(error.value) or "twice" in said)
    assert not (tmp_path / "page.html").exists()


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(SystemExit, match="none.toml must exist"):
        main(["playground", "--tours", str(tmp_path / "none.toml"), "--out", str(tmp_path / "page.html")])


def test_a_file_of_tours_that_has_no_end_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TOUR + "#" * MAX_BYTES, "utf-8")
    with pytest.raises(ValueError, match="mine.toml must hold at most 1 MiB, got more"):
        tours(path)
