"""A filter of system calls: a process that has it starts no other, opens no socket, and reaches no other process.

The filter is a small program for the kernel (BPF), one comparison for each call that is refused: the call then fails
with "not permitted". It holds for all threads to come, and cannot be taken off. Linux only, on the two processors for
which the numbers of calls are known here.
"""

import ctypes
import errno
import os
import platform
import struct
from functools import cache

NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# name: number on x86_64, and on aarch64 (None where it has no such call)
_REFUSED = {
    # other programs and processes
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "process_madvise": (440, 440),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setscheduler": (144, 119),
    # network
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    # what stays when the process has ended, or is no memory of its own
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180), "memfd_create": (319, 279),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # rights, owners and times of files, which Landlock leaves alone
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None),
    "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None),
    "utimensat": (280, 88), "futimesat": (261, None), "truncate": (76, 45), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "setxattrat": (463, 463), "removexattrat": (466, 466), "file_setattr": (469, 469),
    "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    # the system itself
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280),
    "perf_event_open": (298, 241), "io_uring_setup": (425, 425), "userfaultfd": (323, 282), "syslog": (103, 116),
    "kexec_load": (246, 104), "reboot": (169, 142), "init_module": (175, 105), "finit_module": (313, 273),
    "swapon": (167, 224), "settimeofday": (164, 170), "clock_settime": (227, 112), "sethostname": (170, 161),
}  # fmt: skip
_OF_ITSELF = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}  # allowed with its own number
_OF_NOBODY = {"prlimit64": (302, 261), "sched_setaffinity": (203, 122)}  # allowed with 0, which is itself
_CLONE, _CLONE3 = (56, 220), (435, 435)
_THREAD = 0x10000  # the flag by which clone makes a thread
_OTHERS = {name: (number, number) for name, number in (
    ("landlock_create_ruleset", 444), ("landlock_add_rule", 445), ("landlock_restrict_self", 446))}  # fmt: skip

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_OF_X32 = 0x40000000  # a second set of numbers on x86_64


@cache
def libc():
    """The C library."""
    return ctypes.CDLL(None, use_errno=True)


def number(name):
    """The number of a system call, which is the same everywhere for the newer ones."""
    return _OTHERS[name][0]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def filter_calls():
    """Refuse what a hand-in never needs; the answer is whether the kernel does so from here on."""
    if platform.machine() not in _ARCHITECTURE:
        return False
    code = _code(list(_ARCHITECTURE).index(platform.machine()), os.getpid())
    program = _Program(len(code) // 8, code)
    return libc().prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0


def _code(machine, own):
    """The program: pairs of what to do with a call, number after number."""
    fails, without = _FAIL | errno.EPERM, _FAIL | errno.ENOSYS
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, list(_ARCHITECTURE.values())[machine]), (_RETURN, 0, 0, _KILL)]
    lines += [(_LOAD, 0, 0, 0)]
    if machine == 0:
        lines += [(_AT_LEAST, 0, 1, _OF_X32), (_RETURN, 0, 0, fails)]
    lines += [(_EQUAL, 0, 1, _CLONE3[machine]), (_RETURN, 0, 0, without)]  # then clone is asked, which shows its flags
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
