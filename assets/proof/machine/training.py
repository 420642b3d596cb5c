"""One arm, one seed: all weights of a base trained on a token export until so many tokens went through.

Packs are cut into their sequences by `seq_lengths`, so none sees another's tokens, and sequences of like length make a
batch without a mask: what is padded stands behind, where causal attention never looks. Only learned tokens have logits.
"""

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

IGNORED = -100


@dataclass(frozen=True)
class Dials:
    """`tokens` go through the model in all, padding not counted; `step_tokens` of them make a step."""

    tokens: int
    step_tokens: int = 8192
    learning_rate: float = 5e-4
    warmup: float = 0.05
    weight_decay: float = 0.01


@dataclass(frozen=True)
class TokenRun:
    """One sequence of a pack."""

    ids: list[int]
    labels: list[int]


def read_sequences(export: Path) -> list[TokenRun]:
    """Of the training split of a folder that `icwm export tokens` or `icwm proof prepare` wrote."""
    found: list[TokenRun] = []
    for file in sorted((export / "data").glob("train-*.parquet")):
        for pack in pq.read_table(file).to_pylist():
            start = 0
            for length in pack["seq_lengths"]:
                end = start + length
                found.append(TokenRun(pack["input_ids"][start:end], pack["labels"][start:end]))
                start = end
    return found


def batches(sequences: Sequence[TokenRun], dials: Dials, seed: int) -> Iterator[list[TokenRun]]:
    """Pass after pass in another order, until the tokens are spent. A batch is a run of like lengths."""
    chance, left = random.Random(seed), dials.tokens
    while left > 0:
        order = sorted(sequences, key=lambda one: len(one.ids) + chance.uniform(0, 64))
        parts: list[list[TokenRun]] = [[]]
        for one in order:
            longest = max(len(one.ids), *(len(other.ids) for other in parts[-1]), 0)
            if parts[-1] and longest * (len(parts[-1]) + 1) > dials.step_tokens:
                parts.append([])
            parts[-1].append(one)
        chance.shuffle(parts)
        for part in parts:
            if left <= 0:
                return
            left -= sum(len(one.ids) for one in part)
            yield part


def train(base: str, export: Path, dials: Dials, seed: int, log: Any = None) -> tuple[Any, dict[str, Any]]:
    """The trained model, and what a card says of it."""
    import torch

    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = load_model(base).to(device).train()
    sequences = read_sequences(export)
    planned = list(batches(sequences, dials, seed))
    optimiser = torch.optim.AdamW(
        model.parameters(),
        lr=dials.learning_rate,
        betas=(0.9, 0.95),
        weight_decay=dials.weight_decay,
        fused=device == "cuda",
    )
    warm = max(1, round(dials.warmup * len(planned)))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(step, warm, len(planned)))
    losses: list[Any] = []
    started = time.time()
    for step, batch in enumerate(planned):
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            loss = _loss(model, batch, device)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad(set_to_none=True)
        losses.append(loss.detach())
        if log and step % 50 == 0:
            log(f"step {step} of {len(planned)}, loss {float(losses[-1]):.3f}, {time.time() - started:.0f} s")
    curve = [round(float(loss), 4) for loss in losses]
    card = {
        "steps": len(planned),
        "sequences": len(sequences),
        "tokens": sum(len(one.ids) for batch in planned for one in batch),
        "learned tokens": sum(label != IGNORED for batch in planned for one in batch for label in one.labels),
        "passes": round(sum(map(len, planned)) / max(1, len(sequences)), 2),
        "seconds": round(time.time() - started, 1),
        "losses": curve,
    }
    return model, card


def load_model(base: str) -> Any:
    """In single precision, which an optimiser's small steps need."""
    import torch
    from transformers import AutoModelForCausalLM

    return AutoModelForCausalLM.from_pretrained(base, dtype=torch.float32)


def _rate(step: int, warm: int, steps: int) -> float:
    """Linear warm-up, then a cosine to a tenth."""
    if step < warm:
        return (step + 1) / warm
    return 0.1 + 0.45 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))


def _loss(model: Any, batch: Sequence[TokenRun], device: str) -> Any:
    import torch
    from torch.nn.functional import cross_entropy

    longest = max(len(one.ids) for one in batch)
    ids = torch.tensor([one.ids + [0] * (longest - len(one.ids)) for one in batch])
    labels = torch.tensor([one.labels + [IGNORED] * (longest - len(one.ids)) for one in batch])
    where = (labels[:, 1:] != IGNORED).flatten().nonzero().squeeze(1)
    targets = labels[:, 1:].flatten()[where].to(device)
    hidden = model.model(input_ids=ids.to(device), use_cache=False).last_hidden_state[:, :-1]
    logits = model.lm_head(hidden.reshape(-1, hidden.shape[-1])[where.to(device)])
    return cross_entropy(logits.float(), targets)
