"""Let the kernel refuse all system calls except those that Python, NumPy and their kind need once they run.

The kernel runs a small program (BPF) on each call. It holds for all threads, and nothing can remove it. The tables
below list every call that is allowed, so that calls of kernels to come are refused, too. For a call that is not in the
tables the kernel answers "not implemented", and libraries then use older calls, as they do on an older kernel.
"""

import ctypes
import errno
import os
import struct
import sys

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# name: number on x86_64, and on aarch64 (None if aarch64 lacks the call)
_ALLOWED = {
    # opened files, and the line to the grader
    "read": (0, 63), "write": (1, 64), "recvfrom": (45, 207), "lseek": (8, 62), "close": (3, 57), "fstat": (5, 80),
    "pread64": (17, 67), "pwrite64": (18, 68), "readv": (19, 65), "writev": (20, 66), "preadv": (295, 69),
    "pwritev": (296, 70), "preadv2": (327, 286), "pwritev2": (328, 287), "sendfile": (40, 71),
    "copy_file_range": (326, 285), "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "pipe": (22, None),
    "pipe2": (293, 59), "close_range": (436, 436), "fsync": (74, 82), "fdatasync": (75, 83), "ftruncate": (77, 46),
    "fadvise64": (221, 223), "getsockname": (51, 204), "getsockopt": (55, 209), "getpeername": (52, 205),
    "shutdown": (48, 210),
    # names of files; Landlock decides which names
    "newfstatat": (262, 79), "stat": (4, None), "lstat": (6, None), "statx": (332, 291), "access": (21, None),
    "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, None), "readlinkat": (267, 78),
    "getcwd": (79, 17), "chdir": (80, 49), "fchdir": (81, 50), "getdents64": (217, 61), "unlink": (87, None),
    "unlinkat": (263, 35), "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None), "rename": (82, None),
    "renameat": (264, 38), "renameat2": (316, 276), "umask": (95, 166),
    # memory
    "mmap": (9, 222), "munmap": (11, 215), "mprotect": (10, 226), "mremap": (25, 216), "madvise": (28, 233),
    "brk": (12, 214), "msync": (26, 227), "membarrier": (324, 283),
    # threads
    "futex": (202, 98), "gettid": (186, 178), "set_robust_list": (273, 99), "rseq": (334, 293), "exit": (60, 93),
    "exit_group": (231, 94), "sched_yield": (24, 124), "sched_getaffinity": (204, 123), "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120), "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126),
    "getcpu": (309, 168), "arch_prctl": (158, None),
    # signals that the process gets
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sigaltstack": (131, 132),
    "restart_syscall": (219, 128), "setitimer": (38, 103), "getitimer": (36, 102), "alarm": (37, None),
    # waiting
    "poll": (7, None), "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72), "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21), "epoll_wait": (232, None), "epoll_pwait": (281, 22), "epoll_pwait2": (441, 441),
    "nanosleep": (35, 101), "clock_nanosleep": (230, 115), "eventfd2": (290, 19),
    # what time it is, and what the process is
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "gettimeofday": (96, 169), "time": (201, None),
    "times": (100, 153), "getrusage": (98, 165), "sysinfo": (99, 179), "uname": (63, 160), "getrandom": (318, 278),
    "getpid": (39, 172), "getppid": (110, 173), "getpgrp": (111, None), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getgroups": (115, 158), "getresuid": (118, 148),
    "getresgid": (120, 150),
}  # fmt: skip

_ALL = 0xFFFFFFFF
# The kind of clone that starts a thread: it shares memory, folders, files, signals and the process; and a flag that
# some C libraries add and the kernel ignores.
_THREAD, _IGNORED = 0x3D0F00, 0x400000
_ACCESS, _TRUNCATES, _ASYNC = 3, 0o1000, 0o20000  # flags of opened files
_WAYS_TO_OPEN = 0, 1, 2, 1 | _TRUNCATES, 2 | _TRUNCATES
_OUT_OF_BAND, _KIND_OF_SOCKET = 1, 15
_OWN = "own"  # stands for the number of this process


