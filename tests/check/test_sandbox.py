"""Test hand-ins in their own processes: they get the same report as in this process, and do no harm."""

import contextlib
import importlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest
from check.hostile_programs import HOSTILE
from scipy.sparse import csr_array

from pegasos_edu.algorithms.step_types import ScaledStep
from pegasos_edu.check import check
from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.calling.programs import Fields, Unreadable
from pegasos_edu.check.calling.running import run
from pegasos_edu.check.sandbox import Limits, Sandbox, answers, opened, process, protections
from pegasos_edu.check.sandbox.limits import limited_check
from pegasos_edu.check.worker import server, wire
from pegasos_edu.check.worker.server import PREFIX
from pegasos_edu.teaching.classroom.marking import putting_in
from pegasos_edu.teaching.masters import read_master, region
from pegasos_edu.teaching.scoring import score, scored

A2 = read_master("A2")
LIMITS = Limits(seconds=60.0, cell_seconds=60.0, total_seconds=600.0, bytes_of_files=4 << 20, files=30)
HASTY = LIMITS._replace(seconds=0.2, cell_seconds=0.2)  # for programs that never end
ON_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux confines a process")

NAP = "import select\ndef nap(seconds): select.select([], [], [], seconds)"
STEP = """
def step(w, x, y, eta, lam):
    if y * (w @ x) < 1:
        return (1 - eta * lam) * w + eta * y * x
    return (1 - eta * lam) * w
"""


@pytest.fixture(scope="module", autouse=True)
def own_folder(tmp_path_factory):
    """Keep the folders of hand-ins apart from those of other graders on this machine."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("hand_ins")
        patch.setenv("TMPDIR", str(folder))
        patch.setattr(tempfile, "tempdir", str(folder))
        patch.setattr(process, "_SERVERS", [])
        yield
        process._server().close()


def folders(within=None):
    """Return the folders of hand-ins."""
    return list(Path(within or tempfile.gettempdir()).glob(f"{PREFIX}*"))


def in_the_end(value, seconds=60.0):
    """Wait until `value()` is false, at most for some seconds, and return the last value."""
    until = time.monotonic() + seconds
    while value() and time.monotonic() < until:
        time.sleep(0.02)
    return value()


# Programs are called as if they were in this process

PROGRAMS = """
from typing import NamedTuple
import numpy as np

class Step(NamedTuple):
    t: int
    λ: float
    w: np.ndarray

def one_step(w, x, y, eta, lam):
    w *= 1 - eta * lam
    return w + eta * y * x * (y * (w @ x) / (1 - eta * lam or 1) < 1)

