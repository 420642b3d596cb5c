"""The Dagster instance of this project: its home, its dagster.yaml, and runs whose process is gone."""

import os
import shutil
from pathlib import Path

import dagster as dg
import yaml

from assets.home import Home, HomeDamaged
from orchestration.run_graph import LAUNCHER_TAG
from orchestration.settings import PROJECT

CONFIG = PROJECT / "infra" / "dagster" / "dagster.yaml"
_DATABASES = ("history/runs.db", "history/runs/index.db", "schedules/schedules.db")
_SQLITE = b"SQLite format 3\0"


def prepare_home(home: Home) -> Path:
    """The instance's folder with the project's dagster.yaml in it; a user's own file there is kept."""
    home.dagster.mkdir(parents=True, exist_ok=True)
    target = home.dagster / "dagster.yaml"
    if not target.exists():
        shutil.copyfile(CONFIG, target)
    return home.dagster


def open_instance(home: Home) -> dg.DagsterInstance:
    """Raises HomeDamaged where its configuration or one of its databases is none."""
    folder = prepare_home(home)
    _require_databases(folder)
    os.environ["DAGSTER_HOME"] = str(folder)
    try:
        return dg.DagsterInstance.from_config(str(folder))
    except (dg.DagsterError, yaml.YAMLError, ImportError) as error:
        said = " ".join(str(error).split())
        raise HomeDamaged(
            f"{folder / CONFIG.name} cannot be used ({said}); mend it, or delete it: the next run writes it anew"
        ) from error


def _require_databases(folder: Path) -> None:
    for name in _DATABASES:
        file = folder / name
        if file.is_file() and file.stat().st_size and not _is_database(file):
            raise HomeDamaged(
                f"{file} is no database any more; delete it: Dagster forgets its runs, the lake keeps their data"
            )


def _is_database(file: Path) -> bool:
    with file.open("rb") as content:
        return content.read(len(_SQLITE)) == _SQLITE


def is_abandoned(run: dg.DagsterRun) -> bool:
    """Whether the run has not ended, and the command line that started it is gone.

    A run that was launched again from the UI bears the tags of its parent, and Dagster looks after it.
    """
    pid = "" if run.parent_run_id else run.tags.get(LAUNCHER_TAG, "")
    return pid.isdigit() and not run.is_finished and not Path(f"/proc/{pid}").exists()


def close_abandoned_runs(instance: dg.DagsterInstance) -> int:
    """Marks as failed the runs of command lines that were killed; what they finished is kept."""
    closed = 0
    for run in instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])):
        if is_abandoned(run):
            instance.report_run_failed(run, "its process is gone; materialise again to resume where it was")
            closed += 1
    free_slots_of_ended_runs(instance)
    return closed


def free_slots_of_ended_runs(instance: dg.DagsterInstance) -> None:
    """A run that was killed keeps its slots in the pools, and after two of them the next would wait for ever.

    Dagster's daemon frees them after a while; a command line has no daemon.
    """
    storage = instance.event_log_storage
    pools = [storage.get_concurrency_info(pool) for pool in storage.get_concurrency_keys()]
    holders = {held.run_id for pool in pools for held in pool.claimed_slots}
    holders |= {waiting.run_id for pool in pools for waiting in pool.pending_steps}
    for run_id in sorted(holders):
        run = instance.get_run_by_id(run_id)
        if run is None or run.is_finished:
            storage.free_concurrency_slots_for_run(run_id)
