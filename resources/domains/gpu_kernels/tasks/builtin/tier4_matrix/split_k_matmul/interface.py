"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def split_k_matmul(a: torch.Tensor, b: torch.Tensor, splits: int) -> torch.Tensor:
    """The matrix product of a and b in float32, K divided among `splits` programs a tile.

    a: (M, K), b: (K, N), float16, contiguous; M >= 0, N, K >= 1; 1 <= splits <= 64.
    Returns (M, N), float32, contiguous.
    """
    ...
