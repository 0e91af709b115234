"""Test the reproduced tables: rows are kept, files are found or refused, and machines agree with certified optima."""

import gzip
import json

import machines
import numpy as np
import paper
import pytest
import report
import sources
from least import least_by_rows
from reproduce.__main__ import main
from sources import Given
from tables import TO_COME, Column, Row, Table, reproduce, share, shown

from pegasos_edu import dual_ascent, last, run
from pegasos_edu.datasets import moons, toy
from pegasos_edu.estimators.gram import GramRows
from pegasos_edu.kernels import rbf
from pegasos_edu.losses import objective
from pegasos_edu.runs.draws import passes
from pegasos_edu.theory import kernel_optimum, optimum

COLUMNS = (Column("n", shown("n", ",d")), Column("share", share("share")))


def table(calls, *names, files=(), made_of=None):
    """Return a table that notes each row that it makes, and that raises KeyboardInterrupt at the name “Ctrl-C”."""

    def row(name):
        def make(tell):
            tell("counting")
            if name == "Ctrl-C":
                raise KeyboardInterrupt
            calls.append(name)
            return {"n": 1000 * len(calls), "share": None if name == "none" else 0.25}

        return Row(name, made_of or {"T": 3}, files, make)

    rows = [row(name) for name in names]
    return Table("some", "Some", "About it.", COLUMNS, rows, ["more (more.txt)"], "Some of it, without more.")


# Rows that are kept


def test_a_page_says_its_command_and_shows_every_row(tmp_path):
    reproduce([table([], "one", "none")], tmp_path / "a.md", "the command")
    text = (tmp_path / "a.md").read_text("utf-8")
    assert text.startswith("# Reproduced\n\nSome of it, without more.\n")
    assert "`the command`" in text and "| one | 1,000 | 25.0 % |" in text and "| none | 2,000 | – |" in text
    assert "These have no row, because their files are missing: more (more.txt)." in text and TO_COME not in text


def test_what_was_interrupted_goes_on_where_it_stopped(tmp_path):
    calls, out = [], tmp_path / "a.md"
    with pytest.raises(KeyboardInterrupt):
        reproduce([table(calls, "one", "Ctrl-C", "three")], out, "")
    text = out.read_text("utf-8")
    assert calls == ["one"] and "| one | 1,000 |" in text and text.count(TO_COME) == 2
    assert list(json.loads((tmp_path / "a.json").read_text("utf-8"))["rows"]) == ["some/one"]
    reproduce([table(calls, "one", "two", "three")], out, "")
    assert calls == ["one", "two", "three"] and TO_COME not in out.read_text("utf-8")
    assert {path.name for path in tmp_path.iterdir()} == {"a.md", "a.json"}


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    out = tmp_path / "a.md"
    reproduce([table([], "one")], out, "")
    before = out.read_text("utf-8"), (tmp_path / "a.json").read_text("utf-8")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        reproduce([table([], "one", "two")], out, "")
    assert before == (out.read_text("utf-8"), (tmp_path / "a.json").read_text("utf-8"))
    assert {path.name for path in tmp_path.iterdir()} == {"a.md", "a.json"}


def test_rows_are_made_anew_where_settings_or_files_are_others(tmp_path):
    calls, file, out = [], tmp_path / "data", tmp_path / "a.md"
    file.write_text("1")
    for made_of, content, often in (({"T": 3}, "1", 1), ({"T": 3}, "1", 1), ({"T": 4}, "1", 2), ({"T": 4}, "12", 3)):
        file.write_text(content)
        reproduce([table(calls, "one", files=(file,), made_of=made_of)], out, "")
        assert len(calls) == often


@pytest.mark.parametrize("content", ["", '{"form": 2, "rows": {"a": 1}}'])
def test_a_file_of_other_numbers_is_refused(content, tmp_path):
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(ValueError, match=r"a\.json must hold the rows that are done, .*; delete it"):
        reproduce([table([], "one")], tmp_path / "a.md", "")
    assert (tmp_path / "a.json").read_text() == content


def test_the_page_never_stands_in_the_place_of_the_numbers(tmp_path):
    with pytest.raises(ValueError, match="out must be a page"):
        reproduce([table([], "one")], tmp_path / "a.json", "")
    assert not list(tmp_path.iterdir())


