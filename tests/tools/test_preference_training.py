"""DPO and GRPO take some steps on a tiny base: pairs of the corpus, and the real tools' verdicts in the sandbox."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from assets.bundles.build import bundle_from_seed
from assets.domain_pools import DomainPools
from assets.publication.huggingface import export_huggingface
from assets.thinking_model.preference import Pairs, prefer
from assets.thinking_model.recipe import PreferenceRecipe, RewardRecipe, TrainingRefused
from assets.thinking_model.reinforcement import Prompt, prompts_of, reinforce
from assets.thinking_model.training import Trained
from assets.thinking_model.verdict_reward import VerdictReward
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.prompting.attempt import fence_tag, task_messages
from resources.storage.lake import Lake
from tests.tools.test_publication import DOMAINS, filled_lake
from tests.tools.test_thinking_model import killed_at
from tests.tools.tiny_base import tiny_base

pytest.importorskip("trl", reason="the extra dev is not installed")

PAIRS = PreferenceRecipe(
    steps=4, learning_rate=0.01, warmup=0.0, accumulated=1, packs_at_once=2, saved_every=2, length=256
)
VERDICTS = RewardRecipe(
    steps=2,
    learning_rate=0.001,
    warmup=0.0,
    accumulated=1,
    answers=2,
    answer_tokens=12,
    prompt_tokens=2000,
    saved_every=1,
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Pairs:
    folder = tmp_path_factory.mktemp("published") / "corpus"
    export_huggingface(filled_lake(tmp_path_factory.mktemp("lake")), DOMAINS, folder, "1.0.0")
    return Pairs(folder)


@pytest.fixture(scope="module")
def bundle() -> EnvironmentBundle:
    """A short task that Icarus judges in a moment."""
    seeds = get_domain("chip_design").builtin_seeds()
    return bundle_from_seed(min(seeds, key=lambda seed: len(seed.prompt) + len(seed.interface)))


def curve(trained: Trained, name: str) -> list[float]:
    return [entry[name] for entry in trained.card["curves"] if name in entry]


def test_dpo_learns_which_answer_passed_and_goes_on_where_it_was_killed(
    base: str, pairs: Pairs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = prefer(base, pairs, tmp_path / "whole", PAIRS)
    assert capsys.readouterr().out == ""  # Commands put their results there.
    assert (whole.card["method"], whole.card["steps"]) == ("dpo", PAIRS.steps)
    assert curve(whole, "rewards/margins")[-1] > 0
    assert whole.losses[-1] < whole.losses[0]
    with pytest.raises(KeyboardInterrupt):
        prefer(base, pairs, tmp_path / "killed", PAIRS, callbacks=[killed_at(3)])
    resumed = prefer(base, pairs, tmp_path / "killed", PAIRS)
    assert resumed.folder.name == whole.folder.name
    assert resumed.losses == pytest.approx(whole.losses, abs=0.02)
    assert str(tmp_path) not in json.dumps(whole.card)


def test_pairs_of_one_domain_and_a_folder_without_any(base: str, pairs: Pairs, tmp_path: Path) -> None:
    assert {path.parent.name for path in Pairs(pairs.folder, ("chip_design",)).files()} == {"chip_design-preferences"}
    with pytest.raises(TrainingRefused, match="gpu_kernels"):
        Pairs(pairs.folder, ("gpu_kernels",)).files()
    with pytest.raises(TrainingRefused, match="icwm export huggingface"):
        prefer(base, Pairs(tmp_path), tmp_path / "models", PAIRS)


def test_a_verdict_is_a_reward(bundle: EnvironmentBundle) -> None:
    domain = get_domain(bundle.domain)
    fence = fence_tag(domain, bundle)
    answers = {
        "right": f"```{fence}\n{bundle.reference}\n```",
        "empty": f"```{fence}\n{domain.empty_candidate(bundle).code}\n```",
        "no Verilog": f"```{fence}\nmodule (\n```",
        "no program": "I cannot say.",
    }
    told = [[{"role": "assistant", "content": text}] for text in answers.values()]
    with DomainPools(1) as pools:
        judge = VerdictReward({bundle.hash: bundle}, pools)
        rewards = dict(zip(answers, judge(told, [bundle.hash] * len(told)), strict=True))
    assert (rewards["right"], rewards["no program"]) == (1.0, 0.0)
    assert 0.0 < known(rewards, "no Verilog") < known(rewards, "empty") < 0.5


def known(rewards: Mapping[str, float | None], name: str) -> float:
    found = rewards[name]
    assert found is not None
    return found


def test_grpo_takes_steps_by_verdicts_of_the_sandbox(base: str, bundle: EnvironmentBundle, tmp_path: Path) -> None:
    domain = get_domain(bundle.domain)
    told: list[dict[str, Any]] = [
        {"role": message.role, "content": message.content}
        for message in task_messages(domain, bundle, domain.instructions(bundle))
    ]
    short = [told[-1] | {"content": bundle.interface}]
    prompts = [Prompt(short, bundle), Prompt([*short, {"role": "tool", "content": "it failed"}], bundle)]
    trained = reinforce(base, prompts, tmp_path, VERDICTS, 1)
    assert (trained.card["method"], trained.card["steps"]) == ("rl", VERDICTS.steps)
    assert trained.card["made from"]["prompts"] == 2
    assert len(curve(trained, "reward")) == VERDICTS.steps
    assert not reinforce(base, prompts, tmp_path, VERDICTS, 1).is_new


def test_a_home_without_prompts_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TrainingRefused, match="icwm run"):
        prompts_of(Lake(tmp_path), ["chip_design"])
