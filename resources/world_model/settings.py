"""TrainingSettings: every dial of a training run. Frozen data only; a run profile picks values."""

from dataclasses import dataclass, field

from resources.world_model.boosting import BoostingSettings
from resources.world_model.rendering import RenderSettings


@dataclass(frozen=True)
class TrainingSettings:
    """The defaults are the quick profile: at most `max_seconds` of wall clock on two cores, 2M parameters.

    `max_seconds` bounds the whole of `train`, hint and calibration included. Steps are `epochs` over the
    data, at least `min_steps` and at most `max_steps`; a machine too slow for them within the time does
    fewer, decays its learning rate over those, and says so in the manifest. Below that bound a run is
    deterministic for the same `threads`.

    Losses are averaged over each kind of token by itself and then weighted: the label is one token of a
    hundred, and would drown in a plain average.

    `pure_share` of the training prompts carry neither checks nor hint, so that one checkpoint serves both
    modes. `bfloat16` is autocast; None takes it where the CPU has instructions for it (without them,
    emulation was 20 times slower than float32).

    `warm_learning_rate` takes the place of `learning_rate` where training begins with another checkpoint's weights.

    `base` is a folder or hub name of a pretrained causal language model, "" for one from scratch; then shape and
    `vocabulary` are its own. `lora_rank` 0 trains all weights.

    A head has 64 numbers, since vLLM's attention on a CPU takes no fewer than 32 and none of 48.

    `trust_accuracy` and `trust_false_pass` are what trusted predictions must keep: the least share that is right,
    and the largest share that is a PASS which is none.
    """

    max_seconds: float = 170.0
    epochs: int = 14
    min_steps: int = 300
    max_steps: int = 3000
    batch_size: int = 16
    hidden_size: int = 192
    layers: int = 4
    heads: int = 3
    vocabulary: int = 2560
    learning_rate: float = 1.5e-3
    warm_learning_rate: float = 7e-4
    warmup_share: float = 0.06
    weight_decay: float = 0.05
    label_weight: float = 1.0
    diagnostic_weight: float = 0.3
    prompt_weight: float = 0.2
    pure_share: float = 0.3
    max_prompt_tokens: int = 224
    max_target_tokens: int = 72
    seed: int = 0
    threads: int = 2
    bfloat16: bool | None = None
    report_every: int = 20
    base: str = ""
    lora_rank: int = 0
    trust_accuracy: float = 0.97
    trust_false_pass: float = 0.01
    render: RenderSettings = field(default_factory=RenderSettings)
    boosting: BoostingSettings = field(default_factory=BoostingSettings)


def scaled_settings(base: str, *, lora_rank: int, seconds: float) -> TrainingSettings:
    """For a pretrained base on a GPU: prompts with room for most of the difference, and its own learning rates."""
    return TrainingSettings(
        max_seconds=seconds,
        epochs=3,
        max_steps=100_000,
        learning_rate=3e-4 if lora_rank else 5e-5,
        base=base,
        lora_rank=lora_rank,
        max_prompt_tokens=1024,
        max_target_tokens=160,
        render=RenderSettings(interface_chars=600, difference_chars=3000),
    )