def test_of_a_row_that_was_made_several_times_the_median_and_both_ends_are_shown():
    assert shown("n", ",d")({"n": [3, 1_000, 2]}) == "3 (2 to 1,000)" and shown("n", ",d")({"n": [2, 2]}) == "2"
    assert (
        share("n", 2)({"n": [0.01, 0.02, 0.03]}) == "2.00 % (1.00 % to 3.00 %)"
        and shown("n", "g")({"n": [None]}) == "–"
    )


# Machines


@pytest.fixture(scope="module")
def curved():
    """Return moons to learn from and to test on."""
    return Given(*moons(m=150)[:2], *moons(m=200, seed=1)[:2])


@pytest.mark.parametrize("room", [1.0, 0.01], ids=["whole", "by rows"])
def test_the_least_objective_by_rows_is_that_of_the_certified_optimum(curved, room):
    K, lam = rbf(curved.X, gamma=2.0), 0.01
    rows = K if room == 1 else GramRows(lambda some: K[some], len(K), room)
    least, best = least_by_rows(rows, curved.y, lam, 1e-7), kernel_optimum(K, curved.y, lam)
    assert least.gap <= 1e-7 and least.bound <= best.value + 1e-12 and best.value - best.gap <= least.value
    stopped = least_by_rows(rows, curved.y, lam, 1e-7, passes=2)
    assert stopped.gap > 1e-7 and stopped.bound < best.value < stopped.value


@pytest.mark.parametrize("room", [1_500, 0.05], ids=["whole", "by rows"])
def test_a_gaussian_machine_ends_near_its_least_objective(curved, room):
    machine = machines.gaussian(curved, 0.01, 2.0, room)
    assert isinstance(machine.solver.X, GramRows) == (room < 1)
    least = machine.least(0.005, lambda words: None)
    K, L = rbf(curved.X, gamma=2.0), rbf(curved.Z, curved.X, gamma=2.0)
    for method in (machine.pegasos, machine.sdca):
        reached = machines.until_near(method(0), 150, least, 0.005, 200)
        assert reached.is_near and reached.gap <= 0.005 and reached.steps == 150 * reached.passes
        f = 0.005 * reached.weights @ K @ reached.weights + np.maximum(0, 1 - curved.y * (K @ reached.weights)).mean()
        assert f - least.bound == pytest.approx(reached.gap, abs=1e-9)
        (error,) = machines.errors(machine, curved.z, reached.weights)
        assert error == np.mean((L @ reached.weights) * curved.z <= 0) < 0.1


@pytest.mark.parametrize("room", [1_500, 0.05], ids=["whole", "by rows"])
def test_the_sdca_of_a_kernel_takes_the_steps_of_the_algorithm(curved, room):
    """Compare with `dual_ascent` on rows whose inner products are K, with the same draws."""
    K, lam = rbf(curved.X, gamma=2.0), 0.01
    S, U = np.linalg.eigh(K)
    rows = U * np.sqrt(np.maximum(S, 0))
    curve = machines.gaussian(curved, lam, 2.0, room).sdca(3)
    linear = machines.linear(curved._replace(X=rows), lam).sdca(3)
    for _ in range(3):
        (f, beta), (same, w) = next(curve), next(linear)
        assert f == pytest.approx(same, rel=1e-6) and rows.T @ beta == pytest.approx(w, rel=1e-5, abs=1e-6)
    draws = np.concatenate([draws for _, draws in zip(range(3), passes("uniform", 150, 3))])
    assert w == pytest.approx(last(run(dual_ascent, rows, curved.y, lam=lam, draws=draws)).w)


def test_a_run_that_does_not_come_near_says_so(curved):
    machine = machines.gaussian(curved, 0.01, 2.0)
    reached = machines.until_near(machine.pegasos(0), 150, machine.least(1e-6, lambda words: None), 1e-6, 2)
    assert not reached.is_near and reached.passes == 2 and reached.gap > 1e-6


