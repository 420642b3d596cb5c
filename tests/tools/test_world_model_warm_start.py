"""Training that begins with a champion's weights: the same each time, better at once, and known as what it is."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import ToyDomain, make_examples

from assets.world_model import shipped
from assets.world_model.checkpoints import champion_id
from assets.world_model.promotion import Decision, record
from assets.world_model.shipped import adopt_shipped, answering, shipped_checkpoint
from orchestration.command_line import app
from resources.storage.lake import Lake
from resources.world_model.checkpoint import Checkpoint
from resources.world_model.inheritance import UnfitParentError, unfit
from resources.world_model.settings import TrainingSettings
from resources.world_model.training_record import load_record, seen_in

pytest.importorskip("torch", reason="the extra world-model is not installed")

SETTINGS = TrainingSettings(
    max_seconds=600, min_steps=60, max_steps=60, hidden_size=32, layers=1, heads=1, vocabulary=600, threads=1
)
FEW = replace(SETTINGS, min_steps=4, max_steps=4)


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    from resources.world_model.training import train

    return train(make_examples(300), settings=SETTINGS, directory=tmp_path_factory.mktemp("parent"))


def test_it_begins_where_the_parent_ended_and_is_the_same_each_time(parent: Checkpoint, tmp_path: Path) -> None:
    from resources.world_model.training import train

    fresh = make_examples(120, tasks=60, seed=9)
    one = train(fresh, settings=FEW, directory=tmp_path / "one", parent=parent.directory)
    again = train(list(reversed(fresh)), settings=FEW, directory=tmp_path / "two", parent=parent.directory)
    alone = train(fresh, settings=FEW, directory=tmp_path / "one")
    assert one.checkpoint_id == again.checkpoint_id != alone.checkpoint_id
    assert (one.manifest.parent, alone.manifest.parent) == (parent.checkpoint_id, "")
    assert one.manifest.losses["diagnostic"] < 0.8 * alone.manifest.losses["diagnostic"]
    assert f"trained from the checkpoint `{parent.checkpoint_id}`" in (one.directory / "README.md").read_text()
    assert load_record(one.directory) == seen_in(fresh) | seen_in(make_examples(300))


def test_a_parent_that_does_not_fit_is_named_with_the_reason(parent: Checkpoint, tmp_path: Path) -> None:
    from resources.world_model.training import train

    assert unfit(parent.directory, FEW, ["toy"]) == ""
    assert "layers" in unfit(parent.directory, replace(FEW, layers=2), ["toy"])
    assert "does not know other" in unfit(parent.directory, FEW, ["other", "toy"])
    assert "begins with" in unfit(parent.directory, replace(FEW, base="some/base"), ["toy"])
    with pytest.raises(UnfitParentError, match="does not know other"):
        train(make_examples(30, domain=ToyDomain("other")), settings=FEW, directory=tmp_path, parent=parent.directory)


def test_an_exported_champion_is_what_a_new_home_begins_with(
    parent: Checkpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, package = tmp_path / "home", tmp_path / "package"
    lake = Lake(home / "lake")
    home.mkdir()
    (home / "checkpoints").symlink_to(parent.directory.parent)
    record(lake, Decision("first", parent.checkpoint_id, parent.checkpoint_id, "", "test"), "run")
    monkeypatch.setenv("ICWM_HOME", str(home))
    result = CliRunner().invoke(app, ["champion", "export", str(package)])
    assert result.exit_code == 0, result.output
    assert shipped_checkpoint(package) == package / parent.checkpoint_id
    monkeypatch.setattr(shipped, "SHIPPED", package)
    other = Lake(tmp_path / "other")
    assert answering(other, tmp_path / "checkpoints") == package / parent.checkpoint_id
    decision = adopt_shipped(other, tmp_path / "checkpoints")
    assert decision is not None
    record(other, decision, "run")
    assert champion_id(other) == parent.checkpoint_id
    assert answering(other, tmp_path / "checkpoints") == tmp_path / "checkpoints" / parent.checkpoint_id
    assert adopt_shipped(other, tmp_path / "checkpoints") is None
    shutil.rmtree(tmp_path / "checkpoints" / parent.checkpoint_id)
    assert adopt_shipped(other, tmp_path / "checkpoints") is None
    assert (tmp_path / "checkpoints" / parent.checkpoint_id).is_dir()
