"""A pool of forked processes: what is imported before is imported once, and what a program breaks is its own."""

import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

NOBODY = 65534
_POLL_S = 0.02
_LARGEST_FILE = 1 << 30


@dataclass(frozen=True)
class Step:
    """One process: `action` in `folder`, whose output goes to `log` there. It may replace itself by another program.
    `trusted` ones keep the caller's user."""

    action: Callable[[], None]
    folder: Path
    limit_s: float
    trusted: bool = True
    log: str = "log"


@dataclass(frozen=True)
class End:
    """`code` is the exit code, negative for a signal, None where the limit ended it."""

    code: int | None
    seconds: float


Work = Generator[Step, End, None]
"""One piece of work: yields steps, one after the other, and is told how each ended."""


@dataclass
class _Running:
    work: Work
    process: int
    step: Step
    began: float = field(default_factory=time.monotonic)


class Pool:
    """Advances `processes` pieces of work at once, and begins none after `deadline` (of `time.monotonic`).

    With `other_user`, steps that are not trusted have a user of their own.
    """

    def __init__(self, processes: int, deadline: float, *, other_user: bool) -> None:
        self._processes, self._deadline, self._other_user = processes, deadline, other_user

    def run(self, works: Iterable[Work]) -> None:
        waiting, running = iter(works), list[_Running]()
        while self._fill(waiting, running):
            for one in list(running):
                end = self._ended(one)
                if end is not None:
                    running.remove(one)
                    self._advance(one.work, end, running)
            time.sleep(_POLL_S)

    def _fill(self, waiting: Iterator[Work], running: list[_Running]) -> bool:
        """False when there is nothing left to do."""
        while len(running) < self._processes and time.monotonic() < self._deadline:
            work = next(waiting, None)
            if work is None:
                break
            self._advance(work, None, running)
        return bool(running)

    def _advance(self, work: Work, end: End | None, running: list[_Running]) -> None:
        try:
            step = next(work) if end is None else work.send(end)
        except StopIteration:
            return
        running.append(_Running(work, _started(step, other_user=self._other_user), step))

    def _ended(self, one: _Running) -> End | None:
        process, status = os.waitpid(one.process, os.WNOHANG)
        seconds = time.monotonic() - one.began
        if process:
            _kill_group(one.process)
            return End(os.waitstatus_to_exitcode(status), seconds)
        late = time.monotonic() > self._deadline + one.step.limit_s / 2
        if seconds < one.step.limit_s and not late:
            return None
        _kill_group(one.process)
        os.waitpid(one.process, 0)
        return End(None, seconds)


def _kill_group(process: int) -> None:
    try:
        os.killpg(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _started(step: Step, *, other_user: bool) -> int:
    process = os.fork()
    if process:
        return process
    try:
        os.setsid()
        _become(step)
        if other_user and not step.trusted:
            _give_up_privileges()
        step.action()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _become(step: Step) -> None:
    os.chdir(step.folder)
    log = os.open(step.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(log, 1)
    os.dup2(log, 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))


def _give_up_privileges() -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def other_user_works(action: Callable[[], None]) -> bool:
    """Whether `action` succeeds as the other user. Without privileges to give up, there is no other user."""
    if os.getuid() != 0:
        return False
    process = os.fork()
    if not process:
        code = 1
        try:
            _give_up_privileges()
            action()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitpid(process, 0)[1] == 0


def folder_for(folder: Path, *, everybody: bool = False) -> Path:
    """Made anew; `everybody` may write into it where steps have another user."""
    folder.mkdir(parents=True, exist_ok=True)
    if everybody:
        folder.chmod(0o777)
    return folder
