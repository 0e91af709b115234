"""Write the parts with which a page runs a learner's Python: MicroPython, a small NumPy, and tables of the checker.

MicroPython is third-party software under the MIT licence; ``micropython/README.md`` names the version.
"""

import ast
import gzip
import json
import lzma
from functools import cache
from pathlib import Path

import numpy as np

from pegasos_edu.common.micropython import for_micropython
from pegasos_edu.common.scripts import short

HERE = Path(__file__).parent
SCRIPT, WASM = (HERE / "micropython" / name for name in ("micropython.mjs.gz", "micropython.wasm.gz"))
PACKAGE = HERE.parents[1]
WORKER = HERE / "js" / "worker.js"
LZMA = [{"id": lzma.FILTER_LZMA1, "preset": 6, "lc": 3, "lp": 0, "pb": 0}]  # what js/unpack.js reads
LETTERS = np.array([code for code in range(33, 127) if chr(code) not in '"<\\'], np.uint8)  # 91, without ends of texts
BITS = 13  # of two letters, because 91² is above 2^13


@cache
def interpreter():
    """Return Python as three lines of text: MicroPython's script, its program, and the Python files of this package.

    No line holds what could end a string or a script.
    """
    files = {name: for_micropython(path.read_text("utf-8")) for name, path in files_of_page().items()}
    script, program = (gzip.decompress(path.read_bytes()) for path in (SCRIPT, WASM))
    packed_files = packed({"worker": short(WORKER.read_text("utf-8")), "files": files})
    return "\n".join([_in_letters(_classic(script.decode()).encode()), _in_letters(program), packed_files])


def files_of_page():
    """Return the files that MicroPython loads, by their places there: ``in_page``, and all that it imports."""
    files = {path.name: path for path in sorted((HERE / "in_page").glob("*.py"))}
    waiting = [*files.values()]
    while waiting:
        for path in _imported(ast.parse(waiting.pop().read_text("utf-8"))):
            if path.as_posix() not in files and (PACKAGE / path).exists():
                files[path.as_posix()] = PACKAGE / path
                waiting.append(PACKAGE / path)
    return files


def _imported(tree):
    """Yield the paths of modules of this package that a module may import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("pegasos_edu."):
            place = Path(*node.module.split("."))
            yield place.with_suffix(".py")
            yield from (place / f"{module.name}.py" for module in node.names)


def packed(content):
    """Return values for JSON as one packed line of text, such as ``{"tables": …, "errors": …}`` of the checker."""
    return _in_letters(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())


def _in_letters(content):
    """Return bytes as one line of text, for js/unpack.js: their number, and the compressed bytes as letters."""
    return f"{len(content)} {_letters(lzma.compress(content, lzma.FORMAT_RAW, filters=LZMA))}"


def _letters(content):
    """Return bytes in base 91, which needs a twelfth less space than base 64."""
    bits = np.unpackbits(np.frombuffer(content, np.uint8))
    groups = np.pad(bits, (0, -len(bits) % BITS)).reshape(-1, BITS)
    values = groups @ (1 << np.arange(BITS)[::-1])
    return LETTERS[np.stack(np.divmod(values, len(LETTERS)), axis=1)].tobytes().decode("ascii")


def _classic(module):
    """Return the script of MicroPython as a function `micropython`, because the worker cannot load modules."""
    body = module.replace("import.meta.url", '""').replace("export async", "async")
    body = body.replace("export default _createMicroPythonModule;", "")
    return f"async function micropython() {{\n{body}\nreturn loadMicroPython;\n}}\n"
