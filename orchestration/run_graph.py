"""Materialises the whole graph from the command line: the phases, and what each asset did.

The runs are ordinary Dagster runs on the project's instance, so the UI shows them. How progress is drawn
is `progress_display`; what the phases hold follows from the graph.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import dagster as dg

from assets.partitions import DOMAIN_PARTITIONS
from assets.stages import Stage
from orchestration.captured_output import deaf_followers
from orchestration.code_location import runs_of_code_location
from orchestration.dagster_log import RUN_LOGGERS
from orchestration.termination import terminable
from resources.execution.missing_package import is_foreign, wanted

LAUNCHER_TAG = ".dagster/icwm-launcher-pid"
"""Not shown by Dagster's pages: a process id says nothing to a user."""
_RETRIES_TAG = "dagster/max_retries"
PROFILE_TAG, PHASE_TAG, COMMAND_TAG = "profile", "phase", "command"
"""What a person looks for in the list of runs; the command is what goes on with one that was ended."""
INTERRUPTED_TAG = "interrupted"
"""Of a run that somebody ended: for Dagster it failed."""
_INTERRUPTED = (dg.DagsterExecutionInterruptedError.__name__, KeyboardInterrupt.__name__)
_NO_MODULE = re.compile(r"No module named '(\w+)")
_FAILURE = f"{dg.Failure.__module__}.{dg.Failure.__name__}: "
"""What Dagster writes before the words of a step that failed on purpose."""


def launcher_tags() -> dict[str, str]:
    """Of a run that this process starts itself. Dagster's daemon does not start it again: who typed the command does
    where it was interrupted, and opening the UI begins no work."""
    return {LAUNCHER_TAG: str(os.getpid()), _RETRIES_TAG: "0"}


@dataclass(frozen=True)
class Phase:
    """Assets that run together: once for each domain where `partitioned`, else once. Behind a failed one that `stops`,
    nothing is run."""

    title: str
    selection: dg.AssetSelection
    partitioned: bool
    stops: bool = True


def phases() -> tuple[Phase, ...]:
    """One model serves all domains, so the partitions meet at `icwm_checkpoint` and part again."""
    checkpoint = dg.AssetSelection.assets("icwm_checkpoint", "champion_log")
    warehouse = dg.AssetSelection.groups(Stage.REPORTS)
    exams = dg.AssetSelection.groups(Stage.EXAM)
    thinking = dg.AssetSelection.groups(Stage.THINKING_MODEL)
    before = checkpoint.upstream() - checkpoint - dg.AssetSelection.assets("correction_log")
    after = checkpoint.downstream() - checkpoint - warehouse - exams - thinking
    return (
        Phase("collect", before, partitioned=True),
        Phase("train", checkpoint, partitioned=False),
        Phase("amplify and audit", after, partitioned=True),
        Phase("train on the corpus", thinking, partitioned=False, stops=False),
        Phase("publish", warehouse, partitioned=False),
    )


@dataclass(frozen=True)
class StageResult:
    """What one asset did in one run. `figures` is its metadata, by name; `trouble` is "failed",
    "interrupted", "not run" or ""."""

    asset: str
    partition: str
    seconds: float
    rows: int | None
    figures: dict[str, Any]
    trouble: str = ""


