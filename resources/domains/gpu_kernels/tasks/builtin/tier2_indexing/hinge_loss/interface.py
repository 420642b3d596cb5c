"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def hinge_loss(predictions: torch.Tensor, targets: torch.Tensor, margin: float) -> torch.Tensor:
    """max(0, margin - predictions[n, c] * targets[n]) for each element.

    predictions: (N, C), contiguous, float32 or float16; targets: (N,), same dtype, -1 or +1; N >= 0, C >= 1.
    Returns (N, C), contiguous, of the predictions' dtype.
    """
    ...
