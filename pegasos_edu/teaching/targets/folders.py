"""Folders made of a master: plain pytest, as GitHub Classroom runs it, and what Gradescope runs, packed."""

from pegasos_edu.teaching.masters import slug
from pegasos_edu.teaching.targets.notebooks import as_function
from pegasos_edu.teaching.targets.packing import packed, wheel

WORKFLOW_HEAD = """\
# Each check is run on its own and gives its points; GitHub Classroom reads them from the last step.
name: Autograding Tests
on: [push, workflow_dispatch, repository_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install -r requirements.txt
"""
WORKFLOW_TEST = """\
      - name: "{name}"
        id: {slug}
        uses: classroom-resources/autograding-command-grader@v1
        with:
          test-name: "{name}"
          command: python -m pytest -q test_{assignment}.py::test_{slug}
          timeout: 10
          max-score: {points}
"""
WORKFLOW_TAIL = """\
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
{results}
        with:
          runners: {runners}
"""
README = """\
# {name}: {title}

{intro}

```
python -m pip install -r requirements.txt
python -m pytest
```

Write into `{name}.py` and change no other file. Each push runs the same tests.
"""
INTRO = """\
Write your code where `...` stands in `{name}.py`. `python -m pytest` says what is wrong with it; run it as often as you
like. These tests give {public} of the {total} points; the others come from what is looked at when your work is graded,
such as tests on other data."""
SETUP = """\
#!/usr/bin/env bash
# Once, when Gradescope makes the image; it needs Python 3.11 or later, which Ubuntu has from 24.04 on.
set -euo pipefail
apt-get update -qq
apt-get install -y -qq python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/python -m pip install --quiet /autograder/source/{wheel}
"""
RUN = """\
#!/usr/bin/env bash
# For each hand-in: grades what is in submission/, and leaves results/results.json.
exec /autograder/venv/bin/python -m pegasos_edu.teaching.targets.gradescope /autograder
"""


def classroom(assignment):
    """A repository for GitHub Classroom.

    Returns
    -------
    dict
        Path -> bytes. What stands in ``hidden/`` is not for the learners.
    """
    name, (wheel_name, content) = assignment.name, wheel()
    public = [cell for cell in assignment.checks if cell.kind == "check"]
    hidden = [cell for cell in assignment.checks if cell.kind == "hidden"]
    files = {
        "README.md": README.format(name=name, title=assignment.title, intro=_intro(assignment)),
        f"{name}.py": _stub(assignment),
        f"test_{name}.py": _tests(assignment, public),
        "pytest.ini": "[pytest]\npythonpath = .\n",
        "requirements.txt": f"./{wheel_name}\npytest>=8.2\n",
        ".github/workflows/classroom.yml": _workflow(assignment, public),
        **({f"hidden/test_{name}_hidden.py": _tests(assignment, hidden)} if hidden else {}),
    }
    return {path: text.encode() for path, text in files.items()} | {wheel_name: content}


def gradescope(assignment):
    """The bytes of the zip for Gradescope's autograder."""
    wheel_name, content = wheel()
    files = {
        "setup.sh": SETUP.format(wheel=wheel_name).encode(),
        "run_autograder": RUN.encode(),
        f"{assignment.name}.ipynb": assignment.path.read_bytes(),
        wheel_name: content,
    }
    return packed(files, executable={"setup.sh", "run_autograder"})


def _intro(assignment):
    public = sum(cell.points for cell in assignment.checks if cell.kind == "check")
    return INTRO.format(name=assignment.name, public=public, total=assignment.points)


def _stub(assignment):
    """The file that a learner fills: texts of the tasks as comments, the given definitions, functions with holes."""
    parts = [f'"""{assignment.name}: {assignment.title}.\n\n{_intro(assignment)}\n"""', assignment.given]
    last = max(n for n, cell in enumerate(assignment.cells) if cell.kind == "write")
    for cell in assignment.cells[1 : last + 1]:
        if cell.kind == "text":
            parts.append("\n".join(f"# {line}".rstrip() for line in cell.source.splitlines()))
        elif cell.kind == "write":
            parts.append(f"\n{cell.student}\n")
    return "\n\n".join(parts) + "\n"


def _tests(assignment, checks):
    title = f'"""Test {assignment.name}, {assignment.title}. Run: python -m pytest"""'
    imports = f"import {assignment.name} as handed_in"
    tests = []
    for cell in checks:
        lines = as_function(assignment, cell, takes=False).splitlines()
        taken = [f"    {name} = handed_in.{name}" for name in assignment.used(cell)]
        tests.append("\n".join([lines[0], *taken, *lines[1:]]))
    return "\n\n\n".join([f"{title}\n\n{imports}", *tests]) + "\n"


def _workflow(assignment, checks):
    tests = (
        WORKFLOW_TEST.format(name=cell.name, slug=slug(cell), assignment=assignment.name, points=cell.points)
        for cell in checks
    )
    results = "\n".join(
        f'          {slug(cell).upper()}_RESULTS: "${{{{steps.{slug(cell)}.outputs.result}}}}"' for cell in checks
    )
    tail = WORKFLOW_TAIL.format(results=results, runners=",".join(slug(cell) for cell in checks))
    return WORKFLOW_HEAD + "".join(tests) + tail
