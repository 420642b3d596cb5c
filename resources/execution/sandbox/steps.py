"""Running the steps of a job in a session, judging how each ended, and bringing its files back.

The same for every sandbox that has a driver as process 1; how the driver is spoken to is the commands it is given.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from resources.execution.sandbox import cgroups, counters, driver
from resources.execution.sandbox.job import Ended, SandboxJob, Step, StepResult
from resources.execution.sandbox.log import Log, ended
from resources.execution.sandbox.session import Reply, Session, Stopped

_FETCH_S = 30.0


def run_steps(
    job: SandboxJob, commands: list[bytes], session: Session, group: cgroups.Cgroup | None
) -> list[StepResult]:
    """Runs each step by its command; a driver that dies ends the job."""
    results: list[StepResult] = []
    failed = dead = False
    for step, command in zip(job.steps, commands, strict=True):
        if dead or (failed and not step.always):
            results.append(StepResult(step.name, Ended.NOT_RUN, 0, b"", False, 0.0))
            continue
        log = Log(job.limits.log_bytes)
        kills = group.out_of_memory_kills() if group is not None else 0
        with counters.counting(step.counter, session) as counted:
            reply = session.run(command, log, job.limits.wall_s)
        starved = group is not None and group.out_of_memory_kills() > kills
        result = replace(_judge(step, reply, log, starved), counted=counted())
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


def collect(
    job: SandboxJob, session: Session, fetch_command: Callable[[str, int], bytes]
) -> tuple[Mapping[str, bytes], Mapping[str, str]]:
    """The files that the job names, each with its content or the reason why not."""
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    for name in job.collect:
        if not driver.plain_relative(name):
            refused[name] = "not a plain relative path"
            continue
        log = Log(job.collect_bytes)
        reply = session.run(fetch_command(name, job.collect_bytes + 1), log, _FETCH_S)
        if reply.text is None or reply.stopped is not Stopped.NOT_STOPPED:
            refused[name] = "the sandbox was ended before"
        elif int(reply.text) in driver.REFUSALS:
            refused[name] = driver.REFUSALS[int(reply.text)]
        elif log.truncated:
            refused[name] = f"longer than {job.collect_bytes} bytes"
        else:
            files[name] = log.kept
    return files, refused
