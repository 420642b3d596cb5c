"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def gelu(x: torch.Tensor) -> torch.Tensor:
    """0.5 * x * (1 + erf(x / sqrt(2))) for each element.

    x: contiguous, any shape, float32, float16 or bfloat16.
    Returns a contiguous tensor of the shape and dtype of x.
    """
    ...
