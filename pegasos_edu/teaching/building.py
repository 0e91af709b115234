"""`pegasos-edu assignment build`: make what is handed out and graded, in folders of its own, whole or not at all."""

import json
import tempfile
from hashlib import sha256
from pathlib import Path

from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.proving import prove
from pegasos_edu.teaching.targets import files

MANIFEST = ".built.json"  # what was made: each path, and the hash of what it held


def build(master, out):
    """Prove a master, and make all that is handed out and graded of it, in a folder of the assignment's name.

    A folder that an earlier build made is replaced; nothing else is.

    Parameters
    ----------
    master : str or Path
        As for `read_master`.
    out : Path
        The folder to make it in.

    Returns
    -------
    (Path, list of str)
        The folder, and mistakes that a check lets through, in sentences.

    Raises
    ------
    ValueError
        For a file that is no master, or one that `prove` refuses.
    FileExistsError
        Where the folder holds what this has not made.
    OSError
        Where it cannot be written.
    """
    assignment = read_master(master)
    slips = [
        f"{assignment.path}, cell {check.number}: the check {check.name!r} lets this mistake through: {title}."
        for check, title in prove(assignment)
    ]
    folder = Path(out) / assignment.name
    _check_ours(folder)
    content = files(assignment)
    content[MANIFEST] = json.dumps({path: _hash(content[path]) for path in sorted(content)}, indent=1).encode()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{assignment.name}-", dir=folder.parent) as part:
        new = Path(part) / "new"
        for path, written in content.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_bytes(written)
        _replace(folder, new, Path(part) / "old")
    return folder, slips


def _replace(folder, new, old):
    """Replace an old folder by a new one; the old one comes back if that fails."""
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise


def _check_ours(folder):
    """Raise FileExistsError where a folder holds what an earlier build has not made."""
    if not folder.exists():
        return
    known = {}
    if (folder / MANIFEST).is_file():
        known = json.loads((folder / MANIFEST).read_text("utf-8"))
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if name != MANIFEST and known.get(name) != _hash(path.read_bytes()):
            raise FileExistsError(
                f"{folder} must hold nothing but what an earlier build made, got {name}, which is another's or "
                "changed; move it away, or give another folder by --out."
            )


def _hash(content):
    return sha256(content).hexdigest()
