"""Runs whose process is gone are closed, and their slots in the pools are free again."""

import os
import uuid
from pathlib import Path

import dagster as dg
from dagster._core.execution.retries import auto_reexecution_should_retry_run

from assets.home import Home
from assets.home_resource import HomeResource
from orchestration.home_activity import activity
from orchestration.instance import close_abandoned_runs, open_instance
from orchestration.killed_runs import killed_command_lines
from orchestration.run_graph import LAUNCHER_TAG, launcher_tags
from orchestration.run_lock import only_run

POOL = "execution"
GONE = str(2**22 + 1)
"""No process has such an id."""


def started(instance: dg.DagsterInstance, pid: str) -> str:
    """A run under way that holds, or waits for, a slot of the pool."""
    run_id = str(uuid.uuid4())
    instance.add_run(
        dg.DagsterRun(
            "a_job", run_id=run_id, status=dg.DagsterRunStatus.STARTED, tags=launcher_tags() | {LAUNCHER_TAG: pid}
        )
    )
    instance.event_log_storage.claim_concurrency_slot(POOL, run_id, "a_step")
    return run_id


def holders(instance: dg.DagsterInstance) -> set[str]:
    found = instance.event_log_storage.get_concurrency_info(POOL)
    return {held.run_id for held in (*found.claimed_slots, *found.pending_steps)}


def test_killed_runs_give_their_slots_back(tmp_path: Path) -> None:
    with open_instance(Home(tmp_path)) as instance:
        instance.event_log_storage.initialize_concurrency_limit_to_default(POOL)
        killed = [started(instance, GONE) for _ in range(3)]
        alive = started(instance, str(os.getpid()))
        assert holders(instance) == {*killed, alive}
        assert not instance.event_log_storage.check_concurrency_claim(POOL, alive, "a_step").is_claimed
        assert close_abandoned_runs(instance) == 3
        assert holders(instance) == {alive}
        assert instance.event_log_storage.claim_concurrency_slot(POOL, alive, "a_step").is_claimed
        closed = [instance.get_run_by_id(run_id) for run_id in killed]
        assert not any(run is None or auto_reexecution_should_retry_run(instance, run, None) for run in closed)


def test_the_ui_closes_what_a_killed_command_line_left_and_nothing_beside_a_living_one(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with open_instance(home) as instance:
        run_id = started(instance, GONE)
        context = dg.build_sensor_context(instance, resources={"home": HomeResource(root=str(tmp_path))})
        with only_run(home):
            killed_command_lines(context)
            assert not is_finished(instance, run_id)
        killed_command_lines(context)
        assert is_finished(instance, run_id)


def is_finished(instance: dg.DagsterInstance, run_id: str) -> bool:
    run = instance.get_run_by_id(run_id)
    return run is not None and run.is_finished


def test_a_run_that_was_launched_again_bears_its_parents_tag_and_goes_on(tmp_path: Path) -> None:
    tags = launcher_tags() | {LAUNCHER_TAG: GONE}
    with open_instance(Home(tmp_path)) as instance:
        parent = started(instance, GONE)
        again = dg.DagsterRun(
            "a_job",
            run_id=str(uuid.uuid4()),
            status=dg.DagsterRunStatus.STARTED,
            tags=tags,
            parent_run_id=parent,
            root_run_id=parent,
        )
        instance.add_run(again)
        assert close_abandoned_runs(instance) == 1
        assert not is_finished(instance, again.run_id)


def test_slots_of_runs_that_were_closed_before_are_freed_as_well(tmp_path: Path) -> None:
    with open_instance(Home(tmp_path)) as instance:
        instance.event_log_storage.initialize_concurrency_limit_to_default(POOL)
        run = instance.get_run_by_id(started(instance, GONE))
        assert run is not None
        instance.report_run_failed(run, "closed by an earlier version")
        assert holders(instance)
        assert close_abandoned_runs(instance) == 0
        assert holders(instance) == set()


def ended(instance: dg.DagsterInstance, asset: str, partition: str, status: dg.DagsterRunStatus) -> str:
    run_id, tags = str(uuid.uuid4()), {"dagster/partition": partition}
    instance.add_run(
        dg.DagsterRun("a_job", run_id=run_id, status=status, tags=tags, asset_selection=frozenset({dg.AssetKey(asset)}))
    )
    return run_id


def test_a_home_says_what_runs_whose_process_is_gone_and_what_failed_last(tmp_path: Path) -> None:
    with open_instance(Home(tmp_path)) as instance:
        ended(instance, "bundles", "chip_design", dg.DagsterRunStatus.FAILURE)
        ended(instance, "bundles", "chip_design", dg.DagsterRunStatus.SUCCESS)
        failed = ended(instance, "bundles", "cad_modeling", dg.DagsterRunStatus.FAILURE)
        killed, alive = started(instance, GONE), started(instance, str(os.getpid()))
    seen = activity(Home(tmp_path))
    assert {run.run_id: run.process_gone for run in seen.running} == {killed: True, alive: False}
    assert [(run.run_id, run.assets, run.partition) for run in seen.failed] == [(failed, ("bundles",), "cad_modeling")]
