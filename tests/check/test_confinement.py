"""Test the confinement of hand-ins, one protection at a time: each holds where the machine lacks the others."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pegasos_edu.check.sandbox import Limits, opened, protections
from pegasos_edu.check.worker import system_calls

MACHINE = platform.machine()
HEADERS = {"x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
           "aarch64": Path("/usr/include/asm-generic/unistd.h")}  # fmt: skip
ON_LINUX = pytest.mark.skipif(
    not sys.platform.startswith("linux") or MACHINE not in HEADERS, reason="the kernel filters calls only there"
)

# System calls. A process applies the filter and nothing else, and then does what an attack says.

BEGIN = f"""
import ctypes, importlib.util, os, struct, sys
spec = importlib.util.spec_from_file_location("system_calls", {system_calls.__file__!r})
table = importlib.util.module_from_spec(spec)
spec.loader.exec_module(table)
c, victim = ctypes.CDLL(None, use_errno=True), int(sys.argv[1])
ours, theirs = (ctypes.c_int * 2)(), (ctypes.c_int * 2)()
c.socketpair(1, 1, 0, ours)
c.pipe(theirs)
opened = os.open(".", os.O_RDONLY)
call = lambda name, *given: c.syscall(NUMBERS[name], *given)
"""
FILTER = """
c.prctl(38, 1, 0, 0, 0)
assert table.filter_calls()
"""
NUMBERS = {"pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "rt_sigqueueinfo": (129, 138),
           "rt_tgsigqueueinfo": (297, 240), "tkill": (200, 130), "tgkill": (234, 131), "kill": (62, 129)}  # fmt: skip
TRIGGER = "c.fcntl(ours[0], 4, 0o24000); os.write(ours[1], b'x')"  # O_ASYNC | O_NONBLOCK
# Ways to send a signal to another process. Without the filter, each ends the victim.
SIGNALS = {
    "kill": "c.kill(victim, 9)",
    "kill, by its number": "call('kill', victim, 9)",
    "kill with more bits than a process number has": "call('kill', ctypes.c_long(1 << 32 | victim), 9)",
    "a group of processes": "c.killpg(victim, 9)",
    "its own group of processes": "c.kill(0, 9)",
    "a thread": "call('tkill', victim, 9)",
    "a thread of a group": "call('tgkill', victim, victim, 9)",
    "a process descriptor": "call('pidfd_send_signal', call('pidfd_open', victim, 0), 9, None, 0)",
    "a signal with data": "call('rt_sigqueueinfo', victim, 9, struct.pack('iii116x', 9, 0, -1))",
    "a thread and data": "call('rt_tgsigqueueinfo', victim, victim, 9, struct.pack('iii116x', 9, 0, -1))",
    "the owner of a socket": f"c.fcntl(ours[0], 8, victim); c.fcntl(ours[0], 10, 9); {TRIGGER}",
    "the owner of a socket, SIGIO": f"c.fcntl(ours[0], 8, victim); {TRIGGER}",
    "the owner of a socket, a group": f"c.fcntl(ours[0], 8, -victim); {TRIGGER}",
    "the owner of a socket, extended": f"c.fcntl(ours[0], 15, struct.pack('ii', 1, victim)); {TRIGGER}",
    "the owner of a socket, a thread": f"c.fcntl(ours[0], 15, struct.pack('ii', 0, victim)); {TRIGGER}",
    "FIOSETOWN": f"c.ioctl(ours[0], 0x8901, ctypes.byref(ctypes.c_int(victim))); {TRIGGER}",
    "SIOCSPGRP and FIOASYNC": "c.ioctl(ours[0], 0x8902, ctypes.byref(ctypes.c_int(victim)))\n"
        "c.ioctl(ours[0], 0x5452, ctypes.byref(ctypes.c_int(1))); os.write(ours[1], b'x')",
    "the owner of a pipe": "c.fcntl(theirs[0], 8, victim); c.fcntl(theirs[0], 10, 9)\n"
        "c.fcntl(theirs[0], 4, 0o24000); os.write(theirs[1], b'x')",
    "a watched folder": "c.fcntl(opened, 1026, 0x80000004); c.fcntl(opened, 8, victim); c.fcntl(opened, 10, 9)\n"
        "open('new', 'w').close()",
    "a lease": "file = os.open('new', os.O_CREAT); c.fcntl(file, 1024, 0); c.fcntl(file, 8, victim)\n"
        "c.fcntl(file, 10, 9); os.open('new', os.O_WRONLY | os.O_NONBLOCK)",
    "another program": "os.execv('/bin/sh', ['sh', '-c', f'kill -9 {victim}'])",
    "a process that is forked": "os.kill(victim, 9) if os.fork() == 0 else os.wait()",
}  # fmt: skip


def run_alone(source, folder, victim=0, is_filtered=True):
    """Run a source in a process that only filters its calls."""
    numbers = {name: pair[MACHINE == "aarch64"] for name, pair in NUMBERS.items()}
    command = [sys.executable, "-I", "-c", f"NUMBERS = {numbers}\n{BEGIN}{FILTER if is_filtered else ''}{source}"]
    return subprocess.run([*command, str(victim)], cwd=folder, process_group=victim, capture_output=True, text=True)


def is_ended_by(attack, folder, **how):
    """Return whether an attack ends another process."""
    with subprocess.Popen(["sleep", "100"], process_group=0) as victim:
        try:
            run_alone(attack, folder, victim.pid, **how)
            victim.wait(0.02)
        except subprocess.TimeoutExpired:
            return False
        finally:
            victim.kill()
    return True


@ON_LINUX
@pytest.mark.parametrize("name", SIGNALS)
def test_no_signal_leaves_a_process_by_its_calls(name, tmp_path):
    assert not is_ended_by(SIGNALS[name], tmp_path)


@ON_LINUX
@pytest.mark.slow
@pytest.mark.parametrize("name", SIGNALS)
def test_each_of_these_signals_would_leave_without_the_filter(name, tmp_path):
    assert is_ended_by(SIGNALS[name], tmp_path, is_filtered=False)


@ON_LINUX
def test_every_other_call_is_missing(tmp_path):
    """Call all numbers that are not in the tables, also those of x32, with arguments that no call accepts."""
    source = """
