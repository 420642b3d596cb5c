"""One audit: sample simulated turns and whole trajectories, run them for real, compare (spec, point 9).

Measures only; what follows from the figures is `asset`, how they are shown is `report`.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assets.audits.figures import Share, Verdict, share
from assets.progress import ProgressReporter
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.real import RealEnvironment
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.observation import Observation
from resources.execution.pool import ExecutionPool
from resources.generation.generator import Generator, GeneratorUnavailable
from resources.generation.trajectory import Ended, Source, Trajectory, Turn


@dataclass(frozen=True)
class AuditedTurn:
    """A simulated turn and what the tools really say of the same candidate."""

    trajectory: Trajectory
    turn: Turn
    real: Observation

    @property
    def turn_id(self) -> str:
        return f"{self.trajectory.trajectory_id}:{self.turn.index}"

    @property
    def title(self) -> str:
        """Which turn it is and what was said of it, for people."""
        verdict = self.verdict
        said = f"{verdict.predicted.value} predicted with {verdict.confidence:.1%}, really {verdict.real.value}"
        return f"{self.trajectory.seed_id}, turn {self.turn.index}: {said}"

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.turn.observation.outcome, self.real.outcome, self.turn.confidence or 0.0)


@dataclass(frozen=True)
class AuditedTrajectory:
    """An amplified trajectory and the one that the same generator and seed make with real tools."""

    simulated: Trajectory
    real: Trajectory

    @property
    def agrees(self) -> bool:
        """The final verdict as the loop saw it: the simulated one before any verification."""
        return self.simulated.turns[-1].observation.outcome.passed == self.real.passed


@dataclass(frozen=True)
class Audit:
    """`gaps` is how many of the sample the real tools cannot judge: they are neither right nor wrong.

    `left_out` says of how many trajectories, by generator and reason, agreement could not be asked.
    """

    turns: tuple[AuditedTurn, ...]
    trajectories: tuple[AuditedTrajectory, ...]
    gaps: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def verdicts(self) -> list[Verdict]:
        return [turn.verdict for turn in self.turns]

    @property
    def wrong(self) -> list[AuditedTurn]:
        return [turn for turn in self.turns if not turn.verdict.right]

    @property
    def worst(self) -> list[AuditedTurn]:
        """The wrong predictions, those that the model was surest of first."""
        return sorted(self.wrong, key=lambda turn: -turn.verdict.confidence)

    @property
    def agreement(self) -> Share:
        return share(sum(entry.agrees for entry in self.trajectories), len(self.trajectories))


@dataclass(frozen=True)
class AuditPlan:
    """How many of each; `night` seeds the sample, so that another night draws others."""

    turns: int
    trajectories: int
    night: str
    max_corrections: int


async def run_audit(
    domain: Domain,
    amplified: Sequence[Trajectory],
    bundles: Mapping[str, EnvironmentBundle],
    generators: Mapping[str, Generator],
    pool: ExecutionPool,
    plan: AuditPlan,
) -> Audit:
    """`bundles` by hash, `generators` by name. Trajectories whose bundle is no longer certified are left out.

    A trajectory is re-run only by the generator that made it, in the same version, and only where that ended it.
    """
    usable = [entry for entry in amplified if entry.bundle_hash in bundles]
    complete = [entry for entry in usable if entry.ended is not Ended.GENERATOR_FAILED]
    again = [entry for entry in complete if not _why_not(entry, generators)]
    left_out = Counter(_why_not(entry, generators) for entry in complete if _why_not(entry, generators))
    turns = _sample(
        [(entry, turn) for entry in usable for turn in entry.turns if turn.source is not Source.REAL],
        plan.turns,
        plan.night,
    )
    whole = _sample([(entry, entry.turns[-1]) for entry in again], plan.trajectories, plan.night)
    progress = ProgressReporter("audit_reports", domain.name, len(turns) + len(whole), "executions")

    async def rerun_turn(trajectory: Trajectory, turn: Turn) -> AuditedTurn | None:
        progress.advance()
        try:
            real = await pool.execute(bundles[trajectory.bundle_hash], turn.candidate)
        except EnvironmentGap:
            return None
        return AuditedTurn(trajectory, turn, real)

    async def rerun_whole(trajectory: Trajectory) -> AuditedTrajectory | None:
        progress.advance()
        attempt = Attempt(
            domain,
            bundles[trajectory.bundle_hash],
            generators[trajectory.generator],
            trajectory.generator_seed,
            plan.max_corrections,
        )
        try:
            real = await run_attempt(attempt, RealEnvironment(pool))
        except EnvironmentGap:
            return None
        except GeneratorUnavailable as error:
            left_out[f"{trajectory.generator}: {error}"] += 1
            return None
        if real.ended is Ended.GENERATOR_FAILED:
            left_out[f"{trajectory.generator} failed: {real.failure}"] += 1
            return None
        return AuditedTrajectory(trajectory, real)

    audited_turns = await asyncio.gather(*(rerun_turn(trajectory, turn) for trajectory, turn in turns))
    audited_whole = await asyncio.gather(*(rerun_whole(trajectory) for trajectory, _ in whole))
    done = tuple(entry for entry in audited_turns if entry is not None)
    agreed = tuple(entry for entry in audited_whole if entry is not None)
    unasked = left_out.total() - (len(complete) - len(again))
    return Audit(done, agreed, len(turns) + len(whole) - len(done) - len(agreed) - unasked, left_out)


def _why_not(trajectory: Trajectory, generators: Mapping[str, Generator]) -> str:
    """Why nobody here can make this trajectory again; "" where somebody can."""
    found = generators.get(trajectory.generator)
    if found is None:
        return f"{trajectory.generator} is not configured"
    same = found.version == trajectory.generator_version
    return "" if same else f"{trajectory.generator} has another version than the trajectory's"


def _sample(population: list[tuple[Trajectory, Turn]], size: int, night: str) -> list[tuple[Trajectory, Turn]]:
    """A sample without replacement that the night and the turns' ids decide, whatever the order."""

    def draw(entry: tuple[Trajectory, Turn]) -> str:
        trajectory, turn = entry
        return hashlib.sha256(f"{night}:{trajectory.trajectory_id}:{turn.index}".encode()).hexdigest()

    return sorted(population, key=draw)[:size]
