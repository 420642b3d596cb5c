"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def vector_add(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The element-wise sum of two vectors.

    x, y: (n,), contiguous, both float32, float16, bfloat16 or int32; n >= 0.
    Returns (n,) of the same dtype, on the device of x.
    """
    ...
