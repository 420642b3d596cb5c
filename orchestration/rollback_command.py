"""`icwm rollback`: runs the job `rollback_champion` and says who answers now."""

from rich.console import Console

from orchestration.dagster_log import RUN_LOGGERS
from orchestration.definitions import build_defs
from orchestration.instance import open_instance
from orchestration.log_output import NOTES
from orchestration.rollback import ROLLBACK
from orchestration.settings import read_settings


def roll_back_now(console: Console, checkpoint: str) -> int:
    """The command's exit status; the run is an ordinary one, and the UI shows it."""
    settings = read_settings()
    settings.home.prepare()
    job = build_defs(settings=settings).resolve_job_def(ROLLBACK)
    config = {
        "ops": {"go_back": {"config": {"checkpoint": checkpoint}}},
        "loggers": RUN_LOGGERS,
    }
    with open_instance(settings.home) as instance:
        result = job.execute_in_process(run_config=config, instance=instance, raise_on_error=False)
    if not result.success:
        said = [event.step_failure_data.user_failure_data for event in result.all_events if event.is_step_failure]
        reason = next(
            (failure.description for failure in said if failure and failure.description), "see the run in the UI"
        )
        NOTES.error("not rolled back: %s", reason)
        return 1
    console.print(f"{result.output_for_node('go_back')} answers from now on", highlight=False)
    return 0
