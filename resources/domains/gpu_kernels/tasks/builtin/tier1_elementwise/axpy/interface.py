"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def axpy(alpha: float, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """alpha * x + y for two strided vectors.

    x, y: (n,), n >= 1, both float32 or both float16, any positive strides; alpha: a finite float.
    Returns (n,), contiguous, of the inputs' dtype.
    """
    ...
