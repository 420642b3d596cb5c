"""A tiny base learns from exported packs: killed and gone on with, it learns the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from assets.thinking_model.fine_tuning import fine_tune
from assets.thinking_model.recipe import Recipe, TrainingRefused
from assets.thinking_model.token_data import Data
from assets.tokens.export import TokenSettings, export_tokens
from tests.chat_families import QWEN, SMOLLM
from tests.tools.test_publication import filled_lake
from tests.tools.tiny_base import tiny_base

pytest.importorskip("trl", reason="the extra dev is not installed")

RECIPE = Recipe(steps=6, learning_rate=0.05, warmup=0.0, accumulated=1, packs_at_once=2, saved_every=2)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def data(base: str, tmp_path_factory: pytest.TempPathFactory) -> Data:
    from transformers import AutoTokenizer

    folder = tmp_path_factory.mktemp("tokens") / "export"
    lake = filled_lake(tmp_path_factory.mktemp("lake"))
    export_tokens(lake, ("chip_design",), folder, AutoTokenizer.from_pretrained(base), None, TokenSettings(512))
    return Data(folder)


def killed_at(step: int) -> Any:
    from transformers import TrainerCallback

    class Killed(TrainerCallback):  # type: ignore[misc]
        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.global_step == step:
                raise KeyboardInterrupt

    return Killed()


def test_a_killed_training_becomes_the_same_model(base: str, data: Data, tmp_path: Path) -> None:
    whole = fine_tune(base, data, tmp_path / "whole", RECIPE)
    losses = whole.losses
    assert len(losses) == RECIPE.steps
    assert losses[-1] < 0.9 * losses[0], losses
    with pytest.raises(KeyboardInterrupt):
        fine_tune(base, data, tmp_path / "killed", RECIPE, callbacks=[killed_at(5)])
    resumed = fine_tune(base, data, tmp_path / "killed", RECIPE)
    assert resumed.folder.name == whole.folder.name
    assert resumed.card["steps"] == RECIPE.steps
    assert resumed.losses == pytest.approx(losses, abs=0.02)
    again = fine_tune(base, data, tmp_path / "whole", RECIPE)
    assert (again.is_new, again.card) == (False, whole.card)
    assert str(tmp_path) not in json.dumps(whole.card) + (whole.folder / "README.md").read_text()


def test_an_adapter_is_merged_into_a_whole_model(base: str, data: Data, tmp_path: Path) -> None:
    from transformers import AutoModelForCausalLM

    trained = fine_tune(base, data, tmp_path, Recipe(**{**vars(RECIPE), "lora_rank": 4, "steps": 2}))
    loaded, before = (AutoModelForCausalLM.from_pretrained(folder) for folder in (trained.folder, base))
    assert [name for name, _ in loaded.named_parameters()] == [name for name, _ in before.named_parameters()]
    pairs = zip(loaded.named_parameters(), before.parameters(), strict=True)
    moved = [name for (name, new), old in pairs if (new != old).any()]
    assert any("q_proj" in name for name in moved)


def test_a_packs_sequences_do_not_see_each_other(base: str, data: Data) -> None:
    """A token's prediction is the same whether its sequence stands alone or behind another in a pack."""
    import pyarrow.parquet as pq
    import torch
    from transformers import AutoModelForCausalLM

    packs = pq.read_table(data.files("train")[0]).to_pylist()
    pack = next(pack for pack in packs if len(pack["seq_lengths"]) > 1)
    first = pack["seq_lengths"][0]
    model = AutoModelForCausalLM.from_pretrained(base).eval()
    ids, places = torch.tensor([pack["input_ids"]]), torch.tensor([pack["position_ids"]])
    with torch.no_grad():
        packed = model(input_ids=ids, position_ids=places, use_cache=False).logits[:, first:]
        alone = model(input_ids=ids[:, first:], position_ids=places[:, first:], use_cache=False).logits
    second = pack["seq_lengths"][1]
    assert torch.allclose(packed[:, :second], alone[:, :second], atol=1e-4)


def test_data_of_another_tokenizer_template_or_form_is_refused(base: str, data: Data, tmp_path: Path) -> None:
    from transformers import AutoTokenizer

    reads = AutoTokenizer.from_pretrained(base)
    with pytest.raises(TrainingRefused, match="another chat template"):
        data.refuse_other(reads, SMOLLM)
    reads.add_tokens(["<new>"])
    with pytest.raises(TrainingRefused, match="another tokenizer"):
        data.refuse_other(reads, QWEN)
    with pytest.raises(TrainingRefused, match="icwm export tokens"):
        _ = Data(tmp_path).description
