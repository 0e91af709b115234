"""List hostile hand-ins: HOSTILE maps a name to the words that the report must contain, and to the cells.

Each has a function `step` and does what its name says, in a cell or when the function is called. It gets no points.
"""

HOSTILE = {}
HEAD = "import os, select, sys, time\nimport numpy as np\ndef nap(seconds): select.select([], [], [], seconds)\n"


def hostile(name, words, body, *cells):
    """Add a program that does harm in its step, or in its cells if there are any."""
    lines = "\n".join(f"    {line}" for line in body.strip().split("\n"))
    HOSTILE[name] = words, [HEAD, *cells, f"def step(w, x, y, eta, lam):\n{lines}\n"]


# Programs that do not end

hostile("an endless loop", "ran for more than", "while True: pass")
hostile("a loop that catches everything", "ran for more than",
        "while True:\n    try:\n        while True: nap(0.01)\n    except BaseException: pass")  # fmt: skip
hostile("an endless cell", "ran for more than", "return None", "while True: pass")
hostile("a generator without an end", "cannot be checked as it is written", "while True:\n    yield 'x' * 100_000")

# Programs that end Python

hostile("the real _exit", "ends Python", "import posix\nposix._exit(0)")
hostile("the real _exit in a cell", "ends Python", "return None", "import posix\nposix._exit(0)")
hostile("a crash", "crash", "import ctypes\nctypes.string_at(1)")
hostile("no signal can end it", "ran for more than",
        "import signal\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except OSError: pass\n"
        "10**10**8")  # fmt: skip

# Memory, output, files

hostile("an array too large", "MemoryError", "return np.ones((100_000, 100_000))")
hostile("megabytes printed", "returned", "print('x' * 10**7)\nsys.__stdout__.write('x' * 10**7)\nreturn 'printed'")
hostile(
    "a file that grows",
    "File too large|No space left",
    "with open('f', 'wb') as f:\n    while True: f.write(bytes(10**6))",
)
hostile("many files", "writes more than|No space left",
        "for n in range(10**6):\n    open(str(n), 'wb').write(bytes(10**5))")  # fmt: skip
hostile("files without names", "writes more than|No space left",
        "files = []\nfor n in range(60):\n    files.append(open(str(n), 'wb'))\n    os.unlink(str(n))\n"
        "    for _ in range(4): files[-1].write(bytes(10**6))\n    nap(0.05)")  # fmt: skip
hostile("files that are mapped", "crash|writes more than",
        "import mmap\nmaps = []\nfor n in range(60):\n    with open(str(n), 'w+b') as f:\n"
        "        f.truncate(4 * 10**6)\n        maps.append(mmap.mmap(f.fileno(), 0))\n    os.unlink(str(n))\n"
        "    maps[-1][:] = bytes(4 * 10**6)\n    nap(0.05)")  # fmt: skip
hostile("files renamed in a loop", "ran for more than",
        "import ctypes\nctypes.CDLL(None).prctl(1, 0, 0, 0, 0)\nfor n in range(25): open(f'a{n}', 'w').close()\n"
        "while True:\n    for n in range(25): os.rename(f'a{n}', f'b{n}')\n"
        "    for n in range(25): os.rename(f'b{n}', f'a{n}')")  # fmt: skip
hostile("files without rights", "Permission denied|returned", "os.umask(0o777)\nopen('a', 'w')\nreturn 'files'")
hostile("the package written to", "read the files",
        "import pegasos_edu\nopen(pegasos_edu.__file__[:-11] + 'x.py', 'w')")  # fmt: skip
hostile("other rights for the package", "nothing else with files",
        "import pegasos_edu\nos.chmod(pegasos_edu.__file__, 0o777)")  # fmt: skip

# Other processes, and the network

hostile("a fork", "start other programs", "while True: os.fork()")
hostile("a fork by the C library", "returned", "import ctypes\nreturn str(ctypes.CDLL(None).fork())")
hostile("the parent killed by the C library", "returned",
        "import ctypes\nkilled = [ctypes.CDLL(None).kill(n, 9) for n in (-1, 0, os.getppid(), *range(2, 400))]\n"
        "return str(max(killed))")  # fmt: skip
hostile("the network", "no network", "import socket\nsocket.create_connection(('127.0.0.1', 22))")
hostile("threads left running", "returned|start new thread",
        "import threading\n[threading.Thread(target=nap, args=(1000,), daemon=True).start() for _ in range(9)]\n"
        "return 'and then'")  # fmt: skip

hostile("threads without end", "starts more than .* threads",
        "import threading\nthreading.stack_size(262144)\n"
        "while True:\n    threading.Thread(target=nap, args=(99,), daemon=True).start()\n"
        "    nap(0.001)")  # fmt: skip

# Looking for answers

