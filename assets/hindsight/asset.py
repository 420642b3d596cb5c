"""The asset `hindsight_reasoning`: error-driven chain of thought for the corrected turns of solved trajectories."""

import asyncio
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import quantiles
from typing import Any, NamedTuple

import dagster as dg
import polars as pl

from assets.bundles.reading import certified_bundles
from assets.generation.mixture import Mixture
from assets.generation.resource import GenerationResource
from assets.grounding.asset import grounded_trajectories
from assets.grounding.eligibility import solved
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.hindsight.writing import CorrectedTurn, Row, Written, corrected_turns, write_all
from assets.home_resource import HomeResource
from assets.markdown import markdown
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import ACCENT, axes, markdown_image, svg
from assets.progress import ProgressReporter
from assets.stages import Stage, Work, work
from assets.trajectories.asset import real_trajectories
from assets.trajectories.journal import Journal
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.registry import get_domain
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

CONCURRENCY = 64
"""Requests under way at once; an endpoint's own limit is lower and adapts."""


@dg.asset(
    deps=[real_trajectories, grounded_trajectories],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.CORPUS.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.WRITES),
    metadata=definition_metadata(HINDSIGHT_REASONING),
    code_version="1",
)
def hindsight_reasoning(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, generation: GenerationResource
) -> dg.MaterializeResult[Any]:
    """Why each corrected turn of a solved trajectory looks as it does, written after PASS, checked, kept beside."""
    store, domain = lake.lake(), get_domain(context.partition_key)
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain.name)}
    turns = corrected_turns(domain, bundles, solved(store, domain.name))
    kept = _existing(store, domain.name, set(bundles))
    progress = ProgressReporter("hindsight_reasoning", domain.name, len(turns), "turns")
    with Journal(home.get().journals / f"hindsight_reasoning-{domain.name}.jsonl") as journal:
        written = asyncio.run(_write(generation.known(domain, home.get()), turns, journal, kept, progress))
        rows = sorted({**kept, **written.rows}.values(), key=lambda row: str(row["turn_id"]))
        tables = (REAL_TRAJECTORIES.name, GROUNDED_TRAJECTORIES.name)
        inputs = {name: data_version(store, name, domain.name) for name in tables}
        commit = store.write(HINDSIGHT_REASONING, domain.name, HINDSIGHT_REASONING.from_rows(rows), inputs=inputs)
        journal.clear()
    for name, reason in written.unavailable.items():
        context.log.warning("%s could not go on, its turns keep their original reasoning: %s", name, reason)
    return committed(store, HINDSIGHT_REASONING, commit, _figures(rows, written))


async def _write(
    mixture: Mixture, turns: list[CorrectedTurn], journal: Journal, kept: dict[str, Row], progress: ProgressReporter
) -> Written:
    return await write_all(turns, mixture.writer, journal, kept, progress, concurrency=CONCURRENCY)


def _existing(store: Lake, domain: str, bundles: set[str]) -> dict[str, Row]:
    """Committed rows whose bundle is still certified, by turn: a smaller profile forgets nothing."""
    if store.manifest(HINDSIGHT_REASONING.name, domain) is None:
        return {}
    rows = store.arrow(HINDSIGHT_REASONING.name, [domain]).to_pylist()
    return {row["turn_id"]: row for row in rows if row["bundle_hash"] in bundles}


def _figures(rows: list[Row], written: Written) -> dict[str, Any]:
    """Figures for the UI: shares, reasons, depth by turn, and who could not be asked."""
    accepted = [row for row in rows if row["accepted"]]
    reasons = Counter(row["reason"].partition(":")[0] for row in rows if not row["accepted"])
    picture = markdown_image(depth_by_turn(rows), "reasoning depth by turn") if rows else "nothing yet"
    return {
        "written now": written.made,
        "accepted share": len(accepted) / len(rows) if rows else 0.0,
        "refused": dg.MetadataValue.json(dict(reasons.most_common())),
        "writers": dg.MetadataValue.json(dict(Counter(row["writer"] for row in rows).most_common())),
        "median characters": statistics.median(row["characters"] for row in accepted) if accepted else 0,
        "length follows difficulty": _rank_correlation(accepted),
        "reasoning depth": markdown(picture),
        "waiting": written.left,
        "without a writer": written.without_writer,
        "unavailable": dg.MetadataValue.json(written.unavailable),
    }


def _rank_correlation(rows: list[Row]) -> float:
    """Spearman's, of length with difficulty; 0 where there is nothing to compare."""
    frame = pl.DataFrame({name: [row[name] for row in rows] for name in ("characters", "difficulty")})
    if min(frame[name].n_unique() for name in frame.columns) < 2:
        return 0.0
    return float(frame.select(pl.corr("characters", "difficulty", method="spearman")).item())


ORIGINAL = "#a0aec0"


class Spread(NamedTuple):
    """Quartiles of lengths in characters."""

    low: float
    median: float
    high: float


def spread(lengths: Sequence[int]) -> Spread:
    """Quartiles; one length is all three."""
    if len(lengths) < 2:
        return Spread(*(float(lengths[0]),) * 3)
    return Spread(*quantiles(lengths, n=4, method="inclusive"))


def depth_by_turn(rows: Sequence[Mapping[str, Any]]) -> str:
    """Median length at each turn, original and accepted hindsight, the band between the quartiles shaded."""
    figure, plot = axes(5.4, 3.2)
    series = {
        "original": (ORIGINAL, [(row["turn_index"], len(row["original"])) for row in rows]),
        "in hindsight": (ACCENT, [(row["turn_index"], row["characters"]) for row in rows if row["accepted"]]),
    }
    for name, (colour, lengths) in series.items():
        indices = sorted({index for index, _ in lengths})
        spreads = [spread([length for at, length in lengths if at == index]) for index in indices]
        plot.plot(indices, [each.median for each in spreads], color=colour, marker="o", markersize=3, label=name)
        plot.fill_between(
            indices, [each.low for each in spreads], [each.high for each in spreads], color=colour, alpha=0.25, lw=0
        )
    plot.set_xticks(sorted({row["turn_index"] for row in rows}))
    plot.set_xlabel("correction")
    plot.set_ylabel("characters of reasoning")
    plot.set_ylim(bottom=0)
    plot.legend(fontsize=7, frameon=False)
    return svg(figure)
