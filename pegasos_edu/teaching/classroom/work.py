"""Grade a class in parallel. Each result is kept as soon as it is there, so a stopped run goes on from there."""

import errno
import hashlib
import json
import multiprocessing
import os
import signal
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pegasos_edu
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.progress import bar
from pegasos_edu.teaching.classroom.handins import MARK, HandIn, found, order
from pegasos_edu.teaching.classroom.places import Place, Unreadable, content
from pegasos_edu.teaching.classroom.students import plain
from pegasos_edu.teaching.masters import Assignment, read_master

TASKS = 200  # of a process, before fresh ones replace them: memory does not grow
AT_ONCE_ON_WINDOWS = 61  # processes, of which `ProcessPoolExecutor` takes no more there
FILES_OF_A_STUDENT = 10  # that may be graded: the latest ones
STATE, OVERRIDES = "class.json", "overrides.csv"
FULL = errno.ENOSPC, errno.EDQUOT
CRASHED = (
    "The grader itself failed on this file ({}), so there are no points yet. This says nothing about the file; your "
    "teacher has to look at it."
)


class Done(NamedTuple):
    """A hand-in, and where its result is kept."""

    handin: HandIn
    kept: Path | None = None  # None for one of several files of a student that did not have to be graded

    def result(self):
        """Read the result."""
        return json.loads(self.kept.read_text("utf-8"))


class Class(NamedTuple):
    """What was handed in to an assignment, graded."""

    assignment: Assignment
    done: list  # of Done, one for each student, in their order
    passed_over: list  # paths of files that are not hand-ins
    roster: list | None = None  # of dict, as `roster.read` makes them


def graded(files, assignment, out, *, keep="latest", only=None, roster=None, jobs=None, again=False, progress=True):
    """Grade what was handed in, and return the `Class`.

    Files are given as for `handins.found`; what the folder `out` holds of other files stays. Of several files of a
    student, `keep` says whether the "latest" or the "best" counts. `only` is the name or number of a single student,
    who is graded anew. Without a `roster`, as `roster.read` makes it, that of the last run is used.

    Raises
    ------
    ValueError, OSError
        If there is nothing to grade, or nowhere to write.
    """
    if jobs is not None and jobs < 1:
        raise ValueError(f"--jobs must be at least 1, got {jobs}; leave it out for one on each core.")
    master, out = read_master(assignment), Path(out)
    if any(Path(path).resolve().is_relative_to(out.resolve()) for path in files):
        raise ValueError(f"--out must be a folder of its own, got {out}, which holds hand-ins; name another one.")
    state = _state(out, master)
    handins, passed_over = found(files, master.name, out)
    earlier = {_where(done.handin): done for done in _earlier(state, out / MARK)}
    new = {_where(one): _as_known(one, earlier.get(_where(one))) for one in handins}
    if only:
        new = _only(new, only)
    roots = set() if only else {os.path.abspath(path) for path in files}
    staying = [done for where, done in earlier.items() if where not in new and done.handin.root not in roots]
    (out / MARK).mkdir(parents=True, exist_ok=True)
    _write_state(out, state)
    candidates = defaultdict(list)
    for done in sorted([*staying, *map(Done, new.values())], key=lambda done: order(done.handin)):
        candidates[done.handin.id].append(done)
    wanted = [one[-FILES_OF_A_STUDENT if keep == "best" else -1 :] for one in candidates.values()]
    todo = [done.handin for some in wanted for done in some if not done.kept or _where(done.handin) in new]
    kept = _all_kept(todo, master, out / MARK, jobs, again or bool(only), progress)
    candidates = {
        name: [Done(one.handin, kept.get(_where(one.handin), one.kept)) for one in some]
        for name, some in candidates.items()
    }
    state |= {"hand_ins": [_as_data(done) for some in candidates.values() for done in some]}
    state["roster"] = roster or state.get("roster")
    _write_state(out, state)
    counting = [_counting(some, keep) for some in candidates.values()]
    return Class(master, counting, passed_over, state["roster"])


def _counting(candidates, keep):
    """Return which of a student's files counts, with a note on the others."""
    some = [done for done in candidates if done.kept]
    best = max(some, key=lambda done: done.result()["points"] * 1000 + some.index(done)) if keep == "best" else some[-1]
    if len(candidates) == 1:
        return best
    others = ", ".join(done.handin.file.rsplit("/", 1)[-1] for done in candidates[-5:] if done is not best)
    note = f"{len(candidates)} files were handed in and the {keep} one counts; not counted: {others}"
    return best._replace(handin=best.handin._replace(notes=(*best.handin.notes, note)))


def _as_known(handin, earlier):
    """Return a hand-in; if it was found before in a folder of the class, that folder says whose it is."""
    if earlier is None or earlier.handin.root == handin.root:
        return handin
    return earlier.handin._replace(when=handin.when, problem=handin.problem)


def _only(handins, name):
    """Return the hand-ins of a single student."""
    fitting = {
        where: one
        for where, one in handins.items()
        if plain(name) in (plain(one.student), one.number, one.id, plain(one.file))
    }
    if len({one.id for one in fitting.values()}) != 1:
        names = ", ".join(sorted({one.student for one in (fitting or handins).values()})[:8])
        raise ValueError(f"--only must be the name or the number of one student in FILES, got {name!r}; try {names}.")
    return fitting


