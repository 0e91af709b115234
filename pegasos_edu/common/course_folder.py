"""Find the notebooks of the course, and copy them for a learner, a teacher or a book."""

import json
import sqlite3
from contextlib import closing, suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path

from pegasos_edu.common.files import whole_file

PACKAGE = Path(__file__).resolve().parent.parent
PLACES = (PACKAGE / "notebooks", PACKAGE.parent / "notebooks")  # the first if installed, the second in a clone
WELCOME = "lessons/00_welcome.ipynb"
ON_SOLUTIONS = "Solutions are folded below each question."  # this sentence is in the lessons
CONFIG = b"""title: Pegasos, step by step
only_build_toc_files: true
execute: {execute_notebooks: "off"}
"""  # of a Jupyter Book
FOLDS = {"source_hidden": "hide-input", "outputs_hidden": "hide-output"}
MANIFEST = ".pegasos-course.json"  # lists the path and the hash of each copied file


def home():
    """Return the folder of the course.

    Raises
    ------
    FileNotFoundError
        If there is no course.
    """
    for place in PLACES:
        if (place / WELCOME).is_file():
            return place
    places = " or ".join(map(str, PLACES))
    raise FileNotFoundError(
        f"{places} must hold the course, got no {WELCOME} there; install the package anew, from a wheel or a clone."
    )


def lessons():
    """Return the paths of all lessons, in order."""
    return sorted((home() / "lessons").glob("*.ipynb"))


def lesson(name):
    """Return the path of the lesson with a number or a name, such as "03", "pegasos" or "03_pegasos".

    Raises
    ------
    ValueError
        If no lesson, or more than one, has this name.
    """
    paths = [path for path in lessons() if name in (path.stem, *path.stem.split("_", 1))]
    if len(paths) != 1:
        raise ValueError(
            f"LESSON must name one lesson, got {name!r}; give one of {', '.join(path.stem for path in lessons())}."
        )
    return paths[0]


def for_learners(assignments=()):
    """Return the files of a learner's copy, path -> bytes.

    A learner's copy holds no solutions, and no outputs, because learners should predict them first.

    Parameters
    ----------
    assignments : dict
        The assignments for learners, path -> bytes.
    """
    return {name: learners(content) for name, content in _files(lessons()).items()} | dict(assignments)


def for_teachers():
    """Return lessons with outputs, assignments with solutions, and texts for teachers, path -> bytes."""
    rooms = (sorted((home() / room).glob("*.*")) for room in ("assignments", "teaching"))
    return _files([*lessons(), *chain.from_iterable(rooms)])


def for_a_book():
    """Return the lessons with outputs as a Jupyter Book, in which their folded cells are folded, path -> bytes."""
    first, *others = (f"lessons/{path.stem}" for path in lessons())
    chapters = "".join(f"- file: {path}\n" for path in others)
    content = {name: _folded(notebook) for name, notebook in _files(lessons()).items()}
    return content | {
        "_config.yml": CONFIG,
        "_toc.yml": f"format: jb-book\nroot: {first}\nchapters:\n{chapters}".encode(),
    }


def _files(paths):
    return {path.relative_to(home()).as_posix(): path.read_bytes() for path in paths}


def copy(folder, content):
    """Copy the course; update files that have not changed since they were copied, and keep changed files.

    Parameters
    ----------
    folder : path
        The folder for the copy; it is made if it does not exist.
    content : dict
        The files, path -> bytes, of one of the functions above.

    Returns
    -------
    list of str
        The changed files for which the course has a newer version.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"FOLDER must be a folder for the course, got the file {folder}; name another one.")
    before, hashes, outdated = _manifest(folder), {}, []
    for name, new in content.items():
        current = _hash_of(folder / name)
        if current in (None, before.get(name), _hash(new)):
            _write(folder / name, new)
            hashes[name] = _hash(new)
        else:
            hashes[name] = before.get(name)
            outdated += [name] if hashes[name] != _hash(new) else []
    _write(folder / MANIFEST, json.dumps(hashes, indent=1).encode())
    return outdated


def trust():
    """Mark the notebooks of the course as trusted, so that JupyterLab shows the players in their stored outputs.

    A signature belongs to what a notebook holds: a copy that somebody changes has none.

    Raises
    ------
    OSError
        If the signatures cannot be written.
    """
    import nbformat
    from jupyter_core.paths import jupyter_data_dir
    from nbformat.sign import NotebookNotary

    folder = Path(jupyter_data_dir())
    folder.mkdir(parents=True, exist_ok=True)
    notary = NotebookNotary(data_dir=str(folder))
    try:
        with closing(notary.store):
            for path in home().glob("*/*.ipynb"):
                notary.sign(nbformat.read(path, as_version=4))
    except sqlite3.Error as error:
        raise OSError(str(error)) from None
    if not Path(notary.db_file).is_file():  # the notary then keeps signatures in its memory, without an error
        raise OSError(f"no {notary.db_file}")


def learners(content):
    """Return the bytes of a notebook without its outputs and solutions."""
    notebook = json.loads(content)
    notebook["cells"] = [cell for cell in notebook["cells"] if "solution" not in cell["metadata"].get("tags", [])]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        else:
            cell["source"] = "".join(cell["source"]).replace(ON_SOLUTIONS, "")
    return _written(notebook)


def _folded(content):
    """Return the bytes of a notebook with a tag of Jupyter Book for what JupyterLab folds."""
    notebook = json.loads(content)
    for cell in notebook["cells"]:
        hidden = cell["metadata"].get("jupyter", {})
        tags = [tag for name, tag in FOLDS.items() if hidden.get(name)]
        cell["metadata"] |= {"tags": cell["metadata"].get("tags", []) + tags} if tags else {}
    return _written(notebook)


def _written(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode() + b"\n"


def _manifest(folder):
    """Return the hashes of copied files; if they cannot be read, {}, so that files that differ count as changed."""
    with suppress(FileNotFoundError, ValueError, TypeError):
        return dict(json.loads((folder / MANIFEST).read_text("utf-8")))
    return {}


def _write(path, content):
    if _hash_of(path) != _hash(content):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(content)


def _hash_of(path):
    return _hash(path.read_bytes()) if path.exists() else None


def _hash(content):
    return sha256(content).hexdigest()
