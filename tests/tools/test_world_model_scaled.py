"""The scaled route on a CPU: a pretrained base learns by the same code, all weights or LoRA, and predicts merged."""

import importlib.util
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import make_examples

from resources.world_model.checkpoint import Checkpoint, read_checkpoint
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.settings import TrainingSettings, scaled_settings
from tests.home import PROJECT

pytest.importorskip("torch", reason="the extra world-model is not installed")
MISSING = [name for name in ("accelerate", "peft") if importlib.util.find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"the extra scaled is not installed: {MISSING}")

TINY = TrainingSettings(
    max_seconds=600, min_steps=30, max_steps=30, hidden_size=64, layers=1, heads=1, vocabulary=600, threads=1
)
STEPS = {"min_steps": 2, "max_steps": 2, "batch_size": 2, "threads": 1, "max_prompt_tokens": 160}


def base_of(home: Path) -> Path:
    return home / "serving" / "models" / "smollm2-135m"


@pytest.fixture(scope="module")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded checkpoint is a Hugging Face folder, and so a base like any other."""
    from resources.world_model.training import train

    return train(make_examples(200), settings=TINY, directory=tmp_path_factory.mktemp("base")).directory


@pytest.fixture(scope="module")
def smollm2() -> Path:
    homes = [Path(os.environ["ICWM_HOME"])] if os.environ.get("ICWM_HOME") else []
    found = [base_of(home) for home in (*homes, PROJECT / "var") if (base_of(home) / "config.json").is_file()]
    if not found:
        pytest.skip("no SmolLM2; `icwm serve smollm2-135m` unpacks it")
    return found[0]


def fine_tuned(base: Path, rank: int, folder: Path) -> Checkpoint:
    from resources.world_model.training import train

    settings = replace(scaled_settings(str(base), lora_rank=rank, seconds=240), **STEPS)
    return train(make_examples(40), calibration=make_examples(12, seed=1), settings=settings, directory=folder)


def check(checkpoint: Checkpoint, rank: int) -> None:
    names = {path.name for path in checkpoint.directory.rglob("*")}
    assert "model.safetensors" in names
    assert not [name for name in names if "adapter" in name]
    assert read_checkpoint(checkpoint.directory) == checkpoint
    assert checkpoint.manifest.steps == 2
    assert checkpoint.manifest.tokens > 0
    card = (checkpoint.directory / "README.md").read_text()
    assert ("merged" if rank else "all weights trained") in card
    (prediction,) = CheckpointWorldModel(checkpoint.directory, "pure").predict([make_examples(1, seed=9)[0].query])
    assert prediction.confidence == max(prediction.probabilities.values())


@pytest.mark.parametrize("rank", [0, 4])
def test_a_base_learns_all_weights_or_adapters(tiny_base: Path, rank: int, tmp_path: Path) -> None:
    check(fine_tuned(tiny_base, rank, tmp_path), rank)


@pytest.mark.timeout(600)
def test_a_pretrained_model_of_135_million_parameters(smollm2: Path, tmp_path: Path) -> None:
    checkpoint = fine_tuned(smollm2, 8, tmp_path)
    check(checkpoint, 8)
    assert checkpoint.manifest.parameters > 134_000_000
