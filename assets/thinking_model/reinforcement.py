"""Reinforcement learning by GRPO: answers to the corpus' own prompts, each worth what the real tools say of it.

Prompts of the training split alone, first attempts and corrections alike; the bundle is the one that is certified now.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.bundles.reading import certified_bundles
from assets.corpus.splits import CorpusSplit
from assets.domain_pools import DomainPools
from assets.publication.published_rows import PublishedRows
from assets.thinking_model.chat_rows import Messages, observation_role, told
from assets.thinking_model.recipe import Origin, RewardRecipe, TrainingRefused, base_version
from assets.thinking_model.training import (
    Trained,
    Training,
    adapter,
    arguments,
    libraries,
    load_model,
    load_tokenizer,
    refuse_without_packages,
    run,
)
from assets.thinking_model.verdict_reward import VerdictReward
from assets.tokens.mix import ANSWERS
from resources.execution.bundle import EnvironmentBundle
from resources.storage.lake import Lake

METHOD = "rl"
NOTHING = "the corpus has no prompt of a certified task in its training split; `icwm run` makes some"


@dataclass(frozen=True)
class Prompt:
    """`messages` in TRL's form."""

    messages: Messages
    bundle: EnvironmentBundle

    @property
    def key(self) -> str:
        return hashlib.sha256(json.dumps([self.messages, self.bundle.hash], sort_keys=True).encode()).hexdigest()


def prompts_of(lake: Lake, domains: Sequence[str]) -> list[Prompt]:
    """Each one once, in the order of their hashes. Raises TrainingRefused where there is none."""
    found = {prompt.key: prompt for domain in domains for prompt in _prompts(lake, domain)}
    if not found:
        raise TrainingRefused(NOTHING)
    return [found[key] for key in sorted(found)]


def _prompts(lake: Lake, domain: str) -> Iterator[Prompt]:
    if lake.manifest(ANSWERS, domain) is None:
        return
    bundles = {bundle.seed_id: bundle for bundle in certified_bundles(lake, domain)}
    for batch in PublishedRows(lake, ANSWERS, domain).batches(CorpusSplit.TRAIN.value, ["seed_id", "prompt"]):
        for row in batch.to_pylist():
            if row["seed_id"] in bundles:
                yield Prompt(row["prompt"], bundles[row["seed_id"]])


def reinforce(base: str, prompts: Sequence[Prompt], models: Path, recipe: RewardRecipe, workers: int | None) -> Trained:
    """Raises TrainingRefused, OSError for an unknown base, and PermanentEnvironmentFailure."""
    refuse_without_packages()
    tokenizer = load_tokenizer(base, None)
    role = observation_role(tokenizer, (prompt.messages for prompt in prompts))
    rows: list[dict[str, Any]] = [
        {"prompt": told(prompt.messages, role), "bundle_hash": prompt.bundle.hash} for prompt in prompts
    ]
    fitting = [row for row in rows if _tokens(tokenizer, row["prompt"]) <= recipe.prompt_tokens]
    if not fitting:
        raise TrainingRefused(
            f"all {len(rows)} prompts are longer than {recipe.prompt_tokens} tokens (--prompt-tokens)"
        )
    said = {"prompts": len(fitting), "too long": len(rows) - len(fitting), "reward": "the real tools' verdict"}
    version = hashlib.sha256(json.dumps([prompt.key for prompt in prompts]).encode()).hexdigest()
    origin = Origin(base_version(base), version, libraries())
    bundles = {prompt.bundle.hash: prompt.bundle for prompt in prompts}
    with DomainPools(workers) as pools:
        judge = VerdictReward(bundles, pools)

        def trainer(work: Path) -> Any:
            return _trainer(base, fitting, work, recipe, tokenizer, judge)

        return run(Training(METHOD, recipe, origin, tokenizer, said, trainer), models)


def _tokens(tokenizer: Any, messages: Messages) -> int:
    text = tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
    return len(tokenizer(text, add_special_tokens=False)["input_ids"])


def _trainer(
    base: str,
    rows: Sequence[Mapping[str, Any]],
    work: Path,
    recipe: RewardRecipe,
    tokenizer: Any,
    judge: Callable[..., list[float | None]],
) -> Any:
    """TRL counts answers where the recipe counts prompts."""
    import datasets
    from trl.trainer.grpo_config import GRPOConfig
    from trl.trainer.grpo_trainer import GRPOTrainer

    told_trainer = arguments(recipe, work) | {"per_device_train_batch_size": recipe.packs_at_once * recipe.answers}
    settings = GRPOConfig(
        **told_trainer,
        num_generations=recipe.answers,
        max_completion_length=recipe.answer_tokens,
        temperature=recipe.temperature,
        beta=recipe.beta,
    )
    return GRPOTrainer(
        model=load_model(base),
        reward_funcs=judge,
        args=settings,
        train_dataset=datasets.Dataset.from_list(list(rows)),
        processing_class=tokenizer,
        peft_config=adapter(recipe),
    )
