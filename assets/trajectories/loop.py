"""The correction loop (paper section 2): generate, observe, feed back, up to K corrections.

Knows neither where observations come from (a real backend, the ICWM) nor where trajectories are kept.
"""

from dataclasses import dataclass
from typing import Protocol

from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.generation.generator import GenerationRequest, Generator
from resources.generation.trajectory import Source, Trajectory, Turn, trajectory_id


@dataclass(frozen=True)
class Answer:
    """What stood in the environment's place said, and how sure it is (None: it was the environment)."""

    observation: Observation
    source: Source = Source.REAL
    confidence: float | None = None


class Environment(Protocol):
    """Answers a candidate: the real tools, or the world model in their place."""

    @property
    def toolchain(self) -> str: ...

    @property
    def checkpoint(self) -> str:
        """The world model's id, "" where only tools answer."""
        ...

    async def answer(self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...]) -> Answer: ...


@dataclass(frozen=True)
class Attempt:
    """One trajectory to make: a bundle, a generator and the generator's seed."""

    domain: Domain
    bundle: EnvironmentBundle
    generator: Generator
    seed: int
    max_corrections: int

    def identity(self, environment: Environment) -> str:
        return trajectory_id(
            bundle_hash=self.bundle.hash,
            generator=self.generator.name,
            generator_version=self.generator.version,
            generator_seed=self.seed,
            toolchain=environment.toolchain,
            checkpoint=environment.checkpoint,
            max_corrections=self.max_corrections,
        )


async def run_attempt(attempt: Attempt, environment: Environment) -> Trajectory:
    """Runs the loop until a turn passes or K corrections are spent; every turn is kept.

    Raises GeneratorFailed or EnvironmentFailure; then there is no trajectory.
    """
    instructions = attempt.domain.instructions(attempt.bundle)
    turns: tuple[Turn, ...] = ()
    while len(turns) <= attempt.max_corrections:
        request = GenerationRequest(attempt.domain, attempt.bundle, instructions, attempt.seed, turns)
        generation = await attempt.generator.generate(request)
        answer = await environment.answer(attempt.bundle, generation.candidate, turns)
        turn = Turn(
            index=len(turns),
            reasoning=generation.reasoning,
            candidate=generation.candidate,
            observation=answer.observation,
            source=answer.source,
            faults=generation.faults,
            confidence=answer.confidence,
            usage=generation.usage,
        )
        turns = (*turns, turn)
        if answer.observation.outcome.passed:
            break
    return Trajectory(
        trajectory_id=attempt.identity(environment),
        domain=attempt.domain.name,
        seed_id=attempt.bundle.seed_id,
        bundle_hash=attempt.bundle.hash,
        generator=attempt.generator.name,
        generator_version=attempt.generator.version,
        generator_seed=attempt.seed,
        instructions_version=instructions.version,
        toolchain=environment.toolchain,
        checkpoint=environment.checkpoint,
        turns=turns,
    )