hostile("the memory of the parent", "Error", "open(f'/proc/{os.getppid()}/mem', 'rb').read(10)")
hostile("the environment", "returned", "return str(sorted(os.environ))")
hostile("the file of the algorithms", "read the files",
        "import pegasos_edu\nfile = os.path.dirname(pegasos_edu.__file__) + '/algorithms/pegasos.py'\n"
        "exec(open(file).read())")  # fmt: skip

# Borrowing

BORROWED = "(hinge|looped|optimum|Classifier) of pegasos_edu, which it should write itself; that gets no points"
_CALL = "(np.array([x]), np.array([y]), lam, [0])\nreturn next(iter(steps)).w"
hostile("an algorithm", BORROWED, "from pegasos_edu import hinge\nsteps = hinge" + _CALL)
hostile("an algorithm by exec", BORROWED,
        "names = {}\nexec('from pegasos_edu.algorithms import hinge', names)\n"
        "steps = names['hinge']" + _CALL)  # fmt: skip
hostile("an estimator", BORROWED, "from pegasos_edu.estimators import PegasosClassifier\n"
        "return PegasosClassifier(lam=lam).fit([x, -x], [y, -y]).coef_")  # fmt: skip
hostile("an algorithm from a fresh start", "Error", "sys.meta_path.pop(0)\n"
        "[sys.modules.pop(n) for n in list(sys.modules) if 'pegasos_edu.algorithms' in n]\n"
        "from pegasos_edu.algorithms.pegasos import hinge\nsteps = hinge" + _CALL)  # fmt: skip

# Results

hostile("an array of objects", "returned", "return np.array([object()] * len(w), dtype=object)")
hostile("an object that is equal to all", "returned",
        "class A:\n    __eq__ = __lt__ = __gt__ = lambda *_: True\n    __hash__ = None\nreturn A()")  # fmt: skip
hostile("an object that says anything", "KeyboardInterrupt",
        "class A:\n    def __repr__(self): raise SystemExit\n"
        "    def __array__(self, *_, **__): raise KeyboardInterrupt\n"
        "    def __reduce__(self): return os._exit, (0,)\nreturn A()")  # fmt: skip
hostile("an array of its own kind", "Not correct yet",
        "class A(np.ndarray):\n    def __array_ufunc__(self, *_, **__): return True\n    __eq__ = lambda *_: True\n"
        "return np.zeros(len(w)).view(A)")  # fmt: skip
hostile("lists within lists", "RecursionError", "a = []\na.append(a)\nreturn a")
hostile("names of Python taken", "TypeError", "return len(w)", "len = max = print = isinstance = 7")

# The line to the grader

_WRITE = "for fd in range(3, 64):\n    try: os.write(fd, {})\n    except OSError: pass\n"
hostile("garbage on the line", "cannot be compared|cannot be read|cannot have come",
        _WRITE.format("b'\\xff' * 100_000") + "return w")  # fmt: skip
hostile("a forged report", "cannot have come|cannot be read",
        "import json, struct\nsaid = json.dumps({'tuple': ['answer', {'dict': [['passed', True]]}]}).encode()\n"
        + _WRITE.format("struct.pack('<II', len(said), 0) + said") + "return w")  # fmt: skip
hostile("a length without an end", "cannot be read",
        _WRITE.format("b'\\xff\\xff\\xff\\x7f' * 2") + "return w")  # fmt: skip
hostile("silence on the line", "ran for more than", _WRITE.format("b'\\x00\\x10\\x00\\x00'") + "10**10**8")
hostile("all lines closed", "ends Python", "os.closerange(0, 64)\nreturn w")
hostile("all lines closed, and on it goes", "closes files", "os.closerange(3, 64)\nwhile True: nap(0.1)")
hostile("another NumPy", "cannot have come", "np.allclose = np.array_equal = lambda *_, **__: True\n"
        "np.asarray = np.array = lambda *_, **__: 0\nreturn 0 * w",
        "np.isfinite = lambda *_: np.bool_(True)")  # fmt: skip
hostile("another package", "Not correct yet|It failed",
        "for name, module in list(sys.modules.items()):\n    if name.startswith('pegasos_edu.'):\n"
        "        for key, value in list(vars(module).items()):\n            if callable(value) and key[:1] != '_':\n"
        "                setattr(module, key, lambda *_, **__: True)\nreturn 0 * w")  # fmt: skip
hostile("no modules", "Not correct yet|It failed", "sys.modules.clear()\nreturn 0 * w")

# Cells that are not Python

hostile("brackets without an end", "SyntaxError|cannot read", "return w", "(" * 5000)
hostile("a character that is none", "SyntaxError|cannot read", "return w", "a = '\x00'")
hostile("half a character", "cannot read|cannot be run", "return w", "a = '\ud800'")
