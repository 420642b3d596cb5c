"""AdamW over batches, in a time and in steps. What is optimised, and what becomes of it, is `training`.

Imports torch; import it lazily.
"""

import math
import time
from collections.abc import Callable
from typing import Any

import torch

from resources.world_model.losses import losses_of, weighted
from resources.world_model.progress import Fitted, Progress, smoothed
from resources.world_model.settings import TrainingSettings


def planned_steps(examples: int, settings: TrainingSettings) -> int:
    wanted = math.ceil(settings.epochs * examples / settings.batch_size)
    return min(settings.max_steps, max(settings.min_steps, wanted))


def learning_rate(step: int, steps: int, settings: TrainingSettings) -> float:
    """Linear warm-up, then a cosine down to a tenth."""
    warmup = max(1, round(settings.warmup_share * steps))
    if step < warmup:
        return settings.learning_rate * (step + 1) / warmup
    done = min(1.0, (step - warmup) / max(1, steps - warmup))
    return settings.learning_rate * (0.1 + 0.45 * (1 + math.cos(math.pi * done)))


def optimise(
    model: Any,
    stream: Any,
    planned: int,
    started: float,
    deadline: float,
    settings: TrainingSettings,
    progress: Callable[[Progress], None],
) -> Fitted:
    """AdamW until the steps are done. While the time will not do for those planned, the schedule ends earlier."""
    decayed = [weight for weight in model.parameters() if weight.dim() > 1]
    others = [weight for weight in model.parameters() if weight.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": settings.weight_decay}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=settings.learning_rate, betas=(0.9, 0.95))
    begun, step, steps, tokens = time.monotonic(), 0, planned, 0
    smooth: dict[str, float] = {}
    model.train()
    while step < steps and time.monotonic() < deadline:
        batch = next(stream)
        with torch.autocast("cpu", torch.bfloat16, enabled=use_bfloat16(settings)):
            ids, kinds = torch.from_numpy(batch.ids), torch.from_numpy(batch.kinds)
            losses = losses_of(model(input_ids=ids[:, :-1]).logits, ids, kinds)
            loss = weighted(losses, settings)
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, steps, settings)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        step += 1
        tokens += int((batch.kinds > 0).sum())
        smooth = {name: smoothed(smooth.get(name, 0.0), float(loss.detach()), step) for name, loss in losses.items()}
        if step % settings.report_every == 0 or step == steps:
            now = time.monotonic()
            steps = affordable(planned, step, now - begun, deadline - begun)
            progress(Progress(step, steps, now - started, smooth))
    model.eval()
    return Fitted(model, step, planned, tokens, {name: round(value, 4) for name, value in smooth.items()})


def affordable(planned: int, step: int, spent: float, allowed: float) -> int:
    """Of the planned steps, those that fit into `allowed` seconds at the speed so far; at least those done.

    Asked anew as training goes on, so that a machine that was busy at first costs no steps later.
    """
    return min(planned, max(step, int(step * allowed / max(spent, 1e-9))))


def use_bfloat16(settings: TrainingSettings) -> bool:
    if settings.bfloat16 is not None:
        return settings.bfloat16
    capabilities = torch.cpu.get_capabilities()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16") or capabilities.get("bf16"))
