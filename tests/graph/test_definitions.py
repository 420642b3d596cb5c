"""The code location: what it holds (a change is seen in review), how fast it loads, which way imports go."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from orchestration.definitions import build_defs
from orchestration.graph_picture import mermaid

PROJECT = Path(__file__).parent.parent.parent

PIPELINE = {
    "task_seeds": set(),
    "environment_bundles": {"task_seeds"},
    "real_trajectories": {"environment_bundles"},
    "execution_turns": {"real_trajectories", "correction_log", "scenario_log"},
    "icwm_checkpoint": {"execution_turns"},
    "champion_log": {"icwm_checkpoint"},
    "icwm_fidelity": {"champion_log"},
    "amplified_trajectories": {"icwm_checkpoint", "icwm_fidelity"},
    "audit_reports": {"amplified_trajectories"},
    "correction_log": set(),
    "failure_scenarios": {"icwm_fidelity"},
    "scenario_log": set(),
    "audited_turns": set(),
    "grounded_trajectories": {"amplified_trajectories", "audit_reports"},
    "hindsight_reasoning": {"real_trajectories", "grounded_trajectories"},
    "reasoning_corpus": {"real_trajectories", "grounded_trajectories", "hindsight_reasoning"},
    "reasoning_measures": {"reasoning_corpus"},
    "execution_traces": {"reasoning_corpus"},
    "thinking_model": {"reasoning_corpus", "turn_completions"},
    "exam_answers": set(),
    "exam_samples": {"exam_answers", "environment_bundles"},
    "benchmark_scores": {"exam_samples", "reasoning_corpus"},
}


def test_the_graph_is_the_designs() -> None:
    graph = build_defs().resolve_asset_graph()
    parents = {
        key.to_user_string(): {parent.to_user_string() for parent in graph.get(key).parent_keys}
        for key in graph.get_all_asset_keys()
    }
    assert {name: parents[name] for name in PIPELINE} == PIPELINE


def test_jobs_schedules_sensors_and_checks() -> None:
    defs = build_defs()
    repository = defs.get_repository_def()
    assert {job.name for job in repository.get_all_jobs() if not job.name.startswith("__")} == {
        "nightly_audit",
        "probation_audit",
        "retraining",
        "rollback_champion",
        "lake_upkeep",
        "run_retention",
    }
    assert {schedule.name for schedule in repository.schedule_defs} == {
        "nightly_audits",
        "nightly_upkeep",
        "nightly_run_retention",
    }
    assert {sensor.name for sensor in repository.sensor_defs} == {
        "retraining_after_failed_audit",
        "audit_after_retraining",
        "killed_command_lines",
        "default_automation_condition_sensor",
    }
    checks = {key.name for key in defs.resolve_asset_graph().asset_check_keys}
    assert checks >= {
        "enough_bundles_certified",
        "every_turn_has_an_outcome_of_its_domain",
        "every_last_turn_was_executed",
        "outcome_accuracy_reaches_its_minimum",
        "trajectory_agreement_reaches_its_minimum",
        "no_drift_against_the_last_nights",
        "every_corrected_turn_was_asked_about",
        "every_turn_has_provenance",
        "no_row_holds_hidden_text",
        "no_benchmark_is_trained_on",
        "reasoning_corpus_fits_its_schema",
        "references_score_all_and_empty_answers_nothing",
        "no_exam_task_is_in_the_training_split",
        "its_loss_fell",
        "it_loads_and_answers",
        "no_exam_task_is_in_its_data",
        "thinking_model_fits_its_schema",
    }


def test_every_asset_says_who_what_and_where() -> None:
    graph = build_defs().resolve_asset_graph()
    for key in graph.get_all_asset_keys():
        node = graph.get(key)
        assert node.description, key
        assert node.owners, key
        assert node.kinds, key
        assert node.group_name != "default", key


PROBE = r"""
import json, re, sys
from orchestration.definitions import build_defs
build_defs().get_repository_def()
heavy = [name for name in ("torch", "transformers", "triton", "cadquery", "vllm") if name in sys.modules]
peak = re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())
print(json.dumps([int(peak[1]) / 1024, heavy]))
"""


def test_the_code_location_loads_light() -> None:
    """How long it takes is the bench's matter."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, check=True)
    megabytes, heavy = json.loads(done.stdout)
    assert heavy == []
    assert megabytes < 300


def test_the_documentation_shows_this_graph() -> None:
    assert mermaid(build_defs()) in (PROJECT / "docs" / "graph.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("folder", "forbidden"), [("resources", {"assets", "orchestration"}), ("assets", {"orchestration"})]
)
def test_imports_go_one_way(folder: str, forbidden: set[str]) -> None:
    for path in (PROJECT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & forbidden, path
