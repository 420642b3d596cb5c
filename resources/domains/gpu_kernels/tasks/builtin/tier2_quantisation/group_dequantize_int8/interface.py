"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def group_dequantize_int8(
    quantized: torch.Tensor, scales: torch.Tensor, zeros: torch.Tensor, group: int, dtype: str
) -> torch.Tensor:
    """(quantized - zero) * scale, with one zero and one scale for each `group` columns of a row.

    quantized: (M, N) int8, strides (any, 1); M >= 0, N >= 1.
    scales: (M, G) float32, zeros: (M, G) int8, contiguous, G = ceil(N / group).
    Returns (M, N), contiguous; dtype is "float32" or "float16".
    """
    ...
