"""The asset `environment_bundles`: builds and certifies what is new, keeps what is certified already."""

import asyncio
import statistics
from collections.abc import Container, Mapping, Sequence
from typing import Any

import dagster as dg

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import CERTIFICATION_VERSION
from assets.bundles.certified_rows import certified_rows, certify_shard, procedure, stands
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.execution import ExecutionResource
from assets.markdown import items, markdown
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import markdown_image
from assets.profile_resource import ProfileResource
from assets.progress import ProgressReporter
from assets.renderings import MOST_PORTRAITS, Subject, contact_sheet, draw_renderings
from assets.seeds.asset import task_seeds
from assets.seeds.schema import TASK_SEEDS, seed_from_row
from assets.shards.resource import ShardResource
from assets.shards.shard import Places
from assets.shards.sharding import Sharding
from assets.stages import Stage, Work, work
from resources.domains.registry import get_domain
from resources.domains.seed import TaskSeed
from resources.execution.bundle import bundle_from_json
from resources.execution.pool import ExecutionPool
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

Row = dict[str, Any]


@dg.asset(
    deps=[task_seeds],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.TASKS.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(ENVIRONMENT_BUNDLES),
    pool="execution",
    code_version=CERTIFICATION_VERSION,
)
def environment_bundles(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    execution: ExecutionResource,
    profile: ProfileResource,
    shards: ShardResource,
) -> dg.MaterializeResult[Any]:
    """Tasks with what judges them, certified: the reference passes; empty answer, mutants and cheats fail."""
    store, domain = lake.lake(), context.partition_key
    seeds = [seed_from_row(row) for row in store.arrow(TASK_SEEDS.name, [domain]).to_pylist()]
    dial, existing = profile.get(), _existing(store, domain)
    usable = chosen([seed for seed in seeds if not seed.unusable], dial.builtin_seeds_per_domain, set(existing))
    places = Places(lake.root, "", execution.cache_path, execution.workers)
    sharding = shards.of(context, store, ENVIRONMENT_BUNDLES, places, dial.shards_of(domain))
    with execution.pool(domain) as pool:
        rows = _rows(usable, existing, pool, dial.mutants_per_bundle, sharding)
    inputs = {"task_seeds": data_version(store, TASK_SEEDS.name, domain)}
    table = ENVIRONMENT_BUNDLES.from_rows(sorted(rows, key=lambda row: row["seed_id"]))
    commit = store.write(ENVIRONMENT_BUNDLES, domain, table, inputs=inputs)
    sharding.committed()
    return committed(store, ENVIRONMENT_BUNDLES, commit, _summary(rows) | _references(domain, rows))


def chosen(seeds: Sequence[TaskSeed], builtin: int, known: Container[str]) -> list[TaskSeed]:
    """All imported seeds, `builtin` of the built-in ones spread over the tiers, and those certified before."""
    own = sorted(
        (seed for seed in seeds if seed.origin.source == "builtin"), key=lambda seed: (seed.tier, seed.seed_id)
    )
    spread = {own[number * len(own) // min(builtin, len(own))].seed_id for number in range(min(builtin, len(own)))}
    return [
        seed
        for seed in seeds
        if seed.origin.source != "builtin" or seed.seed_id in spread or bundle_from_seed(seed).hash in known
    ]


def _existing(store: Lake, domain: str) -> dict[str, Row]:
    if store.manifest(ENVIRONMENT_BUNDLES.name, domain) is None:
        return {}
    return {row["bundle_hash"]: row for row in store.arrow(ENVIRONMENT_BUNDLES.name, [domain]).to_pylist()}


def _rows(
    seeds: Sequence[TaskSeed], existing: Mapping[str, Row], pool: ExecutionPool, mutants: int, sharding: Sharding
) -> list[Row]:
    """One row a seed. What stands already is not run again."""
    toolchain, domain = pool.toolchain().fingerprint, sharding.context.partition_key
    by_hash = {bundle_from_seed(seed).hash: seed for seed in seeds}
    kept = {name: row for name in by_hash if (row := existing.get(name)) and stands(row, toolchain, mutants)}
    wanted = {name: seed for name, seed in by_hash.items() if name not in kept}
    progress = ProgressReporter(ENVIRONMENT_BUNDLES.name, domain, len(seeds), "bundles", done=len(kept))
    if sharding.is_worth(wanted):
        terms = {"toolchain": toolchain, "mutants": mutants, "procedure": procedure(mutants)}
        made = sharding.rows(certify_shard, terms, wanted, progress).rows
    else:
        made = asyncio.run(certified_rows(list(wanted.values()), pool, mutants, progress))
    return [*kept.values(), *made]


def _summary(rows: list[Row]) -> dict[str, Any]:
    certified = [row for row in rows if row["certified"]]
    weak = [row for row in certified if row["weak"] and row["mutation_score"] is not None]
    scores = [row["mutation_score"] for row in certified if row["mutation_score"] is not None]
    return {
        "certified": len(certified),
        "certified share": len(certified) / len(rows) if rows else 0.0,
        "mean mutation score": statistics.fmean(scores) if scores else 0.0,
        "benches that miss mutants": len(weak),
        "not certified": items((row["seed_id"], row["reason"]) for row in rows if not row["certified"]),
        "weak benches": items((row["seed_id"], f"{row['mutation_score']:.2f}") for row in weak),
    }


def _references(domain: str, rows: list[Row]) -> dict[str, Any]:
    """A contact sheet of a few certified references, spread over the tiers, where the domain has pictures."""
    certified = sorted((row for row in rows if row["certified"]), key=lambda row: (row["tier"], row["seed_id"]))
    few = min(MOST_PORTRAITS, len(certified))
    spread = [certified[number * len(certified) // few] for number in range(few)]
    subjects = [
        Subject(row["bundle_hash"], f"{row['seed_id']} (tier {row['tier']})", bundle_from_json(row["canonical"]))
        for row in spread
    ]
    renderings = draw_renderings(get_domain(domain), subjects)
    if not renderings:
        return {}
    return {"references": markdown(markdown_image(contact_sheet(renderings), "references"))}
