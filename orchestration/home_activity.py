"""What runs on a home, and what failed there last, from its lock and Dagster's own records. Changes nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import dagster as dg
from dagster._core.execution.stats import StepEventStatus

from assets.home import Home
from orchestration.instance import is_abandoned, open_instance
from orchestration.run_graph import COMMAND_TAG, INTERRUPTED_TAG
from orchestration.run_lock import holder

_LOOKED_AT = 40
"""The newest runs: enough for one of each domain in each phase, and one more time."""
_PARTITION = "dagster/partition"


@dataclass(frozen=True)
class RunState:
    """One run. `assets` are those that it was to make, of a failed one those that it did not; `process_gone` that who
    started it is no more, `interrupted` that somebody ended it, `command` what goes on with it, "" where that is not
    known."""

    run_id: str
    status: str
    partition: str
    assets: tuple[str, ...]
    started: str
    process_gone: bool = False
    interrupted: bool = False
    command: str = ""


@dataclass(frozen=True)
class Activity:
    """`process` is the command line that holds the home, "" where none does. `failed` are failures that no later
    success or failure of the same assets and partition has taken the place of, newest first."""

    process: str
    running: tuple[RunState, ...]
    failed: tuple[RunState, ...]


def activity(home: Home) -> Activity:
    if not (home.dagster / "dagster.yaml").exists():
        return Activity(holder(home), (), ())
    with open_instance(home) as instance:
        records = instance.get_run_records(limit=_LOOKED_AT)
        failed = tuple(unmade(instance, run) for run in _not_made_good(records))
    running = tuple(_state(record) for record in records if not record.dagster_run.is_finished)
    return Activity(holder(home), running, failed)


def unmade(instance: dg.DagsterInstance, run: RunState) -> RunState:
    """Without the assets that it made before it failed."""
    steps = instance.get_run_step_stats(run.run_id)
    made = {step.step_key for step in steps if step.status is StepEventStatus.SUCCESS}
    return replace(run, assets=tuple(asset for asset in run.assets if asset not in made) or run.assets)


def _not_made_good(records: Sequence[dg.RunRecord]) -> Iterator[RunState]:
    """`records` are the newest first."""
    made: set[tuple[str, str]] = set()
    for record in records:
        state = _state(record)
        keys = {(asset, state.partition) for asset in state.assets}
        if record.dagster_run.status is dg.DagsterRunStatus.FAILURE and not keys <= made:
            yield state
        if record.dagster_run.status in (dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE):
            made |= keys


def _state(record: dg.RunRecord) -> RunState:
    run = record.dagster_run
    assets = sorted(key.to_user_string() for key in run.asset_selection or ())
    began = datetime.fromtimestamp(record.start_time or record.create_timestamp.timestamp(), UTC)
    started = began.isoformat(timespec="seconds")
    partition, gone = run.tags.get(_PARTITION, ""), is_abandoned(run)
    interrupted, command = INTERRUPTED_TAG in run.tags, run.tags.get(COMMAND_TAG, "")
    return RunState(run.run_id, run.status.value.lower(), partition, tuple(assets), started, gone, interrupted, command)
