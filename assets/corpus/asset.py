"""The asset `reasoning_corpus`: D = D_real ∪ D_icwm as conversations, in the lake and as JSONL."""

import hashlib
import statistics
from collections import Counter
from typing import Any

import dagster as dg

from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.conversation import HINDSIGHT, Origin, Reasoning, conversation_row
from assets.corpus.domain_hygiene import domain_hygiene
from assets.corpus.export import write_jsonl
from assets.corpus.schema import REASONING_CORPUS
from assets.grounding.asset import grounded_trajectories
from assets.grounding.eligibility import eligible
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.asset import hindsight_reasoning
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.home import Home, HomeResource
from assets.learned import Learned
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile import ProfileResource
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
    pool="execution",
    code_version="6",
)
def reasoning_corpus(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """Trajectories with something to learn from as conversations; each turn leads back to its origin."""
    store, domain, dials = lake.lake(), context.partition_key, profile.get()
    found = _rows(store, domain, dials.corpus_learned)
    rows = _cleaned(store, domain, found, home.get(), dials.corpus_rows_per_cluster)
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
            "left out as near duplicates": len(found) - len(rows),
            "clusters of final code": len({row["cluster"] for row in rows}),
            "alike by": dg.MetadataValue.json(dict(Counter(kind for row in rows for kind in row["alike_by"]))),
            "contaminated": sum(row["contaminated_by"] is not None for row in rows),
            "answers that are learned from": sum(message["loss_mask"] for row in rows for message in row["messages"]),
            "rows that were not solved": sum(not row["solved"] for row in rows),
            "rows by split": dg.MetadataValue.json(dict(Counter(row["split"] for row in rows))),
            "turns by source": dg.MetadataValue.json(dict(Counter(turn["source"] for turn in turns))),
            "turns by reasoning": dg.MetadataValue.json(dict(Counter(turn["reasoning_source"] for turn in turns))),
            "median thinking characters": statistics.median(row["thinking_characters"] for row in rows) if rows else 0,
        },
    )


def _rows(store: Lake, domain_name: str, learned: Learned) -> list[dict[str, Any]]:
    """Exact duplicates (same task, same code in every turn) appear once. A conversation in which nobody reasons, as
    recorded answers alone are, or from which nothing is learned, is none."""
    domain = get_domain(domain_name)
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain_name)}
    origins, hindsight = _origins(store, domain_name), _hindsight(store, domain_name)
    rows: dict[str, dict[str, Any]] = {}
    for trajectory in eligible(store, domain_name):
        if trajectory.bundle_hash in bundles:
            codes = [turn.candidate.hash for turn in trajectory.turns]
            fingerprint = hashlib.sha256(repr((trajectory.bundle_hash, codes)).encode()).hexdigest()
            origin = origins[trajectory.bundle_hash]
            bundle = bundles[trajectory.bundle_hash]
            row = conversation_row(domain, bundle, origin, trajectory, hindsight, learned)
            row |= {"licence": origin.licence}
            if row["thinking_characters"] and any(message["loss_mask"] for message in row["messages"]):
                rows.setdefault(fingerprint, row)
    return list(rows.values())


def _cleaned(store: Lake, domain_name: str, rows: list[dict[str, Any]], home: Home, most: int) -> list[dict[str, Any]]:
    """With their splits and clusters, near duplicates capped."""
    hygiene = domain_hygiene(store, get_domain(domain_name), home)
    seeds = store.arrow(TASK_SEEDS.name, [domain_name]).select(["seed_id", "prompt"]).to_pylist()
    prompts = {seed["seed_id"]: seed["prompt"] for seed in seeds}
    prompts |= {row["seed_id"]: "" for row in rows if row["seed_id"] not in prompts}
    codes = {row["conversation_id"]: _unfenced(row["messages"][-1]["content"]) for row in rows}
    return hygiene.cleaned(rows, prompts, codes, most)


def _unfenced(answer: str) -> str:
    """An answer is one block of code."""
    return answer.partition("\n")[2].rpartition("\n")[0] + "\n"


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
