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
from assets.world_model.fidelity_table import figures_table, plotted
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
