"""Trajectories of a home, or of the experiment's own collection, as rows of the corpus: with reasoning in hindsight, by
the corpus's own code."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from assets.bundles.build import bundle_from_seed
from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.conversation import HINDSIGHT, Origin, Reasoning, conversation_row
from assets.hindsight.writing import corrected_turns, write_all
from assets.learned import Learned
from assets.progress import ProgressReporter
from assets.seeds.made import find_made
from assets.trajectories.journal import Journal
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_from_row
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.diagnosis.writer import reason_now
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.generation.hindsight import GeneratorHindsight
from resources.generation.trajectory import Trajectory
from resources.storage.lake import Lake

TABLES = (REAL_TRAJECTORIES.name, AMPLIFIED_TRAJECTORIES.name)
CONCURRENCY = 4


@dataclass(frozen=True)
class Told:
    """A row of the corpus, and the trajectory that it tells."""

    row: dict[str, Any]
    trajectory: Trajectory
    is_real: bool

    @property
    def fault_kinds(self) -> frozenset[str]:
        return fault_kinds(self.trajectory)


def fault_kinds(trajectory: Trajectory) -> frozenset[str]:
    """Of all turns; equivalent rewrites are none."""
    return frozenset(fault.kind for turn in trajectory.turns for fault in turn.faults if fault.category != "equivalent")


@dataclass
class CollectedRows:
    """Of one domain, as a run of the graph or `collection` left it in `lake`."""

    domain: Domain
    lake: Lake
    journals: Path

    @cached_property
    def trajectories(self) -> dict[str, list[Trajectory]]:
        """By table. An amplified one counts where its last turn was executed and passes, as the corpus has it."""
        found = {}
        for table in TABLES:
            rows = self.lake.arrow(table, [self.domain.name]).to_pylist() if self._has(table) else []
            found[table] = [trajectory_from_row(row) for row in rows]
        found[TABLES[1]] = [one for one in found[TABLES[1]] if one.passed]
        return found

    @cached_property
    def bundles(self) -> dict[str, EnvironmentBundle]:
        """By hash: certified ones, and tasks of families, which their names make."""
        names = {one.seed_id for own in self.trajectories.values() for one in own}
        made = (find_made(self.domain.families, name) for name in sorted(names))
        drawn = [bundle_from_seed(seed) for seed in made if seed]
        certified = certified_bundles(self.lake, self.domain.name) if self._has(ENVIRONMENT_BUNDLES.name) else []
        return {bundle.hash: bundle for bundle in (*certified, *drawn)}

    def rows(self) -> Iterator[Told]:
        """Rows with something to learn from, of tasks that are as they were collected."""
        hindsight = self._hindsight()
        for table in TABLES:
            for trajectory in self.trajectories[table]:
                bundle = self.bundles.get(trajectory.bundle_hash)
                if bundle is not None and trajectory.turns:
                    yield Told(self._row(bundle, trajectory, hindsight), trajectory, table == TABLES[0])

    def _has(self, table: str) -> bool:
        return self.lake.manifest(table, self.domain.name) is not None

    def _row(
        self, bundle: EnvironmentBundle, trajectory: Trajectory, hindsight: Mapping[str, Reasoning]
    ) -> dict[str, Any]:
        origin = Origin(0, bundle.source, "", "", "")
        return conversation_row(self.domain, bundle, origin, trajectory, hindsight, Learned.PROGRESSED)

    def _hindsight(self) -> dict[str, Reasoning]:
        """Accepted texts of the built-in writer by turn id."""
        solved = [one for own in self.trajectories.values() for one in own if one.passed]
        turns = corrected_turns(self.domain, self.bundles, solved)
        progress = ProgressReporter("hindsight", self.domain.name, len(turns), "turns")
        writer = GeneratorHindsight(FaultInjectionGenerator(self.domain), reason_now)
        with Journal(self.journals / f"proof-hindsight-{self.domain.name}.jsonl") as journal:
            written = asyncio.run(write_all(turns, lambda _: writer, journal, {}, progress, concurrency=CONCURRENCY))
        return {
            name: Reasoning(row["reasoning"], HINDSIGHT, row["writer"], row["writer_version"])
            for name, row in written.rows.items()
            if row["accepted"]
        }
