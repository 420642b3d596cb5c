"""The asset `icwm_fidelity`: how far the champion can be believed. What is measured is `measurement`'s."""

from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from assets.home_resource import HomeResource
from assets.markdown import markdown
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import markdown_image
from assets.profile_resource import ProfileResource
from assets.stages import Stage, Work, work
from assets.world_model.champion_asset import champion_log
from assets.world_model.checkpoints import champion_id
from assets.world_model.examples import EXECUTION_TURNS, read_splits
from assets.world_model.schema import ICWM_FIDELITY
from resources.storage.dagster_resource import LakeResource

MEASURING_VERSION = "4"
"""Raised when measuring finds other figures, or more of them, for the same checkpoint and turns."""


@dg.asset(
    deps=[champion_log],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.WORLD_MODEL.value,
    kinds={"pytorch", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.TRAINS),
    metadata=definition_metadata(ICWM_FIDELITY),
    pool="training",
    code_version="2",
)
def icwm_fidelity(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """The champion on held-out turns, seeds and fault kinds, pure and hybrid, beside the baselines."""
    from assets.world_model.measurement import measure_domain

    store, domain = lake.lake(), context.partition_key
    checkpoint = champion_id(store)
    inputs = {"champion": checkpoint, EXECUTION_TURNS: data_version(store, EXECUTION_TURNS, domain)}
    manifest = store.manifest(ICWM_FIDELITY.name, domain)
    dials = profile.get()
    dialled = (dials.refitted_experiments, *dials.limits, *dials.held_out_generators)
    fingerprint = " ".join((MEASURING_VERSION, *map(str, dialled)))
    if manifest is None or not manifest.is_current(inputs=inputs, fingerprint=fingerprint):
        splits = read_splits(store, DOMAIN_PARTITIONS.get_partition_keys(), dials)
        folder = home.get().checkpoints / checkpoint
        rows = measure_domain(splits, domain, folder, dials.limits, refitted=dials.refitted_experiments)
        table = ICWM_FIDELITY.from_rows({"checkpoint": checkpoint, **row} for row in rows)
        commit = store.write(ICWM_FIDELITY, domain, table, inputs=inputs, fingerprint=fingerprint)
    else:
        commit = store.append(ICWM_FIDELITY, domain, ICWM_FIDELITY.empty(), inputs=inputs, fingerprint=fingerprint)
    return committed(store, ICWM_FIDELITY, commit, _shown(store.read(ICWM_FIDELITY.name, domain).to_dicts()))


def _shown(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Tables and pictures of the figures, as metadata."""
    from assets.world_model.plots import learning_curve, risk_coverage

    if not rows:
        why = "this champion was not trained on the domain, or has learned from every turn that is held out here"
        return {"figures": f"none: {why}"}
    pictures = {"risk and coverage": risk_coverage(rows), "learning curve": learning_curve(rows)}
    return {"figures": markdown(figures_table(rows)), **plotted(rows)} | {
        title: markdown(markdown_image(picture, title)) for title, picture in pictures.items() if picture
    }


TABLE = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced",
    "false_pass": "false PASS",
    "calibration_error": "ECE",
    "coverage_at_97": "coverage at 97 %",
    "trusted": "trusted",
    "trusted_accuracy": "its accuracy",
    "diagnostic_exact": "diagnostic",
    "diagnostic_located": "class and line",
}

HYBRID = "world model, hybrid"
PLOTTED_SPLITS = ("turn", "seed", "fault", "generator")
PLOTTED = ("accuracy", "false_pass")


def figures_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Markdown: one line for each split and predictor, shares with their intervals."""
    figures = {(row["split"], row["predictor"], row["metric"]): row for row in rows if not row["label"]}
    lines = dict.fromkeys((split, predictor) for split, predictor, _ in figures)
    head = ["split", "predictor", "turns", *TABLE.values()]
    body = [
        [
            split,
            predictor,
            str(figures[split, predictor, "accuracy"]["support"]),
            *(cell(figures.get((split, predictor, name))) for name in TABLE),
        ]
        for split, predictor in lines
        if (split, predictor, "accuracy") in figures
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *body])


def cell(row: Mapping[str, Any] | None) -> str:
    if row is None or row["value"] is None:
        return "–"
    return f"{row['value']:.3f}" + ("" if row["low"] is None else f" ({row['low']:.2f}–{row['high']:.2f})")


def plotted(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Numbers that Dagster plots by domain: the hybrid's, on turns, tasks, faults and generators that it never saw."""
    figures = {(row["split"], row["metric"]): row["value"] for row in rows if _is_plotted(row)}
    wanted = {(split, metric): f"{TABLE[metric]}, new {split}s" for split in PLOTTED_SPLITS for metric in PLOTTED}
    return {name: float(figures[key]) for key, name in wanted.items() if figures.get(key) is not None}


def _is_plotted(row: Mapping[str, Any]) -> bool:
    return not row["label"] and row["predictor"] == HYBRID
