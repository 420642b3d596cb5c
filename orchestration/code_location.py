"""Which code location a run belongs to: `workspace.yaml`'s, as if Dagster's webserver had launched it.

`execute_in_process` leaves that out, and Dagster's first page, the timeline, shows no run that has none.
"""

import contextlib
import functools
from collections.abc import Iterator

import dagster as dg

from orchestration.settings import PROJECT

WORKSPACE = PROJECT / "workspace.yaml"
REPOSITORY = "__repository__"
"""What Dagster calls the definitions of a code location."""


@contextlib.contextmanager
def runs_of_code_location(instance: dg.DagsterInstance, job: str) -> Iterator[None]:
    """Runs of the job that this process begins meanwhile are the code location's."""
    from dagster._core.remote_origin import RemoteRepositoryOrigin
    from dagster._core.workspace.load import location_origins_from_yaml_paths

    [location] = location_origins_from_yaml_paths([str(WORKSPACE)])
    origin = RemoteRepositoryOrigin(location, REPOSITORY).get_job_origin(job)
    create = functools.partial(instance.create_run_for_job, remote_job_origin=origin)
    vars(instance)["create_run_for_job"] = create
    try:
        yield
    finally:
        del vars(instance)["create_run_for_job"]
