"""The code location: assembles assets, checks, jobs, schedules, sensors and resources. Does no work itself."""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from assets.amplification.asset import amplified_trajectories
from assets.audits.asset import audit_reports, audited_turns, correction_log
from assets.bundles.asset import environment_bundles
from assets.corpus.asset import reasoning_corpus
from assets.corpus.reasoning_measures import reasoning_measures
from assets.exam.asset import benchmark_scores, exam_answers, exam_samples
from assets.execution import ExecutionResource
from assets.generation.resource import GenerationResource
from assets.grounding.asset import grounded_trajectories
from assets.hindsight.asset import hindsight_reasoning
from assets.home_resource import HomeResource
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import profile_resource
from assets.scenarios.asset import failure_scenarios, scenario_log
from assets.seeds.asset import task_seeds
from assets.shards.resource import ShardResource
from assets.thinking_model.asset import thinking_model
from assets.traces.asset import execution_traces
from assets.trajectories.asset import real_trajectories
from assets.warehouse.asset import build_warehouse_assets
from assets.world_model.asset import icwm_checkpoint
from assets.world_model.champion_asset import champion_log
from assets.world_model.fidelity_asset import icwm_fidelity
from orchestration.automation import automated
from orchestration.checks import all_checks
from orchestration.dagster_log import LOGGERS
from orchestration.jobs import nightly_audit, probation_audit, retraining
from orchestration.killed_runs import killed_command_lines
from orchestration.rollback import rollback_champion
from orchestration.run_retention import RunRetention, run_retention
from orchestration.schedules import nightly_audits, nightly_run_retention, nightly_upkeep
from orchestration.sensors import audit_after_retraining, retraining_after_failed_audit
from orchestration.settings import KUBERNETES, SQL, Settings, read_settings
from orchestration.thinking_checks import thinking_checks
from orchestration.upkeep import lake_upkeep
from resources.storage.dagster_resource import LakeResource

ASSETS: tuple[dg.AssetsDefinition | dg.AssetSpec, ...] = (
    task_seeds,
    environment_bundles,
    real_trajectories,
    icwm_checkpoint,
    champion_log,
    icwm_fidelity,
    amplified_trajectories,
    audit_reports,
    audited_turns,
    correction_log,
    failure_scenarios,
    scenario_log,
    grounded_trajectories,
    hindsight_reasoning,
    reasoning_corpus,
    reasoning_measures,
    execution_traces,
    thinking_model,
    exam_answers,
    exam_samples,
    benchmark_scores,
)


def build_resources(settings: Settings) -> dict[str, Any]:
    return {
        "lake": LakeResource(
            root=settings.lake, warehouse_path=str(settings.home.warehouse), keep_hours=settings.keep_hours
        ),
        "home": HomeResource(root=str(settings.home.root)),
        "execution": ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers),
        "shards": _shards(settings),
        "generation": GenerationResource(file=settings.generators),
        "run_retention": RunRetention(keep_days=settings.keep_run_days),
        "profile": profile_resource(settings.profile, settings.profiles),
    }


def _shards(settings: Settings) -> ShardResource:
    """dagster-k8s is an extra, and no part of loading where shards are processes."""
    if settings.shards_on == KUBERNETES:
        from orchestration.cluster.shard_jobs import ShardJobResource

        return ShardJobResource(folder=str(settings.home.shards))
    return ShardResource(folder=str(settings.home.shards))


def build_defs(
    *, settings: Settings | None = None, resource_overrides: Mapping[str, Any] | None = None
) -> dg.Definitions:
    """All definitions; tests give their own settings or resources."""
    resources = build_resources(settings or read_settings())
    return dg.Definitions(
        assets=[*map(automated, ASSETS), *map(automated, build_warehouse_assets(SQL, DOMAIN_PARTITIONS, ASSETS))],
        asset_checks=[*all_checks(), *thinking_checks()],
        jobs=[nightly_audit, probation_audit, retraining, rollback_champion, lake_upkeep, run_retention],
        schedules=[nightly_audits, nightly_upkeep, nightly_run_retention],
        sensors=[retraining_after_failed_audit, audit_after_retraining, killed_command_lines],
        resources={**resources, **(resource_overrides or {})},
        loggers=LOGGERS,
        executor=dg.in_process_executor,
    )


@dg.definitions
def defs() -> dg.Definitions:
    """What `workspace.yaml` and `dg` load."""
    return build_defs()
