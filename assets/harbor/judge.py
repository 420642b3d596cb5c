"""A verdict on one answer to one bundle: what `tests/test.sh` of an exported task runs.

The reward is 1 where the real tools let the program pass, and 0 where they do not. What they cannot judge (a gap of the
environment, a sandbox that does not work) is an exception and never a reward.
"""

import asyncio
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from assets.domain_pools import DomainPools
from resources.domains.domain import Domain
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.generation.endpoint.reading import NoCode, read_answer
from resources.generation.endpoint.reply import Reply
from resources.generation.prompting.attempt import fence_tag, outcome_told
from resources.generation.prompting.quoting import shortened_log
from resources.generation.trajectory import Turn

MOST_BYTES = 1 << 20


class NoAnswer(Exception):
    """There is no program to run. The message says why; the reward is 0."""


@dataclass(frozen=True)
class Verdict:
    """`text` says it to a person."""

    passed: bool
    text: str

    @property
    def reward(self) -> int:
        return int(self.passed)


class Judge:
    """Thread-safe; use as a context manager, which raises SandboxUnavailable."""

    def __init__(self, workers: int = 1) -> None:
        self._pools = DomainPools(workers)

    def __enter__(self) -> "Judge":
        self._pools.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pools.__exit__(kind, error, at)

    def judge_file(self, bundle: EnvironmentBundle, path: Path, *, is_reply: bool = False) -> Verdict:
        """The file is a program, or a whole reply whose program is its last block. Raises EnvironmentFailure."""
        try:
            text = read_answer_file(path)
            candidate = Candidate(_program(bundle, text) if is_reply else text)
        except NoAnswer as missing:
            return Verdict(False, f"There is nothing to run: {missing}.")
        return self.judge(bundle, candidate)

    def judge(self, bundle: EnvironmentBundle, candidate: Candidate) -> Verdict:
        """Uncached, with the bounded retries of every execution. Raises EnvironmentFailure."""
        domain = get_domain(bundle.domain)
        observation = asyncio.run(self._pools.of(domain).execute(bundle, candidate))
        turn = Turn(0, "", candidate, observation)
        return Verdict(observation.outcome.passed, _told(domain, bundle, turn))


def _told(domain: Domain, bundle: EnvironmentBundle, turn: Turn) -> str:
    """Label, meaning, figures and log. Like a generator, an agent that reads it learns nothing of hidden tests."""
    told = outcome_told(domain, bundle, domain.instructions(bundle), turn)
    over = f": {bundle.limits.cpu_s} s a step" if turn.observation.outcome is Outcome.TIMEOUT else ""
    lines = [f"{turn.observation.outcome.value} at stage {told.stage}: {told.meaning}{over}"]
    lines += [f"figures: {told.figures}"] if told.figures else []
    return "\n".join([*lines, *(f"  {line}" for line in shortened_log(told.log).splitlines())])


def read_answer_file(path: Path, named: str = "") -> str:
    """Raises NoAnswer, which calls it `named`, else by its last name alone: an agent reads that. A link is not
    followed: an agent could lay one to what only the verifier has."""
    named = named or path.name or str(path)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise NoAnswer(f"{named} cannot be opened ({error.strerror})") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NoAnswer(f"{named} is no ordinary file")
    with open(descriptor, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NoAnswer(f"{named} has more than {MOST_BYTES} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoAnswer(f"{named} is no UTF-8 text") from error


def _program(bundle: EnvironmentBundle, reply: str) -> str:
    try:
        return read_answer(Reply(reply), fence_tag(get_domain(bundle.domain), bundle), MOST_BYTES).code
    except NoCode as missing:
        raise NoAnswer(str(missing)) from missing
