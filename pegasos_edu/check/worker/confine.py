"""Confine a process permanently: limit its memory and time, the files that it may open, and its system calls.

On Linux the process gets resource limits, namespaces, a folder in memory, Landlock for files, and a filter of system
calls. A machine may lack some of these; `confine` returns those that hold. On other systems an audit hook makes Python
refuse forbidden operations, but a hostile program can get around it.
"""

import contextlib
import ctypes
import os
import platform
import signal
import socket
import sys
import sysconfig
from functools import cache
from pathlib import Path

from pegasos_edu.check.worker.stand_ins import FOLDER as PACKAGE
from pegasos_edu.check.worker.stand_ins import REAL
from pegasos_edu.check.worker.system_calls import filter_calls


@cache
def libc():
    """Return the C library."""
    return ctypes.CDLL(None, use_errno=True)


def confine(folder, limits, protected):
    """Confine this process, which may then write only into one folder, and return the protections that hold.

    The protections are keys of `sandbox.process.WORDS`; those in `protected` hold already.
    """
    kinds = [*protected, *_limit(limits)]
    sys.addaudithook(_refuse)
    if sys.platform.startswith("linux"):
        libc().prctl(38, 1, 0, 0, 0)  # no new privileges: the kernel requires this before it accepts rules and a filter
        kinds += ["files"] if _lock_files(folder, "disk" in kinds) else []
        libc().capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)())  # root loses its privileges, too
        kinds += ["calls"] if filter_calls() else []
    return kinds


# Resources


def _limit(limits):
    """Limit memory, processor time and files; return which limits the system enforces."""
    try:
        import resource
    except ImportError:  # Windows
        return []
    wanted = {"RLIMIT_AS": _taken() + limits["memory"], "RLIMIT_CPU": int(limits["total_seconds"]) + 1,
              "RLIMIT_FSIZE": limits["bytes_of_files"], "RLIMIT_NOFILE": limits["open_files"],
              "RLIMIT_CORE": 0}  # fmt: skip
    if sys.platform == "darwin":  # on Linux, this limit would count threads, and the filter forbids processes
        wanted["RLIMIT_NPROC"] = 0
    for name, most in wanted.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (most, most))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing too large a file then raises an error
    return ["memory"] if sys.platform.startswith("linux") else []  # macOS takes the limit but does not enforce it


