"""Grade a class in parallel. Each result is stored at once, so a stopped run continues where it ended."""

import hashlib
import json
import os
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pegasos_edu
from pegasos_edu.common.lock import LOCK
from pegasos_edu.common.progress import bar
from pegasos_edu.teaching.classroom.file_bytes import CannotRead, read_bytes
from pegasos_edu.teaching.classroom.handins import HandIn, find_hand_ins, order
from pegasos_edu.teaching.classroom.listing import MARK
from pegasos_edu.teaching.classroom.marking import unread
from pegasos_edu.teaching.classroom.names import normalised
from pegasos_edu.teaching.classroom.processes import MAX_ON_WINDOWS, GraderError, marked, run_all
from pegasos_edu.teaching.classroom.tables import write_json
from pegasos_edu.teaching.masters import Assignment, read_master

FILES_OF_A_STUDENT = 10  # the most files of a student that may be graded: the latest ones
STATE, OVERRIDES = "class.json", "overrides.csv"
MASTER = "it is the master of the assignment with its solutions, byte for byte"
CRASHED = (
    "The grader itself failed on this file ({}), so there are no points yet. The file itself may be right; your "
    "teacher has to look at it."
)


class GradedClass(NamedTuple):
    """Hold the graded hand-ins of a class."""

    assignment: Assignment
    handins: list  # one `HandIn` for each student, in the order of students
    skipped: list  # paths of files that are not hand-ins
    roster: dict | None  # the result of `students.read_roster`
    folder: Path  # the folder of the results

    def result(self, handin):
        """Read the result of a hand-in."""
        return _read(self.folder, handin)


def _read(folder, handin):
    return json.loads((folder / handin.result).read_text("utf-8"))


def grade(files, assignment, out, *, keep="latest", only=None, roster=None, jobs=None, again=False, progress=True):
    """Grade the hand-ins of a class, and return the `GradedClass`.

    `files` are the arguments of `find_hand_ins`; the folder `out` keeps its results of other files. If a student has
    several files, `keep` says whether the "latest" or the "best" counts. `only` is the name or number of a single
    student, whose hand-in is graded again. Without a `roster`, the roster of the last run is used.

    Raises
    ------
    ValueError, OSError
        If there is nothing to grade, or `out` cannot be used.
    """
    if jobs is not None and jobs < 1:
        raise ValueError(f"--jobs must be at least 1, got {jobs}; leave it out to use one process per core.")
    master, out = read_master(assignment), Path(out)
    if any(Path(path).resolve().is_relative_to(out.resolve()) for path in files):
        raise ValueError(f"--out must be a folder of its own, got {out}, which holds hand-ins; name another one.")
    state, folder = _state(out, master), out / MARK
    handins, skipped = find_hand_ins(files, master.name, out)
    of_students = _with_earlier(handins, [*_earlier(state, folder)], files, only)
    wanted = [those[-FILES_OF_A_STUDENT if keep == "best" else -1 :] for those in of_students]
    todo = [handin for those in wanted for handin in those if not handin.result]
    roster = roster or state.get("roster")
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / STATE, state)
    results = _grade_all(todo, master, folder, jobs, again or bool(only), progress)
    graded = [[_with_result(handin, results) for handin in those] for those in of_students]
    told = [handin._asdict() for those in graded for handin in those]
    write_json(folder / STATE, state | {"hand_ins": told, "roster": roster})
    counting = [_counting(those, keep, folder) for those in graded]
    return GradedClass(master, counting, skipped, roster, folder)


def _with_earlier(handins, earlier, files, only):
    """Return for each student the hand-ins of this run, and those of earlier runs whose files were not given again."""
    earlier = {handin.place: handin for handin in earlier}
    new = {handin.place: _with_owner(handin, earlier.get(handin.place)) for handin in handins}
    if only:
        new = _only(new, only)
    roots = set() if only else {os.path.abspath(path) for path in files}
    staying = [handin for place, handin in earlier.items() if place not in new and handin.root not in roots]
    of_students = defaultdict(list)
    for handin in sorted([*staying, *new.values()], key=order):
        of_students[handin.id].append(handin)
    return [*of_students.values()]


def _with_result(handin, results):
    return handin._replace(result=results.get(handin.place, handin.result))


