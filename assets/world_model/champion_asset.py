"""The asset `champion_log`: which checkpoint answers. The rule is `promotion`, calibration here `home_calibration`."""

from typing import Any

import dagster as dg

from assets.home_resource import HomeResource
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.stages import Stage, Work, work
from assets.world_model.asset import icwm_checkpoint
from assets.world_model.checkpoints import decisions, trained_checkpoints
from assets.world_model.examples import read_splits
from assets.world_model.schema import CHAMPION_LOG, ICWM_CHECKPOINT
from resources.storage.dagster_resource import LakeResource


@dg.asset(
    deps=[icwm_checkpoint],
    group_name=Stage.WORLD_MODEL.value,
    kinds={"pytorch", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.TRAINS),
    metadata=definition_metadata(CHAMPION_LOG),
    pool="training",
    code_version="1",
)
def champion_log(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """The last checkpoint becomes champion if it is no worse on held-out turns; downstream uses the champion.

    A new home's first champion is the one that comes with the project, where one does. Whichever answers is then
    calibrated on this home's turns of sources of tasks, and of authors, that it has few verdicts on.
    """
    from assets.world_model.home_calibration import calibrate_here, is_uncalibrated
    from assets.world_model.promotion import decide, figures, is_decided, record
    from assets.world_model.shipped import adopt_shipped

    store, directory, dials = lake.lake(), home.get().checkpoints, profile.get()
    domains = DOMAIN_PARTITIONS.get_partition_keys()
    challenger = trained_checkpoints(store)[-1]
    inputs = {ICWM_CHECKPOINT.name: data_version(store, ICWM_CHECKPOINT.name)}
    before = len(decisions(store))
    first = adopt_shipped(store, directory) if dials.shipped_champion else None
    if first:
        record(store, first, context.run.run_id)
    undecided = not is_decided(store, challenger)
    if undecided or is_uncalibrated(store, directory, domains):
        splits = read_splits(store, domains, dials)
        if undecided:
            record(store, decide(store, challenger, splits, directory), context.run.run_id)
        calibrated = calibrate_here(store, splits, directory, dials.limits)
        if calibrated:
            record(store, calibrated, context.run.run_id)
    commit = store.append(CHAMPION_LOG, "all", CHAMPION_LOG.empty(), inputs=inputs)
    log = decisions(store)
    said = {"decided now": "; ".join(f"{row['decision']}: {row['reason']}" for row in log[before:]) or "nothing"}
    return committed(store, CHAMPION_LOG, commit, said | figures(log[-1]))
