"""The correction loop (paper section 2): generate, observe, feed back, up to K corrections.

Knows neither where observations come from (a real backend, the ICWM) nor where trajectories are kept.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.generation.generator import GenerationRequest, Generator, GeneratorFailed, NoFurtherAnswer
from resources.generation.prompting.hidden import turns_as_shown
from resources.generation.trajectory import Source, Trajectory, Turn, trajectory_id


@dataclass(frozen=True)
class Answer:
    """What stood in the environment's place said, how sure it was, and how new the candidate was to it; None where no
    world model was asked."""

    observation: Observation
    source: Source = Source.REAL
    confidence: float | None = None
    novelty: float | None = None


class Environment(Protocol):
    """Answers a candidate: the real tools, or the world model in their place."""

    @property
    def toolchain(self) -> str: ...

    @property
    def checkpoint(self) -> str:
        """The world model's id, "" where only tools answer."""
        ...

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
        """`author` is the name of the generator that wrote the candidate."""
        ...


@dataclass(frozen=True)
class Attempt:
    """One trajectory to make: a bundle, a generator (and the model behind it) and the generator's seed."""

    domain: Domain
    bundle: EnvironmentBundle
    generator: Generator
    seed: int
    max_corrections: int
    model: str = ""

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
    """Runs the loop until a turn passes, K corrections are spent, or the generator fails or has no more to say; every
    turn is kept.

    Raises GeneratorUnavailable or EnvironmentFailure; then there is no trajectory.
    """
    request = GenerationRequest(
        attempt.domain, attempt.bundle, attempt.domain.instructions(attempt.bundle), attempt.seed
    )
    while len(request.history) <= attempt.max_corrections:
        try:
            turn = await _run_turn(attempt, environment, request)
        except NoFurtherAnswer:
            break
        except GeneratorFailed as failed:
            reason = str(failed) or type(failed).__name__
            return replace(_trajectory(attempt, environment, request), failure=reason, failure_usage=failed.usage)
        request = replace(request, history=(*request.history, turn))
        if turn.observation.outcome.passed:
            break
    return _trajectory(attempt, environment, request)


async def _run_turn(attempt: Attempt, environment: Environment, request: GenerationRequest) -> Turn:
    shown = turns_as_shown(request.history, attempt.bundle, request.instructions)
    generation = await attempt.generator.generate(replace(request, history=shown))
    author = attempt.generator.name
    answer = await environment.answer(attempt.bundle, generation.candidate, request.history, author)
    return Turn(
        index=len(request.history),
        reasoning=generation.reasoning,
        candidate=generation.candidate,
        observation=answer.observation,
        source=answer.source,
        faults=generation.faults,
        confidence=answer.confidence,
        novelty=answer.novelty,
        usage=generation.usage,
    )


def _trajectory(attempt: Attempt, environment: Environment, request: GenerationRequest) -> Trajectory:
    return Trajectory(
        trajectory_id=attempt.identity(environment),
        domain=attempt.domain.name,
        seed_id=attempt.bundle.seed_id,
        bundle_hash=attempt.bundle.hash,
        generator=attempt.generator.name,
        generator_version=attempt.generator.version,
        generator_seed=attempt.seed,
        instructions_version=request.instructions.version,
        toolchain=environment.toolchain,
        checkpoint=environment.checkpoint,
        turns=request.history,
        generator_model=attempt.model,
    )
