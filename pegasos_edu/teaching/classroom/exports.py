"""Recognise exports of Moodle, Canvas, Gradescope and nbgrader, and whose each file in them is.

Each platform names the first level of the folder or zip in its own way. Only these names say who handed in a file; the
names below them were chosen by students and have no meaning.
"""

import base64
import re
from collections import defaultdict
from contextlib import suppress
from typing import NamedTuple

import yaml

from pegasos_edu.teaching.classroom.file_bytes import CannotRead, read_bytes
from pegasos_edu.teaching.classroom.listing import File, is_code
from pegasos_edu.teaching.classroom.names import normalised

# NAME_NUMBER_assignsubmission_file/PATH, or NAME_NUMBER_assignsubmission_file_PATH without folders. Older versions add
# "_" to the name of the folder, and a team may have no number.
MOODLE = re.compile(r"(?P<student>.+?)(?:[_ ](?P<number>\d+))?_assignsubmission_[a-z]+(?:_(?P<file>.*))?", re.DOTALL)
# name[_LATE]_NUMBER_NUMBER_FILE in small letters, or [LATE_]anon_LETTERS_NUMBER_FILE; a text or a link has no file.
REST = r"_(?:(?P<id>\d+)_(?P<file>.+)|(?:text|link)\.html)"
NAMED = re.compile(r"(?P<student>(?:(?!_assignsubmission_)\S)*?)_(?P<is_late>LATE_)?(?P<number>\d+)" + REST, re.DOTALL)
ANONYMOUS = re.compile(r"(?P<student>)(?P<is_late>LATE_)?(?P<number>anon_\d*[A-Za-z][A-Za-z\d]*)" + REST, re.DOTALL)
GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")
METADATA = "submission_metadata.yml"  # Gradescope writes it beside the folders of the submissions
NBGRADER = "submitted"  # this folder holds a folder for each student
COURSE = {"source", "release", "autograded", "feedback", "nbgrader_config.py", "gradebook.db"}  # nbgrader's, beside it
MOST_NAMES, LONGEST = 50, 200  # the most names of a submission, and the most letters of each


class Student(NamedTuple):
    """Describe a student by the path of a hand-in."""

    name: str
    number: str = ""  # identifies the student or the submission on the platform
    platform: str = ""  # "moodle", "canvas", "gradescope", or "" if the path does not show it
    label: str = ""  # the name that Canvas needs for the file of a feedback page
    note: str = ""

    @property
    def key(self):
        """Return a key that is the same for all hand-ins of a student."""
        return f"{self.platform} {self.number}" if self.number else normalised(self.name)


class Owned(NamedTuple):
    """Describe a file of a student."""

    file: File
    student: Student
    inside: tuple  # the parts of its path within the hand-in

    @property
    def name(self):
        return self.inside[-1]


def owned(files, is_folder):
    """Return the files of students, and remarks on the others; is_folder says whether the files are not of a zip."""
    files, around = _unwrapped(files, not is_folder)
    remarks = [f"{around}: this only folder was taken for the folder of the class"] * bool(around and is_folder)
    form = form_of(files)
    submitters, more = _submitters(files) if form == "gradescope" else ({}, [])
    of_students, homes = [], set()
    for file in files:
        if form == "gradescope" and file.parts == (METADATA,):
            continue
        if student_and_path := _student_of(file.parts, form, submitters):
            of_students.append(Owned(file, *student_and_path))
        else:
            homes.add("/".join(file.parts) if file.parts[0] == NBGRADER else file.parts[0])
    outside = [f"{name}: it lies outside the students' folders in submitted" for name in homes]
    return of_students, [*more, *outside, *remarks]


def _unwrapped(files, is_of_zip):
    """Remove folders that contain the whole class from all paths, because they do not name a student.

    Also returns their path. Within the only folder of a folder, the names of a platform or several folders with
    programs show a class. A zip usually holds such a folder, which is a student's own only if it holds one program.
    """
    unwrapped, around, is_class = (files, ""), [], True
    while len({file.parts[0] for file in files}) == 1 and not form_of(files):
        around.append(files[0].parts[0])
        files = [file._replace(parts=file.parts[1:]) for file in files]
        if not all(file.parts for file in files):
            break
        programs = [file.parts for file in files if is_code(file.parts[-1])]
        has_program = any(len(parts) == 1 for parts in programs)
        has_several = len({parts[0] for parts in programs}) > 1
        shows_class = has_several or (programs and not has_program) if is_of_zip else has_several and not has_program
        is_class = is_class and shows_class
        if is_class or _is_export(files):
            unwrapped = files, "/".join(around)
    return unwrapped


def _submitters(files):
    """Return the names of Gradescope's submissions, and a remark if some are not known."""
    file = next((file for file in files if file.parts == (METADATA,) and not file.problem), None)
    names, is_whole = {}, False
    if file:
        with suppress(CannotRead):
            names, is_whole = submitters_of(read_bytes(file.path, file.member))
    remark = f"{METADATA}: it is missing, a link, too large or damaged, so some students are called as their folders"
    return names, [] if is_whole else [remark]


