"""The asset `reasoning_measures`: how the corpus's reasoning is written, by writer, as a table and on its page."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import dagster as dg
import polars as pl

from assets.corpus.asset import reasoning_corpus
from assets.corpus.schema import MEASURED_SHARES, REASONING_CORPUS, REASONING_MEASURES
from assets.corpus.text_measures import TextMeasures, text_measures
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.markdown import markdown, table
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.stages import Stage, Work, work
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

Key = tuple[str, str]


@dg.asset(
    deps=[reasoning_corpus],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.CORPUS.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.READS),
    metadata=definition_metadata(REASONING_MEASURES),
    code_version="1",
)
def reasoning_measures(context: dg.AssetExecutionContext, lake: LakeResource) -> dg.MaterializeResult[Any]:
    """Templates, distinct runs, self-BLEU, quotation and length against difficulty of each writer's reasoning."""
    store, domain = lake.lake(), context.partition_key
    corpus = store.arrow(REASONING_CORPUS.name, [domain]).select(["messages", "provenance"]).to_pylist()
    rows = measured(domain, corpus, _difficulties(store, domain))
    inputs = {REASONING_CORPUS.name: data_version(store, REASONING_CORPUS.name, domain)}
    commit = store.write(REASONING_MEASURES, domain, REASONING_MEASURES.from_rows(rows), inputs=inputs)
    return committed(store, REASONING_MEASURES, commit, _figures(rows))


def measured(domain: str, corpus: Iterable[Mapping[str, Any]], difficulties: Mapping[str, int]) -> list[dict[str, Any]]:
    """One row a writer and source. `difficulties` is by turn id."""
    texts: dict[Key, list[str]] = defaultdict(list)
    lengths: dict[Key, list[tuple[int, int]]] = defaultdict(list)
    for row in corpus:
        answers = [said["reasoning_content"] for said in row["messages"] if said["role"] == "assistant"]
        for entry, text in zip(row["provenance"], answers, strict=True):
            key = (entry["reasoning_writer"].partition("/")[0], entry["reasoning_source"])
            texts[key] += [text] if text else []
            if text and entry["turn_id"] in difficulties:
                lengths[key].append((len(text), difficulties[entry["turn_id"]]))
    return [
        _row(domain, key, text_measures(own), _rank_correlation(lengths[key])) for key, own in sorted(texts.items())
    ]


def _row(domain: str, key: Key, measures: TextMeasures, correlation: float) -> dict[str, Any]:
    writer, source = key
    names = {"domain": domain, "writer": writer, "reasoning_source": source}
    return names | asdict(measures) | {"length_by_difficulty": correlation}


def _difficulties(store: Lake, domain: str) -> dict[str, int]:
    """Of turns whose hindsight was accepted; others are judged by no difficulty."""
    if store.manifest(HINDSIGHT_REASONING.name, domain) is None:
        return {}
    columns = ["turn_id", "accepted", "difficulty"]
    rows = store.arrow(HINDSIGHT_REASONING.name, [domain]).select(columns).to_pylist()
    return {row["turn_id"]: row["difficulty"] for row in rows if row["accepted"]}


def _rank_correlation(pairs: list[tuple[int, int]]) -> float:
    """Spearman's; 0 where there is nothing to compare."""
    frame = pl.DataFrame(pairs, schema=["length", "difficulty"], orient="row")
    if len(frame) < 2 or min(frame[name].n_unique() for name in frame.columns) < 2:
        return 0.0
    return float(frame.select(pl.corr("length", "difficulty", method="spearman")).item())


def _figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    head = ("writer", "source", "texts", *MEASURED_SHARES)
    body = (
        (row["writer"], row["reasoning_source"], row["texts"], *(f"{row[name]:.2f}" for name in MEASURED_SHARES))
        for row in rows
    )
    return {"texts": sum(row["texts"] for row in rows), "measures": markdown(table(head, body))}
