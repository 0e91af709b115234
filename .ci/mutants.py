"""Try mutants of the core: single changes of its source, each of which the tests nearest to it must notice.

Install cosmic-ray beside the packages of the tests, and run ``python .ci/mutants.py``. Subjects, as ``theory``, may
follow. A seed draws a sample of the places that can change, and for each place one change, tried in a copy of the tree.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from difflib import unified_diff
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
SEED, EACH, SECONDS = 0, 20, 300  # the mutants of each subject, and the longest time for the tests of one
TESTS = {
    "algorithms": "algorithms runs",
    "runs": "runs",
    "losses.py": "test_losses.py",
    "kernels.py": "test_kernels.py",
    "theory": "theory",
    "check/parts/searching.py": "check/test_searching.py check/test_wrong_programs.py",
    "check/parts/measured_steps.py": "check/test_measured_steps.py "
    "check/test_minimal_programs.py check/test_course_programs.py",
    "trace/changes.py": "trace",
    "teaching/scoring.py": "teaching/test_building.py teaching/test_assignments.py",
}


def mutants(source):
    """Return for each place in a source the changes that are possible there, pairs of an operator and a number."""
    places, tree = {}, get_ast(source)
    for name in operator_names():
        if get_operator(name).arguments():  # those that would have to be told the names of variables
            continue
        operator = get_operator(name)()
        positions = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
        for number, place in enumerate(positions):
            places.setdefault(place, []).append((operator, number))
    return places


def sample(subject):
    """Yield mutants of a subject: the path of the file, its source and the changed source."""
    rng = random.Random(f"{SEED} {subject}")
    path = ROOT / "pegasos_edu" / subject
    files = sorted(path.glob("*.py")) if path.is_dir() else [path]
    sources = {file: file.read_text("utf-8") for file in files}
    places = [(file, changes) for file in files for changes in mutants(sources[file]).values()]
    for file, changes in rng.sample(places, min(EACH, len(places))):
        yield file.relative_to(ROOT), sources[file], mutate_code(sources[file], *rng.choice(changes))


def survives(folder, path, source, tests):
    """Return whether all tests pass with a changed source."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    command += [f"tests/{name}" for name in tests.split()]
    (folder / path).write_text(source, "utf-8")
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0


def main(subjects):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "copy"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", "__pycache__"))
        for subject in subjects or TESTS:
            survivors, count = 0, 0
            for path, source, changed in sample(subject):
                count += 1
                if survives(folder, path, changed, TESTS[subject]):
                    survivors += 1
                    lines = source.splitlines(), changed.splitlines()
                    print(*unified_diff(*lines, str(path), n=1, lineterm=""), sep="\n")
                (folder / path).write_text(source, "utf-8")
            print(f"{subject}: {count - survivors} of {count} mutants killed", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
