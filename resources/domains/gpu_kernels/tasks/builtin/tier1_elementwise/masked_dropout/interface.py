"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def masked_dropout(x: torch.Tensor, keep: torch.Tensor, probability: float) -> torch.Tensor:
    """x / (1 - probability) where keep != 0, else 0.

    x: contiguous, any shape, float32 or bfloat16; keep: int8, contiguous, same shape; 0 <= probability < 1.
    Returns a contiguous tensor of the shape and dtype of x.
    """
    ...
