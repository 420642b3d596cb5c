"""The scaled route on a CPU: a pretrained base learns by the same code, all weights or LoRA, and predicts merged."""

import importlib.util
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray
from rich.console import Console
from safetensors.numpy import load_file

sys.path.append(str(Path(__file__).parents[1] / "unit"))
from world_model_toy import make_examples

from orchestration.train_command import train_scaled
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

LAUNCH = (sys.executable, "-m", "accelerate.commands.launch")
SHARDED = Path(__file__).with_name("sharded_training.py")
POLICIES = ("FSDP_AUTO_WRAP_POLICY", "FSDP_STATE_DICT_TYPE")
"""Options whose values accelerate wants in capitals."""
ON = {"ACCELERATE_USE_FSDP": "true"}


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


def launched(base: Path, folder: Path, how: str) -> tuple[str, dict[str, NDArray[np.float32]]]:
    """What two processes of an `accelerate launch` printed, and the weights of the checkpoint that they wrote."""
    configuration = yaml.safe_load((PROJECT / "infra" / "training" / "fsdp.yaml").read_text())
    configuration |= {"num_processes": 2, "mixed_precision": "no", "use_cpu": True}
    file = folder / "accelerate.yaml"
    file.write_text(yaml.safe_dump(configuration))
    # accelerate hands its options on to accelerators only.
    options = {name.upper(): str(value).lower() for name, value in configuration["fsdp_config"].items()}
    policies = {name: configuration["fsdp_config"][name.lower()] for name in POLICIES}
    done = subprocess.run(
        [*LAUNCH, "--config_file", str(file), str(SHARDED), str(base), str(folder / "made"), how],
        env={**os.environ, "PYTHONPATH": str(PROJECT), **({**options, **policies, **ON} if how == "sharded" else {})},
        capture_output=True,
        text=True,
        timeout=850,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    (made,) = (folder / "made").iterdir()
    return done.stdout, load_file(made / "model.safetensors")


@pytest.mark.timeout(1800)
def test_shards_of_two_processes_learn_what_two_whole_copies_learn(tiny_base: Path, tmp_path: Path) -> None:
    """FSDP2 as infra/training/fsdp.yaml asks for it: sharded, activations computed anew, gathered by the first."""
    weights = {}
    for how, kind in (("sharded", "DTensor"), ("whole", "Parameter")):
        (tmp_path / how).mkdir()
        said, weights[how] = launched(tiny_base, tmp_path / how, how)
        assert said.count(f"in 2: {kind}") == 2
    assert weights["sharded"].keys() == weights["whole"].keys()
    for name, whole in weights["whole"].items():
        np.testing.assert_allclose(weights["sharded"][name], whole, rtol=1e-3, atol=1e-5)


def test_adapters_are_not_sharded_and_the_command_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ACCELERATE_USE_FSDP", "true")
    assert train_scaled(Console(), "anything", lora_rank=4, minutes=1, batch_size=1) == 2
    assert "--lora-rank 0" in caplog.text


@pytest.mark.timeout(1800)
def test_a_pretrained_model_of_135_million_parameters(smollm2: Path, tmp_path: Path) -> None:
    checkpoint = fine_tuned(smollm2, 8, tmp_path)
    check(checkpoint, 8)
    assert checkpoint.manifest.parameters > 134_000_000
