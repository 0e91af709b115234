"""Test that whatever happens to the process that checks a hand-in costs one check at most."""

import os
import re
import subprocess
import sys
from multiprocessing.connection import Pipe

import pytest
from conftest import mostly_slow

from pegasos_edu.check.sandbox.answers import text
from pegasos_edu.teaching.classroom import processes
from pegasos_edu.teaching.classroom.processes import GraderError, marked, run_all
from pegasos_edu.teaching.masters import read_master, region

A2 = read_master("A2")
RIGHT = "\n\n\n".join([A2.given_source, *(cell.solution for cell in A2.cells if cell.kind == "write")])
ON_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux reports time and limits memory")
# What a check does with the result of `step_size` when the word at its beginning tells it to.
HARM = """
import ctypes, os, signal, numpy
got = step_size(2, 0.5)
if got == 1.0:
    ctypes.string_at(1)
if got == 2.0:
    os._exit(0)
if got == 3.0:
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    while True: pass
if got == 4.0:
    hoard = [numpy.ones(10**7) for _ in range(1000)]
assert got == 5.0
"""


@pytest.fixture(scope="module")
def harmed():
    """Return an assignment whose first check does harm that depends on the result of the first function."""
    first, *_ = A2.checks
    return A2._replace(cells=tuple(cell._replace(source=HARM) if cell == first else cell for cell in A2.cells))


def result_of(assignment, *sources):
    """Return the results of hand-ins, in their order."""
    tasks = {place: marked(source.encode(), f"{place}.py", assignment) for place, source in enumerate(sources)}

    def with_place(place, task):
        return place, (yield from task)

    results = dict(run_all([with_place(*task) for task in tasks.items()], 2))
    return [results[place] for place in tasks]


WORDS = {1: "ended the process", 2: "ended the process", 3: "seconds and was stopped", 4: "MB of memory"}


@ON_LINUX
@pytest.mark.parametrize("number", mostly_slow(WORDS, 1, 3))
def test_a_check_that_ends_its_process_fails_alone(harmed, number, monkeypatch):
    monkeypatch.setattr(processes, "_SPARE", 0.2)  # of 20 seconds
    source = RIGHT.replace("return 1 / (lam * t)", f"return {number}.0 if t == 2 and lam == 0.5 else 1 / (lam * t)")
    assert source != RIGHT
    task, other = result_of(harmed, source, RIGHT)
    first, *rest = task["checks"]
    assert first["points"] == 0 and WORDS[number] in first["message"] == first["cause"]
    assert task["points"] == sum(check["out_of"] for check in rest) and task["is_graded"] and not task["is_crash"]
    assert [check["points"] for check in other["checks"][1:]] == [check["out_of"] for check in rest]


def test_a_grader_that_fails_before_the_first_check_says_so(monkeypatch):
    class Ending(processes._Marking):
        def __init__(self, *_):
            super().__init__(b"", "a.py", None, [])  # there is no such assignment

    monkeypatch.setattr(processes, "_Marking", Ending)
    with pytest.raises(GraderError, match="AttributeError"):
        result_of(A2, RIGHT)


def test_tasks_run_at_once_and_an_error_ends_the_others():
    ended, running, most = [], set(), []

    def task(name, looks):
        ours, theirs = Pipe()
        running.add(name)
        try:
            for _ in range(looks):
                most.append(len(running))
                yield ours
            return name
        finally:
            running.discard(name)
            ended.append(name)

    assert set(run_all([task("a", 3), task("b", 1), task("c", 0)], 2)) == {"a", "b", "c"} and max(most) == 2

    def failing():
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        list(run_all([task("d", 100), failing()], 2))
    assert ended[-1] == "d" and not running


# Hand-ins that harmed the grader, got points without an answer, or took the answers with them

FAKE = """
class Fake:
    shape, data, indices, indptr = (2, 5), np.ones(1), np.zeros(1, int), np.array([0, 10**8, 0])
    def tocsr(self): return self
    def toarray(self): return self
def averaged(X, y, lam, draws): return Fake()
"""


OBJECTS = [
    FAKE,
    "import scipy.sparse\ndef averaged(*given):\n    rows = scipy.sparse.csr_array(np.eye(2))\n"
    "    rows.indptr[:] = [0, 10**8, 0]\n    return rows",
    "def averaged(*given): return np.random.default_rng(1)",
    "def averaged(*given): return {1: 2}",
    "def averaged(*given): return np.array([print], dtype=object)",
    "def averaged(*given): return np.ones((2, 2)).T[:, ::-1].view(np.matrix)",
    "def averaged(*given): return np.zeros(3, dtype='f8,i4')",
]


