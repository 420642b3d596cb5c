"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def expert_matmul(tokens: torch.Tensor, weights: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    """Each token's product with the matrix of its expert; expert e has the rows offsets[e] … offsets[e + 1] - 1.

    tokens: (T, K), weights: (E, K, N), float16; offsets: (E + 1,), int32, from 0 to T, never falling; contiguous;
    T >= 0, E, K, N >= 1.
    Returns (T, N), float16, contiguous.
    """
    ...
