"""The course: where its notebooks are, and a copy of them, which may be changed: for a learner, or for a teacher."""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pegasos_edu.common.files import whole_file

PACKAGE = Path(__file__).resolve().parent.parent
PLACES = (PACKAGE / "notebooks", PACKAGE.parent / "notebooks")  # in an installed package, and in a clone
WELCOME = "lessons/00_welcome.ipynb"
ON_SOLUTIONS = "Solutions are folded below each question."  # as lessons say it
MANIFEST = ".pegasos-course.json"  # what was copied: each path, and the hash of what it held


def home():
    """The folder of the course itself.

    Returns
    -------
    Path

    Raises
    ------
    FileNotFoundError
        Where there is no course.
    """
    for place in PLACES:
        if (place / WELCOME).is_file():
            return place
    places = " or ".join(map(str, PLACES))
    raise FileNotFoundError(
        f"{places} must hold the course, got no {WELCOME} there; install the package anew, from a wheel or a clone."
    )


def lessons():
    """The paths of all lessons, in order."""
    return sorted((home() / "lessons").glob("*.ipynb"))


def lesson(name):
    """The path of one lesson.

    Parameters
    ----------
    name : str
        Such as "03", "pegasos" or "03_pegasos".

    Returns
    -------
    Path

    Raises
    ------
    ValueError
        Where no lesson, or more than one, has this name.
    """
    found = [path for path in lessons() if name in (path.stem, *path.stem.split("_", 1))]
    if len(found) != 1:
        raise ValueError(
            f"LESSON must name one lesson, got {name!r}; give one of {', '.join(path.stem for path in lessons())}."
        )
    return found[0]


def copy(folder, solutions=False, assignments=None):
    """Copy the course; a file that is still as it was copied is brought up to date, a changed one never touched.

    A learner's copy shows nothing before it is run, as a prediction comes first, and holds no solutions.

    Parameters
    ----------
    folder : path
        Made where there is none.
    solutions : bool
        The teacher's copy: lessons as they are stored, the masters of the assignments, and what is for teachers.
    assignments : dict, optional
        Of the learner's copy: path -> bytes.

    Returns
    -------
    list of str
        The changed files of which the course has another version now.

    Raises
    ------
    OSError
        Where nothing can be written there.
    """
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"FOLDER must be a folder for the course, got the file {folder}; name another one.")
    before, now, kept = _manifest(folder), {}, []
    content = {path.relative_to(home()).as_posix(): path.read_bytes() for path in [*lessons(), *_teachers(solutions)]}
    if not solutions:
        content = {name: learners(new) for name, new in content.items()} | (assignments or {})
    for name, new in content.items():
        known, mine = before.get(name), _hash_of(folder / name)
        if mine in (None, known):
            _write(folder / name, new)
            mine = _hash(new)
        now[name] = mine if mine == _hash(new) else known
        if now[name] != _hash(new):
            kept.append(name)
    _write(folder / MANIFEST, json.dumps(now, indent=1).encode())
    return kept


def _teachers(solutions):
    """The paths of what is for teachers alone."""
    return [path for room in ("assignments", "teaching") for path in sorted((home() / room).glob("*.*")) if solutions]


def learners(content):
    """A notebook as a learner gets it: without what its cells showed, and without solutions.

    Parameters
    ----------
    content : bytes
        Of the notebook.

    Returns
    -------
    bytes
    """
    notebook = json.loads(content)
    notebook["cells"] = [cell for cell in notebook["cells"] if "solution" not in cell["metadata"].get("tags", [])]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        else:
            cell["source"] = "".join(cell["source"]).replace(ON_SOLUTIONS, "")
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode() + b"\n"


def _manifest(folder):
    """What was copied; nothing where that cannot be read, so that every file that differs counts as changed."""
    with suppress(FileNotFoundError, ValueError, TypeError):
        return dict(json.loads((folder / MANIFEST).read_text("utf-8")))
    return {}


def _write(path, content):
    """Write a file if it holds anything else."""
    if _hash_of(path) != _hash(content):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(content)


def _hash_of(path):
    """The hash of a file, None where there is none."""
    return _hash(path.read_bytes()) if path.exists() else None


def _hash(content):
    return sha256(content).hexdigest()
