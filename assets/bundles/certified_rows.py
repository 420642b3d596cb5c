"""Rows of the table `environment_bundles`, by running what certification asks for. When that is done is `asset`."""

import asyncio
from collections.abc import Mapping
from typing import Any

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import CERTIFICATION_VERSION, certify
from assets.bundles.counted_executions import CountedExecutions
from assets.bundles.schema import ENVIRONMENT_BUNDLES, bundle_row
from assets.execution import ExecutionResource
from assets.progress import ProgressReporter
from assets.seeds.schema import TASK_SEEDS, seed_from_row
from assets.shards.shard import Made, Places, Shard
from resources.domains.registry import get_domain
from resources.domains.seed import TaskSeed
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.pool import ExecutionPool
from resources.storage.lake import Lake

Row = dict[str, Any]


def procedure(max_mutants: int) -> str:
    """Its version and its dial: a row that another made is made again."""
    return f"{CERTIFICATION_VERSION}:{max_mutants}"


def stands(row: Mapping[str, Any], toolchain: str, max_mutants: int) -> bool:
    """Whether a bundle certified before was so under the same toolchain and procedure, and is not run again."""
    return (row["toolchain"], row["certification"]) == (toolchain, procedure(max_mutants))


async def certified_rows(
    seeds: list[TaskSeed], pool: ExecutionPool, max_mutants: int, progress: ProgressReporter
) -> list[Row]:
    """One row a seed, in their order."""
    toolchain, busy = pool.toolchain(), asyncio.Semaphore(2 * pool.workers)
    execute = CountedExecutions(pool.execute, progress)

    async def one(seed: TaskSeed) -> Row:
        bundle = bundle_from_seed(seed)
        async with busy:
            certificate = await certify(get_domain(seed.domain), bundle, execute, max_mutants)
        progress.advance(note=seed.seed_id)
        return bundle_row(seed, bundle, certificate, toolchain, procedure(max_mutants))

    return list(await asyncio.gather(*(one(seed) for seed in seeds)))


class OtherToolchain(PermanentEnvironmentFailure):
    """A shard's machine has other tools than the one that asked for it. The message names both fingerprints."""


def certify_shard(shard: Shard, places: Places) -> Made:
    """Certifies the seeds whose bundles have the shard's hashes. Raises OtherToolchain."""
    wanted = frozenset(shard.keys)
    rows = Lake(places.lake).arrow(TASK_SEEDS.name, [shard.partition]).to_pylist()
    seeds = [seed for seed in map(seed_from_row, rows) if bundle_from_seed(seed).hash in wanted]
    execution = ExecutionResource(cache_path=places.result_cache, workers=places.workers)
    with execution.pool(shard.partition) as pool:
        there, asked = pool.toolchain().fingerprint, shard.terms["toolchain"]
        if there != asked:
            raise OtherToolchain(f"the tools here are {there}, those of the run are {asked}: use one image for both")
        progress = ProgressReporter(shard.table, shard.partition, len(seeds), "bundles")
        made = asyncio.run(certified_rows(seeds, pool, shard.terms["mutants"], progress))
    return Made(ENVIRONMENT_BUNDLES, made, {})
