"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def int8_weight_matmul(
    x: torch.Tensor, weight: torch.Tensor, scales: torch.Tensor, zero_points: torch.Tensor
) -> torch.Tensor:
    """x @ ((weight - zero_points) * scales), columns of the weight having one scale and zero point each.

    x: (M, K), float16; weight: (K, N), int8; scales: (N,), float32; zero_points: (N,), int8; all contiguous;
    M >= 0, N, K >= 1.
    Returns (M, N), float16, contiguous.
    """
    ...
