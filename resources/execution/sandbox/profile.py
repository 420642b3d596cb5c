"""The bubblewrap command line: what a sandboxed process sees. Order matters to bubblewrap.

Mounts and namespaces only; limits are `driver` and `cgroups`, calls are `seccomp`.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from resources.execution.sandbox.driver import plain_relative
from resources.execution.sandbox.job import SandboxJob
from resources.execution.sandbox.launcher import SANDBOX_USER, Argument, Descriptor, HostPath

WORK = "/work"
_SHARED_MEMORY_BYTES = 16 << 20
# What programs of /usr need outside it: links such as /usr/bin/c++ and libblas go through alternatives.
_SYSTEM_FILES = ("/etc/alternatives", "/etc/ld.so.cache")
_NAMESPACES = (
    *("--unshare-all", "--unshare-user", "--disable-userns", "--uid", str(SANDBOX_USER), "--gid", str(SANDBOX_USER)),
    *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL", "--hostname", "sandbox"),
)
_ENVIRONMENT = (
    *("--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", WORK),
    *("--setenv", "LANG", "C.UTF-8"),
)


@dataclass(frozen=True)
class Descriptors:
    """Open descriptors that bubblewrap reads (shell, seccomp, each input file) and writes (information)."""

    shell: int
    seccomp: int
    files: Mapping[str, int]
    information: int


def arguments(bubblewrap: str, job: SandboxJob, descriptors: Descriptors) -> list[Argument]:
    """The whole command line, up to the driver.

    Raises ValueError for a file's name that leaves the work folder.
    """
    return [
        *(bubblewrap, *_NAMESPACES, *_ENVIRONMENT),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"),
        *("--size", str(job.limits.scratch_bytes), "--tmpfs", "/tmp"),
        *("--size", str(job.limits.scratch_bytes), "--tmpfs", WORK, "--chdir", WORK),
        *_read_only(job),
        *_inputs(descriptors.files),
        # Execute-only, so that the kernel hides the shell's memory and descriptors from the steps (`driver`).
        *("--perms", "0111", "--ro-bind-data", Descriptor(descriptors.shell), "/.driver/sh"),
        *("--seccomp", Descriptor(descriptors.seccomp), "--info-fd", Descriptor(descriptors.information)),
        *("--remount-ro", "/", "--", "/.driver/sh"),
    ]


def _system() -> Iterator[Argument]:
    """/usr read-only, with the links or folders beside it that this distribution has."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        path = Path("/", name)
        if path.is_symlink():
            yield from ("--symlink", os.readlink(path), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for file in _SYSTEM_FILES:
        yield from ("--ro-bind-try", file, file)


def _read_only(job: SandboxJob) -> Iterator[Argument]:
    """Shorter paths first, so that one bound below another is not hidden by it."""
    for inside, source in sorted(job.read_only.items(), key=lambda item: len(Path(item[0]).parts)):
        if not inside.startswith("/") or ".." in Path(inside).parts:
            raise ValueError(f"not an absolute path inside the sandbox: {inside!r}")
        yield from ("--ro-bind", HostPath(source), inside)


def _inputs(files: Mapping[str, int]) -> Iterator[Argument]:
    for name, descriptor in files.items():
        if not plain_relative(name):
            raise ValueError(f"leaves the work folder: {name!r}")
        yield from ("--perms", "0644", "--file", Descriptor(descriptor), f"{WORK}/{name}")
