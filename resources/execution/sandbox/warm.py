"""WarmSandbox: the bubblewrap sandbox, kept, with an interpreter inside that has imported its modules already.

Importing torch and triton costs seconds, forking a process that has them costs milliseconds. So process 1 of a
kept sandbox is `warm_process`, an interpreter that only imports; each job is a fork of it, under that job's own
limits, and when the job ends every process of it is killed and everything it wrote is removed before the next job
comes. A step whose command is the interpreter and a script runs in the fork itself; any other command is started
as usual. What candidates do happens in forks only: nothing of theirs is ever run by process 1.

Beyond what `bubblewrap` does not cover:
- jobs that follow each other share namespaces, so what outlives processes there is refused (System V and message
  queues), or wiped (files); counters such as those of /proc/net show that there were earlier jobs;
- a job's memory limit is above what the imports take, and the imports' memory is readable in every fork;
- a fork starts with the state of the imported libraries, the same for all.
"""

import contextlib
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from resources.execution.errors import TransientEnvironmentFailure
from resources.execution.sandbox import profile
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.cgroups import Cgroup
from resources.execution.sandbox.driver import plain_relative
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, SandboxResult
from resources.execution.sandbox.launcher import HostPath
from resources.execution.sandbox.log import Log
from resources.execution.sandbox.session import Session
from resources.execution.sandbox.steps import again_if_killed, collect, run_steps

READY = "ready"
_SCRIPT = Path(__file__).with_name("warm_process.py")
_INSIDE = "/.driver/warm_process.py"
_START_S = 120.0
_COMMAND_S = 30.0
_LOG_BYTES = 64 << 10
_IDLE_SESSIONS = 4


@dataclass(frozen=True)
class Preload:
    """An interpreter and what it imports before any job.

    `interpreter` is its path inside the sandbox, `read_only` the host paths that it needs there, `modules` what is
    imported in this order, `memory_bytes` what the imports take at most.
    """

    interpreter: str
    modules: tuple[str, ...]
    read_only: Mapping[str, Path]
    environment: Mapping[str, str] = field(default_factory=dict)
    memory_bytes: int = 1 << 30


@dataclass(frozen=True)
class _Shape:
    """What is fixed when a sandbox starts; jobs of one shape take turns in it."""

    memory_bytes: int
    processes: int
    scratch_bytes: int


class _Kept:
    """One kept sandbox, used by one job at a time."""

    def __init__(self, sandbox: BubblewrapSandbox, preload: Preload, shape: _Shape) -> None:
        self._stack = contextlib.ExitStack()
        try:
            self.group: Cgroup | None = self._stack.enter_context(
                sandbox.group(shape.memory_bytes + preload.memory_bytes, shape.processes + 1)
            )
            view = profile.View(preload.read_only, shape.scratch_bytes)
            request = json.dumps(
                {
                    "modules": preload.modules,
                    "environment": dict(preload.environment),
                    "name": preload.interpreter,
                    "mounts": sorted(preload.read_only),
                }
            )
            # -s and not -I, so that the environment's hash seed and path count.
            program = (preload.interpreter, "-s", "-P", "-B", _INSIDE, request)
            mounts = ("--ro-bind", HostPath(_SCRIPT), _INSIDE)
            self.session: Session = self._stack.enter_context(sandbox.session(view, {}, mounts, program, self.group))
            self._expect(b"", READY, _START_S)
        except BaseException:
            self._stack.close()
            raise

    def begin(self, job: SandboxJob, mapped_bytes: int | None) -> None:
        """Lays the job's files out and says its limits. Raises TransientEnvironmentFailure."""
        request = {
            "do": "begin",
            "limits": asdict(job.limits) | {"mapped_bytes": mapped_bytes},
            "environment": dict(job.environment),
            "files": {name: len(content) for name, content in job.files.items()},
        }
        self._expect(_command(request) + b"".join(job.files.values()), READY, _COMMAND_S)

    def end(self) -> bool:
        """Kills and wipes what the job left. False when this sandbox is not to be used again."""
        try:
            self._expect(_command({"do": "end"}), READY, _COMMAND_S)
        except TransientEnvironmentFailure:
            return False
        return True

    def close(self) -> None:
        self._stack.close()

    def _expect(self, command: bytes, answer: str, seconds: float) -> None:
        log = Log(_LOG_BYTES)
        reply = self.session.run(command, log, seconds)
        if reply.text != answer:
            said = log.kept.decode(errors="replace").strip() or reply.text
            raise TransientEnvironmentFailure(f"the warm interpreter does not answer: {said}")


