"""Write the parts with which a page runs a learner's Python: MicroPython, a small NumPy, and tables of the checker.

MicroPython is third-party software under the MIT licence; ``micropython/README.md`` names the version.
"""

import ast
import gzip
import json
from base64 import b85encode
from functools import cache
from pathlib import Path

from pegasos_edu.common.micropython import for_micropython
from pegasos_edu.common.scripts import short

HERE = Path(__file__).parent
SCRIPT, WASM = (HERE / "micropython" / name for name in ("micropython.mjs.gz", "micropython.wasm.gz"))
PACKAGE = HERE.parents[1]
WORKER = HERE / "js" / "worker.js"


@cache
def interpreter():
    """Return Python as three lines of text: MicroPython's script, its program, and the Python files of this package.

    Base 85 needs a sixteenth less space than base 64. No line holds a quote, or characters that could end a script.
    """
    files = {name: for_micropython(path.read_text("utf-8")) for name, path in files_of_page().items()}
    script = _zipped(_classic(gzip.decompress(SCRIPT.read_bytes()).decode()))
    own = packed({"worker": short(WORKER.read_text("utf-8")), "files": files})
    return "\n".join([_in_letters(script), _in_letters(WASM.read_bytes()), own])


def files_of_page():
    """Return the files that MicroPython loads, by their places there: ``in_page``, and all that it imports."""
    found = {path.name: path for path in sorted((HERE / "in_page").glob("*.py"))}
    waiting = [*found.values()]
    while waiting:
        for path in _imported(ast.parse(waiting.pop().read_text("utf-8"))):
            if path.as_posix() not in found and (PACKAGE / path).exists():
                found[path.as_posix()] = PACKAGE / path
                waiting.append(PACKAGE / path)
    return found


def _imported(tree):
    """Yield the paths of modules of this package that a module may import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("pegasos_edu."):
            place = Path(*node.module.split("."))
            yield place.with_suffix(".py")
            yield from (place / f"{one.name}.py" for one in node.names)


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