calls = table._ALLOWED | table._ALLOWED_IN_PART
known = {numbers[os.uname().machine == "aarch64"] for numbers in calls.values()}
known |= {335, 336}  # uretprobe and uprobe: newer kernels filter neither, and end a process that makes them
for number in [*range(-1, 1000), *range(1 << 30, (1 << 30) + 1000)]:
    if number not in known and (c.syscall(number, *[ctypes.c_long(-1)] * 6), ctypes.get_errno()) != (-1, 38):
        print(number)
"""
    ran = run_alone(source, tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@ON_LINUX
def test_calls_that_are_allowed_in_part_refuse_everything_else(tmp_path):
    source = """
def refuses(*given):
    if (call(*given), ctypes.get_errno()) != (-1, 1):
        print(*given)

NUMBERS = {name: numbers[os.uname().machine == "aarch64"] for name, numbers in table._ALLOWED_IN_PART.items()}
harmless = {
    "fcntl": {*range(8), 36, 37, 38, 1030}, "prctl": {15, 16},
    "ioctl": {0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451},
}
for number in {*range(100), *range(1024, 1044), 0x53564D41} - harmless["fcntl"]:
    refuses("fcntl", ours[0], number, 0)
for number in {*range(100), 0x53564D41} - harmless["prctl"]:
    refuses("prctl", number, 0, 0, 0, 0)
for number in {*range(0x5400, 0x5500), *range(0x8900, 0x8A00)} - harmless["ioctl"]:
    refuses("ioctl", ours[0], number, None)
for flags in (0, 17, 0x4000 | 17, 0x8000 | 17, 0x3D0F11, 0x103D0F00, 0x7D0F00 ^ 0x10000, 0x803D0F00 ^ 0x100):
    refuses("clone", flags, None, None, None, None)
for kind in (2, 5, 2 | 0o4000, 3):  # sockets that can send to a name
    refuses("socketpair", 1, kind, 0, ours)
refuses("socketpair", 2, 1, 0, ours)
refuses("sendto", ours[0], b"x", 1, 1, None, 0)
refuses("fallocate", 3, 1, 0, 100)
refuses("fcntl", ours[0], 4, 0o24000)
refuses("openat", -100, b"new", 0o1000)
refuses("openat", -100, b"new", 0o1003)
refuses("openat", -100, b"/dev/ptmx", 3)
for name in ("kill", "tkill", "prlimit64", "sched_setaffinity"):
    for number in (1, 2, os.getppid(), -1, -os.getpid()):
        refuses(name, number, 0, None, None)
refuses("tgkill", os.getppid(), os.getpid(), 0)
"""
    ran = run_alone(source, tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@ON_LINUX
@pytest.mark.skipif(MACHINE != "x86_64", reason="only x86_64 has the calls of 32 bits")
def test_calls_of_32_bits_end_the_process(tmp_path):
    kill = """
