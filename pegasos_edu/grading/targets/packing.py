"""Zip files that are the same whenever they are made; this package as one of them, to be installed from it."""

import base64
import io
import zipfile
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution

from pegasos_edu.course.copies import PACKAGE

_EARLIEST = 1980, 1, 1, 0, 0, 0  # a zip knows no earlier time
_NOT_PACKED = "lessons", "teaching", "assignments", "__pycache__"  # what is no program; the solutions above all
_WHEEL = "Wheel-Version: 1.0\nGenerator: pegasos-edu\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def packed(files, executable=()):
    """The bytes of a zip.

    Parameters
    ----------
    files : dict
        Path -> bytes.
    executable : set of str
        The paths of programs.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packing:
        for path, content in sorted(files.items()):
            about = zipfile.ZipInfo(path, _EARLIEST)
            about.create_system, about.compress_type = 3, zipfile.ZIP_DEFLATED  # the same on Windows
            about.external_attr = (0o100755 if path in executable else 0o100644) << 16
            packing.writestr(about, content)
    return buffer.getvalue()


@cache
def wheel():
    """This package without its notebooks: the name of the wheel, and its bytes."""
    about = distribution("pegasos_edu")
    folder = f"pegasos_edu-{about.version}.dist-info"
    files = {
        path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes()
        for path in PACKAGE.rglob("*")
        if path.is_file() and not set(_NOT_PACKED) & set(path.relative_to(PACKAGE).parts)
    }
    head = about.read_text("METADATA").split("\n\n")[0] + "\n"
    files |= {f"{folder}/METADATA": head.encode(), f"{folder}/WHEEL": _WHEEL.encode()}
    record = "".join(f"{path},sha256={_hash(content)},{len(content)}\n" for path, content in sorted(files.items()))
    files[f"{folder}/RECORD"] = f"{record}{folder}/RECORD,,\n".encode()
    return f"pegasos_edu-{about.version}-py3-none-any.whl", packed(files)


def _hash(content):
    return base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
