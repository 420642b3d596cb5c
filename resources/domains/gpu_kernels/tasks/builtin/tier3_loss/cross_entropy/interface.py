"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def cross_entropy(logits: torch.Tensor, labels: torch.Tensor, ignore_index: int) -> torch.Tensor:
    """log(sum(exp(row))) - row[label] for each row; 0 for an ignored label.

    logits: (M, V), float32, float16 or bfloat16, strides (any, 1); labels: (M,), int64; M >= 0, V >= 1.
    Returns (M,), float32.
    """
    ...
