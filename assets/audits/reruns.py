"""A night's executions: the drawn simulated turns and whole trajectories, run for real.

Measures only: which turns are drawn is `strata`, what was found is `audit`.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assets.amplification.simulated_turns import SimulatedTurn
from assets.audits.audit import Audit, AuditedTrajectory, AuditedTurn, Cost, weighted
from assets.audits.strata import Drawn, draw, lot
from assets.progress import ProgressReporter
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.real_environment import RealEnvironment
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.pool import ExecutionPool
from resources.generation.generator import Generator, GeneratorUnavailable
from resources.generation.trajectory import Ended, Source, Trajectory


@dataclass(frozen=True)
class AuditPlan:
    """How many of each; `night` seeds the sample, so that another night draws others."""

    turns: int
    trajectories: int
    night: str
    max_corrections: int


@dataclass(frozen=True)
class Means:
    """What a night runs with. `bundles` by hash, `generators` by name."""

    domain: Domain
    bundles: Mapping[str, EnvironmentBundle]
    generators: Mapping[str, Generator]
    pool: ExecutionPool


async def run_audit(
    means: Means, amplified: Sequence[Trajectory], population: Sequence[SimulatedTurn], plan: AuditPlan
) -> Audit:
    """Trajectories whose bundle is no longer certified are left out; `population` are the simulated turns of the
    others.

    A trajectory is re-run only by the generator that made it, in the same version, and only where that ended it.
    """
    started = time.monotonic()
    complete = [entry for entry in amplified if entry.bundle_hash in means.bundles and _complete(entry)]
    asked = [entry for entry in complete if any(turn.source is not Source.REAL for turn in entry.turns)]
    again = [entry for entry in asked if not _why_not(entry, means.generators)]
    left_out = Counter(_why_not(entry, means.generators) for entry in asked if _why_not(entry, means.generators))
    drawn = draw(population, plan.turns, plan.night)
    whole = sorted(again, key=lambda entry: lot(plan.night, entry.trajectory_id))[: plan.trajectories]
    progress = ProgressReporter("audit_reports", means.domain.name, len(drawn) + len(whole), "executions")
    night = _Night(means, plan.max_corrections, progress)
    turns = await asyncio.gather(*(night.turn(entry) for entry in drawn))
    trajectories = await asyncio.gather(*(night.whole(trajectory) for trajectory in whole))
    done = weighted([entry for entry in turns if entry is not None], {str(entry.stratum): entry.of for entry in drawn})
    agreed = tuple(entry for entry in trajectories if entry is not None)
    gaps = len(drawn) + len(whole) - len(done) - len(agreed) - night.left_out.total()
    return Audit(
        done,
        agreed,
        gaps,
        left_out + night.left_out,
        len(population),
        len(complete),
        len(complete) - len(asked),
        _cost(means.pool, started),
    )


@dataclass
class _Night:
    """`left_out` counts trajectories that their generator could not make again, by generator and reason."""

    means: Means
    max_corrections: int
    progress: ProgressReporter
    left_out: Counter[str] = field(default_factory=Counter)

    async def turn(self, drawn: Drawn) -> AuditedTurn | None:
        """None where the tools cannot judge."""
        simulated = drawn.simulated
        trajectory, turn = simulated.trajectory, simulated.turn
        try:
            real = await self.means.pool.execute(self.means.bundles[trajectory.bundle_hash], turn.candidate)
        except EnvironmentGap:
            return None
        finally:
            self.progress.advance()
        return AuditedTurn(trajectory, turn, real, str(drawn.stratum))

    async def whole(self, trajectory: Trajectory) -> AuditedTrajectory | None:
        """None where the tools cannot judge, or the generator does not answer."""
        generator = self.means.generators[trajectory.generator]
        bundle = self.means.bundles[trajectory.bundle_hash]
        attempt = Attempt(self.means.domain, bundle, generator, trajectory.generator_seed, self.max_corrections)
        try:
            real = await run_attempt(attempt, RealEnvironment(self.means.pool))
        except EnvironmentGap:
            return None
        except GeneratorUnavailable as error:
            self.left_out[f"{trajectory.generator}: {error}"] += 1
            return None
        finally:
            self.progress.advance()
        if real.ended is Ended.GENERATOR_FAILED:
            self.left_out[f"{trajectory.generator} failed: {real.failure}"] += 1
            return None
        return AuditedTrajectory(trajectory, real)


def _cost(pool: ExecutionPool, started: float) -> Cost:
    counters = pool.counters
    return Cost(counters.executions, pool.cache_hits, counters.seconds, time.monotonic() - started)


def _complete(trajectory: Trajectory) -> bool:
    return trajectory.ended is not Ended.GENERATOR_FAILED


def _why_not(trajectory: Trajectory, generators: Mapping[str, Generator]) -> str:
    """Why nobody here can make this trajectory again; "" where somebody can."""
    generator = generators.get(trajectory.generator)
    if generator is None:
        return f"{trajectory.generator} is not configured"
    same = generator.version == trajectory.generator_version
    return "" if same else f"{trajectory.generator} has another version than the trajectory's"
