"""Start the process in which hand-ins run.

This file is started as a program. The first line of its input is JSON with the module search path and the orders for
the server. The stand-ins must be in place before the package whose modules they replace, so they are loaded from their
file.
"""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

if __name__ == "__main__":
    given = json.loads(sys.stdin.buffer.readline())
    sys.orig_argv.clear()  # it names the user's folders
    sys.path[:] = given["path"]
    spec = spec_from_file_location("pegasos_edu.check.worker.stand_ins", Path(__file__).with_name("stand_ins.py"))
    stand_ins = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(stand_ins)
    sys.meta_path.insert(0, stand_ins.Finder())
    from pegasos_edu.check.worker.server import begin

    begin(given)
