"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def linear_bias_silu(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """silu(x @ weight^T + bias).

    x: (M, K), weight: (N, K), both float16 or both bfloat16, contiguous; bias: (N,), float32; M >= 0, N, K >= 1.
    Returns (M, N), contiguous, of the dtype of x.
    """
    ...
