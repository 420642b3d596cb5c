"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def welford_variance(x: torch.Tensor, correction: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The variance sum((x - mean)^2) / (N - correction) and the mean of each row.

    x: (M, N), float32, contiguous; M >= 0, N > correction; correction: 0 or 1.
    Returns variance (M,) and mean (M,), float32.
    """
    ...
