"""The one loss of both training routes: each kind of token averaged by itself, then weighted. Imports torch."""

from collections.abc import Mapping
from typing import Any

import torch

from resources.world_model.encoding import DIAGNOSTIC, LABEL, PROMPT
from resources.world_model.settings import TrainingSettings


def losses_of(logits: Any, ids: Any, kinds: Any) -> dict[str, torch.Tensor]:
    """Mean cross entropy of each kind of token by itself; a kind that a batch lacks is zero.

    `ids` and `kinds` are (rows, tokens), `logits` (rows, tokens or one fewer, vocabulary).
    """
    count = ids.shape[1] - 1
    scores = logits[:, :count].float().flatten(0, 1)
    each = torch.nn.functional.cross_entropy(scores, ids[:, 1:].flatten(), reduction="none")
    flat = kinds[:, 1:].flatten()

    def mean(kind: int) -> torch.Tensor:
        found: torch.Tensor = each[flat == kind].sum() / (flat == kind).sum().clamp(min=1)
        return found

    return {"label": mean(LABEL), "diagnostic": mean(DIAGNOSTIC), "prompt": mean(PROMPT)}


def weighted(losses: Mapping[str, torch.Tensor], settings: TrainingSettings) -> torch.Tensor:
    weights = {
        "label": settings.label_weight,
        "diagnostic": settings.diagnostic_weight,
        "prompt": settings.prompt_weight,
    }
    total: torch.Tensor = torch.stack([weight * losses[name] for name, weight in weights.items()]).sum()
    return total
