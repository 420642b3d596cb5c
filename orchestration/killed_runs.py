"""A sensor that closes the runs of killed command lines: each would hold one of the two places of the queue for good.

Dagster's own monitoring looks after the runs that Dagster launched. The next command line on the home closes the others
as well (`instance`), but who works in the UI may never start one.
"""

import dagster as dg

from assets.home_resource import HomeResource
from orchestration.instance import close_abandoned_runs
from orchestration.run_lock import holder


@dg.sensor(
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Marks runs as failed whose command line was killed; what they finished is kept",
)
def killed_command_lines(context: dg.SensorEvaluationContext, home: HomeResource) -> dg.SkipReason:
    """Nothing while a command line holds the home: in another container its process is not seen here."""
    process = holder(home.get())
    if process:
        return dg.SkipReason(f"process {process} runs on this home")
    closed = close_abandoned_runs(context.instance)
    return dg.SkipReason(f"{closed} closed" if closed else "no run is without its process")
