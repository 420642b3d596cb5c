"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def layer_norm(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, epsilon: float) -> torch.Tensor:
    """(x - mean) / sqrt(biased variance + epsilon) * weight + bias, for each row.

    x: (M, N), float32, float16 or bfloat16, strides (any, 1); weight, bias: (N,), contiguous, dtype of x;
    M >= 0, 1 <= N <= 8192; epsilon > 0.
    Returns (M, N), contiguous, of the dtype of x.
    """
    ...