def _only(argument, *values, of=_ALL):
    """Return a condition: these bits of an argument (its place, from 0) have one of the values."""
    return argument, of, values


# name: the two numbers, and the ways in which the call is allowed; in each way, all conditions hold
_ALLOWED_IN_PART = {
    "clone": (56, 220, [[_only(0, _THREAD, of=_ALL & ~_IGNORED)]]),
    # to duplicate a descriptor, to read and set its flags, and for locks; never to send its signals to another process
    "fcntl": (72, 25, [[_only(1, 0, 1, 2, 3, 1030, 5, 6, 7, 36, 37, 38)], [_only(1, 4), _only(2, 0, of=_ASYNC)]]),
    # TCGETS, TCGETS2, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FICLONE
    "ioctl": (16, 29, [[_only(1, 0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x40049409)]]),
    # To make a file empty takes the right to write; before Linux 6.2, Landlock does not know that. A fourth kind of
    # access beside reading, writing and both takes no right at all.
    "openat": (257, 56, [[_only(2, *_WAYS_TO_OPEN, of=_ACCESS | _TRUNCATES)]]),
    "open": (2, None, [[_only(1, *_WAYS_TO_OPEN, of=_ACCESS | _TRUNCATES)]]),
    "fallocate": (285, 47, [[_only(1, 0)]]),  # no space beyond the end, which no limit counts
    "sendto": (44, 206, [[_only(3, 0, of=_OUT_OF_BAND)]]),
    "socketpair": (53, 199, [[_only(0, 1), _only(1, 1, of=_KIND_OF_SOCKET)]]),  # only this kind cannot send to a name
    "kill": (62, 129, [[_only(0, _OWN)]]), "tgkill": (234, 131, [[_only(0, _OWN)]]),
    "tkill": (200, 130, [[_only(0, _OWN)]]),
    "prlimit64": (302, 261, [[_only(0, 0)]]), "sched_setaffinity": (203, 122, [[_only(0, 0)]]),
    "prctl": (157, 167, [[_only(0, 15, 16)]]),  # the name of a thread
}  # fmt: skip

_LOAD, _AND, _EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def filter_calls():
    """Allow this process only the calls of the tables, for ever; return whether the kernel does so.

    The process must have given up new privileges.
    """
    machine = os.uname().machine
    if machine not in _ARCHITECTURES or sys.maxsize < 1 << 32:  # a Python of 32 bits makes other calls
        return False
    code = b"".join(struct.pack("<HBBI", *line) for line in _program(machine, os.getpid()))
    return ctypes.CDLL(None).prctl(22, 2, ctypes.byref(_Filter(len(code) // 8, code)), 0, 0) == 0


def _program(machine, own_pid):
    """Return the program. Each line is an operation, the lines to skip if it is true or false, and a number."""
    column = list(_ARCHITECTURES).index(machine)
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, _ARCHITECTURES[machine]), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    # New kernels remember which calls are always allowed, so these come last.
    for *numbers, ways in _ALLOWED_IN_PART.values():
        if numbers[column] is not None:
            then = [line for way in ways for line in _way(way, own_pid)] + [(_RETURN, 0, 0, _FAIL | errno.EPERM)]
            lines += [(_EQUAL, 0, len(then), numbers[column]), *then]
    for numbers in _ALLOWED.values():
        if numbers[column] is not None:
            lines += [(_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, _ALLOW)]
    return [*lines, (_RETURN, 0, 0, _FAIL | errno.ENOSYS)]


def _way(conditions, own_pid):
    """Return lines that allow a call if all conditions hold; otherwise the program goes on behind them."""
    lines = [(_RETURN, 0, 0, _ALLOW)]
    for argument, bits, values in reversed(conditions):
        numbers = [own_pid if value == _OWN else value for value in values]
        load = [(_LOAD, 0, 0, 16 + 8 * argument), (_AND, 0, 0, bits)]
        compare = [(_EQUAL, place, 0, number) for place, number in zip(reversed(range(len(numbers))), numbers)]
        compare[-1] = (_EQUAL, 0, len(lines), numbers[-1])
        lines = load + compare + lines
    return lines
