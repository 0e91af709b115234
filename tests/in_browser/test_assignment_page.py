"""Test the page of an assignment: it gives the points of its checks, and its files are graded as the solution is."""

from pathlib import Path

import pytest
from conftest import mostly_slow
from playwright.sync_api import expect
from small_master import CHECK, HEAD, WRITE, written

from pegasos_edu.cli import main
from pegasos_edu.teaching.assignment_page import assignment_page
from pegasos_edu.teaching.classroom.programs import read_code, sources_to_run
from pegasos_edu.teaching.masters import masters, read_master, region
from pegasos_edu.teaching.scoring import execute, score

PAGES = [name for name in masters() if name != "A5"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a function that makes the page of an assignment."""
    folder = tmp_path_factory.mktemp("assignments")

    def make(name):
        assert main(["assignment", "build", name, "--page", "--out", str(folder)]) == 0
        return folder / f"{name}.html"

    return make


def solved(page, assignment):
    """Write the solutions into the cells."""
    cells = [cell for cell in assignment.cells if cell.kind == "write"]
    for field, cell in zip(page.locator(".pegasos-write textarea").all(), cells, strict=True):
        field.fill(cell.solution)


@pytest.mark.parametrize("name", mostly_slow(PAGES, "A2"))
def test_a_page_gives_all_points_of_its_checks_and_its_files_are_graded_as_the_solution(name, built, open_page):
    assignment, page = read_master(name), open_page(built(name))
    points = sum(cell.points for cell in assignment.checks if cell.kind == "check")
    said = page.locator("#hand-in [role=status]")
    page.get_by_role("button", name="Run all checks").click()
    expect(page.locator(".unwritten")).to_have_count(len(page.locator(".pegasos-write").all()))
    expect(said).to_contain_text(f"give 0 of {points} points")
    solved(page, assignment)
    page.get_by_role("button", name="Run all checks").click()
    expect(said).to_contain_text(f"give {points} of {points} points")
    page.get_by_label("Your answer, in words").fill("My <answer> & “λ”.")
    for kind in ("ipynb", "py"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Download {name}.{kind}").click()
        assert download.value.suggested_filename == f"{name}.{kind}"
        content = Path(download.value.path()).read_bytes()
        assert (b"My <answer>" in content) == (kind == "ipynb")
        space = {"__name__": "handed_in"}
        for source in sources_to_run(read_code(content, f"{name}.{kind}").cells, assignment)[0]:
            execute(source, "cell", space)
        assert all(result.passed for result in score(assignment, space))


def test_a_page_holds_no_solution_and_no_hidden_check(monkeypatch):
    assignment, parts = read_master("A2"), []
    monkeypatch.setattr("pegasos_edu.teaching.assignment_page.packed", lambda values: parts.append(values) or "")
    html = assignment_page(assignment) + str(parts).replace("\\n", "\n")
    assert "known" in html  # what the page packs
    secrets = [region(cell) for cell in assignment.cells if cell.kind in ("write", "manual")]
    secrets += [cell.source.splitlines()[-1] for cell in assignment.checks if cell.kind == "hidden"]
    assert not [secret for secret in secrets if secret in html or not secret]


def test_a_check_that_fails_tells_its_words_and_an_earlier_cell_that_is_missing_is_named(built, open_page):
    page = open_page(built("A2"), width=390, height=800)
    cells, reports = page.locator(".pegasos-write textarea"), page.locator(".pegasos-write .report")
    cells.nth(2).fill(read_master("A2").cells[10].solution)
    cells.nth(2).press("Control+Enter")
    expect(reports.nth(2)).to_contain_text("the cell of step_size still holds ...")
    cells.nth(0).fill("def step_size(t, lam):\n    return 2 / (lam * t)")
    cells.nth(0).press("Control+Enter")
    expect(reports.nth(0)).to_contain_text("✗ Not correct yet: 1/(0.5·1) is 2.")
    expect(reports.nth(0)).to_contain_text("0 of 1 for the step size")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_assignment_whose_checks_need_more_is_no_page(tmp_path):
    check = CHECK.replace("assert", "assert special.expit(0) and")
    master = written(tmp_path / "mine.ipynb", HEAD.replace("**3", "**1"), "from scipy import special", WRITE, check)
    with pytest.raises(ValueError, match="cell 4: a check in a page must use only numpy, math"):
        assignment_page(read_master(master))