@pytest.mark.parametrize("source", mostly_slow(OBJECTS, *OBJECTS[:3]))
def test_no_object_of_a_hand_in_reaches_the_grader(source):
    (result,) = result_of(A2, f"{RIGHT}\n{source}")
    lost = [check["name"] for check in result["checks"] if not check["points"]]
    assert {"the mean"} <= set(lost) <= {"the mean", "the mean of the last half on other data"}


DUMP = """
import dis, gc, io, types
def everything(known={}):
    key = step.__code__.co_name
    known[key] = known.get(key) or all_texts()
    return known[key]
def all_texts():
    objects = gc.get_objects()
    objects += [one for held in objects for one in gc.get_referents(held)]
    texts = {one for one in objects if type(one) is str and ("eta" in one or "lam" in one)}
    for name, one in sorted(globals().items()):
        if isinstance(one, types.FunctionType):
            dis.dis(one, file=(text := io.StringIO()))
            texts.add(repr(one) + repr(one.__closure__) + text.getvalue()[:3000])
    return "\\n".join(sorted(texts, key=lambda one: "stand_in" not in one))
def step_size(t, lam): return 0.0
def step(w, x, y, eta, lam): return 0 * w
def pegasos(X, y, lam, draws):
    step(X[0], X[0], y[0], 1.0, lam)
    raise ValueError(everything()[len(draws) % 3 * 250 :])
def averaged(X, y, lam, draws):
    print(everything())
    raise KeyError(everything()[-300:])
def half_averaged(X, y, lam, draws): return [float(ord(one)) for one in everything()[:5000]]
print(everything())
"""


def test_the_output_of_a_hand_in_that_dumps_everything_holds_no_solution():
    (result,) = result_of(A2, f"import numpy as np\n{DUMP}")
    for check in result["checks"]:
        check["player"] = None  # the player of a page shows the algorithm, which learners know from the lessons
    out = re.sub(r"\\[nu]\w*|\s", "", repr(result))
    assert result["points"] == 0 and "stand_in" in repr(result)
    lines = {line for cell in A2.cells if cell.kind == "write" for line in region(cell).splitlines()}
    secret = [line for line in (re.sub(r"\s", "", line) for line in lines) if len(line) > 12]
    assert len(secret) > 5 and not [line for line in secret if line in out]


def test_long_texts_are_read():
    """Reading takes time in proportion to the length; in proportion to its square, this test would not end."""
    source = RIGHT.replace("def step(w", f"def step(  # {'x' * 100_000}\n        w")
    assert source != RIGHT
    (result,) = result_of(A2, source)
    assert result["points"] == 20
    most = 1_000_000
    for word in ("x" * most, "pegasos-edu-" * (most // 12), "'" * most, "/" * most, " at 0x" * (most // 6)):
        assert len(text(word, most)) <= most


BORROWED = """
import types
from pegasos_edu import losses, objective
def hinge_loss(z): return types.FunctionType(losses.hinge_loss.__code__, vars(losses))(z)
def log_loss(z): return types.FunctionType(losses.log_loss.__code__, vars(losses))(z)
def objective(w, X, y, lam): return losses.objective(w, X, y, lam)
import importlib, inspect
try:
    exec(inspect.getsource(importlib.import_module("pegasos_edu.losses")))
except Exception as error:
    print(error)
"""


def test_code_of_the_package_gets_no_points_under_any_name():
    (result,) = result_of(read_master("A1"), f"import numpy as np\n{BORROWED}")
    assert result["points"] == 0


@ON_LINUX
def test_nothing_is_imported_from_the_current_folder(tmp_path, monkeypatch):
    """Start the processes from a folder with files that have the names of modules."""
    for name in ("json", "socket", "multiprocessing", "numpy", "nbformat", "encodings"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'harm')!r}, 'w')\nraise SystemExit")
    monkeypatch.chdir(tmp_path)
    (result,) = result_of(A2, RIGHT)
    assert result["points"] == 20 and not (tmp_path / "harm").exists()


@ON_LINUX
def test_the_folder_for_temporary_files_may_have_a_long_name(tmp_path):
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    script = tmp_path / "graded.py"
    script.write_text(
        "from pegasos_edu.teaching.classroom.processes import marked, run_all\n"
        "from pegasos_edu.teaching.masters import read_master\n"
        "if __name__ == '__main__':\n"
        "    (result,) = run_all([marked(b'a = 1', 'a.py', read_master('A2'))], 1)\n"
        "    print(result['is_graded'], result['points'])\n"
    )
    environment = os.environ | {"TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(task for task in sys.path if task)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True)
    assert done.stdout == "True 0\n" and not done.stderr and not list(folder.iterdir())