class WarmSandbox:
    """Implements Sandbox. Thread-safe: as many sandboxes are kept as jobs ran at once, at most a few idle.

    A job that binds host paths which `preload` does not have, devices or counters runs in an ordinary sandbox.
    """

    def __init__(self, sandbox: BubblewrapSandbox, preload: Preload) -> None:
        self._sandbox, self._preload = sandbox, preload
        self._idle: list[tuple[_Shape, _Kept]] = []
        sandbox.before_close(self.close)
        self._guard = threading.Lock()

    @property
    def description(self) -> str:
        return f"{self._sandbox.description}; warm interpreter with {', '.join(self._preload.modules) or 'nothing'}"

    def run(self, job: SandboxJob) -> SandboxResult:
        """Runs the job; see the Sandbox protocol. Raises ValueError for a job that cannot be expressed."""
        counted = any(step.counter is not None for step in job.steps)
        if counted or job.devices or not job.read_only.items() <= self._preload.read_only.items():
            return self._sandbox.run(job)
        _check(job)
        return again_if_killed(lambda: self._once(job))

    def _once(self, job: SandboxJob) -> SandboxResult:
        start = time.monotonic()
        shape = _Shape(job.limits.memory_bytes, job.limits.processes, job.limits.scratch_bytes)
        kept = self._take(shape)
        reusable = False
        try:
            kept.begin(job, job.mapped_bytes(touched_is_limited=self._sandbox.has_cgroups))
            if kept.group is not None:
                kept.group.reset_peak()
            commands = [_command({"do": "step", "argv": step.argv}) for step in job.steps]
            steps = run_steps(job, commands, kept.session, kept.group)
            files, refused = collect(job, kept.session, _fetch_command)
            peak = kept.group.peak_memory_bytes() if kept.group is not None else None
            # After a kill for want of memory the kernel may have taken process 1's memory too.
            reusable = all(step.ended is not Ended.OUT_OF_MEMORY for step in steps) and kept.end()
        finally:
            self._give_back(shape, kept, reusable=reusable)
        return SandboxResult(tuple(steps), files, refused, time.monotonic() - start, peak)

    def close(self) -> None:
        """Ends the sandboxes that are kept; later jobs start new ones."""
        with self._guard:
            idle, self._idle = self._idle, []
        for _, kept in idle:
            kept.close()

    def _take(self, shape: _Shape) -> _Kept:
        with self._guard:
            for position in reversed(range(len(self._idle))):
                if self._idle[position][0] == shape:
                    return self._idle.pop(position)[1]
        return _Kept(self._sandbox, self._preload, shape)

    def _give_back(self, shape: _Shape, kept: _Kept, *, reusable: bool) -> None:
        surplus = [kept]
        if reusable:
            with self._guard:
                self._idle.append((shape, kept))
                surplus = [old for _, old in self._idle[:-_IDLE_SESSIONS]]
                self._idle = self._idle[-_IDLE_SESSIONS:]
        for old in surplus:
            old.close()


def warmed(sandbox: Sandbox, preload: Preload) -> Sandbox:
    """`sandbox` with a warm interpreter where it is bubblewrap; any other as it is, whose steps start cold."""
    return WarmSandbox(sandbox, preload) if isinstance(sandbox, BubblewrapSandbox) else sandbox


def _check(job: SandboxJob) -> None:
    """What the ordinary sandbox refuses is refused here too."""
    for name in job.files:
        if not plain_relative(name):
            raise ValueError(f"leaves the work folder: {name!r}")
    if any("\0" in argument for step in job.steps for argument in step.argv):
        raise ValueError("NUL byte in an argument")
    for name in job.environment:
        if not name.isidentifier() or not name.isascii():
            raise ValueError(f"not the name of an environment variable: {name!r}")


def _command(request: Mapping[str, object]) -> bytes:
    return json.dumps(request).encode() + b"\n"


def _fetch_command(name: str, limit: int) -> bytes:
    return _command({"do": "fetch", "name": name, "limit": limit})
