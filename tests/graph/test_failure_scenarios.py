"""failure_scenarios in a graph of its own (no champion: history proposes), and with the champion of the whole graph."""

import shutil
from dataclasses import replace
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
import yaml

from assets.scenarios.execution import row_from_journal
from assets.trajectories.journal import Journal
from orchestration.definitions import build_defs
from orchestration.instance import open_instance
from orchestration.run_graph import default_domains
from orchestration.settings import Settings
from resources.storage.lake import Lake
from tests.home import PROFILES, GraphHome, settings_in

DOMAIN = "chip_design"
COLLECT = ("task_seeds", "environment_bundles", "real_trajectories", "execution_turns")
BUDGET = 8


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Turns of two bundles of one domain, no world model and no round: some label is rare among them."""
    root = tmp_path_factory.mktemp("scenarios")
    raw = yaml.safe_load((PROFILES / "test.yaml").read_text(encoding="utf-8"))
    raw |= {
        "builtin_seeds_per_domain": 2,
        "mutants_per_bundle": 8,
        "trajectories_per_bundle": 3,
        "scenario_executions": BUDGET,
    }
    (root / "profiles").mkdir()
    (root / "profiles" / "test.yaml").write_text(yaml.safe_dump(raw), encoding="utf-8")
    home = settings_in(root / "home").home
    found = Settings(home, str(home.lake), "test", root / "profiles", 0)
    materialise(found, *COLLECT)
    return found


@pytest.fixture(scope="module")
def small(collected: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A home in which rounds are made. What is rare after one hangs on what it drew."""
    return copied(collected, tmp_path_factory.mktemp("rounds") / "home")


def copied(settings: Settings, root: Path) -> Settings:
    shutil.copytree(settings.home.root, root)
    home = settings_in(root).home
    return replace(settings, home=home, lake=str(home.lake))


def materialise(settings: Settings, *assets: str) -> dict[str, dg.AssetMaterialization]:
    job = build_defs(settings=settings).resolve_implicit_global_asset_job_def()
    with open_instance(settings.home) as instance:
        result = job.execute_in_process(
            instance=instance, asset_selection=[dg.AssetKey(name) for name in assets], partition_key=DOMAIN
        )
    events = [event for event in result.all_events if event.event_type is dg.DagsterEventType.ASSET_MATERIALIZATION]
    made = [event.step_materialization_data.materialization for event in events]
    return {item.asset_key.to_user_string(): item for item in made}


def test_candidates_are_executed_for_real_kept_and_become_turns(small: Settings) -> None:
    """What was executed is in the log, hit or miss; a killed run goes on; the same state asks for nothing again."""
    lake = Lake(small.lake)
    before = lake.read("execution_turns", DOMAIN)
    first = materialise(small, "failure_scenarios")["failure_scenarios"]
    log = lake.read("scenario_log", DOMAIN)
    assert str(first.metadata["proposed by"].value).startswith("no champion")
    assert 0 < len(log) <= BUDGET
    assert set(log["arm"]) <= {"history", "targeted", "random"}
    assert log.filter(pl.col("hit") != (pl.col("outcome") == pl.col("wanted_outcome"))).is_empty()
    assert set(log["generator"]) <= {"fault-injection scenario", "text_edits scenario"}
    assert log.filter(pl.col("toolchain") == "").is_empty()
    pairs = ["bundle_hash", "candidate_hash"]
    assert log.join(before, on=pairs, how="semi").is_empty(), "what was executed before is not proposed"

    again = materialise(small, "failure_scenarios")["failure_scenarios"]
    assert again.metadata["made now"].value == 0
    assert lake.read("scenario_log", DOMAIN).equals(log)

    materialise(small, "execution_turns")
    turns = lake.read("execution_turns", DOMAIN)
    assert set(turns.filter(pl.col("origin") == "scenario")["turn_id"]) == set(log["turn_id"])
    assert len(turns) == len(before) + len(log)


def test_a_round_ends_with_its_time_and_the_next_one_goes_on(collected: Settings, tmp_path: Path) -> None:
    settings = copied(collected, tmp_path / "home")
    raw = yaml.safe_load((settings.profiles / "test.yaml").read_text(encoding="utf-8"))
    raw |= {"scenario_executions": 3 * BUDGET}
    hurried, patient = ({**raw, "scenario_seconds": seconds} for seconds in (1e-9, 600))
    for name, profile in (("hurried", hurried), ("patient", patient)):
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")
    first = materialise(replace(settings, profile="hurried", profiles=tmp_path), "failure_scenarios")
    assert first["failure_scenarios"].metadata["made now"].value == 0
    left = first["failure_scenarios"].metadata["left for want of time"].value
    second = materialise(replace(settings, profile="patient", profiles=tmp_path), "failure_scenarios")
    assert second["failure_scenarios"].metadata["made now"].value == left > 0
    assert second["failure_scenarios"].metadata["left for want of time"].value == 0


def test_what_a_killed_run_had_executed_is_not_executed_again(small: Settings) -> None:
    """A row in the journal is one that was executed and not yet committed."""
    lake = Lake(small.lake)
    if lake.manifest("scenario_log", DOMAIN) is None:
        materialise(small, "failure_scenarios")
    row = lake.arrow("scenario_log", [DOMAIN]).to_pylist()[0]
    row = row_from_journal(row) | {"turn_id": "scenario:of-a-killed-run"}
    row.pop("created_at")
    with Journal(small.home.journals / f"failure_scenarios-{DOMAIN}.jsonl") as journal:
        journal.append(row)
    materialise(small, "failure_scenarios")
    assert "scenario:of-a-killed-run" in set(lake.read("scenario_log", DOMAIN)["turn_id"])
    with Journal(small.home.journals / f"failure_scenarios-{DOMAIN}.jsonl") as journal:
        assert list(journal.rows()) == []


@pytest.mark.parametrize("domain", default_domains())
def test_the_champion_proposes_in_the_whole_graph(materialised: GraphHome, domain: str) -> None:
    log = materialised.lake().read("scenario_log", domain)
    assert not log.is_empty()
    assert set(log["arm"]) <= {"predicted", "likeliest", "targeted", "random"}
    foretold = log.filter(pl.col("arm") == "predicted")
    assert foretold.filter(pl.col("predicted_outcome") != pl.col("wanted_outcome")).is_empty()
    assert log.filter((pl.col("arm") != "random") & pl.col("probability").is_null()).is_empty()
    assert (log["checkpoint"] != "").all()


def test_label_balance_counts_every_turn_once_for_its_generator_and_once_for_all(materialised: GraphHome) -> None:
    lake = materialised.lake()
    rows = lake.read("label_balance")
    for domain in default_domains():
        turns = len(lake.read("execution_turns", domain))
        mine = rows.filter(pl.col("domain") == domain)
        assert int(mine.filter(pl.col("generator") == "all")["turns"].sum()) == turns
        assert int(mine.filter(pl.col("generator") != "all")["turns"].sum()) == turns
    assert rows.filter((pl.col("low") > pl.col("share")) | (pl.col("high") < pl.col("share"))).is_empty()
