"""BubblewrapSandbox: jobs in namespaces of their own, behind a system-call filter, under limits.

One bubblewrap launch runs all steps of a job. How the parts work stands with them: what is visible
(`profile`), which calls are refused (`seccomp`), memory and process counts (`cgroups`), who starts
bubblewrap (`launcher`), who starts the steps (`driver`), how a step's end is read (`steps`),
how output comes out (`session`, `log`).

Input files are handed to bubblewrap as memory files, and collected files come back through the log pipe
after every process of the job is dead: the work folder is a memory file system inside the sandbox, capped
in size, that the host never looks into, so there is no path on the host for a link to lead astray. The
driver copies one file at a time with `head`, which is one process start (0.7 ms) for each file; an archive
would be one for all, but would have to be parsed by the process that is to be protected.

What it does not cover:
- the kernel itself: a hole in a system call that tools need is a hole here (gVisor or a machine of its own);
- timing and cache side channels, and how busy the machine is: CPU time is limited for each process, not shares;
- the tools' own correctness: a tool that is tricked into a wrong answer answers wrongly;
- exit codes: a program may exit with any code, 137 included, so no verdict may rest on one;
- without cgroups, memory is limited for each process and not for the job, and small files are limited by
  time only; `description` says when this is so;
- steps of one job against each other: they share the work folder, /tmp and /dev/shm by design;
- GPUs and other devices: there are none inside, unless a job asks for them (`devices`); then their driver is
  reachable, and a hole in it is one here.
"""

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from resources.execution.errors import PermanentEnvironmentFailure, SandboxUnavailable, TransientEnvironmentFailure
from resources.execution.sandbox import cgroups, driver, profile, seccomp
from resources.execution.sandbox.job import SandboxJob, SandboxResult
from resources.execution.sandbox.launcher import Argument, Descriptor, Launcher
from resources.execution.sandbox.session import Pipe, Session
from resources.execution.sandbox.steps import again_if_killed, collect, run_steps


