"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def column_mean(x: torch.Tensor) -> torch.Tensor:
    """The mean over dimension 0.

    x: (M, N), float32, float16 or bfloat16, strides (any, 1); M, N >= 1.
    Returns (N,), contiguous, of the dtype of x.
    """
    ...