# What a folder of results remembers


def _state(out, master):
    """Return what the folder knows of its class; it must be one of this assignment, or new."""
    path = out / MARK / STATE
    if path.exists():
        state = json.loads(path.read_text("utf-8"))
        if state["assignment"] != master.name:
            raise ValueError(
                f"--out must be a folder for {master.name}, got {out}, which holds results of {state['assignment']}; "
                f"name another one, such as --out results-{master.name}."
            )
        return state
    others = sorted({one.name for one in out.iterdir()} - {OVERRIDES}) if out.is_dir() else []
    if others:
        raise ValueError(
            f"--out must be a new folder, or one that this version of grade has filled, got {out}, which holds "
            f"{others[0]}; name another one, so that nothing is overwritten."
        )
    return {"assignment": master.name, "hand_ins": []}


def _write_state(out, state):
    with whole_file(out / MARK / STATE) as file:
        file.write(json.dumps(state, ensure_ascii=False).encode("utf-8", "replace"))


def _as_data(done):
    about = done.handin._asdict() | {"place": [os.path.abspath(done.handin.place.path), done.handin.place.member]}
    return about | {"kept": done.kept and done.kept.name}


def _earlier(state, folder):
    """Return what was graded before, as far as the results are still there."""
    for about in map(dict, state["hand_ins"]):
        kept, (path, member) = about.pop("kept"), about.pop("place")
        lists = {name: tuple(about[name]) for name in ("when", "notes")}
        if not kept or (folder / kept).exists():
            yield Done(HandIn(**about | lists, place=Place(Path(path), member)), kept and folder / kept)


def _where(handin):
    return os.path.abspath(handin.place.path), handin.place.member


# Processes


def _all_kept(handins, master, folder, jobs, again, progress):
    """Return where the result of each hand-in is kept, by its place."""
    key = hashlib.sha256(master.path.read_bytes() + pegasos_edu.__version__.encode()).digest()
    tasks = [partial(_done, one, str(master.path), key, folder, again) for one in handins]
    most = AT_ONCE_ON_WINDOWS if sys.platform == "win32" else len(tasks)
    jobs = min(jobs or os.cpu_count() or 1, max(len(tasks), 1), most)
    with closing(all_done(tasks, jobs)) as results:
        return {_where(done.handin): done.kept for done in bar(results, len(tasks), "hand-in", progress)}


def all_done(tasks, jobs):
    """Yield the result of each task as soon as it is there; a process that ends takes a single task with it."""
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
    """Yield pairs of a task and its result, from processes that end with the last."""
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _prepare) as pool:
        try:
            with _no_interrupt():
                futures = {pool.submit(_run, task): task for task in tasks}
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt():
    """Hold Ctrl-C back; processes that are started meanwhile never see it."""
    has_masks = hasattr(signal, "pthread_sigmask")
    if has_masks:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        if has_masks:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


class _Stopped(BaseException):
    """The process was asked to end."""


_is_busy = False


def _prepare():
    """Leave Ctrl-C to the process that started this one, which asks it to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(process):
    """End with the process that started this one, even if that was killed; what this one started then ends as well."""
    process.join()
    os._exit(1)


def _stop(*_):
    if not _is_busy:
        os._exit(1)
    raise _Stopped  # so that the process of the hand-in ends first


def _run(task):
    global _is_busy
    _is_busy = True
    try:
        return task()
    except _Stopped:
        os._exit(1)
    finally:
        _is_busy = False


# One hand-in

_master = cache(read_master)


def _done(handin, master, key, folder, again):
    """Grade a hand-in, or take the result that is kept for its bytes."""
    from pegasos_edu.teaching.classroom.marking import marked, unread

    name = handin.file.rsplit("/", 1)[-1]
    try:
        if handin.problem:
            raise Unreadable(handin.problem)
        held = content(handin.place)
    except Unreadable as unreadable:
        words = str(unreadable)
        return _kept(handin, folder / f"{_hash(words.encode())}.json", unread(words, _master(master)))
    kept = folder / f"{_hash(key + hashlib.sha256(held).digest() + name.encode())}.json"
    if kept.exists() and not again:
        return Done(handin, kept)
    try:
        result = marked(held, name, _master(master))
    except Exception as error:  # a mistake of the grader's own, which must not cost the others theirs
        if isinstance(error, OSError) and error.errno in FULL:
            raise
        return _crashed(handin, master, folder, type(error).__name__)
    return _kept(handin, kept, result)


def _kept(handin, path, result):
    with whole_file(path) as file:
        file.write(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))
    return Done(handin, path)


def _crashed(handin, master, folder, what):
    """Write the result of a hand-in on which the grader failed; the next run grades it again."""
    from pegasos_edu.teaching.classroom.marking import unread

    result = unread(CRASHED.format(what), _master(master)) | {"is_crash": True}
    return _kept(handin, folder / f"crashed-{_hash(handin.file.encode())}.json", result)


def _hash(content):
    return hashlib.sha256(content).hexdigest()
