"""Asking writers for the reasoning of corrected turns: concurrently, journalled, resumed where it stopped.

Which trajectories and which writers is the asset's; whether a text is used is `checks`.
"""

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from assets.hindsight.checks import changes_code, refusal
from assets.hindsight.difficulty import difficulty
from assets.hindsight.schema import usage_columns
from assets.progress import ProgressReporter
from assets.trajectories.journal import Journal
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.generator import GeneratorFailed, GeneratorUnavailable
from resources.generation.hindsight import Hindsight, HindsightRequest, HindsightWriter
from resources.generation.prompting.hidden import turns_as_shown
from resources.generation.prompting.version import prompt_version
from resources.generation.trajectory import Trajectory, turn_id

Row = dict[str, Any]
Writers = Callable[[str], HindsightWriter | None]
"""The writer for the trajectories of a generator, by the generator's name; None where there is none."""
UNCHANGED = "the code did not change"


@dataclass(frozen=True)
class CorrectedTurn:
    """A turn to be explained, and the trajectory it belongs to."""

    trajectory: Trajectory
    request: HindsightRequest

    @property
    def turn_id(self) -> str:
        return turn_id(self.trajectory.trajectory_id, self.request.index)


@dataclass
class Written:
    """`rows` of all turns that have one; `unavailable` says by name which writers could not go on, and why.

    `left` counts the turns that wait for them, `without_writer` those whose generator has none here.
    """

    rows: dict[str, Row] = field(default_factory=dict)
    made: int = 0
    left: int = 0
    without_writer: int = 0
    unavailable: dict[str, str] = field(default_factory=dict)


def corrected_turns(
    domain: Domain, bundles: Mapping[str, EnvironmentBundle], trajectories: Iterable[Trajectory]
) -> list[CorrectedTurn]:
    """Every turn after the first of the trajectories whose bundle is certified, a trajectory's turns together."""
    return [
        CorrectedTurn(trajectory, HindsightRequest(domain, bundle, told, trajectory.generator_seed, shown, index))
        for trajectory in trajectories
        if (bundle := bundles.get(trajectory.bundle_hash)) is not None
        for told in [domain.instructions(bundle)]
        for shown in [turns_as_shown(trajectory.turns, bundle, told)]
        for index in range(1, len(trajectory.turns))
    ]


async def write_all(
    turns: Sequence[CorrectedTurn],
    writers: Writers,
    journal: Journal,
    existing: Mapping[str, Row],
    progress: ProgressReporter,
    *,
    concurrency: int,
) -> Written:
    """Ask for every turn that has no text of its writer's present version, in `existing` or in the journal."""
    made = Written()
    waiting: dict[str, list[tuple[CorrectedTurn, HindsightWriter]]] = {}
    kept = {**existing, **{row["turn_id"]: row for row in journal.rows()}}
    for turn in turns:
        writer = writers(turn.trajectory.generator)
        row = kept.get(turn.turn_id)
        if row and (writer is None or _is_current(row, writer)) and row.get("observed") == observed(turn.request):
            made.rows[turn.turn_id] = judged(turn, row)
        elif writer is None:
            made.without_writer += 1
        else:
            waiting.setdefault(writer.name, []).append((turn, writer))
    progress.set(len(made.rows))
    with ThreadPoolExecutor(1, thread_name_prefix="journal") as pen:
        async with asyncio.TaskGroup() as group:
            for queue in waiting.values():
                lane = iter(queue)
                for _ in range(min(concurrency, len(queue))):
                    group.create_task(_follow(lane, journal, pen, made, progress))
    made.left = sum(len(queue) for queue in waiting.values()) - made.made
    return made


async def _follow(
    lane: Iterator[tuple[CorrectedTurn, HindsightWriter]],
    journal: Journal,
    pen: ThreadPoolExecutor,
    made: Written,
    progress: ProgressReporter,
) -> None:
    """One worker: takes turns until none is left or the writer cannot go on."""
    for turn, writer in lane:
        if writer.name in made.unavailable:
            return
        try:
            row = await _written(turn, writer)
        except GeneratorUnavailable as error:
            made.unavailable.setdefault(writer.name, str(error))
            return
        await asyncio.get_running_loop().run_in_executor(pen, journal.append, row)
        made.rows[turn.turn_id] = row
        made.made += 1
        progress.advance(note=turn.trajectory.seed_id)


async def _written(turn: CorrectedTurn, writer: HindsightWriter) -> Row:
    if not changes_code(turn.request):
        return _row(turn, writer, Hindsight(""), UNCHANGED)
    try:
        text = await writer.reason(turn.request)
    except GeneratorFailed as error:
        return _row(turn, writer, Hindsight("", error.usage), f"nothing usable was written: {error}")
    return judged(turn, _row(turn, writer, text, ""))


def judged(turn: CorrectedTurn, row: Row) -> Row:
    """The row under today's checks, which may be others than those it was written under."""
    if row["reason"] and not row["reasoning"]:
        return row
    reason = refusal(turn.request, row["reasoning"])
    return {**row, "accepted": not reason, "reason": reason}


def _is_current(row: Mapping[str, Any], writer: HindsightWriter) -> bool:
    return (row["writer"], row["writer_version"]) == (writer.name, writer.version)


def observed(request: HindsightRequest) -> str:
    """A hash of all that the reasoning is about: each attempt up to the corrected one, and what was said of it."""
    seen = [
        (turn.candidate.hash, turn.observation.outcome.value, turn.observation.stage, turn.observation.log.hex())
        for turn in request.turns[: request.index + 1]
    ]
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:16]


def _row(turn: CorrectedTurn, writer: HindsightWriter, text: Hindsight, reason: str) -> Row:
    trajectory, request = turn.trajectory, turn.request
    reasoning = text.reasoning.strip()
    return {
        "turn_id": turn.turn_id,
        "trajectory_id": trajectory.trajectory_id,
        "turn_index": request.index,
        "domain": trajectory.domain,
        "seed_id": trajectory.seed_id,
        "bundle_hash": trajectory.bundle_hash,
        "generator": trajectory.generator,
        "writer": writer.name,
        "writer_version": writer.version,
        "prompt_version": prompt_version(request.domain),
        "observed": observed(request),
        "failed_outcome": request.failed.observation.outcome.value,
        "outcome": request.corrected.observation.outcome.value,
        "original": request.corrected.reasoning,
        "reasoning": reasoning,
        "accepted": False,
        "reason": reason,
        "characters": len(reasoning),
        "difficulty": difficulty(request),
        **usage_columns(text.usage),
    }