import mmap
page = mmap.mmap(-1, 4096, prot=7)
page.write(bytes.fromhex("53b825000000bb") + struct.pack("i", victim) + bytes.fromhex("b909000000cd805bc3"))
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
"""
    assert not is_ended_by(kill, tmp_path) and run_alone(kill, tmp_path, 0).returncode < 0


def test_the_numbers_are_those_of_the_kernel():
    calls = system_calls._ALLOWED | system_calls._ALLOWED_IN_PART
    for column, path in enumerate(HEADERS.values()):
        if path.exists():
            pairs = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", path.read_text("utf-8"))
            of_kernel = {{"fstatat": "newfstatat"}.get(name, name): int(number) for name, number in pairs}
            listed = {name: numbers[column] for name, numbers in calls.items()}
            assert listed == {name: of_kernel.get(name) for name in calls}


def answer(machine, number, *arguments, architecture=None):
    """Return what the program of the filter answers to a call of process 7."""
    lines = system_calls._program(machine, 7)
    data = [number, architecture or system_calls._ARCHITECTURES[machine], 0, 0]
    data += [half for argument in arguments for half in (argument & 0xFFFFFFFF, argument >> 32)]
    held, place = 0, 0
    while True:
        operation, if_true, if_false, given = lines[place]
        place += 1
        if operation == system_calls._LOAD:
            held = data[given // 4]
        elif operation == system_calls._AND:
            held &= given
        elif operation == system_calls._EQUAL:
            place += if_true if held == given else if_false
        else:
            return {0x7FFF0000: "allowed", 0x50001: "not permitted", 0x50026: "missing", 0x80000000: "ended"}[given]


@pytest.mark.parametrize(("column", "machine"), list(enumerate(system_calls._ARCHITECTURES)))
def test_the_program_of_each_machine_answers_as_the_tables_say(column, machine):
    known = {pair[column] for pair in (system_calls._ALLOWED | system_calls._ALLOWED_IN_PART).values()} - {None}
    for numbers in system_calls._ALLOWED.values():
        if numbers[column] is not None:
            assert answer(machine, numbers[column]) == "allowed"
    assert {answer(machine, number) for number in {*range(1000)} - known} == {"missing"}
    assert answer(machine, 1 << 30) == "missing" and answer(machine, 0, architecture=0x40000003) == "ended"

    def verdicts(name, *calls):
        number = system_calls._ALLOWED_IN_PART[name][column]
        return " ".join(answer(machine, number, *given, *[0] * (6 - len(given))) for given in calls)

    assert verdicts("clone", [0x3D0F00], [0x7D0F00]) == "allowed allowed"
    assert verdicts("clone", [17], [0x3D0F11], [0x3C0F00]) == "not permitted not permitted not permitted"
    assert verdicts("fcntl", [3, 2, 1], [3, 38], [3, 4, 0o4000]) == "allowed allowed allowed"
    assert verdicts("fcntl", [3, 8, 9], [3, 10, 9], [3, 4, 0o24000]) == "not permitted not permitted not permitted"
    assert verdicts("openat", [3, 0, 0], [3, 0, 0o1001], [3, 0, 0o1102]) == "allowed allowed allowed"
    assert verdicts("openat", [3, 0, 0o1000], [3, 0, 0o1003], [3, 0, 3]) == " ".join(["not permitted"] * 3)
    assert verdicts("kill", [7, 9], [1 << 32 | 7, 9]) == "allowed allowed"
    assert verdicts("kill", [8, 9], [0, 9], [0xFFFFFFFF, 9]) == "not permitted not permitted not permitted"
    assert verdicts("socketpair", [1, 0o2000001]) == "allowed"
    assert verdicts("socketpair", [1, 2], [2, 1], [1, 5]) == "not permitted not permitted not permitted"
    assert verdicts("ioctl", [3, 0x5421]) == "allowed" and verdicts("ioctl", [3, 0x5452]) == "not permitted"


# Files


@ON_LINUX
def test_an_old_kernel_does_not_let_a_process_make_files_empty(tmp_path):
    """Use Landlock as it was before Linux 6.2, when it did not know the right to make a file empty."""
    secret, readable = tmp_path / "notes.txt", tmp_path / "site-packages" / "module.py"
    readable.parent.mkdir()
    for path in (secret, readable):
        path.write_text("42", "utf-8")
    source = """
import ctypes, os, sys
secret, readable, folder = sys.argv[1:]
sys.path.append(os.path.dirname(readable))
from pegasos_edu.check.worker import confine
from pegasos_edu.check.sandbox.limits import LIMITS

