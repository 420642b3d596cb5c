"""A shard of the campaign of real trajectories: attempts of generators that work in this process, by their ids.

What asks an endpoint stays with the parent: budget, pauses and a model server are one process' to keep. A shard has a
journal of its own, so that one that is asked again goes on where the lost one was.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from assets.bundles.reading import certified_bundles
from assets.execution import ExecutionResource
from assets.generation.mixture import Mixture
from assets.generation.resource import GenerationResource
from assets.home import Home
from assets.profile import Profile
from assets.progress import ProgressReporter
from assets.shards.shard import Made, Places, Row, Shard
from assets.shards.sharding import Sharding
from assets.trajectories.attempts import real_attempts
from assets.trajectories.campaign import CampaignResult, run_campaign
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.real_environment import RealEnvironment
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.registry import get_domain
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.pool import ExecutionPool
from resources.storage.lake import Lake

_PROFILE = TypeAdapter(Profile)
_SHARDS = "shards"


@dataclass(frozen=True)
class Shared:
    """What shards made of a campaign: rows by trajectory id, how many were made now, why others were not."""

    rows: Mapping[str, Row] = field(default_factory=dict)
    made: int = 0
    failures: Mapping[str, str] = field(default_factory=dict)

    def with_own(self, own: CampaignResult) -> CampaignResult:
        """`own` is what the parent's process did beside."""
        return replace(own, made=own.made + self.made, failures={**self.failures, **own.failures})


def collect(sharding: Sharding, mixture: Mixture, missing: Mapping[str, Attempt], terms: Mapping[str, Any]) -> Shared:
    """Lets shards make what needs no endpoint, where the partition is cut."""
    wanted = [name for name, attempt in missing.items() if attempt.generator.name not in mixture.endpoints]
    if not sharding.is_worth(wanted):
        return Shared()
    progress = ProgressReporter(sharding.schema.name, mixture.domain.name, len(wanted), "trajectories")
    sharded = sharding.rows(collect_shard, terms, wanted, progress)
    failures = {name: why for said in sharded.said for name, why in said["failures"].items()}
    rows = {row["trajectory_id"]: row for row in sharded.rows}
    return Shared(rows, sum(said["made"] for said in sharded.said), failures)


class OtherPlan(PermanentEnvironmentFailure):
    """The shard's machine would make other trajectories than it was asked for: its tools or its files differ."""


def terms(dials: Profile, generation: GenerationResource, lacking: frozenset[str]) -> dict[str, Any]:
    """All that the plan depends on beside the bundles, in JSON's own types."""
    configured = generation.model_dump(mode="json", include={"file", "generators"})
    return {
        "profile": _PROFILE.dump_python(dials, mode="json"),
        "generation": configured,
        "lacking": sorted(lacking),
    }


def _journal(home: Home, shard: Shard) -> Path:
    return home.journals / _SHARDS / f"{shard.table}-{shard.partition}-{shard.name}.jsonl"


def forget(home: Home, domain: str) -> None:
    """The trajectories of the domain's shards are committed to the lake."""
    for journal in (home.journals / _SHARDS).glob(f"{REAL_TRAJECTORIES.name}-{domain}-*.jsonl"):
        journal.unlink()


def collect_shard(shard: Shard, places: Places) -> Made:
    """Makes the trajectories whose ids are the shard's keys. Raises OtherPlan."""
    domain, home = get_domain(shard.partition), Home(Path(places.home))
    dials = _PROFILE.validate_python(shard.terms["profile"])
    generation = GenerationResource(**shard.terms["generation"])
    mixture = generation.mixture(domain, home, dials.text_edits_share)
    bundles = certified_bundles(Lake(places.lake), domain.name)
    execution = ExecutionResource(cache_path=places.result_cache, workers=places.workers)
    with execution.pool(domain.name) as pool, Journal(_journal(home, shard)) as journal:
        environment, wanted = RealEnvironment(pool), frozenset(shard.keys)
        planned = real_attempts(mixture, bundles, dials, shard.terms["lacking"])
        attempts = [attempt for attempt in planned if attempt.identity(environment) in wanted]
        if len(attempts) != len(wanted):
            raise OtherPlan(
                f"of {len(wanted)} trajectories that were asked for, {len(attempts)} are planned here: the tools or "
                "the generators' files are not those of the run"
            )
        result = asyncio.run(_run(shard, mixture, attempts, pool, journal))
    return Made(REAL_TRAJECTORIES, result.rows, {"made": result.made, "failures": dict(result.failures)})


async def _run(
    shard: Shard, mixture: Mixture, attempts: list[Attempt], pool: ExecutionPool, journal: Journal
) -> CampaignResult:
    environment = RealEnvironment(pool)
    progress = ProgressReporter(shard.table, shard.partition, len(attempts), "trajectories")
    run = partial(run_attempt, environment=environment)
    at_once = 2 * pool.workers
    return await run_campaign(
        attempts, environment, run, journal, {}, progress, concurrency=at_once, lanes=mixture.lanes(at_once)
    )
