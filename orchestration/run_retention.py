"""The job that deletes Dagster's old runs, and how long they stay."""

from datetime import timedelta

import dagster as dg
from pydantic import Field

RUN_RETENTION = "run_retention"


class RunRetention(dg.ConfigurableResource):  # type: ignore[type-arg]
    keep_days: int = Field(
        default=90, ge=1, description="how long the job run_retention keeps ended runs and their events"
    )


@dg.op(description="Deletes runs that ended long ago, with their events, but for what assets' states are known by")
def delete_old_runs(context: dg.OpExecutionContext, run_retention: RunRetention) -> None:
    # Imports Dagster's storages and alembic, which the code location should not.
    from orchestration.old_runs import drop_old_runs, give_space_back

    dropped = drop_old_runs(context.instance, timedelta(days=run_retention.keep_days))
    smaller = give_space_back(context.instance)
    context.log.info(
        f"{dropped.runs} runs deleted, {dropped.emptied} more without their events, {dropped.needed} old ones needed"
        + ("" if smaller else "; a database was in use, so its file shrinks the next time")
    )


@dg.job(name=RUN_RETENTION, description="Delete old runs and their events", tags={"icwm/purpose": "upkeep"})
def run_retention() -> None:
    delete_old_runs()
