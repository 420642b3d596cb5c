"""BubblewrapSandbox: jobs in namespaces of their own, behind a system-call filter, under limits.

One bubblewrap launch runs all steps of a job. How the parts work stands with them: what is visible
(`profile`), which calls are refused (`seccomp`), memory and process counts (`cgroups`), who starts
bubblewrap (`launcher`), who starts the steps (`driver`), how output comes out (`session`, `log`).

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
- GPUs and other devices: there are none inside.
"""

import contextlib
import os
import shutil
import time
from collections.abc import Iterator, Mapping

from resources.execution.errors import PermanentEnvironmentFailure, SandboxUnavailable, TransientEnvironmentFailure
from resources.execution.sandbox import cgroups, driver, profile, seccomp
from resources.execution.sandbox.job import Ended, SandboxJob, SandboxResult, Step, StepResult
from resources.execution.sandbox.launcher import Launcher
from resources.execution.sandbox.log import Log, ended
from resources.execution.sandbox.session import Pipe, Reply, Session, Stopped

_FETCH_S = 30.0


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
            self._filter = seccomp.filter_program()
        except (ImportError, OSError, RuntimeError) as error:
            raise SandboxUnavailable(
                f"no system-call filter: {error} (install `pyseccomp` and `libseccomp2`)"
            ) from error
        self._launcher = Launcher()
        hierarchy = cgroups.find_hierarchy() if use_cgroups else None
        self._cgroups = cgroups.CgroupPool(hierarchy) if hierarchy else None

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

    def run(self, job: SandboxJob) -> SandboxResult:
        """Runs the job; see the Sandbox protocol. Raises ValueError for a job that cannot be expressed."""
        start = time.monotonic()
        for source in job.read_only.values():
            if not source.exists():
                raise PermanentEnvironmentFailure(f"to be bound into the sandbox, but not there: {source}")
        commands = [driver.step_command(step.argv) for step in job.steps]
        heap = None if self._cgroups else job.limits.memory_bytes
        prelude = driver.prelude(job.limits, job.environment, heap)
        with self._group(job) as group, self._session(job) as session:
            if group is not None:
                _join(group, session.driver_pid())
            else:
                session.driver_pid()
            session.prepare(prelude, driver.READY)
            steps = _run_steps(job, commands, session, group)
            files, refused = _collect(job, session)
        peak = group.peak_memory_bytes() if group is not None else None
        return SandboxResult(tuple(steps), files, refused, time.monotonic() - start, peak)

    @contextlib.contextmanager
    def _group(self, job: SandboxJob) -> Iterator[cgroups.Cgroup | None]:
        """A cgroup for the job, given back when the session, which is entered later, has ended all processes."""
        if self._cgroups is None:
            yield None
            return
        limits = (job.limits.memory_bytes, job.limits.processes + 1)
        try:
            group = self._cgroups.take(*limits)
        except OSError as error:
            raise TransientEnvironmentFailure(f"no cgroup for the job: {error}") from error
        try:
            yield group
        finally:
            group.kill()
            self._cgroups.give_back(group, *limits)

    @contextlib.contextmanager
    def _session(self, job: SandboxJob) -> Iterator[Session]:
        """Bubblewrap, started, with the input files in open memory files."""
        with contextlib.ExitStack() as stack:
            information = Pipe()
            stack.callback(information.close)

            def opened(content: bytes) -> int:
                descriptor = _memory_file(content)
                stack.callback(os.close, descriptor)
                return descriptor

            shell = os.open("/bin/sh", os.O_RDONLY | os.O_CLOEXEC)
            stack.callback(os.close, shell)
            files = {name: opened(content) for name, content in job.files.items()}
            descriptors = profile.Descriptors(shell, opened(self._filter), files, information.write)
            assert self._bubblewrap is not None
            argv = profile.arguments(self._bubblewrap, job, descriptors)
            yield stack.enter_context(Session(self._launcher, information, argv))


def _join(group: cgroups.Cgroup, pid: int) -> None:
    """Before the first step starts, so that nothing untrusted ever runs outside the group."""
    try:
        group.reset_peak()
        group.join(pid)
    except OSError as error:
        raise TransientEnvironmentFailure(f"could not put the sandbox into its cgroup: {error}") from error


def _run_steps(
    job: SandboxJob, commands: list[bytes], session: Session, group: cgroups.Cgroup | None
) -> list[StepResult]:
    results: list[StepResult] = []
    failed = dead = False
    for step, command in zip(job.steps, commands, strict=True):
        if dead or (failed and not step.always):
            results.append(StepResult(step.name, Ended.NOT_RUN, 0, b"", False, 0.0))
            continue
        log = Log(job.limits.log_bytes)
        kills = group.out_of_memory_kills() if group is not None else 0
        reply = session.run(command, log, job.limits.wall_s)
        starved = group is not None and group.out_of_memory_kills() > kills
        result = _judge(step, reply, log, starved)
        results.append(result)
        dead = reply.text is None
        failed = failed or result.ended is not Ended.EXITED or result.exit_code != 0
    return results


def _judge(step: Step, reply: Reply, log: Log, starved: bool) -> StepResult:
    """A driver that died was killed with its sandbox: by the time limit, the out-of-memory killer or the host."""
    code = int(reply.text) if reply.text is not None else 128 + 9
    if reply.stopped is Stopped.TIME:
        how = Ended.TIMED_OUT
    elif reply.stopped is Stopped.FLOOD:
        how = Ended.LIMIT_EXCEEDED
    else:
        how = Ended.OUT_OF_MEMORY if starved else ended(code)
    return StepResult(step.name, how, code, log.kept, log.truncated, reply.seconds, log.total)


def _collect(job: SandboxJob, session: Session) -> tuple[Mapping[str, bytes], Mapping[str, str]]:
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    for name in job.collect:
        if not driver.plain_relative(name):
            refused[name] = "not a plain relative path"
            continue
        log = Log(job.collect_bytes)
        reply = session.run(driver.fetch_command(name, job.collect_bytes + 1), log, _FETCH_S)
        if reply.text is None or reply.stopped is not Stopped.NOT_STOPPED:
            refused[name] = "the sandbox was ended before"
        elif int(reply.text) in driver.REFUSALS:
            refused[name] = driver.REFUSALS[int(reply.text)]
        elif log.truncated:
            refused[name] = f"longer than {job.collect_bytes} bytes"
        else:
            files[name] = log.kept
    return files, refused


def _memory_file(content: bytes) -> int:
    descriptor = os.memfd_create("input", os.MFD_CLOEXEC)
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
