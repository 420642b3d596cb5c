"""Executing picks with real tools, journalled one by one, so that a killed run goes on where it was."""

import asyncio
import hashlib
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assets.progress import ProgressReporter
from assets.scenarios.acquisition import Pick
from assets.trajectories.execution_columns import columns_from_observation
from assets.trajectories.journal import Journal
from resources.execution.errors import EnvironmentFailure, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.pool import ExecutionPool

Row = dict[str, Any]
ORIGIN = "scenario"


@dataclass(frozen=True)
class Round:
    """What a choice was made from; `name` is the hash of it."""

    domain: str
    turns: str
    checkpoint: str
    toolchain: str

    @property
    def name(self) -> str:
        text = "\0".join((self.domain, self.turns, self.checkpoint, self.toolchain))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def turn_id(self, pick: Pick) -> str:
        pair = pick.proposal.pair
        digest = hashlib.sha256(f"{self.name}{pair.bundle}{pair.candidate}".encode()).hexdigest()[:24]
        return f"{ORIGIN}:{digest}"


@dataclass
class Executed:
    """Rows of `scenario_log` without `created_at`, by seed id what no tool could answer, and how many picks were left
    when the time was up."""

    rows: list[Row] = field(default_factory=list)
    made: int = 0
    failures: list[str] = field(default_factory=list)
    left: int = 0


async def execute(
    picks: Sequence[Pick],
    this: Round,
    pool: ExecutionPool,
    journal: Journal,
    progress: ProgressReporter,
    seconds: float = math.inf,
) -> Executed:
    """Every pick that the journal does not hold, in their order; after so many `seconds` none is begun.

    Raises PermanentEnvironmentFailure; others are told and left out."""
    done = {row["turn_id"]: row_from_journal(row) for row in journal.rows()}
    result = Executed(list(done.values()))
    missing = [pick for pick in picks if this.turn_id(pick) not in done]
    progress.set(len(picks) - len(missing))
    waiting, until = iter(missing), time.monotonic() + seconds

    async def follow() -> None:
        for pick in waiting:
            if time.monotonic() >= until:
                result.left += 1
                continue
            try:
                observation = await pool.execute(pick.proposal.bundle, pick.proposal.candidate)
            except PermanentEnvironmentFailure:
                raise
            except EnvironmentFailure as error:
                result.failures.append(f"{pick.proposal.bundle.seed_id}: {type(error).__name__}: {error}")
            else:
                row = _row(pick, this, observation)
                journal.append(row)
                result.rows.append(row)
                result.made += 1
            progress.advance(note=pick.proposal.bundle.seed_id)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(2 * pool.workers, len(missing))):
                group.create_task(follow())
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return result


def of_other_rounds(journal: Journal, this: Round) -> list[Row]:
    """What a run that was killed executed and did not commit, where turns, champion or tools are others since."""
    return [row_from_journal(row) for row in journal.rows() if row["round"] != this.name]


def row_from_journal(row: Mapping[str, Any]) -> Row:
    """Pairs of a map come back from JSON as lists, and Arrow takes tuples only."""
    return {**row, "metrics": [tuple(pair) for pair in row["metrics"]]}


def _row(pick: Pick, this: Round, observation: Observation) -> Row:
    proposal, expected = pick.proposal, pick.expectation
    return {
        "turn_id": this.turn_id(pick),
        "domain": this.domain,
        "seed_id": proposal.bundle.seed_id,
        "bundle_hash": proposal.bundle.hash,
        "candidate_hash": proposal.candidate.hash,
        "code": proposal.candidate.code,
        "generator": f"{proposal.proposer} {ORIGIN}",
        "fault_kinds": list(proposal.kinds),
        "arm": pick.arm.value,
        "wanted_outcome": pick.wanted.value if pick.wanted else "",
        "predicted_outcome": expected.predicted.value if expected else "",
        "probability": expected.of(pick.wanted) if expected and pick.wanted else None,
        "novelty": expected.novelty if expected else None,
        "hit": observation.outcome is pick.wanted,
        **columns_from_observation(observation),
        "seconds": observation.seconds,
        "toolchain": observation.toolchain,
        "checkpoint": this.checkpoint,
        "round": this.name,
    }
