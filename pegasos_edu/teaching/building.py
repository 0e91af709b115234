"""Build the files that are handed out and graded, in one folder for each assignment."""

import json
import tempfile
from hashlib import sha256
from pathlib import Path

from pegasos_edu.common.files import replace_folder
from pegasos_edu.teaching.master_verification import verify
from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.targets import files

MANIFEST = ".built.json"  # lists each path that was made with the hash of its content


def build(master, out):
    """Verify a master, and make everything that is handed out and graded, in a folder with the assignment's name.

    The folder is replaced completely or not at all, and only if an earlier build made it. Returns the folder and a list
    of sentences, one for each mistake that a check does not notice.

    Raises
    ------
    ValueError
        If the file is not a master, or `verify` refuses it.
    FileExistsError
        If the folder holds files that `build` has not made.
    OSError
        If the folder cannot be written.
    """
    assignment = read_master(master)
    slips = [
        f"{assignment.path}, cell {check.number}: the check {check.name!r} lets this mistake through: {title}."
        for check, title in verify(assignment)
    ]
    folder = Path(out) / assignment.name
    _check_files(folder)
    content = files(assignment)
    content[MANIFEST] = json.dumps({path: _hash(content[path]) for path in sorted(content)}, indent=1).encode()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{assignment.name}-", dir=folder.parent) as part:
        new = Path(part) / "new"
        for path, written in content.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_bytes(written)
        replace_folder(folder, new, Path(part) / "old")
    return folder, slips


def _check_files(folder):
    """Raise FileExistsError if a folder holds files that an earlier build has not made."""
    manifest = folder / MANIFEST
    known = json.loads(manifest.read_text("utf-8")) if manifest.is_file() else {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path != manifest):
        name = path.relative_to(folder).as_posix()
        if known.get(name) != _hash(path.read_bytes()):
            raise FileExistsError(
                f"{folder} must contain only files that an earlier build made, got {name}, which is new or changed; "
                "move it away, or give another folder with --out."
            )


def _hash(content):
    return sha256(content).hexdigest()
