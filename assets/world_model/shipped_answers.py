"""The answers by other authors that come with the project, executed now: turns to learn evidence from without a home's
campaign. Their tasks are built in; a label hangs on bundle, candidate and tools alone, and the result cache keeps it.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

from assets.bundles.build import bundle_from_seed
from assets.execution import ExecutionResource
from assets.world_model.answer_trial import Submission, executed, submissions
from resources.domains.domain import Domain
from resources.domains.registry import get_domain
from resources.execution.observation import Observation
from resources.generation.recorded.generator import PREFIX
from resources.generation.trajectory import turn_id
from resources.world_model.model import TurnExample
from resources.world_model.query import query_for


def shipped_turns(domains: Iterable[str], execution: ExecutionResource) -> list[TurnExample]:
    """Every attempt of every answer; what the environment cannot judge is left out."""
    return [turn for name in domains for turn in _of_domain(get_domain(name), execution)]


def _of_domain(domain: Domain, execution: ExecutionResource) -> list[TurnExample]:
    bundles = {seed.seed_id: bundle_from_seed(seed) for seed in domain.builtin_seeds() if not seed.unusable}
    attempts = [replace(answer, texts=(text,)) for answer in domain.recorded_answers() for text in answer.texts]
    programs, _ = submissions(domain, bundles, attempts)
    if not programs:
        return []
    with execution.pool(domain.name) as pool:
        observed = asyncio.run(executed(domain, programs, pool))
    return [
        _turn(domain, program, said)
        for program, said in zip(programs, observed, strict=True)
        if isinstance(said, Observation)
    ]


def _turn(domain: Domain, program: Submission, observation: Observation) -> TurnExample:
    generator = PREFIX + program.author
    name = turn_id(f"shipped:{program.author}:{program.bundle.hash[:12]}:{program.candidate.hash[:12]}", 0)
    query = query_for(domain, program.bundle, program.candidate, author=generator)
    return TurnExample(name, query, observation, generator=generator, is_others=True)
