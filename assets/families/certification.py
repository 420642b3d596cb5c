"""Certifying made tasks without anybody watching: in batches, each committed, so that a killed run goes on.

What certification asks for is `bundles.certification`. What was certified under the same toolchain, procedure and
content is not run again.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import CERTIFICATION_VERSION, certify
from assets.bundles.counted import CountedExecutions
from assets.families.schema import MADE_TASK_CERTIFICATION, certification_row
from assets.progress import ProgressReporter
from resources.domains.domain import Domain
from resources.domains.seed import TaskSeed
from resources.execution.pool import ExecutionPool
from resources.storage.lake import Lake

BATCH = 16
"""Tasks between two commits: what a killed run loses, but for executions that the result cache kept."""
Row = dict[str, Any]


@dataclass(frozen=True)
class MadeCertification:
    """The certification of a domain's made tasks, kept in `lake`."""

    domain: Domain
    lake: Lake
    max_mutants: int

    @property
    def procedure(self) -> str:
        return f"{CERTIFICATION_VERSION}:{self.max_mutants}"

    def rows(self) -> list[Row]:
        """All that is known, whoever asked for it."""
        if self.lake.manifest(MADE_TASK_CERTIFICATION.name, self.domain.name) is None:
            return []
        rows: list[Row] = self.lake.arrow(MADE_TASK_CERTIFICATION.name, [self.domain.name]).to_pylist()
        return rows

    def run(self, seeds: Sequence[TaskSeed], pool: ExecutionPool) -> list[Row]:
        """One row a seed, in order. Each batch is committed when it is done."""
        known = {row["bundle_hash"]: row for row in self.rows() if self._counts(row, pool)}
        missing = [seed for seed in seeds if bundle_from_seed(seed).hash not in known]
        progress = ProgressReporter("made_tasks", self.domain.name, len(seeds), "tasks")
        progress.set(len(seeds) - len(missing))
        for batch in _batches(missing):
            rows = asyncio.run(self._certified(batch, pool, progress))
            self._keep(rows)
            known |= {row["bundle_hash"]: row for row in rows}
        return [known[bundle_from_seed(seed).hash] for seed in seeds]

    def _counts(self, row: Row, pool: ExecutionPool) -> bool:
        return (row["toolchain"], row["certification"]) == (pool.toolchain().fingerprint, self.procedure)

    async def _certified(self, seeds: Sequence[TaskSeed], pool: ExecutionPool, progress: ProgressReporter) -> list[Row]:
        busy = asyncio.Semaphore(pool.workers)

        async def one(seed: TaskSeed) -> Row:
            bundle, counted = bundle_from_seed(seed), CountedExecutions(pool)
            async with busy:
                certificate = await certify(self.domain, bundle, counted.execute, self.max_mutants)
            progress.advance(note=seed.seed_id)
            return certification_row(
                seed,
                bundle.hash,
                certificate,
                pool.toolchain(),
                self.procedure,
                counted.executions,
                counted.seconds,
            )

        return list(await asyncio.gather(*(one(seed) for seed in seeds)))

    def _keep(self, rows: Sequence[Row]) -> None:
        """A task that was certified before, under other tools or another version, has only its newest row."""
        new = {row["seed_id"]: row for row in rows}

        def with_new(old: list[Row]) -> Any:
            merged = {row["seed_id"]: row for row in old} | new
            return MADE_TASK_CERTIFICATION.from_rows(merged[name] for name in sorted(merged))

        self.lake.rewrite(MADE_TASK_CERTIFICATION, self.domain.name, with_new)


def _batches(seeds: Sequence[TaskSeed]) -> Iterator[Sequence[TaskSeed]]:
    return (seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH))