confine._ALL_RIGHTS = {1: confine._ALL_RIGHTS[1]}
found = confine.confine(folder, LIMITS._asdict(), [])
opens = ctypes.CDLL(None).open
for path in (secret, readable):
    assert opens(path.encode(), os.O_TRUNC) == opens(path.encode(), os.O_TRUNC | os.O_ACCMODE) == -1
assert opens(b"new", os.O_TRUNC | os.O_WRONLY | os.O_CREAT, 0o600) > 0
assert opens(readable.encode(), os.O_RDONLY) > 0
print(*found)
"""
    (tmp_path / "own").mkdir()
    command = [sys.executable, "-c", source, secret, readable, tmp_path / "own"]
    ran = subprocess.run(command, cwd=tmp_path / "own", capture_output=True, text=True)
    assert not ran.stderr
    if "files" not in ran.stdout:
        pytest.skip("the kernel has no Landlock")
    assert secret.read_text("utf-8") == readable.read_text("utf-8") == "42"


# Right programs

HONEST = {
    "asyncio": """
import asyncio
async def waits():
    await asyncio.sleep(0.001)
    return await asyncio.to_thread(sum, [1, 2])
assert asyncio.run(waits()) == 3
""",
    "threads": """
import threading, time
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    assert sum(pool.map(abs, range(-9, 0))) == 45
thread = threading.Thread(target=time.sleep, args=(0.001,), name="mine")
thread.start()
thread.join()
""",
    "files": """
import gzip, os, pathlib, shutil, sqlite3, tempfile, zipfile
with zipfile.ZipFile("a.zip", "w") as file:
    file.writestr("a", "b")
gzip.open("a.gz", "wb").write(b"a")
with tempfile.TemporaryDirectory() as folder:
    shutil.move("a.gz", folder)
    assert [one.name for one in os.scandir(folder)] == ["a.gz"]
pathlib.Path("new").touch()
pathlib.Path("new").replace("old")
shutil.copyfile("old", "copy")
for name in (":memory:", "a.db"):
    with sqlite3.connect(name) as base:
        base.execute("create table a(b)")
    base.close()
""",
    "signals for itself": """
import signal, time
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001)
time.sleep(0.01)
signal.raise_signal(signal.SIGALRM)
""",
    "numbers": """
import numpy as np, scipy.linalg, scipy.sparse.linalg
np.save("a.npy", np.linalg.svd(np.eye(50))[0])
np.load("a.npy", mmap_mode="r").sum()
np.ones(2_200_000).tofile("large")
scipy.sparse.linalg.spsolve(scipy.sparse.eye(9, format="csc"), np.ones(9))
scipy.linalg.lu(np.eye(50))
""",
    "pictures": """
import matplotlib.pyplot as plt
figure, axes = plt.subplots()
axes.plot([1, 2], label="$w$")
for kind in ("png", "svg", "pdf"):
    figure.savefig("a." + kind)
plt.close()
""",
    "scikit-learn": """
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
train_test_split(*load_iris(return_X_y=True))
""",
}


@ON_LINUX
def test_right_programs_make_only_calls_that_are_allowed():
    with opened(HONEST.values(), Limits(cell_seconds=60.0, bytes_of_files=40 << 20)) as sandbox:
        assert not sandbox.problems, [(list(HONEST)[number - 1], str(why)) for number, why in sandbox.problems]


# The teacher's machine

LOOKING = """
import getpass, os, platform, sys
import numpy
try:
    from numpy import nothing
except ImportError as error:
    print(error)
print(numpy.__file__, sys.path, sys.prefix, sys.executable)
print(sys.argv, sys.orig_argv, os.environ, os.path.expanduser("~"))
for look in (getpass.getuser, os.getlogin, platform.node):
    try:
        print(look())
    except (KeyError, OSError):
        pass
seen = [*sys.argv, *sys.orig_argv, *os.environ.values(), os.path.expanduser("~")]
node = platform.node()
"""


@ON_LINUX
def test_a_hand_in_sees_little_of_the_machine(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "teacher"), os.environ["PATH"]]))
    with opened([LOOKING], Limits()) as sandbox:
        printed, seen, node = sandbox.printed, " ".join(sandbox["seen"]), sandbox["node"]
        assert not sandbox.problems
    private = [str(Path.home()), sys.prefix, sys.base_prefix, *(folder for folder in sys.path if len(folder) > 1)]
    assert not [path for path in private if f"{path}{os.sep}" in printed] and "'nothing' from 'numpy' (numpy" in printed
    assert "teacher" not in seen and sys.executable not in seen and str(Path.home()) not in seen.split()
    if all(is_protected for is_protected, _ in protections()):
        assert node == "sandbox"
