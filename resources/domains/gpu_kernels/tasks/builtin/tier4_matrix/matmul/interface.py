"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The matrix product of a and b.

    a: (M, K), b: (K, N), same dtype (float16, bfloat16, float32), any strides; M >= 0, N >= 1, K >= 1.
    Returns (M, N), contiguous, of the operands' dtype.
    """
    ...
