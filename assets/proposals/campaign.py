"""A campaign of proposals: so many of a model, each a row; killed, it goes on, and what was paid for is not paid again.

A row is written before its first question, with what the question says, so that the question is the same the next
time and its reply comes from the cache. A task is kept before its row says so.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assets.progress import ProgressReporter, kept_alive
from assets.proposals.course import Course, Panel, Workshop
from assets.proposals.schema import TASK_PROPOSALS, Fate, proposal_id
from assets.seeds.imports import store_import
from resources.domains.importing import ImportResult
from resources.domains.proposals import SOURCE
from resources.generation.generator import GeneratorUnavailable
from resources.generation.proposals.messages import Ask, proposal_version
from resources.storage.lake import Lake

MOST_TOLD = 40
"""Titles in a question."""
Row = dict[str, Any]


@dataclass
class Proposed:
    """`rows` are all of the campaign, in order. `unavailable` says why an endpoint could not go on; "" where all are
    decided. `made` are those that were decided now."""

    rows: list[Row] = field(default_factory=list)
    made: int = 0
    unavailable: str = ""


class Campaign:
    """`count` proposals of a panel, kept in `lake`."""

    def __init__(self, panel: Panel, lake: Lake, count: int) -> None:
        self._panel, self._lake = panel, lake
        self._version = proposal_version(panel.domain, panel.form)
        self._ids = [self._id(number) for number in range(count)]
        self._proposed = Proposed()

    def _id(self, number: int) -> str:
        settings = self._panel.proposer.settings
        return proposal_id(self._panel.domain.name, settings.name, settings.model, self._version, number)

    def rows(self) -> list[Row]:
        """Of this campaign, in order, as far as they were asked for."""
        if self._lake.manifest(TASK_PROPOSALS.name, self._panel.domain.name) is None:
            return []
        rows = self._lake.arrow(TASK_PROPOSALS.name, [self._panel.domain.name]).to_pylist()
        known = {row["proposal_id"]: row for row in rows}
        return [known[name] for name in self._ids if name in known]

    @property
    def undecided(self) -> int:
        return len(self._ids) - sum(1 for row in self.rows() if row["fate"] != Fate.OPEN.value)

    async def run(self, workshop: Workshop) -> Proposed:
        """Raises what the tools or the lake raise; what is decided by then is kept."""
        before = {row["proposal_id"]: row for row in self.rows()}
        decided = {name for name, row in before.items() if row["fate"] != Fate.OPEN.value}
        progress = ProgressReporter("proposals", self._panel.domain.name, len(self._ids), "proposals")
        progress.set(len(decided))
        waiting = iter([number for number, name in enumerate(self._ids) if name not in decided])

        async def follow() -> None:
            for number in waiting:
                if self._proposed.unavailable:
                    return
                if await self._decide(number, before.get(self._ids[number]), workshop):
                    progress.advance(note=self._topic(number))

        async with kept_alive(progress, self._panel.live_words):
            await asyncio.gather(*(follow() for _ in range(self._at_once(workshop))))
        self._proposed.rows = self.rows()
        return self._proposed

    def _at_once(self, workshop: Workshop) -> int:
        return max(1, min(self._panel.proposer.settings.concurrency, 2 * workshop.pool.workers))

    def _topic(self, number: int) -> str:
        return self._panel.form.topics[number % len(self._panel.form.topics)]

    def _tier(self, number: int) -> int:
        """A topic's tiers come one after another, and neighbouring topics do not have the same."""
        topics, tiers = len(self._panel.form.topics), len(self._panel.form.tiers)
        return 1 + (number + number // topics) % tiers

    async def _decide(self, number: int, open_row: Row | None, workshop: Workshop) -> bool:
        row = open_row or await self._opened(number, workshop)
        ask = Ask(number, row["topic"], row["tier_asked"], tuple(row["told"]))
        course = Course(self._panel, workshop, ask, row["proposal_id"], self._version)
        try:
            decided = await course.run()
        except GeneratorUnavailable as error:
            self._proposed.unavailable = self._proposed.unavailable or str(error)
            return False
        if decided.seed is not None:
            store_import(self._lake, self._panel.domain, SOURCE, ImportResult((decided.seed,), ()))
        self._keep([row | decided.columns])
        self._proposed.made += 1
        return True

    async def _opened(self, number: int, workshop: Workshop) -> Row:
        topic = self._topic(number)
        async with workshop.lock:
            told = workshop.known.titles(topic, MOST_TOLD)
        settings = self._panel.proposer.settings
        row: Row = {
            "proposal_id": self._ids[number],
            "domain": self._panel.domain.name,
            "number": number,
            "topic": topic,
            "tier_asked": self._tier(number),
            "told": list(told),
            "proposer": settings.name,
            "model": settings.model,
            "prompt_version": self._version,
            "fate": Fate.OPEN.value,
            **dict.fromkeys(("fault", "reason", "returned_for", "returned_because", "seed_id", "title"), ""),
            **dict.fromkeys(("reference_outcome", "reply"), ""),
            **dict.fromkeys(("rounds", "agreement_score", "executions"), 0),
            **dict.fromkeys(("requests", "prompt_tokens", "completion_tokens", "seconds"), 0),
            "tests": [],
            "solvers": [],
            "mutation_score": None,
            "cost": None,
        }
        self._keep([row])
        return row

    def _keep(self, rows: Sequence[Row]) -> None:
        new = {row["proposal_id"]: row for row in rows}

        def with_new(old: list[Row]) -> Any:
            merged = {row["proposal_id"]: row for row in old} | new
            return TASK_PROPOSALS.from_rows(sorted(merged.values(), key=_place))

        self._lake.rewrite(TASK_PROPOSALS, self._panel.domain.name, with_new)


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["proposer"], row["model"], row["prompt_version"], row["number"]