def last_state(X, y, reg, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (reg * t)
    return w

def steps(X, y, lam, draws):
    for t in range(1, len(draws) + 1):
        yield Step(t, lam, last_state(X, y, lam, draws[:t]))

class Model:
    def __init__(self, lam):
        self.lam = lam

    def fit(self, X, y):
        self.w = last_state(X, y, self.lam, self.draws)

def by_position(*given):
    return last_state(*given)

def unwritten(X, y, lam, draws):
    for t, i in enumerate(draws, 1):
        w = ...
        yield w

def fails(X, y, lam, draws):
    return X[len(y)]

def returns_names(X, y, lam, draws):
    return {"weights": "none", "bias": 0}
"""


def test_programs_get_the_same_report_from_outside(tmp_path, monkeypatch):
    (tmp_path / "hand_in_here.py").write_text(PROGRAMS, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    here = importlib.import_module("hand_in_here")
    with opened([PROGRAMS], LIMITS) as sandbox:
        reports = {name: check(sandbox[name], "hinge") for name in sandbox.names if name != "Step"}
    right = {"last_state", "one_step", "steps", "Model", "by_position"}  # at t = 1, where 1 − ηλ = 0, w is 0
    assert {name for name, report in reports.items() if report.passed} == right
    for name, report in reports.items():
        other = check(getattr(here, name), "hinge")
        assert repr(report) == repr(other) and report.to_json() == other.to_json(), name


CALLED = """
from typing import NamedTuple
import numpy as np
from pegasos_edu.algorithms.step_types import ScaledStep

class Own(NamedTuple):
    t: int
    w: np.ndarray

def twice(a, *, b=1):
    return 2 * a * b

def walk(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w += X[i]
        yield Own(t, w) if t % 2 else ScaledStep(t, i, 1.0, 0.0, 2.0, 0.0, w)

def several():
    return [1, 2.5, None, "text", (True, np.float32(0.5)), {"a": np.arange(3)}]

def of_rows(X):
    return X * 2

def drawn(rng):
    return rng.integers(1000, size=3)

def with_function(f, x):
    return f(x, x)

def added(a, b):
    return a + b

def large():
    return np.zeros(3_000_000)

number, machine = 7, object()
"""


def test_results_of_calls_come_back_as_plain_values():
    with opened([CALLED], LIMITS) as sandbox:
        assert sandbox["twice"](3, b=2) == 12
        assert sandbox["twice"].parameters == [("a", False), ("b", True)]
        first, second = sandbox["walk"](np.eye(3), [1, 1, 1], 0.1, range(2))
        assert first.t == 1 and np.array_equal(first.w, [1, 0, 0])  # as w was after step 1
        assert type(second) is ScaledStep and np.array_equal(second.w, [2, 2, 0])
        *plain, nested, by_name = sandbox["several"]()
        assert plain == [1, 2.5, None, "text"] and nested == (True, 0.5) and by_name["a"].tolist() == [0, 1, 2]
        assert np.array_equal(sandbox["of_rows"](csr_array(np.eye(2))), 2 * np.eye(2))  # a dense array comes back
        rng = np.random.default_rng(5)
        assert np.array_equal(sandbox["drawn"](rng), rng.integers(1000, size=3))
        assert sandbox["with_function"](sandbox["added"], 1.5) == 3
        with pytest.raises(Failed, match="larger than 16 MB"):
            sandbox["large"]()


def test_names_are_those_that_the_cells_define():
    with opened([CALLED], LIMITS) as sandbox:
        assert sandbox.functions(("number", "machine", "unknown")) == {"number": 7, "machine": None}
        assert {"np", "NamedTuple", "ScaledStep"}.isdisjoint(sandbox.names) and sandbox.names["Own"] == "function"


# Cells


def test_each_cell_that_fails_is_reported_and_the_others_run():
    cells = ["a = 1", "b = 1 / 0", "def f(:", "import posix\nposix._exit(3)"]
    cells += ["c = a + 1\nprint(c)", "print('x' * 10**7)"]
    with opened(cells, LIMITS) as sandbox:
        assert [number for number, _ in sandbox.problems] == [2, 3, 4] and sandbox["c"] == 2
        (_, divided), (_, unread), (_, ended) = sandbox.problems
        assert "ZeroDivisionError" in divided.words and str(divided.line) == "line 1: b = 1 / 0"
        assert "SyntaxError" in unread.words and "ends Python" in ended.words
        assert sandbox.printed.startswith("2\nxxx") and len(sandbox.printed) <= 10_000


def test_commands_of_ipython_are_left_out():
    cells = [
        "%matplotlib inline\nimport numpy as np\n!pip install numpy\nfiles = !ls\nnp.array?\na = ('%d'\n % 3)",
        "%%time\nif a:\n    %time b = 5\n    %timeit b = 6",
        "%%bash\nrm -rf /",
        "text = '''\n%matplotlib\n!ls'''\n1 / 0",
    ]
    with opened(cells, LIMITS) as sandbox:
        (first, of_bash), (second, divided) = sandbox.problems
        assert (first, second) == (3, 4) and "%%bash" in of_bash.words
        assert (sandbox["a"], sandbox["b"]) == ("3", 5) and "%matplotlib" in sandbox["text"]
        assert divided.line.number == 4


OF_COURSE = """
from pegasos_edu import hinge, last, objective, run
from pegasos_edu.lessons import Predict
from pegasos_edu.datasets import toy
from pegasos_edu.check import check
from pegasos_edu.player import play
from pegasos_edu.theory.optimum import optimum

X, y, _ = toy()
report = check(step, "hinge")
assert report.passed, report
Predict("How many?", 3)
play(hinge, X, y, lam=0.1, T=10)
for t, step_ in enumerate(run(hinge, X, y, lam=0.1, T=10)):
    print(t)
print(f"{last(run(hinge, X, y, lam=0.1)).w:.3f}", 2 * optimum(X, y, 0.1).value < 1)
f = objective(X[0], X, y, 0.1)
if __name__ == "__main__":
    input()
"""


def test_the_package_is_harmless_in_a_hand_in():
    with opened([STEP, OF_COURSE], LIMITS) as sandbox:
        assert not sandbox.problems
        assert check(sandbox["step"], "hinge").passed
        assert sandbox.names["hinge"] == sandbox.names["objective"] == "borrowed"
        assert {"toy", "check"}.isdisjoint(sandbox.names)


@pytest.mark.parametrize(
    ("task", "body"),
    [
        ("objective", "from pegasos_edu.losses import objective as f\nhanded = lambda w, X, y, lam: f(w, X, y, lam)"),
        ("objective", "from pegasos_edu import losses\ndef handed(w, X, y, lam):\n"
                      "    return losses.objective_of_scores(w @ w, X @ w, y, lam)"),
        ("rbf", "from pegasos_edu import kernels\nkeep = [kernels.rbf]\nhanded = lambda X, Z, gamma: keep[0](X)"),
    ],
)  # fmt: skip
def test_functions_of_the_package_get_no_points(task, body):
    with opened([body], LIMITS) as sandbox:
        report = check(sandbox["handed"], task)
        assert report.failed.kind == "borrowed" and "of pegasos_edu" in report.verdict


# No harm


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_hand_in_does_no_harm_and_gets_no_points(name):
    words, cells = HOSTILE[name]
    if "C library" in name and not all(is_protected for is_protected, _ in protections()):
        pytest.skip("without a filter in the kernel it would do what it says")
    with opened(cells, HASTY if words.startswith("ran for") else LIMITS) as sandbox:
        report = check(sandbox["step"], "hinge") if "step" in sandbox.names else None
        text = " ".join(failed.words for _, failed in sandbox.problems) + f" {report}"
    assert re.search(words, text) and not (report and report.passed), text
    assert PREFIX not in text and " at 0x" not in text


def test_nothing_is_left_of_any_of_them():
    assert not folders()
    number = process._server().process.pid
    children = Path(f"/proc/{number}/task/{number}/children")
    assert not children.exists() or not in_the_end(children.read_text)


def test_a_program_that_ends_python_does_not_harm_the_others():
    cells = [STEP, "import posix\ndef ends(w, x, y, eta, lam): posix._exit(0)"]
    with opened(cells, LIMITS._replace(starts=3)) as sandbox:
        for _ in range(2):
            assert "ends Python" in repr(check(sandbox["ends"], "hinge"))
            assert check(sandbox["step"], "hinge").passed
        assert check(sandbox["ends"], "hinge").failed
        assert "again and again" in repr(check(sandbox["step"], "hinge"))


BY_THE_KERNEL = """
import ctypes, os
c = ctypes.CDLL(None)

def opens(path, how=0):
    return c.open(path.encode(), how, 0o600)

def calls():
    return [c.fork(), c.socket(2, 1, 0), c.execl(b"/bin/true", b"true", None), c.unshare(0x10000000), c.kill(-1, 9),
            c.prlimit(os.getppid() or 2, 0, None, None), c.ptrace(0, 0, 0, 0), c.memfd_create(b"m", 0),
            c.prctl(1, 0, 0, 0, 0), c.inotify_init(), c.inotify_init1(0)]

def changes(path):
    path = path.encode()
    return [c.chmod(path, 0o777), c.unlink(path), c.truncate(path, 0), c.rename(path, b"mine"), c.link(path, b"mine"),
            c.utime(path, None), c.mkdir(path + b".new", 0o700)]
"""


@ON_LINUX
def test_the_kernel_refuses_what_python_could_be_made_to_allow(tmp_path):
    if not all(is_protected for is_protected, _ in protections()):
        pytest.skip("this machine does not offer everything")
    secret = tmp_path / "answers.txt"
    secret.write_text("42", "utf-8")
    package = Path(process.__file__).parents[2]
    of_package = [package / name for name in ("algorithms/pegasos.py", "losses.py", "check/check.py")]
    hidden = [secret, *of_package, package.parent, Path(__file__), Path("/proc/self/environ"), Path("/etc/passwd")]
    with opened([BY_THE_KERNEL], LIMITS) as sandbox:
        assert sandbox["opens"](os.__file__) > 0 and sandbox["opens"](str(package / "datasets/synthetic.py")) > 0
        assert [sandbox["opens"](str(path)) for path in hidden] == [-1] * len(hidden)
        assert sandbox["opens"](str(tmp_path / "new"), os.O_CREAT | os.O_WRONLY) == -1
        assert sandbox["opens"]("new", os.O_CREAT | os.O_WRONLY) > 0
        assert set(sandbox["changes"](str(secret))) == {-1} and secret.read_text("utf-8") == "42"
        assert set(sandbox["calls"]()) == {-1}


def test_no_algorithm_is_in_the_process_of_a_hand_in():
    cell = """
import gc, sys, types
from pegasos_edu import *
modules = sorted(name for name, one in sys.modules.items()
                 if name.startswith("pegasos_edu") and getattr(one.__spec__, "origin", ""))
functions = [one for one in gc.get_objects() if isinstance(one, types.FunctionType)]
is_generator = 0x20
algorithms = [one.__name__ for one in functions
              if "algorithms" in one.__code__.co_filename and one.__code__.co_flags & is_generator]
"""
    calling = ("classes", "failures", "kinds", "missing_parts", "programs", "running")
    with opened([cell], LIMITS) as sandbox:
        modules = [name.removeprefix("pegasos_edu.") for name in sandbox["modules"]]
        rooms = {name.split(".")[0] for name in modules} - {"pegasos_edu"}
        assert rooms <= {"algorithms", "check", "common", "datasets", "kernels", "losses"}
        steps = [name for name in modules if re.search(r"algorithms|check\.(?!worker)", name)]
        real = ["algorithms.step_types", "check.calling", *(f"check.calling.{name}" for name in calling)]
        assert steps == real and sandbox["algorithms"] == []


# Collect what a program can reach in its process: the texts and the code of all objects, and all variables.
DUMPING = """
import gc, linecache, re, sys, types
texts, codes = set(), set()
def dump():
    objects = gc.get_objects()
    objects += [one for held in objects for one in gc.get_referents(held)]
    todo = [one if isinstance(one, types.CodeType) else getattr(one, "__code__", None) for one in objects]
    todo = list({id(one): one for one in todo if isinstance(one, types.CodeType)}.values())
    for code in todo:
        todo += [one for one in code.co_consts if isinstance(one, types.CodeType)]
        codes.add(f"{code.co_name} of {code.co_filename}")
    texts.update(one for one in objects if type(one) is str)
    texts.update(one.decode("latin-1") for one in objects if type(one) is bytes)
    texts.update("".join(entry[2]) for entry in linecache.cache.values() if len(entry) > 2)
    frame = sys._getframe()
    while frame:
        texts.update(repr(one)[:10**6] for one in frame.f_locals.values() if one is not objects and one is not todo)
        frame = frame.f_back
def step(w, x, y, eta, lam): return 0 * w
def pegasos(X, y, lam, draws):
    step(X[0], X[0], y[0], 1.0, lam)
    texts or dump()
    return 0 * X[0]
def named(pattern):
    return sorted(one for one in codes if re.match(pattern, one))
def held(lines):
    return [line for line in lines if any(line in text for text in texts)]
"""


def test_no_solution_is_in_the_process_of_a_hand_in_even_if_it_stands_in_for_an_earlier_task():
    with opened([DUMPING], LIMITS) as sandbox:
        results = score(A2, sandbox.functions(A2.written), putting_in(sandbox, A2))
        assert not any(result.points for result in results)
        assert any("step" in result.replaced for result in results)
        assert sandbox["named"](r"pegasos of <cell 1>") and sandbox["named"](r"stand_in of ")
        assert sandbox["named"](rf"({'|'.join(A2.written)}) of (?!<cell 1>|/)") == []
        lines = [line.strip() for cell in A2.cells if cell.kind == "write" for line in region(cell).splitlines()]
        lines = [line for line in lines if len(line) > 12]
        assert len(lines) > 5 and sandbox["held"](["return 0 * X[0]", *lines]) == ["return 0 * X[0]"]


OF_ARRAYS = """
def train(v, w):
    first = v[0]
    assert add(v, 2.0) is v and v[0] == first + 2 and fill(w, value=7.0) is None and (w == 7).all()
    assert count([1, 2], name="x") == (2, "x")
    try:
        add(v, "text")
    except RuntimeError as error:
        words = str(error)
    return v, words
"""


def test_a_function_that_stands_in_behaves_as_if_it_were_in_the_process():
    def add(v, c):
        v += c
        return v

    def fill(w, value):
        w[:] = value

    with opened([OF_ARRAYS], LIMITS) as sandbox:
        sandbox.put_in({"add": add, "fill": fill, "count": lambda values, name: (len(values), name)})
        w = np.zeros(2)
        v, words = sandbox["train"](np.arange(3.0), w)
        assert np.array_equal(v, [2, 3, 4]) and "add of the course cannot be called like this" in words
        assert np.array_equal(w, [7, 7])  # the caller sees what the program has changed
        with pytest.raises(Failed, match="NameError"):
            sandbox.put_in({})
            sandbox["train"](v, w)


def test_the_same_hand_in_gives_the_same_words_twice():
    cells = ["import random, os, numpy as np\nprint(random.random(), np.random.rand(), {'a', 'b', 'c'}, hash('a'))",
             "raise KeyError(object())", "open(os.getcwd() + '/none')"]  # fmt: skip

    def words():
        with opened(cells, LIMITS) as sandbox:
            return sandbox.printed, repr(sandbox.problems)

    first, other = words(), words()
    assert first == other and PREFIX not in str(first) and first[1].count("Failed") == 2


@pytest.mark.parametrize("forks", [True, False])
def test_an_interrupt_leaves_nothing(forks, monkeypatch):
    monkeypatch.setattr(process, "_FORKS", forks and process._FORKS)
    with pytest.raises(KeyboardInterrupt), opened([STEP, "open('a', 'w')"], LIMITS) as sandbox:
        assert not sandbox.problems and folders() and check(sandbox["step"], "hinge").passed
        raise KeyboardInterrupt
    assert not folders()


@ON_LINUX
def test_a_grader_that_is_killed_leaves_nothing(tmp_path):
    source = """
from pegasos_edu.check.sandbox import opened
with opened(["open('a', 'w')"]) as sandbox:
    print("there", flush=True)
    sandbox.ask("cell", 2, "10**10**8")
"""
    command = [sys.executable, "-c", source]
    grader = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"TMPDIR": str(tmp_path)})
    assert grader.stdout.readline() == b"there\n" and len(folders(tmp_path)) == 1
    grader.send_signal(signal.SIGKILL)
    grader.communicate()
    assert not in_the_end(lambda: folders(tmp_path))


@ON_LINUX
def test_the_keeper_ends_a_process_whatever_goes_wrong(monkeypatch):
    monkeypatch.setattr(server, "_wait", lambda *_: 1 / 0)
    child = subprocess.Popen(["sleep", "1000"])
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(ZeroDivisionError):
        server._hold(child.pid, theirs, "", {}, False)
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)
    child.returncode = -9  # `_hold` has waited for it


@ON_LINUX
def test_files_count_with_and_without_a_name_and_may_vanish_meanwhile(tmp_path, monkeypatch):
    limits = {"bytes_of_files": 1000, "files": 3}
    (tmp_path / "small").write_bytes(bytes(400))

    def is_full():
        return server._is_full(os.getpid(), str(tmp_path), limits)

    assert not is_full()
    with open(tmp_path / "gone", "wb") as file:
        file.write(bytes(700))
        file.flush()
        (tmp_path / "gone").unlink()
        assert is_full()
    assert not is_full()
    monkeypatch.setattr(os, "listdir", lambda place: ["renamed since"])
    assert not is_full()


def test_a_folder_that_cannot_be_removed_is_reported(monkeypatch):
    monkeypatch.setattr(process, "_FORKS", False)
    sandbox = Sandbox([STEP], LIMITS)
    sandbox.start()
    (folder,) = folders()
    with monkeypatch.context() as patch, pytest.warns(UserWarning, match=folder.name):
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)
        sandbox.close()
    shutil.rmtree(folder)


def test_an_honest_temporary_file_works():
    cell = "import tempfile\nwith tempfile.TemporaryFile() as a, tempfile.NamedTemporaryFile() as b:\n    a.write(b'a')"
    with opened([cell], LIMITS) as sandbox:
        assert not sandbox.problems


def test_the_words_say_what_is_protected(monkeypatch):
    monkeypatch.setattr(process.Process, "__init__", lambda self, *_: setattr(self, "protected", ["files"]))
    monkeypatch.setattr(process.Process, "end", lambda self: None)
    monkeypatch.setattr(process, "_FORKS", False)
    monkeypatch.setattr(process, "HAS_MEMORY_LIMIT", False)
    pairs = protections.__wrapped__()
    assert [words for is_protected, words in pairs if is_protected] == [*process.ALWAYS, process.WORDS["files"][0]]


# The time of one question does not count for another, and time that the machine spends elsewhere never counts


def test_a_question_that_the_grader_gives_up_is_never_answered_late():
    cells = [f"{NAP}\ndef slow():\n    nap(1)\n    return 1\ndef quick(): return 2"]
    with opened(cells, LIMITS) as sandbox:
        slow = sandbox["slow"]
        with pytest.raises(Failed, match="ran for more than"):
            run(lambda: [slow() for _ in range(100)], is_theirs=lambda _: False, seconds=0.02)
        assert sandbox["quick"]() == 2


def test_each_endless_function_costs_its_own_question_only():
    cells = ["def endless():\n    while True: 10**10**8", "def right(): return 5"]
    with opened(cells, Limits(seconds=0.1)) as sandbox:
        for _ in range(2):
            with pytest.raises(Failed, match="ran for more than 0.1 seconds"):
                sandbox["endless"]()
            assert sandbox["right"]() == 5


def test_time_is_that_of_the_processor(monkeypatch):
    class Waiting:
        processor = delayed = 0.0

    now = [0.0]
    monkeypatch.setattr(process.time, "monotonic", lambda: now[0])
    waiting = Waiting()
    stopwatch = process.Stopwatch(waiting, 5.0, 1000.0)
    now[0] = 50.0  # the processor did not run the program
    stopwatch.check()
    assert stopwatch.seconds == 0
    for clock, processor in ((50.0, 11.0), (1000.0, 1.0)):
        now[0], waiting.processor = clock, processor
        with pytest.raises(TimeoutError):
            stopwatch.check()


@ON_LINUX
def test_the_time_that_a_program_sleeps_is_counted_over_all_questions():
    cells = [f"{NAP}\ndef naps():\n    nap(0.4)\n    return 1", "def right(): return 5"]
    with opened(cells, Limits(seconds=5.0, asleep_seconds=1.5)) as sandbox:
        assert sandbox["naps"]() == sandbox["naps"]() == 1
        with pytest.raises(Failed, match="waited for more than 1.5 seconds in all"):
            for _ in range(30):
                sandbox["naps"]()
        with pytest.raises(Failed, match="waited for more than 1.5 seconds in all"):
            sandbox["right"]()


def test_a_program_that_shows_an_animation_does_not_wait():
    with opened(["import time\nfor _ in range(1000):\n    time.sleep(1)\ndone = True"], LIMITS) as sandbox:
        assert sandbox["done"] and not sandbox.problems


def test_time_in_which_the_machine_does_something_else_is_not_sleep(monkeypatch):
    class Waiting:
        processor = delayed = 0.0

    now, waiting = [0.0], Waiting()
    monkeypatch.setattr(process.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(process.time, "thread_time", lambda: 0.0)
    monkeypatch.setattr(process, "_delay", lambda _: 0.0)
    stopwatch = process.Stopwatch(waiting, 100.0, 60.0)
    now[0] = 1.0
    stopwatch.check()
    now[0], waiting.processor, waiting.delayed = 51.0, 5.0, 40.0
    stopwatch.check()
    assert stopwatch.asleep == 5.0
    with stopwatch.paused():
        now[0] = 600.0
    stopwatch.check()
    assert stopwatch.asleep == 5.0
    now[0] += 56.0
    with pytest.raises(TimeoutError):
        stopwatch.check()


# What the grader computes from results


def test_a_check_that_explodes_fails_alone():
    rbf = "import numpy as np\ndef rbf(X, Z, gamma): return np.zeros((30_000, 1))"
    master = read_master("A5")
    source = "K = rbf(np.eye(2), np.eye(2), 1.0)\nassert np.allclose(K, K.T)"
    with opened([rbf], LIMITS) as sandbox:
        result = scored(master, master.checks[0]._replace(source=source), sandbox.functions(master.written))
        assert "more than 200 MB of memory" in result.message and not result.points
    assert np.empty(40_000_000).nbytes == 320_000_000  # the limit is gone


def test_a_check_that_never_ends_is_stopped():
    before = signal.getsignal(signal.SIGPROF)
    with pytest.raises(Failed, match="more than 0.1 seconds"), limited_check(seconds=0.1):
        while True:
            pass
    assert signal.getsignal(signal.SIGPROF) is before


def test_only_what_a_check_uses_is_fetched(monkeypatch):
    asked, ask = [], process.Process.ask
    monkeypatch.setattr(process.Process, "ask", lambda *given: asked.append(given[2]) or ask(*given))
    with opened(["import numpy as np", *(f"a{n} = np.ones(10**6)" for n in range(60)), STEP], LIMITS) as sandbox:
        score(A2, sandbox.functions(A2.written))
        assert "begin" in asked and "value" not in asked


# Messages may hold anything


def test_a_message_is_a_value_or_an_error():
    value = [1, 2.5, None, (True, "a"), {"b": np.arange(6.0).reshape(2, 3)}, np.float32(2), wire.Named("f")]
    value += [np.zeros((0, 3)), np.array([True, False]), ScaledStep(*range(7)), Unreadable("str"), ((), [], {})]
    text, data = wire.packed(value, wire.GIVEN)
    assert repr(wire.unpacked(text, data, wire.GIVEN)) == repr(value)
    rng = random.Random(1)
    for _ in range(500):
        broken = bytearray(text)
        for _ in range(rng.randrange(1, 4)):
            broken[rng.randrange(len(broken))] = rng.choice(b'[]{},:"0123456789-ftn\xff')
        with contextlib.suppress(wire.MessageError):
            wire.unpacked(bytes(broken), data[: rng.randrange(len(data) + 1)], wire.VALUES)


@pytest.mark.parametrize("text", [
    '{"tuple": [' * 200 + "1" + "]}" * 200, "1" * 100_000, '{"array": [1]}', '{"dict": [], "eval": []}',
    '{"eval": ["1"]}', '{"step": ["S", 3, [1]]}', '{"generator": [{"bit_generator": "seed"}]}',
    '{"sparse": [[2, 2], [1], [9], [0, 1, 1]]}',
], ids=lambda text: text[:20])  # fmt: skip
def test_odd_messages_are_errors(text):
    with pytest.raises(wire.MessageError):
        wire.unpacked(text.encode(), bytes(8), wire.VALUES)


@pytest.mark.parametrize(("descr", "shape"), [
    ("<f8", (10**6, 10**6, 10**6)), ("<f8", (-1, -1)), ("|O", (1,)), ("<f8", (2,)), ("V0", (10**12,)), ("<U1", (2,)),
    ([("a", "<f8")], (1,)),
])  # fmt: skip
def test_odd_arrays_are_errors(descr, shape):
    """Refuse an array whose header announces another length, or types that are not numbers."""
    header = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}".encode().ljust(110) + b"\n"
    data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\xff" * 8
    with pytest.raises(wire.MessageError):
        wire.unpacked(b'{"array": []}', data, wire.VALUES)


def test_results_keep_their_form_and_what_no_call_returns_is_refused():
    sent = (np.array(3.0), None, (np.eye(2),), {"w": np.zeros(2)}, Unreadable("str"))
    number, nothing, (matrix,), step, other = answers.returned(sent)
    assert number.shape == () and nothing is None and matrix.shape == (2, 2)
    assert type(step) is Fields and step["w"].shape == (2,) and other == Unreadable("str")
    for value in ("w", 3, [np.zeros(2)], np.array(["a"]), np.zeros(10**6), {3: None}, (None,) * 30_000):
        with pytest.raises(Failed):
            answers.returned(value)


def anything(rng, depth=0):
    """Return a value of any of the kinds that can be sent, and of any size."""
    if depth < 3 and rng.random() < 0.5:
        parts = [anything(rng, depth + 1) for _ in range(rng.randrange(5))]
        odd = ScaledStep(*[parts] * 7), wire.Steps(parts), wire.Named("system"), {"t": parts}, Unreadable(parts)
        return rng.choice([parts, tuple(parts), *odd])
    numbers = [0, -1, 10**400, True, float("nan"), float("inf"), np.float32(3), np.int64(-5)]
    arrays = [np.zeros(5), np.zeros((2, 0)), np.array(["a"]), np.array([1 + 2j]), np.array(7), np.full(5, np.nan)]
    return rng.choice([None, "", "answer", "failed", "time", "class", *numbers, *arrays])


def test_whatever_comes_back_is_understood_or_fails():
    rng, good = random.Random(3), ("step", [("w", False)], False, True, False, "def step(w): ...")
    for _ in range(100):
        value = anything(rng)
        mixed = tuple(anything(rng) if rng.random() < 0.3 else part for part in good)
        for read in (answers.answer, answers.text, answers.definitions, answers.names, answers.returned):
            for answer in (value, mixed, ("answer", value), ("failed", *mixed[:3])):
                with contextlib.suppress(Failed):
                    read(answer)
