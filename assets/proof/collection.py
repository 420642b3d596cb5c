"""Collection: the experiment's own tasks and trajectories, executed by the real tools or answered by the world model.

Tasks are drawn from the domains' families, so that any number of them is at hand and a reader makes the same ones.
Held-out tasks come from numbers that nobody trains on, and a quarter of the families is held out whole. Certification,
some fifty executions a task, is left out: a task whose reference fails, or whose empty answer passes, is not used.
"""

import asyncio
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from assets.amplification.verification import run_verified
from assets.bundles.build import bundle_from_seed
from assets.progress import ProgressReporter
from assets.seeds.made import spread
from assets.trajectories.campaign import run_campaign
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Answer, Attempt, Environment, run_attempt
from assets.trajectories.real_environment import RealEnvironment
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, row_from_journal
from resources.domains.domain import Domain
from resources.domains.families import FIRST_EXAM_NUMBER, TaskFamily
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.pool import ExecutionPool
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.generation.trajectory import Source, Turn
from resources.storage.lake import Lake
from resources.world_model.model import WorldModel
from resources.world_model.query import query_for

Row = dict[str, Any]
REAL_FROM, EXAM_FROM, AMPLIFIED_FROM = 0, 500_000, 1_000_000
"""Seeds of the generator, so that no two purposes are given the same faults."""
TOO_NEW = "the world model is not sure"


@dataclass(frozen=True)
class CollectionPlan:
    """Of one domain. `longest` is the most characters of a reference: longer programs are not for a small base."""

    trained: int = 48
    held_out: int = 30
    trajectories: int = 4
    amplified: int = 3
    faulty: int = 3
    max_corrections: int = 3
    longest: int = 2_800
    minutes: float = 15.0


@dataclass(frozen=True)
class ProofTask:
    """A task that is trained on or held out. `is_new_family`: nothing of its kind is trained on."""

    seed: TaskSeed
    held_out: bool
    is_new_family: bool

    @property
    def bundle(self) -> EnvironmentBundle:
        return bundle_from_seed(self.seed)


class NotSure(EnvironmentFailure):
    """The world model is not trusted here: the trajectory is not made."""


@dataclass(frozen=True)
class TrustedModel:
    """The world model in the tools' place; where it is not trusted, nobody answers."""

    domain: Domain
    model: WorldModel
    toolchain: str

    @property
    def checkpoint(self) -> str:
        return self.model.checkpoint_id

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
        """Raises NotSure."""
        query = query_for(self.domain, bundle, candidate, history, author)
        said = (await asyncio.to_thread(self.model.predict, [query]))[0]
        if not said.trusted:
            raise NotSure(TOO_NEW)
        return Answer(said.observation, Source.SIMULATED, said.confidence_for_trust, said.novelty)