def _taken():
    """Return how many bytes of address space Python already uses."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1 << 30


# Namespaces

_NEW_USER, _OTHERS = 0x10000000, 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000 | 0x00020000  # pid net ipc uts mount
_NAME = b"sandbox"  # of the machine


def unshare():
    """Put all later processes into new namespaces: no network, no other processes, and another name of the machine."""
    ids = {"uid_map": os.geteuid(), "gid_map": os.getegid()}
    if libc().unshare(_NEW_USER | _OTHERS) == 0:
        texts = {"setgroups": "deny"} | {name: f"{number} {number} 1" for name, number in ids.items()}
        for name, text in texts.items():
            with contextlib.suppress(OSError):
                Path(f"/proc/self/{name}").write_text(text)
    elif libc().unshare(_OTHERS) != 0:  # only root may do this
        return False
    libc().sethostname(_NAME, len(_NAME))
    platform._uname_cache = None  # a library may have asked for the name before
    return True


def mount_in_memory(folder, limits):
    """Mount a small file system on a folder, in this namespace only; its limit includes unlinked and mapped files."""
    private, no_programs = 1 << 14 | 1 << 18, 1 << 1 | 1 << 2 | 1 << 3
    size = f"size={limits['bytes_of_files']},nr_inodes={limits['files'] + 1},mode=700".encode()
    if libc().mount(None, b"/", None, private, None):
        return False
    return libc().mount(b"none", folder.encode(), b"tmpfs", no_programs, size) == 0


def unmount(folder):
    """Unmount the file system of a folder."""
    libc().umount2(folder.encode(), 2)


def die_with_parent():
    """Ask the kernel to kill this process when the one that started it ends."""
    libc().prctl(1, signal.SIGKILL, 0, 0, 0)  # the filter prevents the process from undoing this
    os.setsid()


# Files: with Landlock, a process can open only the files that are allowed here, but can find out which others exist.

_OPEN_TO_ALL = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/usr/share/zoneinfo", "/usr/share/fonts")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
# The files of this package that a hand-in may read.
_FREE = tuple(path if (PACKAGE / path).is_dir() else f"{path}.py"
              for path in ("__init__", *(name.replace(".", "/") for name in REAL)))  # fmt: skip
_WRITE, _READ, _READ_DIR, _REMOVE_DIR, _REMOVE, _MAKE_DIR, _MAKE_FILE, _MOVE, _TRUNCATE = (
    1 << bit for bit in (1, 2, 3, 4, 5, 7, 8, 13, 14)
)
_ALL_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}  # version -> rights
_TCP, _SCOPED = 3, 3  # bind and connect; abstract sockets of others, and signals to others
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # numbers of the system calls of Landlock


class _Rights(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):  # the kernel reads 12 bytes, and not the 4 of padding after them
    _fields_ = [("rights", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def _lock_files(folder, has_folders):
    """Let the process open the files of `readable` for reading, and write into one folder."""
    version = libc().syscall(_CREATE, None, 0, 1)
    if version < 1:
        return False
    all_rights = _ALL_RIGHTS[max(known for known in _ALL_RIGHTS if known <= version)]
    rights = _Rights(all_rights, _TCP if version >= 4 else 0, _SCOPED if version >= 6 else 0)
    rules = libc().syscall(_CREATE, ctypes.byref(rights), 24 if version >= 6 else 16 if version >= 4 else 8, 0)
    if rules < 0:
        return False
    for path in readable():
        _allow(rules, path, _READ | _READ_DIR)
    for path in _DEVICES:
        _allow(rules, path, _READ | _WRITE)
    granted = _READ | _READ_DIR | _WRITE | _REMOVE | _MAKE_FILE | _TRUNCATE
    if has_folders:  # otherwise the keeper counts the files in this one folder
        granted |= _MAKE_DIR | _REMOVE_DIR | _MOVE
    _allow(rules, folder, granted & all_rights)
    done = libc().syscall(_RESTRICT, rules, 0) == 0
    os.close(rules)
    return done


def _allow(rules, path, rights):
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # the path does not exist
        return
    of_files = _WRITE | _READ | _TRUNCATE
    beneath = _Beneath(rights if os.path.isdir(path) else rights & of_files, opened)
    libc().syscall(_ADD, rules, 1, ctypes.byref(beneath), 0)
    os.close(opened)


@cache
def readable():
    """Return the files and folders that any program may read: all of Python except this package's hidden files.

    The package may exist twice: in a checkout, and installed.
    """
    roots = {Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
    roots |= {Path(prefix).resolve() / "lib" for prefix in (sys.prefix, sys.base_prefix)}  # conda has libraries there
    roots |= {Path(entry).resolve() for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")}
    roots |= {Path(name) for name in _OPEN_TO_ALL}
    places = [f"{place}{PACKAGE.name}" for place in ("", "*-packages/", "python3*/*-packages/")]
    hidden = {PACKAGE, *(match for root in roots for place in places for match in root.glob(place))}
    paths = {path for root in roots for path in _without(root, hidden)}
    return sorted(paths | {PACKAGE / name for name in _FREE})


def _without(root, hidden):
    if root in hidden:
        return []
    if not any(path.is_relative_to(root) for path in hidden):
        return [root]
    return [path for child in root.iterdir() for path in _without(child, hidden)]


# Python itself refuses these events, with a message for learners. Outside Linux this is the only protection.

_TO_ITSELF = getattr(socket, "AF_UNIX", None)  # asyncio needs a pair of these sockets
_NO_NETWORK = "a hand-in has no network"
_EVENTS = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen",
                     "os.startfile", "pty.spawn"), "a hand-in cannot start other programs"),
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
                     "socket.gethostbyname", "urllib.Request"), _NO_NETWORK),
    **dict.fromkeys(("os.kill", "os.killpg"), "a hand-in cannot send signals"),
    **dict.fromkeys(("os.chmod", "os.chown", "os.link", "os.symlink", "os.utime", "os.setxattr"),
                    "a hand-in can write files in its own folder, and do nothing else with files"),
}  # fmt: skip


def _refuse(event, given):
    if event in _EVENTS:
        raise PermissionError(_EVENTS[event])
    if event == "socket.__new__" and given[1] != _TO_ITSELF:
        raise PermissionError(_NO_NETWORK)
    if event == "open" and isinstance(given[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(given[0]))
        inner = os.path.relpath(path, PACKAGE) if path.startswith(f"{PACKAGE}{os.sep}") else None
        if inner and not inner.replace(os.sep, "/").startswith(_FREE):
            raise PermissionError("a hand-in cannot read the files of pegasos_edu")
