"""A deliberately bad checkpoint is refused, a forced one is gone back from in one action, and downstream follows."""

import shutil
from dataclasses import replace
from datetime import UTC, datetime

import dagster as dg
import pytest
from typer.testing import CliRunner

from assets.profile import load_profile
from assets.world_model.checkpoints import champion_id, decisions, line_of_champions
from assets.world_model.examples import read_splits
from assets.world_model.schema import ICWM_CHECKPOINT
from assets.world_model.splits import Part
from orchestration.bundle_lookup import BundleNotFound
from orchestration.command_line import app
from orchestration.definitions import build_defs
from orchestration.instance import open_instance
from orchestration.run_graph import default_domains
from resources.domains.registry import get_domain
from resources.world_model.model import TurnExample
from resources.world_model.settings import TrainingSettings
from tests.home import GraphHome, settings_in


@pytest.fixture(scope="module")
def champion_home(materialised: GraphHome, tmp_path_factory: pytest.TempPathFactory) -> GraphHome:
    root = tmp_path_factory.mktemp("champion") / "home"
    shutil.copytree(materialised.settings.home.root, root)
    return GraphHome(settings_in(root), materialised.results)


def lied(example: TurnExample) -> TurnExample:
    """The same turn with another label of its domain."""
    labels = sorted(get_domain(example.query.domain.name).outcomes)
    wrong = labels[(labels.index(example.observation.outcome) + 1) % len(labels)]
    return replace(example, observation=replace(example.observation, outcome=wrong))


@pytest.fixture(scope="module")
def bad(champion_home: GraphHome) -> str:
    """The id of a checkpoint that learned lies about every turn that is not held out, and was trained last."""
    from resources.world_model.training import train

    lake = champion_home.lake()
    profile = load_profile(champion_home.settings.profiles, champion_home.settings.profile)
    known = read_splits(lake, default_domains(), profile).parts[Part.TRAIN]
    examples = [lied(example) for example in known]
    tiny = TrainingSettings(max_seconds=600, min_steps=5, max_steps=5, hidden_size=64, layers=1, heads=1, threads=1)
    checkpoint = train(examples, settings=tiny, directory=champion_home.settings.home.checkpoints)
    last = lake.read(ICWM_CHECKPOINT.name).row(-1, named=True)
    row = {**last, "checkpoint": checkpoint.checkpoint_id, "data_hash": "lies", "created_at": datetime.now(UTC)}
    lake.append(ICWM_CHECKPOINT, "all", ICWM_CHECKPOINT.from_rows([row]))
    return checkpoint.checkpoint_id


def materialise(home: GraphHome, *assets: str, partition: str | None = None) -> dg.ExecuteInProcessResult:
    job = build_defs(settings=home.settings).resolve_implicit_global_asset_job_def()
    with open_instance(home.settings.home) as instance:
        return job.execute_in_process(
            instance=instance, asset_selection=[dg.AssetKey(name) for name in assets], partition_key=partition
        )


def roll_back(home: GraphHome, checkpoint: str = "") -> dg.ExecuteInProcessResult:
    job = build_defs(settings=home.settings).resolve_job_def("rollback_champion")
    config = {"ops": {"go_back": {"config": {"checkpoint": checkpoint}}}}
    with open_instance(home.settings.home) as instance:
        return job.execute_in_process(instance=instance, run_config=config, raise_on_error=False)


def test_a_bad_checkpoint_is_refused_and_stays_refused(champion_home: GraphHome, bad: str) -> None:
    lake = champion_home.lake()
    before, decided = champion_id(lake), len(decisions(lake))
    assert materialise(champion_home, "champion_log").success
    last = decisions(lake)[-1]
    assert (last["decision"], last["challenger"], champion_id(lake)) == ("refused", bad, before)
    assert last["turns"] > 0
    assert last["challenger_accuracy"] < last["champion_accuracy"]
    assert materialise(champion_home, "champion_log").success
    assert len(decisions(lake)) == decided + 1


def test_rollback_is_one_action_and_downstream_uses_the_champion(champion_home: GraphHome, bad: str) -> None:
    lake = champion_home.lake()
    good = champion_id(lake)
    assert roll_back(champion_home, bad[:12]).success
    assert champion_id(lake) == bad
    materialise(champion_home, "icwm_fidelity", partition="chip_design")
    assert set(lake.read("icwm_fidelity", "chip_design")["checkpoint"]) == {bad}
    result = roll_back(champion_home)
    assert result.success
    assert champion_id(lake) == good
    (materialization,) = result.get_asset_materialization_events()
    assert materialization.materialization.metadata["champion"].value == good
    while len(line_of_champions(decisions(lake))) > 1:
        assert roll_back(champion_home).success
    assert not roll_back(champion_home).success


def test_the_command_says_why_there_is_nothing_to_go_back_to(
    champion_home: GraphHome, bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in champion_home.environment.items():
        monkeypatch.setenv(name, value)
    answer = CliRunner().invoke(app, ["rollback", "nosuch"])
    assert answer.exit_code == 1
    assert "no checkpoint begins with" in answer.output


def test_predict_answers_in_every_domain(champion_home: GraphHome, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in champion_home.environment.items():
        monkeypatch.setenv(name, value)
    for domain in default_domains():
        bundle = champion_home.lake().read("environment_bundles", domain).row(0, named=True)
        answer = CliRunner().invoke(app, ["predict", bundle["bundle_hash"][:12], "-"], input="not a program\n")
        assert answer.exit_code == 0, answer.output
        assert "hybrid" in answer.output
        assert "confidence" in answer.output
    answer = CliRunner().invoke(app, ["predict", "nosuch", "-"], input="x\n")
    assert isinstance(answer.exception, BundleNotFound)
    assert "task_seeds" in str(answer.exception)
