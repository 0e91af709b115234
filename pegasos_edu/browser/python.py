"""Write what a page needs to run a learner's Python: MicroPython, a small NumPy, and what the checker knows.

MicroPython is a program of others, under the MIT licence; ``micropython/README.md`` says which version it is.
"""

import ast
import gzip
import json
from base64 import b85encode
from functools import cache
from pathlib import Path

from pegasos_edu.common.scripts import short

HERE = Path(__file__).parent
SCRIPT, WASM = (HERE / "micropython" / name for name in ("micropython.mjs.gz", "micropython.wasm.gz"))
FILES = {name: HERE / "in_page" / f"{name}.py" for name in ("numpy", "trying")}
WORKER = HERE / "js" / "worker.js"


@cache
def interpreter():
    """Return Python as three lines of text: the script and the program of MicroPython, and our files for it.

    Base 85 takes a sixteenth less room than base 64. No line holds a quote, or what could end a script.
    """
    files = {name: _without_docstrings(path.read_text("utf-8")) for name, path in FILES.items()}
    script = _zipped(_classic(gzip.decompress(SCRIPT.read_bytes()).decode()))
    own = packed({"worker": short(WORKER.read_text("utf-8")), "files": files})
    return "\n".join([_in_letters(script), _in_letters(WASM.read_bytes()), own])


def packed(content):
    """Return values for JSON as one line of text, such as what the checker knows: ``{"tables": …, "errors": …}``."""
    return _in_letters(_zipped(json.dumps(content, ensure_ascii=False, separators=(",", ":"))))


def _zipped(text):
    return gzip.compress(text.encode(), mtime=0)


def _in_letters(content):
    return b85encode(content).decode("ascii")


def _classic(module):
    """Return the script of MicroPython as a function `micropython`, for a worker that knows no modules."""
    body = module.replace("import.meta.url", '""').replace("export async", "async")
    body = body.replace("export default _createMicroPythonModule;", "")
    return f"async function micropython() {{\n{body}\nreturn loadMicroPython;\n}}\n"


def _without_docstrings(source):
    """Return a module without comments and docstrings, which are for readers of the file."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)
