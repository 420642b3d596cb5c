"""Retention of Dagster's own records: old runs and their events go, but for what the present is known by.

Dagster's `retention` prunes ticks of schedules and sensors alone. Here runs are deleted through the instance, so SQLite
and Postgres are the same but for giving disk space back: Postgres does that by itself.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import dagster as dg
from dagster import DagsterEventType, DagsterRunStatus, EventRecordsResult
from dagster._core.execution.backfill import BULK_ACTION_TERMINAL_STATUSES
from dagster._core.storage.event_log import SqliteEventLogStorage
from dagster._core.storage.runs import SqliteRunStorage
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

EVENTS_DROPPED = "icwm/events_dropped"
_SENSOR, _BACKFILL = "dagster/sensor_name", "dagster/backfill"
_ENDED = [DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED]
_AT_ONCE = 500
"""Runs or events of one question to the instance."""
Item = TypeVar("Item")


@dataclass(frozen=True)
class Dropped:
    """`runs` are gone; of `emptied` the events are, and `needed` are as old and stay."""

    runs: int
    emptied: int
    needed: int


def drop_old_runs(instance: dg.DagsterInstance, keep: timedelta) -> Dropped:
    """Deletes runs that ended before `keep`, unless an asset's state is known by them."""
    needed, runs, emptied, kept = needed_runs(instance), 0, 0, 0
    for run in _ended_before(instance, datetime.now(UTC) - keep):
        if run.run_id in needed or _backfill_goes_on(instance, run):
            kept += 1
        elif _SENSOR in run.tags:
            # A sensor asks again for a run key that no run has.
            if EVENTS_DROPPED not in run.tags:
                _empty(instance, run.run_id)
                emptied += 1
        else:
            _drop(instance, run.run_id)
            runs += 1
    return Dropped(runs, emptied, kept)


def needed_runs(instance: dg.DagsterInstance) -> set[str]:
    """Runs with the newest materialisation, observation or attempt of an asset's partition, or of the asset."""
    needed: set[str] = set()
    fetch_of: dict[DagsterEventType, Callable[..., EventRecordsResult]] = {
        DagsterEventType.ASSET_MATERIALIZATION: instance.fetch_materializations,
        DagsterEventType.ASSET_OBSERVATION: instance.fetch_observations,
        DagsterEventType.ASSET_MATERIALIZATION_PLANNED: instance.fetch_planned_materializations,
    }
    keys = instance.all_asset_keys()
    for key in keys:
        for event, fetch in fetch_of.items():
            for ids in _batched(instance.get_latest_storage_id_by_partition(key, event).values()):
                records = fetch(dg.AssetRecordsFilter(key, storage_ids=ids), limit=_AT_ONCE).records
                needed |= {record.run_id for record in records}
    for entry in (record.asset_entry for record in instance.get_asset_records(keys)):
        newest = (entry.last_materialization_record, entry.last_observation_record)
        needed |= {event.run_id for event in newest if event} | ({entry.last_run_id} if entry.last_run_id else set())
    return needed


def _ended_before(instance: dg.DagsterInstance, moment: datetime) -> Iterator[dg.DagsterRun]:
    """Asked for by id: a cursor is a run, which would be gone."""
    ids = instance.get_run_ids(dg.RunsFilter(statuses=_ENDED, updated_before=moment))
    for some in _batched(ids):
        yield from instance.get_runs(dg.RunsFilter(run_ids=some))


def _batched(items: Iterable[Item]) -> Iterator[list[Item]]:
    rest = iter(items)
    while some := list(islice(rest, _AT_ONCE)):
        yield some


def _backfill_goes_on(instance: dg.DagsterInstance, run: dg.DagsterRun) -> bool:
    backfill = instance.get_backfill(run.tags[_BACKFILL]) if _BACKFILL in run.tags else None
    return backfill is not None and backfill.status not in BULK_ACTION_TERMINAL_STATUSES


def _drop(instance: dg.DagsterInstance, run_id: str) -> None:
    """Events before the run, so that who is killed between them finds the run again."""
    _drop_events(instance, run_id)
    instance.run_storage.delete_run(run_id)
    storage = instance.event_log_storage
    if isinstance(storage, SqliteEventLogStorage):
        # A database for each run, which Dagster empties and leaves.
        for suffix in ("", "-wal", "-shm"):
            Path(storage.path_for_shard(run_id) + suffix).unlink(missing_ok=True)


def _drop_events(instance: dg.DagsterInstance, run_id: str) -> None:
    instance.compute_log_manager.delete_logs(prefix=[run_id])
    instance.event_log_storage.delete_events(run_id)


def _empty(instance: dg.DagsterInstance, run_id: str) -> None:
    """Keeps the run, and on SQLite its database, which the webserver may have open."""
    _drop_events(instance, run_id)
    storage = instance.event_log_storage
    if isinstance(storage, SqliteEventLogStorage):
        _shrink(partial(storage.run_connection, run_id))
    instance.add_run_tags(run_id, {EVENTS_DROPPED: "yes"})


def give_space_back(instance: dg.DagsterInstance) -> bool:
    """Shrinks SQLite's files; False where one of them is in use. Postgres does it by itself."""
    connections: list[Callable[[], AbstractContextManager[Connection]]] = []
    if isinstance(instance.run_storage, SqliteRunStorage):
        connections.append(instance.run_storage.connect)
    if isinstance(instance.event_log_storage, SqliteEventLogStorage):
        connections.append(instance.event_log_storage.index_connection)
    shrunk = [_shrink(connect) for connect in connections]
    return all(shrunk)


def _shrink(connect: Callable[[], AbstractContextManager[Connection]]) -> bool:
    try:
        with connect() as connection:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    except OperationalError:
        return False
    return True
