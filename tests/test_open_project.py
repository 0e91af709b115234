"""Test the files that other programs read: workflows, citation, changelog, pre-commit."""

import re
from pathlib import Path

import pytest
import yaml

import pegasos_edu

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def steps(path):
    """Return the steps of all jobs of a workflow."""
    return [step for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_starts_by_checking_out_and_pins_every_action(path):
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert used[0].startswith("actions/checkout@") and all(re.search(r"@[0-9a-f]{40}$", action) for action in used)


def test_the_workflow_runs_the_test_command_of_the_readme():
    (command,) = re.findall(r"(?m)^(python -m pip install .* && python -m pytest)$", README)
    assert command in [step.get("run") for step in steps(ROOT / ".github/workflows/tests.yml")]


def test_the_version_is_that_of_the_citation_and_heads_the_changelog():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    newest = re.search(r"(?m)^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"))[1]
    assert pegasos_edu.__version__ == str(citation["version"]) == newest
    assert citation["date-released"] == newest.replace(".", "-")
