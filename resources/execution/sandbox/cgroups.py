"""Control groups: memory, processes and CPU time of all processes of a job together, where they can be created.

Finds the hierarchy (v1 or v2), hands out groups and takes them back. Groups are kept and reused, because
creating and removing one costs more than the rest of a launch. CPU time is only counted here, and limited by who
reads it (`processor`); file size is an rlimit, set by `driver`.
"""

import contextlib
import os
import re
import threading
import weakref
from dataclasses import dataclass
from pathlib import Path

_PREFIX = "icwm-"
_MOUNTS = Path("/proc/self/mounts")
_OWN_GROUPS = Path("/proc/self/cgroup")


@dataclass(frozen=True)
class Hierarchy:
    """Folders under which groups can be created. In v2 all three are the same folder; in v1 `cpu` is that of
    `cpuacct`, None where there is none."""

    version: int
    memory: Path
    pids: Path
    cpu: Path | None

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys(folder for folder in (self.memory, self.pids, self.cpu) if folder))


class Cgroup:
    """One group, with limits that stay the same over its life."""

    def __init__(self, hierarchy: Hierarchy, name: str, memory_bytes: int, processes: int) -> None:
        self._version = hierarchy.version
        self._folders = tuple(folder / name for folder in hierarchy.folders)
        self._memory, pids = hierarchy.memory / name, hierarchy.pids / name
        self._cpu = hierarchy.cpu / name if hierarchy.cpu else None
        for folder in self._folders:
            folder.mkdir(exist_ok=True)
        if self._version == 2:
            _write(self._memory / "memory.max", memory_bytes)
            _write_if_there(self._memory / "memory.swap.max", 0)
        else:
            _write(self._memory / "memory.limit_in_bytes", memory_bytes)
            _write_if_there(self._memory / "memory.memsw.limit_in_bytes", memory_bytes)
        _write(pids / "pids.max", processes)

    def join(self, pid: int) -> None:
        """Moves one process here; its later children follow. Raises OSError."""
        for folder in self._folders:
            _write(folder / "cgroup.procs", pid)

    def out_of_memory_kills(self) -> int:
        """How many processes the kernel has killed here for want of memory, ever."""
        name = "memory.events" if self._version == 2 else "memory.oom_control"
        match = re.search(r"^oom_kill (\d+)$", (self._memory / name).read_text(), re.MULTILINE)
        return int(match[1]) if match else 0

    def cpu_seconds(self) -> float | None:
        """CPU time of all processes that ever were here, None where the kernel does not count it."""
        if self._cpu is None:
            return None
        if self._version == 1:
            return int((self._cpu / "cpuacct.usage").read_text()) / 1e9
        match = re.search(r"^usage_usec (\d+)$", (self._cpu / "cpu.stat").read_text(), re.MULTILINE)
        return int(match[1]) / 1e6 if match else None

    def reset_peak(self) -> None:
        """Starts peak memory anew. In v2 the kernel cannot do this for a reader that comes later."""
        if self._version == 1:
            _write_if_there(self._memory / "memory.max_usage_in_bytes", 0)

    def peak_memory_bytes(self) -> int | None:
        """Most memory in use since `reset_peak`, None in v2, where it would be that of every earlier job too."""
        if self._version == 2:
            return None
        return int((self._memory / "memory.max_usage_in_bytes").read_text())

    def kill(self) -> None:
        """Kills all processes here, where the kernel has cgroup.kill (v2, Linux 5.14)."""
        _write_if_there(self._memory / "cgroup.kill", 1)

    def remove(self) -> None:
        for folder in self._folders:
            with contextlib.suppress(OSError):
                folder.rmdir()