def _counting(handins, keep, folder):
    """Return the file of a student that counts, with a note on the other files."""
    with_result = [handin for handin in handins if handin.result]
    last_first = with_result[::-1]
    counted = max(last_first, key=lambda it: _read(folder, it)["points"]) if keep == "best" else last_first[0]
    if len(handins) == 1:
        return counted
    others = ", ".join(handin.file.rsplit("/", 1)[-1] for handin in handins[-5:] if handin is not counted)
    note = f"{len(handins)} files were handed in and the {keep} one counts; not counted: {others}"
    return counted._replace(notes=(*counted.notes, note))


def _with_owner(handin, earlier):
    """Return a hand-in; if an earlier run found it in a folder of the class, keep the student's name from that run."""
    if earlier is None or earlier.root == handin.root:
        return handin
    return earlier._replace(when=handin.when, problem=handin.problem, result="")


def _only(handins, name):
    """Return the hand-ins of a single student."""

    def names(handin):
        return normalised(handin.student), handin.number, handin.id, normalised(handin.file)

    fitting = {place: handin for place, handin in handins.items() if normalised(name) in names(handin)}
    if len({handin.id for handin in fitting.values()}) != 1:
        known = ", ".join(sorted({handin.student for handin in (fitting or handins).values()})[:8])
        raise ValueError(f"--only must be the name or the number of one student in FILES, got {name!r}; try {known}.")
    return fitting


def _state(out, master):
    """Return what the folder of results stores about its class; the folder must be new or belong to this assignment."""
    path = out / MARK / STATE
    if path.exists():
        state = json.loads(path.read_text("utf-8"))
        if state["assignment"] != master.name:
            raise ValueError(
                f"--out must be a folder for {master.name}, got {out}, which holds results of {state['assignment']}; "
                f"name another one, such as --out results-{master.name}."
            )
        return state
    others = sorted({path.name for path in out.iterdir()} - {OVERRIDES, LOCK}) if out.is_dir() else []
    if others:
        raise ValueError(
            f"--out must be a new folder, or one that this version of grade has filled, got {out}, which holds "
            f"{others[0]}; name another one, so that nothing is overwritten."
        )
    return {"assignment": master.name, "hand_ins": []}


def _earlier(state, folder):
    """Yield the hand-ins of earlier runs whose results still exist."""
    for stored in state["hand_ins"]:
        lists = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
        if not stored["result"] or (folder / stored["result"]).exists():
            yield HandIn(**stored | lists)


# Results


def _grade_all(handins, master, folder, jobs, again, progress):
    """Return a dict: the place of a hand-in -> the name of the file with its result."""
    key = hashlib.sha256(master.path.read_bytes() + pegasos_edu.__version__.encode()).digest()
    tasks = [_grade_one(handin, master, key, folder, again) for handin in handins]
    most = MAX_ON_WINDOWS if sys.platform == "win32" else len(tasks)
    jobs = min(jobs or os.cpu_count() or 1, max(len(tasks), 1), most)
    with closing(run_all(tasks, jobs)) as results:
        return dict(bar(results, len(tasks), "hand-in", progress))


def _grade_one(handin, master, key, folder, again):
    """Grade a hand-in, or find the stored result for the same bytes; return its place and the result's file name.

    This is a task for `processes.run_all`.
    """
    name = handin.file.rsplit("/", 1)[-1]
    try:
        if handin.problem:
            raise CannotRead(handin.problem)
        content = read_bytes(handin.path, handin.member)
    except CannotRead as error:
        return _stored(handin, folder / f"{_hash(str(error).encode())}.json", unread(str(error), master))
    path = folder / f"{_hash(key + hashlib.sha256(content).digest() + name.encode())}.json"
    if path.exists() and not again:
        return handin.place, path.name
    try:
        result = yield from marked(content, name, master)
        if content == master.path.read_bytes():
            result["notes"] = [*result["notes"], MASTER]
    except GraderError as error:  # a mistake of the grader must not stop the grading of other students
        result = unread(CRASHED.format(error), master) | {"is_crash": True}
        path = folder / f"crashed-{_hash(handin.file.encode())}.json"  # the next run grades it again
    return _stored(handin, path, result)


def _stored(handin, path, result):
    write_json(path, result, indent=None)
    return handin.place, path.name


def _hash(content):
    return hashlib.sha256(content).hexdigest()
