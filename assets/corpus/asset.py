"""The asset `reasoning_corpus`: D = D_real ∪ D_icwm as conversations, in the lake and as JSONL."""

import hashlib
import statistics
from collections import Counter
from typing import Any

import dagster as dg

from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.conversation import HINDSIGHT, Origin, Reasoning, conversation_row
from assets.corpus.export import write_jsonl
from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import split_of
from assets.grounding.asset import grounded_trajectories
from assets.grounding.eligibility import eligible
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.asset import hindsight_reasoning
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.home import HomeResource
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.seeds.purposes import Purpose
from assets.seeds.schema import TASK_SEEDS
from assets.trajectories.asset import real_trajectories
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.registry import get_domain
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake


@dg.asset(
    deps=[real_trajectories, grounded_trajectories, hindsight_reasoning],
    partitions_def=DOMAIN_PARTITIONS,
    group_name="corpus",
    kinds={"python", "parquet", "json"},
    owners=["team:data-engine"],
    metadata=definition_metadata(REASONING_CORPUS),
    code_version="3",
)
def reasoning_corpus(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource
) -> dg.MaterializeResult[Any]:
    """Solved trajectories as chat conversations with <think> blocks; each turn leads back to its origin."""
    store, domain = lake.lake(), context.partition_key
    rows = _rows(store, domain)
    tables = (REAL_TRAJECTORIES.name, GROUNDED_TRAJECTORIES.name, HINDSIGHT_REASONING.name)
    inputs = {name: data_version(store, name, domain) for name in tables}
    commit = store.write(REASONING_CORPUS, domain, REASONING_CORPUS.from_rows(rows), inputs=inputs)
    path = home.get().exports / f"reasoning_corpus-{domain}.jsonl"
    write_jsonl(path, rows)
    turns = [entry for row in rows for entry in row["provenance"]]
    return committed(
        store,
        REASONING_CORPUS,
        commit,
        {
            "jsonl": dg.MetadataValue.path(str(path)),
            "rows by split": dg.MetadataValue.json(dict(Counter(row["split"] for row in rows))),
            "turns by source": dg.MetadataValue.json(dict(Counter(turn["source"] for turn in turns))),
            "turns by reasoning": dg.MetadataValue.json(dict(Counter(turn["reasoning_source"] for turn in turns))),
            "median thinking characters": statistics.median(row["thinking_characters"] for row in rows) if rows else 0,
        },
    )


def _rows(store: Lake, domain_name: str) -> list[dict[str, Any]]:
    """Exact duplicates (same task, same code in every turn) appear once. A conversation in which nobody reasons, as
    recorded answers alone are, is none."""
    domain = get_domain(domain_name)
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain_name)}
    origins, hindsight, purposes = (
        _origins(store, domain_name),
        _hindsight(store, domain_name),
        _purposes(store, domain_name),
    )
    rows: dict[str, dict[str, Any]] = {}
    for trajectory in eligible(store, domain_name):
        if trajectory.bundle_hash in bundles:
            codes = [turn.candidate.hash for turn in trajectory.turns]
            fingerprint = hashlib.sha256(repr((trajectory.bundle_hash, codes)).encode()).hexdigest()
            origin = origins[trajectory.bundle_hash]
            bundle = bundles[trajectory.bundle_hash]
            row = conversation_row(domain, bundle, origin, trajectory, hindsight)
            split = split_of(bundle.seed_id, purposes.get(bundle.seed_id, Purpose.EVALUATE))
            row |= {"split": split.value, "licence": origin.licence}
            if row["thinking_characters"]:
                rows.setdefault(fingerprint, row)
    return list(rows.values())


def _purposes(store: Lake, domain: str) -> dict[str, Purpose]:
    rows = store.arrow(TASK_SEEDS.name, [domain]).select(["seed_id", "purpose"]).to_pylist()
    return {row["seed_id"]: Purpose(row["purpose"]) for row in rows}


def _hindsight(store: Lake, domain: str) -> dict[str, Reasoning]:
    """Accepted texts by turn id; none where the asset was never materialised."""
    if store.manifest(HINDSIGHT_REASONING.name, domain) is None:
        return {}
    columns = ["turn_id", "accepted", "reasoning", "writer", "writer_version"]
    rows = store.arrow(HINDSIGHT_REASONING.name, [domain]).select(columns).to_pylist()
    return {
        row["turn_id"]: Reasoning(row["reasoning"], HINDSIGHT, row["writer"], row["writer_version"])
        for row in rows
        if row["accepted"]
    }


def _origins(store: Lake, domain: str) -> dict[str, Origin]:
    columns = ["bundle_hash", "tier", "source", "commit", "licence", "path"]
    table = store.arrow(ENVIRONMENT_BUNDLES.name, [domain]).select(columns)
    return {row.pop("bundle_hash"): Origin(**row) for row in table.to_pylist()}
