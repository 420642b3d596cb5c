"""`thinking_model` in the graph: off without a base; with one trained by a recipe, checked, and the newest after."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.home import Home
from assets.seeds.schema import TASK_SEEDS
from assets.thinking_model.asset import OFF
from assets.thinking_model.exam_contact import exam_contact
from assets.thinking_model.home_round import learned_data
from orchestration.definitions import build_defs
from orchestration.instance import open_instance
from orchestration.run_graph import RunResult, run_assets
from orchestration.settings import Settings
from resources.domains.registry import get_domain
from resources.storage.lake import Lake
from tests.home import PROFILES
from tests.tools.test_publication import DOMAINS, conversation, filled_lake
from tests.tools.tiny_base import tiny_base

pytest.importorskip("trl", reason="the extra dev is not installed")

RECIPE = {
    "mix": [{"domains": ["chip_design"]}, {"domains": ["cad_modeling"], "view": "answers", "weight": 0.5}],
    "order": "by_tier",
    "length": 512,
    "training": {"steps": 6, "learning_rate": 0.05, "warmup": 0.0, "accumulated": 1, "packs_at_once": 1},
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A home with a small corpus and its views; its profile names no base yet."""
    home = Home(tmp_path / "home")
    lake = filled_lake(home.lake)
    for domain in DOMAINS:
        lake.write(TASK_SEEDS, domain, TASK_SEEDS.empty())
    shutil.copytree(PROFILES, tmp_path / "profiles")
    return Settings(home, str(home.lake), "test", tmp_path / "profiles", 0)


def trained(settings: Settings, **dials: str) -> RunResult:
    file = settings.profiles / "thinking.yaml"
    usual = yaml.safe_load((PROFILES / "test.yaml").read_text(encoding="utf-8"))
    file.write_text(yaml.safe_dump({**usual, **dials}), encoding="utf-8")
    definitions = build_defs(settings=replace(settings, profile="thinking"))
    with open_instance(settings.home) as instance:
        return run_assets(definitions, instance, [dg.AssetKey("thinking_model")], None, {})


def figures(result: RunResult) -> dict[str, Any]:
    (stage,) = result.stages
    return stage.figures


def test_without_a_base_it_says_what_to_set_and_fails_nothing(settings: Settings) -> None:
    result = trained(settings)
    assert (result.errors, result.failed_checks) == ((), ())
    assert figures(result)["state"] == OFF
    assert "thinking_base" in OFF
    assert settings.home.newest_model is None


def test_it_is_trained_by_its_recipe_checked_and_named_the_newest(settings: Settings, tmp_path: Path) -> None:
    base = tiny_base(tmp_path / "base")
    (settings.profiles / "recipe.yaml").write_text(yaml.safe_dump(RECIPE), encoding="utf-8")
    result = trained(settings, thinking_base=base, thinking_recipe="recipe.yaml")
    assert (result.errors, result.failed_checks) == ((), ())
    said = figures(result)
    assert (said["state"], said["steps"]) == ("trained now", 6)
    assert "data:image/svg+xml" in said["loss drawn"]
    newest = settings.home.newest_model
    assert newest is not None
    assert newest.name == said["model"]
    again = trained(settings, thinking_base=base, thinking_recipe="recipe.yaml")
    assert figures(again)["state"] == "trained before on the same data"
    assert len(Lake(settings.lake).read("thinking_model")) == 1
    lake, domain, data = Lake(settings.lake), get_domain("chip_design"), learned_data(settings.home)
    assert exam_contact(lake, settings.home, domain, data) == {}
    held_out = [conversation("chip_design", number, CorpusSplit.TEST.value) for number in range(9)]
    lake.write(REASONING_CORPUS, "chip_design", REASONING_CORPUS.from_rows(held_out))
    assert set(exam_contact(lake, settings.home, domain, data)) == {"builtin/0", "builtin/1"}


def test_what_cannot_be_trained_fails_in_a_sentence(settings: Settings, tmp_path: Path) -> None:
    (settings.profiles / "recipe.yaml").write_text("mix: [{domains: [gpu_kernels]}]", encoding="utf-8")
    result = trained(settings, thinking_base=tiny_base(tmp_path / "base"), thinking_recipe="recipe.yaml")
    (error,) = result.errors
    assert "no pack to learn from" in error
