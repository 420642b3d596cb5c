"""What Dagster's pages show: stages in order, a status for each domain, described columns, text as text, choices."""

import ast
import re
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml
from dagster._core.remote_representation.external_data import RepositorySnap
from dagster_shared.serdes import deserialize_value, serialize_value
from hypothesis import given
from hypothesis import strategies as st

from assets.markdown import items, literal, shown, table
from assets.materialize import WRITTEN_BY
from assets.profile import ProfileNotFound
from assets.profile_resource import ProfileResource, profile_resource
from assets.stages import WORK_TAG, Stage, Work
from infra.docs.pictures.dagster_ui import CONFIG
from orchestration.automation import FOLLOWS_ITS_SOURCES, ONE_RUN_A_PARTITION
from orchestration.definitions import build_defs
from orchestration.settings import PROJECT

PROFILES = PROJECT / "orchestration" / "profiles"
TAG_OF_HTML = re.compile(r"<[A-Za-z/!?]")
EATEN = re.compile(r"&lt;[A-Za-z/!?]")
"""What `shown` made of a tag outside of code."""
STAGES = {
    Stage.TASKS: "task_seeds environment_bundles",
    Stage.REAL_EXECUTION: "real_trajectories execution_turns scenario_log correction_log",
    Stage.WORLD_MODEL: "icwm_checkpoint champion_log icwm_fidelity",
    Stage.AMPLIFICATION: "amplified_trajectories simulated_turns audit_reports audited_turns failure_scenarios "
    "grounded_trajectories",
    Stage.CORPUS: "hindsight_reasoning reasoning_corpus reasoning_measures execution_traces turn_completions "
    "preference_pairs",
    Stage.THINKING_MODEL: "thinking_model",
    Stage.EXAM: "exam_answers exam_samples benchmark_scores",
}


@pytest.fixture(scope="module")
def defs() -> dg.Definitions:
    return build_defs()


@pytest.fixture(scope="module")
def graph(defs: dg.Definitions) -> Any:
    return defs.resolve_asset_graph()


def test_groups_are_the_stages_in_order(graph: Any) -> None:
    groups: dict[str, set[str]] = {}
    for key in graph.get_all_asset_keys():
        groups.setdefault(graph.get(key).group_name, set()).add(key.to_user_string())
    assert sorted(groups) == [stage.value for stage in Stage]
    assert {stage: groups[stage] for stage in STAGES} == {stage: set(names.split()) for stage, names in STAGES.items()}


def test_no_stage_reads_a_later_one(graph: Any) -> None:
    """Then Lineage draws them from left to right."""
    for key in graph.get_all_asset_keys():
        for parent in graph.get(key).parent_keys:
            assert graph.get(parent).group_name <= graph.get(key).group_name, (parent, key)


def test_the_warehouse_is_no_hub_and_still_comes_last(graph: Any) -> None:
    warehouse = dg.AssetKey("warehouse")
    others = graph.get_all_asset_keys() - {warehouse}
    read = {parent for key in others for parent in graph.get(key).parent_keys}
    assert graph.get(warehouse).parent_keys == others - read


def test_a_check_has_a_status_for_each_partition_of_its_asset(graph: Any) -> None:
    assert len(graph.asset_check_keys) > 40
    for key in graph.asset_check_keys:
        assert graph.get(key).partitions_def == graph.get(key.asset_key).partitions_def, key
        assert graph.get(key).description, key


def test_each_column_is_described_before_anything_ran(graph: Any) -> None:
    for key in graph.get_all_asset_keys() - {dg.AssetKey("warehouse")}:
        schema = graph.get(key).metadata["dagster/column_schema"]
        assert schema.columns, key
        assert [column.name for column in schema.columns if not column.description] == [], key


def test_a_user_sees_what_an_asset_takes(graph: Any) -> None:
    for key in graph.get_all_asset_keys():
        node = graph.get(key)
        assert node.tags[WORK_TAG] in set(Work), key
        assert (node.tags[WORK_TAG] == Work.FED) == (not node.is_executable), key
        writer = node.metadata.get(WRITTEN_BY)
        assert writer is None or writer.asset_key in graph.get_all_asset_keys()


def test_a_backfill_is_one_run_for_each_partition(graph: Any) -> None:
    for key in graph.get_all_asset_keys():
        node = graph.get(key)
        expected = ONE_RUN_A_PARTITION if node.partitions_def and node.is_executable else None
        assert node.backfill_policy == expected, key


def test_only_what_is_derived_is_made_by_itself(graph: Any) -> None:
    by_itself = {key for key in graph.get_all_asset_keys() if graph.get(key).automation_condition}
    assert by_itself == {key for key in graph.get_all_asset_keys() if "duckdb" in graph.get(key).kinds}
    assert {key for key in graph.get_all_asset_keys() if graph.get(key).freshness_policy} == {
        dg.AssetKey("audit_reports")
    }


