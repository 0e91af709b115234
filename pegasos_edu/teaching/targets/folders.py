"""Make a repository for GitHub Classroom, with tests for pytest, and the zip of Gradescope's autograder."""

from pegasos_edu.teaching.targets.notebooks import as_test
from pegasos_edu.teaching.targets.packing import wheel, zipped
from pegasos_edu.teaching.targets.texts import text


def classroom(assignment):
    """Return a repository for GitHub Classroom as a dict, path -> bytes; learners must not get ``hidden/``."""
    name, (wheel_name, content) = assignment.name, wheel()
    public, hidden = ([cell for cell in assignment.checks if cell.kind == kind] for kind in ("check", "hidden"))
    intro = _intro(assignment)
    files = {
        "README.md": text("README.md", name=name, title=assignment.title, intro=intro),
        f"{name}.py": program(assignment),
        f"test_{name}.py": _tests(assignment, public),
        "pytest.ini": "[pytest]\npythonpath = .\n",
        "requirements.txt": f"./{wheel_name}\npytest>=8.2\n",
        ".github/workflows/classroom.yml": text("classroom.yml", name=name, public=public),
        **({f"hidden/test_{name}_hidden.py": _tests(assignment, hidden)} if hidden else {}),
    }
    return {path: text.encode() for path, text in files.items()} | {wheel_name: content}


def gradescope(assignment):
    """Return the bytes of the zip for Gradescope's autograder."""
    wheel_name, content = wheel()
    files = {
        "setup.sh": text("setup.sh", wheel=wheel_name).encode(),
        "run_autograder": text("run_autograder").encode(),
        f"{assignment.name}.ipynb": assignment.path.read_bytes(),
        wheel_name: content,
    }
    return zipped(files, executable={"setup.sh", "run_autograder"})


def _intro(assignment):
    points = sum(cell.points for cell in assignment.checks if cell.kind == "check")
    return text("intro", name=assignment.name, points=points, total=assignment.points).strip()


def program(assignment):
    """Return the file that a learner fills in: tasks as comments, given definitions, and functions with holes."""
    title = f"{assignment.name}: {assignment.title}"
    parts = [f'"""{title}.\n\n{_intro(assignment)}\n"""', assignment.given_source]
    last = max(n for n, cell in enumerate(assignment.cells) if cell.kind == "write")
    for cell in assignment.cells[1 : last + 1]:
        if cell.kind == "text":
            parts.append("\n".join(f"# {line}".rstrip() for line in cell.source.splitlines()))
        elif cell.kind == "write":
            parts.append(f"\n{cell.student}\n")
    return "\n\n".join(parts) + "\n"


def _tests(assignment, checks):
    title = f'"""Test {assignment.name}, {assignment.title}. Run: python -m pytest"""'
    head = f"{title}\n\nimport {assignment.name} as handed_in"
    return "\n\n\n".join([head, *(as_test(assignment, cell, "handed_in.") for cell in checks)]) + "\n"
