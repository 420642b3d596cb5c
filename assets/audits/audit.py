"""One audit: run a sample of simulated turns and whole trajectories for real, compare (spec, point 9).

Measures only: which turns are drawn is `strata`, what follows from the figures is `asset`, how they are shown is
`report`.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assets.audits.figures import Share, Verdict, outcome_accuracy, share
from assets.audits.strata import SimulatedTurn, draw, lot
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
    """A simulated turn and what the tools really say of the same candidate.

    `weight` is how many simulated turns it stands for: those of its stratum over those of them that were judged.
    """

    trajectory: Trajectory
    turn: Turn
    real: Observation
    novelty: float | None = None
    stratum: str = ""
    weight: float = 1.0

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
        return Verdict(self.turn.observation.outcome, self.real.outcome, self.turn.confidence or 0.0, self.weight)


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
class Cost:
    """What a night took. `tool_seconds` are those of the executions when they were first run, cached ones included;
    `seconds` is the wall clock."""

    executions: int = 0
    cached: int = 0
    tool_seconds: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True)
class StratumFigures:
    """One stratum: how many simulated turns it has, and the share right of those that were judged."""

    name: str
    of: int
    accuracy: Share


@dataclass(frozen=True)
class Audit:
    """`population` is how many simulated turns the sample stands for.

    `gaps` is how many of the sample the real tools cannot judge: they are neither right nor wrong.
    `left_out` says of how many trajectories, by generator and reason, agreement could not be asked.
    `amplified` is how many complete trajectories there were, `untouched` how many of them hold no simulated turn:
    those agree by construction and are not asked.
    """

    turns: tuple[AuditedTurn, ...]
    trajectories: tuple[AuditedTrajectory, ...]
    gaps: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    population: int = 0
    amplified: int = 0
    untouched: int = 0
    cost: Cost = Cost()

    @property
    def verdicts(self) -> list[Verdict]:
        return [turn.verdict for turn in self.turns]

    @property
    def strata(self) -> list[StratumFigures]:
        """In the order of their names; none where the turns were not drawn by strata."""
        names = sorted({turn.stratum for turn in self.turns if turn.stratum})
        members = {name: [turn for turn in self.turns if turn.stratum == name] for name in names}
        return [
            StratumFigures(name, round(sum(turn.weight for turn in own)), outcome_accuracy([t.verdict for t in own]))
            for name, own in members.items()
        ]

    @property
    def wrong(self) -> list[AuditedTurn]:
        return [turn for turn in self.turns if not turn.verdict.right]

    @property
    def worst(self) -> list[AuditedTurn]:
        """The wrong predictions, those that the model was surest of first; each candidate of a bundle once."""
        ordered = sorted(self.wrong, key=lambda turn: (-turn.verdict.confidence, turn.turn_id))
        once: dict[tuple[str, str], AuditedTurn] = {}
        for turn in ordered:
            once.setdefault((turn.trajectory.bundle_hash, turn.turn.candidate.hash), turn)
        return list(once.values())

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
    population: Sequence[SimulatedTurn],
    bundles: Mapping[str, EnvironmentBundle],
    generators: Mapping[str, Generator],
    pool: ExecutionPool,
    plan: AuditPlan,
) -> Audit:
    """`bundles` by hash, `generators` by name. Trajectories whose bundle is no longer certified are left out;
    `population` are the simulated turns of the others.

    A trajectory is re-run only by the generator that made it, in the same version, and only where that ended it.
    """
    started = time.monotonic()
    complete = [entry for entry in amplified if entry.bundle_hash in bundles and _complete(entry)]
    asked = [entry for entry in complete if any(turn.source is not Source.REAL for turn in entry.turns)]
    again = [entry for entry in asked if not _why_not(entry, generators)]
    left_out = Counter(_why_not(entry, generators) for entry in asked if _why_not(entry, generators))
    drawn = draw(population, plan.turns, plan.night)
    whole = sorted(again, key=lambda entry: lot(plan.night, entry.trajectory_id))[: plan.trajectories]
    progress = ProgressReporter("audit_reports", domain.name, len(drawn) + len(whole), "executions")

    async def rerun_turn(simulated: SimulatedTurn, stratum: str) -> AuditedTurn | None:
        trajectory, turn = simulated.trajectory, simulated.turn
        try:
            real = await pool.execute(bundles[trajectory.bundle_hash], turn.candidate)
        except EnvironmentGap:
            return None
        finally:
            progress.advance()
        return AuditedTurn(trajectory, turn, real, simulated.novelty, stratum)

    async def rerun_whole(trajectory: Trajectory) -> AuditedTrajectory | None:
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
        finally:
            progress.advance()
        if real.ended is Ended.GENERATOR_FAILED:
            left_out[f"{trajectory.generator} failed: {real.failure}"] += 1
            return None
        return AuditedTrajectory(trajectory, real)

    audited_turns = await asyncio.gather(*(rerun_turn(entry.simulated, str(entry.stratum)) for entry in drawn))
    audited_whole = await asyncio.gather(*(rerun_whole(trajectory) for trajectory in whole))
    sizes = {str(entry.stratum): entry.of for entry in drawn}
    done = weighted([entry for entry in audited_turns if entry is not None], sizes)
    agreed = tuple(entry for entry in audited_whole if entry is not None)
    unasked = left_out.total() - (len(asked) - len(again))
    gaps = len(drawn) + len(whole) - len(done) - len(agreed) - unasked
    counters = pool.counters
    cost = Cost(counters.executions, pool.cache_hits, counters.seconds, time.monotonic() - started)
    return Audit(done, agreed, gaps, left_out, len(population), len(complete), len(complete) - len(asked), cost)


def weighted(turns: Sequence[AuditedTurn], sizes: Mapping[str, int]) -> tuple[AuditedTurn, ...]:
    """Each turn with its weight: the size of its stratum over how many of that were judged."""
    judged = Counter(turn.stratum for turn in turns)
    return tuple(replace(turn, weight=sizes[turn.stratum] / judged[turn.stratum]) for turn in turns)


def _complete(trajectory: Trajectory) -> bool:
    return trajectory.ended is not Ended.GENERATOR_FAILED


def _why_not(trajectory: Trajectory, generators: Mapping[str, Generator]) -> str:
    """Why nobody here can make this trajectory again; "" where somebody can."""
    found = generators.get(trajectory.generator)
    if found is None:
        return f"{trajectory.generator} is not configured"
    same = found.version == trajectory.generator_version
    return "" if same else f"{trajectory.generator} has another version than the trajectory's"
