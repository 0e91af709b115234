"""Confine a process permanently: limit its memory and time, the files that it may open, and its system calls.

On Linux the process gets resource limits, namespaces, a folder in memory, Landlock for files, and a filter of system
calls. A machine may lack some of these; `confine` returns those that hold. On other systems an audit hook makes Python
refuse forbidden operations, but a hostile program can get around it.
"""

import contextlib
import ctypes
import errno
import os
import platform
import signal
import struct
import sys
import sysconfig
from functools import cache
from pathlib import Path

from pegasos_edu.check.worker.stand_ins import FOLDER as PACKAGE
from pegasos_edu.check.worker.stand_ins import REAL


@cache
def libc():
    """Return the C library."""
    return ctypes.CDLL(None, use_errno=True)


def confine(folder, limits, protected):
    """Confine this process, which may then write only into one folder, and return the protections that hold.

    The protections are keys of `sandbox.process.WORDS`; those in `protected` hold already.
    """
    found = [*protected, *_limit(limits)]
    sys.addaudithook(_refuse)
    if sys.platform.startswith("linux"):
        libc().prctl(38, 1, 0, 0, 0)  # no new privileges: the kernel requires this before it accepts a filter
        found += ["files"] if _lock_files(folder, "disk" in found) else []
        libc().capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)())  # root loses its privileges, too
        found += ["calls"] if _filter_calls() else []
    return found


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


def unshare():
    """Put all later processes into new namespaces, where they see no network and no other processes."""
    ids = {"uid_map": os.geteuid(), "gid_map": os.getegid()}
    if libc().unshare(_NEW_USER | _OTHERS) == 0:
        texts = {"setgroups": "deny"} | {name: f"{own} {own} 1" for name, own in ids.items()}
        for name, text in texts.items():
            with contextlib.suppress(OSError):
                Path(f"/proc/self/{name}").write_text(text)
        return True
    return libc().unshare(_OTHERS) == 0  # only root may do this


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
_WRITE, _READ, _READ_DIR, _REMOVE_DIR, _REMOVE, _MAKE_DIR, _MAKE_FILE, _TRUNCATE = (
    1 << bit for bit in (1, 2, 3, 4, 5, 7, 8, 14)
)
_ALL_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}  # version -> rights
_TCP, _SCOPED = 3, 3  # bind and connect; abstract sockets of others, and signals to others
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # numbers of the system calls of Landlock


class _Rights(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
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
    own = _READ | _READ_DIR | _WRITE | _REMOVE | _MAKE_FILE | _TRUNCATE
    own |= _MAKE_DIR | _REMOVE_DIR if has_folders else 0  # without them, the keeper counts the files in this one folder
    _allow(rules, folder, own & all_rights)
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


# System calls: the kernel runs a small program (BPF) on each call. A refused call fails with "not permitted". The
# filter holds for all threads and cannot be removed.

_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# name: number on x86_64, and on aarch64 (None if aarch64 lacks the call)
_REFUSED = {
    # to start another program or process
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    # to read, write or end another process
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "process_madvise": (440, 440),
    # to cancel the death signal and outlive the process that started it
    "prctl": (157, 167),
    # to take the processor from others
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setscheduler": (144, 119), "sched_setattr": (314, 274),
    # the network
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    # to keep memory that outlives the process, or that its limits do not count
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # to change the rights, owners and times of files, which Landlock does not control
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None),
    "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None),
    "utimensat": (280, 88), "futimesat": (261, None), "truncate": (76, 45), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "setxattrat": (463, 463), "removexattrat": (466, 466), "file_setattr": (469, 469),
    # to open files by handles instead of names, and to watch the files of other processes
    "open_by_handle_at": (304, 265), "fanotify_init": (300, 262), "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    # to change the system
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280),
    "perf_event_open": (298, 241), "io_uring_setup": (425, 425), "userfaultfd": (323, 282), "syslog": (103, 116),
    "kexec_load": (246, 104), "reboot": (169, 142), "init_module": (175, 105), "finit_module": (313, 273),
    "swapon": (167, 224), "settimeofday": (164, 170), "clock_settime": (227, 112), "sethostname": (170, 161),
}  # fmt: skip
_OF_ITSELF = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}  # signals, allowed only to itself
_OF_NOBODY = {"prlimit64": (302, 261), "sched_setaffinity": (203, 122)}  # allowed only with 0: the process itself
_CLONE, _CLONE3 = (56, 220), (435, 435)  # allowed only to start a thread
_THREAD = 0x10000  # the flag by which clone makes a thread

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_OF_X32 = 0x40000000  # x86_64 has a second set of call numbers from here on


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def _filter_calls():
    """Refuse the calls that a hand-in never needs; return whether the kernel does so."""
    if platform.machine() not in _ARCHITECTURE:
        return False
    code = _code(list(_ARCHITECTURE).index(platform.machine()), os.getpid())
    program = _Filter(len(code) // 8, code)
    return libc().prctl(22, 2, ctypes.byref(program), 0, 0) == 0


def _code(machine, own):
    """Return the program. Each line is an operation, the lines to skip if it is true or false, and a number."""
    fails, missing = _FAIL | errno.EPERM, _FAIL | errno.ENOSYS
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, list(_ARCHITECTURE.values())[machine]), (_RETURN, 0, 0, _KILL)]
    lines += [(_LOAD, 0, 0, 0)]
    if machine == 0:
        lines += [(_AT_LEAST, 0, 1, _OF_X32), (_RETURN, 0, 0, fails)]
    lines += [(_EQUAL, 0, 1, _CLONE3[machine]), (_RETURN, 0, 0, missing)]  # then clone, with readable flags
    lines += [(_EQUAL, 0, 4, _CLONE[machine]), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _THREAD), (_RETURN, 0, 0, _ALLOW)]
    lines += [(_RETURN, 0, 0, fails)]
    allowed = [(numbers, own) for numbers in _OF_ITSELF.values()] + [(numbers, 0) for numbers in _OF_NOBODY.values()]
    for numbers, whom in allowed:
        lines += [(_EQUAL, 0, 4, numbers[machine]), (_LOAD, 0, 0, 16), (_EQUAL, 0, 1, whom), (_RETURN, 0, 0, _ALLOW)]
        lines += [(_RETURN, 0, 0, fails)]
    for numbers in _REFUSED.values():
        if numbers[machine] is not None:
            lines += [(_EQUAL, 0, 1, numbers[machine]), (_RETURN, 0, 0, fails)]
    lines += [(_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *line) for line in lines)


# Python itself refuses these events, with a message for learners. Outside Linux this is the only protection.

_EVENTS = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen",
                     "os.startfile", "pty.spawn"), "a hand-in cannot start other programs"),
    **dict.fromkeys(("socket.__new__", "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname",
                     "urllib.Request"), "a hand-in has no network"),
    **dict.fromkeys(("os.kill", "os.killpg"), "a hand-in cannot send signals"),
    **dict.fromkeys(("os.chmod", "os.chown", "os.link", "os.symlink"),
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