@pytest.mark.parametrize("certain", [True, False])
def test_a_linear_machine_ends_near_its_least_objective(certain, monkeypatch):
    data = Given(*toy()[:2], *toy(seed=1)[:2])
    if not certain:
        monkeypatch.setattr(machines, "MAX_SIZE", 1)
    machine = machines.linear(data, 0.01)
    least = machine.least(0.01, lambda words: None)
    best = optimum(*data[:2], 0.01).value
    assert (least.gap is None) != certain and best - 1e-9 <= least.value < best + 1e-3
    for method in (machine.pegasos, machine.sdca):
        reached = machines.until_near(method(0), len(data.y), least, 0.01, 500)
        assert objective(reached.weights, *data[:2], 0.01) - least.bound == pytest.approx(reached.gap)
        assert reached.is_near


# Files


def lines(X, y):
    """Return the text of a file in svmlight format."""
    return "".join(
        f"{label} {' '.join(f'{n}:{value:g}' for n, value in enumerate(row, 1) if value)}\n" for row, label in zip(X, y)
    )


def idx(array):
    return bytes([0, 0, 8, array.ndim]) + np.array(array.shape, ">u4").tobytes() + array.astype(np.uint8).tobytes()


@pytest.fixture
def folder(tmp_path):
    """Write small files with the names of the large ones."""
    rng = np.random.default_rng(0)
    for name, m, d in (("a8a", 60, 4), ("a9a.t", 40, 5), ("cov1", 50, 3), ("reuters.train", 40, 3)):
        X = rng.integers(2, size=(m, d))
        (tmp_path / name).write_text(lines(X, np.where(np.arange(m) % 3, -1, 1) * (2 * X[:, 0] - 1)))
    with gzip.open(tmp_path / "reuters.test.gz", "wt") as file:
        file.write(lines(rng.integers(2, size=(30, 3)), np.where(np.arange(30) % 2, -1, 1)))
    digits = np.arange(60) % 10
    images = rng.integers(100, size=(60, 4, 4)) + 15 * digits[:, None, None]
    (tmp_path / "t10k-images-idx3-ubyte").write_bytes(idx(images))
    (tmp_path / "t10k-labels-idx1-ubyte").write_bytes(idx(digits))
    for name in ("usps", "usps.t"):
        (tmp_path / name).write_text(lines(rng.random((40, 6)), np.arange(40) % 10))
    return tmp_path


