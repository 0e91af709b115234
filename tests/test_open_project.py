"""Test the files that other programs read: workflows, citation, changelog, pre-commit."""

import re
import tomllib
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
    (lines,) = re.findall(r"(?m)^(python -m pip install .*)\n(python -m pytest)$", README)
    ran = [step["run"] for step in steps(ROOT / ".github/workflows/tests.yml") if "run" in step]
    assert tuple(ran[:2]) == lines


def test_commands_of_the_readme_work_in_every_shell():
    commands = re.findall(r"(?m)^(?:python|pegasos-edu) .*", README)
    assert len(commands) >= 6 and not [line for line in commands if re.search("[&';\\\\]", line)]


def test_the_workflow_tests_the_oldest_and_the_newest_python_that_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == [versions[0], versions[-1]]
    assert project["requires-python"] == f">={versions[0]}"


def test_the_version_is_that_of_the_citation_and_heads_the_changelog():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    newest = re.search(r"(?m)^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"))[1]
    assert pegasos_edu.__version__ == str(citation["version"]) == newest
    assert citation["date-released"] == newest.replace(".", "-")
