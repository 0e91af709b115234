"""Test that hostile hand-ins read, change and stop nothing, leave nothing behind, and need little memory."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from check.hostile_programs import HOSTILE

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux shows other processes")

MOST = 500 << 20  # the most bytes that a process of the grader may use

# Harm that could reach beyond its own process; `tests/check/test_sandbox.py` runs all programs of `HOSTILE`.
CHOSEN = """
no signal can end it, an array too large, megabytes printed, files that are mapped, the package written to
the parent killed by the C library, the memory of the parent, the environment, garbage on the line, no modules
"""

# Each of these harmed the grader of a class once.
MORE = {
    "results of 8 GB": "import numpy as np\ndef step_size(t, lam): return np.zeros((30_000, 1))\n"
    "def step(w, x, y, eta, lam): return np.zeros((1, 30_000))",
    "sixty arrays": "import numpy as np\nfor n in range(60): globals()[f'a{n}'] = np.ones(2_000_000)",
    "many statements": "x=1\n" * 100_000,
    "a long line": "x = " + "1 + " * 100_000 + "1",
    "a codec": "# coding: punycode\n" + "x" * 300_000,
    "another codec": "# coding: rot13\nk = 1\n",
}


def processes_with(text):
    """Return the numbers of the processes whose environment contained a text when they started."""
    leaks = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            held = (folder / "environ").read_bytes()
        except OSError:
            continue
        leaks += [folder.name] if text.encode() in held and folder.name != str(os.getpid()) else []
    return leaks


# The peak memory of a process includes that of the process that started it, and pytest may have been large. So a small
# process starts the grader, and prints at the end how many KiB the largest of the grader's processes used. Processes
# whose parent has ended become its children (prctl 36), and it waits for them.
GRADE = """import contextlib, ctypes, os, resource, subprocess, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
ended = subprocess.run([sys.executable, "-m", "pegasos_edu", "grade", *sys.argv[1:]], stdout=subprocess.DEVNULL)
with contextlib.suppress(ChildProcessError):
    while True:
        os.wait()
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(ended.returncode)
"""


def grade(folder, out, temporary, start=("-m", "pegasos_edu", "grade"), **options):
    """Start to grade a folder, with its temporary files in a folder of their own."""
    command = [sys.executable, *start, str(folder), "--assignment", "A2", "--out", str(out)]
    environment = os.environ | {"TMPDIR": str(temporary)}
    return subprocess.Popen([*command, "--jobs", "2", "--quiet"], env=environment, text=True, **options)


@pytest.mark.slow
def test_a_killed_grader_leaves_nothing(tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    for number in (1, 2):
        (tmp_path / f"student{number}_A2.py").write_text("while True: 10**10**8", "utf-8")
    grader = grade(tmp_path, tmp_path / "results", temporary)

    def wait_until(is_so):
        until = time.monotonic() + 120
        while not is_so() and time.monotonic() < until:
            time.sleep(0.05)
        assert is_so()

    wait_until(lambda: len(list(temporary.glob("pegasos-edu-*"))) == 2)
    grader.kill()
    grader.wait()
    wait_until(lambda: not processes_with(str(temporary)) and not list(temporary.glob("pegasos-edu-*")))


@pytest.mark.slow
def test_a_hostile_class_does_no_harm(tmp_path):
    handed_in, temporary, secret = tmp_path / "handed_in", tmp_path / "temporary", tmp_path / "secret.txt"
    handed_in.mkdir(), temporary.mkdir(), secret.write_text("canary", "utf-8")
    reading = f"print(open({str(secret)!r}).read())\n"
    writing = f"open({str(secret)!r}, 'w').write('harm')\nopen({str(handed_in / 'new')!r}, 'w')\n"
    chosen = re.split(", |\n", CHOSEN.strip())
    programs = ["\n\n# %%\n".join(HOSTILE[name][1]) for name in chosen]
    programs += [*MORE.values(), reading, writing]
    for number, source in enumerate(programs):
        (handed_in / f"student{number:03}_A2.py").write_text(source, "utf-8")
    out, begun = tmp_path / "results", sorted(handed_in.iterdir())
    grader = grade(handed_in, out, temporary, ("-c", GRADE), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    largest, said = grader.communicate()
    assert grader.returncode == 0 and "Traceback" not in said, said
    assert int(largest) * 1024 < MOST
    assert secret.read_text("utf-8") == "canary" and sorted(handed_in.iterdir()) == begun
    assert not list(temporary.iterdir()) and not processes_with(str(temporary))
    written = {path: path.read_text("utf-8") for path in out.rglob("*") if path.suffix in (".json", ".html", ".csv")}
    assert not [path for path, text in written.items() if "canary" in text]
    graded = [json.loads(text) for path, text in written.items() if path.suffix == ".json"]
    points = [result["points"] for result in graded if "points" in result and "checks" in result]
    assert len(points) >= len(programs) - 2 and max(points) < 20
