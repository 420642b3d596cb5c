"""A campaign: many attempts run concurrently, journalled as they finish, resumed where they stopped.

Only what is missing is run: what the lake or the journal holds already is kept. One trajectory's failure
is reported and costs the others nothing; a generator that cannot work now is not asked again, while the others
go on; a permanent failure of the environment stops the campaign.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from assets.progress import ProgressReporter, kept_alive
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, Environment
from assets.trajectories.schema import row_from_journal, trajectory_to_row
from resources.execution.errors import EnvironmentFailure, PermanentEnvironmentFailure
from resources.generation.generator import GeneratorUnavailable
from resources.generation.trajectory import Trajectory

Row = dict[str, Any]
Run = Callable[[Attempt], Awaitable[Trajectory]]
"""Runs one attempt to its end; raises GeneratorUnavailable or EnvironmentFailure where there is no trajectory."""


@dataclass
class CampaignResult:
    """`rows` are all trajectories asked for that exist now; `failures` say which do not, and why.

    `unavailable` says by name which generators could not go on and what to do; `left` is how many trajectories
    a later run has to make because of that.
    """

    rows: list[Row]
    made: int = 0
    failures: Mapping[str, str] = field(default_factory=dict)
    unavailable: Mapping[str, str] = field(default_factory=dict)
    left: int = 0


async def run_campaign(
    attempts: Iterable[Attempt],
    environment: Environment,
    run: Run,
    journal: Journal,
    existing: Mapping[str, Row],
    progress: ProgressReporter,
    *,
    concurrency: int,
    lanes: Mapping[str, int] | None = None,
    live: Callable[[], str] | None = None,
) -> CampaignResult:
    """Run what neither `existing` (by trajectory id) nor the journal holds.

    Each generator has a lane of its own, so that a slow one holds nobody up: at most `lanes[name]` of its
    trajectories are under way at once, `concurrency` where `lanes` does not name it. `live` is asked every
    second for what to say beside the progress.
    """
    done = dict(existing) | {row["trajectory_id"]: row_from_journal(row) for row in journal.rows()}
    wanted = {attempt.identity(environment): attempt for attempt in attempts}
    missing = {name: attempt for name, attempt in wanted.items() if name not in done}
    progress.set(len(wanted) - len(missing))
    with ThreadPoolExecutor(1, thread_name_prefix="journal") as writer:
        work = _Work(run, journal, writer, progress, done)
        async with kept_alive(progress, live), _one_error(), asyncio.TaskGroup() as group:
            for name, lane in _by_generator(missing).items():
                waiting = iter(lane.items())
                for _ in range(min((lanes or {}).get(name, concurrency), len(lane))):
                    group.create_task(work.follow(waiting))
    rows = [done[name] for name in wanted if name in done]
    left = len(missing) - work.made - len(work.failures)
    return CampaignResult(rows, work.made, work.failures, work.unavailable, left)


def _by_generator(attempts: Mapping[str, Attempt]) -> dict[str, dict[str, Attempt]]:
    lanes: dict[str, dict[str, Attempt]] = {}
    for name, attempt in attempts.items():
        lanes.setdefault(attempt.generator.name, {})[name] = attempt
    return lanes


@asynccontextmanager
async def _one_error() -> AsyncIterator[None]:
    """All workers meet the same broken environment; one of their errors says what to do."""
    try:
        yield
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None


@dataclass
class _Work:
    """What the workers of all lanes share. Only the event loop's thread changes it."""

    run: Run
    journal: Journal
    writer: ThreadPoolExecutor
    progress: ProgressReporter
    done: dict[str, Row]
    made: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    unavailable: dict[str, str] = field(default_factory=dict)

    async def follow(self, waiting: Iterator[tuple[str, Attempt]]) -> None:
        """One worker of a lane: takes attempts until none is left or the generator cannot go on."""
        for name, attempt in waiting:
            if attempt.generator.name in self.unavailable:
                return
            try:
                row = trajectory_to_row(await self.run(attempt))
            except PermanentEnvironmentFailure:
                raise
            except GeneratorUnavailable as error:
                self.unavailable.setdefault(attempt.generator.name, str(error))
                return
            except EnvironmentFailure as error:
                self.failures[name] = f"{attempt.bundle.seed_id}: {type(error).__name__}: {error}"
            else:
                # fsync takes milliseconds, in which the event loop has other trajectories to serve.
                await asyncio.get_running_loop().run_in_executor(self.writer, self.journal.append, row)
                self.done[name] = row
                self.made += 1
            self.progress.advance(note=attempt.bundle.seed_id)
