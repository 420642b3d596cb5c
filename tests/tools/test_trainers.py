"""TRL trains on each form of the exported corpus as it is: a tiny model with random weights, some steps on a CPU.

The model is made here and learns nothing of worth; that its loss falls shows that a trainer reads what was exported.
"""

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from assets.tokens.export import TokenSettings, export_tokens
from resources.storage.lake import Lake
from tests.chat_families import QWEN, tokenizer
from tests.tools.test_publication import exported, filled_lake

trl = pytest.importorskip("trl", reason="the extra dev is not installed")
datasets = pytest.importorskip("datasets", reason="the extra dev is not installed")

STEPS = 6
TRAINING = {
    "max_steps": STEPS, "per_device_train_batch_size": 2, "learning_rate": 0.03, "logging_steps": 1,
    "save_strategy": "no", "report_to": "none", "use_cpu": True, "bf16": False, "gradient_checkpointing": False,
    "seed": 1, "disable_tqdm": True,
}  # fmt: skip
MARKED = """{%- for message in messages -%}
{{- '<|im_start|>' + message.role + '\\n' -}}
{%- if message.role == 'assistant' -%}
{%- generation -%}{{- message.content + '<|im_end|>' -}}{%- endgeneration -%}{{- '\\n' -}}
{%- else -%}{{- message.content + '<|im_end|>\\n' -}}{%- endif -%}{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}"""
"""Says which tokens are an assistant's, which TRL asks of a template before it learns from those alone."""


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return filled_lake(tmp_path_factory.mktemp("lake"))


@pytest.fixture(scope="module")
def folder(lake: Lake, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published") / "corpus"
    exported(lake, folder)
    return folder


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


def reader(template: str = QWEN) -> Any:
    made = copy.deepcopy(tokenizer())
    made.chat_template = template
    made.pad_token = "<|im_end|>"
    made.eos_token = "<|im_end|>"
    return made


def model(vocabulary: int) -> Any:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(1)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=vocabulary, max_position_embeddings=2048, **sizes))


def rows(folder: Path, config: str, cache: Path) -> Any:
    return datasets.load_dataset(str(folder), config, split="train", cache_dir=str(cache))


def falls(trainer: Any) -> None:
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    assert len(losses) == STEPS
    assert losses[-1] < 0.9 * losses[0], losses


def sft(folder: Path, dataset: Any, reads: Any, dials: Mapping[str, Any], **more: Any) -> Any:
    settings = trl.SFTConfig(output_dir=str(folder), max_length=512, **TRAINING, **dials)
    return trl.SFTTrainer(model=model(len(reads)), args=settings, train_dataset=dataset, processing_class=reads, **more)


def test_conversations(folder: Path, tmp_path: Path) -> None:
    dataset = rows(folder, "chip_design", tmp_path / "cache").select_columns(["messages"])
    falls(sft(tmp_path, dataset, reader(MARKED), {"assistant_only_loss": True}))


def test_answers_with_their_prompts(folder: Path, tmp_path: Path) -> None:
    dataset = rows(folder, "chip_design-completions", tmp_path / "cache").select_columns(["prompt", "completion"])
    falls(sft(tmp_path, dataset, reader(), {"completion_only_loss": True}))


def test_packed_tokens(lake: Lake, tmp_path: Path) -> None:
    reads = reader()
    export_tokens(lake, ("chip_design",), tmp_path / "tokens", reads, QWEN, TokenSettings(512))
    files = str(tmp_path / "tokens" / "data" / "train-*.parquet")
    dataset = datasets.load_dataset("parquet", data_files=files, split="train", cache_dir=str(tmp_path / "cache"))
    collator = trl.trainer.sft_trainer.DataCollatorForLanguageModeling(reads.pad_token_id, padding_free=True)
    dials = {"dataset_kwargs": {"skip_prepare_dataset": True}, "remove_unused_columns": False}
    falls(sft(tmp_path, dataset, reads, dials, data_collator=collator))


def test_preferences(folder: Path, tmp_path: Path) -> None:
    columns = ["prompt", "chosen", "rejected"]
    dataset = rows(folder, "chip_design-preferences", tmp_path / "cache").select_columns(columns)
    reads = reader()
    settings = trl.DPOConfig(output_dir=str(tmp_path), max_length=512, **TRAINING)
    learner, reference = model(len(reads)), model(len(reads))
    falls(
        trl.DPOTrainer(model=learner, ref_model=reference, args=settings, train_dataset=dataset, processing_class=reads)
    )
