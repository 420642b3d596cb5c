"""The bubblewrap command line: what a sandboxed process sees. Order matters to bubblewrap.

Mounts and namespaces only; limits are `driver` and `cgroups`, calls are `seccomp`.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.execution.sandbox.devices import NONE, Devices
from resources.execution.sandbox.driver import plain_relative
from resources.execution.sandbox.launcher import SANDBOX_USER, Argument, Descriptor, HostPath

WORK = "/icwm-job"
"""A name that nobody keeps a checkout under: what is bound at its own path, such as a virtual environment, would lie
among the candidate's files."""
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
class View:
    """What a sandbox sees beside the system: host paths bound at paths inside, and memory file systems of a size."""

    read_only: Mapping[str, Path]
    scratch_bytes: int
    devices: Devices = NONE


@dataclass(frozen=True)
class Descriptors:
    """Open descriptors that bubblewrap reads (seccomp, each input file) and writes (information)."""

    seccomp: int
    files: Mapping[str, int]
    information: int


def arguments(
    bubblewrap: str, view: View, descriptors: Descriptors, driver: Sequence[Argument], program: Sequence[Argument]
) -> list[Argument]:
    """The whole command line: `driver` are mounts for process 1, `program` its command.

    Raises ValueError for a file's name that leaves the work folder.
    """
    return [
        *(bubblewrap, *_NAMESPACES, *_ENVIRONMENT),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"),
        *_devices(view.devices),
        *("--remount-ro", "/dev"),
        *("--size", str(view.scratch_bytes), "--tmpfs", "/tmp"),
        *("--size", str(view.scratch_bytes), "--tmpfs", WORK, "--chdir", WORK),
        *_read_only(view.read_only),
        *_inputs(descriptors.files),
        *driver,
        *("--seccomp", Descriptor(descriptors.seccomp), "--info-fd", Descriptor(descriptors.information)),
        *("--remount-ro", "/", "--", *program),
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


def _devices(devices: Devices) -> Iterator[Argument]:
    """Nodes keep their own names: drivers know no others. Before /dev becomes read-only, since each needs a place."""
    for node in devices.nodes:
        yield from ("--dev-bind", str(node), str(node))
    for folder in devices.read_only:
        yield from ("--ro-bind", str(folder), str(folder))


def _read_only(folders: Mapping[str, Path]) -> Iterator[Argument]:
    """Shorter paths first, so that one bound below another is not hidden by it."""
    for inside, source in sorted(folders.items(), key=lambda item: len(Path(item[0]).parts)):
        if not inside.startswith("/") or ".." in Path(inside).parts:
            raise ValueError(f"not an absolute path inside the sandbox: {inside!r}")
        yield from ("--ro-bind", HostPath(source), inside)


def _inputs(files: Mapping[str, int]) -> Iterator[Argument]:
    for name, descriptor in files.items():
        if not plain_relative(name):
            raise ValueError(f"leaves the work folder: {name!r}")
        yield from ("--perms", "0644", "--file", Descriptor(descriptor), f"{WORK}/{name}")
