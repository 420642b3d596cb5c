"""What a reader's process may still do: think, read the programs' own files, and answer. Set on itself, for good.

Landlock closes every file but the programs' folders, the memory of other processes and the network; a system-call
filter closes what starts processes, signals others or changes files. Neither needs a right; where the kernel lacks
one of them, the other is in force (`confine` says which).
"""

import contextlib
import ctypes
import errno
import os
import struct
from collections.abc import Iterable

_PR_SET_NO_NEW_PRIVS, _PR_SET_DUMPABLE = 38, 4
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
"""The same numbers on every architecture."""
_RULE_PATH_BENEATH, _ASK_VERSION = 1, 1
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
"""How many of the rights, which are bits from the lowest, a version of Landlock knows; 16 from the fifth on."""
_NETWORK_RIGHTS, _NETWORK_SINCE = 0b11, 4
_STARTS_OR_REACHES = (
    "execve execveat fork vfork ptrace process_vm_readv process_vm_writev kcmp pidfd_open pidfd_getfd "
    "pidfd_send_signal process_madvise kill tkill rt_sigqueueinfo rt_tgsigqueueinfo setpriority ioprio_set "
    "sched_setscheduler sched_setparam sched_setattr"
)
_CHANGES_FILES = (
    "creat unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat chmod fchmod "
    "fchmodat fchmodat2 chown fchown lchown fchownat truncate mknod mknodat setxattr lsetxattr fsetxattr utime utimes "
    "utimensat futimesat openat2 open_by_handle_at name_to_handle_at"
)
_TALKS = "socket socketpair connect bind listen accept accept4 shmget semget msgget mq_open"
_KERNEL = (
    "mount umount2 pivot_root move_mount open_tree fsopen fsmount fsconfig fspick mount_setattr unshare setns chroot "
    "bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register keyctl add_key request_key "
    "quotactl fanotify_init kexec_load init_module finit_module delete_module reboot swapon swapoff acct "
    "syslog settimeofday"
)
_CLONE_THREAD = 0x10000


def undumpable() -> None:
    """Closes this process's memory and descriptors to others of the same user, and leaves no core file."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def prepare() -> None:
    """Loads the library that makes filters: looking for it starts a program, which a confined process may not."""
    with contextlib.suppress(ImportError, OSError, RuntimeError):
        import pyseccomp  # noqa: F401


def confine(folders: Iterable[str]) -> tuple[str, ...]:
    """Confines this process, which may still read below `folders`; returns what is in force."""
    ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    in_force = []
    if _landlock(folders):
        in_force.append("landlock")
    if _filter_calls():
        in_force.append("seccomp")
    return tuple(in_force)


def _landlock(folders: Iterable[str]) -> bool:
    """False where the kernel has it not, or not switched on."""
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_LANDLOCK_CREATE, None, 0, _ASK_VERSION)
    if version < 1:
        return False
    rights = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    handled = struct.pack("=QQ", rights, _NETWORK_RIGHTS) if version >= _NETWORK_SINCE else struct.pack("=Q", rights)
    rules = libc.syscall(_LANDLOCK_CREATE, handled, len(handled), 0)
    if rules < 0:
        return False
    try:
        for folder in folders:
            with contextlib.suppress(OSError):
                _allow_reading(libc, rules, folder)
        return bool(libc.syscall(_LANDLOCK_RESTRICT, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow_reading(libc: ctypes.CDLL, rules: int, path: str) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _READ_FILE | _READ_FOLDER if os.path.isdir(path) else _READ_FILE
        libc.syscall(_LANDLOCK_ADD, rules, _RULE_PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


def _filter_calls() -> bool:
    """Threads may be made, since a parser gets its deep stack that way. `abort` signals its own process alone."""
    try:
        import pyseccomp as seccomp
    except (ImportError, OSError, RuntimeError):
        return False
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    refused = seccomp.ERRNO(errno.EPERM)
    for name in f"{_STARTS_OR_REACHES} {_CHANGES_FILES} {_TALKS} {_KERNEL}".split():
        with contextlib.suppress(ValueError, RuntimeError, OSError):
            rules.add_rule(refused, name)
    rules.add_rule(refused, "tgkill", seccomp.Arg(0, seccomp.NE, os.getpid()))
    rules.add_rule(refused, "prlimit64", seccomp.Arg(0, seccomp.NE, 0))
    rules.add_rule(refused, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, _CLONE_THREAD, 0))
    # clone3 hides its flags in memory that a filter cannot read; libc falls back to clone on ENOSYS.
    with contextlib.suppress(ValueError, RuntimeError, OSError):
        rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    for name, argument in (("open", 1), ("openat", 2)):
        for flag in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC):
            with contextlib.suppress(ValueError, RuntimeError, OSError):
                rules.add_rule(refused, name, seccomp.Arg(argument, seccomp.MASKED_EQ, flag, flag))
    try:
        rules.load()
    except (RuntimeError, OSError):
        return False
    return True