def form_of(files):
    """Return the platform that exported some files, by the names of their first level; "" for a plain class."""
    folders = {file.parts[0] for file in files if len(file.parts) > 1}
    names = {file.parts[0] for file in files if len(file.parts) == 1}
    if any(map(_of_moodle, folders | names)):
        return "moodle"
    if any(map(GRADESCOPE.fullmatch, folders)):
        return "gradescope"
    if _is_of_canvas(names):
        return "canvas"
    return "nbgrader" if NBGRADER in folders and (folders == {NBGRADER} or COURSE & (folders | names)) else ""


def _is_export(files):
    """Return whether a platform gave most of the names on the first level that hold programs."""
    form, firsts = form_of(files), {file.parts[0]: file.parts for file in files if is_code(file.parts[-1])}
    if form == "nbgrader":
        return True
    known = [bool(_student_of(parts, form, {})[0].platform) for parts in firsts.values()]
    return form != "" and (not known or 2 * sum(known) > len(known))


def _of_moodle(name):
    return MOODLE.fullmatch(name) if not _of_canvas(name) else None


def _of_canvas(name):
    match = ANONYMOUS.fullmatch(name) or NAMED.fullmatch(name)
    return match if match and match["student"] == match["student"].lower() else None


def _is_of_canvas(names):
    """Return whether Canvas named the files of a class: it gives each file a number of its own."""
    matches = [match for match in map(_of_canvas, names) if match]
    numbers = [match["id"] for match in matches if match["id"]]
    return bool(matches) and (not numbers or 2 * len({*numbers}) > len(numbers))


def _student_of(parts, form, submitters):
    """Return the student who handed in a file, and its path within the hand-in; None for a file of nobody.

    `parts` is its path within the class, and `submitters` maps the numbers of Gradescope's submissions to names.
    """
    first, *inside = parts
    inside = tuple(inside)
    if form == "moodle" and (match := _of_moodle(first)) and (inside or match["file"]):
        return Student(match["student"], match["number"] or "", form), inside or (match["file"],)
    if form == "gradescope" and inside and (match := GRADESCOPE.fullmatch(first)):
        return Student(submitters.get(match["number"]) or first, match["number"], form), inside
    if form == "canvas" and not inside and (match := _of_canvas(first)):
        name, note = match["student"] or match["number"], "Canvas marks it as late" if match["is_late"] else ""
        return Student(name, match["number"], form, first, note), (match["file"] or first,)
    if form == "nbgrader":
        return (Student(inside[0]), inside[1:]) if first == NBGRADER and len(inside) > 1 else None
    return Student(first if inside else _stem(first)), inside or (first,)


def _stem(name):
    """Return the name of a file without its ending, and without an ending that a browser added."""
    return re.sub(r"(\.ipynb|\.py|\.zip)?(\.txt|\.json)?$|(?<=.)\.\w{1,5}$", "", name, flags=re.IGNORECASE) or name


def submitters_of(content):
    """Read Gradescope's ``submission_metadata.yml``; return number of a submission -> names of its students.

    Names that these students had in the history of the submission do not count. The file is read event by event, so
    its depth and its aliases cost nothing, up to a place that is not YAML; also returns whether there is such a place.
    """
    names, anchors, path = defaultdict(list), {}, []  # `path`: the key in each open mapping, None in each open list
    try:
        for event in yaml.parse(content, getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
            if isinstance(event, yaml.CollectionStartEvent):
                path.append("" if isinstance(event, yaml.MappingStartEvent) else None)
                continue
            if isinstance(event, yaml.CollectionEndEvent):
                path.pop()
            elif not isinstance(event, yaml.NodeEvent):
                continue
            else:
                text = _text_of(event, anchors)
                if path and path[-1] == "":  # the mapping waits for a key
                    path[-1] = text or "?"
                    continue
                match = GRADESCOPE.fullmatch(path[0] or "") if path[1:] == [":submitters", None, ":name"] else None
                if match and len(names[match["number"]]) < MOST_NAMES:
                    names[match["number"]].append(text[:LONGEST])
            if path and path[-1]:  # the value of its key has ended
                path[-1] = ""
    except (yaml.YAMLError, ValueError):
        is_whole = False
    else:
        is_whole = True
    return {number: ", ".join(filter(None, dict.fromkeys(those))) for number, those in names.items()}, is_whole


def _text_of(event, anchors):
    """Return a text of YAML on one line; Ruby writes some names in base64, and the second time as an alias."""
    if isinstance(event, yaml.AliasEvent):
        return anchors.get(event.anchor, "")
    text = event.value
    if (event.tag or "").endswith("binary"):
        text = base64.b64decode(text).decode("utf-8", "replace")
    text = " ".join(text.split())
    if event.anchor:
        anchors[event.anchor] = text
    return text
