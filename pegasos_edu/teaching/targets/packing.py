"""Pack files as a zip, and this package as a wheel."""

import base64
import io
import zipfile
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution

from pegasos_edu.common.course_folder import PACKAGE, learners, lessons

_COURSE = ("notebooks", "figures")  # the folders of a wheel with the notebooks and the pictures
_WHEEL = "Wheel-Version: 1.0\nGenerator: pegasos-edu\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def zipped(files, executable=()):
    """Return the bytes of a zip of files, given path -> bytes; `executable` holds the paths of programs."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(files.items()):
            member = zipfile.ZipInfo(path)
            member.create_system = 3  # Unix, so that programs stay executable
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = (0o100755 if path in executable else 0o100644) << 16
            archive.writestr(member, content)
    return buffer.getvalue()


@cache
def wheel(with_lessons=False):
    """Return the name and the bytes of a wheel of this package, without masters and files for teachers.

    Lessons are included on request, without their solutions.
    """
    package = distribution("pegasos_edu")
    folder = f"pegasos_edu-{package.version}.dist-info"
    files = {f"{PACKAGE.name}/{path.as_posix()}": (PACKAGE / path).read_bytes() for path in _programs()}
    if with_lessons:
        files |= {f"{PACKAGE.name}/notebooks/lessons/{path.name}": learners(path.read_bytes()) for path in lessons()}
    head = package.read_text("METADATA").split("\n\n")[0] + "\n"
    scripts = package.read_text("entry_points.txt") or ""
    files |= {f"{folder}/METADATA": head.encode(), f"{folder}/WHEEL": _WHEEL.encode()}
    files |= {f"{folder}/entry_points.txt": scripts.encode()}
    files |= {
        f"{folder}/licenses/{name}": _licence(package, name) for name in package.metadata.get_all("License-File", [])
    }
    record = "".join(f"{path},sha256={_hash(content)},{len(content)}\n" for path, content in sorted(files.items()))
    files[f"{folder}/RECORD"] = f"{record}{folder}/RECORD,,\n".encode()
    return f"pegasos_edu-{package.version}-py3-none-any.whl", zipped(files)


def _licence(package, name):
    """Return a licence that the installed package or, where it does not hold licences, its clone holds."""
    held = package.read_text(f"licenses/{name}")
    return (PACKAGE.parent / name).read_bytes() if held is None else held.encode()


def _programs():
    """Return the paths of this package's files, relative to the package."""
    paths = (path.relative_to(PACKAGE) for path in PACKAGE.rglob("*") if path.is_file())
    return [path for path in paths if path.parts[0] not in _COURSE and "__pycache__" not in path.parts]


def _hash(content):
    return base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
