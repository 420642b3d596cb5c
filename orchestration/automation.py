"""When assets are made without a person asking, how a backfill is cut into runs, and how old an asset may be.

By itself Dagster makes only what DuckDB derives from tables: that takes seconds, and writes nothing where its inputs
are the same. What runs tools, trains or asks an endpoint is started by a person, or by a schedule or sensor with a
bound of its own (`sensors`).
"""

from datetime import timedelta

import dagster as dg

FOLLOWS_ITS_SOURCES = (
    dg.AutomationCondition.eager()
    .without(~dg.AutomationCondition.any_deps_missing())
    .with_label("a source has changed")
)
"""Eager, but also where a table was never written: no audit yet, or no exam, counts as an empty one."""

AUDITED_EACH_NIGHT = dg.FreshnessPolicy.time_window(fail_window=timedelta(days=7), warn_window=timedelta(hours=26))
"""A night and two hours for the audit itself; after a week the figures that open the gate are old. Dagster asks for
the asset as a whole, so the last audited domain answers for all: `audit_trend` has each domain's."""

ONE_RUN_A_PARTITION = dg.BackfillPolicy.multi_run(max_partitions_per_run=1)
"""A domain whose tools are missing fails alone, each run has its own pod in a cluster, and the queue bounds how many
work at once."""

DERIVED, AUDITS = "duckdb", "audit_reports"
"""A kind, and a name."""


def automated(asset: dg.AssetsDefinition | dg.AssetSpec) -> dg.AssetsDefinition | dg.AssetSpec:
    """The asset with what belongs to it of the above; nothing, where another asset's run writes it."""
    if isinstance(asset, dg.AssetSpec):
        return asset
    asset = asset.map_asset_specs(_policies)
    return asset.with_attributes(backfill_policy=ONE_RUN_A_PARTITION) if asset.partitions_def else asset


def _policies(spec: dg.AssetSpec) -> dg.AssetSpec:
    if DERIVED in spec.kinds:
        return spec.replace_attributes(automation_condition=FOLLOWS_ITS_SOURCES)
    if spec.key == dg.AssetKey(AUDITS):
        return spec.replace_attributes(freshness_policy=AUDITED_EACH_NIGHT)
    return spec
