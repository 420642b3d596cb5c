"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def linear_cross_entropy(hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy of the logits hidden @ weight^T with the labels, one loss for each row.

    hidden: (M, D), weight: (V, D), float16, contiguous; labels: (M,), int64, in [0, V); M >= 0, V, D >= 1.
    Returns (M,), float32.
    """
    ...
