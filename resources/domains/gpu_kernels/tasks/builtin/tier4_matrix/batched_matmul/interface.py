"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def batched_matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """a[i] @ b[i] for each i; b has one matrix for all i when its first size is 1.

    a: (B, M, K), b: (B, K, N) or (1, K, N), both float32 or both float16, any strides; B >= 0, M, N, K >= 1.
    Returns (B, M, N), contiguous, of the operands' dtype.
    """
    ...