@dataclass(frozen=True)
class RunResult:
    """`failed_checks` and `errors` name what a person has to look at, `warnings` what stops nothing."""

    stages: tuple[StageResult, ...]
    failed_checks: tuple[str, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def materialise(
    definitions: dg.Definitions, instance: dg.DagsterInstance, domains: Sequence[str], tags: dict[str, str]
) -> Iterator[tuple[str, RunResult]]:
    """Runs phase after phase, yielding a result for each run; stops after a phase in which a run failed."""
    for phase in phases():
        failed = False
        for domain in domains if phase.partitioned else [None]:
            result = _run(definitions, instance, phase, domain, tags)
            failed |= phase.stops and bool(result.errors)
            yield f"{phase.title}{f' {domain}' if domain else ''}", result
        if failed:
            return


def _run(
    definitions: dg.Definitions,
    instance: dg.DagsterInstance,
    phase: Phase,
    domain: str | None,
    tags: dict[str, str],
) -> RunResult:
    assets = definitions.resolve_asset_graph()
    keys = [key for key in phase.selection.resolve(assets) if assets.get(key).is_executable]
    return run_assets(definitions, instance, keys, domain, tags | {PHASE_TAG: phase.title})


def run_assets(
    definitions: dg.Definitions,
    instance: dg.DagsterInstance,
    keys: Sequence[dg.AssetKey],
    partition: str | None,
    tags: dict[str, str],
    ops: Mapping[str, Any] | None = None,
) -> RunResult:
    """One run; `ops` is its configuration by asset."""
    job = definitions.resolve_implicit_global_asset_job_def()
    with terminable(), runs_of_code_location(instance, job.name), deaf_followers(instance.compute_log_manager):
        result = job.execute_in_process(
            instance=instance,
            asset_selection=list(keys),
            partition_key=partition,
            raise_on_error=False,
            tags=tags,
            run_config={"loggers": RUN_LOGGERS, "ops": dict(ops or {})},
        )
    if any(is_interrupted(event) for event in result.all_events):
        instance.add_run_tags(result.run_id, {INTERRUPTED_TAG: "true"})
    return read_events(result.all_events, partition or "all", [key.to_user_string() for key in keys])


def read_events(events: Sequence[dg.DagsterEvent], partition: str, planned: Sequence[str]) -> RunResult:
    """What a run did: its stages in the order of their ends, then those of `planned` that failed or were not run."""
    seconds: dict[str, float] = {}
    stages: list[StageResult] = []
    checks: list[str] = []
    warnings: list[str] = []
    errors: list[str] = []
    for event in events:
        step = event.step_key or ""
        if event.is_step_success:
            seconds[step] = event.step_success_data.duration_ms / 1000
        elif event.is_step_failure:
            errors.append(f"{step} {partition}: {_cause(event)}")
        elif event.event_type is dg.DagsterEventType.ASSET_MATERIALIZATION:
            stages.append(_stage(event, partition))
        elif event.event_type is dg.DagsterEventType.ASSET_CHECK_EVALUATION:
            evaluation = event.asset_check_evaluation_data
            if not evaluation.passed:
                kind = warnings if evaluation.severity is dg.AssetCheckSeverity.WARN else checks
                kind.append(_failed(evaluation, partition))
    ends = {
        event.step_key: "interrupted" if is_interrupted(event) else "failed"
        for event in events
        if event.is_step_failure
    }
    trouble = {asset: ends.get(asset, "") for asset in planned}
    made = [
        replace(stage, seconds=seconds.get(stage.asset, 0.0), trouble=trouble.pop(stage.asset, "")) for stage in stages
    ]
    missing = [StageResult(asset, partition, 0.0, None, {}, said or "not run") for asset, said in trouble.items()]
    missing.sort(key=lambda stage: stage.trouble)
    return RunResult((*made, *missing), tuple(checks), tuple(errors), tuple(warnings))


def is_interrupted(event: dg.DagsterEvent) -> bool:
    """Whether a step failed for no other reason than that somebody ended the command."""
    error = event.step_failure_data.error if event.is_step_failure else None
    while error is not None and error.cls_name not in _INTERRUPTED:
        error = error.cause
    return error is not None


def _failed(evaluation: dg.AssetCheckEvaluation, partition: str) -> str:
    name = f"{evaluation.asset_key.to_user_string()}.{evaluation.check_name} {partition}"
    return f"{name}: {evaluation.description}" if evaluation.description else name


def _stage(event: dg.DagsterEvent, partition: str) -> StageResult:
    materialization = event.step_materialization_data.materialization
    figures = {name: value.value for name, value in materialization.metadata.items()}
    count = figures.get("dagster/row_count")
    rows = count if isinstance(count, int) else None
    return StageResult(materialization.asset_key.to_user_string(), partition, 0.0, rows, figures)


def _cause(event: dg.DagsterEvent) -> str:
    error = event.step_failure_data.error
    while error is not None and error.cause is not None:
        error = error.cause
    if error is None:
        return "failed"
    if error.cls_name == "DagsterAssetCheckFailedError":
        return "the check failed, and nothing behind it was run"
    message = error.message.strip()
    missing = _NO_MODULE.search(message) if error.cls_name == ModuleNotFoundError.__name__ else None
    if missing and is_foreign(missing[1]):
        return f"{message}; `pip install {wanted(missing[1])}`"
    return message.removeprefix(_FAILURE)


def default_domains() -> list[str]:
    return list(DOMAIN_PARTITIONS.get_partition_keys())