def test_the_papers_tables_have_a_row_for_each_set_that_is_there(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(paper, "PASSES", {"linear": 3, "kernel": 3})
    out = tmp_path / "new" / "made.md"
    for only in ("linear", "kernel"):
        assert main(["--data", str(folder), "--only", only, "--out", str(out), "--quiet"]) == 0
        assert capsys.readouterr().out == f"The table is in {out}.\n"
        text = out.read_text("utf-8")
        assert f"`python benchmarks/reproduce --data FOLDER --only {only}`" in text and str(folder) not in text
        if only == "linear":
            assert "| cov1, split at random" in text and "| 40 (522,911) | 10 (58,101) | 1e-06 |" in text
            first = (
                "Table 1 of the 2011 paper (linear machines) is reproduced for cov1, without astro-ph and CCAT, whose"
            )
            assert text.splitlines()[2].startswith(first)
            assert "astro-ph (astro-ph.train and astro-ph.test, or astro-ph); CCAT (ccat.train" in text
    for start in (
        "Reuters |",
        "Adult, a8a",
        "USPS |",
        "USPS, 5 random splits |",
        "USPS, rows of length 1 |",
        "USPS, rows of length 1, 5 random splits |",
        "MNIST, the 10,000",
        "MNIST, λ = 1/m",
    ):
        assert f"\n| {start}" in text
    rows = json.loads(out.with_suffix(".json").read_text("utf-8"))["rows"]
    assert len(rows) == 9  # the rows of both tables are kept
    for row in rows.values():
        numbers, printed = row["found"], paper.PRINTED.values()
        assert numbers["paper Pegasos error"] in {printed_row.error for printed_row in printed}
        assert numbers["paper SDCA error"] in {printed_row.sdca_error for printed_row in printed}
        for name in ("Pegasos", "SDCA"):
            near, gap, error, steps = (numbers[f"{name} {what}"] for what in ("near", "gap", "error", "steps"))
            assert near == [above <= numbers["epsilon"] for above in gap] and 0 <= min(error) <= max(error) <= 1
            assert steps == [m * n for m, n in zip(numbers["m"], numbers[f"{name} passes"])]
    assert len(set(rows["kernel/USPS, 5 random splits"]["found"]["least"])) == 5
    assert len(rows["kernel/USPS"]["found"]["least"]) == 1


def test_an_interrupted_command_leaves_pages_that_are_whole(folder, tmp_path, monkeypatch, capsys):
    out, known = tmp_path / "made.md", paper._made

    def interrupted(wanted, *others):
        if wanted.name == "USPS":
            raise KeyboardInterrupt
        return known(wanted, *others)

    monkeypatch.setattr(paper, "PASSES", {"linear": 2, "kernel": 2})
    monkeypatch.setattr(paper, "_made", interrupted)
    command = ["--data", str(folder), "--only", "kernel", "--out", str(out), "--quiet"]
    assert main(command) == 130
    assert "the same command continues" in capsys.readouterr().err
    assert out.read_text("utf-8").count(TO_COME) == 6
    monkeypatch.setattr(paper, "_made", lambda wanted, *others: known(wanted, *others))
    assert main(command) == 0 and TO_COME not in out.read_text("utf-8")


@pytest.mark.parametrize(("only", "named"), [([], None), (["--only", "linear"], "empty"), (["--only", "kernel"], None)])
def test_without_data_the_command_says_what_it_looked_for(only, named, tmp_path, monkeypatch):
    """Check also that the command writes no table, and leaves an existing table unchanged."""
    monkeypatch.delenv("PEGASOS_EDU_DATA", raising=False)
    (tmp_path / "empty").mkdir()
    out, where = tmp_path / "made.md", "no folder was named"
    if named:
        monkeypatch.setenv("PEGASOS_EDU_DATA", str(tmp_path / named))
        out.write_text("of another day")
        where = "empty holds none of their files"
    with pytest.raises(SystemExit) as stopped:
        main([*only, "--out", str(out), "--quiet"])
    text = str(stopped.value)
    assert where in text and "--data FOLDER or in the variable PEGASOS_EDU_DATA" in text
    assert ("CCAT (ccat.train and ccat.test, or ccat)" in text) == (only != ["--only", "kernel"])
    assert ("Adult (a9a or a8a, and a9a.t)" in text) == (only != ["--only", "linear"])
    assert not out.with_suffix(".json").exists() and out.exists() == bool(named)
    assert not named or out.read_text() == "of another day"


def test_the_folder_of_the_variable_is_taken_unless_one_is_named(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(paper, "PASSES", {"linear": 2, "kernel": 2})
    out = tmp_path / "made.md"
    monkeypatch.setenv("PEGASOS_EDU_DATA", str(folder))
    assert main(["--only", "linear", "--out", str(out), "--quiet"]) == 0
    assert "| cov1, split at random" in out.read_text("utf-8")
    monkeypatch.setenv("PEGASOS_EDU_DATA", str(tmp_path / "nowhere"))
    assert main(["--only", "linear", "--data", str(folder), "--out", str(out), "--quiet"]) == 0


def test_usps_is_split_anew_as_the_paper_has_it(folder):
    parts = sources.usps(folder).read()
    first, *others = paper._as_usps_was(parts)
    assert len(others) == 4 and len(first.z) == round(80 * 1_969 / 9_298) and len(first.y) + len(first.z) == 80
    whole = np.concatenate([parts.X, parts.Z])
    for data in (first, *others):
        again = np.concatenate([data.X, data.Z])
        np.testing.assert_array_equal(again[np.lexsort(again.T)], whole[np.lexsort(whole.T)])
        assert data is first or not np.array_equal(data.Z, first.Z)


def test_usps_in_one_file(tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "usps.h5", "w") as file:
        for part, m in (("train", 20), ("test", 10)):
            file[f"{part}/data"], file[f"{part}/target"] = np.ones((m, 4), np.float32), np.arange(m) % 10
    data = sources.usps(tmp_path).read()
    assert data.X.shape == (20, 4) and data.y.sum() == 2 - 18 and data.z.sum() == 1 - 9
    (tmp_path / "usps.h5").write_bytes((tmp_path / "usps.h5").read_bytes()[:300])
    with pytest.raises(ValueError, match="usps.h5 must be a whole HDF5 file"):
        sources.usps(tmp_path).read()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a8a", "1 1:1\n-1 2:1 3:", "a8a must hold lines such as .*'-1 2:1 3:' in line 2"),
        ("a9a.t", "1 1:1\n2 2:1\n", "a9a.t must hold the labels of a8a, -1 and 1, got 1 and 2"),
        ("usps", "10 1:1\n1 2:1\n", "usps must hold digits from 0 to 9 as labels"),
    ],
)
def test_a_bad_file_is_named(name, content, words, folder, tmp_path):
    (folder / name).write_text(content)
    command = ["--data", str(folder), "--only", "kernel", "--out", str(tmp_path / "made.md"), "--quiet"]
    (folder / "reuters.train").unlink()  # its row would come first
    if name == "usps":
        (folder / "a8a").unlink()
    with pytest.raises(SystemExit, match=f"^reproduce: .*{words}"):
        main(command)
    assert TO_COME in (tmp_path / "made.md").read_text("utf-8")


