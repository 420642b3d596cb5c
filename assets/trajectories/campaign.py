"""A campaign: many attempts run concurrently, journalled as they finish, resumed where they stopped.

Only what is missing is run: what the lake or the journal holds already is kept. One trajectory's failure
is reported and costs the others nothing; a permanent failure of the environment stops the campaign.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assets.progress import ProgressReporter
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, Environment
from assets.trajectories.schema import row_from_journal, trajectory_to_row
from resources.execution.errors import EnvironmentFailure, PermanentEnvironmentFailure
from resources.generation.generator import GeneratorFailed
from resources.generation.trajectory import Trajectory

Row = dict[str, Any]
Run = Callable[[Attempt], Awaitable[Trajectory]]
"""Runs one attempt to its end; raises GeneratorFailed or EnvironmentFailure where there is no trajectory."""


@dataclass
class CampaignResult:
    """`rows` are all trajectories asked for that exist now; `failures` say which do not, and why."""

    rows: list[Row]
    made: int = 0
    failures: Mapping[str, str] = field(default_factory=dict)


async def run_campaign(
    attempts: Iterable[Attempt],
    environment: Environment,
    run: Run,
    journal: Journal,
    existing: Mapping[str, Row],
    progress: ProgressReporter,
    *,
    concurrency: int,
) -> CampaignResult:
    """Run what neither `existing` (by trajectory id) nor the journal holds, at most `concurrency` at once."""
    done = {**existing, **{row["trajectory_id"]: row_from_journal(row) for row in journal.rows()}}
    wanted = {attempt.identity(environment): attempt for attempt in attempts}
    missing = {name: attempt for name, attempt in wanted.items() if name not in done}
    progress.set(len(wanted) - len(missing))
    failures: dict[str, str] = {}
    busy = asyncio.Semaphore(concurrency)

    async def one(name: str, attempt: Attempt) -> None:
        async with busy:
            try:
                row = trajectory_to_row(await run(attempt))
            except PermanentEnvironmentFailure:
                raise
            except (GeneratorFailed, EnvironmentFailure) as error:
                failures[name] = f"{attempt.bundle.seed_id}: {type(error).__name__}: {error}"
            else:
                journal.append(row)
                done[name] = row
            progress.advance(note=attempt.bundle.seed_id)

    try:
        async with asyncio.TaskGroup() as group:
            for name, attempt in missing.items():
                group.create_task(one(name, attempt))
    except ExceptionGroup as failed:
        # All workers meet the same broken environment; one of their errors says what to do.
        raise failed.exceptions[0] from None
    rows = [done[name] for name in wanted if name in done]
    return CampaignResult(rows, made=len(missing) - len(failures), failures=failures)
