"""The system-call filter of sandboxed processes, as a BPF program for `bwrap --seccomp`.

Which calls are refused, and why, belongs here; loading the program is bubblewrap's. A deny list: tools
from simulators to Python interpreters must run unchanged, so what is refused is what reaches other
processes, the kernel's configuration, or interfaces with a long record of privilege escalations.
"""

import errno
import functools
import os
import tempfile

_TRACES = "ptrace"
_ATTACHES = (16, 0x4206)
"""The requests by which a process traces one that did not ask for it: PTRACE_ATTACH and PTRACE_SEIZE."""
_REACHES_PROCESSES = "process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise"
_CHANGES_MOUNTS = (
    "mount umount2 pivot_root move_mount open_tree fsopen fsmount fsconfig fspick mount_setattr unshare setns chroot"
)
_CHANGES_KERNEL = (
    "kexec_load kexec_file_load init_module finit_module delete_module swapon swapoff reboot acct quotactl syslog "
    "settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname iopl ioperm"
)
_WIDE_ATTACK_SURFACE = (
    "bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register keyctl add_key request_key "
    "name_to_handle_at open_by_handle_at fanotify_init lookup_dcookie vhangup"
)
_CLONE_NEW_NAMESPACE = 0x7E020080  # every CLONE_NEW* flag that clone(2) takes
_ALLOWED_SOCKETS = frozenset({1, 2, 10, 16})  # AF_UNIX, AF_INET, AF_INET6, AF_NETLINK
_LAST_SOCKET_FAMILY = 63
_OUTLIVES_PROCESSES = "shmget semget msgget mq_open"
"""System V and message-queue objects stay in the namespace when the processes that made them are dead."""
# Process 1 has the same user, so the kernel lets its priority and limits be lowered until it can start no step.
_CHANGES_OTHERS = "setpriority ioprio_set sched_setscheduler sched_setparam sched_setattr migrate_pages move_pages"
_CHANGES_OTHERS_BY_ID = ("prlimit64", "sched_setaffinity")
"""Allowed for the caller itself, which is process id 0 there."""
_REFUSED = (
    *(_REACHES_PROCESSES, _CHANGES_MOUNTS, _CHANGES_KERNEL, _WIDE_ATTACK_SURFACE),
    *(_OUTLIVES_PROCESSES, _CHANGES_OTHERS),
)


@functools.cache
def filter_program(*, traces: bool = False) -> bytes:
    """The BPF program for this machine's architecture (about 2 KB), built once for each process. The same for a sandbox
    of one job and for one that is kept, but for jobs whose program `traces` children of its own that ask for it.

    Raises ImportError where pyseccomp or libseccomp is missing.
    """
    import pyseccomp as seccomp

    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    refused = seccomp.ERRNO(errno.EPERM)
    for name in " ".join(_REFUSED).split():
        if _exists(name):
            rules.add_rule(refused, name)
    if not traces:
        rules.add_rule(refused, _TRACES)
    for request in _ATTACHES if traces else ():
        rules.add_rule(refused, _TRACES, seccomp.Arg(0, seccomp.EQ, request))
    for name in _CHANGES_OTHERS_BY_ID:
        rules.add_rule(refused, name, seccomp.Arg(0, seccomp.NE, 0))
    for bit in (1 << shift for shift in range(32)):
        if _CLONE_NEW_NAMESPACE & bit:
            rules.add_rule(refused, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, bit, bit))
    # clone3 hides its flags in memory that a filter cannot read; libc falls back to clone on ENOSYS.
    if _exists("clone3"):
        rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    # AF_VSOCK reaches the hypervisor although the network namespace is empty, AF_ALG kernel cryptography.
    for family in set(range(_LAST_SOCKET_FAMILY)) - _ALLOWED_SOCKETS:
        rules.add_rule(refused, "socket", seccomp.Arg(0, seccomp.EQ, family))
    rules.add_rule(refused, "socket", seccomp.Arg(0, seccomp.GE, _LAST_SOCKET_FAMILY))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        return os.pread(file.fileno(), 1 << 20, 0)


def _exists(name: str) -> bool:
    """Whether this libseccomp knows the call: older ones lack the newest, which then need no rule of ours."""
    import pyseccomp as seccomp

    try:
        return int(seccomp.resolve_syscall(seccomp.Arch.NATIVE, name)) != -1
    except (ValueError, RuntimeError):
        return False
