"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def add_rms_norm(
    x: torch.Tensor, residual: torch.Tensor, weight: torch.Tensor, epsilon: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """total = x + residual, and total / sqrt(mean(total^2) + epsilon) * weight, for each row.

    x, residual: (M, N), contiguous, float32 or bfloat16; weight: (N,), same dtype; M >= 0, 1 <= N <= 8192.
    Returns normalised (M, N) and total (M, N), contiguous, of the dtype of x.
    """
    ...
