"""Going back to an earlier champion: the job `rollback_champion`, and `icwm rollback`, which runs it."""

import dagster as dg
from rich.console import Console

from assets.home import HomeResource
from assets.world_model.checkpoints import NoCheckpoint, NoSuchCheckpoint, decisions
from assets.world_model.promotion import figures, record, roll_back
from assets.world_model.schema import CHAMPION_LOG
from orchestration.instance import open_instance
from orchestration.settings import read_settings
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


def roll_back_now(console: Console, checkpoint: str) -> int:
    """The command's exit status; the run is an ordinary one, and the UI shows it."""
    from orchestration.definitions import build_defs

    settings = read_settings()
    job = build_defs(settings=settings).resolve_job_def(ROLLBACK)
    config = {
        "ops": {"go_back": {"config": {"checkpoint": checkpoint}}},
        "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
    }
    with open_instance(settings.home) as instance:
        result = job.execute_in_process(run_config=config, instance=instance, raise_on_error=False)
    if not result.success:
        said = [event.step_failure_data.user_failure_data for event in result.all_events if event.is_step_failure]
        reason = next(
            (failure.description for failure in said if failure and failure.description), "see the run in the UI"
        )
        console.print(f"[red]not rolled back:[/] {reason}", soft_wrap=True, highlight=False)
        return 1
    console.print(f"{result.output_for_node('go_back')} answers from now on", highlight=False)
    return 0