def test_a_truncated_image_file_is_named(folder):
    path = folder / "t10k-images-idx3-ubyte"
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(ValueError, match="t10k-images-idx3-ubyte must be a whole IDX file"):
        sources.mnist(folder).read()
    path.write_bytes(idx(np.zeros((3, 4, 4))))
    with pytest.raises(ValueError, match="must hold as many images as labels"):
        sources.mnist(folder).read()


def test_a_folder_must_be_one(tmp_path):
    (tmp_path / "file").write_text("")
    assert sources.checked_folder(None) is None
    with pytest.raises(SystemExit, match="nowhere must exist"):
        main(["--data", str(tmp_path / "nowhere")])
    with pytest.raises(SystemExit, match="file must be a folder"):
        main(["--data", str(tmp_path / "file")])
    with pytest.raises(SystemExit, match="table must be"):
        main(["--only", "neither"])


# The report


@pytest.fixture
def short(monkeypatch):
    """Use one seed, few passes and a small search."""
    for name, value in {"SEEDS": 1, "PASSES": 10, "NEW": 200, "WIDTHS": (0.5, 1.0), "COSTS": (1.0,)}.items():
        monkeypatch.setattr(report, name, value)


def rows_of(table):
    return {row.name: row for row in table.rows}


def test_one_reading_of_c_gives_what_the_report_has(short):
    readings, _ = report.report_tables(None)
    assert readings.missing == ["Fashion-MNIST (an .npz file with X and y)", "MNIST (the IDX files of its test set)"]
    row = rows_of(readings)["digits, 3 and 8, linear"].make(lambda words: None)
    assert row["λ = 1/(Cm)"] > 0.95 > row["λ = C"] and row["report"] == 0.975
    assert readings.columns[-1].shown(row) == "178 (± 3.7 points)"
    row = rows_of(readings)["digits, 3 and 8, pixels to 255, σ = 0.5"].make(lambda words: None)
    assert all(0.4 < row[f"λ = {name}"] < 0.6 for name in report.READINGS)


@pytest.mark.slow  # a search with cross-validation
def test_the_width_fails_and_is_repaired(short):
    _, widths = report.report_tables(None)
    (row,) = widths.rows
    numbers = row.make(lambda words: None)
    assert numbers["largest"] == 0 and numbers["undecided"] == 1
    assert max(numbers["failed"], numbers["failed, bias"]) < 0.6
    assert numbers["differs"] < 0.05 and numbers["nearest"] > 0.9
    assert min(numbers["median"], numbers["search"], numbers["search, bias"], numbers["linear, bias"]) > 0.95
    assert [column.shown(numbers) for column in widths.columns]  # all of them can be shown


def test_real_files(data_folder):
    linear, kernel = paper.paper_tables(data_folder)
    data = next(wanted for wanted in paper.KERNEL if wanted.name == "Adult").source(data_folder).read()
    assert data.X.shape == (22_696, 123) and data.Z.shape == (16_281, 123)
    data = sources.mnist(data_folder).read()
    assert data.X.shape[1] == 784 and np.sum(data.y == 1) + np.sum(data.z == 1) == 974
    assert any(row.name.startswith("Fashion-MNIST") for row in report.report_tables(data_folder)[1].rows)
