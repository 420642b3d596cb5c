"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def leaky_relu(x: torch.Tensor, negative_slope: float) -> torch.Tensor:
    """x where x > 0, else negative_slope * x; NaN stays NaN.

    x: (M, N), float32 or float16, any strides; M >= 0, N >= 1; negative_slope >= 0.
    Returns (M, N), contiguous, of the dtype of x.
    """
    ...