class CgroupPool:
    """Groups for jobs, one job at a time each. Thread-safe."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self.hierarchy = hierarchy
        self._free: dict[tuple[int, int], list[Cgroup]] = {}
        self._all: list[Cgroup] = []
        self._lock = threading.Lock()
        _remove_left_over(hierarchy)
        weakref.finalize(self, _remove_all, self._all, os.getpid())

    def take(self, memory_bytes: int, processes: int) -> Cgroup:
        """A group with these limits that holds no process. Raises OSError."""
        with self._lock:
            free = self._free.get((memory_bytes, processes))
            if free:
                return free.pop()
            name = f"{_PREFIX}{os.getpid()}-{id(self):x}-{len(self._all)}"
            group = Cgroup(self.hierarchy, name, memory_bytes, processes)
            self._all.append(group)
            return group

    def give_back(self, group: Cgroup, memory_bytes: int, processes: int) -> None:
        """Only for a group whose processes are all dead."""
        with self._lock:
            self._free.setdefault((memory_bytes, processes), []).append(group)


def find_hierarchy() -> Hierarchy | None:
    """The hierarchy in which this process may create groups with memory and process limits, or None."""
    mounts = [line.split() for line in _MOUNTS.read_text().splitlines()]
    own = _own_groups()
    v1 = {
        controller: _own_folder(Path(mount[1]), own.get(controller, "/"))
        for mount in mounts
        if mount[2] == "cgroup"
        for controller in ("memory", "pids", "cpuacct")
        if controller in mount[3].split(",")
    }
    if {"memory", "pids"} <= v1.keys():
        candidates = [Hierarchy(1, v1["memory"], v1["pids"], cpu) for cpu in (v1.get("cpuacct"), None)]
    else:
        roots = [Path(mount[1]) for mount in mounts if mount[2] == "cgroup2"]
        folders = [folder for root in roots for folder in _upwards(root, own.get("", "/"))]
        candidates = [Hierarchy(2, folder, folder, folder) for folder in folders]
    return next((candidate for candidate in candidates if _usable(candidate)), None)


def _own_groups() -> dict[str, str]:
    """This process's group by controller; v2's under the empty name."""
    groups = {}
    for line in _OWN_GROUPS.read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        groups.update(dict.fromkeys(controllers.split(","), path))
    return groups


def _own_folder(mount: Path, group: str) -> Path:
    """In a container the group's path may be the host's and absent under the mount: then the mount's root."""
    folder = mount / group.lstrip("/")
    return folder if folder.is_dir() else mount


def _upwards(root: Path, group: str) -> list[Path]:
    """Own v2 group, then its ancestors: a group that holds processes may not have children with limits."""
    own = _own_folder(root, group)
    return [own, *(parent for parent in own.parents if parent == root or root in parent.parents)]


def _usable(hierarchy: Hierarchy) -> bool:
    try:
        if hierarchy.version == 2:
            _enable_controllers(hierarchy.memory)
        Cgroup(hierarchy, f"{_PREFIX}{os.getpid()}-probe", 64 << 20, 16).remove()
    except OSError:
        return False
    return True


def _enable_controllers(folder: Path) -> None:
    control = folder / "cgroup.subtree_control"
    if not {"memory", "pids"} <= set(control.read_text().split()):
        control.write_text("+memory +pids")


def _remove_left_over(hierarchy: Hierarchy) -> None:
    """Groups of processes that were killed. One still in use is busy, and the kernel keeps it."""
    for folder in hierarchy.folders:
        for group in folder.glob(f"{_PREFIX}*"):
            pid = group.name.removeprefix(_PREFIX).split("-")[0]
            if not Path("/proc", pid).exists():
                with contextlib.suppress(OSError):
                    group.rmdir()


def _remove_all(groups: list[Cgroup], owner: int) -> None:
    if os.getpid() == owner:
        for group in groups:
            group.remove()


def _write(path: Path, value: int) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, str(value).encode())
    finally:
        os.close(descriptor)


def _write_if_there(path: Path, value: int) -> bool:
    try:
        _write(path, value)
    except OSError:
        return False
    return True
