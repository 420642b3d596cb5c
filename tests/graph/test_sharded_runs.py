"""Shards as processes: together they make what one process makes, a lost one is asked again, none outlives its run."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import dagster as dg
import psutil
import pytest
import yaml

from assets.shards import shard as shards_module
from assets.shards.resource import ShardResource
from assets.shards.shard import ShardWork
from orchestration.definitions import build_defs
from orchestration.settings import Settings
from resources.storage.lake import Lake
from tests.graph.shard_works import PARTITION, SQUARES, killed_always, killed_once, mistaken, squared, squares_by
from tests.home import PROFILES, PROJECT, settings_in

SOON_S = 120.0
TABLES = ("environment_bundles", "real_trajectories")
RUN = """
import sys
from pathlib import Path
import dagster as dg
from assets.shards.resource import ShardResource
from tests.graph.shard_works import PARTITION, endless, squares_by
home = Path(sys.argv[1])
asset = squares_by(endless, ShardResource(folder=str(home / "shards")), home)
dg.materialize([asset], instance=dg.DagsterInstance.ephemeral(), partition_key=PARTITION)
"""


def run(home: Path, work: ShardWork, *, raises: bool = True) -> dg.ExecuteInProcessResult:
    home.mkdir(exist_ok=True)
    asset = squares_by(work, ShardResource(folder=str(home / "shards")), home)
    instance = dg.DagsterInstance.ephemeral()
    return dg.materialize([asset], instance=instance, partition_key=PARTITION, raise_on_error=raises)


def names(home: Path) -> list[str]:
    """Files of the partition beside its manifest and lock, and of Pipes."""
    there = [*(home / "lake" / SQUARES.name / "domain=all").glob("*"), *(home / "shards").glob("*")]
    return [path.name for path in there if not path.name.startswith(("_manifest", "_lock"))]


def test_each_shard_is_a_process_and_the_parent_commits_once(tmp_path: Path) -> None:
    result = run(tmp_path, squared)
    figures = result.asset_materializations_for_node(SQUARES.name)[0].metadata
    assert figures["processes"].value == 2
    rows = Lake(tmp_path / "lake").read(SQUARES.name).rows()
    assert rows == [(number, number**2) for number in range(5)]
    assert len(names(tmp_path)) == 1


def test_a_shard_that_is_killed_is_asked_again(tmp_path: Path) -> None:
    assert run(tmp_path, killed_once).success
    assert Lake(tmp_path / "lake").read(SQUARES.name).height == 5
    assert len([path for path in tmp_path.iterdir() if len(path.name) == shards_module.NAME_LENGTH]) == 2


def test_a_shard_that_is_always_lost_fails_the_step_and_the_others_are_kept(tmp_path: Path) -> None:
    failed = run(tmp_path, killed_always, raises=False)
    assert "status 137" in cause(failed)
    assert "the last of 3 times" in cause(failed)
    assert [name.endswith(".json") for name in sorted(names(tmp_path))] == [False, True]


def test_an_error_is_not_asked_again_and_its_words_are_the_step_s(tmp_path: Path) -> None:
    failed = run(tmp_path, mistaken, raises=False)
    assert "ValueError: seven is not a domain" in cause(failed)
    begun = [path.name.partition("-")[0] for path in tmp_path.glob("*-*")]
    assert len(begun) == len(set(begun))


def cause(result: dg.ExecuteInProcessResult) -> str:
    failure = next(event for event in result.all_node_events if event.is_step_failure)
    return str(failure.step_failure_data.error)


def seen(there: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON_S
    while not there() and time.monotonic() < until:
        time.sleep(0.05)
    assert there()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_cancelled_or_killed_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-c", RUN, str(tmp_path)]
    parent = subprocess.Popen(command, cwd=PROJECT, stderr=subprocess.DEVNULL, start_new_session=True)
    seen(lambda: len([path for path in tmp_path.glob("*") if path.is_file()]) == 2)
    below = psutil.Process(parent.pid).children(recursive=True)
    assert len(below) == 4
    parent.send_signal(number)
    assert parent.wait(SOON_S) != 0
    seen(lambda: not any(process.is_running() for process in below))


def settings_with(folder: Path, shards: int) -> Settings:
    profiles = folder / "profiles"
    profiles.mkdir(parents=True)
    dials = yaml.safe_load((PROFILES / "test.yaml").read_text(encoding="utf-8"))
    dials |= {"builtin_seeds_per_domain": 2, "trajectories_per_bundle": 1, "shipped_answers_per_bundle": 0}
    dials |= {"max_corrections": 1, "shards": {"chip_design": shards}}
    (profiles / "test.yaml").write_text(json.dumps(dials), encoding="utf-8")
    return replace(settings_in(folder / "home"), profiles=profiles)


def made(settings: Settings) -> Lake:
    job = build_defs(settings=settings).resolve_implicit_global_asset_job_def()
    keys = [dg.AssetKey(name) for name in ("task_seeds", *TABLES)]
    assert job.execute_in_process(asset_selection=keys, partition_key="chip_design").success
    return Lake(settings.lake)


def test_a_partition_in_shards_is_the_partition(tmp_path: Path) -> None:
    sharded, whole = settings_with(tmp_path / "sharded", 2), settings_with(tmp_path / "whole", 1)
    lake = made(sharded)
    shutil.copytree(sharded.home.result_cache.parent, whole.home.result_cache.parent)
    one = made(whole)
    for table in TABLES:
        assert lake.manifest(table, "chip_design") == one.manifest(table, "chip_design")
        assert not list((sharded.home.lake / table / "domain=chip_design").glob("_staged-*"))
    assert lake.read("environment_bundles", "chip_design")["certified"].all()
    assert list(sharded.home.shards.iterdir()) == []
    assert list((sharded.home.journals / "shards").iterdir()) == []
    assert not whole.home.shards.exists()
