"""The asset `reasoning_corpus`: D = D_real ∪ D_icwm as conversations, in the lake and as JSONL."""

import hashlib
import os
import statistics
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import dagster as dg
import pyarrow as pa

from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.conversation import HINDSIGHT, Origin, Reasoning, conversation_row, last_answer, told_code
from assets.corpus.domain_hygiene import domain_hygiene
from assets.corpus.export import JsonLines
from assets.corpus.hygiene import Answered, Placement
from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.spool import Spool
from assets.grounding.asset import grounded_trajectories
from assets.grounding.eligibility import eligible
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.asset import hindsight_reasoning
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.home_resource import HomeResource
from assets.learned import Learned
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.seeds.schema import TASK_SEEDS
from assets.stages import Stage, Work, work
from assets.trajectories.asset import real_trajectories
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.registry import get_domain
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake


class CorpusFigures:
    """What the corpus's page says of one domain's rows, counted while they are written."""

    def __init__(self) -> None:
        self._rows = self._contaminated = self._learned = self._unsolved = 0
        self._clusters: set[str] = set()
        self._thinking = array("L")
        self._counts: dict[str, Counter[str]] = {
            name: Counter() for name in ("alike by", "rows by split", "turns by source", "turns by reasoning")
        }

    def add(self, row: Mapping[str, Any]) -> None:
        self._rows += 1
        self._contaminated += row["contaminated_by"] is not None
        self._learned += sum(message["loss_mask"] for message in row["messages"])
        self._unsolved += not row["solved"]
        self._clusters.add(row["cluster"])
        self._thinking.append(row["thinking_characters"])
        self._counts["alike by"].update(row["alike_by"])
        self._counts["rows by split"][row["split"]] += 1
        self._counts["turns by source"].update(turn["source"] for turn in row["provenance"])
        self._counts["turns by reasoning"].update(turn["reasoning_source"] for turn in row["provenance"])

    def metadata(self, before: int) -> dict[str, Any]:
        """`before` is how many rows there were before near duplicates were capped."""
        return {
            "left out as near duplicates": before - self._rows,
            "clusters of final code": len(self._clusters),
            "contaminated": self._contaminated,
            "answers that are learned from": self._learned,
            "rows that were not solved": self._unsolved,
            **{name: dg.MetadataValue.json(dict(counts)) for name, counts in self._counts.items()},
            "median thinking characters": statistics.median(self._thinking) if self._thinking else 0,
        }


Row = dict[str, Any]
_AT_ONCE = 1_000
"""Rows that are objects of Python at once, some tens of kilobytes each."""


@dg.asset(
    deps=[real_trajectories, grounded_trajectories, hindsight_reasoning],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.CORPUS.value,
    kinds={"python", "parquet", "json"},
    owners=["team:data-engine"],
    tags=work(Work.READS),
    metadata=definition_metadata(REASONING_CORPUS),
    pool="execution",
    code_version="7",
)
def reasoning_corpus(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """Trajectories with something to learn from as conversations; each turn leads back to its origin."""
    store, domain, dials = lake.lake(), context.partition_key, profile.get()
    figures, path = CorpusFigures(), home.get().exports / f"reasoning_corpus-{domain}.jsonl"
    tables = (REAL_TRAJECTORIES.name, GROUNDED_TRAJECTORIES.name, HINDSIGHT_REASONING.name)
    inputs = {name: data_version(store, name, domain) for name in tables}
    with Spool(path.with_suffix(f".{os.getpid()}.spool")) as spool, JsonLines(path) as lines:
        hygiene = domain_hygiene(store, get_domain(domain), home.get())
        answered = _spooled(_rows(store, domain, dials.corpus_learned), spool)
        placements = hygiene.placements(answered, _prompts(store, domain), dials.corpus_rows_per_cluster)
        commit = store.write(REASONING_CORPUS, domain, _told(spool, placements, lines, figures), inputs=inputs)
    said = {"jsonl": dg.MetadataValue.path(str(path)), **figures.metadata(spool.rows)}
    return committed(store, REASONING_CORPUS, commit, said)


def _rows(store: Lake, domain_name: str, learned: Learned) -> Iterator[Row]:
    """Exact duplicates (same task, same code in every turn) appear once. A conversation in which nobody reasons, as
    recorded answers alone are, or from which nothing is learned, is none."""
    domain = get_domain(domain_name)
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain_name)}
    origins, hindsight = _origins(store, domain_name), _hindsight(store, domain_name)
    known: set[bytes] = set()
    for trajectory in eligible(store, domain_name):
        bundle = bundles.get(trajectory.bundle_hash)
        codes = [turn.candidate.hash for turn in trajectory.turns]
        fingerprint = hashlib.sha256(repr((trajectory.bundle_hash, codes)).encode()).digest()
        if bundle is None or fingerprint in known:
            continue
        origin = origins[trajectory.bundle_hash]
        row = conversation_row(domain, bundle, origin, trajectory, hindsight, learned)
        if row["thinking_characters"] and any(message["loss_mask"] for message in row["messages"]):
            known.add(fingerprint)
            yield row | {"licence": origin.licence}


def _spooled(rows: Iterable[Row], spool: Spool) -> Iterator[Answered]:
    for row in rows:
        spool.add(row)
        yield Answered(row["conversation_id"], row["seed_id"], told_code(last_answer(row["messages"])))


def _told(
    spool: Spool, placements: Mapping[str, Placement], lines: JsonLines, figures: CorpusFigures
) -> Iterator[pa.RecordBatch]:
    """Rows that stay, with their placements; the JSONL has the same."""
    kept = (row | placements[name]._asdict() for row in spool if (name := row["conversation_id"]) in placements)
    while batch := list(islice(kept, _AT_ONCE)):
        for row in batch:
            lines.write(row)
            figures.add(row)
        yield from REASONING_CORPUS.from_rows(batch).to_batches()


def _prompts(store: Lake, domain: str) -> dict[str, str]:
    seeds = store.arrow(TASK_SEEDS.name, [domain]).select(["seed_id", "prompt"]).to_pylist()
    return {seed["seed_id"]: seed["prompt"] for seed in seeds}


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
