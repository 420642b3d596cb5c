"""Old runs and their events: what goes, and what an asset's state is known by and stays."""

import shutil
import sqlite3
import tempfile
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import dagster as dg
import pytest
from dagster._core.execution.backfill import BulkActionStatus, PartitionBackfill
from dagster._core.storage.partition_status_cache import AssetPartitionStatus

from assets.home import Home
from infra.kubernetes.local.postgres import NoPostgres, start
from orchestration.instance import open_instance, prepare_home
from orchestration.old_runs import drop_old_runs, give_space_back
from orchestration.run_retention import RunRetention, run_retention

ALL_THAT_ENDED = timedelta(seconds=-60)
PARTITIONS = dg.StaticPartitionsDefinition(["chip", "cad"])


@dg.asset(partitions_def=PARTITIONS)
def turns(context: dg.AssetExecutionContext) -> None:
    if "broken" in context.run.tags:
        raise ValueError("broken")


@dg.asset
def report() -> None:
    pass


@dg.op
def say(context: dg.OpExecutionContext) -> None:
    for number in range(5):
        context.log.info(f"{number} " + "x" * 5000)


@dg.job
def talk() -> None:
    say()


@pytest.fixture
def instance(tmp_path: Path) -> dg.DagsterInstance:
    return open_instance(Home(tmp_path))


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    """In a folder that the user postgres may enter, as pytest's are not."""
    folder = Path(tempfile.gettempdir()) / f"icwm-postgres-{uuid.uuid4().hex}"
    try:
        database = start(folder)
    except NoPostgres as error:
        pytest.skip(str(error))
    try:
        home = Home(tmp_path)
        (prepare_home(home) / "dagster.yaml").write_text(f"storage: {{postgres: {{postgres_url: '{database.url}'}}}}")
        with open_instance(home) as instance:
            yield instance
    finally:
        database.stop()
        shutil.rmtree(folder)


def made(instance: dg.DagsterInstance, partition: str | None, **tags: str) -> str:
    asset = turns if partition else report
    done = dg.materialize([asset], instance=instance, partition_key=partition, tags=tags, raise_on_error=False)
    return done.run_id


def materialized_in(instance: dg.DagsterInstance, key: str) -> dict[str | None, str]:
    """The run of each partition's newest materialisation."""
    records = instance.fetch_materializations(dg.AssetKey(key), limit=100, ascending=True).records
    return {record.partition_key: record.run_id for record in records}


def databases(instance: dg.DagsterInstance) -> set[str]:
    return {path.stem for path in Path(instance.root_directory, "history", "runs").glob("*.db")} - {"index"}


@pytest.mark.parametrize("storage", ["instance", "postgres"])
def test_runs_that_assets_are_known_by_stay_and_the_others_are_gone(
    storage: str, request: pytest.FixtureRequest
) -> None:
    instance: dg.DagsterInstance = request.getfixturevalue(storage)
    old = [made(instance, "chip"), made(instance, None), made(instance, "cad")]
    newest = {"chip": made(instance, "chip"), "cad": made(instance, "cad")}
    whole = made(instance, None)
    broken = made(instance, "chip", broken="yes")
    talked = talk.execute_in_process(instance=instance).run_id
    kept = {*newest.values(), whole, broken}
    dropped = drop_old_runs(instance, ALL_THAT_ENDED)
    assert (dropped.runs, dropped.emptied, dropped.needed) == (len(old) + 1, 0, len(kept))
    assert {run.run_id for run in instance.get_runs()} == kept
    assert databases(instance) == (kept if storage == "instance" else set())
    assert (materialized_in(instance, "turns"), materialized_in(instance, "report")) == (newest, {None: whole})
    states = instance.get_status_by_partition(dg.AssetKey("turns"), PARTITIONS.get_partition_keys(), PARTITIONS)
    assert states == {"chip": AssetPartitionStatus.FAILED, "cad": AssetPartitionStatus.MATERIALIZED}
    assert storage == "instance" or instance.all_logs(talked) == []
    assert drop_old_runs(instance, ALL_THAT_ENDED).runs == 0
    assert give_space_back(instance)


def test_what_is_young_or_goes_on_stays(instance: dg.DagsterInstance) -> None:
    made(instance, "chip")
    made(instance, "chip")
    assert drop_old_runs(instance, timedelta(days=1)).runs == 0
    goes_on = instance.create_run_for_job(talk, status=dg.DagsterRunStatus.STARTED).run_id
    assert drop_old_runs(instance, ALL_THAT_ENDED).runs == 1
    assert instance.has_run(goes_on)


def test_a_sensors_run_keeps_its_key_and_loses_its_events(instance: dg.DagsterInstance) -> None:
    tags = {"dagster/sensor_name": "retraining_after_failed_audit", "dagster/run_key": "retraining:a1"}
    asked = talk.execute_in_process(instance=instance, tags=tags).run_id
    assert drop_old_runs(instance, ALL_THAT_ENDED).emptied == 1
    assert [run.run_id for run in instance.get_runs(dg.RunsFilter(tags=tags))] == [asked]
    assert instance.all_logs(asked) == []
    assert drop_old_runs(instance, ALL_THAT_ENDED).emptied == 0


@pytest.mark.parametrize(("status", "runs"), [(BulkActionStatus.REQUESTED, 0), (BulkActionStatus.COMPLETED_SUCCESS, 1)])
def test_runs_of_a_backfill_wait_for_its_end(instance: dg.DagsterInstance, status: BulkActionStatus, runs: int) -> None:
    instance.add_backfill(
        PartitionBackfill("night", status=status, from_failure=False, tags={}, backfill_timestamp=0.0)
    )
    talk.execute_in_process(instance=instance, tags={"dagster/backfill": "night"})
    assert drop_old_runs(instance, ALL_THAT_ENDED).runs == runs


def test_the_files_become_smaller_but_not_while_somebody_writes(instance: dg.DagsterInstance) -> None:
    talk.execute_in_process(instance=instance)
    for _ in range(30):
        instance.create_run_for_job(talk, status=dg.DagsterRunStatus.SUCCESS, tags={"long": "x" * 5000})
    runs = Path(instance.root_directory, "history", "runs.db")
    assert len(databases(instance)) == 1
    drop_old_runs(instance, ALL_THAT_ENDED)
    before = runs.stat().st_size
    with sqlite3.connect(runs, timeout=1, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not give_space_back(instance)
        other.execute("ROLLBACK")
    assert give_space_back(instance)
    assert runs.stat().st_size < before
    assert databases(instance) == set()


def test_the_job_says_what_it_did(instance: dg.DagsterInstance) -> None:
    made(instance, "chip")
    made(instance, "chip")
    done = run_retention.execute_in_process(instance=instance, resources={"run_retention": RunRetention(keep_days=1)})
    said = [entry.user_message for entry in instance.all_logs(done.run_id)]
    assert "0 runs deleted, 0 more without their events, 0 old ones needed" in said
