"""Write what a page needs to run a learner's Python: MicroPython, a small NumPy, and what the checker knows.

MicroPython is a program of others, under the MIT licence; ``micropython/README.md`` says which version it is.
"""

import ast
import gzip
import json
from base64 import b85encode
from pathlib import Path

from pegasos_edu.common.scripts import short

HERE = Path(__file__).parent
SCRIPT, WASM = (HERE / "micropython" / name for name in ("micropython.mjs.gz", "micropython.wasm.gz"))
FILES = {name: HERE / "in_page" / f"{name}.py" for name in ("numpy", "trying")}
WORKER = HERE / "js" / "worker.js"


def packed(tables, errors):
    """Return the parts of Python in a page as lines of text: the script, the program and all else, each packed.

    Base 85 takes a sixteenth less room than base 64; no line holds what could end a script.

    Parameters
    ----------
    tables, errors : dict, list
        What `pegasos_edu.check.tables` writes, as values for JSON; the tables by the names of their tasks.
    """
    files = {name: _without_docstrings(path.read_text("utf-8")) for name, path in FILES.items()}
    whole = {"worker": short(WORKER.read_text("utf-8")), "files": files, "tables": tables, "errors": errors}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    parts = [_packed(_classic(gzip.decompress(SCRIPT.read_bytes()).decode())), WASM.read_bytes(), _packed(text)]
    return "\n".join(b85encode(part).decode("ascii") for part in parts)


def _packed(text):
    return gzip.compress(text.encode(), mtime=0)


def _classic(module):
    """Return the script of MicroPython as a function `micropython`, for a worker that knows no modules."""
    body = module.replace("import.meta.url", '""').replace("export async", "async")
    body = body.replace("export default _createMicroPythonModule;", "")
    return f"async function micropython() {{\n{body}\nreturn loadMicroPython;\n}}\n"


def _without_docstrings(source):
    """Return a module without comments and docstrings, which are for readers of the file."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            body[0] = ast.Pass()
    return ast.unparse(tree)
