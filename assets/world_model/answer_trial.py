"""Recorded answers through the real tools and through the world model: what `icwm measure` shows side by side.

The first attempt of each answer counts. What the figures are is `author_figures`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assets.progress import ProgressReporter
from assets.world_model.author_figures import JudgedAnswer
from assets.world_model.judged_prediction import Measured
from assets.world_model.text_match import text_match
from resources.domains.domain import Domain
from resources.domains.recorded_answer import RecordedAnswer
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.pool import ExecutionPool
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.recorded.generator import PREFIX, RecordedGenerator
from resources.world_model.model import WorldModel
from resources.world_model.query import query_for


@dataclass(frozen=True)
class Submission:
    """A program that an author answered with."""

    author: str
    bundle: EnvironmentBundle
    candidate: Candidate


@dataclass(frozen=True)
class Unjudged:
    """An answer without figures, and why: no program in it, or the environment failed."""

    author: str
    seed_id: str
    reason: str


@dataclass(frozen=True)
class Trial:
    """In the order of the answers."""

    judged: tuple[JudgedAnswer, ...]
    unjudged: tuple[Unjudged, ...]


def submissions(
    domain: Domain, bundles: Mapping[str, EnvironmentBundle], answers: Sequence[RecordedAnswer]
) -> tuple[list[Submission], list[Unjudged]]:
    """The programs in the answers to `bundles`, by seed id; other answers are passed over."""
    programs: list[Submission] = []
    without: list[Unjudged] = []
    for answer in answers:
        bundle = bundles.get(answer.seed_id)
        if bundle is None:
            continue
        request = GenerationRequest(domain, bundle, domain.instructions(bundle), answer.number)
        try:
            generation = asyncio.run(RecordedGenerator(answer.author, [answer]).generate(request))
        except GeneratorFailed as failed:
            without.append(Unjudged(answer.author, answer.seed_id, str(failed)))
        else:
            programs.append(Submission(answer.author, bundle, generation.candidate))
    return programs, without


def trial(domain: Domain, programs: Sequence[Submission], pool: ExecutionPool, model: WorldModel) -> Trial:
    """Raises UnknownDomainError where the model knows nothing of the domain."""
    observed = asyncio.run(executed(domain, programs, pool))
    unjudged = [
        Unjudged(program.author, program.bundle.seed_id, said)
        for program, said in zip(programs, observed, strict=True)
        if isinstance(said, str)
    ]
    pairs = [(program, said) for program, said in zip(programs, observed, strict=True) if isinstance(said, Observation)]
    return Trial(tuple(_judged(domain, [*pairs], model)), tuple(unjudged))


async def executed(domain: Domain, programs: Sequence[Submission], pool: ExecutionPool) -> list[Observation | str]:
    """What the tools say of each; the failure's words where the environment failed."""
    progress = ProgressReporter("measure", domain.name, len(programs), "answers")

    async def one(program: Submission) -> Observation | str:
        try:
            return await pool.execute(program.bundle, program.candidate)
        except EnvironmentFailure as failure:
            return f"{type(failure).__name__}: {failure}"
        finally:
            progress.advance(note=program.bundle.seed_id)

    return await asyncio.gather(*map(one, programs))


def _judged(domain: Domain, pairs: Sequence[tuple[Submission, Observation]], model: WorldModel) -> list[JudgedAnswer]:
    queries = [
        query_for(domain, program.bundle, program.candidate, author=PREFIX + program.author) for program, _ in pairs
    ]
    return [
        JudgedAnswer(
            domain.name,
            program.author,
            program.bundle.seed_id,
            program.candidate.code,
            Measured(domain.name, real.outcome, said.probabilities, trust=said.trust, trusted=said.trusted),
            said.observation,
            real,
            text_match(domain, real, said.observation),
        )
        for (program, real), said in zip(pairs, model.predict(queries) if queries else (), strict=True)
    ]
