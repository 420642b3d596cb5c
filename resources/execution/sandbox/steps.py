"""Running the steps of a job in a session, judging how each ended, and bringing its files back.

The same for every sandbox that has a driver as process 1; how the driver is spoken to is the commands it is given.

Where the kernel has no free page it searches for one in the time of whoever asked, and in the end it kills. Both look
like the step's own limits. A step's own limit cannot make the machine search: only searches for the whole machine
count in `allocstall`.
"""

import re
import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from resources.execution.bundle import Limits
from resources.execution.errors import TransientEnvironmentFailure
from resources.execution.sandbox import cgroups, counters, driver
from resources.execution.sandbox.job import Ended, SandboxJob, SandboxResult, Step, StepResult
from resources.execution.sandbox.log import OUT_OF_TIME, Log, ended
from resources.execution.sandbox.processor import StepClock, Stopped, tree_seconds, tree_waits
from resources.execution.sandbox.session import Reply, Session

_FETCH_S = 120.0
_DOUBTFUL = (Ended.TIMED_OUT, Ended.OUT_OF_MEMORY)
"""Ends that a machine without memory brings about as well."""
_KILLED = 128 + signal.SIGKILL


def again_if_killed(run: Callable[[], SandboxResult]) -> SandboxResult:
    """The result of `run`, of a second one where a step was killed and had met no limit.

    Either the host killed it (an administrator, its out-of-memory killer), and then its end says nothing of the
    program, or the program killed itself, and then it does so again.
    """
    result = run()
    killed = any(step.ended is Ended.SIGNALLED and step.exit_code == _KILLED for step in result.steps)
    return run() if killed else result


def run_steps(
    job: SandboxJob, commands: list[bytes], session: Session, group: cgroups.Cgroup | None
) -> list[StepResult]:
    """Runs each step by its command; a driver that dies ends the job. Raises WallLimitReached, and
    TransientEnvironmentFailure where the driver was killed by neither its limits nor this process, or where a limit was
    met while the machine had no memory."""
    results: list[StepResult] = []
    failed = dead = False
    for step, command in zip(job.steps, commands, strict=True):
        if dead or (failed and not step.always):
            results.append(StepResult(step.name, Ended.NOT_RUN, 0, b"", False, 0.0))
            continue
        log = Log(job.limits.log_bytes)
        kills = group.out_of_memory_kills() if group is not None else 0
        searches = searches_for_memory()
        clock = _clock(job.limits, session.driver_pid(), group)
        with counters.counting(step.counter, session) as counted:
            reply = session.run(command, log, clock)
        starved = group is not None and group.out_of_memory_kills() > kills
        result = replace(_judge(step, reply, log, clock, starved=starved), counted=counted())
        if result.ended in _DOUBTFUL and searches_for_memory() - searches > SHORT_OF_MEMORY:
            raise TransientEnvironmentFailure(f"the machine ran out of memory in step {step.name!r}: free some")
        results.append(result)
        dead = reply.text is None
        failed = failed or result.ended is not Ended.EXITED or result.exit_code != 0
    return results


def _clock(limits: Limits, pid: int, group: cgroups.Cgroup | None) -> StepClock:
    """CPU time is the cgroup's where it counts, since that misses no process, else that of the driver's descendants."""

    def used() -> float:
        counted = group.cpu_seconds() if group is not None else None
        return tree_seconds(pid, with_root=False) if counted is None else counted

    return StepClock(limits, used, lambda: tree_waits(pid, with_root=False))


def _judge(step: Step, reply: Reply, log: Log, clock: StepClock, *, starved: bool) -> StepResult:
    """A driver that died was killed with its sandbox: by a limit, the out-of-memory killer or the host."""
    if reply.stopped in (Stopped.WAITING, Stopped.TIME):
        raise clock.failure(step.name)
    code = int(reply.text) if reply.text is not None else 128 + 9
    if reply.stopped is Stopped.FLOOD:
        how = Ended.LIMIT_EXCEEDED
    elif starved:
        how = Ended.OUT_OF_MEMORY
    elif reply.stopped is Stopped.CPU or clock.exceeded:
        how, code = Ended.TIMED_OUT, OUT_OF_TIME
    elif reply.text is None:
        raise TransientEnvironmentFailure(f"the sandbox was killed from outside in step {step.name!r}")
    else:
        how = ended(code)
    cpu_s = clock.cpu_s
    return StepResult(step.name, how, code, log.kept, log.truncated, reply.seconds, log.total, cpu_s=cpu_s)


def collect(
    job: SandboxJob, session: Session, fetch_command: Callable[[str, int], bytes]
) -> tuple[Mapping[str, bytes], Mapping[str, str]]:
    """The files that the job names, each with its content or the reason why not. Raises
    TransientEnvironmentFailure."""
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    for name in job.collect:
        if not driver.plain_relative(name):
            refused[name] = "not a plain relative path"
            continue
        log = Log(job.collect_bytes)
        reply = session.run(fetch_command(name, job.collect_bytes + 1), log, _FETCH_S)
        if reply.stopped is Stopped.TIME:
            raise TransientEnvironmentFailure(f"the sandbox did not bring back {name!r} within {_FETCH_S:.0f} s")
        if reply.text is None or reply.stopped is not Stopped.NOT_STOPPED:
            refused[name] = "the sandbox was ended before"
        elif int(reply.text) in driver.REFUSALS:
            refused[name] = driver.REFUSALS[int(reply.text)]
        elif log.truncated:
            refused[name] = f"longer than {job.collect_bytes} bytes"
        else:
            files[name] = log.kept
    return files, refused


_VMSTAT = Path("/proc/vmstat")
_SEARCHES = re.compile(r"^allocstall\w* (\d+)$", re.MULTILINE)
SHORT_OF_MEMORY = 1_000
"""Searches in one step from which it is not believed. A machine at ease has none; one that swaps has thousands a
second."""


def searches_for_memory() -> int:
    """How often a process of the machine had to search for a free page itself, ever; 0 where that is not counted."""
    try:
        text = _VMSTAT.read_text()
    except OSError:
        return 0
    return sum(map(int, _SEARCHES.findall(text)))
