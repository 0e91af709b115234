"""Test that only one process at a time works in a folder, and that a lock ends with its process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import pegasos_edu
from pegasos_edu.common.lock import LOCK, alone_in

HOLD = """
import sys
from pegasos_edu.common.lock import alone_in
try:
    with alone_in(sys.argv[1]):
        print("held", flush=True)
        sys.stdin.readline()
except ValueError as error:
    print(error, flush=True)
"""


class Other:
    """Run another process that asks for a folder, and holds it until it is released."""

    def __init__(self, folder):
        environment = os.environ | {"PYTHONPATH": str(Path(pegasos_edu.__file__).parent.parent)}
        pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
        self.process = subprocess.Popen([sys.executable, "-c", HOLD, folder], env=environment, text=True, **pipes)
        self.said = self.process.stdout.readline().strip()
        if self.said != "held":
            self.end()

    def end(self, number=None):
        if number is None:
            self.process.communicate("\n")
        else:
            self.process.send_signal(number)
            self.process.communicate()


def test_a_second_process_is_told_who_works_in_the_folder_and_nothing_is_lost(tmp_path):
    (tmp_path / "mine").write_text("kept")
    other = Other(tmp_path)
    assert other.said == "held"
    words = f"{tmp_path} is in use by another run, process {other.process.pid} on .+; wait until it ends, or name "
    for _ in range(2):
        with pytest.raises(ValueError, match=words), alone_in(tmp_path):
            pass
    other.end()
    with alone_in(tmp_path):
        assert Other(tmp_path).said.startswith(f"{tmp_path} is in use by another run, process {os.getpid()} on ")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_a_lock_ends_with_its_process(name, tmp_path):
    other = Other(tmp_path)
    other.end(getattr(signal, name))
    with alone_in(tmp_path):
        pass
    assert not list(tmp_path.iterdir())


def test_a_file_that_a_run_on_another_machine_left_locks_nothing(tmp_path):
    (tmp_path / LOCK).write_text("process 1 on elsewhere, with a much longer name than this one has" * 9)
    with alone_in(tmp_path):
        assert (tmp_path / LOCK).read_text().startswith(f"process {os.getpid()} on ")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no links for everybody")
def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / LOCK).symlink_to(tmp_path / "precious")
    (tmp_path / "precious").write_text("kept")
    with pytest.raises(OSError, match=LOCK), alone_in(tmp_path / "in"):
        pass
    assert (tmp_path / "precious").read_text() == "kept"


def test_two_blocks_of_one_process_exclude_each_other(tmp_path):
    with alone_in(tmp_path), pytest.raises(ValueError, match=f"process {os.getpid()}"), alone_in(tmp_path):
        pass


def test_a_process_that_was_started_meanwhile_does_not_keep_the_lock(tmp_path):
    with alone_in(tmp_path):
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with alone_in(tmp_path):
        pass
    child.communicate(b"\n")


def test_a_new_folder_that_stays_empty_is_removed_and_one_with_files_stays(tmp_path):
    with pytest.raises(KeyError), alone_in(tmp_path / "a" / "new"):
        raise KeyError
    with alone_in(tmp_path / "b"):
        (tmp_path / "b" / "result").touch()
    assert not (tmp_path / "a" / "new").exists() and [path.name for path in (tmp_path / "b").iterdir()] == ["result"]


def test_a_disk_without_locks_locks_nothing(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")

    def flock(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with alone_in(tmp_path), alone_in(tmp_path):
        pass


def test_many_processes_take_turns(tmp_path):
    """A lock that is released and taken at the same time is never held twice."""
    counting = (
        "import sys, time; from pegasos_edu.common.lock import alone_in; from pathlib import Path; n = 0\n"
        "while n < 15:\n"
        "    try:\n"
        "        with alone_in(sys.argv[1]):\n"
        "            path = Path(sys.argv[1], 'count'); n += 1\n"
        "            path.write_text(str(int(path.read_text()) + 1))\n"
        "    except ValueError: time.sleep(.001)\n"
    )
    (tmp_path / "count").write_text("0")
    environment = os.environ | {"PYTHONPATH": str(Path(pegasos_edu.__file__).parent.parent)}
    processes = [subprocess.Popen([sys.executable, "-c", counting, tmp_path], env=environment) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4 and (tmp_path / "count").read_text() == "60"
