"""A process shuts itself in, for good: what it may use up, what it may open, and what it may ask of the system.

What Linux offers to everybody is used: limits of resources, namespaces, Landlock for files, and a filter of system
calls (`filtering`). Each may be missing on a machine; what is there is reported.
"""

import ctypes
import os
import signal
import sys
import sysconfig
from functools import cache
from pathlib import Path

from pegasos_edu.child.filtering import NO_NEW_PRIVILEGES, filter_calls, libc, number

PACKAGE = Path(__file__).resolve().parents[1]
_OPEN_TO_ALL = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/usr/share/zoneinfo", "/usr/share/fonts")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
# Of this package, what a hand-in may read.
_FREE = ("basics", "child", "datasets", "kernels.py", "losses.py", "__init__.py", "boxes/inputs.py", "boxes/rows.py",
         "boxes/steps.py", "check/classes.py", "check/failures.py", "check/programs.py", "check/running.py",
         "check/unwritten.py")  # fmt: skip

# Landlock: rights to files. Of what is not allowed, nothing can be opened.
_WRITE, _READ, _READ_DIR, _REMOVE, _MAKE_FILE, _TRUNCATE = (1 << bit for bit in (1, 2, 3, 5, 8, 14))
_ALL_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}  # by version
_OF_FILES = _WRITE | _READ | _TRUNCATE
_TCP, _SCOPED = 3, 3  # bind and connect; sockets without a name, and signals, to others


def confine(folder, limits):
    """Shut this process in.

    Parameters
    ----------
    folder : str
        In which it may write.
    limits : dict

    Returns
    -------
    list of str
        What is protected, of "resources", "files", "calls".
    """
    found = ["resources"] if _limit(limits) else []
    sys.addaudithook(_refuse)
    if not sys.platform.startswith("linux"):
        return found
    libc().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    found += ["files"] if _lock_files(folder) else []
    _drop_capabilities()
    return found + (["calls"] if filter_calls() else [])


# Resources


def _limit(limits):
    """Limits of memory, time and files, as far as the system knows them."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    wanted = {"RLIMIT_AS": _taken() + limits["memory"], "RLIMIT_CPU": int(limits["total_seconds"]) + 1,
              "RLIMIT_FSIZE": limits["bytes_of_files"], "RLIMIT_NOFILE": limits["open_files"],
              "RLIMIT_CORE": 0}  # fmt: skip
    if sys.platform == "darwin":  # threads count on Linux, where a filter forbids processes
        wanted["RLIMIT_NPROC"] = 0
    for name, most in wanted.items():
        try:
            resource.setrlimit(getattr(resource, name), (most, most))
        except (AttributeError, ValueError, OSError):  # macOS has no limit of memory
            continue
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a file that grows too large is an error of writing it
    return True


def _taken():
    """Bytes of address space that Python takes already, where the system tells it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1 << 30


# Namespaces

_NEW = {"user": 0x10000000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x08000000, "uts": 0x04000000}


def unshare():
    """Put what is started from here on into namespaces of its own: no network, no other processes."""
    every = sum(_NEW.values())
    return libc().unshare(every) == 0 or libc().unshare(every - _NEW["user"]) == 0  # the second for root only


def die_with_parent():
    """Ask to be killed when the process that started this one ends, however it does."""
    libc().prctl(1, signal.SIGKILL, 0, 0, 0)
    os.setsid()


def _drop_capabilities():
    """Whoever starts the grader as root has no rights here that others have not."""
    head, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    libc().capset(head, data)


# Files


class _Rights(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("rights", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def _lock_files(folder):
    """Allow to read Python, its packages and what is free of this one, and to write into one folder."""
    version = libc().syscall(number("landlock_create_ruleset"), None, 0, 1)
    if version < 1:
        return False
    all_rights = _ALL_RIGHTS[max(known for known in _ALL_RIGHTS if known <= version)]
    rights = _Rights(all_rights, _TCP if version >= 4 else 0, _SCOPED if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = libc().syscall(number("landlock_create_ruleset"), ctypes.byref(rights), size, 0)
    if rules < 0:
        return False
    for path in readable():
        _allow(rules, path, _READ | _READ_DIR)
    for path in _DEVICES:
        _allow(rules, path, _READ | _WRITE)
    _allow(rules, folder, (_READ | _READ_DIR | _WRITE | _REMOVE | _MAKE_FILE | _TRUNCATE) & all_rights)
    done = libc().syscall(number("landlock_restrict_self"), rules, 0) == 0
    os.close(rules)
    return done


def _allow(rules, path, rights):
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # it is not there
        return
    beneath = _Beneath(rights if os.path.isdir(path) else rights & _OF_FILES, opened)
    libc().syscall(number("landlock_add_rule"), rules, 1, ctypes.byref(beneath), 0)
    os.close(opened)


@cache
def readable():
    """Files and folders that any program may read: of folders with this package in them, all but the package.

    It may be there twice, where it is used from a checkout and installed as well.
    """
    roots = {Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
    roots |= {Path(prefix).resolve() / "lib" for prefix in (sys.prefix, sys.base_prefix)}  # conda has libraries there
    roots |= {Path(one).resolve() for one in sys.path if Path(one).name in ("site-packages", "dist-packages")}
    roots |= {Path(one) for one in _OPEN_TO_ALL}
    places = [f"{place}{PACKAGE.name}" for place in ("", "*-packages/", "python3*/*-packages/")]
    hidden = {PACKAGE, *(found for root in roots for place in places for found in root.glob(place))}
    found = {path for root in roots for path in _without(root, hidden)}
    return sorted(found | {PACKAGE / name for name in _FREE})


def _without(root, hidden):
    if root in hidden:
        return []
    if not any(one.is_relative_to(root) for one in hidden):
        return [root]
    return [path for one in root.iterdir() for path in _without(one, hidden)]


# In words, what will not work anyway; where a system has nothing else, this alone stands in the way

_EVENTS = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen",
                     "os.startfile", "pty.spawn"), "a hand-in cannot start other programs"),
    **dict.fromkeys(("socket.__new__", "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname",
                     "urllib.Request"), "a hand-in has no network"),
    **dict.fromkeys(("os.kill", "os.killpg"), "a hand-in cannot send signals"),
    **dict.fromkeys(("os.chmod", "os.chown", "os.link", "os.symlink", "os.mkdir", "os.rmdir"),
                    "a hand-in can write files in its own folder, and do nothing else with files"),
}  # fmt: skip


def _refuse(event, given):
    if event in _EVENTS:
        raise PermissionError(_EVENTS[event])
    if event == "open" and isinstance(given[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(given[0]))
        inner = os.path.relpath(path, PACKAGE) if path.startswith(f"{PACKAGE}{os.sep}") else None
        if inner and not inner.replace(os.sep, "/").startswith(_FREE):
            raise PermissionError("a hand-in cannot read the files of pegasos_edu")