class BubblewrapSandbox:
    """The sandbox for candidates. Thread-safe; works as root (drops to an unprivileged user) and as any user.

    With `use_cgroups` false, limits are those of processes only, as on a machine where none can be made.
    Raises SandboxUnavailable when bubblewrap or pyseccomp is missing; whether it works is `selection`'s probe.
    """

    def __init__(self, *, use_cgroups: bool = True) -> None:
        self._bubblewrap = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
        if self._bubblewrap is None:
            raise SandboxUnavailable("bwrap is not installed (Debian, Ubuntu, Fedora: package `bubblewrap`)")
        try:
            seccomp.filter_program()
        except (ImportError, OSError, RuntimeError) as error:
            raise SandboxUnavailable(
                f"no system-call filter: {error} (install `pyseccomp` and `libseccomp2`)"
            ) from error
        self._launcher = Launcher()
        hierarchy = cgroups.find_hierarchy() if use_cgroups else None
        self._cgroups = cgroups.CgroupPool(hierarchy) if hierarchy else None
        self._before_close: list[Callable[[], None]] = []

    @property
    def description(self) -> str:
        """Which layers are in force here."""
        user = "user namespace" if self._launcher.user is None else f"user {self._launcher.user}, user namespace"
        limits = (
            f"cgroups v{self._cgroups.hierarchy.version} for memory and processes"
            if self._cgroups
            else "no cgroups: memory is limited for each process only, not for the job together"
        )
        return f"bubblewrap ({user}, no network, capped memory file systems), seccomp, rlimits, {limits}"

    @property
    def has_cgroups(self) -> bool:
        """Whether memory and processes are limited for a job together."""
        return self._cgroups is not None

    def run(self, job: SandboxJob) -> SandboxResult:
        """Runs the job; see the Sandbox protocol. Raises ValueError for a job that cannot be expressed."""
        return again_if_killed(lambda: self._once(job))

    def _once(self, job: SandboxJob) -> SandboxResult:
        start = time.monotonic()
        commands = [driver.step_command(step.argv) for step in job.steps]
        mapped = job.mapped_bytes(touched_is_limited=self.has_cgroups)
        prelude = driver.prelude(job.limits, {**job.devices.environment, **job.environment}, mapped)
        view = profile.View(job.read_only, job.limits.scratch_bytes, job.devices)
        with contextlib.ExitStack() as stack:
            # Given back when the session, which is entered later, has ended all processes.
            group = stack.enter_context(self.group(job.limits.memory_bytes, job.limits.processes + 1))
            shell = os.open("/bin/sh", os.O_RDONLY | os.O_CLOEXEC)
            stack.callback(os.close, shell)
            # Execute-only, so that the kernel hides the shell's memory and descriptors from the steps (`driver`).
            mounts = ("--perms", "0111", "--ro-bind-data", Descriptor(shell), "/.driver/sh")
            session = stack.enter_context(
                self.session(view, job.files, mounts, ("/.driver/sh",), group, traces=job.traces)
            )
            session.prepare(prelude, driver.READY)
            steps = run_steps(job, commands, session, group)
            files, refused = collect(job, session, driver.fetch_command)
        peak = group.peak_memory_bytes() if group is not None else None
        return SandboxResult(tuple(steps), files, refused, time.monotonic() - start, peak)

    def close(self) -> None:
        """Ends the launcher, and with it whatever still runs; a later job starts another."""
        for callback in self._before_close:
            callback()
        self._launcher.close()

    def before_close(self, callback: Callable[[], None]) -> None:
        """Has `callback` called by every `close`: what is kept in this sandbox is to be forgotten then."""
        self._before_close.append(callback)

    @contextlib.contextmanager
    def group(self, memory_bytes: int, processes: int) -> Iterator[cgroups.Cgroup | None]:
        """A cgroup, to be left when all its processes are dead; None where none can be made."""
        if self._cgroups is None:
            yield None
            return
        try:
            group = self._cgroups.take(memory_bytes, processes)
        except OSError as error:
            raise TransientEnvironmentFailure(f"no cgroup for the job: {error}") from error
        try:
            yield group
        finally:
            group.kill()
            self._cgroups.give_back(group, memory_bytes, processes)

    @contextlib.contextmanager
    def session(
        self,
        view: profile.View,
        files: Mapping[str, bytes],
        mounts: Sequence[Argument],
        program: Sequence[Argument],
        group: cgroups.Cgroup | None,
        *,
        traces: bool = False,
    ) -> Iterator[Session]:
        """Bubblewrap, started in `group`, with `files` in the work folder and `program` as process 1."""
        for source in view.read_only.values():
            if not source.exists():
                raise PermanentEnvironmentFailure(f"to be bound into the sandbox, but not there: {source}")
        with contextlib.ExitStack() as stack:
            information = Pipe()
            stack.callback(information.close)

            def opened(content: bytes) -> int:
                descriptor = _memory_file(content)
                stack.callback(os.close, descriptor)
                return descriptor

            inputs = {name: opened(content) for name, content in files.items()}
            system_calls = opened(seccomp.filter_program(traces=traces))
            descriptors = profile.Descriptors(system_calls, inputs, information.write)
            assert self._bubblewrap is not None
            argv = profile.arguments(self._bubblewrap, view, descriptors, mounts, program)
            session = stack.enter_context(Session(self._launcher, information, argv))
            pid = session.driver_pid()
            if group is not None:
                _join(group, pid)
            yield session


def _join(group: cgroups.Cgroup, pid: int) -> None:
    """Before the first step starts, so that nothing untrusted ever runs outside the group."""
    try:
        group.reset_peak()
        group.join(pid)
    except OSError as error:
        raise TransientEnvironmentFailure(f"could not put the sandbox into its cgroup: {error}") from error


def _memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("input", os.MFD_CLOEXEC)
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