def proof_tasks(domain: Domain, plan: CollectionPlan) -> list[ProofTask]:
    """Trained ones first. Names alone decide which family is held out."""
    families = list(domain.families)
    new = held_out_families(families)
    known = [family for family in families if family.name not in new]
    trained = _drawn(known, plan.trained, 0, plan.longest)
    of_known = _drawn(known, plan.held_out - plan.held_out // 3, FIRST_EXAM_NUMBER, plan.longest)
    of_new = _drawn([one for one in families if one.name in new], plan.held_out // 3, FIRST_EXAM_NUMBER, plan.longest)
    seen = {seed.reference for seed in trained}
    return [
        *(ProofTask(seed, held_out=False, is_new_family=False) for seed in trained),
        *(ProofTask(seed, held_out=True, is_new_family=False) for seed in of_known if seed.reference not in seen),
        *(ProofTask(seed, held_out=True, is_new_family=True) for seed in of_new if seed.reference not in seen),
    ]


def held_out_families(families: Sequence[TaskFamily]) -> set[str]:
    """The quarter whose names hash lowest."""
    ranked = sorted(families, key=lambda family: hashlib.sha256(family.name.encode()).digest())
    return {family.name for family in ranked[: len(ranked) // 4]}


def _drawn(families: Sequence[TaskFamily], count: int, first: int, longest: int) -> list[TaskSeed]:
    """The first `count`, of twice as many names, whose references are short enough."""
    by_name = {family.name: family for family in families}
    drawn = (by_name[name.family].draw(name.number) for name in spread(families, 2 * count, first))
    return list(islice((seed for seed in drawn if len(seed.reference) <= longest), count))


@dataclass(frozen=True)
class Collector:
    """Of one domain, into the tables of `lake`; killed, it goes on by journal and result cache."""

    domain: Domain
    lake: Lake
    journals: Path
    pool: ExecutionPool
    plan: CollectionPlan

    def run(self, model: WorldModel) -> Mapping[str, int]:
        """Rounds of one trajectory a task, real ones first, until all are made or the time is over."""
        ends = time.monotonic() + 60 * self.plan.minutes
        tasks = asyncio.run(self._usable(proof_tasks(self.domain, self.plan)))
        real = RealEnvironment(self.pool)
        found = self._rounds(REAL_TRAJECTORIES.name, real, list(self._real_rounds(tasks)), ends)
        trusted = TrustedModel(self.domain, model, real.toolchain)
        rounds = [
            self._attempts(tasks, AMPLIFIED_FROM + number, self.plan.max_corrections, held_out=False)
            for number in range(self.plan.amplified)
        ]
        amplified = self._rounds(AMPLIFIED_TRAJECTORIES.name, trusted, rounds, ends)
        self.lake.write(REAL_TRAJECTORIES, self.domain.name, REAL_TRAJECTORIES.from_rows(found), inputs={})
        self.lake.write(
            AMPLIFIED_TRAJECTORIES, self.domain.name, AMPLIFIED_TRAJECTORIES.from_rows(amplified), inputs={}
        )
        return {"tasks": len(tasks), "real": len(found), "amplified": len(amplified)}

    async def _usable(self, tasks: Sequence[ProofTask]) -> list[ProofTask]:
        async def passes(bundle: EnvironmentBundle, candidate: Candidate) -> bool:
            try:
                return (await self.pool.execute(bundle, candidate)).outcome.passed
            except EnvironmentFailure:
                return False

        async def usable(task: ProofTask) -> bool:
            bundle = task.bundle
            return await passes(bundle, bundle.reference_candidate) and not await passes(
                bundle, self.domain.empty_candidate(bundle)
            )

        good = await asyncio.gather(*map(usable, tasks))
        return [task for task, is_good in zip(tasks, good, strict=True) if is_good]

    def _real_rounds(self, tasks: Sequence[ProofTask]) -> Iterator[list[Attempt]]:
        """What is learned from and what is asked in turns, so that a short time has both."""
        for number in range(max(self.plan.trajectories, self.plan.faulty)):
            if number < self.plan.trajectories:
                yield self._attempts(tasks, REAL_FROM + number, self.plan.max_corrections, held_out=False)
            if number < self.plan.faulty:
                yield self._attempts(tasks, EXAM_FROM + number, 0, held_out=True)

    def _attempts(self, tasks: Sequence[ProofTask], seed: int, corrections: int, *, held_out: bool) -> list[Attempt]:
        generator = FaultInjectionGenerator(self.domain)
        return [
            Attempt(self.domain, task.bundle, generator, seed, corrections)
            for task in tasks
            if task.held_out is held_out
        ]

    def _rounds(self, table: str, environment: Environment, rounds: Sequence[list[Attempt]], ends: float) -> list[Row]:
        with Journal(self.journals / f"proof-{table}-{self.domain.name}.jsonl") as journal:
            rows: dict[str, Row] = {row["trajectory_id"]: row_from_journal(row) for row in journal.rows()}
            for number, attempts in enumerate(rounds, 1):
                if time.monotonic() > ends:
                    break
                progress = ProgressReporter(f"{table} {number}/{len(rounds)}", self.domain.name, len(attempts), "")
                result = asyncio.run(self._campaign(attempts, environment, journal, rows, progress))
                rows |= {row["trajectory_id"]: row for row in result.rows}
        return sorted(rows.values(), key=lambda row: (row["seed_id"], row["generator_seed"]))

    async def _campaign(
        self,
        attempts: list[Attempt],
        environment: Environment,
        journal: Journal,
        rows: Mapping[str, Row],
        progress: ProgressReporter,
    ) -> Any:
        def made(attempt: Attempt) -> Any:
            if environment.checkpoint:
                return run_verified(attempt, environment, self.pool)
            return run_attempt(attempt, environment)

        return await run_campaign(attempts, environment, made, journal, rows, progress, concurrency=8)
