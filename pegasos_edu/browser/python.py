"""Write the parts with which a page runs a learner's Python: MicroPython, a small NumPy, and tables of the checker.

MicroPython is third-party software under the MIT licence; ``micropython/README.md`` names the version.
"""

import gzip
import json
from base64 import b85encode
from functools import cache
from pathlib import Path

from pegasos_edu.common.micropython import for_micropython
from pegasos_edu.common.scripts import short

HERE = Path(__file__).parent
SCRIPT, WASM = (HERE / "micropython" / name for name in ("micropython.mjs.gz", "micropython.wasm.gz"))
PARTS = Path("pegasos_edu/check/parts")  # the package whose modules also run in a page
FILES = {
    **{f"{name}.py": HERE / "in_page" / f"{name}.py" for name in ("numpy", "trying")},
    **{f"{PARTS.as_posix()}/{path.name}": path for path in sorted((HERE.parents[1] / PARTS).glob("*.py"))},
}
WORKER = HERE / "js" / "worker.js"


@cache
def interpreter():
    """Return Python as three lines of text: MicroPython's script, its program, and the Python files of this package.

    Base 85 needs a sixteenth less space than base 64. No line holds a quote, or characters that could end a script.
    """
    files = {name: for_micropython(path.read_text("utf-8")) for name, path in FILES.items()}
    script = _zipped(_classic(gzip.decompress(SCRIPT.read_bytes()).decode()))
    own = packed({"worker": short(WORKER.read_text("utf-8")), "files": files})
    return "\n".join([_in_letters(script), _in_letters(WASM.read_bytes()), own])


def packed(content):
    """Return values for JSON as one packed line of text, such as ``{"tables": …, "errors": …}`` of the checker."""
    return _in_letters(_zipped(json.dumps(content, ensure_ascii=False, separators=(",", ":"))))


def _zipped(text):
    return gzip.compress(text.encode(), mtime=0)


def _in_letters(content):
    return b85encode(content).decode("ascii")


def _classic(module):
    """Return the script of MicroPython as a function `micropython`, because the worker cannot load modules."""
    body = module.replace("import.meta.url", '""').replace("export async", "async")
    body = body.replace("export default _createMicroPythonModule;", "")
    return f"async function micropython() {{\n{body}\nreturn loadMicroPython;\n}}\n"
