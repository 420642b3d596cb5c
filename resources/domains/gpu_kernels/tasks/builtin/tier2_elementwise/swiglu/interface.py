"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def swiglu(projected: torch.Tensor) -> torch.Tensor:
    """silu(projected[:, :N]) * projected[:, N:].

    projected: (M, 2 N), float32, float16 or bfloat16, strides (any, 1); M >= 0, N >= 1.
    Returns (M, N), contiguous, of the same dtype.
    """
    ...
