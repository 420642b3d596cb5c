"""The scaled route: a pretrained causal language model, all weights or LoRA, bf16, one process or FSDP.

Everything but the weights' origin and the optimiser is the embedded route's (`training`): rendering, encoding,
loss, hint, calibration, checkpoint. Imports torch, transformers and, for LoRA, peft; import it lazily.
`accelerate launch` with a configuration that names FSDP shards it over GPUs.
"""

import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainerCallback, TrainingArguments

from resources.world_model import markup
from resources.world_model.encoding import Encoded, make_batch
from resources.world_model.huggingface import quieted
from resources.world_model.losses import losses_of, weighted
from resources.world_model.progress import Fitted, Progress, smoothed
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary


class NotTheMainProcess(Exception):
    """This process of several has done its part: the first one calibrates and writes the checkpoint."""


def extend_vocabulary(base: str, domains: Iterable[str]) -> Vocabulary:
    """The base's own tokenizer with the world model's special tokens. Raises OSError where there is no base."""
    tokenizer: Any = AutoTokenizer.from_pretrained(base)
    tokenizer.add_tokens(markup.special_tokens(domains), special_tokens=True)
    return Vocabulary(tokenizer.backend_tokenizer)


def load_base(settings: TrainingSettings, vocabulary: Vocabulary) -> Any:
    """The pretrained weights with room for the new tokens, under LoRA where a rank is given."""
    quieted()
    model: Any = AutoModelForCausalLM.from_pretrained(settings.base, dtype=torch.float32)
    old = model.get_input_embeddings().num_embeddings
    if len(vocabulary) > old:
        model.resize_token_embeddings(len(vocabulary))
    model.config.pad_token_id, model.config.eos_token_id = vocabulary.padding, vocabulary.end
    model.generation_config.pad_token_id, model.generation_config.eos_token_id = vocabulary.padding, vocabulary.end
    return with_adapter(model, settings, vocabulary) if settings.lora_rank else model


def with_adapter(model: Any, settings: TrainingSettings, vocabulary: Vocabulary) -> Any:
    """LoRA on every linear layer; of the embeddings only the new tokens', which nobody has trained, learn."""
    from peft import LoraConfig, get_peft_model

    added = vocabulary.tokenizer.get_added_tokens_decoder()
    own = set(markup.special_tokens(()))
    new = [number for number, token in added.items() if token.content in own or markup.names_domain(token.content)]
    return get_peft_model(
        model,
        LoraConfig(
            r=settings.lora_rank,
            lora_alpha=2 * settings.lora_rank,
            target_modules="all-linear",
            trainable_token_indices=new,
            task_type="CAUSAL_LM",
        ),
    )


class Collator:
    """Rows to a padded batch; which of them are rendered in the pure mode is drawn anew each time."""

    def __init__(self, padding: int, settings: TrainingSettings) -> None:
        self.padding, self.settings = padding, settings
        self.random: Any = np.random.default_rng(settings.seed)

    def __call__(self, rows: Sequence[Encoded]) -> dict[str, torch.Tensor]:
        pure = self.random.random(len(rows)) < self.settings.pure_share
        chosen = [(row.pure if bare else row.hybrid, row.target) for row, bare in zip(rows, pure, strict=True)]
        batch = make_batch(chosen, self.padding)
        return {"input_ids": torch.from_numpy(batch.ids), "kinds": torch.from_numpy(batch.kinds)}


class WeightedTrainer(Trainer):
    """transformers' Trainer with the world model's loss. Counts the tokens of this process."""

    dials: TrainingSettings
    seen: dict[str, float]
    tokens: int = 0

    def compute_loss(
        self, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> Any:
        """Right padding under a causal mask needs no attention mask: what is padded weighs nothing."""
        logits = model(input_ids=inputs["input_ids"]).logits
        losses = losses_of(logits, inputs["input_ids"], inputs["kinds"])
        self.tokens += int((inputs["kinds"] > 0).sum())
        step = self.state.global_step + 1
        for name, value in losses.items():
            self.seen[name] = smoothed(self.seen.get(name, 0.0), float(value.detach()), step)
        return weighted(losses, self.dials)


class Clock(TrainerCallback):
    """Stops at the deadline, and reports."""

    def __init__(self, trainer: WeightedTrainer, started: float, deadline: float, progress: Callable[[Progress], None]):
        self.trainer, self.started, self.deadline, self.progress = trainer, started, deadline, progress

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        now = time.monotonic()
        if state.global_step % self.trainer.dials.report_every == 0 or state.global_step == state.max_steps:
            self.progress(Progress(state.global_step, state.max_steps, now - self.started, dict(self.trainer.seen)))
        if now >= self.deadline:
            control.should_training_stop = True


def fit(
    encoded: Sequence[Encoded],
    vocabulary: Vocabulary,
    settings: TrainingSettings,
    planned: int,
    started: float,
    deadline: float,
    progress: Callable[[Progress], None],
) -> Fitted:
    """Trains; the model that comes back is merged and whole. Raises NotTheMainProcess in all but the first."""
    with tempfile.TemporaryDirectory() as folder:
        trainer = WeightedTrainer(
            model=load_base(settings, vocabulary),
            args=arguments(settings, planned, folder),
            train_dataset=list(encoded),
            data_collator=Collator(vocabulary.padding, settings),
        )
        trainer.dials, trainer.seen = settings, {}
        trainer.add_callback(Clock(trainer, started, deadline, progress))
        trainer.train()
    model = whole_model(trainer, settings, vocabulary)
    losses = {name: round(value, 4) for name, value in trainer.seen.items()}
    return Fitted(model.eval(), trainer.state.global_step, planned, trainer.tokens, losses)


def arguments(settings: TrainingSettings, planned: int, folder: str) -> TrainingArguments:
    return TrainingArguments(
        output_dir=folder,
        per_device_train_batch_size=settings.batch_size,
        max_steps=planned,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="cosine_with_min_lr",
        lr_scheduler_kwargs={"min_lr_rate": 0.1},
        warmup_steps=round(settings.warmup_share * planned),
        weight_decay=settings.weight_decay,
        adam_beta2=0.95,
        max_grad_norm=1.0,
        bf16=settings.bfloat16 if settings.bfloat16 is not None else torch.cuda.is_available(),
        use_cpu=not torch.cuda.is_available(),
        seed=settings.seed,
        save_strategy="no",
        logging_strategy="no",
        report_to=[],
        disable_tqdm=True,
        remove_unused_columns=False,
        dataloader_pin_memory=torch.cuda.is_available(),
    )


def whole_model(trainer: WeightedTrainer, settings: TrainingSettings, vocabulary: Vocabulary) -> Any:
    """Gathered from all processes where there are several, adapters merged."""
    model: Any = trainer.model
    if trainer.is_fsdp_enabled:
        state = trainer.accelerator.get_state_dict(model)
        if trainer.is_world_process_zero():
            model = load_base(settings, vocabulary)
            model.load_state_dict(state)
    else:
        model = trainer.accelerator.unwrap_model(model)
    if not trainer.is_world_process_zero():
        raise NotTheMainProcess(f"process {trainer.args.process_index}")
    return model.merge_and_unload() if settings.lora_rank else model
