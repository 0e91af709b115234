"""A whole class, graded in parallel; each result is kept as soon as it is there, and a stopped run goes on."""

import hashlib
import json
import multiprocessing
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pegasos_edu
from pegasos_edu.basics.files import whole_file
from pegasos_edu.basics.progress import bar
from pegasos_edu.classroom.handins import MARK, HandIn, found
from pegasos_edu.classroom.places import Unreadable, content
from pegasos_edu.grading.masters import Assignment, read_master

TASKS = 200  # of a process, before fresh ones take their places: memory does not grow
AT_ONCE_ON_WINDOWS = 61  # processes, of which `ProcessPoolExecutor` takes no more there
CRASHED = (
    "The grader itself could not get through with this file ({}), so that there are no points yet; your teacher has to "
    "look at it."
)


class Done(NamedTuple):
    """A hand-in, and where its result is kept."""

    handin: HandIn
    kept: Path
    digest: str  # of its bytes, "" where there are none

    def result(self):
        """The result, read from where it is kept."""
        return json.loads(self.kept.read_text("utf-8"))


class Class(NamedTuple):
    """What was handed in to an assignment."""

    assignment: Assignment
    done: list  # of Done, by students
    passed_over: list  # paths of files that are no hand-ins


def graded(files, assignment, out, jobs=None, again=False, progress=True):
    """Grade what was handed in.

    Parameters
    ----------
    files : sequence of path
        As for `handins.found`.
    assignment : str or path
        As for `read_master`.
    out : path
        The folder of the results; made where there is none.
    jobs : int, optional
        How many at once; if left out, one for each core.
    again : bool
        Whether to grade anew what was graded before.
    progress : bool

    Returns
    -------
    Class

    Raises
    ------
    ValueError, OSError
        Where there is nothing to grade, or nowhere to write.
    """
    if jobs is not None and jobs < 1:
        raise ValueError(f"--jobs must be at least 1, got {jobs}; leave it out for one on each core.")
    master, out = read_master(assignment), Path(out)
    if any(Path(path).resolve().is_relative_to(out.resolve()) for path in files):
        raise ValueError(f"--out must be a folder of its own, got {out}, which holds hand-ins; name another one.")
    handins, passed_over = found(files, master.name, out)
    kept = out / MARK
    kept.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(master.path.read_bytes() + pegasos_edu.__version__.encode()).digest()
    tasks = [partial(_done, one, str(master.path), key, kept, again) for one in handins]
    most = AT_ONCE_ON_WINDOWS if sys.platform == "win32" else len(tasks)
    jobs = min(jobs or os.cpu_count() or 1, len(tasks), most)
    made = bar(all_done(tasks, jobs), len(tasks), "hand-in", progress)
    by_id = {done.handin.id: done for done in made}
    return Class(master, [by_id[handin.id] for handin in handins], passed_over)


def all_done(tasks, jobs):
    """What comes of each task, as soon as it is there; a process that ends takes one task with it, and no other."""
    if jobs == 1:
        yield from (task() for task in tasks)
        return
    left = list(tasks)
    while left:
        try:
            for task, done in _at_once(left[: jobs * TASKS], jobs):
                left.remove(task)
                yield done
        except BrokenProcessPool:
            for task in left[: 2 * jobs + 1]:  # one of those that were begun: each by itself
                left.remove(task)
                try:
                    yield next(_at_once([task], 1))[1]
                except BrokenProcessPool:
                    yield _crashed(*task.args[:2], task.args[3], "its process ended")


def _at_once(tasks, jobs):
    """Pairs of a task and what came of it, from processes that end with the last."""
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _prepare) as pool:
        futures = {pool.submit(task): task for task in tasks}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _prepare():
    """A process leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_master = cache(read_master)


def _done(handin, master, key, folder, again):
    """A hand-in graded, or the result that is kept of its bytes."""
    from pegasos_edu.classroom.marking import marked, unread

    try:
        if handin.problem:
            raise Unreadable(handin.problem)
        held = content(handin.place)
    except Unreadable as unreadable:
        words = str(unreadable)
        return _kept(handin, folder / f"{_hash(words.encode())}.json", "", lambda: unread(words, _master(master)), True)
    digest, name = _hash(held), handin.file.rsplit("/", 1)[-1]
    kept = folder / f"{_hash(key + digest.encode() + name.encode())}.json"
    try:
        return _kept(handin, kept, digest, lambda: marked(held, name, _master(master)), again)
    except Exception as error:  # a mistake of the grader's own, which must not cost the others theirs
        return _crashed(handin, master, folder, type(error).__name__)


def _kept(handin, path, digest, make, again):
    """The result, made where it is not kept yet."""
    if again or not path.exists():
        with whole_file(path) as file:
            file.write(json.dumps(make(), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))
    return Done(handin, path, digest)


def _crashed(handin, master, folder, what):
    """The result where there is none; it is not kept for the next run."""
    from pegasos_edu.classroom.marking import unread

    path = folder / f"crashed-{handin.id}.json"
    return _kept(handin, path, "", lambda: unread(CRASHED.format(what), _master(master)), True)


def _hash(content):
    return hashlib.sha256(content).hexdigest()