def test_a_derived_table_follows_a_source_although_another_was_never_written() -> None:
    @dg.asset
    def written() -> None: ...

    @dg.asset
    def never_written() -> None: ...

    @dg.asset(deps=[written, never_written], automation_condition=FOLLOWS_ITS_SOURCES)
    def derived() -> None: ...

    definitions = dg.Definitions(assets=[written, never_written, derived])
    with dg.DagsterInstance.ephemeral() as instance:
        first = dg.evaluate_automation_conditions(defs=definitions, instance=instance)
        instance.report_runless_asset_event(dg.AssetMaterialization("written"))
        second = dg.evaluate_automation_conditions(defs=definitions, instance=instance, cursor=first.cursor)
        third = dg.evaluate_automation_conditions(defs=definitions, instance=instance, cursor=second.cursor)
    assert second.get_num_requested(dg.AssetKey("derived")) == 1
    assert third.get_num_requested(dg.AssetKey("derived")) == 0


def _descriptions(defs: dg.Definitions, graph: Any) -> dict[str, str | None]:
    """Every text of the definitions that a page reads as Markdown, by where it stands."""
    repository = defs.get_repository_def()
    found = {f"job {job.name}": job.description for job in repository.get_all_jobs()}
    found |= {f"schedule {each.name}": each.description for each in repository.schedule_defs}
    found |= {f"sensor {each.name}": each.description for each in repository.sensor_defs}
    found |= {f"check {key.name}": graph.get(key).description for key in graph.asset_check_keys}
    for key in graph.get_all_asset_keys():
        node = graph.get(key)
        found[f"asset {key.to_user_string()}"] = node.description
        if "dagster/column_schema" in node.metadata:
            columns = node.metadata["dagster/column_schema"].columns
            found |= {f"column {key.to_user_string()}.{each.name}": each.description for each in columns}
    return found


def test_no_description_holds_what_the_page_takes_for_a_tag(defs: dg.Definitions, graph: Any) -> None:
    texts = _descriptions(defs, graph)
    assert len(texts) > 300
    eaten = {place: text for place, text in texts.items() if text and EATEN.search(shown(text))}
    assert eaten == {}, "put what has angle brackets between backticks"


def test_markdown_of_metadata_is_made_in_one_place() -> None:
    made = []
    for folder in ("assets", "orchestration", "resources"):
        for path in (PROJECT / folder).rglob("*.py"):
            names = {
                node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)
            }
            made += [str(path.relative_to(PROJECT))] * bool(names & {"md"})
    assert made == ["assets/markdown.py"]


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("<think>why</think>", "&lt;think>why&lt;/think>"),
        ("a `<think>` b <i>", "a `<think>` b &lt;i>"),
        ("``a ` <b>`` <c>", "``a ` <b>`` &lt;c>"),
        ("```sql\nselect 1 < 2\n```\n1 < 2", "```sql\nselect 1 < 2\n```\n1 &lt; 2"),
        ("an open ` and <b>", "an open ` and &lt;b>"),
    ],
)
def test_angle_brackets_are_text_outside_of_code(text: str, page: str) -> None:
    assert shown(text) == page


@given(st.text())
def test_text_from_elsewhere_makes_no_markup(text: str) -> None:
    line = literal(text)
    assert not TAG_OF_HTML.search(line)
    assert "\n" not in line
    assert not re.search(r"(?<!\\)(?:\\\\)*[`|*]", line)


def test_lists_and_tables_hold_hostile_cells() -> None:
    assert items([("a`b", "<img src=x> | *")]).value == "- `ab`: &lt;img src=x> \\| \\*"
    assert items([]).value == "none"
    assert table(["name"], [["<b>|"]]).splitlines() == ["| name |", "|---|", "| &lt;b>\\| |"]


def test_the_launch_pad_offers_the_profiles_with_what_each_does() -> None:
    field = profile_resource("quick", PROFILES).get_resource_definition().config_schema.config_type.fields["name"]
    assert {value.config_value for value in field.config_type.inner_type.enum_values} >= {"quick", "standard", "full"}
    assert "quick: Some forty minutes" in field.description
    assert profile_resource("quick", PROFILES).get().name == "quick"


def test_a_backfill_may_say_its_profile_and_generators_and_nothing_else(defs: dg.Definitions) -> None:
    job = defs.resolve_implicit_global_asset_job_def()
    assert dg.validate_run_config(job, yaml.safe_load(CONFIG))
    with pytest.raises(dg.DagsterInvalidConfigError, match="quik"):
        dg.validate_run_config(job, yaml.safe_load(CONFIG.replace("standard", "quik")))


def test_a_profile_without_a_file_loads_and_says_so_when_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("# Mine.\n")
    with pytest.raises(ProfileNotFound, match="there are: own"):
        profile_resource("absent", tmp_path).get()


def test_the_webserver_can_be_told_all_of_it(defs: dg.Definitions) -> None:
    """Pages stay empty where one value of a definition cannot be sent from the code location to the webserver."""
    snapshot = RepositorySnap.from_def(defs.get_repository_def())
    assert deserialize_value(serialize_value(snapshot), RepositorySnap) == snapshot


def test_a_run_gets_the_profile_that_its_configuration_names() -> None:
    @dg.asset
    def told(profile: ProfileResource) -> str:
        return profile.get().name

    resources = {"profile": profile_resource("quick", PROFILES)}
    config = {"resources": {"profile": {"config": {"name": "standard"}}}}
    assert dg.materialize([told], resources=resources).output_for_node("told") == "quick"
    assert dg.materialize([told], resources=resources, run_config=config).output_for_node("told") == "standard"
