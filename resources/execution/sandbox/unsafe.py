"""UnsafeDirectExecution: the same protocol without isolation, for machines where no sandbox works.

Only by explicit opt-out (`selection`). Resource limits, time-outs, log caps and careful collection hold;
nothing keeps a candidate from the user's files or the network. Nothing but the CI of trusted code and
machines that are thrown away should run this.
"""

import contextlib
import logging
import os
import select
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from resources.execution.errors import TransientEnvironmentFailure
from resources.execution.sandbox.driver import REFUSALS, Fetched, plain_relative, ulimits
from resources.execution.sandbox.job import Ended, SandboxJob, SandboxResult, Step, StepResult
from resources.execution.sandbox.log import OUT_OF_TIME, Log, ended
from resources.execution.sandbox.processor import POLL_S, StepClock, Stopped, tree_seconds, tree_waits
from resources.execution.sandbox.stand_in_paths import StandInPaths

_READ_BYTES = 64 << 10
_logger = logging.getLogger(__name__)


class _End(NamedTuple):
    how: Ended
    code: int


class UnsafeDirectExecution:
    """Runs steps as ordinary processes of this user. Thread-safe. Logs a warning whenever one is made."""

    def __init__(self) -> None:
        _logger.warning(
            "UNSANDBOXED: candidates run with all rights of this user; never use this on code you don't trust"
        )

    @property
    def description(self) -> str:
        return "NONE: unsafe direct execution (rlimits, time-outs and log caps only)"

    def run(self, job: SandboxJob) -> SandboxResult:
        """Runs the job; see the Sandbox protocol. What a sandbox would bind at another path stands in the job's folder
        (`stand_in_paths`); raises PermanentEnvironmentFailure where that cannot be."""
        start = time.monotonic()
        private = Path(tempfile.mkdtemp(prefix="icwm-unsafe-"))
        try:
            scratch, root = private / "work", private / "root"
            scratch.mkdir()
            root.mkdir()
            paths = StandInPaths(job.read_only, scratch, root)
            _lay_out(scratch, job.files)
            steps: list[StepResult] = []
            failed = False
            for step in job.steps:
                result = _not_run(step) if failed and not step.always else _run_step(step, job, scratch, paths)
                steps.append(result)
                failed = failed or result.ended is not Ended.EXITED or result.exit_code != 0
            files, refused = _collect(job, scratch)
        finally:
            shutil.rmtree(private, ignore_errors=True)
        return SandboxResult(tuple(steps), files, refused, time.monotonic() - start, None)

    def close(self) -> None:
        """Nothing is kept between jobs."""


def _not_run(step: Step) -> StepResult:
    return StepResult(step.name, Ended.NOT_RUN, 0, b"", False, 0.0)


def _lay_out(scratch: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        if not plain_relative(name):
            raise ValueError(f"leaves the work folder: {name!r}")
        path = scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _run_step(step: Step, job: SandboxJob, scratch: Path, paths: StandInPaths) -> StepResult:
    # The shell sets the limits and is replaced: a preexec_fn would fork this process, 15 ms at 300 MB.
    mapped = job.mapped_bytes(touched_is_limited=False)
    command = shlex.join(paths.text(argument) for argument in step.argv)
    script = f"{ulimits(job.limits, mapped, processes=False)}\nexec {command}"
    given = {**job.devices.environment, **job.environment}
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(scratch), "LANG": "C.UTF-8"}
    environment |= {name: paths.text(value) for name, value in given.items()}
    start = time.monotonic()
    try:
        process = subprocess.Popen(
            # What this process or its parent ignores would stay ignored over exec.
            ["env", "--default-signal", "/bin/sh", "-c", script],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=scratch,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise TransientEnvironmentFailure(f"could not start a process: {error}") from error
    log = Log(job.limits.log_bytes)
    clock = StepClock(
        job.limits,
        lambda: tree_seconds(process.pid, with_root=True),
        lambda: tree_waits(process.pid, with_root=True),
    )
    stopped = _drain(process, log, clock)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    cpu_s = clock.cpu_s
    code = process.wait()
    if stopped in (Stopped.WAITING, Stopped.TIME):
        raise clock.failure(step.name)
    how, code = _end(stopped, 128 - code if code < 0 else code, over_time=cpu_s > job.limits.cpu_s)
    kept, seconds = paths.as_inside(log.kept), time.monotonic() - start
    return StepResult(step.name, how, code, kept, log.truncated, seconds, log.total, cpu_s=cpu_s)


def _end(stopped: Stopped, code: int, *, over_time: bool) -> _End:
    if stopped is Stopped.FLOOD:
        return _End(Ended.LIMIT_EXCEEDED, code)
    return _End(Ended.TIMED_OUT, OUT_OF_TIME) if over_time else _End(ended(code), code)


def _drain(process: "subprocess.Popen[bytes]", log: Log, clock: StepClock) -> Stopped:
    """Until the step's process ends, not until its pipe closes: a child in a session of its own may hold it. The
    ended process is left to be reaped, and its times to be read."""
    assert process.stdout is not None
    with process.stdout as pipe:
        os.set_blocking(pipe.fileno(), False)
        pidfd = os.pidfd_open(process.pid)
        sources = [pipe.fileno(), pidfd]
        try:
            while True:
                ready, _, _ = select.select(sources, [], [], POLL_S)
                if pipe.fileno() in ready and not _read(pipe.fileno(), log):
                    sources.remove(pipe.fileno())
                if log.flooded:
                    return Stopped.FLOOD
                if pidfd in ready and (pipe.fileno() not in ready or pipe.fileno() not in sources):
                    return Stopped.NOT_STOPPED
                if (stopped := clock.check()) is not Stopped.NOT_STOPPED:
                    return stopped
        finally:
            os.close(pidfd)


def _read(descriptor: int, log: Log) -> bool:
    """False at the pipe's end."""
    try:
        data = os.read(descriptor, _READ_BYTES)
    except BlockingIOError:
        return True
    log.add(data)
    return bool(data)


def _collect(job: SandboxJob, scratch: Path) -> tuple[Mapping[str, bytes], Mapping[str, str]]:
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    for name in job.collect:
        outcome = _fetch(scratch, name, job.collect_bytes) if plain_relative(name) else "not a plain relative path"
        if isinstance(outcome, bytes):
            files[name] = outcome
        else:
            refused[name] = outcome
    return files, refused


def _fetch(scratch: Path, name: str, most: int) -> bytes | str:
    """The file's content or why not. Each part of the path is opened without following links and without
    waiting for a FIFO's other side."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    folder = os.open(scratch, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in Path(name).parts:
            if stat.S_ISLNK(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode):
                return REFUSALS[Fetched.LINK]
            inner = os.open(part, flags, dir_fd=folder)
            os.close(folder)
            folder = inner
        if not stat.S_ISREG(os.fstat(folder).st_mode):
            return REFUSALS[Fetched.IRREGULAR]
        with open(folder, "rb", closefd=False) as file:
            content = file.read(most + 1)
        return content if len(content) <= most else f"longer than {most} bytes"
    except (FileNotFoundError, NotADirectoryError):
        return REFUSALS[Fetched.MISSING]
    except OSError:
        return REFUSALS[Fetched.UNREADABLE]
    finally:
        os.close(folder)
