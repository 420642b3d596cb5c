"""The asset `task_seeds`: all seeds of one domain, committed with why each unusable one is not used."""

from collections import Counter
from typing import Any

import dagster as dg

from assets.home_resource import HomeResource
from assets.markdown import items
from assets.materialize import committed, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.seeds.imports import collect_seeds
from assets.seeds.licences import read_allowances
from assets.seeds.made import made_seeds
from assets.seeds.purposes import Purpose, purpose_of_seed, read_purposes
from assets.seeds.schema import TASK_SEEDS, seed_to_row
from assets.stages import Stage, Work, work
from resources.domains.registry import get_domain
from resources.storage.dagster_resource import LakeResource


@dg.asset(
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.TASKS.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.READS),
    metadata=definition_metadata(TASK_SEEDS),
    code_version="2",
)
def task_seeds(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """Prompts with what a checker needs: the built-in library, tasks of families and imported sets, with licences."""
    store, domain = lake.lake(), get_domain(context.partition_key)
    made = made_seeds(store, domain, profile.get())
    seeds = collect_seeds(store, domain, read_allowances(home.get().allowances), made)
    said = read_purposes(home.get().purposes)
    rows = [seed_to_row(seed) | {"purpose": purpose_of_seed(seed, said).value} for seed in seeds]
    commit = store.write(TASK_SEEDS, domain.name, TASK_SEEDS.from_rows(rows))
    sources = Counter(seed.origin.source for seed in seeds)
    return committed(
        store,
        TASK_SEEDS,
        commit,
        {
            "usable": sum(not seed.unusable for seed in seeds),
            "for evaluation": sum(row["purpose"] == Purpose.EVALUATE.value for row in rows),
            "by source": dg.MetadataValue.json(dict(sources)),
            "by purpose": dg.MetadataValue.json(dict(Counter(row["purpose"] for row in rows))),
            "by tier": dg.MetadataValue.json(
                {str(tier): n for tier, n in sorted(Counter(s.tier for s in seeds).items())}
            ),
            "not used": items((seed.seed_id, seed.unusable) for seed in seeds if seed.unusable),
        },
    )
