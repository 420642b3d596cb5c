"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def row_softmax(x: torch.Tensor, scale: float) -> torch.Tensor:
    """softmax(scale * x) along dimension 1.

    x: (M, N), float32, float16 or bfloat16, strides (any, 1); M >= 0, 1 <= N <= 4096; scale > 0.
    Returns (M, N), contiguous, of the dtype of x.
    """
    ...
