"""The job `rollback_champion`: going back to an earlier champion."""

import dagster as dg

from assets.home_resource import HomeResource
from assets.world_model.checkpoints import NoCheckpoint, NoSuchCheckpoint, decisions
from assets.world_model.promotion import figures, record, roll_back
from assets.world_model.schema import CHAMPION_LOG
from resources.storage.dagster_resource import LakeResource

ROLLBACK = "rollback_champion"


class Rollback(dg.Config):
    """`checkpoint`: the id, or its beginning, of the checkpoint that shall answer; "" is the champion before."""

    checkpoint: str = ""


@dg.op(pool="training", description="Appends the decision to champion_log; nothing is deleted")
def go_back(context: dg.OpExecutionContext, config: Rollback, lake: LakeResource, home: HomeResource) -> str:
    store = lake.lake()
    try:
        decision = roll_back(store, home.get().checkpoints, config.checkpoint.strip())
    except (NoCheckpoint, NoSuchCheckpoint) as error:
        raise dg.Failure(str(error)) from error
    commit = record(store, decision, context.run.run_id)
    context.log_event(
        dg.AssetMaterialization(
            CHAMPION_LOG.name,
            metadata={"dagster/row_count": commit.rows, **figures(decisions(store)[-1])},
            tags={"dagster/data_version": commit.data_version},
        )
    )
    return decision.champion


@dg.job(
    name=ROLLBACK,
    description="One click: the champion before answers again. Config `checkpoint` names another one",
    tags={"icwm/purpose": "rollback"},
)
def rollback_champion() -> None:
    go_back()
