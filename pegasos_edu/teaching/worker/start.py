"""Begins the process in which hand-ins run; started as a file, so that nothing of the package is loaded before.

Its only argument is JSON: where modules are looked for, and how the process is to serve.
"""

import importlib.util
import json
import sys
from pathlib import Path


def _stand_ins():
    """The module of stand-ins, by the name that it has for all others."""
    path = Path(__file__).with_name("stand_ins.py")
    spec = importlib.util.spec_from_file_location("pegasos_edu.teaching.worker.stand_ins", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    sys.path[:] = given["path"]
    _stand_ins().install()
    from pegasos_edu.teaching.worker import server

    server.begin(given)
